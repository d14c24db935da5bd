/* SPDX-License-Identifier: MIT
 *
 * GTP: which stones count at the end, and the score.
 *
 * The players cannot agree here, so we judge dead stones from the board. The first rule that applies to a block counts:
 *
 *     alive   it lives unconditionally (Benson 1976)
 *     dead    it stands in a region that belongs to such blocks of the other side
 *     dead    the solver finds that it is captured, even if its owner moves first
 *     seki    see below
 *     dead    at the end of random playouts the other side almost always owns its points
 *     alive   otherwise
 *
 * Two blocks of different colours that share liberties and cannot be captured are in seki if a side that plays on a
 * shared liberty can be captured then, or may not play there.
 */
#include <math.h>
#include <string.h>

#include "base/split.h"
#include "protocol/gtp/session.h"

/* ---- The fate of stones ------------------------------------------------------------------------------------------ */

enum fate { ALIVE, DEAD, SEKI, BLACK_TERRITORY, WHITE_TERRITORY, DAME, FATES };

static const char *const fate_names[FATES] = {"alive", "dead", "seki", "black_territory", "white_territory", "dame"};

struct judgement {
    struct gtp *gtp;
    struct gtp_board board;
    struct gtp_board cleared;      /* without the dead stones */
    uint8_t fates[GTP_MAX_POINTS]; /* of stones and of empty points */
    bool holds[GTP_MAX_POINTS];    /* a stone that cannot be captured, but does not live unconditionally */
    float owned[GTP_MAX_POINTS];   /* the share of random playouts at whose end Black owns the point */
    bool is_settled;               /* the fate of every block is clear */
};

/* A block whose owner has its points in fewer games is held to be dead; one for which they are neither few nor many is
 * not settled. */
enum { GAMES = 200, DEAD_PERCENT = 20, OPEN_PERCENT = 85 };

static void set_fate(struct judgement *j, const struct gtp_block *block, enum fate fate, bool holds)
{
    for (int i = 0; i < block->stone_count; i++) {
        j->fates[block->stones[i]] = (uint8_t)fate;
        j->holds[block->stones[i]] = holds;
    }
}

/* Runs the random playouts. False: the command has failed. */
static bool play_games(struct judgement *j)
{
    struct by_random random = {1};
    int8_t owner[GTP_MAX_POINTS + 1] = {0};
    int black[GTP_MAX_POINTS] = {0}; /* twice the games in which a point was Black's */
    struct by_playout playout = {.style = BY_PLAYOUT_INFORMED, .owner = owner};
    int size = j->board.size, games = GAMES;
    by_position *position;
    by_error error = {0};
    by_status status = gtp_position_for(j->gtp, &j->board, j->board.side, &position, &error);

    if (j->gtp->bounds.nodes && j->gtp->bounds.nodes < GAMES)
        games = (int)j->gtp->bounds.nodes;
    for (int game = 0; game < games && !status; game++) {
        by_value value;

        status = by_position_playout(position, &random, &playout, &value, &error);
        for (int i = 0; i < size * size; i++) /* the game numbers its rows from the bottom */
            black[i] += owner[(size - 1 - i / size) * size + i % size] + 1;
    }
    for (int i = 0; i < size * size; i++)
        j->owned[i] = (float)black[i] / (float)(2 * games);
    if (status)
        gtp_fail_error(j->gtp, &error);
    return !status;
}

/* In how many of a hundred games the owner of a block had its points at the end. */
static int percent_of(const struct judgement *j, const struct gtp_block *block)
{
    bool is_black = j->board.stones[block->stones[0]] == GTP_BLACK;
    float sum = 0;

    for (int i = 0; i < block->stone_count; i++)
        sum += is_black ? j->owned[block->stones[i]] : 1 - j->owned[block->stones[i]];
    return (int)(100 * sum / (float)block->stone_count);
}

/* False: the command has failed. */
static bool ask_fate(struct judgement *j, const struct gtp_block *block)
{
    struct solve_answer attack, defence = {.code = SOLVE_UNKNOWN};
    int stone = block->stones[0], percent;

    if (!gtp_ask(j->gtp, GTP_PLAYER, stone, true, &attack))
        return false;
    if (attack.code == SOLVE_YES && !gtp_ask(j->gtp, GTP_PLAYER, stone, false, &defence))
        return false;
    if (defence.code == SOLVE_NO) {
        set_fate(j, block, DEAD, false);
        return true;
    }
    percent = percent_of(j, block);
    set_fate(j, block, percent < DEAD_PERCENT ? DEAD : ALIVE, attack.code == SOLVE_NO);
    if (percent >= DEAD_PERCENT && percent < OPEN_PERCENT)
        j->is_settled = false;
    return true;
}

