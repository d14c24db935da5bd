/* SPDX-License-Identifier: MIT */
#include "selfplay/format.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* A byte above 127 and line ends of both kinds show at once that a file was sent as text (an idea of PNG's). */
static const uint8_t magic[8] = {0x89, 'B', 'Y', 'S', 'P', '\r', '\n', 0x1A};

/* ---- Bytes that grow ------------------------------------------------------------------------------------------- */

bool selfplay_bytes_reserve(struct selfplay_bytes *bytes, size_t length)
{
    uint8_t *data = bytes->failed ? NULL : by__array_grown(bytes->data, length, &bytes->capacity, 1);

    bytes->data = data ? data : bytes->data;
    bytes->failed |= !data && length;
    return !bytes->failed;
}

void selfplay_bytes_add(struct selfplay_bytes *bytes, const void *data, size_t length)
{
    if (!length || !selfplay_bytes_reserve(bytes, bytes->length + length))
        return;
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

void selfplay_bytes_add_u32(struct selfplay_bytes *bytes, uint32_t number)
{
    const uint8_t data[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16), (uint8_t)(number >> 24)};

    selfplay_bytes_add(bytes, data, sizeof data);
}

void selfplay_bytes_add_number(struct selfplay_bytes *bytes, uint64_t number)
{
    uint8_t data[10];
    size_t length = 0;

    for (; number > 127; number >>= 7)
        data[length++] = (uint8_t)(number | 128);
    data[length++] = (uint8_t)number;
    selfplay_bytes_add(bytes, data, length);
}

void selfplay_bytes_free(struct selfplay_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct selfplay_bytes){0};
}

