/* SPDX-License-Identifier: MIT
 *
 * Runs of Monte Carlo tree search: which move is played, and the method.
 */
#include <math.h>

#include "search/mcts/mcts.h"

static const char *const counter_names[] = {MC_COUNTERS(BY__COUNTER_NAME)};

/* ---- The final choice ------------------------------------------------------------------------------------------ */

static double mean_of(const struct mc_node *node)
{
    uint32_t visits = mc_visits_of(node);

    return visits ? (double)mc_sum_of(node) / ((double)MC_WIN * visits) : 0;
}

/* Robust, max and secure child (Chaslot et al. 2008). */
static double merit_of(const struct mc_options *opt, const struct mc_node *node)
{
    uint32_t visits = mc_visits_of(node);

    if (!visits)
        return -1e9;
    switch (opt->final) {
    case MC_MAX:
        return mean_of(node);
    case MC_SECURE:
        return mean_of(node) - opt->secure / sqrt(visits);
    case MC_ROBUST:
        break;
    }
    return visits;
}

static bool has_more_merit(const struct mc_options *opt, const struct mc_node *a, const struct mc_node *b)
{
    double mine = merit_of(opt, a), his = merit_of(opt, b);

    return mine > his || (mine >= his && mean_of(a) > mean_of(b));
}

/* The solver's result of a move, from the view of the side that makes it: 1, 0, -1 for a win, a draw, a loss; 2:
 * none. */
enum { NOT_SOLVED = 2 };

static int solution_of(const struct mc_options *opt, const struct mc_node *node, uint8_t side)
{
    struct mc_bounds bounds = mc_bounds_of(node);

    if (!opt->solver || bounds.low != bounds.high)
        return NOT_SOLVED;
    return side == 0 ? bounds.low : -bounds.low;
}

/* Of two moves of which the same is proved. */
static bool is_better_solution(const struct mc_node *a, const struct mc_node *b, int solution)
{
    struct mc_bounds mine = mc_bounds_of(a), his = mc_bounds_of(b);

    if ((mine.flags & MC_DOUBTFUL) != (his.flags & MC_DOUBTFUL) && solution >= 0)
        return !(mine.flags & MC_DOUBTFUL);
    if ((mine.flags & MC_POINTS) != (his.flags & MC_POINTS)) /* points are the lesser win and the lesser loss */
        return (solution > 0) == !(mine.flags & MC_POINTS);
    if (mine.distance != his.distance && solution)
        return solution > 0 ? mine.distance < his.distance : mine.distance > his.distance;
    return mc_visits_of(a) > mc_visits_of(b);
}

/* Whether a move that is not solved may be hoped to be more than a draw. */
static bool may_beat_draw(const struct mc_node *node, uint8_t side)
{
    struct mc_bounds bounds = mc_bounds_of(node);

    return (side == 0 ? bounds.high > 0 : bounds.low < 0) && mean_of(node) >= 0.5;
}

/* The best move of a block, but for those that are left out: a proved win, then what is not solved or a proved draw,
 * then a loss. 0: there is none. */
