/* SPDX-License-Identifier: MIT
 *
 * The problems of tests/data/go_capture, and those beside them whose answers are not proved: they are what their README
 * says, and the solver answers them. What stands on boards of four lines is also checked by brute force, with nothing
 * of the solver.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/problem.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

#define FOLDER "tests/data/go_capture/"

enum { PROBLEMS_MOST = 400, POINTS_MOST = 19 * 19, TURNS = 8, BRUTE_SIZE = 4, POSITION_ROOM = 512 };

enum part { EASY, MEDIUM, HARD, UNPROVED, PARTS };

static const char *const paths[PARTS] = {FOLDER "easy.txt", FOLDER "medium.txt", FOLDER "hard.txt",
                                         "tests/data/go_capture_unproved/problems.txt"};

/* Several times what an answer took when the files were made */
static const uint64_t node_limits[PARTS] = {20000, 1000000, 10000000, 10000000};

enum {
    QUICK_NODES = 50000,      /* what took fewer is solved always */
    QUICK_PROOF_NODES = 1000, /* and of what took fewer, proofs and single moves */
    PROOF_NODES = 20000000,   /* for an answer and its proof */
    MOVE_NODES = 20000,       /* for a listed move */
};

static struct opened go;
static struct solve_problem *problems[PROBLEMS_MOST];
static int problem_count, first_of[PARTS + 1];

/* ---- The files --------------------------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long length;

    if (!file)
        fail_msg("%s cannot be opened", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    length = ftell(file);
    assert_true(length > 0);
    rewind(file);
    text = calloc((size_t)length + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    (void)fclose(file);
    return text;
}

static void read_problems(const char *path)
{
    char *text = read_file(path);
    struct solve_problem *problem;
    by_error error = {0};
    size_t offset = 0;

    for (;;) {
        if (solve_problem_read(go.game, text, &offset, &problem, &error))
            fail_msg("%s: line %d, column %d: %s", path, error.line, error.column, error.message);
        if (!problem)
            break;
        assert_true(problem_count < PROBLEMS_MOST);
        problems[problem_count++] = problem;
    }
    free(text);
}

static int start(void **state)
{
    (void)state;
    go = open_position("go", "", NULL);
    for (int i = 0; i < PARTS; i++) {
        first_of[i] = problem_count;
        read_problems(paths[i]);
    }
    first_of[PARTS] = problem_count;
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (int i = 0; i < problem_count; i++)
        solve_problem_destroy(problems[i]);
    close_position(&go);
    return 0;
}

/* The code of a problem; each of ours has exactly one. */
static enum solve_code code_of(const struct solve_problem *problem)
{
    for (int code = SOLVE_NO; code <= SOLVE_KO_THREAT; code++)
        if (problem->codes == 1U << code)
            return (enum solve_code)code;
    fail_msg("%s has not one code", problem->id);
    return SOLVE_UNKNOWN;
}

static void print_position(const by_position *position, char out[POSITION_ROOM])
{
    by_text text = {0};

    by_position_print(position, &text);
    assert_true(strlen(by_text_string(&text)) < POSITION_ROOM);
    strcpy(out, by_text_string(&text));
    by_text_free(&text);
}

static bool is_escape(const struct solve_problem *problem)
{
    return code_of(problem) == (problem->is_attack ? SOLVE_NO : SOLVE_YES);
}

static unsigned long nodes_of(const struct solve_problem *problem)
{
    unsigned long nodes = 0;

    if (sscanf(problem->note, "nodes %lu,", &nodes) != 1)
        fail_msg("%s: the note does not begin with nodes", problem->id);
    return nodes;
}

static bool is_proved(const struct solve_problem *problem)
{
    return strstr(problem->note, "proved and the proof verified");
}

