/* SPDX-License-Identifier: MIT
 *
 * Games and positions: the one interface in which games and searches meet.
 *
 * A game knows nothing about search, and a search knows nothing about any game. To write a game, fill a by_game_type: a
 * constant table of functions. The group `rules` is required; each further group is optional and adds something, such
 * as an evaluation or a board that can be drawn. To use games, you need only the functions at the end of this file.
 *
 *     by_game_type   constant            what the rules are
 *         | by_game_open, with options (board size, rule set, ...)
 *     by_game        immutable, shared   tables that all positions use
 *         | by_position_create
 *     by_position    one per thread      the board and the moves that led to it
 */
#ifndef BOYI_GAME_H
#define BOYI_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/option.h"
#include "boyi/size.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a search asks about a position ----------------------------------------------------------------------- */

/* Everything that a search needs when it enters a node, in one call.
 *
 * A verdict may look back along the path, as a verdict on a repetition does; `path_plies` says how far. If it depends
 * on everything that was played, such as a count of moves, set UINT16_MAX, even if fewer moves were made. A search
 * reuses results that rest on such a verdict on other paths only if `cycle_decides` is set; proof searches also need
 * `cycles_join`. A game that judges repetitions sets by_extent.judges_repetition. It may let the first return of a
 * position pass without a verdict, but then it sets `has_returned`. Sooner or later it must end every endless line. */
struct by_node {
    uint64_t key;              /* hash of the board, the side to move, and what decides legality now (a ko point). It
                                  leaves out history and counters, unless a limit of moves is near. 0: no key; the
                                  search uses no hash table here */
    uint32_t index_key;        /* a second hash, independent of `key`, if the game has one (has_index_key) */
    by_value value;            /* from the view of `side`. If over: the result, with BY_WIN for a win and -BY_WIN for a
                                  loss. Otherwise: the result if there is no legal move */
    uint16_t path_plies;       /* if over: how many plies back the verdict looks; 0: this position alone decides */
    uint16_t reversible_plies; /* plies since the last irreversible move; 0 if the game does not count them */
    uint8_t side;              /* 0 or 1: the side to move; sides need not alternate */
    bool is_over;              /* the game is decided, as far as the game can tell without listing moves */
    bool is_estimate;          /* over by a rule of thumb only; it proves nothing */
    bool cycle_decides;        /* if over with path_plies: the moves of the cycle alone decide, wherever the cycle was
                                  entered and whichever side closes it. True for perpetual check, or if every repetition
                                  is a draw. False is always correct, but the search reuses less; it must be false if
                                  the side that repeats a position loses */
    bool cycles_join;          /* if over with path_plies: take two cycles through the same position, one after the
                                  other, as one long cycle. For any value v: if both are worth at least v to a side, so
                                  is the long one; if both are worth less, so is the long one. Proof searches need this
                                  too */
    bool is_foretold;          /* if over with path_plies: a prediction. The rules do not end the game yet, but the
                                  whole cycle was played since the root, and playing it again would give this value.
                                  Without cycles_join, set is_estimate too. Proof searches do not rely on it: they go on
                                  until the rules end the game */
    bool has_returned;         /* the position was on the board before, but the rules do not end the game yet, and at
                                  its next return they will judge more than the last cycle: the cycle began at the root
                                  or earlier, or one of its positions was on the board before the cycle began. So the
                                  rules may not confirm a foretold verdict, and searches do not rely on it */
    bool is_dead;              /* over because neither side can win any more, whatever they play */
    by_value stuck_value;      /* if dead, or over with path_plies: the result if there is no legal move, for a search
                                  that continues in spite of the verdict */
    bool can_move;             /* there is certainly a legal move; false: unknown */
    bool in_check;             /* the side to move must answer a threat */
    uint8_t reserved[6];       /* 0 */
};

/* Of CHECK, LOSES and SYMMETRIC: if the flag is missing, nothing is known. */
enum by_move_flags {
    BY_MOVE_CAPTURE = 1,
    BY_MOVE_PROMOTION = 2,
    BY_MOVE_CHECK = 4,      /* gives check */
    BY_MOVE_LOSES = 8,      /* lets the other side win on the board with its next move */
    BY_MOVE_SYMMETRIC = 16, /* is worth as much as a move listed before it, such as its mirror image */
};

