/* SPDX-License-Identifier: MIT
 *
 * `boyi trace` of methods that prove, from outside (tests/support/trace.h), and the events that it is made from.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/search.h"
#include "support/trace.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

/* The worked example of docs/methods/proof.md: MAX, who moves at A, C, D, E's children and so on, wins by G. */
#define EXAMPLE "'A(B(C(loss,E(win,F(loss,loss))),D(win)),G(H(I(win,win),loss),J(K(win,L(win,loss)),M(win))))'"

/* Best-first search as df-pn does it: without delay, and without trying refutations on siblings. */
#define AS_PN " --set epsilon_percent=0 --set similar=off"

/* ---- Worked by hand -------------------------------------------------------------------------------------------- */

/* Every number of every step, computed by hand: a leaf has 1,1; at an OR node the proof number is the least and the
 * disproof number the sum, at an AND node the other way round. */
static const char example_steps[] =
    "step 1    A (OR) is expanded; nodes 0\n"
    "          B (AND) 1,1; G (AND) 1,1\n"
    "          A 1,1 → 1,2\n" /* least of 1, 1; 1 + 1 */
    "step 2    B (AND) is expanded; path A B; nodes 2\n"
    "          C (OR) 1,1; D (OR) 1,1\n"
    "          B 1,1 → 2,1\n" /* 1 + 1; least of 1, 1. A: least of 2, 1; 1 + 1, as before */
    "step 3    G (AND) is expanded; path A G; nodes 4\n"
    "          H (OR) 1,1; J (OR) 1,1\n"
    "          G 1,1 → 2,1\n"
    "          A 1,2 → 2,2\n" /* least of 2, 2; 1 + 1 */
    "step 4    C (OR) is expanded; path A B C; nodes 6\n"
    "          C.1 (AND) ∞,0 disproved; E (AND) 1,1\n"
    "          C stays 1,1\n" /* least of ∞, 1; 0 + 1 */
    "step 5    E (AND) is expanded; path A B C E; nodes 8\n"
    "          E.1 (OR) 0,∞ proved; F (OR) 1,1\n"
    "          E stays 1,1\n" /* 0 + 1; least of ∞, 1 */
    "step 6    F (OR) is expanded; path A B C E F; nodes 10\n"
    "          F.1 (AND) ∞,0 disproved; F.2 (AND) ∞,0 disproved\n"
    "          F 1,1 → ∞,0 disproved\n" /* least of ∞, ∞; 0 + 0 */
    "          E 1,1 → ∞,0 disproved\n" /* 0 + ∞; least of ∞, 0 */
    "          C 1,1 → ∞,0 disproved\n"
    "          B 2,1 → ∞,0 disproved\n" /* ∞ + 1; least of 0, 1 */
    "          A 2,2 → 2,1\n"           /* least of ∞, 2; 0 + 1 */
    "step 7    H (OR) is expanded; path A G H; nodes 12\n"
    "          I (AND) 1,1; H.2 (AND) ∞,0 disproved\n"
    "          H stays 1,1\n"
    "step 8    I (AND) is expanded; path A G H I; nodes 14\n"
    "          I.1 (OR) 0,∞ proved; I.2 (OR) 0,∞ proved\n"
    "          I 1,1 → 0,∞ proved\n"
    "          H 1,1 → 0,∞ proved\n"
    "          G 2,1 → 1,1\n" /* 0 + 1; least of ∞, 1 */
    "          A 2,1 → 1,1\n" /* least of ∞, 1; 0 + 1 */
    "step 9    J (OR) is expanded; path A G J; nodes 16\n"
    "          K (AND) 1,1; M (AND) 1,1\n"
    "          J 1,1 → 1,2\n"
    "          G 1,1 → 1,2\n" /* 0 + 1; least of ∞, 2 */
    "          A 1,1 → 1,2\n" /* least of ∞, 1; 0 + 2 */
    "step 10   K (AND) is expanded; path A G J K; nodes 18\n"
    "          K.1 (OR) 0,∞ proved; L (OR) 1,1\n"
    "          K stays 1,1\n"
    "step 11   L (OR) is expanded; path A G J K L; nodes 20\n"
    "          L.1 (AND) 0,∞ proved\n"
    "          L 1,1 → 0,∞ proved\n"
    "          K 1,1 → 0,∞ proved\n"
    "          J 1,2 → 0,∞ proved\n"
    "          G 1,2 → 0,∞ proved\n"
    "          A 1,2 → 0,∞ proved\n\n";

