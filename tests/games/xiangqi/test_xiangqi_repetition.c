/* SPDX-License-Identifier: MIT
 *
 * The law of repetition in xiangqi, by the table of cases in tests/data.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/xiangqi/judge.h"
#include "support/check.h"
#include "support/opened.h"
#include "support/reference.h"
#include "support/search.h"

enum { CASES_MOST = 200, COLUMNS = 10, MOVES_MOST = 64, RULE_SETS = 3 };

static const char *const rule_sets[RULE_SETS] = {"rules=computer", "rules=asian", "rules=plain"};

/* ---- The table ------------------------------------------------------------------------------------------------- */

struct line {
    char *text; /* owns what the columns point into */
    const char *id, *position, *moves, *results[RULE_SETS];
};

static struct line cases[CASES_MOST];
static int case_count;

static void read_line(char *text)
{
    char *columns[COLUMNS], *rest = text;
    struct line *line = &cases[case_count++];

    assert_in_range(case_count, 1, CASES_MOST);
    for (int i = 0; i < COLUMNS; i++) {
        columns[i] = strtok_r(NULL, "\t\n", &rest);
        if (!columns[i])
            fail_msg("case %d has %d columns", case_count, i);
    }
    *line = (struct line){.text = text, .id = columns[0], .position = columns[1], .moves = columns[2]};
    for (int i = 0; i < RULE_SETS; i++)
        line->results[i] = columns[3 + i];
}

static int read_cases(void **state)
{
    FILE *file = fopen("tests/data/xiangqi_repetition.tsv", "r");
    char buffer[1024];

    (void)state;
    if (!file)
        return -1;
    while (fgets(buffer, sizeof buffer, file)) {
        assert_non_null(strchr(buffer, '\n'));
        if (*buffer != '#')
            read_line(strdup(buffer));
    }
    return fclose(file);
}

static int free_cases(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; i++)
        free(cases[i].text);
    return 0;
}

static const struct line *case_called(const char *id)
{
    for (int i = 0; i < case_count; i++)
        if (strcmp(cases[i].id, id) == 0)
            return &cases[i];
    fail_msg("there is no case %s", id);
    return NULL;
}

/* ---- Playing --------------------------------------------------------------------------------------------------- */

/* Words of four letters, with a space between. */
static int move_count(const char *moves)
{
    return (int)(strlen(moves) + 1) / 5;
}

static void push_word(by_position *position, const char *word)
{
    char move[5] = {word[0], word[1], word[2], word[3], 0};

    push_text(position, move);
}

static void push_some(by_position *position, const char *moves, int count)
{
    for (int i = 0; i < count; i++)
        push_word(position, moves + 5 * i);
}

static struct opened play(const char *rules, const char *position, const char *moves)
{
    struct opened opened = open_position("xiangqi", rules, position);

    push_some(opened.position, moves, move_count(moves));
    return opened;
}

/* Red's result. */
static const char *result_of(const struct by_node *node)
{
    if (!node->is_over)
        return "none";
    if (!node->value)
        return "draw";
    return (node->value > 0) == (node->side == XQ_RED) ? "win" : "loss";
}

static void assert_result(const struct opened *opened, const char *expected, const char *id, const char *rules)
{
    struct by_node node;

    by_position_verdict(opened->position, &node);
    if (strcmp(result_of(&node), expected) != 0)
        fail_msg("case %s, %s: %s, expected %s", id, rules, result_of(&node), expected);
}

/* The verdict that a search hears at this ply. */
static struct by_node node_at(by_position *position, int ply)
{
    struct by_node node;

    by_game_type_of(by_position_game(position))->rules->node(position->state, ply, &node);
    return node;
}

/* Plies of the round if the moves are one round made twice, else 0. */
static int round_of(const struct line *line)
{
    int half = move_count(line->moves) / 2;

    return half >= 4 && strncmp(line->moves, line->moves + 5 * half, (size_t)(5 * half - 1)) == 0 ? half : 0;
}

/* ---- The cases ------------------------------------------------------------------------------------------------- */

/* Every case has the result that the table says, under every set of rules. */
static void test_results(void **state)
{
    (void)state;
    assert_in_range(case_count, 80, CASES_MOST);
    for (int i = 0; i < case_count; i++) {
        for (int rules = 0; rules < RULE_SETS; rules++) {
            struct opened opened = play(rule_sets[rules], cases[i].position, cases[i].moves);

            assert_result(&opened, cases[i].results[rules], cases[i].id, rule_sets[rules]);
            close_position(&opened);
        }
    }
}

