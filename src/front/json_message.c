/* SPDX-License-Identifier: MIT */
#include "front/json_message.h"

#include "boyi/message.h"

/* Where an argument, or all parts, end. */
static const char *end_of(const char *at)
{
    while (*at && *at != BY_MESSAGE_NEXT && *at != BY_MESSAGE_END)
        at = by_message_skip(at);
    return at;
}

static void put_argument(struct json *json, const char *at);

/* The members of a message whose identifier is at `at`. */
static void put_message(struct json *json, const char *at)
{
    const char *end = by_message_skip(at);

    json_put_key(json, "id");
    json_put_part(json, at, (size_t)(end - at));
    if (*end != BY_MESSAGE_NEXT)
        return;
    json_member_array(json, "args", JSON_ON_ONE_LINE);
    for (; *end == BY_MESSAGE_NEXT; end = end_of(end + 1))
        put_argument(json, end + 1);
    json_put_end(json);
}

/* The members of one message or of several; of a text that is none there are none. */
static void put_members(struct json *json, const char *at)
{
    const char *end = end_of(at), *first_end = at == end ? at : by_message_skip(at);

    if (first_end == end) {
        if (*at == BY_MESSAGE_BEGIN)
            put_message(json, at + 1);
        return;
    }
    json_member_array(json, "parts", JSON_ON_ONE_LINE);
    for (; at < end; at = by_message_skip(at)) {
        if (*at != BY_MESSAGE_BEGIN) {
            json_put_part(json, at, (size_t)(by_message_skip(at) - at));
            continue;
        }
        json_put_object(json, JSON_ON_ONE_LINE);
        put_message(json, at + 1);
        json_put_end(json);
    }
    json_put_end(json);
}

static void put_argument(struct json *json, const char *at)
{
    const char *end = end_of(at);

    if (*at != BY_MESSAGE_BEGIN && (at == end || by_message_skip(at) == end)) {
        json_put_part(json, at, (size_t)(end - at));
        return;
    }
    json_put_object(json, JSON_ON_ONE_LINE);
    put_members(json, at);
    json_put_end(json);
}

void json_put_message(struct json *json, const char *parts)
{
    by_text text = {0};

    by_text_add_parts(&text, parts);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_printed(json, "message", &text);
    put_members(json, parts);
    json_put_end(json);
}

void json_member_message(struct json *json, const char *key, const char *parts)
{
    json_put_key(json, key);
    json_put_message(json, parts);
}
