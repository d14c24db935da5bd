/* SPDX-License-Identifier: MIT
 *
 * A long run: positions of random games of xiangqi, each searched with the defaults for some nodes by searches that are
 * hardly ever cleared, so that their tables are full of other games. What comes back has to be legal and within range,
 * and the position has to be as it was.
 *
 *     xiangqi [POSITIONS] [SEED]      1,000 positions, seed 1
 *
 * Games begin at the start or with a problem that is full of checks, and differ in what is played: anything, captures
 * where there are any (this comes to endings), checks where there are any, or what the search likes now and then. It is
 * to be run under sanitizers (`make soak`).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/search.h"

enum {
    MOVES_MOST = 128,
    GAME_PLIES = 80,
    NODES = 3000,
    DEPTH_LEAST = 2,
    DEPTHS = 3,
    DEPTH_MOST = 20,
    LINES_MOST = 5,
    PROBLEMS_MOST = 256
};

/* Each happens once in this number of positions, on average. */
enum { CLEAR = 400, THREADS = 100, LINES = 50, FEW_MOVES = 60, TINY = 40, DEEP = 3 };

static const char problems_path[] = "tests/data/xiangqi_tactics.tsv";

enum style { ANYTHING, CAPTURES, CHECKS, SENSIBLE };

static const enum style styles[] = {ANYTHING, CAPTURES, CHECKS, CHECKS, SENSIBLE};

struct wishes {
    int positions;
    uint64_t seed;
};

/* One game after the other, and the searches that see them all. */
struct soak {
    struct bench bench; /* its search has one thread */
    by_search *several; /* has two */
    struct by_random random;
    enum style style;
    int plies;
    uint64_t nodes;
    int checks, endings; /* positions in check, and with few pieces */
    by_move liked;       /* by the search of this position */
    char (*problems)[128];
    uint32_t problem_count;
};

/* State that a search must not change. */
struct trace {
    by_text text;
    struct by_node node;
    by_value value;
    by_move history[GAME_PLIES + 1];
    size_t length;
};

static bool happens(struct soak *soak, int once_in)
{
    return by_random_below(&soak->random, (uint32_t)once_in) == 0;
}

static void list_moves(by_position *position, struct by_moves *moves, struct by_move_info *list)
{
    *moves = (struct by_moves){.list = list};
    by_position_moves(position, BY_MOVES_ALL, moves);
    assert_in_range(moves->count, 0, MOVES_MOST);
}

