/* SPDX-License-Identifier: MIT
 *
 * Candidate moves: all legal moves, those near blocks on which the fate of the target may depend, or the paper's choice
 * from five kinds of blocks.
 */
#include "games/go/capture.h"

/* ---- Common ------------------------------------------------------------------------------------------------------ */

/* An own eye that filling could only harm: own stones on all sides, and on the corners too few of the others. */
static bool is_own_eye(const struct go *s, int point, int colour)
{
    int row = point / s->size, column = point % s->size, edges = 0, others = 0;

    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        if (s->board[*n] != colour || go_chain_at(s, *n)->liberty_count == 1)
            return false;
    for (int i = 0; i < 4; i++) {
        int r = row + (i & 1 ? 1 : -1), c = column + (i & 2 ? 1 : -1);

        if (r < 0 || c < 0 || r >= s->size || c >= s->size)
            edges++;
        else
            others += s->board[r * s->size + c] == (colour ^ 1);
    }
    return others < (edges ? 1 : 2);
}

static void add_move(struct go *s, int point, struct by_moves *out)
{
    if (out->list)
        by__go_describe(s, point, s->side, &out->list[out->count]);
    out->count++;
}

/* Whether the rules let it be played; if the history forbids it, the list depends on that. */
static bool is_allowed(struct go *s, int point, struct by_moves *out)
{
    int plies_back = 0;

    if (by__go_is_allowed(s, point, &plies_back))
        return true;
    if (plies_back > out->path_plies)
        out->path_plies = (uint16_t)(plies_back < UINT16_MAX ? plies_back : UINT16_MAX);
    return false;
}

static void add_if_allowed(struct go *s, int point, struct by_moves *out)
{
    if (is_allowed(s, point, out))
        add_move(s, point, out);
}

/* Adds the points of a set that are not in `done` and are no own eyes. */
static void add_others(struct go *s, const struct go_points *set, const struct go_points *done, struct by_moves *out)
{
    for (int p = go_first_point(s, set->words); p >= 0; p = go_next_point(s, set->words, p))
        if (!go_points_has(done, p) && !is_own_eye(s, p, s->side))
            add_if_allowed(s, p, out);
}

/* ---- The best first ---------------------------------------------------------------------------------------------- */

struct rated {
    uint16_t point;
    int value;
};

enum { RATED_MOST = 64 };

static void insert(struct rated *list, int *count, int point, int value)
{
    int place = *count < RATED_MOST ? (*count)++ : RATED_MOST - 1;

    for (; place > 0 && list[place - 1].value < value; place--)
        list[place] = list[place - 1];
    list[place] = (struct rated){(uint16_t)point, value};
}

/* ---- The wide choice --------------------------------------------------------------------------------------------- */

/* Relevant blocks, found from the target outwards: neighbours of a block and friends that it can join decide its fate.
 * The further away a block is, the fewer liberties it may have to be relevant, and to have the points beyond them
 * considered. */
enum { WIDE_BLOCKS = 48, WIDE_STEPS = 4, FRIEND_STEPS = 2 };
static const uint8_t liberties_at_step[WIDE_STEPS] = {0, 4, 3, 2};
static const uint8_t liberties_to_look_behind[WIDE_STEPS] = {0, 3, 2, 0};

struct circle {
    struct go *s;
    struct go_points met; /* the numbers of all blocks that were met, of interest or not */
    uint16_t blocks[WIDE_BLOCKS];
    uint8_t steps[WIDE_BLOCKS]; /* from the target */
    int count;
};

/* A block that is of no interest at one step is of none at a later one. */
static inline void meet(struct circle *c, int block, int step)
{
    if (go_points_has(&c->met, block))
        return;
    go_points_add(&c->met, block);
    if (c->count >= WIDE_BLOCKS ||
        c->s->chains[block].liberty_count > liberties_at_step[step] + go_capture_tables(c->s)->reach)
        return;
    c->blocks[c->count] = (uint16_t)block;
    c->steps[c->count++] = (uint8_t)step;
}

