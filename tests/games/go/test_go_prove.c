/* SPDX-License-Identifier: MIT
 *
 * The search for proofs by zones: what it proves is true and is accepted by the verifier; it finds what is there, and
 * keeps its limits.
 */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/prove.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

static const struct go_effort some_effort = {
    .nodes = 20000, .plies = 100, .entries = 1 << 12, .kept = 1 << 14, .tree = 1 << 20};

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* ---- Against brute force ----------------------------------------------------------------------------------------- */

struct counts {
    int asked, captured, proved[2];
};

static bool is_proved(const struct go *s, enum go_claim claim, const struct go_effort *effort)
{
    struct go_gap gap;
    struct go_proof proof;
    by_record *record = NULL;

    assert_int_equal(by_record_create(&record, NULL), BY_OK);
    assert_int_equal(by__go_prove(s, claim, effort, record, BY_RECORD_ROOT, &proof, NULL), BY_OK);
    assert_true(proof.nodes <= effort->nodes);
    if (proof.is_proved) {
        assert_int_equal(by__go_zone_check(s, claim, record, BY_RECORD_ROOT, &gap, NULL, NULL), BY_OK);
        assert_int_equal(gap.kind, GO_GAP_NONE);
    }
    by_record_destroy(record);
    return proof.is_proved;
}

static void check_board(struct go *s, go_truth *const *truths, struct by_random *random, struct counts *counts)
{
    struct go_effort effort = some_effort;
    enum go_truth_answer answer;

    s->target = (uint16_t)by_random_below(random, s->points);
    s->owner = s->board[s->target];
    s->side = (uint8_t)by_random_below(random, 2);
    s->threats = (uint8_t)by_random_below(random, 3);
    if (s->owner == GO_EMPTY)
        return;
    effort.nodes = 3000;
    answer = go_truth_ask(truths[s->threats], s, s->target);
    counts->asked++;
    counts->captured += answer == GO_TRUTH_CAPTURED;
    for (int claim = GO_CAPTURES; claim <= GO_ESCAPES; claim++) {
        if (!is_proved(s, (enum go_claim)claim, &effort))
            continue;
        counts->proved[claim]++;
        assert_int_equal(answer, claim == GO_CAPTURES ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE);
    }
}

static void check_boards(int size, int boards, struct counts *counts)
{
    go_truth *truths[3] = {
        [GO_THREATS_NONE] = go_truth_create(size, GO_TRUTH_NOBODY, SIZE_MAX),
        [GO_THREATS_ATTACKER] = go_truth_create(size, GO_TRUTH_ATTACKER, SIZE_MAX),
        [GO_THREATS_OWNER] = go_truth_create(size, GO_TRUTH_OWNER, SIZE_MAX),
    };
    struct go *s = go_truth_make_board(size, 2);
    struct by_random random = {1};

    memset(counts, 0, sizeof *counts);
    for (int i = 0; i < boards; i++)
        if (go_truth_set_random(s, size, 10 + (int)by_random_below(&random, 50), &random))
            check_board(s, truths, &random, counts);
    print_message("asked %d, captured %d, proved %d; safe proved %d\n", counts->asked, counts->captured,
                  counts->proved[GO_CAPTURES], counts->proved[GO_ESCAPES]);
    for (int i = 0; i < 3; i++)
        go_truth_destroy(truths[i]);
    go_truth_free_board(s);
}

/* Nothing that is false, and of what is true more than a part. */
static void proves_what_is_true(void **unused)
{
    struct counts counts;

    (void)unused;
    check_boards(3, is_long() ? 200000 : 5000, &counts);
    assert_true(counts.proved[GO_CAPTURES] * 10 > counts.captured * 9);
    check_boards(4, is_long() ? 100000 : 1000, &counts);
    assert_true(counts.proved[GO_CAPTURES] * 10 > counts.captured * 8);
}

/* ---- Known positions --------------------------------------------------------------------------------------------- */

/* "attack D4": a question about a position. */
static struct opened open_question(const char *settings, const char *text, const char *question)
{
    struct opened base = open_position("go", "", text), opened = open_position("go-capture", settings, NULL);
    by_error error = {0};

    if (by_position_import(opened.position, base.position, question, &error))
        fail_msg("%s", error.message);
    close_position(&base);
    return opened;
}

static bool captures(const char *text, const char *question)
{
    struct opened opened = open_question("", text, question);
    bool answer;

    answer = is_proved(opened.position->state, GO_CAPTURES, &some_effort);
    close_position(&opened);
    return answer;
}

#define EMPTY  "..................."
#define FIVE   EMPTY "/" EMPTY "/" EMPTY "/" EMPTY "/" EMPTY "/"
#define LADDER "..O................/..OX.............../...O.............../" EMPTY "/" EMPTY " w"

static const char working_ladder[] = "19 " FIVE FIVE EMPTY "/" EMPTY "/" EMPTY "/" EMPTY "/" LADDER;
static const char broken_ladder[] = "19 " FIVE EMPTY "/" EMPTY "/" EMPTY "/.........X........./" FIVE LADDER;

/* A ladder across the board works, and does not with a stone in its way. */
static void reads_ladders(void **unused)
{
    (void)unused;
    assert_true(captures(working_ladder, "attack D4"));
    assert_false(captures(broken_ladder, "attack D4"));
}

