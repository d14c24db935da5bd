/* SPDX-License-Identifier: MIT
 *
 * Xiangqi as a game of the library: ties the files of this folder together.
 */
#include "games/xiangqi/xiangqi.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/option_rows.h"
#include "games/xiangqi/eval/eval.h"
#include "games/xiangqi/judge.h"
#include "games/xiangqi/notation.h"

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct xq_tables *tables = calloc(1, sizeof *tables);

    if (!tables)
        return by_error_no_memory(error);
    by_options_read(options, tables);
    by__xq_fill_geometry(tables);
    by__xq_fill_sets(tables);
    by__xq_fill_scores(tables);
    *data = tables;
    return BY_OK;
}

static by_status init(const void *data, void *state, by_error *error)
{
    struct xq *s = state;

    s->tables = data;
    return by__xq_parse_fen(s, XQ_START, error);
}

static void extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){
        .max_moves = XQ_MOVES_MOST,
        .from_to_slots = XQ_SQUARES * XQ_SQUARES,
        .piece_to_slots = 2 * XQ_KINDS * XQ_SQUARES,
        .judges_repetition = true,
        .foretells_repetition = true,
    };
}

static void node(void *state, int ply, struct by_node *out)
{
    struct xq *s = state;
    /* Near the limit of the move count a position is worth something else at every count, and must not be looked up as
     * if it were not */
    uint64_t count_key = by__xq_count_is_near(s) ? by_random_word(300000u + s->since_capture) : 0;

    *out = (struct by_node){
        .key = s->key ^ count_key,
        .index_key = s->index_key,
        .value = -BY_WIN, /* a side without a legal move loses, in check or not */
        .stuck_value = -BY_WIN,
        .reversible_plies = s->reversible,
        .side = s->side,
        .in_check = by__xq_in_check(s),
    };
    by__xq_verdict(s, ply, out);
    out->can_move = !out->is_over && by__xq_surely_moves(s);
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    if (kind == BY_MOVES_ALL && !out->list)
        out->count = by__xq_count_legal(state);
    else
        by__xq_list_legal(state, kind, out);
}

static void pop(void *state, by_move move)
{
    (void)move;
    by__xq_pop(state);
}

static by_value evaluate(void *state)
{
    const struct xq *s = state;

    if (s->tables->evaluation == XQ_FULL)
        return by__xq_evaluate(s);
    return s->side == XQ_RED ? s->score : -s->score;
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    struct xq *s = state;

    if (!by__xq_is_legal(s, move))
        return false;
    by__xq_describe(s, xq_from(move), xq_to(move), out);
    return true;
}

static uint64_t key_after(void *state, by_move move)
{
    const struct xq *s = state;
    const struct xq_tables *t = s->tables;
    int from = xq_from(move), to = xq_to(move), piece = s->board[from], captured = s->board[to];
    uint64_t key = s->key ^ t->keys[piece][from] ^ t->keys[piece][to] ^ t->side_key;

    return captured == XQ_NONE ? key : key ^ t->keys[captured][to];
}

/* Rooks, horses, cannons. */
static int strong_pieces(const void *state, int side)
{
    const struct xq *s = state;
    int count = 0;

    for (int slot = XQ_HORSES_AT; slot < XQ_PAWNS_AT; slot++)
        count += s->at[side * XQ_SIDE_PIECES + slot] != XQ_OFF;
    return count;
}

/* As Yue and Feng (2009) rank them for captures. */
static const uint8_t worths[XQ_KINDS] = {
    [XQ_KING] = 5, [XQ_ADVISOR] = 1, [XQ_ELEPHANT] = 1, [XQ_HORSE] = 3, [XQ_ROOK] = 4, [XQ_CANNON] = 3, [XQ_PAWN] = 2,
};

static bool is_protected(void *state, by_move capture)
{
    return by__xq_is_protected(state, capture);
}

/* In the order of the table in repetition.c. */
static const char *const rule_sets[] = {"computer", "asian", "plain", NULL};

/* In the order of xq_evaluation. */
static const char *const evaluations[] = {"placement", "full", NULL};

#define OPTIONS struct xq_tables

static const struct by_option options[] = {
    BY__CHOICE_AT(RULE, "rules", rule_set, rule_sets, 0,
                  "Rules of repetition: those of engine matches (computer), of the Asian Xiangqi Federation (asian), "
                  "or the plain rule that perpetual check loses and any other repetition is a draw (plain).",
                  NULL),
    BY__NUMBER(RULE, move_limit, 0, 10000, 120,
               "Number of plies without a capture after which the game is a draw; 0: no such rule.", NULL),
    BY__CHOICE(SELECTIVE, evaluation, evaluations, XQ_FULL,
               "Material and placement only, as in the papers' tables (placement), or all the knowledge of the program "
               "(full).",
               NULL),
    {0},
};

static const char *const notations[] = {"coordinates", "iccs", "ranks1", "wxf", "chinese", "traditional", NULL};

static const struct by_records records = {BY_SIZE(by_records), .format = "PGN", .notation = XQ_CHINESE,
                                          .pgn = &by__xq_pgn};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct xq),
    .undo_size = sizeof(struct xq_undo),
    .open = open_game,
    .close = free,
    .init = init,
    .parse = by__xq_parse_fen,
    .print = by__xq_print_fen,
    .parse_move = by__xq_parse_move,
    .print_move = by__xq_print_move,
    .extent = extent,
    .node = node,
    .moves = moves,
    .push = by__xq_push,
    .pop = pop,
};
static const struct by_evaluation evaluation = {
    BY_SIZE(by_evaluation),
    .evaluate = evaluate,
    .terms = by__xq_list_terms,
    .tuning = &by__xq_tuning,
};
static void parts(const void *state, uint64_t keys[BY_PARTS])
{
    memcpy(keys, ((const struct xq *)state)->parts, BY_PARTS * sizeof *keys);
}

static const struct by_tactics tactics = {
    BY_SIZE(by_tactics),
    .parts = parts,
    .describe = describe,
    .key_after = key_after,
    .push_null = by__xq_push_null,
    .pop_null = by__xq_pop_null,
    .strong_pieces = strong_pieces,
    .worths = worths,
    .is_protected = is_protected,
    .prices = by__xq_prices,
    .see_at_least = by__xq_see_at_least,
    .gives_check = by__xq_move_checks,
};
static const struct by_sampling sampling = {BY_SIZE(by_sampling), .priors = by__xq_priors};
static const struct by_words words = {BY_SIZE(by_words), .explain = by__xq_explain};

const by_game_type by__xiangqi = {
    BY_GAME_TYPE,
    .name = "xiangqi",
    .title = "Xiangqi (Chinese chess)",
    .help =
        "Position: FEN, with N or H for horses and B or E for elephants.\n"
        "Move: h2e2, H2-E2, h3e3 (ranks from 1), C2.5 (WXF) or 炮二平五.\n"
        "Moves are listed piece by piece: king, advisors, elephants, horses, rooks, cannons, pawns, two of a kind in "
        "the order in which the FEN names them; rooks and cannons along the rank from a to i, then along the file "
        "from 0 to 9, the others by rank and file.",
    .options = options,
    .notations = notations,
    .side_names = by__xq_side_names,
    .has_index_key = true,
    .records = &records,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .sampling = &sampling,
    .words = &words,
    .display = &by__xq_display,
};
