/* SPDX-License-Identifier: MIT
 *
 * A GTP session's life, its lines and its answers.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/clock.h"
#include "base/scan.h"
#include "base/split.h"
#include "protocol/gtp/session.h"

/* ---- A life ------------------------------------------------------------------------------------------------------ */

static by_status open_go(struct gtp *gtp, by_error *error)
{
    const by_game_type *type;
    by_status status = by_game_type_find("go", &type, error);

    if (!status)
        status = by_options_create(type->options, &gtp->rules, error);
    if (!status)
        status = by_game_open(type, gtp->rules, &gtp->game, error);
    if (!status)
        status = by_position_create(gtp->game, &gtp->position, error);
    if (!status)
        status = by_position_create(gtp->game, &gtp->names, error);
    if (!status)
        status = gtp_board_read(gtp->position, &gtp->start, error);
    gtp->komi = gtp->start.komi_half / 2.0;
    return status;
}

/* Reserves room for short answers and names of moves, so that the answer to a command that was run cannot fail for lack
 * of memory.
 */
static by_status make_room(struct gtp *gtp, by_error *error)
{
    enum { ROOM = 4096 };

    by_text_printf(&gtp->answer, "%*s", ROOM, "");
    by_text_printf(&gtp->whole, "%*s", ROOM, "");
    by_text_printf(&gtp->name, "%*s", 32, "");
    return gtp->answer.failed || gtp->whole.failed || gtp->name.failed ? by_error_no_memory(error) : BY_OK;
}

by_status gtp_create(struct gtp **out, const struct gtp_solve *solve, const struct gtp_bounds *bounds,
                     protocol_write *write, void *context, by_error *error)
{
    struct gtp *gtp = calloc(1, sizeof *gtp);
    by_status status;

    if (!gtp)
        return by_error_no_memory(error);
    gtp->solve = solve;
    if (bounds)
        gtp->bounds = *bounds;
    protocol_output_init(&gtp->output, write, context);
    status = make_room(gtp, error);
    if (!status)
        status = open_go(gtp, error);
    if (!status)
        status = gtp_settings_create(&gtp->settings, error);
    if (status)
        gtp_destroy(gtp);
    else
        *out = gtp;
    return status;
}

