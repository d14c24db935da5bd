/* SPDX-License-Identifier: MIT
 *
 * Reads an experiment line by line. A line may only name things above it, so one pass is enough, and we report each
 * mistake where it was made.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"

/* ---- Lines that set a field ------------------------------------------------------------------------------------ */

static char *field_at(const struct lab_reading *reading, size_t offset)
{
    void *of = reading->keyword->in ? (void *)lab_current_section(reading) : reading->experiment;

    return (char *)of + offset;
}

static void expect_end(struct lab_reading *reading, const char *word)
{
    if (*lab_rest_of_line(reading))
        LAB_REFUSE(reading, reading->rest, "nothing is expected behind %s", word);
}

void lab_read_numbers(struct lab_reading *reading)
{
    const struct lab_keyword *keyword = reading->keyword;
    size_t count = keyword->numbers[1].most ? 2 : 1;

    for (size_t i = 0; i < count; i++) {
        const struct lab_number *number = &keyword->numbers[i];
        char *word = lab_next_word(reading);

        if (!word && i >= count - keyword->optional)
            return;
        if (!word || !lab_read_number(word, NULL, number->most, (int64_t *)(void *)field_at(reading, number->offset)))
            LAB_REFUSE(reading, word ? word : reading->rest, "expected %-s from 1 to %" PRId64, number->help,
                       number->most);
        else if (i + 1 == count)
            expect_end(reading, word);
    }
}

/* Ends searches at the answer, and optionally sets the value beyond which a question is answered. */
static void read_decided(struct lab_reading *reading)
{
    reading->experiment->is_decided = true;
    lab_read_numbers(reading);
}

static void read_plies(struct lab_reading *reading)
{
    reading->plies_line = reading->line;
    lab_read_numbers(reading);
}

static void read_choice(struct lab_reading *reading)
{
    const struct lab_keyword *keyword = reading->keyword;
    char *word = lab_next_word(reading);
    int choice = 0;

    if (!word) {
        LAB_REFUSE(reading, reading->rest, "expected %s or another such word", keyword->choices[0]);
        return;
    }
    while (keyword->choices[choice] && strcmp(keyword->choices[choice], word) != 0)
        choice++;
    if (!keyword->choices[choice])
        lab_refuse_unknown(reading, word, "word", keyword->choices);
    *(int64_t *)(void *)field_at(reading, keyword->offset) = keyword->first + choice;
    expect_end(reading, word);
}

static void read_flag(struct lab_reading *reading)
{
    *(bool *)field_at(reading, reading->keyword->offset) = true;
    if (*lab_rest_of_line(reading))
        LAB_REFUSE(reading, reading->rest, "nothing is expected behind `%s`", reading->keyword->name);
}

static void read_text(struct lab_reading *reading)
{
    *(const char **)(void *)field_at(reading, reading->keyword->offset) =
        lab_copy_rest(reading, reading->keyword->help);
}

static void read_variant(struct lab_reading *reading)
{
    *(int *)(void *)field_at(reading, reading->keyword->offset) = (int)lab_read_one_variant(reading);
}

/* ---- Keywords -------------------------------------------------------------------------------------------------- */

static const char *const over_words[] = {"solved", "common", "all", NULL};
static const char *const shows_words[] = {"evaluation", "numbers", NULL};
static const char *const answer_words[] = {"yes", "no", "unknown", NULL};
static const char *const beside_words[] = {"minimal", NULL};

#define IN(kind)      (1u << (kind))
#define EVERY_SECTION (IN(LAB_KINDS) - 1)
#define WITH_MEASURE                                                                                                   \
    (IN(LAB_SUMMARY) | IN(LAB_DUEL) | IN(LAB_WITHIN) | IN(LAB_PICTURE) | IN(LAB_PROGRESS) | IN(LAB_GROWTH) |           \
     IN(LAB_GROUPED) | IN(LAB_OVER))
#define OF_EXPERIMENT(field) offsetof(struct lab_experiment, field)
#define OF_SECTION(field)    offsetof(struct lab_section, field)
#define LIMITS               BY_WORDS("numbers or ranges like 1-9")

