/* SPDX-License-Identifier: MIT
 *
 * The program from outside: started with arguments and input, judged by what it prints and how it exits. The
 * environment variable BOYI names it, else it is build/boyi.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check.h"

#include "front/json.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

extern char **environ;

/* ---- Running it ------------------------------------------------------------------------------------------------ */

enum { OUTPUT_MOST = 1 << 18, ARGUMENTS_MOST = 32, KILLED = 1000 };

/* The outcome of the last run. */
static char out[OUTPUT_MOST], err[OUTPUT_MOST];

static const char *program(void)
{
    const char *name = getenv("BOYI");

    return name ? name : "build/boyi";
}

/* Starts the program with these streams; -1 closes one. Interrupts have their usual effect, even if the tests were
 * started with them ignored. */
static pid_t start(char *const *arguments, const int streams[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t pid = -1;

    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) {
        if (streams[i] < 0)
            posix_spawn_file_actions_addclose(&actions, i);
        else
            posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    }
    assert_int_equal(posix_spawn(&pid, program(), &actions, &attributes, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

static int wait_for(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : KILLED + WTERMSIG(status);
}

static void collect(FILE *file, char *text)
{
    size_t length;

    rewind(file);
    length = fread(text, 1, OUTPUT_MOST - 1, file);
    text[length] = 0;
    (void)fclose(file);
}

static int run_list(const char *input, va_list list)
{
    char *arguments[ARGUMENTS_MOST] = {(char *)(uintptr_t)program()};
    FILE *files[3] = {tmpfile(), tmpfile(), tmpfile()};
    int streams[3], code;

    for (int i = 1; i < ARGUMENTS_MOST - 1 && (arguments[i] = va_arg(list, char *));)
        i++;
    for (int i = 0; i < 3; i++) {
        assert_non_null(files[i]);
        streams[i] = fileno(files[i]);
    }
    fputs(input, files[0]);
    rewind(files[0]);
    code = wait_for(start(arguments, streams));
    (void)fclose(files[0]);
    collect(files[1], out);
    collect(files[2], err);
    return code;
}

/* Runs the program with the arguments, ended by NULL, and fills `out` and `err`. Returns the exit code. */
static int run(const char *first, ...)
{
    va_list list;
    int code;

    va_start(list, first);
    code = run_list(first, list);
    va_end(list);
    return code;
}

#define RUN(...)              run("", __VA_ARGS__, NULL)
#define RUN_WITH(input, ...)  run(input, __VA_ARGS__, NULL)
#define assert_says(text, it) assert_true(says(text, it))

static bool says(const char *text, const char *part)
{
    if (!strstr(text, part))
        print_message("expected '%s' in:\n%s\n", part, text);
    return strstr(text, part) != NULL;
}

/* Runs that have to fail as bad use, with a message that holds `part` and nothing on stdout. */
#define assert_bad_use(part, ...)                                                                                      \
    do {                                                                                                               \
        assert_int_equal(RUN(__VA_ARGS__), 2);                                                                         \
        assert_says(err, part);                                                                                        \
        assert_string_equal(out, "");                                                                                  \
    } while (0)

static const char *last_line(const char *text)
{
    size_t length = strlen(text);

    assert_true(length && text[length - 1] == '\n');
    for (length--; length && text[length - 1] != '\n';)
        length--;
    return text + length;
}

/* ---- Help and mistakes ----------------------------------------------------------------------------------------- */

/* Without arguments and when asked for help the program lists its commands; it also tells its version. */
static void test_overview(void **state)
{
    static const char *const ways[] = {"help", "--help", "-h"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(RUN(ways[i]), 0);
        assert_says(out, "analyse");
        assert_says(out, "perft");
        assert_string_equal(err, "");
    }
    assert_int_equal(run("", NULL), 0);
    assert_says(out, "usage: boyi");
    assert_int_equal(RUN("--version"), 0);
    assert_true(strncmp(out, "boyi ", 5) == 0);
}

/* Every command explains itself, in both ways of asking. */
static void test_help_of_commands(void **state)
{
    static const char *const names[] = {"play", "analyse", "convert", "perft", "bench", "games", "methods", "options"};
    char usage[64];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(usage, sizeof usage, "usage: boyi %s", names[i]);
        assert_int_equal(RUN(names[i], "--help"), 0);
        assert_says(out, usage);
        assert_int_equal(RUN("help", names[i]), 0);
        assert_says(out, usage);
    }
}

/* A name that is nearly right gets the right one suggested, wherever it stands. */
static void test_suggestions(void **state)
{
    (void)state;
    assert_bad_use("boyi: unknown command 'analyze', did you mean 'analyse'?", "analyze");
    assert_bad_use("unknown command 'frobnicate', see `boyi help`", "frobnicate");
    assert_bad_use("did you mean 'perft'?", "help", "perf");
    assert_bad_use("boyi analyse: unknown game 'tictacto', did you mean 'tictactoe'?", "analyse", "tictacto");
    assert_bad_use("did you mean '--depth'?", "analyse", "tictactoe", "--dept", "3");
    assert_bad_use("did you mean '--depth'?", "analyse", "tictactoe", "--dept=3");
    assert_bad_use("did you mean 'minimax'?", "analyse", "tictactoe", "--method", "minmax");
    assert_bad_use("did you mean 'killers'?", "analyse", "tictactoe", "--set", "kilers=off");
    assert_bad_use("did you mean 'plain'?", "analyse", "tictactoe", "--preset", "plian");
    assert_bad_use("did you mean 'paper-capture'?", "perft", "go-capture", "2", "--game-preset", "paper-captur");
    assert_bad_use("xiangqi has no presets", "match", "--game-preset", "plain");
    assert_bad_use("tree has no presets", "perft", "tree", "2", "--game-preset", "plain");
    assert_bad_use("did you mean 'values'?", "perft", "tictactoe", "2", "--game-set", "valus=plain");
    assert_bad_use("did you mean 'second'?", "play", "tictactoe", "--side", "secnd");
    assert_bad_use("did you mean 'alphabeta'?", "options", "alphabta");
    assert_bad_use("xiangqi has no notation 'chines', did you mean 'chinese'?", "analyse", "xiangqi",
                   "--notation=chines");
    assert_bad_use("tictactoe has no notation 'wxf', see `boyi games`", "play", "tictactoe", "--notation=wxf");
    assert_bad_use("unknown game", "bench", "tictacto");
}

/* Arguments that are missing, too many or without their value are named. */
static void test_bad_arguments(void **state)
{
    (void)state;
    assert_bad_use("GAME is missing", "analyse");
    assert_bad_use("DEPTH is missing", "perft", "tictactoe");
    assert_bad_use("'more' is one argument too many", "games", "more");
    assert_bad_use("--depth needs a value", "analyse", "tictactoe", "--depth");
    assert_bad_use("--depth needs a value", "analyse", "tictactoe", "--depth", "--json");
    assert_bad_use("--position needs a value", "analyse", "tictactoe", "--position", "--depth=1");
    assert_bad_use("--moves needs a value", "analyse", "tictactoe", "--moves", "--");
    assert_bad_use("--depth: '--jsno' does not fit", "analyse", "tictactoe", "--depth", "--jsno");
    assert_bad_use("--json takes no value", "analyse", "tictactoe", "--json=yes");
    assert_bad_use("'hash' is no setting", "analyse", "tictactoe", "--set", "hash");
    assert_bad_use("expected on|off", "analyse", "tictactoe", "--set", "hash=maybe");
    assert_bad_use("unknown flag '-x'", "analyse", "tictactoe", "-x");
    assert_bad_use("unknown option 'a'", "analyse", "tree", "--game-set", "a=b");
    assert_bad_use("exclude each other", "analyse", "tictactoe", "--position", "x", "--file", "y");
    assert_bad_use("exclude each other", "play", "tictactoe", "--level=1", "--depth=1");
    assert_bad_use("expected a whole number from 1 to 10", "play", "tictactoe", "--level=11");
}

/* A value may begin with dashes: in WXF this is what the last of four pawns on a file does. */
static void test_value_with_dashes(void **state)
{
    (void)state;
    assert_int_equal(RUN("perft", "xiangqi", "0", "--position", "4k1P2/6P2/6P2/6P2/9/9/9/9/9/3K5 w", "--moves", "--.4"),
                     0);
    assert_int_equal(RUN("perft", "xiangqi", "0", "--position", "4k1P2/6P2/6P2/6P2/9/9/9/9/9/3K5 w", "--moves=--.4"),
                     0);
    assert_bad_use("move 1: '--.4'", "perft", "xiangqi", "0", "--moves", "--.4");
}

/* Numbers that are negative, too large for any type, zero or not numbers at all are refused with their range. */
static void test_absurd_numbers(void **state)
{
    static const char *const flags[] = {"--depth", "--nodes", "--time", "--lines"};
    static const char *const numbers[] = {"-1", "0", "99999999999999999999", "1e3", "", "ten", "0x10", "+-1", "--1"};
    char setting[64];

    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        for (size_t j = 0; j < sizeof numbers / sizeof numbers[0]; j++) {
            (void)snprintf(setting, sizeof setting, "%s=%s", flags[i], numbers[j]);
            assert_bad_use("expected a whole number from 1 to", "analyse", "tictactoe", setting);
        }
    }
    assert_bad_use("from 0 to", "perft", "tictactoe", "-1");
    assert_bad_use("from 0 to", "perft", "tictactoe", "99999999999999999999");
    assert_bad_use("from 0 to", "perft", "tictactoe", "9999");
}

/* A text that is wrong is shown with a mark at the place; so is one from a file or from standard input. */
static void test_bad_positions(void **state)
{
    (void)state;
    assert_bad_use("boyi analyse: position, line 1, column 2: expected", "analyse", "tictactoe", "--position", "xyz");
    assert_says(err, "    xyz\n     ^\n");
    assert_bad_use("move 2: '4'", "analyse", "tictactoe", "--moves", "4 4");
    assert_bad_use("No such file", "analyse", "tictactoe", "--file", "/nonexistent/position");
    assert_bad_use("cannot read /", "analyse", "tictactoe", "--file", "/");
    assert_int_equal(RUN_WITH("A(1,\n2,?)", "analyse", "tree", "--position", "-"), 2);
    assert_says(err, "line 2, column 3");
    assert_says(err, "    2,?)\n      ^\n");
    /* Columns are characters, not bytes. */
    assert_int_equal(RUN_WITH("树(1,?)", "analyse", "tree", "--position", "-"), 2);
    assert_says(err, "line 1, column 5");
    assert_says(err, "    树(1,?)\n        ^\n");
}

/* What is typed may hold bytes that would steer a terminal; messages do not pass them on. */
static void test_messages_are_safe(void **state)
{
    (void)state;
    assert_bad_use("unknown game '?[31m'", "analyse", "\033[31m");
}

/* ---- Analyse --------------------------------------------------------------------------------------------------- */

/* The drawing, the iterations and the result of a search to the leaves. */
static void test_analyse(void **state)
{
    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "x.o/.x./..o"), 0);
    assert_says(out, "  x 1 o\n  3 x 5\n  6 7 o\n\nx to move\n\ndepth  value");
    assert_says(out, "best          5\n");
    assert_says(out, "value         draw, proved\n");
    assert_says(out, "stopped by    searched to the leaves\n");
    assert_string_equal(err, "");
}

