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

/* ---- Lines with one value -------------------------------------------------------------------------------------- */

/* The setting of a line. */
static void *target_of(const struct lab_reading *reading)
{
    void *of = reading->keyword->in ? (void *)lab_current_section(reading) : reading->experiment;

    return (char *)of + reading->keyword->offset;
}

by_status lab_read_number_line(struct lab_reading *reading)
{
    const struct lab_keyword *keyword = reading->keyword;
    char *word = lab_next_word(reading);
    const char *end;

    if (!word || !lab_read_number(word, &end, keyword->most, target_of(reading)) || *end || *lab_rest_of_line(reading))
        return LAB_REFUSE(reading, word ? word : reading->rest, "expected %-s from 1 to %" PRId64, keyword->help,
                          keyword->most);
    return BY_OK;
}

static by_status read_choice(struct lab_reading *reading)
{
    const char *const *choices = reading->keyword->choices;
    char *word = lab_next_word(reading);

    if (!word)
        return LAB_REFUSE(reading, reading->rest, "expected %s or another such word", choices[0]);
    for (int i = 0; choices[i]; i++) {
        if (strcmp(choices[i], word) != 0)
            continue;
        *(int64_t *)target_of(reading) = reading->keyword->first + i;
        return *lab_rest_of_line(reading) ? LAB_REFUSE(reading, reading->rest, "nothing is expected behind %s", word)
                                          : BY_OK;
    }
    return lab_refuse_unknown(reading, word, "word", choices);
}

static by_status read_flag(struct lab_reading *reading)
{
    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "nothing is expected behind `%s`", reading->keyword->name);
    *(bool *)target_of(reading) = true;
    return BY_OK;
}

static by_status read_text(struct lab_reading *reading)
{
    return lab_copy_rest(reading, reading->keyword->help, target_of(reading));
}

