/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "selfplay/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "selfplay/plan.h"

struct selfplay_output {
    FILE *stream; /* for reading; its descriptor is written to */
    char *path;
    uint64_t size; /* as far as the file is good */
    uint64_t games;
    uint64_t cut;
    bool is_changed;
    struct selfplay_bytes last;
    struct selfplay_bytes frame; /* that is being written */
};

static by_status failed(const struct selfplay_output *output, const char *what, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "cannot %s %.120s: %s", what, output->path, strerror(errno));
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* Writes bytes behind what is good in the file; if they do not fit, none of them stay. */
static by_status write_all(struct selfplay_output *output, const struct selfplay_bytes *bytes, by_error *error)
{
    int file = fileno(output->stream);
    size_t done = 0;

    output->is_changed = true;
    while (done < bytes->length) {
        ssize_t written = pwrite(file, bytes->data + done, bytes->length - done, (off_t)(output->size + done));

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            by_status status = failed(output, "write to", error);

            (void)!ftruncate(file, (off_t)output->size);
            return status;
        }
        done += (size_t)written;
    }
    output->size += bytes->length;
    return BY_OK;
}

/* Whether the file is no more than the beginning of what a new one begins with: it was cut off at once. */
static bool is_part_of(const struct selfplay_output *output, uint64_t size, const struct selfplay_bytes *head)
{
    bool is_part = size < head->length;

    for (uint64_t i = 0; i < size && is_part; i++)
        is_part = fgetc(output->stream) == head->data[i];
    rewind(output->stream);
    return is_part;
}

/* Reads the beginning of a file and compares its settings. */
static by_status read_head(struct selfplay_output *output, struct selfplay_source *source, const char *settings,
                           by_error *error)
{
    by_text in_file = {0};
    by_status status = selfplay_get_settings(source, &in_file, error);

    if (!status)
        status = selfplay_settings_compare(by_text_string(&in_file), settings, error);
    by_text_free(&in_file);
    output->size = source->offset;
    return status;
}

/* The number that a payload begins with. */
static uint64_t number_of(const struct selfplay_bytes *payload)
{
    struct selfplay_cursor cursor = {.at = payload->data, .end = payload->data + payload->length};
    uint64_t number = selfplay_read_number(&cursor, UINT64_MAX);

    return cursor.failed ? UINT64_MAX : number;
}

/* Counts the whole games; damage behind them is an error. */
static by_status read_games(struct selfplay_output *output, struct selfplay_source *source, enum selfplay_found *found,
                            by_error *error)
{
    struct selfplay_bytes payload = {0};
    by_status status;

    while (!(status = selfplay_get_frame(source, SELFPLAY_FRAME_GAME, &payload, found, error)) &&
           *found == SELFPLAY_FOUND_FRAME) {
        struct selfplay_bytes before = output->last;

        if (number_of(&payload) != output->games) {
            *found = SELFPLAY_FOUND_DAMAGE;
            status = by_error_set(error, BY_ERROR_INPUT,
                                  "%.100s is damaged at byte %" PRIu64 ": another game than number %" PRIu64,
                                  output->path, output->size, output->games);
            break;
        }
        output->last = payload;
        payload = before;
        output->games++;
        output->size = source->offset;
    }
    selfplay_bytes_free(&payload);
    return status;
}

/* Takes away what stands behind the last whole game. */
static by_status cut_off(struct selfplay_output *output, uint64_t size, by_error *error)
{
    output->cut = size - output->size;
    if (output->cut && ftruncate(fileno(output->stream), (off_t)output->size))
        return failed(output, "shorten", error);
    return BY_OK;
}

static by_status go_on(struct selfplay_output *output, uint64_t size, const char *settings, bool is_repaired,
                       by_error *error)
{
    struct selfplay_source source = {.stream = output->stream, .name = output->path};
    enum selfplay_found found = SELFPLAY_FOUND_END;
    by_status status = read_head(output, &source, settings, error);

    if (status)
        return status;
    status = read_games(output, &source, &found, error);
    if (status && !(is_repaired && status == BY_ERROR_INPUT && found == SELFPLAY_FOUND_DAMAGE))
        return status;
    return cut_off(output, size, error);
}

static by_status begin_or_go_on(struct selfplay_output *output, const char *settings, bool is_repaired, by_error *error)
{
    struct selfplay_bytes head = {0};
    struct stat about;
    by_status status;

    if (fstat(fileno(output->stream), &about))
        return failed(output, "read", error);
    selfplay_put_beginning(&head);
    status = selfplay_put_frame(&head, SELFPLAY_FRAME_SETTINGS, settings, strlen(settings), error);
    if (!status && is_part_of(output, (uint64_t)about.st_size, &head))
        status = write_all(output, &head, error);
    else if (!status)
        status = go_on(output, (uint64_t)about.st_size, settings, is_repaired, error);
    selfplay_bytes_free(&head);
    return status;
}

by_status selfplay_output_open(const char *path, const char *settings, bool is_repaired, struct selfplay_output **out,
                               by_error *error)
{
    struct selfplay_output *output = calloc(1, sizeof *output);
    char why[256];
    by_status status;

    if (!output)
        return by_error_no_memory(error);
    output->path = malloc(strlen(path) + 1);
    status = output->path ? BY_OK : by_error_no_memory(error);
    if (!status) {
        strcpy(output->path, path);
        output->stream = by__open_locked(path, why, sizeof why);
        status = output->stream ? BY_OK : by_error_set(error, BY_ERROR_INPUT, "%s", why);
    }
    if (!status)
        status = begin_or_go_on(output, settings, is_repaired, error);
    if (status)
        (void)selfplay_output_close(output, NULL);
    else
        *out = output;
    return status;
}

/* ---- Using it ---------------------------------------------------------------------------------------------------- */

uint64_t selfplay_output_games(const struct selfplay_output *output)
{
    return output->games;
}

uint64_t selfplay_output_cut(const struct selfplay_output *output)
{
    return output->cut;
}

const struct selfplay_bytes *selfplay_output_last(const struct selfplay_output *output)
{
    return &output->last;
}

by_status selfplay_output_add(struct selfplay_output *output, const struct selfplay_game *game, by_error *error)
{
    struct selfplay_bytes payload = {0};
    by_status status = selfplay_game_put(game, &payload, error);

    output->frame.length = 0;
    output->frame.failed = false;
    if (!status)
        status = selfplay_put_frame(&output->frame, SELFPLAY_FRAME_GAME, payload.data, payload.length, error);
    if (!status)
        status = write_all(output, &output->frame, error);
    if (!status)
        output->games++;
    selfplay_bytes_free(&payload);
    return status;
}

by_status selfplay_output_close(struct selfplay_output *output, by_error *error)
{
    by_status status = BY_OK;

    if (!output)
        return BY_OK;
    if (output->stream) {
        /* Some file systems cannot be asked for this, and that is no loss. */
        if (output->is_changed && fsync(fileno(output->stream)) && errno != EINVAL && errno != EROFS)
            status = failed(output, "write to", error);
        if (fclose(output->stream) && !status)
            status = failed(output, "write to", error);
    }
    selfplay_bytes_free(&output->last);
    selfplay_bytes_free(&output->frame);
    free(output->path);
    free(output);
    return status;
}
