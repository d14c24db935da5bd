/* SPDX-License-Identifier: MIT
 *
 * Runs of Monte Carlo tree search: when they end, which move is played, and the method.
 */
#include <math.h>
#include <stdlib.h>

#include "core/clock.h"
#include "search/mcts/mcts.h"

static const char *const counter_names[MC_COUNTERS] = {
    [MC_COUNT_EXPANSIONS] = "expansions",
    [MC_COUNT_PLAYOUT_PLIES] = "playout_plies",
    [MC_COUNT_SOLVED] = "solver_nodes",
    [MC_COUNT_COLLECTIONS] = "collections",
};

/* ---- The final choice ------------------------------------------------------------------------------------------ */

static double mean_of(const struct mc_node *node)
{
    return node->visits ? (double)node->sum / ((double)MC_WIN * node->visits) : 0;
}

/* Robust, max and secure child (Chaslot et al. 2008). */
static double merit_of(const struct mc_options *opt, const struct mc_node *node)
{
    if (!node->visits)
        return -1e9;
    switch (opt->final) {
    case MC_MAX:
        return mean_of(node);
    case MC_SECURE:
        return mean_of(node) - opt->secure / sqrt(node->visits);
    case MC_ROBUST:
        break;
    }
    return node->visits;
}

static bool has_more_merit(const struct mc_options *opt, const struct mc_node *a, const struct mc_node *b)
{
    double mine = merit_of(opt, a), his = merit_of(opt, b);

    return mine > his || (mine >= his && mean_of(a) > mean_of(b));
}

/* What the solver knows of a move, from the view of who makes it: 1, 0, -1 for a win, a draw, a loss; 2: nothing. */
enum { NOT_SOLVED = 2 };

static int solution_of(const struct mc_options *opt, const struct mc_node *node, uint8_t side)
{
    if (!opt->solver || !mc_is_solved(node))
        return NOT_SOLVED;
    return side == 0 ? node->low : -node->low;
}

/* Of two moves of which the same is proved. */
static bool is_better_solution(const struct mc_node *a, const struct mc_node *b, int solution)
{
    if ((a->flags & MC_DOUBTFUL) != (b->flags & MC_DOUBTFUL) && solution >= 0)
        return !(a->flags & MC_DOUBTFUL);
    if ((a->flags & MC_POINTS) != (b->flags & MC_POINTS)) /* points are the lesser win and the lesser loss */
        return (solution > 0) == !(a->flags & MC_POINTS);
    if (a->distance != b->distance && solution)
        return solution > 0 ? a->distance < b->distance : a->distance > b->distance;
    return a->visits > b->visits;
}

/* Whether a move that is not solved may be hoped to be more than a draw. */
static bool may_beat_draw(const struct mc_node *node, uint8_t side)
{
    return (side == 0 ? node->high > 0 : node->low < 0) && mean_of(node) >= 0.5;
}

/* The best move of a node that is not among the lines yet: a proved win, then what is not solved or a proved draw,
 * then a loss. 0: there is none. */
