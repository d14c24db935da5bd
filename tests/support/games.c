/* SPDX-License-Identifier: MIT */
#include "support/games.h"

#include <stdlib.h>

#include "boyi/random.h"
#include "core/game.h"

/* ---- Walks on a graph ------------------------------------------------------------------------------------------ */

enum { WAYS = 3 };

struct walk {
    uint64_t seed;
    size_t length;
    uint8_t place;
    uint8_t side;
    uint8_t before[]; /* the places that were left, on the undo stack */
};

static by_status walk_init(const void *data, void *state, by_error *error)
{
    (void)data;
    (void)state;
    (void)error;
    return BY_OK;
}

static by_status walk_parse(void *state, const char *text, by_error *error)
{
    struct walk *walk = state;
    char *rest;

    (void)error;
    walk->seed = strtoull(text, &rest, 10);
    walk->place = (uint8_t)(strtoul(rest, NULL, 10) % WALK_PLACES);
    return BY_OK;
}

static void walk_print(const void *state, by_text *out)
{
    by_text_printf(out, "%llu", (unsigned long long)((const struct walk *)state)->seed);
}

static uint32_t walk_random(const struct walk *walk, uint64_t what)
{
    return (uint32_t)(by_random_word(walk->seed * 1000 + walk->place * 10u + what) >> 40);
}

static void walk_print_move(void *state, by_move move, int notation, by_text *out)
{
    (void)state;
    (void)notation;
    by_text_printf(out, "%u", move);
}

static void walk_extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){.max_moves = WAYS, .from_to_slots = 1, .piece_to_slots = 1};
}

/* Plies back to the last time that this side was here; 0: never. */
static uint16_t plies_to_repetition(const struct walk *walk)
{
    for (size_t back = 2; back <= walk->length; back += 2)
        if (walk->before[walk->length - back] == walk->place)
            return (uint16_t)back;
    return 0;
}

static void walk_node(void *state, int ply, struct by_node *out)
{
    const struct walk *walk = state;
    uint16_t repetition = plies_to_repetition(walk);
    bool is_end = walk->place && walk_random(walk, 9) % 4 == 0;

    (void)ply;
    *out = (struct by_node){
        .key = by_random_word(walk->place * 2u + walk->side) | 1,
        .side = walk->side,
        .is_over = is_end || repetition,
        .path_plies = is_end ? 0 : repetition,
        .cycle_decides = true,
        .cycles_join = true,
        .value = is_end ? (by_value)(walk_random(walk, 8) % 21) - 10 : 0,
        .can_move = true,
    };
}

static void walk_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    (void)state;
    if (kind == BY_MOVES_TACTICAL)
        return;
    for (by_move way = 0; way < WAYS; way++)
        by_moves_add(out, way);
}

static void walk_push(void *state, by_move move)
{
    struct walk *walk = state;

    walk->before[walk->length++] = walk->place;
    walk->place = (uint8_t)(walk_random(walk, move) % WALK_PLACES);
    walk->side ^= 1;
}

static void walk_pop(void *state, by_move move)
{
    struct walk *walk = state;

    (void)move;
    walk->place = walk->before[--walk->length];
    walk->side ^= 1;
}

/* An estimate that depends on place and side. */
static by_value walk_evaluate(void *state)
{
    const struct walk *walk = state;
    by_value value = (by_value)(walk_random(walk, 7) % 11) - 5;

    return walk->side ? -value : value;
}

static const struct by_rules walk_rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct walk),
    .undo_size = sizeof(uint8_t),
    .init = walk_init,
    .parse = walk_parse,
    .print = walk_print,
    .print_move = walk_print_move,
    .extent = walk_extent,
    .node = walk_node,
    .moves = walk_moves,
    .push = walk_push,
    .pop = walk_pop,
};
static const struct by_evaluation walk_evaluation = {BY_SIZE(by_evaluation), .evaluate = walk_evaluate};

const by_game_type walk_game = {
    BY_GAME_TYPE,          .name = "walk",       .title = "A walk on a graph",   .help = "",
    .counts_points = true, .rules = &walk_rules, .evaluation = &walk_evaluation,
};

