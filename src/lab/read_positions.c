/* SPDX-License-Identifier: MIT
 *
 * The positions of an experiment, in its own lines or in a file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"
#include "solve/problem.h"

enum {
    POSITIONS_MOST = 10000,
    TEXT_MOST = 4096, /* of a printed position; we keep the text of longer ones */
    COLUMNS_MOST = 32,
    POSITION_BYTES = 4096, /* of a position, approximately */
    NODE_BYTES = 12,       /* and for each byte of its text, since a tree has a node for some of them */
    NAME_MOST = 40,        /* of groups and sets */
};

static by_status refuse_position(struct lab_reading *reading, const struct lab_place *place, const char *id,
                                 const char *reason)
{
    if (place->file)
        return LAB_REFUSE(reading, place->word, "%.80s, line %d: position %.40s: %-s", place->file, place->line, id,
                          reason);
    return LAB_REFUSE(reading, place->word, "position %.40s: %-s", id, reason);
}

/* The same for an error of the game. */
static by_status refuse_text(struct lab_reading *reading, const struct lab_place *place, const char *id,
                             const by_error *reason)
{
    by_error column;

    if (reason->status == BY_ERROR_MEMORY)
        return lab_refuse_because(reading, place->word, reason);
    if (!reason->column)
        return refuse_position(reading, place, id, reason->parts);
    by_error_set(&column, reason->status, "column %d: %-s", reason->column, reason->parts);
    return refuse_position(reading, place, id, column.parts);
}

/* A generated tree can be of any size, but its definition is one line, which each row stores. */
static bool is_kept_as_written(const char *text, const by_text *printed)
{
    return printed->length > TEXT_MOST && strcmp(text, "initial") != 0;
}

/* Fills in a position from its text. */
static by_status fill_position(struct lab_reading *reading, struct lab_position *position, const char *text,
                               const struct lab_place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    by_text printed = {0};
    struct by_node node;
    by_error reason;

    if (reading->reader && reading->reader->is_for_report) {
        position->text = by__arena_text(&experiment->arena, text);
        return position->text ? BY_OK : by_error_no_memory(reading->error);
    }
    if (by_position_create(experiment->game, &position->position, &reason))
        return refuse_text(reading, place, position->id, &reason);
    if (strcmp(text, "initial") != 0 && by_position_parse(position->position, text, &reason))
        return refuse_text(reading, place, position->id, &reason);
    by_position_verdict(position->position, &node);
    if (node.is_over && !place->may_be_over)
        return refuse_position(reading, place, position->id, "the game is over, there is nothing to search");
    by_position_print(position->position, &printed);
    position->bytes = POSITION_BYTES + NODE_BYTES * printed.length;
    experiment->position_bytes += position->bytes;
    if (!printed.failed)
        position->text =
            by__arena_text(&experiment->arena, is_kept_as_written(text, &printed) ? text : by_text_string(&printed));
    by_text_free(&printed);
    return position->text ? BY_OK : by_error_no_memory(reading->error);
}

by_status lab_add_position(struct lab_reading *reading, const char *id, const char *text, const struct lab_place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_position *position;
    size_t most = lab_at_most(reading->reader ? reading->reader->bounds.positions : 0, POSITIONS_MOST);

    if (lab_go_on(experiment, reading->error))
        return BY_ERROR_LIMIT;
    for (size_t i = 0; i < experiment->position_count; i++)
        if (strcmp(experiment->positions[i].id, id) == 0)
            return refuse_position(reading, place, id, "there is another of this name");
    if (experiment->position_count >= most) {
        char words[64];

        (void)snprintf(words, sizeof words, "there are more than %zu, which is the most", most);
        return refuse_position(reading, place, id, words);
    }
    if (LAB_GROW(reading, experiment->positions, experiment->position_count))
        return BY_ERROR_MEMORY;
    position = &experiment->positions[experiment->position_count];
    *position = (struct lab_position){.id = by__arena_text(&experiment->arena, id)};
    if (!position->id)
        return by_error_no_memory(reading->error);
    experiment->position_count++;
    return fill_position(reading, position, text, place);
}

