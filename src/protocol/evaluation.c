/* SPDX-License-Identifier: MIT */
#include "protocol/evaluation.h"

#include <stdio.h>

enum { NAME_WIDTH = 18, NUMBER_WIDTH = 9 };

static void print_head(const by_game_type *type, by_text *out)
{
    by_text_printf(out, "%-*s%*s%*s%*s%*s\n", NAME_WIDTH, "", 2 * NUMBER_WIDTH, by_game_side_name(type, 0),
                   2 * NUMBER_WIDTH, by_game_side_name(type, 1), 2 * NUMBER_WIDTH, "difference", NUMBER_WIDTH, "now");
    by_text_printf(out, "%-*s", NAME_WIDTH, "");
    for (int i = 0; i < 3; i++)
        by_text_printf(out, "%*s%*s", NUMBER_WIDTH, "opening", NUMBER_WIDTH, "ending");
    by_text_add_char(out, '\n');
}

static void print_term(const struct by_term *term, const float share[2], by_text *out)
{
    double now = 0;

    by_text_printf(out, "%-*s", NAME_WIDTH, term->name);
    for (int side = 0; side < 2; side++)
        by_text_printf(out, "%*d%*d", NUMBER_WIDTH, term->parts[side][0], NUMBER_WIDTH, term->parts[side][1]);
    for (int phase = 0; phase < 2; phase++) {
        by_value difference = term->parts[0][phase] - term->parts[1][phase];

        by_text_printf(out, "%+*d", NUMBER_WIDTH, difference);
        now += (double)share[phase] * difference;
    }
    by_text_printf(out, "%+*.1f\n", NUMBER_WIDTH, now);
}

static void print_terms(const by_game_type *type, const struct by_terms *terms, by_text *out)
{
    struct by_term sum = {.name = "sum"};

    print_head(type, out);
    for (int i = 0; i < terms->count; i++) {
        print_term(&terms->list[i], terms->share, out);
        for (int part = 0; part < 4; part++)
            sum.parts[part / 2][part % 2] += terms->list[i].parts[part / 2][part % 2];
    }
    print_term(&sum, terms->share, out);
    by_text_printf(out, "Of the opening's difference %.1f %% count, of the ending's %.1f %%.\n",
                   100 * (double)terms->share[0], 100 * (double)terms->share[1]);
}

void protocol_print_evaluation(by_position *position, by_text *out)
{
    const by_game_type *type = by_game_type_of(by_position_game(position));
    struct by_terms terms;

    if (!by_position_terms(position, &terms, NULL))
        print_terms(type, &terms, out);
    by_text_printf(out, "Evaluation: %d (hundredths of a pawn, for the side to move)\n",
                   by_position_evaluate(position));
}
