/* SPDX-License-Identifier: MIT
 *
 * Runs of proof-number searches: memory, the answer with its line, and the methods.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "search/proof/best_first.h"
#include "search/proof/lists.h"

enum form { BEST_FIRST, DEPTH_FIRST, STAR };

struct pr_search {
    enum form form;
    struct pr_options opt;
    struct pr_table table; /* of a depth-first search */
    struct pr_tree tree;   /* of a best-first search */
    struct pr_lists lists;
    struct pr_walk walk;
    struct pr_question asked; /* the question that the table is about */
    uint64_t history;         /* and the code of the moves that had led to the root */
    bool has_asked;
    by_move *line;
    int plies, max_moves; /* what there is room for */
    struct by_counter counters[PR_COUNTER_COUNT];
};

static const char *const counter_names[PR_COUNTER_COUNT] = {
    [PR_EXPANSIONS] = "expansions",
    [PR_REEXPANSIONS] = "re_expansions",
    [PR_LIST_CACHE_HITS] = "list_cache_hits",
    [PR_TABLE_HITS] = "table_hits",
    [PR_TWIN_HITS] = "twin_hits",
    [PR_SIMULATIONS] = "simulations",
    [PR_SIMULATIONS_DONE] = "simulations_done",
    [PR_SIMILAR] = "similar",
    [PR_SIMILAR_DONE] = "similar_done",
    [PR_COLLECTIONS] = "collections",
};

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* What one thread needs for a run. */
struct need {
    int plies;
    int max_moves;
    size_t children; /* room for the lists of a path */
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The lists of a path of full length, or as many as a quarter of the memory holds: lines that would need more count as
 * left open. */
static struct need need_of(const struct pr_search *s, const struct by__run *run)
{
    int most = run->extent.max_plies;
    struct need need = {.plies = run->plies, .max_moves = larger(run->extent.max_moves, 1)};
    size_t few = 4 * (size_t)larger(need.max_moves, s->max_moves),
           quarter = (s->opt.memory + BY__MEMORY_SLACK) / 4 / sizeof(struct pr_child);

    /* As many as any depth will need, so that the table survives from one depth limit to the next. */
    need.plies = larger(need.plies, most && most < BY__PLIES_DEFAULT ? most : BY__PLIES_DEFAULT);
    need.plies = larger(need.plies, s->plies);
    need.max_moves = larger(need.max_moves, s->max_moves);
    need.children = s->form == BEST_FIRST ? 1 : (size_t)need.plies * (size_t)need.max_moves;
    if (need.children > quarter)
        need.children = quarter > few ? quarter : few;
    return need;
}

static size_t bytes_of(const struct need *need)
{
    return ((size_t)need->plies + 2) * (sizeof(struct pr_frame) + sizeof(by_move)) +
           need->children * sizeof(struct pr_child) + (size_t)need->max_moves * sizeof(struct by_move_info);
}

static void release(struct pr_search *s)
{
    struct pr_walk *w = &s->walk;

    free(w->frames);
    free(w->children);
    free(w->list);
    free(s->line);
    w->frames = NULL;
    w->children = NULL;
    w->list = NULL;
    s->line = NULL;
    s->plies = s->max_moves = 0;
    by__pr_table_destroy(&s->table);
    by__pr_tree_destroy(&s->tree);
    by__pr_lists_destroy(&s->lists);
    s->has_asked = false;
}

/* What the table or the tree takes at least, and what it takes now. */
static size_t least_bytes(const struct pr_search *s, const struct need *need)
{
    return s->form == BEST_FIRST ? ((size_t)need->max_moves + 1) * PR_NODE_BYTES : by__pr_table_bytes(0);
}

static size_t bytes_now(const struct pr_search *s)
{
    return (size_t)s->tree.room * PR_NODE_BYTES + s->table.windows * PR_WINDOW * sizeof *s->table.slots +
           s->lists.room * sizeof *s->lists.ring + s->lists.mark_count * sizeof *s->lists.marks;
}

/* The part of the memory that lists of moves are kept in. */
enum { LISTS_SHARE = 4 };

static bool allocate(struct pr_search *s, const struct need *need, size_t bytes)
{
    struct pr_walk *w = &s->walk;

    w->frames = malloc(((size_t)need->plies + 2) * sizeof *w->frames);
    w->children = malloc(need->children * sizeof *w->children);
    w->list = malloc((size_t)need->max_moves * sizeof *w->list);
    s->line = malloc(((size_t)need->plies + 2) * sizeof *s->line);
    w->child_room = need->children;
    s->plies = need->plies;
    s->max_moves = need->max_moves;
    if (!w->frames || !w->children || !w->list || !s->line)
        return false;
    if (s->form == BEST_FIRST)
        return by__pr_tree_create(&s->tree, bytes);
    if (s->opt.list_cache && !by__pr_lists_create(&s->lists, bytes / LISTS_SHARE))
        return false;
    bytes -= s->opt.list_cache ? bytes / LISTS_SHARE : 0;
    return by__pr_table_create(&s->table, bytes, s->opt.gc == PR_GC_SMALL_TREE);
}

static by_status reserve(void *self, const struct by__run *run, by_error *error)
{
    struct pr_search *s = self;
    struct need need = need_of(s, run);
    size_t fixed = run->bytes + bytes_of(&need), limit = s->opt.memory, least = least_bytes(s, &need);
    bool has_room = bytes_now(s) && s->plies == need.plies && s->max_moves == need.max_moves;
    by_status status = by__check_memory(fixed + least, limit, error);

    if (status || (has_room && fixed + bytes_now(s) <= limit + BY__MEMORY_SLACK))
        return status;
    release(s);
    if (!allocate(s, &need, limit > fixed + least ? limit - fixed : least)) {
        release(s);
        return by_error_no_memory(error);
    }
    return BY_OK;
}

/* ---- The line -------------------------------------------------------------------------------------------------- */

static bool is_listed(const struct by_moves *moves, by_move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == move)
            return true;
    return false;
}

