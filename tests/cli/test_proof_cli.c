/* SPDX-License-Identifier: MIT
 *
 * boyi analyse --proof and boyi verify from outside.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "support/shell.h"

/* Methods that prove do not find the distance of a win, and print none. */
static void test_values(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse tictactoe --position xo./.../... --method df-pn --quiet"), 0);
    shell_says("value         win\n");
    assert_int_equal(shell_run("analyse tictactoe --position xo./x../... --method df-pn --set prover=first --quiet"),
                     0);
    shell_says("value         loss\n");
    assert_int_equal(shell_run("analyse tictactoe --position xo./.../... --quiet"), 0);
    shell_says("value         win in 5 plies\n");
}

/* Proofs of games of all kinds are written and hold. */
static void test_proofs(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse tictactoe --position xo./.../... --quiet --proof @/a.json"), 0);
    shell_says("x wins, in ");
    assert_int_equal(shell_run("verify @/a.json"), 0);
    shell_says("proved: x wins (");
    assert_int_equal(shell_run("analyse tictactoe --quiet --proof @/b.json --nodes 100000000"), 0);
    assert_int_equal(shell_run("verify @/b.json"), 0);
    shell_says("proved: x does not lose (");
    assert_int_equal(shell_run("analyse tree --quiet --proof @/c.json --position 'R(A(3,P(5,1)),2)'"), 0);
    assert_int_equal(shell_run("verify @/c.json"), 0);
    shell_says("proved: max reaches at least 3 (5 nodes, 2 leaves, 3 plies)");
    assert_int_equal(shell_run("analyse xiangqi --quiet --depth 3 --proof @/d.json --position "
                               "'4kab2/3Pa4/4b4/6p1p/r8/9/1R4P1P/p7C/4A2r1/2B1K1BNR w - - 0 1'"),
                     0);
    assert_int_equal(shell_run("verify @/d.json"), 0);
    shell_says("proved: red wins (");
    assert_int_equal(shell_run("analyse go --game-set size=2 --quiet --depth 12 --proof @/e.sgf"), 0);
    assert_int_equal(shell_run("verify @/e.sgf"), 0);
    shell_says("proved: white wins (");
    assert_int_equal(shell_run("analyse go --game-set size=2 --quiet --depth 12 --proof @/f.json"), 0);
    assert_int_equal(shell_run("verify @/a.json @/f.json --json"), 0);
    shell_says("\"proved\": true, \"claim\": \"white wins\"");
}

/* However few lines end by the moves that were made, the reader gets to know how many. */
static void test_ends_by_history(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse xiangqi --method df-pn --set prover=second --set threshold=0 --quiet --proof "
                               "@/round.json --position '9/4k2c1/9/9/9/9/9/9/3K5/9 b'"),
                     0);
    assert_int_equal(shell_run("verify @/round.json"), 0);
    shell_says("  remark    2 of 6 lines end by a repetition or a count of moves\n");
    assert_int_equal(
        shell_run("analyse xiangqi --game-set move_limit=40 --method df-pn --set prover=second --quiet --proof "
                  "@/mate.json --position '3aka3/4R4/4C4/9/9/9/9/9/9/4K4 b'"),
        0);
    assert_int_equal(shell_run("verify @/mate.json"), 0);
    shell_says(
        "  remark    1 of 15 lines ends by a repetition or a count of moves under the settings above: with other "
        "settings the claim may be false\n");
}

