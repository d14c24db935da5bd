/* SPDX-License-Identifier: MIT */
#include "lab/limits.h"

#include <string.h>

#include "render/grid.h"

/* Up to this number we name positions one by one. */
enum { NAMED_MOST = 12 };

/* ---- One limit, and those of a variant ------------------------------------------------------------------------- */

static void print_digits(int64_t number, by_text *out)
{
    char digits[LAB_DIGITS_SIZE];

    lab_print_number((double)number, digits);
    by_text_add(out, digits);
}

/* "nodes" follows the numbers; for depths the word comes first. */
static void print_unit(enum lab_limit kind, bool is_one, by_text *out)
{
    if (kind == LAB_LIMIT_NODES)
        by_text_add(out, is_one ? " node" : " nodes");
    else if (kind == LAB_LIMIT_EVALUATIONS)
        by_text_add(out, is_one ? " evaluation" : " evaluations");
}

void lab_print_limit(enum lab_limit kind, int64_t limit, by_text *out)
{
    if (kind == LAB_LIMIT_DEPTH)
        by_text_add(out, "depth ");
    print_digits(limit, out);
    print_unit(kind, limit == 1, out);
}

void lab_print_limits(const struct lab_experiment *experiment, const struct lab_variant *variant, by_text *out)
{
    const struct lab_limits *limits = &variant->limits;

    if (experiment->limit == LAB_LIMIT_DEPTH)
        by_text_add(out, "depth ");
    for (size_t i = 0, end; i < limits->count; i = end) {
        for (end = i + 1; end < limits->count && limits->list[end] == limits->list[end - 1] + 1;)
            end++;
        by_text_add(out, i ? ", " : "");
        print_digits(limits->list[i], out);
        if (end - i > 1) {
            by_text_add_char(out, '-');
            print_digits(limits->list[end - 1], out);
        }
    }
    print_unit(experiment->limit, limits->count == 1 && limits->list[0] == 1, out);
}

/* ---- What else variants differ in ------------------------------------------------------------------------------ */

/* True if a list of settings separated by blanks has this one. */
static bool has_setting(const char *list, const char *setting, size_t length)
{
    for (const char *at = list; *at; at += strspn(at, " ")) {
        size_t other = strcspn(at, " ");

        if (other == length && strncmp(at, setting, length) == 0)
            return true;
        at += other;
    }
    return false;
}

void lab_print_own_game(const struct lab_experiment *experiment, const struct lab_variant *variant, by_text *out)
{
    const char *between = "";

    for (const char *at = variant->game_settings; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        if (!has_setting(experiment->game_settings, at, length)) {
            by_text_printf(out, "%s%.*s", between, (int)length, at);
            between = " ";
        }
        at += length;
    }
}

bool lab_has_own_games(const struct lab_experiment *experiment)
{
    for (size_t i = 0; i < experiment->variant_count; i++)
        if (strcmp(experiment->variants[i].game_settings, experiment->game_settings) != 0)
            return true;
    return false;
}

bool lab_has_repetitions(const struct lab_experiment *experiment)
{
    for (size_t i = 0; i < experiment->variant_count; i++)
        if (experiment->variants[i].repetitions > 1)
            return true;
    return false;
}

void lab_print_repetitions(const struct lab_experiment *experiment, const size_t *variants, size_t count, by_text *out)
{
    int times = count ? experiment->variants[variants[0]].repetitions : 1;

    for (size_t i = 1; i < count; i++)
        if (experiment->variants[variants[i]].repetitions != times)
            return;
    if (times > 1)
        by_text_printf(out, ", %d times each", times);
}

/* ---- Those of a section -------------------------------------------------------------------------------------------
 */

/* Counts the variants of a section, among the first `end` of the experiment, with this greatest limit; adds their names
 * if `names` is not NULL. */
