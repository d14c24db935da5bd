/* SPDX-License-Identifier: MIT
 *
 * Xiangqi against Debian's fairy-stockfish, an independent program: random games, in which the full list of legal moves
 * of every position has to be the same. Part of the long tier; skipped where that program is not installed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/search.h"

enum { GAMES = 2000, PLIES = 150, MOVES = 128, MOVE_TEXT = 16 };

/* The other program, at the ends of two pipes. */
struct other {
    pid_t pid;
    FILE *to, *from;
};

static bool other_start(struct other *other)
{
    int to[2], from[2];

    if (pipe(to) || pipe(from))
        return false;
    other->pid = fork();
    if (other->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execlp("fairy-stockfish", "fairy-stockfish", (char *)NULL);
        execl("/usr/games/fairy-stockfish", "fairy-stockfish", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    other->to = fdopen(to[1], "w");
    other->from = fdopen(from[0], "r");
    fprintf(other->to, "setoption name UCI_Variant value xiangqi\nisready\n");
    (void)fflush(other->to);
    for (char line[512]; fgets(line, sizeof line, other->from);)
        if (strncmp(line, "readyok", 7) == 0)
            return true;
    return false;
}

static void other_stop(struct other *other)
{
    fprintf(other->to, "quit\n");
    (void)fclose(other->to);
    (void)fclose(other->from);
    waitpid(other->pid, NULL, 0);
}

static int by_text_order(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Its moves in a position, sorted: lines like "a4a5: 1", ended by "Nodes searched". */
static int other_moves(struct other *other, const char *fen, char moves[][MOVE_TEXT])
{
    char line[512];
    int count = 0;

    fprintf(other->to, "position fen %s\ngo perft 1\n", fen);
    (void)fflush(other->to);
    while (fgets(line, sizeof line, other->from) && strncmp(line, "Nodes searched", 14) != 0) {
        char *colon = strchr(line, ':');

        if (colon && colon - line >= 4 && colon - line < MOVE_TEXT && count < MOVES) {
            *colon = 0;
            strcpy(moves[count++], line);
        }
    }
    qsort(moves, (size_t)count, MOVE_TEXT, by_text_order);
    return count;
}

/* Ours, in the same form: ranks counted from 1. */
static int own_moves(by_position *position, struct by_move_info *list, char moves[][MOVE_TEXT])
{
    struct by_moves found = {.list = list};

    by_position_moves(position, BY_MOVES_ALL, &found);
    for (int i = 0; i < found.count; i++) {
        unsigned from = list[i].move >> 7, to = list[i].move & 127;

        (void)snprintf(moves[i], MOVE_TEXT, "%c%d%c%d", 'a' + (int)(from % 9), (int)(from / 9 % 10) + 1,
                       'a' + (int)(to % 9), (int)(to / 9 % 10) + 1);
    }
    qsort(moves, (size_t)found.count, MOVE_TEXT, by_text_order);
    return found.count;
}

static void compare(struct other *other, by_position *position, struct by_move_info *list, int *count)
{
    char theirs[MOVES][MOVE_TEXT] = {{0}}, ours[MOVES][MOVE_TEXT] = {{0}};
    by_text fen = {0};

    by_position_print(position, &fen);
    *count = own_moves(position, list, ours);
    if (other_moves(other, by_text_string(&fen), theirs) != *count || memcmp(ours, theirs, sizeof ours) != 0)
        fail_msg("the moves differ: %s", by_text_string(&fen));
    by_text_free(&fen);
}

/* Two thousand random games; half of them prefer captures, so that thin positions occur too. */
static void test_random_games(void **state)
{
    struct by_random random = {20261115};
    struct other other = {0};
    struct bench bench;
    long positions = 0;

    (void)state;
    if (!getenv("BOYI_LONG"))
        skip();
    if (system("PATH=$PATH:/usr/games; command -v fairy-stockfish >/dev/null")) {
        print_message("fairy-stockfish is not installed: nothing to compare with\n");
        skip();
    }
    assert_true(other_start(&other));
    for (int game = 0; game < GAMES; game++) {
        bench_open(&bench, "xiangqi move_limit=0 rules=plain", NULL);
        for (int ply = 0; ply < PLIES; ply++, positions++) {
            struct by_move_info list[MOVES];
            int count, chosen;

            compare(&other, bench.position, list, &count);
            if (!count)
                break;
            chosen = (int)by_random_below(&random, (uint32_t)count);
            for (int i = 0; game % 2 && i < count; i++)
                if ((list[i].flags & BY_MOVE_CAPTURE) && by_random_below(&random, 3) == 0)
                    chosen = i;
            assert_int_equal(by_position_push(bench.position, list[chosen].move, NULL), BY_OK);
        }
        bench_close(&bench);
    }
    print_message("%ld positions compared\n", positions);
    other_stop(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_games)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