/* ---- Walks on a graph without verdicts ------------------------------------------------------------------------- */

enum { DIGRAPH_WAYS = 4 };

struct digraph {
    uint64_t seed;
    size_t length;
    uint8_t place;
    uint8_t before[];
};

static uint32_t digraph_random(uint64_t seed, int place, uint64_t what)
{
    return (uint32_t)(by_random_word((seed * 64 + (uint64_t)place) * 32 + what) >> 40);
}

static int digraph_size(uint64_t seed)
{
    return 3 + (int)(digraph_random(seed, 63, 0) % (DIGRAPH_PLACES - 2));
}

static uint8_t digraph_side(uint64_t seed, int place)
{
    return (uint8_t)(digraph_random(seed, place, 1) % 2);
}

/* The ways out of a place; 0: the game ends there. */
static int digraph_ways(uint64_t seed, int place)
{
    uint32_t ends = 15 + digraph_random(seed, 63, 1) % 30;

    return digraph_random(seed, place, 2) % 100 < ends ? 0 : 1 + (int)(digraph_random(seed, place, 3) % DIGRAPH_WAYS);
}

static int digraph_next(uint64_t seed, int place, by_move way)
{
    return (int)(digraph_random(seed, place, 8 + way) % (uint32_t)digraph_size(seed));
}

/* The value of an end, from the view of the place's side. */
static by_value digraph_value(uint64_t seed, int place)
{
    static const by_value values[] = {BY_WIN, -BY_WIN, BY_WIN, -BY_WIN, 0, 3, -3};

    return values[digraph_random(seed, place, 4) % (sizeof values / sizeof values[0])];
}

bool digraph_truth(const by_position *position, int prover, by_value threshold)
{
    const struct digraph *walk = position->state;
    uint64_t seed = walk->seed;
    bool truth[DIGRAPH_PLACES], has_changed = true;

    /* To get more than 0 a side must reach an end; for 0 it must only avoid bad ones. */
    for (int i = 0; i < DIGRAPH_PLACES; i++)
        truth[i] = threshold <= 0;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < digraph_size(seed); i++) {
            int ways = digraph_ways(seed, i);
            bool is_or = digraph_side(seed, i) == prover, is_true = !is_or;

            for (by_move way = 0; way < (by_move)ways; way++)
                is_true =
                    is_or ? is_true || truth[digraph_next(seed, i, way)] : is_true && truth[digraph_next(seed, i, way)];
            if (!ways)
                is_true = (is_or ? digraph_value(seed, i) : -digraph_value(seed, i)) >= threshold;
            has_changed |= is_true != truth[i];
            truth[i] = is_true;
        }
    }
    return truth[walk->place];
}

static by_status digraph_parse(void *state, const char *text, by_error *error)
{
    struct digraph *walk = state;
    char *rest;

    (void)error;
    walk->seed = strtoull(text, &rest, 10);
    walk->place = (uint8_t)((int)strtoul(rest, NULL, 10) % digraph_size(walk->seed));
    return BY_OK;
}

static void digraph_print(const void *state, by_text *out)
{
    const struct digraph *walk = state;

    by_text_printf(out, "%llu %u", (unsigned long long)walk->seed, walk->place);
}

static void digraph_extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){.max_moves = DIGRAPH_WAYS, .from_to_slots = 1, .piece_to_slots = 1};
}

static void digraph_node(void *state, int ply, struct by_node *out)
{
    const struct digraph *walk = state;
    int ways = digraph_ways(walk->seed, walk->place);

    (void)ply;
    *out = (struct by_node){
        .key = by_random_word(walk->seed * 64 + walk->place) | 1,
        .side = digraph_side(walk->seed, walk->place),
        .is_over = !ways && walk->place % 2, /* the others are found out by their lack of moves */
        .value = ways ? 0 : digraph_value(walk->seed, walk->place),
        .can_move = ways && walk->place % 3,
    };
}