static bool judge_stones(struct judgement *j)
{
    bool alive[2][GTP_MAX_POINTS], enclosed[2][GTP_MAX_POINTS];

    for (int colour = GTP_BLACK; colour <= GTP_WHITE; colour++)
        gtp_unconditional_life(&j->board, colour, alive[colour], enclosed[colour]);
    for (int i = 0; i < j->board.size * j->board.size; i++) {
        int colour = j->board.stones[i];
        struct gtp_block block;

        if (!gtp_is_first_stone(&j->board, i))
            continue;
        gtp_block_at(&j->board, i, &block);
        if (alive[colour][i])
            set_fate(j, &block, ALIVE, false);
        else if (enclosed[colour ^ 1][i])
            set_fate(j, &block, DEAD, false);
        else if (!ask_fate(j, &block))
            return false;
    }
    return true;
}

/* ---- Seki -------------------------------------------------------------------------------------------------------- */

/* Whether the owner of the block at `stone` would lose it by playing on `point`, or may not play there. */
static bool is_forbidden(struct judgement *j, int stone, int point)
{
    struct solve_answer answer = {.code = SOLVE_UNKNOWN};

    if (!gtp_play(j->gtp, j->board.stones[stone], point))
        return true;
    (void)gtp_ask(j->gtp, GTP_PLAYER, stone, true, &answer);
    gtp_undo(j->gtp);
    return answer.code == SOLVE_YES;
}

/* Two blocks that hold, of which the first has the liberties of `block`. */
static bool is_seki(struct judgement *j, const struct gtp_block *block, const struct gtp_block *other)
{
    int shared = 0;

    for (int i = 0; i < block->liberty_count; i++) {
        for (int k = 0; k < other->liberty_count; k++) {
            int point = block->liberties[i];

            if (other->liberties[k] != point)
                continue;
            if (!is_forbidden(j, block->stones[0], point) || !is_forbidden(j, other->stones[0], point))
                return false;
            shared++;
        }
    }
    return shared > 0;
}

/* The blocks of the other side that share a liberty with this one, and hold as well. */
static void judge_neighbours(struct judgement *j, const struct gtp_block *block)
{
    int colour = j->board.stones[block->stones[0]];

    for (int i = 0; i < block->liberty_count; i++) {
        int near[4], count = gtp_neighbours(&j->board, block->liberties[i], near);

        for (int k = 0; k < count; k++) {
            struct gtp_block other;

            if (j->board.stones[near[k]] != (colour ^ 1) || !j->holds[near[k]] || j->fates[near[k]] == SEKI)
                continue;
            gtp_block_at(&j->board, near[k], &other);
            if (!is_seki(j, block, &other))
                continue;
            set_fate(j, block, SEKI, true);
            set_fate(j, &other, SEKI, true);
        }
    }
}

/* Black's blocks are enough: it takes one of each colour. */
static void judge_seki(struct judgement *j)
{
    for (int i = 0; i < j->board.size * j->board.size && !j->gtp->has_failed; i++) {
        struct gtp_block block;

        if (j->board.stones[i] != GTP_BLACK || !j->holds[i] || !gtp_is_first_stone(&j->board, i))
            continue;
        gtp_block_at(&j->board, i, &block);
        judge_neighbours(j, &block);
    }
}

/* ---- Regions ----------------------------------------------------------------------------------------------------- */

/* A region that only one side reaches, once the dead are gone, is its territory. */
static void judge_regions(struct judgement *j)
{
    uint8_t touched[GTP_MAX_POINTS];
    int sizes[GTP_MAX_POINTS];

    j->cleared = j->board;
    for (int i = 0; i < j->board.size * j->board.size; i++)
        if (j->board.stones[i] != GTP_EMPTY && j->fates[i] == DEAD)
            j->cleared.stones[i] = GTP_EMPTY;
    gtp_regions(&j->cleared, touched, sizes);
    for (int i = 0; i < j->board.size * j->board.size; i++)
        if (j->board.stones[i] == GTP_EMPTY)
            j->fates[i] = touched[i] == 1u << GTP_BLACK   ? BLACK_TERRITORY
                          : touched[i] == 1u << GTP_WHITE ? WHITE_TERRITORY
                                                          : DAME;
}