static void the_worked_example_has_its_steps(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --steps"), 0);
    assert_says(example_steps);
    assert_says("\nquestion      does max win?\n");
    assert_says("\nanswer        yes, proved\n");
    assert_says("\nvariation     G J K L 1\n");
    assert_says("\nnodes         21, expansions 11\n");
    assert_says(
        "\nroot's numbers by nodes\n           0  1,1\n           2  1,2\n           6  2,2\n          12  2,1\n"
        "          16  1,1\n          18  1,2\n          21  0,∞\n");
}

/* The tree in the end: the numbers, the step of each expansion, what the numbers were, and the path of the last step.
 */
static void the_tree_has_numbers_steps_and_history(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn"), 0);
    assert_says("\n* A            OR    0      ∞         1         proved     1,1 → 1,2 → 2,2 → 2,1 → 1,1 → 1,2\n");
    assert_says("\n    B          AND   ∞      0         2         disproved  1,1 → 2,1\n");
    assert_says("\n      D        OR    1      1\n");
    assert_says("\n          1    OR    0      ∞                   proved\n");
    assert_says("\n*         L    OR    0      ∞         11        proved     1,1\n");
    assert_int_equal(trace_count("\n*  "), 4 + 1); /* G, J, K, L; and what the sign means */
    assert_null(strstr(trace_out, "step 1"));
}

/* After some of the steps: only what was known then, and the path to what comes next. */
static void the_tree_after_a_step_has_what_was_known_then(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --step 5"), 0);
    assert_says("\nafter step 5 of 11\n");
    assert_says("\n* A          OR    2      2         1                       1,1 → 1,2\n");
    assert_says("\n*         F  OR    1      1                   most-proving\n");
    assert_says("\n    G        AND   2      1         3                       1,1\n");
    assert_null(strstr(trace_out, " I "));
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --step 0"), 0);
    assert_says("\n* A     OR    1      1                   most-proving\n");
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --step 11"), 0);
    assert_null(strstr(trace_out, "after step"));
}

/* df-pn without delay: the same expansions. While it stays below G, the numbers of A are left as they were, and those
 * of G while it stays below J; what they would be is reported at powers of two of nodes. */
static void df_pn_leaves_numbers_above_until_it_returns(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method df-pn --steps" AS_PN), 0);
    assert_says("\n          H 1,1 → 0,∞ proved\n          G 2,1 → 1,1\n"
                "step 9    J (OR) is expanded; path A G J; nodes 16\n"
                "          K (AND) 1,1; M (AND) 1,1\n          J 1,1 → 1,2\n"
                "step 10   K (AND) is expanded; path A G J K; nodes 18\n"
                "          K.1 (OR) 0,∞ proved; L (OR) 1,1\n          K stays 1,1\n"
                "step 11   L (OR) is expanded; path A G J K L; nodes 20\n"
                "          L.1 (AND) 0,∞ proved\n          L 1,1 → 0,∞ proved\n          K 1,1 → 0,∞ proved\n"
                "          J 1,2 → 0,∞ proved\n          G 1,1 → 0,∞ proved\n          A 2,1 → 0,∞ proved\n");
    assert_says("\n          12  2,1\n          16  1,1\n          21  0,∞\n");
}

/* ---- Kinds and numbers ----------------------------------------------------------------------------------------- */

/* OR and AND go by the prover, whoever moves at the root and however often a side moves in a row. */
static void kinds_go_by_the_prover(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree 'A(B:max(loss,C(win)),D(loss))' --method pn"), 0);
    assert_says("\n* A        OR ");
    assert_says("\n*   B      OR ");
    assert_says("\n*     C    AND ");
    assert_says("\n    D      AND ");
    assert_int_equal(trace_run("tree 'A(B:max(loss,C(win)),D(loss))' --method pn --set prover=second"), 0);
    assert_says("\nquestion      does min win?\n");
    assert_says("\n* A        AND ");
    assert_says("\n*     C    OR ");
    assert_says("\n    D      OR ");
    assert_int_equal(trace_run("tree 'A:min(B(win),C(loss))' --method pn --set prover=mover"), 0);
    assert_says("\n* A      OR ");
    assert_says("\nanswer        yes, proved\n");
    assert_int_equal(trace_run("tree 'A:min(B(win),C(loss))' --method pn --set prover=first"), 0);
    assert_says("\n* A      AND ");
    assert_says("\nanswer        no, proved\n");
}

