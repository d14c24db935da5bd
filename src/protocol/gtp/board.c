/* SPDX-License-Identifier: MIT */
#include "protocol/gtp/board.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"

/* ---- Vertices ---------------------------------------------------------------------------------------------------- */

static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

struct gtp_text gtp_vertex(const struct gtp_board *board, int point)
{
    struct gtp_text vertex = {"PASS"};

    if (point != GTP_PASS)
        (void)snprintf(vertex.text, sizeof vertex.text, "%c%d", columns[point % board->size],
                       board->size - point / board->size);
    return vertex;
}

bool gtp_parse_vertex(const char *word, int size, int *point)
{
    const char *column = *word ? strchr(columns, toupper((unsigned char)*word)) : NULL;
    int64_t row;

    if (strcasecmp(word, "pass") == 0) {
        *point = GTP_PASS;
        return true;
    }
    if (!column || column - columns >= size || !isdigit((unsigned char)word[1]) || !by__scan_clamped(word + 1, &row))
        return false;
    if (row < 1 || row > size)
        return false;
    *point = (size - (int)row) * size + (int)(column - columns);
    return true;
}

/* ---- Boards as text ---------------------------------------------------------------------------------------------- */

void gtp_board_clear(struct gtp_board *board, int size, int komi_half)
{
    *board = (struct gtp_board){.size = size, .ko = GTP_NO_POINT, .komi_half = komi_half};
    memset(board->stones, GTP_EMPTY, sizeof board->stones);
}

/* "XO./.../..." */
static bool read_rows(const char *rows, struct gtp_board *board)
{
    int points = 0;

    for (; *rows; rows++) {
        if (*rows == '/')
            continue;
        if (!strchr("XO.", *rows) || points == board->size * board->size)
            return false;
        board->stones[points++] = *rows == 'X' ? GTP_BLACK : *rows == 'O' ? GTP_WHITE : GTP_EMPTY;
    }
    return points == board->size * board->size;
}

bool gtp_board_parse(const char *text, struct gtp_board *out)
{
    char rows[GTP_MAX_POINTS + GTP_MAX_SIZE + 1], side, ko[8], komi[16];
    int size, taken[2], passes;

    if (sscanf(text, "%d %650s %c %7s %15s %d %d %d", &size, rows, &side, ko, komi, &taken[GTP_BLACK],
               &taken[GTP_WHITE], &passes) != 8 ||
        size < GTP_MIN_SIZE || size > GTP_MAX_SIZE)
        return false;
    gtp_board_clear(out, size, (int)(2 * strtod(komi, NULL)));
    out->side = side == 'w' ? GTP_WHITE : GTP_BLACK;
    if (!gtp_parse_vertex(ko, size, &out->ko))
        out->ko = GTP_NO_POINT;
    out->prisoners[GTP_BLACK] = taken[GTP_BLACK];
    out->prisoners[GTP_WHITE] = taken[GTP_WHITE];
    out->passes = passes;
    return read_rows(rows, out);
}

by_status gtp_board_read(const by_position *position, struct gtp_board *out, by_error *error)
{
    by_text text = {0};
    by_status status = BY_OK;

    by_position_print(position, &text);
    if (text.failed)
        status = by_error_no_memory(error);
    else if (!gtp_board_parse(by_text_string(&text), out))
        status = by_error_set(error, BY_ERROR_UNSUPPORTED, "'%.60s' is no position of Go", by_text_string(&text));
    by_text_free(&text);
    return status;
}

struct gtp_text gtp_komi(const struct gtp_board *board)
{
    struct gtp_text komi;
    int half = abs(board->komi_half);

    (void)snprintf(komi.text, sizeof komi.text, "%s%d%s", board->komi_half < 0 ? "-" : "", half / 2,
                   half % 2 ? ".5" : "");
    return komi;
}

