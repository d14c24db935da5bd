/* SPDX-License-Identifier: MIT
 *
 * A report as one page: all tags are closed, no text of an experiment becomes a tag, each part has its heading and its
 * picture, and nothing comes from elsewhere.
 */
#include "lab/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"

static const char text[] = "title Less < more & \"quotes\" 棋\npaper A <b>book</b>\ngame go\n"
                           "position p1 5\nposition p2 5 X..../...../...../...../..... w\n"
                           "variant a alphabeta plain\nvariant b minimax\n"
                           "variant c alphabeta plain\nvariant d minimax\ndepths 1-3\n"
                           "published a nodes 1=9 2=50\n"
                           "table One <table>\ncolumns a b\nbase b\nmeasure nodes\n"
                           "table Another\ncolumns b\nmeasure time\n"
                           "table Four\ncolumns a b c d\nbase a\nmeasure nodes\n"
                           "summary sum Sums <i>\nvariants a b\nmeasure nodes selective_depth\nover all\nbase a\n"
                           "progress go Progress\nvariants a b\nmeasure nodes\n"
                           "picture pic A \"picture\"\nvariants a b\nmeasure nodes\n";

static struct lab_experiment *experiment;
static lab_database *database;
static by_text page;

static void add_row(size_t position, size_t variant, int64_t limit, uint64_t nodes)
{
    static const struct solve_curve none = {0};
    const struct by_result result = {BY_SIZE(by_result), .nodes = nodes, .time_us = 1000};
    const struct lab_finding finding = {.result = &result, .best = "", .answer = BY_ANSWER_YES, .curve = &none};
    const struct lab_task task = {.position = position, .variant = variant, .limit = limit};

    assert_int_equal(lab_database_add(database, experiment, &task, &finding, NULL), BY_OK);
}

static by_status report(lab_database *of, enum lab_format format, const char *run, const char *writer, by_text *out,
                        by_error *error)
{
    const struct lab_commands commands = {run, writer};
    struct lab_rows rows;
    by_status status = lab_rows_load(&rows, experiment, of, error);

    if (!status)
        status = lab_report(&rows, format, &commands, out, error);
    lab_rows_free(&rows);
    return status;
}

