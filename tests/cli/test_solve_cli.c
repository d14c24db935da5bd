/* SPDX-License-Identifier: MIT
 *
 * boyi solve from outside.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/program.h"
#include "support/shell.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

#define DATA   "tests/data/solve"
#define LIMITS " --nodes 200000 --time 600000 "

/* A folder: a row for each problem, and the summary. */
static void test_folder(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve " DATA LIMITS), 0);
    shell_says("\ncorner            attack A2  yes A3 ");
    shell_says("\nladder            attack D4  yes D5 ");
    shell_says("right  D5 E4 F4 E5 E6 F5 "); /* played shell_out, though it is only read */
    shell_says("\nedge              defend B2  no ");
    shell_says("\nmarked corner     attack A2  yes A3 ");
    shell_says("\n4 of 4 problems\n");
    shell_says("\ndf-pn+                   4       0 ");
    assert_int_equal(shell_run("solve --quiet " DATA "/first.txt" LIMITS), 0);
    assert_null(strstr(shell_out, "corner"));
    shell_says("3 of 3 problems");
}

/* Long names, and names of characters of several bytes, keep the columns. */
static void test_columns(void **state)
{
    static const char problem[] = "size 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n";
    char text[1024];

    (void)state;
    (void)snprintf(text, sizeof text, "problem 围棋\n%sproblem a name of twenty-six signs\n%s", problem, problem);
    shell_fill_file("names.txt", text);
    assert_int_equal(shell_run("solve @/names.txt" LIMITS), 0);
    shell_says("problem                     task       answer ");
    shell_says("\n围棋                          attack A2  yes A3 ");
    shell_says("\na name of twenty-six signs  attack A2  yes A3 ");
    (void)snprintf(text, sizeof text,
                   "problem a\n%sproblem a name of more than forty characters, which is too many\n%s", problem,
                   problem);
    shell_fill_file("names.txt", text);
    assert_int_equal(shell_run("solve @/names.txt" LIMITS), 0);
    shell_says("\na                                         attack A2  yes A3 ");
    shell_says("\na name of more than forty characters,...  attack A2  yes A3 ");
}

/* The paper's choice knows ataris and ladders, and which move it is. */
static void test_paper(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve " DATA " --goal-preset paper-capture" LIMITS), 0);
    shell_says("\ncorner            attack A2  yes A3              proved ");
    shell_says("\nladder            attack D4  yes D5              proved ");
    shell_says("\nedge              defend B2  no ");
    assert_int_equal(shell_run("solve " DATA " --goal-preset paper-capture --method alphabeta" LIMITS), 0);
    shell_says("\nladder            attack D4  yes D5              proved ");
}

/* A single problem is drawn, with all that is known. */
static void test_alone(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve --letters " DATA "/marked.sgf" LIMITS), 0);
    shell_says(" 3  X1  .   +   .   .\n"
               " 2  O*  X   .   .   .\n"
               " 1  X   .   .   .   .\n");
    shell_says("\nmarked corner: attack A2\n");
    shell_says("\nanswer      yes, A3\n");
    shell_says("\nline        A3\n");
    shell_says("\nverdict     right, by the file\n");
    assert_int_equal(shell_run("solve --letters --candidates " DATA "/marked.sgf" LIMITS), 0);
    shell_says(" 3  1 ");
    assert_int_equal(shell_run("solve --letters - <" DATA "/marked.sgf" LIMITS), 0);
    shell_says("\nmarked corner: attack A2\n");
}

/* Several methods stand side by side. */
static void test_methods(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve --method pn,df-pn " DATA "/first.txt --set epsilon_percent=10" LIMITS), 0);
    shell_says("problem           task       pn  ");
    shell_says("\npn                       3       0 ");
    shell_says("\ndf-pn                    3       0 ");
    assert_int_equal(shell_run("solve --method pn,df-pm " DATA "/first.txt"), 2);
    shell_says("did you mean");
    assert_int_equal(shell_run("solve --method pn,df-pn --set colour=red " DATA "/first.txt"), 2);
    shell_says("none of the methods has the option 'colour=red'");
    assert_int_equal(shell_run("solve --method '' " DATA "/first.txt"), 2);
    assert_int_equal(shell_run("solve --goal-set safe=3 " DATA "/first.txt"), 2);
}

