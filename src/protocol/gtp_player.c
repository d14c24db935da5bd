/* SPDX-License-Identifier: MIT
 *
 * GTP: moves of our own. There is no Go player in the library yet; until there is one, a few rules choose:
 *
 *     save the largest own block that is in danger and can be saved, or capture the largest of the other side that is
 *     in danger and could still be saved, whichever has more stones
 *     else play where a stone is not lost and fills no territory, on the third and fourth lines first
 *     else pass
 *
 * The same position, seed and settings give the same move.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/gtp_session.h"

/* A block with more liberties is not thought to be in danger; a solver is not asked more often than this about quiet
 * moves. */
enum { LIBERTIES_IN_DANGER = 4, QUIET_TRIES = 24 };

struct player {
    struct gtp *gtp;
    struct gtp_board board;
    int colour;
    bool alive[2][GTP_POINTS_MOST], enclosed[2][GTP_POINTS_MOST]; /* for certain, by colour */
    uint8_t touched[GTP_POINTS_MOST];                             /* by empty regions */
    int sizes[GTP_POINTS_MOST];
};

/* ---- Blocks in danger -------------------------------------------------------------------------------------------- */

static bool works(const struct solve_answer *answer)
{
    return answer->code == SOLVE_YES || answer->code == SOLVE_KO_TAKEN;
}

/* The move of an answer, if it is one that can be made. */
static int move_of(struct player *p, const struct solve_answer *answer)
{
    int colour, point;

    if (!works(answer) || answer->move == BY_MOVE_NONE)
        return GTP_NO_POINT;
    gtp_move_of(p->gtp, answer->move, &colour, &point);
    return colour == p->colour && point != GTP_PASS && gtp_is_legal(p->gtp, colour, point) ? point : GTP_NO_POINT;
}

/* The move that decides a block's fate, if both sides could: the one that saves it if it is ours, or that captures it.
 * GTP_NO_POINT: it is safe, or lost, or nobody knows. */
static int decisive_move(struct player *p, int stone)
{
    struct solve_answer attack, defence;
    bool is_own = p->board.stones[stone] == p->colour;

    if (!gtp_ask(p->gtp, GTP_PLAYER, stone, true, &attack) || !works(&attack))
        return GTP_NO_POINT;
    if (!gtp_ask(p->gtp, GTP_PLAYER, stone, false, &defence) || !works(&defence))
        return GTP_NO_POINT;
    return move_of(p, is_own ? &defence : &attack);
}

static int find_tactical(struct player *p)
{
    int best = GTP_NO_POINT, most = 0;

    for (int i = 0; i < p->board.size * p->board.size && !p->gtp->has_failed; i++) {
        int colour = p->board.stones[i], worth, point;
        struct gtp_block block;

        if (!gtp_is_first_stone(&p->board, i) || p->alive[colour][i] || p->enclosed[colour ^ 1][i])
            continue;
        gtp_block_at(&p->board, i, &block);
        worth = 2 * block.stone_count + (colour == p->colour); /* of equal blocks the own one comes first */
        if (worth <= most || block.liberty_count > LIBERTIES_IN_DANGER)
            continue;
        point = decisive_move(p, i);
        if (point == GTP_NO_POINT)
            continue;
        best = point;
        most = worth;
    }
    return best;
}

/* ---- Quiet moves ------------------------------------------------------------------------------------------------- */

/* A region that only one side reaches, such as an eye, is its territory, unless it is half of the board or more. */
static bool is_territory(const struct player *p, int point)
{
    uint8_t touched = p->touched[point];

    return (touched == 1u << GTP_BLACK || touched == 1u << GTP_WHITE) &&
           2 * p->sizes[point] < p->board.size * p->board.size;
}

/* Whether a stone there stands: not in atari, and not captured as far as the solver sees. */
static bool stands(struct player *p, int point)
{
    struct gtp_board after;
    struct gtp_block block;
    struct solve_answer answer = {.code = SOLVE_NO};
    bool is_asked = false;

    if (!gtp_play(p->gtp, p->colour, point))
        return false;
    if (gtp_look(p->gtp, &after) && after.stones[point] == p->colour) {
        gtp_block_at(&after, point, &block);
        is_asked = block.liberty_count >= 2 &&
                   (block.liberty_count > LIBERTIES_IN_DANGER || gtp_ask(p->gtp, GTP_PLAYER, point, true, &answer));
    }
    gtp_take_back(p->gtp);
    return is_asked && !works(&answer);
}

/* The less, the better; points of the same line are ordered by luck. */
struct choice {
    uint64_t rank;
    int point;
};

static int compare_choices(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;

    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static uint64_t rank_of(const struct player *p, int point, uint64_t luck)
{
    static const uint64_t ranks[] = {3, 2, 0, 0, 1}; /* by lines from the edge */
    int size = p->board.size, row = point / size, column = point % size;
    int line = row < column ? row : column;

    line = size - 1 - row < line ? size - 1 - row : line;
    line = size - 1 - column < line ? size - 1 - column : line;
    return ranks[line < 4 ? line : 4] << 32 | by_random_word(luck + (uint64_t)point) >> 32;
}

static int find_quiet(struct player *p)
{
    struct choice choices[GTP_POINTS_MOST];
    struct by_node node;
    uint64_t luck;
    int count = 0;

    by_position_node(p->gtp->position, &node);
    luck = by_random_word(node.key ^ by_random_word((uint64_t)gtp_setting(p->gtp, "seed")));
    for (int i = 0; i < p->board.size * p->board.size; i++)
        if (p->board.stones[i] == GTP_EMPTY && !is_territory(p, i))
            choices[count++] = (struct choice){rank_of(p, i, luck), i};
    qsort(choices, (size_t)count, sizeof choices[0], compare_choices);
    for (int i = 0, tries = 0; i < count && tries < QUIET_TRIES && !p->gtp->has_failed; i++) {
        if (!gtp_is_legal(p->gtp, p->colour, choices[i].point))
            continue;
        if (stands(p, choices[i].point))
            return choices[i].point;
        tries++;
    }
    return GTP_PASS;
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

/* False: the command has failed. */
static bool choose(struct gtp *gtp, char *rest, int *colour, int *point)
{
    struct player player = {.gtp = gtp};

    if (!gtp_take_colour(gtp, &rest, colour) || !gtp_take_end(gtp, rest) || !gtp_look(gtp, &player.board))
        return false;
    player.colour = *colour;
    for (int i = GTP_BLACK; i <= GTP_WHITE; i++)
        gtp_unconditional_life(&player.board, i, player.alive[i], player.enclosed[i]);
    gtp_regions(&player.board, player.touched, player.sizes);
    *point = find_tactical(&player);
    if (*point == GTP_NO_POINT && !gtp->has_failed)
        *point = find_quiet(&player);
    return !gtp->has_failed;
}

static void run_reg_genmove(struct gtp *gtp, char *rest)
{
    int colour, point;

    if (choose(gtp, rest, &colour, &point))
        gtp_print_vertex(&gtp->start, point, &gtp->answer);
}

static void run_genmove(struct gtp *gtp, char *rest)
{
    int colour, point;

    if (!choose(gtp, rest, &colour, &point))
        return;
    if (gtp_play(gtp, colour, point))
        gtp_print_vertex(&gtp->start, point, &gtp->answer);
}

const struct gtp_command gtp_player_commands[] = {
    {"genmove", run_genmove},
    {"reg_genmove", run_reg_genmove},
    {0},
};
