/* SPDX-License-Identifier: MIT
 *
 * Runs of proof-number searches: the answer with its line, and the methods.
 */
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "search/proof/run.h"

static const char *const counter_names[] = {PR_COUNTERS(BY__COUNTER_NAME)};

/* ---- The line -------------------------------------------------------------------------------------------------- */

/* Whether the side has a move that solves the node the way the root is solved. */
static bool is_winner(const struct pr_walk *w, const struct pr_fact *root, uint8_t side)
{
    return pr_is_solved(root) && (side == w->question.prover) == (root->proof == 0);
}

/* The table's move for the position on the board. A winner's move must win here: the table may hold others, from other
 * paths or from before the root was solved. */
static by_move move_in_table(struct pr_walk *w, const struct by_node *node, const struct pr_frame *f,
                             const struct pr_fact *root)
{
    struct by_moves moves = {.list = w->list};
    uint64_t key = f->key, path_code = f->path_code;
    struct pr_entry entry;

    if (!key ||
        (!by__pr_table_find_path(w->table, key, path_code, &entry) && !by__pr_table_find(w->table, key, &entry)))
        return BY_MOVE_NONE;
    if (is_winner(w, root, node->side) && (root->proof == 0 ? entry.fact.proof : entry.fact.disproof) != 0)
        return BY_MOVE_NONE;
    w->rules->moves(w->state, BY_MOVES_ALL, &moves);
    return pr_is_listed(&moves, entry.move) ? entry.move : BY_MOVE_NONE;
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

/* Adds the last position of a line to the path, where the search needs its frames no more. Returns whether it was on
 * the line before. */
static bool comes_again(struct pr_walk *w, int length, by_move move, const struct by_node *node)
{
    struct pr_child child = {.move = move, .has_returned = node->has_returned};

    child.key = pr_key_at(w, length, node->key, child.has_returned);
    by__pr_enter_path(w, length, &child);
    for (int i = 0; i < length && child.key; i++)
        if (w->frames[i].key == child.key)
            return true;
    return false;
}

/* Follows the table from the root until it knows no move or the line repeats a position. */
static int find_line(struct pr_search *s, struct pr_walk *w, const struct pr_fact *root)
{
    by_move move = root_move(w, root);
    int length = 0;

    if (s->form == PR_BEST_FIRST)
        return by__pr_best_first_line(w, &s->tree, s->line);
    by__pr_enter_root(w, pr_key(w, w->run->root.key));
    while (move != BY_MOVE_NONE && length < w->plies) {
        struct by_node node;

        s->line[length++] = move;
        w->rules->push(w->state, move);
        by__pr_ask_rules(w, length, &node);
        move = comes_again(w, length, move, &node) || node.is_over ? BY_MOVE_NONE
                                                                   : move_in_table(w, &node, &w->frames[length], root);
    }
    for (int i = length; i-- > 0;)
        w->rules->pop(w->state, s->line[i]);
    return length;
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

static bool is_restricted(const struct by__run *run)
{
    return run->control.limits->root_moves != NULL;
}

/* A code of the root: the setup of the game, the moves that led here, and the moves that the search is restricted
 * to. */
static uint64_t root_code(const struct by__run *run)
{
    uint64_t code = by__position_hash(run->position, run->position->length);

    if (is_restricted(run))
        code = by_random_word(~code); /* an end to the moves that were made */
    for (int i = 0; is_restricted(run) && i < run->root_moves.count; i++)
        code = by_random_word(code ^ run->root_moves.list[i].move);
    return code;
}

/* The slot of the root among the roots of the table; -1: it cannot have one. */
static int find_root(struct pr_search *s, uint64_t root, bool is_bare)
{
    for (int i = 0; i < s->root_count; i++)
        if (s->roots[i] == root)
            return i;
    if (!is_bare || !s->is_bare || s->root_count == PR_ROOTS)
        return -1;
    s->roots[s->root_count] = root;
    return s->root_count++;
}

/* How keys below the other roots of the table differ from keys below this one; the latest root comes first. */
static void find_earlier(struct pr_search *s, struct pr_walk *w, uint64_t key)
{
    int number = s->table.root;

    s->root_keys[number] = pr_key(w, key);
    for (int i = s->root_count; i-- > 0;)
        if (i != number)
            w->earlier[w->earlier_count++] = s->root_keys[number] ^ s->root_keys[i];
}

/* Results of earlier runs hold for the same question about the same root. With another history they may not hold: moves
 * may be forbidden and positions may be repetitions that were none before. Nor do they hold at a root without some of
 * its moves: a solution that leads through it by such a move fails if the game takes that for a repetition. Some roots
 * without such restrictions can share the table, each with positions of its own. None of this matters if we walk
 * through solutions. */
static void begin_table(struct pr_search *s, struct pr_walk *w, const struct by__run *run)
{
    const struct pr_question *question = &w->question;
    bool is_bare = !run->position->length && !is_restricted(run);
    uint64_t root = root_code(run);
    bool is_same = s->root_count && s->asked.prover == question->prover && s->asked.threshold == question->threshold;
    int number = !is_same ? -1 : s->walks ? 0 : run->root.key ? find_root(s, root, is_bare) : -1;

    is_same = number >= 0;
    s->has_cut_lists &= is_same;
    s->has_own_draws &= is_same;
    s->has_path_verdicts &= is_same;
    by__pr_table_begin(&s->table, !is_same);
    if (!is_same) {
        s->asked = *question;
        s->roots[0] = root;
        s->root_count = 1;
        s->is_bare = is_bare;
    }
    s->table.root = (uint16_t)(is_same ? number : 0);
    w->salt = s->walks ? 0 : root ^ s->roots[0]; /* none for the first */
    if (s->opt.earlier)
        find_earlier(s, w, run->root.key);
}

/* Looks for the wanted answer. A table would hold what counted for it elsewhere, so only a tree can do this. */
static void begin_strict(struct pr_walk *w)
{
    const struct by__solution *solution = w->run->solution;
    bool is_yes = solution && solution->wanted == BY_ANSWER_YES;

    w->is_strict = !w->table && solution && solution->wanted != BY_ANSWER_NONE;
    w->failure = (struct pr_fact){
        .proof = is_yes ? PR_INFINITE : 0, .disproof = is_yes ? 0 : PR_INFINITE, .path_ply = PR_NO_PATH};
}

static void begin(struct pr_search *s, struct by__run *run)
{
    struct pr_walk *w = &s->walk;

    w->opt = &s->opt;
    w->type = run->type;
    w->rules = run->type->rules;
    w->table = s->form == PR_BEST_FIRST ? NULL : &s->table;
    w->key_after = w->table && run->type->tactics ? run->type->tactics->key_after : NULL;
    w->lists = s->lists.count ? &s->lists : NULL;
    w->walks = s->walks;
    w->only_proof = s->form == PR_STAR;
    w->run = run;
    w->control = &run->control;
    w->state = run->state;
    w->question = by__pr_question(&s->opt, run);
    w->plies = run->plies;
    w->team = s->team;
    w->has_company = false;
    w->salt = 0;
    w->earlier_count = 0;
    begin_strict(w);
    by__pr_walk_begin(w);
    by__pr_lists_begin(&s->lists);
    if (w->table)
        begin_table(s, w, run);
}

enum { STEADY_UNITS = 1024 };

/* The next limit of pn*: one unit more. A number beyond all that real searches reach grows only because the table
 * forgets; then the limit grows by half, up to a search without a limit. Such a search keeps on its path what it needs
 * to finish. */
static pr_number next_limit(pr_number limit)
{
    if (limit < STEADY_UNITS * PR_UNIT)
        return limit + PR_UNIT;
    return limit < PR_INFINITE / 2 ? limit + limit / 2 : PR_INFINITE;
}

/* pn*: each iteration raises the limit of the root's proof number by one unit. */
static struct pr_fact search_star(struct pr_walk *w)
{
    struct pr_fact fact;
    pr_number limit = PR_UNIT;
    bool is_idle = false;

    do {
        uint64_t expansions = w->count[PR_EXPANSIONS];

        limit = next_limit(limit);
        fact = by__pr_search_root(w, limit, is_idle && w->opt->loops == PR_LOOPS_TCA);
        limit = fact.proof > limit ? fact.proof : limit;
        is_idle = w->count[PR_EXPANSIONS] == expansions;
    } while (!pr_is_solved(&fact) && !w->control->is_stopped);
    return fact;
}

static struct pr_fact search(struct pr_search *s)
{
    if (s->form == PR_BEST_FIRST)
        return by__pr_search_best_first(&s->walk, &s->tree);
    if (s->form == PR_STAR)
        return search_star(&s->walk);
    return by__pr_search_root(&s->walk, PR_INFINITE, false);
}

/* Searches with all threads. `walk` becomes that of the thread that has the root's moves and their facts. */
static struct pr_fact search_together(struct pr_search *s, struct pr_walk **walk)
{
    struct pr_fact fact = search(s);

    *walk = by__pr_end_helpers(s, &fact);
    return fact;
}

/* Searches for an answer. Open lines first count against the prover, so that a proof is valid. If there is none, a
 * second search looks for a disproof in the same way. */
static struct pr_fact solve(struct pr_search *s, struct pr_walk **walk)
{
    struct pr_walk *w = &s->walk;
    struct pr_fact fact = search_together(s, walk);

    if (!fact.is_open || w->control->is_stopped)
        return fact;
    w->question.open_is_yes = true;
    by__pr_lists_begin(&s->lists);
    if (w->table)
        by__pr_table_begin(w->table, false);
    return search_together(s, walk);
}

/* Some games decide some lines by their history and leave other repetitions to the search, which scores them as draws.
 * Such a game may mean something else by its silence, or have draws that only one side can force. It should have said
 * that it judges repetitions.
 *
 * Where a move may be forbidden on one path and not on another, a solution that was not walked through where it was
 * used need not hold there. A game should have said so, but a list that the path has cut says it too. */
static bool is_in_doubt(struct pr_search *s, const struct by__run *run)
{
    s->has_cut_lists |= s->walk.count[PR_CUT_LISTS] > 0;
    s->has_own_draws |= s->walk.count[PR_OWN_DRAWS] > 0;
    s->has_path_verdicts |= s->walk.count[PR_PATH_VERDICTS] > 0;
    return (s->has_own_draws && s->has_path_verdicts) ||
           (s->walk.table && !s->walks && (run->extent.path_forbids_moves || s->has_cut_lists));
}

/* A game that lists only the relevant moves can still answer another question, but no proof of that answer can be
 * written. */
static bool is_not_its_question(const struct pr_walk *w)
{
    const struct by_proofs *proofs = w->type->proofs;

    return proofs && proofs->find_gap && proofs->prover &&
           (proofs->prover(w->state) != w->question.prover || !by_value_is_win(w->question.threshold));
}

/* Walks through the solution if it depends on verdicts on the path, or if the caller wants the tree. If the rules do
 * not confirm it within the node limit of the walk, the answer stays but is not proved. */
static void try_solution(struct pr_search *s, struct pr_walk *found, struct pr_fact *root)
{
    struct pr_walk *w = &s->walk;
    struct by__solution *out = w->run->solution;
    bool is_tree = s->form == PR_BEST_FIRST, is_needed = root->is_judged && !s->walks && !is_tree, has_searched = false;
    bool is_good;

    if (!pr_is_solved(root) || root->is_open || root->is_doubtful || w->control->is_stopped || !(is_needed || out))
        return;
    w->top = w->children + (found == w ? w->frames[0].count : 0);
    is_good = is_tree ? by__pr_best_first_solution(w, &s->tree, out)
                      : by__pr_walk_solution(w, root, root_move(found, root),
                                             s->table.nodes + by__control_all_nodes(w->control), out, &has_searched);
    if (out)
        out->is_whole = is_good;
    if (is_needed && !is_good && !(out && out->is_too_large)) {
        root->is_doubtful = true;
        w->count[PR_UNWALKED] = 1;
    }
    /* Drops solutions that hold on one path only: the next run then begins as this one did and walks through the same
     * tree. Also drops those of a search with another question. */
    w->run->is_to_be_cleared = is_needed || has_searched;
}

static void report_end(struct pr_walk *w)
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
    struct pr_walk *w = &s->walk, *found;
    uint64_t collections = s->table.collections;
    by_status status = by__pr_prepare_helpers(s, run, error);
    struct pr_fact root;

    if (status)
        return status;
    begin(s, run);
    root = solve(s, &found);
    root.is_doubtful |= is_in_doubt(s, run) || is_not_its_question(w);
    try_solution(s, found, &root);
    if (!run->control.is_stopped)
        run->control.reason = root.is_open && w->count[PR_OPEN_LINES] ? BY_STOPPED_DEPTH : BY_STOPPED_DONE;
    by__pr_answer(run, &w->question, &root, s->line, find_line(s, found, &root));
    report_end(w);
    run->result->depth = run->control.selective_depth;
    s->table.nodes += by__control_all_nodes(&run->control);
    w->count[PR_COLLECTIONS] = s->table.collections - collections;
    by__report_counters(run->result, s->counters, counter_names, w->count, PR_COUNTER_COUNT);
    return BY_OK;
}

/* ---- The methods ----------------------------------------------------------------------------------------------- */

static void init(void *self, const by_method *method, const by_game *game, const by_options *options)
{
    struct pr_search *s = self;

    (void)game;
    s->form = (enum pr_form)method->variant;
    by__pr_options_read(&s->opt, options);
}

static void settle(void *self, const struct by__run *run, struct by_result *result)
{
    const struct pr_search *s = self;
    struct pr_question question = by__pr_question(&s->opt, run);

    by__pr_settle(&question, run, result);
}

/* The next run counts as the first and finds an almost empty table, whose memory stays allocated. */
static void clear(void *self)
{
    struct pr_search *s = self;

    s->root_count = 0;
}

static void release(void *self)
{
    by__pr_release(self);
}

#define METHOD(the_name, the_form, the_options, the_presets, the_help)                                                 \
    {                                                                                                                  \
        .name = the_name, .help = the_help, .options = the_options, .presets = the_presets, .proves = true,            \
        .variant = the_form, .size = sizeof(struct pr_search), .init = init, .reserve = by__pr_reserve,                \
        .run = run_search, .settle = settle, .clear = clear, .release = release,                                       \
    }

const by_method by__pr_pn =
    METHOD("pn", PR_BEST_FIRST, by__pr_pn_options, by__pr_presets,
           "Best-first proof-number search with the whole tree in memory: can a side reach a value?");
const by_method by__pr_pn_plus = METHOD("pn+", PR_BEST_FIRST, by__pr_pn_plus_options, by__pr_presets,
                                        "pn with initial numbers estimated by the game.");
const by_method by__pr_pn_star = METHOD("pn*", PR_STAR, by__pr_pn_star_options, by__pr_presets,
                                        "Depth-first search by proof numbers alone, with growing thresholds.");
const by_method by__pr_df_pn =
    METHOD("df-pn", PR_DEPTH_FIRST, by__pr_df_pn_options, by__pr_depth_first_presets,
           "Depth-first proof-number search with a transposition table: can a side reach a value?");
const by_method by__pr_df_pn_plus =
    METHOD("df-pn+", PR_DEPTH_FIRST, by__pr_df_pn_plus_options, by__pr_depth_first_presets,
           "df-pn with initial numbers estimated by the game.");
