/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/play.h"
#include "cli/say.h"
#include "front/words.h"

/* ---- Printing -------------------------------------------------------------------------------------------------- */

bool play_explain(struct play *play, by_error *error)
{
    by_text text = {0};
    by_status status = by_position_explain(play->setup.position, &text, error);

    if (!status && text.length)
        printf("%s%s", by_text_string(&text), text.data[text.length - 1] == '\n' ? "" : "\n");
    by_text_free(&text);
    return !status;
}

void play_show(struct play *play)
{
    by_text text = {0};

    words_drawing(play->setup.position, play->setup.style, &text);
    by_text_add_char(&text, '\n');
    words_state(play->setup.position, &text);
    printf("\n%s\n", by_text_string(&text));
    by_text_free(&text);
    if (play_is_over(play))
        (void)play_explain(play, NULL);
}

static void print_move_made(struct play *play, const char *move, int side, const struct by_result *result)
{
    const struct say_style *style = say_style(stdout);
    by_text value = {0};

    printf("%s plays %s%s%s", words_side(play->setup.type, side), style->bold, move, style->off);
    if (result) {
        words_result(play->setup.type, result, &value);
        printf("  %s(%s; depth %d, %s nodes)%s", style->dim, by_text_string(&value), result->depth,
               words_count(result->nodes).text, style->off);
    }
    putchar('\n');
    by_text_free(&value);
}

bool play_is_humans_turn(struct play *play)
{
    struct by_node node;

    by_position_node(play->setup.position, &node);
    return play->is_human[node.side];
}

bool play_is_over(struct play *play)
{
    struct by_node node;

    by_position_verdict(play->setup.position, &node);
    return node.is_over;
}

/* ---- Moving ---------------------------------------------------------------------------------------------------- */

void play_fail(struct play *play, const by_error *error)
{
    play->code = say_error("play", NULL, error);
    play->is_done = true;
}

bool play_think(struct play *play, struct by_result *result)
{
    struct setup *setup = &play->setup;
    by_error error;
    by_status status;

    (void)fflush(stdout);
    by_stop_clear(setup->stop);
    interrupt_begin(setup->stop);
    status = by_search_run(setup->search, setup->position, &setup->limits, NULL, result, &error);
    /* Without a human player, an interrupt ends the whole game. */
    if (interrupt_end() && !play->is_human[0] && !play->is_human[1])
        play->is_done = true;
    if (!status && result->best == BY_MOVE_NONE)
        status = by_error_set(&error, BY_ERROR_UNSUPPORTED, "the engine found no move");
    if (status)
        play_fail(play, &error);
    return !status;
}

void play_move(struct play *play, by_move move, const struct by_result *result)
{
    by_position *position = play->setup.position;
    struct by_node node;
    by_text text = {0};
    by_error error;

    by_position_node(position, &node);
    by_position_print_move_as(position, move, play->setup.notation, &text);
    if (by_position_push(position, move, &error)) {
        play_fail(play, &error);
    } else {
        print_move_made(play, by_text_string(&text), node.side, result);
        /* Draw a person's move together with the answer. */
        if (!play->is_human[node.side] || play_is_over(play) || play_is_humans_turn(play))
            play_show(play);
    }
    by_text_free(&text);
}

void play_engine_moves(struct play *play)
{
    struct by_result result = {BY_SIZE(by_result)};

    if (play_think(play, &result))
        play_move(play, result.best, &result);
}
