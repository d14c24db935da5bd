/* SPDX-License-Identifier: MIT
 *
 * B* and bsp on random trees whose nodes have valid bounds: the chosen move is one of the best, the bounds of a node
 * only become tighter, and what the result says of its value is true. With bounds that are not valid nothing is called
 * proved that is wrong without a word.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "core/game.h"
#include "support/check.h"
#include "support/reference.h"
#include "support/search.h"

enum { MOVES_MOST = 8 };

static int tree_count(void)
{
    const char *sanitizers = getenv("SANITIZE");

    if (sanitizers && *sanitizers)
        return 1500; /* where everything takes ten times as long */
    return getenv("BOYI_LONG") ? 50000 : 12000;
}

/* A random tree with the values of its root's moves, for who moves there. */
struct sample {
    struct bench bench;
    by_text text;
    by_value values[MOVES_MOST];
    by_value truth;
    int move_count;
    struct by_random random;
};

static void find_values(struct sample *sample)
{
    by_position *position = sample->bench.position;
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    struct by_node root, child;

    by_position_node(position, &root);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    sample->truth = -BY_INFINITE;
    sample->move_count = moves.count;
    for (int i = 0; i < moves.count; i++) {
        by_value value;

        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        by_position_node(position, &child);
        value = reference_value(position, -1, 1);
        by_position_pop(position, NULL);
        sample->values[i] = child.side == root.side ? value : -value;
        if (sample->values[i] > sample->truth)
            sample->truth = sample->values[i];
    }
}

/* Trees of all sorts. Few distinct values make many moves equally good. */
static void draw_sample(struct sample *sample, uint64_t seed)
{
    struct by_random *random = &sample->random;
    unsigned depth, width, range;

    random->state = seed * 1000;
    depth = 1 + by_random_below(random, 6);
    width = depth > 4 ? 2 + by_random_below(random, 2) : 1 + by_random_below(random, 6);
    range = by_random_below(random, 3) ? 2 : 40;
    by_text_clear(&sample->text);
    by_text_printf(&sample->text, "random width=%u depth=%u values=-%u..%u", width, depth, range, range);
    by_text_printf(&sample->text, " vary=%s", by_random_below(random, 2) ? "on" : "off");
    by_text_printf(&sample->text, " graph=%s", by_random_below(random, 2) ? "on" : "off");
    by_text_printf(&sample->text, " estimates=%s", by_random_below(random, 2) ? "on" : "off");
    by_text_printf(&sample->text, " leaf=%u", 10 * (unsigned)by_random_below(random, 3));
    by_text_printf(&sample->text, " wins=%u", by_random_below(random, 3) ? 0 : 25);
    by_text_printf(&sample->text, " same=%u", by_random_below(random, 2) ? 0 : 30);
    by_text_printf(&sample->text, " seed=%u", (unsigned)seed);
    assert_int_equal(by_position_parse(sample->bench.position, by_text_string(&sample->text), NULL), BY_OK);
    find_values(sample);
}

/* ---- What the bounds do ---------------------------------------------------------------------------------------- */

/* The bounds of the nodes as they were last told, by a code of the path. */
struct nesting {
    struct {
        uint64_t code;
        by_value least, most;
    } seen[1 << 14];
    uint64_t codes[64]; /* of the nodes on the path */
    int faults;
};

static void watch(void *context, const struct by_event *event)
{
    struct nesting *nesting = context;
    size_t place;

    if (event->phase != BY_PHASE_MAIN || event->ply == 0)
        return;
    nesting->codes[event->ply] = by_random_word(nesting->codes[event->ply - 1] ^ (event->move + 1));
    if (event->kind != BY_EVENT_LEAVE)
        return;
    place = (size_t)nesting->codes[event->ply] & ((1 << 14) - 1);
    if (nesting->seen[place].code == nesting->codes[event->ply])
        nesting->faults += event->alpha < nesting->seen[place].least || event->beta > nesting->seen[place].most;
    nesting->faults += event->alpha > event->beta;
    nesting->seen[place].code = nesting->codes[event->ply];
    nesting->seen[place].least = event->alpha;
    nesting->seen[place].most = event->beta;
}

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

static void complain(const struct sample *sample, const char *fault, const char *settings,
                     const struct by_result *result)
{
    fail_msg("%s: %s; %s; truth %d, value %d (%s), move %u worth %d", fault, by_text_string(&sample->text), settings,
             sample->truth, result->value, by_kind_name(result->kind), (unsigned)result->best + 1,
             sample->values[result->best]);
}

