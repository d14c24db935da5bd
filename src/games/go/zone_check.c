/* SPDX-License-Identifier: MIT
 *
 * The verifier of proofs: a walk through the tree with nothing but the rules, zones from the leaves up (zone.h).
 *
 * Where a proof of escape ends in a position that was there before, the zone of the leaf is that of the earlier node,
 * which follows from the zones below it; and a ko that is retaken leads back to the node itself. So the walk is
 * repeated, with zones that only grow, until nothing changes: then all of them hold what they have to.
 */
#include <stdlib.h>

#include "games/go/zone.h"

struct walk {
    const by_record *record;
    enum go_claim claim;
    int top; /* node */
    int winner;
    struct go *s;
    struct go_zone *zones; /* by node, from `top` */
    uint8_t *boards;       /* the stones at each node above, by depth */
    int depth;
    struct go_gap *gap;
    bool has_changed;
};

static struct go_zone *zone_of(const struct walk *w, int node)
{
    return &w->zones[node - w->top];
}

static uint8_t *board_at(const struct walk *w, int depth)
{
    return &w->boards[(size_t)depth * w->s->points];
}

static bool find_gap(struct walk *w, enum go_gap_kind kind, int node)
{
    w->gap->kind = kind;
    w->gap->node = node;
    w->gap->count = 0;
    return false;
}

static void add_missing(struct walk *w, int point)
{
    w->gap->moves[w->gap->count++] = go_move(point, w->winner ^ 1);
}

/* Zones only grow, so that the walks come to an end. Whether this one did. */
static bool grow_zone(struct walk *w, int node, const struct go_zone *zone)
{
    struct go_zone *kept = zone_of(w, node), before = *kept;
    bool has_grown;

    go_points_add_words(w->s, &kept->points, zone->points.words);
    kept->needs_ko |= zone->needs_ko;
    has_grown = kept->needs_ko != before.needs_ko || memcmp(&kept->points, &before.points, sizeof before.points) != 0;
    w->has_changed |= has_grown;
    return has_grown;
}

/* ---- Ends -------------------------------------------------------------------------------------------------------- */

/* Both have passed: everything is as it was two moves before, except that no ko forbids anything. */
static bool end_by_passes(struct walk *w, int node)
{
    struct go_zone zone = {.needs_ko = false};
    int earlier;

    if (w->claim == GO_CAPTURES)
        return find_gap(w, GO_GAP_WRONG, node);
    go_points_add(&zone.points, w->s->target);
    if (w->depth >= 2) {
        earlier = by_record_parent(w->record, by_record_parent(w->record, node));
        zone = *zone_of(w, earlier);
        if (zone.needs_ko) {
            find_gap(w, GO_GAP_MISSING, earlier);
            add_missing(w, w->s->undo[w->s->length - 2].ko);
            return false;
        }
    }
    grow_zone(w, node, &zone);
    return true;
}

/* Whether the same position was there `plies` before. A ko that only now forbids something takes from what the loser
 * could do there; it may not forbid something else, nor forbid the winner anything. */
static bool is_repeated(const struct walk *w, int plies)
{
    uint16_t ko = w->s->undo[w->depth - plies].ko;
    bool is_losers = w->s->side != w->winner;

    return (ko == w->s->ko || (is_losers && ko == GO_NO_POINT)) &&
           memcmp(w->s->board, board_at(w, w->depth - plies), w->s->points) == 0;
}

static bool end_by_repetition(struct walk *w, int node)
{
    int earlier = node;

    if (w->claim == GO_CAPTURES)
        return false;
    for (int plies = 2; plies <= w->depth; plies += 2) {
        earlier = by_record_parent(w->record, by_record_parent(w->record, earlier));
        if (!is_repeated(w, plies))
            continue;
        grow_zone(w, node, zone_of(w, earlier));
        return true;
    }
    return false;
}

/* Where the tree does not go on. False: a gap. */
static bool end_at(struct walk *w, int node)
{
    struct go_zone zone;

    if (w->claim == GO_ESCAPES && go_is_captured(w->s))
        return find_gap(w, GO_GAP_WRONG, node);
    if (w->s->passes == 2)
        return end_by_passes(w, node);
    if (by__go_zone_of_end(w->s, w->claim, &zone)) {
        grow_zone(w, node, &zone);
        return true;
    }
    return end_by_repetition(w, node) || find_gap(w, GO_GAP_OPEN, node);
}

