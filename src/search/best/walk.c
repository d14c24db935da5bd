/* SPDX-License-Identifier: MIT
 *
 * The tree of B* and its descendants: memory, descent to a leaf, expansion, and the result.
 */
#include <stdlib.h>

#include "search/best/best.h"
#include "search/one_ply.h"

const char *const by__best_sources[] = {"game", "probes", NULL};

static const char *const counter_names[] = {BEST_COUNTERS(BY__COUNTER_NAME)};

void by__best_init(void *self, const by_method *method, const by_game *game, const by_options *options)
{
    struct best_search *search = self;

    (void)game;
    search->variant = (enum best_variant)method->variant;
    by_options_read(options, &search->opt);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* All that a run takes besides its nodes. */
static size_t bytes_besides_nodes(const struct best_walk *w)
{
    size_t max_moves = (size_t)w->run->extent.max_moves, rows = (size_t)by__best_probe_rows(w->opt) + 1;

    return w->run->bytes + rows * max_moves * sizeof *w->list + ((size_t)w->plies + 1) * sizeof *w->path +
           by__best_tree_bytes((int)max_moves);
}

static bool allocate(struct best_walk *w, size_t node_bytes)
{
    size_t max_moves = (size_t)w->run->extent.max_moves;

    w->list = malloc(max_moves * sizeof *w->list);
    w->probes = malloc((size_t)by__best_probe_rows(w->opt) * max_moves * sizeof *w->probes);
    w->path = malloc(((size_t)w->plies + 1) * sizeof *w->path);
    return by__best_tree_create(&w->tree, node_bytes, (int)max_moves) && w->list && w->probes && w->path;
}

static void end(struct best_walk *w)
{
    by__best_tree_destroy(&w->tree);
    free(w->list);
    free(w->probes);
    free(w->path);
}

/* Where no move has a target, they are not all alike. */
static bool has_targets(const struct by_moves *moves)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].to)
            return true;
    return false;
}

static by_status begin(struct best_walk *w, const struct best_search *s, struct by__run *run, by_error *error)
{
    size_t min = ((size_t)run->root_moves.count + 1) * sizeof(struct best_node), besides, left;
    size_t limit = by__bytes_of_kib(s->opt.memory_kib);
    by_status status;

    *w = (struct best_walk){.opt = &s->opt,
                            .has_estimates = s->variant == BEST_BSP,
                            .rules = run->type->rules,
                            .evaluation = run->type->evaluation,
                            .tactics = run->type->tactics,
                            .run = run,
                            .control = &run->control,
                            .state = run->state,
                            .plies = run->depth,
                            .has_targets = has_targets(&run->root_moves),
                            .is_doubtful = run->root_moves.is_partial};
    w->is_probing = s->opt.bounds == BEST_FROM_PROBES || !w->evaluation || !w->evaluation->bounds;
    besides = bytes_besides_nodes(w);
    left = limit > besides ? limit - besides : 0;
    status = by__check_memory(besides + min, limit, error);
    if (status)
        return status;
    if (!allocate(w, left > min ? left : min)) {
        end(w);
        return by_error_no_memory(error);
    }
    return BY_OK;
}

/* ---- Looking at positions -------------------------------------------------------------------------------------- */

void by__best_report(struct best_walk *w, struct by_event *event)
{
    event->depth = w->plies - event->ply;
    if (w->control->wants & event->kind)
        by__control_notify(w->control, event);
}

/* With the interval of the node as its window. */
static void report_node(struct best_walk *w, enum by_event_kind kind, int ply, const struct best_node *node,
                        enum by_reason reason)
{
    bool is_max = best_is_max(w, node);
    struct by_event event = {.kind = kind,
                             .reason = reason,
                             .side = node->side,
                             .ply = ply,
                             .move = node->move,
                             .alpha = is_max ? node->pess : -node->opt,
                             .beta = is_max ? node->opt : -node->pess};

    event.value = event.alpha;
    by__best_report(w, &event);
}

static bool has_no_move(struct best_walk *w)
{
    struct by_moves moves = {0};

    w->rules->moves(w->state, BY_MOVES_ALL, &moves);
    w->is_doubtful |= moves.is_partial;
    return moves.count == 0;
}

static void turn_to_root(const struct best_walk *w, struct best_node *node)
{
    by_value pess = node->pess;

    if (best_is_max(w, node))
        return;
    node->pess = -node->opt;
    node->opt = -pess;
    node->real = -node->real;
}

