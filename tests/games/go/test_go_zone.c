/* SPDX-License-Identifier: MIT
 *
 * Proofs by zones against brute force. A plain search, which knows nothing of what is true, looks for proofs of either
 * claim with as few moves of the loser as the zones let it have. Every claim that the verifier accepts must be true, of
 * the position and of every other one that agrees with it on the zone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/life.h"
#include "games/go/zone.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

enum { PLIES_MOST = 64, ITEMS_MOST = 1 << 16, SMALL_MOST = 9, SMALL_POINTS = SMALL_MOST * SMALL_MOST };

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* ---- A plain search for proofs ----------------------------------------------------------------------------------- */

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
    go_truth *truth;       /* checks the proofs on the way; NULL: no check */
    struct go_zone *after; /* of the replies at each ply */
    bool writes_kos;       /* that are retaken, as far as they are legal; else they are left to the verifier */
    uint8_t boards[PLIES_MOST + 1][GO_POINTS_MOST];
    int top; /* plies at the root */
};

static bool is_captured(const struct go *s)
{
    return !go_target_stands(s) && (s->ko != s->target || !go_has_threats(s, s->owner));
}

/* The same stones with the same side to move, since the root, and if it is the winner the same ko. Which other kos
 * count for the loser is left to the verifier. */
static bool is_repeated(const struct prover *p)
{
    int here = (int)p->s->length - p->top;
    bool is_losers = p->s->side != p->winner;

    for (int plies = 2; plies <= here; plies += 2)
        if ((is_losers || p->s->undo[p->s->length - (uint32_t)plies].ko == p->s->ko) &&
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

/* The liberties of a chain and, once, of all chains beside it. */
static void add_liberties(const struct go *s, int chain, bool is_first, struct go_points *out)
{
    int stone = chain;

    go_points_add_words(s, out, s->chains[chain].liberties);
    do {
        for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT && is_first; n++)
            if (s->board[*n] != GO_EMPTY && s->chain_of[*n] != chain)
                add_liberties(s, s->chain_of[*n], false, out);
        stone = s->next[stone];
    } while (stone != chain);
}

/* Candidate moves of the winner: on large boards only near the block. */
static void find_tries(const struct go *s, struct go_points *out)
{
    go_points_clear(out);
    if (s->size <= 4 || !go_target_stands(s)) {
        for (int i = 0; i < s->points; i++)
            go_points_add(out, i);
    } else {
        add_liberties(s, s->chain_of[s->target], true, out);
    }
}

static int prove_by_move(struct prover *p, int depth, struct go_zone *zone)
{
    struct go *s = p->s;
    struct go_points tries;
    struct go_zone after;

    find_tries(s, &tries);
    for (int i = 0; i <= s->points; i++) {
        int point = i < s->points ? i : GO_PASS, kept = p->count, child;

        if (point == GO_PASS ? p->claim == GO_CAPTURES : !go_points_has(&tries, i))
            continue;
        if (!by__go_is_allowed(s, point, NULL))
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
    struct go_zone passed, *after = &p->after[depth * SMALL_POINTS];
    struct go_reply replies[SMALL_POINTS];
    struct go_zone self = {.needs_ko = false}; /* only the verifier knows it */
    struct go_points missing;
    int list = NOTHING, count = 0, child;

    go_points_add(&self.points, s->target);
    if (go_target_stands(s)) {
        child = prove_after(p, GO_PASS, depth, &passed);
        if (child == FAILED)
            return FAILED;
        list = add_item(p, go_move(GO_PASS, s->side), child, list);
    }
    while (
        !by__go_zone_of_replies(s, p->claim, p->writes_kos ? NULL : &self, &passed, replies, count, zone, &missing)) {
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
    p->after = calloc((PLIES_MOST + 1) * SMALL_POINTS, sizeof *p->after);
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
    for (int i = 0; i < 30; i++) {
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

/* ---- What proofs rest on ----------------------------------------------------------------------------------------- */

/* How often in accepted proofs of escape. */
struct uses {
    long other_kos; /* leaves with the stones of an earlier node, but another ko than all such nodes have */
    long retakings; /* kos that the loser may take, or is forbidden to, and that have no answer in the tree */
};

/* Whether a move of the side to move, which a ko may forbid, takes a stone in a ko. */
static bool takes_in_ko(struct go *s, int point)
{
    bool is_ko;

    if (s->board[point] != GO_EMPTY || !by__go_captures(s, point, s->side))
        return false;
    by__go_push(s, go_move(point, s->side));
    is_ko = s->ko != GO_NO_POINT;
    by__go_pop(s);
    return is_ko;
}

static void count_retakings(struct go *s, const by_record *record, int node, struct uses *uses)
{
    for (int p = 0; p < s->points; p++) {
        int child = by_record_child(record, node);

        while (child != BY_RECORD_NONE && go_point(by_record_move(record, child)) != p)
            child = by_record_next(record, child);
        uses->retakings += child == BY_RECORD_NONE && takes_in_ko(s, p);
    }
}

/* A leaf that is neither alive nor the end of the game goes round. */
static void count_other_kos(const struct go *s, uint8_t (*boards)[GO_POINTS_MOST], int depth, struct uses *uses)
{
    bool has_ko = false;

    if (s->passes == 2 || !go_target_stands(s) || by__go_is_alive(s, s->target))
        return;
    for (int plies = 2; plies <= depth; plies += 2)
        has_ko |= s->undo[depth - plies].ko == s->ko && memcmp(boards[depth - plies], s->board, s->points) == 0;
    uses->other_kos += !has_ko;
}

static void count_uses(struct go *s, const by_record *record, int node, uint8_t (*boards)[GO_POINTS_MOST], int depth,
                       struct uses *uses)
{
    int child = by_record_child(record, node);

    memcpy(boards[depth], s->board, s->points);
    if (child == BY_RECORD_NONE)
        count_other_kos(s, boards, depth, uses);
    else if (s->side != s->owner && s->threats == GO_THREATS_OWNER)
        count_retakings(s, record, node, uses);
    for (; child != BY_RECORD_NONE; child = by_record_next(record, child)) {
        by__go_push(s, by_record_move(record, child));
        count_uses(s, record, child, boards, depth + 1, uses);
        by__go_pop(s);
    }
}

/* ---- Boards that agree on a zone --------------------------------------------------------------------------------- */

/* The points that a ko may forbid there. */
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

/* ---- Against the truth ------------------------------------------------------------------------------------------- */

struct bench {
    struct prover prover;
    struct go *s, *other;
    go_truth *truths[3]; /* by threats */
    struct by_random random;
    int depth, alike;
    long nodes;
    long asked, proved[2], others; /* by claim; boards that agree with a proved one */
    long zone_points[2];
    struct uses uses;
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
    print_message("asked %ld, captures %ld, escapes %ld, zones of %.1f and %.1f points, other boards %ld\n",
                  bench->asked, bench->proved[GO_CAPTURES], bench->proved[GO_ESCAPES],
                  (double)bench->zone_points[GO_CAPTURES] / (double)(bench->proved[GO_CAPTURES] + 1),
                  (double)bench->zone_points[GO_ESCAPES] / (double)(bench->proved[GO_ESCAPES] + 1), bench->others);
    print_message("escapes with other kos %ld, retakings %ld\n", bench->uses.other_kos, bench->uses.retakings);
    close_prover(&bench->prover);
    for (int i = 0; i < 3; i++)
        go_truth_destroy(bench->truths[i]);
    go_truth_free_board(bench->s);
    go_truth_free_board(bench->other);
}

static void show_false(const struct go *s, enum go_claim claim, const struct go_zone *zone)
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
}

static void assert_true_of(const struct bench *bench, const struct go *s, enum go_claim claim,
                           const struct go_zone *zone)
{
    enum go_truth_answer expected = claim == GO_CAPTURES ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE;
    enum go_truth_answer found = go_truth_ask(bench->truths[s->threats], s, s->target);

    if (found != expected)
        show_false(s, claim, zone);
    assert_int_equal(found, expected);
}

static void check_claim(struct bench *bench, enum go_claim claim)
{
    struct go *s = bench->s;
    struct go_zone zone;
    by_record *record;
    bool is_winner = s->side == (claim == GO_CAPTURES ? go_attacker(s) : s->owner);

    bench->prover.truth = bench->truths[s->threats];
    bench->prover.writes_kos = by_random_below(&bench->random, 2);
    record = proved_record(&bench->prover, s, claim, bench->depth, bench->nodes, &zone);
    if (!record)
        return;
    if (claim == GO_ESCAPES)
        count_uses(s, record, BY_RECORD_ROOT, bench->prover.boards, 0, &bench->uses);
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
    check_boards(&bench, 3, is_long() ? 400000 : 10000);
    assert_true(bench.proved[GO_CAPTURES] > bench.asked / 10);
    assert_true(bench.proved[GO_ESCAPES] > bench.asked / 20);
    close_bench(&bench);
}

static void holds_on_4x4(void **unused)
{
    struct bench bench;

    (void)unused;
    open_bench(&bench, 4);
    check_boards(&bench, 4, is_long() ? 150000 : 1500);
    assert_true(bench.proved[GO_CAPTURES] > bench.asked / 10);
    close_bench(&bench);
}

/* ---- The rules of zones one by one ------------------------------------------------------------------------------- */

/* Boards of any size, random zones: checks the guarantee of a zone directly. */
struct trial {
    struct go *node, *other; /* N, and a position that agrees with it */
    struct by_random random;
    enum go_claim claim;
    struct go_zone zone;
    struct go_zone after[SMALL_POINTS], passed, self;
    struct go_reply replies[SMALL_POINTS];
    int count;
    long moves, retakings;
};

static unsigned chance(struct trial *t, unsigned bound)
{
    return by_random_below(&t->random, bound);
}

static bool is_winner_to_move(const struct trial *t)
{
    return t->node->side == (t->claim == GO_CAPTURES ? go_attacker(t->node) : t->node->owner);
}

/* Lets the owner retake what the side to move may take in a ko; sometimes that is the block itself. */
static void ask_about_ko(struct trial *t, int ko)
{
    struct go *s = t->node;

    t->claim = GO_ESCAPES;
    s->threats = GO_THREATS_OWNER;
    if (chance(t, 2))
        return;
    for (const uint16_t *n = go_neighbours(s, ko); *n != GO_NO_POINT; n++)
        if (go_chain_at(s, *n)->liberty_count == 1)
            s->target = *n;
}

/* A board with a question; sometimes the block was just taken in a ko that its owner may retake. False: no luck. */
static bool set_trial(struct trial *t, int size)
{
    struct go *s = t->node;
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count;

    if (!go_truth_set_random(s, size, 5 + (int)chance(t, 40), &t->random))
        return false;
    s->side = (uint8_t)chance(t, 2);
    count = go_truth_kos(s, kos);
    if (count && chance(t, 4))
        s->ko = (uint16_t)kos[chance(t, (unsigned)count)];
    t->claim = chance(t, 2) ? GO_CAPTURES : GO_ESCAPES;
    s->threats = (uint8_t)chance(t, 3);
    if (s->ko != GO_NO_POINT && !chance(t, 3)) {
        s->target = s->ko;
        s->owner = s->side;
        s->threats = GO_THREATS_OWNER;
        return true;
    }
    s->target = (uint16_t)chance(t, s->points);
    s->owner = s->board[s->target];
    if (count && s->owner == (s->side ^ 1) && chance(t, 2))
        ask_about_ko(t, kos[chance(t, (unsigned)count)]);
    return s->owner != GO_EMPTY;
}

static void set_zone_by_chance(struct trial *t, struct go_zone *zone)
{
    unsigned percent = chance(t, 60);

    memset(zone, 0, sizeof *zone);
    for (int i = 0; i < t->node->points; i++)
        if (chance(t, 100) < percent)
            go_points_add(&zone->points, i);
}

/* Whether `other` agrees with `node` on a zone, as zone.h has it. */
static bool agrees(const struct go *other, const struct go *node, const struct go_zone *zone, bool forbids_ko)
{
    for (int i = 0; i < node->points; i++)
        if (go_points_has(&zone->points, i) && other->board[i] != node->board[i])
            return false;
    if (forbids_ko && other->ko != GO_NO_POINT && other->ko != node->ko && go_points_has(&zone->points, other->ko))
        return false;
    return !zone->needs_ko || other->ko == node->ko;
}

/* A board that agrees with the node, most of the time not much unlike it. */
static bool set_other(struct trial *t)
{
    struct go *s = t->other;
    const struct go *node = t->node;
    unsigned percent = chance(t, 4) ? 15 + chance(t, 30) : 100;

    by__go_clear(s, node->size);
    s->side = node->side;
    s->owner = node->owner;
    s->target = node->target;
    s->threats = node->threats;
    for (int i = 0; i < s->points; i++) {
        bool is_changed = !go_points_has(&t->zone.points, i) && chance(t, 100) < percent;
        int colour = is_changed ? (int)chance(t, 3) : node->board[i];

        if (colour != GO_EMPTY)
            by__go_put(s, i, colour);
    }
    by__go_link(s);
    for (int i = 0; i < s->points; i++)
        if (s->board[i] != GO_EMPTY && !go_chain_at(s, i)->liberty_count)
            return false;
    if (node->ko != GO_NO_POINT && s->board[node->ko] == GO_EMPTY && (t->zone.needs_ko || chance(t, 2)))
        s->ko = node->ko;
    else if (!set_ko(s, node, &t->zone, is_winner_to_move(t), chance(t, 64)))
        return false;
    return agrees(s, node, &t->zone, is_winner_to_move(t));
}

/* The winner's move is allowed there too, and leads to positions that agree. */
static void try_winner_move(struct trial *t)
{
    struct go *s = t->node;
    int point = chance(t, 20) || t->claim == GO_CAPTURES ? (int)chance(t, s->points) : GO_PASS;
    bool forbids_ko = t->claim == GO_CAPTURES && s->threats == GO_THREATS_OWNER;

    if (!go_target_stands(s))
        point = s->target;
    if (!by__go_is_allowed(s, point, NULL))
        return;
    set_zone_by_chance(t, &t->passed);
    by__go_push(s, go_move(point, s->side));
    t->passed.needs_ko = s->ko != GO_NO_POINT && chance(t, 2);
    by__go_pop(s);
    by__go_zone_of_move(s, t->claim, go_move(point, s->side), &t->passed, &t->zone);
    if (!set_other(t))
        return;
    assert_true(by__go_is_allowed(t->other, point, NULL));
    assert_true(go_target_stands(s) || t->claim == GO_CAPTURES || t->other->ko == t->other->target);
    by__go_push(s, go_move(point, s->side));
    by__go_push(t->other, go_move(point, t->other->side));
    assert_true(agrees(t->other, s, &t->passed, forbids_ko));
    by__go_pop(s);
    by__go_pop(t->other);
    t->moves++;
}

static void add_reply(struct trial *t, int point)
{
    struct go *s = t->node;
    struct go_zone *after = &t->after[t->count];

    set_zone_by_chance(t, after);
    by__go_push(s, go_move(point, s->side));
    after->needs_ko = t->claim == GO_ESCAPES && !go_target_stands(s) && s->ko == s->target;
    by__go_pop(s);
    t->replies[t->count++] = (struct go_reply){.point = point, .after = after};
}

/* The stone that the loser has just captured in the other position is a ko in the node. The owner may retake it, and
 * then the other position agrees with the node again. */
static bool is_retaken(struct trial *t, int point)
{
    struct go *s = t->node, *other = t->other;
    int victim;
    bool is_again;

    if (t->claim != GO_ESCAPES || s->threats != GO_THREATS_OWNER || !takes_in_ko(s, point))
        return false;
    by__go_push(s, go_move(point, s->side));
    victim = s->ko;
    by__go_pop(s);
    if (is_captured(other) || !by__go_is_allowed(other, victim, NULL))
        return false;
    by__go_push(other, go_move(victim, other->side));
    is_again = agrees(other, s, &t->self, false);
    by__go_pop(other);
    t->retakings++;
    return is_again;
}

/* A reply of the loser in the other position agrees with the node after it, or with that after a pass; or it is
 * retaken. */
static void assert_reply_agrees(struct trial *t, int point)
{
    struct go *s = t->node;
    bool is_good;

    by__go_push(t->other, go_move(point, t->other->side));
    by__go_push(s, go_move(GO_PASS, s->side));
    is_good = agrees(t->other, s, &t->passed, true);
    by__go_pop(s);
    if (!go_target_stands(s)) /* it is captured now, or was retaken */
        is_good = point != s->target;
    for (int i = 0; i < t->count && !is_good; i++) {
        if (t->replies[i].point != point)
            continue;
        by__go_push(s, go_move(point, s->side));
        is_good = agrees(t->other, s, t->replies[i].after, true);
        by__go_pop(s);
    }
    assert_true(is_good || is_retaken(t, point));
    by__go_pop(t->other);
    t->moves++;
}

static void try_loser_moves(struct trial *t)
{
    struct go *s = t->node;
    struct go_points missing;

    t->count = 0;
    set_zone_by_chance(t, &t->passed);
    set_zone_by_chance(t, &t->self);
    for (int i = 0; i < s->points; i++)
        if (!chance(t, 4) && by__go_is_allowed(s, i, NULL))
            add_reply(t, i);
    while (!by__go_zone_of_replies(s, t->claim, &t->self, &t->passed, t->replies, t->count, &t->zone, &missing))
        for (int p = go_first_point(s, missing.words); p >= 0; p = go_next_point(s, missing.words, p))
            add_reply(t, p);
    if (!set_other(t))
        return;
    for (int i = 0; i < s->points; i++)
        if (by__go_is_allowed(t->other, i, NULL))
            assert_reply_agrees(t, i);
}

static void guarantees_that_moves_do_the_same(void **unused)
{
    struct trial t = {.moves = 0};
    int boards = is_long() ? 10000000 : 2000000;

    (void)unused;
    t.node = go_truth_make_board(3, 2);
    t.other = go_truth_make_board(3, 2);
    for (int i = 0; i < boards; i++) {
        if (!set_trial(&t, 2 + (int)chance(&t, 4)))
            continue;
        if (is_winner_to_move(&t))
            try_winner_move(&t);
        else if (go_target_stands(t.node) || t.claim == GO_CAPTURES)
            try_loser_moves(&t);
    }
    assert_true(t.moves > boards / 10);
    print_message("moves %ld, retakings %ld\n", t.moves, t.retakings);
    assert_true(t.retakings > boards / 10000);
    go_truth_free_board(t.node);
    go_truth_free_board(t.other);
}

/* ---- Proofs as they are played ----------------------------------------------------------------------------------- */

/* A proof in the hands of the winner, on a board that agrees with the one it was found on. */
struct game {
    struct trial trial; /* `node` and `other`: where the proof is, and where the game is */
    const by_record *record;
    int at; /* node of the record */
    long retakings;
};

static int find_child(const by_record *record, int node, by_move move)
{
    int child = by_record_child(record, node);

    while (child != BY_RECORD_NONE && by_record_move(record, child) != move)
        child = by_record_next(record, child);
    return child;
}

/* The zone of a node of the proof; false: there it goes round, and only the whole tree has zones. */
static bool find_zone(const struct game *game, int node, struct go_zone *zone)
{
    const struct go *s = game->trial.node;
    struct go_gap gap;

    if (is_captured(s) || s->passes == 2)
        return by__go_zone_of_end(s, game->trial.claim, zone);
    assert_int_equal(by__go_zone_check(s, game->trial.claim, game->record, node, &gap, zone, NULL), BY_OK);
    return gap.kind == GO_GAP_NONE;
}

static void play_winner(struct game *game)
{
    struct trial *t = &game->trial;
    by_move move;

    game->at = by_record_child(game->record, game->at);
    move = by_record_move(game->record, game->at);
    assert_true(by__go_is_allowed(t->other, go_point(move), NULL));
    by__go_push(t->other, move);
    by__go_push(t->node, move);
}

/* Whether the proof goes on as after a pass. */
static bool is_as_a_pass(struct game *game, int passed)
{
    struct trial *t = &game->trial;
    struct go_zone zone;

    if (passed == BY_RECORD_NONE)
        return false;
    by__go_push(t->node, go_move(GO_PASS, t->node->side));
    if (find_zone(game, passed, &zone) && agrees(t->other, t->node, &zone, true)) {
        game->at = passed;
        return true;
    }
    by__go_pop(t->node);
    return false;
}

/* The winner retakes what the loser has taken in a ko; the proof is where it was. False: that is no answer here. */
static bool retakes(struct game *game)
{
    struct trial *t = &game->trial;

    if (t->claim != GO_ESCAPES || t->other->threats != GO_THREATS_OWNER || t->other->ko == GO_NO_POINT)
        return false;
    by__go_push(t->other, go_move(t->other->ko, t->other->side));
    game->retakings++;
    return true;
}

/* Any move of the loser. */
static void play_loser(struct game *game)
{
    struct trial *t = &game->trial;
    int side = t->node->side, point, child;

    do
        point = chance(t, 20) ? (int)chance(t, t->other->points) : GO_PASS;
    while (!by__go_is_allowed(t->other, point, NULL));
    by__go_push(t->other, go_move(point, side));
    if (is_captured(t->other) || is_as_a_pass(game, find_child(game->record, game->at, go_move(GO_PASS, side))))
        return;
    child = find_child(game->record, game->at, go_move(point, side));
    if (child == BY_RECORD_NONE && retakes(game))
        return;
    game->at = child;
    if (game->at != BY_RECORD_NONE)
        by__go_push(t->node, go_move(point, side));
}

/* True: to the end. False: the proof goes round. */
static bool play_to_the_end(struct game *game)
{
    struct trial *t = &game->trial;

    while (!is_captured(t->other)) {
        struct go_zone zone;

        if (game->at == BY_RECORD_NONE || t->other->length > PLIES_MOST || !find_zone(game, game->at, &zone)) {
            assert_int_equal(t->claim, GO_ESCAPES);
            return false;
        }
        assert_true(agrees(t->other, t->node, &zone, is_winner_to_move(t)));
        if (by_record_child(game->record, game->at) == BY_RECORD_NONE) {
            assert_int_equal(t->claim, GO_ESCAPES);
            assert_true(by__go_is_alive(t->other, t->other->target));
            return true;
        }
        if (is_winner_to_move(t))
            play_winner(game);
        else
            play_loser(game);
    }
    assert_int_equal(t->claim, GO_CAPTURES);
    return true;
}

static bool set_question_by_chance(struct trial *t, int size)
{
    struct go *s = t->node;

    if (!go_truth_set_random(s, size, 30 + (int)chance(t, 40), &t->random))
        return false;
    s->target = (uint16_t)chance(t, s->points);
    s->owner = s->board[s->target];
    s->side = (uint8_t)chance(t, 2);
    s->threats = (uint8_t)chance(t, 3);
    t->claim = chance(t, 2) ? GO_CAPTURES : GO_ESCAPES;
    return s->owner != GO_EMPTY && go_chain_at(s, s->target)->liberty_count < 3;
}

static void take_all_back(struct go *s)
{
    while (s->length)
        by__go_pop(s);
}

/* A random board; if it has a proof, plays games with it. Returns the number of games that ended. */
static int play_games(struct game *game, struct prover *prover, int size)
{
    struct trial *t = &game->trial;
    by_record *record;
    int played = 0;

    if (!set_question_by_chance(t, size))
        return 0;
    record = proved_record(prover, t->node, t->claim, 7, 300, &t->zone);
    for (int i = 0; record && i < 4; i++) {
        if (!set_other(t))
            continue;
        game->record = record;
        game->at = BY_RECORD_ROOT;
        played += play_to_the_end(game);
        take_all_back(t->node);
    }
    by_record_destroy(record);
    return played;
}

/* On boards too large for brute force: the loser moves anywhere, the winner follows his proof. */
static void is_played_to_the_end(void **unused)
{
    struct game game = {.at = 0};
    struct prover prover;
    int boards = is_long() ? 2000000 : 60000;
    long played = 0;

    (void)unused;
    game.trial.node = go_truth_make_board(3, PLIES_MOST * 2);
    game.trial.other = go_truth_make_board(3, PLIES_MOST * 2);
    open_prover(&prover);
    for (int i = 0; i < boards; i++)
        played += play_games(&game, &prover, 5 + i % 5);
    print_message("games %ld, retakings %ld\n", played, game.retakings);
    assert_true(played > boards / 20);
    close_prover(&prover);
    go_truth_free_board(game.trial.node);
    go_truth_free_board(game.trial.other);
}

/* ---- The verifier ------------------------------------------------------------------------------------------------ */

/* A question, a record for its proof, and the verifier's answer. */
struct trial_proof {
    struct opened opened;
    struct go *s;
    by_record *record;
    enum go_claim claim;
    struct go_gap gap;
    struct go_zone zone;
};

static int point_of(const struct go *s, const char *vertex)
{
    int column = vertex[0] - 'A' - (vertex[0] > 'I');

    return vertex[0] == 'p' ? GO_PASS : (atoi(vertex + 1) - 1) * s->size + column;
}

/* The text is the owner of the block, a point of it, the side with threats, and a position: "black A5 none 5 X.O../...
 * b". */
static void open_proof(struct trial_proof *proof, enum go_claim claim, const char *settings, const char *text)
{
    char owner[8], vertex[8], threats[12];
    int length = 0;

    assert_int_equal(sscanf(text, "%7s %7s %11s %n", owner, vertex, threats, &length), 3);
    *proof = (struct trial_proof){.claim = claim, .opened = open_position("go", settings, text + length)};
    proof->s = proof->opened.position->state;
    proof->s->owner = strcmp(owner, "black") ? GO_WHITE : GO_BLACK;
    proof->s->target = (uint16_t)point_of(proof->s, vertex);
    proof->s->threats = strcmp(threats, "owner") ? GO_THREATS_NONE : GO_THREATS_OWNER;
    assert_int_equal(by_record_create(&proof->record, NULL), BY_OK);
}

static void close_proof(struct trial_proof *proof)
{
    by_record_destroy(proof->record);
    close_position(&proof->opened);
}

/* Adds a line of moves from the root, of both sides in turn, as far as it is not there; returns its last node. */
static int add_line(struct trial_proof *proof, const char *line)
{
    int node = BY_RECORD_ROOT, side = proof->s->side;

    for (; *line; line += strcspn(line, " "), side ^= 1) {
        by_move move;
        int child;

        line += strspn(line, " ");
        move = go_move(point_of(proof->s, line), side);
        child = find_child(proof->record, node, move);
        if (child == BY_RECORD_NONE)
            assert_int_equal(by_record_add(proof->record, node, move, &child, NULL), BY_OK);
        node = child;
    }
    return node;
}

static enum go_gap_kind check_proof(struct trial_proof *proof)
{
    by_error error = {0};

    if (by__go_zone_check(proof->s, proof->claim, proof->record, BY_RECORD_ROOT, &proof->gap, &proof->zone, &error))
        fail_msg("%s", error.message);
    return proof->gap.kind;
}

/* Fails unless these, in any order, are the points of a set. */
static void assert_points(const struct go *s, const struct go_points *points, const char *vertices)
{
    int count = 0;

    for (const char *at = vertices; *at; at += strcspn(at, " "), at += strspn(at, " "), count++)
        assert_true(go_points_has(points, point_of(s, at)));
    assert_int_equal(go_points_count(s, points), count);
}

static void assert_gap(const struct trial_proof *proof, int node, const char *vertices)
{
    struct go_points points;

    assert_int_equal(proof->gap.kind, GO_GAP_MISSING);
    assert_int_equal(proof->gap.node, node);
    go_points_clear(&points);
    for (int i = 0; i < proof->gap.count; i++)
        go_points_add(&points, go_point(proof->gap.moves[i]));
    assert_points(proof->s, &points, vertices);
}

/* The block and what surrounds it is the zone of a capture; the rest of the board may be anything. */
static void knows_the_zone_of_a_capture(void **unused)
{
    struct trial_proof proof;

    (void)unused;
    open_proof(&proof, GO_CAPTURES, "", "black A5 none 5 XX.O./OO.../...../...../...X. w");
    add_line(&proof, "C5");
    assert_int_equal(check_proof(&proof), GO_GAP_NONE);
    assert_points(proof.s, &proof.zone.points, "A5 B5 C5 A4 B4");
    close_proof(&proof);
}

/* The owner to move, A5 in atari: the pass is asked for first; then his ways out, which are the liberty of the block
 * and, since the stone at A4 must stay, one of its own. */
static void names_what_is_missing(void **unused)
{
    struct trial_proof proof;

    (void)unused;
    open_proof(&proof, GO_CAPTURES, "", "black A5 none 5 X.O../O..../...../...../..... b");
    assert_int_equal(check_proof(&proof), GO_GAP_OPEN);
    add_line(&proof, "B5 B4");
    check_proof(&proof);
    assert_int_equal(proof.gap.count, 1);
    assert_int_equal(proof.gap.moves[0], go_move(GO_PASS, GO_BLACK));
    add_line(&proof, "pass B5");
    check_proof(&proof);
    assert_gap(&proof, BY_RECORD_ROOT, "A3");
    add_line(&proof, "A3 B5");
    assert_int_equal(check_proof(&proof), GO_GAP_NONE);
    assert_points(proof.s, &proof.zone.points, "A5 B5 A4 A3 B4 C5 C4");
    close_proof(&proof);
}

static void assert_wrong(enum go_claim claim, const char *text, const char *line)
{
    struct trial_proof proof;
    int node;

    open_proof(&proof, claim, "", text);
    node = add_line(&proof, line);
    assert_int_equal(check_proof(&proof), GO_GAP_WRONG);
    assert_int_equal(proof.gap.node, node);
    close_proof(&proof);
}

/* Moves that are none, and ends that the winner does not want. */
static void refuses_what_proves_nothing(void **unused)
{
    static const by_move strange[] = {BY_MOVE_NONE, (GO_POINTS_MOST - 1) * 2 + GO_WHITE, 0 + GO_BLACK,
                                      20 * 2 + GO_WHITE, UINT32_MAX};
    const char *text = "black A5 none 5 XX.O./OO.../...../...../...X. w";

    (void)unused;
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        struct trial_proof proof;
        int node;

        open_proof(&proof, GO_CAPTURES, "", text);
        assert_int_equal(by_record_add(proof.record, BY_RECORD_ROOT, strange[i], &node, NULL), BY_OK);
        assert_int_equal(check_proof(&proof), GO_GAP_WRONG);
        assert_int_equal(proof.gap.node, node);
        close_proof(&proof);
    }
    assert_wrong(GO_ESCAPES, text, "C5");                                        /* captured */
    assert_wrong(GO_CAPTURES, text, "pass pass");                                /* and over */
    assert_wrong(GO_CAPTURES, "black B4 none 4 .X../X.../..../.... w", "A4");    /* suicide */
    assert_wrong(GO_CAPTURES, "black C4 none 4 .OX./OX.X/.OX./.... w C3", "C3"); /* a ko */
}

/* A pass of the attacker that ends the game is answered by nothing, and so are all his other moves. */
static void is_not_deceived_by_an_earlier_pass(void **unused)
{
    struct trial_proof proof;

    (void)unused;
    open_proof(&proof, GO_ESCAPES, "", "black A5 none 5 X.O../...../...../...../..... w - 7.5 0 0 1");
    add_line(&proof, "pass");
    assert_int_equal(check_proof(&proof), GO_GAP_OPEN);
    close_proof(&proof);
    open_proof(&proof, GO_ESCAPES, "", "black A5 none 5 X.O../...../...../...../..... b - 7.5 0 0 1");
    add_line(&proof, "pass");
    assert_int_equal(check_proof(&proof), GO_GAP_NONE);
    close_proof(&proof);
}

/* Two kos, then the same stones with another ko: that is no repetition for the winner, because the rules may now forbid
 * his earlier move. The loser has fewer options, unless a ko forbade him something before. */
static void tells_kos_of_repetitions(void **unused)
{
    struct trial_proof proof;
    int node;

    (void)unused;
    open_proof(&proof, GO_ESCAPES, "",
               "black C3 none 8 ......../......../......../......../......../.OX..OX./O.OXOX.X/.OX..OX. b");
    node = add_line(&proof, "pass G2 B2 pass F2 C2");
    assert_int_equal(check_proof(&proof), GO_GAP_OPEN);
    assert_int_equal(proof.gap.node, node);
    close_proof(&proof);
    open_proof(&proof, GO_ESCAPES, "",
               "black C3 none 8 ......../......../......../......../......../.OX..OX./OX.XOX.X/.OX..OX. w");
    node = add_line(&proof, "C2 pass G2 B2");
    add_line(&proof, "C2 pass G2 B2 pass F2");
    assert_int_equal(check_proof(&proof), GO_GAP_MISSING);
    assert_int_equal(proof.gap.node, node); /* what is after it is closed */
    close_proof(&proof);
    open_proof(&proof, GO_ESCAPES, "",
               "black C3 owner 8 ......../......../......../......../......../.OX..OX./OX.XOX.X/.OX..OX. w C2");
    node = add_line(&proof, "G2 F2");
    assert_int_equal(check_proof(&proof), GO_GAP_OPEN);
    assert_int_equal(proof.gap.node, node);
    close_proof(&proof);
}

/* Black has an eye at E5, and another at E3 as long as he retakes the ko there: then he may pass, whether the ko is
 * forbidden just now or not. The surroundings of his stones do not matter. */
static void leaves_kos_to_the_owner(void **unused)
{
    static const char *const kos[] = {"..OX./..OXX/..OX./..OOX/....O w", "..OX./..OXX/..OX./..OOX/....O w E3"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct trial_proof proof;
        char text[64];

        (void)snprintf(text, sizeof text, "black D5 owner 5 %s", kos[i]);
        open_proof(&proof, GO_ESCAPES, "", text);
        add_line(&proof, "pass pass");
        assert_int_equal(check_proof(&proof), GO_GAP_NONE);
        assert_points(proof.s, &proof.zone.points, "D5 E5 D4 E4 D3 E3 E2");
        assert_false(proof.zone.needs_ko);
        close_proof(&proof);
        (void)snprintf(text, sizeof text, "black D5 none 5 %s", kos[i]);
        open_proof(&proof, GO_ESCAPES, "", text);
        add_line(&proof, "pass pass");
        check_proof(&proof);
        assert_gap(&proof, BY_RECORD_ROOT, "E3");
        close_proof(&proof);
    }
}

/* The stone that takes a ko may be retaken at once if its owner has threats: that has to be answered too. */
static void asks_for_the_retaking_of_a_ko(void **unused)
{
    struct trial_proof proof;
    int node;

    (void)unused;
    open_proof(&proof, GO_CAPTURES, "", "black B3 none 4 .OX./OX.X/.OX./.... w");
    add_line(&proof, "C3");
    assert_int_equal(check_proof(&proof), GO_GAP_NONE);
    close_proof(&proof);
    open_proof(&proof, GO_CAPTURES, "", "black B3 owner 4 .OX./OX.X/.OX./.... w");
    node = add_line(&proof, "C3");
    assert_int_equal(check_proof(&proof), GO_GAP_OPEN);
    add_line(&proof, "C3 A1");
    check_proof(&proof);
    assert_gap(&proof, node, "B3");
    close_proof(&proof);
}

static void assert_refused(const char *settings, const char *text, by_status expected)
{
    struct trial_proof proof;
    by_error error = {0};

    open_proof(&proof, GO_CAPTURES, settings, text);
    assert_int_equal(by__go_zone_check(proof.s, GO_CAPTURES, proof.record, BY_RECORD_ROOT, &proof.gap, NULL, &error),
                     expected);
    assert_true(strstr(error.message, "expected"));
    close_proof(&proof);
}

/* Zones are for simple ko without suicide, and for blocks that stand. */
static void says_where_there_are_no_zones(void **unused)
{
    const char *text = "black A5 none 5 XX.O./OO.../...../...../...X. w";

    (void)unused;
    assert_refused("ko=positional", text, BY_ERROR_UNSUPPORTED);
    assert_refused("ko=situational", text, BY_ERROR_UNSUPPORTED);
    assert_refused("suicide=on", text, BY_ERROR_UNSUPPORTED);
    assert_refused("", "black A1 none 5 XX.O./OO.../...../...../...X. w", BY_ERROR_INPUT);
    assert_refused("", "black A5 none 5 XX.O./OO.../...../...../...X. w - 7.5 0 0 2", BY_ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guarantees_that_moves_do_the_same),
        cmocka_unit_test(knows_the_zone_of_a_capture),
        cmocka_unit_test(names_what_is_missing),
        cmocka_unit_test(refuses_what_proves_nothing),
        cmocka_unit_test(is_not_deceived_by_an_earlier_pass),
        cmocka_unit_test(tells_kos_of_repetitions),
        cmocka_unit_test(leaves_kos_to_the_owner),
        cmocka_unit_test(asks_for_the_retaking_of_a_ko),
        cmocka_unit_test(says_where_there_are_no_zones),
        cmocka_unit_test(is_played_to_the_end),
        cmocka_unit_test(holds_on_2x2),
        cmocka_unit_test(holds_on_3x3),
        cmocka_unit_test(holds_on_4x4),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
