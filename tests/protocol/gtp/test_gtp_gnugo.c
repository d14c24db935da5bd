/* SPDX-License-Identifier: MIT
 *
 * The same commands to us and to GNU Go, where it is installed: both succeed with the same answer, or both fail.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boyi/random.h"
#include "support/talk.h"

enum { US, GNU_GO, PROGRAMS };

static struct talk talks[PROGRAMS];
static char answers[PROGRAMS][TALK_BUFFER];

/* ---- Both of them ------------------------------------------------------------------------------------------------ */

static const char *find_gnugo(void)
{
    static const char *const places[] = {"/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"};

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

static void start(void)
{
    const char *arguments[] = {find_gnugo(), "--mode", "gtp", "--quiet", NULL};

    if (!arguments[0]) {
        print_message("GNU Go is not installed: nothing is compared\n");
        skip();
    }
    talk_start_program(&talks[GNU_GO], arguments);
    talk_start(&talks[US], "gtp");
}

static void end(void)
{
    for (int i = 0; i < PROGRAMS; i++) {
        talk_say(&talks[i], "quit");
        assert_int_equal(talk_end(&talks[i]), 0);
    }
}

static void hear_answer(struct talk *talk, char *answer)
{
    size_t length = 0;
    const char *line;

    answer[0] = 0;
    while ((line = talk_next(talk, TALK_PATIENCE_MS)) != NULL && *line)
        length += (size_t)snprintf(answer + length, TALK_BUFFER - length, "%s%s", length ? "\n" : "", line);
    assert_non_null(line);
}

static void ask_both(const char *line)
{
    for (int i = 0; i < PROGRAMS; i++) {
        talk_say(&talks[i], "%s", line);
        hear_answer(&talks[i], answers[i]);
    }
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Some lists have no order of their own. */
static void sort_words(char *text)
{
    static char sorted[TALK_BUFFER];
    const char *words[512];
    char *at = NULL;
    size_t count = 0, length = 0;

    for (char *word = strtok_r(text, " \n", &at); word && count < 512; word = strtok_r(NULL, " \n", &at))
        words[count++] = word;
    qsort(words, count, sizeof words[0], compare_words);
    sorted[0] = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(sorted + length, sizeof sorted - length, "%s ", words[i]);
    strcpy(text, sorted);
}

static void compare(const char *line)
{
    bool is_same;

    ask_both(line);
    if (strncmp(line, "findlib", 7) == 0) {
        sort_words(answers[US]);
        sort_words(answers[GNU_GO]);
    }
    is_same = answers[US][0] == '=' ? strcmp(answers[US], answers[GNU_GO]) == 0 : answers[GNU_GO][0] == '?';
    if (!is_same) {
        print_message("'%s': we answer '%s', GNU Go '%s'\n", line, answers[US], answers[GNU_GO]);
        for (int i = 0; i < PROGRAMS; i++) {
            talk_say(&talks[i], "showboard");
            hear_answer(&talks[i], answers[i]);
            print_message("%s\n", answers[i]);
        }
        fail();
    }
}

static void compare_all(const char *const *lines)
{
    for (; *lines; lines++)
        compare(*lines);
}

/* ---- Scripts ----------------------------------------------------------------------------------------------------- */

static void test_words(void **state)
{
    static const char *const lines[] = {"protocol_version",
                                        "17 protocol_version",
                                        "\t 5  protocol_version # comment",
                                        "known_command foo",
                                        "known_command play",
                                        "known_command",
                                        "unknown",
                                        "6 unknown",
                                        "boardsize 0",
                                        "boardsize 26",
                                        "boardsize nine",
                                        "boardsize",
                                        "boardsize 9",
                                        "query_boardsize",
                                        "komi 6.5",
                                        "get_komi",
                                        "komi",
                                        "komi x",
                                        "komi -3",
                                        "get_komi",
                                        "komi 100",
                                        "get_komi",
                                        "last_move",
                                        "move_history",
                                        "undo",
                                        "play b d4",
                                        "play b D4",
                                        "play White pass",
                                        "last_move",
                                        "play b i3",
                                        "play b d10",
                                        "play b resign",
                                        "play x d4",
                                        "play b",
                                        "play",
                                        "play w pass",
                                        "play w A1",
                                        "move_history",
                                        "color A1",
                                        "color D4",
                                        "color E5",
                                        "color",
                                        "color Z",
                                        "countlib A1",
                                        "countlib E5",
                                        "countlib pass",
                                        "findlib D4",
                                        "findlib E5",
                                        "is_legal b A1",
                                        "is_legal b pass",
                                        "is_legal b Z9",
                                        "is_legal",
                                        "captures black",
                                        "captures",
                                        "list_stones black",
                                        "list_stones wHiTe",
                                        "list_stones whit",
                                        "list_stones",
                                        "all_legal",
                                        "gg-undo 2",
                                        "move_history",
                                        "gg-undo 9",
                                        "gg-undo",
                                        "time_settings 0 0 0",
                                        "time_settings 0 0",
                                        "time_settings a 0 0",
                                        "time_left b 10 0",
                                        "time_left b 10",
                                        "time_left x 10 0",
                                        "final_status_list foo",
                                        "loadsgf",
                                        "loadsgf /nonexistent",
                                        NULL};

    (void)state;
    start();
    compare_all(lines);
    end();
}

static void test_handicaps(void **state)
{
    (void)state;
    start();
    for (int size = 2; size <= 19; size++) {
        for (int stones = 1; stones <= 10; stones++) {
            char line[64];

            (void)snprintf(line, sizeof line, "boardsize %d", size);
            compare(line);
            compare("clear_board");
            (void)snprintf(line, sizeof line, "fixed_handicap %d", stones);
            compare(line);
            compare("list_stones black");
            compare("fixed_handicap 2");
            compare("undo");
            compare("move_history");
        }
    }
    compare("clear_board");
    compare("set_free_handicap A1 B2 C3");
    compare("list_stones black");
    compare("set_free_handicap A1 B2");
    compare("undo");
    end();
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static struct by_random random_words;

static const char *random_vertex(int size)
{
    static const char columns[] = "ABCDEFGHJKLMNOPQRST";
    static char vertex[16];
    uint32_t column = by_random_below(&random_words, (uint32_t)size);
    uint32_t row = by_random_below(&random_words, (uint32_t)size);

    (void)snprintf(vertex, sizeof vertex, "%c%u", columns[column], row + 1);
    return vertex;
}

static void compare_with(const char *command, const char *argument)
{
    char line[64];

    (void)snprintf(line, sizeof line, "%s %s", command, argument);
    compare(line);
}

/* Questions about a position in which blocks are large and kos frequent, as on boards full of random moves. */
static void compare_position(int size)
{
    static const char *const about_sides[] = {"all_legal", "list_stones", "captures"};
    static const char *const about_points[] = {"color", "countlib", "findlib", "is_legal black", "is_legal white"};

    for (int i = 0; i < 3; i++) {
        compare_with(about_sides[i], "black");
        compare_with(about_sides[i], "white");
    }
    for (int i = 0; i < 5; i++)
        compare_with(about_points[i], random_vertex(size));
    compare("last_move");
}

/* Mostly by turns, sometimes not, with passes and moves that are not allowed; now and then something is taken back. */
static void play_randomly(int size, int moves)
{
    char line[64];

    (void)snprintf(line, sizeof line, "boardsize %d", size);
    compare(line);
    compare("clear_board");
    for (int i = 0; i < moves; i++) {
        bool is_white = by_random_below(&random_words, 10) ? i % 2 : !(i % 2);
        const char *vertex = by_random_below(&random_words, 30) ? random_vertex(size) : "pass";

        (void)snprintf(line, sizeof line, "play %s %s", is_white ? "w" : "b", vertex);
        compare(line);
        if (by_random_below(&random_words, 12) == 0)
            compare("undo");
        if (i % 7 == 0)
            compare_position(size);
    }
    compare("move_history");
}

static void test_random_games(void **state)
{
    static const int sizes[] = {2, 3, 4, 5, 5, 6, 7, 9, 13, 19};

    (void)state;
    start();
    random_words.state = 20250101;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        play_randomly(sizes[i], 40 + sizes[i] * 20);
    end();
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

/* Questions that leave no doubt and have one move: at the edge, a ladder, a net, and a ko from both sides. */
static void test_attack_and_defend(void **state)
{
    static const struct {
        const char *stones; /* played one after the other: a colour and a vertex */
        const char *questions[6];
    } problems[] = {
        {"wA1 bB1", {"attack A1", "defend A1"}},
        {"wE5 bD5 bE6 bF5", {"attack E5", "attack D5"}},
        {"wD4 wE4 bD3 bE3 bC4 bF4 bD5", {"attack D4", "defend D4"}},
        {"bA2 wB2 bB1 wC1 wA3 bC3", {"attack B1", "attack A2", "defend A2"}},
        {"wE5 wE6 bD5 bD6 bF6 bE7", {"attack E5", "defend E5"}},
        {"bB2 bA1 wC2 wB3 wA3 bC1", {"attack A1", "attack B2"}},
        {"bC4 bD5 bD3 wD4 wE5 wE3 wF4", {"attack D4", "defend D4"}},
        {"bC4 bD5 bD3 wD4 wE5 wE3 wF4 bE4", {"attack E4", "defend E4"}},
    };
    static const char *const mistakes[] = {"attack",    "attack pass", "attack Z9", "attack J9",
                                           "defend J9", "defend",      NULL};

    (void)state;
    start();
    compare("boardsize 9");
    talk_say(&talks[US], "boyi-set time_ms 0"); /* the answer is the same, however slow the machine is */
    hear_answer(&talks[US], answers[US]);
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        compare("clear_board");
        for (const char *stone = problems[i].stones; stone; stone = strchr(stone, ' ')) {
            char line[32];

            stone += *stone == ' ';
            (void)snprintf(line, sizeof line, "play %c %.2s", *stone, stone + 1);
            compare(line);
        }
        compare_all(problems[i].questions);
    }
    compare_all(mistakes);
    end();
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static void test_loadsgf(void **state)
{
    static const char text[] = "(;GM[1]FF[4]SZ[7]KM[5.5]AB[aa][bb]AW[cc];W[dd];B[ee](;W[ff];B[];W[gg])(;W[fa]))";
    static const char *const lines[] = {"query_boardsize",   "get_komi",       "move_history",    "list_stones black",
                                        "list_stones white", "captures black", "all_legal white", NULL};
    char name[] = "/tmp/boyi_gnugo_XXXXXX", line[128];
    int descriptor;

    (void)state;
    start();
    descriptor = mkstemp(name);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, sizeof text - 1), sizeof text - 1);
    close(descriptor);
    for (int number = 0; number <= 7; number++) {
        (void)snprintf(line, sizeof line, number ? "loadsgf %s %d" : "loadsgf %s", name, number);
        compare(line);
        compare_all(lines);
        compare("undo");
        compare("move_history");
    }
    (void)unlink(name);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),        cmocka_unit_test(test_handicaps),
        cmocka_unit_test(test_random_games), cmocka_unit_test(test_attack_and_defend),
        cmocka_unit_test(test_loadsgf),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
