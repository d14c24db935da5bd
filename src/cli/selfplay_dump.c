/* SPDX-License-Identifier: MIT
 *
 * boyi selfplay dump: games of a file as text, as a table of positions (CSV), or as JSON, a line for each game.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/say.h"
#include "cli/selfplay.h"
#include "front/json.h"
#include "front/words.h"
#include "selfplay/reader.h"

struct dump_args {
    const char *file, *format;
    int64_t from, count;
};

#define ARGS struct dump_args

static const struct arg rows[] = {
    ROW_WORD(file, "FILE", "a file of self-play"),
    ROW_NUMBER(from, "--from", "N", 0, INT64_MAX, "number of the first game, counted from 0 (0)"),
    ROW_NUMBER(count, "--count", "N", 1, INT64_MAX, "number of games (all)"),
    ROW_TEXT(format, "--format", "NAME", "text, csv (a row for each position) or json (a line for each game)"),
    {0},
};

static const struct arg_about about = {
    .name = "selfplay dump",
    .help =
        "Prints games with the score of each move, from the view of the side that moves. Opening moves have no score.",
    .examples = "  boyi selfplay dump games.bysp --from 7 --count 1\n"
                "  boyi selfplay dump games.bysp --format csv | head\n",
};

/* The state of the dump: the current game and its current ply. */
struct dump {
    struct selfplay_reader *reader;
    const by_game_type *type;
    const struct selfplay_game *game;
    by_text move, position;
    struct json json;
};

/* An output format: called before a game, at each position, after it. The first and the last may be NULL. */
struct form {
    const char *head; /* of all, NULL: none */
    void (*begin)(struct dump *dump);
    void (*step)(struct dump *dump, const struct selfplay_position *at);
    int (*end)(struct dump *dump);
};

static const char *result_word(const struct dump *dump)
{
    int result = selfplay_game_result(dump->game);

    return result ? words_side(dump->type, result > 0 ? 0 : 1) : "draw";
}

/* Writes the move and the position of `at` into texts. */
static void print_texts(struct dump *dump, const struct selfplay_position *at)
{
    by_text_clear(&dump->move);
    by_text_clear(&dump->position);
    by_position_print_move(at->position, at->move, &dump->move);
    by_position_print(at->position, &dump->position);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static void begin_text(struct dump *dump)
{
    const struct selfplay_game *game = dump->game;

    printf("game %" PRIu64 ": %s, %s, %zu plies, the first %zu of the opening\n", game->number, result_word(dump),
           selfplay_end_name(game->end), game->ply_count, game->opening_plies);
    if (game->start.length)
        printf("start %s\n", by_text_string(&game->start));
}

static void step_text(struct dump *dump, const struct selfplay_position *at)
{
    /* Text needs no positions, which would take most of the time. */
    by_text_clear(&dump->move);
    by_position_print_move(at->position, at->move, &dump->move);
    if (at->score == SELFPLAY_NO_SCORE)
        printf("  %3zu %s\n", at->ply, by_text_string(&dump->move));
    else
        printf("  %3zu %s %+d\n", at->ply, by_text_string(&dump->move), at->score);
}

static int end_text(struct dump *dump)
{
    (void)dump;
    putchar('\n');
    return 0;
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

static void step_csv(struct dump *dump, const struct selfplay_position *at)
{
    print_texts(dump, at);
    printf("%" PRIu64 ",%zu,", dump->game->number, at->ply);
    say_csv_field(stdout, by_text_string(&dump->position), true);
    putchar(',');
    say_csv_field(stdout, by_text_string(&dump->move), true);
    if (at->score == SELFPLAY_NO_SCORE)
        printf(",,%d\n", at->result);
    else
        printf(",%d,%d\n", at->score, at->result);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void begin_json(struct dump *dump)
{
    const struct selfplay_game *game = dump->game;
    struct json *json = &dump->json;

    *json = (struct json){0};
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_unsigned(json, "game", game->number);
    json_member_string(json, "start", game->start.length ? by_text_string(&game->start) : NULL);
    json_member_integer(json, "result", selfplay_game_result(game));
    json_member_integer(json, "value", game->value);
    json_member_string(json, "end", selfplay_end_name(game->end));
    json_member_unsigned(json, "opening_plies", game->opening_plies);
    json_member_array(json, "plies", JSON_ON_ONE_LINE);
}

static void step_json(struct dump *dump, const struct selfplay_position *at)
{
    struct json *json = &dump->json;

    print_texts(dump, at);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "position", by_text_string(&dump->position));
    json_member_string(json, "move", by_text_string(&dump->move));
    json_put_key(json, "score");
    if (at->score == SELFPLAY_NO_SCORE)
        json_put_string(json, NULL);
    else
        json_put_integer(json, at->score);
    json_member_integer(json, "result", at->result);
    json_put_end(json);
}

static int end_json(struct dump *dump)
{
    json_put_end(&dump->json);
    json_put_end(&dump->json);
    return say_json(&dump->json, stdout);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static const struct form forms[] = {
    [SELFPLAY_TEXT] = {NULL, begin_text, step_text, end_text},
    [SELFPLAY_CSV] = {"game,ply,position,move,score,result\n", NULL, step_csv, NULL},
    [SELFPLAY_JSON] = {NULL, begin_json, step_json, end_json},
};

int selfplay_find_format(const char *command, const char *name)
{
    static const char *const names[] = {"text", "csv", "json", NULL};

    return say_find_name(command, name, names, "expected text, csv or json", "--format: '%s' is unknown", name);
}

/* Illegal moves cannot be printed: check first. */
static bool can_print(const struct selfplay_position *at)
{
    bool is_legal = by_position_push(at->position, at->move, NULL) == BY_OK;

    if (is_legal)
        (void)by_position_pop(at->position, NULL);
    return is_legal;
}

static by_status dump_game(struct dump *dump, const struct form *form, int *code, by_error *error)
{
    struct selfplay_position at;
    by_status status;

    if (form->begin)
        form->begin(dump);
    while (!(status = selfplay_reader_step(dump->reader, &at, error)) && at.position)
        if (can_print(&at))
            form->step(dump, &at);
    *code = form->end ? form->end(dump) : 0;
    return status;
}

static int dump_file(struct dump *dump, const struct form *form, const struct dump_args *args)
{
    int64_t left = args->count ? args->count : INT64_MAX;
    by_error error = {0};
    by_status status = BY_OK;
    int code = 0;

    if (form->head)
        fputs(form->head, stdout);
    while (!status && !code && left && !(status = selfplay_reader_next(dump->reader, &dump->game, &error)) &&
           dump->game) {
        if (dump->game->number < (uint64_t)args->from)
            continue;
        left--;
        status = dump_game(dump, form, &code, &error);
    }
    if (status)
        return say_error(about.name, NULL, &error);
    if (selfplay_reader_is_cut(dump->reader))
        say_problem(about.name, "%s: a game at the end is cut off", args->file);
    return code;
}

int selfplay_dump_command(int argc, char **argv)
{
    struct dump_args args = {.format = "text"};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
    struct dump dump = {0};
    by_error error = {0};
    int form, code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    form = selfplay_find_format(about.name, args.format);
    if (form < 0)
        return SAY_BAD_USE;
    if (selfplay_reader_open(args.file, &dump.reader, &error))
        return say_error(about.name, NULL, &error);
    dump.type = by_game_type_of(selfplay_reader_game(dump.reader));
    code = dump_file(&dump, &forms[form], &args);
    by_text_free(&dump.move);
    by_text_free(&dump.position);
    selfplay_reader_destroy(dump.reader);
    return code;
}