/* Fills the node of the position on the board. */
static void evaluate(struct best_walk *w, int ply, struct best_node *node)
{
    enum by_reason reason = BY_REASON_SEARCHED;
    struct by_node facts;

    by__ask_rules(w->rules, w->state, ply, &facts);
    node->side = facts.side;
    report_node(w, BY_EVENT_ENTER, ply, node, BY_REASON_NONE);
    if (ply > w->control->selective_depth)
        w->control->selective_depth = ply;
    if (facts.is_over || (!facts.can_move && has_no_move(w))) {
        reason = BY_REASON_OVER;
        w->is_doubtful |= by__is_doubtful_end(&facts);
        node->pess = node->real = node->opt = by__value_at_ply(facts.value, ply);
    } else if (ply >= w->plies) {
        reason = BY_REASON_HORIZON;
        w->met_horizon = true;
        node->pess = node->real = node->opt = by__best_estimate(w);
    } else {
        by__best_judge(w, ply, &facts, node);
    }
    turn_to_root(w, node);
    report_node(w, BY_EVENT_LEAVE, ply, node, reason);
}

/* ---- Expansion ------------------------------------------------------------------------------------------------- */

/* The number of a move's cluster: that of the first with its target, or the next one. */
static uint8_t cluster_of(const struct best_walk *w, const struct by_moves *moves, int index,
                          const struct best_node *siblings, int *count)
{
    if (!w->has_targets)
        return 0;
    for (int i = 0; i < index; i++)
        if (moves->list[i].to == moves->list[index].to)
            return siblings[i].cluster;
    return (uint8_t)(*count)++;
}

/* Where a limit has ended the run before all of the root's moves were judged, the others are estimated: an answer rests
 * on an estimate of every move. */
static void estimate_rest(struct best_walk *w, const struct best_node *children, const struct by_moves *moves,
                          int judged)
{
    if (!by__one_ply_is_due(w->run))
        return;
    for (int i = 0; i < moves->count; i++) {
        if (i < judged)
            by__one_ply_add(w->run, moves->list[i].move, children[i].real, true);
        else
            by__one_ply_search_move(w->run, moves->list[i].move);
    }
    by__one_ply_end(w->run);
}

/* Gives the node on the board its children. False: stopped, the node has none. */
static bool expand(struct best_walk *w, int32_t place, int ply, const struct by_moves *moves)
{
    int32_t first = by__best_tree_allocate(&w->tree, moves->count);
    int clusters = 0, judged = 0;

    if (first == BEST_NOBODY) {
        w->control->is_stopped = true;
        w->control->reason = BY_STOPPED_MEMORY;
        return false;
    }
    for (; judged < moves->count; judged++) {
        struct best_node *child = &w->tree.nodes[first + judged];

        if (!ply)
            by__one_ply_reserve(w->run, judged, true);
        if (!by__control_count(w->control))
            break;
        *child = (struct best_node){.pess = -BY_INFINITE,
                                    .opt = BY_INFINITE,
                                    .move = moves->list[judged].move,
                                    .first_child = BEST_NOBODY,
                                    .opt_ply = (int16_t)(ply + 1),
                                    .cluster = cluster_of(w, moves, judged, &w->tree.nodes[first], &clusters)};
        w->rules->push(w->state, child->move);
        evaluate(w, ply + 1, child);
        /* A child that a limit has kept from being judged is estimated as it stands on the board. */
        if (!ply && w->control->is_stopped && by__one_ply_is_due(w->run)) {
            child->pess = child->real = child->opt = by__best_estimate(w);
            turn_to_root(w, child);
        }
        w->rules->pop(w->state, child->move);
    }
    if (w->control->is_stopped) {
        if (!ply)
            estimate_rest(w, &w->tree.nodes[first], moves, judged);
        by__best_tree_free(&w->tree, first, moves->count);
        return false;
    }
    w->tree.nodes[place].first_child = first;
    w->tree.nodes[place].child_count = moves->count;
    return true;
}

struct best_node by__best_summary(const struct best_walk *w, const struct best_node *node)
{
    struct best_node sum = w->tree.nodes[node->first_child];

    for (int32_t i = 1; i < node->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[node->first_child + i];

        if (best_is_max(w, node) ? child->pess > sum.pess : child->pess < sum.pess)
            sum.pess = child->pess;
        if (best_is_max(w, node) ? child->real > sum.real : child->real < sum.real)
            sum.real = child->real;
        if (best_is_max(w, node) ? child->opt > sum.opt : child->opt < sum.opt) {
            sum.opt = child->opt;
            sum.opt_ply = child->opt_ply;
        }
    }
    return sum;
}

/* False: stopped, nothing is known. */
static bool expand_root(struct best_walk *w)
{
    struct best_node *root = &w->tree.nodes[by__best_tree_allocate(&w->tree, 1)], sum;

    *root = (struct best_node){.pess = -BY_INFINITE,
                               .opt = BY_INFINITE,
                               .move = BY_MOVE_NONE,
                               .first_child = BEST_NOBODY,
                               .side = w->run->root.side};
    w->path[0] = 0;
    report_node(w, BY_EVENT_ENTER, 0, root, BY_REASON_NONE);
    if (!expand(w, 0, 0, &w->run->root_moves))
        return false;
    sum = by__best_summary(w, root);
    root->pess = sum.pess;
    root->real = sum.real;
    root->opt = sum.opt;
    return true;
}

