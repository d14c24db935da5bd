/* SPDX-License-Identifier: MIT
 *
 * Proofs by zones against brute force. A plain search, which knows nothing of what is true, looks for proofs of either
 * claim with as few moves of the loser as the zones let it have. What the verifier accepts has to be true, of the
 * position and of every other one that agrees with it on the zone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/zone.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

enum { PLIES_MOST = 64, ITEMS_MOST = 1 << 16, SMALL_MOST = 5 };

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* ---- A plain search for proofs -------------------------------------------------------------------------------------
 */

/* A move of a tree; lists through `next`. */
struct item {
    by_move move;
    int child, next;
};

enum { NOTHING = -1, FAILED = -2 };

struct prover {
    struct go *s;
    enum go_claim claim;
    int winner;
    struct item *items;
    int count;
    long nodes;            /* that may still be looked at */
    go_truth *truth;       /* for what is proved on the way; NULL: nobody looks */
    struct go_zone *after; /* of the replies at each ply */
    uint8_t boards[PLIES_MOST + 1][GO_POINTS_MOST];
    int top; /* plies at the root */
};

static bool is_captured(const struct go *s)
{
    return !go_target_stands(s) && (s->ko != s->target || !go_has_threats(s, s->owner));
}

/* The same stones and ko with the same side to move, since the root. */
static bool is_repeated(const struct prover *p)
{
    int here = (int)p->s->length - p->top;

    for (int plies = 2; plies <= here; plies += 2)
        if (p->s->undo[p->s->length - (uint32_t)plies].ko == p->s->ko &&
            memcmp(p->boards[here - plies], p->s->board, p->s->points) == 0)
            return true;
    return false;
}

static int add_item(struct prover *p, by_move move, int child, int next)
{
    assert_true(p->count < ITEMS_MOST);
    p->items[p->count] = (struct item){.move = move, .child = child, .next = next};
    return p->count++;
}

static int prove(struct prover *p, int depth, struct go_zone *zone);

static int prove_after(struct prover *p, int point, int depth, struct go_zone *zone)
{
    int result;

    by__go_push(p->s, go_move(point, p->s->side));
    result = prove(p, depth - 1, zone);
    by__go_pop(p->s);
    return result;
}

/* The points around the block first would be cleverer; every order finds what there is. */
static int prove_by_move(struct prover *p, int depth, struct go_zone *zone)
{
    struct go *s = p->s;
    struct go_zone after;

    for (int i = 0; i <= s->points; i++) {
        int point = i < s->points ? i : GO_PASS, kept = p->count, child;

        if ((point == GO_PASS && p->claim == GO_CAPTURES) || !by__go_is_allowed(s, point, NULL))
            continue;
        child = prove_after(p, point, depth, &after);
        if (child != FAILED) {
            by__go_zone_of_move(s, p->claim, go_move(point, s->side), &after, zone);
            return add_item(p, go_move(point, s->side), child, NOTHING);
        }
        p->count = kept;
    }
    return FAILED;
}

/* All moves of the loser that the zones ask for. */
static int prove_replies(struct prover *p, int depth, struct go_zone *zone)
{
    struct go *s = p->s;
    struct go_zone passed, *after = &p->after[depth * SMALL_MOST * SMALL_MOST];
    struct go_reply replies[SMALL_MOST * SMALL_MOST];
    struct go_points missing;
    int list = NOTHING, count = 0, child;

    if (go_target_stands(s)) {
        child = prove_after(p, GO_PASS, depth, &passed);
        if (child == FAILED)
            return FAILED;
        list = add_item(p, go_move(GO_PASS, s->side), child, list);
    }
    while (!by__go_zone_of_replies(s, p->claim, &passed, replies, count, zone, &missing)) {
        for (int q = go_first_point(s, missing.words); q >= 0; q = go_next_point(s, missing.words, q)) {
            child = prove_after(p, q, depth, &after[count]);
            if (child == FAILED)
                return FAILED;
            list = add_item(p, go_move(q, s->side), child, list);
            replies[count] = (struct go_reply){.point = q, .after = &after[count]};
            count++;
        }
    }
    return list;
}

static bool is_end(struct prover *p, struct go_zone *zone)
{
    if (by__go_zone_of_end(p->s, p->claim, zone))
        return true;
    return p->claim == GO_ESCAPES && go_target_stands(p->s) && (p->s->passes == 2 || is_repeated(p));
}

