/* SPDX-License-Identifier: MIT
 *
 * B* and bsp on random trees whose nodes have valid bounds: the chosen move is one of the best, the bounds of a node
 * only become tighter, and what the result says of its value is true. With bounds that are not valid nothing is called
 * proved that is wrong without a word.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "core/game.h"
#include "search/best/best.h"
#include "support/check.h"
#include "support/reference.h"
#include "support/search.h"

enum { MOVES_MOST = 8 };

static int tree_count(void)
{
    const char *sanitizers = getenv("SANITIZE");

    if (sanitizers && *sanitizers)
        return 1500; /* where everything takes ten times as long */
    return getenv("BOYI_LONG") ? 50000 : 12000;
}

/* A random tree with the values of its root's moves, for who moves there. */
struct sample {
    struct bench bench;
    by_text text;
    by_value values[MOVES_MOST];
    by_value truth;
    int move_count;
    struct by_random random;
};

static void find_values(struct sample *sample)
{
    by_position *position = sample->bench.position;
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    struct by_node root, child;

    by_position_node(position, &root);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    sample->truth = -BY_INFINITE;
    sample->move_count = moves.count;
    for (int i = 0; i < moves.count; i++) {
        by_value value;

        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        by_position_node(position, &child);
        value = reference_value(position, -1, 1);
        by_position_pop(position, NULL);
        sample->values[i] = child.side == root.side ? value : -value;
        if (sample->values[i] > sample->truth)
            sample->truth = sample->values[i];
    }
}

/* Trees of all sorts. Few distinct values make many moves equally good. */
static void draw_sample(struct sample *sample, uint64_t seed)
{
    struct by_random *random = &sample->random;
    unsigned depth, width, range;

    random->state = seed * 1000;
    depth = 1 + by_random_below(random, 6);
    width = depth > 4 ? 2 + by_random_below(random, 2) : 1 + by_random_below(random, 6);
    range = by_random_below(random, 3) ? 2 : 40;
    by_text_clear(&sample->text);
    by_text_printf(&sample->text, "random width=%u depth=%u values=-%u..%u", width, depth, range, range);
    by_text_printf(&sample->text, " vary=%s", by_random_below(random, 2) ? "on" : "off");
    by_text_printf(&sample->text, " graph=%s", by_random_below(random, 2) ? "on" : "off");
    by_text_printf(&sample->text, " estimates=%s", by_random_below(random, 2) ? "on" : "off");
    by_text_printf(&sample->text, " leaf=%u", 10 * (unsigned)by_random_below(random, 3));
    by_text_printf(&sample->text, " wins=%u", by_random_below(random, 3) ? 0 : 25);
    by_text_printf(&sample->text, " same=%u", by_random_below(random, 2) ? 0 : 30);
    by_text_printf(&sample->text, " seed=%u", (unsigned)seed);
    assert_int_equal(by_position_parse(sample->bench.position, by_text_string(&sample->text), NULL), BY_OK);
    find_values(sample);
}

/* ---- What the bounds do ---------------------------------------------------------------------------------------- */

/* The last reported bounds of the nodes, by a code of the path. */
struct nesting {
    struct {
        uint64_t code;
        by_value least, most;
    } seen[1 << 14];
    uint64_t codes[64]; /* of the nodes on the path */
    int faults;
};

static void watch(void *context, const struct by_event *event)
{
    struct nesting *nesting = context;
    size_t place;

    if (event->phase != BY_PHASE_MAIN || event->ply == 0)
        return;
    nesting->codes[event->ply] = by_random_word(nesting->codes[event->ply - 1] ^ (event->move + 1));
    if (event->kind != BY_EVENT_LEAVE)
        return;
    place = (size_t)nesting->codes[event->ply] & ((1 << 14) - 1);
    if (nesting->seen[place].code == nesting->codes[event->ply])
        nesting->faults += event->alpha < nesting->seen[place].least || event->beta > nesting->seen[place].most;
    nesting->faults += event->alpha > event->beta;
    nesting->seen[place].code = nesting->codes[event->ply];
    nesting->seen[place].least = event->alpha;
    nesting->seen[place].most = event->beta;
}

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