/* A move with everything that searches ask about it. Leave what your game does not have at 0. */
struct by_move_info {
    by_move move;
    uint16_t from_to;  /* slot in a history table indexed by from and to; below by_extent.from_to_slots */
    uint16_t piece_to; /* slot in a history table indexed by piece and to; below by_extent.piece_to_slots */
    uint8_t flags;     /* by_move_flags */
    uint8_t attacker;  /* kind of the piece that moves, if the game has kinds */
    uint8_t victim;    /* kind of the piece that is captured */
    uint8_t to;        /* the target square, to recognise recaptures */
    int32_t score;     /* leave it at 0; searches store their move ordering here */
};

/* A list of moves. The caller sets `list` and zeroes the rest; the game fills it. */
struct by_moves {
    struct by_move_info *list; /* room for by_extent.max_moves; NULL: only count the moves */
    int count;
    uint16_t path_plies; /* if the history forbids a move: how many plies back the game looked; 0: it forbids none.
                            Announce it in by_extent.path_forbids_moves */
    bool is_partial;     /* moves are missing that could change the value */
    uint8_t reserved[1]; /* 0 */
};

/* Adds a move without annotations. */
BY_API inline void by_moves_add(struct by_moves *moves, by_move move)
{
    if (moves->list) {
        struct by_move_info info = {move, 0, 0, 0, 0, 0, 0, 0};

        moves->list[moves->count] = info;
    }
    moves->count++;
}

enum by_moves_kind {
    BY_MOVES_ALL,      /* all legal moves, in the order that the game documents */
    BY_MOVES_TACTICAL, /* only moves that change much, such as captures; a game may have none */
    BY_MOVES_QUIET,    /* the other moves; both kinds keep the order of all moves */
};

/* Upper bounds over all positions that can be reached from this one, so that a search allocates once. */
struct by_extent {
    int max_moves; /* moves in a position */
    int max_plies; /* length of the rest of the game; 0: no bound known */
    int from_to_slots;
    int piece_to_slots;
    bool judges_repetition; /* the game itself ends every endless line (by_node.is_over with path_plies). Proof searches
                               then follow a repetition until the game ends it; in other games they score a position
                               that returns on their path as a draw */
    bool foretells_repetition; /* by_node.is_foretold may be set */
    bool path_forbids_moves;   /* a list of moves may have path_plies, as under superko: what is solved on one path may
                                  not hold on another. If a list has path_plies but this flag is not set, the search is
                                  less careful and does not call its answers proved */
    uint8_t reserved[5];       /* 0 */
};

/* How to draw a position. A game does what it can. */
enum by_draw_style {
    BY_DRAW_COLOUR = 1,  /* with the escape sequences of terminals */
    BY_DRAW_LETTERS = 2, /* plain ASCII */
    BY_DRAW_TURNED = 4,  /* as the second side sees the board */
};

/* In place of a notation: any notation of the game. */
enum { BY_NOTATION_ANY = -1 };

/* ---- What a game provides -------------------------------------------------------------------------------------- */

/* The required group. `data` is what `open` made; `state` is the game's own part of a position. The library allocates
 * the state: state_size bytes, aligned for any type, then undo_size bytes for each move that may be pushed, as a
 * flexible array for games that keep a stack. A game without shared tables leaves out `open` and `close`; a game whose
 * state owns no memory leaves out `done` and `assign`. Functions that take `void *state` may fill caches in it. */
struct by_rules {
    size_t size; /* BY_SIZE(by_rules) */
    size_t state_size;
    size_t undo_size; /* 0: the game needs no stack */

    /* Makes the tables that all positions of an open game share. May be NULL. */
    by_status (*open)(const by_options *options, void **data, by_error *error);
    void (*close)(void *data);

    /* Turns `state`, which is all zero, into the initial position. */
    by_status (*init)(const void *data, void *state, by_error *error);
    /* Frees what the state owns. May be NULL. */
    void (*done)(void *state);
    /* Makes `state` equal to `from`, to which `length` moves were pushed, without allocating; `state` has enough room.
     * NULL: the library copies the bytes. */
    void (*assign)(void *state, const void *from, size_t length);

