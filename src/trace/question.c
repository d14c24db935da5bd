/* SPDX-License-Identifier: MIT */
#include "trace/question.h"

#include <stdlib.h>
#include <string.h>

by_status trace_run_open(struct trace_run *run, const struct trace_question *question, by_error *error)
{
    by_status status;

    run->question = *question;
    run->type = by_game_type_of(question->game);
    status = by_search_create(question->game, question->method, question->options, &run->search, error);
    if (!status)
        status = by_position_copy(question->position, &run->walker, error);
    if (!status)
        status = by_stop_create_below(question->limits.stop, &run->stop, error);
    run->question.limits.size = sizeof run->question.limits;
    run->question.limits.stop = run->stop;
    return status;
}

void trace_run_end(struct trace_run *run)
{
    by_search_destroy(run->search);
    by_stop_destroy(run->stop);
    run->search = NULL;
    run->stop = NULL;
    run->question.limits.stop = NULL;
}

bool trace_run_push(struct trace_run *run, by_move move)
{
    by_status status = by_position_push(run->walker, move, NULL);

    run->no_memory |= status != BY_OK;
    return !status;
}

by_status trace_run_lacks(const struct trace_run *run, by_error *error)
{
    if (run->no_memory)
        return by_error_no_memory(error);
    if (run->is_full_of_nodes)
        return by_error_set(error, BY_ERROR_LIMIT, "the tree has more than %d nodes", run->question.nodes_most);
    return by_error_set(error, BY_ERROR_LIMIT, "%zu bytes are too few for a trace", run->question.memory_most);
}

void trace_run_close(struct trace_run *run)
{
    trace_run_end(run);
    by_position_destroy(run->walker);
    *run = (struct trace_run){0};
}

/* ---- Room ------------------------------------------------------------------------------------------------------ */

/* Whether `bytes` more fit. */
static bool may_allocate(struct trace_run *run, size_t bytes)
{
    size_t max = run->question.memory_most;
    bool may = !max || (bytes <= max && run->memory <= max - bytes);

    run->is_full |= !may;
    return may;
}

void *trace_grown(struct trace_run *run, void *array, size_t needed, size_t *room, size_t size)
{
    size_t wanted = *room ? *room : 64;
    char *grown;

    if (needed <= *room)
        return array;
    while (wanted < needed || wanted == *room)
        wanted *= 2;
    if (!may_allocate(run, (wanted - *room) * size))
        return array;
    grown = realloc(array, wanted * size);
    run->no_memory |= !grown;
    if (!grown)
        return array;
    memset(grown + *room * size, 0, (wanted - *room) * size);
    run->memory += (wanted - *room) * size;
    *room = wanted;
    return grown;
}

char *trace_copied(struct trace_run *run, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy;

    if (!may_allocate(run, size))
        return NULL;
    copy = malloc(size);
    run->no_memory |= !copy;
    if (copy) {
        memcpy(copy, text, size);
        run->memory += size;
    }
    return copy;
}

void trace_free_text(struct trace_run *run, char **text)
{
    run->memory -= *text ? strlen(*text) + 1 : 0;
    free(*text);
    *text = NULL;
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

void trace_member_question(struct json *json, const struct trace_run *run)
{
    const struct trace_question *question = &run->question;
    by_text text = {0};

    json_member_string(json, "game", run->type->name);
    by_position_print(question->position, &text);
    json_member_printed(json, "position", &text);
    json_member_string(json, "method", by_method_name(question->method));
    json_member_object(json, "options", JSON_ON_LINES);
    for (const struct by_option *row = by_options_table(question->options); row->name; row++) {
        by_options_print(question->options, row, &text);
        json_member_printed(json, row->name, &text);
    }
    json_put_end(json);
    by_text_free(&text);
}

void trace_member_number(struct json *json, const char *key, int64_t number, bool is_known)
{
    json_put_key(json, key);
    if (is_known)
        json_put_integer(json, number);
    else
        json_put_string(json, NULL);
}
