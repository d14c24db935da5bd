/* SPDX-License-Identifier: MIT
 *
 * The solver of captures: its codes against brute force, on composed kos and on random boards; its limits; that an
 * answer does not depend on earlier questions; and its behaviour when memory runs out.
 */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/capture.h"
#include "games/go/notation.h"
#include "solve/solve.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* ---- A solver and its options ------------------------------------------------------------------------------------ */

struct asker {
    struct solve_settings settings;
    by_options *goal, *options;
    solver *solver;
};

static void open_asker(struct asker *asker, const char *method, const char *goal, uint64_t nodes)
{
    const by_game_type *type;
    by_error error = {0};

    *asker = (struct asker){.settings = {.nodes = nodes}};
    assert_int_equal(by_game_type_find("go-capture", &type, NULL), BY_OK);
    assert_int_equal(by_options_create(type->options, &asker->goal, NULL), BY_OK);
    assert_int_equal(by_options_set_all(asker->goal, goal, &error), BY_OK);
    asker->settings.goal = asker->goal;
    assert_int_equal(by_method_find(method ? method : "df-pn+", &asker->settings.method, NULL), BY_OK);
    /* Proofs repeat searches, and sanitizers take long over large ones */
    assert_int_equal(by_options_create(by_method_options(asker->settings.method), &asker->options, NULL), BY_OK);
    assert_int_equal(by_options_set_number(asker->options, "memory_kib", 4096, NULL), BY_OK);
    asker->settings.options = asker->options;
    assert_int_equal(solver_create(&asker->settings, &asker->solver, &error), BY_OK);
}

static void close_asker(struct asker *asker)
{
    solver_destroy(asker->solver);
    by_options_destroy(asker->goal);
    by_options_destroy(asker->options);
}

static struct solve_answer ask(struct asker *asker, const by_position *position, const char *vertex, bool is_attack)
{
    struct solve_question question = {position, 0, is_attack};
    struct solve_answer answer;
    by_error error = {0};

    assert_non_null(by__go_read_vertex(vertex, ((const struct go *)position->state)->size, &question.point));
    if (solver_ask(asker->solver, &question, &answer, &error))
        fail_msg("%s", error.message);
    return answer;
}

/* ---- The truth --------------------------------------------------------------------------------------------------- */

struct truths {
    go_truth *of[3]; /* by enum go_truth_retaker */
};

static struct truths open_truths(int size)
{
    struct truths truths;

    for (int i = 0; i < 3; i++)
        truths.of[i] = go_truth_create(size, (enum go_truth_retaker)i, 3000000);
    return truths;
}

static void close_truths(struct truths *truths)
{
    for (int i = 0; i < 3; i++)
        go_truth_destroy(truths->of[i]);
}

/* The board with the side to move that is asked for: a ko forbids nothing to the other. */
static enum go_truth_answer truth_of(struct truths *truths, enum go_truth_retaker retaker, struct go *s, int target,
                                     bool is_attack)
{
    uint8_t side = s->side, wanted = s->board[target] ^ is_attack;
    uint16_t ko = s->ko;
    enum go_truth_answer answer;

    if (side != wanted)
        s->ko = GO_NO_POINT;
    s->side = wanted;
    answer = go_truth_ask(truths->of[retaker], s, target);
    s->side = side;
    s->ko = ko;
    return answer;
}

/* The code that the header of the solver defines. */
static enum solve_code true_code(struct truths *truths, struct go *s, int target, bool is_attack)
{
    bool with_us, with_them, alone;
    enum go_truth_answer wanted = is_attack ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE;

    for (int i = 0; i < 3; i++)
        if (truth_of(truths, (enum go_truth_retaker)i, s, target, is_attack) == GO_TRUTH_UNKNOWN)
            return SOLVE_UNKNOWN;
    with_us = truth_of(truths, is_attack ? GO_TRUTH_ATTACKER : GO_TRUTH_OWNER, s, target, is_attack) == wanted;
    with_them = truth_of(truths, is_attack ? GO_TRUTH_OWNER : GO_TRUTH_ATTACKER, s, target, is_attack) == wanted;
    alone = truth_of(truths, GO_TRUTH_NOBODY, s, target, is_attack) == wanted;
    return with_them ? SOLVE_YES : !with_us ? SOLVE_NO : alone ? SOLVE_KO_TAKEN : SOLVE_KO_THREAT;
}

static void print_vertex(const struct go *s, int point, char *out)
{
    by_text text = {0};

    by__go_print_vertex(s->size, point, &text);
    strcpy(out, by_text_string(&text));
    by_text_free(&text);
}

/* ---- Kos --------------------------------------------------------------------------------------------------------- */