const struct lab_keyword lab_keywords[] = {
    {"title", .read = read_text, .help = BY_WORDS("a title"), .offset = OF_EXPERIMENT(title)},
    {"paper", .read = read_text, .help = BY_WORDS("where the figures come from"), .offset = OF_EXPERIMENT(paper)},
    {"game", .is_repeated = true, .read = lab_read_game, .help = BY_WORDS("the name of a game")},
    {"position", .is_repeated = true, .read = lab_read_position,
     .help = BY_WORDS("the name of a position and its text")},
    {"positions", .is_repeated = true, .read = lab_read_positions, .help = BY_WORDS("the name of a file")},
    {"problems", .is_repeated = true, .read = lab_read_problems, .help = BY_WORDS("the name of a file")},
    {"trees", .is_repeated = true, .read = lab_read_trees,
     .help = BY_WORDS("the names of a set and of a group, how many trees, and their settings such as width=3 depth=4")},
    {"variant", .is_repeated = true, .read = lab_read_variant,
     .help = BY_WORDS("a name, a method, and then a preset and settings if wanted")},
    {"family", .is_repeated = true, .read = lab_read_family,
     .help = BY_WORDS("a name, an option, its values, and then ` : METHOD`")},
    {"depths", .is_repeated = true, .read = lab_read_limits, .help = LIMITS, .first = LAB_LIMIT_DEPTH,
     .numbers = {{0, BY_MAX_PLY, NULL}}},
    {"nodes", .is_repeated = true, .read = lab_read_limits, .help = LIMITS, .first = LAB_LIMIT_NODES,
     .numbers = {{0, LAB_NODES_MOST, NULL}}},
    {"evaluations", .is_repeated = true, .read = lab_read_limits, .help = LIMITS, .first = LAB_LIMIT_EVALUATIONS,
     .numbers = {{0, LAB_NODES_MOST, NULL}}},
    {"repetitions", .is_repeated = true, .read = lab_read_repetitions, .help = BY_WORDS("a number from 1 to 1000")},
    {"reference", .read = read_variant, .help = BY_WORDS("the name of one variant"),
     .offset = OF_EXPERIMENT(reference)},
    {"plays", .read = lab_read_plays, .help = BY_WORDS("`lines` or names of variants")},
    {"plies", .read = read_plies,
     .numbers = {{OF_EXPERIMENT(plies), 1000, BY_WORDS("after how many plies a game is drawn, a number")}}},
    {"decided", .read = read_decided, .numbers = {{OF_EXPERIMENT(beyond), BY_MAX_SCORE, BY_WORDS("a value")}},
     .optional = 1},
    {"nondeterministic", .read = read_flag, .offset = OF_EXPERIMENT(is_nondeterministic)},
    {"alone", .read = read_flag, .offset = OF_EXPERIMENT(is_alone)},
    {"quick", .read = lab_read_numbers,
     .numbers = {{OF_EXPERIMENT(quick_positions), 10000, BY_WORDS("how many positions a quick run has, a number")},
                 {OF_EXPERIMENT(quick_limit), LAB_NODES_MOST,
                  BY_WORDS("the greatest limit of a quick run, a number")}}},
    {"cost", .read = lab_read_numbers, .optional = 1,
     .numbers = {{OF_EXPERIMENT(cost), LAB_SECONDS_MOST, BY_WORDS("seconds of search time, a number")},
                 {OF_EXPERIMENT(quick_cost), LAB_SECONDS_MOST,
                  BY_WORDS("the seconds of search time of a quick run, a number")}}},
    {"measure", .is_repeated = true, .read = lab_read_measure},
    {"published", .is_repeated = true, .read = lab_read_published,
     .help = BY_WORDS("a variant, a measure and figures such as 3=5198")},

    {"variants", EVERY_SECTION, .read = lab_read_variants, .help = BY_WORDS("names of variants")},
    {"columns", EVERY_SECTION, .read = lab_read_variants, .help = BY_WORDS("names of variants")}, /* the same */
    {"measure", IN(LAB_TABLE) | WITH_MEASURE, WITH_MEASURE, .read = lab_read_measure},
    {"base", IN(LAB_TABLE) | IN(LAB_SUMMARY), .read = read_variant, .help = BY_WORDS("the name of a variant"),
     .offset = OF_SECTION(base)},
    {"over", IN(LAB_SUMMARY), .read = read_choice, .choices = over_words, .offset = OF_SECTION(over)},
    {"level", IN(LAB_DUEL), .read = lab_read_numbers, .numbers = {{OF_SECTION(level), 1000, BY_WORDS("a number")}}},
    {"counted", IN(LAB_DUEL), .read = lab_read_counted, .help = BY_WORDS("numbers")},
    {"steps", IN(LAB_WITHIN), IN(LAB_WITHIN), .read = lab_read_steps, .help = BY_WORDS("numbers")},
    {"shows", IN(LAB_CURVES), IN(LAB_CURVES), .read = read_choice, .choices = shows_words,
     .first = LAB_SHOWS_EVALUATION, .offset = OF_SECTION(shows)},
    {"answer", IN(LAB_CURVES), IN(LAB_CURVES), .read = read_choice, .choices = answer_words, .first = BY_ANSWER_YES,
     .offset = OF_SECTION(answer)},
    {"most", IN(LAB_CURVES), .read = lab_read_numbers, .numbers = {{OF_SECTION(most), 8, BY_WORDS("a number")}}},
    {"at", IN(LAB_PREDICTION), .read = lab_read_numbers, .numbers = {{OF_SECTION(at), 100, BY_WORDS("a number")}}},
    {"beside", IN(LAB_GROUPED), .read = read_choice, .choices = beside_words, .first = 1, .offset = OF_SECTION(beside)},
    {"by", IN(LAB_GROUPED) | IN(LAB_OVER), .read = read_text,
     .help = BY_WORDS("what the groups or values are, such as `depth`"), .offset = OF_SECTION(by)},
    {"against", IN(LAB_MATCH), IN(LAB_MATCH), .read = lab_read_against, .help = BY_WORDS("the name of a variant")},
    {0},
};

