/* SPDX-License-Identifier: MIT
 *
 * Games and positions: the one interface in which games and searches meet.
 *
 * A game knows nothing of search, a search knows nothing of any game. Whoever writes a game fills a by_game_type: a
 * constant table of functions, of which the group `rules` is required and each further group buys strength. Whoever
 * uses games needs only the functions at the end of this file.
 *
 *     by_game_type   constant            what the rules are
 *         | by_game_open, with options (board size, rule set, ...)
 *     by_game        immutable, shared   tables that all positions use
 *         | by_position_create
 *     by_position    one a thread        the board and the moves that led to it
 */
#ifndef BOYI_GAME_H
#define BOYI_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/option.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a search learns of a position ------------------------------------------------------------------------ */

/* All that a search needs to know on entering a node, in one call.
 *
 * A verdict may look back on the path (path_plies), as one on a repetition does. What hangs on all that was played,
 * such as a count of moves, says UINT16_MAX, also if fewer have been made. What was solved with such a verdict is taken
 * to hold on other paths only if the verdict says `cycle_decides`, in proofs also `cycles_join`. A game that judges
 * repetitions says so (by_extent.judges_repetition). It need not judge at the first return, but then says
 * `has_returned`, and at some time it judges every line that goes round for ever. */
struct by_node {
    uint64_t key;              /* of the board, the side to move and what decides legality now (a ko point); not of
                                  history, nor of counters, unless a rule that counts is near. 0: none, a search then
                                  uses no table here */
    uint32_t index_key;        /* a second hash, independent of `key`, if the game has one (has_index_key) */
    by_value value;            /* from the view of `side`. If over: the result, BY_WIN and -BY_WIN for a win and a loss;
                                  else: the result should there be no legal move */
    uint16_t path_plies;       /* if over: how many plies back the verdict looks; 0: at this position alone */
    uint16_t reversible_plies; /* plies since the last move that can never be taken back; 0 if not kept */
    uint8_t side;              /* 0 or 1: whose turn it is; the sides need not alternate */
    bool is_over;              /* decided, as far as can be told without looking for moves */
    bool is_estimate;          /* over by a rule of thumb only: nothing is proved by it */
    bool cycle_decides;        /* if over with path_plies: it follows from these last plies alone, wherever the cycle
                                  was entered and whoever closes it, as after perpetual check or where every repetition
                                  is a draw. False is always right, and searched with more care, as games need in which
                                  who repeats a position has lost */
    bool cycles_join;          /* likewise: if this cycle and another through the same position are worth a value to a
                                  side at least, so is the one that goes round both, and if they are not, it is not.
                                  Methods that prove want it too */
    bool is_foretold;          /* if over with path_plies: the rules do not end the game yet, but all of the cycle was
                                  played since the root, and gone round again it would be worth this. If the
                                  cycles do not join it is an estimate, and methods that prove do without it */
    bool has_returned;         /* the position stood on the board before, but the rules do not end the game yet, and if
                                  it comes again they will look at more than the last cycle: it began at the root or
                                  before it, or a position inside it stood on the board before it began too. A search
                                  then goes on, even if the verdict is foretold */
    bool is_dead;              /* over because neither side could win any more, whatever is played */
    by_value stuck_value;      /* if dead, or over with path_plies: the result should there be no legal move, for who
                                  wants to search on all the same */
    bool can_move;             /* surely has a legal move; false: not known */
    bool in_check;             /* the side to move is under a threat that it has to answer */
};

enum by_move_flags {
    BY_MOVE_CAPTURE = 1,
    BY_MOVE_PROMOTION = 2,
    BY_MOVE_CHECK = 4, /* known to give check; its absence tells nothing */
    BY_MOVE_LOSES = 8, /* known to let the other side win on the board with its next move; its absence tells nothing */
    BY_MOVE_TWIN = 16, /* known to be worth as much as one listed before it, as its mirror image; likewise */
};

/* A move with what searches ask of moves, so that they need not ask again. What a game does not have stays 0. */
struct by_move_info {
    by_move move;
    uint16_t from_to;  /* slot in a history table by from and to; below by_extent.from_to_slots */
    uint16_t piece_to; /* slot in a history table by piece and to; below by_extent.piece_to_slots */
    uint8_t flags;     /* by_move_flags */
    uint8_t attacker;  /* kind of the piece that moves, if the game has kinds */
    uint8_t victim;    /* kind of the piece that is captured */
    uint8_t to;        /* the square it ends on, by which a recapture is known */
    int32_t score;     /* 0; searches keep their ordering here */
};

