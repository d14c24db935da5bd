/* SPDX-License-Identifier: MIT
 *
 * Games that judge the conduct of both sides when a position comes for the third time, on random graphs: what a search
 * calls proved or announces as won is so by the rules, played out on this path.
 */
#include <stdio.h>

#include "boyi/proof.h"
#include "boyi/random.h"
#include "core/game.h"
#include "support/check.h"
#include "support/games.h"
#include "support/provers.h"
#include "support/search.h"

/* The truth by the rules, which wait for the third occurrence of a place. False: too large to be known. */
static bool find_conduct_truth(by_position *position, int prover, by_value threshold, int *nodes, bool *truth)
{
    struct by_move_info list[8];
    struct by_moves moves = {.list = list};
    struct by_node node;
    bool is_known = --*nodes > 0, is_or;

    by_position_verdict(position, &node);
    is_or = node.side == prover;
    *truth = node.is_over ? (is_or ? node.value : -node.value) >= threshold : !is_or;
    if (node.is_over)
        return true;
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && is_known && *truth == !is_or; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        is_known = find_conduct_truth(position, prover, threshold, nodes, truth);
        by_position_pop(position, NULL);
    }
    return is_known;
}

static struct {
    uint64_t known, proved, unknown, written;
} seen;

/* The place and the moves that led there. */
static void print_with_moves(const by_position *position, by_text *out)
{
    size_t length;
    const by_move *moves = by_position_history(position, &length);

    by_position_print(position, out);
    by_text_add(out, " after");
    for (size_t i = 0; i < length; i++)
        by_text_printf(out, " %u", (unsigned)moves[i]);
}

/* Every proved result can be written as a proof that holds by the rules. */
static void check_written(struct bench *bench, const struct by_question *question)
{
    struct by_verification found = {BY_SIZE(by_verification)};
    struct by_proof proof = {BY_SIZE(by_proof)};
    by_error error = {0};
    by_status status = by_search_proof(bench->search, bench->position, question,
                                       &(struct by_limits){BY_SIZE(by_limits), .nodes = 200000}, 2000, &proof, &error);

    if (status == BY_ERROR_LIMIT || (!status && proof.stopped != BY_STOPPED_DONE))
        return;
    if (status) {
        by_text text = {0};

        print_with_moves(bench->position, &text);
        fail_msg("prover %d, %d at %s: %s", question->prover, question->threshold, by_text_string(&text),
                 error.message);
    }
    assert_non_null(proof.record);
    if (by_record_verify(proof.record, bench->game, &proof.question, 0, &found, &error))
        fail_msg("%s", error.message);
    by_record_destroy(proof.record);
    seen.written++;
}

static void check_conduct(struct bench *bench, const char *method, const char *settings, int prover, by_value threshold)
{
    int nodes = 20000;
    bool truth;
    struct by_result result = {BY_SIZE(by_result)};

    if (!find_conduct_truth(bench->position, prover, threshold, &nodes, &truth))
        return;
    seen.known++;
    result = bench_run(bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 100000});
    check_numbers(&result);
    seen.proved += result.is_proved;
    seen.unknown += result.answer == BY_ANSWER_UNKNOWN;
    assert_int_equal(result.is_proved, result.answer != BY_ANSWER_UNKNOWN);
    if (result.is_proved && result.answer != (truth ? BY_ANSWER_YES : BY_ANSWER_NO)) {
        by_text text = {0};

        print_with_moves(bench->position, &text);
        fail_msg("%s %s: %s is called proved for side %d and %d at %s", method, settings, by_answer_name(result.answer),
                 prover, threshold, by_text_string(&text));
    }
    if (result.is_proved && seen.proved % 8 == 0)
        check_written(bench, &(struct by_question){.prover = prover, .threshold = threshold});
}

/* One search gets the positions of a game in turn, each with its history. If only checks count, every answer is
 * proved. */