    /* Reads a position into `state`, which is an initial position. The library discards the state after an error. */
    by_status (*parse)(void *state, const char *text, by_error *error);
    /* Writes the position so that `parse` can read it. */
    void (*print)(const void *state, by_text *out);
    /* Reads a legal move in this notation, an index into by_game_type.notations or BY_NOTATION_ANY. NULL: the library
     * compares the text with every legal move as `print_move` writes it. */
    by_status (*parse_move)(void *state, const char *text, int notation, by_move *move, by_error *error);
    /* Writes a legal move in this notation, an index into by_game_type.notations. */
    void (*print_move)(void *state, by_move move, int notation, by_text *out);
    /* Draws the position for a terminal; `style` is a set of by_draw_style. NULL: the library draws the board of
     * `display`. */
    void (*draw)(const void *state, unsigned style, by_text *out);

    /* Bounds for a search that starts here. */
    void (*extent)(const void *state, struct by_extent *out);
    /* Fills every field of `out` from the position, its history and `ply`: the number of moves since the root of the
     * search, 0 at the root and outside searches. A verdict may be stricter about moves made since the root. */
    void (*node)(void *state, int ply, struct by_node *out);
    /* Lists legal moves. A game that is over on the board has none. */
    void (*moves)(void *state, enum by_moves_kind kind, struct by_moves *out);
    /* `push` makes a legal move; `pop` takes back the last move made. */
    void (*push)(void *state, by_move move);
    void (*pop)(void *state, by_move move);
    /* Whether a move that `moves` does not list can be pushed anyway, such as a stone out of turn in Go; `move` may be
     * any number. No search plays such a move, but records and other programs may. NULL: there are none. */
    bool (*accepts)(void *state, by_move move);
};

/* A weight of an evaluation, and how often it counts for side 0, minus how often it counts for side 1; never 0. */
struct by_feature {
    uint16_t weight;
    int16_t count;
};

/* The features that an evaluation finds in a position. A weight has two parts, such as for the opening and the ending:
 *
 *     value for side 0 = share[0] * sum of (count * first part) + share[1] * sum of (count * second part)
 *
 * up to rounding. A game without phases has the shares 1 and 0. */
struct by_features {
    struct by_feature *list; /* room for by_tuning.count; the weights in ascending order */
    int count;
    float share[2];
};

/* For an evaluation whose weights can be learned from games. */
struct by_tuning {
    size_t size;          /* BY_SIZE(by_tuning) */
    int count;            /* number of weights, at most 65535 */
    const char *settings; /* the options of the game with which `evaluate` is the sum of these weights; NULL: any */
    /* Writes the name of a weight: lower-case words, digits and dots, the group first, such as "mobility.rook.3". */
    void (*name)(int weight, by_text *out);
    /* Both parts of a weight as they are now. */
    void (*value)(int weight, by_value parts[2]);
    void (*features)(void *state, struct by_features *out);
    /* Writes new weights, `count` pairs of parts, in the format of the game's source file. */
    void (*print)(const by_value (*parts)[2], by_text *out);
};

/* A term of an evaluation, for people: what it gives each side, in the opening and in the ending. */
struct by_term {
    const char *name;
    by_value parts[2][2]; /* by side and phase */
};

enum { BY_MAX_TERMS = 64 };

/* All terms of an evaluation:
 *
 *     value for side 0 = share[0] * (opening parts of side 0 - side 1) + share[1] * (ending parts of side 0 - side 1)
 *
 * up to rounding. */
struct by_terms {
    struct by_term list[BY_MAX_TERMS];
    int count;
    float share[2];
};

/* For searches that stop before the end of the game. Without it an undecided position is worth 0. */
struct by_evaluation {
    size_t size; /* BY_SIZE(by_evaluation) */
    /* An estimate from the view of the side to move, between -BY_MAX_SCORE and BY_MAX_SCORE. It must depend on the
     * position alone, not on the path or on earlier calls. */
    by_value (*evaluate)(void *state);
    /* Bounds on the true value of the position, from the view of the side to move; a win in n plies from here is
     * BY_WIN - n. Both may be trivial. NULL: the game knows no bounds. */
    void (*bounds)(void *state, by_value *min, by_value *max);
    /* The terms that `evaluate` adds up. NULL: unavailable. */
    void (*terms)(void *state, struct by_terms *out);
    const struct by_tuning *tuning; /* NULL: the weights cannot be tuned */
};