/* The verdict names the game, its settings, the position, and what makes a claim say little. */
static void test_what_was_verified(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse xiangqi --game-set move_limit=1 --game-set rules=asian --method df-pn --set "
                               "prover=first --quiet --proof @/limit.json"),
                     0);
    assert_int_equal(shell_run("verify @/limit.json"), 0);
    shell_says("proved: red does not win (");
    shell_says("  game      xiangqi, with rules=asian move_limit=1\n");
    shell_says("  position  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n");
    shell_says(
        "every line ends by a repetition or a count of moves under the settings above, none on the board: by the "
        "default settings of the game this tree proves nothing");
    assert_int_equal(shell_run("verify --json @/limit.json"), 0);
    shell_says("\"settings\": \"rules=asian move_limit=1\"");
    assert_int_equal(
        shell_run("analyse xiangqi --position '3k5/R8/9/9/9/9/9/9/9/4K4 w' --moves 'a8a9 d9d8 a9a8 d8d9 a8a9 "
                  "d9d8 a9a8 d8d9' --method df-pn --quiet --proof @/over.json"),
        0);
    assert_int_equal(shell_run("verify @/over.json"), 0);
    shell_says("proved: red does not win (1 node");
    shell_says(", after 8 moves\n");
    shell_says("the game was over before the first move of the proof");
    assert_int_equal(shell_run("analyse tictactoe --position xo./.../... --quiet --proof @/plain.json"), 0);
    assert_int_equal(shell_run("verify @/plain.json"), 0);
    shell_says("  game      tictactoe\n  position  xo./.../...\n");
    assert_int_equal(shell_run("analyse tictactoe --method df-pn --set threshold=-1000000 --quiet --proof @/void.json"),
                     0);
    assert_int_equal(shell_run("verify @/void.json"), 0);
    shell_says("the claim is empty: every result is at least a loss");
}

/* A proof names all options that are not at their defaults, each once, whether a preset or a setting made them so. */
static void test_presets(void **state)
{
    (void)state;
    assert_int_equal(
        shell_run("analyse go-capture --game-preset paper-capture --game-set reader=nothing "
                  "--game-set bound=3 --game-set bound=0 --game-set attacker_moves=all --game-set owner_moves=all "
                  "--position 'white B2 none 0 5 ...../...../.XX../XO.../.X... b' --method df-pn --quiet "
                  "--proof @/g.json"),
        0);
    assert_int_equal(shell_run("verify @/g.json"), 0);
    shell_says("proved: the block is captured");
    assert_int_equal(shell_run("games >/dev/null; cat @/g.json"), 0);
    shell_says("\"options\": {\"attacker_moves\": \"all\", \"owner_moves\": \"all\", \"reader\": \"nothing\", "
               "\"numbers\": \"paper\", \"safe_liberties\": \"0\", \"ladder_nodes\": \"2000\"}");
}

/* Every method that proves says what it was asked, and its proofs hold, whoever is to move. */
static void test_methods(void **state)
{
    const by_method *method;

    (void)state;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        char command[160];

        if (!by_method_proves(method))
            continue;
        for (int j = 0; j < 4; j++) {
            static const char *const questions[] = {"", "--set prover=first", "--set prover=second --set threshold=0",
                                                    "--set prover=mover"};
            static const char *const claims[] = {"x wins", "x wins", "o loses", "x wins"};

            (void)snprintf(command, sizeof command,
                           "analyse tictactoe --position xo./.../... --method '%s' %s --quiet --proof @/m.json",
                           by_method_name(method), questions[j]);
            assert_int_equal(shell_run(command), 0);
            assert_int_equal(shell_run("verify @/m.json"), 0);
            shell_says(claims[j]);
        }
        (void)snprintf(command, sizeof command, "analyse tictactoe --method '%s' --quiet --proof @/m.json",
                       by_method_name(method));
        assert_int_equal(shell_run(command), 0);
        shell_says("x does not win, in ");
        assert_int_equal(shell_run("verify @/m.json"), 0);
        shell_says("x does not win (");
    }
}

/* The claim counts in the singular, too. */
static void test_smallest_proof(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse tree --position 'R(3)' --quiet --depth 5 --proof @/s.json"), 0);
    shell_says("/s.json: 2 nodes, 1 leaf, 1 ply\n");
    assert_int_equal(shell_run("analyse tictactoe --position xxx/oo./... --quiet --proof @/s.json"), 0);
    shell_says("/s.json: 1 node, 1 leaf, 0 plies\n");
}