/* A proof for the position: a list of items, NOTHING if none are needed, or FAILED. The zone is too small where a proof
 * of escape goes round: only the verifier knows it then. */
static int prove(struct prover *p, int depth, struct go_zone *zone)
{
    int kept = p->count, list;

    memcpy(p->boards[(int)p->s->length - p->top], p->s->board, p->s->points);
    if (is_end(p, zone))
        return NOTHING;
    if (!depth || p->nodes-- <= 0 || p->s->passes == 2 || is_captured(p->s))
        return FAILED;
    list = p->s->side == p->winner ? prove_by_move(p, depth, zone) : prove_replies(p, depth, zone);
    if (list == FAILED)
        p->count = kept;
    else if (p->truth && p->claim == GO_CAPTURES && go_target_stands(p->s))
        assert_int_equal(go_truth_ask(p->truth, p->s, p->s->target), GO_TRUTH_CAPTURED);
    return list;
}

static void open_prover(struct prover *p)
{
    *p = (struct prover){.items = calloc(ITEMS_MOST, sizeof *p->items)};
    p->after = calloc((PLIES_MOST + 1) * SMALL_MOST * SMALL_MOST, sizeof *p->after);
    assert_true(p->items && p->after);
}

static void close_prover(struct prover *p)
{
    free(p->items);
    free(p->after);
}

/* Deeper and deeper. */
static int find_proof(struct prover *p, struct go *s, enum go_claim claim, int depth_most, long nodes)
{
    struct go_zone zone;

    p->s = s;
    p->claim = claim;
    p->winner = claim == GO_CAPTURES ? go_attacker(s) : s->owner;
    p->top = (int)s->length;
    p->nodes = nodes;
    for (int depth = 1; depth <= depth_most && p->nodes > 0; depth++) {
        int list;

        p->count = 0;
        list = prove(p, depth, &zone);
        if (list != FAILED)
            return list;
    }
    return FAILED;
}

/* ---- Records ----------------------------------------------------------------------------------------------------- */

static void write_items(const struct prover *p, int list, by_record *record, int parent)
{
    for (int i = list; i >= 0; i = p->items[i].next) {
        int node;

        assert_int_equal(by_record_add(record, parent, p->items[i].move, &node, NULL), BY_OK);
        write_items(p, p->items[i].child, record, node);
    }
}

static void push_to(struct go *s, const by_record *record, int node)
{
    if (node == BY_RECORD_ROOT)
        return;
    push_to(s, record, by_record_parent(record, node));
    by__go_push(s, by_record_move(record, node));
}

static void pop_from(struct go *s, const by_record *record, int node)
{
    for (; node != BY_RECORD_ROOT; node = by_record_parent(record, node))
        by__go_pop(s);
}

/* Proves the moves that a gap names, and adds them; false: it cannot be done so deep. */
static bool close_gap(struct prover *p, by_record *record, const struct go_gap *gap, int depth, long nodes)
{
    bool is_closed = gap->kind == GO_GAP_MISSING && by_record_plies(record, gap->node) < PLIES_MOST / 2;

    if (!is_closed)
        return false;
    push_to(p->s, record, gap->node);
    for (int i = 0; i < gap->count && is_closed; i++) {
        struct go_zone zone;
        int child, node;

        p->count = 0;
        p->nodes = nodes;
        is_closed = by__go_is_allowed(p->s, go_point(gap->moves[i]), NULL);
        if (!is_closed)
            break;
        by__go_push(p->s, gap->moves[i]);
        child = prove(p, depth, &zone);
        by__go_pop(p->s);
        is_closed = child != FAILED;
        if (is_closed) {
            assert_int_equal(by_record_add(record, gap->node, gap->moves[i], &node, NULL), BY_OK);
            write_items(p, child, record, node);
        }
    }
    pop_from(p->s, record, gap->node);
    return is_closed;
}

/* The loop of the solver: a tree, its gap, a larger tree. NULL: no proof. */
static by_record *proved_record(struct prover *p, struct go *s, enum go_claim claim, int depth, long nodes,
                                struct go_zone *zone)
{
    struct go_gap gap;
    by_record *record = NULL;
    int list = find_proof(p, s, claim, depth, nodes);

