/* SPDX-License-Identifier: MIT
 *
 * boyi verify: replays proofs by the rules of the game alone, without any search.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/say.h"
#include "front/json.h"
#include "front/proof_file.h"
#include "front/words.h"

struct verify_args {
    struct arg_list files;
    int64_t nodes;
    bool json;
};

#define ARGS struct verify_args

static const struct arg rows[] = {
    ROW_WORDS(files, "FILE", "proofs, as JSON or (for Go) as SGF; `-` reads one from standard input"),
    ROW_NUMBER(nodes, "--nodes", "N", 1, INT64_MAX, "give up a proof after N positions (1,000,000,000)"),
    ROW_FLAG(json, "--json", "print the results as a JSON array"),
    {0},
};

static const struct arg_about about = {
    .name = "verify",
    .help =
        "Replays proofs that `analyse --proof` or `solve --proof` has written. Every legal move of the loser must be "
        "answered, and every line must end by the rules. It uses only the rules of the game, no search. The exit code "
        "is 0 if all proofs hold, 1 if one does not, 2 if one cannot be read, 3 if one is given up (and there is no "
        "other error).",
    .examples = "  boyi analyse tictactoe --position xo./.../... --proof win.json\n"
                "  boyi verify win.json\n",
};

enum {
    NODES_MOST = 1000000000,
    GIVEN_UP = 3, /* the exit code if a proof took too many nodes, so that the result is unknown */
};

/* The result for one file. */
struct outcome {
    const char *name;
    by_status status; /* BY_OK: it holds */
    struct by_verification found;
    by_text claim; /* "x wins"; if the file could not be read this and the next ones are "" */
    by_text game, settings, position;
    int plies;      /* that led to the position */
    by_text remark; /* a note on the claim for the reader, or "" */
    by_error error;
};

static void free_outcome(struct outcome *outcome)
{
    by_text_free(&outcome->claim);
    by_text_free(&outcome->game);
    by_text_free(&outcome->settings);
    by_text_free(&outcome->position);
    by_text_free(&outcome->remark);
}

/* ---- What was verified ----------------------------------------------------------------------------------------- */

/* Whether the proof is about the goal itself: less than a win means that the block stays on the board. */
static bool asks_for_goal(const struct proof_file *file)
{
    return by_game_type_of(file->game)->goal && by_value_is_win(file->question.threshold) &&
           by_position_prover(file->position) == file->question.prover;
}

/* The proved claim, in the words of a goal if there is one. */
static void claim(const struct proof_file *file, by_text *out)
{
    const by_game_type *type = by_game_type_of(file->game);

    if (asks_for_goal(file))
        by_text_add(out, file->question.is_reached ? "the block is captured" : "the block is not captured");
    else
        words_claim(type, &file->question, out);
    if (file->goal.length)
        by_text_printf(out, ", %s", by_text_string(&file->goal));
}

/* A claim that every end of a game fulfils, for all moves. */
static bool is_void(const struct by_question *question)
{
    return question->is_reached && question->threshold <= -BY_WIN;
}

/* How many moves before the position the game was already over; 0: it was not. */
static int moves_since_end(const struct proof_file *file)
{
    by_position *copy;
    struct by_node node;
    int back = 0, found = 0;

    if (by_position_copy(file->position, &copy, NULL))
        return 0;
    while (!by_position_pop(copy, NULL)) {
        back++;
        by_position_verdict(copy, &node);
        if (node.is_over)
            found = back;
    }
    by_position_destroy(copy);
    return found;
}

/* Whether the tree fails under the default settings of the game. A goal has no default to try. */
static bool fails_by_default(const struct proof_file *file, uint64_t node_limit)
{
    const by_game_type *type = by_game_type_of(file->game);
    struct by_verification found = {BY_SIZE(by_verification)};
    by_game *game;
    by_status status;

    if (type->goal || by_game_open(type, NULL, &game, NULL))
        return false;
    status = by_record_verify(file->record, game, &file->question, node_limit, &found, NULL);
    by_game_close(game);
    return status == BY_ERROR_INPUT;
}

/* Notes lines that no board position ends: under other settings, such as a later move limit, they may go on. */
static void add_history(const struct proof_file *file, const struct by_verification *found, uint64_t node_limit,
                        by_text *out)
{
    bool is_all = found->by_history == found->leaves, has_settings = file->settings.length > 0;

    if (is_all)
        by_text_add(out, "every line ends");
    else
        by_text_printf(out, "%s of %s lines %s", words_count(found->by_history).text, words_count(found->leaves).text,
                       found->by_history == 1 ? "ends" : "end");
    by_text_printf(out, " by a repetition or a count of moves%s%s", has_settings ? " under the settings above" : "",
                   is_all ? ", none on the board" : "");
    if (has_settings && fails_by_default(file, node_limit))
        by_text_add(out, ": by the default settings of the game this tree proves nothing");
    else if (has_settings)
        by_text_add(out, ": with other settings the claim may be false");
}

/* Notes what weakens the proof. */
static void add_remark(const struct proof_file *file, const struct by_verification *found, uint64_t node_limit,
                       by_text *out)
{
    int since_end = moves_since_end(file);

    if (is_void(&file->question))
        by_text_add(out, "the claim is empty: every result is at least a loss");
    else if (since_end)
        by_text_printf(out, "the game had ended %d %s before this position", since_end,
                       since_end == 1 ? "move" : "moves");
    else if (found->nodes == 1)
        by_text_add(out, "the game was over before the first move of the proof");
    else if (found->by_history)
        add_history(file, found, node_limit, out);
}