/* Wins and losses are told with their distance, scores with their sign, and a game that is over as such. */
static void test_values_in_words(void **state)
{
    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "xx./oo./...", "--quiet"), 0);
    assert_says(out, "best          2\nvalue         win in 1 ply\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--moves", "0 1 4", "--quiet"), 0);
    assert_says(out, "value         loss in 4 plies\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--depth", "1", "--quiet"), 0);
    assert_says(out, "value         +4\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "xxx/oo./..."), 0);
    assert_says(out, "The game is over: x wins.");
    assert_says(out, "best          none");
}

/* `--quiet` leaves out the drawing and the iterations. */
static void test_quiet(void **state)
{
    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--quiet"), 0);
    assert_true(strncmp(out, "best ", 5) == 0);
    assert_null(strstr(out, "x to move"));
}

/* A position may come as text, from a file, from standard input or by moves; all mean the same. */
static void test_ways_to_a_position(void **state)
{
    char name[] = "/tmp/boyi-test-XXXXXX";
    static char first[OUTPUT_MOST];
    int file = mkstemp(name);

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, "o../.x./..x\n", 12), 12);
    close(file);
    assert_int_equal(RUN("perft", "tictactoe", "3", "--divide", "--position", "o../.x./..x"), 0);
    memcpy(first, out, sizeof first);
    assert_int_equal(RUN("perft", "tictactoe", "3", "--divide", "--file", name), 0);
    assert_string_equal(out, first);
    assert_int_equal(RUN_WITH("o../.x./..x", "perft", "tictactoe", "3", "--divide", "--position=-"), 0);
    assert_string_equal(out, first);
    assert_int_equal(RUN("perft", "tictactoe", "3", "--divide", "--moves", "  4 0\t8 "), 0);
    assert_string_equal(out, first);
    unlink(name);
}

