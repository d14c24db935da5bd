/* SPDX-License-Identifier: MIT
 *
 * Limits such as "depth 8 time 1s": whatever is accepted can be printed and read again, whatever is not has a reason.
 */
#include "boyi/search.h"

#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *input = text_of(data, size);
    struct by_limits limits, again;
    by_error error = {0};
    by_text once = {0}, twice = {0};

    memset(&limits, 0, sizeof limits); /* the padding too */
    limits.size = sizeof limits;
    memcpy(&again, &limits, sizeof again);
    if (by_limits_parse(input, &limits, &error) == BY_OK)
        by_limits_print(&limits, &once);
    else
        REQUIRE(error.status < 0 && error.message[0] && memcmp(&limits, &again, sizeof limits) == 0);
    REQUIRE(by_limits_parse(by_text_string(&once), &again, NULL) == BY_OK);
    by_limits_print(&again, &twice);
    REQUIRE(memcmp(&limits, &again, sizeof limits) == 0);
    REQUIRE(strcmp(by_text_string(&once), by_text_string(&twice)) == 0);
    by_text_free(&once);
    by_text_free(&twice);
    free(input);
    return 0;
}
