/* SPDX-License-Identifier: MIT
 *
 * The speed of xiangqi's move generator: perft of the start position, one thread, no hash table, no symmetry, with the
 * last ply counted in bulk and with every move made. Where Debian's fairy-stockfish is installed, it counts the same in
 * the same run (it counts the last ply in bulk), and the ratio is printed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boyi/boyi.h"
#include "core/game.h"

enum { DEPTH = 5, MOST = 128 };

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Makes every move down to the last. */
static uint64_t count_each(const struct by_rules *rules, void *state, int depth)
{
    struct by_move_info list[MOST];
    struct by_moves moves = {.list = list};
    uint64_t total = 0;

    if (depth == 0)
        return 1;
    rules->moves(state, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        rules->push(state, list[i].move);
        total += count_each(rules, state, depth - 1);
        rules->pop(state, list[i].move);
    }
    return total;
}

static void print_speed(const char *name, uint64_t count, double took, double other)
{
    printf("  %-28s %12llu  %7.3f s  %8.1f M/s", name, (unsigned long long)count, took, (double)count / took / 1e6);
    if (other > 0)
        printf("  %.1f times fairy-stockfish", other / took);
    printf("\n");
}

/* The seconds that fairy-stockfish takes, its start left out; 0 if it is not there. */
static double time_fairy(uint64_t *count)
{
    static const char *const command = "PATH=$PATH:/usr/games; command -v fairy-stockfish >/dev/null && "
                                       "printf 'setoption name UCI_Variant value xiangqi\\nposition startpos\\ngo "
                                       "perft %d\\nquit\\n' | fairy-stockfish";
    double times[2];

    for (int run = 0; run < 2; run++) {
        char line[256], text[512];
        double start = seconds();
        FILE *pipe;

        (void)snprintf(text, sizeof text, command, run ? DEPTH : 1);
        pipe = popen(text, "r");
        *count = 0;
        while (pipe && fgets(line, sizeof line, pipe))
            if (strncmp(line, "Nodes searched: ", 16) == 0)
                *count = strtoull(line + 16, NULL, 10);
        if (!pipe || pclose(pipe) || !*count)
            return 0;
        times[run] = seconds() - start;
    }
    return times[1] - times[0];
}

int main(void)
{
    const by_game_type *type;
    by_game *game;
    by_position *position;
    by_error error = {0};
    uint64_t count = 0, fairy_count;
    double fairy = time_fairy(&fairy_count), start;

    if (by_game_type_find("xiangqi", &type, &error) || by_game_open(type, NULL, &game, &error) ||
        by_position_create(game, &position, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("xiangqi: perft %d from the start position\n", DEPTH);
    if (fairy > 0)
        print_speed("fairy-stockfish", fairy_count, fairy, 0);
    else
        printf("  fairy-stockfish is not installed: no comparison\n");
    start = seconds();
    if (by_position_perft(position, DEPTH, &count, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    print_speed("boyi, last ply in bulk", count, seconds() - start, fairy);
    start = seconds();
    count = count_each(type->rules, position->state, DEPTH);
    print_speed("boyi, every move made", count, seconds() - start, fairy);
    by_position_destroy(position);
    by_game_close(game);
    return 0;
}