    if (list == FAILED)
        return NULL;
    assert_int_equal(by_record_create(&record, NULL), BY_OK);
    memcpy(p->boards[0], s->board, s->points);
    write_items(p, list, record, BY_RECORD_ROOT);
    for (int i = 0; i < 200; i++) {
        assert_int_equal(by__go_zone_check(s, claim, record, BY_RECORD_ROOT, &gap, zone, NULL), BY_OK);
        if (gap.kind == GO_GAP_NONE)
            return record;
        assert_int_equal(claim, GO_ESCAPES); /* proofs of capture are closed when they are found */
        if (!close_gap(p, record, &gap, depth, nodes))
            break;
    }
    by_record_destroy(record);
    return NULL;
}

/* ---- Boards that agree on a zone -----------------------------------------------------------------------------------
 */

/* What may be forbidden by a ko there. */
static bool set_ko(struct go *s, const struct go *from, const struct go_zone *zone, bool is_winner, unsigned choice)
{
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count = go_truth_kos(s, kos);

    s->ko = GO_NO_POINT;
    if (zone->needs_ko) {
        s->ko = from->ko;
        return s->board[s->ko] == GO_EMPTY;
    }
    if (count && choice % 2) {
        int ko = kos[choice / 2 % (unsigned)count];

        if (!is_winner || !go_points_has(&zone->points, ko) || ko == from->ko)
            s->ko = (uint16_t)ko;
    }
    return true;
}

static bool set_alike(struct go *s, const struct go *from, const struct go_zone *zone, bool is_winner,
                      struct by_random *random)
{
    by__go_clear(s, from->size);
    s->side = from->side;
    s->owner = from->owner;
    s->target = from->target;
    s->threats = from->threats;
    for (int i = 0; i < s->points; i++) {
        int colour = go_points_has(&zone->points, i) ? from->board[i] : (int)by_random_below(random, 3);

        if (colour != GO_EMPTY)
            by__go_put(s, i, colour);
    }
    by__go_link(s);
    for (int i = 0; i < s->points; i++)
        if (s->board[i] != GO_EMPTY && !go_chain_at(s, i)->liberty_count)
            return false;
    return set_ko(s, from, zone, is_winner, (unsigned)by_random_below(random, 64));
}

/* ---- Against the truth ---------------------------------------------------------------------------------------------
 */

struct bench {
    struct prover prover;
    struct go *s, *other;
    go_truth *truths[3]; /* by threats */
    struct by_random random;
    int depth, alike;
    long nodes;
    long asked, proved[2], others; /* by claim; boards that agree with a proved one */
    long zone_points[2];
};

static void open_bench(struct bench *bench, int size)
{
    *bench = (struct bench){.depth = 7, .alike = 4, .nodes = 4000};
    bench->s = go_truth_make_board(size, PLIES_MOST * 2);
    bench->other = go_truth_make_board(size, PLIES_MOST);
    bench->truths[GO_THREATS_NONE] = go_truth_create(size, GO_TRUTH_NOBODY, SIZE_MAX);
    bench->truths[GO_THREATS_ATTACKER] = go_truth_create(size, GO_TRUTH_ATTACKER, SIZE_MAX);
    bench->truths[GO_THREATS_OWNER] = go_truth_create(size, GO_TRUTH_OWNER, SIZE_MAX);
    open_prover(&bench->prover);
}

static void close_bench(struct bench *bench)
{
    if (getenv("BOYI_VERBOSE"))
        printf("asked %ld, captures %ld, escapes %ld, zones of %.1f and %.1f points, other boards %ld\n", bench->asked,
               bench->proved[GO_CAPTURES], bench->proved[GO_ESCAPES],
               (double)bench->zone_points[GO_CAPTURES] / (double)(bench->proved[GO_CAPTURES] + 1),
               (double)bench->zone_points[GO_ESCAPES] / (double)(bench->proved[GO_ESCAPES] + 1), bench->others);
    close_prover(&bench->prover);
    for (int i = 0; i < 3; i++)
        go_truth_destroy(bench->truths[i]);
    go_truth_free_board(bench->s);
    go_truth_free_board(bench->other);
}

