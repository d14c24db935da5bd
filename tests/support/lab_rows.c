/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support/lab_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/report.h"
#include "support/lab.h"

static const char head[] = "title t\ngame tictactoe\n"
                           "position p1 initial\nposition p2 x../.../...\nposition p3 x../.o./...\n"
                           "position p4 x../.o./x..\nposition p5 .x./.../...\n"
                           "variant a alphabeta plain\nvariant b minimax\nnodes 100 1000\nnodes 500 for b\n"
                           "measure nodes solved\npublished a nodes 1000=28.5\npublished a solved 1000=4\n";

/* a solves four of five, b three; on p1 they are level within 10 %, on p2 the first is better, on p3 the second, p4 is
 * solved by the first alone and p5 by neither. The rows with a lower limit must not count. */
static const struct made_row rows[MADE_ROWS] = {
    {0, 0, 1000, "yes", 100, 1000},      {1, 0, 1000, "no", 10, 90000},   {2, 0, 1000, "yes", 400, 200000},
    {3, 0, 1000, "yes", 1000, 12000000}, {4, 0, 1000, "unknown", 7, 1},   {0, 1, 500, "yes", 109, 2000},
    {1, 1, 500, "no", 300, 3000},        {2, 1, 500, "yes", 20, 100000},  {3, 1, 500, "unknown", 500, 5000},
    {4, 1, 500, "unknown", 500, 5000},   {0, 0, 100, "unknown", 99, 999}, {1, 0, 100, "no", 98, 998},
};

struct made made;

static enum by_answer answer_named(const char *name)
{
    for (int answer = BY_ANSWER_NONE; answer <= BY_ANSWER_UNKNOWN; answer++)
        if (strcmp(by_answer_name((enum by_answer)answer), name) == 0)
            return (enum by_answer)answer;
    fail_msg("no answer '%s'", name);
    return BY_ANSWER_NONE;
}

void made_add(const struct made_row *row, const struct solve_curve *curve)
{
    const struct by_result result = {BY_SIZE(by_result), .nodes = row->nodes, .time_us = row->time_us, .depth = 3};
    const struct lab_finding finding = {
        .result = &result, .best = "", .answer = answer_named(row->answer), .curve = curve};
    const struct lab_task task = {.position = row->position, .variant = row->variant, .limit = row->limit};

    assert_int_equal(lab_database_add(made.database, made.experiment, &task, &finding, NULL), BY_OK);
}

/* Positions of two sets, in groups that are numbers. */
static const char grouped_positions[] = "g1\tinitial\t2\tleft\ng2\tx../.../...\t10\tleft\n"
                                        "g3\tx../.o./...\t2\tright\ng4\tx../.o./x..\t10\tright\n";

static char *read_grouped(void *context, const char *name, const char **why)
{
    char *copy = malloc(sizeof grouped_positions);

    (void)context;
    *why = name;
    if (copy)
        memcpy(copy, grouped_positions, sizeof grouped_positions);
    return copy;
}

const struct lab_reader made_reader = {.read = read_grouped};

void made_open_text(const char *text)
{
    by_error error;

    if (lab_experiment_read("test", text, &made_reader, &made.experiment, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    assert_int_equal(lab_database_open(":memory:", false, NULL, &made.database, &error), BY_OK);
}

void made_open(const char *lines, const struct solve_curve *curves, size_t count)
{
    static const struct solve_curve none = {0};
    char text[4096];

    (void)snprintf(text, sizeof text, "%s%s", head, lines);
    made_open_text(text);
    for (size_t i = 0; i < count; i++)
        made_add(&rows[i], curves ? &curves[i] : &none);
}

void made_close(void)
{
    lab_database_close(made.database);
    lab_experiment_destroy(made.experiment);
}

/* Loads the rows that there are now, and fills a section from them. */
static void fill(size_t section, struct lab_rows *loaded, struct lab_sheet *sheet)
{
    assert_int_equal(lab_rows_load(loaded, made.experiment, made.database, NULL), BY_OK);
    assert_int_equal(lab_sheet_fill(loaded, &made.experiment->sections[section], sheet, NULL), BY_OK);
}

/* A report that is read from its CSV prints as the one that was filled from rows. */
static void assert_read_back(const struct lab_rows *loaded)
{
    by_text csv = {0};
    struct lab_report filled, read;

    assert_int_equal(lab_report_fill(loaded, &filled, NULL), BY_OK);
    assert_int_equal(lab_report_print(&filled, LAB_FORMAT_CSV, NULL, &csv, NULL), BY_OK);
    assert_int_equal(lab_report_read(made.experiment, by_text_string(&csv), &read, NULL), BY_OK);
    for (int format = LAB_FORMAT_TEXT; format <= LAB_FORMAT_HTML; format++) {
        by_text one = {0}, other = {0};

        assert_int_equal(lab_report_print(&filled, (enum lab_format)format, NULL, &one, NULL), BY_OK);
        assert_int_equal(lab_report_print(&read, (enum lab_format)format, NULL, &other, NULL), BY_OK);
        assert_string_equal(by_text_string(&one), by_text_string(&other));
        by_text_free(&one);
        by_text_free(&other);
    }
    lab_report_free(&filled);
    lab_report_free(&read);
    by_text_free(&csv);
}

void made_print(size_t section, enum lab_format format, by_text *out)
{
    struct lab_rows loaded;
    struct lab_sheet sheet;

    fill(section, &loaded, &sheet);
    if (format == LAB_FORMAT_CSV)
        assert_int_equal(lab_sheet_csv(&sheet, out, NULL), BY_OK);
    else
        lab_sheet_print(&sheet, format, out);
    assert_read_back(&loaded);
    lab_sheet_free(&sheet);
    lab_rows_free(&loaded);
}

void made_draw(size_t section, bool is_inline, by_text *out)
{
    struct lab_rows loaded;
    struct lab_sheet sheet;

    fill(section, &loaded, &sheet);
    assert_int_equal(lab_sheet_draw(&sheet, is_inline, out, NULL), BY_OK);
    lab_sheet_free(&sheet);
    lab_rows_free(&loaded);
}

void assert_printed(size_t part, bool is_csv, const char *expected)
{
    by_text text = {0};

    made_print(part, is_csv ? LAB_FORMAT_CSV : LAB_FORMAT_TEXT, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

void assert_part(const char *lines, const char *expected)
{
    by_text text = {0};

    made_open(lines, NULL, MADE_ROWS);
    made_print(0, LAB_FORMAT_TEXT, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    made_close();
}

void assert_csv(const char *lines, const char *expected)
{
    by_text text = {0};

    made_open(lines, NULL, MADE_ROWS);
    made_print(0, LAB_FORMAT_CSV, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    made_close();
}

void assert_holds(const char *text, const char *piece, bool is_there)
{
    if (!strstr(text, piece) == is_there)
        fail_msg("'%s' is %s in:\n%s", piece, is_there ? "not" : "there", text);
}

void assert_drawing(size_t part, const char *piece, bool is_there)
{
    by_text text = {0};

    made_draw(part, true, &text);
    assert_holds(by_text_string(&text), piece, is_there);
    by_text_free(&text);
}

void assert_drawn(size_t part, size_t points, const char *piece)
{
    by_text text = {0};

    made_draw(part, true, &text);
    assert_int_equal(count_in(by_text_string(&text), "<circle "), points);
    assert_holds(by_text_string(&text), piece, true);
    assert_int_equal(!points, !text.length);
    by_text_free(&text);
}
