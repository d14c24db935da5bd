/* SPDX-License-Identifier: MIT
 *
 * `boyi trace` from outside (tests/support/trace.h).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/trace.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

enum { ROW_MOST = 512 };

#define OI_WIKI "'H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))'"

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

/* The line that begins with `word`, from `from` on. */
static const char *line_that_begins(const char *from, const char *word)
{
    for (const char *line = from; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, strlen(word)) == 0)
            return line;
    }
    return NULL;
}

/* Copies a row with one bar between cells, which at least two blanks separate. */
static void read_row(const char *line, char row[ROW_MOST])
{
    size_t length = 0;

    for (; *line && *line != '\n' && length < ROW_MOST - 1; line++) {
        if (line[0] == ' ' && line[1] == ' ') {
            row[length++] = '|';
            while (line[1] == ' ')
                line++;
        } else {
            row[length++] = *line;
        }
    }
    row[length] = 0;
}

/* Compares the rows of the first table after `from` with `rows`, all of them and in this order. */
static void assert_table(const char *from, const char *const *rows, int count)
{
    const char *line = line_that_begins(from, "node ");
    char row[ROW_MOST];

    assert_non_null(line);
    for (int i = 0; i < count; i++) {
        line = strchr(line, '\n') + 1;
        read_row(line, row);
        assert_string_equal(row, rows[i]);
    }
    assert_int_equal(strchr(line, '\n')[1], '\n');
}

#define ASSERT_TABLE(rows) assert_table(trace_out, rows, sizeof rows / sizeof rows[0])

/* ---- The worked example ---------------------------------------------------------------------------------------- */

/* All eleven rows of the worked example of the OI Wiki: windows, values, cuts, true values and cases. */
static void the_worked_example_has_its_eleven_rows(void **state)
{
    static const char *const rows[] = {
        "A|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "C|MIN|3,+∞|3,2|2|leaf 12|shallow, A=3 at B|2|3",
        "B|MAX|−∞,+∞|3,+∞|3|–|–|3|1",
        "F|MIN|−∞,3|−∞,3|3|–|–|15|2",
        "E|MAX|−∞,3|3,3|3|G|shallow, B=3 at D|15|3",
        "D|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "K|MIN|3,+∞|3,2|2|leaf 5|deep, D=3 at H|2|3",
        "L|MIN|3,+∞|3,3|3|nothing left|deep, D=3 at H|3|3",
        "J|MAX|3,+∞|3,+∞|3|–|–|3|2",
        "I|MIN|3,+∞|3,3|3|M|shallow, D=3 at H|2|3",
        "H|MAX|−∞,+∞|3,+∞|3|–|–|3|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI), 0);
    ASSERT_TABLE(rows);
    assert_says("\nleaves read   3, 17, 2, 15, 2, 3\n");
    assert_says("\nnodes visited 17 of 26, leaves 6 of 12\n");
    assert_says("\nvalue         3\n");
    assert_says("\nvariation     D B A 1\n");
}

/* Fail-soft returns the same, except that F and E say 15. */
static void fail_soft_returns_more_at_two_nodes(void **state)
{
    static const char *const rows[] = {
        "A|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "C|MIN|3,+∞|3,2|2|leaf 12|shallow, A=3 at B|2|3",
        "B|MAX|−∞,+∞|3,+∞|3|–|–|3|1",
        "F|MIN|−∞,3|−∞,3|15|–|–|15|2",
        "E|MAX|−∞,3|15,3|15|G|shallow, B=3 at D|15|3",
        "D|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "K|MIN|3,+∞|3,2|2|leaf 5|deep, D=3 at H|2|3",
        "L|MIN|3,+∞|3,3|3|nothing left|deep, D=3 at H|3|3",
        "J|MAX|3,+∞|3,+∞|3|–|–|3|2",
        "I|MIN|3,+∞|3,3|3|M|shallow, D=3 at H|2|3",
        "H|MAX|−∞,+∞|3,+∞|3|–|–|3|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --set form=fail_soft"), 0);
    ASSERT_TABLE(rows);
    assert_says("\nleaves read   3, 17, 2, 15, 2, 3\n");
}

