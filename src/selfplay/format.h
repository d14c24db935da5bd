/* SPDX-License-Identifier: MIT
 *
 * The bytes of a file of self-play (docs/selfplay.md): a header, then frames, each with its length and checksums. The
 * first frame holds the settings, every other one a game.
 *
 *     magic, version | frame: settings | frame: game 0 | frame: game 1 | ...
 *
 *     frame:   kind  length  checksum of both | payload | checksum of the payload
 *
 * The length has a checksum of its own, to distinguish truncated files from damaged ones.
 */
#ifndef SELFPLAY_FORMAT_H
#define SELFPLAY_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "boyi/error.h"
#include "boyi/text.h"

/* ---- Bytes that grow ------------------------------------------------------------------------------------------- */

/* Zero-initialise it, add to it, free it. Running out of memory is remembered in `failed`. */
struct selfplay_bytes {
    uint8_t *data;
    size_t length;
    size_t capacity;
    bool failed;
};

void selfplay_bytes_add(struct selfplay_bytes *bytes, const void *data, size_t length);
void selfplay_bytes_add_u32(struct selfplay_bytes *bytes, uint32_t number);

/* Seven bits a byte, the lowest first, the highest bit of a byte means that more follow. */
void selfplay_bytes_add_number(struct selfplay_bytes *bytes, uint64_t number);

/* Makes room for `length` bytes in all; false if there is no memory. */
bool selfplay_bytes_reserve(struct selfplay_bytes *bytes, size_t length);

void selfplay_bytes_free(struct selfplay_bytes *bytes);

/* Small numbers of both signs as small numbers without: 0, -1, 1, -2, ... are 0, 1, 2, 3, ... */
static inline uint64_t selfplay_fold(int64_t number)
{
    return number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1;
}

static inline int64_t selfplay_unfold(uint64_t folded)
{
    return folded & 1 ? -(int64_t)(folded >> 1) - 1 : (int64_t)(folded >> 1);
}

/* CRC-32 with the polynomial of Ethernet and zip files; `checksum` is that of what stands before, 0 at the beginning.
 */
uint32_t selfplay_checksum(uint32_t checksum, const void *data, size_t length);

/* ---- The beginning and the frames ------------------------------------------------------------------------------- */

enum {
    SELFPLAY_VERSION = 1,
    SELFPLAY_BEGINNING = 12,         /* bytes: magic and version */
    SELFPLAY_FRAME_HEAD = 12,        /* bytes: kind, length, checksum */
    SELFPLAY_FRAME_EXTRA = 16,       /* bytes of a frame besides its payload */
    SELFPLAY_PAYLOAD_MOST = 1 << 24, /* bytes */
};

enum selfplay_frame_kind {
    SELFPLAY_FRAME_SETTINGS = 0x54544553, /* "SETT" in the file */
    SELFPLAY_FRAME_GAME = 0x454D4147,     /* "GAME" */
};

void selfplay_put_beginning(struct selfplay_bytes *out);

/* Adds a frame; a payload that is too long is an error and adds nothing. */
by_status selfplay_put_frame(struct selfplay_bytes *out, enum selfplay_frame_kind kind, const void *payload,
                             size_t length, by_error *error);

/* The next item of a file. */
enum selfplay_found {
    SELFPLAY_FOUND_FRAME,
    SELFPLAY_FOUND_END,    /* nothing: the file ends between two frames */
    SELFPLAY_FOUND_CUT,    /* the file ends inside a frame, or there are only zeros from here on */
    SELFPLAY_FOUND_DAMAGE, /* something else than what was written */
};

/* A file that is being read. */
struct selfplay_source {
    FILE *stream;
    const char *name; /* for messages */
    uint64_t offset;  /* of what comes next */
};

/* Reads magic and version. BY_ERROR_INPUT if they are others, or if the file is too short for them. */
by_status selfplay_get_beginning(struct selfplay_source *source, by_error *error);

/* Reads what a file begins with, and adds its settings to `out`. */
by_status selfplay_get_settings(struct selfplay_source *source, by_text *out, by_error *error);

/* Reads a frame and advances. If there is no frame, the offset stays; damage returns BY_ERROR_INPUT with its place in
 * `error`. Other statuses: reading failed, no memory. */
by_status selfplay_get_frame(struct selfplay_source *source, enum selfplay_frame_kind kind,
                             struct selfplay_bytes *payload, enum selfplay_found *found, by_error *error);

/* ---- Taking a payload apart ------------------------------------------------------------------------------------- */

/* The rest of a payload; `failed` if it ended too early or is malformed. */
struct selfplay_cursor {
    const uint8_t *at, *end;
    bool failed;
};

/* The next number, which is at most `most`; 0 after a failure. */
uint64_t selfplay_read_number(struct selfplay_cursor *cursor, uint64_t most);

/* The next bytes; NULL after a failure. */
const void *selfplay_read_bytes(struct selfplay_cursor *cursor, size_t length);

#endif