/* A graph in which each node leads to the two that follow it: so few nodes with so many paths that without a hash table
 * no search comes to an end. */
static const char *endless_position(void)
{
    enum { NODES = 200 };
    static char text[NODES * 16];
    size_t at = 0;

    for (int i = 0; i < NODES; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "n%d(", i);
    at += (size_t)snprintf(text + at, sizeof text - at, "0,1),0");
    for (int i = NODES - 1; i > 1; i--)
        at += (size_t)snprintf(text + at, sizeof text - at, "),n%d", i);
    (void)snprintf(text + at, sizeof text - at, ")");
    return text;
}

/* Interrupts an analysis, with a further argument or none; returns its exit code. */
static int interrupt_analysis(char *further)
{
    char *arguments[] = {(char *)(uintptr_t)program(),
                         "analyse",
                         "tree",
                         "--position",
                         (char *)(uintptr_t)endless_position(),
                         "--set",
                         "hash=off",
                         "--depth=1000",
                         further,
                         NULL};
    int ends[2], streams[3];
    FILE *from;
    pid_t pid;
    size_t length;

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFD, FD_CLOEXEC), 0);
    streams[0] = open("/dev/null", O_RDONLY);
    streams[1] = streams[2] = ends[1];
    pid = start(arguments, streams);
    close(ends[1]);
    close(streams[0]);
    from = fdopen(ends[0], "r");
    while (fgets(out, sizeof out, from) && strncmp(out, "    2  ", 7) != 0)
        continue;
    assert_int_equal(kill(pid, SIGINT), 0);
    length = fread(out, 1, sizeof out - 1, from);
    out[length] = 0;
    (void)fclose(from);
    return wait_for(pid);
}

/* Ctrl-C ends a search that would go on for ever, and the best that is known is printed. */
static void test_interrupt(void **state)
{
    (void)state;
    assert_int_equal(interrupt_analysis(NULL), 0);
    assert_says(out, "\nbest          ");
    assert_says(out, "stopped by    interrupted\n");
    assert_int_equal(interrupt_analysis("--proof=/dev/null"), 1);
    assert_says(out, "no proof: interrupted\n");
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static const char *json_of(const char *text)
{
    static char written[256];
    struct json json = {0};

    json_put_string(&json, text);
    (void)snprintf(written, sizeof written, "%s", by_text_string(&json.text));
    by_text_free(&json.text);
    return written;
}

/* Quotes, backslashes and control characters are escaped; what is no UTF-8 becomes U+FFFD, byte by byte. */
static void test_json_strings(void **state)
{
    (void)state;
    assert_string_equal(json_of("a\"b\\c/"), "\"a\\\"b\\\\c/\"");
    assert_string_equal(json_of("\b\f\n\r\t\001\037\177"), "\"\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"");
    assert_string_equal(json_of("博弈 é 😀"), "\"博弈 é 😀\"");
    assert_string_equal(json_of("\xFF|\xC3|\xE5\x8D"), "\"\uFFFD|\uFFFD|\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xC0\x80"), "\"\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xE0\x80\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xED\xA0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xF4\x90\x80\x80"), "\"\uFFFD\uFFFD\uFFFD\uFFFD\"");
    assert_string_equal(json_of("\xF4\x8F\xBF\xBF"), "\"\xF4\x8F\xBF\xBF\"");
    assert_string_equal(json_of(NULL), "null");
}

/* Commas and breaks are put where they belong, numbers keep all their digits. */
static void test_json_layout(void **state)
{
    struct json json = {0};

    (void)state;
    json_put_object(&json, JSON_ON_LINES);
    json_put_key(&json, "a");
    json_put_array(&json, JSON_ON_ONE_LINE);
    json_put_integer(&json, INT64_MIN);
    json_put_unsigned(&json, UINT64_MAX);
    json_put_thousandths(&json, -1050);
    json_put_end(&json);
    json_put_key(&json, "b");
    json_put_object(&json, JSON_ON_LINES);
    json_put_end(&json);
    json_put_key(&json, "c");
    json_put_bool(&json, true);
    json_put_end(&json);
    assert_string_equal(by_text_string(&json.text),
                        "{\n  \"a\": [-9223372036854775808, 18446744073709551615, -1.050],\n  \"b\": {},\n"
                        "  \"c\": true\n}\n");
    by_text_free(&json.text);
}

#ifdef HAS_JANSSON

/* The last output, which has to be one JSON object; the caller lets it go. */
static json_t *parsed(void)
{
    json_error_t error;
    json_t *object = json_loads(out, JSON_REJECT_DUPLICATES, &error);

    if (!object)
        print_message("line %d: %s\n%s\n", error.line, error.text, out);
    assert_true(json_is_object(object));
    return object;
}

static const char *text_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    assert_true(json_is_string(value));
    return json_string_value(value);
}

static long number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    assert_true(json_is_integer(value));
    return (long)json_integer_value(value);
}

/* All that a result tells is there, in the right types. */
static void test_analyse_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--moves", "0 1 4", "--json"), 0);
    object = parsed();
    assert_true(json_is_string(json_object_get(object, "best")));
    assert_int_equal(number_of(object, "value"), -999996);
    assert_string_equal(text_of(object, "value_text"), "loss in 4 plies");
    assert_string_equal(text_of(object, "kind"), "loss");
    assert_true(json_is_true(json_object_get(object, "proved")));
    assert_string_equal(text_of(object, "stopped"), "done");
    assert_true(number_of(object, "nodes") > 0);
    assert_true(number_of(object, "evaluations") >= 0);
    assert_true(number_of(object, "depth") >= 4);
    assert_true(number_of(object, "selective_depth") >= 4);
    assert_true(json_is_real(json_object_get(object, "time_ms")));
    assert_string_equal(text_of(object, "game"), "tictactoe");
    assert_string_equal(text_of(object, "position"), "xo./.x./...");
    assert_string_equal(text_of(object, "method"), "alphabeta");
    assert_true(json_object_size(json_object_get(object, "counters")) > 0);
    assert_string_equal(text_of(json_object_get(object, "options"), "hash"), "on");
    json_decref(object);
}