/* Numbers are in units, with decimals only where they are needed; 8 and 1 sixteenths are the cost of a move here. */
static void numbers_have_decimals_where_needed(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method df-pn --set edge_cost=8 --steps --nodes 2"), 0);
    assert_says("\n          A 1,1 → 1.5,3\n");
    assert_int_equal(trace_run("tree " EXAMPLE " --method df-pn --set edge_cost=1 --steps --nodes 2"), 0);
    assert_says("\n          A 1,1 → 1.0625,2.125\n");
    assert_int_equal(trace_run("tree " EXAMPLE " --method df-pn --set edge_cost=1 --nodes 2 --json"), 0);
    assert_says("\"numbers\": [1.0625, 2.125]");
}

/* The notes explain how numbers are added, where it is not plainly. */
static void the_notes_explain_how_numbers_are_added(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method df-pn --set sum=damped --set rest_percent=30"), 0);
    assert_non_null(
        strstr(trace_out, "\nadded         sum=damped: the greatest of the numbers, and 30 % of the others\n"));
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --set sum=weak"), 0);
    assert_non_null(
        strstr(trace_out, "\nadded         sum=weak: the greatest of the numbers, and one for each further "));
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn"), 0);
    assert_null(strstr(trace_out, "\nadded "));
}

/* With letters nothing but ASCII is printed, by any method, and columns still stand in line. */
static void letters_are_ascii_and_columns_stand_in_line(void **state)
{
    static const char *const searches[] = {"--method pn", "--method df-pn", "--preset oi-wiki", "--method minimax"};
    char arguments[256];

    (void)state;
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        (void)snprintf(arguments, sizeof arguments, "tree " EXAMPLE " %s --steps --letters", searches[i]);
        assert_int_equal(trace_run(arguments), 0);
        for (const char *at = trace_out; *at; at++)
            assert_true((unsigned char)*at < 128);
        if (!strstr(searches[i], "minimax")) /* which has no windows */
            assert_says("inf");
    }
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --letters"), 0);
    assert_says("\n    B          AND   inf    0         2         disproved  1,1 -> 2,1\n");
}

/* ---- Other games and ends -------------------------------------------------------------------------------------- */

#define CAPTURE                                                                                                        \
    "go-capture 'black B2 none 0 4 .O../OO../OXX./.OO. w' --game-set reader=atari --game-set owner_moves=all"

/* The capture of docs/methods/proof.md: White moves first and is the prover, since the block is Black's. */
static void the_documented_capture_is_proved(void **state)
{
    static const char steps[] = "step 1    root (OR) is expanded; nodes 0\n"
                                "          D2 (AND) 1,1; C3 (AND) 1,1; A1 (AND) 1,1; D1 (AND) 1,1; D3 (AND) 1,1; C4 "
                                "(AND) 1,1\n"
                                "          root 1,1 → 1,6\n"
                                "step 2    D2 (AND) is expanded; path root D2; nodes 6\n"
                                "          D2.C3 (OR) 1,1; D2.D3 (OR) 0,∞ proved; D2.C4 (OR) 0,∞ proved; D2.D4 (OR) "
                                "0,∞ proved;\n"
                                "          D2.pass (OR) 0,∞ proved\n"
                                "          D2 stays 1,1\n"
                                "step 3    D2.C3 (OR) is expanded; path root D2 C3; nodes 11\n";

    (void)state;
    assert_int_equal(trace_run(CAPTURE " --method pn --steps"), 0);
    assert_says("\nquestion      does white win?\n");
    assert_says(steps);
    assert_says("\n          root 1,10 → 0,∞ proved\n");
    assert_says("\nvariation     D2 C3 D3 C4\n");
}

