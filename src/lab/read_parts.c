/* SPDX-License-Identifier: MIT
 *
 * What an experiment shows beside tables: summaries, duels, curves and so on. A part begins with a line of its own
 * word, a name for its files and a title; the lines below it belong to it.
 */
#include <string.h>

#include "lab/reading.h"

enum { PARTS_MOST = 100, CURVES_MOST = 8 };

/* The lines of parts, as bits. */
enum line {
    LINE_VARIANTS = 1,
    LINE_MEASURE = 2,
    LINE_OVER = 4,
    LINE_LEVEL = 8,
    LINE_COUNTED = 16,
    LINE_STEPS = 32,
    LINE_SHOWS = 64,
    LINE_ANSWER = 128,
    LINE_MOST = 256,
    LINE_AT = 512,
    LINE_BASE = 1024,
    LINE_BESIDE = 2048,
    LINE_AGAINST = 4096,
    LINE_BY = 8192,
};

/* Which lines a kind of part has, which of them it cannot do without, and how many variants and measures. */
static const struct {
    const char *name;
    unsigned has, needs;
    size_t variants, measures; /* 0: one or more */
} kinds[] = {
    [LAB_PART_SUMMARY] = {"summary", LINE_VARIANTS | LINE_MEASURE | LINE_OVER | LINE_BASE, LINE_VARIANTS | LINE_MEASURE,
                          0, 0},
    [LAB_PART_DUEL] = {"duel", LINE_VARIANTS | LINE_MEASURE | LINE_LEVEL | LINE_COUNTED, LINE_VARIANTS | LINE_MEASURE,
                       2, 1},
    [LAB_PART_WITHIN] = {"within", LINE_VARIANTS | LINE_MEASURE | LINE_STEPS, LINE_VARIANTS | LINE_MEASURE | LINE_STEPS,
                         0, 1},
    [LAB_PART_CURVES] = {"curves", LINE_VARIANTS | LINE_SHOWS | LINE_ANSWER | LINE_MOST,
                         LINE_VARIANTS | LINE_SHOWS | LINE_ANSWER, 1, 0},
    [LAB_PART_PICTURE] = {"picture", LINE_VARIANTS | LINE_MEASURE, LINE_VARIANTS | LINE_MEASURE, 2, 1},
    [LAB_PART_PREDICTION] = {"prediction", LINE_VARIANTS | LINE_AT, LINE_VARIANTS, 0, 0},
    [LAB_PART_PROGRESS] = {"progress", LINE_VARIANTS | LINE_MEASURE, LINE_VARIANTS | LINE_MEASURE, 0, 1},
    [LAB_PART_GROWTH] = {"growth", LINE_VARIANTS | LINE_MEASURE, LINE_VARIANTS | LINE_MEASURE, 0, 1},
    [LAB_PART_GROUPED] = {"grouped", LINE_VARIANTS | LINE_MEASURE | LINE_BESIDE | LINE_BY, LINE_VARIANTS | LINE_MEASURE,
                          0, 1},
    [LAB_PART_OVER] = {"over", LINE_VARIANTS | LINE_MEASURE | LINE_BY, LINE_VARIANTS | LINE_MEASURE, 0, 1},
    [LAB_PART_MATCH] = {"match", LINE_VARIANTS | LINE_AGAINST, LINE_VARIANTS | LINE_AGAINST, 0, 0},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

const char *lab_part_kind_name(enum lab_part_kind kind)
{
    return kinds[kind].name;
}

static struct lab_part *current_part(const struct lab_reading *reading)
{
    return &reading->experiment->parts[reading->experiment->part_count - 1];
}

/* ---- The first line -------------------------------------------------------------------------------------------- */

/* Tables have files without being named: table-1 and so on. */
static bool is_like_table(const char *name)
{
    static const char begin[] = "table-";
    const char *number = name + strlen(begin);

    return strncmp(name, begin, strlen(begin)) == 0 && *number && !number[strspn(number, "0123456789")];
}

static by_status begin_part(struct lab_reading *reading, enum lab_part_kind kind)
{
    struct lab_experiment *experiment = reading->experiment;
    char *name = lab_next_word(reading);
    struct lab_part *part;
    by_status status;

    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected a name for the files of this part, and its title");
    status = lab_check_name(reading, name, "part");
    if (!status && is_like_table(name))
        status = LAB_REFUSE(reading, name, "files of tables are called '%.40s': expected another name", name);
    for (size_t i = 0; i < experiment->part_count && !status; i++)
        if (strcmp(experiment->parts[i].name, name) == 0)
            status = LAB_REFUSE(reading, name, "there is another part %s in line %d", name, experiment->parts[i].line);
    if (!status && experiment->part_count >= PARTS_MOST)
        status = LAB_REFUSE(reading, name, "more than %d parts", PARTS_MOST);
    if (!status)
        status = LAB_GROW(reading, experiment->parts, experiment->part_count);
    if (status)
        return status;
    part = &experiment->parts[experiment->part_count];
    *part = (struct lab_part){
        .kind = kind, .line = reading->line, .most = 4, .at = 50, .base = LAB_NO_VARIANT, .rival = LAB_NO_VARIANT};
    part->name = by__arena_text(&experiment->arena, name);
    status = part->name ? lab_copy_rest(reading, "the title of this part", &part->title)
                        : by_error_no_memory(reading->error);
    experiment->part_count += !status;
    reading->in_part = true;
    return status;
}

/* ---- Lines of a part ------------------------------------------------------------------------------------------- */

static by_status add_variant(struct lab_reading *reading, struct lab_part *part, const char *name, size_t variant,
                             const char *set)
{
    by_status status = BY_OK;

    for (size_t i = 0; i < part->variant_count; i++) {
        bool is_same_set = set && part->sets[i] ? strcmp(part->sets[i], set) == 0 : !set && !part->sets[i];

        if (part->variants[i] == variant && is_same_set)
            return LAB_REFUSE(reading, name, "%s is given twice", reading->experiment->variants[variant].name);
    }
    status = LAB_GROW(reading, part->variants, part->variant_count);
    if (!status)
        status = LAB_GROW(reading, part->sets, part->variant_count);
    if (status)
        return status;
    part->variants[part->variant_count] = variant;
    part->sets[part->variant_count++] = set;
    return BY_OK;
}

/* A variant, or all of a family. */
static by_status add_variants(struct lab_reading *reading, struct lab_part *part, const char *name, const char *set)
{
    const struct lab_experiment *experiment = reading->experiment;
    by_status status = BY_OK;
    bool is_family = false;
    size_t variant;

    for (size_t i = 0; i < experiment->variant_count && !status; i++) {
        const char *family = experiment->variants[i].family;

        if (!family || strcmp(family, name) != 0)
            continue;
        is_family = true;
        status = add_variant(reading, part, name, i, set);
    }
    if (is_family || status)
        return status;
    status = lab_find_variant(reading, name, &variant);
    return status ? status : add_variant(reading, part, name, variant, set);
}

/* Cuts the set off from VARIANT@SET, which only parts by groups have. */
static by_status cut_off_set(struct lab_reading *reading, const struct lab_part *part, char *word, const char **set)
{
    char *at = part->kind == LAB_PART_GROUPED ? strchr(word, '@') : NULL;

    *set = NULL;
    if (!at)
        return BY_OK;
    *at = 0;
    if (!at[1])
        return LAB_REFUSE(reading, at + 1, "expected the name of a set behind the @");
    *set = by__arena_text(&reading->experiment->arena, at + 1);
    return *set ? BY_OK : by_error_no_memory(reading->error);
}

static by_status read_variants(struct lab_reading *reading, struct lab_part *part)
{
    by_status status = BY_OK;

    for (char *name = lab_next_word(reading); name && !status; name = lab_next_word(reading)) {
        const char *set;

        status = cut_off_set(reading, part, name, &set);
        if (!status)
            status = add_variants(reading, part, name, set);
    }
    if (!status && !part->variant_count)
        status = LAB_REFUSE(reading, reading->rest, "expected names of variants");
    if (!status && kinds[part->kind].variants && part->variant_count != kinds[part->kind].variants)
        status =
            LAB_REFUSE(reading, reading->begin, "a part `%s` is about %zu variant%s, not %zu", kinds[part->kind].name,
                       kinds[part->kind].variants, kinds[part->kind].variants == 1 ? "" : "s", part->variant_count);
    return status;
}

static by_status read_measures(struct lab_reading *reading, struct lab_part *part)
{
    by_status status = BY_OK;

    for (char *word = lab_next_word(reading); word && !status; word = lab_next_word(reading)) {
        if (!lab_measure_is_number(word))
            status = LAB_REFUSE(reading, word, "%.40s is no number", word);
        for (size_t i = 0; i < part->measure_count && !status; i++)
            if (strcmp(part->measures[i].name, word) == 0)
                status = LAB_REFUSE(reading, word, "%.40s is given twice", word);
        if (!status)
            status = LAB_GROW(reading, part->measures, part->measure_count);
        if (!status)
            status = lab_make_measure(reading, word, &part->measures[part->measure_count]);
        part->measure_count += !status;
    }
    if (!status && !part->measure_count)
        status = LAB_REFUSE(reading, reading->rest, "expected what to measure");
    if (!status && kinds[part->kind].measures && part->measure_count != kinds[part->kind].measures)
        status = LAB_REFUSE(reading, reading->begin, "a part `%s` has one measure", kinds[part->kind].name);
    return status;
}

/* One of some words; `out` gets its place. */
static by_status read_choice(struct lab_reading *reading, const char *const *words, int *out)
{
    char *word = lab_next_word(reading);

    for (*out = 0; word && words[*out]; ++*out)
        if (strcmp(words[*out], word) == 0)
            return *lab_rest_of_line(reading)
                       ? LAB_REFUSE(reading, reading->rest, "nothing is expected behind %s", word)
                       : BY_OK;
    return word ? lab_refuse_unknown(reading, word, "word", words)
                : LAB_REFUSE(reading, reading->rest, "expected %s or another such word", words[0]);
}

static const char *const over_words[] = {"solved", "common", "all", NULL};

static by_status read_over(struct lab_reading *reading, struct lab_part *part)
{
    int choice;
    by_status status = read_choice(reading, over_words, &choice);

    if (!status)
        part->over = (enum lab_over)choice;
    return status;
}

static by_status read_shows(struct lab_reading *reading, struct lab_part *part)
{
    static const char *const words[] = {"evaluation", "numbers", NULL};
    int choice;
    by_status status = read_choice(reading, words, &choice);

    if (!status)
        part->shows = choice ? LAB_SHOWS_NUMBERS : LAB_SHOWS_EVALUATION;
    return status;
}

static by_status read_answer(struct lab_reading *reading, struct lab_part *part)
{
    static const char *const words[] = {"yes", "no", "unknown", NULL};
    static const enum by_answer answers[] = {BY_ANSWER_YES, BY_ANSWER_NO, BY_ANSWER_UNKNOWN};
    int choice;
    by_status status = read_choice(reading, words, &choice);

    if (!status)
        part->answer = answers[choice];
    return status;
}

static by_status read_one_number(struct lab_reading *reading, int64_t most, int64_t *out)
{
    char *word = lab_next_word(reading);
    const char *end;

    if (!word || !lab_read_number(word, &end, most, out) || *end || *lab_rest_of_line(reading))
        return LAB_REFUSE(reading, word ? word : reading->rest, "expected a number from 1 to %d", (int)most);
    return BY_OK;
}

static by_status read_level(struct lab_reading *reading, struct lab_part *part)
{
    return read_one_number(reading, 1000, &part->level);
}

static by_status read_most(struct lab_reading *reading, struct lab_part *part)
{
    return read_one_number(reading, CURVES_MOST, &part->most);
}

static by_status read_at(struct lab_reading *reading, struct lab_part *part)
{
    return read_one_number(reading, 100, &part->at);
}

/* Decimal numbers, in rising order if wanted. */
static by_status read_decimals(struct lab_reading *reading, double *list, size_t most, bool is_rising, size_t *count)
{
    for (char *word = lab_next_word(reading); word; word = lab_next_word(reading)) {
        if (*count >= most)
            return LAB_REFUSE(reading, word, "more than %zu numbers", most);
        if (!lab_read_decimal(word, &list[*count]) || list[*count] < 0)
            return LAB_REFUSE(reading, word, "'%.40s' is no number that fits here, expected decimal digits", word);
        if (is_rising && *count && list[*count] <= list[*count - 1])
            return LAB_REFUSE(reading, word, "the numbers have to rise");
        ++*count;
    }
    return *count ? BY_OK : LAB_REFUSE(reading, reading->rest, "expected numbers");
}

static by_status read_steps(struct lab_reading *reading, struct lab_part *part)
{
    return read_decimals(reading, part->steps, LAB_STEPS_MOST, true, &part->step_count);
}

static by_status read_counted(struct lab_reading *reading, struct lab_part *part)
{
    size_t count = 0;
    by_status status = read_decimals(reading, part->counts, LAB_COUNTS, false, &count);

    if (!status && count != LAB_COUNTS)
        status = LAB_REFUSE(reading, reading->begin, "expected three numbers: the first better, the second, level");
    part->has_counts = !status;
    return status;
}

/* The name of a variant and nothing else. */
static by_status read_one_variant(struct lab_reading *reading, size_t *out)
{
    char *name = lab_next_word(reading);

    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected the name of a variant");
    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "nothing is expected behind %.40s", name);
    return lab_find_variant(reading, name, out);
}

