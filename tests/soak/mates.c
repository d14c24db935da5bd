/* SPDX-License-Identifier: MIT
 *
 * A long run: what a search announces of a win or a loss has to be so by the rules, whatever its hash table keeps of
 * other searches. Its searches are never cleared.
 *
 *     mates [POSITIONS] [SEED] [GAMES] [FILE]      100 positions, seed 1, a game for every 16 positions
 *
 * Each position of tests/support/repetitions.h is searched without its history first, then at some positions of its
 * history, then with all of it. Where a win was announced it gets the history that does it the most harm, and is
 * searched with many limits of nodes: an unfinished iteration may become the answer. Games are played by the search
 * against itself, from such positions. A proof search without a history of its own judges what was announced.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/repetitions.h"
#include "support/search.h"

enum { LIMIT_LEAST = 200, LIMIT_MOST = 40000 };
enum { NODES_MOST = 30000, GAME_NODES = 5000, GAME_PLIES = 160, JUDGE_NODES = 300000 };

struct wishes {
    int positions, games;
    uint64_t seed;
    const char *file; /* of positions; NULL: the problems */
};

struct soak {
    struct bench bench; /* its search keeps its table */
    by_position *bare;  /* a position without history */
    struct repetitions source;
    int rounds, searches, announced, judged, wrong;
};

static void run(struct soak *soak, const by_position *position, uint64_t nodes, struct by_result *result)
{
    by_error error = {0};

    if (by_search_run(soak->bench.search, position, &(struct by_limits){BY_SIZE(by_limits), .nodes = nodes}, NULL,
                      result, &error))
        fail_msg("%s", error.message);
}

/* Whether the side wins by the rules, with this history. */
static enum by_answer judge(struct soak *soak, const by_position *position, int side)
{
    struct bench judge = {.game = soak->bench.game, .position = soak->bench.position};
    struct by_result result = {BY_SIZE(by_result)};
    by_error error = {0};

    bench_method(&judge, "df-pn", NULL, side ? "prover=second memory_kib=65536" : "prover=first memory_kib=65536");
    if (by_search_run(judge.search, position, &(struct by_limits){BY_SIZE(by_limits), .nodes = JUDGE_NODES}, NULL,
                      &result, &error))
        fail_msg("%s", error.message);
    by_search_destroy(judge.search);
    return result.answer;
}

/* Whether the win is as near as reported, found without a hash table. */
static enum by_answer judge_distance(struct soak *soak, const by_position *position, by_value value)
{
    struct bench judge = {.game = soak->bench.game, .position = soak->bench.position};
    int plies = BY_WIN - (value < 0 ? -value : value);
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = JUDGE_NODES, .depth = plies};
    struct by_result result = {BY_SIZE(by_result)};
    by_error error = {0};

    bench_small_method(&judge, "alphabeta", "exact", "hash=off iid=off");
    if (by_search_run(judge.search, position, &limits, NULL, &result, &error))
        fail_msg("%s", error.message);
    by_search_destroy(judge.search);
    if (value > 0 ? result.value >= value : result.value <= value)
        return result.kind == BY_KIND_WIN || result.kind == BY_KIND_LOSS ? BY_ANSWER_YES : BY_ANSWER_UNKNOWN;
    return result.depth == plies ? BY_ANSWER_NO : BY_ANSWER_UNKNOWN;
}

/* The side that the result says to win; -1: none. */
static int winner_of(const struct by_result *result, int side)
{
    if (by_value_is_win(result->value) && result->kind != BY_KIND_AT_MOST)
        return side;
    return by_value_is_loss(result->value) && result->kind != BY_KIND_AT_LEAST ? side ^ 1 : -1;
}

static void check(struct soak *soak, by_position *position, const struct by_result *result)
{
    struct by_node node;
    enum by_answer answer;
    by_text text = {0};
    int winner;

    soak->searches++;
    by_position_node(position, &node);
    winner = winner_of(result, node.side);
    if (winner < 0)
        return;
    soak->announced++;
    answer = judge_distance(soak, position, result->value);
    if (answer == BY_ANSWER_UNKNOWN)
        answer = judge(soak, position, winner);
    soak->judged += answer != BY_ANSWER_UNKNOWN;
    if (answer != BY_ANSWER_NO)
        return;
    soak->wrong++;
    repetitions_print(position, &text);
    printf("%s %d %s at depth %d\n", by_text_string(&text), (int)result->value, by_kind_name(result->kind),
           result->depth);
    by_text_free(&text);
}

/* ---- Positions with a history ---------------------------------------------------------------------------------- */

static struct by_result search_bare(struct soak *soak, const by_position *position, uint64_t nodes)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_text text = {0};

    by_position_print(position, &text);
    assert_int_equal(by_position_parse(soak->bare, by_text_string(&text), NULL), BY_OK);
    run(soak, soak->bare, nodes, &result);
    by_text_free(&text);
    return result;
}

/* Makes the moves of the text, each backwards if asked. False: one is not legal. */
static bool make_moves(by_position *position, const char *first, const char *second, bool is_back)
{
    const char *const texts[] = {first, second};

    for (int i = 0; i < 2; i++) {
        by_move move = is_back ? repetitions_way_back(position, texts[i]) : BY_MOVE_NONE;
        struct by_node node;

        if (!is_back && by_position_parse_move(position, texts[i], &move, NULL))
            return false;
        if (move == BY_MOVE_NONE || by_position_push(position, move, NULL))
            return false;
        by_position_verdict(position, &node);
        if (node.is_over)
            return false;
    }
    return true;
}