/* The log has windows, changes of bounds and cuts in the order in which they happen. */
static void the_log_has_windows_and_cuts_in_their_order(void **state)
{
    static const char *const lines[] = {
        "enter H (MAX) with −∞,+∞\n",
        "        leaf A.1: 3; β of A falls to 3\n",
        "        leaf A.2: 17; no better for A\n",
        "      leave A with −∞,3, returns 3, case 1; α of B rises to 3\n",
        "      enter C (MIN) with 3,+∞\n",
        "        C cuts, β 2 ≤ α 3 (shallow, A=3 at B): leaf 12\n",
        "      E cuts, α 3 ≥ β 3 (shallow, B=3 at D): G\n",
        "        K cuts, β 2 ≤ α 3 (deep, D=3 at H): leaf 5\n",
        "leave H with 3,+∞, returns 3, case 1\n",
    };
    const char *at = trace_out;

    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --steps"), 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_says(lines[i]);
        assert_true(strstr(at, lines[i]) != NULL);
        at = strstr(at, lines[i]);
    }
}

/* ---- Other trees ----------------------------------------------------------------------------------------------- */

/* The small example of the OI Wiki, without names: 15 through the middle move; 12, 20 and 22 are never read. */
static void a_tree_without_names_is_traced(void **state)
{
    static const char *const rows[] = {
        "1|MIN|−∞,+∞|−∞,3|3|–|–|3|1",
        "2|MIN|3,+∞|3,15|15|–|–|15|1",
        "3|MIN|15,+∞|15,1|1|leaf 12, leaf 20, leaf 22|shallow, 2=15 at root|1|3",
        "root|MAX|−∞,+∞|15,+∞|15|–|–|15|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree '((7,3),(15),(1,12,20,22))'"), 0);
    ASSERT_TABLE(rows);
    assert_says("\nleaves read   7, 3, 15, 1\n");
    assert_says("\nvalue         15\n");
    assert_says("\nvariation     2 1\n");
}

/* The textbook tree of two plies: 3 by the move to B, and 7 of its 9 leaves are read. */
static void the_textbook_tree_reads_seven_leaves(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 'A(B(3,12,8),C(2,4,6),D(14,5,2))'"), 0);
    assert_says("\nC     MIN   3,+∞       3,2       2        leaf 4, leaf 6  shallow, B=3 at A  2           3\n");
    assert_says("\nleaves read   3, 12, 8, 2, 14, 5, 2\n");
    assert_says("leaves 7 of 9\n");
    assert_says("\nvalue         3\n");
    assert_says("\nvariation     B 1\n");
}

/* A shallow cut: B is 19, and its sibling C stops at a first child of 19 or less, but not at one of 20. */
static void a_shallow_cut_stops_at_an_equal_value(void **state)
{
    static const char *const rows[] = {
        "B|MIN|−∞,+∞|−∞,19|19|–|–|19|1",
        "C|MIN|19,+∞|19,18|18|leaf 50, leaf 60|shallow, B=19 at A|18|3",
        "A|MAX|−∞,+∞|19,+∞|19|–|–|19|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree 'A(B(20,25,19,30),C(18,50,60))'"), 0);
    ASSERT_TABLE(rows);
    assert_int_equal(trace_run("tree 'A(B(20,25,19,30),C(19,50,60))'"), 0);
    assert_says("shallow, B=19 at A");
    assert_int_equal(trace_run("tree 'A(B(20,25,19,30),C(20,50,60))'"), 0);
    assert_null(strstr(trace_out, "shallow"));
}

/* A deep cut: B is 12, and N, three plies further down, stops at a child of 10 because of it. */
static void a_deep_cut_names_its_ancestor(void **state)
{
    static const char *const rows[] = {
        "N|MIN|12,+∞|12,10|10|leaf 40|deep, B=12 at A|10|3",
        "J|MAX|12,+∞|12,+∞|12|–|–|10|2",
        "C|MIN|12,+∞|12,12|12|leaf 9|shallow, B=12 at A|9|3",
        "A|MAX|−∞,+∞|12,+∞|12|–|–|12|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree 'A(B=12,C(J(N(10,40),5),9))'"), 0);
    ASSERT_TABLE(rows);
}

