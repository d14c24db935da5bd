/* SPDX-License-Identifier: MIT
 *
 * The evaluations of xiangqi: what moves add up is what the board says, and colours are treated alike.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "games/xiangqi/board.h"
#include "games/xiangqi/eval/eval.h"
#include "support/check.h"
#include "support/search.h"

static const char *const evaluations[] = {"xiangqi evaluation=placement", "xiangqi evaluation=full"};

/* Calls `look` at every position of random games. */
static void walk(struct bench *bench, int games, void (*look)(struct bench *bench, void *context), void *context)
{
    struct by_random random = {17};

    for (int game = 0; game < games; game++) {
        int plies = 0;

        for (; plies < 120; plies++) {
            struct by_move_info list[XQ_MOVES_MOST];
            struct by_moves moves = {.list = list}, captures = {.list = list};
            struct by_moves *chosen = &moves;

            look(bench, context);
            by_position_moves(bench->position, BY_MOVES_TACTICAL, &captures);
            if (captures.count && by_random_below(&random, 3) == 0)
                chosen = &captures;
            else
                by_position_moves(bench->position, BY_MOVES_ALL, &moves);
            if (!chosen->count)
                break;
            assert_int_equal(
                by_position_push(bench->position, list[by_random_below(&random, (uint32_t)chosen->count)].move, NULL),
                BY_OK);
        }
        while (plies--)
            assert_int_equal(by_position_pop(bench->position, NULL), BY_OK);
        look(bench, context);
    }
}

/* A position's text without counters. */
static void print_board(const by_position *position, char *out, size_t size)
{
    by_text text = {0};
    char *space;

    by_position_print(position, &text);
    (void)snprintf(out, size, "%s", by_text_string(&text));
    by_text_free(&text);
    space = strchr(strchr(out, ' ') + 1, ' ');
    if (space)
        *space = '\0';
}

/* ---- What moves keep up to date ---------------------------------------------------------------------------------- */

static void compare_with_scratch(struct bench *bench, void *context)
{
    struct bench *other = context;
    const struct xq *s = bench->position->state, *scratch;
    char text[128];

    print_board(bench->position, text, sizeof text);
    assert_int_equal(by_position_parse(other->position, text, NULL), BY_OK);
    scratch = other->position->state;
    assert_int_equal(s->score, scratch->score);
    assert_int_equal(s->material, scratch->material);
    assert_int_equal(by_position_evaluate(bench->position), by_position_evaluate(other->position));
}

/* Sums and counts equal those computed from the board alone, for both evaluations. */
static void test_incremental(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench bench, other;

        bench_open(&bench, evaluations[i], NULL);
        bench_open(&other, evaluations[i], NULL);
        walk(&bench, 60, compare_with_scratch, &other);
        bench_close(&bench);
        bench_close(&other);
    }
}

/* ---- Colours ----------------------------------------------------------------------------------------------------- */

/* The same position with colours exchanged: the ranks from below, the letters' cases swapped, the other side to move.
 */