/* The move that the table has for the position on the board. */
static by_move move_in_table(struct pr_walk *w, uint64_t key, uint64_t path_code)
{
    struct by_moves moves = {.list = w->list};
    struct pr_entry entry;

    if (!key ||
        (!by__pr_table_find_twin(w->table, key, path_code, &entry) && !by__pr_table_find(w->table, key, &entry)))
        return BY_MOVE_NONE;
    w->rules->moves(w->state, BY_MOVES_ALL, &moves);
    return is_listed(&moves, entry.move) ? entry.move : BY_MOVE_NONE;
}

/* The root's move, from what is known of all of them. */
static by_move root_move(const struct pr_walk *w, const struct pr_fact *root)
{
    const struct pr_frame *f = &w->frames[0];
    bool is_lost = pr_own(root, f->is_or) >= PR_INFINITE;
    int best = 0;

    for (int i = 1; i < f->count; i++) {
        const struct pr_child *child = &f->children[i], *other = &f->children[best];
        pr_number mine = pr_own(&child->fact, f->is_or), his = pr_own(&other->fact, f->is_or);

        if (is_lost ? child->work > other->work
                    : mine < his || (mine == 0 && his == 0 && pr_solidity(&child->fact) > pr_solidity(&other->fact)))
            best = i;
    }
    return f->count ? f->children[best].move : w->run->root_moves.list[0].move;
}