enum { BY_PARTS = 4 };

/* For searches that try a move before they generate the others, that use null moves, or that compare captures. Each
 * part may be NULL. */
struct by_tactics {
    size_t size; /* BY_SIZE(by_tactics) */
    /* Whether `move`, any number, is legal here; if so, fills `out` as `moves` would. */
    bool (*describe)(void *state, by_move move, struct by_move_info *out);
    /* The key after a legal move, for prefetching its hash entry. A wrong key only costs time. */
    uint64_t (*key_after)(void *state, by_move move);

    /* Makes a null move and takes it back: the turn passes, even if the rules allow no pass. It uses the undo room of
     * one move. Searches make no null move in check, after the end of the game, or after another null move. */
    void (*push_null)(void *state);
    void (*pop_null)(void *state);
    /* How many strong pieces a side has, such as all but king and pawns in chess. With few of them zugzwang is likely,
     * and a null move proves little. NULL with push_null: always enough. */
    int (*strong_pieces)(const void *state, int side);

    /* What pieces are worth in exchanges, indexed by the kinds in by_move_info.attacker and victim. */
    const uint8_t *worths;
    /* Whether the other side could recapture on the square of this capture, ignoring the safety of its king. */
    bool (*is_protected)(void *state, by_move capture);

    /* The same values in the unit of `evaluate`. */
    const by_value *prices;
    /* Static exchange evaluation: whether a legal move wins at least `min` by these prices, if both sides then
     * recapture on its square with their least valuable piece as long as it pays. It may ignore pins. */
    bool (*see_at_least)(void *state, by_move move, by_value min);
    /* Whether a legal move gives check. */
    bool (*gives_check)(void *state, by_move move);
    /* Keys of parts of the position, such as the pawns, for correction histories: if the evaluation is wrong in one
     * position, it is often wrong in others with the same part. */
    void (*parts)(const void *state, uint64_t keys[BY_PARTS]);
};

struct by_record; /* in boyi/record.h */

/* The first place where a tree of moves fails to be a proof. */
struct by_gap {
    int node;       /* of the record; -1: the proof is complete */
    by_move *moves; /* room for by_extent.max_moves: moves of the loser that the tree must also answer there */
    int count;      /* 0: the winner needs a move there */
    bool is_wrong;  /* the winner does not reach the goal there, or a move is illegal */
};

/* What a game may spend on a search for a proof, and the outcome. */
struct by_attempt {
    uint64_t max_nodes;                /* positions to look at; 0: the game decides */
    int max_plies;                     /* length of a line; 0: the game decides */
    int max_tree_nodes;                /* nodes of the proof with its root; 0: the game decides */
    bool (*is_stopped)(void *context); /* the game asks at least once in 1,024 nodes; true: it must stop */
    void *context;

    bool is_proved;
    uint64_t nodes; /* positions that it looked at */
};

/* For proof searches. Each part may be NULL. */
struct by_proofs {
    size_t size; /* BY_SIZE(by_proofs) */
    /* The side whose success is the question of a position ("can the block be captured?"). NULL: the caller must name
     * the side. */
    int (*prover)(const void *state);
    /* Initial proof and disproof numbers of a position that is not over, in sixteenths, at least 1: how far the prover
     * and its opponent seem to be from their goals. NULL: one unit, 16, each. */
    void (*first_numbers)(void *state, int prover, uint32_t *proof, uint32_t *disproof);
    /* Checks a proof that may leave out moves of the loser, because the game has its own argument why they change
     * nothing. The moves below `node` of the record are the proof, and `state` is the position there. They have to
     * prove that the prover reaches the goal (`is_reached`) or fails to. `gap` gets the first place where they do not.
     * BY_ERROR_UNSUPPORTED: the argument does not hold under these rules. NULL: there is no such argument, and a proof
     * holds every legal move of the loser. */
    by_status (*find_gap)(void *state, const struct by_record *record, int node, bool is_reached, struct by_gap *gap,
                          by_error *error);
    /* Searches for such a proof with the game's own method. If it finds one, it adds the moves below `node`; otherwise
     * the record stays unchanged. It must end even without limits. The library checks the proof with `find_gap`, and
     * never calls this without `find_gap`. Any error but BY_ERROR_MEMORY counts as "no proof". NULL: the game has no
     * such search. */
    by_status (*prove)(void *state, bool is_reached, struct by_record *record, int node, struct by_attempt *attempt,
                       by_error *error);
};