/* The principal variation is an array that begins with the best move; of several lines each is told like a result. */
static void test_lines_json(void **state)
{
    json_t *object, *lines;

    (void)state;
    assert_int_equal(RUN("analyse", "tree", "--position", "A(B(3,17),C(2,12),D(1))", "--lines=2", "--json"), 0);
    object = parsed();
    lines = json_object_get(object, "lines");
    assert_int_equal(json_array_size(lines), 2);
    assert_string_equal(text_of(object, "best"), "B");
    assert_string_equal(text_of(json_array_get(lines, 0), "best"), "B");
    assert_string_equal(text_of(json_array_get(lines, 1), "best"), "C");
    assert_int_equal(number_of(json_array_get(lines, 1), "value"), 2);
    assert_true(json_equal(json_object_get(object, "pv"), json_object_get(json_array_get(lines, 0), "pv")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(object, "pv"), 0)), "B");
    assert_int_equal(json_array_size(json_object_get(object, "pv")), 2);
    json_decref(object);
}

/* Where there is no move, best is null and the variation is empty. */
/* A method that proves tells its answer, its numbers and how far it can be trusted. */
static void test_answer(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "df-pn", "--set", "threshold=0", "--quiet"), 0);
    assert_says(out, "answer        yes, proved\nnumbers       proof 0, disproof infinite\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "pn", "--nodes", "9", "--quiet"), 0);
    assert_says(out, "answer        unknown\nnumbers       proof 1, disproof 9\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "pn", "--set", "memory_kib=1", "--quiet"), 0);
    assert_says(out, "stopped by    limit of memory\n");
    assert_int_equal(RUN("analyse", "tictactoe", "--method", "df-pn", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(object, "answer"), "no");
    assert_true(json_is_null(json_object_get(object, "proof_number")));
    assert_true(json_is_real(json_object_get(object, "disproof_number")));
    assert_true(json_is_true(json_object_get(object, "proved")));
    json_decref(object);
    assert_bad_use("pn answers questions and plays no games", "play", "tictactoe", "--method", "pn");
    assert_bad_use("df-pn answers questions and plays no games", "selfplay", "run", "tictactoe", "--method", "df-pn",
                   "--games", "1", "--nodes", "10", "--output", "/nonexistent/file");
}

static void test_over_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--position", "xxx/oo./...", "--json"), 0);
    object = parsed();
    assert_true(json_is_null(json_object_get(object, "best")));
    assert_int_equal(json_array_size(json_object_get(object, "pv")), 0);
    json_decref(object);
}

/* Method, preset, settings and limits reach the search, settings on top of the preset. */
static void test_settings_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("analyse", "tictactoe", "--preset", "plain", "--set", "pvs=on", "--set=killers=after_captures",
                         "--nodes", "500", "--json"),
                     0);
    object = parsed();
    assert_string_equal(text_of(json_object_get(object, "options"), "hash"), "off");
    assert_string_equal(text_of(json_object_get(object, "options"), "pvs"), "on");
    assert_string_equal(text_of(json_object_get(object, "options"), "killers"), "after_captures");
    assert_true(number_of(object, "nodes") <= 500);
    assert_string_equal(text_of(object, "stopped"), "nodes");
    json_decref(object);
    assert_int_equal(RUN("analyse", "tictactoe", "--method=minimax", "--depth=9", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(object, "method"), "minimax");
    assert_int_equal(number_of(object, "nodes"), 549945);
    assert_int_equal(number_of(object, "value"), 0);
    assert_null(json_object_get(json_array_get(json_object_get(object, "lines"), 0), "visits"));
    json_decref(object);
    assert_int_equal(RUN("analyse", "tictactoe", "--method=mcts", "--position=xx./oo./...", "--nodes=100", "--json"),
                     0);
    object = parsed();
    assert_in_range(number_of(json_array_get(json_object_get(object, "lines"), 0), "visits"), 1, 100);
    assert_int_equal(
        (int)json_number_value(json_object_get(json_array_get(json_object_get(object, "lines"), 0), "mean")), 1);
    json_decref(object);
}

/* Without limits the search is bounded by nodes, so that two runs agree in everything but time. */
static void test_default_is_deterministic(void **state)
{
    static const char *const same[] = {"best", "value", "kind", "nodes", "depth", "pv", "lines", "counters"};
    json_t *first, *second;

    (void)state;
    assert_int_equal(RUN("analyse", "tree", "--position", "random width=6 depth=5 seed=7", "--json"), 0);
    first = parsed();
    assert_int_equal(RUN("analyse", "tree", "--position", "random width=6 depth=5 seed=7", "--json"), 0);
    second = parsed();
    assert_true(number_of(first, "nodes") <= 1000000);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_true(json_equal(json_object_get(first, same[i]), json_object_get(second, same[i])));
    json_decref(first);
    json_decref(second);
}

/* The member of an array of objects that has this name. */
static const json_t *named(const json_t *array, const char *name)
{
    size_t i;
    json_t *member;

    json_array_foreach(array, i, member) if (strcmp(text_of(member, "name"), name) == 0) return member;
    print_message("nothing is called %s\n", name);
    assert_true(false);
    return NULL;
}

