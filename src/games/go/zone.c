/* SPDX-License-Identifier: MIT
 *
 * The contents of zones, node by node. See zone.h. N is the node, P any position that agrees with it.
 *
 * Two kinds of facts suffice to know the effect of a move in P:
 *
 *   a way    stones of a chain from one of them to a liberty: as long as this liberty is empty, the stone stays
 *   a shape  all stones of a chain and all points beside it: in P the chain is just this one, with just these liberties
 */
#include "games/go/zone.h"

#include <stdlib.h>

#include "games/go/life.h"

/* ---- Facts that a zone can hold ---------------------------------------------------------------------------------- */

/* Ways from a stone to a liberty, the cheapest first: points that the zone has already cost nothing. */
struct ways {
    const struct go *s;
    const struct go_points *zone;
    const struct go_points *guarded; /* liberties that are better than others; NULL: all are alike */
    int colour;
    int avoided;                       /* a liberty that does not count */
    uint16_t previous[GO_POINTS_MOST]; /* where a way came from */
    uint16_t near[GO_POINTS_MOST], far[GO_POINTS_MOST];
    int near_count, far_count;
    struct go_points met;
    int cost, best_cost, best_from, best_liberty;
};

static int liberty_cost(const struct ways *ways, int point)
{
    int cost = !go_points_has(ways->zone, point);

    return ways->guarded ? cost + !go_points_has(ways->guarded, point) : cost;
}

static void look_around(struct ways *ways, int point)
{
    for (const uint16_t *n = go_neighbours(ways->s, point); *n != GO_NO_POINT; n++) {
        int colour = ways->s->board[*n];

        if (colour == GO_EMPTY && *n != ways->avoided && ways->cost + liberty_cost(ways, *n) < ways->best_cost) {
            ways->best_cost = ways->cost + liberty_cost(ways, *n);
            ways->best_from = point;
            ways->best_liberty = *n;
        } else if (colour == ways->colour && !go_points_has(&ways->met, *n)) {
            go_points_add(&ways->met, *n);
            ways->previous[*n] = (uint16_t)point;
            if (go_points_has(ways->zone, *n))
                ways->near[ways->near_count++] = *n;
            else
                ways->far[ways->far_count++] = *n;
        }
    }
}

/* Stones of the zone first, then those that cost one point, and so on. The caller has checked that a way exists. */
static void search_ways(struct ways *ways, int from)
{
    ways->near_count = ways->far_count = ways->cost = 0;
    ways->best_cost = GO_POINTS_MOST + 2;
    go_points_clear(&ways->met);
    go_points_add(&ways->met, from);
    ways->near[ways->near_count++] = (uint16_t)from;
    while (ways->cost < ways->best_cost) {
        while (ways->near_count)
            look_around(ways, ways->near[--ways->near_count]);
        if (!ways->far_count)
            return;
        memcpy(ways->near, ways->far, (size_t)ways->far_count * sizeof ways->far[0]);
        ways->near_count = ways->far_count;
        ways->far_count = 0;
        ways->cost++;
    }
}

/* Adds a way from `from` through stones of a colour to an empty point that is not `avoided`, and returns that point. */
static int add_way(const struct go *s, struct go_points *zone, int from, int colour, int avoided,
                   const struct go_points *guarded)
{
    struct ways ways;

    ways.s = s;
    ways.zone = zone;
    ways.guarded = guarded;
    ways.colour = colour;
    ways.avoided = avoided;
    search_ways(&ways, from);
    go_points_add(zone, ways.best_liberty);
    for (int point = ways.best_from; point != from; point = ways.previous[point])
        go_points_add(zone, point);
    return ways.best_liberty;
}

static void add_neighbours(const struct go *s, struct go_points *zone, int point)
{
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        go_points_add(zone, *n);
}

static void add_shape(const struct go *s, struct go_points *zone, int stone)
{
    for (GO_EACH_STONE(s, point, stone)) {
        go_points_add(zone, point);
        add_neighbours(s, zone, point);
    }
}

