/* SPDX-License-Identifier: MIT
 *
 * Proofs as trees: whatever a search has proved is written out, and the verifier, which knows no search, agrees; of a
 * proof that was tampered with it does not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/games.h"
#include "support/search.h"

/* A search to the end, by any method; of one that proves, a question of a fixed side. Alpha-beta is to see a win no
 * later than its depth says. */
static void set_method(struct bench *bench, const char *method, const struct by_question *question)
{
    const by_method *found;
    char settings[80] = "";

    assert_int_equal(by_method_find(method, &found, NULL), BY_OK);
    if (by_method_proves(found))
        (void)snprintf(settings, sizeof settings, "prover=%s threshold=%d", question->prover ? "second" : "first",
                       question->threshold);
    if (strcmp(method, "mcts") == 0)
        (void)snprintf(settings, sizeof settings, "iterations=200000");
    bench_method(bench, method, strcmp(method, "alphabeta") == 0 ? "classic" : NULL, settings);
}

static struct by_proof prove(struct bench *bench, const struct by_question *question, const struct by_limits *limits)
{
    struct by_proof proof = {BY_SIZE(by_proof)};
    by_error error = {0};

    if (by_search_proof(bench->search, bench->position, question, limits, 0, &proof, &error))
        fail_msg("%s", error.message);
    return proof;
}

static struct by_verification verify(struct bench *bench, const struct by_proof *proof)
{
    struct by_verification found = {BY_SIZE(by_verification)};
    by_error error = {0};

    if (by_record_verify(proof->record, bench->game, &proof->question, 0, &found, &error))
        fail_msg("%s", error.message);
    assert_int_equal(found.nodes, proof->nodes);
    assert_int_equal(found.leaves, proof->leaves);
    assert_int_equal(found.depth, proof->depth);
    return found;
}

/* ---- Every method ---------------------------------------------------------------------------------------------- */

struct problem {
    const char *game, *text;
    struct by_question question; /* with the expected answer, where everybody knows it */
    int depth;                   /* for methods that search to a depth; 0: none is needed */
};

static const struct problem problems[] = {
    {"tictactoe", NULL, {0, BY_MIN_WIN, false}, 0},
    {"tictactoe", NULL, {0, 0, true}, 0},
    {"tictactoe", NULL, {1, BY_MIN_WIN, false}, 0},
    {"tictactoe", "xo./.../...", {0, BY_MIN_WIN, true}, 0},
    {"tictactoe", "xo./.x./...", {0, BY_MIN_WIN, true}, 0}, /* asked when the other side is to move */
    {"tictactoe", "x.o/x.o/x..", {0, BY_MIN_WIN, true}, 0}, /* over */
    {"tictactoe", "x.o/x.o/x..", {1, 0, false}, 0},
    {"tictactoe values=plain", "xo./.../...", {0, 1, true}, 0},
    {"pairs width=3 height=2", NULL, {0, BY_MIN_WIN, false}, 0},
    {"pairs width=3 height=3", "x../.../...", {1, BY_MIN_WIN, true}, 0},
    {"tree", "random width=3 depth=6 seed=5 same=30 values=-9..9", {0, 1, true}, 0},
    {"tree", "random width=3 depth=6 seed=6 graph=on vary=on leaf=20", {1, 0, true}, 0},
    {"tree", "random width=4 depth=4 seed=7", {0, 3, true}, 0},
    {"xiangqi", "4kab2/3Pa4/4b4/6p1p/r8/9/1R4P1P/p7C/4A2r1/2B1K1BNR w - - 0 1", {0, BY_MIN_WIN, true}, 3},
    {"xiangqi", "2bk1a3/9/3N4b/P8/3nC4/4p4/2P6/5A3/3KA4/cc7 b - - 0 1", {1, BY_MIN_WIN, true}, 5},
};

/* The answer by plain minimax, if nobody wrote it down. */
static bool truth(const struct problem *problem)
{
    struct bench bench;
    struct by_node node;
    struct by_result result = {BY_SIZE(by_result)};
    by_value value;

    bench_open(&bench, problem->game, problem->text);
    bench_method(&bench, "minimax", NULL, "");
    result = bench_run(&bench, NULL);
    by_position_node(bench.position, &node);
    value = node.side == problem->question.prover ? result.value : -result.value;
    bench_close(&bench);
    return value >= problem->question.threshold;
}

