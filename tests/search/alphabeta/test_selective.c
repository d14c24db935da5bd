/* SPDX-License-Identifier: MIT
 *
 * Selective search on xiangqi: quiescence, extensions, null moves, exact cuts, captures by exchange. Each is compared
 * with what its paper says, or with a slow reference.
 */
#define _DEFAULT_SOURCE /* strsep */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "search/alphabeta/alphabeta.h"
#include "support/check.h"
#include "support/reference.h"
#include "support/search.h"

static struct by_result search_to(struct bench *bench, const char *position, const char *preset, const char *settings,
                                  int depth)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = depth};
    by_error error = {0};

    if (by_position_parse(bench->position, position, &error))
        fail_msg("%s: %s", position, error.message);
    bench_method(bench, "alphabeta", preset, settings);
    return bench_run(bench, &limits);
}

/* Plays some random moves from the initial position. */
static void stray(struct bench *bench, struct by_random *random)
{
    struct by_move_info list[128];
    int plies = 4 + (int)by_random_below(random, 200);

    assert_int_equal(
        by_position_parse(bench->position, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", NULL),
        BY_OK);
    for (int i = 0; i < plies; i++) {
        struct by_moves moves = {.list = list};
        struct by_node node;

        by_position_moves(bench->position, BY_MOVES_ALL, &moves);
        by_position_verdict(bench->position, &node);
        if (node.is_over)
            return;
        assert_int_equal(
            by_position_push(bench->position, list[by_random_below(random, (uint32_t)moves.count)].move, NULL), BY_OK);
    }
}

/* ---- Quiescence -------------------------------------------------------------------------------------------------- */

/* The value of quiescence by its definition, with a full window: a side that is not in check may stand pat or capture.
 * Gives up if the tree becomes too large. */
static by_value quiet_value(by_position *position, int depth, int ply, int *nodes_left)
{
    const by_game_type *type = position->game->type;
    struct by_move_info list[128];
    struct by_moves moves = {.list = list};
    struct by_node node;
    by_value best = -BY_INFINITE;
    bool is_quiet;

    if (--*nodes_left < 0)
        return 0;
    by_position_verdict(position, &node);
    if (node.is_over)
        return node.value == 0 ? 0 : node.value > 0 ? BY_WIN - ply : ply - BY_WIN;
    is_quiet = depth <= 0 && !node.in_check;
    if (is_quiet)
        best = type->evaluation->evaluate(position->state);
    by_position_moves(position, is_quiet ? BY_MOVES_TACTICAL : BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        by_value value;

        type->rules->push(position->state, list[i].move);
        value = -quiet_value(position, depth - 1, ply + 1, nodes_left);
        type->rules->pop(position->state, list[i].move);
        best = value > best ? value : best;
    }
    return best;
}

/* With any combination of exact options, the value is that of the definition. */
static void test_quiescence_is_minimax(void **state)
{
    static const char *const settings[] = {
        "quiescence=on",
        "quiescence=on form=fail_hard",
        "quiescence=on form=recorded",
        "quiescence=on pvs=on captures=exchange",
        "quiescence=on hash=on hash_move=on hash_depth=equal deepening=1 captures=exchange killers=after_captures",
        "quiescence=on mtdf=on hash=on deepening=1 history=from_to captures=first",
    };
    int rounds = getenv("SANITIZE") && *getenv("SANITIZE") ? 40 : 120, compared = 0;
    struct by_random random = {11};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int round = 0; round < rounds; round++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 1 + round % 2};
        struct by_node node;
        by_value truth;
        int nodes_left = 100000;

        stray(&bench, &random);
        by_position_verdict(bench.position, &node);
        if (node.is_over)
            continue;
        assert_int_equal(by__position_reserve(bench.position, 200, NULL), BY_OK);
        truth = quiet_value(bench.position, limits.depth, 0, &nodes_left);
        if (nodes_left < 0)
            continue;
        compared++;
        for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
            by_value value;

            bench_method(&bench, "alphabeta", "plain", settings[i]);
            value = bench_run(&bench, &limits).value;
            if (value != truth)
                fail_msg("round %d, '%s': %d, expected %d", round, settings[i], value, truth);
        }
    }
    assert_in_range(compared, rounds / 8, rounds);
    bench_close(&bench);
}

/* A rook takes a pawn on the last ply: only quiescence sees that the horse takes back. If there is nothing to capture,
 * quiescence returns the evaluation. */