static void try_conduct(const char *method, const char *settings, uint64_t seed)
{
    static const by_value thresholds[] = {BY_MIN_WIN, 1, 0, -BY_MIN_WIN + 1};
    const by_game_type *type = seed / 8 % 2 ? &chaser_game : &checker_game;
    by_value threshold = thresholds[seed % 4];
    int prover = (int)(seed / 4 % 2);
    struct bench bench = {0};
    struct by_node node;
    char text[100];

    (void)snprintf(text, sizeof text, "%u 0", (unsigned)seed);
    assert_int_equal(by_game_open(type, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    by_position_verdict(bench.position, &node);
    for (uint64_t made = 0; made < 8 && !node.is_over; made++) {
        struct by_move_info list[8];
        struct by_moves moves = {.list = list};

        check_conduct(&bench, method, settings, prover, threshold);
        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        assert_int_equal(
            by_position_push(bench.position, list[by_random_word(seed * 8 + made) % (unsigned)moves.count].move, NULL),
            BY_OK);
        by_position_verdict(bench.position, &node);
    }
    bench_close(&bench);
}

/* If the rules wait for the third occurrence of a position, no proof depends on a repetition that they would judge
 * otherwise: not on one of the root or of a position before it, nor on a chase that may turn to another piece. */
static void test_conduct(void **state)
{
    (void)state;
    for_each_prover(try_conduct, sample_count(6000));
    assert_true(seen.known > 0 && seen.written > 0 && seen.unknown > 0);
}

/* ---- Claims ------------------------------------------------------------------------------------------------------ */

/* The side that wins according to the result; -1: none. */
static int winner_of(const struct by_result *result, int side)
{
    if (by_value_is_win(result->value) && result->kind != BY_KIND_AT_MOST)
        return side;
    return by_value_is_loss(result->value) && result->kind != BY_KIND_AT_LEAST ? side ^ 1 : -1;
}

static void fail_at(const struct bench *bench, uint64_t nodes, const char *claim, by_value value)
{
    by_text text = {0};

    print_with_moves(bench->position, &text);
    fail_msg("with %d nodes %s %d at %s", (int)nodes, claim, (int)value, by_text_string(&text));
}

/* Whether the truth is known, and is not the claim that the side reaches the value. */
static bool is_refuted(struct bench *bench, int side, by_value value, bool claim)
{
    int nodes = 20000;
    bool truth;

    return find_conduct_truth(bench->position, side, value, &nodes, &truth) && truth != claim;
}

/* Announced wins and other proved values are true. */
static void check_claims(struct bench *bench, uint64_t nodes, int *wins)
{
    struct by_result result = bench_run(bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = nodes});
    struct by_node node;
    int winner;

    by_position_node(bench->position, &node);
    winner = winner_of(&result, node.side);
    *wins += winner >= 0;
    if (winner >= 0 && is_refuted(bench, winner, BY_MIN_WIN, true))
        fail_at(bench, nodes, "wins: side", winner);
    if (!result.is_proved || winner >= 0)
        return;
    if (result.kind != BY_KIND_AT_MOST && is_refuted(bench, node.side, result.value, true))
        fail_at(bench, nodes, "the side to move does not reach", result.value);
    if (result.kind != BY_KIND_AT_LEAST && is_refuted(bench, node.side, result.value + 1, false))
        fail_at(bench, nodes, "the side to move gets more than", result.value);
}

/* Makes a move by lot. False: the game is over. */
static bool make_some_move(by_position *position, uint64_t lot)
{
    struct by_move_info list[8];
    struct by_moves moves = {.list = list};
    struct by_node node;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    assert_int_equal(by_position_push(position, list[by_random_word(lot) % (unsigned)moves.count].move, NULL), BY_OK);
    by_position_verdict(position, &node);
    return !node.is_over;
}

static void try_claims(const char *method, const char *settings, uint64_t seed, int *wins)
{
    struct bench bench = {0};
    struct by_node node;
    char text[100];

    (void)snprintf(text, sizeof text, "%u 0", (unsigned)seed);
    assert_int_equal(by_game_open(&checker_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
    bench_small_method(&bench, method, NULL, settings);
    by_position_verdict(bench.position, &node);
    for (uint64_t made = 0; made < 12 && !node.is_over; made++) {
        check_claims(&bench, 20 + by_random_word(seed + made * 4096) % 2000, wins);
        if (!make_some_move(bench.position, seed * 16 + made))
            break;
    }
    bench_close(&bench);
}

/* A win from before is none where the rules end its line on this path; nor is it one by a cycle that they will not
 * judge alone. An unfinished iteration may be the answer, so the limits are small. */
static void test_claims_of_alphabeta(void **state)
{
    int wins = 0;

    (void)state;
    for (int i = 0; i < sample_count(100000); i++)
        try_claims("alphabeta", i % 8 ? "" : "hash=off", (uint64_t)i, &wins);
    assert_true(wins > 0);
}

static void test_claims_of_other_methods(void **state)
{
    static const char *const methods[] = {"minimax", "mcts", "bstar"};

    (void)state;
    for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
        int wins = 0;

        for (int i = 0; i < sample_count(20000); i++)
            try_claims(methods[m], "", (uint64_t)i, &wins);
        assert_true(wins > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conduct),
        cmocka_unit_test(test_claims_of_alphabeta),
        cmocka_unit_test(test_claims_of_other_methods),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
