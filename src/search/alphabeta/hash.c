/* SPDX-License-Identifier: MIT
 *
 * How alpha-beta uses the hash table. Invariant: a stored value depends on the position alone. The distance of a win is
 * counted from the node, and no value is stored that rests on a verdict about the path above the node.
 */
#include "boyi/random.h"
#include "search/alphabeta/alphabeta.h"

static by_value to_table(by_value value, int ply)
{
    return by_value_is_win(value) ? value + ply : by_value_is_loss(value) ? value - ply : value;
}

static uint32_t index_key_of(const struct ab *s, const struct by_node *info)
{
    return s->type->has_index_key ? info->index_key : (uint32_t)by_random_word(info->key);
}

static bool is_deep_enough(const struct ab *s, const struct by__hash_entry *entry, int depth)
{
    if (depth > BY__HASH_MAX_DEPTH)
        return false; /* deeper than what can be stored */
    return s->opt.hash_depth ? entry->depth == depth : entry->depth >= depth;
}

/* A value outside of the window cuts. An exact one inside does so only with hash_pv_cuts, since the variation from here
 * is then lost. */
static bool cuts(const struct ab *s, const struct ab_node *n, enum by__bound bound, by_value value)
{
    if ((bound & BY__BOUND_LOWER) && value >= n->beta)
        return true;
    if ((bound & BY__BOUND_UPPER) && value <= n->alpha)
        return true;
    return bound == BY__BOUND_EXACT && s->opt.hash_pv_cuts;
}

/* Whether a win or a loss of the table may be none here. Its line may lead through positions that have occurred since
 * it was stored, or that have occurred twice on this path, and the rules may end the game there. */
static bool is_out_of_date(const struct ab *s, const struct ab_node *n, const struct by__hash_entry *entry)
{
    return by__is_decisive(entry->value) && (n->is_after_return || (s->has_past && entry->is_earlier));
}

/* Such a value counts as long as the root is neither won nor lost. After that it is ignored. */
static void doubt(struct ab *s, struct by__hash_entry *entry)
{
    if (s->guards_wins)
        entry->bound = BY__BOUND_NONE;
    else
        s->rests_on_past = true;
}

/* Probes the table: the move of the entry is tried first, its value may cut. */
bool by__ab_try_hash(struct ab *s, struct ab_node *n, by_value *value)
{
    struct by__hash_entry entry;

    if (!s->opt.hash || !n->info.key)
        return false;
    s->count[AB_HASH_PROBES]++;
    if (!by__hash_probe(&s->hash, n->info.key, index_key_of(s, &n->info), &entry))
        return false;
    s->count[AB_HASH_HITS]++;
    if (is_out_of_date(s, n, &entry))
        doubt(s, &entry);
    entry.is_settled &= !n->is_after_return && !s->has_past;
    if (s->opt.hash_move)
        n->hash_move = entry.move;
    *value = by__value_at_ply(entry.value, n->ply);
    n->has_entry = true;
    n->entry = entry;
    n->entry.value = *value;
    if (n->ply == 0 || !is_deep_enough(s, &entry, n->depth) || !cuts(s, n, entry.bound, *value))
        return false;
    s->count[AB_HASH_CUTS]++;
    s->met_foretold |= s->run->extent.foretells_repetition;
    n->met_horizon = !entry.is_settled;
    n->is_doubtful = entry.is_doubtful;
    n->reason = BY_REASON_HASH;
    *value = ab_clamp(s, n, *value);
    return true;
}

bool by__ab_is_whole(const struct ab *s, const struct ab_node *n)
{
    return n->ply > 0 || (s->line == 0 && !s->control->limits->root_moves);
}

static by_value evaluation_of(const struct ab_node *n)
{
    return n->has_static_eval ? n->raw_eval : BY__HASH_NO_EVALUATION;
}

/* A value that rests on the path holds on no other, but the move is worth trying on any path. */
static void store_move(struct ab *s, const struct ab_node *n)
{
    struct by__hash_entry entry = {.move = n->best_move, .bound = BY__BOUND_NONE, .evaluation = evaluation_of(n)};

    if (s->opt.hash_path == AB_PATH_MOVE && s->hash.scheme == BY__HASH_CLUSTERED && n->best_move != BY_MOVE_NONE)
        by__hash_store(&s->hash, n->info.key, index_key_of(s, &n->info), &entry);
}

/* The move to try first at the next visit. If all moves failed low, none is known to be better than the hash move; the
 * paper's listing stores the best of them nevertheless. */
static by_move move_to_store(const struct ab *s, const struct ab_node *n, enum by__bound bound)
{
    bool has_best = s->opt.hash_fail_low == AB_FAIL_LOW_BEST && n->best_move != BY_MOVE_NONE;

    return bound == BY__BOUND_UPPER && !has_best ? n->hash_move : n->best_move;
}

void by__ab_store_hash(struct ab *s, const struct ab_node *n, by_value value)
{
    struct by__hash_entry entry = {.value = to_table(value, n->ply),
                                   .depth = n->depth,
                                   .is_settled = !n->met_horizon,
                                   .is_doubtful = n->is_doubtful,
                                   .evaluation = evaluation_of(n)};

    if (!s->opt.hash || !n->info.key || !by__ab_is_whole(s, n))
        return;
    if (n->path_ply < n->ply) {
        store_move(s, n);
        return;
    }
    entry.bound = value <= n->alpha_given ? BY__BOUND_UPPER : value >= n->beta ? BY__BOUND_LOWER : BY__BOUND_EXACT;
    entry.move = move_to_store(s, n, entry.bound);
    s->count[AB_HASH_STORES]++;
    by__hash_store(&s->hash, n->info.key, index_key_of(s, &n->info), &entry);
}
