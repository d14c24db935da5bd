/* SPDX-License-Identifier: MIT */
#include "solve/problem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What both forms need -------------------------------------------------------------------------------------- */

enum { SIZE_LEAST = 2, SIZE_MOST = 25, POINTS_MOST = SIZE_MOST * SIZE_MOST };

static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
static const char *const colour_names[] = {"black", "white"};

static char *copy_of(const char *text, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

void solve_problem_destroy(struct solve_problem *problem)
{
    if (!problem)
        return;
    by_position_destroy(problem->position);
    free(problem->id);
    free(problem->source);
    free(problem->note);
    free(problem->moves);
    free(problem);
}

/* The stone on a point, numbered from the bottom left: X, O or '.', and the size of the board. */
static char stone_at(const by_position *position, int point, int *size)
{
    by_text text = {0};
    const char *rows;
    char stone = '.';

    by_position_print(position, &text);
    *size = atoi(by_text_string(&text));
    rows = strchr(by_text_string(&text), ' ');
    if (rows && point >= 0 && *size >= SIZE_LEAST && point < *size * *size)
        stone = rows[1 + (*size - 1 - point / *size) * (*size + 1) + point % *size];
    by_text_free(&text);
    return stone;
}

/* ---- Plain text ------------------------------------------------------------------------------------------------ */

/* A block of lines under way. */
struct block {
    const by_game *go;
    const char *text; /* all of it */
    const char *at;   /* the next line */
    int line;         /* its number, from 1 */

    /* Of the line that is read */
    const char *begin, *word, *end; /* the line, where its value goes on, and its end without a comment */

    int size;
    char stones[POINTS_MOST]; /* '.', 'X', 'O' */
    by_text plays;            /* "B D4\n" each */
    int side;                 /* that `tomove` names; -1: none */
    bool has_task;
    struct solve_problem *problem;
    by_error *error;
};

static by_status mistake(const struct block *b, const char *place, const char *expected)
{
    return by_error_set_at(b->error, BY_ERROR_INPUT, b->line - 1, by_text_column(b->begin, place), "%s", expected);
}

/* The next line that says something; false at the end of the text. The key is skipped by whoever reads it. */
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

/* The point of a vertex; -1 if it is none on the board. */
static int read_vertex(const struct block *b, const char *word, size_t length)
{
    const char *column = length ? strchr(columns, toupper((unsigned char)*word)) : NULL;
    int row = 0;

    if (!column || column - columns >= b->size || length < 2 || length > 3)
        return -1;
    for (size_t i = 1; i < length; i++) {
        if (!isdigit((unsigned char)word[i]))
            return -1;
        row = row * 10 + word[i] - '0';
    }
    return row < 1 || row > b->size ? -1 : (row - 1) * b->size + (int)(column - columns);
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
    *out = copy_of(word, (size_t)(b->end - word));
    return *out ? BY_OK : by_error_no_memory(b->error);
}

static by_status read_source(struct block *b)
{
    return read_text(b, &b->problem->source);
}

static by_status read_note(struct block *b)
{
    return read_text(b, &b->problem->note);
}

static by_status read_size(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);
    int size = 0;

    for (size_t i = 0; i < length && i < 3 && isdigit((unsigned char)word[i]); i++)
        size = size * 10 + word[i] - '0';
    if (length < 1 || length > 2 || size < SIZE_LEAST || size > SIZE_MOST || !isdigit((unsigned char)word[length - 1]))
        return mistake(b, word, "expected the size of the board, from 2 to 25");
    if (b->size)
        return mistake(b, b->begin, "the size stands there twice");
    b->size = size;
    memset(b->stones, '.', (size_t)(size * size));
    return BY_OK;
}

static by_status read_stones(struct block *b, char stone)
{
    const char *word;
    size_t length;
    by_status status = need_size(b);

    while (!status && (length = next_word(b, &word))) {
        int point = read_vertex(b, word, length);

        if (point < 0)
            status = mistake(b, word, "expected a point of the board, such as D4");
        else if (b->stones[point] != '.')
            status = mistake(b, word, "there is a stone already");
        else
            b->stones[point] = stone;
    }
    return status;
}

static by_status read_black(struct block *b)
{
    return read_stones(b, 'X');
}

static by_status read_white(struct block *b)
{
    return read_stones(b, 'O');
}

static by_status read_play(struct block *b)
{
    const char *colour, *vertex;
    size_t length;
    by_status status = need_size(b);

    if (status)
        return status;
    length = next_word(b, &colour);
    if (!is_word(colour, length, "B") && !is_word(colour, length, "W"))
        return mistake(b, colour, "expected the colour of a move: B or W");
    length = next_word(b, &vertex);
    if (!is_word(vertex, length, "pass") && read_vertex(b, vertex, length) < 0)
        return mistake(b, vertex, "expected a point of the board, such as D4, or pass");
    by_text_printf(&b->plays, "%c %.*s\n", *colour, (int)length, vertex);
    return BY_OK;
}

