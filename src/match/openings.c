/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/openings.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/split.h"
#include "boyi/record.h"

struct opening {
    char *text;
    by_position *position; /* with its moves as history; only copied from */
};

struct match_openings {
    const by_game *game;
    struct opening *list;
    size_t count, capacity;
};

/* ---- One line ---------------------------------------------------------------------------------------------------- */

static const char blanks[] = " \t\r\n\v\f";

/* Adds the line of the file to an error inside a line. */
static by_status in_line(by_error *error, const by_error *inside, int line, int column)
{
    return by_error_set_at(error, inside->status, line, column, "%s", inside->message);
}

/* Reads the move that begins with `word`, and takes the next word if it belongs to it: `W D4` for a stone out of turn.
 */
static by_status read_move(by_position *position, const char *word, char **rest, by_move *move, by_error *error)
{
    by_status status = by_position_parse_move(position, word, move, error);
    const char *second = status ? by__next_word(rest) : NULL;
    by_text both = {0};

    if (!second)
        return status;
    by_text_printf(&both, "%s %s", word, second);
    if (!both.failed && !by_position_parse_move(position, by_text_string(&both), move, NULL))
        status = BY_OK;
    by_text_free(&both);
    return status;
}

static by_status make_moves(by_position *position, char *line, char *words, int number, by_error *error)
{
    char *word;

    while ((word = by__next_word(&words)) != NULL) {
        int column = by_text_column(line, word);
        by_error inside;
        by_move move;

        if (read_move(position, word, &words, &move, &inside) || by_position_push(position, move, &inside))
            return in_line(error, &inside, number, column);
    }
    return BY_OK;
}

/* `line` begins at the first character of the file's line; `text` is what of it is left. */
static by_status read_line(by_position *position, char *line, char *text, int number, by_error *error)
{
    int column = by_text_column(line, text);
    char *moves = by__cut_at(text, "moves");
    struct by_node node;
    by_error inside;
    by_status status;

    text = by__trim(text);
    if (strcmp(text, "startpos") != 0 && by_position_parse(position, text, &inside))
        return in_line(error, &inside, number, column + (inside.column ? inside.column - 1 : 0));
    status = moves ? make_moves(position, line, moves, number, error) : BY_OK;
    if (status)
        return status;
    by_position_verdict(position, &node);
    if (node.is_over)
        return by_error_set_at(error, BY_ERROR_INPUT, number, column,
                               "the game is over here, expected an opening that can be played on");
    return BY_OK;
}

/* ---- The list ---------------------------------------------------------------------------------------------------- */

/* Takes over the position, also after an error. */
static by_status add(struct match_openings *openings, const char *text, by_position *position, by_error *error)
{
    struct opening *list = by__array_grown(openings->list, openings->count + 1, &openings->capacity, sizeof *list);
    char *copy = strdup(text);

    if (list)
        openings->list = list;
    if (!copy || !list) {
        free(copy);
        by_position_destroy(position);
        return by_error_no_memory(error);
    }
    list[openings->count].text = copy;
    list[openings->count].position = position;
    openings->count++;
    return BY_OK;
}

static by_status add_line(struct match_openings *openings, char *line, int number, by_error *error)
{
    by_position *position = NULL;
    char *text, *copy;
    by_status status;

    line[strcspn(line, "#")] = 0;
    text = by__trim(line);
    if (!*text)
        return BY_OK;
    copy = strdup(text);
    status = copy ? by_position_create(openings->game, &position, error) : by_error_no_memory(error);
    if (!status)
        status = read_line(position, line, text, number, error);
    if (!status)
        status = add(openings, copy, position, error);
    else
        by_position_destroy(position);
    free(copy);
    return status;
}

static by_status read_stream(struct match_openings *openings, FILE *stream, const char *path, by_error *error)
{
    char *line = NULL;
    size_t capacity = 0;
    by_status status = BY_OK;
    int number = 0;

    while (!status && number < INT_MAX) {
        ssize_t length = getline(&line, &capacity, stream);

        if (length < 0)
            break;
        number++;
        if (strlen(line) < (size_t)length)
            status =
                by_error_set_at(error, BY_ERROR_INPUT, number, (int)strlen(line) + 1, "a byte of 0, expected text");
        else
            status = add_line(openings, line, number, error);
    }
    free(line);
    if (!status && ferror(stream))
        return by_error_set(error, BY_ERROR_INPUT, "cannot read %.150s: %s", path, strerror(errno));
    if (!status && !openings->count)
        return by_error_set(error, BY_ERROR_INPUT, "%.150s holds no opening", path);
    return status;
}

/* ---- Records ----------------------------------------------------------------------------------------------------- */

