/* SPDX-License-Identifier: MIT
 *
 * The root of alpha-beta: iterative deepening, and in each iteration the windows with which the root is searched. For
 * several best lines the root is searched once for each, without the moves of the lines before.
 */
#include "core/game.h"
#include "search/alphabeta/alphabeta.h"
#include "search/one_ply.h"

/* An iteration: its window, and what the iteration before found. */
struct iteration {
    int depth;            /* plies */
    by_value alpha, beta; /* values outside of this window need not be exact */
    bool has_guess;       /* the same line was searched before */
    by_value guess;       /* its value */
    by_move first;        /* its move, which is tried first */
};

/* ---- One search of the root ------------------------------------------------------------------------------------ */

static by_value search_window_once(struct ab *s, const struct iteration *it, by_value alpha, by_value beta,
                                   enum by_phase phase)
{
    struct ab_node *root = &s->nodes[0];
    by_value value = 0;

    *root = (struct ab_node){.depth = it->depth * AB_PLY,
                             .alpha = alpha,
                             .alpha_given = alpha,
                             .beta = beta,
                             .info = s->run->root,
                             .via.move = BY_MOVE_NONE,
                             .hash_move = BY_MOVE_NONE,
                             .best_move = BY_MOVE_NONE,
                             .excluded = BY_MOVE_NONE,
                             .phase = phase,
                             .path_ply = INT_MAX,
                             .verifies_null = true};
    s->root_depth = root->depth;
    if (s->line == 0)
        by__ab_try_hash(s, root, &value); /* for its move: the table does not cut at the root */
    if (it->has_guess && (root->hash_move == BY_MOVE_NONE || s->opt.aspiration_widening == AB_WIDEN_STEPS))
        root->hash_move = it->first;
    if (s->is_selective)
        by__ab_evaluate_node(s, root);
    return by__ab_search_node(s, root);
}

/* Whether the value is no win or loss, or one that the rules cannot judge otherwise. */
static bool is_sure(const struct ab *s, by_value value)
{
    return !s->rests_on_past || s->guards_wins || !by__is_decisive(value);
}

/* A win or a loss must not be announced if it rests on lines that the history of the game ends. If it may, the table
 * forgets all wins and losses, and the root is searched again. */
static by_value search_window(struct ab *s, const struct iteration *it, by_value alpha, by_value beta,
                              enum by_phase phase)
{
    by_value value = search_window_once(s, it, alpha, beta, phase);

    if (is_sure(s, value) || s->control->is_stopped)
        return value;
    s->guards_wins = true;
    by__hash_forget_wins(&s->hash);
    return search_window_once(s, it, alpha, beta, phase);
}

static by_value search_wanted(struct ab *s, const struct iteration *it)
{
    return search_window(s, it, it->alpha, it->beta, BY_PHASE_MAIN);
}

/* ---- What the root has found ----------------------------------------------------------------------------------- */

static struct by_line line_of(struct ab *s, const struct iteration *it, by_value value)
{
    struct ab_node *root = &s->nodes[0];
    struct by_line line = {.value = value, .depth = it->depth, .length = s->stack.lengths[0]};

    line.moves = by__stack_variation(&s->stack, 0);
    if (!line.length) { /* every move failed low: there is no variation, but a move */
        by__stack_variation(&s->stack, 0)[0] = root->best_move;
        line.length = 1;
    }
    /* If the rules wait with a verdict, a drawn line may repeat its own positions, and its whole cycle be judged. */
    line.is_proved = !root->met_horizon && !root->is_doubtful && (!s->met_foretold || by__is_decisive(value));
    line.kind = value >= it->beta    ? BY_KIND_AT_LEAST
                : value <= it->alpha ? BY_KIND_AT_MOST
                                     : by__kind_of_value(s->type, value, line.is_proved, root->is_doubtful);
    /* For a goal it matters whether it is reached, not how soon. */
    if (s->type->goal && (line.kind == BY_KIND_WIN || line.kind == BY_KIND_LOSS))
        line.is_proved = true;
    return line;
}