static void meet_opponents(struct circle *c, int block, int step)
{
    struct go *s = c->s;
    int other = s->board[block] ^ 1;

    for (GO_EACH_STONE(s, stone, block))
        for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT; n++)
            if (s->board[*n] == other)
                meet(c, s->chain_of[*n], step);
}

static void meet_friends(struct circle *c, int block, int step)
{
    struct go *s = c->s;
    const uint64_t *liberties = s->chains[block].liberties;

    for (int p = go_first_point(s, liberties); p >= 0; p = go_next_point(s, liberties, p))
        for (const uint16_t *n = go_neighbours(s, p); *n != GO_NO_POINT; n++)
            if (s->board[*n] == s->board[block])
                meet(c, s->chain_of[*n], step);
}

/* The liberties of a block, and where it is in danger the empty points beside them. */
static void add_block(const struct go *s, int block, int step, struct go_points *set)
{
    const struct go_chain *chain = &s->chains[block];

    go_points_add_words(s, set, chain->liberties);
    if (chain->liberty_count > liberties_to_look_behind[step])
        return;
    for (int p = go_first_point(s, chain->liberties); p >= 0; p = go_next_point(s, chain->liberties, p))
        for (const uint16_t *n = go_neighbours(s, p); *n != GO_NO_POINT; n++)
            if (s->board[*n] == GO_EMPTY)
                go_points_add(set, *n);
}

/* The liberties of the target, those first that would bring the most: where the owner wants to play, and the attacker
 * before him. */
static void add_liberties(struct go *s, struct by_moves *out)
{
    const uint64_t *liberties = go_chain_at(s, s->target)->liberties;
    struct rated list[RATED_MOST];
    int count = 0;

    for (int p = go_first_point(s, liberties); p >= 0; p = go_next_point(s, liberties, p))
        insert(list, &count, p, by__go_new_liberties(s, p));
    for (int i = 0; i < count; i++)
        add_if_allowed(s, list[i].point, out);
}

/* Removes moves of the attacker after which the owner's next move reaches a safe number of liberties: all moves that
 * capture nothing and do not touch the points he needs. */
static void keep_what_prevents(struct go *s, struct go_points *set)
{
    const uint64_t *liberties = go_chain_at(s, s->target)->liberties;
    int safe = go_capture_tables(s)->safe_liberties;
    struct go_points needed, kept = *set;
    bool is_urgent = false;

    for (int p = go_first_point(s, liberties); p >= 0; p = go_next_point(s, liberties, p)) {
        if (!by__go_reaches(s, p, safe, &needed))
            continue;
        is_urgent = true;
        for (int i = 0; i < go_word_count(s); i++)
            kept.words[i] &= needed.words[i];
    }
    for (int p = go_first_point(s, set->words); is_urgent && p >= 0; p = go_next_point(s, set->words, p))
        if (!go_points_has(&kept, p) && !by__go_takes(s, p, s->side))
            go_points_remove(set, p);
}

static void list_wide(struct go *s, struct by_moves *out)
{
    struct circle c = {.s = s, .count = 1};
    struct go_points set;
    struct go_shape shape;

    c.blocks[0] = s->chain_of[s->target];
    go_points_add(&c.met, c.blocks[0]);
    for (int i = 0; i < c.count && c.steps[i] + 1 < WIDE_STEPS; i++) {
        meet_opponents(&c, c.blocks[i], c.steps[i] + 1);
        if (c.steps[i] < FRIEND_STEPS)
            meet_friends(&c, c.blocks[i], c.steps[i] + 1);
    }
    by__go_block_shape(s, s->target, &shape);
    set = shape.second;
    for (int i = 1; i < c.count; i++)
        add_block(s, c.blocks[i], c.steps[i], &set);
    if (s->side != s->owner && go_capture_tables(s)->safe_liberties)
        keep_what_prevents(s, &set);
    add_liberties(s, out);
    add_others(s, &set, &shape.first, out);
    if (s->side == s->owner || !out->count)
        add_if_allowed(s, GO_PASS, out);
}

