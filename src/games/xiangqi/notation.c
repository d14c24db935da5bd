/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "games/xiangqi/notation.h"

by_status by__xq_parse_move(struct xq *s, const char *text, by_move *move, by_error *error)
{
    if (strlen(text) == 4) {
        by_move m = xq_move((text[1] - '0') * 9 + text[0] - 'a', (text[3] - '0') * 9 + text[2] - 'a');
        if (by__xq_is_legal(s, m)) {
            *move = m;
            return BY_OK;
        }
    }
    return by_error_set(error, BY_ERROR_INPUT, "'%.20s' is no legal move", text);
}
void by__xq_print_move(struct xq *s, by_move move, enum xq_notation notation, by_text *out)
{
    int f = xq_from(move), t = xq_to(move);
    (void)s;
    (void)notation;
    by_text_printf(out, "%c%d%c%d", 'a' + f % 9, f / 9, 'a' + t % 9, t / 9);
}
void by__xq_draw(const struct xq *s, unsigned style, by_text *out)
{
    (void)style;
    by__xq_print_fen(s, out);
}