void gtp_destroy(struct gtp *gtp)
{
    if (!gtp)
        return;
    gtp_forget_solvers(gtp);
    gtp_forget_player(gtp);
    gtp_settings_destroy(&gtp->settings);
    by_position_destroy(gtp->position);
    by_position_destroy(gtp->names);
    by_game_close(gtp->game);
    by_options_destroy(gtp->rules);
    by_text_free(&gtp->answer);
    by_text_free(&gtp->whole);
    by_text_free(&gtp->name);
    protocol_output_done(&gtp->output);
    free(gtp);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

void gtp_fail(struct gtp *gtp, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    by_text_clear(&gtp->answer);
    by_text_add(&gtp->answer, message);
    gtp->has_failed = true;
}

void gtp_fail_error(struct gtp *gtp, const by_error *error)
{
    gtp_fail(gtp, "%s", error->message);
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 127;
}

/* An empty line ends an answer, so that there is none inside. */
static void add_lines(const char *answer, by_text *out)
{
    bool is_new = false; /* a newline that is due if anything follows */

    for (; *answer; answer++) {
        if (*answer == '\n') {
            is_new = true;
        } else if (!is_control(*answer)) {
            by_text_add(out, is_new ? "\n" : "");
            by_text_add_char(out, *answer);
            is_new = false;
        }
    }
    by_text_add(out, "\n\n");
}

void gtp_send_part(struct gtp *gtp)
{
    by_text_clear(&gtp->whole);
    if (!gtp->has_begun)
        by_text_printf(&gtp->whole, "=%s\n", gtp->id);
    by_text_add(&gtp->whole, by_text_string(&gtp->answer));
    protocol_send_lines(&gtp->output, &gtp->whole);
    by_text_clear(&gtp->answer);
    gtp->has_begun = true;
}

int64_t gtp_elapsed_ms(const struct gtp *gtp)
{
    return by__clock_ms() - gtp->began_ms;
}

int64_t gtp_time_left(const struct gtp *gtp, int64_t time_ms)
{
    int64_t left = time_ms - gtp_elapsed_ms(gtp);

    return !time_ms ? 0 : left > 1 ? left : 1;
}

static void send_answer(struct gtp *gtp)
{
    if (gtp->has_begun) { /* it is too late to fail */
        protocol_send(&gtp->output, "%s", "");
        return;
    }
    if (gtp->answer.failed)
        gtp_fail(gtp, "out of memory");
    by_text_clear(&gtp->whole);
    by_text_printf(&gtp->whole, "%c%s ", gtp->has_failed ? '?' : '=', gtp->id);
    add_lines(by_text_string(&gtp->answer), &gtp->whole);
    if (gtp->whole.failed)
        protocol_send(&gtp->output, "?%s out of memory\n", gtp->id);
    else
        protocol_send_lines(&gtp->output, &gtp->whole);
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

bool gtp_read_number(struct gtp *gtp, char **rest, const char *what, int64_t min, int64_t max, int64_t *out)
{
    const char *word = by__next_word(rest);

    if (word && by__scan_clamped(word, out) && *out >= min && *out <= max)
        return true;
    gtp_fail(gtp, "syntax error: expected %s, a whole number from %lld to %lld", what, (long long)min, (long long)max);
    return false;
}

bool gtp_parse_colour(const char *word, int *colour)
{
    bool is_black = strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0;

    *colour = is_black ? GTP_BLACK : GTP_WHITE;
    return is_black || strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0;
}

bool gtp_read_colour(struct gtp *gtp, char **rest, int *colour)
{
    const char *word = by__next_word(rest);

    if (word && gtp_parse_colour(word, colour))
        return true;
    gtp_fail(gtp, "syntax error: expected a color, black or white");
    return false;
}

bool gtp_read_vertex(struct gtp *gtp, char **rest, bool may_pass, int *point)
{
    const char *word = by__next_word(rest);

    if (word && gtp_parse_vertex(word, gtp->start.size, point) && (may_pass || *point != GTP_PASS))
        return true;
    gtp_fail(gtp, "syntax error: expected a vertex such as B2%s, on a board of %d lines", may_pass ? " or pass" : "",
             gtp->start.size);
    return false;
}

bool gtp_read_end(struct gtp *gtp, char *rest)
{
    const char *word = by__next_word(&rest);

    if (word)
        gtp_fail(gtp, "syntax error: expected the end of the command at '%.40s'", word);
    return !word;
}

static bool read_task(struct gtp *gtp, char **rest, bool *is_attack)
{
    const char *word = by__next_word(rest);

    *is_attack = word && strcasecmp(word, "attack") == 0;
    if (*is_attack || (word && strcasecmp(word, "defend") == 0))
        return true;
    gtp_fail(gtp, "syntax error: expected attack or defend, then a vertex");
    return false;
}

/* GNU Go's words where there is no stone. */
bool gtp_read_arguments(struct gtp *gtp, unsigned wants, struct gtp_arguments *a)
{
    if (((wants & GTP_TASK) && !read_task(gtp, &a->rest, &a->is_attack)) ||
        ((wants & GTP_COLOUR) && !gtp_read_colour(gtp, &a->rest, &a->colour)) ||
        ((wants & GTP_VERTEX) && !gtp_read_vertex(gtp, &a->rest, true, &a->point)) ||
        ((wants & GTP_POINT) && !gtp_read_vertex(gtp, &a->rest, false, &a->point)) ||
        ((wants & GTP_END) && !gtp_read_end(gtp, a->rest)) || ((wants & GTP_BOARD) && !gtp_look(gtp, &a->board)))
        return false;
    if (!(wants & GTP_STONES) || a->board.stones[a->point] != GTP_EMPTY)
        return true;
    gtp_fail(gtp, "vertex must not be empty");
    return false;
}

/* ---- Commands about commands ------------------------------------------------------------------------------------- */

static void run_protocol_version(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    by_text_add(&gtp->answer, "2");
}

static void run_name(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    by_text_add(&gtp->answer, "Boyi");
}

static void run_version(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    by_text_add(&gtp->answer, by_version());
}

static void run_known_command(struct gtp *gtp, struct gtp_arguments *a);
static void run_list_commands(struct gtp *gtp, struct gtp_arguments *a);

static const struct gtp_command own_commands[] = {
    {"protocol_version", run_protocol_version, GTP_END},
    {"name", run_name, GTP_END},
    {"version", run_version, GTP_END},
    {"known_command", run_known_command, 0},
    {"list_commands", run_list_commands, GTP_END},
    {"help", run_list_commands, GTP_END},
    {"quit", NULL, GTP_END},
    {0},
};

static const struct gtp_command *const tables[] = {own_commands,        gtp_position_commands, gtp_handicap_commands,
                                                   gtp_record_commands, gtp_player_commands,   gtp_analyse_commands,
                                                   gtp_query_commands,  gtp_status_commands,   gtp_solve_commands,
                                                   gtp_gogui_commands,  gtp_settings_commands, NULL};

/* The protocol says that names are case-sensitive. */
static const struct gtp_command *command_called(const char *name)
{
    for (int i = 0; tables[i]; i++)
        for (const struct gtp_command *row = tables[i]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

static void run_known_command(struct gtp *gtp, struct gtp_arguments *a)
{
    const char *name = by__next_word(&a->rest);

    if (gtp_read_end(gtp, a->rest))
        by_text_add(&gtp->answer, name && command_called(name) ? "true" : "false");
}

static void run_list_commands(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    for (int i = 0; tables[i]; i++)
        for (const struct gtp_command *row = tables[i]; row->name; row++)
            by_text_printf(&gtp->answer, "%s\n", row->name);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* Comments and control characters mean nothing, and a tab is a blank. */
static void clean(char *line)
{
    char *to = line;

    for (const char *from = line; *from && *from != '#'; from++) {
        if (*from == '\t')
            *to++ = ' ';
        else if (!is_control(*from))
            *to++ = *from;
    }
    *to = 0;
}

/* An id is a number of 31 bits; anything else is a name. */
static bool is_id(const char *word)
{
    int64_t number;

    return *word >= '0' && *word <= '9' && by__scan_clamped(word, &number) && number <= INT32_MAX;
}

bool gtp_line(struct gtp *gtp, char *line)
{
    const struct gtp_command *command;
    struct gtp_arguments arguments;
    const char *word;
    bool has_quit = false;

    clean(line);
    word = by__next_word(&line);
    if (!word)
        return true;
    gtp->began_ms = by__clock_ms();
    gtp->has_failed = gtp->has_begun = false;
    gtp->id = "";
    if (is_id(word)) {
        gtp->id = word;
        word = by__next_word(&line);
    }
    by_text_clear(&gtp->answer);
    command = word ? command_called(word) : NULL;
    arguments.rest = line;
    if (!command)
        gtp_fail(gtp, "unknown command");
    else if (gtp_read_arguments(gtp, command->wants, &arguments) && command->run)
        command->run(gtp, &arguments);
    else
        has_quit = !command->run && !gtp->has_failed;
    send_answer(gtp);
    return !has_quit;
}

bool gtp_is_heard(const char *line)
{
    char beginning[128], *rest = beginning, *word;

    (void)snprintf(beginning, sizeof beginning, "%s", line);
    clean(beginning);
    word = by__next_word(&rest);
    if (word && is_id(word))
        word = by__next_word(&rest);
    return word && command_called(word);
}
