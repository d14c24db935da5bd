/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

#include <stdio.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/text.h"
#include "cli/say.h"

const struct arg args_json_rows[] = {
    {.name = "--json", .kind = ARG_FLAG, .help = "print JSON"},
    {0},
};

/* The state of the reader. */
struct reader {
    const struct arg_about *about;
    const struct arg_group *groups;
    int argc;
    char **argv;
    int at;          /* in argv */
    int positionals; /* read so far */
    bool flags_ended;
};

/* A row with the struct that it fills. */
struct target {
    const struct arg *row;
    void *into;
};

static bool is_flag_row(const struct arg *row)
{
    return row->name[0] == '-';
}

/* The rows of all groups one after the other; false behind the last. */
static bool target_at(const struct arg_group *groups, int index, struct target *out)
{
    for (const struct arg_group *group = groups; group->rows; group++) {
        for (const struct arg *row = group->rows; row->name; row++) {
            if (index-- == 0) {
                *out = (struct target){row, group->into};
                return true;
            }
        }
    }
    return false;
}

/* ---- Help ------------------------------------------------------------------------------------------------------ */

enum { HELP_COLUMN = 26 };

static void print_row(const struct arg *row)
{
    char label[64];
    int length;

    (void)snprintf(label, sizeof label, "%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
    length = printf("  %s", label);
    printf("%*s", length < HELP_COLUMN ? HELP_COLUMN - length : 1, "");
    say_wrapped(row->help, HELP_COLUMN);
}

static void print_usage(const struct reader *reader)
{
    struct target target;

    printf("usage: boyi %s", reader->about->name);
    for (int i = 0; target_at(reader->groups, i, &target); i++)
        if (!is_flag_row(target.row))
            printf(target.row->is_required ? " %s" : " [%s]", target.row->name);
    printf(" [flags]\n");
}

static int print_help(const struct reader *reader)
{
    const struct say_style *style = say_style(stdout);

    say_wrapped(reader->about->help, 0);
    putchar('\n');
    print_usage(reader);
    for (const struct arg_group *group = reader->groups; group->rows; group++) {
        printf("\n%s%s%s\n", style->bold, group->title, style->off);
        for (const struct arg *row = group->rows; row->name; row++)
            print_row(row);
    }
    printf("\n  --help                  print this\n");
    if (reader->about->examples)
        printf("\n%sExamples%s\n%s", style->bold, style->off, reader->about->examples);
    return 0;
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

static int hint_help(const struct reader *reader)
{
    fprintf(stderr, "Try 'boyi %s --help'.\n", reader->about->name);
    return SAY_BAD_USE;
}

static int unknown_flag(const struct reader *reader, const char *flag)
{
    const char *names[ARG_LIST_MOST + 2] = {"--help"};
    char word[64];
    int count = 1;
    struct target target;

    for (int i = 0; target_at(reader->groups, i, &target) && count <= ARG_LIST_MOST; i++)
        if (is_flag_row(target.row))
            names[count++] = target.row->name;
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(flag, "="), flag);
    (void)say_find_name(reader->about->name, word, names, NULL, "unknown flag '%s'", word);
    return hint_help(reader);
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

static int store_number(const struct reader *reader, const struct arg *row, const char *text, int64_t *out)
{
    if (by__scan_integer(text, row->least, row->most, out))
        return ARGS_GO;
    say_problem(reader->about->name, "%s: '%s' does not fit, expected a whole number from %lld to %lld", row->name,
                text, (long long)row->least, (long long)row->most);
    return SAY_BAD_USE;
}

static int store_item(const struct reader *reader, const struct arg *row, const char *text, struct arg_list *list)
{
    if (list->count == ARG_LIST_MOST) {
        say_problem(reader->about->name, "%s is given more than %d times", row->name, ARG_LIST_MOST);
        return SAY_BAD_USE;
    }
    list->items[list->count++] = text;
    return ARGS_GO;
}

static int store(const struct reader *reader, const struct target *target, const char *text)
{
    void *place = (char *)target->into + target->row->offset;

    switch (target->row->kind) {
    case ARG_FLAG:
        *(bool *)place = true;
        break;
    case ARG_TEXT:
        *(const char **)place = text;
        break;
    case ARG_NUMBER:
        return store_number(reader, target->row, text, place);
    case ARG_LIST:
        return store_item(reader, target->row, text, place);
    }
    return ARGS_GO;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static bool find_flag(const struct reader *reader, const char *word, struct target *out)
{
    size_t length = strcspn(word, "=");

    for (int i = 0; target_at(reader->groups, i, out); i++)
        if (is_flag_row(out->row) && strlen(out->row->name) == length && strncmp(out->row->name, word, length) == 0)
            return true;
    return false;
}

static bool is_known_flag(const struct reader *reader, const char *word)
{
    struct target target;

    return strcmp(word, "--") == 0 || find_flag(reader, word, &target);
}

/* The value after `=` or in the next word. A word that is a flag is not a value: more likely, the value was forgotten.
 * Any other word may be one, since some moves begin with a dash. */
static const char *value_of(struct reader *reader, const char *word)
{
    const char *equals = strchr(word, '=');

    if (equals)
        return equals + 1;
    if (reader->at + 1 >= reader->argc || is_known_flag(reader, reader->argv[reader->at + 1]))
        return NULL;
    return reader->argv[++reader->at];
}

static int read_flag(struct reader *reader, const char *word)
{
    struct target target;
    const char *value = NULL;

    if (!find_flag(reader, word, &target))
        return unknown_flag(reader, word);
    if (target.row->kind == ARG_FLAG && strchr(word, '=')) {
        say_problem(reader->about->name, "%s takes no value", target.row->name);
        return hint_help(reader);
    }
    if (target.row->kind != ARG_FLAG) {
        value = value_of(reader, word);
        if (!value) {
            say_problem(reader->about->name, "%s needs a value: %s %s", target.row->name, target.row->name,
                        target.row->value);
            return hint_help(reader);
        }
    }
    return store(reader, &target, value);
}

/* The positional row with this number; false if there are fewer. A list accepts any number of words. */
static bool positional_at(const struct reader *reader, int number, struct target *out)
{
    for (int i = 0; target_at(reader->groups, i, out); i++)
        if (!is_flag_row(out->row) && (number-- == 0 || out->row->kind == ARG_LIST))
            return true;
    return false;
}

static int read_positional(struct reader *reader, const char *word)
{
    struct target target;

    if (!positional_at(reader, reader->positionals++, &target)) {
        say_problem(reader->about->name, "'%s' is one argument too many", word);
        return hint_help(reader);
    }
    return store(reader, &target, word);
}

static bool has_items(const struct target *target)
{
    const char *place = (const char *)target->into + target->row->offset;

    return target->row->kind == ARG_LIST && ((const struct arg_list *)(const void *)place)->count > 0;
}

static int check_required(const struct reader *reader)
{
    struct target target;

    if (!positional_at(reader, reader->positionals, &target) || !target.row->is_required || has_items(&target))
        return ARGS_GO;
    say_problem(reader->about->name, "%s is missing: %s", target.row->name, target.row->help);
    return hint_help(reader);
}

static bool looks_like_flag(const char *word)
{
    return word[0] == '-' && word[1] && !strchr("0123456789", word[1]);
}

static int read_word(struct reader *reader, const char *word)
{
    if (!reader->flags_ended && strcmp(word, "--") == 0) {
        reader->flags_ended = true;
        return ARGS_GO;
    }
    if (!reader->flags_ended && looks_like_flag(word))
        return read_flag(reader, word);
    return read_positional(reader, word);
}

/* --help counts even if other arguments are wrong: users add it to a line that failed. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

int args_parse(const struct arg_about *about, const struct arg_group *groups, int argc, char **argv)
{
    struct reader reader = {.about = about, .groups = groups, .argc = argc, .argv = argv};

    if (wants_help(argc, argv))
        return print_help(&reader);
    for (reader.at = 1; reader.at < argc; reader.at++) {
        int code = read_word(&reader, argv[reader.at]);

        if (code != ARGS_GO)
            return code;
    }
    return check_required(&reader);
}