static void check_problem(const struct problem *problem, const char *method)
{
    bool is_known = strncmp(problem->game, "tictactoe", 9) == 0 || problem->depth;
    struct by_limits limits = {BY_SIZE(by_limits), .depth = problem->depth};
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};

    bench_open(&bench, problem->game, problem->text);
    set_method(&bench, method, &problem->question);
    proof = prove(&bench, &problem->question, &limits);
    if (!proof.record)
        fail_msg("%s, %s: no proof", method, problem->text ? problem->text : problem->game);
    assert_int_equal(proof.question.is_reached, is_known ? problem->question.is_reached : truth(problem));
    assert_int_equal(proof.answer, proof.question.is_reached ? BY_ANSWER_YES : BY_ANSWER_NO);
    verify(&bench, &proof);
    by_record_destroy(proof.record);
    bench_close(&bench);
}

static bool works_by_bounds(const by_method *method)
{
    return strcmp(by_method_name(method), "bstar") == 0 || strcmp(by_method_name(method), "bsp") == 0;
}

/* Minimax is too slow for some problems; sampling proves who wins, but not by how much, and finds no mates. Methods
 * that choose by bounds prove nothing where the game has none. */
static bool can_prove(const by_method *method, const struct problem *problem)
{
    const char *name = by_method_name(method);
    bool is_xiangqi = strncmp(problem->game, "xiangqi", 7) == 0, is_tree = strcmp(problem->game, "tree") == 0;

    if (works_by_bounds(method))
        return false;
    if (strcmp(name, "mcts") == 0)
        return !is_xiangqi && !is_tree;
    return !is_xiangqi || strcmp(name, "minimax") != 0;
}

static void test_every_method(void **state)
{
    const by_method *method;

    (void)state;
    for (size_t i = 0; (method = by_method_at(i)); i++)
        for (size_t j = 0; j < sizeof problems / sizeof problems[0]; j++)
            if (can_prove(method, &problems[j]))
                check_problem(&problems[j], by_method_name(method));
}

/* ---- What the tree is ------------------------------------------------------------------------------------------ */

static const struct by_question first_wins = {0, BY_MIN_WIN, true};

static const by_game *game_of(const struct bench *bench)
{
    return bench->game;
}

/* Copies the record without one of its nodes and what is below it. */
static by_record *without(const by_record *record, int left_out, int count)
{
    by_record *copy;
    int *place = calloc((size_t)count, sizeof *place);

    assert_non_null(place);
    assert_int_equal(by_record_create(&copy, NULL), BY_OK);
    assert_int_equal(by_record_set_start(copy, by_record_start(record), NULL), BY_OK);
    for (int node = 1; node < count; node++) {
        int parent = by_record_parent(record, node);

        if (node == left_out || place[parent] < 0)
            place[node] = -1;
        else
            assert_int_equal(by_record_add(copy, place[parent], by_record_move(record, node), &place[node], NULL),
                             BY_OK);
    }
    free(place);
    return copy;
}

/* No node of a proof can be spared. */
static void check_nodes(const char *game, const char *text, const char *method)
{
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};

    bench_open(&bench, game, text);
    set_method(&bench, method, &first_wins);
    proof = prove(&bench, &first_wins, NULL);
    assert_non_null(proof.record);
    for (int node = 1; node < proof.nodes; node++) {
        by_record *copy = without(proof.record, node, proof.nodes);
        struct by_verification found = {BY_SIZE(by_verification)};

        assert_int_equal(by_record_verify(copy, game_of(&bench), &proof.question, 0, &found, NULL), BY_ERROR_INPUT);
        assert_int_not_equal(found.failed_at, BY_RECORD_NONE);
        by_record_destroy(copy);
    }
    by_record_destroy(proof.record);
    bench_close(&bench);
}

static void test_nothing_to_spare(void **state)
{
    (void)state;
    check_nodes("tictactoe", "xo./.../...", "alphabeta");
    check_nodes("go-capture", "white B2 owner 0 5 ...../...../.XX../XO.../.X... w", "df-pn+");
}

