/* SPDX-License-Identifier: MIT
 *
 * A question that a job solves, and its result: solves.c asks, solve_proof.c shows the proof.
 */
#ifndef SERVER_SOLVES_H
#define SERVER_SOLVES_H

#include "boyi/record.h"
#include "boyi/verify.h"
#include "server/jobs.h"
#include "server/question.h"

enum {
    SERVER_SOLVE_MS = 10000,     /* the default */
    SERVER_PROOF_NODES = 100000, /* of a stored proof */
};

struct server_solve {
    struct server_position at; /* the position of the question */
    by_text settings;          /* of the game, for by_options_set_all */
    bool is_capture;           /* of Go; else: does a side win */
    int point;                 /* of the block, as struct solve_question has it */
    bool is_attack;            /* the side to move wants to capture or to win; else to prevent it */
    bool wants_proof;
    int plies; /* of a win; 0: any number */
    int notation;
    int memory_kib;
    struct by_limits limits;
    server_job *job;

    /* The proof, under the job's lock until the job is over */
    by_record *proof; /* NULL: none */
    int winner;       /* the side that the proof is for */
    int proof_nodes;
    by_game *goal;     /* that the proof is about, with all moves; NULL: the game itself */
    by_position *root; /* the root of the tree; NULL: `at` */
    char asked[64];    /* "go-capture attack D4 owner"; "" without a goal */
};

/* Stores a copy of a proof of this question, unless it is too large. */
by_status server_solve_store(struct server_solve *self, const by_record *proof, const struct by_question *question,
                             by_error *error);

extern const struct server_work server_solve_work;

#endif
