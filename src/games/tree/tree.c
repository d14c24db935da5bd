/* SPDX-License-Identifier: MIT
 *
 * Explicit trees as a game: a position is a node of a tree, a move leads to one of its children. The tree is shared
 * by all positions in it; a position itself is the number of its node and the way that led there.
 */
#include "games/tree/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/random.h"
#include "core/option_rows.h"
#include "games/tree/inside.h"

enum { SLOTS = 256 }; /* further children share the last slot */

/* The tree that the OI Wiki draws to explain alpha-beta. */
static const char initial_text[] = "H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))";

/* The settings of an opened game. */
struct game {
    struct tree *initial;
    uint32_t nodes_most;   /* of trees that are read */
    uint32_t bounds;       /* how far bounds are from the truth at most; 0: they say nothing */
    uint32_t wrong_bounds; /* percent of the inner nodes whose bounds leave the truth out */
};

struct state {
    const struct game *game;
    struct tree *tree;
    uint32_t node;
    uint32_t length;
    uint32_t path[]; /* the nodes before this one */
};

/* ---- A life ---------------------------------------------------------------------------------------------------- */

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct game *game = calloc(1, sizeof *game);
    by_status status;

    if (!game)
        return by_error_no_memory(error);
    by_options_read(options, game);
    status = by__tree_parse(initial_text, TREE_NODES_MOST, &game->initial, error);
    if (status) {
        free(game);
        return status;
    }
    *data = game;
    return BY_OK;
}

static void close_game(void *data)
{
    struct game *game = data;

    by__tree_release(game->initial);
    free(game);
}

static struct tree *retain(struct tree *tree)
{
    atomic_fetch_add_explicit(&tree->references, 1, memory_order_relaxed);
    return tree;
}

static by_status init(const void *data, void *state, by_error *error)
{
    const struct game *game = data;
    struct state *s = state;

    (void)error;
    s->game = game;
    s->tree = retain(game->initial);
    return BY_OK;
}

static void done(void *state)
{
    struct state *s = state;

    by__tree_release(s->tree);
}

static void assign(void *state, const void *from, size_t length)
{
    struct state *s = state;
    const struct state *other = from;
    struct tree *old = s->tree;

    s->game = other->game;
    s->tree = retain(other->tree);
    s->node = other->node;
    s->length = other->length;
    memcpy(s->path, other->path, length * sizeof *s->path);
    by__tree_release(old);
}

static const struct tree_node *current(const struct state *s)
{
    return &s->tree->nodes[s->node];
}