/* The history that does a win the most harm: its first two moves go back and forth, so that the position after them is
 * about to come for the third time. */
static void search_after_rounds(struct soak *soak, const struct by_result *bare, uint64_t nodes)
{
    by_text first = {0}, second = {0}, text = {0};
    struct by_result result = {BY_SIZE(by_result)};
    by_position *copy;

    assert_int_equal(by_position_copy(soak->bare, &copy, NULL), BY_OK);
    by_position_print_move(copy, bare->lines[0].moves[0], &first);
    by_position_push(copy, bare->lines[0].moves[0], NULL);
    by_position_print_move(copy, bare->lines[0].moves[1], &second);
    by_position_push(copy, bare->lines[0].moves[1], NULL);
    by_position_print(copy, &text);
    assert_int_equal(by_position_parse(copy, by_text_string(&text), NULL), BY_OK);
    if (make_moves(copy, by_text_string(&first), by_text_string(&second), true) &&
        make_moves(copy, by_text_string(&first), by_text_string(&second), false) &&
        make_moves(copy, by_text_string(&first), by_text_string(&second), true)) {
        soak->rounds++;
        run(soak, copy, nodes, &result);
        check(soak, copy, &result);
    }
    by_text_free(&first);
    by_text_free(&second);
    by_text_free(&text);
    by_position_destroy(copy);
}

/* As in a game: every other position of the history. */
static void search_history(struct soak *soak, const by_position *position, uint64_t nodes)
{
    by_position *copy;
    struct by_result result = {BY_SIZE(by_result)};
    size_t length;

    assert_int_equal(by_position_copy(position, &copy, NULL), BY_OK);
    by_position_history(copy, &length);
    if (length >= 4) {
        for (int i = 0; i < 4; i++)
            by_position_pop(copy, NULL);
        run(soak, copy, nodes, &result);
        check(soak, copy, &result);
    }
    by_position_destroy(copy);
}

/* Each time from an empty table, by 30 % more nodes. */
static void try_limits(struct soak *soak, const by_position *position)
{
    for (uint64_t nodes = LIMIT_LEAST; nodes < LIMIT_MOST; nodes += 3 * nodes / 10) {
        struct by_result bare = {BY_SIZE(by_result)};

        by_search_clear(soak->bench.search);
        bare = search_bare(soak, position, LIMIT_MOST);
        if (winner_of(&bare, 0) < 0 || bare.lines[0].length < 2)
            return;
        search_after_rounds(soak, &bare, nodes);
    }
}

static void try_position(struct soak *soak)
{
    by_position *position = soak->bench.position;
    uint64_t nodes = 1 + by_random_below(&soak->source.random, NODES_MOST);
    struct by_result result = {BY_SIZE(by_result)};

    repetitions_begin(&soak->source, position);
    result = search_bare(soak, position, LIMIT_MOST);
    if (winner_of(&result, 0) >= 0 && result.lines[0].length >= 2)
        try_limits(soak, position);
    repetitions_next(&soak->source, position);
    result = search_bare(soak, position, 1 + by_random_below(&soak->source.random, NODES_MOST));
    if (winner_of(&result, 0) >= 0 && result.lines[0].length >= 2)
        try_limits(soak, position);
    if (by_random_below(&soak->source.random, 2))
        search_history(soak, position, nodes);
    run(soak, position, nodes, &result);
    check(soak, position, &result);
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

static void play_game(struct soak *soak)
{
    by_position *position = soak->bench.position;
    struct by_node node;

    repetitions_next(&soak->source, position);
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        struct by_result result = {BY_SIZE(by_result)};

        by_position_verdict(position, &node);
        if (node.is_over)
            return;
        run(soak, position, GAME_NODES, &result);
        check(soak, position, &result);
        assert_int_equal(by_position_push(position, result.best, NULL), BY_OK);
    }
}

static void test_mates(void **state)
{
    const struct wishes *wishes = *state;
    struct soak soak = {0};

    bench_open(&soak.bench, "xiangqi", NULL);
    bench_method(&soak.bench, "alphabeta", NULL, "");
    assert_int_equal(by_position_create(soak.bench.game, &soak.bare, NULL), BY_OK);
    repetitions_open(&soak.source, wishes->seed, wishes->file);
    for (int i = 0; i < wishes->positions; i++)
        try_position(&soak);
    for (int i = 0; i < wishes->games; i++)
        play_game(&soak);
    printf("seed %" PRIu64 ": %d positions, %d after rounds, %d games, %d searches; %d wins and losses "
           "announced, %d judged, %d wrong\n",
           wishes->seed, wishes->positions, soak.rounds, wishes->games, soak.searches, soak.announced, soak.judged,
           soak.wrong);
    repetitions_close(&soak.source);
    by_position_destroy(soak.bare);
    bench_close(&soak.bench);
    assert_int_equal(soak.wrong, 0);
}

int main(int argc, char **argv)
{
    int positions = argc > 1 ? atoi(argv[1]) : 100;
    struct wishes wishes = {.positions = positions,
                            .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
                            .games = argc > 3 ? atoi(argv[3]) : positions / 16,
                            .file = argc > 4 ? argv[4] : NULL};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_mates, &wishes)};

    if (wishes.positions < 1) {
        fprintf(stderr, "mates [POSITIONS] [SEED] [GAMES] [FILE]: how many positions, at least 1\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
