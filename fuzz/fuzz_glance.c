/* SPDX-License-Identifier: MIT
 *
 * Experiments as a list shows them: read without their positions. Of a good experiment this says the same as reading it
 * whole.
 */
#include "lab/experiment.h"
#include "lab/glance.h"

#include "input.h"

static char *read_nothing(void *context, const char *name, const char **why)
{
    (void)context;
    (void)name;
    *why = "there are no files";
    return NULL;
}

/* A text that is empty stands for one that was not given. */
static void check_same(const by_text *glanced, const char *whole)
{
    REQUIRE(strcmp(by_text_string(glanced), whole ? whole : "") == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct lab_reader reader = {.read = read_nothing, .bounds = {.positions = 20, .tree_nodes = 1000}};
    struct lab_experiment *experiment;
    struct lab_glance glance;

    lab_glance(text, &glance);
    REQUIRE(!lab_glance_failed(&glance));
    if (lab_experiment_read("fuzz", text, &reader, &experiment, NULL) == BY_OK) {
        check_same(&glance.title, experiment->title);
        check_same(&glance.paper, experiment->paper);
        check_same(&glance.game, experiment->type->name);
        REQUIRE(glance.cost == experiment->cost && glance.quick_cost == experiment->quick_cost);
    }
    lab_experiment_destroy(experiment);
    lab_glance_free(&glance);
    free(text);
    return 0;
}
