/* SPDX-License-Identifier: MIT
 *
 * Playouts of connect four, compared with the lists of moves and the rules.
 */
#include <math.h>

#include "boyi/random.h"
#include "core/game.h"
#include "support/check.h"
#include "support/opened.h"

#define EMPTY "......./......./......./......./......./......."

enum { GAMES = 100000, CELLS_MOST = 64, SLOTS = 2 * CELLS_MOST, SIGMAS = 4 };

static by_value play(const struct opened *opened, struct by_random *random, struct by_playout *playout)
{
    return by_game_type_of(opened->game)->sampling->playout(opened->position->state, random, playout);
}

static int sign_of(by_value value)
{
    return (value > 0) - (value < 0);
}

/* ---- Uniform games --------------------------------------------------------------------------------------------- */

/* Sums over games of a number and of its square. */
struct moments {
    double sum, squares;
};

/* Statistics of some games. */
struct sample {
    struct moments result, plies;
    int first[CELLS_MOST]; /* how often each cell was the first */
};

static void add(struct moments *moments, double number)
{
    moments->sum += number;
    moments->squares += number * number;
}

static void add_game(struct sample *sample, int result, int plies, int first)
{
    add(&sample->result, result);
    add(&sample->plies, plies);
    sample->first[first]++;
}

static void sample_playouts(const struct opened *opened, struct sample *out)
{
    struct by_random random = {1};

    for (int i = 0; i < GAMES; i++) {
        uint16_t slot;
        struct by_playout playout = {.slots = &slot, .room = 1};
        by_value value = play(opened, &random, &playout);

        add_game(out, sign_of(value), playout.plies, slot % CELLS_MOST);
    }
}

/* A game by the lists of moves; comes back to where it began. */
static void play_moves(const struct opened *opened, struct by_random *random, struct sample *out)
{
    const struct by_rules *rules = by_game_type_of(opened->game)->rules;
    void *state = opened->position->state;
    by_move made[CELLS_MOST];
    int plies = 0, first = 0;
    struct by_node node;
    uint8_t side;

    rules->node(state, 0, &node);
    side = node.side;
    while (!node.is_over) {
        struct by_move_info list[16];
        struct by_moves moves = {.list = list};
        const struct by_move_info *move;

        rules->moves(state, BY_MOVES_ALL, &moves);
        move = &list[by_random_below(random, (uint32_t)moves.count)];
        first = plies ? first : move->to;
        made[plies++] = move->move;
        rules->push(state, move->move);
        rules->node(state, plies, &node);
    }
    add_game(out, sign_of(node.side == side ? node.value : -node.value), plies, first);
    while (plies--)
        rules->pop(state, made[plies]);
}

static double variance_of_mean(const struct moments *moments)
{
    double mean = moments->sum / GAMES;

    return (moments->squares / GAMES - mean * mean) / GAMES;
}

static void assert_alike(const struct moments *a, const struct moments *b)
{
    double sigma = sqrt(variance_of_mean(a) + variance_of_mean(b));

    assert_true(fabs(a->sum - b->sum) / GAMES <= SIGMAS * sigma);
}

/* The first moves have the same chance, all of them. */
static void assert_even(const struct sample *played, const struct sample *listed)
{
    int count = 0;

    for (int cell = 0; cell < CELLS_MOST; cell++)
        count += listed->first[cell] > 0;
    for (int cell = 0; cell < CELLS_MOST; cell++) {
        double chance = listed->first[cell] ? 1.0 / count : 0;

        assert_true(fabs(played->first[cell] - GAMES * chance) <= SIGMAS * sqrt(GAMES * chance * (1 - chance)));
    }
}

