/* SPDX-License-Identifier: MIT
 *
 * Files of problems: whatever is read is complete, whatever is not has a line and a reason, and reading goes on.
 */
#include "solve/problem.h"

#include "input.h"

/* Opened once: its tables would take most of the time. */
static const by_game *go(void)
{
    static by_game *game;
    const by_game_type *type;

    if (!game) {
        REQUIRE(by_game_type_find("go", &type, NULL) == BY_OK);
        REQUIRE(by_game_open(type, NULL, &game, NULL) == BY_OK);
    }
    return game;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    size_t offset = 0, length = strlen(text);
    struct solve_problem *problem;
    by_status status;

    do {
        size_t before = offset;
        by_error error = {0};

        status = solve_problem_read(go(), text, &offset, &problem, &error);
        REQUIRE(offset <= length);
        if (problem) {
            REQUIRE(!status && problem->position && problem->vertex[0] && problem->id && problem->moves);
            (void)solve_judge(problem, SOLVE_YES, "D4");
        } else if (status) {
            REQUIRE(status == BY_ERROR_INPUT && error.line > 0 && error.message[0] && offset > before);
        }
        solve_problem_destroy(problem);
    } while (problem || status);
    free(text);
    return 0;
}