static uint32_t child_of(const struct state *s, by_move move)
{
    return by__tree_children(s->tree, s->node)[move];
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static by_status parse(void *state, const char *text, by_error *error)
{
    struct state *s = state;
    struct tree *tree;
    by_status status = by__tree_parse(text, s->game->nodes_most, &tree, error);

    if (status)
        return status;
    by__tree_release(s->tree);
    s->tree = tree;
    return BY_OK;
}

static void print(const void *state, by_text *out)
{
    const struct state *s = state;

    by__tree_print(s->tree, s->node, out);
}

static void draw(const void *state, unsigned style, by_text *out)
{
    const struct state *s = state;

    (void)style;
    by__tree_draw(s->tree, s->node, out);
}

static void print_move(void *state, by_move move, int notation, by_text *out)
{
    const struct state *s = state;
    const char *name = by__tree_name(s->tree, child_of(s, move));

    (void)notation;
    if (*name)
        by_text_add(out, name);
    else
        by_text_printf(out, "%lu", (unsigned long)move + 1);
}

/* Reads the name of a child, or its number, counted from 1. */
static by_status parse_move(void *state, const char *text, int notation, by_move *move, by_error *error)
{
    const struct state *s = state;
    by_move width = current(s)->width, child = 0;
    const char *end;
    int64_t number;

    (void)notation;
    while (child < width && (!*text || strcmp(by__tree_name(s->tree, child_of(s, child)), text) != 0))
        child++;
    end = *text == '0' ? NULL : by__scan_digits(text, width, &number);
    if (child == width && end && !*end)
        child = (by_move)number - 1;
    *move = child;
    if (child < width)
        return BY_OK;
    if (!width)
        return by_error_set(error, BY_ERROR_INPUT, "'%.60s' is no move: this is a leaf", text);
    return by_error_set(error, BY_ERROR_INPUT, "'%.60s' is no child here, expected a child's name or a number in 1..%d",
                        text, (int)width);
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

static void extent(const void *state, struct by_extent *out)
{
    const struct state *s = state;

    *out = (struct by_extent){
        .max_moves = s->tree->max_width ? (int)s->tree->max_width : 1, /* a list of none is no list */
        .max_plies = current(s)->height,
        .from_to_slots = SLOTS,
        .piece_to_slots = 2 * SLOTS,
    };
}

static void node(void *state, int ply, struct by_node *out)
{
    const struct state *s = state;
    const struct tree_node *node = current(s);
    bool is_leaf = node->width == 0;

    (void)ply;
    *out = (struct by_node){
        .key = node->key,
        .index_key = node->index_key,
        .value = !is_leaf                 ? 0
                 : node->side == SIDE_MAX ? node->value
                                          : -node->value,
        .side = node->side,
        .is_over = is_leaf,
        .can_move = !is_leaf,
    };
}

static void describe_child(const struct state *s, by_move move, struct by_move_info *out)
{
    unsigned slot = move < SLOTS ? move : SLOTS - 1;

    *out = (struct by_move_info){
        .move = move,
        .from_to = (uint16_t)slot,
        .piece_to = (uint16_t)(current(s)->side * SLOTS + slot),
    };
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct state *s = state;
    by_move width = current(s)->width;

    if (kind == BY_MOVES_TACTICAL)
        return;
    if (out->list)
        for (by_move move = 0; move < width; move++)
            describe_child(s, move, &out->list[out->count + (int)move]);
    out->count += (int)width;
}

static void push(void *state, by_move move)
{
    struct state *s = state;

    s->path[s->length++] = s->node;
    s->node = child_of(s, move);
}

static void pop(void *state, by_move move)
{
    struct state *s = state;

    (void)move;
    s->node = s->path[--s->length];
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    const struct state *s = state;

    if (move >= current(s)->width)
        return false;
    describe_child(s, move, out);
    return true;
}

static uint64_t key_after(void *state, by_move move)
{
    const struct state *s = state;

    return s->tree->nodes[child_of(s, move)].key;
}

static by_value evaluate(void *state)
{
    const struct state *s = state;
    by_value value = current(s)->value;

    if (value > BY_MAX_SCORE)
        value = BY_MAX_SCORE;
    if (value < -BY_MAX_SCORE)
        value = -BY_MAX_SCORE;
    return current(s)->side == SIDE_MAX ? value : -value;
}

static by_value within_values(int64_t value)
{
    return value > BY_WIN ? BY_WIN : value < -BY_WIN ? -BY_WIN : (by_value)value;
}

/* Bounds from MAX's view: the truth between two ends that are as far away as the hash of the node says. Wrong ones lie
 * beside the truth. */
static void bounds_of_inner(const struct game *game, const struct tree_node *node, by_value *least, by_value *most)
{
    struct by_random random = {node->key};
    uint32_t below = by_random_below(&random, game->bounds + 1), above = by_random_below(&random, game->bounds + 1);
    int64_t low = (int64_t)node->truth - below, high = (int64_t)node->truth + above;

    if (by_random_below(&random, 100) < game->wrong_bounds) {
        int64_t shift = by_random_below(&random, 2) ? (int64_t)below + 1 : -(int64_t)above - 1;

        low += shift;
        high += shift;
    }
    *least = within_values(low);
    *most = within_values(high);
}

static void bounds(void *state, by_value *least, by_value *most)
{
    const struct state *s = state;
    const struct tree_node *node = current(s);

    *least = -BY_WIN;
    *most = BY_WIN;
    if (!node->width)
        *least = *most = node->value;
    else if (node->has_bounds) {
        *least = node->least;
        *most = node->most;
    } else if (s->game->bounds || s->game->wrong_bounds)
        bounds_of_inner(s->game, node, least, most);
    if (node->side == SIDE_MIN) {
        by_value low = -*most;

        *most = -*least;
        *least = low;
    }
}

static const char *const side_names[] = {BY_WORDS("max"), BY_WORDS("min")};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct state),
    .undo_size = sizeof(uint32_t),
    .open = open_game,
    .close = close_game,
    .init = init,
    .done = done,
    .assign = assign,
    .parse = parse,
    .print = print,
    .parse_move = parse_move,
    .print_move = print_move,
    .draw = draw,
    .extent = extent,
    .node = node,
    .moves = moves,
    .push = push,
    .pop = pop,
};
static const struct by_evaluation evaluation = {BY_SIZE(by_evaluation), .evaluate = evaluate, .bounds = bounds};
static const struct by_tactics tactics = {BY_SIZE(by_tactics), .describe = describe, .key_after = key_after};

#define OPTIONS struct game

static const struct by_option options_table[] = {
    BY__NUMBER(
        RULE, bounds, 0, BY_WIN, 0,
        "Maximum error of the bounds of inner nodes that the game gives to searches by bounds; 0: it gives none.",
        NULL),
    BY__NUMBER(RULE, wrong_bounds, 0, 100, 0,
               "Percentage of inner nodes whose bounds exclude the true value, to see how a search copes.", NULL),
    BY__NUMBER(RESOURCE, nodes_most, 1, TREE_NODES_MOST, TREE_NODES_MOST,
               "Maximum number of nodes of a tree that you load; it may have four times as many edges.", NULL),
    {0},
};

const by_game_type by__tree = {
    BY_GAME_TYPE,
    .name = "tree",
    .title = "Explicit game trees",
    .help =
        "A tree that you write down; max and min move from the root to a leaf, whose value is from the view of max.\n"
        "Position: A(B(3,17),C(2,12)). A leaf is an integer, win, loss, draw, true (1) or false (0); commas or blanks\n"
        "separate children, and # starts a comment. A node may have a name, a side and a static estimate, without\n"
        "blanks: B:min~7(...), x=5, :max(...). Bounds on its value, correct or not, may follow: B~7[0..12](...).\n"
        "Sides are :max, :min, :or, :and. Without a side, the root is max, and a child has the other side than its\n"
        "parent. OR is max, unless the text begins with or=min: then OR is min and AND is max. A name alone stands\n"
        "for the node with this name that is written out elsewhere.\n"
        "Or a generated tree: random width=3 depth=4 vary=off leaf=0 values=-20..20 distinct=off wins=0 same=0\n"
        "graph=off estimates=off order=random|best|good|worst seed=1; leaf, wins and same are percentages.\n"
        "Move: the name of a child or its number, from 1. Moves are listed as they are written.",
    .options = options_table,
    .side_names = side_names,
    .counts_points = true,
    .has_index_key = true,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
};