/* The side of a goal that may retake every ko immediately, as if it always had a threat that must be answered. */
enum by_threats { BY_THREATS_NONE, BY_THREATS_PROVER, BY_THREATS_OPPONENT };

/* A question of a goal about a position of its base game. Each goal says which fields it uses; the others are 0. */
struct by_goal_question {
    size_t size;       /* BY_SIZE(by_goal_question) */
    bool prover_first; /* the prover moves first, to reach the goal; else its opponent, to prevent that */
    int squares[2];    /* the question is about what stands there; numbered as in boyi/display.h */
    enum by_threats threats;
    int patience; /* plies after which a weaker reason counts as safe; 0: none does */
};

/* For a goal: a game that asks one question about positions of another game, such as the capture of a block in Go. */
struct by_goal {
    size_t size;                     /* BY_SIZE(by_goal) */
    const struct by_game_type *base; /* the other game */
    /* Turns `state`, an initial position, into this question about `from`, a state of the other game to which `*length`
     * moves were pushed. There is room for these moves. If they do not matter to the question, drop them and set
     * `*length` to 0. */
    by_status (*import)(void *state, const void *from, size_t *length, const struct by_goal_question *question,
                        by_error *error);
    /* Reads a question about `from` as people write it, such as "attack D4 owner". */
    by_status (*parse_question)(const void *from, const char *text, struct by_goal_question *out, by_error *error);
    /* Writes the question of a state in the same way. */
    void (*print_question)(const void *state, by_text *out);
    /* Settings under which all moves count and only the rules end a game, such as "attacker_moves=all owner_moves=all";
     * NULL: it is always so. */
    const char *strict_settings;
};

struct by_random; /* in boyi/random.h */

enum by_playout_style {
    BY_PLAYOUT_UNIFORM,  /* every legal move is equally likely */
    BY_PLAYOUT_INFORMED, /* the game prefers good moves */
};

/* A random playout. `slots` and `owner` may be NULL. */
struct by_playout {
    enum by_playout_style style;
    int max_plies;   /* 0: play to the end of the game */
    uint16_t *slots; /* out: the moves in order, as by_move_info.piece_to (which must then tell the sides apart), as far
                        as there is room */
    int room, count; /* in; out */
    int8_t *owner;   /* out, indexed by from_to: 1 if the first side owns it at the end, -1 for the second, else 0 */
    int plies;       /* out: number of moves made */
    bool is_cut;     /* out: max_plies ended it; the value is an evaluation */
};

/* A game's opinion of a move before it is tried. */
struct by_prior {
    float weight; /* in any scale; 0: skip the move while others are left */
    float mean;   /* the expected result, 0 to 1 */
    float visits; /* the number of visits that `mean` counts for; 0: none */
};

/* For searches that sample. Each part may be NULL. */
struct by_sampling {
    size_t size; /* BY_SIZE(by_sampling) */
    /* Plays a random game from a position that is not over, without changing it. Returns the value at the end, from the
     * view of the side to move at the start; searches look at its sign. */
    by_value (*playout)(const void *state, struct by_random *random, struct by_playout *playout);
    /* Fills `out` for each move of a list. */
    void (*priors)(void *state, const struct by_moves *moves, struct by_prior *out);
};

/* For people. */
struct by_words {
    size_t size; /* BY_SIZE(by_words) */
    /* Explains the verdict: which rule ends the game, or why none does, and which moves of the history count. */
    void (*explain)(void *state, by_text *out);
};

struct by_records; /* in boyi/record.h */
struct by_display; /* in boyi/display.h */

/* The number of the layout of the structs that games and searches exchange (boyi/size.h). It changes when one of them
 * does; by_game_open then refuses games that were compiled against another layout. */
#define BY_GAME_LAYOUT 1

/* The first members of every by_game_type. */
#ifdef __cplusplus
#define BY_GAME_TYPE BY_SIZE(by_game_type), BY_GAME_LAYOUT
#else
#define BY_GAME_TYPE BY_SIZE(by_game_type), .layout = BY_GAME_LAYOUT
#endif

