/* SPDX-License-Identifier: MIT */
#include "match/go_count.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/gtp/board.h"

/* ---- Dead stones ------------------------------------------------------------------------------------------------- */

/* Whether a list names stones of the board and nothing else. Their blocks are marked: one stone stands for all. */
static bool read_dead(const struct gtp_board *board, const char *list, bool *marked)
{
    static const char blanks[] = " \t\n";

    memset(marked, 0, GTP_MAX_POINTS * sizeof *marked);
    for (const char *at = list + strspn(list, blanks); *at;) {
        size_t length = strcspn(at, blanks);
        struct gtp_block block;
        char word[8];
        int point;

        (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length >= sizeof word || !gtp_parse_vertex(word, board->size, &point) || point == GTP_PASS ||
            board->stones[point] == GTP_EMPTY)
            return false;
        gtp_block_at(board, point, &block);
        for (int i = 0; i < block.stone_count; i++)
            marked[block.stones[i]] = true;
        at += length + strspn(at + length, blanks);
    }
    return true;
}

/* The dead are prisoners of the other side. */
static void remove_dead(struct gtp_board *board, const bool *dead)
{
    for (int i = 0; i < board->size * board->size; i++)
        if (dead[i]) {
            board->prisoners[board->stones[i] ^ 1]++;
            board->stones[i] = GTP_EMPTY;
        }
}

static void list_dead(const struct gtp_board *board, const bool *dead, by_text *out)
{
    bool has_any = false;

    for (int i = 0; i < board->size * board->size; i++) {
        if (!dead[i])
            continue;
        by_text_printf(out, " %s", gtp_vertex(board, i).text);
        has_any = true;
    }
    by_text_add(out, has_any ? "" : " none");
}

/* The dead stones according to one engine; false: unusable. */
static bool print_dead(const struct gtp_board *board, const struct match_final *final, const char *name, bool *dead,
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

static by_status count_board(by_position *position, const struct gtp_board *board, struct match_go_count *out,
                             by_error *error)
{
    by_position *counted = NULL;
    struct by_node node;
    by_text text = {0};
    by_status status = by_position_copy(position, &counted, error);

    gtp_board_print(board, &text);
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
static void settle_dead(struct gtp_board *board, const struct match_final finals[2], const char *const names[2],
                        struct match_go_count *out)
{
    bool dead[2][GTP_MAX_POINTS], has_list[2];

    for (int i = 0; i < 2; i++)
        has_list[i] = print_dead(board, &finals[i], names[i], dead[i], &out->words);
    out->is_disputed = !has_list[0] || !has_list[1] || memcmp(dead[0], dead[1], sizeof dead[0]) != 0;
    if (out->is_disputed)
        by_text_add(&out->words, "They do not agree: only what both call dead is taken off.\n");
    for (int i = 0; i < GTP_MAX_POINTS; i++)
        dead[0][i] = has_list[0] && has_list[1] && dead[0][i] && dead[1][i];
    remove_dead(board, dead[0]);
}

by_status match_go_count(by_position *position, const struct match_final finals[2], const char *const names[2],
                         struct match_go_count *out, by_error *error)
{
    struct gtp_board board;
    by_status status;

    *out = (struct match_go_count){0};
    status = gtp_board_read(position, &board, error);
    if (status)
        return status;
    settle_dead(&board, finals, names, out);
    status = count_board(position, &board, out, error);
    for (int i = 0; i < 2 && !status; i++)
        compare_score(out, &finals[i], names[i], &out->words);
    return status ? status : out->words.failed ? by_error_no_memory(error) : BY_OK;
}