/* The lists of games, methods and options can be read by programs, with defaults, ranges and papers. */
static void test_lists_json(void **state)
{
    json_t *object;
    const json_t *row;

    (void)state;
    assert_int_equal(RUN("games", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(named(json_object_get(object, "games"), "tictactoe"), "title"), "Tic-tac-toe");
    json_decref(object);
    assert_int_equal(RUN("methods", "--json"), 0);
    object = parsed();
    row = named(json_object_get(object, "methods"), "alphabeta");
    named(json_object_get(row, "presets"), "plain");
    json_decref(object);
    assert_int_equal(RUN("options", "alphabeta", "--json"), 0);
    object = parsed();
    row = named(json_object_get(object, "options"), "hash_scheme");
    assert_string_equal(text_of(row, "effect"), "exact");
    assert_true(json_array_size(json_object_get(row, "choices")) > 1);
    row = named(json_object_get(object, "options"), "memory_kib");
    assert_true(number_of(row, "least") < number_of(row, "most"));
    json_decref(object);
}

/* The sum of the bench is the sum of its games. */
static void test_bench_json(void **state)
{
    json_t *object, *game;
    size_t i;
    long sum = 0;

    (void)state;
    assert_int_equal(RUN("bench", "--json"), 0);
    object = parsed();
    json_array_foreach(json_object_get(object, "games"), i, game) sum += number_of(game, "nodes");
    assert_true(sum > 0);
    assert_int_equal(number_of(object, "nodes"), sum);
    json_decref(object);
}

/* A verdict has its winner, if there is one, and the explanation, if the game gives one. */
static void test_why_json(void **state)
{
    json_t *object;

    (void)state;
    assert_int_equal(RUN("why", "xiangqi", "--json", "--position", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w", "--moves",
                         "c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7"),
                     0);
    object = parsed();
    assert_string_equal(text_of(object, "winner"), "black");
    assert_int_equal(number_of(object, "path_plies"), 8);
    assert_true(json_is_true(json_object_get(object, "is_over")));
    assert_says(text_of(object, "explanation"), "perpetual chase");
    json_decref(object);
    assert_int_equal(RUN("why", "tictactoe", "--json"), 0);
    object = parsed();
    assert_string_equal(text_of(object, "side_to_move"), "x");
    assert_true(json_is_false(json_object_get(object, "is_over")));
    assert_true(json_is_null(json_object_get(object, "winner")));
    assert_true(json_is_null(json_object_get(object, "explanation")));
    json_decref(object);
}

#endif

/* ---- Perft, bench, lists --------------------------------------------------------------------------------------- */

/* The count stands alone in the last line, with the counts of the first moves above it if they are asked for. */
static void test_perft(void **state)
{
    (void)state;
    assert_int_equal(RUN("perft", "tictactoe", "9"), 0);
    assert_string_equal(out, "127872\n");
    assert_int_equal(RUN("perft", "tictactoe", "0", "--divide"), 0);
    assert_string_equal(out, "1\n");
    assert_int_equal(RUN("perft", "--divide", "tictactoe", "--", "3"), 0);
    assert_string_equal(last_line(out), "504\n");
    assert_int_equal(strncmp(out, "0 ", 2), 0);
    assert_says(out, " 56\n8 ");
}

/* Why a game stands as it does: in the game's own words, or the plain verdict if it has none. */
static void test_why(void **state)
{
    (void)state;
    assert_int_equal(RUN("why", "tictactoe", "--position", "xxx/oo./..."), 0);
    assert_string_equal(out, "The game is over: x wins.\n");
    assert_int_equal(RUN("why", "xiangqi", "--position", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w", "--moves",
                         "c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7"),
                     0);
    assert_int_equal(strncmp(out, "The game is over: black wins.\nVerdict: red loses by perpetual chase.\n", 68), 0);
    assert_says(out, "chases the cannon on b7 (rook b0: unprotected)");
    /* Who wants to play on after the verdict can. */
    assert_int_equal(RUN("why", "xiangqi", "--game-set", "rules=plain", "--position", "3k5/9/1c7/9/9/9/9/9/9/2R1K4 w",
                         "--moves", "c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7 c0c1"),
                     0);
    assert_int_equal(strncmp(out, "black to move\n", 14), 0);
    assert_says(out, "No repetition");
    assert_int_equal(RUN("why", "xiangqi", "--moves", "a0a9"), 2);
    assert_says(err, "boyi why: move 1: ");
}

/* Two benches give the same signature; one game can be benched alone. */
static void test_bench(void **state)
{
    char first[64];

    (void)state;
    assert_int_equal(RUN("bench"), 0);
    assert_int_equal(strncmp(last_line(out), "bench: ", 7), 0);
    (void)snprintf(first, sizeof first, "%s", last_line(out));
    assert_int_equal(RUN("bench"), 0);
    assert_string_equal(last_line(out), first);
    assert_int_equal(RUN("bench", "tictactoe"), 0);
    assert_says(out, "tictactoe");
    assert_null(strstr(out, "tree"));
}

/* A preset of a game reaches it, and settings go on top: the paper looks at one move here, all others at six. */
static void test_game_preset(void **state)
{
    static const char position[] = "white C5 none 0 5 ..O../..XX./...../..X../..... w";

    (void)state;
    assert_int_equal(RUN("perft", "go-capture", "1", "--position", position), 0);
    assert_says(out, "6\n");
    assert_int_equal(RUN("perft", "go-capture", "1", "--game-preset", "paper-capture", "--position", position), 0);
    assert_says(out, "1\n");
    assert_int_equal(RUN("perft", "go-capture", "1", "--game-preset", "paper-capture", "--game-set", "owner_moves=wide",
                         "--position", position),
                     0);
    assert_says(out, "6\n");
}

/* The lists for people name what there is, with defaults, ranges and papers. */
static void test_lists(void **state)
{
    (void)state;
    assert_int_equal(RUN("games"), 0);
    assert_says(out, "tictactoe   Tic-tac-toe\n");
    assert_int_equal(RUN("methods"), 0);
    assert_says(out, "alphabeta ");
    assert_says(out, "minimax ");
    assert_int_equal(RUN("options", "alphabeta"), 0);
    assert_says(out, "always|depth|two_tier");
    assert_says(out, "presets");
    assert_int_equal(RUN("options", "tictactoe"), 0);
    assert_says(out, "distance|plain");
    assert_int_equal(RUN("options", "tree"), 0);
    assert_says(out, "wrong_bounds");
    assert_int_equal(RUN("options", "go-capture"), 0);
    assert_says(out, "  presets\n  paper-capture ");
}

/* ---- Play ------------------------------------------------------------------------------------------------------ */

/* The engine answers a move, and the end of the input ends the game quietly. */
static void test_play_a_move(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n", "play", "tictactoe", "--depth", "3"), 0);
    assert_says(out, "x plays 4\no plays ");
    assert_says(last_line(out), "x to move\n");
    assert_string_equal(err, "");
}

/* Two people at one board: the result is announced, and a move after it is refused. */
static void test_play_to_the_end(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("0\n1\n3\n2\n6\nhint\n8\nquit\n", "play", "tictactoe", "--side", "both"), 0);
    assert_says(out, "  x o o\n  x 4 5\n  x 7 8\n\nThe game is over: x wins.\n");
    assert_says(out, "no legal moves");
    assert_int_equal(RUN("play", "tictactoe", "--side", "none", "--depth", "9"), 0);
    assert_says(last_line(out), "The game is over: a draw.\n");
}

