/* SPDX-License-Identifier: MIT
 *
 * Whether something can be reached: the answer is that of the rules whichever method looks for it and whichever side is
 * to move; limits, stop flags and observers arrive at the search; proofs hold or have a reason; a budget is kept.
 */
#include <string.h>

#include "solve/reach.h"
#include "support/check.h"
#include "support/opened.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static const char *const methods[] = {"df-pn", "pn", "alphabeta"};

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

static by_search *open_search(const struct reach_question *question, const char *name, bool *proves)
{
    struct reach_method method = {.memory_kib = 2048};
    by_search *search = NULL;

    assert_int_equal(by_method_find(name, &method.method, NULL), BY_OK);
    assert_int_equal(reach_search_create(&method, question, &search, NULL), BY_OK);
    *proves = by_method_proves(method.method);
    return search;
}

static struct reach_answer ask(const struct reach_question *question, const char *method, uint64_t nodes)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
    struct reach_searcher searcher = {0};
    struct reach_answer answer;

    searcher.search = open_search(question, method, &searcher.proves);
    assert_int_equal(reach_ask(&searcher, question, &limits, NULL, &answer, NULL), BY_OK);
    by_search_destroy(searcher.search);
    return answer;
}

/* x wins in five plies, and no sooner; if o is to move, x wins in four. */
static void answers_are_those_of_the_rules(void **unused)
{
    static const struct {
        const char *position;
        int prover, plies;
        by_value threshold;
        enum by_answer answer;
    } rows[] = {
        {"xo./.../...", 0, 0, BY_MIN_WIN, BY_ANSWER_YES}, {"xo./.../...", 1, 0, BY_MIN_WIN, BY_ANSWER_NO},
        {"xo./.../...", 1, 0, 0, BY_ANSWER_NO},           {"xo./.../...", 0, 0, 0, BY_ANSWER_YES},
        {"xo./x../...", 0, 0, BY_MIN_WIN, BY_ANSWER_YES}, {"xo./x../...", 1, 0, BY_MIN_WIN, BY_ANSWER_NO},
        {".../.../...", 0, 0, BY_MIN_WIN, BY_ANSWER_NO},  {".../.../...", 0, 0, 0, BY_ANSWER_YES},
        {".../.../...", 1, 0, BY_MIN_WIN, BY_ANSWER_NO},  {".../.../...", 1, 0, 0, BY_ANSWER_YES},
        {"xo./.../...", 0, 5, BY_MIN_WIN, BY_ANSWER_YES}, {"xo./.../...", 0, 3, BY_MIN_WIN, BY_ANSWER_NO},
        {"xo./x../...", 0, 4, BY_MIN_WIN, BY_ANSWER_YES}, {"xo./x../...", 0, 2, BY_MIN_WIN, BY_ANSWER_NO},
    };

    (void)unused;
    for (int i = 0; i < COUNT(rows); i++) {
        struct opened opened = open_position("tictactoe", "", rows[i].position);
        struct reach_question question = {opened.position, rows[i].prover, rows[i].threshold, rows[i].plies};

        for (int j = 0; j < COUNT(methods); j++) {
            struct reach_answer answer = ask(&question, methods[j], 0);

            if (answer.answer != rows[i].answer)
                fail_msg("row %d, %s: %s", i, methods[j], by_answer_name(answer.answer));
            assert_true(answer.is_proved == !answer.doubt);
        }
        close_position(&opened);
    }
}

static void a_no_within_plies_is_no_proof(void **unused)
{
    struct opened opened = open_position("tictactoe", "", "xo./.../...");
    struct reach_question question = {opened.position, 0, BY_MIN_WIN, 3};

    (void)unused;
    for (int i = 0; i < COUNT(methods); i++) {
        struct reach_answer answer = ask(&question, methods[i], 0);

        assert_int_equal(answer.answer, BY_ANSWER_NO);
        assert_false(answer.is_proved);
        assert_non_null(strstr(answer.doubt, "a longer win is not excluded"));
    }
    close_position(&opened);
}

static void what_limits_leave_open_is_unknown(void **unused)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    struct reach_question question = {opened.position, 0, BY_MIN_WIN, 0};

    (void)unused;
    for (int i = 0; i < COUNT(methods); i++) {
        struct reach_answer answer = ask(&question, methods[i], 20);

        assert_int_equal(answer.answer, BY_ANSWER_UNKNOWN);
        assert_false(answer.is_proved);
        assert_int_equal(answer.result.stopped, BY_STOPPED_NODES);
        assert_string_equal(answer.doubt, "not decided within the limits");
    }
    close_position(&opened);
}

/* ---- What is passed through ------------------------------------------------------------------------------------ */

struct heard {
    struct by_limits limits;
    const struct by_observer *observer;
};

static by_status hear(void *context, const struct by_limits *limits, const struct by_observer *observer,
                      struct by_result *result, by_error *error)
{
    struct heard *heard = context;

    (void)error;
    heard->limits = *limits;
    heard->observer = observer;
    *result = (struct by_result){BY_SIZE(by_result), .answer = BY_ANSWER_UNKNOWN, .stopped = BY_STOPPED_ASKED};
    return BY_OK;
}

