/* SPDX-License-Identifier: MIT */
#include "support/json_at.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static bool is_named(const struct json_value *value, const char *member, const char *name, size_t length)
{
    const struct json_value *found = json_member(value, member);

    return found && found->kind == JSON_STRING && strlen(found->text) == length &&
           strncmp(found->text, name, length) == 0;
}

/* The item of an array with this number, name or move. */
static const struct json_value *find_item(const struct json_value *list, const char *word, size_t length)
{
    const struct json_value *item = list->kind == JSON_ARRAY ? list->child : NULL;

    if (strspn(word, "0123456789") >= length) {
        for (int number = atoi(word); item && number > 0; number--)
            item = item->next;
        return item;
    }
    while (item && !is_named(item, "name", word, length) && !is_named(item, "move", word, length))
        item = item->next;
    return item;
}

const struct json_value *find_at(const struct json_value *value, const char *path)
{
    while (value && *path) {
        if (*path == '[') {
            size_t length = strcspn(path, "]");

            value = find_item(value, path + 1, length - 1);
            path += length + 1;
        } else {
            char name[64] = "";
            size_t length = strcspn(path, ".[");

            assert_true(length < sizeof name);
            memcpy(name, path, length);
            value = json_member(value, name);
            path += length;
        }
        path += *path == '.';
    }
    return value;
}

const struct json_value *value_at(const struct json_value *value, const char *path)
{
    const struct json_value *found = find_at(value, path);

    if (!found)
        fail_msg("there is no %s", path);
    return found;
}

static const struct json_value *value_of_kind(const struct json_value *value, const char *path, enum json_kind kind)
{
    const struct json_value *found = value_at(value, path);

    if (found->kind != kind)
        fail_msg("%s is %s", path, json_kind_name(found->kind));
    return found;
}

const char *text_at(const struct json_value *value, const char *path)
{
    return value_of_kind(value, path, JSON_STRING)->text;
}

int64_t number_at(const struct json_value *value, const char *path)
{
    return value_of_kind(value, path, JSON_NUMBER)->integer;
}

bool truth_at(const struct json_value *value, const char *path)
{
    return value_of_kind(value, path, JSON_BOOL)->truth;
}

bool is_null_at(const struct json_value *value, const char *path)
{
    return value_at(value, path)->kind == JSON_NULL;
}

const struct json_value *item_at(const struct json_value *array, int number)
{
    const struct json_value *item = array->child;

    for (; item && number > 0; number--)
        item = item->next;
    if (!item)
        fail_msg("there is no such item");
    return item;
}

int count_at(const struct json_value *value, const char *path)
{
    int count = 0;

    for (const struct json_value *item = value_at(value, path)->child; item; item = item->next)
        count++;
    return count;
}
