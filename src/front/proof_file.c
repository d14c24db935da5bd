/* SPDX-License-Identifier: MIT */
#include "front/proof_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json.h"
#include "front/json_read.h"
#include "front/option_json.h"

static const char format_name[] = "boyi proof 1";

const char *proof_strict_settings(const by_game_type *type)
{
    return type->goal && type->goal->strict_settings ? type->goal->strict_settings : "";
}

/* ---- Walking --------------------------------------------------------------------------------------------------- */

/* A position that goes along the tree as far as it can. Below a node that stands for all other moves, it skips that
 * move; where the next move is impossible then, it stays behind until the walk returns. */
struct walker {
    by_position *position;
    int behind; /* plies since it stayed behind; 0: it goes along */
};

/* Makes a move; BY_MOVE_NONE is none. */
static void walker_push(struct walker *walker, by_move move)
{
    if (walker->behind || (move != BY_MOVE_NONE && by_position_push(walker->position, move, NULL)))
        walker->behind++;
}

static void walker_pop(struct walker *walker, by_move move)
{
    if (walker->behind)
        walker->behind--;
    else if (move != BY_MOVE_NONE)
        by_position_pop(walker->position, NULL);
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

/* Writes a move as text if that reads as the same move. Only moves that can be made can be written. */
static bool print_move(by_position *position, by_move move, by_text *out)
{
    by_move read = BY_MOVE_NONE;

    if (by_position_push(position, move, NULL))
        return false;
    by_position_pop(position, NULL);
    by_position_print_move(position, move, out);
    return by_position_parse_move_as(position, by_text_string(out), 0, &read, NULL) == BY_OK && read == move;
}

static void put_move(struct json *json, struct walker *walker, by_move move)
{
    by_text text = {0};

    if (move == BY_MOVE_NONE)
        json_put_string(json, NULL);
    else if (!walker->behind && print_move(walker->position, move, &text))
        json_put_string(json, by_text_string(&text));
    else
        json_put_unsigned(json, move);
    by_text_free(&text);
}

/* The children of `root`, with all that is below them. */
static void put_tree(struct json *json, const by_record *record, int root, struct walker *walker)
{
    int node = by_record_child(record, root);

    while (node != BY_RECORD_NONE) {
        by_move move = by_record_move(record, node);

        json_put_array(json, JSON_ON_ONE_LINE);
        put_move(json, walker, move);
        if (by_record_child(record, node) != BY_RECORD_NONE) {
            walker_push(walker, move);
            node = by_record_child(record, node);
            continue;
        }
        json_put_end(json);
        while (node != root && by_record_next(record, node) == BY_RECORD_NONE) {
            node = by_record_parent(record, node);
            if (node == root)
                return;
            walker_pop(walker, by_record_move(record, node));
            json_put_end(json);
        }
        node = by_record_next(record, node);
    }
}

static int depth_below(const by_record *record, int root)
{
    int node = root, depth = 0, most = 0;

    for (;;) {
        if (by_record_child(record, node) != BY_RECORD_NONE) {
            node = by_record_child(record, node);
            depth++;
            most = depth > most ? depth : most;
            continue;
        }
        while (node != root && by_record_next(record, node) == BY_RECORD_NONE) {
            node = by_record_parent(record, node);
            depth--;
        }
        if (node == root)
            return most;
        node = by_record_next(record, node);
    }
}

static void put_options(struct json *json, const char *settings)
{
    json_member_object(json, "options", JSON_ON_ONE_LINE);
    while (*(settings += strspn(settings, " "))) {
        size_t name = strcspn(settings, "="), length = strcspn(settings, " ");
        by_text text = {0};

        by_text_printf(&text, "%.*s", (int)name, settings);
        json_put_key(json, by_text_string(&text));
        json->text.failed |= text.failed;
        by_text_free(&text);
        json_put_part(json, settings + name + 1, length > name ? length - name - 1 : 0);
        settings += length;
    }
    json_put_end(json);
}

/* The moves from the record's root to the node where the proof begins; the walker goes there. */
static void put_history(struct json *json, const by_record *record, int node, struct walker *walker)
{
    json_member_array(json, "moves", JSON_ON_ONE_LINE);
    for (int at = BY_RECORD_ROOT; at != node;) {
        at = by_record_child(record, at);
        put_move(json, walker, by_record_move(record, at));
        walker_push(walker, by_record_move(record, at));
    }
    json_put_end(json);
}

static void put_question(struct json *json, const struct by_question *question)
{
    json_member_object(json, "question", JSON_ON_ONE_LINE);
    json_member_string(json, "prover", question->prover ? "second" : "first");
    json_member_integer(json, "threshold", question->threshold);
    json_member_string(json, "answer", question->is_reached ? "yes" : "no");
    json_put_end(json);
}

static void put_proof(struct json *json, const by_record *record, int node, const by_game *game, const char *settings,
                      const struct by_question *question, struct walker *walker)
{
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "format", format_name);
    json_member_string(json, "game", by_game_type_of(game)->name);
    put_options(json, settings);
    if (by_record_start(record))
        json_member_string(json, "position", by_record_start(record));
    put_history(json, record, node, walker);
    put_question(json, question);
    json_member_array(json, "proof", JSON_ON_LINES);
    put_tree(json, record, node, walker);
    json_put_end(json);
    json_put_end(json);
}