/* If the plies leave a proof open, the search looks for a disproof; then the tree has nothing of the first search. */
static void a_second_search_forgets_the_first(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tictactoe xox/o.x/... --method pn --depth 2 --steps"), 0);
    assert_says("\n          root 1,1 → ∞,0 disproved\n"
                "          no proof within the plies: the search starts again, for a disproof\n"
                "          root (OR) 1,1\nstep 6    root (OR) is expanded; nodes 16\n");
    assert_says("\n    4    AND   ∞      0         7         disproved  1,1\n");
    assert_says("\n          32  0,∞\n");
    assert_says("\nanswer        unknown: solved only as far as the plies reach\n");
    assert_int_equal(trace_run("tictactoe xox/o.x/... --method pn --depth 2 --step 6"), 0);
    assert_says("\n* root  OR    1      4         6                       1,1\n");
    assert_int_equal(trace_count("AND"), 4 + 1);
}

/* A search that is stopped is shown as far as it came, with the path to what would have been next. */
static void a_stopped_search_is_shown_as_far_as_it_came(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(trace_run(i ? "tictactoe --steps --nodes 30 --method pn"
                                     : "tictactoe --steps --nodes 30 --method df-pn" AS_PN),
                         0);
        assert_says("\nstep 4    2 (AND) is expanded, but stopped; path root 2; nodes 25\n");
        assert_says("\n* root   OR    1      9         1                       1,1\n");
        assert_says("\n*   2    AND   1      1                   most-proving\n");
        assert_int_equal(trace_count("most-proving\n"), 1);
        assert_says("\nanswer        unknown\n");
        assert_says("\nnodes         30, expansions 3\n");
        assert_says("\nstopped by    nodes\n");
    }
    assert_int_equal(trace_run("tictactoe --method df-pn --limit 31"), 0);
    assert_says("\nnodes         30, ");
}

static void steps_that_are_not_there_are_refused(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --step 12"), 2);
    assert_says("there are 11 steps, and --step asks for number 12");
    assert_int_equal(trace_run("tree " EXAMPLE " --step 2"), 2);
    assert_says("--step is for methods that prove");
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --step -1"), 2);
    assert_int_equal(trace_run("tree " EXAMPLE " --method df-pn --set threads=2"), 2);
    assert_says("threads: a search is recorded on one, expected threads=1");
}

/* ---- By the definition ----------------------------------------------------------------------------------------- */

#ifdef HAS_JANSSON
enum { NODES_MOST = 4096 };

/* A tree that is built up again from the changes in the JSON. */
struct rebuilt {
    struct {
        int parent;
        bool is_or, is_known, is_expanded;
        double proof, disproof; /* in units; ENDLESS */
    } nodes[NODES_MOST];
    int count;
};

#define ENDLESS 1e18

static struct rebuilt rebuilt;

static double number_of(const json_t *pair, size_t index)
{
    const json_t *number = json_array_get(pair, index);

    assert_int_equal(json_array_size(pair), 2);
    return json_is_null(number) ? ENDLESS : json_number_value(number);
}

static int integer_of(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return (int)json_integer_value(json_object_get(object, key));
}

/* Parents and kinds. Numbers come later. */
static void plant(const json_t *node, int parent)
{
    const json_t *child;
    int id = integer_of(node, "id");
    size_t i;

    assert_in_range(id, 0, NODES_MOST - 1);
    rebuilt.nodes[id].parent = parent;
    rebuilt.nodes[id].is_or = strcmp(json_string_value(json_object_get(node, "kind")), "or") == 0;
    rebuilt.count = id >= rebuilt.count ? id + 1 : rebuilt.count;
    json_array_foreach(json_object_get(node, "children"), i, child)
    {
        plant(child, id);
    }
}

/* The numbers of an expanded node by the definition: children in the order in which they were looked at. */
static void compute(int node, double *proof, double *disproof, int *best)
{
    bool is_or = rebuilt.nodes[node].is_or;
    double least = ENDLESS, sum = 0;

    *best = -1;
    for (int i = 1; i < rebuilt.count; i++) {
        double own = is_or ? rebuilt.nodes[i].proof : rebuilt.nodes[i].disproof;
        double other = is_or ? rebuilt.nodes[i].disproof : rebuilt.nodes[i].proof;

        if (rebuilt.nodes[i].parent != node || !rebuilt.nodes[i].is_known)
            continue;
        sum = sum >= ENDLESS || other >= ENDLESS ? ENDLESS : sum + other;
        if (own < least) {
            least = own;
            *best = i;
        }
    }
    *proof = is_or ? least : sum;
    *disproof = is_or ? sum : least;
}