static void test_horizon(void **state)
{
    static const char position[] = "4k4/9/6n2/4p4/9/9/9/4R4/9/3K5 w";
    struct bench bench;
    struct by_result blind, seeing;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    blind = search_to(&bench, position, "exact", "", 1);
    assert_int_equal(blind.best, (2 * 9 + 4) << 7 | (6 * 9 + 4));
    assert_int_equal(bench_counter(&blind, "quiescence_nodes"), 0);
    seeing = search_to(&bench, position, "exact", "quiescence=on", 1);
    assert_int_not_equal(seeing.best, blind.best);
    assert_true(bench_counter(&seeing, "quiescence_nodes") > 0);
    assert_true(seeing.value < blind.value);

    blind = search_to(&bench, "3k5/9/9/p8/9/9/9/9/4A4/4K4 w", "exact", "", 1);
    seeing = search_to(&bench, "3k5/9/9/p8/9/9/9/9/4A4/4K4 w", "exact", "quiescence=on", 1);
    assert_int_equal(blind.value, seeing.value);
    assert_int_equal(blind.nodes, seeing.nodes);
    bench_close(&bench);
}

/* ---- Extensions -------------------------------------------------------------------------------------------------- */

/* Two rooks mate by checks. */
static const char rook_mate[] = "3k5/9/9/R8/1R7/9/9/9/9/5K3 w";

/* A mate in two moves is seen at a lower depth when checks are extended, and it is the same mate. */
static void test_check_extension(void **state)
{
    struct bench bench;
    struct by_result plain, extended;
    int depth = 1, lower = 1;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    while (!by_value_is_win((plain = search_to(&bench, rook_mate, "exact", "", depth)).value))
        assert_in_range(++depth, 1, 9);
    while (!by_value_is_win((extended = search_to(&bench, rook_mate, "exact", "extend_check=on", lower)).value))
        assert_in_range(++lower, 1, 9);
    assert_in_range(lower, 1, depth - 1);
    assert_int_equal(extended.value, plain.value);
    assert_true(bench_counter(&extended, "extend_check_moves") > 0);
    bench_close(&bench);
}

/* Nodes in a row whose moves all capture on one square: each recapture adds three quarters, or two thirds, of a ply. */
static void test_fractions_add_up(void **state)
{
    static const struct {
        int setting, extensions, plies;
    } rows[] = {{AB_RECAPTURE_THREE_QUARTERS, 4, 3}, {AB_RECAPTURE_TWO_THIRDS, 3, 2}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct ab s = {.opt.extend_recapture = rows[i].setting, .root_depth = 20 * AB_PLY};
        struct ab_node nodes[8] = {{.depth = 6 * AB_PLY, .ply = 1}};
        int sum = 0;

        for (int ply = 0; ply < 8; ply++)
            nodes[ply].via = (struct by_move_info){.flags = BY_MOVE_CAPTURE, .to = 40};
        for (int ply = 0; ply < rows[i].extensions; ply++) {
            int extension = by__ab_extension(&s, &nodes[ply], &nodes[ply + 1]);

            sum += extension;
            nodes[ply + 1].depth = nodes[ply].depth - AB_PLY + extension;
            nodes[ply + 1].extended = sum;
        }
        assert_int_equal(sum, rows[i].plies * AB_PLY);
        assert_int_equal(s.count[AB_EXTEND_RECAPTURES], rows[i].extensions);
        nodes[1].via.to = 41; /* a capture elsewhere is no recapture */
        assert_int_equal(by__ab_extension(&s, &nodes[0], &nodes[1]), 0);
        nodes[1].via = (struct by_move_info){.to = 40};
        assert_int_equal(by__ab_extension(&s, &nodes[0], &nodes[1]), 0);
    }
}

/* No line is extended by more than twice the depth, and several reasons for one move add no more than a ply. */
static void test_extensions_are_bounded(void **state)
{
    struct ab s = {.opt = {.extend_check = 1, .extend_single = 1, .extend_mate = 1, .extend_recapture = 1},
                   .root_depth = 2 * AB_PLY};
    struct ab_node nodes[2] = {{.depth = AB_PLY, .ply = 1, .has_single_move = true, .is_mate_threatened = true}};

    (void)state;
    nodes[1].info.in_check = true;
    assert_int_equal(by__ab_extension(&s, &nodes[0], &nodes[1]), AB_PLY);
    nodes[0].extended = 4 * AB_PLY - 5;
    assert_int_equal(by__ab_extension(&s, &nodes[0], &nodes[1]), 5);
    nodes[0].extended = 4 * AB_PLY;
    assert_int_equal(by__ab_extension(&s, &nodes[0], &nodes[1]), 0);
    nodes[0].extended = 0;
    nodes[0].depth = AB_PLY - 1; /* quiescence */
    assert_int_equal(by__ab_extension(&s, &nodes[0], &nodes[1]), 0);
}