/* The sum of the nodes of a run that prints a line for each answer. */
static long nodes_of_run(const char *arguments)
{
    char command[256];
    long sum = 0;

    (void)snprintf(command, sizeof command, "solve problems/go.txt --csv --nodes 2000 --time 600000 %s", arguments);
    assert_int_equal(shell_run(command), 0);
    for (char *line = strchr(shell_out, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        const char *at = line;

        for (int commas = 0; commas < 11; commas++)
            at = strchr(at, ',') + 1;
        sum += strtol(at, NULL, 10);
    }
    return sum;
}

/* The preset `capture` is the default; settings go on top of a preset. */
static void test_presets(void **state)
{
    long usual = nodes_of_run("");

    (void)state;
    assert_true(usual > 10000);
    assert_int_equal(nodes_of_run("--preset capture"), usual);
    assert_int_not_equal(nodes_of_run("--preset plain"), usual);
    assert_int_equal(nodes_of_run("--preset plain --set sum=damped --set memory_kib=65536"), usual);
    assert_int_equal(shell_run("solve --preset captur " DATA "/first.txt"), 2);
    shell_says("unknown preset 'captur'");
    assert_int_equal(shell_run("solve --method pn,df-pn --preset captur " DATA "/first.txt"), 2);
    shell_says("none of the methods has the preset 'captur'");
    assert_int_equal(shell_run("solve --method alphabeta,df-pn --preset paper-capture " DATA "/first.txt" LIMITS), 0);
}

static void test_tables(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve --csv --method pn,df-pn+ " DATA LIMITS), 0);
    assert_int_equal(shell_lines(), 1 + 2 * 4);
    shell_says("file,problem,task,block,method,code,answer,move,trust,");
    shell_says("first.txt,corner,attack,A2,df-pn+,1,yes,A3,");
    shell_says(",right,A3\n");
    assert_int_equal(shell_run("solve --json --method pn,df-pn+ " DATA LIMITS), 0);
#ifdef HAS_JANSSON
    {
        json_t *root = json_loads(shell_out, 0, NULL);

        assert_non_null(root);
        assert_int_equal(json_array_size(json_object_get(root, "problems")), 4);
        assert_int_equal(json_array_size(json_object_get(root, "summary")), 2);
        assert_int_equal(
            json_integer_value(json_object_get(json_array_get(json_object_get(root, "summary"), 0), "right")), 4);
        json_decref(root);
    }
#endif
    shell_says("\"code\": 1, \"answer\": \"yes\", \"move\": \"A3\"");
    shell_says("\"verdict\": \"right\"");
    shell_says("\"curve\": [");
    shell_says("\"proof\": ");
    assert_int_equal(shell_run("solve --json --method alphabeta " DATA "/first.txt --nodes 20000 --time 600000"), 0);
    shell_says("\"evaluation\": ");
    assert_int_equal(shell_run("solve --json --csv " DATA), 2);
}

/* Solutions can be asked again, and have the right answers then. */
static void test_solutions(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve " DATA " --sgf @/solutions --svg @/pictures --quiet" LIMITS), 0);
    shell_read_file("solutions/ladder.sgf");
    shell_says("TASK[attack D4]RESULT[1]TR[df]");
    shell_says(";B[de]TE[1]C[Right: the block is captured (proved)]");
    shell_says(";B[ff]BM[1]C[Held to be wrong: the block is saved (heuristic)]\n;W[de]\n");
    shell_read_file("solutions/edge.sgf");
    shell_says("RESULT[0]");
    shell_says("BM[1]C[Wrong: the block is captured (proved)]");
    assert_null(strstr(shell_out, "TE["));
    assert_int_equal(shell_run("solve @/solutions" LIMITS), 0);
    shell_says("\n4 of 4 problems\n");
    shell_says("\ndf-pn+                   4       0 ");
    shell_read_file("pictures/marked_corner.svg");
    shell_says("<svg ");
    shell_says("marked corner: attack A2</text>");
    assert_int_equal(shell_run("solve " DATA "/marked.sgf --sgf @/one.sgf --svg @/one.svg --quiet" LIMITS), 0);
    shell_read_file("one.sgf");
    shell_says("TASK[attack A2]");
    shell_read_file("one.svg");
    shell_says("</svg>");
    assert_int_equal(shell_run("solve " DATA " --svg @/no/where --quiet" LIMITS), 1);
    shell_says("cannot make the folder");
    assert_int_equal(shell_run("solve " DATA "/marked.sgf --svg @/no/where --quiet" LIMITS), 1);
    shell_says("cannot write");
}

/* Every mark in `out` says how far it can be trusted; returns how many are only held to be so. */
static int count_doubtful_marks(void)
{
    int doubtful = 0;

    for (char *at = shell_out; (at = strstr(at, "[1]C[")) != NULL; at++) {
        bool is_right = strncmp(at - 2, "TE", 2) == 0, is_doubtful = strncmp(at + 5, "Held to be ", 11) == 0;
        const char *word = is_doubtful ? is_right ? "right: " : "wrong: " : is_right ? "Right: " : "Wrong: ";
        const char *trust = is_doubtful ? " (heuristic)]" : " (proved)]", *end = strchr(at + 5, ']');

        assert_non_null(end);
        if (strncmp(at + 5 + 11 * is_doubtful, word, 7) != 0 || strncmp(end + 1 - strlen(trust), trust, strlen(trust)))
            fail_msg("a mark says too little: %.100s", at);
        doubtful += is_doubtful;
    }
    return doubtful;
}

static void test_marks(void **state)
{
    (void)state;
    shell_fill_file("marks.txt", "problem lost\nsize 3\nblack A2 A1\nwhite B3 B1 C2\ntask attack B3\nend\n"
                                 "problem open\nsize 9\nblack C4 D3 E3\nwhite D4\ntask attack D4\nend\n");
    assert_int_equal(shell_run("solve @/marks.txt --sgf @/marks --quiet" LIMITS), 0);
    shell_read_file("marks/open.sgf");
    shell_says("TE[1]C[Right: the block is captured (proved)]");
    assert_true(count_doubtful_marks() > 0);
    shell_read_file("marks/lost.sgf");
    assert_true(count_doubtful_marks() > 0);
    /* If there is provably no right move, each one is proved wrong */
    assert_int_equal(shell_run("solve @/marks.txt --sgf @/marks --proof @/marks_proofs --quiet" LIMITS), 0);
    shell_read_file("marks/lost.sgf");
    shell_says("BM[1]C[Wrong: the block is saved (proved)]");
    assert_int_equal(count_doubtful_marks(), 0);
}

/* A ko that was taken just now may be retaken after a threat only: the move has its name all the same, and what is
 * written has no move that the rules forbid. */
static void test_retake(void **state)
{
    (void)state;
    shell_fill_file("retake.txt", "problem retake\nsize 9\nblack B1 C2 D1\nwhite A1 B2 A3 B3 C3 B4 B5\nplay W C1\n"
                                  "tomove black\ntask attack C1\nresult 3\nmoves B1\nend\n");
    assert_int_equal(shell_run("solve @/retake.txt --sgf @/retake.sgf --svg @/retake.svg" LIMITS), 0);
    shell_says("by a ko, with the first threat, B1");
    shell_says("right, by the file");
    shell_read_file("retake.sgf");
    shell_says("RETAKE[B1]");
    shell_says("C[attack C1: by a ko, with the first threat, B1 (heuristic)]");
    assert_int_equal(shell_run("solve @/retake.sgf" LIMITS), 0);
    shell_says("by a ko, with the first threat, B1");
    shell_says("right, by the file");
}

/* Problems of the same name, or of names that are the same in a file's name, have files of their own. */
static void test_same_names(void **state)
{
    static const char *const names[] = {"a_b", "a_b-2", "a_b-3_", "a_b-3", "a_b-5"}, *const titles[] = {"a b", "a_b-2",
                                                                                                        "a_b", "a_b-3",
                                                                                                        "a b"};
    static const char problem[] = "size 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n";
    static const char text_of_dots[] = "problem ./a\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n"
                                       "problem b\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n";
    char text[1024] = "", path[160];

    (void)state;
    for (int i = 0; i < 5; i++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "problem %s\n%s", titles[i], problem);
    shell_fill_file("same.txt", text);
    assert_int_equal(shell_run("solve @/same.txt --svg @/same --quiet" LIMITS), 0);
    for (int i = 0; i < 5; i++) {
        (void)snprintf(path, sizeof path, "same/%s.svg", names[i]);
        shell_read_file(path);
        (void)snprintf(text, sizeof text, ">%s: attack A2</text>", titles[i]);
        shell_says(text);
    }
    assert_int_equal(shell_run("solve @/same.txt --svg @/none/same" LIMITS), 1); /* before anything is solved */
    shell_says("cannot make the folder ");
    assert_null(strstr(shell_out, "a_b"));
    shell_fill_file("dots.txt", text_of_dots);
    assert_int_equal(shell_run("solve @/dots.txt --svg @/dots --quiet" LIMITS), 0);
    shell_read_file("dots/__a.svg");
    assert_int_equal(shell_run("solve @/same.txt --sgf @/same --proof @/same --quiet" LIMITS), 2);
    shell_says("--sgf and --proof would both write ");
}

/* Proofs hold, in both forms. */
static void test_proofs(void **state)
{
    (void)state;
    assert_int_equal(shell_run("solve " DATA " --proof @/proofs" LIMITS), 0);
    shell_says("\nedge              defend B2  no                  proved "); /* and not heuristic any more */
    assert_int_equal(
        shell_run("verify @/proofs/corner.sgf @/proofs/ladder.sgf @/proofs/edge.sgf @/proofs/marked_corner.sgf"), 0);
    shell_says("ladder.sgf: proved: the block is captured, attack D4 owner (");
    shell_says("; moves that are not in it by the game's own argument)");
    shell_says("edge.sgf: proved: the block is captured, defend B2 owner (");
    shell_says("corner.sgf: proved: the block is captured, attack A2 owner (2 nodes, 1 leaf, 1 ply)");
    assert_int_equal(shell_run("solve " DATA "/marked.sgf --proof @/one.json --quiet" LIMITS), 0);
    assert_int_equal(shell_run("verify @/one.json"), 0);
    /* With a move of the defence left out nothing is proved */
    shell_fill_file("less.sgf", "(;GM[1]SZ[9]AB[dg][eg][cf]AW[df]PL[B]GOAL[go-capture attack D4 owner]"
                                "QUESTION[prover=first threshold=998976 answer=yes];B[de](;W[];B[ef]))");
    assert_int_equal(shell_run("verify @/less.sgf"), 1);
    shell_says("not proved: the block is captured, attack D4 owner: after D5: ");
    shell_says(" is not answered");
}

/* A proof is of the rules that the question was asked by, which its file has. */
static void test_proofs_by_superko(void **state)
{
    static const char *const names[] = {"superko.sgf", "superko.json"};
    char command[200];

    (void)state;
    for (int i = 0; i < 2; i++) {
        (void)snprintf(command, sizeof command,
                       "solve " DATA "/marked.sgf --goal-set ko=positional --proof @/%s --quiet" LIMITS, names[i]);
        assert_int_equal(shell_run(command), 0);
        (void)snprintf(command, sizeof command, "verify @/%s", names[i]);
        assert_int_equal(shell_run(command), 0);
        shell_says("ko=positional");
    }
    shell_read_file(names[0]);
    shell_says("SETTINGS[ko=positional]");
}

/* The files that a folder contributes, and the messages about the others. */
static void test_parts_of_a_folder(void **state)
{
    static const char problem[] = "problem a\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n";
    char path[160];

    (void)state;
    (void)snprintf(path, sizeof path, "%s/parts", shell_place);
    assert_int_equal(mkdir(path, 0700), 0);
    (void)snprintf(path, sizeof path, "%s/parts/inner.txt", shell_place);
    assert_int_equal(mkdir(path, 0700), 0);
    shell_fill_file("parts/other", problem);
    shell_fill_file("parts/.hidden.txt", problem);
    assert_int_equal(shell_run("solve @/parts" LIMITS), 2);
    shell_says("there is no file *.txt or *.sgf in ");
    shell_fill_file("parts/A.TXT", problem);
    shell_fill_file("parts/b.txt", problem);
    shell_fill_file("parts/c.Sgf", "(;SZ[5]AB[ae][bd]AW[ad]PL[B]TR[ad])");
    assert_int_equal(shell_run("solve @/parts" LIMITS), 0);
    shell_says("/parts/inner.txt is left out");
    shell_says("\n3 of 3 problems\n");
}

static void test_wrong(void **state)
{
    (void)state;
    shell_fill_file("wrong.txt", "problem a\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nresult 0\nend\n"
                                 "problem b\nsize 5\nblack A9\nend\n"
                                 "problem c\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nresult 1\nmoves C3\nend\n");
    assert_int_equal(shell_run("solve @/wrong.txt" LIMITS), 2);
    shell_says("wrong.txt, line 10, column 7: expected a point of the board, such as D4\n    black A9\n          ^\n");
    shell_says("2 of 2 problems");
    shell_fill_file("wrong.txt", "problem a\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nresult 0\nend\n");
    assert_int_equal(shell_run("solve @/wrong.txt" LIMITS), 1);
    shell_says("verdict     wrong, by the file");
    assert_int_equal(shell_run("solve @/nothing.txt"), 2);
    shell_says("cannot read ");
    shell_fill_file("empty.txt", "# nothing\n");
    assert_int_equal(shell_run("solve @/empty.txt"), 2);
    shell_says("there is no problem");
    assert_int_equal(shell_run("solve"), 2);
}

/* ---- Interrupts -------------------------------------------------------------------------------------------------- */

static pid_t start(const char *problems, const char *output)
{
    pid_t pid = fork();

    if (pid == 0) {
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);

        (void)signal(SIGINT, SIG_DFL);
        (void)dup2(file, 1);
        (void)dup2(file, 2);
        (void)execl(program_path(), program_path(), "solve", problems, "--goal-set", "safe_liberties=0", "--time",
                    "2000000000", (char *)NULL);
        _exit(99);
    }
    assert_true(pid > 0);
    return pid;
}