/* Whether it ended by itself: with all known, or with enough. */
static bool is_complete(const struct by_result *result)
{
    return result->stopped == BY_STOPPED_DONE || result->stopped == BY_STOPPED_DECIDED;
}

static void complain(const struct sample *sample, const char *fault, const char *settings,
                     const struct by_result *result)
{
    fail_msg("%s: %s; %s; truth %d, value %d (%s), move %u worth %d", fault, by_text_string(&sample->text), settings,
             sample->truth, result->value, by_kind_name(result->kind), (unsigned)result->best + 1,
             sample->values[result->best]);
}

static const char *fault_of(const struct sample *sample, const struct by_result *result)
{
    bool is_bound = result->kind == BY_KIND_AT_LEAST;

    if (sample->values[result->best] != sample->truth)
        return "the move is not one of the best";
    if (!is_complete(result) || !result->is_proved)
        return "the search was not completed";
    if (is_bound ? result->value > sample->truth : result->value != sample->truth)
        return "the value is wrong";
    if (bench_counter(result, "invalid_bounds"))
        return "valid bounds are called invalid";
    if (sample->move_count == 1 && bench_counter(result, "expansions"))
        return "a single move was searched";
    return NULL;
}

static const char *const widths[] = {"tree bounds=3", "tree bounds=12", "tree bounds=100", "tree bounds=0"};

enum { WIDTHS = sizeof widths / sizeof widths[0] };

/* Opens a game of the library, or one that is like it. */
static void open_like(struct bench *bench, const by_game_type *type, const char *game)
{
    by_options *options;

    if (!type) {
        bench_open(bench, game, NULL);
        return;
    }
    *bench = (struct bench){0};
    assert_int_equal(by_options_create(type->options, &options, NULL), BY_OK);
    assert_int_equal(by_options_set_all(options, strchr(game, ' '), NULL), BY_OK);
    assert_int_equal(by_game_open(type, options, &bench->game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench->game, &bench->position, NULL), BY_OK);
    by_options_destroy(options);
}

/* Searches each tree twice and watches the first time. Returns the nodes of all. */
static uint64_t check_trees_of(const by_game_type *type, const char *game, const char *method,
                               const char *const *settings, int setting_count, int count, uint64_t first_seed,
                               bool must_nest)
{
    static struct nesting nesting;
    const struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_ENTER | BY_EVENT_LEAVE,
                                         .context = &nesting, .notify = watch};
    struct sample sample = {0};
    uint64_t nodes = 0;

    open_like(&sample.bench, type, game);
    for (int i = 0; i < count; i++) {
        const char *chosen = settings[i % setting_count], *fault;
        struct by_result first, second;

        draw_sample(&sample, first_seed + (uint64_t)i);
        if (!sample.move_count)
            continue;
        memset(&nesting, 0, sizeof nesting);
        bench_small_method(&sample.bench, method, NULL, chosen);
        first = bench_observe(&sample.bench, NULL, &observer);
        fault = fault_of(&sample, &first);
        if (!fault && must_nest && nesting.faults)
            fault = "a bound became wider";
        if (fault)
            complain(&sample, fault, chosen, &first);
        nodes += first.nodes;
        second = bench_run(&sample.bench, NULL);
        if (second.nodes != first.nodes || second.best != first.best || second.value != first.value)
            complain(&sample, "a second run finds something else", chosen, &second);
    }
    by_text_free(&sample.text);
    bench_close(&sample.bench);
    return nodes;
}

static void check_trees(const char *game, const char *method, const char *const *settings, int setting_count, int count,
                        uint64_t first_seed, bool must_nest)
{
    (void)check_trees_of(NULL, game, method, settings, setting_count, count, first_seed, must_nest);
}

