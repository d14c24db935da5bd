/* SPDX-License-Identifier: MIT */
#include "selfplay/reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "selfplay/plan.h"

struct selfplay_reader {
    struct selfplay_source source;
    FILE *own; /* the stream, if it is to be closed */
    char *name;
    by_text settings;
    by_game *game;
    by_position *initial;
    by_position *position;
    struct selfplay_bytes payload;
    struct selfplay_game current;
    uint64_t games;  /* read so far */
    uint64_t offset; /* of the current game */
    size_t ply;      /* steps made in the current game */
    bool is_cut;
};

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

by_status selfplay_reader_open_stream(FILE *stream, const char *name, struct selfplay_reader **out, by_error *error)
{
    struct selfplay_reader *reader = calloc(1, sizeof *reader);
    by_status status;

    if (!reader)
        return by_error_no_memory(error);
    reader->name = malloc(strlen(name) + 1);
    status = reader->name ? BY_OK : by_error_no_memory(error);
    if (!status) {
        strcpy(reader->name, name);
        reader->source = (struct selfplay_source){.stream = stream, .name = reader->name};
        status = selfplay_get_settings(&reader->source, &reader->settings, error);
    }
    if (!status)
        status = selfplay_settings_open_game(by_text_string(&reader->settings), &reader->game, error);
    if (!status)
        status = by_position_create(reader->game, &reader->initial, error);
    if (!status)
        status = by_position_create(reader->game, &reader->position, error);
    if (status)
        selfplay_reader_destroy(reader);
    else
        *out = reader;
    return status;
}

by_status selfplay_reader_open(const char *path, struct selfplay_reader **out, by_error *error)
{
    FILE *stream = fopen(path, "rb");
    by_status status;

    if (!stream)
        return by_error_set(error, BY_ERROR_INPUT, "cannot read %.120s: %s", path, strerror(errno));
    status = selfplay_reader_open_stream(stream, path, out, error);
    if (status)
        (void)fclose(stream);
    else
        (*out)->own = stream;
    return status;
}

void selfplay_reader_destroy(struct selfplay_reader *reader)
{
    if (!reader)
        return;
    if (reader->own)
        (void)fclose(reader->own);
    by_position_destroy(reader->initial);
    by_position_destroy(reader->position);
    by_game_close(reader->game);
    by_text_free(&reader->settings);
    selfplay_bytes_free(&reader->payload);
    selfplay_game_free(&reader->current);
    free(reader->name);
    free(reader);
}

const char *selfplay_reader_settings(const struct selfplay_reader *reader)
{
    return by_text_string(&reader->settings);
}

const by_game *selfplay_reader_game(const struct selfplay_reader *reader)
{
    return reader->game;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* An error inside the current game, with its place. */
static by_status in_game(const struct selfplay_reader *reader, const by_error *inside, const char *where,
                         by_error *error)
{
    return by_error_set(error, inside->status, "%.80s, game %" PRIu64 " at byte %" PRIu64 "%s: %.90s", reader->name,
                        reader->games - 1, reader->offset, where, inside->message);
}

static by_status set_game(struct selfplay_reader *reader, by_error *error)
{
    by_error inside = {0};
    uint64_t number = reader->games++;

    reader->ply = 0;
    if (selfplay_game_get(&reader->current, reader->payload.data, reader->payload.length, &inside))
        return in_game(reader, &inside, "", error);
    if (reader->current.number != number) {
        (void)by_error_set(&inside, BY_ERROR_INPUT, "this is game %" PRIu64, reader->current.number);
        return in_game(reader, &inside, "", error);
    }
    if (selfplay_game_set_start(&reader->current, reader->initial, reader->position, &inside))
        return in_game(reader, &inside, ", its start", error);
    return BY_OK;
}

by_status selfplay_reader_next(struct selfplay_reader *reader, const struct selfplay_game **game, by_error *error)
{
    enum selfplay_found found = SELFPLAY_FOUND_END;
    by_status status;

    *game = NULL;
    reader->offset = reader->source.offset;
    status = selfplay_get_frame(&reader->source, SELFPLAY_FRAME_GAME, &reader->payload, &found, error);
    if (status)
        return status;
    reader->is_cut = found == SELFPLAY_FOUND_CUT;
    if (found != SELFPLAY_FOUND_FRAME)
        return BY_OK;
    status = set_game(reader, error);
    if (!status)
        *game = &reader->current;
    return status;
}

by_status selfplay_reader_step(struct selfplay_reader *reader, struct selfplay_position *out, by_error *error)
{
    const struct selfplay_game *game = &reader->current;
    struct by_node node;
    char where[48];
    by_error inside = {0};

    *out = (struct selfplay_position){0};
    if (reader->ply && reader->ply <= game->ply_count &&
        by_position_push(reader->position, game->plies[reader->ply - 1].move, &inside)) {
        (void)snprintf(where, sizeof where, ", ply %zu", reader->ply - 1);
        reader->ply = game->ply_count + 1;
        return in_game(reader, &inside, where, error);
    }
    if (reader->ply >= game->ply_count) {
        reader->ply = game->ply_count + 1;
        return BY_OK;
    }
    by_position_node(reader->position, &node);
    *out = (struct selfplay_position){
        .position = reader->position,
        .ply = reader->ply,
        .move = game->plies[reader->ply].move,
        .score = game->plies[reader->ply].score,
        .side = node.side,
        .result = node.side == 0 ? selfplay_game_result(game) : -selfplay_game_result(game),
    };
    reader->ply++;
    return BY_OK;
}

by_position *selfplay_reader_last(struct selfplay_reader *reader)
{
    return reader->position;
}

uint64_t selfplay_reader_offset(const struct selfplay_reader *reader)
{
    return reader->offset;
}

uint64_t selfplay_reader_next_offset(const struct selfplay_reader *reader)
{
    return reader->source.offset;
}

bool selfplay_reader_is_cut(const struct selfplay_reader *reader)
{
    return reader->is_cut;
}
