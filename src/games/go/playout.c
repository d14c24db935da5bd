/* SPDX-License-Identifier: MIT
 *
 * Games by chance, on the light board. A uniform one plays anywhere but in own eyes. An informed one answers what just
 * happened first, as Gelly, Wang, Munos and Teytaud (2006) have it: it captures and saves blocks in atari around the
 * last two moves, then looks for their 3x3 patterns beside them, and else plays anywhere, but seldom into atari.
 */
#include "games/go/playout.h"

#include <string.h>

#include "games/go/light.h"

/* Of a hundred times, how often each kind is looked for, and how often a stone put into atari is taken back. */
enum { ATARI_PERCENT = 90, PATTERN_PERCENT = 95, REFUSE_PERCENT = 90, REFUSE_RANDOM_PERCENT = 50 };

struct player {
    struct go_light b;
    const struct go_tables *tables;
    struct by_random *random;
};

/* Points to choose from. */
struct choice {
    int points[32];
    int count;
};

static bool happens(struct player *p, int percent)
{
    return (int)by_random_below(p->random, 100) < percent;
}

static void add(struct choice *choice, int point)
{
    if (choice->count < (int)(sizeof choice->points / sizeof choice->points[0]))
        choice->points[choice->count++] = point;
}

/* ---- Atari ------------------------------------------------------------------------------------------------------- */

/* The only liberty of a chain in atari. */
static int last_liberty(const struct go_light_chain *chain)
{
    return (int)(chain->sum / chain->count);
}

static bool is_in_atari(const struct go_light *b, int point)
{
    return b->colour[point] < GO_EMPTY && go_light_is_atari(&b->chains[b->chain_of[point]]);
}

/* What a chain would have left if a stone beside it, `times` stones of it, took its liberty there: 0 nothing, 1 a point
 * in `left`, 2 more than one. */
static int liberties_without(const struct go_light_chain *chain, uint32_t point, uint32_t times, int *left)
{
    uint32_t count = chain->count - times, sum = chain->sum - times * point,
             squares = chain->squares - times * point * point;

    if (!count)
        return 0;
    *left = (int)(sum / count);
    return (uint64_t)count * squares == (uint64_t)sum * sum ? 1 : 2;
}

/* Whether a stone of the side to move there would have only one liberty, or none. */
static bool is_self_atari(const struct go_light *b, int point)
{
    int found = 0; /* a liberty */

    for (int k = 0; k < 4; k++) {
        int n = point + b->steps[k], left = 0, liberties = 1;

        if (b->colour[n] == GO_FRAME)
            continue;
        if (b->colour[n] == GO_EMPTY) {
            left = n;
        } else if (b->colour[n] == b->side) {
            uint32_t times = 0;

            for (int i = 0; i < 4; i++)
                times +=
                    b->colour[point + b->steps[i]] == b->side && b->chain_of[point + b->steps[i]] == b->chain_of[n];
            liberties = liberties_without(&b->chains[b->chain_of[n]], (uint32_t)point, times, &left);
        } else if (is_in_atari(b, n)) {
            left = n; /* it is taken */
        } else {
            continue;
        }
        if (liberties > 1 || (liberties && found && left != found))
            return false;
        if (liberties)
            found = left;
    }
    return true;
}

/* How an own block in atari gets out of it: by taking one of those around it, or by running. */
static void add_rescues(const struct go_light *b, int chain, struct choice *choice)
{
    int p = chain, run = last_liberty(&b->chains[chain]);

    do {
        for (int k = 0; k < 4; k++) {
            int n = p + b->steps[k];

            if (b->colour[n] == (b->side ^ 1) && is_in_atari(b, n))
                add(choice, last_liberty(&b->chains[b->chain_of[n]]));
        }
        p = b->next[p];
    } while (p != chain);
    if (!is_self_atari(b, run))
        add(choice, run);
}

static void add_ataris_at(const struct go_light *b, int point, struct choice *choice)
{
    if (!is_in_atari(b, point))
        return;
    if (b->colour[point] == b->side)
        add_rescues(b, b->chain_of[point], choice);
    else
        add(choice, last_liberty(&b->chains[b->chain_of[point]]));
}

static void list_ataris(const struct go_light *b, struct choice *choice)
{
    for (int i = 0; i < 2; i++) {
        if (!b->last[i])
            continue;
        add_ataris_at(b, b->last[i], choice);
        for (int k = 0; k < 4; k++)
            add_ataris_at(b, b->last[i] + b->steps[k], choice);
    }
}

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

static unsigned pattern_code(const struct go_light *b, int point)
{
    unsigned code = 0;

    for (int k = 0; k < 8; k++)
        code |= (unsigned)b->colour[point + b->steps[k]] << 2 * k;
    return code;
}

static void list_patterns(const struct player *p, int last, struct choice *choice)
{
    const struct go_light *b = &p->b;

    for (int k = 0; last && k < 8; k++) {
        int point = last + b->steps[k];

        if (b->colour[point] == GO_EMPTY) {
            unsigned code = pattern_code(b, point);

            if (p->tables->patterns[code / 8] >> code % 8 & 1)
                add(choice, point);
        }
    }
}

/* ---- Choosing ---------------------------------------------------------------------------------------------------- */