static void add_all(const struct go *s, struct go_points *zone, const struct go_points *more)
{
    go_points_add_words(s, zone, more->words);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* The effect of a move in N. */
struct deed {
    int point, colour;
    struct go_points taken;
    int taken_count;
    int victim; /* a stone that is taken, or GO_NO_POINT */
    bool is_ko; /* what was taken may be retaken in a ko */
};

static bool is_alone_after(const struct go *s, const struct deed *deed)
{
    for (const uint16_t *n = go_neighbours(s, deed->point); *n != GO_NO_POINT; n++)
        if (s->board[*n] != (deed->colour ^ 1))
            return false;
    return true;
}

static void look_at_move(const struct go *s, int point, int colour, struct deed *out)
{
    *out = (struct deed){.point = point, .colour = colour, .victim = GO_NO_POINT};
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
        if (s->board[*n] != (colour ^ 1) || go_chain_at(s, *n)->liberty_count != 1 || go_points_has(&out->taken, *n))
            continue;
        out->victim = *n;
        out->taken_count += go_chain_at(s, *n)->stone_count;
        for (GO_EACH_STONE(s, stone, *n))
            go_points_add(&out->taken, stone);
    }
    out->is_ko = out->taken_count == 1 && is_alone_after(s, out);
}

/* The chains that N's move takes and that the next zone knows to be gone: P's move takes them too. */
static void keep_taken(const struct go *s, const struct deed *deed, const struct go_points *after,
                       struct go_points *zone)
{
    for (const uint16_t *n = go_neighbours(s, deed->point); *n != GO_NO_POINT; n++) {
        bool matters = false;

        if (!go_points_has(&deed->taken, *n))
            continue;
        for (GO_EACH_STONE(s, stone, *n))
            matters |= go_points_has(after, stone);
        if (matters)
            add_shape(s, zone, *n);
    }
}

/* The stones of the other side in `after` that N's move does not take: P's move does not take them either. */
static void keep_untaken(const struct go *s, const struct deed *deed, const struct go_points *after,
                         struct go_points *zone)
{
    for (int p = go_first_point(s, after->words); p >= 0; p = go_next_point(s, after->words, p))
        if (s->board[p] == (deed->colour ^ 1) && !go_points_has(&deed->taken, p))
            add_way(s, zone, p, deed->colour ^ 1, deed->point, NULL);
}

/* P's move makes the same ko: it takes one stone, and stands alone with one liberty. */
static void keep_ko(const struct go *s, const struct deed *deed, struct go_points *zone)
{
    struct go_points beside;

    go_points_clear(&beside);
    add_neighbours(s, &beside, deed->point);
    add_all(s, zone, &beside);
    add_shape(s, zone, deed->victim);
    keep_untaken(s, deed, &beside, zone);
}

/* N's move takes a lone stone and makes no ko: neither does P's, because there, too, it takes another chain, or stands
 * beside a friend or a second liberty. */
static void keep_no_ko(const struct go *s, const struct deed *deed, struct go_points *zone)
{
    for (const uint16_t *n = go_neighbours(s, deed->point); *n != GO_NO_POINT; n++) {
        if (s->board[*n] != (deed->colour ^ 1)) {
            go_points_add(zone, *n);
            return;
        }
    }
    for (const uint16_t *n = go_neighbours(s, deed->point); *n != GO_NO_POINT; n++)
        if (go_points_has(&deed->taken, *n))
            add_shape(s, zone, *n);
}

/* Whether a stone that N's move takes alone, its chain, is one that the next zone has. */
static bool has_lone_victim(const struct go *s, const struct deed *deed, const struct go_points *after)
{
    for (const uint16_t *n = go_neighbours(s, deed->point); *n != GO_NO_POINT; n++)
        if (go_points_has(&deed->taken, *n) && go_chain_at(s, *n)->stone_count == 1 && go_points_has(after, *n))
            return true;
    return false;
}

/* The points that N's zone must hold so that the position after the move in P agrees with the node after it. */
static void keep_effect(const struct go *s, const struct deed *deed, const struct go_zone *after, bool forbids_ko,
                        struct go_points *zone)
{
    struct go_points next = after->points;