/* It makes no difference whether the record has cached the checks. */
static void test_checks_are_found_if_not_recorded(void **state)
{
    (void)state;
    for (int i = 0; i < case_count * RULE_SETS; i++) {
        const struct line *line = &cases[i / RULE_SETS];
        struct opened opened = play(rule_sets[i % RULE_SETS], line->position, line->moves);
        struct xq *s = opened.position->state;

        for (uint32_t j = 0; j < s->length; j++)
            s->undo[j].in_check = -1;
        assert_result(&opened, line->results[i % RULE_SETS], line->id, "no check is recorded");
        close_position(&opened);
    }
}

/* ---- Mirrors --------------------------------------------------------------------------------------------------- */

/* The board as 90 characters from red's left corner by ranks, '.' where it is empty. */
static void unpack(const char *position, char board[XQ_SQUARES])
{
    int rank = XQ_RANKS - 1, file = 0;

    memset(board, '.', XQ_SQUARES);
    for (const char *c = position; *c != ' '; c++) {
        if (*c == '/') {
            rank--;
            file = 0;
        } else if (isdigit((unsigned char)*c)) {
            file += *c - '0';
        } else {
            board[rank * XQ_FILES + file++] = *c;
        }
    }
}

/* A dot is written as one empty point, which the reader does not mind. */
static void pack(const char board[XQ_SQUARES], const char *rest, char *out)
{
    for (int rank = XQ_RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < XQ_FILES; file++) {
            char c = board[rank * XQ_FILES + file];

            *out++ = (char)(c == '.' ? '1' : c);
        }
        *out++ = (char)(rank ? '/' : 0);
    }
    strcat(out - 1, rest);
}

struct mirror {
    bool swaps_files, swaps_sides;
};

static int mirrored_square(struct mirror mirror, int square)
{
    int file = square % XQ_FILES, rank = square / XQ_FILES;

    file = mirror.swaps_files ? XQ_FILES - 1 - file : file;
    rank = mirror.swaps_sides ? XQ_RANKS - 1 - rank : rank;
    return rank * XQ_FILES + file;
}

static char other_case(char c)
{
    return (char)(isupper((unsigned char)c) ? tolower((unsigned char)c) : toupper((unsigned char)c));
}

static void mirror_position(struct mirror mirror, const char *position, char *out)
{
    char board[XQ_SQUARES], mirrored[XQ_SQUARES], rest[64];

    unpack(position, board);
    for (int square = 0; square < XQ_SQUARES; square++) {
        char c = board[square];

        mirrored[mirrored_square(mirror, square)] = mirror.swaps_sides ? other_case(c) : c;
    }
    (void)snprintf(rest, sizeof rest, "%s", strchr(position, ' '));
    if (mirror.swaps_sides)
        rest[1] = (char)(rest[1] == 'w' ? 'b' : 'w');
    pack(mirrored, rest, out);
}

static void mirror_moves(struct mirror mirror, const char *moves, char *out)
{
    size_t length = strlen(moves);

    memcpy(out, moves, length + 1);
    for (size_t i = 0; i + 1 < length; i += i % 5 == 0 ? 2 : 3) {
        int square = mirrored_square(mirror, (moves[i + 1] - '0') * XQ_FILES + moves[i] - 'a');

        out[i] = (char)('a' + square % XQ_FILES);
        out[i + 1] = (char)('0' + square / XQ_FILES);
    }
}

static const char *mirrored_result(struct mirror mirror, const char *result)
{
    if (!mirror.swaps_sides)
        return result;
    return strcmp(result, "win") == 0 ? "loss" : strcmp(result, "loss") == 0 ? "win" : result;
}

/* Left and right, red and black are alike before the law. */
static void test_mirrored(void **state)
{
    static const struct mirror mirrors[] = {{true, false}, {false, true}, {true, true}};
    char position[256], moves[512];

    (void)state;
    for (int i = 0; i < case_count; i++) {
        for (int j = 0; j < 3 * RULE_SETS; j++) {
            struct mirror mirror = mirrors[j / RULE_SETS];
            const char *rules = rule_sets[j % RULE_SETS];
            struct opened opened;

            mirror_position(mirror, cases[i].position, position);
            mirror_moves(mirror, cases[i].moves, moves);
            opened = play(rules, position, moves);
            assert_result(&opened, mirrored_result(mirror, cases[i].results[j % RULE_SETS]), cases[i].id, rules);
            close_position(&opened);
        }
    }
}