static by_status read_variant(struct lab_reading *reading)
{
    size_t variant;
    by_status status = lab_read_one_variant(reading, &variant);

    if (!status)
        *(int *)target_of(reading) = (int)variant;
    return status;
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
#define OF_EXPERIMENT(field) .offset = offsetof(struct lab_experiment, field)
#define OF_SECTION(field)    .offset = offsetof(struct lab_section, field)

const struct lab_keyword lab_keywords[] = {
    {"title", .read = read_text, .help = BY_WORDS("a title"), OF_EXPERIMENT(title)},
    {"paper", .read = read_text, .help = BY_WORDS("where the figures come from"), OF_EXPERIMENT(paper)},
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
    {"depths", .is_repeated = true, .read = lab_read_limits, .help = BY_WORDS("numbers or ranges like 1-9"),
     .first = LAB_LIMIT_DEPTH, .most = BY_MAX_PLY},
    {"nodes", .is_repeated = true, .read = lab_read_limits, .help = BY_WORDS("numbers or ranges like 1-9"),
     .first = LAB_LIMIT_NODES, .most = LAB_NODES_MOST},
    {"evaluations", .is_repeated = true, .read = lab_read_limits, .help = BY_WORDS("numbers or ranges like 1-9"),
     .first = LAB_LIMIT_EVALUATIONS, .most = LAB_NODES_MOST},
    {"repetitions", .is_repeated = true, .read = lab_read_repetitions, .help = BY_WORDS("a number from 1 to 1000")},
    {"reference", .read = read_variant, .help = BY_WORDS("the name of one variant"), OF_EXPERIMENT(reference)},
    {"plays", .read = lab_read_plays, .help = BY_WORDS("`lines` or names of variants")},
    {"plies", .read = lab_read_plies, .help = BY_WORDS("after how many plies a game is drawn, a number"), .most = 1000,
     OF_EXPERIMENT(plies)},
    {"decided", .read = lab_read_decided},
    {"nondeterministic", .read = read_flag, OF_EXPERIMENT(is_nondeterministic)},
    {"alone", .read = read_flag, OF_EXPERIMENT(is_alone)},
    {"quick", .read = lab_read_quick, .help = BY_WORDS("how many positions a quick run has, and its greatest limit")},
    {"cost", .read = lab_read_cost, .help = BY_WORDS("seconds of search time, a number from 1 to 100000000")},
    {"measure", .is_repeated = true, .read = lab_read_measure},
    {"published", .is_repeated = true, .read = lab_read_published,
     .help = BY_WORDS("a variant, a measure and figures such as 3=5198")},

    {"variants", EVERY_SECTION, .read = lab_read_variants, .help = BY_WORDS("names of variants")},
    {"columns", EVERY_SECTION, .read = lab_read_variants, .help = BY_WORDS("names of variants")}, /* the same */
    {"measure", IN(LAB_TABLE) | WITH_MEASURE, WITH_MEASURE, .read = lab_read_measure},
    {"base", IN(LAB_TABLE) | IN(LAB_SUMMARY), .read = read_variant, .help = BY_WORDS("the name of a variant"),
     OF_SECTION(base)},
    {"over", IN(LAB_SUMMARY), .read = read_choice, .choices = over_words, OF_SECTION(over)},
    {"level", IN(LAB_DUEL), .read = lab_read_number_line, .help = BY_WORDS("a number"), .most = 1000,
     OF_SECTION(level)},
    {"counted", IN(LAB_DUEL), .read = lab_read_counted, .help = BY_WORDS("numbers")},
    {"steps", IN(LAB_WITHIN), IN(LAB_WITHIN), .read = lab_read_steps, .help = BY_WORDS("numbers")},
    {"shows", IN(LAB_CURVES), IN(LAB_CURVES), .read = read_choice, .choices = shows_words,
     .first = LAB_SHOWS_EVALUATION, OF_SECTION(shows)},
    {"answer", IN(LAB_CURVES), IN(LAB_CURVES), .read = read_choice, .choices = answer_words, .first = BY_ANSWER_YES,
     OF_SECTION(answer)},
    {"most", IN(LAB_CURVES), .read = lab_read_number_line, .help = BY_WORDS("a number"), .most = 8, OF_SECTION(most)},
    {"at", IN(LAB_PREDICTION), .read = lab_read_number_line, .help = BY_WORDS("a number"), .most = 100, OF_SECTION(at)},
    {"beside", IN(LAB_GROUPED), .read = read_choice, .choices = beside_words, .first = 1, OF_SECTION(beside)},
    {"by", IN(LAB_GROUPED) | IN(LAB_OVER), .read = read_text,
     .help = BY_WORDS("what the groups or values are, such as `depth`"), OF_SECTION(by)},
    {"against", IN(LAB_MATCH), IN(LAB_MATCH), .read = lab_read_against, .help = BY_WORDS("the name of a variant")},
    {0},
};

enum { KEYWORDS_MOST = 64 };

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static by_status check_characters(struct lab_reading *reading)
{
    const char *at = reading->begin, *fault = lab_bad_character(&at);

    return fault ? LAB_REFUSE(reading, at, "%-s", fault) : BY_OK;
}

/* Suggests one of all words that may begin a line. */
static by_status refuse_word(struct lab_reading *reading, const char *word)
{
    const char *names[KEYWORDS_MOST + LAB_KINDS + 1] = {0};
    size_t count = 0;

    for (int i = 0; lab_keywords[i].name; i++)
        names[count++] = lab_keywords[i].name;
    for (int i = 0; i < LAB_KINDS; i++)
        names[count++] = lab_kind_name((enum lab_kind)i);
    return lab_refuse_unknown(reading, word, "word", names);
}

/* True if the line applies to the whole experiment, or if the current section has such lines. */
static bool fits(const struct lab_reading *reading, const struct lab_keyword *keyword)
{
    const struct lab_section *section = lab_current_section(reading);

    return !keyword->in || (section && keyword->in & IN(section->kind));
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

static by_status refuse_place(struct lab_reading *reading)
{
    const struct lab_section *section = lab_current_section(reading);

    if (!section)
        return LAB_REFUSE(reading, reading->begin,
                          "this belongs below the line of a part, such as `table` or `summary`");
    return LAB_REFUSE(reading, reading->begin, "a part `%s` has no line `%s`", lab_kind_name(section->kind),
                      reading->keyword->name);
}

static by_status read_keyword(struct lab_reading *reading)
{
    const struct lab_keyword *keyword = reading->keyword;
    uint64_t *given = keyword->in ? &lab_current_section(reading)->given : &reading->given;
    uint64_t bit = UINT64_C(1) << (keyword - lab_keywords);

    if (*given & bit && !keyword->is_repeated)
        return LAB_REFUSE(reading, reading->begin,
                          keyword->in ? "`%s` was already given for this part" : "`%s` was already given",
                          keyword->name);
    *given |= bit;
    if (keyword->help && !*lab_rest_of_line(reading) && !keyword->most)
        return LAB_REFUSE(reading, reading->rest, "expected %-s", keyword->help);
    return keyword->read(reading);
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

static by_status read_line(struct lab_reading *reading)
{
    by_status status = check_characters(reading);
    char *word;

    if (status)
        return status;
    for (size_t end = strlen(reading->begin); end && strchr(" \t", reading->begin[end - 1]); end--)
        reading->begin[end - 1] = 0;
    word = lab_next_word(reading);
    if (!word || *word == '#')
        return BY_OK;
    for (int kind = 0; kind < LAB_KINDS; kind++)
        if (strcmp(word, lab_kind_name((enum lab_kind)kind)) == 0 && (kind != LAB_OVER || !is_line_of_summary(reading)))
            return lab_read_section(reading, (enum lab_kind)kind);
    reading->keyword = find_keyword(reading, word);
    if (!reading->keyword)
        return refuse_word(reading, word);
    return fits(reading, reading->keyword) ? read_keyword(reading) : refuse_place(reading);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static by_status read_lines(struct lab_reading *reading, char *text)
{
    by_status status = BY_OK;

    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');

        if (end) {
            if (end > line && end[-1] == '\r')
                end[-1] = 0;
            *end++ = 0;
        }
        reading->line++;
        reading->begin = line;
        reading->rest = line;
        status = lab_go_on(reading->experiment, reading->error);
        if (!status)
            status = read_line(reading);
        line = end;
    }
    return status;
}

static by_status check_limits(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        struct lab_variant *variant = &experiment->variants[i];

        if (!variant->has_own_limits)
            variant->limits = experiment->limits;
        if (!variant->game) {
            variant->game = experiment->game;
            variant->game_settings = experiment->game_settings;
        }
        if (!variant->limits.count)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, variant->line, 1,
                                   "variant %s has no limits: none of `depths`, `nodes` and `evaluations` is given",
                                   variant->name);
    }
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct lab_figure *figure = &experiment->figures[i];
        const struct lab_variant *variant = &experiment->variants[figure->variant];

        if (!lab_variant_has(variant, figure->limit))
            return by_error_set_at(reading->error, BY_ERROR_INPUT, figure->line, figure->column,
                                   "variant %s is not searched with %s %" PRId64, variant->name,
                                   lab_limit_name(experiment->limit), figure->limit);
    }
    return BY_OK;
}