enum { KEYWORDS_MOST = 64 };

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* Suggests one of all words that may begin a line. */
static void refuse_word(struct lab_reading *reading, const char *word)
{
    const char *names[KEYWORDS_MOST + LAB_KINDS + 1] = {0};
    size_t count = 0;

    for (int i = 0; lab_keywords[i].name; i++)
        names[count++] = lab_keywords[i].name;
    for (int i = 0; i < LAB_KINDS; i++)
        names[count++] = lab_kind_name((enum lab_kind)i);
    lab_refuse_unknown(reading, word, "word", names);
}

/* The keyword of a line; NULL: none. If two have the same name, the section's applies below the first of its
 * sections. */
static const struct lab_keyword *find_keyword(const struct lab_reading *reading, const char *word)
{
    bool in_section = lab_current_section(reading);
    const struct lab_keyword *found = NULL;

    for (const struct lab_keyword *it = lab_keywords; it->name; it++)
        if (strcmp(it->name, word) == 0 && (!found || (it->in != 0) == in_section))
            found = it;
    return found;
}

static void read_keyword(struct lab_reading *reading)
{
    const struct lab_keyword *keyword = reading->keyword;
    struct lab_section *section = lab_current_section(reading);
    uint64_t *given = keyword->in && section ? &section->given : &reading->given;
    uint64_t bit = UINT64_C(1) << (keyword - lab_keywords);

    if (keyword->in && !section)
        LAB_REFUSE(reading, reading->begin, "this belongs below the line of a part, such as `table` or `summary`");
    else if (keyword->in && !(keyword->in & IN(section->kind)))
        LAB_REFUSE(reading, reading->begin, "a part `%s` has no line `%s`", lab_kind_name(section->kind),
                   keyword->name);
    else if (*given & bit && !keyword->is_repeated)
        LAB_REFUSE(reading, reading->begin,
                   keyword->in ? "`%s` was already given for this part" : "`%s` was already given", keyword->name);
    else if (keyword->help && !*lab_rest_of_line(reading))
        LAB_REFUSE(reading, reading->rest, "expected %-s", keyword->help);
    *given |= bit;
    if (!reading->status)
        keyword->read(reading);
}

/* `over` begins a section with its name and title; below a summary it is a line with one word, not a name. */
static bool is_line_of_summary(const struct lab_reading *reading)
{
    const struct lab_section *section = lab_current_section(reading);
    const char *word = reading->rest + strspn(reading->rest, " \t");
    size_t length = strcspn(word, " \t");
    bool is_line = !word[length];

    for (int i = 0; over_words[i]; i++)
        is_line = is_line || (strlen(over_words[i]) == length && strncmp(word, over_words[i], length) == 0);
    return is_line && section && section->kind == LAB_SUMMARY;
}

