/* SPDX-License-Identifier: MIT
 *
 * Texts of experiments: whatever is accepted is complete, whatever is not has a line and a reason. A file that
 * a text names is the text itself, read as positions.
 */
#include "lab/experiment.h"

#include "input.h"

static char *read_itself(void *context, const char *name, const char **why)
{
    const char *text = context;
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    (void)name;
    REQUIRE(copy);
    *why = NULL;
    return memcpy(copy, text, size);
}

static void check(const struct lab_experiment *experiment)
{
    REQUIRE(experiment->title && experiment->game && experiment->position_count && experiment->variant_count &&
            experiment->section_count && experiment->limit != LAB_LIMIT_NONE);
    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_limits *limits = &experiment->variants[i].limits;

        REQUIRE(limits->count && experiment->variants[i].game && experiment->variants[i].game_settings);
        REQUIRE(experiment->variants[i].repetitions >= 1 && experiment->variants[i].settings);
        for (size_t j = 1; j < limits->count; j++)
            REQUIRE(limits->list[j - 1] < limits->list[j]);
    }
    for (size_t i = 0; i < experiment->section_count; i++) {
        const struct lab_section *section = &experiment->sections[i];

        REQUIRE(section->name && section->title && section->variant_count && section->step_count <= LAB_STEPS_MOST);
        REQUIRE(section->base == LAB_NO_VARIANT || lab_section_has(section, (size_t)section->base));
        for (size_t j = 0; j < section->variant_count; j++)
            REQUIRE(section->variants[j] < experiment->variant_count);
        for (size_t j = 0; j < section->measure_count; j++)
            REQUIRE(section->measures[j].name);
        REQUIRE(section->kind != LAB_TABLE || section->measure_count == 1);
    }
    for (size_t i = 0; i < experiment->figure_count; i++)
        REQUIRE(lab_variant_has(&experiment->variants[experiment->figures[i].variant], experiment->figures[i].limit));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct lab_reader reader = {.context = text, .read = read_itself, .bounds = {.positions = 64, .tree_nodes = 2000}};
    struct lab_experiment *experiment;
    by_error error = {0};

    if (lab_experiment_read("fuzz", text, &reader, &experiment, &error) == BY_OK)
        check(experiment);
    else
        REQUIRE(!experiment && error.status < 0 && error.message[0] && error.line > 0 && error.column > 0);
    lab_experiment_destroy(experiment);
    free(text);
    return 0;
}