/* Positions of 3x3 and 4x4, so that brute force knows them too. */
static const struct {
    const char *text, *vertex;
    bool is_attack;
    enum solve_code code;
} composed[] = {
    /* A direct ko about one stone: the right to take first, the connection, the need for a threat */
    {"4 .XO./XO.O/.XO./.... b", "B3", true, SOLVE_KO_TAKEN},
    {"4 .XO./XO.O/.XO./.... w", "B3", false, SOLVE_YES},
    {"4 .XO./X.XO/.XO./.... w", "C3", true, SOLVE_KO_TAKEN},
    {"4 .XO./X.XO/.XO./.... w B3", "C3", true, SOLVE_KO_THREAT},
    {"4 .XO./X.XO/.XO./.... b", "C3", false, SOLVE_YES},
    {"4 .XO./X.XO/.XO./.... w B3", "C4", false, SOLVE_KO_THREAT},
    /* Four kos around one stone: the side that has threats never runs out of them */
    {"3 O.X/.XO/XO. w", "B2", true, SOLVE_KO_THREAT},
    /* Kos about blocks */
    {"4 .XO./XXO./OXOO/.OO. b", "B4", false, SOLVE_KO_THREAT},
    {"4 OO.O/X.OO/.XO./OXXO b", "C1", true, SOLVE_KO_TAKEN},
    {"4 OO.O/X.OO/.XO./OXXO b", "C1", false, SOLVE_KO_TAKEN},
    {"4 XX.O/O.OO/XX.O/.X.X b", "D4", false, SOLVE_KO_TAKEN},
    {"4 XXX./XXOX/.XO./.OOO w", "A4", true, SOLVE_KO_THREAT},
    {"4 ..OO/..OO/XXXO/OO.. b", "D4", false, SOLVE_KO_THREAT},
    {"4 O.OO/XOOO/.OOO/XOOO b", "C3", true, SOLVE_KO_TAKEN},
    /* The ko has to be approached first, or has two stages: many moves before it is decided */
    {"4 ..OX/.OXX/...X/OO.X b", "D4", false, SOLVE_KO_TAKEN},
    {"4 O..X/.O.O/O.XX/...X b", "D1", false, SOLVE_KO_TAKEN},
    {"4 ..XX/OXX./..XO/..OO b", "C1", false, SOLVE_KO_TAKEN},
    {"4 ..OX/X.XX/XO.X/OO.X b", "D2", true, SOLVE_KO_THREAT},
    /* A ko is there, but does not matter */
    {"4 XXO./.XO./XXOO/O.O. w", "A4", true, SOLVE_YES},
    {"4 XXO./.XO./XXOO/O.O. b", "A4", false, SOLVE_YES},
    {"4 .XO./XXO./OXOO/.OO. w", "B4", true, SOLVE_YES},
    {"4 .XXO/X.XO/XXOO/OOO. w", "A3", true, SOLVE_NO},
};

static void tells_what_kos_are_about(void **unused)
{
    struct truths truths[2] = {open_truths(3), open_truths(4)};
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "", 200000);
    for (int i = 0; i < COUNT(composed); i++) {
        struct opened go = open_position("go", "", composed[i].text);
        struct go *s = go.position->state;
        struct solve_answer answer = ask(&asker, go.position, composed[i].vertex, composed[i].is_attack);
        int point = 0;

        assert_non_null(by__go_read_vertex(composed[i].vertex, s->size, &point));
        assert_int_equal(true_code(&truths[s->size - 3], s, point, composed[i].is_attack), composed[i].code);
        if (answer.code != composed[i].code)
            fail_msg("%d in place of %d: %s, %s", answer.code, composed[i].code, composed[i].text, composed[i].vertex);
        assert_int_equal(answer.doubt == NULL, answer.is_proved);
        assert_int_equal(answer.prediction, SOLVE_PREDICTS_NOTHING);
        close_position(&go);
    }
    close_asker(&asker);
    close_truths(&truths[0]);
    close_truths(&truths[1]);
}

/* Superko does not keep a side that has threats from retaking: a threat and its answer stand between. */
static void kos_are_kos_by_superko_too(void **unused)
{
    static const char *const rules[] = {"ko=positional", "ko=situational"};

    (void)unused;
    for (int i = 0; i < 2 * COUNT(composed); i++) {
        const char *text = composed[i / 2].text;
        struct opened go = open_position("go", rules[i % 2], text);
        struct asker asker;
        struct solve_answer answer;

        open_asker(&asker, NULL, rules[i % 2], 200000);
        answer = ask(&asker, go.position, composed[i / 2].vertex, composed[i / 2].is_attack);
        if (answer.code != composed[i / 2].code)
            fail_msg("%s: %d in place of %d: %s", rules[i % 2], answer.code, composed[i / 2].code, text);
        close_asker(&asker);
        close_position(&go);
    }
}

/* A side that retakes a ko immediately counts as its winner. If that makes the answer a ko, more retakes may show that
 * it does not matter; GNU Go 3.8 says the same of these. */
static void more_retakes_may_settle_a_ko(void **unused)
{
    static const struct {
        const char *text, *vertex;
    } cases[] = {{"5 O.OO./XOOXX/X..OO/.X.OX/.X.X. w", "D2"}, {"5 O..../.OX../O.OXX/O..O./O.... b", "C4"}};

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened go = open_position("go", "", cases[i].text);
        struct asker asker;
        struct solve_answer answer;

        open_asker(&asker, NULL, "", 200000);
        answer = ask(&asker, go.position, cases[i].vertex, false);
        assert_int_equal(answer.code, SOLVE_YES);
        close_asker(&asker);
        close_position(&go);
    }
}

/* ---- What is left open ----------------------------------------------------------------------------------------- */

/* The curve of a question that stays open is that of a search which decided nothing. */
static void an_open_question_has_an_open_curve(void **unused)
{
    struct opened go = open_position("go", "", "5 .XO../XO.O./.XO../...../..... b");
    int open_count = 0;

    (void)unused;
    for (uint64_t nodes = 20; nodes < 3000; nodes += 60) {
        struct asker asker;
        struct solve_answer answer;

        open_asker(&asker, NULL, "safe_liberties=0", nodes);
        answer = ask(&asker, go.position, "B4", true);
        if (answer.code == SOLVE_UNKNOWN) {
            const struct solve_point *last = &answer.curve[answer.curve_length - 1];

            assert_true(answer.curve_length > 0);
            assert_true(last->proof_number > 0 && last->disproof_number > 0);
            open_count++;
        }
        close_asker(&asker);
    }
    assert_true(open_count > 0);
    close_position(&go);
}