static by_status read_base(struct lab_reading *reading, struct lab_part *part)
{
    size_t variant;
    by_status status = read_one_variant(reading, &variant);

    if (!status)
        part->base = (int)variant;
    return status;
}

static by_status read_against(struct lab_reading *reading, struct lab_part *part)
{
    const struct lab_experiment *experiment = reading->experiment;
    size_t variant;
    by_status status = read_one_variant(reading, &variant);

    for (size_t i = 0; i < experiment->rival_count && !status; i++)
        if (experiment->rivals[i].variant == (int)variant)
            part->rival = (int)i;
    if (!status && part->rival == LAB_NO_VARIANT)
        status = LAB_REFUSE(reading, reading->begin, "no games are played against %s: name it in a line `plays` above",
                            experiment->variants[variant].name);
    return status;
}

static by_status read_beside(struct lab_reading *reading, struct lab_part *part)
{
    static const char *const words[] = {"minimal", NULL};
    int choice;
    by_status status = read_choice(reading, words, &choice);

    part->is_beside_minimal = !status;
    return status;
}

static by_status read_by(struct lab_reading *reading, struct lab_part *part)
{
    return lab_copy_rest(reading, "what the groups or values are, such as `depth`", &part->groups);
}

static const struct {
    const char *name;
    enum line line;
    by_status (*read)(struct lab_reading *reading, struct lab_part *part);
} lines[] = {
    {"variants", LINE_VARIANTS, read_variants},
    {"measure", LINE_MEASURE, read_measures},
    {"over", LINE_OVER, read_over},
    {"level", LINE_LEVEL, read_level},
    {"counted", LINE_COUNTED, read_counted},
    {"steps", LINE_STEPS, read_steps},
    {"shows", LINE_SHOWS, read_shows},
    {"answer", LINE_ANSWER, read_answer},
    {"most", LINE_MOST, read_most},
    {"at", LINE_AT, read_at},
    {"base", LINE_BASE, read_base},
    {"beside", LINE_BESIDE, read_beside},
    {"by", LINE_BY, read_by},
    {"against", LINE_AGAINST, read_against},
};