static void digraph_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct digraph *walk = state;

    if (kind == BY_MOVES_TACTICAL)
        return;
    for (by_move way = 0; way < (by_move)digraph_ways(walk->seed, walk->place); way++)
        by_moves_add(out, way);
}

static void digraph_push(void *state, by_move move)
{
    struct digraph *walk = state;

    walk->before[walk->length++] = walk->place;
    walk->place = (uint8_t)digraph_next(walk->seed, walk->place, move);
}

static void digraph_pop(void *state, by_move move)
{
    struct digraph *walk = state;

    (void)move;
    walk->place = walk->before[--walk->length];
}

/* The rules of a game that is played on these graphs. */
#define ON_DIGRAPH(the_extent, the_node, the_moves)                                                                    \
    {                                                                                                                  \
        BY_SIZE(by_rules), .state_size = sizeof(struct digraph), .undo_size = sizeof(uint8_t), .init = walk_init,      \
                           .parse = digraph_parse, .print = digraph_print, .print_move = walk_print_move,              \
                           .extent = the_extent, .node = the_node, .moves = the_moves, .push = digraph_push,           \
                           .pop = digraph_pop,                                                                         \
    }

static const struct by_rules digraph_rules = ON_DIGRAPH(digraph_extent, digraph_node, digraph_moves);

const by_game_type digraph_game = {
    BY_GAME_TYPE, .name = "digraph",     .title = "A walk on a graph without verdicts",
    .help = "",   .counts_points = true, .rules = &digraph_rules,
};

/* ---- The same where no place may be entered twice -------------------------------------------------------------- */

static void superko_node(void *state, int ply, struct by_node *out)
{
    const struct digraph *walk = state;

    digraph_node(state, ply, out);
    out->value = digraph_value(walk->seed, walk->place);
    out->can_move = false;
}

/* Plies back to the last time that the place was left; 0: never. */
static uint16_t plies_since(const struct digraph *walk, int place)
{
    for (size_t back = 1; back <= walk->length; back++)
        if (walk->before[walk->length - back] == place)
            return (uint16_t)back;
    return 0;
}

static void superko_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct digraph *walk = state;

    if (kind == BY_MOVES_TACTICAL)
        return;
    for (by_move way = 0; way < (by_move)digraph_ways(walk->seed, walk->place); way++) {
        int next = digraph_next(walk->seed, walk->place, way);
        uint16_t back = plies_since(walk, next);

        if (next != walk->place && !back)
            by_moves_add(out, way);
        else if (back > out->path_plies)
            out->path_plies = back;
    }
}

static void superko_extent(const void *state, struct by_extent *out)
{
    digraph_extent(state, out);
    out->path_forbids_moves = true;
}

static const struct by_rules superko_rules = ON_DIGRAPH(superko_extent, superko_node, superko_moves);

const by_game_type superko_game = {
    BY_GAME_TYPE, .name = "superko",     .title = "A walk on a graph where nothing repeats",
    .help = "",   .counts_points = true, .rules = &superko_rules,
};

/* ---- The same where repeating a place loses -------------------------------------------------------------------- */

static void repeater_node(void *state, int ply, struct by_node *out)
{
    const struct digraph *walk = state;
    uint16_t back = plies_since(walk, walk->place);

    digraph_node(state, ply, out);
    if (!back)
        return;
    out->is_over = true;
    out->path_plies = back;
    out->value = digraph_side(walk->seed, walk->before[walk->length - 1]) == out->side ? -BY_WIN : BY_WIN;
    out->stuck_value = -BY_WIN;
}

static void mixed_node(void *state, int ply, struct by_node *out)
{
    repeater_node(state, ply, out);
    if (out->path_plies && ((const struct digraph *)state)->place % 3 == 0)
        out->value = out->stuck_value = 0;
}

static void odd_node(void *state, int ply, struct by_node *out)
{
    repeater_node(state, ply, out);
    if (!out->path_plies)
        return;
    out->value = out->path_plies % 2 == !out->side ? BY_WIN : -BY_WIN;
    out->cycle_decides = true;
}