/* A value is asked for by a window just above or below the longest win in time, unless the caller has one. */
static void limits_and_observers_arrive(void **unused)
{
    struct opened opened = open_position("tictactoe", "", "xo./.../...");
    struct heard heard = {0};
    struct reach_searcher searcher = {.run = hear, .context = &heard};
    struct reach_question question = {opened.position, 0, BY_MIN_WIN, 5};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 7, .time_ms = 8, .depth = 2};
    struct by_observer observer = {BY_SIZE(by_observer)};
    struct reach_answer answer;

    (void)unused;
    assert_int_equal(by_stop_create((by_stop **)&limits.stop, NULL), BY_OK);
    assert_int_equal(reach_ask(&searcher, &question, &limits, &observer, &answer, NULL), BY_OK);
    assert_int_equal(answer.answer, BY_ANSWER_UNKNOWN);
    assert_int_equal(heard.limits.nodes, 7);
    assert_int_equal(heard.limits.time_ms, 8);
    assert_int_equal(heard.limits.depth, 5);
    assert_ptr_equal(heard.limits.stop, limits.stop);
    assert_ptr_equal(heard.observer, &observer);
    assert_int_equal(heard.limits.alpha, BY_WIN - 6);
    assert_int_equal(heard.limits.beta, BY_WIN - 5);
    question.prover = 1;
    assert_int_equal(reach_ask(&searcher, &question, &limits, &observer, &answer, NULL), BY_OK);
    assert_int_equal(heard.limits.alpha, -(BY_WIN - 5));
    assert_int_equal(heard.limits.beta, -(BY_WIN - 6));
    limits.alpha = 1;
    limits.beta = 3;
    assert_int_equal(reach_ask(&searcher, &question, &limits, &observer, &answer, NULL), BY_OK);
    assert_int_equal(heard.limits.alpha, 1);
    assert_int_equal(heard.limits.beta, 3);
    by_stop_destroy((by_stop *)limits.stop);
    close_position(&opened);
}

/* ---- Proving --------------------------------------------------------------------------------------------------- */

static struct reach_proof prove(const struct reach_question *question, const char *method, bool is_expected,
                                uint64_t nodes, int tree_most)
{
    const struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
    struct reach_proof proof;
    bool proves;
    by_search *search = open_search(question, method, &proves);

    assert_int_equal(reach_prove(search, question, is_expected, &limits, tree_most, question->position, &proof, NULL),
                     BY_OK);
    by_search_destroy(search);
    return proof;
}

/* The proof is of what is true, whatever was expected. */
static void proofs_hold(void **unused)
{
    struct opened opened = open_position("tictactoe", "", "xo./.../...");

    (void)unused;
    for (int i = 0; i < COUNT(methods) * 4; i++) {
        struct reach_question question = {opened.position, i & 1, BY_MIN_WIN, 0};
        struct reach_proof proof = prove(&question, methods[i / 4], i & 2, 0, 0);

        if (!proof.tree.record)
            fail_msg("%s: %s", methods[i / 4], proof.reason.message);
        assert_int_equal(proof.tree.question.prover, question.prover);
        assert_int_equal(proof.tree.question.is_reached, question.prover == 0);
        by_record_destroy(proof.tree.record);
    }
    close_position(&opened);
}

static void no_proof_has_a_reason(void **unused)
{
    struct opened opened = open_position("tictactoe", "", "xo./.../...");
    struct reach_question question = {opened.position, 0, BY_MIN_WIN, 0};
    struct reach_proof proof = prove(&question, "df-pn", true, 20, 0);

    (void)unused;
    assert_null(proof.tree.record);
    assert_string_equal(proof.reason.message, "stopped by the limit of nodes");
    proof = prove(&question, "df-pn", true, 0, 4);
    assert_null(proof.tree.record);
    assert_string_equal(proof.reason.message, "the proof has more than 4 nodes");
    close_position(&opened);
}

/* ---- Budgets --------------------------------------------------------------------------------------------------- */

static void budgets_are_kept(void **unused)
{
    struct reach_budget budget = {.limits = {.nodes = 100, .time_ms = 10, .depth = 3}};
    struct by_limits left;
    enum by_stop_reason reason = BY_STOPPED_DONE;

    (void)unused;
    reach_budget_spend(&budget, 40, 4500);
    assert_true(reach_budget_left(&budget, &left, &reason));
    assert_int_equal(left.nodes, 60);
    assert_int_equal(left.time_ms, 6);
    assert_int_equal(left.depth, 3);
    assert_int_equal(reason, BY_STOPPED_DONE);
    reach_budget_spend(&budget, 60, 0);
    assert_false(reach_budget_left(&budget, &left, &reason));
    assert_int_equal(reason, BY_STOPPED_NODES);
    reach_budget_spend(&budget, 0, 5500);
    assert_false(reach_budget_left(&budget, &left, &reason));
    assert_int_equal(reason, BY_STOPPED_TIME);
    budget.limits = (struct by_limits){BY_SIZE(by_limits)};
    assert_true(reach_budget_left(&budget, &left, &reason));
    assert_int_equal(left.nodes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_rules),
        cmocka_unit_test(a_no_within_plies_is_no_proof),
        cmocka_unit_test(what_limits_leave_open_is_unknown),
        cmocka_unit_test(limits_and_observers_arrive),
        cmocka_unit_test(proofs_hold),
        cmocka_unit_test(no_proof_has_a_reason),
        cmocka_unit_test(budgets_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
