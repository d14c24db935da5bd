/* SPDX-License-Identifier: MIT
 *
 * The laboratory from outside: `boyi lab` is run in a temporary folder, and what it prints is looked at. The
 * environment variable BOYI names the program, else it is build/boyi.
 */
#ifndef BOYI_TESTS_SUPPORT_LAB_H
#define BOYI_TESTS_SUPPORT_LAB_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/check.h"

#if defined(__has_include)
#if __has_include(<sqlite3.h>)
#define HAS_SQLITE 1
#endif
#endif

enum { DESK_OUTPUT_MOST = 1 << 18, DESK_KILLED = 1000 };

/* ---- The folder ------------------------------------------------------------------------------------------------ */

struct desk {
    char folder[PATH_MAX];
    char experiment[PATH_MAX]; /* small.txt in it, which does not exist yet */
    char database[PATH_MAX];   /* rows.sqlite in it, nor does this */
    char out_file[PATH_MAX], err_file[PATH_MAX];
    char out[DESK_OUTPUT_MOST], err[DESK_OUTPUT_MOST]; /* what the last command printed */
};

extern struct desk desk;

/* For cmocka, before and after a test: an empty folder, which is removed with all that is in it. */
int desk_open(void **state);
int desk_close(void **state);

/* The path of a file in the folder. */
void desk_path(const char *name, char path[PATH_MAX]);

void desk_write(const char *path, const char *text);
void desk_read(const char *path, char text[DESK_OUTPUT_MOST]);

/* ---- Commands -------------------------------------------------------------------------------------------------- */

#define DESK_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The path of the program that is tested. */
const char *desk_program(void);

/* Starts `boyi lab` with these words; what it prints goes into the files. */
pid_t desk_start(const char *out_path, const char *err_path, const char *const *words);

/* Its exit code; DESK_KILLED and more: killed by a signal. */
int desk_wait(pid_t pid);

/* Runs it to its end and fills `out` and `err`; returns the exit code. */
int desk_run(const char *const *words);

#define LAB(...)    desk_run(DESK_WORDS(__VA_ARGS__))
#define RUN(...)    LAB("run", desk.experiment, "--database", desk.database, __VA_ARGS__)
#define REPORT(...) LAB("report", desk.experiment, "--database", desk.database, __VA_ARGS__)

/* Waits until the words stand in a file. */
void desk_wait_for_words(const char *path, const char *words);

void desk_sleep_us(long time_us);

/* ---- What it says ---------------------------------------------------------------------------------------------- */

#define assert_good(call)                                                                                              \
    do {                                                                                                               \
        int code_ = (call);                                                                                            \
        if (code_)                                                                                                     \
            fail_msg("exit code %d: %s", code_, desk.err);                                                             \
    } while (0)

/* The command is refused for this reason and prints nothing. */
#define assert_refused(part, ...)                                                                                      \
    do {                                                                                                               \
        assert_int_equal(LAB(__VA_ARGS__), 2);                                                                         \
        assert_says(desk.err, part);                                                                                   \
        assert_string_equal(desk.out, "");                                                                             \
    } while (0)

void assert_says(const char *text, const char *part);
void assert_silent(const char *text, const char *part);

/* How often it stands there. */
size_t count_in(const char *text, const char *part);

/* One after another in the text. */
void assert_order(const char *text, const char *const *parts);
#define ORDER(text, ...) assert_order(text, DESK_WORDS(__VA_ARGS__))

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

bool desk_has_database(void);

/* The test needs SQLite; without it the program says so. */
#define NEED_DATABASE()                                                                                                \
    do {                                                                                                               \
        if (!desk_has_database())                                                                                      \
            skip();                                                                                                    \
    } while (0)

#ifdef HAS_SQLITE
/* The number that a question to the database of the folder is answered with; -1: there is none. */
long desk_ask(const char *sql);

/* How many rows it has; 0 if it is not there yet. */
long desk_count_rows(void);
#endif

/* ---- Figures that are known ------------------------------------------------------------------------------------ */

/* Known from elsewhere: tic-tac-toe with plain values has 549,945 nodes below the root, alpha-beta in the order of the
 * cells sees 18,296 of them; nine moves begin it. */
extern const char desk_known[], desk_known_rows[];

/* Its report, with places for the version and the sources. */
extern const char desk_known_text[];

/* Whether just this was printed, with the version and the sources in it, and then where it comes from. */
void assert_out(const char *format);

#endif