    go_points_remove(&next, deed->point);
    add_all(s, zone, &next);
    keep_taken(s, deed, &next, zone);
    keep_untaken(s, deed, &next, zone);
    if (after->needs_ko)
        keep_ko(s, deed, zone);
    else if (forbids_ko && !deed->is_ko && has_lone_victim(s, deed, &next))
        keep_no_ko(s, deed, zone);
}

/* The winner's move is no suicide in P: it takes a chain, or has a liberty. */
static void keep_legal(const struct go *s, const struct deed *deed, struct go_points *zone)
{
    go_points_add(zone, deed->point);
    if (deed->victim != GO_NO_POINT)
        add_shape(s, zone, deed->victim);
    else
        add_way(s, zone, deed->point, deed->colour, deed->point, NULL);
}

/* ---- Ends -------------------------------------------------------------------------------------------------------- */

by_status by__go_check_zones(const struct go *s, by_error *error)
{
    if (s->tables->ko_rule == GO_KO_SIMPLE && !s->tables->has_suicide)
        return BY_OK;
    return by_error_set(error, BY_ERROR_UNSUPPORTED,
                        "a proof by zones holds for simple ko without suicide, expected ko=simple suicide=off");
}

struct go *by__go_copy(const struct go *s, int plies)
{
    struct go *copy = malloc(sizeof *copy + (size_t)plies * sizeof copy->undo[0]);

    if (!copy)
        return NULL;
    by__go_assign(copy, s, 0);
    copy->length = copy->removals = 0; /* simple ko looks back no further than the forbidden point */
    return copy;
}

static void begin_zone(const struct go *s, struct go_zone *zone)
{
    memset(zone, 0, sizeof *zone);
    go_points_add(&zone->points, s->target);
}

bool by__go_zone_of_end(const struct go *s, enum go_claim claim, struct go_zone *out)
{
    begin_zone(s, out);
    if (claim == GO_CAPTURES)
        return go_is_captured(s);
    return go_target_stands(s) && by__go_is_alive_by(s, s->target, &out->points);
}

/* ---- The winner's moves ------------------------------------------------------------------------------------------ */

void by__go_zone_of_move(const struct go *s, enum go_claim claim, by_move move, const struct go_zone *after,
                         struct go_zone *out)
{
    struct deed deed;

    begin_zone(s, out);
    out->needs_ko = claim == GO_ESCAPES && !go_target_stands(s); /* he retakes what would be captured without a ko */
    if (go_point(move) == GO_PASS) {
        add_all(s, &out->points, &after->points);
        return;
    }
    look_at_move(s, go_point(move), go_colour(move), &deed);
    keep_legal(s, &deed, &out->points);
    /* A block that was taken is not captured if the owner may retake it in a ko. */
    keep_effect(s, &deed, after, claim == GO_CAPTURES && go_has_threats(s, s->owner), &out->points);
}

/* ---- The loser's moves ------------------------------------------------------------------------------------------- */

struct replies {
    struct go *s;
    enum go_claim claim;
    int winner;
    const struct go_zone *self;
    struct go_points answered;                   /* where he moves in the tree */
    struct go_points needed;                     /* where all his moves have to be in the tree */
    const struct go_zone *after[GO_POINTS_MOST]; /* of those that are answered */
    struct go_zone *out;
};

/* No move outside of those that are needed takes a winner's stone in `passed`: each keeps a liberty that is needed. */
static void guard_stones(struct replies *r, const struct go_points *passed)
{
    struct go_points guarded = r->answered;

    add_all(r->s, &guarded, passed);
    for (int p = go_first_point(r->s, passed->words); p >= 0; p = go_next_point(r->s, passed->words, p)) {
        int liberty;

        if (r->s->board[p] != r->winner)
            continue;
        liberty = add_way(r->s, &r->out->points, p, r->winner, GO_NO_POINT, &guarded);
        go_points_add(&guarded, liberty);
        go_points_add(&r->needed, liberty);
    }
}

/* A move that is suicide in N is suicide in P. */
static void keep_suicide(const struct go *s, int point, int colour, struct go_points *zone)
{
    add_neighbours(s, zone, point);
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
        if (s->board[*n] == colour)
            add_shape(s, zone, *n);
        else
            add_way(s, zone, *n, colour ^ 1, point, NULL);
    }
}

