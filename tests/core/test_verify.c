/* SPDX-License-Identifier: MIT
 *
 * The verifier of proofs: small proofs written by hand, and everything that can be wrong with one.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/verify.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

/* A record under construction. Moves are given by their text in the game. */
struct sketch {
    struct opened opened;
    by_record *record;
};

static struct sketch begin(const char *game, const char *settings, const char *text)
{
    struct sketch sketch = {.opened = open_position(game, settings, text)};

    assert_int_equal(by_record_create(&sketch.record, NULL), BY_OK);
    if (text)
        assert_int_equal(by_record_set_start(sketch.record, text, NULL), BY_OK);
    return sketch;
}

static void end(struct sketch *sketch)
{
    by_record_destroy(sketch->record);
    close_position(&sketch->opened);
}

/* Adds a line of moves, separated by blanks, below a node, along what is there already; "*" is the child that stands
 * for all others. Returns the last node. */
static int add_line(struct sketch *sketch, const char *line)
{
    int node = BY_RECORD_ROOT;
    by_position *position;

    assert_int_equal(by_record_position(sketch->record, node, sketch->opened.game, &position, NULL), BY_OK);
    while (*line) {
        char word[16];
        size_t length = strcspn(line, " ");
        by_move move = BY_MOVE_NONE;
        int child;

        memcpy(word, line, length);
        word[length] = 0;
        if (strcmp(word, "*") != 0) {
            assert_int_equal(by_position_parse_move(position, word, &move, NULL), BY_OK);
            assert_int_equal(by_position_push(position, move, NULL), BY_OK);
        }
        for (child = by_record_child(sketch->record, node); child != BY_RECORD_NONE;
             child = by_record_next(sketch->record, child))
            if (by_record_move(sketch->record, child) == move)
                break;
        if (child == BY_RECORD_NONE)
            assert_int_equal(by_record_add(sketch->record, node, move, &child, NULL), BY_OK);
        if (move == BY_MOVE_NONE)
            assert_int_equal(by_record_set_tag(sketch->record, child, BY_PROOF_OTHERS, "", NULL), BY_OK);
        node = child;
        line += length + (line[length] == ' ');
    }
    by_position_destroy(position);
    return node;
}

static const struct by_question first_wins = {0, BY_MIN_WIN, true};
static const struct by_question first_fails = {0, BY_MIN_WIN, false};

static void assert_verified(const struct sketch *sketch, const struct by_question *question, uint64_t nodes,
                            uint64_t leaves)
{
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};

    if (by_record_verify(sketch->record, sketch->opened.game, question, 0, &found, &error))
        fail_msg("%s", error.message);
    assert_int_equal(found.nodes, nodes);
    assert_int_equal(found.leaves, leaves);
    assert_int_equal(found.failed_at, BY_RECORD_NONE);
}

static void assert_refused(const struct sketch *sketch, const struct by_question *question, const char *message)
{
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};

    assert_int_equal(by_record_verify(sketch->record, sketch->opened.game, question, 0, &found, &error),
                     BY_ERROR_INPUT);
    assert_string_equal(error.message, message);
    assert_int_not_equal(found.failed_at, BY_RECORD_NONE);
}

/* x on 4 threatens to win on 8; o has to go there, and then 6 makes two threats. */
static struct sketch a_fork(void)
{
    struct sketch sketch = begin("tictactoe", "", "xo./.../...");

    add_line(&sketch, "4 8 6 2 3");
    add_line(&sketch, "4 8 6 * 2");
    add_line(&sketch, "4 * 8");
    return sketch;
}

/* A win in one; the same tree is no proof of the opposite. */
static void test_one_move(void **state)
{
    struct sketch sketch = begin("tictactoe", "", "x.o/.../x.o");

    (void)state;
    add_line(&sketch, "3");
    assert_verified(&sketch, &first_wins, 2, 1);
    assert_refused(&sketch, &first_fails, "at the start: 1 is not answered");
    end(&sketch);
}

/* Every defence is replayed, those that `others` stands for too. */
static void test_others(void **state)
{
    struct sketch sketch = a_fork();
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};

    (void)state;
    assert_verified(&sketch, &first_wins, 22, 9);
    assert_int_equal(by_record_verify(sketch.record, sketch.opened.game, &first_wins, 22, &found, NULL), BY_OK);
    assert_int_equal(found.depth, 5);
    assert_int_equal(by_record_verify(sketch.record, sketch.opened.game, &first_wins, 21, &found, &error),
                     BY_ERROR_LIMIT);
    assert_string_equal(error.message, "the proof has more than 21 positions");
    end(&sketch);
}

/* A defence that the answer to the others does not answer is found: 8 is taken there. */
static void test_others_fail(void **state)
{
    struct sketch sketch = begin("tictactoe", "", "xo./.../...");

    (void)state;
    add_line(&sketch, "4 * 8");
    assert_refused(&sketch, &first_wins, "after 4 8: the move that follows is not legal");
    end(&sketch);
}