by_status lab_need_game(struct lab_reading *reading)
{
    return reading->experiment->game
               ? BY_OK
               : LAB_REFUSE(reading, reading->begin, "the game has to be named above its positions");
}

by_status lab_read_position(struct lab_reading *reading)
{
    char *id = lab_next_word(reading);
    char *text = lab_rest_of_line(reading);
    struct lab_place place = {.word = text};
    by_status status = lab_need_game(reading);

    if (status)
        return status;
    status = lab_check_name(reading, id, "position");
    if (status)
        return status;
    if (!*text)
        return LAB_REFUSE(reading, text, "expected the text of position %.40s, or the word initial", id);
    return lab_add_position(reading, id, text, &place);
}

/* ---- Files of positions ---------------------------------------------------------------------------------------- */

enum column { COLUMN_ID, COLUMN_POSITION, COLUMN_BEST, COLUMN_WINS, COLUMN_GROUP, COLUMN_SET, COLUMN_KINDS };

static const char *const column_names[] = {"id", "position", "best", "wins", "group", "set", "-", NULL};

enum { NO_COLUMN = -1 };

/* The meaning of a file's columns. */
struct columns {
    int at[COLUMN_KINDS];
    int count;     /* up to the last one wanted */
    bool is_named; /* by `as`; by default a file has an id and a position */
};

static by_status read_column_names(struct lab_reading *reading, struct columns *columns)
{
    int count = 0;

    for (char *word = lab_next_word(reading); word; word = lab_next_word(reading), count++) {
        int kind = 0;

        while (column_names[kind] && strcmp(column_names[kind], word) != 0)
            kind++;
        if (!column_names[kind])
            return lab_refuse_unknown(reading, word, "column", column_names);
        if (count >= COLUMNS_MOST)
            return LAB_REFUSE(reading, word, "more than %d columns", COLUMNS_MOST);
        if (kind == COLUMN_KINDS)
            continue;
        if (columns->at[kind] != NO_COLUMN)
            return LAB_REFUSE(reading, word, "the column %s is given twice", word);
        columns->at[kind] = count;
        columns->count = count + 1;
    }
    if (columns->at[COLUMN_ID] == NO_COLUMN || columns->at[COLUMN_POSITION] == NO_COLUMN)
        return LAB_REFUSE(reading, reading->rest,
                          "expected what the columns are: id and position, best, wins, group, set if there are such, "
                          "and - for each other");
    return BY_OK;
}

static by_status read_best(struct lab_reading *reading, struct lab_position *position, char *text,
                           const struct lab_place *place)
{
    by_move *best = NULL;

    text[strcspn(text, " ")] = 0;
    for (char *word = text, *next; word; word = next) {
        by_error reason;

        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        if (LAB_GROW(reading, best, position->best_count))
            return BY_ERROR_MEMORY;
        if (by_position_parse_move(position->position, word, &best[position->best_count], &reason))
            return refuse_text(reading, place, position->id, &reason);
        position->best = best;
        position->best_count++;
    }
    return BY_OK;
}

static by_status read_wins(struct lab_reading *reading, struct lab_position *position, const char *text,
                           const struct lab_place *place)
{
    int64_t plies;
    const char *end;
    char words[80];

    if (!lab_read_number(text, &end, BY_MAX_PLY, &plies) || *end) {
        (void)snprintf(words, sizeof words, "'%.20s' does not fit, expected plies of a win from 1 to %d", text,
                       BY_MAX_PLY);
        return refuse_position(reading, place, position->id, words);
    }
    position->wins = (int)plies;
    return BY_OK;
}

/* The name of a group or set, which table headings show. */
static by_status read_kind(struct lab_reading *reading, const char *id, const char *text, const char **out,
                           const struct lab_place *place)
{
    if (!*text || strlen(text) > NAME_MOST)
        return refuse_position(reading, place, id, "a group or set has from 1 to 40 characters");
    *out = by__arena_text(&reading->experiment->arena, text);
    return *out ? BY_OK : by_error_no_memory(reading->error);
}