/* Results, lengths and first moves are distributed as those of games through the lists. */
static void test_uniform(void **state)
{
    static const struct {
        const char *settings, *position;
    } cases[] = {
        {"", EMPTY},
        {"", "......./......./......./......./......o/..xx..o"},
        {"", "x.xo.../o.ox.../x.xo..o/o.ox..x/o.xo..o/x.oxx.x"},
        {"width=5 height=4 connect=3", NULL},
        {"width=8 height=7", NULL},
        {"width=16 height=3", NULL},
        {"width=1 height=15 connect=2", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opened opened = open_position("connect4", cases[i].settings, cases[i].position);
        struct sample played = {0}, listed = {0};
        struct by_random random = {2};

        sample_playouts(&opened, &played);
        for (int game = 0; game < GAMES; game++)
            play_moves(&opened, &random, &listed);
        assert_alike(&played.result, &listed.result);
        assert_alike(&played.plies, &listed.plies);
        assert_even(&played, &listed);
        close_position(&opened);
    }
}

/* ---- Reports of playouts --------------------------------------------------------------------------------------- */

/* Makes the reported moves of a playout, each by the reported side; the stones at the end are the owners. */
static void replay(struct opened *opened, const struct by_playout *playout, const int8_t *owner, by_value value)
{
    const struct by_rules *rules = by_game_type_of(opened->game)->rules;
    void *state = opened->position->state;
    int8_t found[CELLS_MOST] = {0};
    by_move made[CELLS_MOST];
    struct by_node node;

    assert_int_equal(playout->count, playout->plies);
    for (int i = 0; i < playout->count; i++) {
        struct by_move_info list[16];
        struct by_moves moves = {.list = list};
        int at = 0;

        rules->node(state, i, &node);
        assert_false(node.is_over);
        rules->moves(state, BY_MOVES_ALL, &moves);
        while (at < moves.count && list[at].piece_to != playout->slots[i])
            at++;
        assert_true(at < moves.count);
        assert_int_equal(playout->slots[i] / CELLS_MOST, node.side);
        found[list[at].to] = node.side ? -1 : 1;
        made[i] = list[at].move;
        rules->push(state, made[i]);
    }
    rules->node(state, playout->count, &node);
    assert_int_equal(node.is_over, !playout->is_cut);
    assert_memory_equal(found, owner, sizeof found);
    value = playout->plies % 2 ? -value : value;
    assert_int_equal(value, playout->is_cut ? by_game_type_of(opened->game)->evaluation->evaluate(state) : node.value);
    for (int i = playout->count; i-- > 0;)
        rules->pop(state, made[i]);
}

/* The moves are legal, alternate between the sides and lead to the reported end; also with a limit of plies. */
static void test_told(void **state)
{
    static const char *const settings[] = {"", "width=8 height=7", "width=16 height=3", "width=4 height=4 connect=3"};
    struct by_random random = {3};
    int cut = 0;

    (void)state;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        struct opened opened = open_position("connect4", settings[i], NULL);

        for (int game = 0; game < 500; game++) {
            uint16_t slots[CELLS_MOST];
            int8_t owner[CELLS_MOST];
            struct by_playout playout = {.style = game % 2 ? BY_PLAYOUT_INFORMED : BY_PLAYOUT_UNIFORM,
                                         .max_plies = game % 3 ? 0 : game % 16,
                                         .slots = slots,
                                         .room = CELLS_MOST,
                                         .owner = owner};
            by_value value = play(&opened, &random, &playout);

            assert_true(!playout.max_plies || playout.plies <= playout.max_plies);
            replay(&opened, &playout, owner, value);
            cut += playout.is_cut;
        }
        close_position(&opened);
    }
    assert_true(cut > 300);
}

/* A playout reports no more moves than there is room for. */
static void test_room(void **state)
{
    struct opened opened = open_position("connect4", "", EMPTY);
    uint16_t slots[3] = {SLOTS, SLOTS, SLOTS};
    struct by_playout playout = {.slots = slots, .room = 2};
    struct by_random random = {4};

    (void)state;
    play(&opened, &random, &playout);
    assert_int_equal(playout.count, 2);
    assert_true(playout.plies >= 7);
    assert_true(slots[0] < CELLS_MOST && slots[1] >= CELLS_MOST && slots[1] < SLOTS);
    assert_int_equal(slots[2], SLOTS);
    close_position(&opened);
}

/* ---- Informed games -------------------------------------------------------------------------------------------- */

/* The columns of the first moves of many informed games, in their order. */
static void assert_first(const char *position, const char *columns, bool wins)
{
    struct opened opened = open_position("connect4", "", position);
    bool seen[7] = {false};
    struct by_random random = {5};
    char found[8] = {0};
    int count = 0;

    for (int game = 0; game < 1000; game++) {
        uint16_t slot;
        struct by_playout playout = {.style = BY_PLAYOUT_INFORMED, .slots = &slot, .room = 1};
        by_value value = play(&opened, &random, &playout);

        seen[slot % CELLS_MOST / 7] = true;
        if (wins)
            assert_true(value > 0 && playout.plies == 1);
    }
    for (int column = 0; column < 7; column++)
        if (seen[column])
            found[count++] = (char)('a' + column);
    assert_string_equal(found, columns);
    close_position(&opened);
}

/* Wins are taken, threats answered, the cell below a threat left alone as long as there is another. */
static void test_informed(void **state)
{
    (void)state;
    assert_first(EMPTY, "abcdefg", false);
    assert_first("......./......./......./......./......o/xxx..oo", "d", true);
    /* x wins on d1, and need not stop o on g4 */
    assert_first("......./......./......./......o/......o/xxx...o", "d", true);
    /* o has to answer on d1 */
    assert_first("......./......./......./......./o....../xxx...o", "d", false);
    /* o would win on d2 */
    assert_first("......./......./......./......./ooo..../xxo.x.x", "abcefg", false);
    /* o cannot stop both a1 and e1, and moves anywhere */
    assert_first("......./......./......./......./......o/.xxx..o", "abcdefg", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_informed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