by_status proof_write_json(const by_record *record, const by_game *game, const char *settings, by_text *out,
                           by_error *error)
{
    int node = by_record_proof(record);
    struct by_question question;
    struct json *json = calloc(1, sizeof *json);
    struct walker walker = {0};
    by_position *start = NULL;
    by_status status = json ? BY_OK : by_error_no_memory(error);

    if (!status && node == BY_RECORD_NONE)
        status = by_error_set(error, BY_ERROR_INPUT, "the record is no proof: it has no '%s'", BY_PROOF_QUESTION);
    if (!status)
        status = by_question_parse(by_record_tag(record, node, BY_PROOF_QUESTION), &question, error);
    if (!status && depth_below(record, node) > JSON_DEPTH_MOST - 2)
        status = by_error_set(error, BY_ERROR_LIMIT, "the proof is deeper than %d plies", JSON_DEPTH_MOST - 2);
    if (!status)
        status = by_record_position(record, BY_RECORD_ROOT, game, &start, error);
    if (!status)
        status = by_position_copy(start, &walker.position, error);
    if (!status) {
        put_proof(json, record, node, game, settings, &question, &walker);
        by_text_add(out, by_text_string(&json->text));
        status = json->text.failed || out->failed ? by_error_no_memory(error) : BY_OK;
    }
    if (json)
        by_text_free(&json->text);
    free(json);
    by_position_destroy(start);
    by_position_destroy(walker.position);
    return status;
}

/* ---- Reading JSON ---------------------------------------------------------------------------------------------- */

struct reading {
    struct json_document document;
    struct proof_file *file;
    by_error *error;
};

static by_status expected(const struct reading *r, const struct json_value *value, const char *what)
{
    return json_mistake(&r->document, value, r->error, "expected %-s, found %-s", what, json_kind_name(value->kind));
}

/* A member of the file, if it is there it has to be of this kind; NULL if it is not. */
static by_status find_member(const struct reading *r, const struct json_value *object, const char *name,
                             enum json_kind kind, bool is_required, const struct json_value **out)
{
    char what[80];

    *out = json_member(object, name);
    if (!*out)
        return is_required
                   ? json_mistake(&r->document, object, r->error, "expected a member \"%s\" in this object", name)
                   : BY_OK;
    if ((*out)->kind == kind)
        return BY_OK;
    (void)snprintf(what, sizeof what, "%s as \"%s\"", json_kind_name(kind), name);
    return expected(r, *out, what);
}

static by_status check_members(const struct reading *r, const struct json_value *object, const char *const *names)
{
    for (const struct json_value *member = object->child; member; member = member->next) {
        int i = 0;

        while (names[i] && strcmp(names[i], member->name) != 0)
            i++;
        if (!names[i])
            return json_mistake(&r->document, member, r->error, "a proof has no member \"%.60s\"", member->name);
    }
    return BY_OK;
}