static void exchange_colours(const char *text, char *out)
{
    const char *end = strchr(text, ' ');

    for (const char *rank = end; rank > text;) {
        const char *begin = rank;

        while (begin > text && begin[-1] != '/')
            begin--;
        for (const char *c = begin; c < rank; c++)
            *out++ = (char)(islower((unsigned char)*c) ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
        if (begin > text)
            *out++ = '/';
        rank = begin > text ? begin - 1 : text;
    }
    (void)strcpy(out, end[1] == 'w' ? " b" : " w");
}

/* The same position seen in a mirror: each rank from the right. */
static void mirror_files(const char *text, char *out)
{
    const char *end = strchr(text, ' ');

    for (const char *begin = text; begin < end;) {
        const char *stop = begin;

        while (stop < end && *stop != '/')
            stop++;
        for (const char *c = stop; c > begin;)
            *out++ = *--c;
        if (stop < end)
            *out++ = '/';
        begin = stop + 1;
    }
    (void)strcpy(out, end);
}

static void compare_with_images(struct bench *bench, void *context)
{
    struct bench *other = context;
    by_value value = by_position_evaluate(bench->position);
    char text[128], image[128];

    print_board(bench->position, text, sizeof text);
    exchange_colours(text, image);
    assert_int_equal(by_position_parse(other->position, image, NULL), BY_OK);
    if (by_position_evaluate(other->position) != value)
        fail_msg("%s is worth %d, %s %d", text, value, image, by_position_evaluate(other->position));
    mirror_files(text, image);
    assert_int_equal(by_position_parse(other->position, image, NULL), BY_OK);
    if (by_position_evaluate(other->position) != value)
        fail_msg("%s is worth %d, %s %d", text, value, image, by_position_evaluate(other->position));
}

/* A position is worth as much with colours exchanged, and as much in a mirror. */
static void test_symmetry(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench bench, other;

        bench_open(&bench, evaluations[i], NULL);
        bench_open(&other, evaluations[i], NULL);
        walk(&bench, 100, compare_with_images, &other);
        bench_close(&bench);
        bench_close(&other);
    }
}

/* ---- Which evaluation -------------------------------------------------------------------------------------------- */

/* The first evaluation is what it was when the tables of the papers were made. */
static void test_placement_values(void **state)
{
    static const struct {
        const char *fen;
        by_value value;
    } rows[] = {
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0},
        {"r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/4C4/P1P1P1P1P/2N4C1/9/R1BAKABNR w", -52},
        {"2bak4/4a4/4b4/9/4P4/3R5/9/9/4K4/3A1r3 b", 465},
        {"3k5/9/9/3N5/9/6P2/9/4C4/9/4K4 w", 1034},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench;

        bench_open(&bench, evaluations[XQ_PLACEMENT], rows[i].fen);
        assert_int_equal(by_position_evaluate(bench.position), rows[i].value);
        bench_close(&bench);
    }
}

/* The ranks of moves do not depend on the evaluation. */
static void test_priors_stay(void **state)
{
    const char *fen = "r1bakab1r/9/1cn4c1/p1p1p1p1p/4n4/4C4/P1P1P1P1P/2N4C1/9/R1BAKABNR w";
    struct by_prior priors[2][XQ_MOVES_MOST];
    int count = 0;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct by_move_info list[XQ_MOVES_MOST];
        struct by_moves moves = {.list = list};
        struct bench bench;

        bench_open(&bench, evaluations[i], fen);
        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        by__xq_priors(bench.position->state, &moves, priors[i]);
        count = moves.count;
        bench_close(&bench);
    }
    for (int i = 0; i < count; i++)
        assert_true(priors[0][i].weight == priors[1][i].weight);
}

/* ---- What can be tuned ------------------------------------------------------------------------------------------- */

static void compare_with_features(struct bench *bench, void *context)
{
    struct by_feature list[XQ_WEIGHTS];
    struct by_features features = {.list = list};
    const struct by_tuning *tuning = &by__xq_tuning;
    const struct xq *s = bench->position->state;
    by_value parts[2], value = by_position_evaluate(bench->position);
    double sum = 0;

    (*(int *)context)++;
    assert_int_equal(by_position_features(bench->position, &features, NULL), BY_OK);
    for (int i = 0; i < features.count; i++) {
        assert_true(i == 0 || list[i].weight > list[i - 1].weight);
        assert_int_not_equal(list[i].count, 0);
        tuning->value(list[i].weight, parts);
        sum += list[i].count * ((double)features.share[0] * parts[0] + (double)features.share[1] * parts[1]);
    }
    if (s->side == XQ_BLACK)
        sum = -sum;
    if (sum - value > 1 || value - sum > 1)
        fail_msg("the features give %f, the evaluation %d", sum, value);
}