/* A side that moves twice: no window is turned around between two nodes of the same side. */
static void a_side_may_move_twice(void **state)
{
    static const char *const rows[] = {
        "B|MAX|−∞,+∞|7,+∞|7|–|–|7|1",
        "D|MIN|7,+∞|7,2|2|leaf 8|deep, B=7 at A|2|2",
        "C|MIN|7,+∞|7,2|2|leaf 9|shallow, B=7 at A|2|3",
        "A|MAX|−∞,+∞|7,+∞|7|–|–|7|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree 'A(B:max(3,7),C(D:min(2,8),9))'"), 0);
    ASSERT_TABLE(rows);
}

/* ---- Other searches -------------------------------------------------------------------------------------------- */

/* Minimax visits everything and returns the truth everywhere. It has no windows, and so no cuts and no cases: nothing
 * is said of them. */
static void minimax_has_no_windows_and_no_cuts(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --method minimax"), 0);
    assert_says("\nnode  side  returns  true value\n");
    assert_says("\nE     MAX   15       15\n");
    assert_says("\nM     MAX   2        2\n");
    assert_says("\nnodes visited 26 of 26, leaves 12 of 12\n");
}

/* Nor do the picture and the JSON. */
static void pictures_of_minimax_have_no_windows(void **state)
{
    static const char *const words[] = {"α", "∞", "window", "case", "cut off"};
    static const char *const members[] = {"\"window\"", "\"entry\"", "\"case\"", "\"cut\""};

    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --method minimax --svg"), 0);
    assert_says("<title>E (MAX), true value 15; returns 15 (searched)</title>");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_null(strstr(trace_out, words[i]));
    assert_int_equal(trace_run("tree " OI_WIKI " --method minimax --json"), 0);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        assert_null(strstr(trace_out, members[i]));
}

/* Step by step too: values rise and fall, and no word of windows. */
static void the_log_of_minimax_has_no_windows(void **state)
{
    static const char *const words[] = {"α", "β", "∞", "window", "case", "cut"};

    (void)state;
    assert_int_equal(trace_run("tree 'A(B(3,12,8),C(2,4,6))' --method minimax --steps"), 0);
    assert_says("\nenter A (MAX)\n"
                "  enter B (MIN)\n"
                "    leaf B.1: 3; value of B falls to 3\n"
                "    leaf B.2: 12; no better for B\n"
                "    leaf B.3: 8; no better for B\n"
                "  leave B, returns 3; value of A rises to 3\n"
                "  enter C (MIN)\n"
                "    leaf C.1: 2; value of C falls to 2\n"
                "    leaf C.2: 4; no better for C\n"
                "    leaf C.3: 6; no better for C\n"
                "  leave C, returns 2; no better for A\n"
                "leave A, returns 3\n");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_null(strstr(trace_out, words[i]));
    /* The question whether a value is reached is a null window, and cuts */
    assert_int_equal(trace_run("tree 'A(B(3,1,8),C(2,4,6))' --method minimax --preset and-or --steps"), 0);
    assert_says("\n  A cuts, α 1 ≥ β 1 (the root's window): C\n");
}

/* The trace has a scout that fails, and the search that it makes necessary. */
static void a_failed_scout_is_searched_again(void **state)
{
    static const char *const rows[] = {
        "1|MIN|−∞,+∞|−∞,1|1|–|–|1|1|main",    "2|MIN|1,2|1,2|5|–|–|5|again|scout",
        "2|MIN|1,+∞|1,5|5|–|–|5|1|research",  "3|MIN|5,6|5,2|2|leaf 7|shallow, 2=5 at root|2|3|scout",
        "root|MAX|−∞,+∞|5,+∞|5|–|–|5|1|main",
    };

    (void)state;
    assert_int_equal(trace_run("tree '((1),(5),(2,7))' --preset plain --set pvs=on"), 0);
    ASSERT_TABLE(rows);
    assert_says("9 visits");
}

/* A bound without a value is called a null window, or the root's. */
static void a_bound_without_a_value_is_a_null_window(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 'A(B(1),C(D(5,6),9))' --preset plain --set pvs=on"), 0);
    assert_says("\nD     MAX   1,2        5,2       5        leaf 6  null window of A");
    assert_int_equal(trace_run("tree 'A(B(5,6),C(1,2))' --preset plain --set mtdf=on"), 0);
    assert_says("the root's window");
}

