/* SPDX-License-Identifier: MIT
 *
 * GTP: games as SGF, in files or in the answer.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/split.h"
#include "protocol/gtp/file.h"
#include "protocol/gtp/session.h"

/* The last node before the move with this number. */
static int node_before(const by_record *record, int64_t number)
{
    int node = BY_RECORD_ROOT, child;

    while ((child = by_record_child(record, node)) != BY_RECORD_NONE) {
        if (by_record_move(record, child) != BY_MOVE_NONE && --number < 1)
            break;
        node = child;
    }
    return node;
}

/* The set-up before the moves of a position. */
static by_status find_start(const by_position *position, struct gtp_board *out, by_error *error)
{
    by_text text = {0};
    bool is_initial;
    by_status status = by_position_print_start(position, &is_initial, &text, error);

    if (!status)
        (void)gtp_board_parse(by_text_string(&text), out);
    by_text_free(&text);
    return status;
}

/* A komi that is no half point stays a tag of the record. */
static double komi_of(const by_record *record, const struct gtp_board *start)
{
    const char *tag = by_record_tag(record, BY_RECORD_ROOT, "KM");
    char *end = NULL;
    double komi = tag ? strtod(tag, &end) : 0;

    return tag && end != tag && fabs(komi) <= GTP_MAX_KOMI ? komi : start->komi_half / 2.0;
}

static by_status use_record(struct gtp *gtp, const by_record *record, int64_t number, by_error *error)
{
    by_position *position = NULL;
    struct gtp_board start;
    by_status status = by_record_position(record, node_before(record, number), gtp->game, &position, error);

    if (!status)
        status = find_start(position, &start, error);
    if (!status)
        status = gtp_replace_position(gtp, position, &start, error);
    if (status)
        by_position_destroy(position);
    else
        gtp->komi = komi_of(record, &start);
    return status;
}

/* The first game of a file, up to the move with this number. Of a damaged one nothing is taken. */
static by_status load(struct gtp *gtp, const char *path, int64_t number, by_error *error)
{
    by_record *record = NULL;
    size_t offset = 0;
    by_text text = {0};
    by_status status = gtp_read_file(path, &text, error);

    if (!status)
        status = by_record_read(gtp->game, by_text_string(&text), text.length, &offset, &record, error);
    if (!status && !record)
        status = by_error_set(error, BY_ERROR_INPUT, "there is no game in it");
    if (!status)
        status = use_record(gtp, record, number, error);
    by_record_destroy(record);
    by_text_free(&text);
    return status;
}

static void run_loadsgf(struct gtp *gtp, struct gtp_arguments *a)
{
    const char *path = by__next_word(&a->rest);
    int64_t number = INT32_MAX;
    struct gtp_board board;
    by_error error = {0};

    if (!path) {
        gtp_fail(gtp, "syntax error: expected the name of a file");
        return;
    }
    if (a->rest[strspn(a->rest, " ")] && !gtp_read_number(gtp, &a->rest, "the number of a move", 1, INT32_MAX, &number))
        return;
    if (!gtp_read_end(gtp, a->rest))
        return;
    if (gtp->bounds.has_no_files)
        gtp_fail(gtp, "cannot load file");
    else if (load(gtp, path, number, &error) && error.line)
        gtp_fail(gtp, "cannot load file: line %d, column %d: %s", error.line, error.column, error.message);
    else if (error.status)
        gtp_fail(gtp, "cannot load file: %s", error.message);
    else if (gtp_look(gtp, &board))
        by_text_add(&gtp->answer, gtp_colour_names[board.side]);
}

static by_status add_tag(by_record *record, const char *name, by_error *error, const char *format, ...) BY_PRINTF(4, 5);

static by_status add_tag(by_record *record, const char *name, by_error *error, const char *format, ...)
{
    char value[64];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    return by_record_set_tag(record, BY_RECORD_ROOT, name, value, error);
}

/* The komi is written as it was set, even if it is no half point, and even if it is the usual one: others may have
 * another that is usual. */
static by_status write_record(struct gtp *gtp, by_text *out, by_error *error)
{
    by_record *record = NULL;
    by_status status = by_record_from_position(gtp->position, &record, error);

    if (!status)
        status = add_tag(record, "AP", error, "Boyi:%s", by_version());
    if (!status)
        status = add_tag(record, "KM", error, "%.10g", gtp->komi);
    if (!status && gtp->handicap)
        status = add_tag(record, "HA", error, "%d", gtp->handicap);
    if (!status)
        status = by_record_write(gtp->game, record, -1, out, error);
    if (!status && out->failed)
        status = by_error_no_memory(error);
    by_record_destroy(record);
    return status;
}

static void run_printsgf(struct gtp *gtp, struct gtp_arguments *a)
{
    const char *path = by__next_word(&a->rest);
    by_text text = {0};
    by_error error = {0};

    if (!gtp_read_end(gtp, a->rest))
        return;
    if (path && gtp->bounds.has_no_files)
        gtp_fail(gtp, "cannot write file");
    else if (write_record(gtp, &text, &error))
        gtp_fail_error(gtp, &error);
    else if (!path)
        by_text_add(&gtp->answer, by_text_string(&text));
    else if (gtp_write_file(path, &text, &error))
        gtp_fail(gtp, "cannot write file: %s", error.message);
    by_text_free(&text);
}

const struct gtp_command gtp_record_commands[] = {
    {"loadsgf", run_loadsgf, 0},
    {"printsgf", run_printsgf, 0},
    {0},
};