/* Each has an answer with its moves, and says where it comes from and how it was confirmed. */
static void each_is_complete(void **state)
{
    (void)state;
    for (int i = 0; i < problem_count; i++) {
        const struct solve_problem *problem = problems[i];

        if (!*problem->source)
            fail_msg("%s has no source", problem->id);
        if ((code_of(problem) != SOLVE_NO) != (*problem->moves != 0))
            fail_msg("%s: code and moves do not fit", problem->id);
        if (!strstr(problem->note, "agrees"))
            fail_msg("%s is not confirmed a second way", problem->id);
        if (is_proved(problem) != (i < first_of[UNPROVED]))
            fail_msg("%s is in the wrong folder", problem->id);
        if (!is_proved(problem) && !strstr(problem->note, "GNU Go agrees at level 10 and 20"))
            fail_msg("%s is neither proved nor agreed on", problem->id);
    }
}

/* The proved ones. */
static void are_of_all_kinds(void **state)
{
    int kos = 0, escapes = 0, over_two_thousand = 0, over_fifty_thousand = 0;

    (void)state;
    for (int i = 0; i < first_of[UNPROVED]; i++) {
        kos += code_of(problems[i]) > SOLVE_YES;
        escapes += is_escape(problems[i]);
        over_two_thousand += nodes_of(problems[i]) > 2000;
        over_fifty_thousand += nodes_of(problems[i]) > 50000;
    }
    assert_true(first_of[UNPROVED] >= 120);
    assert_true(kos >= 15);
    assert_true(escapes >= 30);
    assert_true(over_two_thousand >= 20);
    assert_true(over_fifty_thousand >= 10);
}

/* ---- None twice -------------------------------------------------------------------------------------------------- */

struct shape {
    char points[POINTS_MOST + 1]; /* o the owner's stones, x the other's, * the block, k what a ko forbids */
};

/* A board as text is rows from the top, each followed by one character: the point in column x and row y from there. */
static char *point_at(char *rows, int size, int x, int y)
{
    return rows + (size_t)y * (size_t)(size + 1) + x;
}

static void mark_block(char *rows, int size, int x, int y, char colour)
{
    if (x < 0 || y < 0 || x >= size || y >= size || *point_at(rows, size, x, y) != colour)
        return;
    *point_at(rows, size, x, y) = '*';
    mark_block(rows, size, x - 1, y, colour);
    mark_block(rows, size, x + 1, y, colour);
    mark_block(rows, size, x, y - 1, colour);
    mark_block(rows, size, x, y + 1, colour);
}

static void to_column_and_row(const char *vertex, int size, int *x, int *y)
{
    *x = vertex[0] - 'A' - (vertex[0] > 'I');
    *y = size - atoi(vertex + 1);
}

static void turn(char *rows, int size, int way, struct shape *out)
{
    char *to = out->points;

    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int column = way & 1 ? x : y, row = way & 1 ? y : x;

            *to++ = *point_at(rows, size, way & 2 ? size - 1 - column : column, way & 4 ? size - 1 - row : row);
        }
    }
    *to = 0;
}

/* The same for problems that are turned, mirrored, or have the colours exchanged. */
static struct shape shape_of(const struct solve_problem *problem)
{
    char position[POSITION_ROOM], rows[POSITION_ROOM], ko[8];
    struct shape least = {""}, turned;
    int size, x, y;
    char owner;

    print_position(problem->position, position);
    assert_int_equal(sscanf(position, "%d %511s %*s %7s", &size, rows, ko), 3);
    to_column_and_row(problem->vertex, size, &x, &y);
    owner = *point_at(rows, size, x, y);
    mark_block(rows, size, x, y, owner);
    for (char *at = rows; *at; at++)
        *at = *at == owner ? 'o' : *at == 'X' || *at == 'O' ? 'x' : *at;
    if (*ko != '-') {
        to_column_and_row(ko, size, &x, &y);
        *point_at(rows, size, x, y) = 'k';
    }
    for (int way = 0; way < TURNS; way++) {
        turn(rows, size, way, &turned);
        if (!way || strcmp(turned.points, least.points) < 0)
            least = turned;
    }
    return least;
}