/* The moves that led to the position come first, and the question stands behind them. */
static void test_history(void **state)
{
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};
    struct by_question read;
    int root;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    assert_int_equal(by_position_push(bench.position, 0, NULL), BY_OK);
    assert_int_equal(by_position_push(bench.position, 1, NULL), BY_OK);
    set_method(&bench, "alphabeta", &first_wins);
    proof = prove(&bench, &first_wins, NULL);
    assert_null(by_record_start(proof.record));
    root = by_record_proof(proof.record);
    assert_int_equal(by_record_plies(proof.record, root), 2);
    assert_int_equal(by_question_parse(by_record_tag(proof.record, root, BY_PROOF_QUESTION), &read, NULL), BY_OK);
    assert_int_equal(read.prover, 0);
    assert_int_equal(read.threshold, BY_MIN_WIN);
    assert_true(read.is_reached);
    verify(&bench, &proof);
    by_record_destroy(proof.record);
    bench_close(&bench);
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

/* A tree that would be too large is an error that says so. */
static void test_tree_limit(void **state)
{
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};
    by_error error = {0};
    int nodes;

    (void)state;
    bench_open(&bench, "tictactoe", "xo./.../...");
    set_method(&bench, "alphabeta", &first_wins);
    proof = prove(&bench, &first_wins, NULL);
    nodes = proof.nodes;
    by_record_destroy(proof.record);
    assert_int_equal(by_search_proof(bench.search, bench.position, &first_wins, NULL, nodes - 1, &proof, &error),
                     BY_ERROR_LIMIT);
    assert_null(proof.record);
    assert_int_equal(by_search_proof(bench.search, bench.position, &first_wins, NULL, nodes, &proof, NULL), BY_OK);
    by_record_destroy(proof.record);
    bench_close(&bench);
}

/* If the rules ignore repetitions an answer may depend on endless play, which no rule ends: it proves nothing, and no
 * proof is written. */
static void test_endless(void **state)
{
    static const struct by_question question = {0, 1, true};
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};

    (void)state;
    bench_open(&bench, "go ko=simple komi_half=0", "2 ../.. b");
    set_method(&bench, "df-pn", &question);
    assert_int_equal(by_search_proof(bench.search, bench.position, &question, NULL, 0, &proof, NULL), BY_OK);
    assert_int_equal(proof.answer, BY_ANSWER_NO);
    assert_false(proof.is_proved);
    assert_null(proof.record);
    bench_close(&bench);
}

/* Here an answer rests on such play, and on another move it does not. pn finds that move. */
static void test_without_cycles(void **state)
{
    static const struct by_question question = {0, 0, true};
    struct bench bench;
    struct by_proof proof;

    (void)state;
    bench_open(&bench, "go scoring=territory komi_half=0", "2 X./.O b");
    set_method(&bench, "pn", &question);
    assert_false(bench_run(&bench, NULL).is_proved);
    proof = prove(&bench, &question, NULL);
    assert_true(proof.is_proved);
    assert_non_null(proof.record);
    assert_true(proof.question.is_reached);
    verify(&bench, &proof);
    by_record_destroy(proof.record);
    bench_close(&bench);
}

/* The limit of nodes is for all runs together: whatever it is, it is kept, and a proof is whole or is not there. */
static void test_node_limit(void **state)
{
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};
    uint64_t all;
    int cut = 0;

    (void)state;
    bench_open(&bench, "tictactoe", "x../.../.o.");
    set_method(&bench, "alphabeta", &first_wins);
    proof = prove(&bench, &first_wins, NULL);
    assert_non_null(proof.record);
    all = proof.search_nodes;
    by_record_destroy(proof.record);
    for (uint64_t nodes = 1; nodes <= all; nodes += 1 + all / 50) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};

        by_search_clear(bench.search);
        proof = prove(&bench, &first_wins, &limits);
        assert_true(proof.search_nodes <= nodes);
        if (proof.record)
            verify(&bench, &proof);
        else
            assert_int_equal(proof.stopped, BY_STOPPED_NODES);
        cut += !proof.record;
        by_record_destroy(proof.record);
    }
    assert_true(cut > 1);
    bench_close(&bench);
}

/* Setting the flag prevents the proof, even if the search would find its answers immediately. */
static void test_stop(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    by_stop *stop;
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};

    (void)state;
    bench_open(&bench, "tictactoe", "xo./.../...");
    set_method(&bench, "alphabeta", &first_wins);
    assert_int_equal(by_stop_create(&stop, NULL), BY_OK);
    by_stop_set(stop);
    limits.stop = stop;
    proof = prove(&bench, &first_wins, &limits);
    assert_null(proof.record);
    assert_int_equal(proof.stopped, BY_STOPPED_ASKED);
    by_stop_destroy(stop);
    bench_close(&bench);
}

