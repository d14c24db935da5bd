/* SPDX-License-Identifier: MIT
 *
 * The output of engines in a match, in all protocols: for any output, the game ends with a result and a record that can
 * be read, or the engine is refused with a reason. The input is
 *
 *     xiangqi                         the game, or go
 *     proto=uci ponder=on             the first engine, as a user describes it
 *     proto=gtp option.level=3        the second one
 *     id name Somebody                what both say, in the order in which they are listened to
 *     ...
 *
 * In what they say, # is the number of the last command that has one. A line that begins with ! is said without being
 * asked, and the line % is a silence. At the end of the input the engines end.
 *
 * No program is started: the functions of match/process.h are here.
 */
#include "base/clock.h"
#include "match/game.h"

#include <stdio.h>

#include "input.h"
#include "session.h"

/* ---- Programs ---------------------------------------------------------------------------------------------------- */

enum { SILENCES_MOST = 20, PLIES_MOST = 12 };

struct match_process {
    by_text line; /* the last that was heard */
};

static struct {
    char *rest;     /* of what engines say; NULL: they have ended */
    char id[16];    /* of the last command */
    int silences;   /* in a row: an engine that is waited for in vain ends */
    int64_t cpu_us; /* used so far */
} script;

by_status match_process_start(char *const *arguments, const char *directory, struct match_process **out,
                              by_error *error)
{
    (void)directory;
    REQUIRE(arguments[0] && arguments[0][0]);
    *out = calloc(1, sizeof **out);
    return *out ? BY_OK : by_error_no_memory(error);
}

bool match_process_send(struct match_process *process, const char *line, int64_t deadline_us)
{
    const char *number = strncmp(line, "ping ", 5) == 0 ? line + 5 : line;
    size_t length = strspn(number, "0123456789");

    (void)deadline_us;
    REQUIRE(process && !strchr(line, '\n') && !strchr(line, '\r'));
    script.silences = 0;
    if (length)
        (void)snprintf(script.id, sizeof script.id, "%.*s", (int)length, number);
    return script.rest != NULL;
}

/* The line with the number of the command in the place of its first #. */
static const char *told(struct match_process *process, const char *line)
{
    size_t before = strcspn(line, "#");

    by_text_clear(&process->line);
    by_text_printf(&process->line, "%.*s", (int)before, line);
    if (line[before])
        by_text_printf(&process->line, "%s%s", script.id, line + before + 1);
    return by_text_string(&process->line);
}

enum match_received match_process_receive(struct match_process *process, int64_t deadline_us, const char **line,
                                          int64_t *heard_us)
{
    bool is_waited_for;

    *heard_us = by__clock_us();
    is_waited_for = deadline_us > *heard_us;
    REQUIRE(process);
    if (!script.rest || ++script.silences > SILENCES_MOST)
        return MATCH_RECEIVED_END;
    if (*script.rest != '!' && !is_waited_for)
        return MATCH_RECEIVED_NOTHING;
    *line = next_line(&script.rest);
    if (strcmp(*line, "%") == 0)
        return MATCH_RECEIVED_NOTHING;
    script.silences = 0;
    *line = told(process, *line + (**line == '!'));
    return MATCH_RECEIVED_LINE;
}

int64_t match_process_cpu_us(const struct match_process *process)
{
    (void)process;
    return script.cpu_us += 300;
}

void match_process_post_mortem(struct match_process *process, by_text *out)
{
    by_text_printf(out, "exit code 3, the last it said is '%s'", by_text_string(&process->line));
}

void match_process_end(struct match_process *process, int64_t deadline_us)
{
    (void)deadline_us;
    if (process)
        by_text_free(&process->line);
    free(process);
}

/* ---- A game ------------------------------------------------------------------------------------------------------ */

static by_game *open_game(const char *name)
{
    const by_game_type *type;
    by_options *options;
    by_game *game;
    bool is_go = strcmp(name, "go") == 0;

    REQUIRE(by_game_type_find(is_go ? "go" : "xiangqi", &type, NULL) == BY_OK);
    REQUIRE(by_options_create(type->options, &options, NULL) == BY_OK);
    if (is_go)
        REQUIRE(by_options_set_number(options, "size", 3, NULL) == BY_OK);
    REQUIRE(by_game_open(type, options, &game, NULL) == BY_OK);
    by_options_destroy(options);
    return game;
}

/* NULL: no player is described so. The rest of the line is added to what every player has. */
static struct match_player *read_player(const char *words, bool is_go)
{
    struct match_player *player;
    by_text text = {0};
    by_error error = {0};

    by_text_printf(&text, "cmd=engine %s", words);
    if (match_player_read(by_text_string(&text), "boyi", is_go ? MATCH_GTP : MATCH_UCI, NULL, &player, &error))
        REQUIRE(!player && error.status < 0 && error.message[0]);
    by_text_free(&text);
    return player;
}

static void check_record(const by_game *game, const struct match_result *result)
{
    by_record *record;
    size_t offset = 0;

    REQUIRE(result->pgn.length &&
            by_record_read(game, by_text_string(&result->pgn), result->pgn.length, &offset, &record, NULL) == BY_OK);
    REQUIRE(record && by_record_outcome(record) == result->outcome);
    by_record_destroy(record);
}

static void play(const by_game *game, struct match_player *const players[2])
{
    static const struct match_adjudication adjudication = {.resign_score = 500,
                                                           .resign_moves = 2,
                                                           .draw_score = 5,
                                                           .draw_moves = 3,
                                                           .draw_after = 2,
                                                           .max_plies = PLIES_MOST};
    struct match_openings *openings;
    struct match_engine engines[2];
    struct match_engine *const both[2] = {&engines[0], &engines[1]};
    struct match_result result;
    bool is_go = match_is_go(game);
    struct match_limit limit = {.kind = is_go ? MATCH_LIMIT_TIME : MATCH_LIMIT_NODES, .amount = 1000000};
    struct match_table table = {.game = game,
                                .adjudication = adjudication,
                                .patience_us = 1000000,
                                .event = "fuzz",
                                .notation = -1,
                                .ruleset = is_go ? "Chinese" : NULL,
                                .plays_on = true};

    REQUIRE(match_openings_initial(game, &openings, NULL) == BY_OK);
    table.openings = openings;
    for (int i = 0; i < 2; i++)
        match_engine_init(&engines[i], players[i], &limit, 100000, NULL);
    REQUIRE(match_game_play(&table, 0, both, 1, &result, NULL) == BY_OK);
    REQUIRE(result.outcome != BY_OUTCOME_UNKNOWN && result.plies <= PLIES_MOST && *result.reason);
    check_record(game, &result);
    for (int i = 0; i < 2; i++)
        match_engine_end(&engines[i]);
    by_text_free(&result.pgn);
    match_openings_destroy(openings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *rest = text;
    by_game *game = open_game(next_line(&rest));
    struct match_player *players[2];

    for (int i = 0; i < 2; i++)
        players[i] = read_player(rest ? next_line(&rest) : "", match_is_go(game));
    memset(&script, 0, sizeof script);
    script.rest = rest;
    if (players[0] && players[1])
        play(game, players);
    match_player_destroy(players[0]);
    match_player_destroy(players[1]);
    by_game_close(game);
    free(text);
    return 0;
}