enum { LINE_COUNT = sizeof lines / sizeof lines[0] };

const char *const *lab_part_words(void)
{
    static const char *const words[] = {"summary",  "duel",    "within",  "curves",  "picture", "prediction",
                                        "progress", "growth",  "grouped", "match",   "over",    "variants",
                                        "level",    "counted", "steps",   "shows",   "answer",  "most",
                                        "at",       "beside",  "by",      "against", NULL};

    return words;
}

static by_status read_part_line(struct lab_reading *reading, size_t index)
{
    struct lab_part *part;

    if (!reading->in_part)
        return LAB_REFUSE(reading, reading->begin, "this belongs below the line of a part, such as `summary`");
    part = current_part(reading);
    if (!(kinds[part->kind].has & lines[index].line))
        return LAB_REFUSE(reading, reading->begin, "a part `%s` has no line `%s`", kinds[part->kind].name,
                          lines[index].name);
    if (part->given & lines[index].line)
        return LAB_REFUSE(reading, reading->begin, "the line `%s` of this part was already given", lines[index].name);
    part->given |= lines[index].line;
    return lines[index].read(reading, part);
}

/* Words of tables, which belong to a part below the line of one. */
static bool is_of_tables(const char *word)
{
    return strcmp(word, "measure") == 0 || strcmp(word, "base") == 0;
}