/* An answer that depends on an estimate is no proof. */
static void test_nothing_proved(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 2};
    struct by_question question = {0, 0, true};
    struct bench bench;
    struct by_proof proof = {BY_SIZE(by_proof)};

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    set_method(&bench, "alphabeta", &question);
    proof = prove(&bench, &question, &limits);
    assert_null(proof.record);
    assert_false(proof.is_proved);
    bench_close(&bench);
}

/* ---- Positions that return ------------------------------------------------------------------------------------- */

/* The proofs of a method on one graph, and how many of four questions it decides. */
static int prove_walks(const char *method, int seed)
{
    struct bench bench = {0};
    char text[12];
    int proved = 0;

    (void)snprintf(text, sizeof text, "%d", seed);
    assert_int_equal(by_game_open(&walk_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
    for (int i = 0; i < 4; i++) {
        struct by_question question = {i / 2, i % 2 ? 1 : 0, true};
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 14, .nodes = 20000};
        struct by_proof proof = {BY_SIZE(by_proof)};

        set_method(&bench, method, &question);
        if (by_search_proof(bench.search, bench.position, &question, &limits, 20000, &proof, NULL))
            continue; /* too large, or an answer that holds on another path only */
        if (proof.record) {
            verify(&bench, &proof);
            proved++;
        }
        by_record_destroy(proof.record);
    }
    bench_close(&bench);
    return proved;
}

/* On graphs with cycles, where returning is a draw that depends on the path, what is proved can be written out. */
static void test_cycles(void **state)
{
    const by_method *method;

    (void)state;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        int proved = 0;

        if (works_by_bounds(method) || strcmp(by_method_name(method), "minimax") == 0)
            continue;
        for (int seed = 1; seed <= 60; seed++)
            proved += prove_walks(by_method_name(method), seed);
        if (proved < 60)
            fail_msg("%s proved only %d", by_method_name(method), proved);
    }
}

/* ---- Arguments of a game ----------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    struct by_question question; /* with the answer */
    int nodes;                   /* maximum size of the proof: it omits moves that change nothing */
} captures[] = {
    /* One liberty; a ladder across an empty board; a stone that cannot get away; one that has two eyes. */
    {"white A2 owner 0 5 ...../...../...../OX.../X.... b", {0, BY_MIN_WIN, true}, 2},
    {"white D4 owner 0 9 ........./........./........./........./........./..XO...../...XX..../........./......... b",
     {0, BY_MIN_WIN, true},
     400},
    {"white B2 owner 0 5 ...../...../.XX../XO.../.X... w", {0, BY_MIN_WIN, true}, 40},
    {"black A1 attacker 0 5 ...../...../OOOO./XXXO./X.X.. w", {1, BY_MIN_WIN, true}, 400},
    {"black A2 attacker 0 5 ...../...../OOOOO/XXXXX/.X.X. w", {1, BY_MIN_WIN, false}, 1},
};

/* If the game has an argument for moves that change nothing, proofs are small, and the verifier knows the argument
 * too. */
static void test_arguments(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000000};
        struct by_verification found = {BY_SIZE(by_verification)};
        struct by_proof proof = {BY_SIZE(by_proof)};
        struct bench bench, strict;

        bench_open(&bench, "go-capture safe_liberties=0", captures[i].text);
        bench_open(&strict, "go-capture attacker_moves=all owner_moves=all reader=nothing safe_liberties=0",
                   captures[i].text);
        set_method(&bench, "df-pn+", &captures[i].question);
        proof = prove(&bench, &captures[i].question, &limits);
        if (!proof.record)
            fail_msg("%s: no proof", captures[i].text);
        assert_int_equal(proof.question.is_reached, captures[i].question.is_reached);
        assert_true(proof.is_proved);
        found = verify(&strict, &proof);
        if (proof.nodes > captures[i].nodes || found.is_argued != (captures[i].nodes > 2))
            fail_msg("%s: %d nodes", captures[i].text, proof.nodes);
        by_record_destroy(proof.record);
        bench_close(&bench);
        bench_close(&strict);
    }
}