/* With valid bounds, by every criterion, the chosen move is minimax-optimal and said to be proved. */
static void test_bstar(void **state)
{
    static const char *const criteria[] = {"criterion=2D", "criterion=3D", "criterion=AD",
                                           "criterion=2R", "criterion=3R", "criterion=AR"};

    (void)state;
    for (int i = 0; i < WIDTHS; i++)
        check_trees(widths[i], "bstar", criteria, 6, tree_count() / WIDTHS, 1 + (uint64_t)i * 100000, true);
}

/* Chances change the order of the work, not its outcome: without a limit and without neglect of small chances, the move
 * is proved and is one of the best. */
static void check_rule(const char *const *settings, uint64_t first_seed)
{
    for (int i = 0; i < WIDTHS; i++)
        check_trees(widths[i], "bsp", settings, 3, tree_count() / WIDTHS, first_seed + (uint64_t)i * 100000, false);
}

static void test_bsp_independent(void **state)
{
    static const char *const settings[] = {"strict=on epsilon=0", "strict=on epsilon=0 probe_depth=0",
                                           "strict=on epsilon=0 phase_percent=1"};

    (void)state;
    check_rule(settings, 1000001);
}

static void test_bsp_max(void **state)
{
    static const char *const settings[] = {"strict=on epsilon=0 rule=maximum",
                                           "strict=on epsilon=0 rule=maximum probe_depth=0",
                                           "strict=on epsilon=0 rule=maximum probe_depth=1 phase_percent=100"};

    (void)state;
    check_rule(settings, 2000001);
}

static void test_bsp_product(void **state)
{
    static const char *const settings[] = {"strict=on epsilon=0 rule=product",
                                           "strict=on epsilon=0 rule=product probe_depth=0",
                                           "strict=on epsilon=0 rule=product probe_depth=1 phase_percent=100"};

    (void)state;
    check_rule(settings, 3000001);
}

/* ---- Clusters -------------------------------------------------------------------------------------------------- */

static const struct by_rules *plain_rules;

/* The game `tree` does not tell where moves end: here every other one ends on the same square. */
static void list_with_targets(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    plain_rules->moves(state, kind, out);
    for (int i = 0; out->list && i < out->count; i++)
        out->list[i].to = (uint8_t)(1 + out->list[i].move % 2);
}

/* Moves with one target count once, which changes the work where there are targets, and only there. */
static void test_bsp_clusters(void **state)
{
    static const char *const on[] = {"strict=on epsilon=0 clusters=on", "strict=on epsilon=0 clusters=on probe_depth=0",
                                     "strict=on epsilon=0 clusters=on rule=product"};
    static const char *const off[] = {"strict=on epsilon=0", "strict=on epsilon=0 probe_depth=0",
                                      "strict=on epsilon=0 rule=product"};
    struct by_rules rules;
    by_game_type type;
    const by_game_type *found;
    uint64_t nodes = 0, other_nodes = 0;

    (void)state;
    assert_int_equal(by_game_type_find("tree", &found, NULL), BY_OK);
    plain_rules = found->rules;
    rules = *found->rules;
    rules.moves = list_with_targets;
    type = *found;
    type.rules = &rules;
    for (int i = 0; i < WIDTHS; i++) {
        uint64_t seed = 4000001 + (uint64_t)i * 100000;

        nodes += check_trees_of(&type, widths[i], "bsp", on, 3, tree_count() / WIDTHS, seed, false);
        other_nodes += check_trees_of(&type, widths[i], "bsp", off, 3, tree_count() / WIDTHS, seed, false);
        assert_int_equal(check_trees_of(NULL, widths[i], "bsp", on, 3, 300, seed, false),
                         check_trees_of(NULL, widths[i], "bsp", off, 3, 300, seed, false));
    }
    assert_int_not_equal(nodes, other_nodes);
}

/* ---- Chances of trees ------------------------------------------------------------------------------------------ */

enum { TWIGS_MOST = 400, SCORE = 12 };

/* A tree as bsp keeps it, with estimates and bounds drawn at random. */
struct twigs {
    struct best_node nodes[TWIGS_MOST]; /* the root is the first */
    int count;
};

