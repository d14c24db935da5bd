/* SPDX-License-Identifier: MIT
 *
 * A long run: what proof searches call proved in xiangqi has to be so by the rules. Positions are full of forced lines,
 * and repetitions are behind and before them. Every answer that any proof method calls proved is compared with
 * alpha-beta without a hash table, as deep as its nodes reach, and written as a proof, which is verified by the rules.
 *
 *     proofs [POSITIONS] [SEED] [FILE]      100 positions, seed 1
 *
 * A position is a random ending, a problem or a line of the file, some moves on. Each side likes to go back where it
 * came from, and to give check, so that there are repetitions behind most positions, and more to come.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/proof.h"
#include "boyi/random.h"
#include "support/check.h"
#include "support/search.h"

enum {
    MOVES_MOST = 128,
    TEXTS_MOST = 20000,
    WALK_MOST = 14,
    NODES = 4000,
    PROOF_NODES = 40000,
    TREE_NODES = 20000,
    TRUTH_NODES = 40000,
};

static const char problems_path[] = "tests/data/xiangqi_tactics.tsv";

/* How often a position is one of the texts that were read, in percent: of the problems, of a file. */
enum { PROBLEMS = 20, FROM_FILE = 80 };

/* Of random endings, how many percent are such that the side to move could check for ever. */
enum { CHECKING = 80 };

/* At least so many percent of all positions have a repetition behind them. */
enum { REPEATED = 97 };

/* The games differ in what they judge. The move limits are near, so that they matter. */
static const char *const games[] = {"xiangqi", "xiangqi rules=asian", "xiangqi rules=plain", "xiangqi move_limit=24"};

enum { GAMES = sizeof games / sizeof games[0] };

static const char *const methods[] = {"df-pn", "df-pn+", "pn", "pn*"};

struct wishes {
    int positions;
    uint64_t seed;
    const char *file; /* of positions; NULL: the problems */
};

struct soak {
    struct bench bench; /* its search proves */
    struct bench truth; /* its search is alpha-beta without a table */
    struct by_random random;
    const char *game;
    char (*texts)[128]; /* positions to begin with */
    uint32_t text_count;
    uint32_t percent; /* how often one of them is taken */
    int positions, repeated, answers, proved, compared, refused, unwritten, contradicted;
};

static bool happens(struct soak *soak, uint32_t percent)
{
    return by_random_below(&soak->random, 100) < percent;
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

/* Keeps the lines of a file, or the second column of the problems. */
static void read_texts(struct soak *soak, const char *path)
{
    FILE *file = fopen(path ? path : problems_path, "r");
    const char *form = path ? "%127[^\n]" : "t%*d\t%127[^\t]";
    char line[1024];

    assert_non_null(file);
    soak->percent = path ? FROM_FILE : PROBLEMS;
    soak->texts = malloc(TEXTS_MOST * sizeof *soak->texts);
    assert_non_null(soak->texts);
    while (soak->text_count < TEXTS_MOST && fgets(line, sizeof line, file))
        soak->text_count += sscanf(line, form, soak->texts[soak->text_count]) == 1;
    (void)fclose(file);
    assert_true(soak->text_count > 0);
}

static void print_board(char board[10][9], char side, char *out)
{
    for (int rank = 0; rank < 10; rank++) {
        int empty = 0;

        for (int file = 0; file < 9; file++) {
            if (!board[rank][file]) {
                empty++;
                continue;
            }
            if (empty)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = board[rank][file];
        }
        if (empty)
            *out++ = (char)('0' + empty);
        *out++ = rank < 9 ? '/' : ' ';
    }
    *out++ = side;
    *out = '\0';
}

/* Kings in their palaces and some pieces anywhere: many such texts are no positions. */
static void random_text(struct soak *soak, char *out)
{
    static const char pieces[] = "RRNNCCPPABrrnnccppab";
    char board[10][9] = {{0}};
    int count = 1 + (int)by_random_below(&soak->random, 9);

    board[by_random_below(&soak->random, 3)][3 + by_random_below(&soak->random, 3)] = 'k';
    board[7 + by_random_below(&soak->random, 3)][3 + by_random_below(&soak->random, 3)] = 'K';
    while (count--) {
        char *square = &board[by_random_below(&soak->random, 10)][by_random_below(&soak->random, 9)];

        if (!*square)
            *square = pieces[by_random_below(&soak->random, sizeof pieces - 1)];
    }
    print_board(board, happens(soak, 50) ? 'w' : 'b', out);
}

/* ---- Moves that go back ---------------------------------------------------------------------------------------- */

static bool gives_check(by_position *position, by_move move)
{
    struct by_node node;

    assert_int_equal(by_position_push(position, move, NULL), BY_OK);
    by_position_node(position, &node);
    assert_int_equal(by_position_pop(position, NULL), BY_OK);
    return node.in_check;
}

/* The legal move that takes back the mover's last one; BY_MOVE_NONE: there is none. */
static by_move way_back(by_position *position)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    size_t length;
    const by_move *history = by_position_history(position, &length);
    by_text last = {0}, text = {0};
    by_move found = BY_MOVE_NONE;

    if (length < 2)
        return found;
    by_position_print_move(position, history[length - 2], &last);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && found == BY_MOVE_NONE; i++) {
        by_text_clear(&text);
        by_position_print_move(position, list[i].move, &text);
        if (strncmp(by_text_string(&text), by_text_string(&last) + 2, 2) == 0 &&
            strncmp(by_text_string(&text) + 2, by_text_string(&last), 2) == 0)
            found = list[i].move;
    }
    by_text_free(&last);
    by_text_free(&text);
    return found;
}