/* An answer that rests on a rule of thumb finds no proof: five liberties are no life. */
static void test_no_argument(void **state)
{
    struct by_question question = {0, BY_MIN_WIN, false};
    struct by_proof proof = {BY_SIZE(by_proof)};
    struct bench bench;
    by_error error = {0};

    (void)state;
    bench_open(&bench, "go-capture",
               "white E5 none 0 9 ........./........./........./....OO.../....O..../........./"
               "........./........./X........ b");
    set_method(&bench, "df-pn+", &question);
    assert_int_equal(by_search_proof(bench.search, bench.position, &question, NULL, 0, &proof, &error),
                     BY_ERROR_UNSUPPORTED);
    assert_null(proof.record);
    assert_non_null(strstr(error.message, "the rules contradict the search's answer 'no'"));
    bench_close(&bench);
}

/* A search that does not prove its answer a second time does not contradict it. */
static void test_not_proved_again(void **state)
{
    struct by_question question = {1, BY_MIN_WIN, true};
    struct by_proof proof = {BY_SIZE(by_proof)};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000000};
    struct bench bench;
    by_error error = {0};

    (void)state;
    bench_open(&bench, "go-capture attacker_moves=all owner_moves=all reader=nothing safe_liberties=0",
               "white A1 owner 0 4 O.XX/..../O..O/OO.. w");
    bench_method(&bench, "mcts", NULL, "seed=1");
    assert_int_equal(by_search_proof(bench.search, bench.position, &question, &limits, 0, &proof, &error),
                     BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "a second search does not prove the search's answer 'yes' at "));
    bench_close(&bench);
}

/* ---- A game's own way -------------------------------------------------------------------------------------------- */

/* If the game finds a proof, the search does not run; the proof is counted and judged like any other. */
static void test_games_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000000};
        struct by_proof proof = {BY_SIZE(by_proof)};
        struct bench bench;

        bench_open(&bench, "go-capture safe_liberties=0", captures[i].text);
        set_method(&bench, "df-pn+", &captures[i].question);
        proof = prove(&bench, &captures[i].question, &limits);
        if (!proof.record || !proof.game_nodes || proof.search_nodes != proof.game_nodes)
            fail_msg("%s: %d of %d nodes", captures[i].text, (int)proof.game_nodes, (int)proof.search_nodes);
        assert_int_equal(proof.answer, captures[i].question.is_reached ? BY_ANSWER_YES : BY_ANSWER_NO);
        by_record_destroy(proof.record);
        bench_close(&bench);
    }
}

/* If another answer was expected than is true, the game finds nothing and the search does. */
static void test_other_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        struct by_question question = captures[i].question;
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000};
        struct by_proof proof = {BY_SIZE(by_proof)};
        struct bench bench;

        bench_open(&bench, "go-capture safe_liberties=0", captures[i].text);
        set_method(&bench, "df-pn+", &question);
        question.is_reached = !question.is_reached;
        proof = prove(&bench, &question, &limits);
        assert_non_null(proof.record);
        assert_int_equal(proof.question.is_reached, captures[i].question.is_reached);
        assert_in_range(proof.game_nodes, 1, 5000);
        assert_true(proof.search_nodes <= limits.nodes);
        verify(&bench, &proof);
        by_record_destroy(proof.record);
        bench_close(&bench);
    }
}

/* Rules under which the game has no argument leave it to the search, and the tree has every move. */
static void test_other_rules(void **state)
{
    static const char *const rules[] = {"ko=positional", "ko=situational", "suicide=on"};

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct bench bench;
        struct by_proof proof = {BY_SIZE(by_proof)};
        char game[160];

        (void)snprintf(game, sizeof game,
                       "go-capture attacker_moves=all owner_moves=all reader=nothing safe_liberties=0 %s", rules[i]);
        bench_open(&bench, game, captures[0].text);
        set_method(&bench, "df-pn+", &first_wins);
        proof = prove(&bench, &first_wins, NULL);
        assert_non_null(proof.record);
        assert_int_equal(proof.game_nodes, 0);
        verify(&bench, &proof);
        by_record_destroy(proof.record);
        bench_close(&bench);
    }
}

