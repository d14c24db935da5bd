/* SPDX-License-Identifier: MIT
 *
 * A GTP session, for the files that hold its commands. A command takes its arguments from the rest of its line and
 * either adds its result to the answer or fails.
 *
 *     start --moves--> position      the set-up, and the moves since
 *     names                          an empty board of the same size: there every move of both sides can be written
 */
#ifndef BOYI_PROTOCOL_GTP_SESSION_H
#define BOYI_PROTOCOL_GTP_SESSION_H

#include "boyi/boyi.h"
#include "protocol/gtp/board.h"
#include "protocol/gtp/clock.h"
#include "protocol/gtp/gtp.h"

/* The settings of `boyi-set`, besides the rules. */
struct gtp_settings {
    by_options *own;
    by_options *goal;               /* of go-capture */
    const struct by_preset *preset; /* of them, from which they were changed; NULL: the defaults */
    bool has_goal;                  /* the user set some of them; else the solver chooses */
    const by_method *method;
    by_options *of_method;
    by_options *of_player; /* of mcts */
};

/* The solver's client: a command with one question, or the player with many. */
enum gtp_asker { GTP_QUESTION, GTP_PLAYER, GTP_ASKERS };

struct gtp {
    struct gtp_bounds bounds;
    struct protocol_output output;
    by_text answer; /* of the command that is run */
    by_text whole;  /* the same with its sign, as it is sent */
    bool has_failed;
    int64_t began_ms; /* when the command came in */
    const char *id;   /* of the command, "" if it has none */
    bool has_begun;   /* a part of the answer is sent */

    by_options *rules; /* of the game */
    by_game *game;
    by_position *position, *names;
    by_text name; /* of a move */
    struct gtp_board start;
    int handicap; /* stones in it */
    double komi;  /* the position knows only halves */

    const struct gtp_solve *solve;
    struct gtp_settings settings;
    struct solve_settings solve_settings[GTP_ASKERS]; /* borrowed by the solvers */
    solver *solvers[GTP_ASKERS];                      /* NULL: to be made when it is needed */
    struct solve_lines lines;                         /* of GTP_QUESTION */

    struct gtp_clock clock;
    by_search *search;   /* the player's; NULL: to be made when it is needed */
    by_position *turned; /* the position as if it were the other side's turn; likewise */
};

/* What a command wants, in the order in which it is looked for. */
enum gtp_wants {
    GTP_TASK = 1,    /* attack or defend */
    GTP_COLOUR = 2,  /* black or white */
    GTP_VERTEX = 4,  /* a point or pass */
    GTP_POINT = 8,   /* a point */
    GTP_END = 16,    /* nothing else in the line */
    GTP_BOARD = 32,  /* the board as it stands */
    GTP_STONES = 64, /* on the point */
    GTP_ON_SIDE = GTP_COLOUR | GTP_END | GTP_BOARD,
    GTP_ON_POINT = GTP_POINT | GTP_END | GTP_BOARD,
    GTP_ON_STONE = GTP_ON_POINT | GTP_STONES,
};

struct gtp_arguments {
    bool is_attack;
    int colour;
    int point;
    struct gtp_board board;
    char *rest; /* words that the command itself reads */
};

struct gtp_command {
    const char *name;
    void (*run)(struct gtp *gtp, struct gtp_arguments *a); /* NULL: `quit` */
    unsigned wants;                                        /* gtp_wants; without all of them it fails and is not run */
};

/* The tables of the files, each ended by a row without a name. */
extern const struct gtp_command gtp_position_commands[], gtp_handicap_commands[], gtp_record_commands[],
    gtp_query_commands[], gtp_status_commands[], gtp_solve_commands[], gtp_settings_commands[], gtp_player_commands[],
    gtp_analyse_commands[], gtp_gogui_commands[];

/* ---- Answers (session.c) ----------------------------------------------------------------------------------------- */

/* The command fails with this message. */
void gtp_fail(struct gtp *gtp, const char *format, ...) BY_PRINTF(2, 3);

/* It fails because an allocation or something else below did. */
void gtp_fail_error(struct gtp *gtp, const by_error *error);

/* Sends what the answer has so far, and empties it: the rest follows. */
void gtp_send_part(struct gtp *gtp);

/* Milliseconds since the command came in, and what they leave of a time: at least 1; of 0, which is no limit, 0. */
int64_t gtp_elapsed_ms(const struct gtp *gtp);
int64_t gtp_time_left(const struct gtp *gtp, int64_t time_ms);

/* ---- Arguments (session.c): each fails the command if the next word is not what is wanted ------------------------ */

bool gtp_read_arguments(struct gtp *gtp, unsigned wants, struct gtp_arguments *a);
bool gtp_read_number(struct gtp *gtp, char **rest, const char *what, int64_t min, int64_t max, int64_t *out);
bool gtp_read_colour(struct gtp *gtp, char **rest, int *colour);