static void describe(const struct proof_file *file, struct outcome *outcome)
{
    size_t length;

    claim(file, &outcome->claim);
    by_text_add(&outcome->game, by_game_type_of(file->game)->name);
    by_text_add(&outcome->settings, by_text_string(&file->settings));
    by_position_print(file->position, &outcome->position);
    by_position_history(file->position, &length);
    outcome->plies = (int)length;
}

/* ---- Output ---------------------------------------------------------------------------------------------------- */

static void put_outcome(struct json *json, const struct outcome *outcome)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "file", outcome->name);
    json_put_key(json, "proved");
    if (outcome->status == BY_ERROR_LIMIT)
        json_put_string(json, NULL);
    else
        json_put_bool(json, outcome->status == BY_OK);
    json_member_string(json, "claim", by_text_string(&outcome->claim));
    json_member_string(json, "game", by_text_string(&outcome->game));
    json_member_string(json, "settings", by_text_string(&outcome->settings));
    json_member_string(json, "position", by_text_string(&outcome->position));
    json_member_integer(json, "moves_before", outcome->plies);
    json_member_string(json, "remark", outcome->remark.length ? by_text_string(&outcome->remark) : NULL);
    json_member_unsigned(json, "nodes", outcome->found.nodes);
    json_member_unsigned(json, "leaves", outcome->found.leaves);
    json_member_integer(json, "plies", outcome->found.depth);
    json_member_bool(json, "argued", outcome->found.is_argued);
    json_member_string(json, "error", outcome->status ? outcome->error.message : NULL);
    json_put_end(json);
}

/* The game with its settings, the position, and notes on the claim. */
static void print_subject(const struct outcome *outcome)
{
    printf("  game      %s%s%s\n", by_text_string(&outcome->game), outcome->settings.length ? ", with " : "",
           by_text_string(&outcome->settings));
    printf("  position  %s", by_text_string(&outcome->position));
    if (outcome->plies)
        printf(", after %d %s", outcome->plies, outcome->plies == 1 ? "move" : "moves");
    printf("\n");
    if (outcome->remark.length)
        printf("  remark    %s\n", by_text_string(&outcome->remark));
}

static void print_outcome(const struct outcome *outcome)
{
    by_text size = {0};

    words_proof_size(outcome->found.nodes, outcome->found.leaves, outcome->found.depth, &size);
    if (!outcome->status)
        printf("%s: proved: %s (%s%s)\n", outcome->name, by_text_string(&outcome->claim), by_text_string(&size),
               outcome->found.is_argued ? "; moves that are not in it by the game's own argument" : "");
    else
        printf("%s: %s: %s: %s\n", outcome->name, outcome->status == BY_ERROR_LIMIT ? "not known" : "not proved",
               by_text_string(&outcome->claim), outcome->error.message);
    by_text_free(&size);
    print_subject(outcome);
}

/* Reads and verifies one; an exit code. */
static int verify(const struct verify_args *args, struct outcome *outcome)
{
    struct proof_file file;
    const char *why;
    char *text = file_read(outcome->name, &why);
    int code = 0;

    if (!text) {
        outcome->status = by_error_set(&outcome->error, BY_ERROR_INPUT, "cannot be read: %s", why);
        say_problem(about.name, "%s: %s", outcome->name, outcome->error.message);
        return SAY_BAD_USE;
    }
    outcome->status = proof_read(text, &file, &outcome->error);
    if (outcome->status) {
        code = say_error(about.name, outcome->name, &outcome->error);
        say_place(text, &outcome->error);
        free(text);
        return code;
    }
    free(text);
    describe(&file, outcome);
    outcome->status = by_record_verify_from(file.record, file.node, file.position, &file.question,
                                            (uint64_t)args->nodes, &outcome->found, &outcome->error);
    if (!outcome->status)
        add_remark(&file, &outcome->found, (uint64_t)args->nodes, &outcome->remark);
    proof_file_free(&file);
    if (!args->json)
        print_outcome(outcome);
    return outcome->status == BY_ERROR_LIMIT ? GIVEN_UP : outcome->status ? SAY_FAILED : 0;
}

/* A failed proof says more than an abandoned one. */
static int worse(int a, int b)
{
    if (a == GIVEN_UP || b == GIVEN_UP)
        return a == GIVEN_UP ? (b ? b : a) : (a ? a : b);
    return a > b ? a : b;
}

int boyi_verify(int argc, char **argv)
{
    struct verify_args args = {.nodes = NODES_MOST};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
    struct json json = {0};
    int code = args_parse(&about, groups, argc, argv), worst = 0;

    if (code != ARGS_GO)
        return code;
    json_put_array(&json, JSON_ON_LINES);
    for (int i = 0; i < args.files.count; i++) {
        struct outcome outcome = {.name = args.files.items[i], .found = {BY_SIZE(by_verification)}};

        code = verify(&args, &outcome);
        worst = worse(worst, code);
        put_outcome(&json, &outcome);
        free_outcome(&outcome);
    }
    json_put_end(&json);
    if (args.json)
        worst = worse(worst, say_json(&json, stdout));
    else
        by_text_free(&json.text);
    return worst;
}
