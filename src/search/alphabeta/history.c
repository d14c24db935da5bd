/* SPDX-License-Identifier: MIT
 *
 * Histories with gravity: the best move is rewarded, the moves tried before it are punished. A number moves less the
 * nearer it is to its bound, so recent results count most. There is a history of the move alone, of the move after
 * earlier ones (continuation, one, two and four plies back), and of captures by the victim. The table of counter moves
 * holds for each move the one that refuted it last (Uiterwijk 1992).
 */
#include <string.h>

#include "search/alphabeta/alphabeta.h"

static void add_with_gravity(int16_t *number, int bonus)
{
    *number = (int16_t)(*number + bonus - *number * (bonus < 0 ? -bonus : bonus) / AB_GRAVITY);
}

static int16_t *main_of(const struct ab *s, const struct ab_node *n, const struct by_move_info *move)
{
    return &s->tables.main[n->info.side * s->tables.from_to + move->from_to];
}

/* The entry after the move that led to a node some plies back; NULL: there was none. */
static int16_t *continuation_of(const struct ab *s, const struct ab_node *n, int back, const struct by_move_info *move)
{
    const struct ab_node *earlier = n - (back - 1);

    if (!s->tables.continuation || n->ply < back || earlier->via.move == BY_MOVE_NONE)
        return NULL;
    return &s->tables.continuation[(size_t)earlier->via.piece_to * (size_t)s->tables.piece_to + move->piece_to];
}

static const int plies_back[] = {1, 2, 4};
static const int weights[] = {2, 1, 1}; /* in the sum */

enum { BACKS = sizeof plies_back / sizeof plies_back[0] };

int by__ab_quiet_history(const struct ab *s, const struct ab_node *n, const struct by_move_info *move)
{
    int sum;

    if (!s->tables.main)
        return 0;
    sum = AB_MAIN_HISTORY_WEIGHT * *main_of(s, n, move);
    for (int i = 0; i < BACKS; i++) {
        const int16_t *number = continuation_of(s, n, plies_back[i], move);

        sum += number ? weights[i] * *number : 0;
    }
    return sum;
}

static int16_t *capture_of(const struct ab *s, const struct by_move_info *move)
{
    return &s->tables.captures[move->piece_to * AB_VICTIMS + move->victim % AB_VICTIMS];
}

int by__ab_capture_history(const struct ab *s, const struct by_move_info *move)
{
    return s->tables.captures ? *capture_of(s, move) : 0;
}

bool by__ab_is_counter(const struct ab *s, const struct ab_node *n, by_move move)
{
    return s->tables.counters && n->ply > 0 && n->via.move != BY_MOVE_NONE &&
           s->tables.counters[n->via.piece_to] == move;
}

/* ---- Learning -------------------------------------------------------------------------------------------------- */

static void reward(struct ab *s, const struct ab_node *n, const struct by_move_info *move, int bonus)
{
    if (move->flags & BY_MOVE_CAPTURE) {
        if (s->tables.captures)
            add_with_gravity(capture_of(s, move), bonus);
        return;
    }
    add_with_gravity(main_of(s, n, move), bonus);
    for (int i = 0; i < BACKS; i++) {
        int16_t *number = continuation_of(s, n, plies_back[i], move);

        if (number)
            add_with_gravity(number, bonus);
    }
}

/* Punishes a move that was searched and is not the best; a quiet one only if the best is quiet. */
static void punish(struct ab *s, const struct ab_node *n, const struct by_move_info *move,
                   const struct by_move_info *best, int bonus)
{
    if (move->score == AB_SEARCHED && move->move != best->move &&
        (move->flags & BY_MOVE_CAPTURE || !(best->flags & BY_MOVE_CAPTURE)))
        reward(s, n, move, -bonus);
}

static int bonus_of(int depth)
{
    int plies = depth / AB_PLY;
    int bonus = AB_BONUS_PER_PLY_SQUARED * plies * plies + AB_BONUS_PER_PLY * plies + AB_BONUS_BASE;

    return bonus < AB_BONUS_MAX ? bonus : AB_BONUS_MAX;
}

/* The best move is rewarded, those that were searched before it are punished. */
void by__ab_learn_by_gravity(struct ab *s, const struct ab_node *n, const struct by_move_info *best, bool is_cut)
{
    const struct ab_picker *p = &n->picker;
    int bonus = bonus_of(n->depth);
    bool is_quiet = !(best->flags & BY_MOVE_CAPTURE);

    reward(s, n, best, bonus);
    if (is_cut && is_quiet && s->tables.counters && n->ply > 0 && n->via.move != BY_MOVE_NONE)
        s->tables.counters[n->via.piece_to] = best->move;
    if (p->hash_move_tried)
        punish(s, n, &p->hash_move, best, bonus);
    for (int i = 0; i < p->refutation_next; i++)
        punish(s, n, &p->refutations[i], best, bonus);
    for (int i = 0; p->is_listed && i < p->moves.count; i++)
        punish(s, n, &p->moves.list[i], best, bonus);
}

void by__ab_tables_clear(struct ab *s)
{
    struct ab_tables *t = &s->tables;
    size_t from_to = (size_t)t->from_to, piece_to = (size_t)t->piece_to;

    if (t->main)
        memset(t->main, 0, 2 * from_to * sizeof *t->main);
    if (t->continuation)
        memset(t->continuation, 0, piece_to * piece_to * sizeof *t->continuation);
    if (t->captures)
        memset(t->captures, 0, piece_to * AB_VICTIMS * sizeof *t->captures);
    if (t->corrections)
        memset(t->corrections, 0, 2 * BY_PARTS * AB_CORRECTIONS * sizeof *t->corrections);
    for (size_t i = 0; t->counters && i < piece_to; i++)
        t->counters[i] = BY_MOVE_NONE;
}