/* ---- What an answer rests on ------------------------------------------------------------------------------------- */

static void says_what_it_rests_on(void **unused)
{
    static const struct {
        const char *goal, *doubt;
    } goals[] = {
        {"", "candidates only, and a number of liberties held to be safe"},
        {"safe_liberties=0", "candidates only"},
        {"safe_liberties=0 bound=3", "candidates only, and a node evaluation held to be safe"},
        {"attacker_moves=all owner_moves=all", "a number of liberties held to be safe"},
        {"attacker_moves=all owner_moves=all safe_liberties=0 bound=3", "a node evaluation held to be safe"},
        {"attacker_moves=all owner_moves=all bound=3", "a number of liberties and a node evaluation held to be safe"},
        {"bound=3", "candidates only, and a number of liberties and a node evaluation held to be safe"},
    };
    struct opened go = open_position("go", "", "7 ......./......./..XXX../..XO.../......./......./....... w");
    int count = 0;

    (void)unused;
    for (int i = 0; i < COUNT(goals); i++) {
        struct asker asker;
        struct solve_answer answer;

        open_asker(&asker, NULL, goals[i].goal, 50000);
        answer = ask(&asker, go.position, "D4", false);
        if (answer.code != SOLVE_UNKNOWN && !answer.is_proved) {
            assert_int_equal(answer.stopped, BY_STOPPED_DONE);
            assert_string_equal(answer.doubt, goals[i].doubt);
            count++;
        }
        close_asker(&asker);
    }
    assert_true(count >= COUNT(goals) - 1);
    close_position(&go);
}

/* ---- Random boards ----------------------------------------------------------------------------------------------- */

struct counts {
    int asked, known, proved, wrong;
};

/* A block of at most three liberties; false: the board has none. */
static bool choose_block(by_position *position, int size, struct by_random *random, int *point)
{
    struct go *s = position->state;
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count;

    if (!go_truth_set_random(s, size, 15 + (int)by_random_below(random, 25), random))
        return false;
    s->side = (uint8_t)by_random_below(random, 2);
    s->ko = GO_NO_POINT;
    count = go_truth_kos(s, kos);
    if (count && by_random_below(random, 2))
        s->ko = (uint16_t)kos[by_random_below(random, (uint32_t)count)];
    *point = (int)by_random_below(random, s->points);
    return s->board[*point] != GO_EMPTY && go_chain_at(s, *point)->liberty_count <= 3;
}

static void compare(struct asker *asker, struct truths *truths, by_position *position, int point, bool is_attack,
                    struct counts *counts)
{
    enum solve_code truth = true_code(truths, position->state, point, is_attack);
    struct solve_answer answer;
    char vertex[8];

    print_vertex(position->state, point, vertex);
    answer = ask(asker, position, vertex, is_attack);
    counts->asked++;
    counts->known += answer.code != SOLVE_UNKNOWN;
    counts->proved += answer.is_proved;
    counts->wrong += answer.code != SOLVE_UNKNOWN && answer.code != truth;
    if (answer.is_proved && answer.code != truth) {
        by_text text = {0};

        by_position_print(position, &text);
        fail_msg("%d is proved, the truth is %d: %s %s %s", answer.code, truth, is_attack ? "attack" : "defend", vertex,
                 by_text_string(&text));
    }
}

static struct counts compare_boards(const char *method, const char *goal, struct truths *truths, int size, int boards)
{
    struct opened go = open_position("go", "", NULL);
    struct by_random random = {(uint64_t)size * 1000};
    struct counts counts = {0};
    struct asker asker;
    int point;

    open_asker(&asker, method, goal, 5000);
    while (counts.asked < 2 * boards) {
        if (!choose_block(go.position, size, &random, &point))
            continue;
        compare(&asker, truths, go.position, point, true, &counts);
        compare(&asker, truths, go.position, point, false, &counts);
    }
    close_asker(&asker);
    close_position(&go);
    return counts;
}

/* Every answer that is proved is true, of those that are not nearly all. */
static void proved_answers_are_true(void **unused)
{
    static const struct {
        const char *method, *goal;
        bool has_proofs;
    } settings[] = {
        {NULL, "", true},
        {"df-pn", "owner_moves=all", true},
        {"pn", "attacker_moves=all owner_moves=all safe_liberties=0", true},
        {NULL, "attacker_moves=all owner_moves=all safe_liberties=0 retakes=3", true},
        {"alphabeta", "", true},
    };
    struct truths truths[2] = {open_truths(3), open_truths(4)};
    int many = is_long() ? 20 : 1;

    (void)unused;
    for (int i = 0; i < COUNT(settings); i++) {
        struct counts counts = compare_boards(settings[i].method, settings[i].goal, &truths[0], 3, 150 * many);

        assert_true(counts.known > counts.asked / 2);
        assert_true(counts.wrong < counts.known / 20);
        assert_true(counts.proved > (settings[i].has_proofs ? counts.asked / 10 : -1));
        counts = compare_boards(settings[i].method, settings[i].goal, &truths[1], 4, 40 * many);
        assert_true(counts.known > counts.asked / 3);
        assert_true(counts.wrong < counts.known / 10);
    }
    close_truths(&truths[0]);
    close_truths(&truths[1]);
}