static void assert_consistent(void)
{
    for (int i = 0; i < rebuilt.count; i++) {
        double proof, disproof;
        int best;

        if (!rebuilt.nodes[i].is_expanded)
            continue;
        compute(i, &proof, &disproof, &best);
        assert_true(proof == rebuilt.nodes[i].proof);
        assert_true(disproof == rebuilt.nodes[i].disproof);
    }
}

static int most_proving(void)
{
    double proof, disproof;
    int node = 0, best = 0;

    while (rebuilt.nodes[node].is_expanded) {
        compute(node, &proof, &disproof, &best);
        assert_true(best > 0);
        node = best;
    }
    return node;
}

static void change(const json_t *changed)
{
    const json_t *after = json_object_get(changed, "after"), *before = json_object_get(changed, "before");
    int node = integer_of(changed, "node");

    assert_int_equal(before != NULL, rebuilt.nodes[node].is_known);
    if (before) {
        assert_true(number_of(before, 0) == rebuilt.nodes[node].proof);
        assert_true(number_of(before, 1) == rebuilt.nodes[node].disproof);
    }
    rebuilt.nodes[node].proof = number_of(after, 0);
    rebuilt.nodes[node].disproof = number_of(after, 1);
    rebuilt.nodes[node].is_known = true;
}

static void assert_path(const json_t *path, int node)
{
    for (size_t i = json_array_size(path); i-- > 0; node = rebuilt.nodes[node].parent)
        assert_int_equal(json_integer_value(json_array_get(path, i)), node);
    assert_int_equal(node, -1);
}

/* One step: it expands the most-proving leaf, the path is the one to it, and after it all numbers are right. */
static void follow(const json_t *step, bool is_best_first)
{
    const json_t *changed;
    int node = integer_of(step, "node");
    size_t i;

    if (is_best_first)
        assert_int_equal(node, most_proving());
    assert_path(json_object_get(step, "path"), node);
    assert_true(json_is_false(json_object_get(step, "again")));
    rebuilt.nodes[node].is_expanded = true;
    json_array_foreach(json_object_get(step, "changes"), i, changed)
    {
        change(changed);
    }
    if (is_best_first)
        assert_consistent();
}

static void assert_final(const json_t *node)
{
    const json_t *child;
    int id = integer_of(node, "id");
    size_t i;

    assert_true(number_of(json_object_get(node, "numbers"), 0) == rebuilt.nodes[id].proof);
    assert_true(number_of(json_object_get(node, "numbers"), 1) == rebuilt.nodes[id].disproof);
    assert_int_equal(json_is_integer(json_object_get(node, "expanded")), rebuilt.nodes[id].is_expanded);
    json_array_foreach(json_object_get(node, "children"), i, child)
    {
        assert_final(child);
    }
}

/* Runs the trace and follows its steps. Returns how many there were; `order` are the labels of what was expanded. */
static int follow_all(const char *arguments, bool is_best_first, char *order, size_t room)
{
    const json_t *step, *tree;
    json_t *root;
    size_t i;

    assert_int_equal(trace_run(arguments), 0);
    root = json_loads(trace_out, 0, NULL);
    assert_non_null(root);
    tree = json_object_get(root, "tree");
    memset(&rebuilt, 0, sizeof rebuilt);
    plant(tree, -1);
    rebuilt.nodes[0].is_known = true;
    rebuilt.nodes[0].proof = rebuilt.nodes[0].disproof = 1;
    order[0] = 0;
    json_array_foreach(json_object_get(root, "steps"), i, step)
    {
        follow(step, is_best_first);
        assert_true(strlen(order) + 64 < room);
        (void)sprintf(order + strlen(order), "%s ", json_string_value(json_object_get(step, "label")));
    }
    assert_final(tree);
    assert_int_equal(integer_of(json_object_get(root, "trace"), "expansions"), (int)i);
    json_decref(root);
    return (int)i;
}

enum { ORDER_MOST = 1 << 16 };

