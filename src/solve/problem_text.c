/* SPDX-License-Identifier: MIT
 *
 * Problems as plain text: blocks of lines, "key value". See problem.h.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/problem_inside.h"

enum { MIN_SIZE = 2, MAX_SIZE = 25, MAX_POINTS = MAX_SIZE * MAX_SIZE };

static const char *const colour_names[] = {BY_WORDS("black"), BY_WORDS("white")};

/* Where something stands in the text. */
struct place {
    int line, column;
};

/* A move after the stones were put. */
struct play {
    char move[8]; /* "B D4" */
    struct place place;
};

/* A block of lines under way. */
struct block {
    const by_game *go;
    const char *text; /* all of it */
    const char *at;   /* the next line */
    int line;         /* its number, from 1 */

    /* Of the line that is read */
    const char *begin, *word, *end; /* the line, where its value goes on, and its end without a comment */

    int size;
    char stones[MAX_POINTS]; /* '.', 'X', 'O' */
    struct play *plays;
    int play_count;
    int side; /* that `tomove` names; -1: none */
    bool has_task;
    struct place side_place, task_place; /* of the colour, and of the vertex */
    struct solve_problem *problem;
    by_error *error;
};

/* Of a word of the line that is read. */
static struct place place_of(const struct block *b, const char *word)
{
    return (struct place){b->line - 1, by_text_column(b->begin, word)};
}

static by_status mistake(const struct block *b, const char *word, const char *expected)
{
    struct place place = place_of(b, word);

    return by_error_set_at(b->error, BY_ERROR_INPUT, place.line, place.column, "%-s", expected);
}

/* The next line that says something; false at the end of the text. Its reader skips the key. */
static bool next_line(struct block *b)
{
    while (*b->at) {
        size_t length = strcspn(b->at, "\n");

        b->begin = b->at;
        b->end = b->at + strcspn(b->at, "#\n");
        while (b->end > b->begin && isspace((unsigned char)b->end[-1]))
            b->end--;
        b->word = b->begin;
        while (b->word < b->end && isspace((unsigned char)*b->word))
            b->word++;
        b->at += length + (b->at[length] == '\n');
        b->line++;
        if (b->word < b->end)
            return true;
    }
    return false;
}

/* The next word of the line; its length is 0 at the end. */
static size_t next_word(struct block *b, const char **word)
{
    size_t length = 0;

    while (b->word < b->end && isspace((unsigned char)*b->word))
        b->word++;
    *word = b->word;
    while (b->word + length < b->end && !isspace((unsigned char)b->word[length]))
        length++;
    b->word += length;
    return length;
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && strncmp(word, expected, length) == 0;
}

static by_status need_size(const struct block *b)
{
    return b->size ? BY_OK : mistake(b, b->begin, "expected 'size N' before stones and moves");
}

/* ---- Lines of a block ------------------------------------------------------------------------------------------ */

static by_status read_text(struct block *b, char **out)
{
    const char *word;

    (void)next_word(b, &word);
    free(*out);
    *out = solve_copy_text(word, (size_t)(b->end - word));
    return *out ? BY_OK : by_error_no_memory(b->error);
}

static by_status read_size(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);
    int size = 0;

    for (size_t i = 0; i < length && i < 3 && isdigit((unsigned char)word[i]); i++)
        size = size * 10 + word[i] - '0';
    if (length < 1 || length > 2 || size < MIN_SIZE || size > MAX_SIZE || !isdigit((unsigned char)word[length - 1]))
        return mistake(b, word, "expected the size of the board, from 2 to 25");
    if (b->size)
        return mistake(b, b->begin, "the size stands there twice");
    b->size = size;
    memset(b->stones, '.', sizeof b->stones);
    return BY_OK;
}

static by_status read_stones(struct block *b, char stone)
{
    const char *word;
    size_t length;
    by_status status = need_size(b);

    while (!status && (length = next_word(b, &word))) {
        int point = solve_read_vertex(b->size, word, length);

        if (point < 0)
            status = mistake(b, word, "expected a point of the board, such as D4");
        else if (b->stones[point] != '.')
            status = mistake(b, word, "there is a stone already");
        else
            b->stones[point] = stone;
    }
    return status;
}