static bool is_in(const by_move *moves, size_t count, by_move move)
{
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* ---- Before and after ------------------------------------------------------------------------------------------ */

static void take_trace(by_position *position, struct trace *trace)
{
    const by_move *history;

    memset(trace, 0, sizeof *trace);
    by_position_print(position, &trace->text);
    by_position_node(position, &trace->node);
    trace->value = by_position_evaluate(position);
    history = by_position_history(position, &trace->length);
    assert_in_range(trace->length, 0, GAME_PLIES);
    if (trace->length)
        memcpy(trace->history, history, trace->length * sizeof *history);
}

static void expect_unchanged(by_position *position, struct trace *before)
{
    struct trace after;

    take_trace(position, &after);
    assert_string_equal(by_text_string(&before->text), by_text_string(&after.text));
    assert_int_equal(before->node.key, after.node.key);
    assert_int_equal(before->node.is_over, after.node.is_over);
    assert_int_equal(before->node.reversible_plies, after.node.reversible_plies);
    assert_int_equal(before->value, after.value);
    assert_int_equal(before->length, after.length);
    assert_memory_equal(before->history, after.history, sizeof before->history);
    by_text_free(&before->text);
    by_text_free(&after.text);
}

/* ---- Results --------------------------------------------------------------------------------------------------- */

static void check_value(by_value value, enum by_kind kind)
{
    assert_true(value >= -BY_WIN && value <= BY_WIN);
    if (kind == BY_KIND_WIN)
        assert_true(by_value_is_win(value));
    if (kind == BY_KIND_LOSS)
        assert_true(by_value_is_loss(value));
    if (kind == BY_KIND_DRAW)
        assert_int_equal(value, 0);
}

/* All moves of a line are legal, one after the other. */
static void check_line(by_position *position, const struct by_line *line)
{
    by_error error = {0};
    int made = 0;

    check_value(line->value, line->kind);
    assert_true(line->length >= 1);
    while (made < line->length && !by_position_push(position, line->moves[made], &error))
        made++;
    if (made < line->length)
        fail_msg("move %d of a line is not legal: %s", made + 1, error.message);
    while (made--)
        assert_int_equal(by_position_pop(position, NULL), BY_OK);
}

static void check_result(by_position *position, const struct by_limits *limits, const struct by_result *result)
{
    by_move firsts[LINES_MOST];

    assert_true(result->nodes <= limits->nodes);
    assert_true(is_in(limits->root_moves, limits->root_move_count, result->best));
    check_value(result->value, result->kind);
    assert_true(result->line_count <= (size_t)(limits->lines ? limits->lines : 1));
    for (size_t i = 0; i < result->line_count; i++) {
        const struct by_line *line = &result->lines[i];

        check_line(position, line);
        assert_true(is_in(limits->root_moves, limits->root_move_count, line->moves[0]));
        assert_false(is_in(firsts, i, line->moves[0]));
        firsts[i] = line->moves[0];
    }
    if (result->line_count)
        assert_int_equal(result->best, firsts[0]);
}

/* ---- One position ---------------------------------------------------------------------------------------------- */

/* The legal moves, now and then only the first few of them. */
static size_t root_moves(struct soak *soak, const struct by_moves *moves, by_move *out)
{
    size_t count = (size_t)moves->count;

    if (happens(soak, FEW_MOVES))
        count = 1 + by_random_below(&soak->random, (uint32_t)count);
    for (size_t i = 0; i < count; i++)
        out[i] = moves->list[i].move;
    return count;
}

static void search_position(struct soak *soak, const struct by_moves *moves)
{
    by_move allowed[MOVES_MOST];
    struct by_limits limits = {BY_SIZE(by_limits), .depth = DEPTH_LEAST + (int)by_random_below(&soak->random, DEPTHS),
                               .nodes = NODES};
    by_search *search = happens(soak, THREADS) ? soak->several : soak->bench.search;
    struct by_result result = {BY_SIZE(by_result)};
    struct trace before;
    by_error error = {0};

    if (happens(soak, DEEP))
        limits.depth = DEPTH_MOST; /* as far as the nodes reach: some techniques begin at depth 7 */
    if (happens(soak, TINY))
        limits.nodes = 1 + by_random_below(&soak->random, 100);
    if (happens(soak, LINES))
        limits.lines = 2 + (int)by_random_below(&soak->random, LINES_MOST - 1);
    limits.root_moves = allowed;
    limits.root_move_count = root_moves(soak, moves, allowed);
    if (happens(soak, CLEAR))
        by_search_clear(search);
    take_trace(soak->bench.position, &before);
    if (by_search_run(search, soak->bench.position, &limits, NULL, &result, &error))
        fail_msg("%s", error.message);
    check_result(soak->bench.position, &limits, &result);
    expect_unchanged(soak->bench.position, &before);
    soak->liked = result.best;
    soak->nodes += result.nodes;
}

/* ---- The games ------------------------------------------------------------------------------------------------- */

static bool gives_check(by_position *position, by_move move)
{
    struct by_node node;

    assert_int_equal(by_position_push(position, move, NULL), BY_OK);
    by_position_node(position, &node);
    assert_int_equal(by_position_pop(position, NULL), BY_OK);
    return node.in_check;
}

static bool has_style(struct soak *soak, const struct by_move_info *move)
{
    if (soak->style == CAPTURES)
        return move->flags & BY_MOVE_CAPTURE;
    return soak->style == CHECKS && gives_check(soak->bench.position, move->move);
}

static by_move any_move(struct soak *soak, const struct by_moves *moves)
{
    return moves->list[by_random_below(&soak->random, (uint32_t)moves->count)].move;
}

/* A move at random, most of the time among those that the style of the game prefers. */
static by_move next_move(struct soak *soak, const struct by_moves *moves)
{
    struct by_move_info preferred[MOVES_MOST];
    uint32_t count = 0;

    if (soak->style == SENSIBLE && by_random_below(&soak->random, 4))
        return soak->liked;
    if (happens(soak, 8))
        return any_move(soak, moves);
    for (int i = 0; i < moves->count; i++)
        if (has_style(soak, &moves->list[i]))
            preferred[count++] = moves->list[i];
    return count ? preferred[by_random_below(&soak->random, count)].move : any_move(soak, moves);
}

/* Keeps the second column of the file. */
static void read_problems(struct soak *soak)
{
    FILE *file = fopen(problems_path, "r");
    char line[1024];

    assert_non_null(file);
    soak->problems = malloc(PROBLEMS_MOST * sizeof *soak->problems);
    assert_non_null(soak->problems);
    while (soak->problem_count < PROBLEMS_MOST && fgets(line, sizeof line, file))
        soak->problem_count += sscanf(line, "t%*d\t%127[^\t]", soak->problems[soak->problem_count]) == 1;
    (void)fclose(file);
    assert_true(soak->problem_count > 0);
}

static void begin_game(struct soak *soak)
{
    const char *problem = soak->problems[by_random_below(&soak->random, soak->problem_count)];

    by_position_destroy(soak->bench.position);
    assert_int_equal(by_position_create(soak->bench.game, &soak->bench.position, NULL), BY_OK);
    if (happens(soak, 2))
        assert_int_equal(by_position_parse(soak->bench.position, problem, NULL), BY_OK);
    soak->style = styles[by_random_below(&soak->random, sizeof styles / sizeof styles[0])];
    soak->plies = 0;
}

static int count_pieces(by_position *position)
{
    by_text text = {0};
    int count = 0;

    by_position_print(position, &text);
    for (const char *c = by_text_string(&text); *c && *c != ' '; c++)
        count += (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
    by_text_free(&text);
    return count;
}

static void soak_in(struct soak *soak, int positions)
{
    for (int i = 0; i < positions;) {
        struct by_move_info list[MOVES_MOST];
        struct by_moves moves;
        struct by_node node;

        by_position_verdict(soak->bench.position, &node);
        list_moves(soak->bench.position, &moves, list);
        if (node.is_over || !moves.count || soak->plies == GAME_PLIES) {
            begin_game(soak);
            continue;
        }
        search_position(soak, &moves);
        soak->checks += node.in_check;
        soak->endings += count_pieces(soak->bench.position) <= 16;
        assert_int_equal(by_position_push(soak->bench.position, next_move(soak, &moves), NULL), BY_OK);
        soak->plies++;
        i++;
    }
}

static void test_soak(void **state)
{
    const struct wishes *wishes = *state;
    struct soak soak = {.random = {wishes->seed}};

    bench_open(&soak.bench, "xiangqi", NULL);
    bench_method(&soak.bench, "alphabeta", "full", "threads=2");
    soak.several = soak.bench.search;
    soak.bench.search = NULL;
    bench_method(&soak.bench, "alphabeta", "full", "");
    read_problems(&soak);
    begin_game(&soak);
    soak_in(&soak, wishes->positions);
    printf("seed %" PRIu64 ": %d positions, %d in check, %d of at most 16 pieces, %" PRIu64 " nodes\n", wishes->seed,
           wishes->positions, soak.checks, soak.endings, soak.nodes);
    free(soak.problems);
    by_search_destroy(soak.several);
    bench_close(&soak.bench);
}

int main(int argc, char **argv)
{
    struct wishes wishes = {.positions = argc > 1 ? atoi(argv[1]) : 1000,
                            .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_soak, &wishes)};

    if (wishes.positions < 1) {
        fprintf(stderr, "xiangqi [POSITIONS] [SEED]: how many positions, at least 1\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