/* A point of the board; with `may_pass`, GTP_PASS as well. */
bool gtp_read_vertex(struct gtp *gtp, char **rest, bool may_pass, int *point);

/* Whether there are no more words. */
bool gtp_read_end(struct gtp *gtp, char *rest);

bool gtp_parse_colour(const char *word, int *colour);

/* ---- The position (position.c) ----------------------------------------------------------------------------------- */

/* The board as it stands; fails the command if there is no memory for it. */
bool gtp_look(struct gtp *gtp, struct gtp_board *out);

/* A move of either side on a board of this size, and what a move is; BY_MOVE_NONE is a pass. */
struct gtp_move {
    int colour, point;
    struct gtp_text vertex;
};

by_move gtp_move_at(struct gtp *gtp, int colour, int point);
struct gtp_move gtp_move_of(struct gtp *gtp, by_move move);

/* Makes a move, if the rules let this side play so; else the position stays as it is. Fails the command only if there
 * is no memory for it. */
bool gtp_play(struct gtp *gtp, int colour, int point);
void gtp_undo(struct gtp *gtp);
bool gtp_is_legal(struct gtp *gtp, int colour, int point);

/* Makes `board` the position, without moves. False: the command has failed, and nothing changes. */
bool gtp_set_up(struct gtp *gtp, const struct gtp_board *board);

/* Takes over a position that began with `start`, and makes an empty board to go with it. On error nothing changes. */
by_status gtp_replace_position(struct gtp *gtp, by_position *position, const struct gtp_board *start, by_error *error);

/* The same with the moves that were played since. */
by_status gtp_begin_with(struct gtp *gtp, const struct gtp_board *start, by_error *error);

enum { GTP_MAX_KOMI = 500 };

extern const char *const gtp_colour_names[]; /* "black", "white", "empty" */

/* Reopens the game with other rules and replays the moves. On error nothing changes. */
by_status gtp_reopen(struct gtp *gtp, const by_options *rules, by_error *error);

/* ---- Points (query.c) -------------------------------------------------------------------------------------------- */

/* "D4 E5" */
void gtp_add_points(struct gtp *gtp, const struct gtp_board *board, const int *points, int count);

/* ---- Settings (settings.c) --------------------------------------------------------------------------------------- */

by_status gtp_settings_create(struct gtp_settings *settings, by_error *error);
void gtp_settings_destroy(struct gtp_settings *settings);

/* The value of one of our own options. */
int gtp_setting(const struct gtp *gtp, const char *name);
void gtp_fill_solve_settings(const struct gtp *gtp, bool is_player, struct solve_settings *out);

/* ---- The end (final_status.c) --------------------------------------------------------------------------------------
 */

/* How the game stands for a side if the dead stones are taken off. */
struct gtp_outcome {
    double lead;     /* in points */
    int open;        /* neutral points */
    bool is_settled; /* the fate of every block is clear */
};

/* False: the command has failed. */
bool gtp_judge(struct gtp *gtp, int colour, struct gtp_outcome *out);

/* Whether dead stones of `colour` are on the board. May fail the command. */
bool gtp_has_dead(struct gtp *gtp, int colour);

/* ---- The solver (solve.c) ---------------------------------------------------------------------------------------- */

/* Asks about the block at `point`; fails the command if there is no answer at all. */
bool gtp_ask(struct gtp *gtp, enum gtp_asker asker, int point, bool is_attack, struct solve_answer *answer);

/* The same with the whole line, to the end of a ladder. */
bool gtp_ask_for_line(struct gtp *gtp, int point, bool is_attack, struct solve_answer *answer);

/* Drops the solvers, whose tables belong to other settings. */
void gtp_forget_solvers(struct gtp *gtp);

/* ---- The player (player.c) --------------------------------------------------------------------------------------- */

by_status gtp_make_player(struct gtp *gtp, by_error *error);

/* Drops the player's search, which belongs to other settings or to a closed game. */
void gtp_forget_player(struct gtp *gtp);

/* The position with this side to move and not over; lent. */
by_status gtp_position_for(struct gtp *gtp, const struct gtp_board *board, int colour, by_position **out,
                           by_error *error);

/* ---- The player's reading (hints.c) ------------------------------------------------------------------------------ */

enum { GTP_MAX_HINTS = 128 };

struct gtp_hints {
    struct by_hint list[GTP_MAX_HINTS];
    int count;
    int64_t time_us; /* that it took */
};

/* Asks about blocks in danger, for a move of `colour`, until the time is up; 0: there is no limit. Fails the command if
 * there is no answer at all. */
bool gtp_read_blocks(struct gtp *gtp, const struct gtp_board *board, int colour, int64_t time_us,
                     struct gtp_hints *out);

#endif