/* A list of moves. Whoever asks sets `list` and zeroes the rest; the game fills it. */
struct by_moves {
    struct by_move_info *list; /* room for by_extent.max_moves; NULL: the moves are only counted */
    int count;
    uint16_t path_plies; /* if a move is missing because of the history: how many plies back that looks; 0: none is.
                            The game has to announce it (by_extent.path_forbids_moves) */
    bool is_partial;     /* moves are missing that could change the value */
};

/* Adds a move without annotations. */
static inline void by_moves_add(struct by_moves *moves, by_move move)
{
    if (moves->list) {
        struct by_move_info info = {move, 0, 0, 0, 0, 0, 0, 0};

        moves->list[moves->count] = info;
    }
    moves->count++;
}

enum by_moves_kind {
    BY_MOVES_ALL,      /* all legal moves, in the order that the game documents */
    BY_MOVES_TACTICAL, /* of these the ones that change much, such as captures; a game may have none */
    BY_MOVES_QUIET,    /* the others; both kinds keep the order of all */
};

/* Upper bounds over all positions that can be reached from one, so that a search allocates once. */
struct by_extent {
    int max_moves; /* moves in a position */
    int max_plies; /* length of the rest of the game; 0: no bound known */
    int from_to_slots;
    int piece_to_slots;
    bool judges_repetition;    /* the game ends every line that repeats itself for ever, by by_node.is_over with
                                  path_plies. Methods that prove then play a repetition on until it does; in other games
                                  they take a position that comes again on their path for a draw */
    bool foretells_repetition; /* by_node.is_foretold may be set */
    bool path_forbids_moves;   /* a list of moves may have path_plies, as under superko: what is solved on one path need
                                  not hold on another. A game that lists so without saying it here is searched with less
                                  care, and its answers are not called proved */
};

/* How a position is drawn; a game does what it can of it. */
enum by_draw_style {
    BY_DRAW_COLOUR = 1,  /* with the escape sequences of terminals */
    BY_DRAW_LETTERS = 2, /* plain ASCII */
    BY_DRAW_TURNED = 4,  /* from the second side's seat */
};

/* In place of a notation: any of those that the game has. */
enum { BY_NOTATION_ANY = -1 };

/* ---- What a game provides -------------------------------------------------------------------------------------- */

/* The required group. `data` is what `open` made, `state` is the game's own part of a position. The library allocates
 * it: state_size bytes, aligned for any type, and behind them undo_size bytes for each move that may be pushed, as a
 * flexible array for games that keep a stack. A game without tables leaves out open and close, one whose state owns
 * nothing leaves out done and assign. Functions that take `void *state` without moving may fill caches in it. */
struct by_rules {
    size_t state_size;
    size_t undo_size; /* 0: no stack is needed */
    /* What the memory limit of a search counts for them, if not all: what its hash table has room for, and with it
     * every count of nodes, then stays as it was when a state grows by a little. 0: all. */
    size_t counted_state_size;
    size_t counted_undo_size;

    /* Makes the tables that all positions of an opened game share. May be NULL. */
    by_status (*open)(const by_options *options, void **data, by_error *error);
    void (*close)(void *data);

    /* Makes `state`, which is all zero, the initial position. */
    by_status (*init)(const void *data, void *state, by_error *error);
    /* Frees what the state owns. May be NULL. */
    void (*done)(void *state);
    /* Makes `state`, which is a position with room enough, equal to `from`, to which `length` moves were pushed,
     * without allocating. NULL: the bytes are copied. */
    void (*assign)(void *state, const void *from, size_t length);

    /* Reads a position into `state`, which is an initial position; after an error it is thrown away. */
    by_status (*parse)(void *state, const char *text, by_error *error);
    /* Writes the position so that `parse` reads it. */
    void (*print)(const void *state, by_text *out);
    /* Reads a legal move in the notation with this place in by_game_type.notations, or BY_NOTATION_ANY. NULL: the
     * library compares with the print of every legal move. */
    by_status (*parse_move)(void *state, const char *text, int notation, by_move *move, by_error *error);
    /* Writes a legal move, in the notation with this place in by_game_type.notations. */
    void (*print_move)(void *state, by_move move, int notation, by_text *out);
    /* Draws the position for a terminal, in some lines; `style` is of by_draw_style. May be NULL. */
    void (*draw)(const void *state, unsigned style, by_text *out);

