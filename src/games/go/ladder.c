/* SPDX-License-Identifier: MIT
 *
 * The exact reader of ladders: the attacker gives atari with every move, the owner runs or takes what gives atari.
 * After any other move of the owner the attacker captures the block immediately, so "yes" holds against every defence.
 */
#include "games/go/capture.h"

struct reading {
    struct go *s;
    int plies; /* that may still be pushed */
    int nodes; /* that may still be looked at */
};

static bool attack(struct reading *r);

static bool push_if_allowed(struct reading *r, int point)
{
    struct go *s = r->s;

    if (!r->plies || !r->nodes || !by__go_is_allowed(s, point, NULL))
        return false;
    r->plies--;
    r->nodes--;
    by__go_push(s, go_move(point, s->side));
    return true;
}

static void pop(struct reading *r)
{
    by__go_pop(r->s);
    r->plies++;
}

/* Whether it still works after this move of the owner, or the move is not allowed. */
static bool works_against(struct reading *r, int point)
{
    bool works;

    if (!by__go_is_allowed(r->s, point, NULL))
        return true;
    if (!push_if_allowed(r, point))
        return false; /* not known */
    works = attack(r);
    pop(r);
    return works;
}

void by__go_find_rescues(const struct go *s, struct go_points *out)
{
    go_points_clear(out);
    for (GO_EACH_STONE(s, stone, s->target))
        for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT; n++)
            if (s->board[*n] == go_attacker(s) && go_chain_at(s, *n)->liberty_count == 1)
                go_points_add_words(s, out, go_chain_at(s, *n)->liberties);
}

/* Not if the stone that takes it has two liberties besides, or stands beside a friend that is not in atari. */
bool by__go_can_become_ko(const struct go *s, int last)
{
    int liberties = 0;

    if (go_chain_at(s, s->target)->stone_count > 1 || !go_has_threats(s, s->owner))
        return false;
    for (const uint16_t *n = go_neighbours(s, last); *n != GO_NO_POINT; n++) {
        if (s->board[*n] == go_attacker(s) && go_chain_at(s, *n)->liberty_count > 1)
            return false;
        liberties += s->board[*n] == GO_EMPTY;
    }
    return liberties < 2;
}

/* If the owner does nothing about the atari the block is taken at the next move, unless superko forbids it. */
static bool is_taken_after_pass(struct reading *r, int last)
{
    bool is_taken;

    if (r->s->tables->ko_rule == GO_KO_SIMPLE)
        return true;
    if (!push_if_allowed(r, GO_PASS))
        return false;
    is_taken = by__go_is_allowed(r->s, last, NULL);
    pop(r);
    return is_taken;
}

enum { OUT_OF_REACH = 3 }; /* liberties; too many for a ladder */

/* The owner is to move and in atari, or it is no ladder. */
static bool defend(struct reading *r)
{
    struct go *s = r->s;
    struct go_points replies;
    int last;

    if (!go_target_stands(s))
        return go_is_captured(s);
    if (go_chain_at(s, s->target)->liberty_count > 1)
        return false;
    last = go_first_point(s, go_chain_at(s, s->target)->liberties);
    if (by__go_reaches(s, last, OUT_OF_REACH, &replies) || by__go_can_become_ko(s, last))
        return false;
    /* Captures first: they refute more ladders than running, in fewer moves */
    by__go_find_rescues(s, &replies);
    for (int p = go_first_point(s, replies.words); p >= 0; p = go_next_point(s, replies.words, p))
        if (!works_against(r, p))
            return false;
    return (go_points_has(&replies, last) || works_against(r, last)) && is_taken_after_pass(r, last);
}

/* Whether the owner gets out of it by one step on the other of two liberties, when the attacker, who takes nothing,
 * plays on `liberty`. */
static bool lets_escape(const struct go *s, int liberty)
{
    const struct go_chain *target = go_chain_at(s, s->target);
    int other = go_first_point(s, target->liberties);
    struct go_points set;

    if (target->liberty_count != 2)
        return false;
    if (other == liberty)
        other = go_next_point(s, target->liberties, other);
    return by__go_reaches(s, other, OUT_OF_REACH + 1, &set) && !by__go_takes(s, liberty, s->side);
}

/* Where atari can be given, or the block be taken: that liberty first which would bring the owner more. */
static int list_ataris(const struct go *s, int points[2])
{
    const uint64_t *liberties = go_chain_at(s, s->target)->liberties;
    int count = 0;

    for (int p = go_first_point(s, liberties); p >= 0; p = go_next_point(s, liberties, p))
        points[count++] = p;
    if (count == 2 && by__go_new_liberties(s, points[1]) > by__go_new_liberties(s, points[0])) {
        int second = points[0];

        points[0] = points[1];
        points[1] = second;
    }
    return count;
}

static bool attack(struct reading *r)
{
    struct go *s = r->s;
    int points[2], count;

    if (!go_target_stands(s))
        return true;
    if (go_chain_at(s, s->target)->liberty_count >= OUT_OF_REACH)
        return false;
    count = list_ataris(s, points);
    for (int i = 0; i < count; i++) {
        bool works;

        if (lets_escape(s, points[i]) || !push_if_allowed(r, points[i]))
            continue;
        works = defend(r);
        pop(r);
        if (works)
            return true;
    }
    return false;
}

bool by__go_ladder(struct go *s)
{
    struct reading r = {.s = s, .plies = GO_LADDER_PLIES, .nodes = go_capture_tables(s)->ladder_nodes};

    if (s->side == s->owner && s->passes)
        return false; /* if he passes too, the game is over */
    return s->side == s->owner ? defend(&r) : attack(&r);
}