void gtp_board_print(const struct gtp_board *board, by_text *out)
{
    by_text_printf(out, "%d ", board->size);
    for (int point = 0; point < board->size * board->size; point++) {
        if (point && point % board->size == 0)
            by_text_add_char(out, '/');
        by_text_add_char(out, "XO."[board->stones[point]]);
    }
    by_text_printf(out, " %c %s %s %d %d %d", board->side == GTP_BLACK ? 'b' : 'w',
                   board->ko == GTP_NO_POINT ? "-" : gtp_vertex(board, board->ko).text, gtp_komi(board).text,
                   board->prisoners[GTP_BLACK], board->prisoners[GTP_WHITE], board->passes);
}

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

int gtp_neighbours(const struct gtp_board *board, int point, int out[4])
{
    int size = board->size, column = point % size, count = 0;

    if (point >= size)
        out[count++] = point - size;
    if (column > 0)
        out[count++] = point - 1;
    if (column < size - 1)
        out[count++] = point + 1;
    if (point < size * (size - 1))
        out[count++] = point + size;
    return count;
}

/* Collects the points of the same contents that are connected to `from`, and marks the points beside them. */
static int collect(const struct gtp_board *board, int from, bool *inside, bool *beside)
{
    int waiting[GTP_MAX_POINTS], count = 0, collected = 0, near[4];

    inside[from] = true;
    waiting[count++] = from;
    while (count) {
        int point = waiting[--count], neighbours = gtp_neighbours(board, point, near);

        collected++;
        for (int i = 0; i < neighbours; i++) {
            if (board->stones[near[i]] != board->stones[from]) {
                beside[near[i]] = true;
            } else if (!inside[near[i]]) {
                inside[near[i]] = true;
                waiting[count++] = near[i];
            }
        }
    }
    return collected;
}

void gtp_block_at(const struct gtp_board *board, int point, struct gtp_block *out)
{
    bool inside[GTP_MAX_POINTS] = {0}, beside[GTP_MAX_POINTS] = {0};

    out->stone_count = out->liberty_count = 0;
    collect(board, point, inside, beside);
    for (int i = 0; i < board->size * board->size; i++) {
        if (inside[i])
            out->stones[out->stone_count++] = i;
        else if (beside[i] && board->stones[i] == GTP_EMPTY)
            out->liberties[out->liberty_count++] = i;
    }
}

bool gtp_is_first_stone(const struct gtp_board *board, int point)
{
    bool inside[GTP_MAX_POINTS] = {0}, beside[GTP_MAX_POINTS] = {0};

    if (board->stones[point] == GTP_EMPTY)
        return false;
    collect(board, point, inside, beside);
    for (int i = 0; i < point; i++)
        if (inside[i])
            return false;
    return true;
}

void gtp_regions(const struct gtp_board *board, uint8_t touched[GTP_MAX_POINTS], int sizes[GTP_MAX_POINTS])
{
    int points = board->size * board->size;
    bool seen[GTP_MAX_POINTS] = {0};

    memset(touched, 0, GTP_MAX_POINTS);
    memset(sizes, 0, GTP_MAX_POINTS * sizeof sizes[0]);
    for (int from = 0; from < points; from++) {
        bool inside[GTP_MAX_POINTS] = {0}, beside[GTP_MAX_POINTS] = {0};
        uint8_t colours = 0;
        int size;

        if (board->stones[from] != GTP_EMPTY || seen[from])
            continue;
        size = collect(board, from, inside, beside);
        for (int i = 0; i < points; i++)
            if (beside[i])
                colours = (uint8_t)(colours | 1u << board->stones[i]);
        for (int i = from; i < points; i++) {
            if (!inside[i])
                continue;
            seen[i] = true;
            touched[i] = colours;
            sizes[i] = size;
        }
    }
}

/* ---- Unconditional life ------------------------------------------------------------------------------------------ */

/* Blocks of one colour, and the regions between them: what is connected without crossing a block. A region is vital to
 * a block if each of its empty points is a liberty of the block; the first such point names all blocks that this can be
 * true of. */
struct life {
    const struct gtp_board *board;
    int colour;
    int part_of[GTP_MAX_POINTS]; /* the block or region, by its first point */
    int vital_to[GTP_MAX_POINTS][4];
    int vital_count[GTP_MAX_POINTS]; /* of a region: blocks in vital_to */
    bool lives[GTP_MAX_POINTS];      /* of a block or region: not yet ruled out */
};