static by_status read_side(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);

    for (int i = 0; i < 2; i++)
        if (is_word(word, length, colour_names[i]))
            b->side = i;
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
    if (read_vertex(b, vertex, length) < 0)
        return mistake(b, vertex, "expected a point of the board, such as D4");
    if (b->has_task)
        return mistake(b, b->begin, "the task stands there twice");
    (void)snprintf(b->problem->vertex, sizeof b->problem->vertex, "%.*s", (int)length, vertex);
    b->problem->vertex[0] = (char)toupper((unsigned char)b->problem->vertex[0]);
    b->has_task = true;
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
        if (!is_word(word, length, "*") && !is_word(word, length, "pass") && read_vertex(b, word, length) < 0)
            status = mistake(b, word, "expected points of the board, pass or *");
        by_text_printf(&all, "%s%.*s", all.length ? " " : "", (int)length, word);
    }
    if (!status && all.failed)
        status = by_error_no_memory(b->error);
    if (!status) {
        free(b->problem->moves);
        b->problem->moves = copy_of(by_text_string(&all), all.length);
        status = b->problem->moves ? BY_OK : by_error_no_memory(b->error);
    }
    by_text_free(&all);
    return status;
}

static const struct {
    const char *key;
    by_status (*read)(struct block *b);
} keys[] = {
    {"source", read_source}, {"size", read_size},   {"black", read_black}, {"white", read_white},
    {"play", read_play},     {"tomove", read_side}, {"task", read_task},   {"result", read_result},
    {"moves", read_moves},   {"also", read_moves},  {"note", read_note},
};

static by_status read_line(struct block *b)
{
    const char *word;
    size_t length = next_word(b, &word);

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (is_word(word, length, keys[i].key))
            return keys[i].read(b);
    return mistake(b, word,
                   "unknown key, expected source, size, black, white, play, tomove, task, result, moves, also, note or "
                   "end");
}

/* ---- The position of a block ----------------------------------------------------------------------------------- */

static int colour_of(char stone)
{
    return stone == 'X' ? 0 : stone == 'O' ? 1 : -1;
}

/* As by_position_parse reads it, with the side that plays first to move, or else the one whose task it is. */
static void print_position(const struct block *b, by_text *out)
{
    int point = read_vertex(b, b->problem->vertex, strlen(b->problem->vertex)), owner = colour_of(b->stones[point]);
    int side = b->plays.length ? by_text_string(&b->plays)[0] == 'W' : (owner == 1) != b->problem->is_attack;

    by_text_printf(out, "%d ", b->size);
    for (int row = b->size - 1; row >= 0; row--) {
        for (int column = 0; column < b->size; column++)
            by_text_add_char(out, b->stones[row * b->size + column]);
        by_text_add(out, row ? "/" : "");
    }
    by_text_add(out, side ? " w" : " b");
}

static by_status make_plays(const struct block *b, by_error *error)
{
    const char *play = by_text_string(&b->plays);
    by_status status = BY_OK;

    while (*play && !status) {
        char word[16];
        size_t length = strcspn(play, "\n");
        by_move move;

        (void)snprintf(word, sizeof word, "%.*s", (int)length, play);
        status = by_position_parse_move(b->problem->position, word, &move, error);
        if (!status)
            status = by_position_push(b->problem->position, move, error);
        play += length + 1;
    }
    return status;
}

static by_status make_position(struct block *b)
{
    by_text text = {0};
    by_error error = {0};
    by_status status = by_position_create(b->go, &b->problem->position, b->error);

    if (status)
        return status;
    print_position(b, &text);
    status = by_position_parse(b->problem->position, by_text_string(&text), &error);
    by_text_free(&text);
    if (!status)
        status = make_plays(b, &error);
    if (status)
        return by_error_set_at(b->error, status, b->problem->line, 1, "problem %.40s: %s", b->problem->id,
                               error.message);
    return BY_OK;
}

/* What the lines say together. */
static by_status complete(struct block *b)
{
    struct solve_problem *problem = b->problem;
    int owner, side, size;
    by_status status;

    if (!b->size || !b->has_task)
        return by_error_set_at(b->error, BY_ERROR_INPUT, problem->line, 1, "problem %.40s: expected %s before its end",
                               problem->id, b->size ? "a task" : "a size");
    status = make_position(b);
    if (status)
        return status;
    owner = colour_of(stone_at(problem->position, read_vertex(b, problem->vertex, strlen(problem->vertex)), &size));
    if (owner < 0)
        return by_error_set_at(b->error, BY_ERROR_INPUT, problem->line, 1, "problem %.40s: there is no stone on %s",
                               problem->id, problem->vertex);
    side = problem->is_attack ? owner ^ 1 : owner;
    if (b->side >= 0 && b->side != side)
        return by_error_set_at(b->error, BY_ERROR_INPUT, problem->line, 1,
                               "problem %.40s: %s is to move, but the task is %s's", problem->id, colour_names[b->side],
                               colour_names[side]);
    return BY_OK;
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
    const char *before;

    do {
        const char *word;
        size_t length;

        before = b->at;
        if (!next_line(b))
            return;
        length = next_word(b, &word);
        if (is_word(word, length, "problem"))
            break;
    } while (true);
    b->at = before;
}