static uint32_t best_move(const struct mc_search *s, const struct mc_node *parent)
{
    const struct mc_block *block = &s->tree.cells[parent->block].block;
    uint32_t best[4] = {0}; /* by solution, from -1 on */
    uint32_t open;

    for (uint32_t i = parent->block + 1; i <= parent->block + block->count; i++) {
        const struct mc_node *node = &s->tree.cells[i].node;
        int solution = solution_of(&s->opt, node, block->side);
        uint32_t *place = &best[solution + 1];
        const struct mc_node *other = &s->tree.cells[*place].node;

        if (node->flags & MC_LISTED)
            continue;
        if (!*place ||
            (solution == NOT_SOLVED ? has_more_merit(&s->opt, node, other) : is_better_solution(node, other, solution)))
            *place = i;
    }
    open = best[NOT_SOLVED + 1];
    if (best[1 + 1])
        return best[1 + 1];
    if (best[0 + 1] && (!open || !may_beat_draw(&s->tree.cells[open].node, block->side)))
        return best[0 + 1];
    return open ? open : best[-1 + 1];
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* The value at which the logistic curve has the mean. */
static by_value value_of_mean(const struct mc_options *opt, const struct mc_node *node)
{
    double mean = ((double)node->sum + 1) / ((double)MC_WIN * node->visits + 2);
    double value = round(opt->scale * log(mean / (1 - mean)));

    return value > BY_SCORE_MOST ? BY_SCORE_MOST : value < -BY_SCORE_MOST ? -BY_SCORE_MOST : (by_value)value;
}

static void set_solved_value(const struct by__run *run, const struct mc_node *node, int solution, struct by_line *line)
{
    bool is_doubtful = node->flags & MC_DOUBTFUL;
    int distance = node->distance + 1;

    line->is_proved = !is_doubtful;
    if (solution && node->flags & MC_POINTS) {
        line->value = solution;
        line->kind = solution > 0 ? BY_KIND_AT_LEAST : BY_KIND_AT_MOST;
        return;
    }
    line->value = solution > 0 ? BY_WIN - distance : solution < 0 ? distance - BY_WIN : 0;
    line->kind = by__kind_of_value(run->type, line->value, line->is_proved, is_doubtful);
}

/* A draw by the best move is the least that the position is worth, as long as another move may win. */
static bool is_lower_bound(const struct mc_search *s, const struct by__run *run, int solution)
{
    return solution == 0 && run->lines.count == 0 && !mc_is_solved(&s->tree.cells[MC_ROOT].node);
}

/* The line of a move of the root: from there on always the best move, as far as the tree goes. */
static struct by_line line_of(const struct mc_search *s, const struct by__run *run, uint32_t at)
{
    const struct mc_node *node = &s->tree.cells[at].node;
    int solution = solution_of(&s->opt, node, run->root.side);
    struct by_line line = {.value = value_of_mean(&s->opt, node),
                           .kind = BY_KIND_EXACT,
                           .visits = node->visits,
                           .mean = (float)mean_of(node),
                           .moves = s->line};

    if (solution != NOT_SOLVED)
        set_solved_value(run, node, solution, &line);
    if (is_lower_bound(s, run, solution)) {
        line.is_proved = false;
        line.kind = BY_KIND_AT_LEAST;
    }
    s->line[line.length++] = node->move;
    while (node->block && line.length < run->plies) {
        node = &s->tree.cells[best_move(s, node)].node;
        if (!node->visits)
            break;
        s->line[line.length++] = node->move;
    }
    line.depth = line.length;
    return line;
}

/* Fills the lines, the best first; moves without visits have none. */
static void fill_lines(struct mc_search *s, struct by__run *run)
{
    const struct mc_node *root = &s->tree.cells[MC_ROOT].node;
    const struct mc_block *block = &s->tree.cells[root->block].block;

    run->lines.count = 0;
    while (run->lines.count < run->lines.wanted) {
        uint32_t at = best_move(s, root);
        struct by_line line;

        if (!at || !s->tree.cells[at].node.visits)
            break;
        s->tree.cells[at].node.flags |= MC_LISTED;
        line = line_of(s, run, at);
        by__lines_set(&run->lines, run->lines.count, &line);
    }
    for (uint32_t i = root->block + 1; i <= root->block + block->count; i++)
        s->tree.cells[i].node.flags &= (uint8_t)~MC_LISTED;
}

static void tell_lines(struct mc_search *s, struct by__run *run)
{
    fill_lines(s, run);
    run->hash_permille = (int)((uint64_t)s->tree.used * 1000 / s->tree.room);
    for (int i = 0; i < run->lines.count; i++)
        by__run_tell_line(run, i);
}

/* ---- When it ends ---------------------------------------------------------------------------------------------- */

/* How a run is paced: the clock is looked at about every tenth of a millisecond. */
struct pace {
    int64_t then_us;
    uint64_t next;      /* iteration at which the pace is looked at */
    uint64_t inherited; /* visits of the root by runs before */
    uint64_t planned;   /* visits in all; 0: not known */
};

enum { TICK_US = 100, INTERVAL_MOST = 512 };

static void keep_pace(struct by__control *control, struct pace *pace)
{
    int64_t now_us = by__clock_us(), took_us = now_us - pace->then_us;

    if (took_us < TICK_US && control->interval < INTERVAL_MOST)
        control->interval *= 2;
    else if (took_us > 4 * TICK_US && control->interval > 1)
        control->interval /= 2;
    pace->then_us = now_us;
    pace->next = control->nodes + control->interval;
    if (!control->node_limit && control->deadline_us != INT64_MAX && now_us > control->start_us)
        pace->planned = pace->inherited + control->nodes +
                        (uint64_t)((double)control->nodes * (double)(control->deadline_us - now_us) /
                                   (double)(now_us - control->start_us));
}

/* Absolute pruning (Huang et al. 2010): whether the most visited move stays so whatever is still to come. */
static bool is_decided(const struct mc_search *s, const struct pace *pace, uint64_t done)
{
    const struct mc_node *root = &s->tree.cells[MC_ROOT].node;
    uint32_t count = s->tree.cells[root->block].block.count, most = 0, second = 0;

    if (s->opt.absolute_pruning == MC_PRUNING_OFF || s->opt.final != MC_ROBUST || !pace->planned)
        return false;
    for (uint32_t i = root->block + 1; i <= root->block + count; i++) {
        uint32_t visits = s->tree.cells[i].node.visits;

        second = visits > most ? most : visits > second ? visits : second;
        most = visits > most ? visits : most;
    }
    if (s->opt.absolute_pruning == MC_PRUNING_HALF)
        return most > pace->planned / 2;
    return most - second > pace->planned - (done < pace->planned ? done : pace->planned);
}

/* The time of a run is all its own: there is no iteration for which it would be worth to wait. */
static struct pace set_limits(const struct mc_search *s, struct by__run *run)
{
    struct by__control *control = &run->control;
    uint64_t inherited = s->tree.cells[MC_ROOT].node.visits;
    int64_t time_ms = by_limits_time_ms(control->limits, run->root.side);

    if (time_ms)
        control->deadline_us = control->start_us + time_ms * 1000;
    if (!time_ms && !control->node_limit)
        control->node_limit = s->opt.iterations;
    control->interval = 1;
    return (struct pace){.then_us = control->start_us,
                         .inherited = inherited,
                         .planned = control->node_limit ? inherited + control->node_limit : 0};
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

enum { TELL_FIRST = 1024, PRUNING_INTERVAL = 16 };

static void iterate(struct mc_search *s, struct by__run *run)
{
    struct by__control *control = &run->control;
    const struct mc_node *root = &s->tree.cells[MC_ROOT].node;
    struct pace pace = set_limits(s, run);
    uint64_t next_told = TELL_FIRST;
    bool wants_one = run->lines.wanted <= 1; /* who wants several lines wants to know of other moves, too */

    while (by__control_count(control)) {
        by__mc_iterate(&s->walk);
        if (control->nodes >= pace.next)
            keep_pace(control, &pace);
        if ((s->opt.solver && mc_is_solved(root)) || root->visits == UINT32_MAX) /* more cannot be counted */
            break;
        if (wants_one && control->nodes % PRUNING_INTERVAL == 0 &&
            is_decided(s, &pace, pace.inherited + control->nodes))
            break;
        if (control->nodes == next_told) {
            next_told *= 2;
            if (control->wants & BY_EVENT_ITERATION)
                tell_lines(s, run);
        }
    }
}

static void begin(struct mc_search *s, struct by__run *run)
{
    struct mc_walk *w = &s->walk, own = *w;

    *w = (struct mc_walk){.opt = &s->opt,
                          .type = run->type,
                          .rules = run->type->rules,
                          .state = run->state,
                          .run = run,
                          .control = &run->control,
                          .tree = &s->tree,
                          .random = {by_random_word(s->opt.seed)},
                          .plies = run->plies,
                          .has_depth = run->has_depth,
                          .iteration = own.iteration,
                          .path = own.path,
                          .blocks = own.blocks,
                          .sides = own.sides,
                          .made = own.made,
                          .played = own.played,
                          .priors = own.priors,
                          .list = {.list = own.list.list},
                          .stamps = own.stamps,
                          .slots = s->slots};
}

/* The tree of the run before, or a new one; the root has its moves. */
static by_status plant(struct mc_search *s, const struct by__run *run, by_error *error)
{
    struct mc_walk *w = &s->walk;
    bool is_reused;
    by_status status = by__mc_reuse(s, run, &is_reused, error);

    if (status)
        return status;
    if (!is_reused)
        by__mc_tree_clear(&s->tree, s->opt.expand_visits);
    /* Where what was kept leaves no room, nothing is. */
    if (!s->tree.cells[MC_ROOT].node.block && !by__mc_expand_root(w)) {
        by__mc_tree_clear(&s->tree, s->opt.expand_visits);
        by__mc_expand_root(w);
    }
    by__mc_take_hints(&s->tree, run->control.limits);
    return BY_OK;
}

static by_status run_mcts(void *self, struct by__run *run, by_error *error)
{
    struct mc_search *s = self;
    by_status status;

    begin(s, run);
    status = plant(s, run, error);
    if (status)
        return status;
    iterate(s, run);
    tell_lines(s, run);
    run->result->depth = run->lines.count ? run->lines.lines[0].depth : 0;
    run->result->evaluations = s->walk.evaluations;
    for (int i = 0; i < MC_COUNTERS; i++)
        s->counters[i] = (struct by_counter){counter_names[i], s->walk.count[i]};
    run->result->counters = s->counters;
    run->result->counter_count = MC_COUNTERS;
    return BY_OK;
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

static by_status create(const by_game *game, const by_options *options, void **self, by_error *error)
{
    struct mc_search *s = calloc(1, sizeof *s);

    (void)game;
    if (!s)
        return by_error_no_memory(error);
    by__mc_options_read(&s->opt, options);
    *self = s;
    return BY_OK;
}

static void clear(void *self)
{
    ((struct mc_search *)self)->root.is_known = false;
}

static void destroy(void *self)
{
    by__mc_release(self);
    free(self);
}

const by_method by__mcts = {
    .name = "mcts",
    .help = "Monte Carlo tree search: games by chance, more of them where they go well.",
    .options = by__mc_options,
    .presets = by__mc_presets,
    .create = create,
    .reserve = by__mc_reserve,
    .run = run_mcts,
    .clear = clear,
    .destroy = destroy,
};
