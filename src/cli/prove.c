/* SPDX-License-Identifier: MIT */
#include "cli/prove.h"

#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "front/proof_file.h"
#include "front/words.h"

const struct arg prove_rows[] = {
    {.name = "--proof",
     .kind = ARG_TEXT,
     .value = "FILE",
     .help =
         "write the proof of the answer, for `boyi verify`: as SGF if the name ends so and the game is kept so, else "
         "as JSON. Rules of thumb of the game are turned off",
     .offset = ARG_AT(struct prove_args, file)},
    {.name = "--proof-nodes",
     .kind = ARG_NUMBER,
     .value = "N",
     .least = 1,
     .most = INT32_MAX,
     .help = "the most nodes that the proof may have (1,000,000)",
     .offset = ARG_AT(struct prove_args, nodes)},
    {0},
};

/* ---- Before the search ----------------------------------------------------------------------------------------- */

static int add_setting(const char *command, struct arg_list *list, const char *setting)
{
    if (list->count == ARG_LIST_MOST) {
        say_problem(command, "there are more than %d settings", ARG_LIST_MOST);
        return SAY_BAD_USE;
    }
    list->items[list->count++] = setting;
    return 0;
}

/* The last setting of this option; NULL: none. */
static const char *find_setting(const struct arg_list *settings, const char *name)
{
    size_t length = strlen(name);

    for (int i = settings->count - 1; i >= 0; i--)
        if (strncmp(settings->items[i], name, length) == 0 && settings->items[i][length] == '=')
            return settings->items[i] + length + 1;
    return NULL;
}

/* Whose success is in question; the side to move if nobody says. */
static int prover_of(const struct setup *setup, const char *setting)
{
    struct by_node node;
    int prover = by_position_prover(setup->position);

    by_position_node(setup->position, &node);
    if (setting && strcmp(setting, "first") == 0)
        return 0;
    if (setting && strcmp(setting, "second") == 0)
        return 1;
    return prover >= 0 && (!setting || strcmp(setting, "mover") != 0) ? prover : node.side;
}

int prove_prepare(struct prove_args *prove, const struct setup *setup, struct setup_args *common)
{
    const by_method *method;

    if (!prove->file || !common->method || by_method_find(common->method, &method, NULL) || !by_method_proves(method))
        return 0;
    (void)snprintf(prove->prover, sizeof prove->prover, "prover=%s",
                   prover_of(setup, find_setting(&common->settings, "prover")) ? "second" : "first");
    return add_setting(setup->command, &common->settings, prove->prover);
}

/* ---- After it -------------------------------------------------------------------------------------------------- */

/* What a method that proves was asked, and of another what its value answers: whether the one wins who does, and
 * otherwise whether the side to move reaches this value. */
static struct by_question question_of(const struct setup *setup, const struct setup_args *common,
                                      const struct by_result *result)
{
    struct by_question question = {.threshold = BY_WIN_LEAST};
    struct by_node node;

    by_position_node(setup->position, &node);
    if (by_method_proves(setup->method)) {
        question.prover = prover_of(setup, find_setting(&common->settings, "prover"));
        question.threshold = by_options_number(setup->options, "threshold");
        question.is_reached = result->answer == BY_ANSWER_YES;
        return question;
    }
    question.is_reached = true;
    question.prover = by_value_is_loss(result->value) ? node.side ^ 1 : node.side;
    if (!by_value_is_win(result->value) && !by_value_is_loss(result->value))
        question.threshold = result->value;
    return question;
}

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), more = strlen(end);

    return length >= more && strcmp(name + length - more, end) == 0;
}

static by_status write_proof(const struct setup *setup, const char *name, by_record *record, by_text *out,
                             by_error *error)
{
    const struct by_records *records = setup->type->records;
    const char *settings = by_text_string(&setup->game_settings);
    by_status status = BY_OK;

    if (ends_in(name, ".sgf") && records && strcmp(records->format, "SGF") == 0) {
        if (*settings)
            status = by_record_set_tag(record, by_record_proof(record), PROOF_SETTINGS, settings, error);
        if (!status)
            status = by_record_write(setup->game, record, -1, out, error);
    } else {
        status = proof_write_json(record, setup->game, settings, out, error);
    }
    return status;
}

/* Reads what will be written, and verifies it: a search may rest on more than the rules. */
static int check(const struct setup *setup, const char *text)
{
    struct proof_file file;
    struct by_verification found;
    by_error error = {0};
    by_status status = proof_read(text, &file, &error);

    if (!status) {
        status = by_record_verify_from(file.record, file.node, file.position, &file.question, 0, &found, &error);
        proof_file_free(&file);
    }
    if (status)
        say_problem(setup->command, "no proof: it does not hold by the rules alone: %s", error.message);
    return status ? SAY_FAILED : 0;
}

static int save(const struct setup *setup, const char *name, const struct by_proof *proof)
{
    by_text text = {0};
    by_error error;
    const char *why;
    int code = 0;

    if (write_proof(setup, name, proof->record, &text, &error))
        code = say_error(setup->command, "proof", &error);
    else
        code = check(setup, by_text_string(&text));
    if (!code && !file_write(name, by_text_string(&text), true, &why)) {
        say_problem(setup->command, "cannot write %s: %s", name, why);
        code = SAY_FAILED;
    }
    by_text_free(&text);
    return code;
}

static int say_none(const struct setup *setup, const struct by_proof *proof)
{
    if (proof->stopped == BY_STOPPED_ASKED)
        say_problem(setup->command, "no proof: interrupted");
    else if (proof->stopped != BY_STOPPED_DONE)
        say_problem(setup->command, "no proof: stopped by the limit of %s", by_stop_reason_name(proof->stopped));
    else if (proof->answer == BY_ANSWER_UNKNOWN)
        say_problem(setup->command, "no proof: the answer is not known");
    else
        say_problem(setup->command, "no proof: the answer does not rest on the rules alone");
    return SAY_FAILED;
}

int prove(const struct prove_args *prove, struct setup *setup, const struct setup_args *common,
          const struct by_result *result, FILE *out)
{
    struct by_question question = question_of(setup, common, result);
    struct by_proof proof;
    by_text claim = {0};
    by_error error;
    by_status status;
    int code;

    interrupt_begin(setup->stop);
    status = by_search_proof(setup->search, setup->position, &question, &setup->limits,
                             prove->nodes ? (int)prove->nodes : PROVE_NODES, &proof, &error);
    interrupt_end();
    if (status) {
        (void)say_error(setup->command, "proof", &error);
        return SAY_FAILED;
    }
    if (!proof.record)
        return say_none(setup, &proof);
    code = save(setup, prove->file, &proof);
    words_claim(setup->type, &proof.question, &claim);
    if (!code)
        fprintf(out, "%-14s%s, in %s: %d nodes, %d leaves, %d plies\n", "proof", by_text_string(&claim), prove->file,
                proof.nodes, proof.leaves, proof.depth);
    by_text_free(&claim);
    by_record_destroy(proof.record);
    return code;
}
