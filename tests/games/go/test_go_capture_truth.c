/* SPDX-License-Identifier: MIT
 *
 * Answers about captures against brute force (tests/support/go_truth.h) on small boards: all positions of 3x3 with a
 * block of at most two liberties, and chosen ones of 4x4, whoever may retake a ko at once. With all moves and without
 * rules of thumb every answer is the truth; with candidates, every answer that is said to be proved.
 */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/capture.h"
#include "games/go/notation.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/search.h"

#define ALL_MOVES "go-capture attacker_moves=all owner_moves=all safe_liberties=0 retakes=100 "

enum { BOARDS_3X3 = 19683, THREATS_COUNT = 3 };

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* ---- What is compared -------------------------------------------------------------------------------------------- */

/* A search that is asked, and what its answers are worth. */
struct player {
    const char *name; /* for messages */
    const char *game; /* with settings */
    const char *method;
    uint64_t nodes;     /* for a question; 0: no limit, so that every question is to be answered */
    bool is_binding[2]; /* every answer SAFE, every answer CAPTURED is true, not only those that are proved */
    int one_in;         /* test one board of this number */
    /* Filled as it goes on */
    struct bench bench;
    int questions;
    int answers[2]; /* SAFE, CAPTURED */
    int proved[2];
    int unknown;
};

struct contest {
    go_truth *truths[THREATS_COUNT];
    struct go *s;
    struct player *players;
    int count;
    int boards, asked;
};

static void open_contest(struct contest *c, int size, struct player *players, int count)
{
    static const enum go_truth_retaker retakers[] = {GO_TRUTH_NOBODY, GO_TRUTH_ATTACKER, GO_TRUTH_OWNER};

    *c = (struct contest){.s = go_truth_make_board(size, 2), .players = players, .count = count};
    for (int i = 0; i < THREATS_COUNT; i++)
        c->truths[i] = go_truth_create(size, retakers[i], SIZE_MAX);
    for (int i = 0; i < count; i++) {
        bench_open(&players[i].bench, players[i].game, NULL);
        bench_method(&players[i].bench, players[i].method, "plain", "");
    }
}

static void close_contest(struct contest *c)
{
    for (int i = 0; i < THREATS_COUNT; i++)
        go_truth_destroy(c->truths[i]);
    for (int i = 0; i < c->count; i++)
        bench_close(&c->players[i].bench);
    go_truth_free_board(c->s);
}

/* The question that stands in `s`, for a player: a root of its own each time, as if it had been read. */
static void set_question(by_position *position, const struct go *s, int number)
{
    struct go *state = position->state;

    by__go_clear(state, s->size);
    for (int i = 0; i < s->points; i++)
        if (s->board[i] != GO_EMPTY)
            by__go_put(state, i, s->board[i]);
    by__go_link(state);
    state->side = s->side;
    state->ko = s->ko;
    state->owner = s->owner;
    state->target = s->target;
    state->threats = s->threats;
    state->patience = state->retakes = 0;
    position->start = by_random_word((uint64_t)number);
}

/* The answer of a search; a method that looks for the best move answers by its value. */
static enum go_truth_answer answer_of(const struct go *s, const struct by_result *result)
{
    if (result->answer != BY_ANSWER_NONE)
        return result->answer == BY_ANSWER_YES  ? GO_TRUTH_CAPTURED
               : result->answer == BY_ANSWER_NO ? GO_TRUTH_SAFE
                                                : GO_TRUTH_UNKNOWN;
    if (by_value_is_win(result->value) && result->kind != BY_KIND_AT_MOST)
        return s->side == s->owner ? GO_TRUTH_SAFE : GO_TRUTH_CAPTURED;
    if (by_value_is_loss(result->value) && result->kind != BY_KIND_AT_LEAST)
        return s->side == s->owner ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE;
    return result->stopped == BY_STOPPED_DONE ? GO_TRUTH_SAFE : GO_TRUTH_UNKNOWN;
}

static void fail_on(const struct player *player, enum go_truth_answer answer, enum go_truth_answer truth)
{
    static const char *const names[] = {"safe", "captured", "unknown"};
    by_text text = {0};

    by_position_print(player->bench.position, &text);
    fail_msg("%s says %s, the truth is %s: %s", player->name, names[answer], names[truth], by_text_string(&text));
}

/* Whether an answer that is not proved has to be right. An attacker who retakes a ko again and again is held to win it
 * in the end, while by the truth he does not win a game that goes round for ever. */
static bool is_binding(const struct player *player, const struct go *s, enum go_truth_answer answer)
{
    return player->is_binding[answer] && (answer == GO_TRUTH_SAFE || s->threats != GO_THREATS_ATTACKER);
}

