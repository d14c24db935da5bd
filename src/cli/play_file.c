/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"
#include "cli/play.h"

static bool has_records(const struct play *play)
{
    const by_game_type *type = play->setup.type;

    if (!type->records)
        printf("There is no file format for games of %s.\n", type->name);
    return type->records != NULL;
}

/* ---- Saving ---------------------------------------------------------------------------------------------------- */

static enum by_outcome outcome_of(by_position *position)
{
    struct by_node node;

    by_position_verdict(position, &node);
    if (!node.is_over)
        return BY_OUTCOME_UNKNOWN;
    if (!node.value)
        return BY_OUTCOME_DRAW;
    return (node.value > 0) == (node.side == 0) ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND;
}

/* Keeps the tags of the loaded game, such as the players. */
static by_status copy_tags(const by_record *from, by_record *to, by_error *error)
{
    const char *name, *value;
    by_status status = BY_OK;

    for (int i = 0; from && !status && by_record_tag_at(from, BY_RECORD_ROOT, i, &name, &value); i++)
        status = by_record_add_tag(to, BY_RECORD_ROOT, name, value, error);
    return status;
}

/* The game so far as a record. */
static by_status write_game(const struct play *play, by_text *out, by_error *error)
{
    by_record *record = NULL;
    by_status status = by_record_from_position(play->setup.position, &record, error);

    if (!status)
        status = copy_tags(play->loaded, record, error);
    if (!status) {
        by_record_set_outcome(record, outcome_of(play->setup.position));
        status =
            by_record_write(play->setup.game, record, play->setup.notation ? play->setup.notation : -1, out, error);
    }
    by_record_destroy(record);
    return status;
}

void play_save(struct play *play, const char *name, bool replaces)
{
    by_text text = {0};
    by_error error;
    const char *why;

    if (!has_records(play))
        return;
    if (!*name)
        printf("Which file? Type `save FILE`.\n");
    else if (write_game(play, &text, &error))
        printf("The game cannot be written: %s.\n", error.message);
    else if (file_write(name, by_text_string(&text), replaces, &why))
        printf("Saved to %s.\n", name);
    else if (why)
        printf("Cannot write %s: %s.\n", name, why);
    else
        printf("%s exists. Type `save! %s` to overwrite it.\n", name, name);
    by_text_free(&text);
}

/* ---- Loading --------------------------------------------------------------------------------------------------- */

static bool has_remarks(const by_record *record)
{
    for (int node = BY_RECORD_ROOT; node != BY_RECORD_NONE; node = by_record_child(record, node))
        if (by_record_next(record, node) != BY_RECORD_NONE || *by_record_remark(record, node, BY_REMARK_BEFORE) ||
            *by_record_remark(record, node, BY_REMARK_AFTER))
            return true;
    return false;
}

/* Replaces the current game by the main line of a record. */
static by_status load_record(struct play *play, by_record *record, by_error *error)
{
    by_position *first = NULL, *last = NULL;
    by_status status = by_record_position(record, BY_RECORD_ROOT, play->setup.game, &first, error);

    if (!status)
        status = by_record_position(record, by_record_last(record), play->setup.game, &last, error);
    if (!status) {
        by_position_destroy(play->start);
        by_position_destroy(play->setup.position);
        by_record_destroy(play->loaded);
        play->start = first;
        play->setup.position = last;
        play->loaded = record;
        return BY_OK;
    }
    by_position_destroy(first);
    by_position_destroy(last);
    return status;
}

/* Reports the parts of a file that were ignored. */
static void print_loaded(const by_record *record, const char *rest)
{
    int plies = by_record_plies(record, by_record_last(record));

    printf("Loaded %d %s.\n", plies, plies == 1 ? "move" : "moves");
    if (has_remarks(record))
        printf("Comments and variations are ignored: `save` will not write them.\n");
    if (rest[strspn(rest, " \t\r\n")])
        printf("The file holds more games; this is the first.\n");
}

static void load_text(struct play *play, const char *name, const char *text)
{
    by_record *record;
    by_error error = {0};
    size_t offset = 0;
    by_status status = by_record_read(play->setup.game, text, strlen(text), &offset, &record, &error);
    bool is_empty = !record || (status && by_record_last(record) == BY_RECORD_ROOT);

    if (status)
        printf("%s, line %d, column %d: %s\n", name, error.line, error.column, error.message);
    else if (!record)
        printf("There is no game in %s.\n", name);
    if (!is_empty && !load_record(play, record, &error)) {
        print_loaded(record, text + offset);
        play_show(play);
        return;
    }
    if (!is_empty)
        printf("%s\n", error.message);
    by_record_destroy(record);
    printf("Your current game continues.\n");
}

void play_load(struct play *play, const char *name)
{
    const char *why;
    char *text;

    if (!has_records(play))
        return;
    if (!*name || strcmp(name, "-") == 0) {
        printf("Which file? Type `load FILE`.\n");
        return;
    }
    text = file_read(name, &why);
    if (text)
        load_text(play, name, text);
    else
        printf("Cannot read %s: %s.\n", name, why);
    free(text);
}
