/* SPDX-License-Identifier: MIT
 *
 * Experiments as a list shows them: read without their positions. Of a good experiment this says the same as reading it
 * whole.
 */
#include "lab/experiment.h"
#include "lab/header.h"

#include "input.h"

static char *read_nothing(void *context, const char *name, const char **why)
{
    (void)context;
    (void)name;
    *why = "there are no files";
    return NULL;
}

/* A text that is empty stands for one that was not given. */
static void check_same(const by_text *scanned, const char *whole)
{
    REQUIRE(strcmp(by_text_string(scanned), whole ? whole : "") == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct lab_reader reader = {.read = read_nothing, .bounds = {.positions = 20, .tree_nodes = 1000}};
    struct lab_experiment *experiment;
    struct lab_header header;

    REQUIRE(lab_header_scan(text, &header));
    if (lab_experiment_read("fuzz", text, &reader, &experiment, NULL) == BY_OK) {
        check_same(&header.title, experiment->title);
        check_same(&header.paper, experiment->paper);
        check_same(&header.game, experiment->type->name);
        REQUIRE(header.cost == experiment->cost && header.quick_cost == experiment->quick_cost);
    }
    lab_experiment_destroy(experiment);
    lab_header_free(&header);
    free(text);
    return 0;
}