/* Reads the other columns of a position. */
static by_status read_details(struct lab_reading *reading, char *const *fields, const struct columns *columns,
                              const struct lab_place *place)
{
    struct lab_position *position = &reading->experiment->positions[reading->experiment->position_count - 1];
    const int *at = columns->at;
    by_status status = BY_OK;

    if (at[COLUMN_BEST] != NO_COLUMN && position->position)
        status = read_best(reading, position, fields[at[COLUMN_BEST]], place);
    if (!status && at[COLUMN_WINS] != NO_COLUMN)
        status = read_wins(reading, position, fields[at[COLUMN_WINS]], place);
    if (!status && at[COLUMN_GROUP] != NO_COLUMN)
        status = read_kind(reading, position->id, fields[at[COLUMN_GROUP]], &position->group, place);
    if (!status && at[COLUMN_SET] != NO_COLUMN)
        status = read_kind(reading, position->id, fields[at[COLUMN_SET]], &position->set, place);
    return status;
}

/* Cuts a line at its tabs; text after the wanted columns is for readers. */
static int cut_fields(char *line, int wanted, char **fields)
{
    int count = 0;

    for (char *field = line; field && count < wanted;) {
        char *tab = strchr(field, '\t');

        if (tab)
            *tab++ = 0;
        fields[count++] = field;
        field = tab;
    }
    return count;
}

static by_status check_characters(struct lab_reading *reading, const char *line, const struct lab_place *place)
{
    const char *at = line, *fault = lab_bad_character(&at);

    return fault ? LAB_REFUSE(reading, place->word, "%.80s, line %d, column %d: %-s", place->file, place->line,
                              by_text_column(line, at), fault)
                 : BY_OK;
}

static by_status read_position_line(struct lab_reading *reading, char *line, const struct columns *columns,
                                    const struct lab_place *place)
{
    char *fields[COLUMNS_MOST];
    const char *id;
    int count;
    by_status status;

    line[strcspn(line, "\r")] = 0;
    if (!*line || *line == '#')
        return BY_OK;
    status = check_characters(reading, line, place);
    if (status)
        return status;
    count = cut_fields(line, columns->count, fields);
    if (count < columns->count && columns->is_named)
        return LAB_REFUSE(reading, place->word, "%.80s, line %d: expected %d columns separated by tabs, not %d",
                          place->file, place->line, columns->count, count);
    if (count < columns->count)
        return LAB_REFUSE(reading, place->word, "%.80s, line %d: expected a name, a tab and a position", place->file,
                          place->line);
    id = fields[columns->at[COLUMN_ID]];
    status = *id ? BY_OK : refuse_position(reading, place, "", "it has no name");
    if (!status)
        status = lab_add_position(reading, id, fields[columns->at[COLUMN_POSITION]], place);
    return status ? status : read_details(reading, fields, columns, place);
}

static by_status read_position_lines(struct lab_reading *reading, char *text, const struct columns *columns,
                                     struct lab_place *place)
{
    by_status status = BY_OK;
    size_t before = reading->experiment->position_count;

    reading->hash = lab_hash(reading->hash, text);
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');

        if (end)
            *end++ = 0;
        place->line++;
        status = read_position_line(reading, line, columns, place);
        line = end;
    }
    if (!status && reading->experiment->position_count == before)
        status = LAB_REFUSE(reading, place->word, "there are no positions in %.120s", place->file);
    return status;
}

/* The text of the file that the rest of a line names. The caller owns it. */
static by_status read_named_file(struct lab_reading *reading, char *name, char **text)
{
    const char *why = BY_WORDS("files cannot be read here");

    *text = reading->reader ? reading->reader->read(reading->reader->context, name, &why) : NULL;
    if (*text)
        return BY_OK;
    return why ? LAB_REFUSE(reading, name, "cannot read %.120s: %-s", name, why) : by_error_no_memory(reading->error);
}

/* The text after the last word `as`, cut off from the file name; NULL if there is no such word. */
static char *cut_off_as(char *name)
{
    char *found = NULL;

    for (char *at = name; (at = strstr(at, "as")) != NULL; at++)
        if (at > name && strchr(" \t", at[-1]) && (!at[2] || strchr(" \t", at[2])))
            found = at;
    if (!found)
        return NULL;
    for (char *end = found; end > name && strchr(" \t", end[-1]); end--)
        end[-1] = 0;
    return found + 2;
}