static void none_is_met_twice(void **state)
{
    struct shape *shapes = calloc((size_t)problem_count, sizeof *shapes);

    (void)state;
    assert_non_null(shapes);
    for (int i = 0; i < problem_count; i++) {
        shapes[i] = shape_of(problems[i]);
        for (int j = 0; j < i; j++) {
            if (!strcmp(problems[i]->id, problems[j]->id))
                fail_msg("two problems are called %s", problems[i]->id);
            if (problems[i]->is_attack == problems[j]->is_attack && !strcmp(shapes[i].points, shapes[j].points))
                fail_msg("%s is %s", problems[i]->id, problems[j]->id);
        }
    }
    free(shapes);
}

/* ---- The solver -------------------------------------------------------------------------------------------------- */

/* Whether the answer is right; `what` gets it in words. */
static enum solve_verdict solve_one(const struct solve_problem *problem, const struct solve_settings *settings,
                                    by_text *what)
{
    const struct solve_question question = {problem->position, problem->point, problem->is_attack};
    struct solve_answer answer;
    by_error error = {0};
    by_text move = {0};
    enum solve_verdict verdict;
    solver *s;

    if (solver_create(settings, &s, &error) || solver_ask(s, &question, &answer, &error))
        fail_msg("%s: %s", problem->id, error.message);
    if (answer.move != BY_MOVE_NONE)
        by_position_print_move(problem->position, answer.move, &move);
    verdict = solve_judge(problem, answer.code, by_text_string(&move));
    by_text_printf(what, "%s: the answer is '%s' by '%s' after %lu nodes, not %d by %s", problem->id,
                   solve_code_name(answer.code), by_text_string(&move), (unsigned long)answer.nodes,
                   (int)code_of(problem), problem->moves);
    by_text_free(&move);
    solver_destroy(s);
    return verdict;
}

/* The problems of a part that took at least this number of nodes and fewer than `before`. */
static void solve_all(enum part part, unsigned long least, unsigned long before, const struct solve_settings *settings)
{
    for (int i = first_of[part]; i < first_of[part + 1]; i++) {
        by_text what = {0};

        if (nodes_of(problems[i]) < least || nodes_of(problems[i]) >= before)
            continue;
        if (solve_one(problems[i], settings, &what) != SOLVE_RIGHT)
            fail_msg("%s", by_text_string(&what));
        by_text_free(&what);
    }
}

static void solve_file(enum part part)
{
    const struct solve_settings settings = {.nodes = node_limits[part]};

    solve_all(part, 0, ULONG_MAX, &settings);
}

static void easy_ones_are_solved(void **state)
{
    (void)state;
    solve_file(EASY);
}

static void medium_ones_are_solved(void **state)
{
    (void)state;
    solve_file(MEDIUM);
}

static void hard_ones_are_solved(void **state)
{
    (void)state;
    solve_file(HARD);
}

static void unproved_ones_are_solved(void **state)
{
    const struct solve_settings quick = {.nodes = node_limits[MEDIUM]}, slow = {.nodes = node_limits[UNPROVED]};

    (void)state;
    solve_all(UNPROVED, 0, QUICK_NODES, &quick);
    if (getenv("BOYI_LONG"))
        solve_all(UNPROVED, QUICK_NODES, ULONG_MAX, &slow);
}

/* The claims of the notes still hold: a proof is found and verified. Only problems that took at least this number of
 * nodes and fewer than `before`. */
static void prove_file(enum part part, unsigned long least, unsigned long before)
{
    const struct solve_settings settings = {.nodes = PROOF_NODES, .wants_proof = true};

    for (int i = first_of[part]; i < first_of[part + 1]; i++) {
        const struct solve_question question = {problems[i]->position, problems[i]->point, problems[i]->is_attack};
        struct solve_answer answer;
        by_error error = {0};
        solver *s;

        if (nodes_of(problems[i]) < least || nodes_of(problems[i]) >= before)
            continue;
        if (solver_create(&settings, &s, &error) || solver_ask(s, &question, &answer, &error))
            fail_msg("%s: %s", problems[i]->id, error.message);
        if (answer.code != code_of(problems[i]) || !answer.is_proved)
            fail_msg("%s: the answer '%s' is not proved after %lu nodes", problems[i]->id, solve_code_name(answer.code),
                     (unsigned long)answer.nodes);
        solver_destroy(s);
    }
}