static void grow(struct twigs *twigs, int place, int plies, struct by_random *random)
{
    struct best_node *node = &twigs->nodes[place];
    int count = 1 + (int)by_random_below(random, 4), first = twigs->count;

    node->real = (by_value)by_random_below(random, 2 * SCORE) - SCORE;
    node->pess = node->real - (by_value)by_random_below(random, SCORE);
    node->opt = node->real + (by_value)by_random_below(random, SCORE);
    node->side = (uint8_t)by_random_below(random, 2);
    node->child_count = 0;
    if (!plies || by_random_below(random, 5) == 0)
        return;
    twigs->count += count;
    node->first_child = first;
    node->child_count = count;
    for (int i = 0; i < count; i++) {
        twigs->nodes[first + i].cluster = (uint8_t)(i / 2);
        grow(twigs, first + i, plies - 1, random);
    }
}

static double chance_at(struct twigs *twigs, int place, by_value target, bool for_max, enum best_rule rule)
{
    struct best_node *node = &twigs->nodes[place];

    if (!node->child_count)
        return by__best_leaf_chance(node, target, for_max, rule);
    for (int i = 0; i < node->child_count; i++) {
        struct best_node *child = &twigs->nodes[node->first_child + i];

        child->chance = chance_at(twigs, node->first_child + i, target, for_max, rule);
    }
    return by__best_chance_of(&twigs->nodes[node->first_child], node->child_count, (node->side == 0) == for_max, rule,
                              place % 2);
}

/* By every rule, with clusters and without, the chance of a tree lies between 0 and 1 and never grows with what is
 * asked for; what surely is reached has chance 1, what cannot be has none. */
static void test_chances_are_monotone(void **state)
{
    static struct twigs twigs;
    const double slack = 1e-12; /* of rounding */

    (void)state;
    for (int seed = 1; seed <= tree_count(); seed++) {
        struct by_random random = {.state = (uint64_t)seed};
        enum best_rule rule = (enum best_rule)(seed % 3);
        double before = 1, pushed_before = 1;

        twigs.count = 1;
        grow(&twigs, 0, 4, &random);
        for (by_value target = -3 * SCORE; target <= 3 * SCORE; target++) {
            double chance = chance_at(&twigs, 0, target, true, rule);
            double pushed = chance_at(&twigs, 0, -target, false, rule);

            assert_true(chance >= 0 && chance <= before + slack);
            assert_true(pushed >= 0 && pushed <= pushed_before + slack);
            before = chance;
            pushed_before = pushed;
        }
        assert_true(chance_at(&twigs, 0, -3 * SCORE, true, rule) == 1);
        assert_true(before == 0 && pushed_before == 0);
    }
}

/* ---- Bounds that are not valid --------------------------------------------------------------------------------- */

/* With wrong bounds a run either reports a contradiction and proves nothing, or has met none. The counts show that
 * contradictions are frequent. */
static void check_wrong_bounds(const char *method, const char *settings)
{
    struct sample sample = {0};
    int noticed = 0, count = 500;

    bench_open(&sample.bench, "tree bounds=6 wrong_bounds=60", NULL);
    bench_small_method(&sample.bench, method, NULL, settings);
    for (int i = 0; i < count; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        draw_sample(&sample, 700001 + (uint64_t)i);
        if (!sample.move_count)
            continue;
        result = bench_run(&sample.bench, NULL);
        assert_true(is_complete(&result));
        if (bench_counter(&result, "invalid_bounds")) {
            noticed++;
            assert_false(result.is_proved);
        }
    }
    assert_in_range(noticed, count / 10, count);
    by_text_free(&sample.text);
    bench_close(&sample.bench);
}

static void test_wrong_bounds(void **state)
{
    (void)state;
    check_wrong_bounds("bstar", "");
    check_wrong_bounds("bsp", "strict=on epsilon=0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bstar),        cmocka_unit_test(test_bsp_independent),
        cmocka_unit_test(test_bsp_max),      cmocka_unit_test(test_bsp_product),
        cmocka_unit_test(test_bsp_clusters), cmocka_unit_test(test_chances_are_monotone),
        cmocka_unit_test(test_wrong_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