static void payoff_node(void *state, int ply, struct by_node *out)
{
    const struct digraph *walk = state;
    int sum = 0;

    repeater_node(state, ply, out);
    for (uint16_t back = 1; back <= out->path_plies; back++)
        sum += (int)(by_random_word(walk->seed + 100 * walk->before[walk->length - back]) >> 60) - 7;
    if (!out->path_plies)
        return;
    out->value = sum == 0 ? 0 : (sum > 0) == !out->side ? BY_WIN : -BY_WIN;
    out->cycle_decides = out->cycles_join = true;
}

static const struct by_rules mixed_rules = ON_DIGRAPH(digraph_extent, mixed_node, digraph_moves);

const by_game_type mixed_game = {
    BY_GAME_TYPE, .name = "mixed",       .title = "A walk on a graph where repeating loses, at some places",
    .help = "",   .counts_points = true, .rules = &mixed_rules,
};

static const struct by_rules payoff_rules = ON_DIGRAPH(digraph_extent, payoff_node, digraph_moves);

const by_game_type payoff_game = {
    BY_GAME_TYPE, .name = "payoff",      .title = "A walk on a graph where what a cycle has in sum decides",
    .help = "",   .counts_points = true, .rules = &payoff_rules,
};

static const struct by_rules odd_rules = ON_DIGRAPH(digraph_extent, odd_node, digraph_moves);

const by_game_type odd_game = {
    BY_GAME_TYPE, .name = "odd",         .title = "A walk on a graph where the length of a cycle decides",
    .help = "",   .counts_points = true, .rules = &odd_rules,
};

static const struct by_rules repeater_rules = ON_DIGRAPH(digraph_extent, repeater_node, digraph_moves);

const by_game_type repeater_game = {
    BY_GAME_TYPE, .name = "repeater",    .title = "A walk on a graph where repeating loses",
    .help = "",   .counts_points = true, .rules = &repeater_rules,
};

/* ---- The same where conduct decides, when a place has come for the third time ----------------------------------- */

/* Some moves give check, some chase one victim or two. */
static bool edge_checks(const struct digraph *walk, int from, int to)
{
    return by_random_word(walk->seed * 4096 + (uint64_t)(64 * from + to)) >> 63;
}

static unsigned edge_victims(const struct digraph *walk, int from, int to)
{
    return (unsigned)(by_random_word(~(walk->seed * 4096 + (uint64_t)(64 * from + to))) >> 62);
}

/* For each side over the last plies: 2: it always checks, 1: it always chases the same victim, 0: neither. */
static void find_conduct(const struct digraph *walk, uint16_t plies, bool judges_chases, int conduct[2])
{
    bool checks[2] = {true, true};
    unsigned victims[2] = {3, 3};

    for (uint16_t back = 1; back <= plies; back++) {
        int from = walk->before[walk->length - back];
        int to = back == 1 ? walk->place : walk->before[walk->length - back + 1];
        int side = digraph_side(walk->seed, from);

        checks[side] &= edge_checks(walk, from, to);
        victims[side] &= edge_victims(walk, from, to);
    }
    for (int side = 0; side < 2; side++)
        conduct[side] = checks[side] ? 2 : judges_chases && victims[side];
}

/* Whether a place inside the last cycle was left before it began too: then that one comes for the third time before the
 * cycle has been gone round twice. */
static bool was_entered_before(const struct digraph *walk, uint16_t plies)
{
    for (size_t at = walk->length - plies; at < walk->length; at++)
        for (size_t before = 0; before < walk->length - plies; before++)
            if (walk->before[at] == walk->before[before])
                return true;
    return false;
}