/* Whether after two moves, of which the first gave check, both can go back, the first with check again. */
static bool closes(by_position *position)
{
    by_move back = way_back(position);
    bool closes;

    if (back == BY_MOVE_NONE || !gives_check(position, back))
        return false;
    assert_int_equal(by_position_push(position, back, NULL), BY_OK);
    closes = way_back(position) != BY_MOVE_NONE;
    by_position_pop(position, NULL);
    return closes;
}

static bool any_reply_closes(by_position *position)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    bool found = false;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && !found; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        found = closes(position);
        by_position_pop(position, NULL);
    }
    return found;
}

/* Whether the side to move could check for ever. */
static bool has_checks_without_end(by_position *position)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    bool found = false;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count && !found; i++) {
        if (list[i].flags & BY_MOVE_CAPTURE || !gives_check(position, list[i].move))
            continue;
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        found = any_reply_closes(position);
        by_position_pop(position, NULL);
    }
    return found;
}

static void set_up(struct soak *soak)
{
    char text[128];
    bool wants_checks;

    if (happens(soak, soak->percent)) {
        by_error error = {0};

        if (by_position_parse(soak->bench.position, soak->texts[by_random_below(&soak->random, soak->text_count)],
                              &error))
            fail_msg("%s", error.message);
        return;
    }
    wants_checks = happens(soak, CHECKING);
    do
        random_text(soak, text);
    while (by_position_parse(soak->bench.position, text, NULL) ||
           (wants_checks && !has_checks_without_end(soak->bench.position)));
}

/* ---- The moves before ------------------------------------------------------------------------------------------ */

static by_move next_move(struct soak *soak, const struct by_moves *moves)
{
    by_position *position = soak->bench.position;
    by_move back = way_back(position), check[MOVES_MOST];
    uint32_t checks = 0;

    if (back != BY_MOVE_NONE && happens(soak, 60))
        return back;
    for (int i = 0; i < moves->count; i++)
        if (gives_check(position, moves->list[i].move))
            check[checks++] = moves->list[i].move;
    if (checks && happens(soak, 60))
        return check[by_random_below(&soak->random, checks)];
    return moves->list[by_random_below(&soak->random, (uint32_t)moves->count)].move;
}

/* Makes some moves; stops before the end of the game. */
static void walk(struct soak *soak)
{
    int count = (int)by_random_below(&soak->random, WALK_MOST + 1);

    while (count--) {
        struct by_move_info list[MOVES_MOST];
        struct by_moves moves = {.list = list};
        struct by_node node;

        by_position_moves(soak->bench.position, BY_MOVES_ALL, &moves);
        if (!moves.count)
            return;
        assert_int_equal(by_position_push(soak->bench.position, next_move(soak, &moves), NULL), BY_OK);
        by_position_verdict(soak->bench.position, &node);
        if (node.is_over)
            by_position_pop(soak->bench.position, NULL);
    }
}

/* Whether a position has come twice among the last ones. */
static bool has_repetition(const by_position *position)
{
    uint64_t keys[WALK_MOST + 1];
    int count = 0;
    by_position *copy;
    struct by_node node;
    bool found = false;

    assert_int_equal(by_position_copy(position, &copy, NULL), BY_OK);
    do {
        by_position_node(copy, &node);
        keys[count++] = node.key;
        for (int i = 0; i < count - 1; i++)
            found |= keys[i] == node.key;
    } while (!by_position_pop(copy, NULL));
    by_position_destroy(copy);
    return found;
}

/* ---- One question ---------------------------------------------------------------------------------------------- */

static void report(struct soak *soak, const char *settings, const char *what)
{
    by_position *copy;
    by_text text = {0}, moves = {0};
    size_t length;
    const by_move *history;

    assert_int_equal(by_position_copy(soak->bench.position, &copy, NULL), BY_OK);
    history = by_position_history(soak->bench.position, &length);
    for (size_t i = length; i; i--)
        by_position_pop(copy, NULL);
    by_position_print(copy, &text);
    for (size_t i = 0; i < length; i++) {
        by_text_add(&moves, i ? " " : "");
        by_position_print_move(copy, history[i], &moves);
        by_position_push(copy, history[i], NULL);
    }
    printf("%s --position '%s' --moves '%s' %s: %s\n", soak->game, by_text_string(&text), by_text_string(&moves),
           settings, what);
    by_text_free(&text);
    by_text_free(&moves);
    by_position_destroy(copy);
}

