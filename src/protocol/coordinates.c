/* SPDX-License-Identifier: MIT */
#include "protocol/coordinates.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Reads a file and a rank; the rank comes out counted from 0. */
static const char *read_square(const char *text, int first_rank, char out[2])
{
    int rank = 0, digits = 0;

    out[0] = (char)tolower((unsigned char)*text);
    if (out[0] < 'a' || out[0] > 'i')
        return NULL;
    for (text++; digits < 2 && isdigit((unsigned char)*text); text++, digits++)
        rank = 10 * rank + *text - '0';
    rank -= first_rank;
    if (!digits || rank < 0 || rank > 9)
        return NULL;
    out[1] = (char)('0' + rank);
    return text;
}

/* The library's first notation of moves has ranks from 0. */
static bool to_ranks_from_0(const char *text, int first_rank, char out[5])
{
    out[4] = 0;
    text = read_square(text, first_rank, out);
    if (text)
        text = read_square(text, first_rank, out + 2);
    return text && !*text;
}

/* Whether the library writes the move like this: it also reads other notations, in which the text may mean another
 * move. */
static bool is_written(by_position *position, by_move move, const char *text)
{
    by_text written = {0};
    bool is_same;

    by_position_print_move(position, move, &written);
    is_same = strcmp(by_text_string(&written), text) == 0;
    by_text_free(&written);
    return is_same;
}

by_status protocol_read_move(by_position *position, const char *text, enum protocol_ranks ranks, by_move *out,
                             by_error *error)
{
    int first_rank = ranks == PROTOCOL_RANKS_FROM_1;
    char plain[5];

    if (!to_ranks_from_0(text, first_rank, plain))
        return by_error_set(error, BY_ERROR_INPUT, "'%.20s' is no move, expected one like %s", text,
                            first_rank ? "h3e3" : "h2e2");
    if (by_position_parse_move(position, plain, out, NULL) || !is_written(position, *out, plain))
        return by_error_set(error, BY_ERROR_INPUT, "'%.20s' is no legal move", text);
    return BY_OK;
}

void protocol_write_move(by_position *position, by_move move, enum protocol_ranks ranks, by_text *out)
{
    by_text plain = {0};
    const char *text;

    by_position_print_move(position, move, &plain);
    text = by_text_string(&plain);
    if (ranks == PROTOCOL_RANKS_FROM_1 && strlen(text) == 4)
        by_text_printf(out, "%c%d%c%d", text[0], text[1] - '0' + 1, text[2], text[3] - '0' + 1);
    else
        by_text_add(out, text);
    by_text_free(&plain);
}