/* Points are told as points, for the side that gets them. */
static void test_play_for_points(void **state)
{
    (void)state;
    assert_int_equal(RUN("play", "tree", "--position", "A(B(3,17),C(2,12))", "--side", "none"), 0);
    assert_says(out, "max plays B");
    assert_says(out, "The game is over: +3 for max.\n");
}

/* Bad input is answered and loses nothing; blank lines are ignored; the last line needs no newline. */
static void test_play_bad_input(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n4\n\n  \nnonsense and more\n9\nmove\nmove 0", "play", "tictactoe", "--side=both"), 0);
    assert_says(out, "'4' is no legal move here");
    assert_says(out, "'nonsense and more' is no legal move here");
    assert_says(out, "  o 1 2\n  3 x 5\n  6 7 8\n\nx to move\n");
}

/* Taking back goes past the engine's answer to the person's own choice, and no further than there is one. */
static void test_play_undo(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n0\nundo\n", "play", "tictactoe", "--side=both"), 0);
    assert_says(last_line(out), "o to move\n");
    assert_int_equal(RUN_WITH("4\nundo\nundo\nshow\n", "play", "tictactoe", "--depth=2"), 0);
    assert_says(out, "There is no move of yours to take back.\n\n  0 1 2\n  3 4 5\n  6 7 8\n\nx to move\n");
    assert_int_equal(RUN_WITH("undo\nmoves\n", "play", "tictactoe", "--side=o", "--depth=9"), 0);
    assert_says(out, "There is no move of yours to take back.\n");
    assert_int_equal(strlen(last_line(out)), strlen("0 1 2 3 4 5 6 7\n"));
}

/* With a number it takes back so many of the person's moves, or none. */
static void test_play_undo_several(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("4\n0\n8\nundo 2\nmoves\n", "play", "tictactoe", "--side=both"), 0);
    assert_string_equal(last_line(out), "0 1 2 3 5 6 7 8\n");
    assert_int_equal(RUN_WITH("4\n0\nundo 100\nundo 3\nmoves\nundo 2\nmoves\n", "play", "tictactoe", "--side=both"), 0);
    assert_says(out, "Only 2 of your moves can be taken back.\nOnly 2 of your moves can be taken back.\n"
                     "1 2 3 5 6 7 8\n");
    assert_string_equal(last_line(out), "0 1 2 3 4 5 6 7 8\n");
    assert_int_equal(RUN_WITH("4\nundo 0\nundo -1\nundo two\nundo 1x\nundo 99999999999999999999\nmoves\n", "play",
                              "tictactoe", "--side=both"),
                     0);
    assert_says(out, "'0' is no number of moves, expected 1 or more.\n'-1' is no number of moves, expected 1 or more.\n"
                     "'two' is no number of moves, expected 1 or more.\n"
                     "'1x' is no number of moves, expected 1 or more.\n"
                     "'99999999999999999999' is no number of moves, expected 1 or more.\n0 1 2 3 5 6 7 8\n");
}

/* Hints, lists of moves, help and a new game. */
static void test_play_commands(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("moves\nhint\nhelp\n1\nnew\n", "play", "tictactoe", "--side=first", "--position",
                              "x.o/.x./..o", "--depth=9"),
                     0);
    assert_says(out, "1 3 5 6 7\n");
    assert_says(out, "The engine would play 5  (draw, proved)\n");
    assert_says(out, "take your last move back");
    assert_says(last_line(out), "x to move\n");
    assert_true(strstr(out, "  x 1 o\n  3 x 5\n  6 7 o\n") != NULL);
}

/* A line of a megabyte is refused like any other that is no move. */
static void test_play_long_line(void **state)
{
    enum { LENGTH = 1 << 20 };
    char *line = malloc(LENGTH + 1);

    (void)state;
    assert_non_null(line);
    memset(line, 'z', LENGTH);
    line[LENGTH] = 0;
    assert_int_equal(RUN_WITH(line, "play", "tictactoe"), 0);
    assert_says(out, "is no legal move here");
    free(line);
}

/* ---- Games of xiangqi ------------------------------------------------------------------------------------------ */

/* A name for a file that does not exist. */
static const char *new_file(void)
{
    static char name[64];
    int file;

    (void)snprintf(name, sizeof name, "/tmp/boyi-test-XXXXXX");
    file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    unlink(name);
    return name;
}

static void fill_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* What a file holds, lent until the next call. */
static const char *file_text(const char *name)
{
    static char text[OUTPUT_MOST];
    FILE *file = fopen(name, "r");

    assert_non_null(file);
    collect(file, text);
    return text;
}

static int play_xiangqi(const char *input)
{
    return RUN_WITH(input, "play", "xiangqi", "--side=both", "--letters");
}

/* Moves are typed in any notation and shown in the one that was asked for; the last one is marked on the board. */
static void test_xiangqi_notations(void **state)
{
    (void)state;
    assert_int_equal(
        RUN_WITH("C2.5\n马8进7\nH0-G2\ni9h9\n", "play", "xiangqi", "--side=both", "--letters", "--notation=wxf"), 0);
    assert_says(out, "red plays C2.5\n");
    assert_says(out, "black plays H8+7\n");
    assert_says(out, "red plays H2+3\n");
    assert_says(out, "black plays R9.8\n");
    assert_says(out, "[r]-[ ]");
    assert_int_equal(
        RUN_WITH("h2e2\nmoves\nhint\n", "play", "xiangqi", "--side=both", "--notation=chinese", "--depth=1"), 0);
    assert_says(out, "red plays 炮二平五\n");
    assert_says(out, "马８进７");
    assert_int_equal(RUN("analyse", "xiangqi", "--depth=1", "--notation=iccs", "--quiet"), 0);
    assert_true(strlen(out) > 20 && out[16] == '-');
}

/* Letters where they are asked for or where the locale knows no others, Chinese elsewhere. */
static void test_letters(void **state)
{
    (void)state;
    setenv("LC_ALL", "C", 1);
    assert_int_equal(RUN("play", "xiangqi", "--side=both"), 0);
    assert_says(out, " 9  r---n---b---a---k");
    setenv("LC_ALL", "zh_CN.utf8", 1);
    assert_int_equal(RUN("play", "xiangqi", "--side=both"), 0);
    assert_says(out, "將");
    assert_int_equal(play_xiangqi(""), 0);
    assert_null(strstr(out, "將"));
    assert_says(out, " 9  r---n---b---a---k");
    unsetenv("LC_ALL");
}