/* If every move gives check, lines reach at most three times the depth. */
static void test_longest_line(void **state)
{
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int depth = 1; depth <= 4; depth++) {
        result = search_to(&bench, "2bak4/3R5/b5N2/9/9/4p4/9/3C5/9/2r1K4 w", "exact",
                           "extend_check=on extend_single=on extend_recapture=three_quarters", depth);
        assert_in_range(result.selective_depth, depth, 3 * depth);
    }
    bench_close(&bench);
}

/* A single legal answer, and a threat of mate that a null move shows, are extended too. */
static void test_other_extensions(void **state)
{
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    result = search_to(&bench, rook_mate, "exact", "extend_single=on", 4);
    assert_true(bench_counter(&result, "extend_single_moves") > 0);
    result = search_to(&bench, rook_mate, "exact", "extend_mate=on null_move=plain", 4);
    assert_int_equal(bench_counter(&result, "extend_mate_moves"), 0); /* a bare king does not pass */
    result = search_to(&bench, "3k5/R8/9/9/9/nn7/1R7/cc7/r8/5K3 w", "exact", "extend_mate=on null_move=plain", 5);
    assert_true(bench_counter(&result, "extend_mate_moves") > 0);
    bench_close(&bench);
}

/* ---- The null move ----------------------------------------------------------------------------------------------- */

/* Heinz's formula with the survey's bands. */
static void test_adaptive_reduction(void **state)
{
    static const int many[] = {2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3}, few[] = {2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3};

    (void)state;
    for (int depth = 1; depth <= 12; depth++) {
        assert_int_equal(by__ab_adaptive_reduction(depth, 3), many[depth - 1]);
        assert_int_equal(by__ab_adaptive_reduction(depth, 6), many[depth - 1]);
        assert_int_equal(by__ab_adaptive_reduction(depth, 2), few[depth - 1]);
        assert_int_equal(by__ab_adaptive_reduction(depth, 0), few[depth - 1]);
    }
}

/* Follows a search on a board of its own. */
struct follower {
    by_position *position;
    by_move line[BY_MAX_PLY];
    int nulls;
    const char *fault;
};

static void follow(void *context, const struct by_event *event)
{
    struct follower *f = context;
    const by_game_type *type = f->position->game->type;
    void *board = f->position->state;
    struct by_node node;

    if (event->ply == 0)
        return;
    if (event->kind == BY_EVENT_LEAVE) {
        if (event->move == BY_MOVE_NONE)
            type->tactics->pop_null(board);
        else
            type->rules->pop(board, event->move);
        return;
    }
    f->line[event->ply] = event->move;
    if (event->move != BY_MOVE_NONE) {
        type->rules->push(board, event->move);
        return;
    }
    f->nulls++;
    type->rules->node(board, event->ply - 1, &node);
    if (node.in_check)
        f->fault = "a null move in check";
    if (event->ply == 1)
        f->fault = "a null move at the root";
    else if (f->line[event->ply - 1] == BY_MOVE_NONE)
        f->fault = "two null moves in a row";
    if (type->tactics->strong_pieces(board, node.side) == 0)
        f->fault = "a null move without strong pieces";
    type->tactics->push_null(board);
}