/* Makes what the root has found so far the answer: a lower bound of its best move. */
static void record_bound(struct ab *s, const struct iteration *it)
{
    struct by_line line = line_of(s, it, s->nodes[0].alpha);

    line.kind = BY_KIND_AT_LEAST;
    line.is_proved = false;
    by__lines_set(&s->run->lines, 0, &line);
}

/* ---- Aspiration ------------------------------------------------------------------------------------------------ */

static by_value search_again(struct ab *s, const struct iteration *it, by_value alpha, by_value beta)
{
    by_value value = search_window(s, it, alpha > it->alpha ? alpha : it->alpha, beta < it->beta ? beta : it->beta,
                                   BY_PHASE_RESEARCH);

    /* With a hash table a second search may fail on the other side. Then the whole window is needed. */
    if (!s->control->is_stopped && ((value <= alpha && alpha > it->alpha) || (value >= beta && beta < it->beta)))
        value = search_window(s, it, it->alpha, it->beta, BY_PHASE_RESEARCH);
    return value;
}

/* Widens the window step by step, on the side where it failed. After a fail low the other side follows; after a fail
 * high the next search is a ply shallower, since the move that failed high rarely needs the depth. */
static by_value search_by_steps(struct ab *s, const struct iteration *it)
{
    by_value width = s->opt.aspiration + (it->guess < 0 ? -it->guess : it->guess) / AB_ASPIRATION_VALUE_DEN;
    by_value alpha = it->guess - width, beta = it->guess + width, value;
    enum by_phase phase = BY_PHASE_MAIN;
    struct iteration shallower = *it;

    for (;; width += width / AB_ASPIRATION_GROWTH_DEN + AB_ASPIRATION_GROWTH_BASE, phase = BY_PHASE_RESEARCH) {
        alpha = alpha > it->alpha && !by_value_is_loss(alpha) ? alpha : it->alpha;
        beta = beta < it->beta && !by_value_is_win(beta) ? beta : it->beta;
        value = search_window(s, &shallower, alpha, beta, phase);
        if (s->control->is_stopped || (value > alpha && value < beta))
            break;
        if (value <= alpha && alpha > it->alpha) {
            s->count[AB_ASPIRATION_FAILED_LOW]++;
            beta = (alpha + beta) / 2;
            alpha = value - width;
            shallower.depth = it->depth;
        } else if (value >= beta && beta < it->beta) {
            s->count[AB_ASPIRATION_FAILED_HIGH]++;
            if (s->line == 0)
                record_bound(s, it);
            beta = value + width;
            if (s->is_selective && shallower.depth > it->depth - AB_ASPIRATION_MAX_SHALLOWER && shallower.depth > 1)
                shallower.depth--;
            shallower.first = s->nodes[0].best_move;
        } else
            break;
    }
    s->count[AB_ASPIRATION_HITS] += phase == BY_PHASE_MAIN;
    return value;
}

/* The value will be near that of the iteration before: a narrow window around it cuts more. */
static by_value search_with_aspiration(struct ab *s, const struct iteration *it)
{
    by_value alpha = it->guess - s->opt.aspiration, beta = it->guess + s->opt.aspiration, value;

    if (!s->opt.aspiration || !it->has_guess || by__is_decisive(it->guess) || alpha <= it->alpha || beta >= it->beta)
        return search_wanted(s, it);
    if (s->opt.aspiration_widening == AB_WIDEN_STEPS)
        return it->depth < AB_ASPIRATION_MIN_DEPTH ? search_wanted(s, it) : search_by_steps(s, it);
    value = search_window(s, it, alpha, beta, BY_PHASE_MAIN);
    if (s->control->is_stopped || value >= it->beta || value <= it->alpha)
        return value; /* outside of the window of the iteration a bound is enough */
    if (value >= beta) {
        s->count[AB_ASPIRATION_FAILED_HIGH]++;
        return search_again(s, it, value - 1, it->beta);
    }
    if (value <= alpha) {
        s->count[AB_ASPIRATION_FAILED_LOW]++;
        return search_again(s, it, it->alpha, value + 1);
    }
    s->count[AB_ASPIRATION_HITS]++;
    return value;
}