/* The owner in atari runs or takes what gives it; all else is answered like the pass. */
static void list_rescues(struct go *s, struct by_moves *out)
{
    const uint64_t *last = go_chain_at(s, s->target)->liberties;
    struct go_points rescues, liberty;

    by__go_find_rescues(s, &rescues);
    go_points_clear(&liberty);
    go_points_add_words(s, &liberty, last);
    add_others(s, &rescues, &liberty, out);
    add_if_allowed(s, go_first_point(s, last), out);
    add_if_allowed(s, GO_PASS, out);
}

/* ---- The paper's choice ------------------------------------------------------------------------------------------ */

/* The liberties of a block, its second ones, and those of blocks beside it that have three or fewer. */
static void add_relevant(const struct go *s, int block, struct go_points *out)
{
    struct go_shape shape;

    by__go_block_shape(s, block, &shape);
    go_points_add_words(s, out, shape.first.words);
    go_points_add_words(s, out, shape.second.words);
    for (GO_EACH_STONE(s, stone, block))
        for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT; n++)
            if (s->board[*n] == (s->board[block] ^ 1) && go_chain_at(s, *n)->liberty_count <= 3)
                go_points_add_words(s, out, go_chain_at(s, *n)->liberties);
}

/* The paper's candidates under construction: the values of points as far as known, and the chosen points. */
enum { NOT_RATED = -2, NOT_PLAYED = -1 };

struct choice {
    struct go *s;
    struct by_moves *out;
    int values[GO_POINTS_MOST];
    struct go_points chosen, kept; /* kept: of these no number that is wanted leaves one out */
};

/* The point evaluation: what the block of a stone there would be worth. */
static int rate_point(struct go *s, int point, struct by_moves *out)
{
    struct go_shape shape = {0};
    bool is_lost;

    if (is_own_eye(s, point, s->side) || !is_allowed(s, point, out))
        return NOT_PLAYED;
    by__go_push(s, go_move(point, s->side));
    /* An escaping move after which a ladder works is none */
    is_lost = s->side != s->owner && go_target_stands(s) && by__go_ladder(s);
    if (s->board[point] != GO_EMPTY)
        by__go_block_shape(s, point, &shape);
    by__go_pop(s);
    return is_lost ? NOT_PLAYED : go_shape_value(&shape);
}

static int value_of(struct choice *c, int point)
{
    if (c->values[point] == NOT_RATED)
        c->values[point] = rate_point(c->s, point, c->out);
    return c->values[point];
}

/* The points of a set that can be played, best first: their number. */
static int sort_points(struct choice *c, const struct go_points *set, struct rated list[RATED_MOST])
{
    int count = 0;

    for (int p = go_first_point(c->s, set->words); p >= 0; p = go_next_point(c->s, set->words, p))
        if (value_of(c, p) >= 0)
            insert(list, &count, p, value_of(c, p));
    return count;
}

/* Takes the best points of a kind of blocks, as many as it may have. When there are too many of all kinds together,
 * those that it has to have stay. */
static void choose(struct choice *c, const struct go_points *set, enum go_source source)
{
    const struct go_capture_tables *tables = go_capture_tables(c->s);
    struct rated list[RATED_MOST];
    int count = sort_points(c, set, list);

    for (int i = 0; i < count && i < tables->most[source]; i++) {
        go_points_add(&c->chosen, list[i].point);
        if (i < tables->least[source])
            go_points_add(&c->kept, list[i].point);
    }
}

/* The points of a kind of blocks. */
static void find_points(const struct go *s, enum go_source source, struct go_points *out)
{
    uint16_t blocks[GO_CHAIN_MOST];
    int last = s->length ? go_point(s->undo[s->length - 1].move) : GO_PASS, count;

    go_points_clear(out);
    switch (source) {
    case GO_OF_TARGET:
        add_relevant(s, s->chain_of[s->target], out);
        break;
    case GO_OF_CHAIN:
        count = by__go_crucial_chain(s, s->target, blocks);
        for (int i = 1; i < count; i++)
            add_relevant(s, blocks[i], out);
        break;
    case GO_OF_LAST_MOVE:
        if (last != GO_PASS && s->board[last] != GO_EMPTY)
            add_relevant(s, s->chain_of[last], out);
        break;
    case GO_OF_OPPONENTS:
        for (GO_EACH_STONE(s, stone, s->chain_of[s->target]))
            for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT; n++)
                if (s->board[*n] == go_attacker(s))
                    add_relevant(s, s->chain_of[*n], out);
        break;
    case GO_OF_NEIGHBOURS:
        for (const uint16_t *n = last == GO_PASS ? NULL : go_neighbours(s, last); n && *n != GO_NO_POINT; n++)
            if (s->board[*n] != GO_EMPTY)
                add_relevant(s, s->chain_of[*n], out);
        break;
    case GO_SOURCE_COUNT:
        break;
    }
}