/* Never twice in a row, nor in check, nor without pieces; and the board comes back as it was. */
static void test_where_null_moves_are_made(void **state)
{
    static const char *const settings[] = {"null_move=plain", "null_move=adaptive", "null_move=verified"};
    static const char *const positions[] = {
        "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w",
        "2bak4/3R5/b5N2/9/9/4p4/9/3C5/9/2r1K4 w",
        "3k5/9/n8/R8/1R7/9/9/4p4/9/5K3 w",
    };

    (void)state;
    for (size_t i = 0; i < 9; i++) {
        struct follower follower = {0};
        const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ENTER | BY_EVENT_LEAVE, &follower, follow};
        const struct by_limits limits = {BY_SIZE(by_limits), .depth = 5};
        struct bench bench;
        by_text before = {0}, after = {0};

        bench_open(&bench, "xiangqi", positions[i / 3]);
        bench_method(&bench, "alphabeta", "exact", settings[i % 3]);
        assert_int_equal(by_position_copy(bench.position, &follower.position, NULL), BY_OK);
        assert_int_equal(by__position_reserve(follower.position, 400, NULL), BY_OK);
        bench_observe(&bench, &limits, &observer);
        if (follower.fault)
            fail_msg("%s: %s", settings[i % 3], follower.fault);
        assert_true(follower.nulls > 0);
        by_position_print(bench.position, &before);
        by_position_print(follower.position, &after);
        assert_string_equal(by_text_string(&before), by_text_string(&after));
        by_text_free(&before);
        by_text_free(&after);
        by_position_destroy(follower.position);
        bench_close(&bench);
    }
}

/* A game in which a side loses if the other passes. */
static void node_after_pass(void *state, int ply, struct by_node *out)
{
    (void)state;
    (void)ply;
    *out = (struct by_node){.side = 1, .is_over = true, .value = -BY_WIN};
}

static void pass(void *state)
{
    (void)state;
}

/* A win after a null move is no win: the cut returns beta. */
static void test_win_after_null(void **state)
{
    static const struct by_rules rules = {BY_SIZE(by_rules), .node = node_after_pass};
    static const struct by_tactics tactics = {BY_SIZE(by_tactics), .push_null = pass, .pop_null = pass};
    const struct by_limits limits = {BY_SIZE(by_limits)};
    struct by__run run = {.plies = 10, .control = {.limits = &limits, .deadline_us = INT64_MAX}};
    struct ab s = {.opt.null_move = AB_NULL_PLAIN,
                   .opt.repetition_cut = 1,
                   .opt.material_cut = 1,
                   .rules = &rules,
                   .tactics = &tactics,
                   .run = &run,
                   .control = &run.control};
    struct ab_node nodes[2] = {{.ply = 1, .depth = 4 * AB_PLY, .alpha = 99, .alpha_given = 99, .beta = 100}};
    by_value value = 0;

    (void)state;
    assert_true(by__stack_create(&s.stack, 10, 1));
    assert_true(by__ab_try_null(&s, &nodes[0], &value));
    assert_int_equal(value, 100);
    assert_true(nodes[0].met_horizon);
    by__stack_destroy(&s.stack);
}

/* null_reduction is the reduction: if it takes the whole depth, the horizon follows the null move. */
static void test_null_reduction(void **state)
{
    static const char position[] = "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w";
    struct bench bench;
    uint64_t nodes[3];

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    nodes[0] = search_to(&bench, position, "exact", "null_move=plain null_reduction=1", 6).nodes;
    nodes[1] = search_to(&bench, position, "exact", "null_move=plain", 6).nodes;
    nodes[2] = search_to(&bench, position, "exact", "null_move=plain null_reduction=2", 6).nodes;
    assert_int_equal(nodes[1], nodes[2]);
    assert_int_not_equal(nodes[0], nodes[1]);
    assert_true(nodes[1] < search_to(&bench, position, "exact", "", 6).nodes);
    bench_close(&bench);
}

/* In every row of the table the side not to move mates by a quiet move that puts the other into zugzwang. One ply
 * deeper than the mate is long, a search without null moves and one that verifies them see it. Plain null moves miss
 * it. */
static void test_zugzwang(void **state)
{
    FILE *file = fopen("tests/data/xiangqi_zugzwang.tsv", "r");
    int rows = 0, plain_errs = 0;
    struct bench bench;
    char line[1024];

    (void)state;
    assert_non_null(file);
    bench_open(&bench, "xiangqi evaluation=placement", NULL);
    while (fgets(line, sizeof line, file)) {
        char *columns[8] = {0}, *rest = line;
        by_value win;

        if (line[0] == '#')
            continue;
        for (int i = 0; i < 8; i++)
            columns[i] = strsep(&rest, "\t");
        assert_non_null(columns[7]);
        win = BY_WIN - atoi(columns[6]);
        for (int i = 0; i < 2; i++) {
            const char *setting = i ? "null_move=verified" : "null_move=off";
            struct by_result result = search_to(&bench, columns[4], "exact", setting, BY_WIN - win + 1);

            if (result.value != win || result.kind != BY_KIND_WIN)
                fail_msg("%s, %s: %d, expected %d", columns[0], setting, result.value, win);
        }
        plain_errs += search_to(&bench, columns[4], "exact", "null_move=plain", BY_WIN - win + 1).value < win;
        rows++;
    }
    assert_in_range(rows, 14, 1000);
    assert_in_range(plain_errs, 9, rows);
    (void)fclose(file);
    bench_close(&bench);
}