static void make_tree(unsigned seed, char *text, size_t size)
{
    (void)snprintf(text, size,
                   "tree 'random width=%u depth=%u vary=%s leaf=10 same=%u values=-3..3 seed=%u' --set threshold=%d "
                   "--set prover=%s --json",
                   2 + seed % 3, 3 + seed % 4, seed % 2 ? "on" : "off", seed % 3 * 20, seed, (int)(seed % 5) - 2,
                   seed % 7 < 4 ? "first" : "second");
}

/* On random trees each step of pn expands the leaf that the definition gives, and leaves the numbers that it gives. */
static void pn_follows_the_definition_on_random_trees(void **state)
{
    static char order[ORDER_MOST];
    char tree[256], arguments[320];
    int most = 0;

    (void)state;
    for (unsigned seed = 1; seed <= 60; seed++) {
        int steps;

        make_tree(seed, tree, sizeof tree);
        (void)snprintf(arguments, sizeof arguments, "%s --method pn", tree);
        steps = follow_all(arguments, true, order, sizeof order);
        most = steps > most ? steps : most;
    }
    assert_true(most > 40);
    (void)follow_all(CAPTURE " --method pn --json", true, order, sizeof order);
    assert_string_equal(order, "root D2 D2.C3 D2.C3.D3 ");
}

/* df-pn without delay expands the same nodes in the same order: of the worked example, and of random trees. */
static void df_pn_without_delay_expands_in_the_order_of_pn(void **state)
{
    static char best_first[ORDER_MOST], depth_first[ORDER_MOST];
    char tree[256], arguments[400];

    (void)state;
    (void)follow_all("tree " EXAMPLE " --method df-pn --json" AS_PN, false, depth_first, sizeof depth_first);
    assert_string_equal(depth_first, "A B G C E F H I J K L ");
    for (unsigned seed = 1; seed <= 60; seed++) {
        make_tree(seed, tree, sizeof tree);
        (void)snprintf(arguments, sizeof arguments, "%s --method pn", tree);
        (void)follow_all(arguments, true, best_first, sizeof best_first);
        (void)snprintf(arguments, sizeof arguments, "%s --method df-pn" AS_PN, tree);
        (void)follow_all(arguments, false, depth_first, sizeof depth_first);
        assert_string_equal(depth_first, best_first);
    }
}

/* The question, the answer and the root's numbers in the JSON. */
static void json_has_question_answer_and_numbers(void **state)
{
    const json_t *points, *summary;
    json_t *root;

    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --json"), 0);
    root = json_loads(trace_out, 0, NULL);
    assert_non_null(root);
    summary = json_object_get(root, "trace");
    assert_string_equal(json_string_value(json_object_get(summary, "prover")), "first");
    assert_string_equal(json_string_value(json_object_get(summary, "answer")), "yes");
    assert_int_equal(integer_of(summary, "searched"), 21);
    assert_int_equal(integer_of(summary, "nodes"), 22);
    assert_int_equal(json_array_size(json_object_get(summary, "pv")), 5);
    points = json_object_get(root, "root_numbers");
    assert_int_equal(json_array_size(points), 7);
    assert_int_equal(integer_of(json_array_get(points, 6), "nodes"), 21);
    assert_true(json_is_null(json_array_get(json_object_get(json_array_get(points, 6), "numbers"), 1)));
    json_decref(root);
}
#endif

/* ---- The picture ----------------------------------------------------------------------------------------------- */

/* Squares for OR, circles for AND, boxes for what was solved when it was looked at; colours for what is solved; the
 * path to L, of four edges (and one in the legend). */
static void the_picture_has_shapes_for_kinds_and_colours_for_answers(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --svg"), 0);
    assert_well_formed(trace_out);
    assert_int_equal(assert_no_overlap(trace_out), 22);
    assert_int_equal(trace_count("<circle class=\"node"), 6);           /* B, G, E, I, K, M */
    assert_int_equal(trace_count("<circle class=\"node proved"), 3);    /* G, I, K */
    assert_int_equal(trace_count("<circle class=\"node disproved"), 2); /* B, E */
    assert_int_equal(trace_count("<rect class=\"node or\""), 1);        /* D */
    assert_int_equal(trace_count("rx=\"13\"/>"), 9);
    assert_int_equal(trace_count("<line class=\"edge path\""), 4 + 1);
    assert_int_equal(trace_count("<rect class=\"badge\""), 11 + 1);
    assert_says("<title>B (AND); step 1: 1,1; step 2: 2,1; step 6: ∞,0; disproved</title>");
    assert_int_equal(trace_count("class=\"curve of-proof\" d="), 1);
    assert_int_equal(trace_run("tree " EXAMPLE " --method pn --svg --step 5"), 0);
    assert_well_formed(trace_out);
    assert_int_equal(trace_count("<rect class=\"badge\""), 5 + 1);
    assert_int_equal(trace_count(" class=\"node off\""), 11);
}