/* A file of that name must not be mistaken for the proof. */
static void test_an_older_file_is_named(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse tictactoe --quiet --proof @/fresh.json --proof-nodes 10"), 1);
    assert_null(strstr(shell_out, "is not written"));
    shell_fill_file("old.json", "");
    assert_int_equal(shell_run("analyse tictactoe --quiet --proof @/old.json --proof-nodes 10"), 1);
    shell_says("/old.json is not written: the file of that name is an older one\n");
    shell_fill_file("old.sgf", "");
    assert_int_equal(shell_run("solve tests/data/solve/marked.sgf --nodes 1 --quiet --proof @/old.sgf"), 0);
    shell_says("no proof: ");
    shell_says("/old.sgf is not written: the file of that name is an older one\n");
}

/* Methods that repeat themselves when they are asked again at each node, or do not answer there: proof searches write
 * the proof. */
static void test_other_searches_write(void **state)
{
    static const struct {
        const char *arguments, *claim;
    } cases[] = {
        {"go --game-set size=3 --game-set ko=positional --game-set scoring=area --game-set komi_half=3 "
         "--moves 'C1 C2 A3 B2 A2' --method 'pn*' --set prover=first --set threshold=-3 --nodes 30000000",
         "black loses ("},
        {"go --game-set size=3 --game-set ko=simple --game-set scoring=territory --game-set komi_half=8 "
         "--moves 'C3 B2 A2 A1 C1 B3' --method alphabeta --preset exact --set hash=off --nodes 10000000",
         "white wins (34 nodes"},
        {"go --game-set size=2 --game-set ko=simple --game-set scoring=area --game-set komi_half=8 --moves 'A1 A2 B2' "
         "--method mcts --nodes 1000000",
         "white does not lose ("},
        {"go --game-set size=2 --game-set ko=simple --game-set scoring=territory --game-set komi_half=0 "
         "--moves 'A2 B1' --method mcts --nodes 1000000",
         "black does not lose ("},
        {"go-capture --game-set attacker_moves=all --game-set owner_moves=all --game-set reader=nothing --game-set "
         "safe_liberties=0 --position 'white A1 owner 0 4 O.XX/..../O..O/OO.. w' --method mcts --nodes 1000000",
         "the block is not captured"},
    };
    char arguments[512];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)snprintf(arguments, sizeof arguments, "analyse %s --quiet --proof @/help.json", cases[i].arguments);
        if (shell_run(arguments) || !strstr(shell_out, ", proved\n"))
            fail_msg("%s: %s", cases[i].arguments, shell_out);
        assert_int_equal(shell_run("verify @/help.json"), 0);
        shell_says(cases[i].claim);
    }
}

/* No proof, and the reason. */
static void test_no_proof(void **state)
{
    (void)state;
    assert_int_equal(shell_run("analyse xiangqi --quiet --depth 2 --proof @/n.json"), 1);
    shell_says("no proof: the answer does not rest on the rules alone");
    assert_int_equal(shell_run("analyse tictactoe --quiet --proof @/n.json --proof-nodes 10"), 1);
    shell_says("no proof: the proof has more than 10 nodes; the answer stands\n");
    assert_int_equal(shell_run("analyse tictactoe --position xo./.../... --quiet --proof @/no/n.json"), 1);
    shell_says("cannot write ");
    assert_int_equal(shell_run("verify @/n.json"), 2);
    shell_says("cannot be read: ");
}