static uint32_t best_move(const struct mc_options *opt, const struct mc_tree *tree, uint32_t at,
                          const bool *is_left_out)
{
    const struct mc_block *block = &tree->cells[at].block;
    uint32_t best[4] = {0}; /* by solution, from -1 on */
    uint32_t open;

    for (uint32_t i = at + 1; i <= at + block->count; i++) {
        const struct mc_node *node = &tree->cells[i].node;
        int solution = solution_of(opt, node, block->side);
        uint32_t *place = &best[solution + 1];
        const struct mc_node *other = &tree->cells[*place].node;

        if (is_left_out && is_left_out[i - at - 1])
            continue;
        if (!*place ||
            (solution == NOT_SOLVED ? has_more_merit(opt, node, other) : is_better_solution(node, other, solution)))
            *place = i;
    }
    open = best[NOT_SOLVED + 1];
    if (best[1 + 1])
        return best[1 + 1];
    if (best[0 + 1] && (!open || !may_beat_draw(&tree->cells[open].node, block->side)))
        return best[0 + 1];
    return open ? open : best[-1 + 1];
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* The value at which the logistic curve has the mean. */
static by_value value_of_mean(const struct mc_options *opt, const struct mc_node *node)
{
    double max = (double)MC_WIN * mc_visits_of(node), sum = (double)mc_sum_of(node);
    double mean = ((sum < max ? sum : max) + 1) / (max + 2);
    double value = round(opt->scale * log(mean / (1 - mean)));

    return value > BY_MAX_SCORE ? BY_MAX_SCORE : value < -BY_MAX_SCORE ? -BY_MAX_SCORE : (by_value)value;
}

/* A win rests on its move alone. That the best move does no more than draw, or loses, rests on all the others and on
 * the list too. */
static bool is_in_doubt(const struct mc_search *s, const struct by__run *run, const struct mc_bounds *move,
                        int solution)
{
    const struct mc_tree *top = mc_top_of(s);
    bool is_about_all = solution <= 0 && run->lines.count == 0;

    return move->flags & MC_DOUBTFUL || top->is_path_bound ||
           (is_about_all && mc_bounds_of(&top->cells[MC_ROOT].node).flags & MC_DOUBTFUL);
}

static void set_solved_value(const struct mc_search *s, const struct by__run *run, const struct mc_node *node,
                             int solution, struct by_line *line)
{
    struct mc_bounds bounds = mc_bounds_of(node);
    bool is_doubtful = is_in_doubt(s, run, &bounds, solution);
    int distance = bounds.distance + 1;

    line->is_proved = !is_doubtful;
    if (solution && bounds.flags & MC_POINTS) {
        line->value = solution;
        line->kind = solution > 0 ? BY_KIND_AT_LEAST : BY_KIND_AT_MOST;
        return;
    }
    line->value = solution > 0 ? BY_WIN - distance : solution < 0 ? distance - BY_WIN : 0;
    line->kind = by__kind_of_value(run->type, line->value, line->is_proved, is_doubtful);
}

/* A draw by the best move is a lower bound of the position's value, as long as another move may win. */
static bool is_lower_bound(const struct mc_search *s, const struct by__run *run, int solution)
{
    return solution == 0 && run->lines.count == 0 && !mc_is_solved(&mc_top_of(s)->cells[MC_ROOT].node);
}

/* The line of a move of the root: from there on always the best move, as far as the tree goes. */
static struct by_line line_of(const struct mc_search *s, const struct by__run *run, uint32_t at)
{
    const struct mc_node *node = &mc_top_of(s)->cells[at].node;
    const struct mc_tree *tree;
    int solution = solution_of(&s->opt, node, run->root.side);
    struct by_line line = {.value = value_of_mean(&s->opt, node),
                           .kind = BY_KIND_EXACT,
                           .visits = mc_visits_of(node),
                           .mean = (float)mean_of(node),
                           .moves = s->line};

    if (solution != NOT_SOLVED)
        set_solved_value(s, run, node, solution, &line);
    if (is_lower_bound(s, run, solution)) {
        line.is_proved = false;
        line.kind = BY_KIND_AT_LEAST;
    }
    s->line[line.length++] = node->move;
    tree = by__mc_follow(s, node, &node);
    while (mc_block_of(node) && line.length < run->plies) {
        node = &tree->cells[best_move(&s->opt, tree, mc_block_of(node), NULL)].node;
        if (!mc_visits_of(node))
            break;
        s->line[line.length++] = node->move;
    }
    line.depth = line.length;
    return line;
}

/* Fills the lines, the best first; moves without visits have none. */
static void fill_lines(struct mc_search *s, struct by__run *run)
{
    const struct mc_tree *top = mc_top_of(s);
    uint32_t block = mc_block_of(&top->cells[MC_ROOT].node);

    memset(s->is_listed, 0, top->cells[block].block.count * sizeof *s->is_listed);
    run->lines.count = 0;
    while (run->lines.count < run->lines.wanted) {
        uint32_t at = best_move(&s->opt, top, block, s->is_listed);
        struct by_line line;

        if (!at || !mc_visits_of(&top->cells[at].node))
            break;
        s->is_listed[at - block - 1] = true;
        line = line_of(s, run, at);
        by__lines_set(&run->lines, run->lines.count, &line);
    }
}

/* How full the trees are, one with another. */
static int permille_used(struct mc_search *s)
{
    uint64_t used = 0;

    for (int i = 0; i < s->opt.trees; i++)
        used += atomic_load_explicit(&mc_tree_at(s, i)->used, memory_order_relaxed);
    return (int)(used * 1000 / ((uint64_t)s->tree.room * (uint64_t)s->opt.trees));
}

static void report_lines(struct mc_search *s, struct by__run *run)
{
    by__mc_add_up(s);
    fill_lines(s, run);
    run->hash_permille = permille_used(s);
    for (int i = 0; i < run->lines.count; i++)
        by__run_report_line(run, i);
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

enum { FIRST_REPORT = 1024, REPORT_US = 500000, PRUNING_INTERVAL = 16, ADD_UP_US = 1000 };

/* When to report the lines: whenever the iterations have doubled and, while that takes long, twice a second. */
struct reporting {
    uint64_t nodes;
    int64_t time_us;
};

static bool is_time_to_report(struct reporting *next, const struct by__control *control, const struct mc_pace *pace)
{
    if (control->nodes != next->nodes && pace->then_us < next->time_us)
        return false;
    if (control->nodes == next->nodes)
        next->nodes *= 2;
    next->time_us = pace->then_us + REPORT_US;
    return true;
}

/* Brings up to date what is known of the run; the trees of a forest are added up every millisecond only. */
static void look_around(struct mc_search *s, const struct by__control *control, struct mc_pace *pace, int64_t *next_us)
{
    if (mc_is_forest(s) && pace->then_us < *next_us)
        return;
    *next_us = pace->then_us + ADD_UP_US;
    by__mc_add_up(s);
    by__mc_plan(control, mc_top_of(s), pace);
}

static bool is_done(const struct mc_search *s)
{
    return by__mc_is_done(&s->opt, &s->tree) || (s->opt.solver && mc_is_solved(&mc_top_of(s)->cells[MC_ROOT].node));
}

static void iterate(struct mc_search *s, struct by__run *run, struct mc_pace *pace)
{
    struct by__control *control = &run->control;
    struct mc_walk *w = &s->walk;
    struct reporting next = {FIRST_REPORT, control->start_us + REPORT_US};
    int64_t next_us = control->start_us + ADD_UP_US;
    bool wants_one = run->lines.wanted <= 1; /* with several lines, the other moves matter, too */

    while (by__mc_may_iterate(w)) {
        by__mc_iterate(w);
        if (by__mc_keep_pace(control, pace))
            look_around(s, control, pace, &next_us);
        if (is_done(s))
            break;
        if (wants_one && control->nodes >= control->owed && control->nodes % PRUNING_INTERVAL == 0 &&
            by__mc_is_decided(w, mc_top_of(s), pace)) {
            control->reason = BY_STOPPED_DECIDED;
            break;
        }
        if (is_time_to_report(&next, control, pace) && control->wants & BY_EVENT_ITERATION)
            report_lines(s, run);
    }
}

void by__mc_begin(const struct mc_search *s, struct mc_walk *w, struct by__run *run, int number)
{
    struct mc_walk own = *w;
    struct by_moves list = {.list = own.list.list};
    uint64_t seed = by_random_word(s->opt.seed);

    *w = (struct mc_walk){.opt = &s->opt,
                          .type = run->type,
                          .rules = run->type->rules,
                          .state = run->state,
                          .run = run,
                          .control = &run->control,
                          .tree = own.tree,
                          .random = {number ? by_random_word(seed ^ (uint64_t)number) : seed},
                          .plies = run->plies,
                          .has_depth = run->has_depth,
                          .iteration = own.iteration,
                          .path = own.path,
                          .blocks = own.blocks,
                          .sides = own.sides,
                          .made = own.made,
                          .played = own.played,
                          .priors = own.priors,
                          .list = list,
                          .stamps = own.stamps,
                          .slots = s->slots};
}

/* The root of the walk's tree gets its moves. */
static void plant_one(struct mc_walk *w, bool is_reused)
{
    if (!is_reused)
        by__mc_tree_clear(w->tree, w->opt->expand_visits);
    /* Where what was kept leaves no room, nothing is. */
    if (!mc_block_of(&w->tree->cells[MC_ROOT].node) && !by__mc_expand_root(w)) {
        by__mc_tree_clear(w->tree, w->opt->expand_visits);
        by__mc_expand_root(w);
    }
    by__mc_add_hints(w->tree, w->control->limits);
}

/* The trees of the run before, or new ones; the roots have their moves. */
static void plant(struct mc_search *s, const struct by__run *run)
{
    uint64_t reused = by__mc_reuse(s, run);

    for (int i = s->opt.trees - 1; i >= 0; i--) { /* the last is the walk's own */
        s->walk.tree = mc_tree_at(s, i);
        plant_one(&s->walk, reused >> i & 1);
    }
    by__mc_add_up(s);
}

static by_status run_mcts(void *self, struct by__run *run, by_error *error)
{
    struct mc_search *s = self;
    struct mc_pace pace;
    by_status status;

    by__mc_begin(s, &s->walk, run, 0);
    plant(s, run);
    pace = by__mc_set_limits(&s->opt, mc_top_of(s), run);
    if (pace.inherited >= run->control.owed)
        by__control_settle(&run->control); /* the previous run has searched the moves */
    status = by__mc_start_helpers(s, run, error);
    if (status)
        return status;
    iterate(s, run, &pace);
    by__mc_end_helpers(s, run);
    if (by__mc_is_any_done(s)) /* by the last of the iterations, perhaps another thread's */
        run->control.reason = mc_bounds_of(&mc_top_of(s)->cells[MC_ROOT].node).flags & MC_POINTS
                                  ? BY_STOPPED_DECIDED /* of the value only the sign is known */
                                  : BY_STOPPED_DONE;
    report_lines(s, run);
    run->result->depth = run->lines.count ? run->lines.lines[0].depth : 0;
    run->result->evaluations = s->walk.evaluations;
    by__report_counters(run->result, s->counters, counter_names, s->walk.count, MC_COUNTER_COUNT);
    return BY_OK;
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

static void init(void *self, const by_method *method, const by_game *game, const by_options *options)
{
    (void)method;
    (void)game;
    by__mc_options_read(&((struct mc_search *)self)->opt, options);
}

static void clear(void *self)
{
    ((struct mc_search *)self)->root.is_known = false;
}

static void release(void *self)
{
    by__mc_release(self);
    by__crew_destroy(((struct mc_search *)self)->crew);
}

const by_method by__mcts = {
    .name = "mcts",
    .help = "Monte Carlo tree search: random playouts, and more of them where they go well.",
    .options = by__mc_options,
    .presets = by__mc_presets,
    .samples = true,
    .size = sizeof(struct mc_search),
    .init = init,
    .reserve = by__mc_reserve,
    .get_ready = by__mc_get_ready,
    .run = run_mcts,
    .clear = clear,
    .release = release,
};
