/* SPDX-License-Identifier: MIT */
#include "search/alphabeta/picker.h"

#include <string.h>

#include "search/alphabeta/alphabeta.h"

/* ---- The hash move --------------------------------------------------------------------------------------------- */

/* Whether the hash move can be given before there is a list. */
static bool find_hash_move(const struct ab *s, struct ab_node *n)
{
    struct ab_picker *p = &n->picker;

    if (p->hash_move_tried || n->hash_move == BY_MOVE_NONE || !s->describe || n->ply == 0)
        return false;
    p->hash_move_tried = s->describe(s->state, n->hash_move, &p->hash_move) &&
                         (p->kind == BY_MOVES_ALL || (p->hash_move.flags & BY_MOVE_CAPTURE));
    return p->hash_move_tried;
}

/* ---- Lists ----------------------------------------------------------------------------------------------------- */

/* Moves the best of the moves from `from` to before `end` to the front; the others keep their order. */
static void select_best(struct by_move_info *list, int from, int end)
{
    struct by_move_info best;
    int place = from;

    for (int i = from + 1; i < end; i++)
        if (list[i].score > list[place].score)
            place = i;
    if (place == from)
        return;
    best = list[place];
    memmove(&list[from + 1], &list[from], (size_t)(place - from) * sizeof best);
    list[from] = best;
}

static void remove_move(struct by_moves *moves, by_move move)
{
    int kept = 0;

    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move != move)
            moves->list[kept++] = moves->list[i];
    moves->count = kept;
}

/* The root's moves are those that the caller wants searched, less those of the lines that are already known. */
static void list_root_moves(const struct ab *s, struct by_moves *out)
{
    const struct by__run *run = s->run;
    struct by_move_info *list = out->list;

    *out = run->root_moves;
    out->list = list;
    memcpy(list, run->root_moves.list, (size_t)out->count * sizeof *list);
    for (int i = 0; i < s->line; i++)
        remove_move(out, run->lines.lines[i].moves[0]);
}

/* If moves are missing from the list, the value of the node rests on that. */
static void note_missing_moves(struct ab_node *n, const struct by_moves *moves)
{
    if (moves->is_partial)
        n->is_doubtful = true;
    if (moves->path_plies && n->ply - moves->path_plies < n->path_ply)
        n->path_ply = n->ply - moves->path_plies;
}

/* ---- The form of one list -------------------------------------------------------------------------------------- */

/* Whether the moves are put into another order than that of the game. */
static bool is_ordered(const struct ab *s, const struct ab_node *n)
{
    return s->opt.killers || s->opt.history || s->opt.captures ||
           (n->hash_move != BY_MOVE_NONE && !n->picker.hash_move_tried);
}

static void list_moves(struct ab *s, struct ab_node *n)
{
    struct ab_picker *p = &n->picker;

    p->is_listed = true;
    p->moves = (struct by_moves){.list = by__stack_moves(&s->stack, n->ply)};
    if (n->ply == 0)
        list_root_moves(s, &p->moves);
    else
        s->rules->moves(s->state, p->kind, &p->moves);
    note_missing_moves(n, &p->moves);
    if (p->hash_move_tried)
        remove_move(&p->moves, n->hash_move);
    for (int i = 0; is_ordered(s, n) && i < p->moves.count; i++)
        p->moves.list[i].score = by__ab_score_of(s, n, &p->moves.list[i]);
}

static struct by_move_info *next_listed(struct ab *s, struct ab_node *n)
{
    struct ab_picker *p = &n->picker;

    if (!p->is_listed) {
        if (find_hash_move(s, n))
            return &p->hash_move;
        list_moves(s, n);
    }
    if (p->next >= p->moves.count)
        return NULL;
    if (is_ordered(s, n))
        do
            select_best(p->moves.list, p->next, p->moves.count);
        while (by__ab_put_last_if_losing(s, &p->moves.list[p->next]));
    return &p->moves.list[p->next++];
}

/* ---- The form in stages ---------------------------------------------------------------------------------------- */

enum stage {
    HASH_MOVE,
    LIST_CAPTURES,
    GOOD_CAPTURES,
    FIND_REFUTATIONS,
    REFUTATIONS,
    LIST_QUIET,
    QUIET,
    LOSING_CAPTURES,
    END
};

/* Whether a move has come before the list in which it is found. */
static bool was_given(const struct ab_node *n, by_move move)
{
    const struct ab_picker *p = &n->picker;

    if (p->hash_move_tried && move == n->hash_move)
        return true;
    for (int i = 0; i < p->refutation_count; i++)
        if (p->refutations[i].move == move)
            return true;
    return false;
}