/* An attacker without ko threats cannot use a proof for one with threats. */
static void test_threats(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 100000};
    struct by_verification found = {BY_SIZE(by_verification)};
    struct by_proof proof = {BY_SIZE(by_proof)}, other = {BY_SIZE(by_proof)};
    struct bench bench, owners;

    (void)state;
    bench_open(&bench, "go-capture safe_liberties=0", "white B4 attacker 0 5 .XO../XO.O./.XO../...../..... b");
    bench_open(&owners, "go-capture safe_liberties=0", "white B4 owner 0 5 .XO../XO.O./.XO../...../..... b");
    set_method(&bench, "df-pn+", &first_wins);
    set_method(&owners, "df-pn+", &first_wins);
    proof = prove(&bench, &first_wins, &limits);
    other = prove(&owners, &first_wins, &limits);
    assert_non_null(proof.record);
    assert_true(proof.question.is_reached);
    assert_false(other.record && other.question.is_reached);
    assert_int_equal(by_record_verify_from(proof.record, by_record_proof(proof.record), owners.position,
                                           &proof.question, 0, &found, NULL),
                     BY_ERROR_INPUT);
    by_record_destroy(proof.record);
    by_record_destroy(other.record);
    bench_close(&bench);
    bench_close(&owners);
}

/* The limit of nodes covers the game and the search together. */
static void test_shared_nodes(void **state)
{
    int cut = 0, found_by_game = 0;
    struct bench bench;

    (void)state;
    bench_open(&bench, "go-capture safe_liberties=0", captures[2].text);
    set_method(&bench, "df-pn+", &first_wins);
    for (uint64_t nodes = 1; nodes < 2000; nodes += 1 + nodes / 4) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
        struct by_proof proof = {BY_SIZE(by_proof)};

        by_search_clear(bench.search);
        proof = prove(&bench, &first_wins, &limits);
        assert_true(proof.search_nodes <= nodes);
        assert_true(proof.game_nodes <= nodes / 4);
        if (!proof.record)
            assert_int_equal(proof.stopped, BY_STOPPED_NODES);
        cut += !proof.record;
        found_by_game += proof.record && proof.search_nodes == proof.game_nodes;
        by_record_destroy(proof.record);
    }
    assert_true(cut > 1 && found_by_game > 1);
    bench_close(&bench);
}

/* ---- Games with another way -------------------------------------------------------------------------------------- */

typedef by_status games_way(void *state, bool is_reached, struct by_record *record, int node,
                            struct by_attempt *attempt, by_error *error);

/* go-capture with something else in place of its own way. */
struct variant {
    struct by_proofs proofs;
    by_game_type type;
    struct bench bench;
};

static void variant_open(struct variant *v, games_way *way, const char *text)
{
    const by_game_type *original;

    assert_int_equal(by_game_type_find("go-capture", &original, NULL), BY_OK);
    memset(&v->bench, 0, sizeof v->bench);
    v->type = *original;
    v->proofs = *original->proofs;
    v->proofs.prove = way;
    v->type.proofs = &v->proofs;
    assert_int_equal(by_game_open(&v->type, NULL, &v->bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(v->bench.game, &v->bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(v->bench.position, text, NULL), BY_OK);
    set_method(&v->bench, "df-pn+", &first_wins);
}

static by_status claim_too_much(void *state, bool is_reached, struct by_record *record, int node,
                                struct by_attempt *attempt, by_error *error)
{
    (void)state, (void)is_reached, (void)record, (void)node, (void)error;
    attempt->is_proved = true;
    attempt->nodes = 1;
    return BY_OK;
}

static by_status refuse(void *state, bool is_reached, struct by_record *record, int node, struct by_attempt *attempt,
                        by_error *error)
{
    (void)state, (void)is_reached, (void)record, (void)node;
    attempt->nodes = 1;
    return by_error_set(error, BY_ERROR_LIMIT, "too large");
}

/* Continues until it is stopped. */
static by_status go_on(void *state, bool is_reached, struct by_record *record, int node, struct by_attempt *attempt,
                       by_error *error)
{
    (void)state, (void)is_reached, (void)record, (void)node, (void)error;
    while (!attempt->is_stopped(attempt->context))
        ;
    attempt->nodes = 1;
    return BY_OK;
}

static by_stop *flag; /* that the next sets */

static by_status set_flag(void *state, bool is_reached, struct by_record *record, int node, struct by_attempt *attempt,
                          by_error *error)
{
    assert_false(attempt->is_stopped(attempt->context));
    by_stop_set(flag);
    return go_on(state, is_reached, record, node, attempt, error);
}

/* A game that claims a proof where there is none is not believed; one that finds nothing is no loss; one that never
 * ends by itself has only a part of the time. */
static void test_other_ways(void **state)
{
    static games_way *const ways[] = {claim_too_much, refuse, go_on, NULL};

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .time_ms = ways[i] == go_on ? 4000 : 0};
        struct variant v;
        struct by_proof proof = {BY_SIZE(by_proof)};

        variant_open(&v, ways[i], captures[2].text);
        proof = prove(&v.bench, &first_wins, &limits);
        assert_non_null(proof.record);
        assert_true(proof.nodes > 1);
        assert_int_equal(proof.game_nodes, ways[i] ? 1 : 0);
        assert_true(proof.search_nodes > proof.game_nodes);
        verify(&v.bench, &proof);
        by_record_destroy(proof.record);
        bench_close(&v.bench);
    }
}