/* Alpha-beta ends as soon as it knows: a ladder that captures, which is proved, and an escape by a rule of thumb. */
static void alphabeta_ends_when_it_knows(void **unused)
{
    static const struct {
        const char *vertex;
        enum solve_code code;
        bool is_proved;
        uint64_t nodes;
    } rows[] = {{"D4", SOLVE_YES, true, 20}, {"C4", SOLVE_NO, false, 1000}};
    struct opened go = open_position(
        "go", "", "9 ........./........./........./........./........./..XO...../...XX..../........./......... b");
    struct asker asker;

    (void)unused;
    open_asker(&asker, "alphabeta", "", 20000);
    for (int i = 0; i < COUNT(rows); i++) {
        struct solve_answer answer = ask(&asker, go.position, rows[i].vertex, true);

        assert_int_equal(answer.code, rows[i].code);
        assert_int_equal(answer.is_proved, rows[i].is_proved);
        assert_int_equal(answer.stopped, BY_STOPPED_DONE);
        assert_true(answer.nodes <= rows[i].nodes);
    }
    close_asker(&asker);
    close_position(&go);
}

/* An attacker who retakes counts as the winner of these kos, though he does not win them. It can be proved that no side
 * wins them without threats, but not that it takes a ko. */
static void a_ko_is_not_proved_by_half(void **unused)
{
    static const char *const texts[] = {"3 ..O/XOX/XXX w", "3 ..X/OX./.OX w C2"};
    struct truths truths = open_truths(3);
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "attacker_moves=all owner_moves=all safe_liberties=0", 20000);
    for (int i = 0; i < COUNT(texts); i++) {
        struct opened go = open_position("go", "", texts[i]);
        struct solve_answer answer = ask(&asker, go.position, "B2", false);

        assert_int_equal(true_code(&truths, go.position->state, 4, false), SOLVE_YES);
        assert_int_equal(answer.code, SOLVE_KO_TAKEN);
        assert_false(answer.is_proved);
        close_position(&go);
    }
    close_asker(&asker);
    close_truths(&truths);
}

/* ---- Proofs ------------------------------------------------------------------------------------------------------ */

/* Whether the side that asked keeps what it has reached by the move, though the other retakes every ko. */
static bool move_keeps_it(struct truths *truths, by_position *position, int point, bool is_attack, by_move move)
{
    struct go *s = position->state;
    int owner = s->board[point];
    bool keeps = true;

    s->side = (uint8_t)(owner ^ is_attack);
    s->ko = GO_NO_POINT;
    by__go_push(s, move);
    if (s->board[point] == owner)
        keeps = go_truth_ask(truths->of[is_attack ? GO_TRUTH_OWNER : GO_TRUTH_ATTACKER], s, point) ==
                (is_attack ? GO_TRUTH_CAPTURED : GO_TRUTH_SAFE);
    by__go_pop(s);
    return keeps;
}

/* Proved answers are true, the move too, and the tree is of the answer. */
static void check_proof(struct asker *asker, struct truths *truths, by_position *position, const char *vertex,
                        bool is_attack, int *proved, int *kos)
{
    struct solve_answer answer = ask(asker, position, vertex, is_attack);
    struct go *s = position->state;
    const by_record *record;
    int point = 0;

    assert_non_null(by__go_read_vertex(vertex, s->size, &point));
    if (!answer.is_proved)
        return;
    ++*proved;
    *kos += answer.code > SOLVE_YES;
    assert_int_equal(answer.code, true_code(truths, s, point, is_attack));
    record = solver_proof(asker->solver)->record;
    if (record && answer.code <= SOLVE_YES) {
        struct by_question question;

        assert_int_equal(
            by_question_parse(by_record_tag(record, by_record_proof(record), BY_PROOF_QUESTION), &question, NULL),
            BY_OK);
        assert_int_equal(question.is_reached, is_attack == (answer.code == SOLVE_YES));
    }
    if (answer.code == SOLVE_YES && answer.move != BY_MOVE_NONE && s->ko == GO_NO_POINT)
        assert_true(move_keeps_it(truths, position, point, is_attack, answer.move));
}

static void what_is_proved_is_true(void **unused)
{
    struct truths truths[2] = {open_truths(3), open_truths(4)};
    struct opened go = open_position("go", "", NULL);
    struct by_random random = {77};
    int proved = 0, kos = 0, many = is_long() ? 20 : 1;
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "safe_liberties=3", 20000); /* so that much is wrong at first */
    asker.settings.wants_record = true;
    solver_destroy(asker.solver);
    assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
    for (int i = 0; i < 300 * many;) {
        int size = 3 + i % 2, point;
        char vertex[8];

        if (!choose_block(go.position, size, &random, &point))
            continue;
        print_vertex(go.position->state, point, vertex);
        check_proof(&asker, &truths[size - 3], go.position, vertex, i / 2 % 2, &proved, &kos);
        i++;
    }
    print_message("proved %d, by a ko %d\n", proved, kos);
    assert_true(proved > 100 * many);
    assert_true(kos > 5 * many);
    close_asker(&asker);
    close_position(&go);
    close_truths(&truths[0]);
    close_truths(&truths[1]);
}