/* Every method can be shown in every way, on trees of all kinds. */
static void every_method_has_every_format(void **state)
{
    static const char *const methods[] = {"pn", "pn+", "'pn*'", "df-pn", "df-pn+"};
    static const char *const formats[] = {"--steps", "--json", "--svg", "--svg --step 1"};
    static const char *const games[] = {"tree 'random depth=5 same=30 wins=40 leaf=10 seed=8'",
                                        "tree 'random depth=5 graph=on values=-2..2 seed=8' --set threshold=1",
                                        "tictactoe xo./.x./..o --depth 3", "tictactoe --nodes 300",
                                        "go-capture 'black B2 none 0 4 .O../OO../OXX./.OO. w' --nodes 200"};
    char arguments[256];

    (void)state;
    for (int i = 0; i < 5 * 5 * 4; i++) {
        (void)snprintf(arguments, sizeof arguments, "%s --method %s %s", games[i % 5], methods[i / 5 % 5],
                       formats[i / 25]);
        assert_int_equal(trace_run(arguments), 0);
        if (i / 25 >= 2) {
            assert_well_formed(trace_out);
            (void)assert_no_overlap(trace_out);
        }
    }
}

/* ---- Events ---------------------------------------------------------------------------------------------------- */

enum { CHILDREN_MOST = 32, PLACES = 1 << 15, PLIES_MOST = 128 };

/* A node, by the code of the moves that lead to it, with what was reported of its children since it was expanded last.
 */
struct followed {
    uint64_t code; /* 0: none */
    int count;
    struct {
        by_move move;
        uint64_t proof, disproof;
    } children[CHILDREN_MOST];
};

struct follower {
    int prover;
    int depth; /* nodes that are entered and not left */
    struct followed *path[PLIES_MOST];
    struct followed *places;
    uint64_t told[BY_EVENT_UPDATE + 1];
};

static struct followed *find_place(struct follower *follower, uint64_t code)
{
    size_t at = code % PLACES;

    for (int tries = 0; follower->places[at].code && follower->places[at].code != code; tries++) {
        assert_true(tries < PLACES);
        at = (at + 1) % PLACES;
    }
    follower->places[at].code = code;
    return &follower->places[at];
}

static void note_child(struct followed *node, const struct by_event *event)
{
    int i = 0;

    while (i < node->count && node->children[i].move != event->move)
        i++;
    assert_in_range(i, 0, CHILDREN_MOST - 1);
    node->count += i == node->count;
    node->children[i].move = event->move;
    node->children[i].proof = event->proof_number;
    node->children[i].disproof = event->disproof_number;
}

/* The numbers of an update are those that follow from what was reported of the children. */
static void assert_update(const struct followed *node, const struct by_event *event, bool is_or)
{
    uint64_t least = UINT64_MAX, sum = 0;

    for (int i = 0; i < node->count; i++) {
        uint64_t own = is_or ? node->children[i].proof : node->children[i].disproof;
        uint64_t other = is_or ? node->children[i].disproof : node->children[i].proof;

        least = own < least ? own : least;
        sum = sum == UINT64_MAX || other == UINT64_MAX ? UINT64_MAX : sum + other;
    }
    assert_true(node->count > 0);
    assert_int_equal(is_or ? event->proof_number : event->disproof_number, least);
    assert_int_equal(is_or ? event->disproof_number : event->proof_number, sum);
}

