/* SPDX-License-Identifier: MIT */
#include "front/option_json.h"

#include <string.h>

const char *option_effect_name(enum by_option_effect effect)
{
    static const char *const names[] = {"exact", "selective", "resource", "question", "rule"};

    return names[effect];
}

static const char *kind_name(enum by_option_kind kind)
{
    static const char *const names[] = {"switch", "number", "choice", "text"};

    return names[kind];
}

void option_add_default(const struct by_option *row, by_text *out)
{
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        by_text_add(out, row->initial ? "on" : "off");
        break;
    case BY_OPTION_NUMBER:
        by_text_printf(out, "%d", row->initial);
        break;
    case BY_OPTION_CHOICE:
        by_text_add(out, row->choices[row->initial]);
        break;
    case BY_OPTION_TEXT:
        by_text_add(out, row->initial_text ? row->initial_text : "");
        break;
    }
}

static void json_range(const struct by_option *row, struct json *json)
{
    if (row->kind == BY_OPTION_NUMBER) {
        json_member_integer(json, "least", row->min);
        json_member_integer(json, "most", row->max);
    } else if (row->kind == BY_OPTION_CHOICE) {
        json_member_words(json, "choices", row->choices);
    }
}

void option_json_row(const struct by_option *row, struct json *json)
{
    by_text initial = {0};

    option_add_default(row, &initial);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", row->name);
    json_member_string(json, "kind", kind_name(row->kind));
    json_member_string(json, "effect", option_effect_name(row->effect));
    json_member_printed(json, "default", &initial);
    json_range(row, json);
    json_member_string(json, "help", row->help);
    json_member_string(json, "paper", row->paper);
    json_put_end(json);
}

void option_json_table(const struct by_option *table, struct json *json)
{
    json_put_array(json, JSON_ON_LINES);
    for (; table && table->name; table++)
        option_json_row(table, json);
    json_put_end(json);
}

void option_json_presets(const struct by_preset *presets, struct json *json)
{
    json_put_array(json, JSON_ON_LINES);
    for (; presets && presets->name; presets++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_string(json, "name", presets->name);
        json_member_string(json, "settings", presets->settings);
        json_member_string(json, "help", presets->help);
        json_put_end(json);
    }
    json_put_end(json);
}

static void add_differences(const by_options *options, const by_options *usual, by_text *out)
{
    by_text value = {0}, other = {0};
    size_t before = out->length;

    for (const struct by_option *row = by_options_table(options); row->name; row++) {
        by_text_clear(&value);
        by_text_clear(&other);
        by_options_print(options, row, &value);
        by_options_print(usual, row, &other);
        if (strcmp(by_text_string(&value), by_text_string(&other)) != 0)
            by_text_printf(out, "%s%s=%s", out->length > before ? " " : "", row->name, by_text_string(&value));
    }
    out->failed |= value.failed || other.failed;
    by_text_free(&value);
    by_text_free(&other);
}

bool option_add_differences(const by_options *options, const by_options *usual, by_text *out)
{
    by_options *defaults = NULL;

    if (!options)
        return true;
    if (!usual && by_options_create(by_options_table(options), &defaults, NULL))
        return false;
    add_differences(options, usual ? usual : defaults, out);
    by_options_destroy(defaults);
    return !out->failed;
}