/* The sum of weights times counts is what the evaluation says, on many thousand positions. */
static void test_features(void **state)
{
    struct bench bench;
    int positions = 0;

    (void)state;
    bench_open(&bench, evaluations[XQ_FULL], NULL);
    walk(&bench, getenv("BOYI_LONG") ? 2000 : 300, compare_with_features, &positions);
    assert_true(positions > 20000);
    bench_close(&bench);
}

static void compare_with_terms(struct bench *bench, void *context)
{
    const struct xq *s = bench->position->state;
    by_value value = by_position_evaluate(bench->position);
    struct by_terms terms;
    double sum = 0;

    (void)context;
    assert_int_equal(by_position_terms(bench->position, &terms, NULL), BY_OK);
    for (int i = 0; i < terms.count; i++)
        for (int phase = 0; phase < 2; phase++)
            sum += (double)terms.share[phase] *
                   (terms.list[i].parts[XQ_RED][phase] - terms.list[i].parts[XQ_BLACK][phase]);
    if (s->side == XQ_BLACK)
        sum = -sum;
    if (sum - value > 1 || value - sum > 1)
        fail_msg("the terms give %f, the evaluation %d", sum, value);
}

/* The printed terms add up, for both evaluations. */
static void test_terms(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct bench bench;

        bench_open(&bench, evaluations[i], NULL);
        walk(&bench, 50, compare_with_terms, NULL);
        bench_close(&bench);
    }
}

/* How often a weight counts for a side in a position. */
static int count_in(const char *fen, int side, int weight)
{
    struct xq_trace trace;
    struct bench bench;

    bench_open(&bench, evaluations[XQ_FULL], fen);
    by__xq_trace(bench.position->state, &trace);
    bench_close(&bench);
    return trace.counts[side][weight];
}