/* A node that is known from the hash table is marked as such. */
static void a_hash_hit_is_marked(void **state)
{
    static const char *const rows[] = {
        "S|MAX|−∞,+∞|6,+∞|6|–|–|6|1",
        "B|MIN|−∞,+∞|−∞,6|6|–|–|6|1",
        "S|MAX|6,+∞|6,+∞|6|all, known|hash table|6|2",
        "C|MIN|6,+∞|6,6|6|leaf 1|shallow, B=6 at A|1|3",
        "A|MAX|−∞,+∞|6,+∞|6|–|–|6|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree 'A(B(S(5,6),9),C(S,1))' --preset plain --set hash=on"), 0);
    ASSERT_TABLE(rows);
}

/* A shallower search of the same node has bounds of its own, which do not reach into the full one. */
static void internal_deepening_keeps_its_bounds_to_itself(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 'random depth=3 width=3 seed=2' --preset plain --set iid=plain "
                               "--set iid_min_depth=2 --set iid_reduction=1"),
                     0);
    assert_says("\n2     MIN   0,+∞       0,0       0        2.2, 2.3         shallow, 1=0 at root  9           3     "
                "internal\n");
    assert_null(strstr(trace_out, "null window"));
}

/* Each iteration has its table. */
static void each_iteration_has_its_table(void **state)
{
    static const char *const second[] = {
        "D|MIN|−∞,+∞|−∞,0|0|–|–|3|1",
        "I|MIN|0,+∞|0,0|0|M|shallow, D=0 at H|2|3",
        "H|MAX|−∞,+∞|0,+∞|0|–|–|3|1",
    };

    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --preset plain --set deepening=1"), 0);
    assert_says("\niteration 1: depth 1, value 0\n");
    assert_says("\niteration 4: depth 4, value 3\n");
    assert_table(strstr(trace_out, "iteration 2"), second, 3);
}

/* Nodes of a game are called by their way from the root, and wins by their distance. MIN may be the one to move. */
static void nodes_of_a_game_are_called_by_their_path(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tictactoe xox/o.x/..."), 0);
    assert_says("\nsides         MAX is x, MIN is o\n");
    assert_says("\n8.6    MIN   0,win 2       0,0           0        8.6.7         shallow, 8.4=0 at 8 ");
    assert_says("\nroot   MIN ");
    assert_says("\nnodes visited 45 of 51, leaves 18 of 21\n");
    assert_int_equal(trace_run("tictactoe xox/o.x/... --leaves"), 0);
    assert_says("\n4.6.7    MAX   −∞,+∞         −∞,+∞         loss 3 ");
}

/* If the game is over there is nothing to trace, which is no error. */
static void a_game_that_is_over_is_traced(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 5"), 0);
    assert_says("\nvalue         5\n");
    assert_int_equal(trace_run("tree 5 --svg"), 0);
    assert_int_equal(trace_run("tree 5 --json"), 0);
}

/* ---- Mistakes and limits --------------------------------------------------------------------------------------- */

/* Mistakes are reported in a line and exit with 2. */
static void mistakes_are_reported_in_a_line(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 'A(3'"), 2);
    assert_says("boyi trace: position, line 1, column 4");
    assert_int_equal(trace_run("tree --format svgg"), 2);
    assert_says("did you mean 'svg'?");
    assert_int_equal(trace_run("tree --format pdf"), 2);
    assert_says("expected text, json or svg");
    assert_int_equal(trace_run("tree --json --svg"), 2);
    assert_int_equal(trace_run("tree 5 --position 6"), 2);
    assert_says("twice");
    assert_int_equal(trace_run("tree --preset oi-wikki"), 2);
    assert_says("did you mean 'oi-wiki'?");
}

/* A tree that is too large is refused with a way out; one node less than that is traced. */
static void a_tree_that_is_too_large_is_refused(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tictactoe"), 2);
    assert_says("more than 2000 nodes");
    assert_says("--depth");
    assert_int_equal(trace_run("tree " OI_WIKI " --limit 25"), 2);
    assert_says("more than 25 nodes");
    assert_int_equal(trace_run("tree " OI_WIKI " --limit 26"), 0);
    assert_int_equal(trace_run("tictactoe --depth 2"), 0);
    assert_says("of 82, leaves");
}