/* ---- In the tree ----------------------------------------------------------------------------------------------- */

/* A round that begins after the root is judged at its end, and just as the law does after the second round. One that
 * begins at the root or before is not. */
static void assert_foretold(const struct line *line, int rules)
{
    struct opened opened = open_position("xiangqi", rule_sets[rules], line->position);
    int plies = round_of(line);
    struct by_node node;

    push_some(opened.position, line->moves, plies);
    assert_false(node_at(opened.position, 0).is_over);
    assert_false(node_at(opened.position, plies).is_over);
    node = node_at(opened.position, plies + 1);
    if (strcmp(result_of(&node), line->results[rules]) != 0)
        fail_msg("case %s, %s: %s after one round", line->id, rule_sets[rules], result_of(&node));
    assert_int_equal(node.path_plies, plies);
    close_position(&opened);
}

static void test_inside_the_tree(void **state)
{
    int rounds = 0;

    (void)state;
    for (int i = 0; i < case_count; i++) {
        if (!round_of(&cases[i]))
            continue;
        rounds++;
        for (int rules = 0; rules < RULE_SETS; rules++)
            assert_foretold(&cases[i], rules);
    }
    assert_in_range(rounds, 80, CASES_MOST);
}

/* In the game the third occurrence is judged, and the verdict looks back to the first. */
static void test_third_occurrence(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; i++) {
        int plies = round_of(&cases[i]);
        struct opened opened;

        if (!plies)
            continue;
        opened = open_position("xiangqi", "", cases[i].position);
        for (int j = 0; j < 2 * plies - 1; j++) {
            push_word(opened.position, cases[i].moves + 5 * j);
            assert_false(node_at(opened.position, 0).is_over);
        }
        push_word(opened.position, cases[i].moves + 5 * (2 * plies - 1));
        for (int ply = 0; ply < plies; ply++) {
            assert_true(node_at(opened.position, ply).is_over);
            assert_int_equal(node_at(opened.position, ply).path_plies, 2 * plies);
        }
        close_position(&opened);
    }
}

/* If the third occurrence ends in the tree, the law judges all of it, also what was played before the root: here an
 * idle round before a round of chases. */