/* ---- MTD(f) ---------------------------------------------------------------------------------------------------- */

/* MTD(f): approaches the value by null windows (Plaat et al. 1996). A fail-soft search returns a bound to go on from;
 * the other forms return only the side, so the step doubles as long as the side stays the same. A last search with a
 * window around the value gives the variation. */
static by_value search_by_null_windows(struct ab *s, const struct iteration *it)
{
    by_value lower = it->alpha, upper = it->beta, guess = it->has_guess ? it->guess : 0, step = 1;
    bool was_high = false;

    guess = guess <= lower ? lower + 1 : guess > upper ? upper : guess;
    while (lower < upper) {
        by_value beta = guess > lower ? guess : lower + 1;
        by_value value = search_window(s, it, beta - 1, beta, BY_PHASE_SCOUT);
        bool is_high = value >= beta;

        if (s->control->is_stopped)
            return value;
        s->count[AB_MTDF_PASSES]++;
        if (is_high)
            lower = value;
        else
            upper = value;
        step = s->opt.form == AB_FAIL_SOFT || is_high != was_high ? 1 : 2 * step;
        was_high = is_high;
        guess = is_high ? lower + step : upper - step + 1;
        guess = guess > upper ? upper : guess;
    }
    if (upper <= it->alpha || lower >= it->beta)
        return upper <= it->alpha ? upper : lower;
    return search_again(s, it, upper - 1, upper + 1);
}

/* ---- Halving --------------------------------------------------------------------------------------------------- */

/* Where the next null window divides the values from `lower` to `upper`: first by sign, then wins and losses from
 * scores, then in the middle. */
static by_value halfway(by_value lower, by_value upper)
{
    static const by_value borders[] = {1, 0, BY_MIN_WIN, 1 - BY_MIN_WIN};

    for (size_t i = 0; i < sizeof borders / sizeof borders[0]; i++)
        if (lower < borders[i] && borders[i] <= upper)
            return borders[i];
    return lower + (upper - lower + 1) / 2;
}

/* Narrows the bounds by what the game knows without search, if all moves of the root are searched. */
static void narrow_by_bounds(struct ab *s, by_value *lower, by_value *upper)
{
    by_value min, max;

    if (!s->bounds || !by__ab_is_whole(s, &s->nodes[0]))
        return;
    s->bounds(s->state, &min, &max);
    *lower = min > *lower ? min : *lower;
    *upper = max < *upper ? max : *upper;
}

/* A null window search. `proof` gets the move of the last one that failed high, and what the values of all rest on. */
static by_value search_half(struct ab *s, const struct iteration *it, by_value beta, struct ab_node *proof)
{
    struct ab_node *root = &s->nodes[0];
    by_value value = search_window(s, it, beta - 1, beta, BY_PHASE_SCOUT);

    s->count[AB_MTDF_PASSES]++;
    proof->met_horizon |= root->met_horizon;
    proof->is_doubtful |= root->is_doubtful;
    if (value >= beta)
        proof->best_move = root->best_move;
    return value;
}

/* Makes the move of the searches so far the answer, without a variation behind it. If none failed high, since the value
 * is the minimum, one more search finds the move. */
static void record_move(struct ab *s, const struct iteration *it, by_value value, struct ab_node *proof)
{
    struct ab_node *root = &s->nodes[0];

    if (proof->best_move == BY_MOVE_NONE)
        search_half(s, it, value, proof);
    root->met_horizon |= proof->met_horizon;
    root->is_doubtful |= proof->is_doubtful;
    if (proof->best_move != BY_MOVE_NONE)
        root->best_move = proof->best_move;
    s->stack.lengths[0] = 0;
}

