/* SPDX-License-Identifier: MIT
 *
 * GTP: which stones count at the end, and the score.
 *
 * Nobody can be asked to agree, so that the board itself has to say what is dead. In this order:
 *
 *     alive   the block lives unconditionally (Benson 1976)
 *     dead    it stands in a region that belongs to such blocks of the other side
 *     alive   otherwise: what stands when both have passed counts
 */
#include <math.h>
#include <string.h>

#include "protocol/gtp_session.h"
#include "protocol/words.h"

/* ---- The fate of stones ------------------------------------------------------------------------------------------ */

enum fate { ALIVE, DEAD, SEKI, BLACK_TERRITORY, WHITE_TERRITORY, DAME, FATES };

static const char *const fate_names[FATES] = {"alive", "dead", "seki", "black_territory", "white_territory", "dame"};

struct judgement {
    struct gtp_board board;
    struct gtp_board cleared;       /* without the dead stones */
    uint8_t fates[GTP_POINTS_MOST]; /* of stones and of empty points */
};

static void judge_stones(struct judgement *j)
{
    bool alive[2][GTP_POINTS_MOST], enclosed[2][GTP_POINTS_MOST];

    for (int colour = GTP_BLACK; colour <= GTP_WHITE; colour++)
        gtp_unconditional_life(&j->board, colour, alive[colour], enclosed[colour]);
    for (int i = 0; i < j->board.size * j->board.size; i++) {
        int colour = j->board.stones[i];

        if (colour != GTP_EMPTY)
            j->fates[i] = !alive[colour][i] && enclosed[colour ^ 1][i] ? DEAD : ALIVE;
    }
}

/* A region that only one side reaches, once the dead are gone, is its territory. */
static void judge_regions(struct judgement *j)
{
    uint8_t touched[GTP_POINTS_MOST];
    int sizes[GTP_POINTS_MOST];

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
    if (!gtp_look(gtp, &j->board))
        return false;
    judge_stones(j);
    judge_regions(j);
    return true;
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* Stones block by block, a line each; of empty points all in one line. */
static void list_fate(struct gtp *gtp, const struct judgement *j, enum fate fate)
{
    const struct gtp_board *board = &j->board;
    int empty[GTP_POINTS_MOST], count = 0;

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

static void run_final_status_list(struct gtp *gtp, char *rest)
{
    const char *word = protocol_take_word(&rest);
    struct judgement judgement;
    int fate = 0;

    while (word && fate < FATES && strcmp(word, fate_names[fate]) != 0)
        fate++;
    if (!word || fate == FATES)
        gtp_fail(gtp, "syntax error: expected alive, dead, seki, black_territory, white_territory or dame");
    else if (gtp_take_end(gtp, rest) && judge(gtp, &judgement))
        list_fate(gtp, &judgement, (enum fate)fate);
}

static void run_final_status(struct gtp *gtp, char *rest)
{
    struct judgement judgement;
    struct gtp_board board;
    int point;

    if (gtp_take_point(gtp, rest, false, &board, &point) && judge(gtp, &judgement))
        by_text_add(&gtp->answer, fate_names[judgement.fates[point]]);
}

/* ---- The score --------------------------------------------------------------------------------------------------- */

/* By area a side has its living stones and its territory; by territory this and what it has taken, to which the dead
 * belong. */
static int points_of(const struct judgement *j, int colour, bool is_area)
{
    uint8_t touched[GTP_POINTS_MOST];
    int sizes[GTP_POINTS_MOST], points = is_area ? 0 : j->board.prisoners[colour];

    gtp_regions(&j->cleared, touched, sizes);
    for (int i = 0; i < j->board.size * j->board.size; i++) {
        bool is_taken = j->cleared.stones[i] == GTP_EMPTY && j->board.stones[i] == (colour ^ 1);

        points += j->cleared.stones[i] == GTP_EMPTY && touched[i] == 1u << colour;
        points += is_area ? j->cleared.stones[i] == colour : is_taken;
    }
    return points;
}

static void run_final_score(struct gtp *gtp, char *rest)
{
    struct judgement j;
    bool is_area = by_options_number(gtp->rules, "scoring") == 0;
    double lead;

    if (!gtp_take_end(gtp, rest) || !judge(gtp, &j))
        return;
    lead = points_of(&j, GTP_BLACK, is_area) - points_of(&j, GTP_WHITE, is_area) - gtp->komi;
    if (lead == 0)
        by_text_add(&gtp->answer, "0");
    else
        by_text_printf(&gtp->answer, fmod(lead * 10, 1) == 0 ? "%c+%.1f" : "%c+%g", lead > 0 ? 'B' : 'W', fabs(lead));
}

const struct gtp_command gtp_status_commands[] = {
    {"final_score", run_final_score},
    {"final_status", run_final_status},
    {"final_status_list", run_final_status_list},
    {0},
};