static by_status read_options(const struct reading *r, const struct json_value *object, by_options *options)
{
    by_status status = BY_OK;
    by_error error = {0};

    for (const struct json_value *member = object ? object->child : NULL; member && !status; member = member->next) {
        if (member->kind != JSON_STRING)
            return expected(r, member, "the value of an option as a string");
        if (!options)
            return json_mistake(&r->document, member, r->error, "this game has no options");
        status = by_options_set(options, member->name, member->text, &error);
        if (status)
            status = json_mistake(&r->document, member, r->error, "%-s", error.parts);
    }
    return status;
}

/* Opens the game with options of its table, or NULL, and without its rules of thumb. */
static by_status open_strictly(const by_game_type *type, by_options *options, struct proof_file *out, by_error *error)
{
    by_status status = options ? by_options_set_all(options, proof_strict_settings(type), error) : BY_OK;

    if (status)
        return status;
    by_text_clear(&out->settings);
    if (!option_add_differences(options, NULL, &out->settings))
        return by_error_no_memory(error);
    return by_game_open(type, options, &out->game, error);
}

static by_status open_game(struct reading *r, const struct json_value *root)
{
    const struct json_value *name, *options_value;
    const by_game_type *type;
    by_options *options = NULL;
    by_error error = {0};
    by_status status = find_member(r, root, "game", JSON_STRING, true, &name);

    if (!status)
        status = find_member(r, root, "options", JSON_OBJECT, false, &options_value);
    if (status)
        return status;
    if (by_game_type_find(name->text, &type, &error))
        return json_mistake(&r->document, name, r->error, "%-s", error.parts);
    if (type->options)
        status = by_options_create(type->options, &options, r->error);
    if (!status)
        status = read_options(r, options_value, options);
    if (!status)
        status = open_strictly(type, options, r->file, r->error);
    by_options_destroy(options);
    return status;
}

/* A move, as text or as a number; null is allowed if it stands for all others. */
static by_status read_move(const struct reading *r, const struct json_value *value, struct walker *walker,
                           by_move *move)
{
    by_error error = {0};

    if (value->kind == JSON_NUMBER) {
        if (!value->truth || value->integer < 0 || value->integer > BY_MAX_MOVE)
            return json_mistake(&r->document, value, r->error, "expected the number of a move, from 0 to %u",
                                BY_MAX_MOVE);
        *move = (by_move)value->integer;
        return BY_OK;
    }
    if (value->kind != JSON_STRING)
        return expected(r, value, "a move: a string or a number");
    if (walker->behind)
        return json_mistake(&r->document, value, r->error,
                            "the moves before are not given, so moves must be numbers here");
    if (by_position_parse_move_as(walker->position, value->text, 0, move, &error))
        return json_mistake(&r->document, value, r->error, "%-s", error.parts);
    return BY_OK;
}

static by_status read_position(struct reading *r, const struct json_value *root, struct walker *walker)
{
    const struct json_value *text, *moves;
    by_error error = {0};
    by_status status = find_member(r, root, "position", JSON_STRING, false, &text);

    if (!status)
        status = find_member(r, root, "moves", JSON_ARRAY, false, &moves);
    if (!status)
        status = by_position_create(r->file->game, &walker->position, r->error);
    if (!status && text) {
        if (by_position_parse(walker->position, text->text, &error))
            return json_mistake(&r->document, text, r->error, "column %d of the position: %-s", error.column,
                                error.parts);
        status = by_record_set_start(r->file->record, text->text, r->error);
    }
    for (const struct json_value *value = !status && moves ? moves->child : NULL; value && !status;
         value = value->next) {
        by_move move = BY_MOVE_NONE;

        status = read_move(r, value, walker, &move);
        if (!status && by_position_push(walker->position, move, &error))
            status = json_mistake(&r->document, value, r->error, "%-s", error.parts);
        if (!status)
            status = by_record_add(r->file->record, r->file->node, move, &r->file->node, r->error);
    }
    return status;
}