static void show_false(const struct bench *bench, const struct go *s, enum go_claim claim, const struct go_zone *zone)
{
    fprintf(stderr, "%s, not true: owner %d, side %d, ko %d, target %d, threats %d\n",
            claim == GO_CAPTURES ? "captures" : "escapes", s->owner, s->side, s->ko, s->target, s->threats);
    for (int row = s->size - 1; row >= 0; row--) {
        for (int column = 0; column < s->size; column++) {
            int point = row * s->size + column;

            fprintf(stderr, "%c%c", "XO."[s->board[point]], go_points_has(&zone->points, point) ? '*' : ' ');
        }
        fprintf(stderr, "\n");
    }
    (void)bench;
}

static void assert_true_of(const struct bench *bench, const struct go *s, enum go_claim claim,
                           const struct go_zone *zone)
{
    enum go_truth_answer expected = claim == GO_CAPTURES ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE;
    enum go_truth_answer found = go_truth_ask(bench->truths[s->threats], s, s->target);

    if (found != expected)
        show_false(bench, s, claim, zone);
    assert_int_equal(found, expected);
}

static void check_claim(struct bench *bench, enum go_claim claim)
{
    struct go *s = bench->s;
    struct go_zone zone;
    by_record *record;
    bool is_winner = s->side == (claim == GO_CAPTURES ? go_attacker(s) : s->owner);

    bench->prover.truth = bench->truths[s->threats];
    record = proved_record(&bench->prover, s, claim, bench->depth, bench->nodes, &zone);
    if (!record)
        return;
    by_record_destroy(record);
    bench->proved[claim]++;
    bench->zone_points[claim] += go_points_count(s, &zone.points);
    assert_true_of(bench, s, claim, &zone);
    for (int i = 0; i < bench->alike; i++) {
        if (!set_alike(bench->other, s, &zone, is_winner, &bench->random))
            continue;
        assert_true_of(bench, bench->other, claim, &zone);
        bench->others++;
    }
}

static void check_question(struct bench *bench, int target, int side, int ko, int threats)
{
    struct go *s = bench->s;

    s->target = (uint16_t)target;
    s->owner = s->board[target];
    s->side = (uint8_t)side;
    s->ko = (uint16_t)ko;
    s->threats = (uint8_t)threats;
    bench->asked++;
    check_claim(bench, GO_CAPTURES);
    check_claim(bench, GO_ESCAPES);
}

/* Some question about the board that is set up. */
static void check_by_chance(struct bench *bench)
{
    struct go *s = bench->s;
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count, ko = GO_NO_POINT;
    int target = (int)by_random_below(&bench->random, s->points);

    if (s->board[target] == GO_EMPTY)
        return;
    s->side = (uint8_t)by_random_below(&bench->random, 2);
    count = go_truth_kos(s, kos);
    if (count && by_random_below(&bench->random, 2))
        ko = kos[by_random_below(&bench->random, (uint32_t)count)];
    check_question(bench, target, s->side, ko, (int)by_random_below(&bench->random, 3));
}

static void check_boards(struct bench *bench, int size, int boards)
{
    for (int i = 0; i < boards; i++)
        if (go_truth_set_random(bench->s, size, 10 + (int)by_random_below(&bench->random, 50), &bench->random))
            check_by_chance(bench);
}

static void holds_on_2x2(void **unused)
{
    struct bench bench;

    (void)unused;
    open_bench(&bench, 2);
    check_boards(&bench, 2, 20000);
    close_bench(&bench);
}

static void holds_on_3x3(void **unused)
{
    struct bench bench;

    (void)unused;
    open_bench(&bench, 3);
    check_boards(&bench, 3, is_long() ? 1000000 : 20000);
    assert_true(bench.proved[GO_CAPTURES] > bench.asked / 10);
    assert_true(bench.proved[GO_ESCAPES] > bench.asked / 20);
    close_bench(&bench);
}

static void holds_on_4x4(void **unused)
{
    struct bench bench;

    (void)unused;
    open_bench(&bench, 4);
    check_boards(&bench, 4, is_long() ? 1000000 : 6000);
    assert_true(bench.proved[GO_CAPTURES] > bench.asked / 10);
    close_bench(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_on_2x2),
        cmocka_unit_test(holds_on_3x3),
        cmocka_unit_test(holds_on_4x4),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