uint32_t selfplay_checksum(uint32_t checksum, const void *data, size_t length)
{
    /* Half a byte at a time: the remainders of the polynomial 0xEDB88320, bits reversed. */
    static const uint32_t remainders[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    const uint8_t *bytes = data;

    checksum = ~checksum;
    for (size_t i = 0; i < length; i++) {
        checksum ^= bytes[i];
        checksum = checksum >> 4 ^ remainders[checksum & 15];
        checksum = checksum >> 4 ^ remainders[checksum & 15];
    }
    return ~checksum;
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

void selfplay_put_beginning(struct selfplay_bytes *out)
{
    selfplay_bytes_add(out, magic, sizeof magic);
    selfplay_bytes_add_u32(out, SELFPLAY_VERSION);
}

by_status selfplay_put_frame(struct selfplay_bytes *out, enum selfplay_frame_kind kind, const void *payload,
                             size_t length, by_error *error)
{
    size_t start = out->length;

    if (length > SELFPLAY_PAYLOAD_MOST)
        return by_error_set(error, BY_ERROR_LIMIT, "%s of %zu bytes, expected %d at most",
                            kind == SELFPLAY_FRAME_GAME ? "a game" : "settings", length, SELFPLAY_PAYLOAD_MOST);
    if (!selfplay_bytes_reserve(out, start + length + SELFPLAY_FRAME_EXTRA))
        return by_error_no_memory(error);
    selfplay_bytes_add_u32(out, kind);
    selfplay_bytes_add_u32(out, (uint32_t)length);
    selfplay_bytes_add_u32(out, selfplay_checksum(0, out->data + start, 8));
    selfplay_bytes_add(out, payload, length);
    selfplay_bytes_add_u32(out, selfplay_checksum(0, payload, length));
    return BY_OK;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static uint32_t u32_at(const uint8_t *data)
{
    return data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
}

static by_status cannot_read(const struct selfplay_source *source, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "cannot read %.120s: %s", source->name, strerror(errno ? errno : EIO));
}

by_status selfplay_get_beginning(struct selfplay_source *source, by_error *error)
{
    uint8_t data[SELFPLAY_BEGINNING];
    size_t got;

    errno = 0;
    got = fread(data, 1, sizeof data, source->stream);
    if (ferror(source->stream))
        return cannot_read(source, error);
    if (got < sizeof data || memcmp(data, magic, sizeof magic) != 0)
        return by_error_set(error, BY_ERROR_INPUT, "%.120s is no file of self-play: it does not begin like one",
                            source->name);
    if (u32_at(data + sizeof magic) != SELFPLAY_VERSION)
        return by_error_set(error, BY_ERROR_INPUT, "%.120s has version %" PRIu32 " of the format, expected %d",
                            source->name, u32_at(data + sizeof magic), SELFPLAY_VERSION);
    source->offset = sizeof data;
    return BY_OK;
}

static by_status damaged(const struct selfplay_source *source, const char *what, enum selfplay_found *found,
                         by_error *error)
{
    *found = SELFPLAY_FOUND_DAMAGE;
    return by_error_set(error, BY_ERROR_INPUT, "%.100s is damaged at byte %" PRIu64 ": %s", source->name,
                        source->offset, what);
}

static bool is_zero(const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (data[i])
            return false;
    return true;
}

/* A system that goes down may leave a file with the length it should have and zeros for what was not yet written. */
static bool rest_is_zero(FILE *stream)
{
    uint8_t data[4096];
    size_t got;

    while ((got = fread(data, 1, sizeof data, stream)) > 0)
        if (!is_zero(data, got))
            return false;
    return true;
}

/* Reads the head of a frame; `length` is that of its payload. */
static by_status get_head(struct selfplay_source *source, enum selfplay_frame_kind kind, size_t *length,
                          enum selfplay_found *found, by_error *error)
{
    uint8_t head[SELFPLAY_FRAME_HEAD];
    size_t got = fread(head, 1, sizeof head, source->stream);

    if (ferror(source->stream))
        return cannot_read(source, error);
    *found = got == sizeof head ? SELFPLAY_FOUND_FRAME : got ? SELFPLAY_FOUND_CUT : SELFPLAY_FOUND_END;
    if (got < sizeof head)
        return BY_OK;
    if (u32_at(head + 8) != selfplay_checksum(0, head, 8)) {
        if (!is_zero(head, sizeof head) || !rest_is_zero(source->stream))
            return damaged(source, "the checksum of a frame's head does not fit", found, error);
        *found = SELFPLAY_FOUND_CUT;
        return ferror(source->stream) ? cannot_read(source, error) : BY_OK;
    }
    *length = u32_at(head + 4);
    if (u32_at(head) != (uint32_t)kind)
        return damaged(source, "a frame of another kind than expected here", found, error);
    if (*length > SELFPLAY_PAYLOAD_MOST)
        return damaged(source, "a frame that is longer than 16 MiB", found, error);
    return BY_OK;
}

by_status selfplay_get_frame(struct selfplay_source *source, enum selfplay_frame_kind kind,
                             struct selfplay_bytes *payload, enum selfplay_found *found, by_error *error)
{
    size_t length = 0, got;
    by_status status;

    errno = 0;
    payload->length = 0;
    status = get_head(source, kind, &length, found, error);
    if (status || *found != SELFPLAY_FOUND_FRAME)
        return status;
    if (!selfplay_bytes_reserve(payload, length + 4)) {
        payload->failed = false; /* what there was is still there */
        return by_error_no_memory(error);
    }
    got = fread(payload->data, 1, length + 4, source->stream);
    if (ferror(source->stream))
        return cannot_read(source, error);
    if (got < length + 4) {
        *found = SELFPLAY_FOUND_CUT;
        return BY_OK;
    }
    if (u32_at(payload->data + length) != selfplay_checksum(0, payload->data, length))
        return damaged(source, "the checksum of a frame does not fit", found, error);
    payload->length = length;
    source->offset += length + SELFPLAY_FRAME_EXTRA;
    return BY_OK;
}

by_status selfplay_get_settings(struct selfplay_source *source, by_text *out, by_error *error)
{
    struct selfplay_bytes payload = {0};
    enum selfplay_found found = SELFPLAY_FOUND_END;
    by_status status = selfplay_get_beginning(source, error);

    if (!status)
        status = selfplay_get_frame(source, SELFPLAY_FRAME_SETTINGS, &payload, &found, error);
    if (!status && found != SELFPLAY_FOUND_FRAME)
        status = by_error_set(error, BY_ERROR_INPUT, "%.120s ends inside its settings", source->name);
    for (size_t i = 0; i < payload.length; i++)
        by_text_add_char(out, (char)payload.data[i]);
    selfplay_bytes_free(&payload);
    return !status && out->failed ? by_error_no_memory(error) : status;
}

/* ---- Taking a payload apart ------------------------------------------------------------------------------------- */

/* Only the shortest form is taken: one content, one form. */
uint64_t selfplay_read_number(struct selfplay_cursor *cursor, uint64_t most)
{
    uint64_t number = 0;
    uint8_t byte = 0;

    for (unsigned shift = 0; !cursor->failed; shift += 7) {
        if (cursor->at == cursor->end || shift > 63)
            break;
        byte = *cursor->at++;
        if (shift == 63 && byte > 1)
            break;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            if ((byte == 0 && shift > 0) || number > most)
                break;
            return number;
        }
    }
    cursor->failed = true;
    return 0;
}

const void *selfplay_read_bytes(struct selfplay_cursor *cursor, size_t length)
{
    const uint8_t *bytes = cursor->at;

    if (cursor->failed || length > (size_t)(cursor->end - cursor->at)) {
        cursor->failed = true;
        return NULL;
    }
    cursor->at += length;
    return bytes;
}
