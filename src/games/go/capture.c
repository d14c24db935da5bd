/* SPDX-License-Identifier: MIT
 *
 * The goal `go-capture` as a game of the library: its text, its verdicts and its options. See capture.h.
 */
#include "games/go/capture.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/scan.h"
#include "boyi/random.h"
#include "core/option_rows.h"
#include "games/go/go.h"
#include "games/go/life.h"
#include "games/go/notation.h"
#include "games/go/prove.h"
#include "games/go/zone.h"

/* ---- The opened goal --------------------------------------------------------------------------------------------- */

static by_status open_goal(const by_options *options, void **data, by_error *error)
{
    struct go_capture_tables *tables = calloc(1, sizeof *tables);

    if (!tables)
        return by_error_no_memory(error);
    by__go_fill_tables(&tables->go);
    by_options_read(options, tables);
    *data = tables;
    return BY_OK;
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static const char *const threat_names[] = {"none", "attacker", "owner"};

#define THREATS  BY_WORDS("the side with threats for every ko: none, attacker or owner")
#define PATIENCE BY_WORDS("the plies after which a liberty less is safe, 0 to 255")
#define STONE    BY_WORDS("a point with a stone, such as D4")

static by_status read_patience(struct by__reader *r, int *out)
{
    int64_t patience;
    const char *end = by__reader_find_field(r) ? by__scan_digits(r->at, UINT8_MAX, &patience) : NULL;

    if (!end || !by__reader_is_end(*end))
        return by__reader_expect(r, PATIENCE);
    *out = (int)patience;
    r->at = end;
    return BY_OK;
}

/* Reads "black D4 none 9" and a position; the point needs the board of it to be read. */
static by_status parse(void *state, const char *text, by_error *error)
{
    struct go *s = state;
    struct by__reader r = {.text = text, .at = text, .error = error}, vertex;
    int owner = by__reader_word(&r, by__go_side_names, 2), threats, patience = 0, point = GO_NO_POINT;
    const char *end;
    by_status status;

    if (owner < 0)
        return by__reader_expect(&r, "the owner of the block: black or white");
    by__reader_find_field(&r);
    vertex = r;
    while (!by__reader_is_end(*r.at))
        r.at++;
    threats = by__reader_word(&r, threat_names, 3);
    if (threats < 0)
        return by__reader_expect(&r, THREATS);
    status = read_patience(&r, &patience);
    if (!status)
        status = by__go_read_position(&r, s);
    if (status)
        return status;
    end = by__go_read_vertex(vertex.at, s->size, &point);
    if (!end || !by__reader_is_end(*end))
        return by__reader_expect(&vertex, "the point of the block, such as D4, on the board");
    s->owner = (uint8_t)owner;
    s->target = (uint16_t)point;
    s->threats = (uint8_t)threats;
    s->patience = (uint8_t)patience;
    return BY_OK;
}

static void print(const void *state, by_text *out)
{
    const struct go *s = state;

    by_text_printf(out, "%s ", by__go_side_names[s->owner]);
    by__go_print_vertex(s->size, s->target, out);
    by_text_printf(out, " %s %d ", threat_names[s->threats], s->patience);
    by__go_print(s, out);
}

/* A ladder on a small board. */
static by_status init(const void *data, void *state, by_error *error)
{
    struct go *s = state;

    s->tables = data;
    return parse(
        s,
        "black C3 none 0 9 ........./........./........./........./........./..OO...../.OXX...../..OX...../......... w",
        error);
}

/* ---- Questions about positions of go ----------------------------------------------------------------------------- */

static const char *const task_names[] = {"attack", "defend"};

static bool has_stone(const struct go *s, int point)
{
    return point >= 0 && point < s->points && s->board[point] != GO_EMPTY;
}

/* The attacker is the prover, and a square is a point of the block. */
static by_status import(void *state, const void *from, size_t *length, const struct by_goal_question *question,
                        by_error *error)
{
    struct go *s = state;
    const struct go_tables *tables = s->tables;
    int point = question->squares[0];

    by__go_assign(s, from, *length);
    s->tables = tables;
    if (tables->ko_rule == GO_KO_SIMPLE) { /* boards of the past forbid nothing */
        s->length = s->removals = 0;
        *length = 0;
    }
    if (!has_stone(s, point))
        return by_error_set(error, BY_ERROR_INPUT, "expected %-s", STONE);
    if (question->patience < 0 || question->patience > UINT8_MAX)
        return by_error_set(error, BY_ERROR_INPUT, "expected %-s", PATIENCE);
    s->target = (uint16_t)point;
    s->owner = s->board[point];
    s->threats = (uint8_t)question->threats;
    s->patience = (uint8_t)question->patience;
    s->retakes = 0;
    s->passes = 0; /* passes in the game do not count for the question */
    if (s->side != (question->prover_first ? go_attacker(s) : s->owner)) {
        s->side ^= 1;
        s->ko = GO_NO_POINT; /* the move before was not one of the other side */
    }
    return BY_OK;
}

/* "attack D4" or "defend D4", optionally followed by the side with threats and the patience: "attack D4 owner 9". */
static by_status parse_question(const void *from, const char *text, struct by_goal_question *out, by_error *error)
{
    const struct go *s = from;
    struct by__reader r = {.text = text, .at = text, .error = error};
    int task = by__reader_word(&r, task_names, 2), threats = BY_THREATS_NONE;
    const char *end;

    if (task < 0)
        return by__reader_expect(&r, "attack or defend");
    by__reader_find_field(&r);
    end = by__go_read_vertex(r.at, s->size, &out->squares[0]);
    if (!end || !has_stone(s, out->squares[0]))
        return by__reader_expect(&r, STONE);
    r.at = end;
    if (by__reader_find_field(&r))
        threats = by__reader_word(&r, threat_names, 3);
    if (threats < 0)
        return by__reader_expect(&r, THREATS);
    out->prover_first = task == 0;
    out->threats = (enum by_threats)threats;
    if (!by__reader_find_field(&r))
        return BY_OK;
    if (read_patience(&r, &out->patience))
        return BY_ERROR_INPUT;
    return by__reader_find_field(&r) ? by__reader_expect(&r, "the end of the question") : BY_OK;
}

static void print_question(const void *state, by_text *out)
{
    const struct go *s = state;

    by_text_printf(out, "%s ", task_names[s->side == s->owner]);
    by__go_print_vertex(s->size, s->target, out);
    by_text_printf(out, " %s", threat_names[s->threats]);
    if (s->patience)
        by_text_printf(out, " %d", s->patience);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

bool by__go_is_allowed(struct go *s, int point, int *plies_back)
{
    uint16_t ko = s->ko;
    bool is_legal;

    if (!go_has_threats(s, s->side))
        return by__go_is_legal(s, point, s->side, plies_back);
    if (point == ko && s->board[point] == GO_EMPTY && by__go_takes(s, point, s->side)) {
        if (plies_back)
            *plies_back = 0;
        return true;
    }
    s->ko = GO_NO_POINT;
    is_legal = by__go_is_legal(s, point, s->side, plies_back);
    s->ko = ko;
    return is_legal;
}

static bool is_over(const struct go *s)
{
    return go_is_captured(s) || s->passes == 2;
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    struct go *s = state;
    struct by_move_info list[GO_POINTS_MOST + 1], *wanted = out->list;
    int kept = 0;

    if (is_over(s))
        return;
    if (!wanted)
        out->list = list;
    by__go_candidates(s, go_capture_tables(s)->selections[s->side == s->owner], out);
    for (int i = 0; i < out->count; i++)
        if (kind == BY_MOVES_ALL || (kind == BY_MOVES_TACTICAL) == (out->list[i].flags != 0))
            out->list[kept++] = out->list[i];
    out->count = kept;
    out->list = wanted;
}

/* Moves that are no candidates can be played all the same. */
static bool accepts(void *state, by_move move)
{
    struct go *s = state;

    return !is_over(s) && go_is_on_board(s, move) && go_colour(move) == s->side &&
           by__go_is_allowed(s, go_point(move), NULL);
}

/* ---- Verdicts ---------------------------------------------------------------------------------------------------- */

enum {
    KEY_SIDE = 402000,
    KEY_PASSED = 402000, /* and the number of passes */
    KEY_KO = 403000,
    KEY_SIZE = 404000,
    KEY_QUESTION = 410000,
    KEY_TARGET = 411000,
    KEY_HASTE = 412000,
    KEY_RETAKES = 413000,
    KEY_PATIENCE = 414000,
};

/* How many liberties fewer are safe by now: one when the patience is over, two after nine times as long. */
static int haste(const struct go *s, int ply)
{
    return s->patience ? (ply >= s->patience) + (ply >= 9 * s->patience) : 0;
}

/* A pass of the owner changes nothing but whose turn it is: the attacker who passes too has given up, after it or not.
 * Only the answer to a pass of the attacker may end the game. */
static uint64_t key_of(const struct go *s, int ply)
{
    uint64_t key = s->stones_key ^ by_random_word(KEY_SIZE + s->size) ^
                   by_random_word((uint64_t)KEY_QUESTION + s->owner * 3u + s->threats) ^
                   by_random_word((uint64_t)KEY_TARGET + s->target) ^
                   by_random_word((uint64_t)KEY_HASTE + (uint64_t)haste(s, ply));

    if (s->side == GO_WHITE)
        key ^= by_random_word(KEY_SIDE);
    if (s->patience)
        key ^= by_random_word((uint64_t)KEY_PATIENCE + s->patience);
    if (s->retakes)
        key ^= by_random_word((uint64_t)KEY_RETAKES + s->retakes);
    if (s->passes == 2 || (s->passes && s->side == s->owner))
        key ^= by_random_word((uint64_t)KEY_PASSED + s->passes);
    return s->ko == GO_NO_POINT ? key : key ^ by_random_word((uint64_t)KEY_KO + s->ko);
}

enum outcome { OPEN, CAPTURED, ESCAPED, HELD_TO_BE_CAPTURED, HELD_TO_ESCAPE };

/* Whether the attacker, to move, can capture the block with this move, other than by ko. */
static bool is_taken_next(struct go *s)
{
    const struct go_chain *chain = go_chain_at(s, s->target);
    bool is_for_good;
    int last;

    if (chain->liberty_count != 1)
        return false;
    last = go_first_point(s, chain->liberties);
    if (!by__go_is_allowed(s, last, NULL))
        return false;
    if (chain->stone_count > 1 || !go_has_threats(s, s->owner))
        return true;
    by__go_push(s, go_move(last, s->side));
    is_for_good = go_is_captured(s);
    by__go_pop(s);
    return is_for_good;
}

static bool is_read_as_captured(struct go *s, enum go_reader reader)
{
    int liberties = go_chain_at(s, s->target)->liberty_count;

    if (reader == GO_READ_NOTHING)
        return false;
    if (s->side != s->owner && is_taken_next(s))
        return true;
    return reader == GO_READ_LADDER && liberties == (s->side == s->owner ? 1 : 2) && by__go_ladder(s);
}

/* Whether one move of the owner, to move, reaches `wanted` liberties: then no search is needed. */
static bool reaches_liberties(const struct go *s, int wanted)
{
    const uint64_t *liberties = go_chain_at(s, s->target)->liberties;
    struct go_points set;

    for (int p = go_first_point(s, liberties); p >= 0; p = go_next_point(s, liberties, p))
        if (by__go_reaches(s, p, wanted, &set))
            return true;
    return false;
}

/* By a number of liberties, or the paper's evaluation. */
static bool is_held_to_escape(const struct go *s, int ply)
{
    const struct go_capture_tables *tables = go_capture_tables(s);
    int liberties = go_chain_at(s, s->target)->liberty_count, safe = tables->safe_liberties;

    if (safe && liberties > 1 && liberties >= safe - haste(s, ply))
        return true;
    /* At the root the question asks for a move; and a block of a large chain may still be captured */
    if (safe && ply && tables->reader != GO_READ_NOTHING && s->side == s->owner &&
        reaches_liberties(s, safe - haste(s, ply + 1)))
        return true;
    return tables->bound && ply && by__go_node_evaluation(s) > tables->bound;
}

static enum outcome judge(struct go *s, int ply)
{
    if (go_is_captured(s))
        return CAPTURED;
    if (s->passes == 2)
        return ESCAPED;
    if (s->retakes > go_capture_tables(s)->retakes)
        return s->threats == GO_THREATS_OWNER ? HELD_TO_ESCAPE : HELD_TO_BE_CAPTURED;
    if (!go_target_stands(s))
        return OPEN; /* a ko */
    /* At the root the question asks for a move */
    if (ply && is_read_as_captured(s, go_capture_tables(s)->reader))
        return CAPTURED;
    if (by__go_is_alive(s, s->target))
        return ESCAPED;
    return is_held_to_escape(s, ply) ? HELD_TO_ESCAPE : OPEN;
}

/* From the view of the side to move: the attacker wants the node evaluation to be small. */
static by_value evaluate(void *state)
{
    const struct go *s = state;
    int evaluation = by__go_node_evaluation(s);

    return s->side == s->owner ? evaluation : -evaluation;
}

static void node(void *state, int ply, struct by_node *out)
{
    struct go *s = state;
    enum outcome outcome = judge(s, ply);
    bool is_over = outcome != OPEN, is_lost = outcome == CAPTURED || outcome == HELD_TO_BE_CAPTURED;
    /* Heuristic decisions have the value of a decision: no evaluation at a horizon may exceed it */
    by_value value = is_over ? is_lost ? -BY_WIN : BY_WIN : 0;

    *out = (struct by_node){
        .key = key_of(s, ply),
        .value = s->side == s->owner ? value : -value,
        .side = s->side,
        .is_over = is_over,
        .is_estimate = outcome >= HELD_TO_BE_CAPTURED,
        .can_move = !is_over,
    };
}

static int prover(const void *state)
{
    return go_attacker(state);
}

/* 16 * 2^(quarters / 4). */
static uint32_t power_of_two(int quarters)
{
    static const uint32_t steps[] = {16, 19, 23, 27};

    if (quarters < 0)
        quarters = 0;
    return steps[quarters % 4] << (quarters < 80 ? quarters / 4 : 20);
}

/* How few liberties a block of the attacker beside the target has. */
static int weakest_attacker(const struct go *s)
{
    int least = INT_MAX;

    for (GO_EACH_STONE(s, stone, s->target))
        for (const uint16_t *n = go_neighbours(s, stone); *n != GO_NO_POINT; n++)
            if (s->board[*n] == go_attacker(s) && go_chain_at(s, *n)->liberty_count < least)
                least = go_chain_at(s, *n)->liberty_count;
    return least;
}

enum { EIGHTHS = 8, SECOND = 3, TURN = 4, BESIDE_ONE = 8, BESIDE_TWO = 3, ENOUGH = 48 };

/* Estimates the safety of the target in eighths of a liberty. Chains that the owner can capture, or nearly, count like
 * liberties. */
static int safety_of(const struct go *s)
{
    struct go_shape shape;
    int weakest;

    if (!go_target_stands(s))
        return 2 * EIGHTHS; /* a ko is still to be fought */
    by__go_block_shape(s, s->target, &shape);
    weakest = weakest_attacker(s);
    return EIGHTHS * shape.first_count + SECOND * shape.second_count +
           (weakest == 1   ? BESIDE_ONE
            : weakest == 2 ? BESIDE_TWO
                           : 0);
}

/* The paper's squares of the evaluation, or powers of two by how safe the target looks; the owner's turn then counts as
 * half a liberty. */
static void first_numbers(void *state, int side, uint32_t *proof, uint32_t *disproof)
{
    const struct go *s = state;

    (void)side;
    if (go_capture_tables(s)->numbers == GO_NUMBERS_PAPER) {
        int evaluation = by__go_node_evaluation(s);

        evaluation = evaluation < 1 ? 1 : evaluation;
        *proof = (uint32_t)(16 * evaluation * evaluation);
        *disproof = (uint32_t)(16 * 625 / (evaluation * evaluation));
    } else {
        int safety = safety_of(s), turn = s->side == s->owner ? TURN : 0;

        *proof = power_of_two((safety + turn) / 2);
        *disproof = power_of_two(((safety < ENOUGH ? ENOUGH - safety : 0) - turn) / 2);
    }
}

/* ---- The type ---------------------------------------------------------------------------------------------------- */

/* The side with threats may retake a ko. */
static by_status parse_move(void *state, const char *text, int notation, by_move *move, by_error *error)
{
    struct go *s = state;
    int point, colour;
    by_status status = by__go_read_move(s, text, notation, &point, &colour, error);

    if (status)
        return status;
    if (is_over(s))
        return by_error_set(error, BY_ERROR_INPUT, "'%.40s' is no legal move: the question is decided", text);
    if (colour != s->side)
        return by_error_set(error, BY_ERROR_INPUT, "'%.40s' is no legal move: it is %-s's turn", text,
                            by__go_side_names[s->side]);
    if (!by__go_is_allowed(s, point, NULL))
        return by__go_refuse_move(s, text, point, colour, error);
    *move = go_move(point, colour);
    return BY_OK;
}

static void push(void *state, by_move move)
{
    struct go *s = state;

    s->retakes = (uint8_t)(s->retakes + (go_point(move) == s->ko));
    by__go_push(s, move);
}

static void pop(void *state, by_move move)
{
    struct go *s = state;

    by__go_pop(s);
    s->retakes = (uint8_t)(s->retakes - (go_point(move) == s->ko));
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    struct by_move_info list[GO_POINTS_MOST + 1];
    struct by_moves all = {.list = list};

    moves(state, BY_MOVES_ALL, &all);
    for (int i = 0; i < all.count; i++) {
        if (list[i].move == move) {
            *out = list[i];
            return true;
        }
    }
    return false;
}

/* Of a move that takes nothing and makes no ko, in a search from where no moves were made before. */
static uint64_t key_after(void *state, by_move move)
{
    const struct go *s = state;
    uint64_t key = key_of(s, (int)s->length + 1) ^ by_random_word(KEY_SIDE);

    if (s->ko != GO_NO_POINT)
        key ^= by_random_word((uint64_t)KEY_KO + s->ko);
    return go_point(move) == GO_PASS ? key : key ^ s->tables->keys[go_colour(move)][go_point(move)];
}

static const char *const selections[] = {"all", "wide", "paper", NULL};
static const char *const number_names[] = {"liberties", "paper", NULL};
static const char *const readers[] = {"nothing", "atari", "ladder", NULL};

#define OPTIONS struct go_capture_tables

#define LIMIT_ROWS(name, source, from, to, what)                                                                       \
    BY__NUMBER_AT(RULE, name "_least", least[source], 0, 64, from, "Candidates of the paper: minimum from " what ".",  \
                  "Zhang and Chen 2007"),                                                                              \
        BY__NUMBER_AT(RULE, name "_most", most[source], 0, 64, to, "Candidates of the paper: maximum from " what ".",  \
                      "Zhang and Chen 2007")

static const struct by_option options[] = {
    BY__CHOICE_AT(RULE, "attacker_moves", selections[0], selections, GO_SELECT_WIDE,
                  "Moves of the attacker to search: all of them (all), those near blocks that matter (wide), or the "
                  "candidates of the paper (paper).",
                  NULL),
    BY__CHOICE_AT(RULE, "owner_moves", selections[1], selections, GO_SELECT_WIDE,
                  "Moves of the owner of the block to search, with the same choices.", NULL),
    BY__CHOICE(RULE, reader, readers, GO_READ_LADDER,
               "What counts as captured while the block is still on the board: nothing (nothing), atari on the "
               "attacker's turn (atari), or also a working ladder (ladder).",
               NULL),
    BY__CHOICE(RULE, numbers, number_names, 0,
               "Initial proof and disproof numbers: powers of two by liberties (liberties), or squares of the "
               "evaluation, as in the paper (paper).",
               NULL),
    BY__NUMBER(RULE, safe_liberties, 0, GO_POINTS_MOST, 5,
               "A block with this many liberties counts as escaped; 0: no number is enough.", NULL),
    BY__NUMBER(RULE, retakes, 0, 100, 0,
               "How often a ko may be recaptured immediately; the side that does it once more counts as the winner.",
               NULL),
    BY__NUMBER(RULE, bound, 0, 10000, 0, "A block counts as escaped when the node evaluation exceeds this; 0: never.",
               "Zhang and Chen 2007"),
    BY__NUMBER_AT(RULE, "candidates_most", most_candidates, 1, 64, 15, "Candidates of the paper: maximum in total.",
                  "Zhang and Chen 2007"),
    LIMIT_ROWS("target", GO_OF_TARGET, 2, 6, "the block itself"),
    LIMIT_ROWS("chain", GO_OF_CHAIN, 1, 4, "its crucial chain"),
    LIMIT_ROWS("last", GO_OF_LAST_MOVE, 1, 4, "the block of the last move"),
    LIMIT_ROWS("opponents", GO_OF_OPPONENTS, 1, 4, "the attacker's blocks beside it"),
    LIMIT_ROWS("neighbours", GO_OF_NEIGHBOURS, 0, 3, "blocks beside the last move"),
    BY__NUMBER(RULE, reach, 0, 20, 0,
               "With attacker_moves=wide or owner_moves=wide: how many liberties more than usual a nearby block may "
               "have to be considered.",
               NULL),
    BY__NUMBER(RULE, ladder_nodes, 1, 1000000, 150,
               "Maximum number of moves searched in one ladder; a longer one counts as not working.", NULL),
    GO_RULE_ROWS(go.),
    {0},
};

static const struct by_preset presets[] = {
    {"paper-capture",
     "attacker_moves=paper owner_moves=paper reader=ladder numbers=paper safe_liberties=0 bound=25 candidates_most=15 "
     "target_least=2 target_most=6 chain_least=1 chain_most=4 last_least=1 last_most=4 opponents_least=1 "
     "opponents_most=4 neighbours_least=0 neighbours_most=3 ladder_nodes=2000 ko=simple suicide=off",
     "All of Zhang and Chen 2007: candidates, evaluation, ladders. Numbers that the paper does not give are ours."},
    {0},
};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct go) + GO_SPARE_PLIES * sizeof(struct go_undo),
    .undo_size = sizeof(struct go_undo),
    .open = open_goal,
    .close = free,
    .init = init,
    .assign = by__go_assign,
    .parse = parse,
    .print = print,
    .parse_move = parse_move,
    .print_move = by__go_print_move,
    .extent = by__go_extent,
    .node = node,
    .moves = moves,
    .push = push,
    .pop = pop,
    .accepts = accepts,
};
static const struct by_evaluation evaluation = {BY_SIZE(by_evaluation), .evaluate = evaluate};
static const struct by_tactics tactics = {BY_SIZE(by_tactics), .describe = describe, .key_after = key_after};
static const struct by_proofs proofs = {
    BY_SIZE(by_proofs),          .prover = prover,           .first_numbers = first_numbers,
    .find_gap = by__go_find_gap, .prove = by__go_find_proof,
};
static const struct by_goal goal = {
    BY_SIZE(by_goal),
    .base = &by__go,
    .import = import,
    .parse_question = parse_question,
    .print_question = print_question,
    .strict_settings = "attacker_moves=all owner_moves=all reader=nothing safe_liberties=0 bound=0 retakes=100",
};

const by_game_type by__go_capture = {
    BY_GAME_TYPE,
    .name = "go-capture",
    .title = "Go: the capture of a block",
    .help =
        "Position: the block's owner, a point of it, the side with a threat for every ko (none, attacker, owner), the "
        "number of plies after which one liberty fewer is safe (0: never), and a position of go: black B2 none 0 3 "
        ".../.XO/... w\n"
        "Move: as in go. The attacker wins when the block is off the board, its owner when both have passed.\n"
        "Moves are listed liberties first, then by rows from the bottom; the pass is last.",
    .options = options,
    .presets = presets,
    .notations = by__go_notations,
    .side_names = by__go_side_names,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .proofs = &proofs,
    .goal = &goal,
    .display = &by__go_capture_display,
};