static by_status read_question(struct reading *r, const struct json_value *root)
{
    static const char *const names[] = {"prover", "threshold", "answer", NULL};
    const struct json_value *question, *prover, *threshold, *answer;
    struct by_question *out = &r->file->question;
    by_status status = find_member(r, root, "question", JSON_OBJECT, true, &question);

    if (!status)
        status = check_members(r, question, names);
    if (!status)
        status = find_member(r, question, "prover", JSON_STRING, true, &prover);
    if (!status)
        status = find_member(r, question, "threshold", JSON_NUMBER, true, &threshold);
    if (!status)
        status = find_member(r, question, "answer", JSON_STRING, true, &answer);
    if (status)
        return status;
    out->prover = strcmp(prover->text, "second") == 0;
    if (!out->prover && strcmp(prover->text, "first") != 0)
        return json_mistake(&r->document, prover, r->error, "expected \"first\" or \"second\"");
    out->is_reached = strcmp(answer->text, "yes") == 0;
    if (!out->is_reached && strcmp(answer->text, "no") != 0)
        return json_mistake(&r->document, answer, r->error, "expected \"yes\" or \"no\"");
    if (!threshold->truth || threshold->integer < -BY_WIN || threshold->integer > BY_WIN)
        return json_mistake(&r->document, threshold, r->error, "expected a whole number from %d to %d", -BY_WIN,
                            BY_WIN);
    out->threshold = (by_value)threshold->integer;
    return BY_OK;
}

/* Adds the node that an array is; `node` gets it. */
static by_status read_node(struct reading *r, const struct json_value *value, struct walker *walker, int *node)
{
    by_move move = BY_MOVE_NONE;
    bool is_others;
    by_status status = BY_OK;

    if (value->kind != JSON_ARRAY || !value->child)
        return json_mistake(&r->document, value, r->error, "expected an array with a move and what follows it");
    is_others = value->child->kind == JSON_NULL;
    if (!is_others)
        status = read_move(r, value->child, walker, &move);
    if (!status)
        status = by_record_add(r->file->record, *node, move, node, r->error);
    if (!status && is_others)
        status = by_record_set_tag(r->file->record, *node, BY_PROOF_OTHERS, "", r->error);
    if (!status)
        walker_push(walker, move);
    return status;
}

/* The nodes below `root`, whose arrays begin at `value`. */
static by_status read_tree(struct reading *r, const struct json_value *value, struct walker *walker)
{
    int root = r->file->node, node = root;
    by_status status = BY_OK;

    while (value && !status) {
        status = read_node(r, value, walker, &node);
        if (status)
            break;
        if (value->child->next) {
            value = value->child->next;
            continue;
        }
        for (;; value = value->parent) {
            walker_pop(walker, by_record_move(r->file->record, node));
            node = by_record_parent(r->file->record, node);
            if (value->next || node == root)
                break;
        }
        value = value->next;
    }
    return status;
}

static by_status read_members(struct reading *r)
{
    static const char *const names[] = {"format", "game", "options", "position", "moves", "question", "proof", NULL};
    const struct json_value *root = r->document.root, *format, *proof;
    struct walker walker = {0};
    by_status status;

    if (root->kind != JSON_OBJECT)
        return expected(r, root, "an object");
    status = check_members(r, root, names);
    if (!status)
        status = find_member(r, root, "format", JSON_STRING, true, &format);
    if (!status && strcmp(format->text, format_name) != 0)
        status = json_mistake(&r->document, format, r->error, "expected \"%s\"", format_name);
    if (!status)
        status = open_game(r, root);
    if (!status)
        status = read_question(r, root);
    if (!status)
        status = find_member(r, root, "proof", JSON_ARRAY, true, &proof);
    if (!status)
        status = read_position(r, root, &walker);
    if (!status)
        status = by_position_copy(walker.position, &r->file->position, r->error);
    if (!status)
        by_position_print_question(r->file->position, &r->file->goal);
    if (!status)
        status = read_tree(r, proof->child, &walker);
    by_position_destroy(walker.position);
    return status;
}

static by_status read_json(const char *text, struct proof_file *out, by_error *error)
{
    struct reading r = {.file = out, .error = error};
    by_status status = json_read(text, &r.document, error);

    if (status)
        return status;
    status = by_record_create(&out->record, error);
    if (!status)
        status = read_members(&r);
    json_document_free(&r.document);
    return status;
}

