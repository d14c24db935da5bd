/* SPDX-License-Identifier: MIT
 *
 * boyi perft: counts move sequences, the classic test of a move generator.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "cli/setup.h"

struct perft_args {
    int64_t depth;
    bool divide;
};

#define ARGS struct perft_args

static const struct arg rows[] = {
    ROW(depth, "DEPTH", "length of the sequences in plies", .kind = ARG_NUMBER, .is_required = true,
        .most = BY_MAX_PLY),
    ROW_FLAG(divide, "--divide", "print the count of each first move, too"),
    {0},
};

static const struct arg_about about = {
    .name = "perft",
    .help = "Counts the sequences of exactly DEPTH moves. The last line is the total.",
    .examples = "  boyi perft tictactoe 9\n"
                "  boyi perft tictactoe 4 --divide --moves 4\n",
};

/* All legal moves, in memory that the caller frees. */
static by_status list_moves(by_position *position, struct by_moves *out, by_error *error)
{
    struct by_extent extent;

    by_position_extent(position, &extent);
    *out = (struct by_moves){.list = calloc((size_t)extent.max_moves + 1, sizeof *out->list)};
    if (!out->list)
        return by_error_no_memory(error);
    by_position_moves(position, BY_MOVES_ALL, out);
    return BY_OK;
}

static by_status count_below(by_position *position, by_move move, int depth, uint64_t *count, by_error *error)
{
    by_text text = {0};
    by_status status;

    by_position_print_move(position, move, &text);
    status = by_position_push(position, move, error);
    if (!status) {
        status = by_position_perft(position, depth, count, error);
        by_position_pop(position, NULL);
    }
    if (!status)
        printf("%-10s %14" PRIu64 "\n", by_text_string(&text), *count);
    by_text_free(&text);
    return status;
}

static by_status divide(by_position *position, int depth, uint64_t *total, by_error *error)
{
    struct by_moves moves;
    by_status status = list_moves(position, &moves, error);

    *total = 0;
    for (int i = 0; !status && i < moves.count; i++) {
        uint64_t count = 0;

        status = count_below(position, moves.list[i].move, depth - 1, &count, error);
        *total += count;
    }
    free(moves.list);
    return status;
}

static int perft(struct setup *setup, const struct perft_args *args)
{
    uint64_t count = 0;
    by_error error;
    by_status status;

    if (args->divide && args->depth)
        status = divide(setup->position, (int)args->depth, &count, &error);
    else
        status = by_position_perft(setup->position, (int)args->depth, &count, &error);
    if (status)
        return say_error(setup->command, NULL, &error);
    printf("%" PRIu64 "\n", count);
    return 0;
}

int boyi_perft(int argc, char **argv)
{
    struct perft_args args = {0};
    struct setup_args common = {0};
    struct setup setup = {0};
    const struct arg_group groups[] = {
        {"Game", setup_game_rows, &common},
        {"Count", rows, &args},
        {"Position", setup_position_rows, &common},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = setup_position(&setup, "perft", &common);
    if (!code)
        code = perft(&setup, &args);
    setup_free(&setup);
    return code;
}