static bool judge(struct gtp *gtp, struct judgement *j)
{
    memset(j, 0, sizeof *j);
    j->gtp = gtp;
    j->is_settled = true;
    if (!gtp_look(gtp, &j->board) || !play_games(j) || !judge_stones(j))
        return false;
    judge_seki(j);
    judge_regions(j);
    return !gtp->has_failed;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Stones block by block, a line each; of empty points all in one line. */
static void list_fate(struct gtp *gtp, const struct judgement *j, enum fate fate)
{
    const struct gtp_board *board = &j->board;
    int empty[GTP_MAX_POINTS], count = 0;

    for (int i = 0; i < board->size * board->size; i++) {
        struct gtp_block block;

        if (j->fates[i] != fate)
            continue;
        if (board->stones[i] == GTP_EMPTY) {
            empty[count++] = i;
        } else if (gtp_is_first_stone(board, i)) {
            gtp_block_at(board, i, &block);
            gtp_add_points(gtp, board, block.stones, block.stone_count);
            by_text_add_char(&gtp->answer, '\n');
        }
    }
    gtp_add_points(gtp, board, empty, count);
}

static void run_final_status_list(struct gtp *gtp, struct gtp_arguments *a)
{
    const char *word = by__next_word(&a->rest);
    struct judgement judgement;
    int fate = 0;

    while (word && fate < FATES && strcmp(word, fate_names[fate]) != 0)
        fate++;
    if (!word || fate == FATES)
        gtp_fail(gtp, "syntax error: expected alive, dead, seki, black_territory, white_territory or dame");
    else if (gtp_read_end(gtp, a->rest) && judge(gtp, &judgement))
        list_fate(gtp, &judgement, (enum fate)fate);
}

static void run_final_status(struct gtp *gtp, struct gtp_arguments *a)
{
    struct judgement judgement;

    if (judge(gtp, &judgement))
        by_text_add(&gtp->answer, fate_names[judgement.fates[a->point]]);
}

/* ---- The score --------------------------------------------------------------------------------------------------- */

/* By area a side has its living stones and its territory; by territory this and what it has taken, to which the dead
 * belong. */
static int points_of(const struct judgement *j, int colour, bool is_area)
{
    uint8_t touched[GTP_MAX_POINTS];
    int sizes[GTP_MAX_POINTS], points = is_area ? 0 : j->board.prisoners[colour];

    gtp_regions(&j->cleared, touched, sizes);
    for (int i = 0; i < j->board.size * j->board.size; i++) {
        bool is_taken = j->cleared.stones[i] == GTP_EMPTY && j->board.stones[i] == (colour ^ 1);

        points += j->cleared.stones[i] == GTP_EMPTY && touched[i] == 1u << colour;
        points += is_area ? j->cleared.stones[i] == colour : is_taken;
    }
    return points;
}

/* How many points Black is ahead. */
static double lead_of(const struct judgement *j)
{
    bool is_area = by_options_number(j->gtp->rules, "scoring") == 0;

    return points_of(j, GTP_BLACK, is_area) - points_of(j, GTP_WHITE, is_area) - j->gtp->komi;
}

static void run_final_score(struct gtp *gtp, struct gtp_arguments *a)
{
    struct judgement j;
    double lead;

    (void)a;
    if (!judge(gtp, &j))
        return;
    lead = lead_of(&j);
    if (lead == 0)
        by_text_add(&gtp->answer, "0");
    else
        by_text_printf(&gtp->answer, fmod(lead * 10, 1) == 0 ? "%c+%.1f" : "%c+%g", lead > 0 ? 'B' : 'W', fabs(lead));
}

bool gtp_judge(struct gtp *gtp, int colour, struct gtp_outcome *out)
{
    struct judgement j;

    if (!judge(gtp, &j))
        return false;
    *out = (struct gtp_outcome){.lead = colour == GTP_BLACK ? lead_of(&j) : -lead_of(&j), .is_settled = j.is_settled};
    for (int i = 0; i < j.board.size * j.board.size; i++)
        out->open += j.fates[i] == DAME;
    return true;
}

bool gtp_has_dead(struct gtp *gtp, int colour)
{
    struct judgement j;

    if (!judge(gtp, &j))
        return false;
    for (int i = 0; i < j.board.size * j.board.size; i++)
        if (j.board.stones[i] == colour && j.fates[i] == DEAD)
            return true;
    return false;
}

const struct gtp_command gtp_status_commands[] = {
    {"final_score", run_final_score, GTP_END},
    {"final_status", run_final_status, GTP_POINT | GTP_END},
    {"final_status_list", run_final_status_list, 0},
    {0},
};