    /* Bounds for a search that starts here. */
    void (*extent)(const void *state, struct by_extent *out);
    /* Fills every field of `out`, from the position, its history and `ply`: the number of moves since the root of the
     * search, 0 at the root and outside of searches. A verdict may be stricter about what happened since the root. */
    void (*node)(void *state, int ply, struct by_node *out);
    /* Lists legal moves. After the end of a game that is seen on the board there are none. */
    void (*moves)(void *state, enum by_moves_kind kind, struct by_moves *out);
    /* Makes a legal move; takes it, the last one made, back. */
    void (*push)(void *state, by_move move);
    void (*pop)(void *state, by_move move);
    /* Whether `move`, which may be any number and is none that `moves` lists, can be pushed all the same: no search
     * plays it, but records and other programs may, such as a stone out of turn in Go. NULL: there are none. */
    bool (*accepts)(void *state, by_move move);
};

/* How often a weight of an evaluation counts for side 0, less how often it counts for side 1; never 0. */
struct by_feature {
    uint16_t weight;
    int16_t count;
};

/* What an evaluation sees in a position. A weight has two parts, such as for the opening and for the ending:
 *
 *     value for side 0 = share[0] * sum of (count * first part) + share[1] * sum of (count * second part)
 *
 * up to rounding. A game that knows no such phases has a share of 1 and one of 0. */
struct by_features {
    struct by_feature *list; /* room for by_tuning.count; the weights in ascending order */
    int count;
    float share[2];
};

/* For an evaluation whose weights can be learnt from games. */
struct by_tuning {
    int count;            /* of weights, at most 65535 */
    const char *settings; /* of the game's options, under which `evaluate` is the sum of these weights; NULL: any */
    /* Writes the name of a weight: words of lower case, digits, dots, the group first, such as "mobility.rook.3". */
    void (*name)(int weight, by_text *out);
    /* Both parts of a weight as they are. */
    void (*value)(int weight, by_value parts[2]);
    void (*features)(void *state, struct by_features *out);
    /* Writes other weights, `count` pairs of parts, the way the game's source has them. */
    void (*print)(const by_value (*parts)[2], by_text *out);
};

/* A part of an evaluation, for people: what it gives each side, in the opening and in the ending. */
struct by_term {
    const char *name;
    by_value parts[2][2]; /* by side and phase */
};

enum { BY_TERMS_MOST = 64 };

/* All that an evaluation adds up:
 *
 *     value for side 0 = share[0] * (what side 0 gets in the opening, less side 1) + share[1] * (the same in the
 * ending)
 *
 * up to rounding. */
struct by_terms {
    struct by_term list[BY_TERMS_MOST];
    int count;
    float share[2];
};

/* For searches that stop before the end of the game. Without it an undecided position is worth 0. */
struct by_evaluation {
    /* An estimate from the view of the side to move, between -BY_SCORE_MOST and BY_SCORE_MOST. It depends on the
     * position alone: not on the path, nor on earlier calls. */
    by_value (*evaluate)(void *state);
    /* Bounds that the value of the position surely lies between, from the view of the side to move and as seen from
     * here: a win in n plies is BY_WIN - n. Both may be trivial. NULL: the game knows none. */
    void (*bounds)(void *state, by_value *least, by_value *most);
    /* What the value of `evaluate` is made of. NULL: it cannot be told. */
    void (*terms)(void *state, struct by_terms *out);
    const struct by_tuning *tuning; /* NULL: its weights cannot be tuned */
};

enum { BY_PARTS = 4 };

/* For searches that try a move before they generate any, that pass, that weigh captures. Each part may be NULL. */
struct by_tactics {
    /* Whether `move`, which may be any number, is legal here; if so, fills `out` just as `moves` would. */
    bool (*describe)(void *state, by_move move, struct by_move_info *out);
    /* The key after a legal move, for fetching its hash entry early. It may differ from the true one, which then only
     * costs time. */
    uint64_t (*key_after)(void *state, by_move move);