static int open_page(void **state)
{
    by_error error = {0};
    by_status status = lab_database_open(":memory:", false, NULL, &database, &error);

    *state = status == BY_ERROR_UNSUPPORTED ? (void *)text : NULL;
    if (*state)
        return 0;
    if (lab_experiment_read("page", text, NULL, &experiment, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    for (size_t i = 0; i < 2; i++)
        for (int64_t limit = 1; limit <= 3; limit++) {
            add_row(i, 0, limit, 10 * (uint64_t)limit);
            add_row(i, 1, limit, 100 * (uint64_t)limit);
        }
    if (report(database, LAB_FORMAT_HTML, "boyi lab run 'x' <now>", NULL, &page, &error))
        fail_msg("%s", error.message);
    return 0;
}

static int close_page(void **state)
{
    (void)state;
    by_text_free(&page);
    lab_database_close(database);
    lab_experiment_destroy(experiment);
    database = NULL;
    experiment = NULL;
    return 0;
}

#define NEED_DATABASE()                                                                                                \
    do {                                                                                                               \
        if (*state)                                                                                                    \
            skip();                                                                                                    \
    } while (0)

static size_t count_of(const char *piece)
{
    size_t count = 0;

    for (const char *at = by_text_string(&page); (at = strstr(at, piece)) != NULL; at++)
        count++;
    return count;
}

static void assert_holds(const char *piece, size_t count)
{
    if (count_of(piece) != count)
        fail_msg("'%s' is there %zu times, not %zu, in:\n%s", piece, count_of(piece), count, by_text_string(&page));
}

/* ---- Tags ------------------------------------------------------------------------------------------------------ */

enum { DEPTH_MOST = 32, NAME_SIZE = 16 };

/* A tag: its name, and where it ends. */
static const char *read_tag(const char *at, char name[NAME_SIZE])
{
    size_t length = 0;
    bool in_quotes = false;

    for (at++; *at == '/' || *at == '!'; at++)
        ;
    while (isalnum((unsigned char)*at) && length + 1 < NAME_SIZE)
        name[length++] = *at++;
    name[length] = 0;
    if (!length)
        fail_msg("'<' without a tag: %.60s", at);
    for (; *at && (in_quotes || *at != '>'); at++) {
        in_quotes = in_quotes != (*at == '"');
        if (*at == '<')
            fail_msg("'<' within the tag %s: %.60s", name, at);
    }
    assert_int_equal(*at, '>');
    return at;
}

static bool is_void(const char *name)
{
    static const char *const names[] = {"DOCTYPE", "meta", "img", "wbr"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Each tag is closed in the right order. */
static void test_tags(void **state)
{
    char open[DEPTH_MOST][NAME_SIZE], name[NAME_SIZE];
    size_t depth = 0, tags = 0;

    NEED_DATABASE();
    for (const char *at = by_text_string(&page); (at = strchr(at, '<')) != NULL; tags++) {
        const char *end = read_tag(at, name);

        if (at[1] == '/') {
            if (!depth || strcmp(open[depth - 1], name) != 0)
                fail_msg("</%s> closes <%s>: %.60s", name, depth ? open[depth - 1] : "", at);
            depth--;
        } else if (!is_void(name) && end[-1] != '/') {
            assert_true(depth < DEPTH_MOST);
            memcpy(open[depth++], name, NAME_SIZE);
        }
        at = end;
    }
    assert_int_equal(depth, 0);
    assert_true(tags > 100);
}

/* ---- What it says ---------------------------------------------------------------------------------------------- */

static void test_escaped(void **state)
{
    NEED_DATABASE();
    assert_holds("<title>Less &lt; more &amp; &quot;quotes&quot; 棋</title>", 1);
    assert_holds("<h1>Less &lt; more &amp; &quot;quotes&quot; 棋</h1>", 1);
    assert_holds("<dd>A &lt;b&gt;book&lt;/b&gt;</dd>", 1);
    assert_holds("<code>boyi lab run 'x' &lt;now&gt;</code>", 1);
    assert_holds("<h2>One &lt;table&gt;</h2>", 1);
    assert_holds("<h2>Sums &lt;i&gt;</h2>", 1);
    assert_holds("alt=\"A &quot;picture&quot;\"", 1);
}

/* Curves of the tables and of progress; the picture as an image, whose text cannot end it. */
static void test_pictures(void **state)
{
    NEED_DATABASE();
    assert_holds("<svg ", 4);
    assert_holds("<figure>", 5);
    assert_holds("<img ", 1);
    assert_holds("src=\"data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2F", 1);
    assert_holds("%3C%2Fsvg%3E%0A\"></figure>", 1);
    assert_holds(" dashed\"", 4); /* published figures in two tables, and their line in the legend */
}

/* Every link has its anchor, and every anchor its link. */
static void test_contents(void **state)
{
    static const char *const places[] = {"table-1", "table-2",  "table-3", "part-sum",
                                         "part-go", "part-pic", "variants"};

    NEED_DATABASE();
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char piece[64];

        (void)snprintf(piece, sizeof piece, "<a href=\"#%s\">", places[i]);
        assert_holds(piece, 1);
        (void)snprintf(piece, sizeof piece, "<section id=\"%s\">", places[i]);
        assert_holds(piece, 1);
    }
}

/* Light and dark, no script, and no external resources. */
static void test_alone(void **state)
{
    NEED_DATABASE();
    assert_holds("prefers-color-scheme:dark", 2);
    assert_holds("color-scheme:light dark", 1);
    assert_holds("<style>", 1);
    assert_holds("<script", 0);
    assert_holds("<link", 0);
    assert_holds("http:", 0);
    assert_holds("https:", 0);
    assert_holds("url(", 0);
    assert_holds("@import", 0);
}

static void test_figures(void **state)
{
    NEED_DATABASE();
    assert_holds("<tr><th>depth</th><th>a</th><th class=\"published\">published</th><th>b</th></tr>", 1);
    assert_holds("<tr><td>2</td><td>20</td><td class=\"published\">50</td><td>200</td></tr>", 1);
    assert_holds("<p class=\"lead\">Mean nodes of 2 positions:</p>", 3);
    assert_holds("<th>selective_<wbr>depth</th>", 1);
    assert_holds("<td class=\"left\">depth 1-3</td><td class=\"left\">alphabeta plain</td>", 2);
    assert_holds("<p class=\"lead\">Limit: depth 3. ", 2);
    assert_holds("uick form", 0);
    assert_holds("<dt>Rows</dt><dd>24 of 24</dd>", 1);
    assert_holds("not finished", 0);
}

/* The page says clearly that it shows the quick form. */
static void test_quick(void **state)
{
    by_text shown = {0};

    NEED_DATABASE();
    experiment->quick_positions = 1;
    experiment->quick_limit = 2;
    assert_int_equal(lab_experiment_make_quick(experiment, NULL), BY_OK);
    by_text_clear(&page);
    assert_int_equal(report(database, LAB_FORMAT_HTML, NULL, NULL, &page, NULL), BY_OK);
    assert_holds("棋 (quick form)</title>", 1);
    assert_holds("棋 (quick form)</h1>", 1);
    assert_holds("<p class=\"warn\"><strong>Quick form:</strong> 1 position (p1), no limit beyond depth 2. Titles, and "
                 "what was published, are of the whole form.</p>",
                 1);
    assert_holds("<td class=\"left\">depth 1-2</td>", 4);
    assert_int_equal(report(database, LAB_FORMAT_MARKDOWN, NULL, NULL, &shown, NULL), BY_OK);
    assert_non_null(strstr(by_text_string(&shown),
                           "棋 (quick form)\n\n**Quick form**: 1 position (p1), no limit beyond "
                           "depth 2. Titles, and what was published, are of the whole form\n"));
    by_text_free(&shown);
}

/* Many columns are compared one below another. */
static void test_long_comparisons(void **state)
{
    NEED_DATABASE();
    assert_holds("<tr><th class=\"left\">variant</th><th>depth</th><th>%</th><th>ratio min</th><th>median</th>"
                 "<th>max</th></tr>",
                 1);
    assert_holds(
        "<tr><td class=\"left\">d</td><td>3</td><td>+900.0</td><td>10.000</td><td>10.000</td><td>10.000</td></tr>", 1);
    assert_holds("<th>a %</th>", 1); /* two of them stand side by side */
}

/* The page reports what is missing, also in its head; rows have no page. */
static void test_unfinished(void **state)
{
    struct lab_rows loaded;
    lab_database *empty;
    by_error error = {0};
    by_text rows = {0};

    NEED_DATABASE();
    assert_int_equal(lab_rows_load(&loaded, experiment, database, NULL), BY_OK);
    assert_int_equal(lab_report_rows(&loaded, LAB_FORMAT_HTML, &rows, &error), BY_ERROR_UNSUPPORTED);
    lab_rows_free(&loaded);
    assert_string_equal(error.message, "rows are printed as text, markdown or csv, not as html");
    assert_int_equal(lab_database_open(":memory:", false, NULL, &empty, NULL), BY_OK);
    by_text_clear(&page);
    assert_int_equal(report(empty, LAB_FORMAT_HTML, NULL, NULL, &page, NULL), BY_OK);
    assert_holds("not finished: 0 of 24 are done", 1);
    assert_holds("4 searches are not done yet", 2);
    assert_holds("12 searches are not done yet", 1); /* of progress, which shows all limits */
    assert_holds("nan", 0);
    assert_holds("<dt>Command</dt>", 0);
    lab_database_close(empty);
    by_text_free(&rows);
}

/* Each failing allocation is reported, and no memory leaks. */
static void test_no_memory(void **state)
{
    size_t count, before;

    NEED_DATABASE();
    by_text_free(&page);
    allocation_reset();
    assert_int_equal(report(database, LAB_FORMAT_HTML, "x", "y", &page, NULL), BY_OK);
    count = allocation_count();
    by_text_free(&page);
    before = allocation_current();
    for (size_t n = 1; n <= count; n++) {
        by_status status;

        allocation_fail_at(n);
        status = report(database, LAB_FORMAT_HTML, "x", "y", &page, NULL);
        if (status != BY_ERROR_MEMORY)
            fail_msg("allocation %zu of %zu: status %d", n, count, status);
        by_text_free(&page);
        assert_int_equal(allocation_current(), before);
    }
    allocation_fail_at(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tags, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_escaped, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_pictures, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_contents, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_alone, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_figures, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_quick, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_long_comparisons, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_unfinished, open_page, close_page),
        cmocka_unit_test_setup_teardown(test_no_memory, open_page, close_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