/* Appends the moves of a kind to the list; for quiescence only the quiet ones that give check. */
static void list_kind(struct ab *s, struct ab_node *n, enum by_moves_kind kind)
{
    struct ab_picker *p = &n->picker;
    int from = p->is_listed ? p->moves.count : 0, kept = from;
    struct by_move_info *all = by__stack_moves(&s->stack, n->ply);
    struct by_moves moves = {.list = all + from};
    bool is_for_checks = kind == BY_MOVES_QUIET && p->kind == BY_MOVES_TACTICAL;

    s->rules->moves(s->state, kind, &moves);
    note_missing_moves(n, &moves);
    for (int i = from; i < from + moves.count; i++) {
        if (was_given(n, all[i].move) || (is_for_checks && !s->tactics->gives_check(s->state, all[i].move)))
            continue;
        all[kept] = all[i];
        all[kept].score = by__ab_score_of(s, n, &all[kept]);
        kept++;
    }
    p->moves = (struct by_moves){.list = all, .count = kept};
    p->is_listed = true;
    p->next = from;
}

/* The next capture that does not lose material. The losing ones gather at the end, with scores below 0. */
static struct by_move_info *next_good_capture(struct ab *s, struct ab_picker *p)
{
    struct by_move_info *list = p->moves.list;

    while (p->next < p->moves.count) {
        select_best(list, p->next, p->moves.count);
        if (list[p->next].score < 0)
            return NULL;
        if (!by__ab_put_last_if_losing(s, &list[p->next]))
            return &list[p->next++];
    }
    return NULL;
}

static void add_refutation(struct ab *s, struct ab_node *n, by_move move)
{
    struct ab_picker *p = &n->picker;
    struct by_move_info *next = &p->refutations[p->refutation_count];

    if (move == BY_MOVE_NONE || was_given(n, move) || !s->describe(s->state, move, next) ||
        (next->flags & BY_MOVE_CAPTURE))
        return;
    p->refutation_count++;
}

static void find_refutations(struct ab *s, struct ab_node *n)
{
    const struct ab_killers *killers = &s->killers[n->ply];

    for (int i = 0; s->opt.killers && i < AB_RECENT_KILLERS; i++)
        if (killers->cuts[i])
            add_refutation(s, n, killers->moves[i]);
    if (s->tables.counters && n->via.move != BY_MOVE_NONE)
        add_refutation(s, n, s->tables.counters[n->via.piece_to]);
}

static struct by_move_info *next_before(struct ab_picker *p, int end)
{
    if (p->next >= end)
        return NULL;
    select_best(p->moves.list, p->next, end);
    return &p->moves.list[p->next++];
}

/* Quiescence wants only quiet moves that give check, and only at its first ply. */
static bool wants_quiet(const struct ab *s, const struct ab_node *n)
{
    if (n->picker.kind == BY_MOVES_ALL)
        return !n->picker.skips_quiet;
    return s->opt.quiescence_checks && n->phase == BY_PHASE_QUIET && n->depth >= 0 && s->tactics->gives_check;
}

/* The next move of the stage that the picker is in. NULL: there is none left in it. */
static struct by_move_info *next_of_stage(struct ab *s, struct ab_node *n)
{
    struct ab_picker *p = &n->picker;

    switch ((enum stage)p->stage) {
    case HASH_MOVE:
        return find_hash_move(s, n) ? &p->hash_move : NULL;
    case LIST_CAPTURES:
        list_kind(s, n, BY_MOVES_TACTICAL);
        return NULL;
    case GOOD_CAPTURES:
        return next_good_capture(s, p);
    case FIND_REFUTATIONS:
        p->first_losing = p->next;
        p->first_quiet = p->moves.count;
        if (p->kind == BY_MOVES_ALL)
            find_refutations(s, n);
        return NULL;
    case REFUTATIONS:
        return p->refutation_next < p->refutation_count ? &p->refutations[p->refutation_next++] : NULL;
    case LIST_QUIET:
        if (wants_quiet(s, n))
            list_kind(s, n, BY_MOVES_QUIET);
        return NULL;
    case QUIET:
        return wants_quiet(s, n) ? next_before(p, p->moves.count) : NULL;
    case LOSING_CAPTURES:
        return next_before(p, p->first_quiet);
    case END:
        break;
    }
    return NULL;
}

static struct by_move_info *next_staged(struct ab *s, struct ab_node *n)
{
    struct ab_picker *p = &n->picker;
    struct by_move_info *move = NULL;

    for (; !(move = next_of_stage(s, n)) && p->stage < END; p->stage++)
        if (p->stage == QUIET)
            p->next = p->first_losing;
    return move;
}

/* ---- The picker ------------------------------------------------------------------------------------------------ */

void by__ab_begin_moves(const struct ab *s, struct ab_node *n, enum by_moves_kind kind)
{
    struct ab_picker *p = &n->picker;

    p->kind = kind;
    p->is_staged = s->is_staged && n->ply > 0 && !n->info.in_check;
    p->is_listed = p->hash_move_tried = p->skips_quiet = false;
    p->stage = HASH_MOVE;
    p->next = 0;
    p->refutation_count = p->refutation_next = 0;
}

struct by_move_info *by__ab_next_move(struct ab *s, struct ab_node *n)
{
    return n->picker.is_staged ? next_staged(s, n) : next_listed(s, n);
}

int by__ab_count_moves(struct ab *s, struct ab_node *n)
{
    if (!n->picker.is_listed)
        list_moves(s, n);
    return n->picker.moves.count;
}
