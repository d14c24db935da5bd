/* SPDX-License-Identifier: MIT
 *
 * Reading experiments: valid text gets its meaning, and every mistake is reported with its place and reason.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/experiment.h"
#include "support/allocation.h"
#include "support/check.h"

/* ---- Files ----------------------------------------------------------------------------------------------------- */

/* Files by name, without a real folder. */
static const char *const files[][2] = {
    {"two.tsv", "# two\n\na\tx../.o./...\tsomewhere\r\nb\t.../.../...\n"},
    {"no-tab.tsv", "# first\na x../.o./...\n"},
    {"no-name.tsv", "\tx../.o./...\n"},
    {"bad.tsv", "a\tx../.o./...\nb\tx../.q./...\n"},
    {"twice.tsv", "a\tx../.o./...\na\t.../.../...\n"},
    {"gbk.tsv", "# \xD6\xD0\na\tx../.o./...\n\xD6\xD0\t.../.../...\n"},
    {"control.tsv", "a\x07\t.../.../...\n"},
    {"empty.tsv", "# nothing\n"},
    {"problems.txt", "problem one\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nresult 1\nend\n"
                     "problem two\nsize 5\nblack A1 B2\nwhite A2\ntask defend A2\nresult 1\nend\n"
                     "problem three\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nresult 0 1\nend\n"
                     "problem four\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nresult 3\nend\n"
                     "problem alive\nsize 5\nblack A2 B2 B1 C1 D1 D2 C2\nwhite E5\ntask attack A2\nend\n"},
    {"best.tsv", "a\tmiddle\tx../.../...\t4,8 draws\t3\tmain\nb\tedge\t.x./.../...\t4\t5\tmain\n"},
    {"few.tsv", "a\tx../.../...\t4\nb\tx../.../...\n"},
    {"bad-best.tsv", "a\tx../.../...\t0\n"},
    {"no-best.tsv", "a\tx../.../...\t\n"},
    {"bad-wins.tsv", "a\tx../.../...\tthree\n"},
    {"no-group.tsv", "a\tx../.../...\t\n"},
    {"such as this.tsv", "a\tx../.../...\t4\n"},
    {"bad-problem.txt", "problem one\nsize 5\nblack A9\ntask attack A9\nend\n"},
};

static char *read_listed(void *context, const char *name, const char **why)
{
    (void)context;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t size = strlen(files[i][1]) + 1;
        char *copy;

        if (strcmp(files[i][0], name) != 0)
            continue;
        copy = malloc(size);
        *why = "no memory";
        return copy ? memcpy(copy, files[i][1], size) : NULL;
    }
    *why = "there is none";
    return NULL;
}

static const struct lab_reader reader = {.read = read_listed};

static by_status read_text(const char *text, struct lab_experiment **out, by_error *error)
{
    return lab_experiment_read("test", text, &reader, out, error);
}

static struct lab_experiment *read_good(const char *text)
{
    struct lab_experiment *experiment;
    by_error error;

