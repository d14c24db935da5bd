/* SPDX-License-Identifier: MIT
 *
 * See prove.h. Proved positions are stored with their zones and reused. For others the table stores the depth without a
 * proof and the best move, which is tried first: the winner's last success, or the loser's move that had no answer.
 *
 * The answer to the pass is the first thing to try against any other move, since most moves of the loser change little.
 */
#include "games/go/prove.h"

#include <assert.h>
#include <stdlib.h>

#include "boyi/random.h"

enum { NONE = -1, STOP_EVERY = 1024, BUDGET_MOST = 250 };

/* A position that is proved, and a move of it to another. */
struct proved {
    struct go_zone zone;
    int edge; /* the first, or NONE */
};

struct edge {
    by_move move;
    int to; /* a proved position */
    int next;
};

struct entry {
    uint64_t key;
    int proved; /* or NONE */
    uint16_t point;
    uint8_t failed; /* one more than the budget with which there is no proof; 0: not tried */
    uint8_t round;  /* in which it was written; what an earlier one knew is forgotten */
};

struct search {
    struct go *s;
    enum go_claim claim;
    int winner;
    const struct go_effort *effort;
    struct entry *entries;
    struct proved *proved;
    struct edge *edges;
    int proved_count, edge_count, edges_most;
    int captured; /* the proved position that stands for all in which the block is gone, or NONE */
    int passed;   /* likewise for all in which the loser has passed and the winner will, or NONE */
    uint64_t nodes, nodes_most;
    uint8_t round;
    bool is_stopped;
    bool is_asked;                             /* the caller asked to stop */
    bool is_ladder;                            /* the first round: the attacker only gives atari, as far as it goes */
    uint16_t answers[GO_PROOF_PLIES_MOST + 2]; /* by ply, what the winner did last with success */
};

/* ---- What is kept ------------------------------------------------------------------------------------------------ */

enum { KEY_SIDE = 420000, KEY_PASSED = 420002, KEY_KO = 421000 };

/* After the loser's pass that of the winner ends the game, and is no move that a proof of escape can go on with. */
static struct entry *entry_of(const struct search *p)
{
    const struct go *s = p->s;
    uint64_t key =
        s->stones_key ^ by_random_word((uint64_t)KEY_SIDE + s->side) ^ by_random_word((uint64_t)KEY_KO + s->ko);
    struct entry *entry;

    if (p->claim == GO_ESCAPES && s->passes && s->side == p->winner)
        key ^= by_random_word(KEY_PASSED);
    entry = &p->entries[key & (uint64_t)(p->effort->entries - 1)];
    if (entry->key != key || entry->round != p->round)
        *entry = (struct entry){.key = key, .proved = NONE, .point = GO_NO_POINT, .round = p->round};
    return entry;
}

/* NONE: there is no room. */
static int store_proved(struct search *p, const struct go_zone *zone, int edge)
{
    if (p->proved_count >= p->effort->kept) {
        p->is_stopped = true;
        return NONE;
    }
    p->proved[p->proved_count] = (struct proved){.zone = *zone, .edge = edge};
    return p->proved_count++;
}

