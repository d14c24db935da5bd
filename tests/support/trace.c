/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "support/check.h"

char trace_out[TRACE_OUT_MOST];

int trace_run(const char *arguments)
{
    const char *program = getenv("BOYI");
    char command[1024];
    size_t length;
    FILE *pipe;
    int status;

    (void)snprintf(command, sizeof command, "'%s' trace %s 2>&1", program ? program : "build/boyi", arguments);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    length = fread(trace_out, 1, sizeof trace_out - 1, pipe);
    trace_out[length] = 0;
    status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

bool trace_says(const char *part)
{
    if (!strstr(trace_out, part))
        print_message("expected '%s' in:\n%s\n", part, trace_out);
    return strstr(trace_out, part) != NULL;
}

int trace_count(const char *part)
{
    int n = 0;

    for (const char *at = strstr(trace_out, part); at; at = strstr(at + 1, part))
        n++;
    return n;
}

/* Whether what follows an ampersand is one of the names that XML knows. */
static bool is_entity(const char *at)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};

    for (int i = 0; i < 4; i++)
        if (strncmp(at, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

void assert_well_formed(const char *text)
{
    char open[64][16];
    int depth = 0;

    for (const char *at = text; *at; at++) {
        size_t length = strcspn(at + 1, " />\n"), end = strcspn(at, ">");
        int quotes = 0;

        assert_true(*at != '&' || is_entity(at));
        if (*at != '<') {
            assert_true(*at != '>' && (*at == '\n' || depth > 0));
            continue;
        }
        for (size_t i = 0; i < end; i++)
            quotes += at[i] == '"';
        assert_true(at[end] == '>' && quotes % 2 == 0 && depth < 63);
        if (at[1] == '/') {
            assert_true(depth > 0 && end - 2 == strlen(open[depth - 1]));
            depth--;
            assert_memory_equal(at + 2, open[depth], end - 2);
        } else if (at[end - 1] != '/') {
            assert_in_range(length, 1, 15);
            memcpy(open[depth], at + 1, length);
            open[depth++][length] = 0;
        }
        at += end;
    }
    assert_int_equal(depth, 0);
}

static int attribute(const char *element, const char *name)
{
    const char *at = strstr(element, name);

    assert_non_null(at);
    return atoi(at + strlen(name));
}

enum { SHAPES_MOST = 2000 };

/* The extent of a shape: its upper edge, which all of a ply share, and its left and right edges. */
struct shape {
    int y, left, right;
};

static int read_shapes(const char *picture, struct shape *shapes)
{
    int n = 0;

    for (const char *at = strstr(picture, " class=\"node "); at; at = strstr(at + 1, " class=\"node ")) {
        bool is_circle = strncmp(at - 7, "<circle", 7) == 0;
        int x = attribute(at, is_circle ? " cx=\"" : " x=\""), r = is_circle ? attribute(at, " r=\"") : 0;
        int width = is_circle ? 2 * r : attribute(at, " width=\"");

        assert_true(n < SHAPES_MOST);
        shapes[n].left = is_circle ? x - r : x;
        shapes[n].right = shapes[n].left + width;
        shapes[n++].y = is_circle ? attribute(at, " cy=\"") - r : attribute(at, " y=\"");
    }
    return n;
}

int assert_no_overlap(const char *picture)
{
    static struct shape shapes[SHAPES_MOST];
    int n = read_shapes(picture, shapes), width = attribute(picture, " width=\"");

    for (int i = 0; i < n; i++) {
        assert_true(shapes[i].left > 0 && shapes[i].right < width);
        for (int j = 0; j < i; j++)
            assert_true(shapes[i].y != shapes[j].y || shapes[i].left > shapes[j].right ||
                        shapes[j].left > shapes[i].right);
    }
    return n;
}