/* Setting the flag while the game looks for a proof prevents the proof. */
static void test_stop_of_game(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct variant v;
    struct by_proof proof = {BY_SIZE(by_proof)};

    (void)state;
    assert_int_equal(by_stop_create(&flag, NULL), BY_OK);
    limits.stop = flag;
    variant_open(&v, set_flag, captures[2].text);
    for (int i = 0; i < 2; i++) { /* then it is set before the game is asked */
        proof = prove(&v.bench, &first_wins, &limits);
        assert_null(proof.record);
        assert_int_equal(proof.game_nodes, 1 - i);
        assert_int_equal(proof.search_nodes, proof.game_nodes);
        assert_int_equal(proof.stopped, BY_STOPPED_ASKED);
    }
    bench_close(&v.bench);
    by_stop_destroy(flag);
}

/* ---- The search's own solution --------------------------------------------------------------------------------- */

/* Every proved answer can be written, within a number of nodes for each that the answer took. */
static const struct {
    const char *game, *text, *settings;
    int depth; /* of the tree, at most; 0: any */
} provable[] = {
    /* A search that begins after some of the moves finds play without end first, which proves nothing. */
    {"go", "3 .../XX./.O. b - 0 0 0 0", "prover=second", 0},
    {"go", "3 .../O../... w - 7.5 0 0 0", "prover=first", 0},
    {"go", "3 .O./XOO/... b - 1.5 0 0 0", "prover=first", 0},
    {"go ko=simple", "3 .../XX./.O. b - 0 0 0 0", "prover=second", 0},
    {"go ko=simple", "3 ..O/.../XO. w - 7.5 0 0 0", "prover=first", 0},
    {"go ko=simple", "3 .../.O./XX. w - 7.5 0 0 0", "prover=second threshold=0 sum=damped epsilon_percent=50", 0},
    /* The winner mates within twelve plies, or goes round with cycles that have others in them. */
    {"xiangqi", "3aka3/4R4/4C4/9/9/9/9/9/9/4K4 b", "prover=second", 12},
    {"xiangqi", "9/4k2c1/9/9/9/9/9/9/3K5/9 b", "prover=second threshold=0", 0},
    {"xiangqi", "3k5/9/9/9/9/7c1/9/5K3/9/9 w - - 0 60", "prover=second threshold=0", 0},
    {"xiangqi", "4k4/9/9/6r2/9/4c4/9/5K1N1/9/1r7 w - - 0 60", "prover=second", 0},
};

/* Whether the method proved it. */
static bool is_provable(const char *game, const char *text, const char *method, const char *settings, int depth)
{
    struct by_question question = {.prover = strstr(settings, "second") != NULL,
                                   .threshold = strstr(settings, "threshold=0") ? 0 : BY_MIN_WIN};
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};
    struct by_proof proof = {BY_SIZE(by_proof)};

    bench_open(&bench, game, text);
    bench_method(&bench, method, NULL, settings);
    result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 100000});
    if (result.is_proved) {
        proof = prove(&bench, &question, &(struct by_limits){BY_SIZE(by_limits), .nodes = 20 * result.nodes + 20000});
        if (!proof.record)
            fail_msg("%s, %s: no proof", method, text);
        verify(&bench, &proof);
        assert_true(!depth || proof.depth <= depth);
        by_record_destroy(proof.record);
    }
    bench_close(&bench);
    return result.is_proved;
}