/* A search that is stopped prints what it has done until then. */
static void a_stopped_search_is_shown_as_far_as_it_came(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --nodes 5"), 0);
    assert_says("\nB     MAX   −∞,+∞      3,+∞      stopped ");
    assert_says("\nstopped by    nodes\n");
}

/* --output writes the same into a file; what cannot be written is a failure. */
static void output_goes_to_a_file(void **state)
{
    static char expected[TRACE_OUT_MOST];
    char name[] = "/tmp/boyi-trace-XXXXXX", arguments[128];
    int descriptor = mkstemp(name);
    size_t length;
    FILE *file;

    (void)state;
    assert_true(descriptor >= 0);
    assert_int_equal(trace_run("tree --svg"), 0);
    (void)snprintf(expected, sizeof expected, "%s", trace_out);
    (void)snprintf(arguments, sizeof arguments, "tree --format svg --output %s", name);
    assert_int_equal(trace_run(arguments), 0);
    assert_string_equal(trace_out, "");
    file = fdopen(descriptor, "r");
    assert_non_null(file);
    length = fread(trace_out, 1, sizeof trace_out - 1, file);
    trace_out[length] = 0;
    (void)fclose(file);
    (void)remove(name);
    assert_string_equal(trace_out, expected);
    assert_int_equal(trace_run("tree --output /nowhere/at/all"), 1);
    assert_says("cannot write /nowhere/at/all: No such file");
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

#ifdef HAS_JANSSON
static void add_bound(char *row, const json_t *bound, const char *endless)
{
    if (json_is_null(bound))
        strcat(row, endless);
    else
        (void)sprintf(row + strlen(row), "%d", (int)json_integer_value(bound));
}

static void add_window(char *row, const json_t *window)
{
    assert_int_equal(json_array_size(window), 2);
    add_bound(row, json_array_get(window, 0), "−∞");
    strcat(row, ",");
    add_bound(row, json_array_get(window, 1), "+∞");
    strcat(row, "|");
}

/* The row of a visit as the text has it, but for the names of what was cut. */
static void make_row(char *row, const json_t *node, const json_t *visit)
{
    const json_t *by = json_object_get(visit, "cut");
    bool is_max = strcmp(json_string_value(json_object_get(node, "side")), "max") == 0;

    (void)sprintf(row, "%s|%s|", json_string_value(json_object_get(node, "label")), is_max ? "MAX" : "MIN");
    add_window(row, json_object_get(visit, "entry"));
    add_window(row, json_object_get(visit, "window"));
    (void)sprintf(row + strlen(row), "%d|", (int)json_integer_value(json_object_get(visit, "returns")));
    if (by)
        (void)sprintf(row + strlen(row), "%s, %s=%d at %s|", json_string_value(json_object_get(by, "kind")),
                      json_string_value(json_object_get(by, "node_label")),
                      (int)json_integer_value(json_object_get(by, "bound")),
                      json_string_value(json_object_get(by, "at_label")));
    else
        strcat(row, "–|");
    (void)sprintf(row + strlen(row), "%d|%d", (int)json_integer_value(json_object_get(node, "true_value")),
                  (int)json_integer_value(json_object_get(visit, "case")));
}

enum { VISITS_MOST = 64 };

/* Puts the rows of all visits below `node` where they belong by the order of completion. */
static void collect_rows(const json_t *node, char rows[VISITS_MOST][ROW_MOST])
{
    const json_t *child, *visit;
    size_t i;

    json_array_foreach(json_object_get(node, "visits"), i, visit)
    {
        json_int_t left = json_integer_value(json_object_get(visit, "left"));

        assert_in_range(left, 1, VISITS_MOST - 1);
        if (!json_is_true(json_object_get(node, "leaf")))
            make_row(rows[left], node, visit);
    }
    json_array_foreach(json_object_get(node, "children"), i, child)
    {
        collect_rows(child, rows);
    }
}

static void drop_cell(char *row, int cell)
{
    char *from = row, *end;

    while (cell-- > 0)
        from = strchr(from, '|') + 1;
    end = strchr(from, '|') + 1;
    memmove(from, end, strlen(end) + 1);
}

/* The JSON of the worked example parses, and its visits are the rows of the text. */
static void json_has_the_rows_of_the_text(void **state)
{
    static char rows[VISITS_MOST][ROW_MOST];
    json_error_t error;
    json_t *root;
    const json_t *summary;
    const char *line;
    char row[ROW_MOST];

    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --json"), 0);
    root = json_loads(trace_out, 0, &error);
    assert_non_null(root);
    summary = json_object_get(root, "trace");
    assert_string_equal(json_string_value(json_object_get(summary, "game")), "tree");
    assert_string_equal(json_string_value(json_object_get(json_object_get(summary, "options"), "form")), "recorded");
    assert_int_equal(json_integer_value(json_object_get(summary, "value")), 3);
    assert_int_equal(json_array_size(json_object_get(summary, "pv")), 4);
    collect_rows(json_object_get(root, "tree"), rows);
    assert_int_equal(trace_run("tree " OI_WIKI), 0);
    line = line_that_begins(trace_out, "node ");
    for (int i = 0; i < VISITS_MOST; i++) {
        if (!rows[i][0])
            continue;
        line = strchr(line, '\n') + 1;
        read_row(line, row);
        drop_cell(row, 5);
        assert_string_equal(rows[i], row);
    }
    assert_int_equal(strchr(line, '\n')[1], '\n');
    json_decref(root);
}

/* The node at the end of a way of child numbers. */
static const json_t *descend(const json_t *node, const int *way, int length)
{
    for (int i = 0; i < length; i++)
        node = json_array_get(json_object_get(node, "children"), (size_t)way[i]);
    assert_non_null(node);
    return node;
}

/* The parent of a node that was cut off says by what; one further below is cut off too, and never visited. */
static void json_has_what_was_cut_and_why(void **state)
{
    json_t *root;
    const json_t *node, *by, *parent;

    (void)state;
    assert_int_equal(trace_run("tree 'A(B=12,C(J(N(10,40),5),X(7)))' --json"), 0);
    root = json_loads(trace_out, 0, NULL);
    assert_non_null(root);
    parent = descend(json_object_get(root, "tree"), (const int[]){1, 0, 0}, 3);
    node = descend(parent, (const int[]){1}, 1);
    by = json_object_get(json_object_get(parent, "visit"), "cut");
    assert_true(json_is_true(json_object_get(node, "cut_off")));
    assert_true(json_is_null(json_object_get(node, "visit")));
    assert_string_equal(json_string_value(json_object_get(by, "kind")), "deep");
    assert_string_equal(json_string_value(json_object_get(by, "node_label")), "B");
    assert_string_equal(json_string_value(json_object_get(by, "at_label")), "A");
    assert_int_equal(json_integer_value(json_object_get(by, "left_out")), 1);
    parent = descend(json_object_get(root, "tree"), (const int[]){1, 1}, 2);
    node = descend(parent, (const int[]){0}, 1);
    assert_true(json_is_null(json_object_get(parent, "visit")));
    assert_true(json_is_true(json_object_get(node, "cut_off")));
    assert_int_equal(json_integer_value(json_object_get(node, "visit_count")), 0);
    json_decref(root);
}
#endif

/* ---- The picture ----------------------------------------------------------------------------------------------- */

/* The picture of the worked example: squares for MAX, circles for MIN, boxes for leaves, four places that are cut, a
 * principal variation of four moves (and one line in the legend). */
static void the_picture_has_shapes_for_sides_and_marks_for_cuts(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " OI_WIKI " --svg"), 0);
    assert_well_formed(trace_out);
    assert_true(strncmp(trace_out, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39) == 0);
    assert_int_equal(trace_count("<rect class=\"node max"), 5);
    assert_int_equal(trace_count("<circle class=\"node min"), 9);
    assert_int_equal(trace_count("<rect class=\"node leaf"), 12);
    assert_int_equal(trace_count("<g class=\"cut\">"), 4);
    assert_int_equal(trace_count("class=\"cut-mark\""), 4 + 1);
    assert_int_equal(trace_count("<line class=\"edge pv\""), 4 + 1);
    assert_says("<title>G is cut off: E is worth at least 3 (shallow, B=3 at D)</title>");
    assert_says("<title>leaf 5 is cut off: K is worth at most 2 (deep, D=3 at H)</title>");
}

/* In pictures of many trees no two nodes overlap, and none is outside. */
static void nodes_of_pictures_do_not_overlap(void **state)
{
    static const char *const trees[] = {
        OI_WIKI,
        "'random width=5 depth=4 vary=on leaf=20 seed=4'",
        "'random width=4 depth=5 vary=on leaf=20 seed=4'",
        "'random width=2 depth=7 leaf=10 seed=1 wins=20 same=30'",
    };
    char arguments[256];

    (void)state;
    for (size_t t = 0; t < sizeof trees / sizeof trees[0]; t++) {
        (void)snprintf(arguments, sizeof arguments, "tree %s --svg --preset plain", trees[t]);
        assert_int_equal(trace_run(arguments), 0);
        assert_well_formed(trace_out);
        assert_true(assert_no_overlap(trace_out) > 10);
    }
}

/* Every way of searching can be shown in every way, on trees of all kinds. */
static void every_method_has_every_format(void **state)
{
    static const char *const methods[] = {"--method minimax", "--preset plain", "--preset full",
                                          "--preset oi-wiki", "--set mtdf=on",  "--preset full --set iid=enlarged"};
    static const char *const formats[] = {"--steps --leaves", "--json", "--svg"};
    static const char *const games[] = {"tree 'random depth=4 same=30 wins=20 leaf=20 seed=7'",
                                        "tree 'random depth=4 graph=on seed=8'", "tictactoe xo./.x./..o --depth 3"};
    char arguments[256];

    (void)state;
    for (int i = 0; i < 3 * 6 * 3; i++) {
        (void)snprintf(arguments, sizeof arguments, "%s %s %s", games[i % 3], methods[i / 3 % 6], formats[i / 18]);
        assert_int_equal(trace_run(arguments), 0);
        if (i / 18 == 2)
            assert_well_formed(trace_out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_has_its_eleven_rows),
        cmocka_unit_test(fail_soft_returns_more_at_two_nodes),
        cmocka_unit_test(the_log_has_windows_and_cuts_in_their_order),
        cmocka_unit_test(a_tree_without_names_is_traced),
        cmocka_unit_test(the_textbook_tree_reads_seven_leaves),
        cmocka_unit_test(a_shallow_cut_stops_at_an_equal_value),
        cmocka_unit_test(a_deep_cut_names_its_ancestor),
        cmocka_unit_test(a_side_may_move_twice),
        cmocka_unit_test(minimax_has_no_windows_and_no_cuts),
        cmocka_unit_test(the_log_of_minimax_has_no_windows),
        cmocka_unit_test(pictures_of_minimax_have_no_windows),
        cmocka_unit_test(a_failed_scout_is_searched_again),
        cmocka_unit_test(a_bound_without_a_value_is_a_null_window),
        cmocka_unit_test(a_hash_hit_is_marked),
        cmocka_unit_test(internal_deepening_keeps_its_bounds_to_itself),
        cmocka_unit_test(each_iteration_has_its_table),
        cmocka_unit_test(nodes_of_a_game_are_called_by_their_path),
        cmocka_unit_test(a_game_that_is_over_is_traced),
        cmocka_unit_test(mistakes_are_reported_in_a_line),
        cmocka_unit_test(a_tree_that_is_too_large_is_refused),
        cmocka_unit_test(a_stopped_search_is_shown_as_far_as_it_came),
        cmocka_unit_test(output_goes_to_a_file),
#ifdef HAS_JANSSON
        cmocka_unit_test(json_has_the_rows_of_the_text),
        cmocka_unit_test(json_has_what_was_cut_and_why),
#endif
        cmocka_unit_test(the_picture_has_shapes_for_sides_and_marks_for_cuts),
        cmocka_unit_test(nodes_of_pictures_do_not_overlap),
        cmocka_unit_test(every_method_has_every_format),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