by_status lab_read_positions(struct lab_reading *reading)
{
    struct columns columns = {.at = {0, 1, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN}, .count = 2};
    char *name = lab_rest_of_line(reading), *names = cut_off_as(name);
    struct lab_place place = {.file = name, .word = name};
    char *text = NULL;
    by_status status = lab_need_game(reading);

    if (!status && names) {
        columns = (struct columns){.at = {NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN},
                                   .is_named = true};
        reading->rest = names;
        status = read_column_names(reading, &columns);
    }
    if (!status)
        status = read_named_file(reading, name, &text);
    if (!status)
        status = read_position_lines(reading, text, &columns, &place);
    free(text);
    return status;
}

/* ---- Problems -------------------------------------------------------------------------------------------------- */

/* True if the block is captured according to the file and neither side has ko threats: the side that takes the ko first
 * wins it. */
static enum by_answer known_answer(const struct solve_problem *problem)
{
    const unsigned yes = 1u << SOLVE_YES | 1u << SOLVE_KO_TAKEN, no = 1u << SOLVE_NO | 1u << SOLVE_KO_THREAT;
    bool is_reached = problem->codes & yes, is_missed = problem->codes & no;

    if (is_reached == is_missed)
        return BY_ANSWER_NONE;
    return is_reached == problem->is_attack ? BY_ANSWER_YES : BY_ANSWER_NO;
}

/* A problem as a position of the goal. A rule of thumb or the rules may decide it before it begins: that is an answer
 * too. */
static by_status add_problem(struct lab_reading *reading, const struct solve_problem *problem, struct lab_place *place)
{
    const struct by_goal_question question = {BY_SIZE(by_goal_question), .prover_first = problem->is_attack,
                                              .squares = {problem->point}};
    by_position *position = NULL;
    by_text text = {0};
    by_error reason;
    by_status status = by_position_create(reading->experiment->game, &position, &reason);

    place->line = problem->line;
    if (!status)
        status = by_position_set_question(position, problem->position, &question, &reason);
    if (!status)
        by_position_print(position, &text);
    if (status)
        status = refuse_text(reading, place, problem->id, &reason);
    else if (text.failed)
        status = by_error_no_memory(reading->error);
    else
        status = lab_add_position(reading, problem->id, by_text_string(&text), place);
    if (!status)
        reading->experiment->positions[reading->experiment->position_count - 1].known = known_answer(problem);
    by_text_free(&text);
    by_position_destroy(position);
    return status;
}

static by_status read_problem_list(struct lab_reading *reading, const by_game *go, const char *text,
                                   struct lab_place *place)
{
    size_t before = reading->experiment->position_count, offset = 0;
    bool is_there = true;
    by_status status = BY_OK;

    reading->hash = lab_hash(reading->hash, text);
    while (is_there && !status) {
        struct solve_problem *problem = NULL;
        by_error reason;

        if (solve_problem_read(go, text, &offset, &problem, &reason))
            return LAB_REFUSE(reading, place->word, "%.80s, line %d, column %d: %-s", place->file, reason.line,
                              reason.column, reason.parts);
        is_there = problem != NULL;
        if (is_there)
            status = add_problem(reading, problem, place);
        solve_problem_destroy(problem);
    }
    if (!status && reading->experiment->position_count == before)
        status = LAB_REFUSE(reading, place->word, "there are no problems in %.120s", place->file);
    return status;
}

by_status lab_read_problems(struct lab_reading *reading)
{
    char *name = lab_rest_of_line(reading);
    struct lab_place place = {.file = name, .word = name, .may_be_over = true};
    by_game *go = NULL;
    char *text = NULL;
    by_error reason;
    by_status status = lab_need_game(reading);

    if (status)
        return status;
    if (strcmp(reading->experiment->type->name, "go-capture") != 0)
        return LAB_REFUSE(reading, reading->begin, "problems are positions of go-capture, and the game is %s",
                          reading->experiment->type->name);
    if (by_game_open(reading->experiment->type->goal->base, NULL, &go, &reason))
        return lab_refuse_because(reading, reading->begin, &reason);
    status = read_named_file(reading, name, &text);
    if (!status)
        status = read_problem_list(reading, go, text, &place);
    free(text);
    by_game_close(go);
    return status;
}
