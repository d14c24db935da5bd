/* SPDX-License-Identifier: MIT
 *
 * The positions of an experiment, in its own lines or in a file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"
#include "solve/problem.h"

enum { POSITIONS_MOST = 10000 };

/* Where a position was written: in the experiment, or in a file that it names. */
struct place {
    const char *file; /* NULL: the experiment itself */
    int line;
    char *word; /* in the experiment's line */
    bool may_be_over;
};

static by_status refuse_position(struct lab_reading *reading, const struct place *place, const char *id,
                                 const char *reason)
{
    if (place->file)
        return LAB_REFUSE(reading, place->word, "%.80s, line %d: position %.40s: %s", place->file, place->line, id,
                          reason);
    return LAB_REFUSE(reading, place->word, "position %.40s: %s", id, reason);
}

/* The same for what the game said of it. */
static by_status refuse_text(struct lab_reading *reading, const struct place *place, const char *id,
                             const by_error *reason)
{
    char words[sizeof reason->message + 32];

    if (reason->status == BY_ERROR_MEMORY)
        return lab_refuse_because(reading, place->word, reason);
    if (reason->column)
        (void)snprintf(words, sizeof words, "column %d: %s", reason->column, reason->message);
    else
        (void)snprintf(words, sizeof words, "%s", reason->message);
    return refuse_position(reading, place, id, words);
}

/* Fills a position in from its text. */
static by_status fill_position(struct lab_reading *reading, struct lab_position *position, const char *text,
                               const struct place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    by_text printed = {0};
    struct by_node node;
    by_error reason;

    if (by_position_create(experiment->game, &position->position, &reason))
        return refuse_text(reading, place, position->id, &reason);
    if (strcmp(text, "initial") != 0 && by_position_parse(position->position, text, &reason))
        return refuse_text(reading, place, position->id, &reason);
    by_position_verdict(position->position, &node);
    if (node.is_over && !place->may_be_over)
        return refuse_position(reading, place, position->id, "the game is over, there is nothing to search");
    by_position_print(position->position, &printed);
    if (!printed.failed)
        position->text = lab_arena_text(&experiment->arena, by_text_string(&printed));
    by_text_free(&printed);
    return position->text ? BY_OK : by_error_no_memory(reading->error);
}

static by_status add_position(struct lab_reading *reading, const char *id, const char *text, const struct place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_position *position;

    for (size_t i = 0; i < experiment->position_count; i++)
        if (strcmp(experiment->positions[i].id, id) == 0)
            return refuse_position(reading, place, id, "there is another of this name");
    if (experiment->position_count >= POSITIONS_MOST)
        return refuse_position(reading, place, id, "there are too many");
    if (LAB_GROW(reading, experiment->positions, experiment->position_count))
        return BY_ERROR_MEMORY;
    position = &experiment->positions[experiment->position_count];
    *position = (struct lab_position){.id = lab_arena_text(&experiment->arena, id)};
    if (!position->id)
        return by_error_no_memory(reading->error);
    experiment->position_count++;
    return fill_position(reading, position, text, place);
}

static by_status need_game(struct lab_reading *reading)
{
    return reading->experiment->game
               ? BY_OK
               : LAB_REFUSE(reading, reading->begin, "the game has to be named above its positions");
}

by_status lab_read_position(struct lab_reading *reading)
{
    char *id = lab_next_word(reading);
    char *text = lab_rest_of_line(reading);
    struct place place = {.word = text};
    by_status status = need_game(reading);

    if (status)
        return status;
    if (!id)
        return LAB_REFUSE(reading, reading->rest, "expected the name of a position and its text");
    status = lab_check_name(reading, id, "position");
    if (status)
        return status;
    if (!*text)
        return LAB_REFUSE(reading, text, "expected the text of position %.40s, or the word initial", id);
    return add_position(reading, id, text, &place);
}

/* A line of a file of positions: name, text and where it is from, separated by tabs. */
static by_status read_position_line(struct lab_reading *reading, char *line, const struct place *place)
{
    char *text = strchr(line, '\t');
    by_status status;

    line[strcspn(line, "\r")] = 0;
    if (!*line || *line == '#')
        return BY_OK;
    if (!text)
        return LAB_REFUSE(reading, place->word, "%.80s, line %d: expected a name, a tab and a position", place->file,
                          place->line);
    *text++ = 0;
    text[strcspn(text, "\t")] = 0;
    status = *line ? BY_OK : refuse_position(reading, place, "", "it has no name");
    return status ? status : add_position(reading, line, text, place);
}

