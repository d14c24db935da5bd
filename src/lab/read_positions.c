/* SPDX-License-Identifier: MIT
 *
 * The positions of an experiment: in its own lines, in a file of positions or of problems, or generated trees.
 */
#include <inttypes.h>
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
    TREES_MOST = 1000,
    TREE_NODES_MOST = 20000000,
};

/* Where a position was written: in the experiment, or in a file that it names. */
struct place {
    const char *file; /* NULL: the experiment itself */
    int line;
    char *word; /* in the experiment's line */
    bool may_be_over;
};

static void refuse_position(struct lab_reading *reading, const struct place *place, const char *id, const char *reason)
{
    if (place->file)
        LAB_REFUSE(reading, place->word, "%.80s, line %d: position %.40s: %-s", place->file, place->line, id, reason);
    else
        LAB_REFUSE(reading, place->word, "position %.40s: %-s", id, reason);
}

/* The same for an error of the game. */
static void refuse_text(struct lab_reading *reading, const struct place *place, const char *id, const by_error *reason)
{
    by_error column;

    if (reason->status == BY_ERROR_MEMORY)
        lab_refuse_because(reading, place->word, reason);
    if (reason->column)
        by_error_set(&column, reason->status, "column %d: %-s", reason->column, reason->parts);
    refuse_position(reading, place, id, reason->column ? column.parts : reason->parts);
}

/* ---- One position ---------------------------------------------------------------------------------------------- */

/* Opens a position. We keep the definition of a generated tree, which is one line: printed, it can be of any size, and
 * each row stores it. */
static void open_position(struct lab_reading *reading, struct lab_position *position, const char *text,
                          const struct place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    bool is_initial = strcmp(text, "initial") == 0;
    by_text printed = {0};
    struct by_node node;
    by_error reason;

    if (by_position_create(experiment->game, &position->position, &reason) ||
        (!is_initial && by_position_parse(position->position, text, &reason))) {
        refuse_text(reading, place, position->id, &reason);
        return;
    }
    by_position_verdict(position->position, &node);
    if (node.is_over && !place->may_be_over)
        refuse_position(reading, place, position->id, "the game is over, there is nothing to search");
    by_position_print(position->position, &printed);
    position->bytes = POSITION_BYTES + NODE_BYTES * printed.length;
    experiment->position_bytes += position->bytes;
    if (printed.length > TEXT_MOST && !is_initial) {
        by_text_clear(&printed);
        by_text_add(&printed, text);
    }
    position->text = lab_copy_made(reading, &printed);
}

/* Adds a position at the end; NULL after a mistake. */
static struct lab_position *add_position(struct lab_reading *reading, const char *id, const char *text,
                                         const struct place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    size_t most = lab_at_most(reading->reader ? reading->reader->bounds.positions : 0, POSITIONS_MOST);
    struct lab_position *position;

    if (!lab_reads_on(reading))
        return NULL;
    for (size_t i = 0; i < experiment->position_count; i++)
        if (strcmp(experiment->positions[i].id, id) == 0)
            refuse_position(reading, place, id, "there is another of this name");
    if (experiment->position_count >= most) {
        char words[64];

        (void)snprintf(words, sizeof words, "there are more than %zu, which is the most", most);
        refuse_position(reading, place, id, words);
    }
    if (!LAB_GROW(reading, experiment->positions, experiment->position_count))
        return NULL;
    position = &experiment->positions[experiment->position_count];
    *position = (struct lab_position){.id = lab_copy(reading, id)};
    if (!position->id)
        return NULL;
    experiment->position_count++;
    if (lab_is_for_report(reading))
        position->text = lab_copy(reading, text);
    else
        open_position(reading, position, text, place);
    return reading->status ? NULL : position;
}

/* Positions need a game above them. */
static bool has_game(struct lab_reading *reading)
{
    if (!reading->experiment->game)
        LAB_REFUSE(reading, reading->begin, "the game has to be named above its positions");
    return !reading->status;
}

void lab_read_position(struct lab_reading *reading)
{
    char *id = lab_next_word(reading), *text = lab_rest_of_line(reading);

    if (!has_game(reading) || !lab_check_name(reading, id, "position"))
        return;
    if (!*text)
        LAB_REFUSE(reading, text, "expected the text of position %.40s, or the word initial", id);
    (void)add_position(reading, id, text, &(struct place){.word = text});
}

/* ---- Files ----------------------------------------------------------------------------------------------------- */

