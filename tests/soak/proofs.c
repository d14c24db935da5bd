/* SPDX-License-Identifier: MIT
 *
 * A long run: what proof searches call proved in xiangqi has to be so by the rules. Positions are full of forced lines,
 * and repetitions are behind and before them. Every answer that any proof method calls proved is compared with
 * alpha-beta without a hash table, as deep as its nodes reach, and written as a proof, which is verified by the rules.
 * One that cannot be written, in ten times the nodes and in a tree that is no larger, is a failure too.
 *
 *     proofs [POSITIONS] [SEED] [FILE]      100 positions, seed 1
 *
 * The positions are those of tests/support/repetitions.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/proof.h"
#include "support/check.h"
#include "support/repetitions.h"
#include "support/search.h"

enum {
    NODES = 4000,
    PROOF_NODES = 10 * NODES,
    TREE_NODES = 10 * NODES,
    TRUTH_NODES = 40000,
};

/* The games differ in what they judge. The move limits are near, so that they matter. */
static const char *const games[] = {"xiangqi", "xiangqi rules=asian", "xiangqi rules=plain", "xiangqi move_limit=24"};

enum { GAMES = sizeof games / sizeof games[0] };

static const char *const methods[] = {"df-pn", "df-pn+", "pn", "pn+", "pn*"};

struct wishes {
    int positions;
    uint64_t seed;
    const char *file; /* of positions; NULL: the problems */
};

struct soak {
    struct bench bench; /* its search proves */
    struct bench truth; /* its search is alpha-beta without a table */
    struct repetitions source;
    const char *game;
    int positions, repeated, answers, proved, compared, refused, unwritten, contradicted;
};

/* ---- One question ---------------------------------------------------------------------------------------------- */

static void report(struct soak *soak, const char *settings, const char *what)
{
    by_text text = {0};

    repetitions_print(soak->bench.position, &text);
    printf("%s %s %s: %s\n", soak->game, by_text_string(&text), settings, what);
    by_text_free(&text);
}

/* The certain part of alpha-beta's answer to the question. */
static enum by_answer answer_of_truth(const struct by_result *truth, const struct by_question *question, int side)
{
    if (!truth->is_proved && truth->kind != BY_KIND_WIN && truth->kind != BY_KIND_LOSS)
        return BY_ANSWER_UNKNOWN;
    return by_question_holds(&(struct by_question){question->prover, question->threshold, true}, side, truth->value)
               ? BY_ANSWER_YES
               : BY_ANSWER_NO;
}

static void write_and_verify(struct soak *soak, const char *settings, struct by_question question,
                             enum by_answer answer)
{
    struct by_proof proof = {BY_SIZE(by_proof)};
    struct by_verification verification = {BY_SIZE(by_verification)};
    by_error error = {0};
    by_status status;

    question.is_reached = answer == BY_ANSWER_YES;
    status = by_search_proof(soak->bench.search, soak->bench.position, &question,
                             &(struct by_limits){BY_SIZE(by_limits), .nodes = PROOF_NODES}, TREE_NODES, &proof, &error);
    if (status == BY_ERROR_LIMIT || (!status && !proof.record && proof.stopped != BY_STOPPED_DONE)) {
        soak->unwritten++;
        report(soak, settings, "it cannot be written");
        return;
    }
    if (status || !proof.record || proof.answer != answer) {
        soak->refused++;
        report(soak, settings, status ? error.message : "no proof comes of it");
    } else if (by_record_verify(proof.record, soak->bench.game, &proof.question, 0, &verification, &error)) {
        soak->refused++;
        report(soak, settings, error.message);
    }
    by_record_destroy(proof.record);
}

static void ask(struct soak *soak, const char *method, const struct by_question *question,
                const struct by_result *truth)
{
    char settings[120];
    struct by_result result = {BY_SIZE(by_result)};
    struct by_node node;
    enum by_answer known;

    (void)snprintf(settings, sizeof settings, "prover=%s threshold=%d", question->prover ? "second" : "first",
                   question->threshold);
    bench_small_method(&soak->bench, method, NULL, settings);
    result = bench_run(&soak->bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = NODES});
    (void)snprintf(settings, sizeof settings, "%s prover=%s threshold=%d: %s", method,
                   question->prover ? "second" : "first", question->threshold, by_answer_name(result.answer));
    soak->answers += result.answer != BY_ANSWER_UNKNOWN;
    if (!result.is_proved || result.answer == BY_ANSWER_UNKNOWN)
        return;
    soak->proved++;
    by_position_node(soak->bench.position, &node);
    known = answer_of_truth(truth, question, node.side);
    soak->compared += known != BY_ANSWER_UNKNOWN;
    if (known != BY_ANSWER_UNKNOWN && known != result.answer) {
        soak->contradicted++;
        report(soak, settings, "alpha-beta says otherwise");
    }
    write_and_verify(soak, settings, *question, result.answer);
}

static void try_position(struct soak *soak)
{
    struct by_result truth = {BY_SIZE(by_result)};

    soak->positions++;
    soak->repeated += repetitions_has(soak->bench.position);
    soak->truth.position = soak->bench.position;
    truth = bench_run(&soak->truth, &(struct by_limits){BY_SIZE(by_limits), .nodes = TRUTH_NODES, .depth = 64});
    for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++)
        for (int prover = 0; prover < 2; prover++) {
            ask(soak, methods[m], &(struct by_question){.prover = prover, .threshold = BY_MIN_WIN}, &truth);
            ask(soak, methods[m], &(struct by_question){.prover = prover, .threshold = 0}, &truth);
        }
}

static void soak_game(struct soak *soak, const char *game, int positions)
{
    soak->game = game;
    bench_open(&soak->bench, game, NULL);
    soak->truth = (struct bench){.game = soak->bench.game, .position = soak->bench.position};
    bench_small_method(&soak->truth, "alphabeta", "exact", "hash=off iid=off");
    while (positions-- > 0) {
        repetitions_next(&soak->source, soak->bench.position);
        try_position(soak);
    }
    by_search_destroy(soak->truth.search);
    bench_close(&soak->bench);
}

static void test_proofs(void **state)
{
    const struct wishes *wishes = *state;
    struct soak soak = {0};

    repetitions_open(&soak.source, wishes->seed, wishes->file);
    for (int i = 0; i < GAMES; i++)
        soak_game(&soak, games[i], (wishes->positions + i) / GAMES);
    printf("seed %" PRIu64 ": %d positions, %d of them with a repetition behind them; %d answers, %d called proved: %d "
           "compared, %d that cannot be written, %d contradicted, %d not borne out\n",
           wishes->seed, soak.positions, soak.repeated, soak.answers, soak.proved, soak.compared, soak.unwritten,
           soak.contradicted, soak.refused);
    repetitions_close(&soak.source);
    assert_int_equal(soak.contradicted + soak.refused + soak.unwritten, 0);
}

int main(int argc, char **argv)
{
    struct wishes wishes = {.positions = argc > 1 ? atoi(argv[1]) : 100,
                            .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
                            .file = argc > 3 ? argv[3] : NULL};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_proofs, &wishes)};

    if (wishes.positions < 1) {
        fprintf(stderr, "proofs [POSITIONS] [SEED] [FILE]: how many positions, at least 1\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