static bool is_end(const struct walk *w, int node)
{
    return go_is_captured(w->s) || w->s->passes == 2 || by_record_child(w->record, node) == BY_RECORD_NONE;
}

/* ---- Nodes with moves -------------------------------------------------------------------------------------------- */

/* The children but for the pass, whose zone `passed` gets. */
static int list_replies(const struct walk *w, int node, struct go_reply *replies, const struct go_zone **passed)
{
    struct go_points met;
    int count = 0;

    *passed = NULL;
    go_points_clear(&met);
    for (int child = by_record_child(w->record, node); child >= 0; child = by_record_next(w->record, child)) {
        int point = go_point(by_record_move(w->record, child));

        if (point == GO_PASS) {
            *passed = *passed ? *passed : zone_of(w, child);
        } else if (!go_points_has(&met, point)) {
            go_points_add(&met, point);
            replies[count++] = (struct go_reply){.point = point, .after = zone_of(w, child)};
        }
    }
    return count;
}

static bool is_pass(const struct walk *w, int node)
{
    return node != BY_RECORD_NONE && go_point(by_record_move(w->record, node)) == GO_PASS;
}

/* Whether the loser's pass ends the game, or is answered by the pass that does: then the zone after it will be that of
 * the node itself. */
static bool stays(const struct walk *w, int node)
{
    int child = by_record_child(w->record, node);

    if (w->claim == GO_CAPTURES)
        return false;
    while (child != BY_RECORD_NONE && !is_pass(w, child))
        child = by_record_next(w->record, child);
    return child != BY_RECORD_NONE && (w->s->passes == 1 || is_pass(w, by_record_child(w->record, child)));
}

/* The node's zone may depend on itself, so it grows until it has all that it needs. False: replies are missing. */
static bool close_by_replies(struct walk *w, int node, const struct go_zone *passed, const struct go_reply *replies,
                             int count, struct go_points *missing)
{
    const struct go_zone *self = zone_of(w, node);
    struct go_zone zone;

    if (stays(w, node))
        passed = self;
    do
        if (!by__go_zone_of_replies(w->s, w->claim, self, passed, replies, count, &zone, missing))
            return false;
    while (grow_zone(w, node, &zone));
    return true;
}

static bool close_loser_node(struct walk *w, int node)
{
    struct go_reply replies[GO_POINTS_MOST];
    const struct go_zone *passed;
    struct go_points missing;
    int count = list_replies(w, node, replies, &passed);

    if (!passed && go_target_stands(w->s)) {
        find_gap(w, GO_GAP_MISSING, node);
        add_missing(w, GO_PASS);
        return false;
    }
    if (close_by_replies(w, node, passed, replies, count, &missing))
        return true;
    find_gap(w, GO_GAP_MISSING, node);
    for (int p = go_first_point(w->s, missing.words); p >= 0; p = go_next_point(w->s, missing.words, p))
        add_missing(w, p);
    return false;
}

static bool close_node(struct walk *w, int node)
{
    int child = by_record_child(w->record, node);
    struct go_zone zone;

    if (is_end(w, node))
        return end_at(w, node);
    if (w->s->side != w->winner)
        return close_loser_node(w, node);
    by__go_zone_of_move(w->s, w->claim, by_record_move(w->record, child), zone_of(w, child), &zone);
    grow_zone(w, node, &zone);
    return true;
}

/* ---- The walk ---------------------------------------------------------------------------------------------------- */

static bool make_move(struct walk *w, int node)
{
    by_move move = by_record_move(w->record, node);

    if (!go_is_on_board(w->s, move) || go_colour(move) != w->s->side || by_record_position_text(w->record, node) ||
        !by__go_is_allowed(w->s, go_point(move), NULL))
        return find_gap(w, GO_GAP_WRONG, node);
    by__go_push(w->s, move);
    w->depth++;
    memcpy(board_at(w, w->depth), w->s->board, w->s->points);
    return true;
}

static void take_back(struct walk *w)
{
    by__go_pop(w->s);
    w->depth--;
}

/* Down the first children to an end. */
static bool go_down(struct walk *w, int *node)
{
    while (!is_end(w, *node)) {
        *node = by_record_child(w->record, *node);
        if (!make_move(w, *node))
            return false;
    }
    return true;
}

