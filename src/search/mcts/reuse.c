/* SPDX-License-Identifier: MIT
 *
 * A tree outlives its run if the next root is in it: the moves that led to the old root are the first of those that led
 * to the new one, from the same position, and the rest of them are in the tree. Where threads have trees of their own,
 * that is so for each by itself.
 */
#include "core/game.h"
#include "search/mcts/mcts.h"

static uint64_t hash_of_moves(const by_move *moves, size_t count)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < count; i++)
        hash = by_random_word(hash ^ moves[i]);
    return hash;
}

/* The text tells more than a key: counters too. */
static by_status hash_of_text(const struct by__run *run, uint64_t *hash, by_error *error)
{
    by_text text = {0};
    bool failed;

    *hash = 0;
    run->type->rules->print(run->state, &text);
    for (const char *c = by_text_string(&text); *c; c++)
        *hash = by_random_word(*hash ^ (unsigned char)*c);
    failed = text.failed;
    by_text_free(&text);
    return failed ? by_error_no_memory(error) : BY_OK;
}

/* The same of the position `count` moves ago. */
static by_status hash_of_text_before(const struct by__run *run, const by_move *moves, size_t count, uint64_t *hash,
                                     by_error *error)
{
    by_status status;

    for (size_t i = count; i > 0; i--)
        run->type->rules->pop(run->state, moves[i - 1]);
    status = hash_of_text(run, hash, error);
    for (size_t i = 0; i < count; i++)
        run->type->rules->push(run->state, moves[i]);
    return status;
}

/* The node behind these moves; 0: it is not in the tree. `turns`: the side changed with the last of them. */
static uint32_t follow(const struct mc_tree *tree, const by_move *moves, size_t count, uint8_t side, bool *turns)
{
    uint32_t at = MC_ROOT;

    *turns = false;
    for (size_t i = 0; i < count; i++) {
        uint32_t first = tree->cells[at].node.block, end = first ? first + tree->cells[first].block.count : 0;

        at = first + 1;
        while (at <= end && tree->cells[at].node.move != moves[i])
            at++;
        if (!first || at > end)
            return 0;
        *turns = tree->cells[first].block.side != side;
    }
    return at;
}

/* Whether the moves that led to the old root are the first of those that led to the new one. */
static bool has_same_moves(const struct by__run *run, const struct mc_root *old)
{
    return old->is_known && !run->control.limits->root_moves && run->position->length >= old->length &&
           hash_of_moves(run->position->history, old->length) == old->moves;
}

/* Goes on with the tree from the node behind these moves, if it has it. */
static bool keep_tree(const struct mc_options *opt, struct mc_tree *tree, const by_move *moves, size_t count,
                      uint8_t side)
{
    bool turns;
    uint32_t node = follow(tree, moves, count, side, &turns);

    if (!node || tree->cells[node].node.visits > UINT32_MAX / 2 / (uint32_t)opt->trees)
        return false;
    by__mc_tree_reroot(tree, node, turns);
    tree->expand_visits = opt->expand_visits;
    return true;
}

static by_status try_reuse(struct mc_search *s, const struct by__run *run, const struct mc_root *old, uint64_t *reused,
                           by_error *error)
{
    const by_move *moves = run->position->history + old->length;
    size_t count = run->position->length - old->length;
    uint64_t text;
    by_status status = hash_of_text_before(run, moves, count, &text, error);

    if (status || text != old->text)
        return status;
    for (int i = 0; i < s->opt.trees; i++)
        if (keep_tree(&s->opt, mc_tree_at(s, i), moves, count, run->root.side))
            *reused |= (uint64_t)1 << i;
    return BY_OK;
}

by_status by__mc_reuse(struct mc_search *s, const struct by__run *run, uint64_t *reused, by_error *error)
{
    struct mc_root old = s->root, new = {.is_known = !run->control.limits->root_moves,
                                         .length = run->position->length,
                                         .moves = hash_of_moves(run->position->history, run->position->length)};
    by_status status = BY_OK;

    *reused = 0;
    s->root.is_known = false;
    if (!s->opt.reuse)
        return BY_OK;
    if (has_same_moves(run, &old))
        status = try_reuse(s, run, &old, reused, error);
    if (!status)
        status = hash_of_text(run, &new.text, error);
    if (!status)
        s->root = new;
    return status;
}