/* The board can be turned, and is for who plays the second side. */
static void test_flip(void **state)
{
    const char *first, *second;

    (void)state;
    assert_int_equal(play_xiangqi("flip\n"), 0);
    first = strstr(out, "    a   b   c");
    second = strstr(out, "    i   h   g");
    assert_true(first && second && first < second);
    assert_int_equal(RUN_WITH("flip\n", "play", "xiangqi", "--side=black", "--letters", "--level=1"), 0);
    first = strstr(out, "    a   b   c");
    second = strstr(out, "    i   h   g");
    assert_true(first && second && second < first);
}

/* Levels are plies or nodes; a wrong one changes nothing. */
static void test_level(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("level\nlevel 3\nlevel 0\nlevel 99999999999999999999\nlevel x\nlevel\nlevel 7\n", "play",
                              "tictactoe", "--level=1"),
                     0);
    assert_says(
        out,
        "Level 1: the engine searches 1 ply a move.\nLevel 3: the engine searches 3 plies a move.\n'0' is no level, "
        "expected 1 to 10.\n");
    assert_says(out, "'x' is no level, expected 1 to 10.\nLevel 3: the engine searches 3 plies a move.\n"
                     "Level 7: the engine searches 200,000 nodes a move.\n");
    assert_int_equal(RUN_WITH("h2e2\n", "play", "xiangqi", "--level=2", "--letters"), 0);
    assert_says(out, "; depth 2, ");
    assert_int_equal(RUN_WITH("level\n", "play", "tictactoe", "--time=50"), 0);
    assert_says(out, "The engine searches 50 ms a move.\n");
}

/* What is saved is loaded again, with the moves taken back in between; a file that exists is not written over. */
static void test_save_and_load(void **state)
{
    const char *name = new_file();
    char input[512];

    (void)state;
    (void)snprintf(input, sizeof input, "h2e2\nh9g7\nsave %s\nundo\nsave %s\nundo\nload %s\nundo\nsave! %s\n", name,
                   name, name, name);
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(out, "Saved to ");
    assert_says(out, " exists. Type `save! ");
    assert_says(out, "Loaded 2 moves.\n");
    assert_string_equal(err, "");
    assert_says(file_text(name), "[Game \"Chinese Chess\"]\n");
    assert_says(file_text(name), "\n1. 炮二平五 *\n");
    unlink(name);
}

/* Names of players stay with a loaded game, results are noted, a position of its own is kept; `new` goes to its start.
 */
static void test_save_more(void **state)
{
    const char *name = new_file();
    char input[256];

    (void)state;
    fill_file(name, "[Red \"A\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/5K2R w - - 3 20\"]\n20. i0i8 {c} 1-0\n");
    (void)snprintf(input, sizeof input, "load %s\nundo\nd0d1\ni0i8\nd9e9\na1a9\nd9d8\nhint\nsave! %s\nnew\n", name,
                   name);
    assert_int_equal(RUN_WITH(input, "play", "xiangqi", "--side=both", "--letters", "--notation=coordinates"), 0);
    assert_says(out, "Comments and variations are neither shown nor saved again.\n");
    assert_says(out, "The game is over: red wins.\n");
    assert_says(out, "The game is over.\n");
    assert_says(file_text(name), "[Red \"A\"]\n");
    assert_says(file_text(name), "[Result \"1-0\"]\n[FEN \"3k5/9/9/9/9/9/9/9/R8/5K2R w - - 3 20\"]\n");
    assert_says(file_text(name), "\n20. 车一进八 将４平５ 21. 车九进八 1-0\n");
    assert_says(last_line(out), "red to move\n");
    unlink(name);
}

/* A file that is damaged, missing, empty, no text or a folder loses nothing of the game here. */
static void test_bad_files(void **state)
{
    const char *name = new_file();
    char input[256];

    (void)state;
    assert_int_equal(
        play_xiangqi("h2e2\nload\nload /nonexistent/a\nload /\nload -\nsave\nsave /nonexistent/a\nsave! /\n"), 0);
    assert_says(
        out, "Which file? Type `load FILE`.\nCannot read /nonexistent/a: No such file or directory.\nCannot read /: ");
    assert_says(
        out,
        "Which file? Type `save FILE`.\nCannot write /nonexistent/a: No such file or directory.\nCannot write /: ");
    (void)snprintf(input, sizeof input, "h2e2\nload %s\nshow\nmoves\n", name);
    fill_file(name, "\n");
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(out, "There is no game in ");
    assert_says(out, "The game here goes on as it was.\n");
    fill_file(name, "nonsense");
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(out, ", line 1, column 1: move 1, red: 'nonsense'");
    assert_says(out, "The game here goes on as it was.\n");
    fill_file(name, "1. c3c4 c6c5\n2. c4c6 1-0\n\n1. h2e2 *");
    assert_int_equal(play_xiangqi(input), 0);
    assert_says(out, ", line 2, column 4: move 2, red: 'c4c6'");
    assert_says(out, "Loaded 2 moves.\n");
    unlink(name);
    assert_int_equal(RUN_WITH("save x\nload x\nwhy\n", "play", "tictactoe"), 0);
    assert_says(out,
                "There is no file format for games of tictactoe.\nThere is no file format for games of tictactoe.\n");
    assert_says(out, "tictactoe explains nothing.\n");
}

/* ---- Convert --------------------------------------------------------------------------------------------------- */

/* Records are written in another notation, from a file or from standard input, one after the other. */
static void test_convert(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("1. h2e2! {c} h9g7 (b9c7) 1-0\n\n1. c3c4 *", "convert", "xiangqi", "-", "--notation=wxf"),
                     0);
    assert_says(out, "[Format \"WXF\"]\n\n1. C2.5! {c} 1... H8+7 (1... H2+3) 1-0\n\n[Game ");
    assert_says(out, "\n\n1. P7+1 *\n");
    assert_int_equal(RUN("convert", "xiangqi", "tests/data/pgn/wxf.pgn"), 0);
    assert_string_equal(out, file_text("tests/data/pgn/chinese.pgn"));
}