/* The text of the file that the rest of a line names. The caller owns it; NULL after a mistake. */
static char *read_named_file(struct lab_reading *reading, char *name)
{
    const char *why = BY_WORDS("files cannot be read here");
    char *text = NULL;

    if (reading->reader && !reading->status)
        text = reading->reader->read(reading->reader->context, name, &why);
    if (!text && why)
        LAB_REFUSE(reading, name, "cannot read %.120s: %-s", name, why);
    if (lab_has_memory(reading, text))
        reading->hash = lab_hash(reading->hash, text);
    return text;
}

enum column { COLUMN_ID, COLUMN_POSITION, COLUMN_BEST, COLUMN_WINS, COLUMN_GROUP, COLUMN_SET, COLUMN_KINDS };

static const char *const column_names[] = {"id", "position", "best", "wins", "group", "set", "-", NULL};

enum { NO_COLUMN = -1 };

/* The meaning of a file's columns. */
struct columns {
    int at[COLUMN_KINDS];
    int count;     /* up to the last one wanted */
    bool is_named; /* by `as`; by default a file has an id and a position */
};

static void read_column_names(struct lab_reading *reading, struct columns *columns)
{
    int count = 0;

    columns->is_named = true;
    for (int kind = 0; kind < COLUMN_KINDS; kind++)
        columns->at[kind] = NO_COLUMN;
    for (char *word = lab_next_word(reading); word && !reading->status; word = lab_next_word(reading), count++) {
        int kind = 0;

        while (column_names[kind] && strcmp(column_names[kind], word) != 0)
            kind++;
        if (!column_names[kind])
            lab_refuse_unknown(reading, word, "column", column_names);
        if (count >= COLUMNS_MOST)
            LAB_REFUSE(reading, word, "more than %d columns", COLUMNS_MOST);
        if (kind >= COLUMN_KINDS)
            continue;
        if (columns->at[kind] != NO_COLUMN)
            LAB_REFUSE(reading, word, "the column %s is given twice", word);
        columns->at[kind] = count;
        columns->count = count + 1;
    }
    if (columns->at[COLUMN_ID] == NO_COLUMN || columns->at[COLUMN_POSITION] == NO_COLUMN)
        LAB_REFUSE(reading, reading->rest,
                   "expected what the columns are: id and position, best, wins, group, set if there are such, and - "
                   "for each other");
}

static void read_best(struct lab_reading *reading, struct lab_position *position, char *text, const struct place *place)
{
    by_move *best = NULL;

    text[strcspn(text, " ")] = 0;
    for (char *word = text, *next; word && position->position; word = next) {
        by_error reason;

        next = strchr(word, ',');
        if (next)
            *next++ = 0;
        if (!LAB_GROW(reading, best, position->best_count))
            return;
        if (by_position_parse_move(position->position, word, &best[position->best_count], &reason))
            refuse_text(reading, place, position->id, &reason);
        position->best = best;
        position->best_count++;
    }
}

static void read_wins(struct lab_reading *reading, struct lab_position *position, const char *text,
                      const struct place *place)
{
    int64_t plies;
    char words[80];

    if (!lab_read_number(text, NULL, BY_MAX_PLY, &plies)) {
        (void)snprintf(words, sizeof words, "'%.20s' does not fit, expected plies of a win from 1 to %d", text,
                       BY_MAX_PLY);
        refuse_position(reading, place, position->id, words);
    }
    position->wins = (int)plies;
}

/* The name of a group or set, which table headings show. */
static const char *read_kind(struct lab_reading *reading, const char *id, const char *text, const struct place *place)
{
    if (!*text || strlen(text) > LAB_NAME_MOST)
        refuse_position(reading, place, id, "a group or set has from 1 to 40 characters");
    return lab_copy(reading, text);
}

/* Adds a position with the other columns. */
static void add_with_details(struct lab_reading *reading, char *const *fields, const struct columns *columns,
                             const struct place *place)
{
    const int *at = columns->at;
    const char *id = fields[at[COLUMN_ID]];
    struct lab_position *position;

    if (!*id)
        refuse_position(reading, place, "", "it has no name");
    position = add_position(reading, id, fields[at[COLUMN_POSITION]], place);
    if (!position)
        return;
    if (at[COLUMN_BEST] != NO_COLUMN)
        read_best(reading, position, fields[at[COLUMN_BEST]], place);
    if (at[COLUMN_WINS] != NO_COLUMN)
        read_wins(reading, position, fields[at[COLUMN_WINS]], place);
    if (at[COLUMN_GROUP] != NO_COLUMN)
        position->group = read_kind(reading, id, fields[at[COLUMN_GROUP]], place);
    if (at[COLUMN_SET] != NO_COLUMN)
        position->set = read_kind(reading, id, fields[at[COLUMN_SET]], place);
}

