/* SPDX-License-Identifier: MIT */
#include "server/put.h"

void server_put_text(struct json *json, const char *key, const char *text)
{
    json_put_key(json, key);
    json_put_string(json, text);
}

void server_put_number(struct json *json, const char *key, int64_t number)
{
    json_put_key(json, key);
    json_put_integer(json, number);
}

void server_put_bool(struct json *json, const char *key, bool truth)
{
    json_put_key(json, key);
    json_put_bool(json, truth);
}

void server_put_printed(struct json *json, const char *key, by_text *text)
{
    server_put_text(json, key, by_text_string(text));
    json->text.failed |= text->failed;
    by_text_free(text);
}

void server_put_json(struct json *json, const char *key, const by_text *text)
{
    json_put_key(json, key);
    json_put_text(json, text);
}

void server_put_words(struct json *json, const char *key, const char *const *words)
{
    json_put_key(json, key);
    json_put_array(json, JSON_ON_ONE_LINE);
    for (; words && *words; words++)
        json_put_string(json, *words);
    json_put_end(json);
}