    /* Passes, and takes the pass back: the null move of searches, which the rules need not know. It takes the room of a
     * move. Never asked for in check or after the end, nor twice in a row. */
    void (*push_null)(void *state);
    void (*pop_null)(void *state);
    /* How many pieces of strength a side has, such as all but king and pawns in chess. Where it has few of them, having
     * to move may be a burden, and a null move says little. NULL with push_null: always enough. */
    int (*strong_pieces)(const void *state, int side);

    /* What pieces are worth in exchanges, by the kinds that by_move_info has as attacker and victim. */
    const uint8_t *worths;
    /* Whether the other side could take back on the square of this capture, king's safety aside. */
    bool (*is_protected)(void *state, by_move capture);

    /* The same worths in the scale of the evaluation. */
    const by_value *prices;
    /* Whether a legal move, followed by the captures on its square that pay for the side to move, each with its least
     * piece, wins at least so much by these prices: the static exchange evaluation. Pins may be left aside. */
    bool (*see_at_least)(void *state, by_move move, by_value least);
    /* Whether a legal move gives check. */
    bool (*gives_check)(void *state, by_move move);
    /* Keys of parts of the position, such as where the pawns stand: what an evaluation misjudges in one position it
     * often misjudges in others with the same part. */
    void (*parts)(const void *state, uint64_t keys[BY_PARTS]);
};

struct by_record; /* in boyi/record.h */

/* What a tree of moves lacks to be a proof. */
struct by_gap {
    int node;       /* of the record; -1: nothing is lacking */
    by_move *moves; /* room for by_extent.max_moves: moves of the loser that have to be answered there too */
    int count;      /* 0: the winner has to move there */
    bool is_wrong;  /* the winner does not reach his goal there, or a move is not allowed */
};

/* What a game may spend on a search for a proof, and what came of it. */
struct by_attempt {
    uint64_t nodes_most;               /* positions that are looked at; 0: as many as the game sees fit */
    int plies_most;                    /* of the longest line; 0: likewise */
    int tree_most;                     /* nodes of the proof with its root; 0: likewise */
    bool (*is_stopped)(void *context); /* asked at least once in 1,024 nodes; true: the search has to end */
    void *context;

    bool is_proved;
    uint64_t nodes; /* that were looked at */
};

/* For searches that prove. Each part may be NULL. */
struct by_proofs {
    /* The side whose success is the question of such a position ("can the block be captured?"). NULL: whoever asks has
     * to say whose success he means. */
    int (*prover)(const void *state);
    /* First proof and disproof numbers of a position that is not over, in sixteenths, at least 1: how far the prover
     * and his opponent seem to be from their goals. NULL: one unit, 16, each. */
    void (*first_numbers)(void *state, int prover, uint32_t *proof, uint32_t *disproof);
    /* Whether the moves below `node` of a record, at which the game is in `state`, prove that the prover reaches his
     * goal, or that he does not (`is_reached`): against every legal move, though not every one is in the tree, by an
     * argument of the game's own. `gap` gets what is lacking, one place at a time. BY_ERROR_UNSUPPORTED: the rules as
     * they are set allow no such argument. NULL: the game has none, and a proof has every legal move of the loser. */
    by_status (*find_gap)(void *state, const struct by_record *record, int node, bool is_reached, struct by_gap *gap,
                          by_error *error);
    /* Looks for such a proof in a way of the game's own, and if there is one adds its moves below `node`; else the
     * record stays as it is. It always comes to an end, also without limits. What it finds is believed only if
     * `find_gap`, without which it is never asked, finds nothing lacking. Any error but BY_ERROR_MEMORY is taken for no
     * proof. NULL: the game has no such way. */
    by_status (*prove)(void *state, bool is_reached, struct by_record *record, int node, struct by_attempt *attempt,
                       by_error *error);
};

/* For a goal: a game about one question in the positions of another, such as the capture of a block in Go. */
struct by_goal {
    const struct by_game_type *base; /* the other game */
    /* Makes `state`, which is an initial position, that of `from`, a state of the other game to which `*length` moves
     * were pushed, and the question `text`. It has room for these moves; if they do not matter to the question, they
     * need not be kept, and `*length` is set to 0. */
    by_status (*import)(void *state, const void *from, size_t *length, const char *text, by_error *error);
};

struct by_random; /* in boyi/random.h */

enum by_playout_style {
    BY_PLAYOUT_UNIFORM,  /* every legal move with the same chance */
    BY_PLAYOUT_INFORMED, /* as the game sees fit */
};