static void name_parts(struct life *life)
{
    struct gtp_board two = *life->board; /* without the difference between empty points and the other side's stones */
    int points = two.size * two.size;

    for (int i = 0; i < points; i++) {
        two.stones[i] = two.stones[i] == life->colour ? GTP_BLACK : GTP_EMPTY;
        life->part_of[i] = GTP_NO_POINT;
    }
    for (int from = 0; from < points; from++) {
        bool inside[GTP_MAX_POINTS] = {0}, beside[GTP_MAX_POINTS] = {0};

        if (life->part_of[from] != GTP_NO_POINT)
            continue;
        collect(&two, from, inside, beside);
        for (int i = from; i < points; i++)
            if (inside[i])
                life->part_of[i] = from;
        life->lives[from] = true;
    }
}

static bool touches_block(const struct life *life, int point, int block)
{
    int near[4], count = gtp_neighbours(life->board, point, near);

    for (int i = 0; i < count; i++)
        if (life->board->stones[near[i]] == life->colour && life->part_of[near[i]] == block)
            return true;
    return false;
}

static bool is_vital(const struct life *life, int region, int block)
{
    for (int i = region; i < life->board->size * life->board->size; i++)
        if (life->part_of[i] == region && life->board->stones[i] == GTP_EMPTY && !touches_block(life, i, block))
            return false;
    return true;
}

/* Finds what the region is vital to; `point` is its first empty one. */
static void find_vital(struct life *life, int region, int point)
{
    int near[4], count = gtp_neighbours(life->board, point, near);

    for (int i = 0; i < count; i++) {
        int block = life->part_of[near[i]], *known = life->vital_to[region], known_count = life->vital_count[region];
        bool is_known = false;

        for (int j = 0; j < known_count; j++)
            is_known = is_known || known[j] == block;
        if (life->board->stones[near[i]] == life->colour && !is_known && is_vital(life, region, block))
            known[life->vital_count[region]++] = block;
    }
}

static void find_all_vital(struct life *life)
{
    bool is_met[GTP_MAX_POINTS] = {0};

    for (int i = 0; i < life->board->size * life->board->size; i++) {
        int region = life->part_of[i];

        if (life->board->stones[i] != GTP_EMPTY || is_met[region])
            continue;
        is_met[region] = true;
        find_vital(life, region, i);
    }
}

/* Rules out blocks with fewer than two vital regions. False: there was none. */
static bool rule_out_blocks(struct life *life)
{
    int counts[GTP_MAX_POINTS] = {0};
    bool has_changed = false;

    for (int region = 0; region < life->board->size * life->board->size; region++)
        for (int j = 0; life->lives[region] && j < life->vital_count[region]; j++)
            counts[life->vital_to[region][j]]++;
    for (int block = 0; block < life->board->size * life->board->size; block++) {
        if (life->board->stones[block] != life->colour || !life->lives[block] || counts[block] >= 2)
            continue;
        life->lives[block] = false;
        has_changed = true;
    }
    return has_changed;
}

/* Rules out regions beside blocks that are ruled out. */
static void rule_out_regions(struct life *life)
{
    for (int i = 0; i < life->board->size * life->board->size; i++) {
        int near[4], count = gtp_neighbours(life->board, i, near);

        if (life->board->stones[i] != life->colour || life->lives[life->part_of[i]])
            continue;
        for (int j = 0; j < count; j++)
            if (life->board->stones[near[j]] != life->colour)
                life->lives[life->part_of[near[j]]] = false;
    }
}

void gtp_unconditional_life(const struct gtp_board *board, int colour, bool alive[GTP_MAX_POINTS],
                            bool enclosed[GTP_MAX_POINTS])
{
    struct life life = {.board = board, .colour = colour};

    name_parts(&life);
    find_all_vital(&life);
    while (rule_out_blocks(&life))
        rule_out_regions(&life);
    for (int i = 0; i < board->size * board->size; i++) {
        int part = life.part_of[i];

        alive[i] = board->stones[i] == colour && life.lives[part];
        enclosed[i] = board->stones[i] != colour && life.lives[part] && life.vital_count[part];
    }
}