/* Damage is shown with its place, the moves before it and the games behind it are printed, and the exit code tells. */
static void test_convert_damage(void **state)
{
    (void)state;
    assert_int_equal(RUN_WITH("1. h2e2\nh9g7 {ok} e9e5\n[Event \"next\"]\n\n1. c3c4 *", "convert", "xiangqi", "-"), 2);
    assert_says(err, "boyi convert: standard input, line 2, column 11: move 2, red: 'e9e5'");
    assert_says(err, "    h9g7 {ok} e9e5\n              ^\n");
    assert_says(out, "1. 炮二平五 马８进７ {ok} *\n\n[Game ");
    assert_says(out, "[Event \"next\"]");
    assert_int_equal(RUN_WITH("1. 炮二平五 {好} e9e5", "convert", "xiangqi", "-"), 2);
    assert_says(err, "standard input, line 1, column 13: move 1, black: 'e9e5'");
    assert_says(err, "    1. 炮二平五 {好} e9e5\n                ^\n");
    assert_bad_use("there is no game in standard input", "convert", "xiangqi", "-");
    assert_bad_use("cannot read /nonexistent/a: No such file", "convert", "xiangqi", "/nonexistent/a");
    assert_bad_use("tictactoe has no format for game records", "convert", "tictactoe", "tests/data/pgn/wxf.pgn");
    assert_bad_use("FILE is missing", "convert", "xiangqi");
}

/* ---- Streams --------------------------------------------------------------------------------------------------- */

static int run_into(int stream, const char *command, const char *game)
{
    char *arguments[] = {(char *)(uintptr_t)program(), (char *)(uintptr_t)command, (char *)(uintptr_t)game, NULL};
    int null = open("/dev/null", O_RDWR);
    const int streams[3] = {null, stream, null};
    int code = wait_for(start(arguments, streams));

    close(null);
    return code;
}

/* Output that cannot be written is a failure, not a crash: a full disk, a closed stream, a reader that has left. */
static void test_lost_output(void **state)
{
    int full = open("/dev/full", O_WRONLY);
    int ends[2];

    (void)state;
    assert_int_equal(run_into(-1, "analyse", "tictactoe"), 1);
    if (full >= 0)
        assert_int_equal(run_into(full, "analyse", "tictactoe"), 1);
    close(full);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_int_equal(run_into(ends[1], "analyse", "tictactoe"), 1);
    assert_int_equal(run_into(ends[1], "play", "tictactoe"), 1);
    close(ends[1]);
}

/* Plays on a terminal until the program has ended; what it showed is in `out`. */
static void play_on_terminal(const char *game, const char *typed)
{
    char *arguments[] = {(char *)(uintptr_t)program(), "play", (char *)(uintptr_t)game, NULL};
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    int side, streams[3];
    size_t length = 0;
    ssize_t got;
    pid_t pid;

    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    assert_int_equal(fcntl(terminal, F_SETFD, FD_CLOEXEC), 0);
    side = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    streams[0] = streams[1] = streams[2] = side;
    pid = start(arguments, streams);
    close(side);
    assert_int_equal(write(terminal, typed, strlen(typed)), strlen(typed));
    while ((got = read(terminal, out + length, sizeof out - 1 - length)) > 0)
        length += (size_t)got;
    out[length] = 0;
    assert_int_equal(wait_for(pid), 0);
    close(terminal);
}

/* After the end of a game on a terminal the prompt says how to go on. */
static void test_prompt_at_the_end(void **state)
{
    (void)state;
    play_on_terminal("tictactoe", "4\n1\n2\n3\n5\n6\n7\n8\n0\n1\n2\n3\n5\n6\n7\n8\nquit\n");
    assert_says(out, "The game is over: ");
    assert_says(out, "new, undo or quit> ");
}

/* On a terminal there is a prompt and emphasis, the latter not if NO_COLOR is set; into a file there is neither. */
static void test_terminal(void **state)
{
    (void)state;
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    play_on_terminal("tictactoe", "4\nquit\n");
    assert_says(out, "> ");
    assert_says(out, "\033[1m");
    setenv("NO_COLOR", "1", 1);
    play_on_terminal("tictactoe", "4\nquit\n");
    assert_says(out, "> ");
    assert_null(strchr(out, '\033'));
    play_on_terminal("xiangqi", "quit\n");
    assert_null(strchr(out, '\033'));
    unsetenv("NO_COLOR");
    play_on_terminal("xiangqi", "quit\n");
    assert_says(out, "\033[");
    assert_int_equal(RUN_WITH("4\n", "play", "tictactoe"), 0);
    assert_null(strchr(out, '\033'));
    assert_null(strstr(out, "> "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overview),
        cmocka_unit_test(test_help_of_commands),
        cmocka_unit_test(test_suggestions),
        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_value_with_dashes),
        cmocka_unit_test(test_absurd_numbers),
        cmocka_unit_test(test_bad_positions),
        cmocka_unit_test(test_messages_are_safe),
        cmocka_unit_test(test_analyse),
        cmocka_unit_test(test_values_in_words),
        cmocka_unit_test(test_quiet),
        cmocka_unit_test(test_ways_to_a_position),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_json_strings),
        cmocka_unit_test(test_json_layout),
#ifdef HAS_JANSSON
        cmocka_unit_test(test_analyse_json),
        cmocka_unit_test(test_lines_json),
        cmocka_unit_test(test_answer),
        cmocka_unit_test(test_over_json),
        cmocka_unit_test(test_settings_json),
        cmocka_unit_test(test_default_is_deterministic),
        cmocka_unit_test(test_lists_json),
        cmocka_unit_test(test_bench_json),
        cmocka_unit_test(test_why_json),
#endif
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_bench),
        cmocka_unit_test(test_game_preset),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_play_a_move),
        cmocka_unit_test(test_play_to_the_end),
        cmocka_unit_test(test_play_for_points),
        cmocka_unit_test(test_play_bad_input),
        cmocka_unit_test(test_play_undo),
        cmocka_unit_test(test_play_undo_several),
        cmocka_unit_test(test_play_commands),
        cmocka_unit_test(test_play_long_line),
        cmocka_unit_test(test_xiangqi_notations),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_flip),
        cmocka_unit_test(test_level),
        cmocka_unit_test(test_save_and_load),
        cmocka_unit_test(test_save_more),
        cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_convert),
        cmocka_unit_test(test_convert_damage),
        cmocka_unit_test(test_lost_output),
        cmocka_unit_test(test_prompt_at_the_end),
        cmocka_unit_test(test_terminal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