/* `over` begins a part with its name and title; below a summary it is a line with one word, which is no name. */
static bool is_line_of_summary(const struct lab_reading *reading)
{
    const char *word = reading->rest + strspn(reading->rest, " \t");
    size_t length = strcspn(word, " \t");
    bool is_line = !word[length];

    for (int i = 0; over_words[i]; i++)
        is_line = is_line || (strlen(over_words[i]) == length && strncmp(word, over_words[i], length) == 0);
    return is_line && reading->in_part && (kinds[current_part(reading)->kind].has & LINE_OVER);
}

static bool begins_part(const struct lab_reading *reading, const char *word, enum lab_part_kind kind)
{
    return strcmp(word, kinds[kind].name) == 0 && (kind != LAB_PART_OVER || !is_line_of_summary(reading));
}

by_status lab_read_part_line(struct lab_reading *reading, const char *word, bool *is_known)
{
    *is_known = !is_of_tables(word) || reading->in_part;
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (begins_part(reading, word, (enum lab_part_kind)i))
            return begin_part(reading, (enum lab_part_kind)i);
    for (size_t i = 0; i < LINE_COUNT && *is_known; i++)
        if (strcmp(word, lines[i].name) == 0)
            return read_part_line(reading, i);
    if (reading->in_part && strcmp(word, "columns") == 0)
        return LAB_REFUSE(reading, reading->begin, "a part `%s` has no line `columns`; `variants` names what it shows",
                          kinds[current_part(reading)->kind].name);
    *is_known = false;
    return BY_OK;
}