/* If superko leaves the game no argument of its own, the search proves the answer. */
static void proofs_hold_by_superko_too(void **unused)
{
    static const char *const rules[] = {"ko=simple", "ko=positional", "ko=situational"};

    (void)unused;
    for (int i = 0; i < COUNT(rules); i++) {
        struct opened go = open_position("go", rules[i], "5 ...../..X../.XOX./...../..... b");
        struct asker asker;
        struct solve_answer answer;

        open_asker(&asker, NULL, rules[i], 20000);
        asker.settings.wants_record = true;
        solver_destroy(asker.solver);
        assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
        answer = ask(&asker, go.position, "C3", true);
        assert_int_equal(answer.code, SOLVE_YES);
        assert_true(answer.is_proved);
        if (!solver_proof(asker.solver)->record)
            fail_msg("%s: %s", rules[i], solver_proof(asker.solver)->reason.message);
        close_asker(&asker);
        close_position(&go);
    }
}

/* The proof of the half that denies the better answer is kept: what it is of. */
static void assert_half(const struct asker *asker, enum by_threats threats, bool is_captured)
{
    const struct solve_proof *proof = solver_proof(asker->solver);
    struct by_question question;

    assert_non_null(proof->record);
    assert_int_equal(by_question_parse(by_record_tag(proof->record, by_record_proof(proof->record), BY_PROOF_QUESTION),
                                       &question, NULL),
                     BY_OK);
    assert_int_equal(question.is_reached, is_captured);
    assert_int_equal(proof->question.is_reached, is_captured);
    assert_int_equal(proof->threats, threats);
}

/* Black has an eye at E5 and another at E3, in a ko that he has no move to end: who takes it first does not matter,
 * White wins it unless Black retakes it whenever it is taken. */
static void an_answer_by_a_ko_is_proved_in_two_halves(void **unused)
{
    static const struct {
        const char *text, *vertex;
        bool is_attack;
        enum solve_code code;
        enum by_threats threats;
    } kos[] = {
        {"5 ..OX./..OXX/..OX./..OOX/....O w", "D5", true, SOLVE_KO_TAKEN, BY_THREATS_OPPONENT},
        {"5 ..OX./..OXX/..OX./..OOX/....O w E3", "D5", true, SOLVE_KO_TAKEN, BY_THREATS_OPPONENT},
        {"5 ..OX./..OXX/..OXO/..OO./....O b", "D5", false, SOLVE_KO_THREAT, BY_THREATS_NONE},
        {"5 ..OX./..OXX/..OXO/..OO./....O b E2", "D5", false, SOLVE_KO_THREAT, BY_THREATS_NONE},
    };
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "", 0);
    asker.settings.wants_record = true;
    solver_destroy(asker.solver);
    assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
    for (int i = 0; i < COUNT(kos); i++) {
        struct opened go = open_position("go", "", kos[i].text);
        struct solve_answer answer = ask(&asker, go.position, kos[i].vertex, kos[i].is_attack);

        assert_int_equal(answer.code, kos[i].code);
        assert_true(answer.is_proved);
        assert_half(&asker, kos[i].threats, !kos[i].is_attack);
        close_position(&go);
    }
    close_asker(&asker);
}

/* The search answers wrongly, by its rules of thumb; looking for the proof shows the contrary. */
static void the_rules_overrule_the_search(void **unused)
{
    static const struct {
        const char *text, *vertex;
        bool is_attack, is_plain;
    } wrong[] = {
        {"4 O.OO/O.XO/O..O/OXXO b", "A4", true, true},
        {"4 .XOX/.XO./...X/X.O. b", "B3", false, true},
        {"4 .O../X.O./OX.X/..X. w", "B4", false, false},
        {"4 OOO./XXXO/...O/..O. w", "B3", true, false},
    };
    struct truths truths = open_truths(4);
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "", 0);
    asker.settings.wants_proof = true;
    solver_destroy(asker.solver);
    assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
    for (int i = 0; i < COUNT(wrong); i++) {
        struct opened go = open_position("go", "", wrong[i].text);
        struct solve_answer answer = ask(&asker, go.position, wrong[i].vertex, wrong[i].is_attack);
        int point = 0, proved = 0, kos = 0;

        assert_non_null(by__go_read_vertex(wrong[i].vertex, 4, &point));
        assert_int_equal(answer.is_proved, wrong[i].is_plain);
        assert_int_equal(answer.code == SOLVE_YES || answer.code == SOLVE_NO, wrong[i].is_plain);
        check_proof(&asker, &truths, go.position, wrong[i].vertex, wrong[i].is_attack, &proved, &kos);
        close_position(&go);
    }
    close_asker(&asker);
    close_truths(&truths);
}

/* The prover and threshold among the method's options are not the solver's question. */
static void the_question_is_the_solvers_own(void **unused)
{
    struct opened go = open_position("go", "", composed[18].text);
    const by_method *method;
    struct asker asker;

    (void)unused;
    assert_int_equal(by_method_find("df-pn+", &method, NULL), BY_OK);
    for (int i = 0; i < 4; i++) {
        static const char *const settings[] = {"prover=first", "prover=second", "prover=mover", "threshold=-1000000"};
        by_options *options;

        assert_int_equal(by_options_create(by_method_options(method), &options, NULL), BY_OK);
        assert_int_equal(by_options_set_all(options, settings[i], NULL), BY_OK);
        open_asker(&asker, "df-pn+", "", 0);
        asker.settings.options = options;
        solver_destroy(asker.solver);
        assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
        assert_int_equal(ask(&asker, go.position, "A4", true).code, SOLVE_YES);
        assert_int_equal(ask(&asker, go.position, "A4", false).code, SOLVE_YES);
        close_asker(&asker);
        by_options_destroy(options);
    }
    close_position(&go);
}