/* A game by chance. `slots` and `owner` may be NULL: nobody wants to know. */
struct by_playout {
    enum by_playout_style style;
    int plies_most;  /* 0: to the end of the game */
    uint16_t *slots; /* out: the moves in their order, by by_move_info.piece_to, which then have to tell the sides
                        apart; as far as there is room */
    int room, count; /* in; out */
    int8_t *owner;   /* out, by from_to: 1 and -1 for what the first and the second side has at the end, else 0 */
    int plies;       /* out: how many moves were made */
    bool is_cut;     /* out: ended by plies_most; the value is an evaluation */
};

/* What a game thinks of a move before it is tried. */
struct by_prior {
    float weight; /* in any scale; 0: leave it out, as long as another is left */
    float mean;   /* a first result, 0 to 1, */
    float visits; /* which counts as so many; 0: none */
};

/* For searches that sample. Each part may be NULL. */
struct by_sampling {
    /* Plays a game by chance from a position that is not over, which it does not change. The value at the end from the
     * view of the side to move at the beginning; searches look at its sign. */
    by_value (*playout)(const void *state, struct by_random *random, struct by_playout *playout);
    /* Fills `out` for each move of a list. */
    void (*priors)(void *state, const struct by_moves *moves, struct by_prior *out);
};

/* For people. */
struct by_words {
    /* Says why the game stands as it does: which rule ends it or does not, and what in the history counts for it. */
    void (*explain)(void *state, by_text *out);
};

struct by_records; /* in boyi/record.h */
struct by_display; /* in boyi/display.h */

typedef struct by_game_type {
    const char *name;  /* one lower-case word */
    const char *title; /* for people */
    const char *help;  /* some lines: the game, how positions and moves are written, the order of `moves` */
    const struct by_option *options; /* NULL: none */
    const struct by_preset *presets; /* of the options, ended by one without a name; NULL: none */
    const char *const *notations;    /* of moves, ended by NULL, the first is the default; NULL: one without a name */
    const char *const *side_names;   /* two names for people; NULL: "first" and "second" */
    bool counts_points;              /* values are points; a value of 0 is not called a draw */
    bool has_index_key;
    const struct by_rules *rules;
    const struct by_evaluation *evaluation; /* NULL: none */
    const struct by_tactics *tactics;       /* NULL: none */
    const struct by_proofs *proofs;         /* NULL: none */
    const struct by_sampling *sampling;     /* NULL: none */
    const struct by_goal *goal;             /* NULL: a game of its own */
    const struct by_words *words;           /* NULL: none */
    const struct by_records *records;       /* NULL: games are not kept in files */
    const struct by_display *display;       /* NULL: nobody is told what the board looks like */
} by_game_type;

/* ---- The games that come with the library ---------------------------------------------------------------------- */

/* The built-in games in alphabetical order; NULL at `index` beyond the last. */
BY_API const by_game_type *by_game_type_at(size_t index);

/* The built-in game called `name`. An unknown name is an error that suggests the nearest. */
BY_API by_status by_game_type_find(const char *name, const by_game_type **out, by_error *error);

/* The game's presets, ended by one whose name is NULL. */
BY_API const struct by_preset *by_game_presets(const by_game_type *type);

/* Sets `options` to the game's defaults and then to the preset. An unknown name is an error and changes nothing. */
BY_API by_status by_game_apply_preset(const by_game_type *type, const char *name, by_options *options, by_error *error);

/* ---- Opened games ---------------------------------------------------------------------------------------------- */

typedef struct by_game by_game;

/* Opens a game, one of the built-in ones or one of the caller's. `options` are values of the type's table, or NULL for
 * the defaults, and are not kept. The type is lent and has to outlive the game. */
BY_API by_status by_game_open(const by_game_type *type, const by_options *options, by_game **out, by_error *error);

BY_API const by_game_type *by_game_type_of(const by_game *game);

/* Closes the game. Its positions and searches have to be gone. Accepts NULL. */
BY_API void by_game_close(by_game *game);

/* ---- Positions ------------------------------------------------------------------------------------------------- */

typedef struct by_position by_position;

/* The initial position of `game`. */
BY_API by_status by_position_create(const by_game *game, by_position **out, by_error *error);

/* A copy of its own, with all its history. */
BY_API by_status by_position_copy(const by_position *position, by_position **out, by_error *error);