static void test_third_occurrence_counts_before_the_first_return(void **state)
{
    struct opened opened = play("", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w", "c0c1 d9d8 c1c0 d8d9 c0b0 b7c7 b0c0 c7b7");
    struct by_node node = node_at(opened.position, 5);

    (void)state;
    assert_string_equal(result_of(&node), "draw");
    assert_int_equal(node.path_plies, 8);
    close_position(&opened);
}

/* A round that leads through a position from before it began is foretold, but not for proofs. */
static void test_rounds_that_meet_the_past(void **state)
{
    static const char *const position = "3k5/R8/9/9/9/9/9/9/9/4K4 w";
    struct opened opened = play("", position, "a8a9 d9d8 a9a8 d8d9");

    (void)state;
    assert_false(node_at(opened.position, 4).is_over); /* the round began at the root */
    assert_true(node_at(opened.position, 4).has_returned);
    push_word(opened.position, "a8a9");
    assert_true(node_at(opened.position, 5).is_foretold); /* one later, with the root inside */
    assert_true(node_at(opened.position, 5).has_returned);
    close_position(&opened);
    opened = play("", "3k5/9/R8/9/9/9/9/9/9/4K4 w", "e0e1 d9d8 a7a8 d8d9 a8a9 d9d8 a9a8");
    assert_true(node_at(opened.position, 7).is_foretold);
    assert_false(node_at(opened.position, 7).has_returned);
    close_position(&opened);
}

/* A chase of one round proves nothing: the chaser may turn to another piece. After two rounds it is judged. */
static void test_foretold_chases_are_estimates(void **state)
{
    static const char *const position = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w", *const round = "h0i0 i9h7 i0h0 h7i9";
    struct opened opened = play("", position, round);
    char rounds[60];

    (void)state;
    assert_true(node_at(opened.position, 5).is_foretold);
    assert_true(node_at(opened.position, 5).is_estimate);
    close_position(&opened);
    (void)snprintf(rounds, sizeof rounds, "%s %s", round, round);
    opened = play("", position, rounds);
    assert_true(node_at(opened.position, 5).is_over);
    assert_false(node_at(opened.position, 5).is_foretold);
    assert_false(node_at(opened.position, 5).is_estimate);
    close_position(&opened);
}

/* Judging and explaining leave the position as it was, byte by byte. */
static void test_position_is_unchanged(void **state)
{
    (void)state;
    for (int i = 0; i < case_count; i++) {
        struct opened opened = play("", cases[i].position, cases[i].moves);
        struct xq *s = opened.position->state;
        size_t size = sizeof *s + s->length * sizeof s->undo[0];
        void *before = malloc(size);
        by_text text = {0};

        assert_non_null(before);
        (void)by__xq_in_check(s); /* which is kept */
        memcpy(before, s, size);
        (void)node_at(opened.position, 0);
        (void)node_at(opened.position, 100);
        assert_int_equal(by_position_explain(opened.position, &text, NULL), BY_OK);
        assert_memory_equal(before, s, size);
        assert_int_equal(s->key, by__xq_key_from_scratch(s));
        by_text_free(&text);
        free(before);
        close_position(&opened);
    }
}

/* ---- The move count -------------------------------------------------------------------------------------------- */

/* The limit can be set and switched off, and a verdict by it looks back as far as it counts. */
static void test_move_limit(void **state)
{
    static const char *const position = "3k5/9/9/9/4P4/9/9/9/9/R3K4 w - - 19 80";
    struct opened opened = play("move_limit=20", position, "a0a1");

    (void)state;
    assert_true(node_at(opened.position, 0).is_over);
    assert_int_equal(node_at(opened.position, 0).value, 0);
    assert_int_equal(node_at(opened.position, 0).path_plies, 20);
    close_position(&opened);
    opened = play("move_limit=21", position, "a0a1");
    assert_false(node_at(opened.position, 0).is_over);
    close_position(&opened);
    opened = play("move_limit=0", "3k5/9/9/9/4P4/9/9/9/9/R3K4 w - - 3000 80", "a0a1");
    assert_false(node_at(opened.position, 0).is_over);
    close_position(&opened);
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* The explanation of a case, for a whole round. */
static void assert_said(const char *id, const char *rules, const char *const *words)
{
    const struct line *line = case_called(id);
    struct opened opened = play(rules, line->position, line->moves);
    by_text text = {0};

    assert_int_equal(by_position_explain(opened.position, &text, NULL), BY_OK);
    for (; *words; words++)
        if (!strstr(by_text_string(&text), *words))
            fail_msg("case %s does not say '%s' but:\n%s", id, *words, by_text_string(&text));
    by_text_free(&text);
    close_position(&opened);
}

#define SAYS(id, rules, ...) assert_said(id, rules, (const char *const[]){__VA_ARGS__, NULL})

/* The pieces, their squares and the clauses are named. */
static void test_explains_attacks(void **state)
{
    (void)state;
    SAYS("r12", "", "Red loses by perpetual chase.", "1  red   c0b0  chases the cannon on b7 (rook b0: unprotected)",
         "6  black b7c7  neither checks nor attacks", "Red chases on every move the cannon on b7",
         "it stood there 4 and 8 plies ago", "Perpetual chase loses");
    SAYS("r13", "", "attacks the cannon on b7 (rook b0: protected by the rook on a7)", "Draw by repetition.");
    SAYS("r15", "", "attacks the rook on b7 (rook b0: either can take the other, an offer)");
    SAYS("r17", "", "(rook a7: unprotected, and it cannot take back)");
    SAYS("r18", "", "(cannon b0: a stronger piece, protected or not)");
    SAYS("r21", "", "a pawn that has not crossed the river is no victim");
    SAYS("r26", "", "attacks the cannon on b6 (pawn b5: kings and pawns may attack for ever)");
    SAYS("r28", "", "attacks the cannon on d1 (king d0: kings and pawns may attack for ever)");
    SAYS("r34", "", "threatens the cannon on b7 (rook b0: not new)");
    SAYS("r35", "", "(rook c0: the capture would be illegal)");
    SAYS("d02", "", "chases the cannon on f7 (horse e5: unprotected)",
         "chases the cannon on f6 (rook e6: unprotected)");
}

static void test_explains_verdicts(void **state)
{
    (void)state;
    SAYS("k01", "", "check by the cannon on d2; check by the pawn on d6",
         "Red gives check on every move: perpetual check.", "Perpetual check loses");
    SAYS("k08", "", "Both sides check perpetually");
    SAYS("c25", "", "Both sides chase perpetually", "Black chases on every move the horse on b6");
    SAYS("x02", "rules=computer", "with a check among the moves, these rules call no chase",
         "Black gives check on 2 of its 4 moves.");
    SAYS("x02", "rules=asian", "Red loses by perpetual chase.", "under the rules \"asian\"");
    SAYS("r12", "rules=plain", "these rules know no chases");
    SAYS("l01", "rules=asian", "a rook that a horse holds in its place");
    SAYS("r33", "", "Nobody checks or chases perpetually: a draw.");
}

static void test_explains_other_ends(void **state)
{
    struct opened opened = open_position("xiangqi", "move_limit=0", NULL);
    by_text text = {0};

    (void)state;
    assert_int_equal(by_position_explain(opened.position, &text, NULL), BY_OK);
    assert_non_null(strstr(by_text_string(&text), "No repetition"));
    assert_non_null(strstr(by_text_string(&text), "no limit is set"));
    by_text_free(&text);
    close_position(&opened);
    SAYS("m01", "", "The game goes on. ", "The position occurred once before, 4 plies ago",
         "If the same moves are made once more: red loses by perpetual chase.");
    SAYS("m06", "", "Draw by the move count.", "Plies without a capture: 120; the game is drawn at 120.");
    SAYS("m08", "", "Checkmate. Red wins.");
    SAYS("m11", "", "Draw: neither side can attack.");
    SAYS("m12", "", "Stalemate. Red wins.");
}

/* ---- Searches -------------------------------------------------------------------------------------------------- */

/* Red has checked six times; one more check and black comes back to the same place for the third time. The search sees
 * that this loses and leaves the cycle. */
static void test_search_leaves_a_lost_cycle(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 3};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    by_text text = {0};

    (void)state;
    bench_open(&bench, "xiangqi", "3k5/R8/9/9/9/9/9/9/9/4K4 w");
    push_some(bench.position, "a8a9 d9d8 a9a8 d8d9 a8a9 d9d8", 6);
    bench_method(&bench, "alphabeta", "exact", "");
    result = bench_run(&bench, &limits);
    by_position_print_move(bench.position, result.best, &text);
    assert_string_not_equal(by_text_string(&text), "a9a8");
    assert_false(by_value_is_loss(result.value));
    push_text(bench.position, "a9a8");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.value, BY_WIN - 1);
    by_text_free(&text);
    bench_close(&bench);
}