/* ---- At the end of the text ------------------------------------------------------------------------------------ */

#define REFUSE_PART(reading, part, ...) by_error_set_at((reading)->error, BY_ERROR_INPUT, (part)->line, 1, __VA_ARGS__)

static by_status check_base(struct lab_reading *reading, const struct lab_part *part)
{
    for (size_t i = 0; i < part->variant_count; i++)
        if (part->base == LAB_NO_VARIANT || part->variants[i] == (size_t)part->base)
            return BY_OK;
    return REFUSE_PART(reading, part, "the base %s is no variant of this part",
                       reading->experiment->variants[part->base].name);
}

/* Whether some position is in a group, and in a set if one is named. */
static bool has_group(const struct lab_experiment *experiment, const char *set)
{
    for (size_t i = 0; i < experiment->position_count; i++) {
        const struct lab_position *position = &experiment->positions[i];

        if (position->group && (!set || (position->set && strcmp(position->set, set) == 0)))
            return true;
    }
    return false;
}

static by_status check_groups(struct lab_reading *reading, const struct lab_part *part)
{
    const struct lab_experiment *experiment = reading->experiment;

    if (!has_group(experiment, NULL))
        return REFUSE_PART(reading, part, "this part shows groups of positions, and no position is in a group");
    for (size_t i = 0; i < part->variant_count; i++)
        if (!has_group(experiment, part->sets[i]))
            return REFUSE_PART(reading, part, "no position of a group is in the set %.40s", part->sets[i]);
    for (size_t i = 0; i < experiment->position_count && part->is_beside_minimal; i++)
        if (!experiment->positions[i].width)
            return REFUSE_PART(reading, part, "only uniform trees have a minimal tree, and position %.40s is none",
                               experiment->positions[i].id);
    return BY_OK;
}

static by_status check_families(struct lab_reading *reading, const struct lab_part *part)
{
    for (size_t i = 0; i < part->variant_count; i++) {
        const struct lab_variant *variant = &reading->experiment->variants[part->variants[i]];

        if (!variant->family)
            return REFUSE_PART(reading, part, "this part is about families, and variant %s is in none", variant->name);
    }
    return BY_OK;
}

/* Methods that prove have proof numbers and no iterations, and all others the other way round. */
static by_status check_curves(struct lab_reading *reading, const struct lab_part *part)
{
    const struct lab_variant *variant = &reading->experiment->variants[part->variants[0]];
    bool proves = by_method_proves(variant->method);

    if (proves == (part->shows == LAB_SHOWS_NUMBERS))
        return BY_OK;
    return REFUSE_PART(reading, part, "%s %s, so that there %s to show of variant %s: expected `shows %s`",
                       by_method_name(variant->method), proves ? "proves" : "does not prove",
                       proves ? "is no evaluation" : "are no proof numbers", variant->name,
                       proves ? "numbers" : "evaluation");
}

static by_status check_part(struct lab_reading *reading, const struct lab_part *part)
{
    for (size_t i = 0; i < LINE_COUNT; i++)
        if (kinds[part->kind].needs & lines[i].line & ~part->given)
            return REFUSE_PART(reading, part, "this part has no line `%s`", lines[i].name);
    if (part->kind == LAB_PART_SUMMARY)
        return check_base(reading, part);
    if (part->kind == LAB_PART_GROUPED)
        return check_groups(reading, part);
    if (part->kind == LAB_PART_CURVES)
        return check_curves(reading, part);
    if (part->kind == LAB_PART_GROWTH && reading->experiment->limit != LAB_LIMIT_DEPTH)
        return REFUSE_PART(reading, part, "this part is about plies, and the limits are %s: expected `depths`",
                           lab_limit_name(reading->experiment->limit));
    return part->kind == LAB_PART_OVER ? check_families(reading, part) : BY_OK;
}

by_status lab_check_parts(struct lab_reading *reading)
{
    by_status status = BY_OK;

    for (size_t i = 0; i < reading->experiment->part_count && !status; i++)
        status = check_part(reading, &reading->experiment->parts[i]);
    return status;
}