static by_status read_position_lines(struct lab_reading *reading, char *text, struct place *place)
{
    by_status status = BY_OK;
    size_t before = reading->experiment->position_count;

    reading->hash = lab_hash(reading->hash, text);
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');

        if (end)
            *end++ = 0;
        place->line++;
        status = read_position_line(reading, line, place);
        line = end;
    }
    if (!status && reading->experiment->position_count == before)
        status = LAB_REFUSE(reading, place->word, "there are no positions in %.120s", place->file);
    return status;
}

/* The text of the file that the rest of a line names, the caller's. */
static by_status read_named_file(struct lab_reading *reading, char *name, char **text)
{
    const char *why = "files cannot be read here";

    if (!*name)
        return LAB_REFUSE(reading, name, "expected the name of a file");
    *text = reading->reader ? reading->reader->read(reading->reader->context, name, &why) : NULL;
    return *text ? BY_OK : LAB_REFUSE(reading, name, "cannot read %.120s: %s", name, why);
}

by_status lab_read_positions(struct lab_reading *reading)
{
    char *name = lab_rest_of_line(reading);
    struct place place = {.file = name, .word = name};
    char *text = NULL;
    by_status status = need_game(reading);

    if (!status)
        status = read_named_file(reading, name, &text);
    if (!status)
        status = read_position_lines(reading, text, &place);
    free(text);
    return status;
}

/* ---- Problems -------------------------------------------------------------------------------------------------- */

/* Whether the block is captured, as the file says, if nobody has threats for a ko: who takes it first, wins it. */
static enum by_answer known_answer(const struct solve_problem *problem)
{
    const unsigned yes = 1u << SOLVE_YES | 1u << SOLVE_KO_TAKEN, no = 1u << SOLVE_NO | 1u << SOLVE_KO_THREAT;
    bool is_reached = problem->codes & yes, is_missed = problem->codes & no;

    if (is_reached == is_missed)
        return BY_ANSWER_NONE;
    return is_reached == problem->is_attack ? BY_ANSWER_YES : BY_ANSWER_NO;
}

/* A problem as a position of the goal. A problem may be over before it begins, by a rule of thumb or by the rules: that
 * is an answer too. */
static by_status add_problem(struct lab_reading *reading, const struct solve_problem *problem, struct place *place)
{
    char question[64];
    by_position *position = NULL;
    by_text text = {0};
    by_error reason;
    by_status status = by_position_create(reading->experiment->game, &position, &reason);

    place->line = problem->line;
    (void)snprintf(question, sizeof question, "%s %.15s none", problem->is_attack ? "attack" : "defend",
                   problem->vertex);
    if (!status)
        status = by_position_import(position, problem->position, question, &reason);
    if (!status)
        by_position_print(position, &text);
    if (status)
        status = refuse_text(reading, place, problem->id, &reason);
    else if (text.failed)
        status = by_error_no_memory(reading->error);
    else
        status = add_position(reading, problem->id, by_text_string(&text), place);
    if (!status)
        reading->experiment->positions[reading->experiment->position_count - 1].known = known_answer(problem);
    by_text_free(&text);
    by_position_destroy(position);
    return status;
}

static by_status read_problem_list(struct lab_reading *reading, const by_game *go, const char *text,
                                   struct place *place)
{
    size_t before = reading->experiment->position_count, offset = 0;
    bool is_there = true;
    by_status status = BY_OK;

    reading->hash = lab_hash(reading->hash, text);
    while (is_there && !status) {
        struct solve_problem *problem = NULL;
        by_error reason;

        if (solve_problem_read(go, text, &offset, &problem, &reason))
            return LAB_REFUSE(reading, place->word, "%.80s, line %d, column %d: %s", place->file, reason.line,
                              reason.column, reason.message);
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
    struct place place = {.file = name, .word = name, .may_be_over = true};
    by_game *go = NULL;
    char *text = NULL;
    by_error reason;
    by_status status = need_game(reading);

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