/* The move that saves the block, J3, is found only among more candidates than usual. */
static void a_capture_is_looked_at_twice(void **unused)
{
    struct opened go =
        open_position("go", "",
                      "9 .XX.O..O./.O.OOOOOO/.XXXXXOXX/OO.OXXO../..X.OXXXX/OOXXOXOOX/OX.XX.OO./O.OOOO..X/"
                      ".OX.OOX.O b");
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "", 0);
    assert_int_equal(ask(&asker, go.position, "G1", false).code, SOLVE_YES);
    close_asker(&asker);
    close_position(&go);
}

/* A failed capture by an impatient attacker is no answer if the limit prevents a more patient try. */
static void limits_make_no_escapes(void **unused)
{
    static const struct {
        const char *text, *vertex;
    } captures[] = {
        {"9 .XXXOO.XO/.XXXOOXXO/XX.OXXX.O/O.X.OXXOX/OX.O.OOOX/XXXO.XO.X/.XOOOXO.O/.XOXXXOX./XXXX.XXXX b", "E6"},
        {"9 OO.OXXO.X/..OXXXOXX/OO.X..OX./O...OOOXX/OOOXOOOXO/OO..OXOX./.XXXOXXXX/.XX...OOO/O..OOXXO. b", "D5"},
    };

    (void)unused;
    for (int i = 0; i < COUNT(captures); i++) {
        struct opened go = open_position("go", "", captures[i].text);
        int unknown = 0;

        for (uint64_t nodes = 10; nodes < 10000; nodes *= 2) {
            struct asker asker;
            enum solve_code code;

            open_asker(&asker, NULL, "", nodes);
            code = ask(&asker, go.position, captures[i].vertex, true).code;
            assert_true(code == SOLVE_YES || code == SOLVE_UNKNOWN);
            unknown += code == SOLVE_UNKNOWN;
            close_asker(&asker);
        }
        assert_in_range(unknown, 3, 9);
        close_position(&go);
    }
}

