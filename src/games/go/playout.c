/* SPDX-License-Identifier: MIT
 *
 * Random playouts on the playout board. Uniform playouts play anywhere but in own eyes. Informed playouts answer the
 * last two moves first, after Gelly, Wang, Munos and Teytaud (2006): they capture and save blocks in atari, then try
 * the 3x3 patterns beside these moves, and else play anywhere but rarely into atari.
 */
#include "games/go/playout.h"

#include "games/go/pattern.h"

/* Percentages: how often to look for each kind of move, and how often to reject a self-atari. */
enum { ATARI_PERCENT = 90, PATTERN_PERCENT = 95, REFUSE_PERCENT = 90, REFUSE_RANDOM_PERCENT = 50 };

enum { WORTH_OF_HALF_POINT = 10 }; /* in an evaluation */

struct player {
    struct go_playout_board b;
    const struct go_tables *tables;
    struct by_random *random;
};

static bool happens(struct player *p, int percent)
{
    return (int)by_random_below(p->random, 100) < percent;
}

/* ---- Choosing ---------------------------------------------------------------------------------------------------- */

/* Draws a playable point, rarely a self-atari; 0: none. */
static int choose(struct player *p, struct go_playout_choice *choice)
{
    while (choice->count) {
        int i = (int)by_random_below(p->random, (uint32_t)choice->count), point = choice->points[i];

        if (by__go_playout_is_legal(&p->b, point) &&
            !(by__go_playout_is_self_atari(&p->b, point) && happens(p, REFUSE_PERCENT)))
            return point;
        choice->points[i] = choice->points[--choice->count];
    }
    return 0;
}

static int choose_anywhere(struct player *p, bool refuses_ataris)
{
    struct go_playout_board *b = &p->b;

    for (int left = b->empty_count; left > 0; left--) {
        int i = (int)by_random_below(p->random, (uint32_t)left), point = b->empty[i], other = b->empty[left - 1];

        if (by__go_playout_is_legal(b, point) && !by__go_playout_is_eye(b, point, b->side) &&
            !(refuses_ataris && by__go_playout_is_self_atari(b, point) && happens(p, REFUSE_RANDOM_PERCENT)))
            return point;
        b->empty[i] = (uint16_t)other;
        b->empty[left - 1] = (uint16_t)point;
        b->place[other] = (uint16_t)i;
        b->place[point] = (uint16_t)(left - 1);
    }
    return 0;
}

/* Beside a move of the past. */
static void list_patterns(const struct player *p, int last, struct go_playout_choice *choice)
{
    for (int k = 0; last && k < 8; k++) {
        int point = last + p->b.steps[k];

        if (p->b.colour[point] == GO_EMPTY && by__go_playout_has_pattern(&p->b, p->tables->patterns, point))
            go_playout_choose(choice, point);
    }
}

static int choose_informed(struct player *p)
{
    struct go_playout_choice choice = {.count = 0};
    int point = 0;

    if (happens(p, ATARI_PERCENT)) {
        by__go_playout_add_ataris(&p->b, &choice);
        point = choose(p, &choice);
    }
    for (int i = 0; i < 2 && !point; i++) {
        if (!happens(p, PATTERN_PERCENT))
            continue;
        choice.count = 0;
        list_patterns(p, p->b.last[i], &choice);
        point = choose(p, &choice);
    }
    return point ? point : choose_anywhere(p, true);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

/* Half points of black minus those of white; `out`, unless NULL, gets the owner of each point. */
static int count_points(const struct go_playout_board *b, int8_t *out)
{
    uint8_t owners[GO_PLAYOUT_POINTS];
    int score = 0;

    by__go_playout_owners(b, owners);
    for (int point = 0; point < b->size * b->size; point++) {
        int owner = owners[go_playout_point(b, point)], sign = owner == GO_BLACK ? 1 : owner == GO_WHITE ? -1 : 0;

        score += 2 * sign;
        if (out)
            out[point] = (int8_t)sign;
    }
    return score;
}

by_value by__go_playout(const void *state, struct by_random *random, struct by_playout *playout)
{
    const struct go *s = state;
    struct player p;
    int most = playout->max_plies ? playout->max_plies : 3 * s->points, score;

    p.tables = s->tables;
    p.random = random;
    by__go_playout_set(&p.b, s);
    playout->count = playout->plies = 0;
    for (; playout->plies < most && p.b.passes < 2; playout->plies++) {
        int point = playout->style == BY_PLAYOUT_INFORMED ? choose_informed(&p) : choose_anywhere(&p, false);

        if (playout->slots && playout->count < playout->room)
            playout->slots[playout->count++] =
                (uint16_t)(p.b.side * (s->points + 1) + (point ? go_playout_to_point(&p.b, point) : s->points));
        by__go_playout_play(&p.b, point);
    }
    /* Endless games count as over. */
    playout->is_cut = p.b.passes < 2 && playout->max_plies;
    score = count_points(&p.b, playout->owner) - s->komi_half;
    score = s->side == GO_BLACK ? score : -score;
    if (playout->is_cut)
        return score * WORTH_OF_HALF_POINT;
    return score > 0 ? BY_WIN : score < 0 ? -BY_WIN : 0;
}