/* Follows the table from the root, as far as it knows, or to where the line would go round in a circle. */
static int find_line(struct pr_search *s, const struct pr_fact *root)
{
    struct pr_walk *w = &s->walk;
    uint64_t path_code = 0;
    by_move move = root_move(w, root);
    int length = 0;

    if (s->form == BEST_FIRST)
        return by__pr_best_first_line(w, &s->tree, s->line);
    while (move != BY_MOVE_NONE && length < w->plies) {
        struct by_node node;

        s->line[length++] = move;
        w->rules->push(w->state, move);
        w->rules->node(w->state, length, &node);
        path_code = by__pr_path_code(path_code, move, length);
        move = node.is_over ? BY_MOVE_NONE : move_in_table(w, node.key, path_code);
    }
    for (int i = length; i-- > 0;)
        w->rules->pop(w->state, s->line[i]);
    return length;
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

/* A code of the moves that led to the root, and where they ended; 0: there were none. */
static uint64_t history_code(const struct by__run *run)
{
    const by_position *position = run->position;
    uint64_t code = position->length ? run->root.key : 0;

    for (size_t i = 0; i < position->length; i++)
        code = by_random_word(code ^ position->history[i]);
    return code;
}

/* What is known from earlier runs holds for the same question. With another history behind the root it may not: moves
 * may be forbidden then, and positions be repetitions, that were none before. */
static void begin_table(struct pr_search *s, const struct pr_question *question, const struct by__run *run)
{
    uint64_t history = history_code(run);
    bool is_same = s->has_asked && s->asked.prover == question->prover && s->asked.threshold == question->threshold &&
                   s->history == history;

    by__pr_table_begin(&s->table, !is_same);
    s->asked = *question;
    s->history = history;
    s->has_asked = true;
}

static void begin(struct pr_search *s, struct by__run *run)
{
    struct pr_walk *w = &s->walk;

    w->opt = &s->opt;
    w->type = run->type;
    w->rules = run->type->rules;
    w->table = s->form == BEST_FIRST ? NULL : &s->table;
    w->key_after = w->table && run->type->tactics ? run->type->tactics->key_after : NULL;
    w->lists = s->lists.ring ? &s->lists : NULL;
    w->only_proof = s->form == STAR;
    w->run = run;
    w->control = &run->control;
    w->state = run->state;
    w->question = by__pr_question(&s->opt, run);
    w->plies = run->plies;
    w->next_power = 1;
    memset(w->filter, 0, sizeof w->filter);
    memset(w->count, 0, sizeof w->count);
    s->lists.run++;
    if (w->table)
        begin_table(s, &w->question, run);
}

/* pn*: the root's proof number may grow by one unit in each iteration. */
static struct pr_fact search_star(struct pr_walk *w)
{
    struct pr_fact fact;
    pr_number limit = PR_UNIT;
    bool is_idle = false;

    do {
        uint64_t expansions = w->count[PR_EXPANSIONS];

        limit = pr_sum(limit, PR_UNIT);
        fact = by__pr_search_root(w, limit, is_idle && w->opt->loops == PR_LOOPS_TCA);
        limit = fact.proof > limit ? fact.proof : limit;
        is_idle = w->count[PR_EXPANSIONS] == expansions;
    } while (!pr_is_solved(&fact) && !w->control->is_stopped);
    return fact;
}

static struct pr_fact search(struct pr_search *s)
{
    if (s->form == BEST_FIRST)
        return by__pr_search_best_first(&s->walk, &s->tree);
    if (s->form == STAR)
        return search_star(&s->walk);
    return by__pr_search_root(&s->walk, PR_INFINITE, false);
}

/* Searches for an answer. What the plies leave open counts against the prover at first, so that a proof is one; if
 * there is none, a disproof is looked for in the same way. */
static struct pr_fact solve(struct pr_search *s)
{
    struct pr_walk *w = &s->walk;
    struct pr_fact fact = search(s);

    if (!fact.is_open || w->control->is_stopped)
        return fact;
    w->question.open_is_yes = true;
    s->lists.run++;
    if (w->table)
        by__pr_table_begin(w->table, false);
    return search(s);
}

static void tell_end(struct pr_walk *w)
{
    struct by_event event = {.kind = BY_EVENT_NUMBERS,
                             .side = w->run->root.side,
                             .move = BY_MOVE_NONE,
                             .proof_number = w->run->result->proof_number,
                             .disproof_number = w->run->result->disproof_number};

    if (w->control->wants & BY_EVENT_NUMBERS)
        by__control_notify(w->control, &event);
}

static by_status run_search(void *self, struct by__run *run, by_error *error)
{
    struct pr_search *s = self;
    struct pr_walk *w = &s->walk;
    uint64_t collections = s->table.collections;
    struct pr_fact root;

    (void)error;
    begin(s, run);
    root = solve(s);
    if (!run->control.is_stopped)
        run->control.reason = root.is_open ? BY_STOPPED_DEPTH : BY_STOPPED_DONE;
    by__pr_answer(run, &w->question, &root, s->line, find_line(s, &root));
    tell_end(w);
    run->result->depth = run->control.selective_depth;
    w->count[PR_COLLECTIONS] = s->table.collections - collections;
    for (int i = 0; i < PR_COUNTER_COUNT; i++)
        s->counters[i] = (struct by_counter){counter_names[i], w->count[i]};
    run->result->counters = s->counters;
    run->result->counter_count = PR_COUNTER_COUNT;
    return BY_OK;
}

/* ---- The methods ----------------------------------------------------------------------------------------------- */

static by_status create(enum form form, const by_options *options, void **self, by_error *error)
{
    struct pr_search *s = calloc(1, sizeof *s);

    if (!s)
        return by_error_no_memory(error);
    s->form = form;
    by__pr_options_read(&s->opt, options);
    *self = s;
    return BY_OK;
}

static by_status create_best_first(const by_game *game, const by_options *options, void **self, by_error *error)
{
    (void)game;
    return create(BEST_FIRST, options, self, error);
}

static by_status create_depth_first(const by_game *game, const by_options *options, void **self, by_error *error)
{
    (void)game;
    return create(DEPTH_FIRST, options, self, error);
}

static by_status create_star(const by_game *game, const by_options *options, void **self, by_error *error)
{
    (void)game;
    return create(STAR, options, self, error);
}

static void settle(void *self, const struct by__run *run, struct by_result *result)
{
    const struct pr_search *s = self;
    struct pr_question question = by__pr_question(&s->opt, run);

    by__pr_settle(&question, run, result);
}

/* Gives everything back: the next run makes what a first run would. */
static void clear(void *self)
{
    release(self);
}

static void destroy(void *self)
{
    release(self);
    free(self);
}

#define METHOD(the_name, the_create, the_options, the_help)                                                            \
    {                                                                                                                  \
        .name = the_name, .help = the_help, .options = the_options, .presets = by__pr_presets, .proves = true,         \
        .create = the_create, .reserve = reserve, .run = run_search, .settle = settle, .clear = clear,                 \
        .destroy = destroy,                                                                                            \
    }

const by_method by__pr_pn = METHOD("pn", create_best_first, by__pr_pn_options,
                                   "Proof-number search, best first with the whole tree in memory: does a side reach a "
                                   "value?");
const by_method by__pr_pn_plus = METHOD("pn+", create_best_first, by__pr_pn_plus_options,
                                        "pn with first numbers that the game gives by its own judgement.");
const by_method by__pr_pn_star = METHOD("pn*", create_star, by__pr_pn_star_options,
                                        "Depth-first search by proof numbers alone, with ever greater limits.");
const by_method by__pr_df_pn = METHOD("df-pn", create_depth_first, by__pr_df_pn_options,
                                      "Depth-first proof-number search with a table: does a side reach a value?");
const by_method by__pr_df_pn_plus = METHOD("df-pn+", create_depth_first, by__pr_df_pn_plus_options,
                                           "df-pn with first numbers that the game gives by its own judgement.");
