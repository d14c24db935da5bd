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
    ROW_NUMBER(nodes, "--proof-nodes", "N", 1, INT32_MAX,
               "maximum number of nodes of the proof (1,000,000); the searches for it have the same `--nodes` and "
               "`--time` again, whatever its size"),
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
 * move reach this value? If the game is about one side, it is whether that side wins: the game may have proofs of
 * this question only. */
static struct reach_question question_of(const struct prove_args *prove, const struct setup *setup,
                                         const struct by_result *result, bool *is_reached)
{
    struct reach_question question = prove->question;
    bool is_lost = by_value_is_loss(result->value);
    int own = by_position_prover(setup->position);

    *is_reached = !by_method_proves(setup->method) || result->answer == BY_ANSWER_YES;
    if (by_method_proves(setup->method))
        return question;
    question.prover ^= is_lost;
    if (!by_value_is_win(result->value) && !is_lost)
        question.threshold = result->value;
    else if (own >= 0 && own != question.prover) {
        question.prover = own;
        *is_reached = false;
    }
    return question;
}

/* ---- Searching for it ------------------------------------------------------------------------------------------ */

/* The method that answered may repeat itself at each node, or not answer there. It takes turns with proof searches,
 * which write their solution. Each turn has more nodes than the one before, and half of the time that is left. */
enum { SEARCHES = 3, FIRST_NODES = 200000, TIMES = 8 };

static const char *const helpers[SEARCHES] = {NULL, "df-pn", "pn"};

struct prover {
    const struct prove_args *args;
    const struct setup *setup;
    struct reach_question question;
    bool is_reached;
    struct reach_budget budget;
    by_search *searches[SEARCHES]; /* the first is the setup's */
    bool has_failed[SEARCHES];     /* for another reason than a limit */
    int found_by;
};

/* A proof search with the memory of the one that answered. */
static by_status create_helper(struct prover *p, int i, by_error *error)
{
    struct reach_method method = {.memory_kib = (int)by_options_number(p->setup->options, "memory_kib")};
    by_status status = by_method_find(helpers[i], &method.method, error);

    return status ? status : reach_search_create(&method, &p->question, &p->searches[i], error);
}

/* A failure of a helper, such as too little memory for it, is no error. */
static by_status take_turn(struct prover *p, int i, const struct by_limits *limits, struct reach_proof *proof,
                           by_error *error)
{
    by_status status = p->searches[i] ? BY_OK : create_helper(p, i, error);

    *proof = (struct reach_proof){0};
    if (!status)
        status = reach_prove(p->searches[i], &p->question, p->is_reached, limits,
                             p->args->nodes ? (int)p->args->nodes : PROVE_NODES, NULL, proof, error);
    reach_budget_spend(&p->budget, proof->tree.search_nodes, proof->tree.time_us);
    p->has_failed[i] = status || (proof->tree.stopped != BY_STOPPED_NODES && proof->tree.stopped != BY_STOPPED_TIME);
    p->found_by = i;
    return i ? BY_OK : status;
}

/* The limits of a turn. False: nothing is left. */
static bool limits_of_turn(const struct prover *p, uint64_t nodes, struct by_limits *limits)
{
    enum by_stop_reason reason;

    if (!reach_budget_left(&p->budget, limits, &reason))
        return false;
    if (!limits->nodes || limits->nodes > nodes)
        limits->nodes = nodes;
    limits->time_ms -= limits->time_ms / 2;
    return true;
}

/* Looks for a proof of a proved answer until the limits are spent or every search has failed. `first` is what the
 * method that answered has to say. */
static by_status take_turns(struct prover *p, uint64_t nodes, struct reach_proof *first, by_error *error)
{
    struct reach_proof proof = {0};
    struct by_limits limits;
    by_status status = BY_OK;
    bool goes_on = true;

    while (goes_on && !status && !proof.tree.record) {
        goes_on = false;
        for (int i = 0; i < SEARCHES && !status && !proof.tree.record; i++) {
            if (p->has_failed[i] || proof.tree.stopped == BY_STOPPED_ASKED || !limits_of_turn(p, nodes, &limits))
                continue;
            status = take_turn(p, i, &limits, &proof, error);
            goes_on |= !p->has_failed[i];
            if (!i || proof.tree.record || proof.tree.stopped == BY_STOPPED_ASKED)
                *first = proof;
        }
        nodes = nodes < UINT64_MAX / TIMES ? nodes * TIMES : nodes;
    }
    return status;
}

/* An answer that is not proved is not worth the help. */
static by_status look_for_proof(struct prover *p, const struct by_result *result, struct reach_proof *proof,
                                by_error *error)
{
    bool is_proved = result->is_proved || result->kind == BY_KIND_WIN || result->kind == BY_KIND_LOSS;
    by_status status;

    *proof = (struct reach_proof){0};
    p->searches[0] = p->setup->search;
    p->budget.limits = p->setup->limits;
    status = is_proved ? take_turns(p, FIRST_NODES + TIMES * result->nodes, proof, error)
                       : take_turn(p, 0, &p->setup->limits, proof, error);
    for (int i = 1; i < SEARCHES; i++)
        by_search_destroy(p->searches[i]);
    return status;
}

/* ---- Writing it ------------------------------------------------------------------------------------------------ */

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

static int no_proof(const struct setup *setup, const char *file, const char *reason, const char *more)
{
    say_problem(setup->command, "no proof: %s%s", reason, more);
    file_say_if_older(setup->command, file);
    return SAY_FAILED;
}

static int save(const struct setup *setup, const char *name, const struct by_proof *proof)
{
    by_text text = {0};
    by_error error;
    int code;

    if (write_proof(setup, name, proof->record, &text, &error))
        code = no_proof(setup, name, error.message, "");
    else if (proof_check(by_text_string(&text), &error)) /* a search may use more than the rules */
        code = no_proof(setup, name, "it does not hold by the rules alone: ", error.message);
    else
        code = file_save(setup->command, name, &text);
    by_text_free(&text);
    return code;
}

static void print_claim(const struct setup *setup, const char *file, const struct by_proof *proof, const char *helper,
                        FILE *out)
{
    by_text text = {0};

    words_claim(setup->type, &proof->question, &text);
    by_text_printf(&text, ", in %s: ", file);
    words_proof_size((uint64_t)proof->nodes, (uint64_t)proof->leaves, proof->depth, &text);
    if (helper)
        by_text_printf(&text, ", by %s", helper);
    fprintf(out, "%-14s%s\n", "proof", by_text_string(&text));
    by_text_free(&text);
}

int prove(const struct prove_args *prove, struct setup *setup, const struct by_result *result, FILE *out)
{
    struct prover p = {.args = prove, .setup = setup};
    struct reach_proof proof;
    by_error error;
    by_status status;
    int code;

    p.question = question_of(prove, setup, result, &p.is_reached);
    interrupt_begin(setup->stop);
    status = look_for_proof(&p, result, &proof, &error);
    interrupt_end();
    if (status || !proof.tree.record)
        return no_proof(setup, prove->file, status ? error.message : proof.reason.message,
                        result->is_proved ? "; the answer stands" : "");
    code = save(setup, prove->file, &proof.tree);
    if (!code)
        print_claim(setup, prove->file, &proof.tree, helpers[p.found_by], out);
    by_record_destroy(proof.tree.record);
    return code;
}