static by_status read_play(struct block *b)
{
    const char *colour, *vertex;
    struct play *plays;
    size_t length;
    by_status status = need_size(b);

    if (status)
        return status;
    length = next_word(b, &colour);
    if (!is_word(colour, length, "B") && !is_word(colour, length, "W"))
        return mistake(b, colour, "expected the colour of a move: B or W");
    length = next_word(b, &vertex);
    if (!is_word(vertex, length, "pass") && solve_read_vertex(b->size, vertex, length) < 0)
        return mistake(b, vertex, "expected a point of the board, such as D4, or pass");
    plays = realloc(b->plays, ((size_t)b->play_count + 1) * sizeof *plays);
    if (!plays)
        return by_error_no_memory(b->error);
    b->plays = plays;
    plays[b->play_count].place = place_of(b, vertex);
    (void)snprintf(plays[b->play_count].move, sizeof plays->move, "%c %.*s", *colour, (int)length, vertex);
    b->play_count++;
    return BY_OK;
}

static by_status read_side(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);

    for (int i = 0; i < 2; i++)
        if (is_word(word, length, colour_names[i]))
            b->side = i;
    b->side_place = place_of(b, word);
    return b->side < 0 ? mistake(b, word, "expected black or white") : BY_OK;
}

static by_status read_task(struct block *b)
{
    const char *word, *vertex;
    size_t length;
    by_status status = need_size(b);

    if (status)
        return status;
    length = next_word(b, &word);
    b->problem->is_attack = is_word(word, length, "attack");
    if (!b->problem->is_attack && !is_word(word, length, "defend"))
        return mistake(b, word, "expected attack or defend");
    length = next_word(b, &vertex);
    b->problem->point = solve_read_vertex(b->size, vertex, length);
    if (b->problem->point < 0)
        return mistake(b, vertex, "expected a point of the board, such as D4");
    if (b->has_task)
        return mistake(b, b->begin, "the task stands there twice");
    (void)snprintf(b->problem->vertex, sizeof b->problem->vertex, "%.*s", (int)length, vertex);
    b->problem->vertex[0] = (char)toupper((unsigned char)b->problem->vertex[0]);
    b->has_task = true;
    b->task_place = place_of(b, vertex);
    return BY_OK;
}

static by_status read_result(struct block *b)
{
    const char *word;
    size_t length;

    while ((length = next_word(b, &word))) {
        if (length != 1 || *word < '0' || *word > '3')
            return mistake(b, word, "expected results from 0 to 3");
        b->problem->codes |= 1u << (*word - '0');
    }
    return b->problem->codes ? BY_OK : mistake(b, word, "expected results from 0 to 3");
}

/* Adds words to the moves that count as right. */
static by_status read_moves(struct block *b)
{
    const char *word;
    size_t length;
    by_text all = {0};
    by_status status = need_size(b);

    if (b->problem->moves)
        by_text_add(&all, b->problem->moves);
    while (!status && (length = next_word(b, &word))) {
        if (!is_word(word, length, "*") && !is_word(word, length, "pass") &&
            solve_read_vertex(b->size, word, length) < 0)
            status = mistake(b, word, "expected points of the board, pass or *");
        by_text_printf(&all, "%s%.*s", all.length ? " " : "", (int)length, word);
    }
    if (!status && all.failed)
        status = by_error_no_memory(b->error);
    if (!status) {
        free(b->problem->moves);
        b->problem->moves = solve_copy_text(by_text_string(&all), all.length);
        status = b->problem->moves ? BY_OK : by_error_no_memory(b->error);
    }
    by_text_free(&all);
    return status;
}

static by_status read_value(struct block *b, const char *key, size_t length)
{
    static const struct {
        const char *key;
        by_status (*read)(struct block *b);
    } readers[] = {
        {"size", read_size},  {"play", read_play},     {"tomove", read_side}, {"task", read_task},
        {"also", read_moves}, {"result", read_result}, {"moves", read_moves},
    };

    if (is_word(key, length, "source"))
        return read_text(b, &b->problem->source);
    if (is_word(key, length, "note"))
        return read_text(b, &b->problem->note);
    if (is_word(key, length, "black") || is_word(key, length, "white"))
        return read_stones(b, *key == 'b' ? 'X' : 'O');
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (is_word(key, length, readers[i].key))
            return readers[i].read(b);
    return mistake(b, key,
                   "unknown key, expected source, size, black, white, play, tomove, task, result, moves, also, note or "
                   "end");
}

static by_status read_line(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);

    if (is_word(word, length, "problem")) {
        b->at = b->begin; /* which is not lost by it */
        return mistake(b, word, "expected 'end' before the next problem");
    }
    return read_value(b, word, length);
}

/* ---- The position of a block ----------------------------------------------------------------------------------- */

static int colour_of(char stone)
{
    return stone == 'X' ? 0 : stone == 'O' ? 1 : -1;
}