/* Makes `position` equal to `from`, a position of the same game, with all its history. Allocates only if `position`
 * has less room than `from` needs. */
BY_API by_status by_position_assign(by_position *position, const by_position *from, by_error *error);

/* Reads a position. On error it stays as it was. */
BY_API by_status by_position_parse(by_position *position, const char *text, by_error *error);
BY_API void by_position_print(const by_position *position, by_text *out);

/* Makes `position`, one of a goal, the question `text` about `from`, a position of the game that the goal is about. The
 * moves that led to `from` are those of `position` then, if the goal has a use for them. On error the position stays as
 * it was. */
BY_API by_status by_position_import(by_position *position, const by_position *from, const char *text, by_error *error);

/* A drawing in some lines, or the position's text if the game draws none; `style` is of by_draw_style. */
BY_API void by_position_draw(const by_position *position, unsigned style, by_text *out);

/* Why the game stands as it does, in words. An error if the game has none. */
BY_API by_status by_position_explain(by_position *position, by_text *out, by_error *error);

/* Reads a legal move in any of the game's notations. A text that means one move in one notation and another in another
 * is read in the one that the game lists first. */
BY_API by_status by_position_parse_move(by_position *position, const char *text, by_move *move, by_error *error);

/* Reads it in the notation with this place in by_game_type.notations only, for programs that know what they hear. */
BY_API by_status by_position_parse_move_as(by_position *position, const char *text, int notation, by_move *move,
                                           by_error *error);

/* Writes a legal move in the game's first notation. */
BY_API void by_position_print_move(by_position *position, by_move move, by_text *out);

/* Writes it in the notation with this place in by_game_type.notations. */
BY_API void by_position_print_move_as(by_position *position, by_move move, int notation, by_text *out);

/* What can be told without looking for moves. */
BY_API void by_position_node(by_position *position, struct by_node *out);

/* As by_position_node, but also over when the side to move has no move. */
BY_API void by_position_verdict(by_position *position, struct by_node *out);

/* The side whose success is the question of such a position (by_proofs.prover); -1: the game names none. */
BY_API int by_position_prover(const by_position *position);

/* What the game's evaluation says of the position, from the view of the side to move; 0 if it has none. */
BY_API by_value by_position_evaluate(by_position *position);

/* What the value of the evaluation is made of. An error if the game does not tell. */
BY_API by_status by_position_terms(by_position *position, struct by_terms *out, by_error *error);

/* What the evaluation sees here, into out->list, which has room for by_tuning.count features. An error if its weights
 * cannot be tuned. */
BY_API by_status by_position_features(by_position *position, struct by_features *out, by_error *error);

/* Plays a game by chance from here; the position stays as it is. `value` gets what by_sampling.playout gives. An error
 * if the game is over here, or if it has no playouts of its own. */
BY_API by_status by_position_playout(by_position *position, struct by_random *random, struct by_playout *playout,
                                     by_value *value, by_error *error);

/* Bounds on the moves and plies from here. */
BY_API void by_position_extent(const by_position *position, struct by_extent *out);

/* Lists moves into out->list, which has room for by_extent.max_moves of them; if it is NULL they are only counted. */
BY_API void by_position_moves(by_position *position, enum by_moves_kind kind, struct by_moves *out);

/* Makes a move, if it is legal or the game accepts it all the same (by_rules.accepts). */
BY_API by_status by_position_push(by_position *position, by_move move, by_error *error);

/* Takes the last move back; an error if there is none. */
BY_API by_status by_position_pop(by_position *position, by_error *error);

/* The moves made since the position was created or parsed; lent until the position changes. */
BY_API const by_move *by_position_history(const by_position *position, size_t *length);

BY_API const by_game *by_position_game(const by_position *position);

/* Accepts NULL. */
BY_API void by_position_destroy(by_position *position);

/* Counts the move sequences of exactly `depth` plies: the classic test of a move generator. */
BY_API by_status by_position_perft(by_position *position, int depth, uint64_t *count, by_error *error);

/* Checks a game against its contract in random play: push and pop restore everything, print and parse agree, kinds of
 * moves make up all of them, keys and bounds hold, boards are as boyi/display.h says. The error names what was broken,
 * and where. */
BY_API by_status by_game_check(const by_game *game, uint64_t seed, int games, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
