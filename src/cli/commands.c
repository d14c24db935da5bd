/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

#include "boyi/text.h"
#include "cli/say.h"

void commands_print(const struct command *table)
{
    const struct say_style *style = say_style(stdout);

    for (; table->name; table++)
        printf("  %s%-10s%s%s\n", style->bold, table->name, style->off, table->help);
}

/* "expected run, stats or check" */
static void add_names(const struct command *table, by_text *out)
{
    for (const struct command *row = table; row->name; row++)
        by_text_printf(out, "%s%s", row == table ? "expected " : row[1].name ? ", " : " or ", row->name);
}

const struct command *commands_find(const char *of, const struct command *table, const char *name, const char *hint)
{
    enum { NAMES_MOST = 64 };
    const char *names[NAMES_MOST + 1] = {0};
    by_text expected = {0};
    int found;

    for (int i = 0; table[i].name && i < NAMES_MOST; i++)
        names[i] = table[i].name;
    add_names(table, &expected);
    found = say_find_name(of, name, names, hint ? hint : by_text_string(&expected), "unknown command '%s'", name);
    by_text_free(&expected);
    return found < 0 ? NULL : &table[found];
}

int commands_run(const char *of, const struct command *table, int (*print_help)(void), int argc, char **argv)
{
    const struct command *command;
    by_text expected = {0};

    if (argc < 2) {
        add_names(table, &expected);
        say_problem(of, "a command is missing, %s", by_text_string(&expected));
        by_text_free(&expected);
        return SAY_BAD_USE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_help();
    command = commands_find(of, table, argv[1], NULL);
    return command ? command->run(argc - 1, argv + 1) : SAY_BAD_USE;
}