/* As by_position_parse reads it, with the side that plays first to move, or else the one whose task it is. */
static void print_position(const struct block *b, by_text *out)
{
    int owner = colour_of(b->stones[b->problem->point]);
    int side = b->play_count ? b->plays[0].move[0] == 'W' : (owner == 1) != b->problem->is_attack;

    by_text_printf(out, "%d ", b->size);
    for (int row = b->size - 1; row >= 0; row--) {
        for (int column = 0; column < b->size; column++)
            by_text_add_char(out, b->stones[row * b->size + column]);
        by_text_add(out, row ? "/" : "");
    }
    by_text_add(out, side ? " w" : " b");
}

/* A mistake that the lines make together. */
static by_status refuse(const struct block *b, struct place place, const char *format, ...) BY_PRINTF(3, 4);

static by_status refuse(const struct block *b, struct place place, const char *format, ...)
{
    by_error reason;
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(&reason, BY_ERROR_INPUT, 0, 0, format, arguments);
    va_end(arguments);
    return by_error_set_at(b->error, BY_ERROR_INPUT, place.line, place.column, "problem %.40s: %-s", b->problem->id,
                           reason.parts);
}

static by_status make_plays(const struct block *b)
{
    for (int i = 0; i < b->play_count; i++) {
        by_error error = {0};
        by_move move;
        by_status status = by_position_parse_move(b->problem->position, b->plays[i].move, &move, &error);
        if (!status)
            status = by_position_push(b->problem->position, move, &error);
        if (status)
            return status == BY_ERROR_MEMORY ? by_error_no_memory(b->error)
                                             : refuse(b, b->plays[i].place, "%-s", error.parts);
    }
    return BY_OK;
}

static by_status make_position(struct block *b)
{
    by_text text = {0};
    by_error error = {0};
    by_status status = by_position_create(b->go, &b->problem->position, b->error);

    if (status)
        return status;
    print_position(b, &text);
    status = text.failed ? BY_ERROR_MEMORY : by_position_parse(b->problem->position, by_text_string(&text), &error);
    by_text_free(&text);
    if (!status)
        return make_plays(b);
    return status == BY_ERROR_MEMORY ? by_error_no_memory(b->error)
                                     : refuse(b, (struct place){b->problem->line, 1}, "%-s", error.parts);
}

/* Checks what the lines say together. */
static by_status complete(struct block *b)
{
    struct solve_problem *problem = b->problem;
    int owner, side, size;
    by_status status;

    if (!b->size || !b->has_task)
        return refuse(b, (struct place){problem->line, 1},
                      b->size ? "expected a task before its end" : "expected a size before its end");
    status = make_position(b);
    if (status)
        return status;
    owner = colour_of(solve_stone_at(problem->position, problem->point, &size));
    if (owner < 0)
        return refuse(b, b->task_place, "there is no stone on %s", problem->vertex);
    side = problem->is_attack ? owner ^ 1 : owner;
    if (b->side < 0 || b->side == side)
        return BY_OK;
    return refuse(b, b->side_place, "%-s is to move, but the task is %-s's", colour_names[b->side], colour_names[side]);
}

/* Reads to `end`; the line `problem ID` is being read. */
static by_status read_block(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);
    by_status status;

    if (!is_word(word, length, "problem"))
        return mistake(b, word, "expected 'problem ID'");
    b->problem->line = b->line - 1;
    status = read_text(b, &b->problem->id);
    if (!status && !*b->problem->id)
        status = mistake(b, b->end, "expected the name of the problem");
    while (!status) {
        if (!next_line(b))
            return by_error_set_at(b->error, BY_ERROR_INPUT, b->line, 1,
                                   "problem %.40s: expected 'end' before the text ends", b->problem->id);
        if (is_word(b->word, (size_t)(b->end - b->word), "end"))
            return complete(b);
        status = read_line(b);
    }
    return status;
}

/* Behind a mistake: the next line that begins a problem. */
static void skip_to_next(struct block *b)
{
    for (const char *before = b->at, *word; next_line(b); before = b->at) {
        size_t length = next_word(b, &word);

        if (!is_word(word, length, "problem"))
            continue;
        b->at = before;
        return;
    }
}

by_status solve_read_text(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                          bool *is_there, by_error *error)
{
    struct block *b = calloc(1, sizeof *b);
    by_status status = BY_OK;

    if (!b)
        return by_error_no_memory(error);
    if (!*offset)
        *offset = solve_mark_of_utf8(text);
    *b = (struct block){.go = go,
                        .text = text,
                        .at = text + *offset,
                        .line = solve_line_at(text, *offset),
                        .side = -1,
                        .problem = problem,
                        .error = error};
    *is_there = next_line(b);
    if (*is_there)
        status = read_block(b);
    if (status == BY_ERROR_INPUT)
        skip_to_next(b);
    *offset = (size_t)(b->at - text);
    free(b->plays);
    free(b);
    return status;
}
