/* SPDX-License-Identifier: MIT
 *
 * Liberties and second liberties, the crucial chain, and the paper's evaluation.
 */
#include "games/go/capture.h"

/* ---- Liberties --------------------------------------------------------------------------------------------------- */

/* The gain of a stone on a first liberty of `block`: the empty points beside it, and the liberties of friends it
 * joins. */
static void add_beyond(const struct go *s, int liberty, int block, struct go_points *set)
{
    int colour = s->board[block];

    for (const uint16_t *n = go_neighbours(s, liberty); *n != GO_NO_POINT; n++) {
        if (s->board[*n] == GO_EMPTY)
            go_points_add(set, *n);
        else if (s->board[*n] == colour && s->chain_of[*n] != block)
            go_points_add_words(s, set, go_chain_at(s, *n)->liberties);
    }
}

void by__go_blocks_shape(const struct go *s, const uint16_t *blocks, int count, struct go_shape *out)
{
    go_points_clear(&out->first);
    go_points_clear(&out->second);
    for (int i = 0; i < count; i++)
        go_points_add_words(s, &out->first, s->chains[blocks[i]].liberties);
    for (int p = go_first_point(s, out->first.words); p >= 0; p = go_next_point(s, out->first.words, p))
        add_beyond(s, p, blocks[0], &out->second);
    go_points_remove_words(s, &out->second, out->first.words);
    out->first_count = go_points_count(s, &out->first);
    out->second_count = go_points_count(s, &out->second);
}

void by__go_block_shape(const struct go *s, int point, struct go_shape *out)
{
    by__go_blocks_shape(s, &s->chain_of[point], 1, out);
}

int by__go_new_liberties(const struct go *s, int liberty)
{
    const struct go_chain *target = go_chain_at(s, s->target);
    int count = 0;

    for (const uint16_t *n = go_neighbours(s, liberty); *n != GO_NO_POINT; n++) {
        if (s->board[*n] == GO_EMPTY)
            count += !(target->liberties[*n / 64] >> *n % 64 & 1);
        else if (s->board[*n] == s->owner && s->chain_of[*n] != s->chain_of[s->target])
            count += go_chain_at(s, *n)->liberty_count - 1;
    }
    return count;
}

bool by__go_reaches(const struct go *s, int liberty, int wanted, struct go_points *out)
{
    const struct go_chain *target = go_chain_at(s, s->target);

    if (target->liberty_count - 1 + by__go_new_liberties(s, liberty) < wanted)
        return false;
    go_points_clear(out);
    go_points_add_words(s, out, target->liberties);
    add_beyond(s, liberty, s->chain_of[s->target], out);
    return go_points_count(s, out) - 1 >= wanted;
}

/* ---- The crucial chain ------------------------------------------------------------------------------------------- */

/* Whether a stone of the other side on an empty point would stand in atari at once, or not stand at all. */
static bool is_protected(const struct go *s, int point, int colour)
{
    struct go_points liberties;

    go_points_clear(&liberties);
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
        if (s->board[*n] == GO_EMPTY)
            go_points_add(&liberties, *n);
        else if (s->board[*n] != colour)
            go_points_add_words(s, &liberties, go_chain_at(s, *n)->liberties);
        else if (go_chain_at(s, *n)->liberty_count == 1)
            return false; /* it would take that block */
    }
    go_points_remove(&liberties, point);
    return go_points_count(s, &liberties) <= 1;
}

/* Two blocks cannot be cut apart if they share two liberties, or one on which a cutting stone would be taken. */
static bool is_connected(const struct go *s, const struct go_chain *a, const struct go_chain *b, int colour)
{
    int shared = 0;

    for (int i = 0; i < go_word_count(s); i++)
        shared += go_bit_count(a->liberties[i] & b->liberties[i]);
    if (shared != 1)
        return shared > 1;
    for (int i = 0; i < go_word_count(s); i++)
        if (a->liberties[i] & b->liberties[i])
            return is_protected(s, i * 64 + __builtin_ctzll(a->liberties[i] & b->liberties[i]), colour);
    return false;
}

static void join(uint16_t *blocks, int *count, int block)
{
    for (int i = 0; i < *count; i++)
        if (blocks[i] == block)
            return;
    if (*count < GO_CHAIN_MOST)
        blocks[(*count)++] = (uint16_t)block;
}

/* Friends across the liberties of a block. */
static void join_over_liberties(const struct go *s, int block, int colour, uint16_t *blocks, int *count)
{
    const struct go_chain *chain = &s->chains[block];

    for (int p = go_first_point(s, chain->liberties); p >= 0; p = go_next_point(s, chain->liberties, p)) {
        for (const uint16_t *n = go_neighbours(s, p); *n != GO_NO_POINT; n++) {
            int other = s->board[*n] == colour ? s->chain_of[*n] : block;

            if (other != block && is_connected(s, chain, &s->chains[other], colour))
                join(blocks, count, other);
        }
    }
}

/* Friends beside a dead block of the other side: one in atari that cannot get out of it by a move on its last liberty.
 */
static void join_over_dead(const struct go *s, int block, int colour, uint16_t *blocks, int *count)
{
    for (GO_EACH_STONE(s, stone, block)) {
        for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT; n++) {
            const struct go_chain *chain = s->board[*n] == (colour ^ 1) ? go_chain_at(s, *n) : NULL;

            if (!chain || chain->liberty_count != 1 || !is_protected(s, go_first_point(s, chain->liberties), colour))
                continue;
            for (GO_EACH_STONE(s, dead, s->chain_of[*n]))
                for (const uint16_t *m = go_neighbours(s, dead); *m != GO_NO_POINT; m++)
                    if (s->board[*m] == colour)
                        join(blocks, count, s->chain_of[*m]);
        }
    }
}

int by__go_crucial_chain(const struct go *s, int point, uint16_t blocks[GO_CHAIN_MOST])
{
    int count = 1, colour = s->board[point];

    blocks[0] = s->chain_of[point];
    for (int i = 0; i < count; i++) {
        join_over_liberties(s, blocks[i], colour, blocks, &count);
        join_over_dead(s, blocks[i], colour, blocks, &count);
    }
    return count;
}

int by__go_node_evaluation(const struct go *s)
{
    uint16_t blocks[GO_CHAIN_MOST];
    struct go_shape shape;

    if (!go_target_stands(s))
        return 0;
    by__go_blocks_shape(s, blocks, by__go_crucial_chain(s, s->target, blocks), &shape);
    return go_shape_value(&shape);
}
