/* SPDX-License-Identifier: MIT
 *
 * The price of the interface: minimax over the whole tree of tic-tac-toe
 *
 *     static      with the game's functions bound and inlined at compile time
 *     interface   the same minimax, the same functions, called through the game's table
 *     library     the library's minimax, which also keeps limits, variations and an observer's place
 *
 * Without arguments it times the three in turn, several times over, and prints the ratios. With the name of one and a
 * number of rounds it only runs that, for a profiler: bench/interface_price.sh counts instructions with it.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boyi/boyi.h"

/* The game's own source, so that the compiler sees everything. */
#include "games/tictactoe/tictactoe.c"

/* ---- The same minimax twice ------------------------------------------------------------------------------------ */

#define DEFINE_MINIMAX(name, NODE, MOVES, PUSH, POP)                                                                   \
    static by_value name(const struct by_rules *table, void *position, int ply, uint64_t *nodes)                       \
    {                                                                                                                  \
        struct by_move_info list[TICTACTOE_CELLS];                                                                     \
        struct by_moves found = {.list = list};                                                                        \
        struct by_node here;                                                                                           \
        by_value best = -BY_INFINITE;                                                                                  \
                                                                                                                       \
        (void)table;                                                                                                   \
        NODE(position, ply, &here);                                                                                    \
        if (here.is_over)                                                                                              \
            return here.value;                                                                                         \
        MOVES(position, BY_MOVES_ALL, &found);                                                                         \
        for (int i = 0; i < found.count; i++) {                                                                        \
            by_value value;                                                                                            \
                                                                                                                       \
            PUSH(position, list[i].move);                                                                              \
            ++*nodes;                                                                                                  \
            value = -name(table, position, ply + 1, nodes);                                                            \
            POP(position, list[i].move);                                                                               \
            best = value > best ? value : best;                                                                        \
        }                                                                                                              \
        return best;                                                                                                   \
    }

DEFINE_MINIMAX(minimax_static, node, moves, push, pop)
DEFINE_MINIMAX(minimax_interface, table->node, table->moves, table->push, table->pop)

/* ---- One round of each ----------------------------------------------------------------------------------------- */

struct setting {
    by_game *game;
    by_position *position;
    by_search *search;
    void *tables;
    struct tictactoe state;
    const struct by_rules *volatile table; /* read at run time, so that nothing is bound early */
};

static uint64_t run_static(struct setting *setting)
{
    uint64_t nodes = 0;

    minimax_static(NULL, &setting->state, 0, &nodes);
    return nodes;
}

static uint64_t run_interface(struct setting *setting)
{
    uint64_t nodes = 0;

    minimax_interface(setting->table, &setting->state, 0, &nodes);
    return nodes;
}

static uint64_t run_library(struct setting *setting)
{
    struct by_result result = {BY_SIZE(by_result)};

    if (by_search_run(setting->search, setting->position, NULL, NULL, &result, NULL))
        return 0;
    return result.nodes;
}

static const struct {
    const char *name;
    uint64_t (*run)(struct setting *setting);
} ways[] = {{"static", run_static}, {"interface", run_interface}, {"library", run_library}};

enum { WAYS = 3, ROUNDS = 15 };

static by_status set_up(struct setting *setting, by_error *error)
{
    const by_game_type *type;
    const by_method *method;
    by_options *defaults = NULL;
    by_status status = by_game_type_find("tictactoe", &type, error);

    setting->table = &rules;
    status = status ? status : by_options_create(options, &defaults, error);
    status = status ? status : open_game(defaults, &setting->tables, error);
    status = status ? status : init(setting->tables, &setting->state, error);
    status = status ? status : by_game_open(type, NULL, &setting->game, error);
    status = status ? status : by_position_create(setting->game, &setting->position, error);
    status = status ? status : by_method_find("minimax", &method, error);
    status = status ? status : by_search_create(setting->game, method, NULL, &setting->search, error);
    by_options_destroy(defaults);
    return status;
}

static void tear_down(struct setting *setting)
{
    by_search_destroy(setting->search);
    by_position_destroy(setting->position);
    by_game_close(setting->game);
    free(setting->tables);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The fastest of some rounds of each, taken in turn so that all see the same machine. */
static void compare(struct setting *setting)
{
    double best[WAYS] = {0};
    uint64_t nodes[WAYS] = {0};

    for (int round = 0; round < ROUNDS; round++) {
        for (int way = 0; way < WAYS; way++) {
            double start = seconds(), took;

            nodes[way] = ways[way].run(setting);
            took = seconds() - start;
            best[way] = round == 0 || took < best[way] ? took : best[way];
        }
    }
    printf("minimax on tic-tac-toe, the best of %d rounds\n", ROUNDS);
    for (int way = 0; way < WAYS; way++)
        printf("  %-10s %8llu nodes  %6.2f ns/node  %.2f times static\n", ways[way].name,
               (unsigned long long)nodes[way], best[way] * 1e9 / (double)nodes[way], best[way] / best[0]);
}

int main(int argc, char **argv)
{
    struct setting setting = {0};
    by_error error = {0};
    int status = 0;

    if (set_up(&setting, &error)) {
        fprintf(stderr, "%s\n", error.message);
        status = 1;
    } else if (argc == 3) {
        for (int way = 0; way < WAYS; way++)
            for (int round = 0; strcmp(argv[1], ways[way].name) == 0 && round < atoi(argv[2]); round++)
                printf("%llu\n", (unsigned long long)ways[way].run(&setting));
    } else {
        compare(&setting);
    }
    tear_down(&setting);
    return status;
}