    if (read_text(text, &experiment, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    return experiment;
}

/* ---- What is accepted ------------------------------------------------------------------------------------------ */

static const char good[] = "# A comment\n"
                           "title \t Small games  \r\n"
                           "paper  Somebody, 1950\n"
                           "\n"
                           "game   tictactoe values=plain\n"
                           "position start initial\n"
                           "positions two.tsv\n"
                           "measure nodes best hash_cuts\n"
                           "variant plain alphabeta plain\n"
                           "variant hashed alphabeta plain hash=on\n"
                           "variant all minimax\n"
                           "depths 3 1-2 9\n"
                           "depths 1-4 for all plain\n"
                           "published plain nodes 1=9 4=1.5e2\n"
                           "table First table\n"
                           "columns plain hashed\n"
                           "base hashed\n"
                           "measure evaluations\n"
                           "table Second table\n"
                           "columns all";

/* Each line ends up where it belongs. */
static void test_parts(void **state)
{
    struct lab_experiment *it = read_good(good);

    (void)state;
    assert_string_equal(it->name, "test");
    assert_string_equal(it->title, "Small games");
    assert_string_equal(it->paper, "Somebody, 1950");
    assert_string_equal(it->type->name, "tictactoe");
    assert_string_equal(it->game_settings, "values=plain");
    assert_int_equal(it->position_count, 3);
    assert_string_equal(it->positions[0].id, "start");
    assert_string_equal(it->positions[0].text, ".../.../...");
    assert_string_equal(it->positions[1].id, "a");
    assert_string_equal(it->positions[1].text, "x../.o./...");
    assert_int_equal(it->measure_count, 3);
    assert_string_equal(it->measures[2].name, "hash_cuts");
    assert_int_equal(it->variant_count, 3);
    assert_string_equal(it->variants[1].name, "hashed");
    assert_string_equal(it->variants[1].words, "alphabeta plain hash=on");
    assert_string_equal(by_method_name(it->variants[2].method), "minimax");
    assert_non_null(strstr(it->variants[1].settings, " hash=on "));
    assert_non_null(strstr(it->variants[0].settings, " hash=off "));
    assert_int_equal(it->section_count, 2);
    assert_string_equal(it->sections[0].name, "table-1");
    assert_string_equal(it->sections[0].title, "First table");
    assert_int_equal(it->sections[0].variant_count, 2);
    assert_int_equal(it->sections[0].base, 1);
    assert_string_equal(it->sections[0].measures[0].name, "evaluations");
    assert_string_equal(it->sections[1].name, "table-2");
    assert_int_equal(it->sections[1].variants[0], 2);
    assert_int_equal(it->sections[1].base, LAB_NO_VARIANT);
    assert_string_equal(it->sections[1].measures[0].name, "nodes"); /* the first of the experiment's */
    lab_experiment_destroy(it);
}

static void assert_limits(const struct lab_variant *variant, const char *expected)
{
    by_text text = {0};

    for (size_t i = 0; i < variant->limits.count; i++)
        by_text_printf(&text, "%d ", (int)variant->limits.list[i]);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* A game may have a preset, followed by settings. */
static void test_game_preset(void **state)
{
    struct lab_experiment *it =
        read_good("title t\ngame go-capture paper-capture bound=30\n"
                  "position a white B2 none 0 5 ...../...../.XX../XO.../.X... w\nvariant v pn\nnodes 100\n"
                  "measure nodes\ntable T\ncolumns v\n");

    (void)state;
    assert_non_null(strstr(it->game_settings, "attacker_moves=paper"));
    assert_non_null(strstr(it->game_settings, " bound=30 "));
    lab_experiment_destroy(it);
}

#define CAPTURE "title t\ngame go-capture paper-capture\nproblems problems.txt\nvariant v pn\nvariant w pn\nnodes 100\n"

/* Problems are positions with known answers; one may be over before it begins. */
static void test_problems(void **state)
{
    static const enum by_answer known[] = {BY_ANSWER_YES, BY_ANSWER_NO, BY_ANSWER_NONE, BY_ANSWER_NO, BY_ANSWER_NONE};
    struct lab_experiment *it = read_good(CAPTURE "summary s T\nvariants v\nmeasure right\n");

    (void)state;
    assert_int_equal(it->position_count, 5);
    assert_string_equal(it->positions[0].id, "one");
    assert_non_null(strstr(it->positions[0].text, "white A2 none 0 5 ...../...../...../OX.../X.... b "));
    assert_non_null(strstr(it->positions[1].text, "white A2 none 0 5 ...../...../...../OX.../X.... w "));
    for (int i = 0; i < 5; i++)
        assert_int_equal(it->positions[i].known, known[i]);
    assert_int_equal(lab_experiment_try(it, NULL), BY_OK);
    lab_experiment_destroy(it);
}

/* Single variants may play the game with other options; then the positions are read for them too. */
static void test_other_game(void **state)
{
    struct lab_experiment *it =
        read_good(CAPTURE "game go-capture  paper-capture bound=30 for w\nsummary s T\nvariants v\nmeasure nodes\n");
    by_position *position;

    (void)state;
    assert_ptr_equal(it->variants[0].game, it->game);
    assert_ptr_equal(it->variants[0].game_settings, it->game_settings);
    assert_non_null(strstr(it->variants[0].game_settings, " bound=25 "));
    assert_non_null(strstr(it->variants[1].game_settings, " bound=30 "));
    assert_int_equal(lab_position_open(it, &it->variants[1], 1, &position, NULL), BY_OK);
    assert_ptr_equal(by_position_game(position), it->variants[1].game);
    by_position_destroy(position);
    lab_experiment_destroy(it);
}

/* Lines of a part belong to the last part, those of a table to the last table. */
static void test_reading_parts(void **state)
{
    struct lab_experiment *it =
        read_good(CAPTURE "decided 25\nquick 3 50\nmeasure nodes time\n"
                          "table Table\ncolumns v\nmeasure time\n"
                          "summary s First part\nvariants v w\nmeasure solved nodes\nover common\n"
                          "duel d2 Second\nlevel 5\nvariants w v\nmeasure time\ncounted 1 2 3\n"
                          "within x Third\nvariants v\nmeasure time\nsteps 0.5 10\n"
                          "curves c Fourth\nvariants w\nshows numbers\nanswer unknown\nmost 2\n"
                          "prediction p Fifth\nvariants v w\nat 75\n"
                          "table Other\ncolumns w\nmeasure nodes\n");

    (void)state;
    assert_true(it->is_decided);
    assert_int_equal(it->beyond, 25);
    assert_int_equal(it->quick_positions, 3);
    assert_int_equal(it->quick_limit, 50);
    assert_int_equal(it->measure_count, 2);
    assert_int_equal(it->section_count, 7);
    assert_string_equal(it->sections[0].measures[0].name, "time");
    assert_string_equal(it->sections[6].name, "table-2");
    assert_string_equal(it->sections[6].measures[0].name, "nodes");
    assert_string_equal(it->sections[1].name, "s");
    assert_string_equal(it->sections[1].title, "First part");
    assert_int_equal(it->sections[1].variant_count, 2);
    assert_string_equal(it->sections[1].measures[1].name, "nodes");
    assert_int_equal(it->sections[1].over, LAB_OVER_COMMON);
    assert_int_equal(it->sections[2].level, 5);
    assert_int_equal(it->sections[2].variants[0], 1);
    assert_true(it->sections[2].has_counts && it->sections[2].counts[2] == 3);
    assert_int_equal(it->sections[3].step_count, 2);
    assert_true(it->sections[3].steps[0] == 0.5);
    assert_int_equal(it->sections[4].shows, LAB_SHOWS_NUMBERS);
    assert_int_equal(it->sections[4].answer, BY_ANSWER_UNKNOWN);
    assert_int_equal(it->sections[4].most, 2);
    assert_int_equal(it->sections[5].at, 75);
    lab_experiment_destroy(it);
}

/* Limits are sorted; `for` gives variants their own. */
static void test_limits(void **state)
{
    struct lab_experiment *it = read_good(good);

    (void)state;
    assert_int_equal(it->limit, LAB_LIMIT_DEPTH);
    assert_limits(&it->variants[0], "1 2 3 4 ");
    assert_limits(&it->variants[1], "1 2 3 9 ");
    assert_limits(&it->variants[2], "1 2 3 4 ");
    assert_true(lab_variant_has(&it->variants[1], 9));
    assert_false(lab_variant_has(&it->variants[1], 4));
    lab_experiment_destroy(it);
    it = read_good("title t\ngame tictactoe\nposition a initial\nvariant v minimax\nnodes 100 1000000000\n"
                   "table x\ncolumns v\nmeasure nodes");
    assert_int_equal(it->limit, LAB_LIMIT_NODES);
    assert_limits(&it->variants[0], "100 1000000000 ");
    lab_experiment_destroy(it);
}

/* The paper's figures are found by variant, measure and limit. */
static void test_figures(void **state)
{
    struct lab_experiment *it = read_good(good);

    (void)state;
    assert_true(lab_figure_find(it, 0, "nodes", 1)->value == 9);
    assert_true(lab_figure_find(it, 0, "nodes", 4)->value == 150);
    assert_null(lab_figure_find(it, 0, "nodes", 2));
    assert_null(lab_figure_find(it, 1, "nodes", 1));
    assert_null(lab_figure_find(it, 0, "time", 1));
    lab_experiment_destroy(it);
}

static void read_fingerprint(const char *text, char out[LAB_FINGERPRINT_SIZE])
{
    struct lab_experiment *it = read_good(text);

    memcpy(out, it->fingerprint, LAB_FINGERPRINT_SIZE);
    lab_experiment_destroy(it);
}

/* The fingerprint covers the text and the files that it names. */
static void test_fingerprint(void **state)
{
    char first[LAB_FINGERPRINT_SIZE], again[LAB_FINGERPRINT_SIZE], other[LAB_FINGERPRINT_SIZE];
    char changed[sizeof good];

    (void)state;
    read_fingerprint(good, first);
    read_fingerprint(good, again);
    assert_string_equal(first, again);
    assert_int_equal(strlen(first), 16);
    memcpy(changed, good, sizeof good);
    changed[2] = 'a';
    read_fingerprint(changed, other);
    assert_string_not_equal(first, other);
    assert_true(lab_hash(lab_hash(LAB_HASH_START, "ab"), "c") != lab_hash(lab_hash(LAB_HASH_START, "a"), "bc"));
}

/* A byte order mark and the line ends of other systems are not part of the text. */
static void test_other_editors(void **state)
{
    struct lab_experiment *it = read_good("\xEF\xBB\xBFtitle t\xC3\xA9\r\ngame pairs\r\nposition a initial\r\n"
                                          "variant v minimax\r\ndepths 1\r\ntable x\r\ncolumns v\r\nmeasure nodes\r\n");

    (void)state;
    assert_string_equal(it->title, "t\xC3\xA9");
    assert_string_equal(it->sections[0].title, "x");
    lab_experiment_destroy(it);
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

struct mistake {
    const char *text;
    int line, column;
    const char *reason; /* a part of the message */
};

#define GAME    "title t\ngame tictactoe\n"
#define VARIANT GAME "position p initial\nvariant v alphabeta plain\n"
#define TABLE   VARIANT "depths 1-3\ntable x\n"
#define COLUMNS TABLE "columns v\n"
#define THREADS                                                                                                        \
    GAME "position p initial\nvariant v alphabeta plain threads=4\ndepths 1\ntable x\ncolumns v\nmeasure nodes\n"

#define FAMILY       GAME "position p initial\nfamily f memory_kib 300 500 : minimax\n"
#define TREE         "title t\ngame tree\n"
#define MINIMAL      "variant v minimax\ndepths 9\ntable x\nmeasure over_minimal\ncolumns v\n"
#define MANY_COLUMNS " - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -"

static const struct mistake mistakes[] = {
    {"titel t", 1, 1, "unknown word 'titel', did you mean 'title'?"},
    {"\n  xyz t", 2, 3, "unknown word 'xyz'"},
    {"title t\nTitle t", 2, 1, "did you mean 'title'?"},
    {"title \xFF", 1, 7, "no UTF-8"},
    {"title a\x01", 1, 8, "control characters"},

    {"title", 1, 6, "expected a title"},
    {"title t\ntitle u", 2, 1, "`title` was already given"},
    {"paper  ", 1, 6, "expected where the figures come from"},
    {"paper t\npaper u", 2, 1, "`paper` was already given"},

    {"game", 1, 5, "expected the name of a game"},
    {"game tictacto", 1, 6, "unknown game 'tictacto', did you mean 'tictactoe'?"},
    {GAME "game pairs", 3, 1, "`game` was already given"},
    {"game tictactoe value=plain", 1, 16, "did you mean 'values'?"},
    {"game tictactoe values=plane", 1, 16, "values"},
    {"game tree a=b", 1, 11, "unknown option 'a'"},
    {"game go-capture paper-captur", 1, 17, "did you mean 'paper-capture'?"},
    {"game tictactoe plain", 1, 16, "tictactoe has no presets"},

    {"position a initial", 1, 1, "the game has to be named above its positions"},
    {GAME "position", 3, 9, "expected the name of a position and its text"},
    {GAME "position a/b initial", 3, 11, "'a/b' is no name of a position"},
    {GAME "position a2345678901234567890123456789012345678901 initial", 3, 10, "at most 40 characters"},
    {GAME "position a", 3, 11, "expected the text of position a, or the word initial"},
    {GAME "position a x../.q./...", 3, 12, "position a: column 6: "},
    {GAME "position a xxx/oo./...", 3, 12, "position a: the game is over"},
    {GAME "position a initial\nposition a initial", 4, 12, "position a: there is another of this name"},

    {"positions two.tsv", 1, 1, "the game has to be named above its positions"},
    {GAME "positions", 3, 10, "expected the name of a file"},
    {GAME "positions none.tsv", 3, 11, "cannot read none.tsv: there is none"},
    {GAME "positions no-tab.tsv", 3, 11, "no-tab.tsv, line 2: expected a name, a tab and a position"},
    {GAME "positions no-name.tsv", 3, 11, "no-name.tsv, line 1: position : it has no name"},
    {GAME "positions bad.tsv", 3, 11, "bad.tsv, line 2: position b: column 6: "},
    {GAME "positions twice.tsv", 3, 11, "twice.tsv, line 2: position a: there is another of this name"},
    {GAME "positions gbk.tsv", 3, 11, "gbk.tsv, line 3, column 1: this is no UTF-8"},
    {GAME "positions control.tsv", 3, 11, "control.tsv, line 1, column 2: control characters other than tabs have no"},
    {GAME "positions empty.tsv", 3, 11, "there are no positions in empty.tsv"},

    {"title \xC3\xA4\x01", 1, 8, ""}, /* columns count characters */
    {"depths", 1, 7, "expected numbers or ranges"},
    {"depths 1 zwei", 1, 10, "'zwei' does not fit, expected numbers from 1 to 1024"},
    {"depths 0", 1, 8, "'0' does not fit"},
    {"depths -3", 1, 8, "'-3' does not fit"},
    {"depths 1025", 1, 8, "'1025' does not fit"},
    {"depths 99999999999999999999999", 1, 8, "does not fit"},
    {"depths 3-", 1, 8, "'3-' does not fit"},
    {"depths 1-3x", 1, 8, "'1-3x' does not fit"},
    {"depths 5-3", 1, 8, "the range 5-3 runs backwards"},
    {"depths 1-3 2", 1, 12, "2 is given twice"},
    {"depths 1\ndepths 2", 2, 1, "the limits were already given"},
    {"depths 1-1001", 1, 8, "more than 1000 limits"},
    {"nodes 5\ndepths 1", 2, 1, "limited by depth, by nodes or by evaluations, and line 1 says nodes"},
    {"evaluations 5 x", 1, 15, "'x' does not fit"},
    {"evaluations 5\nnodes 1", 2, 1, "line 1 says evaluations"},
    {VARIANT "reference", 5, 10, "expected the name of one variant"},
    {VARIANT "reference v v", 5, 13, "nothing is expected behind v"},
    {VARIANT "reference w", 5, 11, "unknown variant 'w'"},
    {VARIANT "reference v\nreference v", 6, 1, "`reference` was already given"},
    {VARIANT "depths 1\nprogress p T\nvariants v\nmeasure agrees", 8, 9, "agrees needs a reference"},
    {VARIANT "depths 1\ntable T\ncolumns v\nmeasure agrees", 8, 9, "agrees needs a reference"},
    {"measure agrees\n" VARIANT "depths 1\ntable T\ncolumns v\nmeasure nodes", 1, 9, "agrees needs a reference"},
    {VARIANT "plays", 5, 6, "expected `lines` or names of variants"},
    {VARIANT "plays lines lines", 5, 13, "lines is given twice"},
    {VARIANT "plays lines\nplays v", 6, 1, "`plays` was already given"},
    {VARIANT "plays w", 5, 7, "unknown variant 'w'"},
    {"nodes 9999999999999999", 1, 7, "from 1 to 1000000000000000"},
    {"depths 1 for", 1, 13, "expected names of variants behind `for`"},
    {VARIANT "variant plane minimax\ndepths 1 for plan", 6, 14, "unknown variant 'plan', did you mean 'plane'?"},
    {VARIANT "depths 1 for v\ndepths 2 for v", 6, 1, "variant v already has limits of its own"},
    {"depths for v", 1, 8, "expected numbers or ranges"},

    {"variant", 1, 8, "expected a name, a method"},
    {"variant a:b minimax", 1, 10, "'a:b' is no name of a variant"},
    {"variant v", 1, 10, "expected a method"},
    {"variant v minmax", 1, 11, "did you mean 'minimax'?"},
    {"variant v alphabeta plan", 1, 21, "did you mean 'plain'?"},
    {"variant v alphabeta plain full", 1, 27, "'full' is no setting, expected name=value"},
    {"variant v alphabeta plain kilers=off", 1, 27, "did you mean 'killers'?"},
    {"variant v alphabeta hash=perhaps", 1, 21, "hash: 'perhaps'"},
    {VARIANT "variant v minimax", 5, 9, "there is another variant v in line 4"},

    {"measure", 1, 8, "expected what to measure"},
    {"measure nodes nodes", 1, 15, "nodes is given twice"},
    {"measure no,des", 1, 11, "'no,des' is no name of a measure"},
    {TABLE "measure nodes time", 7, 1, "a part `table` has one measure"},
    {TABLE "measure nodes\nmeasure time", 8, 1, "`measure` was already given for this part"},
    {TABLE "measure best", 7, 9, "means are shown here, and best is no number"},

    {VARIANT "published v nodes", 5, 18, "expected a variant, a measure and figures"},
    {VARIANT "published w nodes 1=2", 5, 11, "unknown variant 'w'"},
    {VARIANT "published v no?des 1=2", 5, 15, "is no name of a measure"},
    {VARIANT "published v nodes 12", 5, 19, "'12' is no figure, expected LIMIT=NUMBER"},
    {VARIANT "published v nodes x=2", 5, 19, "'x=2' is no figure"},
    {VARIANT "published v nodes 1=many", 5, 21, "'many' is no number"},
    {VARIANT "published v nodes 1=inf", 5, 21, "'inf' is no number"},
    {VARIANT "published v nodes 1=0x10", 5, 21, "'0x10' is no number, expected decimal digits such as 5198 or 1.5e6"},
    {VARIANT "published v nodes 1=nan(1)", 5, 21, "'nan(1)' is no number"},
    {VARIANT "published v nodes 1=", 5, 21, "'' is no number"},
    {VARIANT "published v nodes 1=2 1=3", 5, 23, "the figure for 1 was already given"},
    {COLUMNS "measure nodes\npublished v nodes 4=5", 9, 19, "variant v is not searched with depth 4"},

    {"table", 1, 6, "expected the title of this part"},
    {"columns v", 1, 1, "this belongs below the line of a part, such as `table` or `summary`"},
    {"base v", 1, 1, "this belongs below the line of a part, such as `table` or `summary`"},
    {TABLE "columns", 7, 8, "expected names of variants"},
    {TABLE "columns w", 7, 9, "unknown variant 'w'"},
    {TABLE "columns v v", 7, 11, "v is given twice"},
    {COLUMNS "columns v", 8, 1, "`columns` was already given for this part"},
    {COLUMNS "base", 8, 5, "expected the name of a variant"},
    {COLUMNS "base v v", 8, 8, "nothing is expected behind v"},
    {COLUMNS "base v\nbase v", 9, 1, "`base` was already given for this part"},
    {COLUMNS "base w", 8, 6, "unknown variant 'w'"},
    {COLUMNS "variant w minimax\nbase w\nmeasure nodes", 6, 1, "the base w is no variant of this part"},

    {GAME "problems problems.txt", 3, 1, "problems are positions of go-capture, and the game is tictactoe"},
    {"problems problems.txt", 1, 1, "the game has to be named above its positions"},
    {"game go-capture\nproblems bad-problem.txt", 2, 10, "bad-problem.txt, line 3, column "},
    {"game go-capture\nproblems empty.tsv", 2, 10, "there are no problems in empty.tsv"},
    {"game go-capture\nproblems none.txt", 2, 10, "cannot read none.txt: there is none"},
    {"game go-capture\nproblems problems.txt\nproblems problems.txt", 3, 10,
     "problems.txt, line 1: position one: there is another of this name"},
    {"game go-capture for v", 1, 20, "the game of all variants has to stand above that of some"},
    {CAPTURE "game go-capture for", 7, 20, "expected names of variants behind `for`"},
    {CAPTURE "game go for v", 7, 6, "the game is go-capture, only its options may differ"},
    {CAPTURE "game go-capture bond=3 for v", 7, 17, "did you mean 'bound'?"},
    {CAPTURE "game go-capture for x", 7, 21, "unknown variant 'x'"},
    {CAPTURE "game go-capture for v\ngame go-capture for w v", 8, 23, "variant v already has a game of its own"},
    {"decided x", 1, 9, "expected a value from 1 to"},
    {"decided\ndecided 3", 2, 1, "`decided` was already given"},
    {"quick 3", 1, 8, "expected the greatest limit of a quick run, a number from 1 to 1000000000000000"},
    {"quick 3 x", 1, 9, "expected the greatest limit of a quick run, a number from 1 to"},
    {"quick 3 4\nquick 3 4", 2, 1, "`quick` was already given"},
    {"cost", 1, 5, "expected seconds of search time, a number from 1 to 100000000"},
    {"cost 0", 1, 6, "expected seconds of search time"},
    {"cost 1.5", 1, 6, "expected seconds of search time"},
    {"cost 3 x", 1, 8, "expected the seconds of search time of a quick run"},
    {"cost 3 4 5", 1, 10, "nothing is expected behind 4"},
    {"cost 3\ncost 3", 2, 1, "`cost` was already given"},
    {"alone yes", 1, 7, "nothing is expected behind `alone`"},
    {"alone\nalone", 2, 1, "`alone` was already given"},

    {GAME "positions best.tsv as", 3, 22, "expected what the columns are: id and position"},
    {GAME "positions best.tsv as id group", 3, 31, "expected what the columns are: id and position"},
    {GAME "positions best.tsv as id grup position", 3, 26, "unknown column 'grup', did you mean 'group'?"},
    {GAME "positions best.tsv as id position id", 3, 35, "the column id is given twice"},
    {GAME "positions few.tsv as id position best", 3, 11,
     "few.tsv, line 2: expected 3 columns separated by tabs, not 2"},
    {GAME "positions bad-best.tsv as id position best", 3, 11, "bad-best.tsv, line 1: position a: "},
    {GAME "positions no-best.tsv as id position best", 3, 11, "no-best.tsv, line 1: position a: "},
    {GAME "positions bad-wins.tsv as id position wins", 3, 11,
     "bad-wins.tsv, line 1: position a: 'three' does not fit, expected plies of a win from 1 to 1024"},
    {GAME "positions no-group.tsv as id position group", 3, 11,
     "no-group.tsv, line 1: position a: a group or set has from 1 to 40 characters"},
    {GAME "positions none.tsv as id position", 3, 11, "cannot read none.tsv: there is none"},
    {"positions best.tsv as id position", 1, 1, "the game has to be named above its positions"},
    {GAME "positions best.tsv as" MANY_COLUMNS, 3, 87, "more than 32 columns"},

    {"trees s 1 2 width=2", 1, 1, "the game has to be named above its positions"},
    {GAME "trees s 1 2 width=2", 3, 1, "trees are positions of the game tree, and the game is tictactoe"},
    {TREE "trees", 3, 6, "expected the names of a set and of a group, how many trees, and their settings"},
    {TREE "trees s 1 2", 3, 12, "expected the names of a set and of a group, how many trees, and their settings"},
    {TREE "trees a@b 1 2 width=2", 3, 8, "'a@b' is no name of a set"},
    {TREE "trees s 1/2 2 width=2", 3, 10, "'1/2' is no name of a group"},
    {TREE "trees s 1 2 width=2 depth=3 width=3", 3, 29, "width is given twice"},
    {TREE "trees s one 2 width=2", 3, 9, "the group 'one' is no number"},
    {TREE "trees s 1 0 width=2", 3, 11, "expected how many trees, a number from 1 to 1000"},
    {TREE "trees s 1 1001 width=2", 3, 11, "expected how many trees, a number from 1 to 1000"},
    {TREE "trees s 1 2 width=2 seed=3", 3, 21, "the seeds are 1 to 2, expected other settings"},
    {TREE "trees s 1 9 depth=12 leaf=99\ntrees s 2 20 depth=12\ntrees s 3 1 width=2", 4, 14,
     "the trees of an experiment have 20000000 nodes at most"},
    {TREE "trees s 1 3 width=2 depth=0", 3, 13, "position s-1-1: the game is over, there is nothing to search"},
    {TREE "trees s 1 3 width=2 depth=0 estimates=on order=best", 3, 13,
     "position s-1-1: the game is over, there is nothing to search"},
    {TREE "trees s 1 3 depth=-1", 3, 13, "position s-1-1: option depth: '-1' does not fit, expected 0..1000"},
    {TREE "trees s 1 1 width=10 depth=9", 3, 13, "the trees of an experiment have 20000000 nodes at most"},
    {TREE "trees s 1 1 width=-1 depth=2000000000", 3, 13, "position s-1-1: "},
    {TREE "trees s 1 1000 width=70000", 3, 16, "the trees of an experiment have 20000000 nodes at most"},
    {TREE "trees s 1 2 widht=2", 3, 13, "position s-1-1: "},
    {TREE "trees s 1 2 width=2\ntrees s 1 2 width=2", 4, 13, "position s-1-1: there is another of this name"},

    {"family", 1, 7, "expected a name, an option, its values, and then ` : METHOD`"},
    {"family f", 1, 9, "expected a name, an option, its values, and then ` : METHOD`"},
    {"family f/g memory_kib 1 : minimax", 1, 9, "'f/g' is no name of a family"},
    {"family f memory_kib : minimax", 1, 21, "expected values of memory_kib"},
    {"family f memory_kib", 1, 20, "expected values of memory_kib"},
    {"family f memory_kib 300", 1, 24, "expected ` : METHOD` behind the values"},
    {"family f memory_kib 300: minimax", 1, 21, "'300:' is no number, expected values of memory_kib and then"},
    {"family f2345678901234567890123456789012345678 memory_kib 3 10 : minimax", 1, 60,
     "the name of a variant has at most 40 characters"},
    {"family f memory_kib 300 :", 1, 26, "expected a method"},
    {"family f memory_kib 300 : minmax", 1, 27, "did you mean 'minimax'?"},
    {"family f memory_kb 300 : minimax", 1, 10, "did you mean 'memory_kib'?"},
    {"family f hash 1 : alphabeta", 1, 10, "a family differs in a number, and hash is none"},
    {"family f memory_kib 300 -5 : minimax", 1, 25, "memory_kib: '-5'"},
    {"family f memory_kib 300=4x : minimax", 1, 25, "'4x' is no number, expected what 300 is shown as"},
    {"family f memory_kib 300=4 400=4 : minimax", 1, 31, "300 is shown as that too"},
    {"family f memory_kib 300=400 400=400 : minimax", 1, 33, "300 is shown as that too"},
    {"family f memory_kib 300=400 400 : minimax", 1, 29, "300 is shown as that too"},
    {"family f memory_kib 300 300 : minimax", 1, 25, "there is another variant f-300 in line 1"},
    {"family f memory_kib 300 : minimax memory_kib=4", 1, 35,
     "memory_kib is what the variants of this family differ in"},
    {VARIANT "family v memory_kib 300 : minimax", 5, 8, "there is a variant v in line 4"},
    {FAMILY "family f memory_kib 400 : minimax", 5, 8, "there is another family f in line 4"},
    {FAMILY "variant f minimax", 5, 9, "there is a family f in line 4"},
    {FAMILY "variant f-300 minimax", 5, 9, "there is another variant f-300 in line 4"},
    {FAMILY "reference f", 5, 11, "f is a family of variants, expected one of them, such as f-300"},
    {FAMILY "depths 1 for ff", 5, 14, "unknown variant 'ff', did you mean 'f'?"},
    {FAMILY "depths 1 for f-300\ndepths 2 for f", 6, 1, "variant f-300 already has limits of its own"},
    {FAMILY "game tictactoe for f f-500", 5, 22, "variant f-500 already has a game of its own"},
    {FAMILY "plays f f-300", 5, 9, "f-300 is given twice"},
    {FAMILY "table x\ncolumns f-500 f", 6, 15, "f-500 is given twice"},

    {"repetitions", 1, 12, "expected a number from 1 to 1000"},
    {"repetitions 0", 1, 13, "expected a number from 1 to 1000"},
    {"repetitions 3x", 1, 13, "expected a number from 1 to 1000"},
    {"repetitions 1001", 1, 13, "expected a number from 1 to 1000"},
    {"repetitions 3 times", 1, 15, "expected nothing more, or `for` and names of variants"},
    {"repetitions 3 for", 1, 18, "expected names of variants behind `for`"},
    {VARIANT "repetitions 3 for w", 5, 19, "unknown variant 'w'"},
    {"repetitions 3\nrepetitions 3", 2, 1, "the repetitions were already given"},
    {VARIANT "repetitions 3 for v\nrepetitions 2 for v", 6, 19, "variant v already has repetitions of its own"},
    {GAME "position p initial\nvariant m mcts seed=1073741823\nnodes 9\nrepetitions 3\ntable x\ncolumns m\n"
          "measure nodes",
     4, 1, "variant m, repetition 3: option seed: '1073741825'"},

    {"plies", 1, 6, "expected after how many plies a game is drawn, a number from 1 to 1000"},
    {"plies 1001", 1, 7, "expected after how many plies"},
    {"plies 3 4", 1, 9, "nothing is expected behind 3"},
    {"plies 3\nplies 3", 2, 1, "`plies` was already given"},
    {"plies 30\n" COLUMNS "measure nodes", 1, 1, "`plies` is about games, and there is no line `plays`"},
    {COLUMNS "measure nodes\nplays v lines\nplies 30", 10, 1, "`plies` does not go with `plays lines`"},

    {COLUMNS "measure finds", 8, 9, "finds needs of each position its right moves"},
    {"measure nodes misses\n" COLUMNS, 1, 15, "misses needs of each position its right moves"},
    {COLUMNS "measure sees", 8, 9, "sees needs of each position the plies of its win"},
    {VARIANT "nodes 100\ngrowth g T\nvariants v\nmeasure nodes", 6, 1,
     "this part is about plies, and the limits are nodes: expected `depths`"},
    {VARIANT "depths 1-3\ngrowth g T\nvariants v", 6, 1, "this part has no line `measure`"},
    {VARIANT "depths 1\nprogress p T\nvariants v\nmeasure errs", 8, 9, "errs needs of each position the plies"},
    {COLUMNS "measure minimal", 8, 9, "minimal needs of each position a uniform tree with width and depth"},
    {TREE "trees s 1 1 width=2 depth=2 leaf=10\n" MINIMAL, 7, 9,
     "over_minimal needs of each position a uniform tree with width and depth, from a line `trees`; s-1-1 lacks it"},
    {TREE "trees s 1 1 width=2 depth=2\ntrees s 2 1 depth=2\n" MINIMAL, 8, 9, "s-2-1 lacks it"},
    {GAME "positions best.tsv as id group position best\nvariant v minimax\ndepths 1\nplays v\ntable x\ncolumns v\n"
          "measure finds",
     9, 9, "finds is about searches, and with `plays` rows are games"},

    {"sumary x", 1, 1, "unknown word 'sumary', did you mean 'summary'?"},
    {"variants v", 1, 1, "this belongs below the line of a part, such as `table` or `summary`"},
    {VARIANT "summary", 5, 8, "expected a name for the files of this part, and its title"},
    {VARIANT "summary s", 5, 10, "expected the title of this part"},
    {VARIANT "summary a/b T", 5, 10, "'a/b' is no name of a part"},
    {VARIANT "summary table-12 T", 5, 9, "files of tables are called 'table-12': expected another name"},
    {VARIANT "summary s T\nvariants v\nmeasure nodes\nsummary s T", 8, 9, "there is another part s in line 5"},
    {VARIANT "summary s T\nvariants", 6, 9, "expected names of variants"},
    {VARIANT "summary s T\nvariants x", 6, 10, "unknown variant 'x'"},
    {VARIANT "summary s T\nvariants v v", 6, 12, "v is given twice"},
    {VARIANT "summary s T\nvariants v\nvariants v", 7, 1, "`variants` was already given for this part"},
    {VARIANT "summary s T\nsteps 3", 6, 1, "a part `summary` has no line `steps`"},
    {VARIANT "summary s T\nmeasure", 6, 8, "expected what to measure"},
    {VARIANT "summary s T\nmeasure nodes best", 6, 15, "best is no number"},
    {VARIANT "summary s T\nover solvd", 6, 6, "did you mean 'solved'?"},
    {VARIANT "curves s T\nshows", 6, 6, "expected evaluation or another such word"},
    {VARIANT "curves s T\nshows numbers numbers", 6, 15, "nothing is expected behind numbers"},
    {VARIANT "duel s T\nvariants v", 6, 1, "a part `duel` is about 2 variants, not 1"},
    {VARIANT "duel s T\nmeasure nodes time", 6, 1, "a part `duel` has one measure"},
    {VARIANT "duel s T\nlevel 0", 6, 7, "expected a number from 1 to 1000"},
    {VARIANT "duel s T\ncounted 1 2", 6, 1, "expected three numbers"},
    {VARIANT "duel s T\ncounted 1 2 3 4", 6, 15, "more than 3 numbers"},
    {VARIANT "within s T\nsteps 10 5", 6, 10, "the numbers have to rise"},
    {VARIANT "within s T\nsteps x", 6, 7, "'x' is no number that fits here"},
    {VARIANT "within s T\nsteps", 6, 6, "expected numbers"},
    {VARIANT "curves s T\nshows nmbers", 6, 7, "did you mean 'numbers'?"},
    {VARIANT "curves s T\nanswer maybe", 6, 8, "unknown word 'maybe'"},
    {VARIANT "curves s T\nmost 9", 6, 6, "expected a number from 1 to 8"},
    {VARIANT "prediction s T\nat 101", 6, 4, "expected a number from 1 to 100"},
    {VARIANT "depths 1\nprediction s T\nat 50", 6, 1, "this part has no line `variants`"},
    {VARIANT "depths 1\nwithin s T\nvariants v\nmeasure time", 6, 1, "this part has no line `steps`"},
    {VARIANT "depths 1\ncurves s T\nvariants v\nshows numbers", 6, 1, "this part has no line `answer`"},

    {VARIANT "depths 1\ncurves s T\nvariants v\nshows numbers\nanswer no", 6, 1,
     "alphabeta does not prove, so that there are no proof numbers to show of variant v: expected `shows evaluation`"},
    {VARIANT "variant w pn\ndepths 1\ncurves s T\nvariants w\nshows evaluation\nanswer no", 7, 1,
     "pn proves, so that there is no evaluation to show of variant w: expected `shows numbers`"},
    {COLUMNS "measure nodes\nduel s T\ncolumns v", 10, 1, "a part `duel` is about 2 variants, not 1"},
    {VARIANT "summary s T\ncolumns v\nvariants v", 7, 1, "`variants` was already given for this part"},

    {COLUMNS "measure nodes\npublished v nodez 1=9", 9, 13, "nodez is not measured here, did you mean 'nodes'?"},
    {"measure nodes best\n" COLUMNS "published v best 1=4", 9, 13, "figures are numbers, and best is none"},
    {COLUMNS "measure nodes\npublished v evaluations 1=4", 9, 13,
     "evaluations is not measured here: no line `measure` names it"},
    {COLUMNS "measure right", 8, 9, "right needs of some position a known answer, from a file of `problems`; none has"},
    {VARIANT "depths 1\nsummary s T\nvariants v\nmeasure nodes wrong", 8, 15,
     "wrong needs of some position a known answer"},
    {GAME "position p initial\nvariant v alphabeta pvs=on pvs=off", 4, 28, "pvs is given twice"},
    {GAME "position p initial\nvariant v alphabeta plain hash=on pvs=on  hash=on", 4, 43, "hash is given twice"},
    {"title t\ngame tictactoe values=plain values=distance", 2, 29, "values is given twice"},
    {GAME "position p initial\nfamily f memory_kib 300 500 : alphabeta pvs=on pvs=on", 4, 48, "pvs is given twice"},

    {"", 1, 1, "the experiment ends without a title"},
    {"title t\n\n", 3, 1, "the experiment ends without a game"},
    {GAME, 3, 1, "the experiment ends without positions"},
    {GAME "position p initial", 3, 1, "the experiment ends without variants"},
    {VARIANT "depths 1", 5, 1, "the experiment ends without a table"},
    {VARIANT "table x\ncolumns v\nmeasure nodes", 4, 1, "variant v has no limits"},
    {"nondeterministic yes", 1, 18, "nothing is expected behind `nondeterministic`"},
    {"nondeterministic\nnondeterministic", 2, 1, "`nondeterministic` was already given"},
    {THREADS, 4, 1,
     "variant v searches with 4 threads, so its rows are not the same each time, but for the value of a search to the "
     "leaves: use threads=1, or write the line `nondeterministic`"},
    {TABLE "measure nodes", 6, 1, "this part has no line `variants`"},
    {COLUMNS, 6, 1, "this table has no measure"},
    {"measure best\n" COLUMNS, 7, 1, "best is no number: give this one a measure"},
};

/* Every mistake is reported where it was made, with the reason, and leaks no memory. */
static void test_mistakes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        const struct mistake *it = &mistakes[i];
        size_t before = allocation_current();
        struct lab_experiment *experiment;
        by_error error = {0};

        if (read_text(it->text, &experiment, &error) == BY_OK)
            fail_msg("accepted: %s", it->text);
        assert_null(experiment);
        if (error.line != it->line || error.column != it->column || !strstr(error.message, it->reason))
            fail_msg("%s\nexpected line %d, column %d: %s\ngot      line %d, column %d: %s", it->text, it->line,
                     it->column, it->reason, error.line, error.column, error.message);
        assert_int_equal(allocation_current(), before);
        assert_true(read_text(it->text, &experiment, NULL) == error.status);
    }
}

/* Several threads are accepted if the experiment declares that, and one thread always. */
static void test_threads(void **state)
{
    (void)state;
    lab_experiment_destroy(read_good(THREADS "nondeterministic"));
    lab_experiment_destroy(read_good("nondeterministic\n" THREADS));
    lab_experiment_destroy(read_good(VARIANT "variant w alphabeta threads=1\n"
                                             "depths 1\ntable x\ncolumns v\nmeasure nodes"));
}

/* Without a reader of files, a file is a mistake and no crash. */
static void test_no_reader(void **state)
{
    struct lab_experiment *experiment;
    by_error error;

    (void)state;
    assert_int_equal(lab_experiment_read("t", GAME "positions two.tsv", NULL, &experiment, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "cannot read two.tsv"));
}

/* Each allocation fails in turn: the error is reported, and no memory leaks. */
static void test_no_memory(void **state)
{
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        struct lab_experiment *experiment;
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = read_text(good, &experiment, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        lab_experiment_destroy(experiment);
        if ((status == BY_OK) == has_failed && !strstr(error.message, "no memory"))
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        assert_int_equal(allocation_current(), before);
    }
}

/* ---- Trying it ------------------------------------------------------------------------------------------------- */

static by_status read_and_try(const char *text, by_error *error)
{
    struct lab_experiment *experiment = read_good(text);
    by_status status = lab_experiment_try(experiment, error);

    lab_experiment_destroy(experiment);
    return status;
}

/* Too many positions are refused, and the error gives the maximum. */
static void test_too_many_positions(void **state)
{
    struct lab_experiment *experiment;
    by_text text = {0};
    by_error error = {0};

    (void)state;
    by_text_add(&text, "title t\ngame tictactoe\n");
    for (int i = 0; i <= 10000; i++)
        by_text_printf(&text, "position p%d initial\n", i);
    assert_int_equal(lab_experiment_read("many", by_text_string(&text), NULL, &experiment, &error), BY_ERROR_INPUT);
    assert_int_equal(error.line, 10003);
    assert_string_equal(error.message, "position p10000: there are more than 10000, which is the most");
    by_text_free(&text);
}

/* The counters and the memory of a search are checked before the first row. */
static void test_trying(void **state)
{
    by_error error;

    (void)state;
    assert_int_equal(read_and_try(COLUMNS "measure hash_cuts", &error), BY_OK);
    assert_int_equal(read_and_try(COLUMNS "measure hash_cut", &error), BY_ERROR_UNKNOWN);
    assert_int_equal(error.line, 8);
    assert_int_equal(error.column, 9);
    assert_string_equal(error.message, "variant v has no measure 'hash_cut', did you mean 'hash_cuts'?");
    assert_int_equal(read_and_try(COLUMNS "measure vlaue", &error), BY_ERROR_UNKNOWN);
    assert_int_equal(error.line, 8);
    assert_string_equal(error.message, "variant v has no measure 'vlaue', did you mean 'value'?");
    assert_int_equal(read_and_try("measure nodes xylophone\n" COLUMNS, &error), BY_ERROR_UNKNOWN);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, 15);
    assert_non_null(strstr(error.message, "variant v has no measure 'xylophone'"));
    assert_int_equal(read_and_try(VARIANT "variant w minimax\ndepths 1\ntable x\ncolumns w\nmeasure hash_cuts", &error),
                     BY_ERROR_UNKNOWN);
    assert_int_equal(read_and_try(VARIANT "variant w minimax\ndepths 1\ntable x\ncolumns v\nmeasure hash_cuts", &error),
                     BY_OK);
    assert_int_equal(read_and_try(VARIANT "variant w minimax\ndepths 1\ntable x\ncolumns v\nmeasure hash_cuts\n"
                                          "published w hash_cuts 1=4",
                                  &error),
                     BY_ERROR_UNKNOWN);
    assert_int_equal(error.line, 10);
    assert_int_equal(error.column, 13);
    assert_non_null(strstr(error.message, "variant w has no measure 'hash_cuts'"));
    assert_int_equal(read_and_try("title t\ngame xiangqi\nposition p initial\nvariant v minimax\n"
                                  "variant w alphabeta memory_kib=1\ndepths 1\ntable x\ncolumns v\n"
                                  "measure nodes",
                                  &error),
                     BY_ERROR_LIMIT);
    assert_int_equal(error.line, 5);
    assert_non_null(strstr(error.message, "variant w: position p, depth 1: this search needs "));
}

/* The text of an experiment with a small tree and, below it, a wide one. */
static void print_trees(int memory_kib, const char *limits, by_text *out)
{
    by_text_clear(out);
    by_text_add(out, "title t\ngame tree\nposition p A(1,2)\nposition q A(0");
    for (int i = 1; i < 40000; i++)
        by_text_printf(out, ",%d", i);
    by_text_printf(out, ")\nvariant b minimax memory_kib=%d\n%s\ntable x\ncolumns b\nmeasure nodes", memory_kib,
                   limits);
}

/* Deep limits need more memory, and so may any position, not only the first. */
static void test_trying_memory(void **state)
{
    static const char depths[] = "title t\ngame xiangqi\nposition p initial\n"
                                 "variant b alphabeta exact memory_kib=%d deepening=0\n"
                                 "depths 1 500 1024\ntable x\ncolumns b\nmeasure nodes";
    char text[512];
    by_text trees = {0};
    by_error error;

    (void)state;
    (void)snprintf(text, sizeof text, depths, 700);
    assert_int_equal(read_and_try(text, &error), BY_ERROR_LIMIT);
    assert_int_equal(error.line, 4);
    assert_non_null(strstr(error.message, "variant b: position p, depth 1024: this search needs "));
    (void)snprintf(text, sizeof text, depths, 7000);
    assert_int_equal(read_and_try(text, &error), BY_OK);

    print_trees(1, "depths 1", &trees);
    assert_int_equal(read_and_try(by_text_string(&trees), &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "variant b: position q, depth 1: this search needs "));
    print_trees(1, "nodes 5", &trees);
    assert_int_equal(read_and_try(by_text_string(&trees), &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "variant b: position q, nodes 5: this search needs "));
    print_trees(10000, "depths 1", &trees);
    assert_int_equal(read_and_try(by_text_string(&trees), &error), BY_OK);
    by_text_free(&trees);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),         cmocka_unit_test(test_game_preset),
        cmocka_unit_test(test_problems),      cmocka_unit_test(test_other_game),
        cmocka_unit_test(test_reading_parts), cmocka_unit_test(test_limits),
        cmocka_unit_test(test_figures),       cmocka_unit_test(test_fingerprint),
        cmocka_unit_test(test_mistakes),      cmocka_unit_test(test_no_reader),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_other_editors),
        cmocka_unit_test(test_no_memory),     cmocka_unit_test(test_too_many_positions),
        cmocka_unit_test(test_trying),        cmocka_unit_test(test_trying_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