/* ---- Exact cuts ------------------------------------------------------------------------------------------------- */

/* Without attackers the position is a draw at every depth; with material_cut=off it has a material value. */
static void test_material_cut(void **state)
{
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "xiangqi evaluation=placement", NULL);
    for (int depth = 1; depth <= 4; depth++) {
        result = search_to(&bench, "4k4/4a4/9/9/9/9/9/9/4A4/3AK4 w", "exact", "", depth);
        assert_int_equal(result.value, 0);
    }
    /* The king takes the last pawn. */
    result = search_to(&bench, "9/4k4/4P4/9/9/9/9/9/4A4/3AK4 b", "plain", "", 1);
    assert_int_equal(result.value, 0);
    result = search_to(&bench, "9/4k4/4P4/9/9/9/9/9/4A4/3AK4 b", "plain", "material_cut=off", 1);
    assert_true(result.value < -100);
    bench_close(&bench);
}

/* A rook that has to give perpetual check loses by the rules; with repetition_cut=off the side is a rook ahead. */
static void test_repetition_cut(void **state)
{
    static const char position[] = "3k5/9/9/9/9/9/9/9/1r7/3RK4 b";
    struct bench bench;
    struct by_result with, without;

    (void)state;
    bench_open(&bench, "xiangqi evaluation=placement", NULL);
    with = search_to(&bench, position, "plain", "", 5);
    without = search_to(&bench, position, "plain", "repetition_cut=off", 5);
    assert_true(without.nodes > with.nodes);
    bench_close(&bench);
}

/* ---- Captures by exchange ---------------------------------------------------------------------------------------- */

static bool always(void *state, by_move capture)
{
    (void)state;
    (void)capture;
    return true;
}

static bool never(void *state, by_move capture)
{
    (void)state;
    (void)capture;
    return false;
}

/* U over all pairs: the paper's values are king 5, rook 4, horse and cannon 3, pawn 2, advisor and elephant 1. */
static void test_exchange_values(void **state)
{
    static const int worth[] = {5, 1, 1, 3, 4, 3, 2}; /* in the order of kinds: king advisor elephant horse rook ... */
    const by_game_type *type;
    struct by_tactics tactics;
    struct ab s = {.tactics = &tactics};

    (void)state;
    assert_int_equal(by_game_type_find("xiangqi", &type, NULL), BY_OK);
    tactics = *type->tactics;
    for (int attacker = 0; attacker < 7; attacker++)
        for (int victim = 0; victim < 7; victim++) {
            struct by_move_info capture = {.flags = BY_MOVE_CAPTURE};

            capture.attacker = (uint8_t)attacker;
            capture.victim = (uint8_t)victim;
            tactics.is_protected = always;
            assert_int_equal(by__ab_exchange_value(&s, &capture), worth[victim] - worth[attacker]);
            tactics.is_protected = never;
            assert_int_equal(by__ab_exchange_value(&s, &capture), worth[victim]);
        }
}

/* The moves of the root as they are searched. */
struct root_moves {
    by_move moves[128];
    int count;
};

static void note_root_move(void *context, const struct by_event *event)
{
    struct root_moves *list = context;

    if (event->ply == 1)
        list->moves[list->count++] = event->move;
}

/* In any order each legal move is searched just once. */
static void test_order_is_a_permutation(void **state)
{
    static const char *const settings[] = {"captures=exchange killers=after_captures history=from_to",
                                           "captures=exchange killers=before_captures killer_kind=counted",
                                           "captures=first history=piece_to iid=enlarged", "captures=unsorted"};
    struct by_random random = {11};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int round = 0; round < 40; round++) {
        struct root_moves list = {.count = 0};
        const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ENTER, &list, note_root_move};
        const struct by_limits limits = {BY_SIZE(by_limits), .depth = 1};
        struct by_move_info legal[128];
        struct by_moves moves = {.list = legal};

        stray(&bench, &random);
        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        bench_method(&bench, "alphabeta", "plain", settings[round % 4]);
        bench_observe(&bench, &limits, &observer);
        if (!moves.count)
            continue;
        assert_int_equal(list.count, moves.count);
        for (int i = 0; i < moves.count; i++) {
            int times = 0;

            for (int j = 0; j < list.count; j++)
                times += list.moves[j] == legal[i].move;
            assert_int_equal(times, 1);
        }
    }
    bench_close(&bench);
}

