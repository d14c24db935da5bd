/* SPDX-License-Identifier: MIT */
#include "support/repetitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum { MOVES_MOST = 128, TEXTS_MOST = 20000, WALK_MOST = 14 };

static const char problems_path[] = "tests/data/xiangqi_tactics.tsv";

/* How often a position is one of the texts that were read, in percent: of the problems, of a file. */
enum { PROBLEMS = 20, FROM_FILE = 80 };

/* Percentage of random endings in which the side to move could check for ever. */
enum { CHECKING = 80 };

/* Percentage of endings whose move count may be near the limit. */
enum { NEAR_COUNTS = 40 };

/* Percentage of those without a repetition that are skipped: about 72 percent of all endings have one. */
enum { REPEATED = 97 };

static bool happens(struct repetitions *r, uint32_t percent)
{
    return by_random_below(&r->random, 100) < percent;
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

/* Keeps the lines of a file, or the second column of the problems. */
void repetitions_open(struct repetitions *r, uint64_t seed, const char *path)
{
    FILE *file = fopen(path ? path : problems_path, "r");
    const char *form = path ? "%127[^\n]" : "t%*d\t%127[^\t]";
    char line[1024];

    *r = (struct repetitions){.random = {by_random_word(seed)}};
    assert_non_null(file);
    r->percent = path ? FROM_FILE : PROBLEMS;
    r->texts = malloc(TEXTS_MOST * sizeof *r->texts);
    assert_non_null(r->texts);
    while (r->text_count < TEXTS_MOST && fgets(line, sizeof line, file))
        r->text_count += sscanf(line, form, r->texts[r->text_count]) == 1;
    (void)fclose(file);
    assert_true(r->text_count > 0);
}

/* `count` plies have been made without a capture. */
static void print_board(char board[10][9], char side, unsigned count, char *out)
{
    for (int rank = 0; rank < 10; rank++) {
        int empty = 0;

        for (int file = 0; file < 9; file++) {
            if (!board[rank][file]) {
                empty++;
                continue;
            }
            if (empty)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = board[rank][file];
        }
        if (empty)
            *out++ = (char)('0' + empty);
        *out++ = rank < 9 ? '/' : ' ';
    }
    (void)sprintf(out, "%c - - %u 60", side, count);
}

/* Near one of the limits that the tests set. */
static unsigned random_count(struct repetitions *r)
{
    return happens(r, 50) ? by_random_below(&r->random, 24) : 100 + by_random_below(&r->random, 20);
}

/* Kings in their palaces and some pieces anywhere: many such texts are no positions. */
static void random_text(struct repetitions *r, char *out)
{
    static const char pieces[] = "RRNNCCPPABrrnnccppab";
    char board[10][9] = {{0}};
    int count = 1 + (int)by_random_below(&r->random, 9);

    board[by_random_below(&r->random, 3)][3 + by_random_below(&r->random, 3)] = 'k';
    board[7 + by_random_below(&r->random, 3)][3 + by_random_below(&r->random, 3)] = 'K';
    while (count--) {
        char *square = &board[by_random_below(&r->random, 10)][by_random_below(&r->random, 9)];

        if (!*square)
            *square = pieces[by_random_below(&r->random, sizeof pieces - 1)];
    }
    print_board(board, happens(r, 50) ? 'w' : 'b', happens(r, NEAR_COUNTS) ? random_count(r) : 0, out);
}

/* ---- Moves that go back ---------------------------------------------------------------------------------------- */

static bool gives_check(by_position *position, by_move move)
{
    struct by_node node;

    assert_int_equal(by_position_push(position, move, NULL), BY_OK);
    by_position_node(position, &node);
    assert_int_equal(by_position_pop(position, NULL), BY_OK);
    return node.in_check;
}

by_move repetitions_way_back(by_position *position, const char *move)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    by_text text = {0};
    by_move found = BY_MOVE_NONE;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && found == BY_MOVE_NONE; i++) {
        by_text_clear(&text);
        by_position_print_move(position, list[i].move, &text);
        if (strncmp(by_text_string(&text), move + 2, 2) == 0 && strncmp(by_text_string(&text) + 2, move, 2) == 0)
            found = list[i].move;
    }
    by_text_free(&text);
    return found;
}

/* The legal move that takes back the mover's last one; BY_MOVE_NONE: there is none. */
static by_move way_back(by_position *position)
{
    size_t length;
    const by_move *history = by_position_history(position, &length);
    by_text last = {0};
    by_move found;

    if (length < 2)
        return BY_MOVE_NONE;
    by_position_print_move(position, history[length - 2], &last);
    found = repetitions_way_back(position, by_text_string(&last));
    by_text_free(&last);
    return found;
}