static int line_at(const char *text, size_t offset)
{
    int line = 1;

    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

static by_status read_plain(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                            bool *is_there, by_error *error)
{
    struct block *b = calloc(1, sizeof *b);
    by_status status = BY_OK;

    if (!b)
        return by_error_no_memory(error);
    *b = (struct block){.go = go,
                        .text = text,
                        .at = text + *offset,
                        .line = line_at(text, *offset),
                        .side = -1,
                        .problem = problem,
                        .error = error};
    *is_there = next_line(b);
    if (*is_there)
        status = read_block(b);
    if (status == BY_ERROR_INPUT)
        skip_to_next(b);
    *offset = (size_t)(b->at - text);
    by_text_free(&b->plays);
    free(b);
    return status;
}

/* ---- SGF ------------------------------------------------------------------------------------------------------- */

/* "attack D4" */
static bool read_sgf_task(const char *task, struct solve_problem *problem)
{
    char word[8], vertex[8], more;

    if (sscanf(task, "%7s %7s %c", word, vertex, &more) != 2 ||
        (strcmp(word, "attack") != 0 && strcmp(word, "defend") != 0))
        return false;
    problem->is_attack = strcmp(word, "attack") == 0;
    (void)snprintf(problem->vertex, sizeof problem->vertex, "%s", vertex);
    problem->vertex[0] = (char)toupper((unsigned char)problem->vertex[0]);
    return true;
}

/* Two letters from the top left; -1 if they are no point of the board. */
static int point_of_letters(const char *letters, int size)
{
    int column = letters[0] - 'a', row = letters[0] ? letters[1] - 'a' : -1;

    return column < 0 || column >= size || row < 0 || row >= size ? -1 : (size - 1 - row) * size + column;
}

/* The task by a mark on a stone, if this node has one. */
static bool find_mark(const by_record *record, int node, by_position *position, struct solve_problem *problem)
{
    static const char *const marks[] = {"TR", "SQ", "CR", "MA"};
    struct by_node facts;
    int size;

    (void)stone_at(position, -1, &size);
    by_position_node(position, &facts);
    for (int i = 0; i < 4; i++) {
        const char *name, *value;

        for (int j = 0; by_record_tag_at(record, node, j, &name, &value); j++) {
            int point = strcmp(name, marks[i]) == 0 ? point_of_letters(value, size) : -1;
            char stone = point < 0 ? '.' : stone_at(position, point, &size);

            if (stone == '.')
                continue;
            problem->is_attack = (stone == 'O') != facts.side;
            (void)snprintf(problem->vertex, sizeof problem->vertex, "%c%d", columns[point % size], point / size + 1);
            return true;
        }
    }
    return false;
}

/* The first node of the main line that has a task, with its position; BY_RECORD_NONE: none. */
static by_status find_task(const by_game *go, const by_record *record, struct solve_problem *problem, int *node,
                           by_error *error)
{
    for (*node = BY_RECORD_ROOT; *node != BY_RECORD_NONE; *node = by_record_child(record, *node)) {
        const char *task = by_record_tag(record, *node, "TASK");
        by_status status;

        by_position_destroy(problem->position);
        problem->position = NULL;
        status = by_record_position(record, *node, go, &problem->position, error);
        if (status)
            return status;
        if (task && !read_sgf_task(task, problem))
            return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1,
                                   "'%.40s' is no task, expected one like 'attack D4' or 'defend D4'", task);
        if (task || find_mark(record, *node, problem->position, problem))
            return BY_OK;
    }
    return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1,
                           "this game asks nothing: expected TASK[attack D4] or a mark (TR, SQ, CR, MA) on a stone");
}

static by_status read_sgf_results(const by_record *record, int node, struct solve_problem *problem, by_error *error)
{
    const char *name, *value;

    for (int i = 0; by_record_tag_at(record, node, i, &name, &value); i++) {
        if (strcmp(name, "RESULT") != 0)
            continue;
        if (*value < '0' || *value > '3' || value[1])
            return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1,
                                   "'%.40s' is no result, expected 0, 1, 2 or 3", value);
        problem->codes |= 1u << (*value - '0');
    }
    return BY_OK;
}