static void easy_ones_are_proved(void **state)
{
    (void)state;
    prove_file(EASY, 0, ULONG_MAX);
    prove_file(MEDIUM, 0, QUICK_PROOF_NODES);
}

static void all_are_proved(void **state)
{
    (void)state;
    if (!getenv("BOYI_LONG"))
        skip();
    prove_file(MEDIUM, QUICK_PROOF_NODES, ULONG_MAX);
    prove_file(HARD, 0, ULONG_MAX);
}

/* Behind a listed move the opposite question has the opposite answer, or none was found; a ko that one takes first is
 * one in which the other needs the first threat. */
static void check_behind(const struct solve_problem *problem, const char *vertex)
{
    static const enum solve_code opposites[] = {SOLVE_YES, SOLVE_NO, SOLVE_KO_THREAT, SOLVE_KO_TAKEN};
    const struct solve_settings settings = {.nodes = MOVE_NODES};
    const struct solve_question question = {problem->position, problem->point, !problem->is_attack};
    char position[POSITION_ROOM];
    struct solve_answer answer;
    by_error error = {0};
    int size, x, y;
    solver *s;

    print_position(problem->position, position);
    size = atoi(position);
    to_column_and_row(problem->vertex, size, &x, &y);
    if (*point_at(strchr(position, ' ') + 1, size, x, y) == '.')
        return; /* it has taken the block */
    if (solver_create(&settings, &s, &error) || solver_ask(s, &question, &answer, &error))
        fail_msg("%s %s: %s", problem->id, vertex, error.message);
    if (answer.code != SOLVE_UNKNOWN && answer.code != opposites[code_of(problem)])
        fail_msg("%s: behind %s the answer is '%s'", problem->id, vertex, solve_code_name(answer.code));
    solver_destroy(s);
}

static void listed_moves_do_it(void **state)
{
    char vertex[16];
    int length;

    (void)state;
    for (int i = 0; i < problem_count; i++) {
        bool is_quick = nodes_of(problems[i]) < QUICK_PROOF_NODES || getenv("BOYI_LONG");

        for (const char *at = problems[i]->moves; sscanf(at, "%15s%n", vertex, &length) == 1; at += length) {
            push_text(problems[i]->position, vertex); /* which fails if it is not legal */
            if (is_quick)
                check_behind(problems[i], vertex);
            assert_int_equal(by_position_pop(problems[i]->position, NULL), BY_OK);
        }
    }
}

/* Alpha-beta knows when going deeper would change nothing. */
static void alphabeta_solves_easy_ones(void **state)
{
    struct solve_settings settings = {.nodes = node_limits[EASY]};

    (void)state;
    assert_int_equal(by_method_find("alphabeta", &settings.method, NULL), BY_OK);
    solve_all(EASY, 0, ULONG_MAX, &settings);
}

/* The paper's choice lacks moves, but not those of ataris and ladders. */
static void the_papers_choice_solves_most(void **state)
{
    struct solve_settings settings = {.nodes = node_limits[EASY]};
    const by_game_type *type;
    by_options *goal;
    int right = 0, wrong = 0;

    (void)state;
    assert_int_equal(by_game_type_find("go-capture", &type, NULL), BY_OK);
    assert_int_equal(by_options_create(type->options, &goal, NULL), BY_OK);
    assert_int_equal(by_game_apply_preset(type, "paper-capture", goal, NULL), BY_OK);
    settings.goal = goal;
    for (int i = 0; i < first_of[EASY + 1]; i++) {
        by_text what = {0};
        enum solve_verdict verdict = solve_one(problems[i], &settings, &what);

        right += verdict == SOLVE_RIGHT;
        wrong += verdict == SOLVE_WRONG;
        by_text_free(&what);
    }
    by_options_destroy(goal);
    assert_in_range(right, 80, first_of[EASY + 1]);
    assert_in_range(wrong, 0, 5);
}