/* One of the points that may be played and is not put into atari, at least not often; 0: none. */
static int choose(struct player *p, struct choice *choice)
{
    while (choice->count) {
        int i = (int)by_random_below(p->random, (uint32_t)choice->count), point = choice->points[i];

        if (by__go_light_is_legal(&p->b, point) && !(is_self_atari(&p->b, point) && happens(p, REFUSE_PERCENT)))
            return point;
        choice->points[i] = choice->points[--choice->count];
    }
    return 0;
}

static int choose_anywhere(struct player *p, bool refuses_ataris)
{
    struct go_light *b = &p->b;

    for (int left = b->empty_count; left > 0; left--) {
        int i = (int)by_random_below(p->random, (uint32_t)left), point = b->empty[i], other = b->empty[left - 1];

        if (by__go_light_is_legal(b, point) && !by__go_light_is_eye(b, point, b->side) &&
            !(refuses_ataris && is_self_atari(b, point) && happens(p, REFUSE_RANDOM_PERCENT)))
            return point;
        b->empty[i] = (uint16_t)other;
        b->empty[left - 1] = (uint16_t)point;
        b->place[other] = (uint16_t)i;
        b->place[point] = (uint16_t)(left - 1);
    }
    return 0;
}

static int choose_informed(struct player *p)
{
    struct choice choice = {.count = 0};
    int point = 0;

    if (happens(p, ATARI_PERCENT)) {
        list_ataris(&p->b, &choice);
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

static void note(const struct go_light *b, int point, struct by_playout *playout)
{
    int slot = point ? go_light_to_point(b, point) : b->size * b->size;

    if (playout->slots && playout->count < playout->room)
        playout->slots[playout->count++] = (uint16_t)(b->side * (b->size * b->size + 1) + slot);
}

/* Half points of black less those of white; `out`, unless NULL, gets whose each point is. */
static int count_points(const struct go_light *b, int8_t *out)
{
    uint8_t owners[GO_LIGHT_POINTS];
    int score = 0;

    by__go_light_owners(b, owners);
    for (int point = 0; point < b->size * b->size; point++) {
        int owner = owners[go_light_point(b, point)], sign = owner == GO_BLACK ? 1 : owner == GO_WHITE ? -1 : 0;

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
    int most = playout->plies_most ? playout->plies_most : 3 * s->points, score;

    p.tables = s->tables;
    p.random = random;
    by__go_light_set(&p.b, s);
    playout->count = playout->plies = 0;
    for (; playout->plies < most && p.b.passes < 2; playout->plies++) {
        int point = playout->style == BY_PLAYOUT_INFORMED ? choose_informed(&p) : choose_anywhere(&p, false);

        note(&p.b, point, playout);
        by__go_light_play(&p.b, point);
    }
    playout->is_cut = p.b.passes < 2;
    score = count_points(&p.b, playout->owner) - s->komi_half;
    return !score ? 0 : (score > 0) == (s->side == GO_BLACK) ? BY_WIN : -BY_WIN;
}

/* ---- The table of patterns --------------------------------------------------------------------------------------- */

/* What invites a move in the middle: X and O are stones, x and o anything but these, # the edge, ? anything. They hold
 * turned, mirrored, and with the colours exchanged. Gelly et al. 2006: hane, cuts, and moves along the edge. */
static const char *const patterns[] = {
    "XOX...???", "XO....?.?", "XO?X..x.?", ".O.X.....", "XO?O.o?o?", "XO?O.X???", "?X?O.Oooo",
    "OX?o.O???", "X.?O.?###", "OX?X.O###", "?X?x.O###", "?XOx.x###", "?OXX.O###",
};

/* The points of a drawing around its middle in the order of the light board's steps. */
static const uint8_t around[8] = {1, 3, 5, 7, 0, 2, 6, 8};

static bool matches(char wanted, int colour)
{
    switch (wanted) {
    case 'X':
        return colour == GO_BLACK;
    case 'O':
        return colour == GO_WHITE;
    case 'x':
        return colour != GO_BLACK;
    case 'o':
        return colour != GO_WHITE;
    case '.':
        return colour == GO_EMPTY;
    case '#':
        return colour == GO_FRAME;
    default:
        return true;
    }
}

/* All ways to fill the neighbours from number `k` on. */
static void fill(uint8_t *table, const char drawing[9], int k, unsigned code)
{
    if (k == 8) {
        table[code / 8] |= (uint8_t)(1 << code % 8);
        return;
    }
    for (int colour = GO_BLACK; colour <= GO_FRAME; colour++)
        if (matches(drawing[around[k]], colour))
            fill(table, drawing, k + 1, code | (unsigned)colour << 2 * k);
}

static char exchanged(char symbol)
{
    static const char from[] = "XOxo", to[] = "OXox";
    const char *found = symbol ? strchr(from, symbol) : NULL;

    return found ? to[found - from] : symbol;
}

void by__go_fill_patterns(uint8_t *table)
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        for (int way = 0; way < 16; way++) {
            char drawing[9];

            for (int row = 0; row < 3; row++)
                for (int column = 0; column < 3; column++) {
                    int r = way & 1 ? 2 - row : row, c = way & 2 ? 2 - column : column;
                    char symbol = patterns[i][way & 4 ? 3 * c + r : 3 * r + c];

                    drawing[3 * row + column] = way & 8 ? exchanged(symbol) : symbol;
                }
            fill(table, drawing, 0, 0);
        }
}