/* The moves that capture, at once or by a ladder. Where there are such, the question is decided, and they answer it. */
static bool list_captures(struct go *s, struct by_moves *out)
{
    struct go_points liberties;
    int most = go_capture_tables(s)->most_candidates;

    if (s->side == s->owner || go_chain_at(s, s->target)->liberty_count > 2)
        return false;
    go_points_clear(&liberties);
    go_points_add_words(s, &liberties, go_chain_at(s, s->target)->liberties);
    for (int p = go_first_point(s, liberties.words); p >= 0; p = go_next_point(s, liberties.words, p)) {
        bool works;

        if (!is_allowed(s, p, out))
            continue;
        by__go_push(s, go_move(p, s->side));
        works = by__go_ladder(s);
        by__go_pop(s);
        if (works && out->count < most)
            add_move(s, p, out);
    }
    return out->count > 0;
}

/* Moves that save the owner from atari are always candidates. */
static void choose_rescues(struct choice *c)
{
    struct go *s = c->s;
    const struct go_chain *target = go_chain_at(s, s->target);
    struct go_points rescues;

    if (s->side != s->owner || target->liberty_count > 1)
        return;
    by__go_find_rescues(s, &rescues);
    go_points_add_words(s, &rescues, target->liberties);
    for (int p = go_first_point(s, rescues.words); p >= 0; p = go_next_point(s, rescues.words, p)) {
        if (value_of(c, p) >= 0) {
            go_points_add(&c->chosen, p);
            go_points_add(&c->kept, p);
        }
    }
}

/* Merged, best first, and no more than are wanted: what has to be kept takes its places from the others. */
static void list_chosen(struct choice *c)
{
    struct by_moves *out = c->out;
    struct rated list[RATED_MOST];
    int count = sort_points(c, &c->chosen, list), most = go_capture_tables(c->s)->most_candidates;
    int places = most - go_points_count(c->s, &c->kept);

    for (int i = 0; i < count && out->count < most; i++)
        if (go_points_has(&c->kept, list[i].point) || places-- > 0)
            add_move(c->s, list[i].point, out);
}

static void list_paper(struct go *s, struct by_moves *out)
{
    struct choice c = {.s = s, .out = out};
    struct go_points set;

    if (list_captures(s, out))
        return;
    for (int i = 0; i < s->points; i++)
        c.values[i] = NOT_RATED;
    go_points_clear(&c.chosen);
    go_points_clear(&c.kept);
    choose_rescues(&c);
    for (int source = 0; source < GO_SOURCE_COUNT; source++) {
        find_points(s, (enum go_source)source, &set);
        choose(&c, &set, (enum go_source)source);
    }
    list_chosen(&c);
    if (!out->count)
        add_if_allowed(s, GO_PASS, out);
}

void by__go_candidates(struct go *s, enum go_selection selection, struct by_moves *out)
{
    const struct go_chain *target = go_target_stands(s) ? go_chain_at(s, s->target) : NULL;

    if (selection == GO_SELECT_ALL || !target) {
        for (int point = 0; point < s->points; point++)
            if (s->board[point] == GO_EMPTY)
                add_if_allowed(s, point, out);
        add_if_allowed(s, GO_PASS, out);
        return;
    }
    if (selection == GO_SELECT_PAPER)
        list_paper(s, out);
    else if (s->side == s->owner && target->liberty_count == 1 &&
             !by__go_can_become_ko(s, go_first_point(s, target->liberties)))
        list_rescues(s, out);
    else
        list_wide(s, out);
    out->is_partial = true;
}
