/* SPDX-License-Identifier: MIT */
#include "cli/prove.h"

#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "front/json_read.h"
#include "front/proof_file.h"
#include "front/words.h"

#define ARGS struct prove_args

const struct arg prove_rows[] = {
    ROW_TEXT(file, "--proof", "FILE",
             "write a proof of the answer, for `boyi verify`: as SGF if FILE ends in .sgf and the game uses SGF, else "
             "as JSON; this turns the game's heuristic rules off"),
    ROW_NUMBER(nodes, "--proof-nodes", "N", 1, INT32_MAX, "maximum number of nodes of the proof (1,000,000)"),
    {0},
};

/* ---- Before the search ----------------------------------------------------------------------------------------- */

/* The prover: from the option, else the game's, else the side to move. */
static int find_prover(const struct setup *setup)
{
    enum { MOVER = 1, FIRST = 2 }; /* choices of the option */
    int chosen = by_method_proves(setup->method) ? by_options_number(setup->options, "prover") : MOVER;
    int prover = by_position_prover(setup->position);
    struct by_node node;

    by_position_node(setup->position, &node);
    if (chosen >= FIRST)
        return chosen - FIRST;
    return prover >= 0 && chosen != MOVER ? prover : node.side;
}

/* As SGF if the file's name and the game ask for it, else as JSON. */
static bool writes_sgf(const struct setup *setup, const char *name)
{
    const struct by_records *records = setup->type->records;

    return file_ends_in(name, ".sgf") && records && strcmp(records->format, "SGF") == 0;
}

int prove_prepare(struct prove_args *prove, struct setup *setup)
{
    by_error error;

    if (!prove->file)
        return 0;
    if (!writes_sgf(setup, prove->file) && json_read_check(&error))
        return say_error(setup->command, "--proof", &error);
    prove->question =
        (struct reach_question){.position = setup->position, .prover = find_prover(setup), .threshold = BY_MIN_WIN};
    if (!by_method_proves(setup->method))
        return 0;
    prove->question.threshold = by_options_number(setup->options, "threshold");
    by_search_destroy(setup->search);
    setup->search = NULL;
    if (reach_set_options(&prove->question, setup->options, &error) ||
        by_search_create(setup->game, setup->method, setup->options, &setup->search, &error))
        return say_error(setup->command, NULL, &error);
    return 0;
}

/* ---- After it -------------------------------------------------------------------------------------------------- */

/* The question of a method that proves. For other methods: does the winner win or, without a winner, does the side to
 * move reach this value? */
static struct reach_question question_of(const struct prove_args *prove, const struct setup *setup,
                                         const struct by_result *result, bool *is_reached)
{
    struct reach_question question = prove->question;
    bool is_lost = by_value_is_loss(result->value);

    *is_reached = !by_method_proves(setup->method) || result->answer == BY_ANSWER_YES;
    if (by_method_proves(setup->method))
        return question;
    question.prover ^= is_lost;
    if (!by_value_is_win(result->value) && !is_lost)
        question.threshold = result->value;
    return question;
}

static by_status write_proof(const struct setup *setup, const char *name, by_record *record, by_text *out,
                             by_error *error)
{
    const char *settings = by_text_string(&setup->game_settings);
    by_status status = BY_OK;

    if (writes_sgf(setup, name)) {
        if (*settings)
            status = by_record_set_tag(record, by_record_proof(record), PROOF_SETTINGS, settings, error);
        if (!status)
            status = by_record_write(setup->game, record, -1, out, error);
    } else {
        status = proof_write_json(record, setup->game, settings, out, error);
    }
    return status;
}

static int no_proof(const struct setup *setup, const char *file, const char *kind, const char *reason)
{
    say_problem(setup->command, "no proof: %s%s", kind, reason);
    file_say_if_older(setup->command, file);
    return SAY_FAILED;
}

static int save(const struct setup *setup, const char *name, const struct by_proof *proof)
{
    by_text text = {0};
    by_error error;
    int code;

    if (write_proof(setup, name, proof->record, &text, &error))
        code = no_proof(setup, name, "", error.message);
    else if (proof_check(by_text_string(&text), &error)) /* a search may use more than the rules */
        code = no_proof(setup, name, "it does not hold by the rules alone: ", error.message);
    else
        code = file_save(setup->command, name, &text);
    by_text_free(&text);
    return code;
}

static void print_claim(const struct setup *setup, const char *file, const struct by_proof *proof, FILE *out)
{
    by_text text = {0};

    words_claim(setup->type, &proof->question, &text);
    by_text_printf(&text, ", in %s: ", file);
    words_proof_size((uint64_t)proof->nodes, (uint64_t)proof->leaves, proof->depth, &text);
    fprintf(out, "%-14s%s\n", "proof", by_text_string(&text));
    by_text_free(&text);
}

int prove(const struct prove_args *prove, struct setup *setup, const struct by_result *result, FILE *out)
{
    bool is_reached;
    struct reach_question question = question_of(prove, setup, result, &is_reached);
    struct reach_proof proof;
    by_error error;
    by_status status;
    int code;

    interrupt_begin(setup->stop);
    status = reach_prove(setup->search, &question, is_reached, &setup->limits,
                         prove->nodes ? (int)prove->nodes : PROVE_NODES, NULL, &proof, &error);
    interrupt_end();
    if (status)
        return no_proof(setup, prove->file, "", error.message);
    if (!proof.tree.record)
        return no_proof(setup, prove->file, "", proof.reason.message);
    code = save(setup, prove->file, &proof.tree);
    if (!code)
        print_claim(setup, prove->file, &proof.tree, out);
    by_record_destroy(proof.tree.record);
    return code;
}