static bool expand_leaf(struct best_walk *w, int32_t place, int ply)
{
    struct by_moves moves = {.list = w->list};

    w->rules->moves(w->state, BY_MOVES_ALL, &moves);
    w->is_doubtful |= moves.is_partial;
    if (!expand(w, place, ply, &moves))
        return false;
    w->count[BEST_EXPANSIONS]++;
    return true;
}

static void enter(struct best_walk *w, int32_t place, int ply)
{
    w->path[ply] = place;
    w->rules->push(w->state, w->tree.nodes[place].move);
    report_node(w, BY_EVENT_ENTER, ply, &w->tree.nodes[place], BY_REASON_NONE);
}

bool by__best_advance(struct best_walk *w, int32_t place, const struct best_strategy *strategy)
{
    bool is_expanded;
    int ply = 1;

    /* There are no iterations after which a share of the clock could be found to be used up */
    if (by__control_is_enough(w->control, 100)) {
        w->control->is_stopped = true;
        w->control->reason = BY_STOPPED_TIME;
        return false;
    }
    enter(w, place, ply);
    while (w->tree.nodes[place].first_child != BEST_NOBODY) {
        place = strategy->choose(w, place, strategy->context);
        enter(w, place, ++ply);
    }
    is_expanded = expand_leaf(w, place, ply);
    for (; ply > 0; ply--) {
        if (is_expanded)
            strategy->back_up(w, w->path[ply], strategy->context);
        report_node(w, BY_EVENT_LEAVE, ply, &w->tree.nodes[w->path[ply]], BY_REASON_SEARCHED);
        w->rules->pop(w->state, w->tree.nodes[w->path[ply]].move);
    }
    if (is_expanded)
        strategy->back_up(w, 0, strategy->context);
    return is_expanded;
}

void by__best_close(struct best_walk *w, int32_t place)
{
    if (!place || !best_is_closed(&w->tree.nodes[place]))
        return;
    w->count[BEST_CLOSED]++;
    by__best_tree_prune(&w->tree, place);
}

/* ---- The result ------------------------------------------------------------------------------------------------ */

/* How good a node seems to the side that chooses it: by estimates, if there are any, else by what is certain. */
static bool looks_better(const struct best_walk *w, const struct best_node *a, const struct best_node *b, bool for_max)
{
    bool has_estimates = w->is_probing || w->has_estimates;
    by_value mine = has_estimates ? a->real : for_max ? a->pess : a->opt;
    by_value other = has_estimates ? b->real : for_max ? b->pess : b->opt;

    return for_max ? mine > other : mine < other;
}

/* Follows the tree from a child of the root. */
static int find_variation(const struct best_walk *w, int32_t place, by_move *out)
{
    int length = 0;

    out[length++] = w->tree.nodes[place].move;
    while (w->tree.nodes[place].first_child != BEST_NOBODY && length < w->plies) {
        const struct best_node *node = &w->tree.nodes[place];
        bool for_max = best_is_max(w, node);

        place = node->first_child;
        for (int32_t i = 1; i < node->child_count; i++)
            if (looks_better(w, &w->tree.nodes[node->first_child + i], &w->tree.nodes[place], for_max))
                place = node->first_child + i;
        out[length++] = w->tree.nodes[place].move;
    }
    return length;
}

/* Whether the bounds in the tree can be trusted. */
static bool has_valid_bounds(const struct best_walk *w)
{
    return !w->is_probing && !w->met_horizon && !w->is_doubtful && !w->count[BEST_INVALID_BOUNDS];
}

/* The kind of a value: proved by bounds, an estimate, or seemingly certain. */
static struct by_line line_of(const struct best_walk *w, const struct best_node *node, bool is_proved)
{
    struct by_line line = {.value = node->pess, .kind = BY_KIND_AT_LEAST, .is_proved = is_proved};

    if (is_proved && best_is_closed(node))
        line.kind = by__kind_of_value(w->run->type, node->pess, true, false);
    if (!is_proved && (w->is_probing || w->has_estimates)) {
        line.value = node->real;
        line.kind = BY_KIND_EXACT;
    }
    return line;
}

static void set_line(struct best_walk *w, int index, int32_t place, bool is_proved, by_move *moves)
{
    struct by_line line = line_of(w, &w->tree.nodes[place], is_proved);

    line.length = find_variation(w, place, moves);
    line.depth = line.length + (w->is_probing ? w->probe_depth : 0);
    line.moves = moves;
    by__lines_set(&w->run->lines, index, &line);
}