static size_t count_with(const struct lab_experiment *experiment, const struct lab_section *section, int64_t limit,
                         size_t end, by_text *names)
{
    size_t count = 0;

    for (size_t i = 0; i < end; i++) {
        const struct lab_variant *variant = &experiment->variants[i];

        if (!lab_section_has(section, i) || lab_greatest_limit(variant) != limit)
            continue;
        if (names)
            by_text_printf(names, "%s%s", count ? ", " : "", variant->name);
        count++;
    }
    return count;
}

/* The limit of most variants comes first, without names. */
void lab_print_greatest_limits(const struct lab_experiment *experiment, const struct lab_section *section, by_text *out)
{
    size_t count = experiment->variant_count, most = 0;
    const char *between = " (";
    int64_t usual = 0;

    for (size_t i = 0; i < count; i++) {
        int64_t limit = lab_greatest_limit(&experiment->variants[i]);
        size_t with = lab_section_has(section, i) ? count_with(experiment, section, limit, count, NULL) : 0;

        usual = with > most ? limit : usual;
        most = with > most ? with : most;
    }
    lab_print_limit(experiment->limit, usual, out);
    for (size_t i = 0; i < count; i++) {
        int64_t limit = lab_greatest_limit(&experiment->variants[i]);

        if (!lab_section_has(section, i) || limit == usual || count_with(experiment, section, limit, i, NULL))
            continue;
        by_text_add(out, between);
        count_with(experiment, section, limit, count, out);
        by_text_add(out, ": ");
        lab_print_limit(experiment->limit, limit, out);
        between = "; ";
    }
    by_text_add(out, between[0] == ';' ? ")" : "");
}

/* ---- Those of whom searches are compared with ------------------------------------------------------------------ */

static void print_other(const struct lab_experiment *experiment, const char *what, size_t variant, by_text *out)
{
    by_text_printf(out, "%s: %s, ", what, experiment->variants[variant].name);
    lab_print_limit(experiment->limit, lab_greatest_limit(&experiment->variants[variant]), out);
    by_text_add(out, ". ");
}

void lab_print_others(const struct lab_experiment *experiment, const struct lab_measure *measures, size_t count,
                      by_text *out)
{
    bool agrees = false;

    for (size_t i = 0; i < count; i++)
        agrees = agrees || lab_measure_is_agreement(measures[i].name);
    if (agrees && experiment->reference != LAB_NO_VARIANT)
        print_other(experiment, "Reference", (size_t)experiment->reference, out);
    for (size_t i = 0; i < experiment->rival_count; i++) {
        const struct lab_rival *rival = &experiment->rivals[i];
        bool is_shown = false;

        for (size_t j = 0; j < count; j++)
            is_shown = is_shown || lab_measure_is_of_rival(rival, measures[j].name);
        if (is_shown && rival->variant != LAB_EVERY_LINE)
            print_other(experiment, "Rival", (size_t)rival->variant, out);
    }
}

void lab_print_section_limits(const struct lab_experiment *experiment, const struct lab_section *section, by_text *out)
{
    if (!lab_shows_all_limits(section)) {
        by_text_add(out, "Limit: ");
        lab_print_greatest_limits(experiment, section, out);
        lab_print_repetitions(experiment, section->variants, section->variant_count, out);
        by_text_add(out, ". ");
    }
    if (section->kind == LAB_MATCH)
        print_other(experiment, "Rival", (size_t)experiment->rivals[section->rival].variant, out);
    lab_print_others(experiment, section->measures, section->measure_count, out);
}

/* ---- The quick form -------------------------------------------------------------------------------------------- */

void lab_print_quick(const struct lab_experiment *experiment, by_text *out)
{
    size_t count = experiment->position_count;

    by_text_printf(out, "%zu position%s (", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count && i < NAMED_MOST; i++)
        by_text_printf(out, "%s%s", i ? ", " : "", experiment->positions[i].id);
    if (count > NAMED_MOST)
        by_text_printf(out, " and %zu more", count - NAMED_MOST);
    by_text_add(out, "), no limit beyond ");
    lab_print_limit(experiment->limit, experiment->quick_limit, out);
}
