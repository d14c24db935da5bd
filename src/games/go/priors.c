/* SPDX-License-Identifier: MIT
 *
 * Priors of moves as virtual results, after Gelly and Silver (2007) and Chaslot et al. (2008): each feature adds a
 * number of wins or losses.
 */
#include "games/go/playout.h"

#include <string.h>

#include "games/go/pattern.h"

/* In games. All moves begin with as many wins as losses. */
enum {
    EVEN = 10,
    CAPTURE = 15,
    CAPTURE_MORE = 30, /* than one stone */
    ATARI = 5,
    PATTERN = 10,
    SELF_ATARI = 20,
    OPENING = 10, /* on lines that are good or bad for it */
    PASS = 10,
    NEAR_MOST = 3, /* the greatest distance that counts as near */
};

static const int near_wins[NEAR_MOST + 1] = {0, 10, 8, 3}; /* by the distance to the last move */

struct opinion {
    int wins, losses;
};

struct view {
    struct go_playout_board b;
    const uint8_t *patterns;
    uint8_t distance[GO_PLAYOUT_POINTS]; /* to the last move, up to NEAR_MOST; 0: further */
    uint8_t rescue[GO_PLAYOUT_POINTS];   /* stones in atari that a move saves, at most 2 */
};

/* ---- Nearness ---------------------------------------------------------------------------------------------------- */

/* Steps to the last move; crossing a chain costs none, so a chain is near to everything that it touches.
 */
struct frontier {
    uint16_t points[GO_PLAYOUT_POINTS];
    int count;
};

static void reach(struct view *v, struct frontier *to, int point, int distance)
{
    const struct go_playout_board *b = &v->b;
    int p = point;

    if (b->colour[point] == GO_FRAME || v->distance[point])
        return;
    do {
        v->distance[p] = (uint8_t)distance;
        to->points[to->count++] = (uint16_t)p;
        p = b->colour[p] == GO_EMPTY ? p : b->next[p];
    } while (p != point);
}

static void measure_distances(struct view *v)
{
    struct frontier frontiers[2];

    memset(v->distance, 0, (size_t)v->b.stride * (size_t)v->b.stride);
    if (!v->b.last[0] || v->b.colour[v->b.last[0]] >= GO_EMPTY)
        return;
    frontiers[0].count = 0;
    reach(v, &frontiers[0], v->b.last[0], 1); /* the move itself, never used */
    for (int distance = 1; distance <= NEAR_MOST; distance++) {
        const struct frontier *from = &frontiers[(distance - 1) % 2];
        struct frontier *to = &frontiers[distance % 2];

        to->count = 0;
        for (int i = 0; i < from->count; i++)
            for (int k = 0; k < 4; k++)
                reach(v, to, from->points[i] + v->b.steps[k], distance);
    }
}

/* ---- Ataris ------------------------------------------------------------------------------------------------------ */

static void find_rescues(struct view *v)
{
    const struct go_playout_board *b = &v->b;

    memset(v->rescue, 0, (size_t)b->stride * (size_t)b->stride);
    for (int point = 0; point < b->size * b->size; point++) {
        int p = go_playout_point(b, point);
        struct go_playout_choice choice = {.count = 0};

        if (b->colour[p] != b->side || b->chain_of[p] != p || !go_playout_in_atari(b, p))
            continue;
        by__go_playout_add_rescues(b, p, &choice);
        for (int i = 0; i < choice.count; i++)
            v->rescue[choice.points[i]] = b->chains[p].stones > 1 ? 2 : 1;
    }
}

/* The effect of a move on adjacent chains of the other side. */
static void judge_contact(const struct go_playout_board *b, int point, struct opinion *o)
{
    for (int k = 0; k < 4; k++) {
        int n = point + b->steps[k], left;

        if (b->colour[n] != (b->side ^ 1))
            continue;
        if (go_playout_in_atari(b, n))
            o->wins += b->chains[b->chain_of[n]].stones > 1 ? CAPTURE_MORE : CAPTURE;
        else if (by__go_playout_liberties_without(b, n, point, &left) == 1)
            o->wins += ATARI;
    }
}

/* ---- The opening ------------------------------------------------------------------------------------------------- */

/* Whether there is no stone within `reach` rows and columns. */
static bool is_empty_around(const struct go_playout_board *b, int row, int column, int reach)
{
    for (int r = row - reach; r <= row + reach; r++)
        for (int c = column - reach; c <= column + reach; c++)
            if (r >= 0 && r < b->size && c >= 0 && c < b->size && b->colour[(r + 1) * b->stride + c + 1] != GO_EMPTY)
                return false;
    return true;
}

static void judge_place(const struct go_playout_board *b, int point, struct opinion *o)
{
    int row = point / b->size, column = point % b->size, line = row < column ? row : column;

    line = b->size - 1 - row < line ? b->size - 1 - row : line;
    line = b->size - 1 - column < line ? b->size - 1 - column : line;
    if (line > 2 || !is_empty_around(b, row, column, 2))
        return;
    if (line == 2)
        o->wins += OPENING;
    else
        o->losses += OPENING;
}

/* ---- Opinions ---------------------------------------------------------------------------------------------------- */

static struct opinion judge(const struct view *v, int point)
{
    const struct go_playout_board *b = &v->b;
    struct opinion o = {.wins = EVEN / 2, .losses = EVEN / 2};
    int p = go_playout_point(b, point);

    judge_contact(b, p, &o);
    if (v->rescue[p])
        o.wins += v->rescue[p] > 1 ? CAPTURE_MORE : CAPTURE;
    if (by__go_playout_has_pattern(b, v->patterns, p))
        o.wins += PATTERN;
    o.wins += near_wins[v->distance[p]];
    if (by__go_playout_is_self_atari(b, p))
        o.losses += SELF_ATARI;
    judge_place(b, point, &o);
    return o;
}

static struct by_prior prior_of(const struct view *v, int point)
{
    struct opinion o = {.losses = PASS};
    float visits;

    if (point != GO_PASS) {
        if (by__go_playout_is_eye(&v->b, go_playout_point(&v->b, point), v->b.side))
            return (struct by_prior){.weight = 0};
        o = judge(v, point);
    }
    visits = (float)(o.wins + o.losses);
    return (struct by_prior){
        .weight = (float)(o.wins + 1) / (visits + 2), .mean = (float)o.wins / visits, .visits = visits};
}

void by__go_priors(void *state, const struct by_moves *moves, struct by_prior *out)
{
    const struct go *s = state;
    struct view v;

    by__go_playout_set(&v.b, s);
    v.patterns = s->tables->patterns;
    measure_distances(&v);
    find_rescues(&v);
    for (int i = 0; i < moves->count; i++)
        out[i] = prior_of(&v, go_point(moves->list[i].move));
}