static const char *fault_of(const struct sample *sample, const struct by_result *result)
{
    bool is_bound = result->kind == BY_KIND_AT_LEAST;

    if (sample->values[result->best] != sample->truth)
        return "the move is not one of the best";
    if (result->stopped != BY_STOPPED_DONE || !result->is_proved)
        return "the search was not completed";
    if (is_bound ? result->value > sample->truth : result->value != sample->truth)
        return "the value is wrong";
    if (bench_counter(result, "invalid_bounds"))
        return "valid bounds are called invalid";
    if (sample->move_count == 1 && bench_counter(result, "expansions"))
        return "a single move was searched";
    return NULL;
}

static const char *const widths[] = {"tree bounds=3", "tree bounds=12", "tree bounds=100", "tree bounds=0"};

enum { WIDTHS = sizeof widths / sizeof widths[0] };

/* Searches each tree twice and watches the first time. */
static void check_trees(const char *game, const char *method, const char *const *settings, int setting_count, int count,
                        uint64_t first_seed, bool must_nest)
{
    static struct nesting nesting;
    const struct by_observer observer = {
        .wants = BY_EVENT_ENTER | BY_EVENT_LEAVE, .context = &nesting, .notify = watch};
    struct sample sample = {0};

    bench_open(&sample.bench, game, NULL);
    for (int i = 0; i < count; i++) {
        const char *chosen = settings[i % setting_count], *fault;
        struct by_result first, second;

        draw_sample(&sample, first_seed + (uint64_t)i);
        if (!sample.move_count)
            continue;
        memset(&nesting, 0, sizeof nesting);
        bench_method(&sample.bench, method, NULL, chosen);
        first = bench_observe(&sample.bench, NULL, &observer);
        fault = fault_of(&sample, &first);
        if (!fault && must_nest && nesting.faults)
            fault = "a bound became wider";
        if (fault)
            complain(&sample, fault, chosen, &first);
        second = bench_run(&sample.bench, NULL);
        if (second.nodes != first.nodes || second.best != first.best || second.value != first.value)
            complain(&sample, "a second run finds something else", chosen, &second);
    }
    by_text_free(&sample.text);
    bench_close(&sample.bench);
}

/* With valid bounds, by every criterion, the chosen move is minimax-optimal and said to be proved. */
static void test_bstar(void **state)
{
    static const char *const criteria[] = {"criterion=2D", "criterion=3D", "criterion=AD",
                                           "criterion=2R", "criterion=3R", "criterion=AR"};

    (void)state;
    for (int i = 0; i < WIDTHS; i++)
        check_trees(widths[i], "bstar", criteria, 6, tree_count() / WIDTHS, 1 + (uint64_t)i * 100000, true);
}

/* Chances change the order of the work, not its outcome: without a limit and without neglect of small chances, the move
 * is proved and is one of the best. */
static void test_bsp(void **state)
{
    static const char *const settings[] = {
        "strict=on epsilon=0", "strict=on epsilon=0 probe_depth=0", "strict=on epsilon=0 rule=extreme",
        "strict=on epsilon=0 rule=extreme probe_depth=1 phase_percent=100", "strict=on epsilon=0 phase_percent=1"};

    (void)state;
    for (int i = 0; i < WIDTHS; i++)
        check_trees(widths[i], "bsp", settings, 5, tree_count() / WIDTHS, 1000001 + (uint64_t)i * 100000, false);
}

/* ---- Bounds that are not valid --------------------------------------------------------------------------------- */

/* With wrong bounds a run either says that it met a contradiction and proves nothing, or has met none. That it often
 * does meet one, the figures say. */
static void check_wrong_bounds(const char *method, const char *settings)
{
    struct sample sample = {0};
    int noticed = 0, count = 500;

    bench_open(&sample.bench, "tree bounds=6 wrong_bounds=60", NULL);
    bench_method(&sample.bench, method, NULL, settings);
    for (int i = 0; i < count; i++) {
        struct by_result result;

        draw_sample(&sample, 700001 + (uint64_t)i);
        if (!sample.move_count)
            continue;
        result = bench_run(&sample.bench, NULL);
        assert_int_equal(result.stopped, BY_STOPPED_DONE);
        if (bench_counter(&result, "invalid_bounds")) {
            noticed++;
            assert_false(result.is_proved);
        }
    }
    assert_in_range(noticed, count / 10, count);
    by_text_free(&sample.text);
    bench_close(&sample.bench);
}

static void test_wrong_bounds(void **state)
{
    (void)state;
    check_wrong_bounds("bstar", "");
    check_wrong_bounds("bsp", "strict=on epsilon=0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bstar),
        cmocka_unit_test(test_bsp),
        cmocka_unit_test(test_wrong_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