/* Sees to a move that is needed and not in the tree; false: it is missing. */
static bool is_forbidden(struct replies *r, int point)
{
    struct go *s = r->s;

    if (by__go_is_allowed(s, point, NULL))
        return false;
    if (s->ko == point && !go_has_threats(s, s->side)) /* the ko is all that forbids it */
        r->out->needs_ko = true;
    else
        keep_suicide(s, point, s->side, &r->out->points);
    return true;
}

/* Whether the winner retakes at once what this move of the loser takes in a ko, which leads back to N. A zone that
 * needs N's own ko would not be that of N with the other ko. */
static bool is_retaken(const struct replies *r, const struct deed *deed)
{
    return r->self && !r->self->needs_ko && r->claim == GO_ESCAPES && deed->is_ko && go_has_threats(r->s, r->winner);
}

/* A needed move that takes a stone in a ko is answered without moves in the tree, also if the ko forbids it in N. The
 * zone after it has all points beside it, stones of the winner: if it is allowed in P, it takes the one that it takes
 * in N, and can itself be taken there. Its other captures do not matter, unless that is the block. */
static void answer_by_retaking(struct replies *r, const struct deed *deed)
{
    struct go_zone taken;

    by__go_push(r->s, go_move(deed->point, deed->colour));
    by__go_zone_of_move(r->s, r->claim, go_move(deed->victim, r->winner), r->self, &taken);
    by__go_pop(r->s);
    go_points_add(&r->answered, deed->point);
    if (deed->victim == r->s->target) {
        keep_effect(r->s, deed, &taken, true, &r->out->points);
        return;
    }
    add_all(r->s, &r->out->points, &taken.points);
    keep_untaken(r->s, deed, &taken.points, &r->out->points);
}

static bool cover_needed(struct replies *r, struct go_points *missing)
{
    bool is_covered = true;

    go_points_clear(missing);
    for (int p = go_first_point(r->s, r->needed.words); p >= 0; p = go_next_point(r->s, r->needed.words, p)) {
        if (r->s->board[p] != GO_EMPTY || go_points_has(&r->answered, p) || is_forbidden(r, p))
            continue;
        go_points_add(missing, p);
        is_covered = false;
    }
    return is_covered;
}

/* In the order of points, so that the zone depends on the set of replies alone. Those that are not needed are answered
 * as a pass is. */
static void add_replies(struct replies *r)
{
    for (int p = go_first_point(r->s, r->needed.words); p >= 0; p = go_next_point(r->s, r->needed.words, p)) {
        struct deed deed;

        if (r->s->board[p] != GO_EMPTY)
            continue;
        look_at_move(r->s, p, r->s->side, &deed);
        if (go_points_has(&r->answered, p))
            keep_effect(r->s, &deed, r->after[p], true, &r->out->points);
        else if (is_retaken(r, &deed))
            answer_by_retaking(r, &deed);
    }
}

bool by__go_zone_of_replies(struct go *s, enum go_claim claim, const struct go_zone *self, const struct go_zone *passed,
                            const struct go_reply *replies, int count, struct go_zone *out, struct go_points *missing)
{
    struct replies r;

    r.s = s;
    r.claim = claim;
    r.self = self;
    r.winner = go_winner(s, claim);
    r.out = out;
    begin_zone(s, out);
    go_points_clear(&r.answered);
    for (int i = 0; i < count; i++) {
        go_points_add(&r.answered, replies[i].point);
        r.after[replies[i].point] = replies[i].after;
    }
    go_points_clear(&r.needed);
    go_points_add(&r.needed, s->target);
    /* A stone of the owner that was taken in a ko which he may retake: if he does not, it is captured */
    if (claim == GO_ESCAPES || go_target_stands(s)) {
        add_all(s, &out->points, &passed->points);
        add_all(s, &r.needed, &passed->points);
        guard_stones(&r, &passed->points);
    }
    add_replies(&r);
    return cover_needed(&r, missing);
}