static int store_edge(struct search *p, int point, int to, int next)
{
    if (p->edge_count >= p->edges_most) {
        p->is_stopped = true;
        return NONE;
    }
    p->edges[p->edge_count] = (struct edge){.move = go_move(point, p->s->side), .to = to, .next = next};
    return p->edge_count++;
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

static int prove(struct search *p, int budget);

/* The part of the budget that the last move uses. An attacking move costs the liberties that it leaves: ladders are
 * read deep, quiet moves are few in a line. */
static int cost_of_move(const struct search *p)
{
    const struct go *s = p->s;

    if (p->claim == GO_ESCAPES)
        return 1;
    if (p->is_ladder)
        return 0;
    return s->side == p->winner || !go_target_stands(s) ? 0 : go_chain_at(s, s->target)->liberty_count;
}

/* The proved position after a move, or NONE. */
static int prove_after(struct search *p, int point, int budget)
{
    int cost, result = NONE;

    by__go_push(p->s, go_move(point, p->s->side));
    cost = cost_of_move(p);
    if (cost <= budget && (int)p->s->length <= p->effort->plies)
        result = prove(p, budget - cost);
    by__go_pop(p->s);
    return result;
}

/* The owner may pass until the block is gone: then each move of the attacker takes a liberty. */
static bool is_too_far(const struct search *p, int budget)
{
    const struct go *s = p->s;
    int liberties = go_target_stands(s) ? go_chain_at(s, s->target)->liberty_count : 0;

    if (p->claim == GO_ESCAPES)
        return false;
    return p->is_ladder ? liberties > (s->side == p->winner ? 2 : 1) : budget < liberties * (liberties - 1) / 2;
}

static int try_winner_move(struct search *p, int point, int budget)
{
    struct go_zone zone;
    int after = prove_after(p, point, budget), edge;

    if (after == NONE)
        return NONE;
    by__go_zone_of_move(p->s, p->claim, go_move(point, p->s->side), &p->proved[after].zone, &zone);
    edge = store_edge(p, point, after, NONE);
    p->answers[p->s->length] = (uint16_t)point;
    return edge == NONE ? NONE : store_proved(p, &zone, edge);
}

/* Whether the side to move may move at `point`, which may be none. */
static bool is_open(struct go *s, int point)
{
    return point < s->points && s->board[point] == GO_EMPTY && by__go_is_allowed(s, point, NULL);
}

static bool may_try(const struct search *p, int point)
{
    return point == GO_PASS ? p->claim == GO_ESCAPES : is_open(p->s, point);
}

static void list_tries(struct search *p, struct by_moves *out)
{
    struct go *s = p->s;
    const uint64_t *liberties = go_chain_at(s, s->target)->liberties;

    if (!p->is_ladder) {
        by__go_candidates(s, GO_SELECT_WIDE, out);
        return;
    }
    for (int q = go_first_point(s, liberties); q >= 0; q = go_next_point(s, liberties, q))
        by_moves_add(out, go_move(q, s->side));
}

static int prove_winner(struct search *p, int budget, int first)
{
    struct by_move_info list[GO_POINTS_MOST + 1];
    struct by_moves moves = {.list = list};
    int second = p->answers[p->s->length], result = NONE;

    if (p->claim == GO_ESCAPES && first != GO_PASS) /* what needs no move rests on less */
        result = try_winner_move(p, GO_PASS, budget);
    if (result == NONE && may_try(p, first))
        result = try_winner_move(p, first, budget);
    if (result == NONE && second != first && may_try(p, second))
        result = try_winner_move(p, second, budget);
    if (result != NONE)
        return result;
    list_tries(p, &moves);
    for (int i = 0; i < moves.count && result == NONE && !p->is_stopped; i++) {
        int point = go_point(list[i].move);

        if (point != first && point != second && may_try(p, point))
            result = try_winner_move(p, point, budget);
    }
    return result;
}

/* The loser's moves that are answered so far. */
struct answered {
    struct go_reply replies[GO_POINTS_MOST];
    int to[GO_POINTS_MOST]; /* proved positions */
    int count, edge;
};

/* False: there is none that is found, and `refutation` gets the move. */
static bool answer(struct search *p, int point, int budget, struct answered *a, int *refutation)
{
    int after;

    for (int i = 0; i < a->count; i++)
        if (a->replies[i].point == point)
            return true;
    after = prove_after(p, point, budget);
    if (after == NONE) {
        *refutation = point;
        return false;
    }
    a->to[a->count] = after;
    a->replies[a->count++].point = point;
    a->edge = store_edge(p, point, after, a->edge);
    return a->edge != NONE;
}

/* Answers all moves that have to be answered. False: it cannot be done. */
static bool answer_needed(struct search *p, int budget, const struct go_zone *self, const struct go_zone *passed,
                          struct answered *a, struct go_zone *zone, int *refutation)
{
    struct go_points missing;

    for (;;) {
        for (int i = 0; i < a->count; i++)
            a->replies[i].after = &p->proved[a->to[i]].zone;
        if (by__go_zone_of_replies(p->s, p->claim, self, passed, a->replies, a->count, zone, &missing))
            return true;
        for (int q = go_first_point(p->s, missing.words); q >= 0; q = go_next_point(p->s, missing.words, q))
            if (!answer(p, q, budget, a, refutation))
                return false;
    }
}

/* Whether the winner of an escape can wait: he passes when the loser does, and retakes kos. The zone then depends on
 * itself, and grows until it has all that it needs. */
static bool stay(struct search *p, int budget, struct answered *a, struct go_zone *zone, int *refutation)
{
    struct go_zone self;
    int count;

    do { /* once more with all replies: the needed moves depend on them, and the verifier knows them from the beginning
          */
        count = a->count;
        memset(zone, 0, sizeof *zone);
        do {
            self = *zone;
            if (!answer_needed(p, budget, &self, &self, a, zone, refutation))
                return false;
            go_points_add_words(p->s, &zone->points, self.points.words);
        } while (!zone->needs_ko && memcmp(&self.points, &zone->points, sizeof self.points) != 0);
    } while (a->count != count);
    return true;
}

/* Both pass. */
static bool store_passes(struct search *p, struct answered *a)
{
    if (p->passed == NONE) {
        struct go_zone none = {.needs_ko = false};
        int end = store_proved(p, &none, NONE), edge = end == NONE ? NONE : store_edge(p, GO_PASS, end, NONE);

        if (edge == NONE)
            return false;
        p->edges[edge].move = go_move(GO_PASS, p->winner);
        p->passed = store_proved(p, &none, edge);
    }
    if (p->passed != NONE)
        a->edge = store_edge(p, GO_PASS, p->passed, a->edge);
    return p->passed != NONE && a->edge != NONE;
}

/* The loser's pass is answered by a move. */
static bool go_on(struct search *p, int budget, struct answered *a, struct go_zone *zone, int *refutation)
{
    int passed = prove_after(p, GO_PASS, budget);

    if (passed == NONE)
        return false;
    a->edge = store_edge(p, GO_PASS, passed, a->edge);
    return a->edge != NONE && answer_needed(p, budget, NULL, &p->proved[passed].zone, a, zone, refutation);
}

static bool is_answered(struct search *p, int budget, struct answered *a, struct go_zone *zone, int *refutation)
{
    struct go_zone none = {.needs_ko = false};

    if (!go_target_stands(p->s)) /* it was taken in a ko: only the retaking is needed */
        return answer_needed(p, budget, NULL, &none, a, zone, refutation);
    if (p->claim == GO_CAPTURES)
        return go_on(p, budget, a, zone, refutation);
    if (!stay(p, budget, a, zone, refutation))
        return false;
    /* Two passes would lift a ko that the zone needs */
    return zone->needs_ko ? go_on(p, budget, a, zone, refutation) : store_passes(p, a);
}

static int prove_loser(struct search *p, int budget, int *refutation)
{
    struct answered a;
    struct go_zone zone;
    int first = *refutation;

    a.count = 0;
    a.edge = NONE;
    if (is_open(p->s, first) && !answer(p, first, budget, &a, refutation))
        return NONE;
    return is_answered(p, budget, &a, &zone, refutation) ? store_proved(p, &zone, a.edge) : NONE;
}

static void count_node(struct search *p)
{
    p->nodes++;
    if (p->effort->is_stopped && p->nodes % STOP_EVERY == 0 && p->effort->is_stopped(p->effort->context))
        p->is_asked = true;
    if (p->is_asked || p->nodes >= p->nodes_most)
        p->is_stopped = true;
}

static int prove_further(struct search *p, int budget)
{
    struct entry *entry = entry_of(p);
    int point = entry->point, result;

    if (entry->proved != NONE)
        return entry->proved;
    if (entry->failed > budget)
        return NONE;
    result = p->s->side == p->winner ? prove_winner(p, budget, point) : prove_loser(p, budget, &point);
    if (p->is_stopped)
        return NONE;
    entry = entry_of(p); /* the search below may have used it for another position */
    entry->point = (uint16_t)point;
    entry->proved = result;
    if (result == NONE)
        entry->failed = (uint8_t)(budget + 1);
    return result;
}

/* The proved position that is on the board, or NONE. */
static int prove(struct search *p, int budget)
{
    struct go_zone zone;
    int end;

    if (!p->is_stopped)
        count_node(p);
    if (p->is_stopped)
        return NONE;
    if (p->captured != NONE && go_is_captured(p->s))
        return p->captured;
    if (by__go_zone_of_end(p->s, p->claim, &zone)) {
        end = store_proved(p, &zone, NONE);
        if (p->claim == GO_CAPTURES)
            p->captured = end; /* all captures have the same zone, the point of the block */
        return end;
    }
    if (go_is_captured(p->s) || p->s->passes == 2 || is_too_far(p, budget))
        return NONE;
    return prove_further(p, budget);
}

/* ---- Records ----------------------------------------------------------------------------------------------------- */

/* Whether the game goes on after the move: a second pass ends it, whatever else the first is answered by. */
static bool goes_on(by_move move, bool is_after_pass)
{
    return go_point(move) != GO_PASS || !is_after_pass;
}

/* The moves of a proof written out as a tree, in which a position may stand several times; `most` if there are more. */
static int count_moves(const struct search *p, int proved, bool is_after_pass, int most)
{
    int count = 0;

    for (int i = p->proved[proved].edge; i != NONE && count < most; i = p->edges[i].next) {
        const struct edge *edge = &p->edges[i];

        count++;
        if (goes_on(edge->move, is_after_pass))
            count += count_moves(p, edge->to, go_point(edge->move) == GO_PASS, most - count);
    }
    return count < most ? count : most;
}

static by_status write_proof(const struct search *p, int proved, bool is_after_pass, by_record *record, int node,
                             by_error *error)
{
    for (int i = p->proved[proved].edge; i != NONE; i = p->edges[i].next) {
        const struct edge *edge = &p->edges[i];
        int child;
        by_status status = by_record_add(record, node, edge->move, &child, error);

        if (!status && goes_on(edge->move, is_after_pass))
            status = write_proof(p, edge->to, go_point(edge->move) == GO_PASS, record, child, error);
        if (status)
            return status;
    }
    return BY_OK;
}

/* ---- Beginning and end ------------------------------------------------------------------------------------------- */

/* A ladder is too long a line for any budget, and too cheap to wait for one. */
static int prove_ladder(struct search *p)
{
    int proved;

    p->is_ladder = p->claim == GO_CAPTURES;
    p->nodes_most = p->effort->nodes / 4;
    proved = p->is_ladder ? prove(p, 0) : NONE;
    p->is_ladder = false;
    p->nodes_most = p->effort->nodes;
    p->is_stopped = p->is_asked || p->nodes >= p->nodes_most; /* else only this round was too long */
    p->round++;
    return proved;
}

static by_status run(struct search *p, by_record *record, int node, struct go_proof *out, by_error *error)
{
    int proved;

    p->round = 1;
    for (int i = 0; i < GO_PROOF_PLIES_MOST + 2; i++)
        p->answers[i] = GO_NO_POINT;
    proved = prove_ladder(p);
    for (int budget = 0; budget <= BUDGET_MOST && proved == NONE && !p->is_stopped; budget++)
        proved = prove(p, budget);
    out->nodes = p->nodes;
    out->is_proved = proved != NONE;
    if (!out->is_proved || !record)
        return BY_OK;
    if (count_moves(p, proved, false, p->effort->tree + 1) > p->effort->tree)
        return by_error_set(error, BY_ERROR_LIMIT, "the proof has more than the %d moves that are allowed",
                            p->effort->tree);
    return write_proof(p, proved, false, record, node, error);
}

by_status by__go_prove(const struct go *root, enum go_claim claim, const struct go_effort *effort, by_record *record,
                       int node, struct go_proof *out, by_error *error)
{
    struct search p = {.claim = claim, .effort = effort, .captured = NONE, .passed = NONE};
    by_status status = by__go_check_zones(root, error);

    *out = (struct go_proof){.is_proved = false};
    if (status)
        return status;
    if (!go_target_stands(root) || root->passes == 2)
        return by_error_set(error, BY_ERROR_INPUT, "expected a block on the board, in a game that goes on");
    assert(effort->plies <= GO_PROOF_PLIES_MOST);
    p.winner = go_winner(root, claim);
    p.edges_most = effort->kept * 2;
    p.s = by__go_copy(root, effort->plies + 2);
    p.entries = calloc((size_t)effort->entries, sizeof *p.entries);
    p.proved = malloc((size_t)effort->kept * sizeof *p.proved);
    p.edges = malloc((size_t)p.edges_most * sizeof *p.edges);
    if (p.s && p.entries && p.proved && p.edges) {
        if (claim == GO_ESCAPES)
            p.s->passes = 0;
        status = run(&p, record, node, out, error);
    } else {
        status = by_error_no_memory(error);
    }
    free(p.s);
    free(p.entries);
    free(p.proved);
    free(p.edges);
    return status;
}

/* ---- For the library --------------------------------------------------------------------------------------------- */

/* Enough for most proofs that can be found; the library's own search tries the others. */
enum { NODES_MOST = 1000000, PLIES_MOST = 160, ENTRIES = 1 << 17, KEPT_MOST = 1 << 17, TREE_MOST = 1 << 20 };

static int lesser(int limit, int most)
{
    return limit > 0 && limit < most ? limit : most;
}

by_status by__go_find_proof(void *state, bool is_reached, struct by_record *record, int node,
                            struct by_attempt *attempt, by_error *error)
{
    struct go_effort effort = {
        .nodes = attempt->max_nodes && attempt->max_nodes < NODES_MOST ? attempt->max_nodes : NODES_MOST,
        .plies = lesser(attempt->max_plies, PLIES_MOST),
        .entries = ENTRIES,
        .kept = KEPT_MOST,
        .tree = lesser(attempt->max_tree_nodes, TREE_MOST) - 1,
        .is_stopped = attempt->is_stopped,
        .context = attempt->context,
    };
    struct go_proof proof;
    by_status status = by__go_prove(state, is_reached ? GO_CAPTURES : GO_ESCAPES, &effort, record, node, &proof, error);

    attempt->is_proved = !status && proof.is_proved;
    attempt->nodes = proof.nodes;
    return status;
}
