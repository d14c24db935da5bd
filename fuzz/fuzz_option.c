/* SPDX-License-Identifier: MIT
 *
 * Settings such as "hash=on depth=3": whatever is accepted can be printed and read again, whatever is not has a reason.
 */
#include "boyi/option.h"

#include "input.h"

static const char *const words[] = {"always", "depth", "two_tier", NULL};

static const struct by_option table[] = {
    {.name = "hash", .kind = BY_OPTION_SWITCH},
    {.name = "depth", .kind = BY_OPTION_NUMBER, .min = -9, .max = 99},
    {.name = "scheme", .kind = BY_OPTION_CHOICE, .choices = words},
    {.name = "file", .kind = BY_OPTION_TEXT, .initial_text = "none"},
    {0},
};

static void print_all(const by_options *options, by_text *out)
{
    for (const struct by_option *row = table; row->name; row++) {
        by_text_printf(out, "%s=", row->name);
        by_options_print(options, row, out);
        by_text_add_char(out, ' ');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *settings = text_of(data, size);
    by_options *options;
    by_error error = {0};
    by_text once = {0}, twice = {0};

    REQUIRE(by_options_create(table, &options, NULL) == BY_OK);
    print_all(options, &once);
    if (by_options_set_all(options, settings, &error) == BY_OK) {
        by_text_clear(&once);
        print_all(options, &once);
        REQUIRE(by_options_set_all(options, by_text_string(&once), NULL) == BY_OK);
    } else {
        REQUIRE(error.status < 0 && error.message[0]);
    }
    print_all(options, &twice);
    REQUIRE(strcmp(by_text_string(&once), by_text_string(&twice)) == 0);
    by_text_free(&once);
    by_text_free(&twice);
    by_options_destroy(options);
    free(settings);
    return 0;
}