/* Approaches the value from both sides. With hash_pv_cuts, which shortens variations, no last search looks for one. */
static by_value search_by_halves(struct ab *s, const struct iteration *it)
{
    by_value lower = it->alpha, upper = it->beta, value;
    struct ab_node proof = {.best_move = BY_MOVE_NONE};

    narrow_by_bounds(s, &lower, &upper);
    while (lower < upper) {
        by_value beta = halfway(lower, upper);

        value = search_half(s, it, beta, &proof);
        if (s->control->is_stopped)
            return value;
        if (value >= beta)
            lower = value;
        else
            upper = value;
    }
    value = upper <= it->alpha ? upper : lower;
    if (!s->opt.hash_pv_cuts && value > it->alpha && value < it->beta)
        return search_again(s, it, value - 1, value + 1);
    record_move(s, it, value, &proof);
    return value;
}

/* ---- An iteration ---------------------------------------------------------------------------------------------- */

static by_value search_value(struct ab *s, const struct iteration *it)
{
    if (s->opt.mtdf)
        return s->opt.mtdf_step == AB_STEP_HALVES ? search_by_halves(s, it) : search_by_null_windows(s, it);
    return search_with_aspiration(s, it);
}

/* A stopped iteration counts if it has searched the best move of the one before, or if there was none before. With
 * aspiration_widening=steps it always has. */
static void record_unfinished(struct ab *s, const struct iteration *it)
{
    struct ab_node *root = &s->nodes[0];
    bool counts = !it->has_guess || is_sure(s, root->alpha);
    bool began_with_best = root->hash_move == it->first || s->opt.aspiration_widening == AB_WIDEN_STEPS;

    if (s->line == 0 && s->stack.lengths[0] > 0 && counts && (!it->has_guess || began_with_best))
        record_bound(s, it);
}

/* The lines of one depth, best first. False: stopped. */
static bool search_depth(struct ab *s, int depth)
{
    const struct by_limits *limits = s->control->limits;
    struct by__run *run = s->run;
    bool has_window = limits->alpha || limits->beta;

    s->met_horizon = false;
    for (s->line = 0; s->line < run->lines.wanted; s->line++) {
        struct iteration it = {.depth = depth,
                               .alpha = has_window ? limits->alpha : -BY_INFINITE,
                               .beta = has_window ? limits->beta : BY_INFINITE,
                               .has_guess = s->line < run->lines.count};
        struct by_line line;
        by_value value;

        if (it.has_guess) {
            it.guess = run->lines.lines[s->line].value;
            it.first = run->lines.lines[s->line].moves[0];
        }
        value = search_value(s, &it);
        if (s->control->is_stopped) {
            record_unfinished(s, &it);
            return false;
        }
        line = line_of(s, &it, value);
        by__lines_set(&run->lines, s->line, &line);
        by__control_settle(s->control);
        s->met_horizon |= s->nodes[0].met_horizon;
    }
    /* Entries of other depths in the table may have made a later line the better one. */
    by__lines_sort(&run->lines);
    return true;
}

/* ---- Deepening ------------------------------------------------------------------------------------------------- */

/* Whether a goal is reached, even if by a rule of thumb: candidates and rules are the same at any depth. */
static bool is_decided(const struct by_line *line)
{
    return (by_value_is_win(line->value) && line->kind != BY_KIND_AT_MOST) ||
           (by_value_is_loss(line->value) && line->kind != BY_KIND_AT_LEAST);
}

/* Whether a deeper search cannot change the result. */
static bool is_settled(const struct ab *s)
{
    const struct by__lines *lines = &s->run->lines;

    if (!s->met_horizon)
        return true;
    for (int i = 0; i < lines->count; i++)
        if (!lines->lines[i].is_proved && !(s->type->goal && is_decided(&lines->lines[i])))
            return false;
    return true;
}