typedef struct by_game_type {
    size_t size; /* this one and the next: BY_GAME_TYPE */
    int layout;
    const char *name;                /* one lower-case word */
    const char *title;               /* for people */
    const char *help;                /* a few lines: the game, how to write positions and moves, the order of `moves` */
    const struct by_option *options; /* NULL: none */
    const struct by_preset *presets; /* of the options; the last has no name; NULL: none */
    const char *const *notations;    /* of moves; NULL ends them, the first is the default. NULL: one without a name */
    const char *const *side_names;   /* two names for people; NULL: "first" and "second" */
    bool counts_points;              /* values are points, and 0 is not a draw */
    bool has_index_key;
    const struct by_rules *rules;
    const struct by_evaluation *evaluation; /* NULL: none */
    const struct by_tactics *tactics;       /* NULL: none */
    const struct by_proofs *proofs;         /* NULL: none */
    const struct by_sampling *sampling;     /* NULL: none */
    const struct by_goal *goal;             /* NULL: the game is not a goal */
    const struct by_words *words;           /* NULL: none */
    const struct by_records *records;       /* NULL: there is no file format */
    const struct by_display *display;       /* NULL: the board cannot be drawn */
} by_game_type;

/* ---- The games that come with the library ---------------------------------------------------------------------- */

/* The built-in games in alphabetical order; NULL if `index` is beyond the last. */
BY_API const by_game_type *by_game_type_at(size_t index);

/* The built-in game with this name. The error for an unknown name suggests the nearest. */
BY_API by_status by_game_type_find(const char *name, const by_game_type **out, by_error *error);

/* The name of a side for people. */
BY_API const char *by_game_side_name(const by_game_type *type, int side);

/* The index of a notation by its name; BY_NOTATION_ANY if the game has none of this name. */
BY_API int by_game_notation(const by_game_type *type, const char *name);

/* The game's table of options, for by_options_create. It is empty if the type has none. */
BY_API const struct by_option *by_game_options(const by_game_type *type);

/* The game's presets; the last has no name. */
BY_API const struct by_preset *by_game_presets(const by_game_type *type);

/* Sets `options` to the game's defaults and then to the preset. An unknown name is an error and changes nothing. */
BY_API by_status by_game_apply_preset(const by_game_type *type, const char *name, by_options *options, by_error *error);

/* ---- Opened games ---------------------------------------------------------------------------------------------- */

typedef struct by_game by_game;

/* Opens a game: a built-in one or your own. `options` are values of the type's table, or NULL for the defaults; the
 * game does not keep them. The type must outlive the game. */
BY_API by_status by_game_open(const by_game_type *type, const by_options *options, by_game **out, by_error *error);

BY_API const by_game_type *by_game_type_of(const by_game *game);

/* A deadline for long work. Once `is_over` has returned true, it must keep returning true. */
struct by_patience {
    bool (*is_over)(void *context);
    void *context;
};

/* Sets a deadline for reading records of this game: by_record_read calls `is_over` from time to time, and fails with
 * BY_ERROR_LIMIT once that returns true. `patience` must outlive its use; NULL, the default, sets no deadline. Do not
 * call this while another thread uses the game. */
BY_API void by_game_set_patience(by_game *game, const struct by_patience *patience);

/* Closes the game. Destroy its positions and searches first. Accepts NULL. */
BY_API void by_game_close(by_game *game);

/* ---- Positions ------------------------------------------------------------------------------------------------- */

typedef struct by_position by_position;

/* The initial position of `game`. */
BY_API by_status by_position_create(const by_game *game, by_position **out, by_error *error);

/* Makes an independent copy with the whole history. */
BY_API by_status by_position_copy(const by_position *position, by_position **out, by_error *error);

/* Makes `position` equal to `from`, a position of the same game, with the whole history. Allocates only if `position`
 * has too little room. */
BY_API by_status by_position_assign(by_position *position, const by_position *from, by_error *error);

/* Reads a position. On error the position stays unchanged. */
BY_API by_status by_position_parse(by_position *position, const char *text, by_error *error);
BY_API void by_position_print(const by_position *position, by_text *out);

/* Writes the position before the first of its moves; `is_initial` says whether that is the game's initial position. */
BY_API by_status by_position_print_start(const by_position *position, bool *is_initial, by_text *out, by_error *error);