/* Over at the third occurrence, judged since the first; what has come back since the root is foretold. */
static void judge_conduct(const struct digraph *walk, int ply, bool judges_chases, struct by_node *out)
{
    uint16_t once = plies_since(walk, walk->place), twice = 0;
    int conduct[2];

    for (size_t back = once + 1u; once && !twice && back <= walk->length; back++)
        if (walk->before[walk->length - back] == walk->place)
            twice = (uint16_t)back;
    if (!once)
        return;
    out->has_returned = !twice && (once >= ply || was_entered_before(walk, once));
    if (!twice && once >= ply)
        return;
    find_conduct(walk, twice ? twice : once, judges_chases, conduct);
    out->is_over = true;
    out->is_foretold = !twice;
    out->path_plies = twice ? twice : once;
    out->cycle_decides = true;
    out->cycles_join = conduct[0] != 1 && conduct[1] != 1;
    out->is_estimate = out->is_foretold && !out->cycles_join;
    out->value = conduct[0] == conduct[1] ? 0 : (conduct[0] > conduct[1]) == (out->side == 0) ? -BY_WIN : BY_WIN;
}

static void checker_node(void *state, int ply, struct by_node *out)
{
    digraph_node(state, ply, out);
    judge_conduct(state, ply, false, out);
}

static void chaser_node(void *state, int ply, struct by_node *out)
{
    digraph_node(state, ply, out);
    judge_conduct(state, ply, true, out);
}

static void conduct_extent(const void *state, struct by_extent *out)
{
    digraph_extent(state, out);
    out->judges_repetition = true;
    out->foretells_repetition = true;
}

static const struct by_rules checker_rules = ON_DIGRAPH(conduct_extent, checker_node, digraph_moves);

const by_game_type checker_game = {
    BY_GAME_TYPE, .name = "checker",     .title = "A walk on a graph where perpetual check loses",
    .help = "",   .counts_points = true, .rules = &checker_rules,
};

static const struct by_rules chaser_rules = ON_DIGRAPH(conduct_extent, chaser_node, digraph_moves);

const by_game_type chaser_game = {
    BY_GAME_TYPE,
    .name = "chaser",
    .title = "A walk on a graph where perpetual check and then perpetual chase lose",
    .help = "",
    .counts_points = true,
    .rules = &chaser_rules,
};

/* ---- The same with colours, and with doubts -------------------------------------------------------------------- */

/* A place with a colour. Each way may be gone in two ways, with or without a change of colour, so that positions that
 * differ by the colour have keys that differ alike. It decides what is in doubt and nothing else. */
enum { COLOURS = 8 };

static int place_of(int at)
{
    return at / COLOURS;
}

static bool is_estimated_at(uint64_t seed, int at)
{
    return by_random_word(seed * 4096 + (uint64_t)at) >> 62 == 0;
}

static bool is_partial_at(uint64_t seed, int at)
{
    return by_random_word(~(seed * 4096 + (uint64_t)at)) >> 61 == 0;
}

static int doubtful_ways(uint64_t seed, int at)
{
    return 2 * digraph_ways(seed, place_of(at));
}

static int doubtful_next(uint64_t seed, int at, by_move way)
{
    int place = place_of(at), colour = at % COLOURS;

    return digraph_next(seed, place, way / 2) * COLOURS + (way % 2 ? colour ^ 1 << place % 3 : colour);
}

bool doubtful_truth(const by_position *position, int prover, by_value threshold, int reading)
{
    const struct digraph *walk = position->state;
    uint64_t seed = walk->seed;
    bool truth[DIGRAPH_PLACES * COLOURS], has_changed = true;

    for (int at = 0; at < DIGRAPH_PLACES * COLOURS; at++)
        truth[at] = threshold <= 0;
    while (has_changed) {
        has_changed = false;
        for (int at = 0; at < digraph_size(seed) * COLOURS; at++) {
            int ways = doubtful_ways(seed, at);
            bool is_or = digraph_side(seed, place_of(at)) == prover, is_true = !is_or;
            by_value value = digraph_value(seed, place_of(at));

            for (by_move way = 0; way < (by_move)ways; way++)
                is_true = is_or ? is_true || truth[doubtful_next(seed, at, way)]
                                : is_true && truth[doubtful_next(seed, at, way)];
            if (!ways)
                is_true = reading && is_estimated_at(seed, at) ? reading > 0 : (is_or ? value : -value) >= threshold;
            else if (is_partial_at(seed, at) && reading == (is_or ? 1 : -1))
                is_true = is_or;
            has_changed |= is_true != truth[at];
            truth[at] = is_true;
        }
    }
    return truth[walk->place];
}

