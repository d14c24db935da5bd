/* SPDX-License-Identifier: MIT
 *
 * The index of a folder of reports: the input is the one that was there. The new one has a row for every experiment,
 * and as the old one it gives itself. No files: the folder's are taken from here, and a report exists unless its name
 * has the word `gone`.
 */
#define access fuzz_access
#include "cli/lab_pages.c"
#undef access

#include <stdio.h>

#include "input.h"

static const char *old_page;
static by_text new_page;

int fuzz_access(const char *path, int mode)
{
    (void)mode;
    return strstr(path, "gone") ? -1 : 0;
}

char *file_read(const char *name, const char **why)
{
    (void)name;
    *why = "";
    return old_page ? text_of((const uint8_t *)old_page, strlen(old_page)) : NULL;
}

int lab_write_into(const char *folder, const char *name, const char *ending, const by_text *text)
{
    (void)folder;
    REQUIRE(strcmp(name, "index") == 0 && strcmp(ending, ".html") == 0 && !text->failed);
    by_text_clear(&new_page);
    by_text_add(&new_page, by_text_string(text));
    return 0;
}

int lab_print_report(const struct lab_rows *rows, enum lab_format format, const struct lab_commands *commands,
                     by_text *out)
{
    (void)rows;
    (void)format;
    (void)commands;
    (void)out;
    return 1;
}

int lab_find_state(const struct lab_experiment *experiment, lab_database *database, struct lab_state *out)
{
    (void)experiment;
    (void)database;
    *out = (struct lab_state){.rows = 3, .done = 2, .time_us = 1000000};
    return 0;
}

void lab_add_duration(int64_t time_us, by_text *out)
{
    by_text_printf(out, "%d s", (int)(time_us / 1000000));
}

static void write_index(const char *old, size_t done)
{
    struct lab_experiment experiments[] = {{.name = "plain", .title = "A <title>"}, {.name = "a b&c", .title = "B"}};
    struct lab_found list[] = {{.name = "plain", .experiment = &experiments[0]},
                               {.name = "a b&c", .experiment = &experiments[1]}};
    struct lab_selection selection = {list, 2};

    old_page = old;
    REQUIRE(lab_pages_index(&selection, done, NULL, "boyi lab run all", "/nonexistent") == 0);
    REQUIRE(done < 1 || strstr(by_text_string(&new_page), ">plain</a>"));
    REQUIRE(done < 2 || strstr(by_text_string(&new_page), ">a b&amp;c</a>"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    size_t done = size % 3;
    by_text once = {0};

    write_index(text, done);
    by_text_add(&once, by_text_string(&new_page));
    write_index(by_text_string(&once), done);
    REQUIRE(strcmp(by_text_string(&once), by_text_string(&new_page)) == 0);
    by_text_free(&once);
    by_text_free(&new_page);
    free(text);
    return 0;
}