/* Sides follow the position, not the ply: the second question of a tree in which max moves twice in a row. */
static void test_sides(void **state)
{
    struct sketch sketch = begin("tree", "", "R(A:max(loss,win),B(win,loss))");

    (void)state;
    add_line(&sketch, "A 2");
    assert_verified(&sketch, &first_wins, 3, 1);
    end(&sketch);
}

/* A proof is about a threshold: a draw proves that a side does not lose, but not that it wins. */
static void test_thresholds(void **state)
{
    const struct by_question max_has_3 = {0, 3, true}, max_has_4 = {0, 4, true}, min_keeps_4 = {0, 4, false};
    const struct by_question min_has_minus_3 = {1, -3, true};
    struct sketch sketch = begin("tree", "", "R(A(3,P(5,1)),2)"), other;

    (void)state;
    add_line(&sketch, "A 1");
    add_line(&sketch, "A P 1");
    assert_verified(&sketch, &max_has_3, 5, 2);
    assert_refused(&sketch, &max_has_4, "after A 1: the game is over with the wrong result");
    end(&sketch);
    other = begin("tree", "", "R(A(3,P(5,1)),2)");
    add_line(&other, "A 1");
    add_line(&other, "2");
    assert_verified(&other, &min_keeps_4, 4, 2);
    assert_verified(&other, &min_has_minus_3, 4, 2);
    end(&other);
}

/* All that can be wrong with the tree, each with its place. */
static void test_refusals(void **state)
{
    static const struct {
        const char *lines[4];
        const char *message;
    } cases[] = {
        {{"A P 1"}, "after A: Q is not answered"},
        {{"A P 1", "A Q"}, "after A Q: the proof ends, but the game is not over"},
        {{"A P 1", "A Q 1"}, "after A Q 1: the game is over with the wrong result"},
        {{"A P 1", "A Q 2", "B"}, "after B: the proof ends, but the game is not over"},
        {{"A P 1", "A * 2"}, NULL},
        {{"A P 1", "A Q 2", "A *"}, NULL}, /* stands for nothing */
        {{"*"}, "at the start: the side that has to find a move answers with 'OTHERS'"},
        {{"A P 1", "A Q *"}, "after A Q: the side that has to find a move answers with 'OTHERS'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sketch sketch = begin("tree", "", "R(A(P(win),Q(loss,win)),B(win,Q))");

        for (int j = 0; cases[i].lines[j]; j++)
            add_line(&sketch, cases[i].lines[j]);
        if (cases[i].message) {
            assert_refused(&sketch, &first_wins, cases[i].message);
        } else {
            struct by_verification found = {BY_SIZE(by_verification)};

            assert_int_equal(by_record_verify(sketch.record, sketch.opened.game, &first_wins, 0, &found, NULL), BY_OK);
        }
        end(&sketch);
    }
}

/* Nodes that no proof has: moves that are not legal or stand there twice, nodes without a move, positions set up. */
static void test_strange_nodes(void **state)
{
    static const char *const messages[] = {
        "after 4: a move that is answered is not legal",
        "after 4: 8 is answered twice",
        "after 4: 'OTHERS' stands there twice",
        "after 4: a node without a move",
        "after 4: a node has a move and 'OTHERS' at once",
        "after 4: a position is set up inside the proof",
        "after 4 8: 6 stands there twice",
    };

    (void)state;
    for (int i = 0; i < 7; i++) {
        struct sketch sketch = a_fork();
        int fork = add_line(&sketch, i == 6 ? "4 8" : "4"), node;
        by_move move = i == 0 ? 4 : i == 1 ? 8 : i == 4 ? 7 : i == 6 ? 6 : BY_MOVE_NONE;

        assert_int_equal(by_record_add(sketch.record, fork, move, &node, NULL), BY_OK);
        if (i == 2 || i == 4)
            assert_int_equal(by_record_set_tag(sketch.record, node, BY_PROOF_OTHERS, "", NULL), BY_OK);
        if (i == 5)
            assert_int_equal(by_record_set_position(sketch.record, node, "x../.../...", NULL), BY_OK);
        assert_refused(&sketch, &first_wins, messages[i]);
        end(&sketch);
    }
}

/* An estimate is no end of a game, and a list that lacks moves no list of defences. */
static void node_with_estimate(void *state, int ply, struct by_node *out);
static void moves_with_gaps(void *state, enum by_moves_kind kind, struct by_moves *out);
static const by_game_type *tree_type;

static void node_with_estimate(void *state, int ply, struct by_node *out)
{
    tree_type->rules->node(state, ply, out);
    out->is_estimate = out->is_over;
}

static void moves_with_gaps(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    tree_type->rules->moves(state, kind, out);
    out->is_partial = true;
}

static void test_rules_of_thumb(void **state)
{
    struct sketch sketch = begin("tree", "", "R(A(win,win),loss)");
    by_game *games[2];
    struct by_rules rules[2];
    by_game_type types[2];
    static const char *const messages[] = {
        "after A 1: the game is over by a rule of thumb only",
        "after A: the game lists only some of the legal moves, so that nothing can be verified"};

    (void)state;
    tree_type = by_game_type_of(sketch.opened.game);
    add_line(&sketch, "A 1");
    add_line(&sketch, "A 2");
    assert_verified(&sketch, &first_wins, 4, 2);
    for (int i = 0; i < 2; i++) {
        struct by_verification found = {BY_SIZE(by_verification)};
        by_error error = {0};

        types[i] = *tree_type;
        rules[i] = *tree_type->rules;
        types[i].rules = &rules[i];
        if (i == 0)
            rules[i].node = node_with_estimate;
        else
            rules[i].moves = moves_with_gaps;
        assert_int_equal(by_game_open(&types[i], NULL, &games[i], NULL), BY_OK);
        assert_int_equal(by_record_verify(sketch.record, games[i], &first_wins, 0, &found, &error), BY_ERROR_INPUT);
        assert_string_equal(error.message, messages[i]);
        by_game_close(games[i]);
    }
    end(&sketch);
}

/* A proof may begin after moves; its question names the position. Messages name the moves from there on. */
static void test_start(void **state)
{
    struct sketch sketch = begin("tictactoe", "", NULL);
    int node = add_line(&sketch, "0 1");

    (void)state;
    assert_int_equal(by_record_proof(sketch.record), BY_RECORD_NONE);
    assert_refused(&sketch, &first_wins, "after 0: 2 is not answered");
    assert_int_equal(by_record_set_tag(sketch.record, node, BY_PROOF_QUESTION, "", NULL), BY_OK);
    assert_int_equal(by_record_proof(sketch.record), node);
    assert_refused(&sketch, &first_wins, "at the start: the proof ends, but the game is not over");
    add_line(&sketch, "0 1 4 * 8");
    assert_refused(&sketch, &first_wins, "after 4 8: the move that follows is not legal");
    add_line(&sketch, "0 1 4 8 6 2 3");
    add_line(&sketch, "0 1 4 8 6 * 2");
    assert_verified(&sketch, &first_wins, 22, 9);
    end(&sketch);
}

/* The message quotes the start of a long line. */
static void test_long_line(void **state)
{
    by_text text = {0}, line = {0};
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};
    struct sketch sketch;

    (void)state;
    for (int i = 0; i < 60; i++)
        by_text_printf(&text, "n%d(", i);
    by_text_add(&text, "loss");
    for (int i = 0; i < 60; i++)
        by_text_add(&text, ")");
    for (int i = 1; i < 60; i++)
        by_text_printf(&line, "n%d ", i);
    by_text_add(&line, "1");
    sketch = begin("tree", "", by_text_string(&text));
    add_line(&sketch, by_text_string(&line));
    assert_int_equal(by_record_verify(sketch.record, sketch.opened.game, &first_wins, 0, &found, &error),
                     BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "after n1 n2 n3 "));
    assert_non_null(strstr(error.message, " n32 ... (28"));
    assert_non_null(strstr(error.message, " more): the game is over with the wrong result"));
    by_text_free(&text);
    by_text_free(&line);
    end(&sketch);
}