/* ---- Reading SGF ----------------------------------------------------------------------------------------------- */

/* Opens a game with the settings of the record. */
static by_status open_with_settings(struct proof_file *out, const by_game_type *type, by_error *error)
{
    const char *settings = by_record_tag(out->record, out->node, PROOF_SETTINGS);
    by_options *options = NULL;
    by_status status = type->options ? by_options_create(type->options, &options, error) : BY_OK;

    if (!status && settings && options)
        status = by_options_set_all(options, settings, error);
    if (!status)
        status = open_strictly(type, options, out, error);
    by_options_destroy(options);
    return status;
}

/* The goal that the proof is about, in the position before it. */
static by_status import_goal(struct proof_file *out, const char *goal, by_error *error)
{
    const by_game_type *type;
    by_position *base = NULL;
    char name[40];
    by_status status;

    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(goal, " "), goal);
    out->base = out->game;
    out->game = NULL;
    status = by_game_type_find(name, &type, error);
    if (!status)
        status = open_with_settings(out, type, error);
    if (!status)
        status = by_record_position(out->record, out->node, out->base, &base, error);
    if (!status)
        status = by_position_create(out->game, &out->position, error);
    if (!status)
        status = by_position_import(out->position, base, goal + strcspn(goal, " "), error);
    by_text_add(&out->goal, goal + strspn(goal + strcspn(goal, " "), " ") + strcspn(goal, " "));
    by_position_destroy(base);
    return status;
}

/* The library has one such game. */
static bool is_kept_as_sgf(const by_game_type *type)
{
    return type->records && strcmp(type->records->format, "SGF") == 0;
}

static by_status read_first_record(const char *text, struct proof_file *out, by_error *error)
{
    size_t index = 0, offset = 0;
    by_status status;

    while (!is_kept_as_sgf(by_game_type_at(index)))
        index++;
    status = by_game_open(by_game_type_at(index), NULL, &out->game, error);
    if (!status)
        status = by_record_read(out->game, text, strlen(text), &offset, &out->record, error);
    if (!status && !out->record)
        status = by_error_set_at(error, BY_ERROR_INPUT, 1, 1, "expected a game record");
    return status;
}

static by_status read_sgf(const char *text, struct proof_file *out, by_error *error)
{
    const by_game_type *type;
    const char *goal;
    by_status status = read_first_record(text, out, error);

    if (status)
        return status;
    out->node = by_record_proof(out->record);
    if (out->node == BY_RECORD_NONE)
        return by_error_set(error, BY_ERROR_INPUT, "this record is no proof: expected a property %s in its main line",
                            BY_PROOF_QUESTION);
    status = by_question_parse(by_record_tag(out->record, out->node, BY_PROOF_QUESTION), &out->question, error);
    goal = by_record_tag(out->record, out->node, PROOF_GOAL);
    if (status)
        return status;
    if (goal)
        return import_goal(out, goal, error);
    type = by_game_type_of(out->game);
    by_game_close(out->game);
    out->game = NULL;
    status = open_with_settings(out, type, error);
    return status ? status : by_record_position(out->record, out->node, out->game, &out->position, error);
}

by_status proof_read(const char *text, struct proof_file *out, by_error *error)
{
    const char *begin = text + strspn(text, " \t\r\n");
    by_status status;

    *out = (struct proof_file){0};
    status = *begin == '{' ? read_json(text, out, error) : read_sgf(text, out, error);
    if (status)
        proof_file_free(out);
    return status;
}

void proof_file_free(struct proof_file *file)
{
    by_position_destroy(file->position);
    by_record_destroy(file->record);
    by_game_close(file->game);
    by_game_close(file->base);
    by_text_free(&file->settings);
    by_text_free(&file->goal);
    *file = (struct proof_file){0};
}

by_status proof_check(const char *text, by_error *error)
{
    struct proof_file file;
    struct by_verification found = {BY_SIZE(by_verification)};
    by_status status = proof_read(text, &file, error);

    if (status)
        return status;
    status = by_record_verify_from(file.record, file.node, file.position, &file.question, 0, &found, error);
    proof_file_free(&file);
    return status;
}
