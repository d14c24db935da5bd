/* SPDX-License-Identifier: MIT
 *
 * Lines of GTP: nothing that is said makes the session crash, hang or lose its position, and every command gets one
 * whole answer. The board is small unless the input says otherwise, and an input may start few searches.
 */
#include "protocol/gtp/gtp.h"

#include "session.h"

enum { COSTLY_MOST = 3 };

/* The bytes of the answer so far. */
static void count_answers(void *context, const char *lines, size_t length)
{
    int *answers = context;
    const char *end = length > 2 ? lines + length - 2 : lines;

    REQUIRE(length > 3 && (*lines == '=' || *lines == '?') && memcmp(end, "\n\n", 2) == 0);
    for (const char *c = lines; c < end; c++)
        REQUIRE(*c && (*c != '\n' || c[1] != '\n' || c + 1 == end));
    (*answers)++;
}

static void require_answer(struct gtp *gtp, int *answers, const char *line)
{
    char copy[64];

    REQUIRE(strlen(line) < sizeof copy);
    strcpy(copy, line);
    *answers = 0;
    REQUIRE(gtp_line(gtp, copy) && *answers == 1);
}

/* Whether a line may start a search or playouts. These take longer than all other commands together. */
static bool is_costly(const char *line)
{
    static const char *const words[] = {"genmove", "analyze", "attack", "defend", "final_"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(line, words[i]))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct gtp_bounds bounds = {.has_no_files = true, .nodes = 20};
    char *text = text_of(data, size), *rest = text, *line;
    int answers = 0, costly = 0;
    bool goes_on = true;
    struct gtp *gtp;

    fuzz_search_kib = 256;
    REQUIRE(gtp_create(&gtp, &gtp_real_solve, &bounds, count_answers, &answers, NULL) == BY_OK);
    require_answer(gtp, &answers, "boardsize 5");
    while (goes_on && (line = next_line(&rest)) != NULL) {
        if (is_costly(line) && ++costly > COSTLY_MOST)
            continue;
        answers = 0;
        (void)gtp_is_heard(line);
        goes_on = gtp_line(gtp, line);
        REQUIRE(answers <= 1);
    }
    require_answer(gtp, &answers, "showboard");
    require_answer(gtp, &answers, "move_history");
    require_answer(gtp, &answers, "printsgf");
    gtp_destroy(gtp);
    free(text);
    return 0;
}