int by__ab_time_percent(struct ab *s, by_move best, by_value value)
{
    static const int by_stability[] = {160, 125, 105, 92, 85, 80};
    enum { MAX_STABLE = sizeof by_stability / sizeof by_stability[0] - 1 };
    struct ab_pace *pace = &s->pace;
    by_value fall = pace->value - value;
    int by_fall = 100;

    if (!s->opt.time_by_stability)
        return 100;
    pace->stable = best != pace->best ? 0 : pace->stable < MAX_STABLE ? pace->stable + 1 : MAX_STABLE;
    if (pace->best != BY_MOVE_NONE)
        by_fall = fall > AB_TIME_FALL_MAX    ? AB_TIME_PERCENT_FALL
                  : fall < -AB_TIME_RISE_MAX ? AB_TIME_PERCENT_RISE
                                             : 100 + fall * 100 / AB_TIME_FALL_OF_ALL;
    pace->best = best;
    pace->value = value;
    return by_stability[pace->stable] * by_fall / 100;
}

/* The first depth: with steps of two, one of the same parity as the last. */
static int first_depth(int step, int last)
{
    return step == 0 ? last : step == 2 && last % 2 == 0 ? 2 : 1;
}

/* Without a depth limit the search has to deepen. */
static int step_of(const struct ab *s)
{
    return s->opt.deepening || s->run->has_depth ? s->opt.deepening : 1;
}

/* The depth after this one; after 0 the first. Of threads that do not race, every second one is a ply ahead. */
static int next_depth(struct ab *s, int depth)
{
    int last = s->run->depth, step = step_of(s), first = first_depth(step, last);
    int ahead = first < last ? s->number % 2 : 0;

    step = step ? step : 1;
    if (s->race)
        return by__ab_race_next(s, first, step, last);
    return depth ? depth + step : first + ahead;
}

/* Whether the iteration that is done was the last, and why. */
static bool has_reason_to_end(struct ab *s, int depth)
{
    const struct by_line *line = &s->run->lines.lines[0];

    if (s->control->is_stopped)
        return true;
    if (is_settled(s))
        s->control->reason = BY_STOPPED_DONE;
    else if (depth + (step_of(s) ? step_of(s) : 1) > s->run->depth)
        s->control->reason = BY_STOPPED_DEPTH;
    else if (by__control_is_enough(s->control, by__ab_time_percent(s, line->moves[0], line->value)))
        s->control->reason = BY_STOPPED_TIME;
    else
        return false;
    return true;
}

void by__ab_deepen(struct ab *s)
{
    struct by__run *run = s->run;

    for (int depth = next_depth(s, 0); depth <= run->depth; depth = next_depth(s, depth)) {
        bool is_last;

        if (!search_depth(s, depth) && !by__ab_race_is_lost(s, depth))
            return;
        if (s->race)
            depth = by__ab_race_share(s, depth);
        by__control_settle(s->control);
        run->result->depth = depth;
        is_last = has_reason_to_end(s, depth);
        if (is_last)
            by__ab_end_helpers(s); /* so that the last report includes their counters */
        run->hash_permille = s->hash.slots ? by__hash_permille(&s->hash) : 0;
        for (int i = 0; i < run->lines.count; i++)
            by__run_report_line(run, i);
        if (is_last)
            return;
    }
}

void by__ab_begin(struct ab *s, struct by__run *run)
{
    s->run = run;
    s->state = run->state;
    s->control = &run->control;
    s->evaluations = 0;
    s->is_fresh = false;
    s->has_past = run->position->length && (run->extent.judges_repetition || !run->extent.max_plies);
    s->guards_wins = !s->has_past;
    s->rests_on_past = s->opt.threads > 1; /* other threads may use one and store what follows from it */
    s->met_foretold = false;
    for (int i = 0; i < AB_COUNTER_COUNT; i++)
        s->count[i] = 0;
    s->pace = (struct ab_pace){.best = BY_MOVE_NONE};
    by__ab_order_clear(s);
}

