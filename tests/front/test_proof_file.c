/* SPDX-License-Identifier: MIT
 *
 * Proofs in files: what is written reads as the same proof, and damaged files are refused with the place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"
#include "support/search.h"

#include "front/json_read.h"
#include "front/proof_file.h"

static void expect_ok(by_status status, const by_error *error)
{
    if (status)
        fail_msg("line %d, column %d: %s", error->line, error->column, error->message);
}

static struct by_verification verify(const struct proof_file *file)
{
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};

    expect_ok(by_record_verify_from(file->record, file->node, file->position, &file->question, 0, &found, &error),
              &error);
    return found;
}

static struct by_verification read_and_verify(const char *text)
{
    struct proof_file file;
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};

    expect_ok(proof_read(text, &file, &error), &error);
    found = verify(&file);
    proof_file_free(&file);
    return found;
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

/* Games with a history, with options, with sides that do not alternate. */
static void test_round_trips(void **state)
{
    static const struct {
        const char *game, *settings, *text, *moves[3];
        struct by_question question;
    } cases[] = {
        {"tictactoe", "", "xo./.../...", {0}, {0, BY_MIN_WIN, true}},
        {"tictactoe", "", NULL, {"0", "1"}, {0, BY_MIN_WIN, true}},
        {"tictactoe values=plain", "values=plain", "xo./.../...", {"4"}, {0, 1, true}},
        {"pairs width=3 height=2 line=3", "width=3 height=2 line=3", NULL, {"a1"}, {1, BY_MIN_WIN, true}},
        {"tree", "", "R(A(P(win),Q(loss,win)),B(win,Q))", {"A"}, {0, BY_MIN_WIN, true}},
        {"go size=2", "size=2", NULL, {0}, {1, BY_MIN_WIN, true}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bench bench;
        struct by_proof proof = {BY_SIZE(by_proof)};
        struct by_verification found = {BY_SIZE(by_verification)};
        by_text once = {0}, twice = {0};
        by_error error = {0};
        struct proof_file file;

        bench_open(&bench, cases[i].game, cases[i].text);
        for (int j = 0; cases[i].moves[j]; j++) {
            by_move move;

            expect_ok(by_position_parse_move(bench.position, cases[i].moves[j], &move, &error), &error);
            expect_ok(by_position_push(bench.position, move, &error), &error);
        }
        bench_method(&bench, "alphabeta", NULL, "");
        expect_ok(by_search_proof(bench.search, bench.position, &cases[i].question,
                                  &(struct by_limits){BY_SIZE(by_limits), .depth = 12}, 0, &proof, &error),
                  &error);
        assert_non_null(proof.record);
        expect_ok(proof_write_json(proof.record, bench.game, cases[i].settings, &once, &error), &error);
        expect_ok(proof_read(by_text_string(&once), &file, &error), &error);
        found = verify(&file);
        assert_int_equal(found.nodes, proof.nodes);
        assert_int_equal(found.leaves, proof.leaves);
        assert_int_equal(file.question.prover, proof.question.prover);
        assert_int_equal(file.question.threshold, proof.question.threshold);
        assert_int_equal(file.question.is_reached, proof.question.is_reached);
        expect_ok(by_record_set_tag(file.record, file.node, BY_PROOF_QUESTION,
                                    by_record_tag(proof.record, by_record_proof(proof.record), BY_PROOF_QUESTION),
                                    &error),
                  &error);
        expect_ok(proof_write_json(file.record, file.game, cases[i].settings, &twice, &error), &error);
        assert_string_equal(by_text_string(&twice), by_text_string(&once));
        proof_file_free(&file);
        by_record_destroy(proof.record);
        by_text_free(&once);
        by_text_free(&twice);
        bench_close(&bench);
    }
}

#define HEAD                                                                                                           \
    "{\"format\":\"boyi proof 1\",\"game\":\"tictactoe\",\"position\":\"xo./.../...\","                                \
    "\"question\":{\"prover\":\"first\",\"threshold\":998976,\"answer\":\"yes\"},"

/* null stands for all other moves; what is below it is written and read. */
static void test_others(void **state)
{
    struct by_verification found =
        read_and_verify(HEAD "\"proof\":[[\"4\",[\"8\",[\"6\",[\"2\",[\"3\"]],[null,[\"2\"]]]],[null,[\"8\"]]]]}");
    struct proof_file file;
    by_text text = {0};
    by_error error = {0};

    (void)state;
    assert_int_equal(found.nodes, 22);
    assert_int_equal(found.leaves, 9);
    /* If the tree has no such move before the omitted one, moves are numbers. */
    expect_ok(proof_read("{\"format\":\"boyi proof 1\",\"game\":\"tree\",\"position\":\"R(A(P(win,loss),Q(win,loss),"
                         "S(win)))\",\"question\":{\"prover\":\"first\",\"threshold\":1,\"answer\":\"yes\"},"
                         "\"proof\":[[0,[\"P\",[\"1\"]],[null,[0]]]]}",
                         &file, &error),
              &error);
    assert_int_equal(verify(&file).nodes, 8);
    expect_ok(by_record_set_tag(file.record, file.node, BY_PROOF_QUESTION, "prover=first threshold=1 answer=yes", NULL),
              NULL);
    expect_ok(proof_write_json(file.record, file.game, "", &text, &error), &error);
    assert_non_null(strstr(by_text_string(&text), "[\"A\", [\"P\", [\"1\"]], [null, [\"P\"]]]"));
    proof_file_free(&file);
    assert_int_equal(read_and_verify(by_text_string(&text)).nodes, 8);
    by_text_free(&text);
}

/* A ko retaken at once is a move like others where its side has threats. */
static void test_kos_retaken_at_once(void **state)
{
    static const char text[] = "white A3 owner 0 5 ...../X..../OXX../.O.X./O..X. b";
    enum { TAKE = 5 * 2, RETAKE = 10 * 2 + 1 };
    struct bench bench;
    struct proof_file file;
    by_record *record;
    by_text json = {0};
    by_error error = {0};
    int node;

    (void)state;
    bench_open(&bench, "go-capture", text);
    expect_ok(by_record_create(&record, &error), &error);
    expect_ok(by_record_set_start(record, text, &error), &error);
    expect_ok(
        by_record_set_tag(record, BY_RECORD_ROOT, BY_PROOF_QUESTION, "prover=first threshold=1 answer=yes", &error),
        &error);
    expect_ok(by_record_add(record, BY_RECORD_ROOT, TAKE, &node, &error), &error);
    expect_ok(by_record_add(record, node, RETAKE, &node, &error), &error);
    expect_ok(proof_write_json(record, bench.game, "", &json, &error), &error);
    assert_non_null(strstr(by_text_string(&json), "[\"A2\", [\"A3\"]]"));
    expect_ok(proof_read(by_text_string(&json), &file, &error), &error);
    assert_int_equal(by_record_move(file.record, by_record_last(file.record)), RETAKE);
    proof_file_free(&file);
    by_record_destroy(record);
    by_text_free(&json);
    bench_close(&bench);
}

static void test_mistakes(void **state)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"[1]", NULL},
        {"{}", "expected a member \"format\""},
        {"{\"format\":1}", "expected a string as \"format\", found a number"},
        {"{\"format\":\"boyi proof 2\"}", "expected \"boyi proof 1\""},
        {"{\"format\":\"boyi proof 1\"}", "expected a member \"game\""},
        {"{\"format\":\"boyi proof 1\",\"game\":\"chess\"}", "unknown game"},
        {"{\"format\":\"boyi proof 1\",\"games\":\"chess\"}", "no member \"games\""},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tictactoe\",\"options\":{\"size\":\"3\"}}", "unknown option"},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tictactoe\",\"options\":{\"values\":3}}", "as a string"},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tree\",\"options\":{\"values\":\"3\"}}", "unknown option 'values'"},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tree\"}", "expected a member \"question\""},
        {HEAD "\"proof\":1}", "expected an array as \"proof\""},
        {HEAD "\"proof\":[1]}", "expected an array with a move"},
        {HEAD "\"proof\":[[]]}", "expected an array with a move"},
        {HEAD "\"proof\":[[\"9\"]]}", "'9' is no legal move"},
        {HEAD "\"proof\":[[{}]]}", "expected a move: a string or a number"},
        {HEAD "\"proof\":[[16777215]]}", "expected the number of a move"},
        {HEAD "\"proof\":[[1.5]]}", "expected the number of a move"},
        {HEAD "\"proof\":[[\"4\",[7,[0,[\"2\"]]]]]}", "moves must be numbers here"},
        {HEAD "\"proof\":[],\"moves\":[\"0\"]}", "is no legal move"},
        {HEAD "\"proof\":[],\"moves\":[null]}", "expected a move"},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tictactoe\",\"position\":\"xx\",\"proof\":[],"
         "\"question\":{\"prover\":\"first\",\"threshold\":1,\"answer\":\"yes\"}}",
         "of the position: "},
        {"{\"format\":\"boyi proof "
         "1\",\"game\":\"tree\",\"question\":{\"prover\":\"x\",\"threshold\":1,\"answer\":\"yes\"}}",
         "expected \"first\" or \"second\""},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tree\",\"question\":{\"prover\":\"first\",\"threshold\":1000001,"
         "\"answer\":\"yes\"}}",
         "expected a whole number"},
        {"{\"format\":\"boyi proof 1\",\"game\":\"tree\",\"question\":{\"prover\":\"first\",\"threshold\":1,"
         "\"answer\":\"\"}}",
         "expected \"yes\" or \"no\""},
        {"(;GM[1])", "this record is no proof: expected a property QUESTION"},
        {"(;GM[1]QUESTION[yes?])", "is no question"},
        {"(;GM[1]QUESTION[prover=first threshold=1 answer=yes]GOAL[go-eye D4])", "unknown game"},
        {"(;GM[1]QUESTION[prover=first threshold=1 answer=yes]GOAL[tree D4])", "not about positions of another game"},
        {"(;GM[1]QUESTION[prover=first threshold=1 answer=yes]GOAL[go-capture attack D4])", "a point with a stone"},
        {"(;GM[1]QUESTION[prover=first threshold=1 answer=yes]SETTINGS[ko=never])", "ko"},
        {"(;GM[1]", ""},
        {"", "expected a game record"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct proof_file file;
        by_error error = {0};

        if (proof_read(cases[i].text, &file, &error) == BY_OK)
            fail_msg("%s was read", cases[i].text);
        if (cases[i].part && !strstr(error.message, cases[i].part))
            fail_msg("%s: %s", cases[i].text, error.message);
        if (*cases[i].text == '{' && !error.line)
            fail_msg("%s: no place", cases[i].text);
        assert_null(file.record);
    }
}