static void follow_events(void *context, const struct by_event *event)
{
    struct follower *follower = context;
    struct followed **path = follower->path;
    int ply = event->ply;

    follower->told[event->kind]++;
    assert_in_range(ply, 0, PLIES_MOST - 1);
    assert_int_equal(ply, follower->depth - (event->kind != BY_EVENT_ENTER && event->kind != BY_EVENT_CHILD));
    if (event->kind == BY_EVENT_ENTER) {
        path[ply] = find_place(follower, ply ? by_random_word(path[ply - 1]->code ^ ((uint64_t)event->move << 8)) : 1);
        follower->depth++;
    } else if (event->kind == BY_EVENT_LEAVE) {
        follower->depth--;
    } else if (event->kind == BY_EVENT_EXPAND) {
        path[ply]->count = 0;
    } else if (event->kind == BY_EVENT_UPDATE) {
        assert_update(path[ply], event, event->side == follower->prover);
    }
    if (ply > 0 && (event->kind == BY_EVENT_CHILD || event->kind == BY_EVENT_LEAVE))
        note_child(path[ply - 1], event);
}

#define ALL_OF_PROOFS (BY_EVENT_ENTER | BY_EVENT_LEAVE | BY_EVENT_EXPAND | BY_EVENT_CHILD | BY_EVENT_UPDATE)

static void check_events(const char *method, const char *game, const char *position, int prover, const char *settings)
{
    struct follower follower = {.prover = prover};
    const struct by_observer observer = {BY_SIZE(by_observer), ALL_OF_PROOFS, &follower, follow_events};
    const struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    uint64_t nodes;

    follower.places = calloc(PLACES, sizeof *follower.places);
    assert_non_null(follower.places);
    bench_open(&bench, game, position);
    bench_method(&bench, method, NULL, settings);
    result = bench_observe(&bench, &limits, &observer);
    nodes = result.nodes;
    assert_int_equal(follower.depth, 0);
    assert_int_equal(follower.told[BY_EVENT_EXPAND],
                     bench_counter(&result, "expansions") + bench_counter(&result, "re_expansions"));
    assert_true(follower.told[BY_EVENT_CHILD] >= follower.told[BY_EVENT_EXPAND]);
    assert_true(follower.told[BY_EVENT_UPDATE] >= follower.told[BY_EVENT_EXPAND]);
    bench_method(&bench, method, NULL, settings);
    assert_int_equal(bench_run(&bench, &limits).nodes, nodes); /* an observer changes nothing */
    bench_close(&bench);
    free(follower.places);
}

/* All that the numbers of a node are made from is reported before them, also what the table says of children and what
 * siblings do; expansions are as many as are counted. */
static void events_report_all_that_numbers_are_made_from(void **state)
{
    static const char *const methods[] = {"pn", "pn+", "pn*", "df-pn", "df-pn+"};

    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        check_events(methods[i], "tictactoe", NULL, 0, "threshold=0");
        check_events(methods[i], "go-capture reader=nothing", "black B2 none 0 4 .O../OO../OXX./.OO. w", 1, "");
        for (unsigned seed = 1; seed <= 20; seed++) {
            char tree[120];

            (void)snprintf(tree, sizeof tree, "random width=3 depth=6 graph=on same=20 values=-3..3 seed=%u", seed);
            check_events(methods[i], "tree", tree, 1, "threshold=1 prover=second");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_has_its_steps),
        cmocka_unit_test(the_tree_has_numbers_steps_and_history),
        cmocka_unit_test(the_tree_after_a_step_has_what_was_known_then),
        cmocka_unit_test(df_pn_leaves_numbers_above_until_it_returns),
        cmocka_unit_test(kinds_go_by_the_prover),
        cmocka_unit_test(numbers_have_decimals_where_needed),
        cmocka_unit_test(the_notes_explain_how_numbers_are_added),
        cmocka_unit_test(letters_are_ascii_and_columns_stand_in_line),
        cmocka_unit_test(the_documented_capture_is_proved),
        cmocka_unit_test(a_second_search_forgets_the_first),
        cmocka_unit_test(a_stopped_search_is_shown_as_far_as_it_came),
        cmocka_unit_test(steps_that_are_not_there_are_refused),
#ifdef HAS_JANSSON
        cmocka_unit_test(pn_follows_the_definition_on_random_trees),
        cmocka_unit_test(df_pn_without_delay_expands_in_the_order_of_pn),
        cmocka_unit_test(json_has_question_answer_and_numbers),
#endif
        cmocka_unit_test(the_picture_has_shapes_for_kinds_and_colours_for_answers),
        cmocka_unit_test(every_method_has_every_format),
        cmocka_unit_test(events_report_all_that_numbers_are_made_from),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