static void test_proved_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof provable / sizeof provable[0]; i++) {
        const char *game = provable[i].game, *text = provable[i].text, *settings = provable[i].settings;

        assert_true(is_provable(game, text, "df-pn", settings, provable[i].depth));
        assert_true(is_provable(game, text, "df-pn+", settings, provable[i].depth));
        if (!strstr(settings, "epsilon_percent"))
            (void)is_provable(game, text, "pn", settings, provable[i].depth);
    }
}

/* An answer that rests on counts of moves, without nodes left to walk through its tree: it stays, but is not called
 * proved until there are. */
static void test_unwalked(void **state)
{
    struct by_question question = {.prover = 0, .threshold = 0};
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};
    struct by_proof proof = {BY_SIZE(by_proof)};

    (void)state;
    bench_open(&bench, "xiangqi", "4k4/9/9/9/C8/9/9/9/5K3/9 b - - 70 60");
    bench_method(&bench, "df-pn", NULL, "prover=first threshold=0");
    result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 5000});
    assert_int_equal(result.answer, BY_ANSWER_YES);
    assert_false(result.is_proved);
    assert_int_equal(bench_counter(&result, "unwalked"), 1);
    assert_int_equal(result.stopped, BY_STOPPED_NODES);
    proof = prove(&bench, &question, NULL);
    assert_non_null(proof.record);
    verify(&bench, &proof);
    by_record_destroy(proof.record);
    bench_close(&bench);
}

/* A method that stops when its move is decided has met no limit: what it has not found out is not known. */
static void test_decided_is_no_limit(void **state)
{
    struct by_question question = {0};
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};
    struct by_proof proof = {BY_SIZE(by_proof)};

    (void)state;
    bench_open(&bench, "tree", "random width=3 depth=6 seed=1 values=-99..99");
    set_method(&bench, "bstar", &question);
    result = bench_run(&bench, NULL);
    assert_int_equal(result.stopped, BY_STOPPED_DECIDED);
    assert_int_equal(result.kind, BY_KIND_AT_LEAST);
    question.threshold = result.value + 1;
    proof = prove(&bench, &question, NULL);
    assert_null(proof.record);
    assert_int_equal(proof.answer, BY_ANSWER_UNKNOWN);
    assert_int_equal(proof.stopped, BY_STOPPED_DONE);
    bench_close(&bench);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* Every failed allocation is reported and leaves nothing behind. */
static void check_memory(struct bench *bench)
{
    bool has_failed = true;

    by_record_destroy(prove(bench, &first_wins, NULL).record);
    for (size_t n = 1; has_failed; n++) {
        struct by_proof proof = {BY_SIZE(by_proof)};
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = by_search_proof(bench->search, bench->position, &first_wins, NULL, 0, &proof, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (status != (has_failed ? BY_ERROR_MEMORY : BY_OK) || (status && proof.record))
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        by_record_destroy(proof.record);
    }
    bench_close(bench);
}

static void test_no_memory(void **state)
{
    struct variant v;
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", "xo./.x./...");
    set_method(&bench, "alphabeta", &first_wins);
    check_memory(&bench);
    bench_open(&bench, "tictactoe", "xo./.x./..."); /* by the solution of the search */
    set_method(&bench, "df-pn", &first_wins);
    check_memory(&bench);
    bench_open(&bench, "go-capture", captures[2].text); /* by the game */
    set_method(&bench, "df-pn+", &first_wins);
    check_memory(&bench);
    variant_open(&v, refuse, captures[2].text); /* by the search, after the game found nothing */
    check_memory(&v.bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_method),
        cmocka_unit_test(test_nothing_to_spare),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_tree_limit),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_nothing_proved),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_no_argument),
        cmocka_unit_test(test_without_cycles),
        cmocka_unit_test(test_not_proved_again),
        cmocka_unit_test(test_games_way),
        cmocka_unit_test(test_other_answer),
        cmocka_unit_test(test_other_rules),
        cmocka_unit_test(test_threats),
        cmocka_unit_test(test_shared_nodes),
        cmocka_unit_test(test_other_ways),
        cmocka_unit_test(test_stop_of_game),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_proved_is_written),
        cmocka_unit_test(test_unwalked),
        cmocka_unit_test(test_decided_is_no_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