/* The moves of the children that are marked as good. */
static by_status read_sgf_moves(const by_record *record, int node, struct solve_problem *problem, by_error *error)
{
    by_text all = {0};
    by_status status;

    for (int child = by_record_child(record, node); child != BY_RECORD_NONE; child = by_record_next(record, child)) {
        if (by_record_move(record, child) == BY_MOVE_NONE || !by_record_tag(record, child, "TE"))
            continue;
        by_text_add(&all, all.length ? " " : "");
        by_position_print_move(problem->position, by_record_move(record, child), &all);
    }
    problem->moves = copy_of(by_text_string(&all), all.length);
    status = problem->moves && !all.failed ? BY_OK : by_error_no_memory(error);
    by_text_free(&all);
    return status;
}

static by_status fill_from_record(const by_game *go, const by_record *record, struct solve_problem *problem,
                                  by_error *error)
{
    const char *name = by_record_tag(record, BY_RECORD_ROOT, "GN"),
               *source = by_record_tag(record, BY_RECORD_ROOT, "SO");
    int node;
    by_status status = find_task(go, record, problem, &node, error);

    if (!status)
        status = read_sgf_results(record, node, problem, error);
    if (!status)
        status = read_sgf_moves(record, node, problem, error);
    if (status)
        return status;
    problem->id = name ? copy_of(name, strlen(name)) : NULL;
    problem->source = source ? copy_of(source, strlen(source)) : NULL;
    return (name && !problem->id) || (source && !problem->source) ? by_error_no_memory(error) : BY_OK;
}

/* Whether the vertex has a stone, which a task by its name need not. */
static by_status check_stone(const struct solve_problem *problem, by_error *error)
{
    struct block b = {0};
    char stone = stone_at(problem->position, -1, &b.size);

    stone = stone_at(problem->position, read_vertex(&b, problem->vertex, strlen(problem->vertex)), &b.size);
    return stone != '.'
               ? BY_OK
               : by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1, "there is no stone on %s", problem->vertex);
}

static by_status read_sgf(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                          bool *is_there, by_error *error)
{
    by_record *record;
    size_t begin = *offset + strspn(text + *offset, " \t\r\n");
    by_status status;

    problem->line = line_at(text, begin);
    status = by_record_read(go, text, strlen(text), offset, &record, error);
    *is_there = record != NULL;
    if (!status && record)
        status = fill_from_record(go, record, problem, error);
    if (!status && record)
        status = check_stone(problem, error);
    by_record_destroy(record);
    return status;
}

/* ---- Either ---------------------------------------------------------------------------------------------------- */

/* SGF begins with a parenthesis, which no line of ours does. Some programs put a mark of UTF-8 before it. */
static bool is_sgf(const char *text)
{
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    return text[strspn(text, " \t\r\n")] == '(';
}

static by_status set_if_missing(char **place, const char *text, by_error *error)
{
    if (!*place)
        *place = copy_of(text, strlen(text));
    return *place ? BY_OK : by_error_no_memory(error);
}

by_status solve_problem_read(const by_game *go, const char *text, size_t *offset, struct solve_problem **out,
                             by_error *error)
{
    struct solve_problem *problem = calloc(1, sizeof *problem);
    bool is_there = false;
    by_status status;

    *out = NULL;
    if (!problem)
        return by_error_no_memory(error);
    status = is_sgf(text) ? read_sgf(go, text, offset, problem, &is_there, error)
                          : read_plain(go, text, offset, problem, &is_there, error);
    if (!status)
        status = set_if_missing(&problem->id, "", error);
    if (!status)
        status = set_if_missing(&problem->source, "", error);
    if (!status)
        status = set_if_missing(&problem->note, "", error);
    if (!status)
        status = set_if_missing(&problem->moves, "", error);
    if (status || !is_there)
        solve_problem_destroy(problem);
    else
        *out = problem;
    return status;
}

/* ---- Judging --------------------------------------------------------------------------------------------------- */

static bool equals_ignoring_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

static bool has_move(const char *moves, const char *move)
{
    while (*moves) {
        size_t length = strcspn(moves, " ");

        if (is_word(moves, length, "*") || (length == strlen(move) && equals_ignoring_case(moves, move, length)))
            return true;
        moves += length;
        moves += strspn(moves, " ");
    }
    return false;
}

enum solve_verdict solve_judge(const struct solve_problem *problem, enum solve_code code, const char *move)
{
    if (code == SOLVE_UNKNOWN || !problem->codes)
        return SOLVE_NOT_JUDGED;
    if (!(problem->codes >> code & 1))
        return SOLVE_WRONG;
    return code == SOLVE_NO || !*problem->moves || has_move(problem->moves, move) ? SOLVE_RIGHT : SOLVE_WRONG;
}