/* Whether after two moves, of which the first gave check, both can go back, the first with check again. */
static bool closes(by_position *position)
{
    by_move back = way_back(position);
    bool closes;

    if (back == BY_MOVE_NONE || !gives_check(position, back))
        return false;
    assert_int_equal(by_position_push(position, back, NULL), BY_OK);
    closes = way_back(position) != BY_MOVE_NONE;
    by_position_pop(position, NULL);
    return closes;
}

static bool any_reply_closes(by_position *position)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    bool found = false;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && !found; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        found = closes(position);
        by_position_pop(position, NULL);
    }
    return found;
}

/* Whether the side to move could check for ever. */
static bool has_checks_without_end(by_position *position)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    bool found = false;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && !found; i++) {
        if (list[i].flags & BY_MOVE_CAPTURE || !gives_check(position, list[i].move))
            continue;
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        found = any_reply_closes(position);
        by_position_pop(position, NULL);
    }
    return found;
}

static void set_up(struct repetitions *r, by_position *position)
{
    char text[128];
    bool wants_checks;

    if (happens(r, r->percent)) {
        by_error error = {0};

        if (by_position_parse(position, r->texts[by_random_below(&r->random, r->text_count)], &error))
            fail_msg("%s", error.message);
        return;
    }
    wants_checks = happens(r, CHECKING);
    do
        random_text(r, text);
    while (by_position_parse(position, text, NULL) || (wants_checks && !has_checks_without_end(position)));
}

/* ---- The moves before ------------------------------------------------------------------------------------------ */

static by_move next_move(struct repetitions *r, by_position *position, const struct by_moves *moves)
{
    by_move back = way_back(position), check[MOVES_MOST];
    uint32_t checks = 0;

    if (back != BY_MOVE_NONE && happens(r, 60))
        return back;
    for (int i = 0; i < moves->count; i++)
        if (gives_check(position, moves->list[i].move))
            check[checks++] = moves->list[i].move;
    if (checks && happens(r, 60))
        return check[by_random_below(&r->random, checks)];
    return moves->list[by_random_below(&r->random, (uint32_t)moves->count)].move;
}

/* Makes some moves; stops before the end of the game. */
static void walk(struct repetitions *r, by_position *position)
{
    int count = (int)by_random_below(&r->random, WALK_MOST + 1);

    while (count--) {
        struct by_move_info list[MOVES_MOST];
        struct by_moves moves = {.list = list};
        struct by_node node;

        by_position_moves(position, BY_MOVES_ALL, &moves);
        if (!moves.count)
            return;
        assert_int_equal(by_position_push(position, next_move(r, position, &moves), NULL), BY_OK);
        by_position_verdict(position, &node);
        if (node.is_over)
            by_position_pop(position, NULL);
    }
}

/* Whether a position has come twice among the last ones. */
bool repetitions_has(const by_position *position)
{
    uint64_t keys[WALK_MOST + 1];
    int count = 0;
    by_position *copy;
    struct by_node node;
    bool found = false;

    assert_int_equal(by_position_copy(position, &copy, NULL), BY_OK);
    do {
        by_position_node(copy, &node);
        keys[count++] = node.key;
        for (int i = 0; i < count - 1; i++)
            found |= keys[i] == node.key;
    } while (!by_position_pop(copy, NULL));
    by_position_destroy(copy);
    return found;
}

void repetitions_close(struct repetitions *r)
{
    free(r->texts);
}

void repetitions_begin(struct repetitions *r, by_position *position)
{
    struct by_node node;

    do {
        set_up(r, position);
        by_position_verdict(position, &node);
    } while (node.is_over);
}

void repetitions_next(struct repetitions *r, by_position *position)
{
    struct by_node node;

    do {
        set_up(r, position);
        walk(r, position);
        by_position_verdict(position, &node);
    } while (node.is_over || (happens(r, REPEATED) && !repetitions_has(position)));
}

void repetitions_print(const by_position *position, by_text *out)
{
    by_position *copy;
    size_t length;
    const by_move *history = by_position_history(position, &length);

    assert_int_equal(by_position_copy(position, &copy, NULL), BY_OK);
    for (size_t i = length; i; i--)
        by_position_pop(copy, NULL);
    by_text_add(out, "--position '");
    by_position_print(copy, out);
    by_text_add(out, "' --moves '");
    for (size_t i = 0; i < length; i++) {
        by_text_add(out, i ? " " : "");
        by_position_print_move(copy, history[i], out);
        by_position_push(copy, history[i], NULL);
    }
    by_text_add(out, "'");
    by_position_destroy(copy);
}