static void ask(struct player *player, const struct go *s, enum go_truth_answer truth)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = player->nodes};
    struct by_result result = {BY_SIZE(by_result)};
    enum go_truth_answer answer;

    set_question(player->bench.position, s, player->questions++);
    result = bench_run(&player->bench, &limits);
    answer = answer_of(s, &result);
    if (answer == GO_TRUTH_UNKNOWN) {
        if (!player->nodes)
            fail_on(player, answer, truth);
        player->unknown++;
        return;
    }
    player->answers[answer]++;
    player->proved[answer] += result.is_proved;
    if (answer != truth && (result.is_proved || is_binding(player, s, answer)))
        fail_on(player, answer, truth);
}

/* Asks all players about the block at `target`, whoever has threats. */
static void ask_all(struct contest *c, int target)
{
    struct go *s = c->s;

    s->target = (uint16_t)target;
    s->owner = s->board[target];
    for (int threats = 0; threats < THREATS_COUNT; threats++) {
        enum go_truth_answer truth = go_truth_ask(c->truths[threats], s, target);

        s->threats = (uint8_t)threats;
        for (int i = 0; i < c->count; i++)
            if (c->boards % c->players[i].one_in == 0)
                ask(&c->players[i], s, truth);
        c->asked++;
    }
}

/* Each block of at most two liberties once, by its first stone. */
static void ask_of_blocks(struct contest *c)
{
    struct go *s = c->s;

    for (int point = 0; point < s->points; point++) {
        bool is_first = s->board[point] != GO_EMPTY && go_chain_at(s, point)->liberty_count <= 2;

        for (int other = 0; other < point && is_first; other++)
            is_first = s->board[other] == GO_EMPTY || s->chain_of[other] != s->chain_of[point];
        if (is_first)
            ask_all(c, point);
    }
}