/* ---- Brute force ------------------------------------------------------------------------------------------------- */

/* Whether the block is captured with nobody, the owner, or the attacker retaking kos at once. */
struct truths {
    go_truth *by[3];
};

static bool is_captured(const struct truths *truths, enum go_truth_retaker retaker, const char *position,
                        const char *vertex)
{
    return go_truth_ask_text(truths->by[retaker], position, vertex) == GO_TRUTH_CAPTURED;
}

/* As solve.h defines the codes. */
static enum solve_code true_code(const struct truths *truths, const struct solve_problem *problem, const char *position)
{
    bool wants_capture = problem->is_attack;
    enum go_truth_retaker we = wants_capture ? GO_TRUTH_ATTACKER : GO_TRUTH_OWNER;
    enum go_truth_retaker they = wants_capture ? GO_TRUTH_OWNER : GO_TRUTH_ATTACKER;

    if (is_captured(truths, they, position, problem->vertex) == wants_capture)
        return SOLVE_YES;
    if (is_captured(truths, we, position, problem->vertex) != wants_capture)
        return SOLVE_NO;
    return is_captured(truths, GO_TRUTH_NOBODY, position, problem->vertex) == wants_capture ? SOLVE_KO_TAKEN
                                                                                            : SOLVE_KO_THREAT;
}

static void check_code(const struct truths *truths, const struct solve_problem *problem, const char *position,
                       const char *move)
{
    enum solve_code code = true_code(truths, problem, position);

    if (code != code_of(problem))
        fail_msg("%s %s: the code is %d", problem->id, move, (int)code);
}

/* The first moves, too, as far as they do not take the block at once. */
static void check_moves(const struct truths *truths, const struct solve_problem *problem)
{
    char position[POSITION_ROOM], vertex[16];
    int length, x, y;

    to_column_and_row(problem->vertex, BRUTE_SIZE, &x, &y);
    for (const char *at = problem->moves; sscanf(at, "%15s%n", vertex, &length) == 1; at += length) {
        push_text(problem->position, vertex);
        print_position(problem->position, position);
        assert_int_equal(by_position_pop(problem->position, NULL), BY_OK);
        if (*point_at(strchr(position, ' ') + 1, BRUTE_SIZE, x, y) != '.')
            check_code(truths, problem, position, vertex);
    }
}

static void small_boards_are_true(void **state)
{
    struct truths truths;
    int checked = 0;

    (void)state;
    for (int i = 0; i < 3; i++)
        truths.by[i] = go_truth_create(BRUTE_SIZE, (enum go_truth_retaker)i, SIZE_MAX);
    for (int i = 0; i < problem_count; i++) {
        char position[POSITION_ROOM];

        print_position(problems[i]->position, position);
        if (atoi(position) != BRUTE_SIZE)
            continue;
        check_code(&truths, problems[i], position, "");
        check_moves(&truths, problems[i]);
        checked++;
    }
    assert_true(checked >= 10);
    for (int i = 0; i < 3; i++)
        go_truth_destroy(truths.by[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_complete),
        cmocka_unit_test(are_of_all_kinds),
        cmocka_unit_test(none_is_met_twice),
        cmocka_unit_test(easy_ones_are_solved),
        cmocka_unit_test(medium_ones_are_solved),
        cmocka_unit_test(hard_ones_are_solved),
        cmocka_unit_test(unproved_ones_are_solved),
        cmocka_unit_test(easy_ones_are_proved),
        cmocka_unit_test(all_are_proved),
        cmocka_unit_test(listed_moves_do_it),
        cmocka_unit_test(alphabeta_solves_easy_ones),
        cmocka_unit_test(the_papers_choice_solves_most),
        cmocka_unit_test(small_boards_are_true),
    };

    return cmocka_run_group_tests(tests, start, end);
}