static by_status run_alphabeta(void *self, struct by__run *run, by_error *error)
{
    struct ab *s = self;
    by_status status;

    by__ab_begin(s, run);
    by__hash_new_search(&s->hash);
    status = by__ab_start_helpers(s, error);
    if (status)
        return status;
    if (step_of(s) || run->depth == 1)
        s->control->owed = UINT64_MAX; /* the first iteration has no time limit, unless it goes to the full depth */
    by__ab_deepen(s);
    by__ab_end_helpers(s);
    by__one_ply_search(run);
    run->result->evaluations += s->evaluations;
    by__report_counters(run->result, s->counters, by__ab_counter_names, s->count, AB_COUNTER_COUNT);
    return BY_OK;
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

static const struct by_tactics no_tactics = {BY_SIZE(by_tactics)};

/* Whether a technique is on that uses static evaluations; their margins are in the scale of the prices. */
static bool is_selective(const struct ab *s)
{
    const struct ab_options *opt = &s->opt;

    if (!s->evaluate || !s->tactics->prices || s->type->goal)
        return false;
    return opt->quiescence_see || opt->quiescence_delta || opt->reverse_futility || opt->razoring || opt->probcut ||
           opt->futility || opt->late_pruning || opt->see_pruning || opt->history_pruning || opt->late_reductions ||
           opt->internal_reduction || opt->singular || opt->null_move == AB_NULL_DYNAMIC;
}

static void init(void *self, const by_method *method, const by_game *game, const by_options *options)
{
    struct ab *s = self;

    (void)method;
    by_options_read(options, &s->opt);
    s->type = game->type;
    s->rules = s->type->rules;
    s->evaluate = s->type->evaluation ? s->type->evaluation->evaluate : NULL;
    s->bounds = s->opt.bounds && s->type->evaluation ? s->type->evaluation->bounds : NULL;
    s->tactics = s->type->tactics ? s->type->tactics : &no_tactics;
    s->describe = s->tactics->describe;
    if (!s->tactics->prices && s->opt.history_gain == AB_GAIN_GRAVITY)
        s->opt.history_gain = AB_GAIN_SQUARE; /* where nothing else is selective, nothing has failed for good */
    s->is_staged = s->opt.picker && s->opt.captures == AB_BY_SEE && s->opt.killers != AB_BEFORE_CAPTURES &&
                   s->opt.killer_kind == AB_KILLERS_RECENT && !s->opt.extend_single && s->describe &&
                   s->tactics->prices && s->tactics->see_at_least && !s->bounds;
    s->is_selective = is_selective(s);
    s->key_after = s->opt.hash && s->opt.hash_prefetch ? s->tactics->key_after : NULL;
}

enum { QUIESCENCE_PLIES = 64 };

/* Extensions may add twice the depth, within the plies of a search without a limit. */
static int reach(const void *self, int depth)
{
    const struct ab_options *opt = &((const struct ab *)self)->opt;
    int plies = depth, max_plies = depth > BY__PLIES_DEFAULT ? depth : BY__PLIES_DEFAULT;

    if (opt->extend_check || opt->extend_single || opt->extend_mate || opt->extend_recapture)
        plies = 3 * depth < max_plies ? 3 * depth : max_plies;
    return opt->quiescence ? plies + QUIESCENCE_PLIES : plies;
}

static void release(void *self)
{
    by__ab_release(self);
    by__crew_destroy(((struct ab *)self)->crew);
}

const by_method by__alphabeta = {
    .name = "alphabeta",
    .help = "Alpha-beta with every classic technique as an option.",
    .options = by__ab_option_table,
    .presets = by__ab_presets,
    .size = sizeof(struct ab),
    .init = init,
    .reach = reach,
    .reserve = by__ab_reserve,
    .get_ready = by__ab_get_ready,
    .run = run_alphabeta,
    .clear = by__ab_clear,
    .release = release,
};