/* ---- SGF --------------------------------------------------------------------------------------------------------- */

/* A stone in the corner with one liberty. The file's note on rules of thumb does not count, so that an atari is no
 * capture yet; the moves before the proof are part of the position. */
static void test_sgf(void **state)
{
    static const char head[] = "(;GM[1]FF[4]SZ[3]AW[ca]AB[ba]PL[B]";
    static const char question[] = "QUESTION[prover=first threshold=998976 answer=yes]GOAL[go-capture attack C3 none]"
                                   "SETTINGS[reader=ladder]";
    struct proof_file file;
    struct by_verification found = {BY_SIZE(by_verification)};
    by_text text = {0};
    by_error error = {0};

    (void)state;
    by_text_printf(&text, "%s%s;B[cb])", head, question);
    assert_int_equal(read_and_verify(by_text_string(&text)).leaves, 1);
    by_text_clear(&text);
    by_text_printf(&text, "%s;B[aa];W[]%s;B[cb])", head, question);
    expect_ok(proof_read(by_text_string(&text), &file, &error), &error);
    assert_string_equal(by_text_string(&file.goal), "attack C3 none");
    assert_int_equal(by_record_plies(file.record, file.node), 2);
    assert_int_equal(verify(&file).nodes, 2);
    proof_file_free(&file);
    by_text_clear(&text);
    by_text_printf(&text, "%s%s)", head, question); /* a ladder would do it, but is no end by the rules */
    expect_ok(proof_read(by_text_string(&text), &file, &error), &error);
    assert_int_equal(by_record_verify_from(file.record, file.node, file.position, &file.question, 0, &found, &error),
                     BY_ERROR_INPUT);
    assert_string_equal(error.message, "at the start: the proof ends, but the game is not over");
    proof_file_free(&file);
    by_text_free(&text);
}

static void test_no_memory(void **state)
{
    static const char text[] =
        HEAD "\"proof\":[[\"4\",[\"8\",[\"6\",[\"2\",[\"3\"]],[null,[\"2\"]]]],[null,[\"8\"]]]]}";
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        struct proof_file file;
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = proof_read(text, &file, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (has_failed != (status != BY_OK))
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        if (!status)
            proof_file_free(&file);
        assert_int_equal(allocation_current(), before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_others), cmocka_unit_test(test_kos_retaken_at_once),
        cmocka_unit_test(test_mistakes),    cmocka_unit_test(test_sgf),    cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