static void read_line(struct lab_reading *reading)
{
    const char *at = reading->begin, *fault = lab_bad_character(&at);
    char *word;

    if (fault)
        LAB_REFUSE(reading, at, "%-s", fault);
    for (size_t end = strlen(reading->begin); end && strchr(" \t", reading->begin[end - 1]); end--)
        reading->begin[end - 1] = 0;
    word = lab_next_word(reading);
    if (!lab_reads_on(reading) || !word || *word == '#')
        return;
    for (int kind = 0; kind < LAB_KINDS; kind++)
        if (strcmp(word, lab_kind_name((enum lab_kind)kind)) == 0 &&
            (kind != LAB_OVER || !is_line_of_summary(reading))) {
            lab_read_section(reading, (enum lab_kind)kind);
            return;
        }
    reading->keyword = find_keyword(reading, word);
    if (reading->keyword)
        read_keyword(reading);
    else
        refuse_word(reading, word);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void read_lines(struct lab_reading *reading, char *text)
{
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    for (char *line = text; line && !reading->status;) {
        char *end = strchr(line, '\n');

        if (end) {
            if (end > line && end[-1] == '\r')
                end[-1] = 0;
            *end++ = 0;
        }
        reading->line++;
        reading->begin = line;
        reading->rest = line;
        read_line(reading);
        line = end;
    }
}

static void check_figures(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct lab_figure *figure = &experiment->figures[i];
        const struct lab_variant *variant = &experiment->variants[figure->variant];

        if (!lab_variant_has(variant, figure->limit))
            LAB_REFUSE_AT(reading, figure->line, figure->column, "variant %s is not searched with %s %" PRId64,
                          variant->name, lab_limit_name(experiment->limit), figure->limit);
    }
}

/* Threads that share a hash table interact in a different order each time. We keep a row that cannot be reproduced only
 * if the experiment says that this is intended. */
static void check_threads(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count && !experiment->is_nondeterministic; i++) {
        const struct lab_variant *variant = &experiment->variants[i];

        if (lab_variant_threads(variant) > 1)
            LAB_REFUSE_AT(reading, variant->line, 1,
                          "variant %s searches with %d threads, so its rows are not the same each time, but for the "
                          "value of a search to the leaves: use threads=1, or write the line `nondeterministic`",
                          variant->name, lab_variant_threads(variant));
    }
}

/* Games that are limited have to be played, and against variants. */
static void check_plies(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    int line = reading->plies_line;

    if (experiment->plies && !experiment->rival_count)
        LAB_REFUSE_AT(reading, line, 1, "`plies` is about games, and there is no line `plays`");
    for (size_t i = 0; i < experiment->rival_count && experiment->plies; i++)
        if (experiment->rivals[i].variant == LAB_EVERY_LINE)
            LAB_REFUSE_AT(reading, line, 1, "every line is played to its end: `plies` does not go with `plays lines`");
}

/* Checks that are possible only at the end. */
static void check_whole(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    const char *missing = !experiment->title            ? BY_WORDS("a title")
                          : !experiment->game           ? BY_WORDS("a game")
                          : !experiment->position_count ? BY_WORDS("positions")
                          : !experiment->variant_count  ? BY_WORDS("variants")
                          : !experiment->section_count  ? BY_WORDS("a table")
                                                        : NULL;

    if (missing)
        LAB_REFUSE_AT(reading, reading->line, 1, "the experiment ends without %-s", missing);
    if (reading->status)
        return;
    lab_complete_variants(reading);
    check_figures(reading);
    check_threads(reading);
    lab_check_sections(reading);
    check_plies(reading);
    if (!lab_is_for_report(reading))
        lab_check_measures(reading);
}

by_status lab_experiment_read(const char *name, const char *text, const struct lab_reader *reader,
                              struct lab_experiment **out, by_error *error)
{
    struct lab_reading reading = {.reader = reader, .error = error, .hash = lab_hash(LAB_HASH_START, text)};
    struct lab_experiment *experiment = calloc(1, sizeof *experiment);
    char *copy = experiment ? by__arena_text(&experiment->arena, text) : NULL;

    *out = NULL;
    if (!experiment)
        return by_error_no_memory(error);
    reading.experiment = experiment;
    experiment->reference = LAB_NO_VARIANT;
    experiment->patience = reader ? reader->patience : NULL;
    experiment->name = lab_copy(&reading, name);
    experiment->text = lab_copy(&reading, text);
    if (lab_has_memory(&reading, copy))
        read_lines(&reading, copy);
    if (!reading.status)
        check_whole(&reading);
    lab_hash_print(reading.hash, experiment->fingerprint);
    if (reading.status)
        lab_experiment_destroy(experiment);
    else
        *out = experiment;
    return reading.status;
}