static by_status doubtful_parse(void *state, const char *text, by_error *error)
{
    struct digraph *walk = state;
    char *rest;

    (void)error;
    walk->seed = strtoull(text, &rest, 10);
    walk->place = (uint8_t)((int)strtoul(rest, NULL, 10) % (digraph_size(walk->seed) * COLOURS));
    return BY_OK;
}

static void doubtful_extent(const void *state, struct by_extent *out)
{
    digraph_extent(state, out);
    out->max_moves = 2 * DIGRAPH_WAYS;
}

static void doubtful_node(void *state, int ply, struct by_node *out)
{
    const struct digraph *walk = state;
    int place = place_of(walk->place);
    bool is_end = !digraph_ways(walk->seed, place);

    (void)ply;
    *out = (struct by_node){
        .key = (by_random_word(walk->seed * 64 + (uint64_t)place) & ~(uint64_t)255) ^
               (uint64_t)(1 + walk->place % COLOURS),
        .side = digraph_side(walk->seed, place),
        .is_over = is_end,
        .value = is_end ? digraph_value(walk->seed, place) : 0,
        .is_estimate = is_end && is_estimated_at(walk->seed, walk->place),
        .can_move = !is_end,
    };
}

static void doubtful_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct digraph *walk = state;

    if (kind == BY_MOVES_TACTICAL)
        return;
    for (by_move way = 0; way < (by_move)doubtful_ways(walk->seed, walk->place); way++)
        by_moves_add(out, way);
    out->is_partial = out->count && is_partial_at(walk->seed, walk->place);
}

static void doubtful_push(void *state, by_move move)
{
    struct digraph *walk = state;

    walk->before[walk->length++] = walk->place;
    walk->place = (uint8_t)doubtful_next(walk->seed, walk->place, move);
}

static const struct by_rules doubtful_rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct digraph),
    .undo_size = sizeof(uint8_t),
    .init = walk_init,
    .parse = doubtful_parse,
    .print = digraph_print,
    .print_move = walk_print_move,
    .extent = doubtful_extent,
    .node = doubtful_node,
    .moves = doubtful_moves,
    .push = doubtful_push,
    .pop = digraph_pop,
};

const by_game_type doubtful_game = {
    BY_GAME_TYPE, .name = "doubtful",    .title = "A walk on a graph with colours and doubts",
    .help = "",   .counts_points = true, .rules = &doubtful_rules,
};

/* ---- A game without end ---------------------------------------------------------------------------------------- */

struct endless {
    uint64_t moves;
};

static void endless_node(void *state, int ply, struct by_node *out)
{
    const struct endless *endless = state;

    (void)ply;
    *out = (struct by_node){.side = endless->moves & 1, .can_move = true};
}

static void endless_push(void *state, by_move move)
{
    (void)move;
    ((struct endless *)state)->moves++;
}

static void endless_pop(void *state, by_move move)
{
    (void)move;
    ((struct endless *)state)->moves--;
}

static void endless_print(const void *state, by_text *out)
{
    by_text_printf(out, "%llu", (unsigned long long)((const struct endless *)state)->moves);
}

static by_status endless_parse(void *state, const char *text, by_error *error)
{
    (void)error;
    ((struct endless *)state)->moves = strtoull(text, NULL, 10);
    return BY_OK;
}

static const struct by_rules endless_rules = {
    BY_SIZE(by_rules),      .state_size = sizeof(struct endless),
    .init = walk_init,      .parse = endless_parse,
    .print = endless_print, .print_move = walk_print_move,
    .extent = walk_extent,  .node = endless_node,
    .moves = walk_moves,    .push = endless_push,
    .pop = endless_pop,
};

const by_game_type endless_game = {BY_GAME_TYPE, .name = "endless", .title = "A game without end", .help = "",
                                   .rules = &endless_rules};
