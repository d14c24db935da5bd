/* SPDX-License-Identifier: MIT
 *
 * Problems of capture in files. The plain-text form is a block of lines for each, "key value"; blank lines and what
 * follows a # are left out:
 *
 *     problem ID        its name
 *     source TEXT       where it comes from
 *     size N            lines of the board
 *     black V V ...     stones, as vertices (no column I, A1 bottom left)
 *     white V V ...
 *     play C V          a move of B or W after the stones were put; may be repeated
 *     tomove COLOUR     black or white, as the task says anyway
 *     task attack V     capture the block there, its opponent moves first; or
 *     task defend V     save it, its owner moves first
 *     result R ...      the answers that count as right: 0 no, 1 yes, 2 and 3 by ko (solve.h)
 *     moves V V ...     first moves that count as right; * is any
 *     also V V ...      further ones
 *     note TEXT
 *     end
 *
 * Needed are problem, size and task. In SGF each game is a problem, asked at the first node of its main line that has a
 * task: the private property TASK[attack D4], or a mark (TR, SQ, CR, MA) on a stone. Then the side to move (PL, or what
 * follows from the moves) attacks the block if it is the other's, and defends its own. RESULT[1] are the answers that
 * count as right, each a value; the first moves that do are the children with the property TE.
 */
#ifndef BOYI_SOLVE_PROBLEM_H
#define BOYI_SOLVE_PROBLEM_H

#include "solve/solve.h"

struct solve_problem {
    char *id;
    char *source, *note;   /* "" if there is none */
    by_position *position; /* of go */
    char vertex[16];       /* of the block, as the file has it */
    int point;             /* the same as a number, for solve_question */
    bool is_attack;
    unsigned codes; /* those that count as right, a bit for each; 0: the file has none */
    char *moves;    /* first moves that do, separated by blanks; "*": any; "": the file has none */
    int line;       /* where it begins in its file */
};

/* Reads the next problem of a text from `offset` on, 0 for the first, and sets it behind. With none left, `out` is NULL
 * and the status good. After BY_ERROR_INPUT the offset is where the next problem seems to begin; the error has the
 * place. */
by_status solve_problem_read(const by_game *go, const char *text, size_t *offset, struct solve_problem **out,
                             by_error *error);
void solve_problem_destroy(struct solve_problem *problem);

/* The point of a vertex of `length` bytes, such as "D4", as solve_question has it; -1 if it is none on the board. */
int solve_read_vertex(int size, const char *word, size_t length);

enum solve_verdict { SOLVE_NOT_JUDGED, SOLVE_RIGHT, SOLVE_WRONG };

/* Judges an answer by the file; `move` is its first move as text, "" if there is none. Nothing is said to an unknown
 * one, nor where the file has no answer. */
enum solve_verdict solve_judge(const struct solve_problem *problem, enum solve_code code, const char *move);

#endif