/* Answers that come only after another one has been given up: at any limit it is that answer or none. */
static void limits_change_no_answer(void **unused)
{
    static const struct {
        const char *text, *vertex;
    } cases[] = {
        {"9 .XX.O..O./.O.OOOOOO/.XXXXXOXX/OO.OXXO../..X.OXXXX/OOXXOXOOX/OX.XX.OO./O.OOOO..X/.OX.OOX.O b", "G1"},
        {"5 O.OO./XOOXX/X..OO/.X.OX/.X.X. w", "D2"},
        {"5 O..../.OX../O.OXX/O..O./O.... b", "C4"},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened go = open_position("go", "", cases[i].text);
        bool is_decided = false;

        for (uint64_t nodes = 1; !is_decided; nodes += 1 + nodes / 16) {
            struct asker asker;
            struct solve_answer answer;

            open_asker(&asker, NULL, "", nodes);
            answer = ask(&asker, go.position, cases[i].vertex, false);
            is_decided = answer.code != SOLVE_UNKNOWN;
            assert_int_equal(answer.code, is_decided ? SOLVE_YES : SOLVE_UNKNOWN);
            assert_int_equal(answer.stopped, is_decided ? BY_STOPPED_DONE : BY_STOPPED_NODES);
            close_asker(&asker);
        }
        close_position(&go);
    }
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

/* Continues a random game, or begins a new one. */
static void play_on(by_position *position, struct by_random *random)
{
    struct by_move_info list[GO_POINTS_MOST + 1];
    struct by_moves moves = {.list = list};
    size_t length;

    by_position_history(position, &length);
    if (length > 45)
        assert_int_equal(by_position_parse(position, "7", NULL), BY_OK);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    if (moves.count > 1)
        moves.count--; /* the pass */
    assert_int_equal(by_position_push(position, list[by_random_below(random, (uint32_t)moves.count)].move, NULL),
                     BY_OK);
}

/* A solver that was asked hundreds of other questions, some about a larger board, says what a fresh one says, after as
 * many nodes. */
static void earlier_questions_change_nothing(void **unused)
{
    struct opened go = open_position("go", "", "7"), large = open_position("go", "", "19");
    struct by_random random = {7};
    struct asker shared, fresh;
    int asked = 0, most = is_long() ? 5000 : 400, codes[4] = {0};

    (void)unused;
    open_asker(&shared, NULL, "", 20000);
    play_on(large.position, &random);
    while (asked < most) {
        struct go *s = go.position->state;
        struct solve_answer answer, again;
        int point = (int)by_random_below(&random, 49);
        bool is_attack = by_random_below(&random, 2);
        char vertex[8];

        play_on(go.position, &random);
        s = go.position->state;
        if (s->board[point] == GO_EMPTY || go_chain_at(s, point)->liberty_count > 3 || s->length < 8)
            continue;
        if (asked % 40 == 0) {
            char last[8];

            print_vertex(large.position->state, go_point(large.position->history[0]), last);
            (void)ask(&shared, large.position, last, true);
        }
        print_vertex(s, point, vertex);
        answer = ask(&shared, go.position, vertex, is_attack);
        open_asker(&fresh, NULL, "", 20000);
        again = ask(&fresh, go.position, vertex, is_attack);
        asked++;
        if (answer.code != SOLVE_UNKNOWN)
            codes[answer.code]++;
        if (answer.code != again.code || answer.move != again.move || answer.nodes != again.nodes) {
            by_text text = {0};

            by_position_print(go.position, &text);
            fail_msg("%d after %llu nodes, of a fresh solver %d after %llu: %s %s %s", answer.code,
                     (unsigned long long)answer.nodes, again.code, (unsigned long long)again.nodes,
                     is_attack ? "attack" : "defend", vertex, by_text_string(&text));
        }
        close_asker(&fresh);
    }
    for (int i = 0; i < 2; i++)
        assert_true(codes[i] > most / 10);
    close_asker(&shared);
    close_position(&large);
    close_position(&go);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

#define HARD "9 ........./..X...X../...O...../..XO.O.../...OX..../..O.X.X../........./........./......... b"

static void keeps_limits(void **unused)
{
    static const uint64_t nodes[] = {1, 10, 100, 999, 1000, 1001, 3000, 10000};
    struct opened go = open_position("go", "", HARD);

    (void)unused;
    for (int i = 0; i < COUNT(nodes); i++) {
        struct asker asker;
        struct solve_answer answer;

        open_asker(&asker, NULL, "safe_liberties=0", nodes[i]);
        answer = ask(&asker, go.position, "D6", true);
        assert_true(answer.nodes <= nodes[i]);
        assert_int_equal(answer.code, SOLVE_UNKNOWN);
        assert_int_equal(answer.move, BY_MOVE_NONE);
        assert_false(answer.is_proved);
        assert_string_equal(answer.doubt, "not decided within the limits");
        close_asker(&asker);
    }
    close_position(&go);
}

/* The limit that stopped it, and the prediction of the curve. */
static void says_why_it_knows_nothing(void **unused)
{
    struct opened go = open_position("go", "", HARD);
    struct asker asker;
    struct solve_answer answer;
    by_stop *stop;

    (void)unused;
    assert_int_equal(by_stop_create(&stop, NULL), BY_OK);
    by_stop_set(stop);
    open_asker(&asker, NULL, "safe_liberties=0", 0);
    solver_destroy(asker.solver);
    asker.settings.stop = stop;
    assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
    answer = ask(&asker, go.position, "D6", true);
    assert_int_equal(answer.code, SOLVE_UNKNOWN);
    assert_int_equal(answer.stopped, BY_STOPPED_ASKED);
    assert_true(answer.nodes <= 1024);
    by_stop_clear(stop);
    solver_destroy(asker.solver);
    asker.settings.time_ms = 1;
    assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
    answer = ask(&asker, go.position, "D6", true);
    assert_int_equal(answer.code, SOLVE_UNKNOWN);
    assert_true(answer.curve_length > 0);
    assert_in_range(answer.prediction, SOLVE_PREDICTS_NOTHING, SOLVE_PREDICTS_ESCAPE);
    close_asker(&asker);
    by_stop_destroy(stop);
    close_position(&go);
}

static void questions_that_are_none_are_errors(void **unused)
{
    struct opened go = open_position("go", "", HARD);
    struct asker asker;
    struct solve_answer answer;
    struct solve_question question = {go.position, -1, true};
    by_error error = {0};

    (void)unused;
    open_asker(&asker, NULL, "", 100);
    assert_int_equal(solver_ask(asker.solver, &question, &answer, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "a point with a stone"));
    question.point = 0; /* A1, which is empty */
    assert_int_equal(solver_ask(asker.solver, &question, &answer, &error), BY_ERROR_INPUT);
    assert_non_null(by__go_read_vertex("D6", ((const struct go *)go.position->state)->size, &question.point));
    assert_int_equal(solver_ask(asker.solver, &question, &answer, &error), BY_OK);
    close_asker(&asker);
    close_position(&go);
}

static void ask_after_passes(const char *method, const char *ko)
{
    static const char board[] = "5 ...../...../.XX../XO.../.X... b";
    struct opened go = open_position("go", ko, board);
    struct asker asker;

    open_asker(&asker, method, ko, 10000);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ask(&asker, go.position, "B2", true).code, SOLVE_YES);
        assert_int_equal(ask(&asker, go.position, "B2", false).code, SOLVE_NO);
        if (i < 2)
            push_text(go.position, "pass");
    }
    close_asker(&asker);
    close_position(&go);
}

/* Earlier passes do not answer a question: White B2 is captured by a ladder or immediately, whichever side has passed,
 * and also if the question has the game's history. */
static void passes_do_not_matter(void **unused)
{
    static const char *const kos[] = {"ko=simple", "ko=positional", "ko=situational"};

    (void)unused;
    for (int i = 0; i < COUNT(kos); i++) {
        ask_after_passes("df-pn+", kos[i]);
        ask_after_passes("pn*", kos[i]);
        ask_after_passes("alphabeta", kos[i]);
    }
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Each allocation of a life fails in turn: that is said, or costs a curve some points, and nothing is left behind. */
static void memory_may_run_out(void **unused)
{
    struct opened go = open_position("go", "", "4 .XO./XO.O/.XO./.... b");
    struct solve_question question = {go.position, 9, true}; /* B3 */
    struct solve_settings settings = {.nodes = 500};
    bool has_failed = true;

    (void)unused;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        struct solve_answer answer;
        by_error error = {0};
        solver *asked = NULL;
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = solver_create(&settings, &asked, &error);
        if (!status)
            status = solver_ask(asked, &question, &answer, &error);
        solver_destroy(asked);
        has_failed = allocation_count() >= n;
        allocation_reset();
        assert_true(status == BY_OK || (status == BY_ERROR_MEMORY && error.status == BY_ERROR_MEMORY));
        assert_int_equal(allocation_current(), before);
        assert_true(n > 3 || status == BY_ERROR_MEMORY);
    }
    close_position(&go);
}