/* A net: the stone cannot get out, though nothing gives it atari before it tries. */
static void reads_nets(void **unused)
{
    (void)unused;
    assert_true(captures(
        "9 ........./........./........./........./...X...../..XO...../...XX..../........./......... b", "attack D4"));
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static bool stop_at_once(void *context)
{
    ++*(int *)context;
    return true;
}

static void assert_unproved(const char *text, const char *question, const struct go_effort *effort, uint64_t nodes_most)
{
    struct opened opened = open_question("", text, question);
    struct go_proof proof;

    assert_int_equal(by__go_prove(opened.position->state, GO_CAPTURES, effort, NULL, 0, &proof, NULL), BY_OK);
    assert_false(proof.is_proved);
    assert_true(proof.nodes <= nodes_most);
    close_position(&opened);
}

/* Each limit ends the search in time: nodes, plies, proved positions, and a request to stop. */
static void keeps_its_limits(void **unused)
{
    struct go_effort few_nodes = some_effort, few_plies = some_effort, few_kept = some_effort, stopped = some_effort;
    int asked = 0;

    (void)unused;
    for (few_nodes.nodes = 1; few_nodes.nodes <= 50; few_nodes.nodes++)
        assert_unproved(working_ladder, "attack D4", &few_nodes, few_nodes.nodes);
    few_plies.plies = 9;
    assert_unproved(working_ladder, "attack D4", &few_plies, few_plies.nodes);
    few_kept.kept = 10;
    assert_unproved(working_ladder, "attack D4", &few_kept, few_kept.nodes - 1);
    stopped.nodes = UINT64_MAX;
    stopped.is_stopped = stop_at_once;
    stopped.context = &asked;
    assert_unproved(broken_ladder, "attack D4", &stopped, 1024);
    assert_int_equal(asked, 1);
}

/* A request to stop during the first round, which only gives atari, here for more than 1,024 nodes, ends all rounds. */
static void stops_in_ladders(void **unused)
{
    struct go_effort stopped = some_effort;
    int asked = 0;

    (void)unused;
    stopped.is_stopped = stop_at_once;
    stopped.context = &asked;
    assert_unproved("9 ........./........./...O..X../....X..../.O..OX.../.X......X/....X..../.....OO../......... b",
                    "attack E5", &stopped, 1024);
    assert_int_equal(asked, 1);
}

/* A record that would be too large is none. */
static void writes_no_record_that_is_too_large(void **unused)
{
    struct opened opened = open_question("", working_ladder, "attack D4");
    struct go_effort small = some_effort;
    struct go_proof proof;
    by_record *record = NULL;
    by_error error = {0};

    (void)unused;
    small.tree = 20;
    assert_int_equal(by_record_create(&record, NULL), BY_OK);
    assert_int_equal(by__go_prove(opened.position->state, GO_CAPTURES, &small, record, BY_RECORD_ROOT, &proof, &error),
                     BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "20"));
    assert_int_equal(by_record_child(record, BY_RECORD_ROOT), BY_RECORD_NONE);
    by_record_destroy(record);
    close_position(&opened);
}

/* The search and the verifier report every failed allocation. */
static void says_when_there_is_no_memory(void **unused)
{
    struct opened opened = open_question("", working_ladder, "attack D4");
    struct go_gap gap;
    struct go_proof proof;
    by_record *record = NULL;

    (void)unused;
    assert_int_equal(by_record_create(&record, NULL), BY_OK);
    for (size_t n = 1; n <= 4; n++) {
        by_error error = {0};

        allocation_fail_at(n);
        assert_int_equal(by__go_prove(opened.position->state, GO_CAPTURES, &some_effort, NULL, 0, &proof, &error),
                         BY_ERROR_MEMORY);
        assert_int_equal(error.status, BY_ERROR_MEMORY);
        if (n > 3)
            break;
        allocation_fail_at(n);
        assert_int_equal(
            by__go_zone_check(opened.position->state, GO_CAPTURES, record, BY_RECORD_ROOT, &gap, NULL, &error),
            BY_ERROR_MEMORY);
    }
    allocation_fail_at(0);
    by_record_destroy(record);
    close_position(&opened);
}

static void says_what_it_cannot_do(void **unused)
{
    static const char *const settings[] = {"ko=positional", "suicide=on", ""};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct opened opened = open_question(settings[i], "5 XX.O./OO.../...../...../...X. w", "attack A5");
        struct go *s = opened.position->state;
        by_error error = {0};
        struct go_proof proof;

        s->target = i < 2 ? s->target : 0; /* where no stone is */
        assert_int_equal(by__go_prove(opened.position->state, GO_CAPTURES, &some_effort, NULL, 0, &proof, &error),
                         i < 2 ? BY_ERROR_UNSUPPORTED : BY_ERROR_INPUT);
        assert_false(proof.is_proved);
        assert_non_null(strstr(error.message, "expected"));
        close_position(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proves_what_is_true),
        cmocka_unit_test(reads_ladders),
        cmocka_unit_test(reads_nets),
        cmocka_unit_test(keeps_its_limits),
        cmocka_unit_test(stops_in_ladders),
        cmocka_unit_test(writes_no_record_that_is_too_large),
        cmocka_unit_test(says_when_there_is_no_memory),
        cmocka_unit_test(says_what_it_cannot_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