/* The best-looking child of the root that is no line yet. */
static int32_t next_line(const struct best_walk *w)
{
    const struct best_node *root = &w->tree.nodes[0];
    int32_t next = BEST_NOBODY;

    for (int32_t place = root->first_child; place < root->first_child + root->child_count; place++) {
        bool is_taken = false;

        for (int i = 0; i < w->run->lines.count; i++)
            is_taken |= w->run->lines.lines[i].moves[0] == w->tree.nodes[place].move;
        if (!is_taken && (next == BEST_NOBODY || looks_better(w, &w->tree.nodes[place], &w->tree.nodes[next], true)))
            next = place;
    }
    return next;
}

/* The chosen move first. */
static void set_lines(struct best_walk *w, const struct best_choice *choice)
{
    struct by__run *run = w->run;
    bool is_valid = has_valid_bounds(w);
    by_move *moves = (by_move *)w->path; /* which is no longer needed */

    run->lines.count = 0;
    set_line(w, 0, choice->place, choice->is_done && is_valid, moves);
    while (run->lines.count < run->lines.wanted) {
        int32_t next = next_line(w);

        set_line(w, run->lines.count, next, is_valid && best_is_closed(&w->tree.nodes[next]), moves);
    }
}

/* The results of the root's moves. */
static void report_children(struct best_walk *w)
{
    const struct best_node *root = &w->tree.nodes[0];

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[i];
        bool is_max = best_is_max(w, child);
        struct by_event event = {.kind = BY_EVENT_CHILD,
                                 .side = child->side,
                                 .ply = 1,
                                 .move = child->move,
                                 .alpha = is_max ? child->pess : -child->opt,
                                 .beta = is_max ? child->opt : -child->pess,
                                 .value = is_max ? child->real : -child->real,
                                 .chance = w->has_estimates ? child->chance : -1};

        by__best_report(w, &event);
    }
}

/* Why the search has ended by itself. Open moves need no search: they could not change the move, as far as bounds and
 * chances can be trusted. */
static enum by_stop_reason reason_of(const struct best_walk *w)
{
    if (w->met_horizon)
        return BY_STOPPED_DEPTH;
    if (w->is_spent)
        return BY_STOPPED_NODES;
    return best_is_closed(&w->tree.nodes[0]) ? BY_STOPPED_DONE : BY_STOPPED_DECIDED;
}

/* ---- Passes ---------------------------------------------------------------------------------------------------- */

static bool has_limit(const struct by__control *control)
{
    return control->node_limit || control->evaluation_limit || control->deadline_us != INT64_MAX;
}

/* Whether deeper probes could change the choice. Bounds of the game do not depend on probes. */
static bool goes_deeper(const struct best_walk *w, const struct best_choice *choice)
{
    by_value value = w->tree.nodes[choice->place].real;

    return w->opt->deeper_probes && w->is_probing && !w->control->is_stopped && !choice->is_spent &&
           w->run->root_moves.count > 1 && w->probe_depth < by__best_deepest(w->opt) && has_limit(w->control) &&
           !by_value_is_win(value) && !by_value_is_loss(value);
}

static void report_lines(const struct best_walk *w)
{
    struct by__run *run = w->run;

    run->hash_permille = (int)((int64_t)w->tree.count * 1000 / w->tree.room);
    for (int i = 0; i < run->lines.count; i++)
        by__run_report_line(run, i);
}

/* A pass is a whole search with probes of one depth. One that was stopped before it has looked at all of the root's
 * moves leaves the lines of the pass before; with all of them probed a ply deeper its choice is the better founded one,
 * though it may not be done. */
static void run_passes(struct best_search *s, struct best_walk *w)
{
    bool is_last = false;

    for (w->probe_depth = s->opt.probe_depth; !is_last; w->probe_depth++) {
        is_last = true;
        by__best_tree_clear(&w->tree);
        if (expand_root(w)) {
            struct best_choice choice;

            by__control_settle(w->control);
            choice = s->variant == BEST_BSP ? by__best_search_bsp(w) : by__best_search_bstar(w);
            w->is_spent = choice.is_spent;
            set_lines(w, &choice);
            report_children(w);
            report_lines(w);
            is_last = !goes_deeper(w, &choice);
        }
        report_node(w, BY_EVENT_LEAVE, 0, &w->tree.nodes[0], BY_REASON_SEARCHED);
    }
}

by_status by__best_run(void *self, struct by__run *run, by_error *error)
{
    struct best_search *s = self;
    struct best_walk w;
    by_status status = begin(&w, s, run, error);

    if (status)
        return status;
    run_passes(s, &w);
    if (!run->control.is_stopped)
        run->control.reason = reason_of(&w);
    run->result->depth = run->lines.count ? run->lines.lines[0].depth : 0;
    by__report_counters(run->result, s->counters, counter_names, w.count, BEST_COUNTER_COUNT);
    end(&w);
    return BY_OK;
}
