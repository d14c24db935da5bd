/* SPDX-License-Identifier: MIT
 *
 * boyi convert: reads game records and writes them in another notation or in standard form.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/say.h"
#include "cli/setup.h"

struct convert_args {
    const char *file;
};

#define ARGS struct convert_args

static const struct arg rows[] = {
    ROW_WORD(file, "FILE", "the game records (`-` reads them from standard input)"),
    {0},
};

#undef ARGS
#define ARGS struct setup_args

static const struct arg notation_rows[] = {
    ROW_TEXT(notation, "--notation", "NAME",
             "write moves in this notation, see `boyi games` (default: the usual one of the file format)"),
    {0},
};

static const struct arg_about about = {
    .name = "convert",
    .help = "Reads all games of a file and prints them with comments and variations. If a game is damaged, it reports "
            "the place, prints the moves before it, and exits with code 2.",
    .examples = "  boyi convert xiangqi game.pgn --notation wxf\n"
                "  boyi convert xiangqi game.pgn --notation iccs >other.pgn\n",
};

struct conversion {
    struct setup setup;
    const char *text;
    size_t length;
    size_t offset; /* of the next game */
    int notation;
    int count;
};

static int print_record(struct conversion *c, const by_record *record)
{
    by_text out = {0};
    by_error error;
    int code = 0;

    if (by_record_write(c->setup.game, record, c->notation, &out, &error))
        code = say_error(c->setup.command, NULL, &error);
    else
        printf("%s%s", c->count++ ? "\n" : "", by_text_string(&out));
    by_text_free(&out);
    return code;
}

/* Converts one game; false if there is none left. */
static bool convert_next(struct conversion *c, const char *name, int *code)
{
    by_record *record;
    by_error error;
    int failed = 0;

    if (by_record_read(c->setup.game, c->text, c->length, &c->offset, &record, &error)) {
        *code = say_error(c->setup.command, name, &error);
        say_place(c->text, &error);
    }
    if (!record)
        return false;
    failed = print_record(c, record);
    by_record_destroy(record);
    *code = failed ? failed : *code;
    return !ferror(stdout);
}

static int convert(struct conversion *c, const char *name)
{
    const char *shown = file_shown_name(name);
    char *text = file_load(c->setup.command, name);
    int code = 0;

    if (!text)
        return SAY_BAD_USE;
    c->text = text;
    c->length = strlen(text);
    while (convert_next(c, shown, &code))
        continue;
    if (!c->count && !code) {
        say_problem(c->setup.command, "there is no game in %s", shown);
        code = SAY_BAD_USE;
    }
    free(text);
    return code;
}

int boyi_convert(int argc, char **argv)
{
    struct convert_args args = {0};
    struct setup_args common = {0};
    struct conversion conversion = {0};
    const struct arg_group groups[] = {
        {"Game", setup_game_rows, &common},
        {"Records", rows, &args},
        {"Output", notation_rows, &common},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = setup_game(&conversion.setup, "convert", &common);
    conversion.notation = common.notation ? conversion.setup.notation : -1;
    if (!code)
        code = convert(&conversion, args.file);
    setup_free(&conversion.setup);
    return code;
}
