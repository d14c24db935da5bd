/* SPDX-License-Identifier: MIT */
#include "support/uci.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void uci_start(struct talk *talk)
{
    talk_start(talk, "uci");
    talk_say(talk, "uci");
    talk_hear(talk, "uciok");
}

void uci_quit(struct talk *talk)
{
    talk_say(talk, "quit");
    assert_int_equal(talk_end(talk), 0);
}

void uci_expect_position(struct talk *talk, const char *beginning)
{
    char line[256];

    (void)snprintf(line, sizeof line, "Fen: %s", beginning);
    talk_say(talk, "d");
    talk_hear(talk, "Fen: ");
    assert_memory_equal(talk->line, line, strlen(line));
}

static bool is_square(const char **text, int first, int last)
{
    char *end;
    long rank;

    if (**text < 'a' || **text > 'i' || !isdigit((unsigned char)(*text)[1]))
        return false;
    rank = strtol(*text + 1, &end, 10);
    *text = end;
    return rank >= first && rank <= last;
}

static bool is_move(const char *text, int first_rank)
{
    return is_square(&text, first_rank, first_rank + 9) && is_square(&text, first_rank, first_rank + 9) &&
           (!*text || *text == ' ');
}

const char *uci_expect_best(struct talk *talk, int first_rank)
{
    const char *line = talk_hear(talk, "bestmove ");
    const char *ponder = strstr(line, " ponder ");

    assert_true(is_move(line + 9, first_rank));
    assert_true(!ponder || is_move(ponder + 8, first_rank));
    return line + 9;
}

long uci_number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    if (!at)
        print_message("no '%s' in '%s'\n", word, line);
    assert_non_null(at);
    return strtol(at + strlen(word), NULL, 10);
}