static void test_refused(void **state)
{
    (void)state;
    shell_fill_file("wrong.json", "{\"format\":\"boyi proof 1\",\"game\":\"tictactoe\",\"position\":\"xo./.../...\",\n"
                                  "\"question\":{\"prover\":\"first\",\"threshold\":998976,\"answer\":\"yes\"},\n"
                                  "\"proof\":[[\"4\",[null,[\"8\"]]]]}\n");
    assert_int_equal(shell_run("verify @/wrong.json"), 1);
    shell_says("wrong.json: not proved: x wins: after 4 8: the move that follows is not legal");
    assert_int_equal(shell_run("verify --json @/wrong.json"), 1);
    shell_says("\"proved\": false");
    shell_fill_file("bad.json", "{\"format\":\"boyi proof 1\",\n\"game\":\"tictactoe\",}");
    assert_int_equal(shell_run("verify @/bad.json @/wrong.json"), 2);
    shell_says("line 2, column 20: this is no JSON: string or '}' expected near '}'");
    shell_says("not proved: x wins");
    shell_fill_file("plain.sgf", "(;GM[1];B[aa])");
    assert_int_equal(shell_run("verify @/plain.sgf"), 2);
    shell_says("this record is no proof");
    assert_int_equal(shell_run("verify"), 2);
    assert_int_equal(shell_run("verify @/a.json --nodes 5"), 3);
    shell_says("a.json: not known: x wins: the proof has more than 5 positions");
    assert_int_equal(shell_run("verify @/a.json --nodes 5 --json"), 3);
    shell_says("\"proved\": null");
    assert_int_equal(shell_run("verify @/wrong.json @/a.json --nodes 15"), 1);
    shell_says("a.json: not known");
    assert_int_equal(shell_run("verify @/a.json @/bad.json --nodes 5"), 2);
}

/* The claim about a goal: the capture only if that was the question, with the block. */
static void test_claims_of_a_goal(void **state)
{
    static const char question[] = "{\"format\":\"boyi proof 1\",\"game\":\"go-capture\",\n"
                                   "\"position\":\"white A1 %s 0 2 ../O. b\",\"moves\":[\"pass\",\"pass\"],\n"
                                   "\"question\":{\"prover\":\"%s\",\"threshold\":%d,\"answer\":\"%s\"},\n"
                                   "\"proof\":[]}\n";
    static const struct {
        const char *threats, *prover;
        int threshold;
        const char *answer, *claim;
    } rows[] = {
        {"owner", "first", -1000000, "yes", "proved: black reaches at least -1000000, attack A1 owner ("},
        {"none", "first", 0, "no", "proved: black loses, attack A1 none ("},
        {"attacker", "first", 998976, "no", "proved: the block is not captured, attack A1 attacker ("},
        {"none", "first", 998976, "yes", "not proved: the block is captured, attack A1 none: "},
        {"none", "second", 998976, "yes", "proved: white wins, attack A1 none ("},
    };
    char text[512];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)snprintf(text, sizeof text, question, rows[i].threats, rows[i].prover, rows[i].threshold, rows[i].answer);
        shell_fill_file("goal.json", text);
        assert_int_equal(shell_run("verify @/goal.json"), strncmp(rows[i].claim, "not", 3) == 0);
        shell_says(rows[i].claim);
    }
    shell_fill_file("goal.json", "{\"format\":\"boyi proof 1\",\"game\":\"go-capture\",\n"
                                 "\"position\":\"white A1 none 0 2 X./O. b\",\"moves\":[\"pass\"],\n"
                                 "\"question\":{\"prover\":\"first\",\"threshold\":998976,\"answer\":\"no\"},\n"
                                 "\"proof\":[[\"pass\"]]}\n");
    assert_int_equal(shell_run("verify @/goal.json"), 0);
    shell_says("proved: the block is not captured, defend A1 none (");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_ends_by_history),
        cmocka_unit_test(test_what_was_verified),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_smallest_proof),
        cmocka_unit_test(test_an_older_file_is_named),
        cmocka_unit_test(test_other_searches_write),
        cmocka_unit_test(test_no_proof),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_claims_of_a_goal),
    };

    return cmocka_run_group_tests(tests, shell_make_folder, shell_remove_folder);
}