/* Both sides to move, and every ko that may be. */
static void ask_of_board(struct contest *c)
{
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count;

    c->boards++;
    for (int side = GO_BLACK; side <= GO_WHITE; side++) {
        c->s->side = (uint8_t)side;
        c->s->ko = GO_NO_POINT;
        ask_of_blocks(c);
        count = go_truth_kos(c->s, kos);
        for (int i = 0; i < count; i++) {
            c->s->ko = (uint16_t)kos[i];
            ask_of_blocks(c);
        }
    }
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static int turned(int size, int point, int way)
{
    int row = point / size, column = point % size;

    row = way & 1 ? size - 1 - row : row;
    column = way & 2 ? size - 1 - column : column;
    return way & 4 ? column * size + row : row * size + column;
}

/* Whether this board is the smallest of its symmetric and colour-exchanged forms. */
static bool is_first_of_its_kind(const struct go *s, uint64_t number)
{
    for (int way = 0; way < 16; way++) {
        uint64_t other = 0;

        for (int i = s->points - 1; i >= 0; i--) {
            int colour = s->board[turned(s->size, i, way & 7)];

            other = other * 3 + (uint64_t)(colour == GO_EMPTY ? GO_EMPTY : colour ^ way >> 3);
        }
        if (other < number)
            return false;
    }
    return true;
}

/* All boards of 3x3, or a sample; symmetric ones only in the long tests. */
static void ask_of_3x3(struct contest *c, int one_in)
{
    for (uint64_t number = 0; number < BOARDS_3X3; number += (uint64_t)one_in)
        if (go_truth_set_stones(c->s, 3, number) && (is_long() || is_first_of_its_kind(c->s, number)))
            ask_of_board(c);
}

/* Boards of 4x4 until the number of questions is reached: one block of each, one side, any ko. */
static void ask_of_4x4(struct contest *c, int questions)
{
    struct by_random random = {4};
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST];

    while (c->asked < questions) {
        int point = (int)by_random_below(&random, 16), count;

        if (!go_truth_set_random(c->s, 4, 15 + (int)by_random_below(&random, is_long() ? 40 : 20), &random))
            continue;
        c->s->side = (uint8_t)by_random_below(&random, 2);
        c->s->ko = GO_NO_POINT;
        count = go_truth_kos(c->s, kos);
        if (count && by_random_below(&random, 2))
            c->s->ko = (uint16_t)kos[by_random_below(&random, (uint32_t)count)];
        if (c->s->board[point] == GO_EMPTY || go_chain_at(c->s, point)->liberty_count > 2)
            continue;
        c->boards++;
        ask_all(c, point);
    }
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

#define PLAYERS_MOST 8
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* All of them said both things, and proved most of what they said. */
static void check_counts(const struct contest *c)
{
    for (int i = 0; i < c->count; i++) {
        const struct player *player = &c->players[i];
        int asked = player->answers[0] + player->answers[1] + player->unknown;

        if (getenv("BOYI_COUNTS"))
            print_message("%s: %d asked, safe %d (%d proved), captured %d (%d proved), unknown %d\n", player->name,
                          asked, player->answers[0], player->proved[0], player->answers[1], player->proved[1],
                          player->unknown);
        assert_true(player->answers[GO_TRUTH_SAFE] > asked / 50);
        assert_true(player->answers[GO_TRUTH_CAPTURED] > asked / 50);
    }
}

/* With all moves and without rules of thumb. The first is asked about every board, the others about some of them. */
static const struct player exact_players[] = {
    {.name = "df-pn+", .game = ALL_MOVES "reader=nothing", .method = "df-pn+", .is_binding = {true, true}},
    {.name = "df-pn+, ladders", .game = ALL_MOVES "reader=ladder", .method = "df-pn+", .is_binding = {true, true}},
    {.name = "df-pn", .game = ALL_MOVES "reader=nothing", .method = "df-pn", .is_binding = {true, true}},
    {.name = "df-pn, ladders", .game = ALL_MOVES "reader=ladder", .method = "df-pn", .is_binding = {true, true}},
    {.name = "pn, ataris", .game = ALL_MOVES "reader=atari", .method = "pn", .is_binding = {true, true}},
    {.name = "alphabeta", .game = ALL_MOVES "reader=nothing", .method = "alphabeta", .is_binding = {true, true}},
    {.name = "alphabeta, ladders",
     .game = ALL_MOVES "reader=ladder",
     .method = "alphabeta",
     .is_binding = {true, true}},
};

/* Alpha-beta would go round in circles for ever. */
static void copy_players(const struct player *from, int count, uint64_t nodes, int one_in, struct player *out)
{
    assert_true(count <= PLAYERS_MOST);
    for (int i = 0; i < count; i++) {
        out[i] = from[i];
        out[i].nodes = strcmp(from[i].method, "alphabeta") == 0 ? 300 : nodes;
        out[i].one_in = i ? one_in : 1;
    }
}

static void knows_all_of_3x3(void **unused)
{
    struct player players[PLAYERS_MOST];
    struct contest c;

    (void)unused;
    copy_players(exact_players, COUNT(exact_players), 0, is_long() ? 5 : 30, players);
    open_contest(&c, 3, players, COUNT(exact_players));
    ask_of_3x3(&c, 1);
    assert_int_equal(c.asked, is_long() ? 202836 : 14565);
    check_counts(&c);
    close_contest(&c);
}

static void knows_4x4(void **unused)
{
    struct player players[PLAYERS_MOST];
    struct contest c;

    (void)unused;
    copy_players(exact_players, COUNT(exact_players), is_long() ? 30000 : 4000, is_long() ? 10 : 30, players);
    open_contest(&c, 4, players, COUNT(exact_players));
    ask_of_4x4(&c, is_long() ? 100000 : 3000);
    check_counts(&c);
    close_contest(&c);
}

/* The attacker's candidates and all moves of the owner: what is captured is captured, even if a block with some
 * liberties is held to be safe. All moves of the attacker and the owner's candidates: what escapes escapes. With
 * candidates of both only what is said to be proved is. */
static const struct player choosy_players[] = {
    {.name = "attacker's candidates",
     .game = "go-capture owner_moves=all",
     .method = "df-pn+",
     .is_binding = {false, true}},
    {.name = "attacker's candidates of the paper",
     .game = "go-capture attacker_moves=paper owner_moves=all safe_liberties=0 bound=25",
     .method = "df-pn+",
     .is_binding = {false, true}},
    {.name = "owner's candidates",
     .game = "go-capture attacker_moves=all safe_liberties=0 retakes=100 reader=nothing",
     .method = "df-pn",
     .is_binding = {true, false}},
    {.name = "owner's candidates of the paper",
     .game = "go-capture attacker_moves=all owner_moves=paper safe_liberties=0 retakes=100",
     .method = "df-pn+",
     .is_binding = {true, false}},
    {.name = "candidates", .game = "go-capture", .method = "df-pn+"},
    {.name = "candidates, alphabeta", .game = "go-capture", .method = "alphabeta"},
    {.name = "candidates, patient", .game = "go-capture safe_liberties=0 retakes=2", .method = "pn"},
    {.name = "candidates of the paper",
     .game = "go-capture attacker_moves=paper owner_moves=paper safe_liberties=0 bound=25 numbers=paper",
     .method = "df-pn+"},
};

static void candidates_prove_only_what_is_true(void **unused)
{
    (void)unused;
    for (int size = 3; size <= 4; size++) {
        struct player players[PLAYERS_MOST];
        struct contest c;

        copy_players(choosy_players, COUNT(choosy_players), is_long() ? 20000 : 2000, is_long() ? 5 : 20, players);
        open_contest(&c, size, players, COUNT(choosy_players));
        if (size == 3)
            ask_of_3x3(&c, is_long() ? 1 : 4);
        else
            ask_of_4x4(&c, is_long() ? 100000 : 900);
        check_counts(&c);
        close_contest(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_all_of_3x3),
        cmocka_unit_test(knows_4x4),
        cmocka_unit_test(candidates_prove_only_what_is_true),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
