/* SPDX-License-Identifier: MIT */
#include "match/go_board.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

enum { POINTS_MOST = MATCH_GO_SIZE_MOST * MATCH_GO_SIZE_MOST };

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* "XO./.../..." */
static bool read_rows(const char *rows, struct match_go_board *board)
{
    int points = 0;

    for (const char *at = rows; *at; at++) {
        if (*at == '/')
            continue;
        if (!strchr("XO.", *at) || points == board->size * board->size)
            return false;
        board->points[points++] = *at;
    }
    return points == board->size * board->size;
}

bool match_go_read(const char *text, struct match_go_board *out)
{
    char rows[POINTS_MOST + MATCH_GO_SIZE_MOST + 1], side;

    *out = (struct match_go_board){0};
    if (sscanf(text, "%d %650s %c %7s %15s %d %d %d", &out->size, rows, &side, out->ko, out->komi, &out->taken[0],
               &out->taken[1], &out->passes) != 8)
        return false;
    out->side = side == 'w';
    return out->size >= 2 && out->size <= MATCH_GO_SIZE_MOST && read_rows(rows, out);
}

void match_go_print(const struct match_go_board *board, by_text *out)
{
    by_text_printf(out, "%d ", board->size);
    for (int row = 0; row < board->size; row++)
        by_text_printf(out, "%s%.*s", row ? "/" : "", board->size, board->points + row * board->size);
    by_text_printf(out, " %c %s %s %d %d %d", "bw"[board->side], board -> ko, board -> komi, board -> taken[0],
                   board -> taken[1], board -> passes);
}

/* There is no column I. */
static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

void match_go_print_vertex(const struct match_go_board *board, int point, char out[8])
{
    (void)snprintf(out, 8, "%c%d", columns[point % board->size], board->size - point / board->size);
}

/* The point of a vertex; -1: it is none of the board. */
static int read_vertex(const struct match_go_board *board, const char *word, size_t length)
{
    const char *column = length ? strchr(columns, toupper((unsigned char)*word)) : NULL;
    int64_t row;

    if (!column || !*column || by__scan_digits(word + 1, board->size, &row) != word + length || row < 1 ||
        column - columns >= board->size)
        return -1;
    return (board->size - (int)row) * board->size + (int)(column - columns);
}

/* ---- Dead stones ------------------------------------------------------------------------------------------------- */

/* Marks the block at a point: one of its stones stands for all. */
static void mark_block(const struct match_go_board *board, int from, bool *marked)
{
    int waiting[POINTS_MOST], count = 0;

    if (marked[from])
        return;
    marked[from] = true;
    waiting[count++] = from;
    while (count) {
        int point = waiting[--count], column = point % board->size;
        const int near[] = {column ? point - 1 : -1, column < board->size - 1 ? point + 1 : -1, point - board->size,
                            point + board->size};

        for (int i = 0; i < 4; i++)
            if (near[i] >= 0 && near[i] < board->size * board->size && !marked[near[i]] &&
                board->points[near[i]] == board->points[from]) {
                marked[near[i]] = true;
                waiting[count++] = near[i];
            }
    }
}

/* Whether a list names stones of the board and nothing else; they are marked. */
static bool read_dead(const struct match_go_board *board, const char *list, bool *marked)
{
    static const char blanks[] = " \t\n";

    memset(marked, 0, POINTS_MOST * sizeof *marked);
    for (const char *at = list + strspn(list, blanks); *at;) {
        size_t length = strcspn(at, blanks);
        int point = read_vertex(board, at, length);

        if (point < 0 || board->points[point] == MATCH_GO_EMPTY)
            return false;
        mark_block(board, point, marked);
        at += length + strspn(at + length, blanks);
    }
    return true;
}

/* The dead are prisoners of the other side. */
static void take_off(struct match_go_board *board, const bool *dead)
{
    for (int i = 0; i < board->size * board->size; i++)
        if (dead[i]) {
            board->taken[board->points[i] == MATCH_GO_BLACK]++;
            board->points[i] = MATCH_GO_EMPTY;
        }
}

static void list_dead(const struct match_go_board *board, const bool *dead, by_text *out)
{
    bool has_any = false;

    for (int i = 0; i < board->size * board->size; i++) {
        char vertex[8];

        if (!dead[i])
            continue;
        match_go_print_vertex(board, i, vertex);
        by_text_printf(out, " %s", vertex);
        has_any = true;
    }
    by_text_add(out, has_any ? "" : " none");
}