/* Threads that share a hash table interact in a different order each time. We keep a row that cannot be reproduced only
 * if the experiment says that this is intended. */
static by_status check_threads(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count && !experiment->is_nondeterministic; i++) {
        const struct lab_variant *variant = &experiment->variants[i];

        if (lab_variant_threads(variant) > 1)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, variant->line, 1,
                                   "variant %s searches with %d threads, so its rows are not the same each time, but "
                                   "for the value of a search to the leaves: use threads=1, or write the line "
                                   "`nondeterministic`",
                                   variant->name, lab_variant_threads(variant));
    }
    return BY_OK;
}

/* Checks that are possible only at the end. */
static by_status check_whole(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    const char *missing = !experiment->title            ? BY_WORDS("a title")
                          : !experiment->game           ? BY_WORDS("a game")
                          : !experiment->position_count ? BY_WORDS("positions")
                          : !experiment->variant_count  ? BY_WORDS("variants")
                          : !experiment->section_count  ? BY_WORDS("a table")
                                                        : NULL;
    by_status status;

    if (missing)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, reading->line, 1, "the experiment ends without %-s",
                               missing);
    status = check_limits(reading);
    if (!status)
        status = check_threads(reading);
    if (!status)
        status = lab_check_sections(reading);
    if (!status)
        status = lab_check_plies(reading);
    if (!status)
        status = lab_give_repetitions(reading);
    if (!status && !(reading->reader && reading->reader->is_for_report))
        status = lab_check_measures(reading);
    return status;
}

static by_status read_all(struct lab_reading *reading, const char *name, const char *text)
{
    struct lab_experiment *experiment = reading->experiment;
    char *copy = by__arena_text(&experiment->arena, text);
    by_status status;

    experiment->name = by__arena_text(&experiment->arena, name);
    experiment->text = by__arena_text(&experiment->arena, text);
    if (!copy || !experiment->name || !experiment->text)
        return by_error_no_memory(reading->error);
    status = read_lines(reading, copy);
    if (!status)
        status = check_whole(reading);
    lab_hash_print(reading->hash, experiment->fingerprint);
    return status;
}

by_status lab_experiment_read(const char *name, const char *text, const struct lab_reader *reader,
                              struct lab_experiment **out, by_error *error)
{
    struct lab_reading reading = {.reader = reader, .error = error, .hash = lab_hash(LAB_HASH_START, text)};
    by_status status;

    *out = NULL;
    reading.experiment = calloc(1, sizeof *reading.experiment);
    if (!reading.experiment)
        return by_error_no_memory(error);
    reading.experiment->reference = LAB_NO_VARIANT;
    reading.experiment->patience = reader ? reader->patience : NULL;
    status = read_all(&reading, name, text);
    if (status)
        lab_experiment_destroy(reading.experiment);
    else
        *out = reading.experiment;
    return status;
}