/* Turns `position`, a position of a goal, into a question about `from`, a position of the goal's base game. It also
 * copies the moves that led to `from` if the goal needs them. On error the position stays unchanged. */
BY_API by_status by_position_set_question(by_position *position, const by_position *from,
                                          const struct by_goal_question *question, by_error *error);

/* The same for a question as people write it. */
BY_API by_status by_position_import(by_position *position, const by_position *from, const char *text, by_error *error);

/* Writes the question of a position of a goal, as by_position_import reads it; writes nothing in other games. */
BY_API void by_position_print_question(const by_position *position, by_text *out);

/* A drawing for a terminal, or the position's text if the game has neither a drawing nor a board; `style` is a set of
 * by_draw_style. */
BY_API void by_position_draw(const by_position *position, unsigned style, by_text *out);

/* Explains the verdict in words. An error if the game has no words. */
BY_API by_status by_position_explain(by_position *position, by_text *out, by_error *error);

/* Reads a legal move in any of the game's notations. If a text means different moves in different notations, the
 * notation that the game lists first wins. */
BY_API by_status by_position_parse_move(by_position *position, const char *text, by_move *move, by_error *error);

/* Reads it in one notation only, an index into by_game_type.notations. */
BY_API by_status by_position_parse_move_as(by_position *position, const char *text, int notation, by_move *move,
                                           by_error *error);

/* Writes a legal move in the game's first notation. */
BY_API void by_position_print_move(by_position *position, by_move move, by_text *out);

/* Writes it in this notation, an index into by_game_type.notations. */
BY_API void by_position_print_move_as(by_position *position, by_move move, int notation, by_text *out);

/* What the game knows about the position without listing moves. */
BY_API void by_position_node(by_position *position, struct by_node *out);

/* Like by_position_node, but the game is also over if the side to move has no move. */
BY_API void by_position_verdict(by_position *position, struct by_node *out);

/* The side whose success is the question of the position (by_proofs.prover); -1: the game names none. */
BY_API int by_position_prover(const by_position *position);

/* The evaluation of the position, from the view of the side to move; 0 if the game has none. */
BY_API by_value by_position_evaluate(by_position *position);

/* The terms of the evaluation. An error if the game has none. */
BY_API by_status by_position_terms(by_position *position, struct by_terms *out, by_error *error);

/* The features of the position, into out->list, which has room for by_tuning.count of them. An error if the weights
 * cannot be tuned. */
BY_API by_status by_position_features(by_position *position, struct by_features *out, by_error *error);

/* Plays a random game from here; the position stays unchanged. `value` gets the result of by_sampling.playout. An error
 * if the game is over here or has no playouts of its own. */
BY_API by_status by_position_playout(by_position *position, struct by_random *random, struct by_playout *playout,
                                     by_value *value, by_error *error);

/* Bounds on moves and plies from here. */
BY_API void by_position_extent(const by_position *position, struct by_extent *out);

/* Lists moves into out->list, which has room for by_extent.max_moves of them. If the list is NULL, only counts them. */
BY_API void by_position_moves(by_position *position, enum by_moves_kind kind, struct by_moves *out);

/* Makes a move that is legal, or that the game accepts anyway (by_rules.accepts). */
BY_API by_status by_position_push(by_position *position, by_move move, by_error *error);

/* Takes back the last move; an error if there is none. */
BY_API by_status by_position_pop(by_position *position, by_error *error);

/* The moves made since the position was created or parsed; lent until the position changes. */
BY_API const by_move *by_position_history(const by_position *position, size_t *length);

BY_API const by_game *by_position_game(const by_position *position);

/* Accepts NULL. */
BY_API void by_position_destroy(by_position *position);

/* Counts the move sequences of exactly `depth` plies: the classic test of a move generator. */
BY_API by_status by_position_perft(by_position *position, int depth, uint64_t *count, by_error *error);

/* Plays random games and checks that the game keeps its contract: push and pop restore everything, print and parse
 * agree, tactical and quiet moves together are all moves, keys and bounds are correct, boards are as boyi/display.h
 * says. The error says what is wrong and where. */
BY_API by_status by_game_check(const by_game *game, uint64_t seed, int games, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