/* All searches of a solver together keep to the memory: captures that are looked at twice, kos that are confirmed, and
 * proofs, one question after the other. The rest are positions, and what Go itself needs to prove an escape. */
static void all_searches_share_the_memory(void **unused)
{
    enum { LIMIT_KIB = 32768 };
    static const struct {
        const char *text, *vertex;
        bool is_attack;
    } questions[] = {
        {"9 .XX.O..O./.O.OOOOOO/.XXXXXOXX/OO.OXXO../..X.OXXXX/OOXXOXOOX/OX.XX.OO./O.OOOO..X/.OX.OOX.O b", "G1", false},
        {"5 ..OX./..OXX/..OX./..OOX/....O w", "D5", true},
        {"4 O.OO/O.XO/O..O/OXXO b", "A4", true},
        {"9 .XXXOO.XO/.XXXOOXXO/XX.OXXX.O/O.X.OXXOX/OX.O.OOOX/XXXO.XO.X/.XOOOXO.O/.XOXXXOX./XXXX.XXXX b", "E6", true},
    };

    (void)unused;
    for (int proves = 0; proves <= 1; proves++) {
        struct asker asker;

        open_asker(&asker, NULL, "", 20000);
        assert_int_equal(by_options_set_number(asker.options, "memory_kib", LIMIT_KIB, NULL), BY_OK);
        asker.settings.wants_proof = proves;
        solver_destroy(asker.solver);
        allocation_reset();
        assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
        for (int i = 0; i < 2 * COUNT(questions); i++) {
            int n = i % COUNT(questions);
            struct opened go = open_position("go", "", questions[n].text);

            assert_int_not_equal(ask(&asker, go.position, questions[n].vertex, questions[n].is_attack).code,
                                 SOLVE_UNKNOWN);
            close_position(&go);
        }
        assert_in_range(allocation_peak(), LIMIT_KIB * 1024 / 2, LIMIT_KIB * 1024 + ((2 + 2 * proves) << 20));
        close_asker(&asker);
    }
}

/* Searches that only make sure have a small share of the memory, which is enough for them with many threads too: with
 * 30 the main one needs 5 MiB here. */
static void threads_find_room(void **unused)
{
    struct opened go =
        open_position("go", "",
                      "9 .XX.O..O./.O.OOOOOO/.XXXXXOXX/OO.OXXO../..X.OXXXX/OOXXOXOOX/OX.XX.OO./O.OOOO..X/"
                      ".OX.OOX.O b");
    struct asker asker;

    (void)unused;
    open_asker(&asker, NULL, "", 0);
    assert_int_equal(by_options_set_all(asker.options, "threads=30 memory_kib=8192", NULL), BY_OK);
    solver_destroy(asker.solver);
    assert_int_equal(solver_create(&asker.settings, &asker.solver, NULL), BY_OK);
    assert_int_equal(ask(&asker, go.position, "G1", false).code, SOLVE_YES);
    close_asker(&asker);
    close_position(&go);
}

static void names_codes(void **unused)
{
    (void)unused;
    assert_string_equal(solve_code_name(SOLVE_UNKNOWN), "unknown");
    assert_string_equal(solve_code_name(SOLVE_NO), "no");
    assert_string_equal(solve_code_name(SOLVE_YES), "yes");
    assert_string_equal(solve_code_name(SOLVE_KO_TAKEN), "by a ko, taken first");
    assert_string_equal(solve_code_name(SOLVE_KO_THREAT), "by a ko, with the first threat");
    assert_string_equal(solve_prediction_name(SOLVE_PREDICTS_CAPTURE), "capture");
    assert_string_equal(solve_prediction_name(SOLVE_PREDICTS_ESCAPE), "escape");
    assert_string_equal(solve_prediction_name(SOLVE_PREDICTS_NOTHING), "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_kos_are_about),
        cmocka_unit_test(kos_are_kos_by_superko_too),
        cmocka_unit_test(more_retakes_may_settle_a_ko),
        cmocka_unit_test(an_open_question_has_an_open_curve),
        cmocka_unit_test(says_what_it_rests_on),
        cmocka_unit_test(proved_answers_are_true),
        cmocka_unit_test(what_is_proved_is_true),
        cmocka_unit_test(proofs_hold_by_superko_too),
        cmocka_unit_test(an_answer_by_a_ko_is_proved_in_two_halves),
        cmocka_unit_test(the_rules_overrule_the_search),
        cmocka_unit_test(the_question_is_the_solvers_own),
        cmocka_unit_test(a_capture_is_looked_at_twice),
        cmocka_unit_test(limits_make_no_escapes),
        cmocka_unit_test(limits_change_no_answer),
        cmocka_unit_test(alphabeta_ends_when_it_knows),
        cmocka_unit_test(a_ko_is_not_proved_by_half),
        cmocka_unit_test(earlier_questions_change_nothing),
        cmocka_unit_test(keeps_limits),
        cmocka_unit_test(says_why_it_knows_nothing),
        cmocka_unit_test(questions_that_are_none_are_errors),
        cmocka_unit_test(passes_do_not_matter),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(all_searches_share_the_memory),
        cmocka_unit_test(threads_find_room),
        cmocka_unit_test(names_codes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