/* The dead stones according to one engine; false: unusable. */
static bool hear_dead(const struct match_go_board *board, const struct match_final *final, const char *name, bool *dead,
                      by_text *words)
{
    by_text_printf(words, "Dead by %s:", name);
    if (final->has_dead && read_dead(board, by_text_string(&final->dead), dead)) {
        list_dead(board, dead, words);
        by_text_add(words, ".\n");
        return true;
    }
    if (final->has_dead)
        by_text_printf(words, " '%.100s', which are no stones.\n", by_text_string(&final->dead));
    else
        by_text_printf(words, " no answer%s%.100s.\n", *final->trouble ? ", " : "", final->trouble);
    return false;
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* "Result: B+3.5." among the words of the game. */
static void read_score(const char *words, struct match_go_count *out)
{
    static const char announcement[] = "Result: ";
    const char *at = strstr(words, announcement);
    size_t length;

    if (!at)
        return;
    at += strlen(announcement);
    length = strcspn(at, "\n");
    length -= length && at[length - 1] == '.';
    (void)snprintf(out->score, sizeof out->score, "%.*s", (int)length, at);
    if (strcmp(out->score, "equal") == 0)
        (void)snprintf(out->score, sizeof out->score, "0");
}

/* Points by which black leads, of "W+3.5" or "0"; false if it is no score. */
static bool read_lead(const char *score, double *out)
{
    char *end;

    if (strcmp(score, "0") == 0) {
        *out = 0;
        return true;
    }
    if ((*score != 'B' && *score != 'W') || score[1] != '+' || !isdigit((unsigned char)score[2]))
        return false;
    *out = strtod(score + 2, &end) * (*score == 'B' ? 1 : -1);
    return !*end;
}

/* A score of an engine that is not ours is worth a remark. */
static void compare_score(const struct match_go_count *count, const struct match_final *final, const char *name,
                          by_text *words)
{
    double ours = 0, theirs = 0;

    if (!*final->score || (read_lead(final->score, &theirs) && read_lead(count->score, &ours) && ours == theirs))
        return;
    by_text_printf(words, "%s counts otherwise: %s.\n", name, final->score);
}

static by_status count_board(by_position *position, const struct match_go_board *board, struct match_go_count *out,
                             by_error *error)
{
    by_position *counted = NULL;
    struct by_node node;
    by_text text = {0};
    by_status status = by_position_copy(position, &counted, error);

    match_go_print(board, &text);
    if (!status && text.failed)
        status = by_error_no_memory(error);
    if (!status)
        status = by_position_parse(counted, by_text_string(&text), error);
    if (!status) {
        by_text_clear(&text);
        status = by_position_explain(counted, &text, error);
    }
    if (!status) {
        by_position_verdict(counted, &node);
        out->outcome = node.value == 0                        ? BY_OUTCOME_DRAW
                       : (node.value > 0) == (node.side == 0) ? BY_OUTCOME_FIRST
                                                              : BY_OUTCOME_SECOND;
        read_score(by_text_string(&text), out);
        by_text_add(&out->words, by_text_string(&text));
    }
    by_text_free(&text);
    by_position_destroy(counted);
    return status;
}

/* Removes stones that both engines call dead; none if one engine has no list. */
static void settle_dead(struct match_go_board *board, const struct match_final finals[2], const char *const names[2],
                        struct match_go_count *out)
{
    bool dead[2][POINTS_MOST], is_told[2];

    for (int i = 0; i < 2; i++)
        is_told[i] = hear_dead(board, &finals[i], names[i], dead[i], &out->words);
    out->is_disputed = !is_told[0] || !is_told[1] || memcmp(dead[0], dead[1], sizeof dead[0]) != 0;
    if (out->is_disputed)
        by_text_add(&out->words, "They do not agree: only what both call dead is taken off.\n");
    for (int i = 0; i < POINTS_MOST; i++)
        dead[0][i] = is_told[0] && is_told[1] && dead[0][i] && dead[1][i];
    take_off(board, dead[0]);
}

by_status match_go_count(by_position *position, const struct match_final finals[2], const char *const names[2],
                         struct match_go_count *out, by_error *error)
{
    struct match_go_board board;
    by_text text = {0};
    by_status status = BY_OK;

    *out = (struct match_go_count){0};
    by_position_print(position, &text);
    if (!match_go_read(by_text_string(&text), &board))
        status = by_error_set(error, BY_ERROR_UNSUPPORTED, "'%.60s' is no position of Go", by_text_string(&text));
    by_text_free(&text);
    if (status)
        return status;
    settle_dead(&board, finals, names, out);
    status = count_board(position, &board, out, error);
    for (int i = 0; i < 2 && !status; i++)
        compare_score(out, &finals[i], names[i], &out->words);
    return status ? status : out->words.failed ? by_error_no_memory(error) : BY_OK;
}
