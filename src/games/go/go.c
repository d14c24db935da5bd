/* SPDX-License-Identifier: MIT
 *
 * Go as a game of the library: ties the files of this folder together.
 */
#include "games/go/go.h"

#include <stdlib.h>
#include <string.h>

#include "core/option_rows.h"
#include "games/go/notation.h"
#include "games/go/pattern.h"
#include "games/go/playout.h"

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct go_tables *tables = calloc(1, sizeof *tables);

    if (!tables)
        return by_error_no_memory(error);
    by__go_fill_tables(tables);
    by__go_fill_patterns(tables->patterns);
    by_options_read(options, tables);
    *data = tables;
    return BY_OK;
}

static by_status init(const void *data, void *state, by_error *error)
{
    struct go *s = state;

    (void)error;
    s->tables = data;
    s->komi_half = (int16_t)s->tables->komi_half;
    by__go_clear(s, s->tables->size);
    return BY_OK;
}

void by__go_assign(void *state, const void *from, size_t length)
{
    struct go *s = state;
    const struct go *other = from;

    memcpy(s, other, offsetof(struct go, chains));
    memcpy(s->chains, other->chains, other->points * sizeof other->chains[0]);
    memcpy(s->undo, other->undo, length * sizeof other->undo[0]);
}

void by__go_extent(const void *state, struct by_extent *out)
{
    const struct go *s = state;

    *out = (struct by_extent){
        .max_moves = s->points + 1,
        .from_to_slots = s->points + 1,
        .piece_to_slots = 2 * (s->points + 1),
        .path_forbids_moves = s->tables->ko_rule != GO_KO_SIMPLE,
    };
}

static void node(void *state, int ply, struct by_node *out)
{
    const struct go *s = state;
    bool is_over = s->passes == 2;
    int score = is_over ? by__go_score(s) : 0;

    (void)ply;
    *out = (struct by_node){
        .key = by__go_key(s),
        .value = !score                                 ? 0
                 : (score > 0) == (s->side == GO_BLACK) ? BY_WIN
                                                        : -BY_WIN,
        .side = s->side,
        .is_over = is_over,
        .can_move = !is_over, /* passing is always allowed */
    };
}

static void pop(void *state, by_move move)
{
    (void)move;
    by__go_pop(state);
}

/* Records and other programs know stones out of turn, and games that go on after two passes. */
static bool accepts(void *state, by_move move)
{
    return go_is_on_board(state, move) && by__go_is_legal(state, go_point(move), go_colour(move), NULL);
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    const struct go *s = state;

    if (s->passes == 2 || go_colour(move) != s->side || !accepts(state, move))
        return false;
    by__go_describe(s, go_point(move), s->side, out);
    return true;
}

const char *const by__go_ko_rules[] = {"simple", "positional", "situational", NULL};
static const char *const scorings[] = {"area", "territory", NULL};

#define OPTIONS struct go_tables

static const struct by_option options[] = {
    BY__NUMBER(RULE, size, GO_SIZE_LEAST, GO_SIZE_MOST, 19,
               "Size of the initial board; a position that you load has its own size.", NULL),
    BY__NUMBER(RULE, komi_half, -1000, 1000, GO_KOMI_HALF,
               "Komi in half points: 15 is a komi of 7.5. A position that you load may have its own komi.", NULL),
    GO_RULE_ROWS(),
    BY__CHOICE(RULE, scoring, scorings, 0,
               "Count stones and surrounded points (area), or prisoners and surrounded points (territory). All stones "
               "count as alive.",
               NULL),
    {0},
};

const char *const by__go_side_names[] = {BY_WORDS("black"), BY_WORDS("white")};
const char *const by__go_notations[] = {"vertex", "sgf", NULL};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct go),
    .undo_size = sizeof(struct go_undo),
    .open = open_game,
    .close = free,
    .init = init,
    .assign = by__go_assign,
    .parse = by__go_parse,
    .print = by__go_print,
    .parse_move = by__go_parse_move,
    .print_move = by__go_print_move,
    .extent = by__go_extent,
    .node = node,
    .moves = by__go_list_legal,
    .push = by__go_push,
    .pop = pop,
    .accepts = accepts,
};
static const struct by_sampling sampling = {BY_SIZE(by_sampling), .playout = by__go_playout, .priors = by__go_priors};
static const struct by_tactics tactics = {BY_SIZE(by_tactics), .describe = describe};
static const struct by_words words = {BY_SIZE(by_words), .explain = by__go_explain};

const by_game_type by__go = {
    BY_GAME_TYPE,
    .name = "go",
    .title = "Go (Weiqi, Baduk)",
    .help = "Position: size, rows from the top with X (black), O (white) and ., the side to move, the point that a ko "
            "forbids or -, komi, stones taken by black and by white, passes in a row: 3 .X./X.O/... b - 7.5 0 0 0. "
            "Fields at the end may be left out: 19 is the empty board.\n"
            "Move: D4 (there is no column I) or pass; dd as in SGF; W D4 or W[dd] for a stone out of turn.\n"
            "Two passes in a row end the game; all stones then on the board count as alive.\n"
            "Moves are listed by rows from the bottom, A1, B1, ..., then the pass; only those of the side to move.",
    .options = options,
    .notations = by__go_notations,
    .side_names = by__go_side_names,
    .records = &by__go_records,
    .rules = &rules,
    .sampling = &sampling,
    .tactics = &tactics,
    .words = &words,
    .display = &by__go_display,
};