/* Winning captures stand first, the largest gain before the others; captures that lose stand with the quiet moves. */
static void test_order_by_exchange(void **state)
{
    /* The red rook a4 may take the rook a9 (unprotected: 4) or the pawn c4 that a horse protects (2 - 4); the pawn g5
     * may take the pawn g6, which nothing protects (2). */
    static const char position[] = "r3k4/9/9/3n2p2/6P2/R1p6/6c2/9/9/3K5 w";
    struct root_moves list = {.count = 0};
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ENTER, &list, note_root_move};
    const struct by_limits limits = {BY_SIZE(by_limits), .depth = 1};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", position);
    bench_method(&bench, "alphabeta", "plain", "captures=exchange");
    bench_observe(&bench, &limits, &observer);
    assert_int_equal(list.moves[0], (4 * 9 + 0) << 7 | (9 * 9 + 0));
    assert_int_equal(list.moves[1], (5 * 9 + 6) << 7 | (6 * 9 + 6));
    assert_int_not_equal(list.moves[2], (4 * 9 + 0) << 7 | (4 * 9 + 2));
    bench_close(&bench);
}

/* ---- Presets ----------------------------------------------------------------------------------------------------- */

static uint64_t sum_with_prefix(const struct by_result *result, const char *prefix)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < result->counter_count; i++)
        if (strncmp(result->counters[i].name, prefix, strlen(prefix)) == 0)
            sum += result->counters[i].value;
    return sum;
}

/* The survey's framework uses everything that it names, the preset of the tables nothing that is selective. */
static void test_presets(void **state)
{
    static const char *const selective[] = {"quiescence", "extend", "null_move", "iid", "aspiration", "pvs"};
    static const char position[] = "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w";
    struct bench bench;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    result = search_to(&bench, position, "paper-survey", "", 6);
    for (int i = 0; i < 5; i++)
        assert_true(sum_with_prefix(&result, selective[i]) > 0);
    assert_true(bench_counter(&result, "extend_recapture_moves") > 0);
    assert_true(bench_counter(&result, "null_move_reductions") > 0);
    assert_int_equal(sum_with_prefix(&result, "pvs"), 0);
    result = search_to(&bench, position, "paper-ordering", "", 4);
    for (int i = 0; i < 6; i++)
        assert_int_equal(sum_with_prefix(&result, selective[i]), 0);
    assert_true(bench_counter(&result, "killers_cuts") > 0);
    assert_true(bench_counter(&result, "hash_cuts") > 0);
    assert_int_equal(search_to(&bench, position, "paper-ordering", "", 1).nodes, 35);
    bench_close(&bench);
}

/* With deepening=0 the search goes to the depth limit; without one it deepens by a ply, to have a move in time. */
static void test_no_deepening_needs_a_depth(void **state)
{
    const struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", "paper-ordering", "");
    result = bench_run(&bench, &limits);
    assert_in_range(result.depth, 2, 20);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quiescence_is_minimax),
        cmocka_unit_test(test_horizon),
        cmocka_unit_test(test_check_extension),
        cmocka_unit_test(test_fractions_add_up),
        cmocka_unit_test(test_extensions_are_bounded),
        cmocka_unit_test(test_longest_line),
        cmocka_unit_test(test_other_extensions),
        cmocka_unit_test(test_adaptive_reduction),
        cmocka_unit_test(test_where_null_moves_are_made),
        cmocka_unit_test(test_win_after_null),
        cmocka_unit_test(test_null_reduction),
        cmocka_unit_test(test_zugzwang),
        cmocka_unit_test(test_material_cut),
        cmocka_unit_test(test_repetition_cut),
        cmocka_unit_test(test_exchange_values),
        cmocka_unit_test(test_order_is_a_permutation),
        cmocka_unit_test(test_order_by_exchange),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_no_deepening_needs_a_depth),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