/* Through the whole tree once, children before parents. False: a gap. */
static bool walk_once(struct walk *w)
{
    int node = w->top;

    w->has_changed = false;
    if (!go_down(w, &node))
        return false;
    for (;;) {
        int next;

        if (!close_node(w, node))
            return false;
        if (node == w->top)
            return true;
        take_back(w);
        next = w->s->side == w->winner ? BY_RECORD_NONE : by_record_next(w->record, node);
        if (next == BY_RECORD_NONE) {
            node = by_record_parent(w->record, node);
            continue;
        }
        node = next;
        if (!make_move(w, node) || !go_down(w, &node))
            return false;
    }
}

static void walk_all(struct walk *w)
{
    do {
        while (w->depth)
            take_back(w);
        if (!walk_once(w))
            return;
    } while (w->has_changed);
    w->gap->kind = GO_GAP_NONE;
}

/* ---- Beginning and end ------------------------------------------------------------------------------------------- */

/* How deep the tree is below `top`, and the highest number of a node in it. */
static void measure(const by_record *record, int top, int *height, int *last)
{
    int node = top, depth = 0;

    *height = 0;
    *last = top;
    for (;;) {
        int child = by_record_child(record, node);

        if (child != BY_RECORD_NONE) {
            node = child;
            *height = ++depth > *height ? depth : *height;
            *last = node > *last ? node : *last;
            continue;
        }
        while (node != top && by_record_next(record, node) == BY_RECORD_NONE) {
            node = by_record_parent(record, node);
            depth--;
        }
        if (node == top)
            return;
        node = by_record_next(record, node);
        *last = node > *last ? node : *last;
    }
}

static by_status check_question(const struct go *root, by_error *error)
{
    by_status status = by__go_check_zones(root, error);

    if (!status && go_is_captured(root))
        return by_error_set(error, BY_ERROR_INPUT, "the block is not on the board, expected a stone of its owner");
    if (!status && root->passes == 2)
        return by_error_set(error, BY_ERROR_INPUT, "the game is over by two passes, expected one that goes on");
    return status;
}

by_status by__go_zone_check(const struct go *root, enum go_claim claim, const by_record *record, int node,
                            struct go_gap *gap, struct go_zone *zone, by_error *error)
{
    struct walk w = {.record = record, .claim = claim, .top = node, .gap = gap};
    by_status status = check_question(root, error);
    int height, last;

    if (status)
        return status;
    measure(record, node, &height, &last);
    w.winner = go_winner(root, claim);
    w.s = by__go_copy(root, height + 1);
    w.zones = calloc((size_t)(last - node) + 1, sizeof *w.zones);
    w.boards = malloc(((size_t)height + 1) * root->points);
    if (w.s && w.zones && w.boards) {
        /* A pass of the attacker that would end the game must have an answer that serves other moves of his too. */
        if (w.s->side != w.winner && claim == GO_ESCAPES)
            w.s->passes = 0;
        memcpy(w.boards, root->board, root->points);
        walk_all(&w);
        if (zone)
            *zone = *w.zones;
    } else {
        status = by_error_no_memory(error);
    }
    free(w.s);
    free(w.zones);
    free(w.boards);
    return status;
}

/* ---- For the library --------------------------------------------------------------------------------------------- */

by_status by__go_find_gap(void *state, const struct by_record *record, int node, bool is_reached, struct by_gap *out,
                          by_error *error)
{
    const struct go *root = state;
    enum go_claim claim = is_reached ? GO_CAPTURES : GO_ESCAPES;
    struct go_gap gap = {.kind = GO_GAP_NONE};
    by_status status = by__go_zone_check(root, claim, record, node, &gap, NULL, error);
    int loser = go_winner(root, claim) ^ 1, plies;

    if (status || gap.kind == GO_GAP_NONE)
        return status;
    out->node = gap.node;
    out->is_wrong = gap.kind == GO_GAP_WRONG;
    for (int i = 0; gap.kind == GO_GAP_MISSING && i < gap.count; i++)
        out->moves[out->count++] = gap.moves[i];
    /* Where the tree ends too early, the loser's pass must be answered first. */
    plies = by_record_plies(record, gap.node) - by_record_plies(record, node);
    if (gap.kind == GO_GAP_OPEN && (root->side ^ (plies & 1)) == loser)
        out->moves[out->count++] = go_move(GO_PASS, loser);
    return BY_OK;
}