/* What alpha-beta knows for sure of the question. */
static enum by_answer answer_of_truth(const struct by_result *truth, const struct by_question *question, int side)
{
    if (!truth->is_proved && truth->kind != BY_KIND_WIN && truth->kind != BY_KIND_LOSS)
        return BY_ANSWER_UNKNOWN;
    return by_question_holds(&(struct by_question){question->prover, question->threshold, true}, side, truth->value)
               ? BY_ANSWER_YES
               : BY_ANSWER_NO;
}

static void write_and_verify(struct soak *soak, const char *settings, struct by_question question,
                             enum by_answer answer)
{
    struct by_proof proof;
    struct by_verification verification;
    by_error error = {0};
    by_status status;

    question.is_reached = answer == BY_ANSWER_YES;
    status = by_search_proof(soak->bench.search, soak->bench.position, &question,
                             &(struct by_limits){.nodes = PROOF_NODES}, TREE_NODES, &proof, &error);
    if (status == BY_ERROR_LIMIT || (!status && !proof.record && proof.stopped != BY_STOPPED_DONE)) {
        soak->unwritten++;
        return;
    }
    if (status || !proof.record || proof.answer != answer) {
        soak->refused++;
        report(soak, settings, status ? error.message : "no proof comes of it");
    } else if (by_record_verify(proof.record, soak->bench.game, &proof.question, 0, &verification, &error)) {
        soak->refused++;
        report(soak, settings, error.message);
    }
    by_record_destroy(proof.record);
}

static void ask(struct soak *soak, const char *method, const struct by_question *question,
                const struct by_result *truth)
{
    char settings[120];
    struct by_result result;
    struct by_node node;
    enum by_answer known;

    (void)snprintf(settings, sizeof settings, "prover=%s threshold=%d", question->prover ? "second" : "first",
                   question->threshold);
    bench_small_method(&soak->bench, method, NULL, settings);
    result = bench_run(&soak->bench, &(struct by_limits){.nodes = NODES});
    (void)snprintf(settings, sizeof settings, "%s prover=%s threshold=%d: %s", method,
                   question->prover ? "second" : "first", question->threshold, by_answer_name(result.answer));
    soak->answers += result.answer != BY_ANSWER_UNKNOWN;
    if (!result.is_proved || result.answer == BY_ANSWER_UNKNOWN)
        return;
    soak->proved++;
    by_position_node(soak->bench.position, &node);
    known = answer_of_truth(truth, question, node.side);
    soak->compared += known != BY_ANSWER_UNKNOWN;
    if (known != BY_ANSWER_UNKNOWN && known != result.answer) {
        soak->contradicted++;
        report(soak, settings, "alpha-beta says otherwise");
    }
    write_and_verify(soak, settings, *question, result.answer);
}

static void try_position(struct soak *soak)
{
    struct by_result truth;

    soak->positions++;
    soak->repeated += has_repetition(soak->bench.position);
    soak->truth.position = soak->bench.position;
    truth = bench_run(&soak->truth, &(struct by_limits){.nodes = TRUTH_NODES, .depth = 64});
    for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++)
        for (int prover = 0; prover < 2; prover++) {
            ask(soak, methods[m], &(struct by_question){.prover = prover, .threshold = BY_WIN_LEAST}, &truth);
            ask(soak, methods[m], &(struct by_question){.prover = prover, .threshold = 0}, &truth);
        }
}

static void soak_game(struct soak *soak, const char *game, int positions)
{
    soak->game = game;
    bench_open(&soak->bench, game, NULL);
    soak->truth = (struct bench){.game = soak->bench.game, .position = soak->bench.position};
    bench_small_method(&soak->truth, "alphabeta", "exact", "hash=off iid=off");
    for (int i = 0; i < positions;) {
        struct by_node node;

        set_up(soak);
        walk(soak);
        by_position_verdict(soak->bench.position, &node);
        if (node.is_over || (happens(soak, REPEATED) && !has_repetition(soak->bench.position)))
            continue;
        try_position(soak);
        i++;
    }
    by_search_destroy(soak->truth.search);
    bench_close(&soak->bench);
}

static void test_proofs(void **state)
{
    const struct wishes *wishes = *state;
    struct soak soak = {.random = {wishes->seed}};

    read_texts(&soak, wishes->file);
    for (int i = 0; i < GAMES; i++)
        soak_game(&soak, games[i], (wishes->positions + i) / GAMES);
    printf("seed %" PRIu64 ": %d positions, %d of them with a repetition behind them; %d answers, %d called proved: %d "
           "compared, %d too large to be written, %d contradicted, %d not borne out\n",
           wishes->seed, soak.positions, soak.repeated, soak.answers, soak.proved, soak.compared, soak.unwritten,
           soak.contradicted, soak.refused);
    free(soak.texts);
    assert_int_equal(soak.contradicted + soak.refused, 0);
}

int main(int argc, char **argv)
{
    struct wishes wishes = {.positions = argc > 1 ? atoi(argv[1]) : 100,
                            .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
                            .file = argc > 3 ? argv[3] : NULL};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_proofs, &wishes)};

    if (wishes.positions < 1) {
        fprintf(stderr, "proofs [POSITIONS] [SEED] [FILE]: how many positions, at least 1\n");
        return 2;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