/* Counts of small positions, by hand. */
static void test_seen(void **state)
{
    enum { MOVING = 0, WAITING = XQ_KINDS };
    static const struct {
        const char *fen;
        int side, weight, count;
    } rows[] = {
        /* 17 squares on an empty cross; less the two that a pawn hits, less an own piece */
        {"4k4/9/9/9/9/R8/9/9/9/5K3 w", XQ_RED, XQ_ROOK_MOBILITY + 17, 1},
        {"4k4/9/9/9/9/R8/9/9/9/3K5 w", XQ_RED, XQ_ROOK_MOBILITY + 17, 1},
        {"4k4/9/9/9/9/R8/7p1/9/9/5K3 w", XQ_RED, XQ_ROOK_MOBILITY + 17, 1},
        {"4k4/9/9/9/9/R8/1p7/9/9/5K3 w", XQ_RED, XQ_ROOK_MOBILITY + 16, 1},
        {"4k4/9/9/9/9/R2N5/9/9/9/5K3 w", XQ_RED, XQ_ROOK_MOBILITY + 11, 1},
        /* legs */
        {"4k4/9/9/9/4N4/9/9/9/9/3K5 w", XQ_RED, XQ_HORSE_MOBILITY + 8, 1},
        {"4k4/9/9/4p4/4N4/9/9/9/9/3K5 w", XQ_RED, XQ_HORSE_MOBILITY + 6, 1},
        /* a cannon over its own pawn at a horse, not at a pawn */
        {"4k4/4n4/9/9/4P4/9/9/4C4/9/3K5 w", XQ_RED, XQ_CANNON_SHOT, 1},
        {"4k4/9/9/4p4/4P4/9/9/4C4/9/3K5 w", XQ_RED, XQ_CANNON_SHOT, 0},
        /* a horse attacked by a rook, protected or not, with either side to move */
        {"4k4/9/9/9/n7R/9/9/9/9/3K5 w", XQ_BLACK, XQ_HANGING + WAITING + XQ_HORSE, 1},
        {"4k4/9/9/9/n7R/9/9/9/9/3K5 b", XQ_BLACK, XQ_HANGING + MOVING + XQ_HORSE, 1},
        {"4k4/9/r8/9/n7R/9/9/9/9/3K5 w", XQ_BLACK, XQ_HANGING + WAITING + XQ_HORSE, 0},
        {"4k4/9/9/9/n7R/9/9/9/n7R/3K5 w", XQ_BLACK, XQ_HANGING_MORE + 1, 1},
        /* two rooks that a horse hits though they protect each other */
        {"4k4/9/9/9/9/R8/9/1n7/9/R2K5 b", XQ_RED, XQ_ROOK_HIT + 0, 0},
        {"4k4/9/9/9/9/R8/9/1n7/9/R2K5 b", XQ_RED, XQ_ROOK_HIT + 1, 2},
        /* two advisors, one elephant, against two rooks, a horse, no cannon */
        {"r2k1n2r/9/9/9/9/9/9/9/4A4/3AK1B2 w", XQ_RED, XQ_GUARDS + (2 * 3 + 1) * 27 + (2 * 3 + 1) * 3, 1},
        {"3k5/9/9/9/9/9/P1P6/9/9/R3K2NC w", XQ_RED, XQ_FORCE + (1 * 9 + 1 * 3 + 1) * 6 + 2, 1},
        /* a cannon with nothing before the king: on its file, with a rook to help or not, and on its rank */
        {"4k4/9/9/9/9/4C4/9/9/9/R2K5 w", XQ_RED, XQ_CANNON_EMPTY, 1},
        {"4k4/9/9/9/9/4C4/9/9/9/R2K5 w", XQ_RED, XQ_CANNON_EMPTY + 1, 1},
        {"4k4/9/9/9/9/4C4/9/9/9/N2K5 w", XQ_RED, XQ_CANNON_EMPTY, 1},
        {"4k4/9/9/9/9/4C4/9/9/9/N2K5 w", XQ_RED, XQ_CANNON_EMPTY + 1, 0},
        {"4k4/9/9/9/9/4C4/9/9/9/3K5 w", XQ_RED, XQ_CANNON_EMPTY, 0},
        {"9/4k4/9/9/9/4C4/9/9/9/R2K5 w", XQ_RED, XQ_CANNON_EMPTY, 0},
        {"4k3C/9/9/9/9/9/9/9/9/3K3R1 w", XQ_RED, XQ_CANNON_BOTTOM, 1},
        {"4k3C/9/9/9/9/9/9/9/9/3K3R1 w", XQ_RED, XQ_CANNON_BOTTOM + 1, 1},
        {"4k3C/9/9/9/9/9/9/9/9/R2K5 w", XQ_RED, XQ_CANNON_BOTTOM + 1, 0},
        /* with two of the king's own pieces before it; with a horse in the middle of the palace; with one of ours */
        {"4k4/4a4/4b4/9/9/4C4/9/9/9/3K5 w", XQ_RED, XQ_CANNON_CENTRE, 1},
        {"4k4/4a4/4b4/9/9/4C4/9/9/9/3K5 w", XQ_RED, XQ_PIN + XQ_ELEPHANT, 1},
        {"4k4/4n4/4b4/9/9/4C4/9/9/9/3K5 w", XQ_RED, XQ_CANNON_CENTRE + 1, 1},
        {"4k4/4n4/4b4/9/9/4C4/9/9/9/3K5 w", XQ_RED, XQ_CANNON_CENTRE, 0},
        {"4k4/4a4/9/9/4P4/4C4/9/9/9/3K5 w", XQ_RED, XQ_CANNON_CENTRE, 0},
        {"4k4/4a4/9/9/4P4/4C4/9/9/9/3K5 w", XQ_RED, XQ_PIN + XQ_ADVISOR, 1},
        {"4k4/4a4/9/9/4P4/4C4/9/9/9/3K5 w", XQ_RED, XQ_PIN + XQ_PAWN, 0},
        {"4k4/4a4/4b4/4C4/9/4C4/9/9/9/3K5 w", XQ_RED, XQ_CANNON_DOUBLE, 1},
        /* black's, seen from its side */
        {"3k5/9/9/9/r3c4/9/9/9/9/4K4 b", XQ_BLACK, XQ_CANNON_EMPTY, 1},
        /* rooks: on the king's rank behind one piece, and on a file without an own pawn */
        {"R2ak4/9/9/9/9/9/9/9/9/3K5 w", XQ_RED, XQ_ROOK_SUNK, 1},
        {"R1bak4/9/9/9/9/9/9/9/9/3K5 w", XQ_RED, XQ_ROOK_SUNK, 0},
        {"R2ak4/9/9/9/9/9/9/9/9/3K5 w", XQ_RED, XQ_PIN + XQ_ADVISOR, 1},
        {"4k4/9/9/9/9/9/P8/9/9/R2K3R1 w", XQ_RED, XQ_ROOK_OPEN, 1},
        /* horses on their posts, unless an elephant hits them */
        {"5k3/2N6/9/9/9/9/9/9/9/3K5 w", XQ_RED, XQ_HORSE_POST, 1},
        {"4k4/9/2N3N2/9/9/9/9/9/9/3K5 w", XQ_RED, XQ_HORSE_POST + 2, 2},
        {"4k4/9/2N3N2/9/9/9/9/9/9/3K5 w", XQ_RED, XQ_HORSE_PAIR, 1},
        {"3k5/9/5N3/9/9/9/9/9/9/4K4 w", XQ_RED, XQ_HORSE_POST + 1, 1},
        {"3k1a3/9/5N3/9/9/9/9/9/9/5K3 w", XQ_RED, XQ_HORSE_POST + 1, 1},
        {"3k5/4a4/5N3/9/9/9/9/9/9/5K3 w", XQ_RED, XQ_HORSE_POST + 1, 0},
        /* kings: aimed at beside the middle, and on an open file */
        {"3k5/9/9/9/9/3p5/9/3R5/9/4K4 w", XQ_RED, XQ_KING_AIMED, 1},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w", XQ_RED, XQ_KING_OPEN, 1},
        {"3k5/9/9/4p4/9/9/9/9/9/4K4 w", XQ_RED, XQ_KING_OPEN, 0},
        /* pawns side by side beyond the river, not at home nor across the edge of the board */
        {"3k5/9/9/9/2PPP4/9/9/9/9/4K4 w", XQ_RED, XQ_PAWN_PAIR, 2},
        {"3k5/9/8P/P8/9/9/9/9/9/4K4 w", XQ_RED, XQ_PAWN_PAIR, 0},
        {"3k1a3/9/9/9/2P1P4/9/P8/9/9/5K3 w", XQ_RED, XQ_PAWN_GUARDS, 2},
        /* pieces on one wing beyond the river */
        {"3k5/9/R8/1N7/2C5R/9/9/9/9/4K4 w", XQ_RED, XQ_WING + 3, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int count = count_in(rows[i].fen, rows[i].side, rows[i].weight);

        if (count != rows[i].count)
            fail_msg("row %zu, %s: %d, not %d", i, rows[i].fen, count, rows[i].count);
    }
}

/* The more is brought to bear on a king, the greater its danger; one attacker is none. */
static void test_danger(void **state)
{
    static const char *const fens[] = {
        "3akab2/9/4b4/9/9/9/9/9/9/R2K5 w",
        "R2akab2/9/4b4/9/9/9/9/9/9/3K5 b",
        "R2akab2/9/2N1b4/9/9/9/9/9/9/3K5 b",
        "R2akab2/3P5/2N1b4/9/9/9/9/4C4/9/3K5 b",
    };
    int before = -1;

    (void)state;
    for (int i = 0; i < 4; i++) {
        int danger = 0;

        for (int index = 1; index < XQ_DANGERS; index++)
            danger += index * count_in(fens[i], XQ_BLACK, XQ_DANGER + index);
        assert_true(i < 2 ? danger == 0 : danger > before);
        before = danger;
    }
}

/* Endings that cannot be won count for less; the same with pawns count in full. */
static void test_scale(void **state)
{
    static const struct {
        const char *fen;
        int scale;
    } rows[] = {
        {"3k5/9/9/9/9/9/9/9/4A4/3AK4 w", 0},     {"3k5/9/9/9/9/9/9/9/4C4/4K4 w", 6},
        {"3k5/9/9/9/9/9/9/9/4C4/3AK4 w", 64},    {"P2k5/9/9/9/9/9/9/9/9/4K4 w", 6},
        {"3k5/P8/9/9/9/9/9/9/9/4K4 w", 64},      {"2bakab2/9/9/9/9/9/9/9/R8/3K5 w", 8},
        {"2bakab2/9/9/9/9/P8/9/9/R8/3K5 w", 64}, {"3aka3/9/9/9/9/9/9/9/N8/3K5 w", 10},
        {"3k5/9/9/9/9/9/9/9/N8/4K4 w", 64},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench;

        bench_open(&bench, evaluations[XQ_FULL], rows[i].fen);
        if (by__xq_scale(bench.position->state, XQ_RED) != rows[i].scale)
            fail_msg("%s: %d", rows[i].fen, by__xq_scale(bench.position->state, XQ_RED));
        bench_close(&bench);
    }
}

/* The weights as they are, written as the source has them, are the source; every weight has a name of its own. */
static void test_weights_file(void **state)
{
    const struct by_tuning *tuning = &by__xq_tuning;
    by_value parts[XQ_WEIGHTS][2];
    by_text text = {0}, names = {0};
    FILE *file = fopen("src/games/xiangqi/eval/weights.inc", "r");
    char *source = calloc(1, 1 << 16);

    (void)state;
    assert_non_null(file);
    assert_non_null(source);
    assert_true(fread(source, 1, (1 << 16) - 1, file) > 0);
    (void)fclose(file);
    for (int i = 0; i < tuning->count; i++) {
        by_text name = {0};

        tuning->value(i, parts[i]);
        by_text_add_char(&name, '\n');
        tuning->name(i, &name);
        by_text_add_char(&name, '\n');
        assert_null(strstr(by_text_string(&names), by_text_string(&name)));
        by_text_add(&names, by_text_string(&name));
        by_text_free(&name);
    }
    tuning->print((const by_value(*)[2])parts, &text);
    assert_string_equal(by_text_string(&text), source);
    by_text_free(&text);
    by_text_free(&names);
    free(source);
}

/* The full evaluation keeps the contract of games: it depends on the position alone. */
static void test_contract(void **state)
{
    struct bench bench;
    by_error error = {0};

    (void)state;
    bench_open(&bench, evaluations[XQ_FULL], NULL);
    if (by_game_check(by_position_game(bench.position), 7, 3, &error))
        fail_msg("%s", error.message);
    bench_close(&bench);
}

/* Both parts of a weight survive sums of either sign. */
static void test_packing(void **state)
{
    (void)state;
    for (int opening = -9000; opening <= 9000; opening += 37) {
        for (int ending = -9000; ending <= 9000; ending += 41) {
            int32_t sum = xq_pack(opening, ending) - xq_pack(-300, 200);

            assert_int_equal(xq_opening_part(sum), opening + 300);
            assert_int_equal(xq_ending_part(sum), ending - 200);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_incremental), cmocka_unit_test(test_symmetry), cmocka_unit_test(test_placement_values),
        cmocka_unit_test(test_priors_stay), cmocka_unit_test(test_features), cmocka_unit_test(test_weights_file),
        cmocka_unit_test(test_terms),       cmocka_unit_test(test_seen),     cmocka_unit_test(test_danger),
        cmocka_unit_test(test_scale),       cmocka_unit_test(test_contract), cmocka_unit_test(test_packing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