/* A line is cut at its tabs; text after the wanted columns is for readers. */
static void read_position_line(struct lab_reading *reading, char *line, const struct columns *columns,
                               const struct place *place)
{
    const char *bad = line, *fault;
    char *fields[COLUMNS_MOST], *field = line;
    int count = 0;

    line[strcspn(line, "\r")] = 0;
    if (!*line || *line == '#')
        return;
    fault = lab_bad_character(&bad);
    if (fault)
        LAB_REFUSE(reading, place->word, "%.80s, line %d, column %d: %-s", place->file, place->line,
                   by_text_column(line, bad), fault);
    while (field && count < columns->count) {
        char *tab = strchr(field, '\t');

        if (tab)
            *tab++ = 0;
        fields[count++] = field;
        field = tab;
    }
    if (count < columns->count && columns->is_named)
        LAB_REFUSE(reading, place->word, "%.80s, line %d: expected %d columns separated by tabs, not %d", place->file,
                   place->line, columns->count, count);
    else if (count < columns->count)
        LAB_REFUSE(reading, place->word, "%.80s, line %d: expected a name, a tab and a position", place->file,
                   place->line);
    if (!reading->status)
        add_with_details(reading, fields, columns, place);
}

void lab_read_positions(struct lab_reading *reading)
{
    struct columns columns = {.at = {0, 1, NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN}, .count = 2};
    char *name = lab_rest_of_line(reading), *names = lab_cut_off_after(name, "as", true), *text;
    size_t before = reading->experiment->position_count;
    struct place place = {.file = name, .word = name};

    if (has_game(reading) && names) {
        reading->rest = names;
        read_column_names(reading, &columns);
    }
    text = read_named_file(reading, name);
    for (char *line = text, *end; line && !reading->status; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        place.line++;
        read_position_line(reading, line, &columns, &place);
    }
    if (reading->experiment->position_count == before)
        LAB_REFUSE(reading, name, "there are no positions in %.120s", name);
    free(text);
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
static void add_problem(struct lab_reading *reading, const struct solve_problem *problem, struct place *place)
{
    const struct by_goal_question question = {BY_SIZE(by_goal_question), .prover_first = problem->is_attack,
                                              .squares = {problem->point}};
    struct lab_position *added;
    by_position *position = NULL;
    by_text text = {0};
    by_error reason;
    by_status status = by_position_create(reading->experiment->game, &position, &reason);

    place->line = problem->line;
    if (!status)
        status = by_position_set_question(position, problem->position, &question, &reason);
    if (status)
        refuse_text(reading, place, problem->id, &reason);
    else
        by_position_print(position, &text);
    (void)lab_has_memory(reading, text.failed ? NULL : &text);
    added = add_position(reading, problem->id, by_text_string(&text), place);
    if (added)
        added->known = known_answer(problem);
    by_text_free(&text);
    by_position_destroy(position);
}

static void read_problem_list(struct lab_reading *reading, const by_game *go, const char *text, struct place *place)
{
    size_t before = reading->experiment->position_count, offset = 0;
    struct solve_problem *problem;

    do {
        by_error reason;

        problem = NULL;
        if (solve_problem_read(go, text, &offset, &problem, &reason))
            LAB_REFUSE(reading, place->word, "%.80s, line %d, column %d: %-s", place->file, reason.line, reason.column,
                       reason.parts);
        else if (problem)
            add_problem(reading, problem, place);
        solve_problem_destroy(problem);
    } while (problem && !reading->status);
    if (reading->experiment->position_count == before)
        LAB_REFUSE(reading, place->word, "there are no problems in %.120s", place->file);
}

void lab_read_problems(struct lab_reading *reading)
{
    char *name = lab_rest_of_line(reading), *text;
    struct place place = {.file = name, .word = name, .may_be_over = true};
    const struct by_game_type *type = reading->experiment->type;
    by_game *go = NULL;
    by_error reason;

    if (!has_game(reading))
        return;
    if (strcmp(type->name, "go-capture") != 0)
        LAB_REFUSE(reading, reading->begin, "problems are positions of go-capture, and the game is %s", type->name);
    else if (by_game_open(type->goal->base, NULL, &go, &reason))
        lab_refuse_because(reading, reading->begin, &reason);
    text = read_named_file(reading, name);
    if (text)
        read_problem_list(reading, go, text, &place);
    free(text);
    by_game_close(go);
}

/* ---- Trees ----------------------------------------------------------------------------------------------------- */

/* A line of generated trees, which differ in their seed. */
struct trees {
    char *set, *group, *settings;
    int64_t count;
    int width, depth; /* 0: not given */
    bool is_uniform;
};

/* A setting like width=4, up to the next blank; NULL: another setting. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* Sets a width or depth, if the word is one and is valid; else the generator reports the error. */
static void set_size(const char *word, const char *name, int *size)
{
    const char *value = value_of(word, name), *end;
    int64_t number;

    if (value)
        *size = lab_read_number(value, &end, TREE_NODES_MOST, &number) && strchr(" \t", *end) ? (int)number : 0;
}

/* True if a setting makes nodes differ, so that the tree is not uniform with alternating sides. */
static bool is_uneven(const char *word)
{
    static const char *const names[] = {"vary", "leaf", "same", "graph"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = value_of(word, names[i]);

        if (value && strncmp(value, "off", 3) != 0 && strncmp(value, "0", strcspn(value, " \t")) != 0)
            return true;
    }
    return false;
}

/* All trees are in memory at the same time. */
static void check_nodes(struct lab_reading *reading, const struct trees *trees)
{
    int width = trees->width ? trees->width : 3, depth = trees->depth ? trees->depth : 4; /* as the generator */
    double nodes = 1, level = 1;

    for (int ply = 0; ply < depth && nodes <= TREE_NODES_MOST; ply++) {
        level *= width;
        nodes += level;
    }
    reading->tree_nodes += nodes * (double)trees->count;
    if (reading->tree_nodes > TREE_NODES_MOST)
        LAB_REFUSE(reading, trees->settings, "the trees of an experiment have %d nodes at most", TREE_NODES_MOST);
}

static void read_trees_line(struct lab_reading *reading, struct trees *trees)
{
    char *count;
    double number;

    trees->set = lab_next_word(reading);
    trees->group = lab_next_word(reading);
    count = lab_next_word(reading);
    trees->settings = lab_rest_of_line(reading);
    if (!*trees->settings)
        LAB_REFUSE(reading, trees->settings, "expected %-s", reading->keyword->help);
    if (reading->status || !lab_check_name(reading, trees->set, "set") ||
        !lab_check_name(reading, trees->group, "group"))
        return;
    if (!lab_read_decimal(trees->group, &number))
        LAB_REFUSE(reading, trees->group, "the group '%.40s' is no number", trees->group);
    if (!lab_read_number(count, NULL, TREES_MOST, &trees->count))
        LAB_REFUSE(reading, count, "expected how many trees, a number from 1 to %d", TREES_MOST);
    if (!lab_check_settings(reading, trees->settings))
        return;
    for (char *word = trees->settings; *word; word += strspn(word, " \t")) {
        if (value_of(word, "seed"))
            LAB_REFUSE(reading, word, "the seeds are 1 to %" PRId64 ", expected other settings", trees->count);
        set_size(word, "width", &trees->width);
        set_size(word, "depth", &trees->depth);
        trees->is_uniform = trees->is_uniform && !is_uneven(word);
        word += strcspn(word, " \t");
    }
    check_nodes(reading, trees);
}

static struct lab_position *add_tree(struct lab_reading *reading, const struct trees *trees, int64_t seed)
{
    struct lab_position *position;
    by_text id = {0}, text = {0};

    by_text_printf(&id, "%s-%s-%" PRId64, trees->set, trees->group, seed);
    by_text_printf(&text, "random %s seed=%" PRId64, trees->settings, seed);
    (void)lab_has_memory(reading, id.failed || text.failed ? NULL : trees);
    position =
        add_position(reading, by_text_string(&id), by_text_string(&text), &(struct place){.word = trees->settings});
    by_text_free(&id);
    by_text_free(&text);
    return position;
}

void lab_read_trees(struct lab_reading *reading)
{
    struct trees trees = {.is_uniform = true};
    const char *set, *group;

    if (!has_game(reading))
        return;
    if (strcmp(reading->experiment->type->name, "tree") != 0)
        LAB_REFUSE(reading, reading->begin, "trees are positions of the game tree, and the game is %s",
                   reading->experiment->type->name);
    read_trees_line(reading, &trees);
    if (reading->status)
        return;
    trees.is_uniform = trees.is_uniform && trees.width && trees.depth;
    set = lab_copy(reading, trees.set);
    group = lab_copy(reading, trees.group);
    for (int64_t seed = 1; seed <= trees.count && !reading->status; seed++) {
        struct lab_position *position = add_tree(reading, &trees, seed);

        if (!position)
            return;
        position->set = set;
        position->group = group;
        position->width = trees.is_uniform ? trees.width : 0;
        position->depth = trees.is_uniform ? trees.depth : 0;
    }
}
