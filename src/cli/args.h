/* SPDX-License-Identifier: MIT
 *
 * Arguments of subcommands, read by a table. Help, checks and suggestions come from the same table.
 *
 *     struct count_args { const char *game; int64_t depth; bool divide; };
 *
 *     #define ARGS struct count_args
 *
 *     static const struct arg rows[] = {
 *         ROW_WORD(game, "GAME", "the game, see `boyi games`"),
 *         ROW_NUMBER(depth, "--depth", "N", 1, 9, "length of the sequences in plies (3)"),
 *         ROW_FLAG(divide, "--divide", "count each first move on its own"),
 *         {0},
 *     };
 *
 *     int boyi_count(int argc, char **argv)
 *     {
 *         struct count_args args = {0};
 *         const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
 *         int code = args_parse(&about, groups, argc, argv);
 *
 *         if (code != ARGS_GO)
 *             return code;
 *
 * A row whose name begins with a dash is a flag, any other a positional argument; these are taken in the order of the
 * groups and rows, and a list takes all that are left. `--name value` and `--name=value` are the same (the value may
 * begin with dashes unless it is itself one of the flags), `--` ends the flags, of a flag that is given twice the last
 * counts (unless it is a list), and `--help` always exists. Texts are lent from argv.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum arg_kind {
    ARG_FLAG,   /* bool: given or not, has no value */
    ARG_TEXT,   /* const char *: NULL if not given */
    ARG_NUMBER, /* int64_t, least .. most; unchanged if not given */
    ARG_LIST,   /* struct arg_list: may be given several times */
};

enum { ARG_LIST_MOST = 1024 };

struct arg_list {
    const char *items[ARG_LIST_MOST];
    int count;
};

struct arg {
    const char *name;  /* "--depth", or "DEPTH" for a positional argument */
    const char *value; /* of a flag: what help calls its value, NULL if it has none */
    const char *help;
    enum arg_kind kind;
    bool is_required;    /* of a positional argument */
    int64_t least, most; /* of a number */
    size_t offset;       /* where in the group's struct the value goes */
};

#define ARG_AT(type, field) offsetof(type, field)

/* Rows that fill a field of ARGS, which a file defines as its struct: flags with their value, if they have one, and
 * positional arguments that are required. */
#define ROW(field, label, text, ...)                                                                                   \
    {                                                                                                                  \
        .name = (label), .help = (text), .offset = ARG_AT(ARGS, field), __VA_ARGS__                                    \
    }
#define ROW_FLAG(field, label, text)       ROW(field, label, text, .kind = ARG_FLAG)
#define ROW_TEXT(field, label, what, text) ROW(field, label, text, .kind = ARG_TEXT, .value = (what))
#define ROW_LIST(field, label, what, text) ROW(field, label, text, .kind = ARG_LIST, .value = (what))
#define ROW_NUMBER(field, label, what, low, high, text)                                                                \
    ROW(field, label, text, .kind = ARG_NUMBER, .value = (what), .least = (low), .most = (high))
#define ROW_WORD(field, label, text)  ROW(field, label, text, .kind = ARG_TEXT, .is_required = true)
#define ROW_WORDS(field, label, text) ROW(field, label, text, .kind = ARG_LIST, .is_required = true)

/* Rows that are filled into one struct, under one heading in the help. An array of groups ends with an empty one. */
struct arg_group {
    const char *title;
    const struct arg *rows; /* ended by a row without a name */
    void *into;
};

/* The help of a command besides its arguments. */
struct arg_about {
    const char *name;
    const char *help;     /* a sentence or two */
    const char *examples; /* lines to type, each ended by a newline; NULL: none */
};

/* The row of --json alone, into a bool. */
extern const struct arg args_json_rows[];

/* args_parse returns this to continue; any other value is the program's exit code. */
enum { ARGS_GO = -1 };

/* Reads the arguments after argv[0], the command's name. Prints the help on `--help`, and errors on stderr. */
int args_parse(const struct arg_about *about, const struct arg_group *groups, int argc, char **argv);

#endif