/* A line with a position and the moves that led to it. `startpos` works for engines that cannot set up positions. */
static by_status describe(const by_position *position, by_text *out, by_error *error)
{
    by_position *walker = NULL;
    by_text start = {0};
    bool is_initial = false;
    size_t length;
    const by_move *moves = by_position_history(position, &length);
    by_status status = by_position_print_start(position, &is_initial, &start, error);

    if (!status)
        status = by_position_copy(position, &walker, error);
    by_text_printf(out, "%s%s", is_initial ? "startpos" : by_text_string(&start), length ? " moves" : "");
    by_text_free(&start);
    for (size_t i = 0; i < length && !status; i++)
        (void)by_position_pop(walker, NULL);
    for (size_t i = 0; i < length && !status; i++) {
        by_text_add_char(out, ' ');
        by_position_print_move(walker, moves[i], out);
        status = by_position_push(walker, moves[i], error);
    }
    by_position_destroy(walker);
    return !status && out->failed ? by_error_no_memory(error) : status;
}

static by_status add_record(struct match_openings *openings, const by_record *record, by_error *error)
{
    by_position *position = NULL;
    struct by_node node;
    by_text text = {0};
    by_status status = by_record_position(record, by_record_last(record), openings->game, &position, error);

    if (status)
        return status;
    by_position_verdict(position, &node);
    if (node.is_over)
        status = by_error_set(error, BY_ERROR_INPUT, "it is over at its end, expected one that can be played on");
    if (!status)
        status = describe(position, &text, error);
    if (!status)
        status = add(openings, by_text_string(&text), position, error);
    else
        by_position_destroy(position);
    by_text_free(&text);
    return status;
}

static by_status read_all(FILE *stream, const char *path, by_text *out, by_error *error)
{
    char part[4096];
    size_t length;

    while ((length = fread(part, 1, sizeof part, stream)) > 0)
        for (size_t i = 0; i < length; i++)
            by_text_add_char(out, part[i]);
    if (ferror(stream))
        return by_error_set(error, BY_ERROR_INPUT, "cannot read %.150s: %s", path, strerror(errno));
    return out->failed ? by_error_no_memory(error) : BY_OK;
}

/* Every game of the file is an opening. */
static by_status read_records(struct match_openings *openings, FILE *stream, const char *path, by_error *error)
{
    by_text text = {0};
    size_t offset = 0;
    by_status status = read_all(stream, path, &text, error);

    while (!status) {
        by_record *record = NULL;
        by_error inside;

        status = by_record_read(openings->game, by_text_string(&text), text.length, &offset, &record, error);
        if (!status && record && add_record(openings, record, &inside))
            status =
                by_error_set(error, inside.status, "%.100s, game %zu: %s", path, openings->count + 1, inside.message);
        by_record_destroy(record);
        if (!record)
            break;
    }
    by_text_free(&text);
    if (!status && !openings->count)
        return by_error_set(error, BY_ERROR_INPUT, "%.150s holds no opening", path);
    return status;
}

/* Whether the file is one of records: neither a position nor `startpos` begins with such a sign. */
static bool holds_records(const by_game *game, FILE *stream)
{
    int c;

    do
        c = fgetc(stream);
    while (c != EOF && strchr(blanks, c) && c);
    rewind(stream);
    return by_game_type_of(game)->records && (c == '(' || c == '[');
}

/* ---- Making them ------------------------------------------------------------------------------------------------- */

static by_status create(const by_game *game, struct match_openings **out, by_error *error)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return by_error_no_memory(error);
    (*out)->game = game;
    return BY_OK;
}

by_status match_openings_read(const by_game *game, const char *path, struct match_openings **out, by_error *error)
{
    FILE *stream = fopen(path, "r");
    struct match_openings *openings = NULL;
    by_status status;

    *out = NULL;
    if (!stream)
        return by_error_set(error, BY_ERROR_INPUT, "cannot read %.150s: %s", path, strerror(errno));
    status = create(game, &openings, error);
    if (!status)
        status = holds_records(game, stream) ? read_records(openings, stream, path, error)
                                             : read_stream(openings, stream, path, error);
    (void)fclose(stream);
    if (status)
        match_openings_destroy(openings);
    else
        *out = openings;
    return status;
}

by_status match_openings_initial(const by_game *game, struct match_openings **out, by_error *error)
{
    char line[] = "startpos";
    struct match_openings *openings = NULL;
    by_status status = create(game, &openings, error);

    *out = NULL;
    if (!status)
        status = add_line(openings, line, 1, error);
    if (status)
        match_openings_destroy(openings);
    else
        *out = openings;
    return status;
}

size_t match_openings_count(const struct match_openings *openings)
{
    return openings->count;
}

const char *match_openings_text(const struct match_openings *openings, size_t index)
{
    return openings->list[index].text;
}

by_status match_openings_set(const struct match_openings *openings, size_t index, by_position *position,
                             by_error *error)
{
    return by_position_assign(position, openings->list[index].position, error);
}

by_status match_openings_start(const struct match_openings *openings, size_t index, by_text *out, by_error *error)
{
    bool is_initial;

    return by_position_print_start(openings->list[index].position, &is_initial, out, error);
}

void match_openings_destroy(struct match_openings *openings)
{
    if (!openings)
        return;
    for (size_t i = 0; i < openings->count; i++) {
        free(openings->list[i].text);
        by_position_destroy(openings->list[i].position);
    }
    free(openings->list);
    free(openings);
}