/* Questions are written and read; everything else is refused. */
static void test_questions(void **state)
{
    static const char *const wrong[] = {"",
                                        "prover=first",
                                        "prover=black threshold=1 answer=yes",
                                        "prover=first threshold=1 answer=maybe",
                                        "prover=first threshold=1 answer=yes 2",
                                        "prover=first threshold=1000001 answer=yes",
                                        "prover=first threshold=99999999999 answer=yes",
                                        "prover=first threshold= answer=yes"};
    struct by_question question = {1, -7, false};
    by_text text = {0};
    by_error error = {0};

    (void)state;
    by_question_print(&question, &text);
    assert_string_equal(by_text_string(&text), "prover=second threshold=-7 answer=no");
    assert_int_equal(by_question_parse("  prover=first threshold=998976 answer=yes ", &question, NULL), BY_OK);
    assert_int_equal(question.prover, 0);
    assert_int_equal(question.threshold, BY_MIN_WIN);
    assert_true(question.is_reached);
    assert_int_equal(by_question_parse(by_text_string(&text), &question, NULL), BY_OK);
    assert_int_equal(question.prover, 1);
    assert_int_equal(question.threshold, -7);
    assert_false(question.is_reached);
    assert_int_equal(by_question_winner(&question), 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(by_question_parse(wrong[i], &question, &error), BY_ERROR_INPUT);
        assert_non_null(strstr(error.message, "is no question, expected one like"));
    }
    by_text_free(&text);
}

/* The failure of any allocation is reported and nothing leaks. */
static void test_no_memory(void **state)
{
    struct sketch sketch = a_fork();
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        struct by_verification found = {BY_SIZE(by_verification)};
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = by_record_verify(sketch.record, sketch.opened.game, &first_wins, 0, &found, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (status != (has_failed ? BY_ERROR_MEMORY : BY_OK))
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        assert_int_equal(allocation_current(), before);
    }
    end(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_move),      cmocka_unit_test(test_others),         cmocka_unit_test(test_others_fail),
        cmocka_unit_test(test_sides),         cmocka_unit_test(test_thresholds),     cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_strange_nodes), cmocka_unit_test(test_rules_of_thumb), cmocka_unit_test(test_start),
        cmocka_unit_test(test_long_line),     cmocka_unit_test(test_questions),      cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