/* Ctrl-C in the middle: the summary so far. The second problem has no end: nothing but an interrupt gets on. */
static void test_interrupt(void **state)
{
    char problems[160], output[160];
    int status = -1, waited = 0;
    pid_t pid;

    (void)state;
    shell_fill_file("long.txt", "problem a\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n"
                                "problem b\nsize 19\nblack C3\nwhite Q16 Q10\ntask attack Q16\nend\n"
                                "problem c\nsize 5\nblack A1 B2\nwhite A2\ntask attack A2\nend\n");
    (void)snprintf(problems, sizeof problems, "%s/long.txt", shell_place);
    (void)snprintf(output, sizeof output, "%s/output", shell_place);
    shell_fill_file("output", "");
    pid = start(problems, output);
    for (*shell_out = 0; !strstr(shell_out, "\na  ") && waited < 60000; waited += 20) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        shell_read_file("output");
    }
    assert_int_equal(kill(pid, SIGINT), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    shell_read_file("output");
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 130);
    shell_says("interrupted after 1 of 3 problems");
    shell_says("\n1 of 3 problems\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folder),     cmocka_unit_test(test_columns),
        cmocka_unit_test(test_paper),      cmocka_unit_test(test_alone),
        cmocka_unit_test(test_methods),    cmocka_unit_test(test_presets),
        cmocka_unit_test(test_tables),     cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_proofs),     cmocka_unit_test(test_proofs_by_superko),
        cmocka_unit_test(test_marks),      cmocka_unit_test(test_retake),
        cmocka_unit_test(test_same_names), cmocka_unit_test(test_parts_of_a_folder),
        cmocka_unit_test(test_wrong),      cmocka_unit_test(test_interrupt),
    };

    return cmocka_run_group_tests(tests, shell_make_folder, shell_remove_folder);
}