/* With cycles inside the tree alpha-beta has the values of minimax. */
static void test_search_agrees_with_minimax(void **state)
{
    static const char *const positions[] = {
        "3k5/4P4/9/9/9/9/9/9/9/5K3 w",     /* pawn checks */
        "5k3/9/9/9/9/9/9/p8/3c5/4K4 w",    /* king attacks cannon */
        "3k5/9/4P4/9/9/9/9/4p4/9/5K3 w",   /* two pawns */
        "4k4/9/4b4/9/9/9/9/4B4/3p5/5K3 w", /* elephants and a pawn */
    };

    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        for (int depth = 1; depth <= 6; depth++) {
            struct by_limits limits = {BY_SIZE(by_limits), .depth = depth};
            struct bench bench;

            bench_open(&bench, "xiangqi", positions[i]);
            bench_method(&bench, "alphabeta", "exact", "hash=off");
            assert_int_equal(bench_run(&bench, &limits).value, reference_value(bench.position, depth, 0));
            bench_close(&bench);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_checks_are_found_if_not_recorded),
        cmocka_unit_test(test_mirrored),
        cmocka_unit_test(test_inside_the_tree),
        cmocka_unit_test(test_third_occurrence),
        cmocka_unit_test(test_third_occurrence_counts_before_the_first_return),
        cmocka_unit_test(test_rounds_that_meet_the_past),
        cmocka_unit_test(test_foretold_chases_are_estimates),
        cmocka_unit_test(test_position_is_unchanged),
        cmocka_unit_test(test_move_limit),
        cmocka_unit_test(test_explains_attacks),
        cmocka_unit_test(test_explains_verdicts),
        cmocka_unit_test(test_explains_other_ends),
        cmocka_unit_test(test_search_leaves_a_lost_cycle),
        cmocka_unit_test(test_search_agrees_with_minimax),
    };

    return cmocka_run_group_tests(tests, read_cases, free_cases);
}
