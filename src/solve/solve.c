/* SPDX-License-Identifier: MIT */
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

#include "solve/curve.h"
#include "solve/prove.h"

/* In the goal the attacker is the prover. */
#define NONE     BY_THREATS_NONE
#define ATTACKER BY_THREATS_PROVER
#define OWNER    BY_THREATS_OPPONENT
enum { THREATS_COUNT = OWNER + 1 };
enum fate { NOT_ASKED, CAPTURED, ESCAPED, UNDECIDED };

/* How patient the attacker is, step by step: what is captured stays captured, but what escaped from an impatient
 * attacker is asked again. */
static const int patiences[] = {3, 7};
enum { PATIENCE_COUNT = sizeof patiences / sizeof patiences[0] };

/* The nodes of the first lap of a race, how much longer each further lap is, and how far one lane may be ahead. */
enum { RACE_NODES = 4000, RACE_FACTOR = 4, RACE_LEAD = 16 };

/* The longest lap with an impatient attacker. What is not decided by then he would seldom capture, and it has to be
 * asked again anyway. */
enum { IMPATIENT_NODES = 64000 };

/* What is spent at most on the question whether a ko matters. */
enum { CONFIRM_NODES = 20000 };

enum { WIDER_NODES = 500 };

/* On the question whether the block escapes from a patient attacker by the move that was found. */
enum { DOUBT_NODES = 8000 };

enum { LINE_MOST = 256 };

/* What one search found. */
struct finding {
    enum fate fate;
    bool is_proved;
    bool is_settled; /* by a proof that was verified: it need not be asked again */
    uint64_t proof_number, disproof_number;
    by_move best;
    int length;
    by_move line[LINE_MOST];
};

/* Where the question is put: go-capture with its options. */
struct place {
    by_game *game;
    by_search *search;
    by_position *position;
    int share; /* of the memory that the search has */
};

/* As the settings want it, with more retakes before a ko is held to be won, and with more candidates. */
enum { AS_SET, RETAKING, WIDER, PLACE_COUNT };
static const char *const place_settings[PLACE_COUNT] = {[AS_SET] = "", [RETAKING] = "retakes=3", [WIDER] = "reach=1"};

/* All places together have the memory of the settings. What a question is mostly asked in has the most of it; proofs
 * are looked for when the places have given theirs back. */
enum { MAIN_SHARE = 6, SIDE_SHARE = 1 };

struct solver {
    struct solve_settings settings;
    struct place places[PLACE_COUNT];
    struct place *here;
    bool proves;       /* the method does */
    const char *doubt; /* what an answer rests on that is not proved */

    /* The question */
    const struct solve_question *question;
    struct solve_answer *answer;
    struct finding findings[THREATS_COUNT];
    struct solve_curve curve;      /* of the last search */
    struct solve_curve open_curve; /* of the last that decided nothing */
    struct solve_prover prover;
    const by_move *first_moves; /* that are looked at; NULL: all */
    size_t first_move_count;
    bool is_out_of_time; /* or out of another limit */
    int patience;        /* of the last step that was asked */
};

/* ---- Options --------------------------------------------------------------------------------------------------- */

by_status solve_options_create(const by_method *method, by_options **out, by_error *error)
{
    static const char preset[] = "capture";
    by_status status = by_options_create(by_method_options(method), out, error);

    if (status)
        return status;
    for (const struct by_preset *row = by_method_presets(method); !status && row && row->name; row++)
        if (strcmp(row->name, preset) == 0)
            status = by_method_apply_preset(method, preset, *out, error);
    if (!status && by_option_find(by_method_options(method), "deepening"))
        status = by_options_set_number(*out, "deepening", 2, error); /* as Zhang and Chen do */
    if (status) {
        by_options_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- A life ---------------------------------------------------------------------------------------------------- */

static void give_back_memory(struct place *place)
{
    by_search_destroy(place->search);
    place->search = NULL;
}

/* Opens a goal, if it is not yet, and what searches it with a share of the memory. */
static by_status open_place(solver *s, int number, int share, by_error *error)
{
    struct place *place = &s->places[number];
    by_options *options = NULL;
    by_status status = BY_OK;

    if (place->search && place->share != share)
        give_back_memory(place);
    if (place->search)
        return BY_OK;
    if (!place->game)
        status = solve_open_goal(s->settings.goal, place_settings[number], &place->game, error);
    if (!status && !place->position)
        status = by_position_create(place->game, &place->position, error);
    if (!status)
        status = solve_copy_options(&s->settings, share, &options, error);
    if (!status)
        status = by_search_create(place->game, s->settings.method, options, &place->search, error);
    place->share = share;
    by_options_destroy(options);
    return status;
}

static void close_place(struct place *place)
{
    give_back_memory(place);
    by_position_destroy(place->position);
    by_game_close(place->game);
}

/* What the goal's options leave out or hold to be decided. */
static by_status find_doubt(const by_options *given, const char **out, by_error *error)
{
    enum { CANDIDATES = 1, LIBERTIES = 2, EVALUATION = 4 };
    static const char *const doubts[] = {
        "how often a ko is retaken is limited",
        "candidates only",
        "a number of liberties held to be safe",
        "candidates only, and a number of liberties held to be safe",
        "a node evaluation held to be safe",
        "candidates only, and a node evaluation held to be safe",
        "a number of liberties and a node evaluation held to be safe",
        "candidates only, and a number of liberties and a node evaluation held to be safe",
    };
    const by_game_type *type;
    by_options *options;
    by_status status = by_game_type_find("go-capture", &type, error);

    if (!status)
        status = given ? by_options_copy(given, &options, error) : by_options_create(type->options, &options, error);
    if (status)
        return status;
    *out =
        doubts[(by_options_number(options, "attacker_moves") || by_options_number(options, "owner_moves") ? CANDIDATES
                                                                                                          : 0) |
               (by_options_number(options, "safe_liberties") ? LIBERTIES : 0) |
               (by_options_number(options, "bound") ? EVALUATION : 0)];
    by_options_destroy(options);
    return BY_OK;
}

by_status solver_create(const struct solve_settings *settings, solver **out, by_error *error)
{
    solver *s = calloc(1, sizeof *s);
    by_status status;

    if (!s)
        return by_error_no_memory(error);
    s->settings = *settings;
    status = s->settings.method ? BY_OK : by_method_find("df-pn+", &s->settings.method, error);
    if (!status)
        status = open_place(s, AS_SET, MAIN_SHARE, error);
    if (!status)
        status = find_doubt(s->settings.goal, &s->doubt, error);
    if (status) {
        solver_destroy(s);
        return status;
    }
    s->proves = by_method_proves(s->settings.method);
    *out = s;
    return BY_OK;
}

void solver_destroy(solver *s)
{
    if (!s)
        return;
    for (int i = 0; i < PLACE_COUNT; i++)
        close_place(&s->places[i]);
    solve_curve_free(&s->curve);
    solve_curve_free(&s->open_curve);
    solve_prover_free(&s->prover);
    free(s);
}

/* ---- One search ------------------------------------------------------------------------------------------------ */

/* The fate of the block, if a method that looks for the best move says enough of it. */
static enum fate fate_by_value(const solver *s, const struct by_result *result)
{
    bool is_owner = !s->question->is_attack; /* who is to move */

    if (by_value_is_win(result->value) && result->kind != BY_KIND_AT_MOST)
        return is_owner ? ESCAPED : CAPTURED;
    if (by_value_is_loss(result->value) && result->kind != BY_KIND_AT_LEAST)
        return is_owner ? CAPTURED : ESCAPED;
    return result->stopped == BY_STOPPED_DONE ? ESCAPED : UNDECIDED;
}

static enum fate fate_of(const solver *s, const struct by_result *result)
{
    if (!s->proves)
        return fate_by_value(s, result);
    return result->answer == BY_ANSWER_YES ? CAPTURED : result->answer == BY_ANSWER_NO ? ESCAPED : UNDECIDED;
}

static void keep_finding(solver *s, enum by_threats threats, const struct by_result *result)
{
    struct finding *finding = &s->findings[threats];
    const struct by_line *line = result->line_count ? &result->lines[0] : NULL;

    finding->fate = fate_of(s, result);
    finding->is_proved = result->is_proved;
    finding->best = result->best;
    finding->length = line ? line->length < LINE_MOST ? line->length : LINE_MOST : 0;
    if (line)
        memcpy(finding->line, line->moves, (size_t)finding->length * sizeof *finding->line);
}

static void add_effort(solver *s, const struct by_result *result)
{
    s->answer->nodes += result->nodes;
    s->answer->time_us += result->time_us;
    s->answer->stopped = result->stopped;
    if (result->selective_depth > s->answer->depth)
        s->answer->depth = result->selective_depth;
}

/* What is left of the limits; false: nothing. */
static bool find_limits(const solver *s, struct by_limits *limits)
{
    int64_t used_ms = s->answer->time_us / 1000;

    *limits = (struct by_limits){.stop = s->settings.stop};
    if (s->settings.time_ms && used_ms >= s->settings.time_ms) {
        s->answer->stopped = BY_STOPPED_TIME;
        return false;
    }
    if (s->settings.nodes && s->answer->nodes >= s->settings.nodes) {
        s->answer->stopped = BY_STOPPED_NODES;
        return false;
    }
    if (s->settings.time_ms)
        limits->time_ms = s->settings.time_ms - used_ms;
    if (s->settings.nodes)
        limits->nodes = s->settings.nodes - s->answer->nodes;
    return true;
}

/* Asks for the fate of the block with these threats, within so many nodes; 0: as the settings allow. What was not found
 * out leaves the old finding. */
static by_status search(solver *s, enum by_threats threats, int patience, uint64_t nodes, enum fate *fate,
                        by_error *error)
{
    const struct by_observer observer = solve_curve_observer(&s->curve, s->here->position);
    struct by_limits limits;
    struct by_result result;
    struct by_goal_question asked = solve_goal_question(s->question, threats, patience);
    by_status status;

    *fate = UNDECIDED;
    if (!find_limits(s, &limits)) {
        s->is_out_of_time = true;
        return BY_OK;
    }
    limits.root_moves = s->first_moves;
    limits.root_move_count = s->first_move_count;
    if (nodes && (!limits.nodes || limits.nodes > nodes))
        limits.nodes = nodes;
    status = by_position_set_question(s->here->position, s->question->position, &asked, error);
    solve_curve_clear(&s->curve);
    if (!status)
        status = by_search_run(s->here->search, s->here->position, &limits, &observer, &result, error);
    if (status)
        return status;
    *fate = fate_of(s, &result);
    if (*fate == UNDECIDED)
        solve_curve_copy(&s->open_curve, &s->curve);
    s->findings[threats].proof_number = result.proof_number;
    s->findings[threats].disproof_number = result.disproof_number;
    s->is_out_of_time = *fate == UNDECIDED && (result.stopped != BY_STOPPED_NODES || limits.nodes != nodes);
    if (*fate != UNDECIDED || s->findings[threats].fate == NOT_ASKED)
        keep_finding(s, threats, &result);
    add_effort(s, &result);
    return BY_OK;
}

/* Asks until it is decided or the limits are met, in laps: a table that threads share is made no larger than a lap asks
 * for. */
static by_status search_on(solver *s, enum by_threats threats, int patience, enum fate *fate, by_error *error)
{
    by_status status = BY_OK;

    *fate = UNDECIDED;
    for (uint64_t nodes = RACE_NODES; !status && *fate == UNDECIDED && !s->is_out_of_time; nodes *= RACE_FACTOR)
        status = search(s, threats, patience, nodes, fate, error);
    return status;
}

/* ---- The answer ------------------------------------------------------------------------------------------------ */

/* By what was found with these threats, and with `other` ones: both have to be proved. */
static void set_answer(solver *s, enum solve_code code, enum by_threats threats, enum by_threats other)
{
    const struct finding *finding = &s->findings[threats];
    struct solve_answer *answer = s->answer;

    answer->code = code;
    answer->is_proved = finding->is_proved && s->findings[other].is_proved;
    answer->doubt = answer->is_proved ? NULL : s->doubt;
    answer->move = code == SOLVE_NO ? BY_MOVE_NONE : finding->best;
    answer->line = finding->line;
    answer->length = finding->length;
}

/* Asks once more, with some first moves only. If none of them does it, the finding stays as it was. */
static by_status prefer(solver *s, enum by_threats threats, int patience, const by_move *moves, size_t count,
                        by_error *error)
{
    const struct finding before = s->findings[threats];
    enum fate fate;
    by_status status;

    if (!count || s->is_out_of_time)
        return BY_OK;
    s->first_moves = moves;
    s->first_move_count = count;
    status = search_on(s, threats, patience, &fate, error);
    s->first_moves = NULL;
    s->first_move_count = 0;
    s->is_out_of_time = false; /* the answer is there, whatever became of the wish */
    if (status || s->findings[threats].fate != before.fate)
        s->findings[threats] = before;
    return status;
}

/* Asks once more, without this first move. */
static by_status prefer_others(solver *s, enum by_threats threats, int patience, by_move move, by_error *error)
{
    struct by_moves moves = {0};
    struct by_extent extent;
    by_move *others;
    size_t count = 0;
    by_status status;

    by_position_extent(s->here->position, &extent);
    moves.list = malloc((size_t)extent.max_moves * sizeof *moves.list);
    others = malloc((size_t)extent.max_moves * sizeof *others);
    if (moves.list && others) {
        by_position_moves(s->here->position, BY_MOVES_ALL, &moves);
        for (int i = 0; i < moves.count; i++)
            if (moves.list[i].move != move)
                others[count++] = moves.list[i].move;
        status = prefer(s, threats, patience, others, count, error);
    } else {
        status = by_error_no_memory(error);
    }
    free(moves.list);
    free(others);
    return status;
}

/* A ko that is won although nothing is done yet is better won by a move. */
static by_status prefer_moves_to_pass(solver *s, enum by_threats threats, int patience, by_error *error)
{
    by_move pass;
    by_status status = by_position_parse_move(s->here->position, "pass", &pass, error);

    return status || s->findings[threats].best != pass ? status : prefer_others(s, threats, patience, pass, error);
}

/* A move by which the block escapes only as long as the attacker is impatient is worse than another that does it too.
 */
static by_status doubt_escape(solver *s, enum by_threats threats, int patience, by_error *error)
{
    const struct finding before = s->findings[threats];
    enum fate fate;
    by_status status;

    if (before.fate != ESCAPED || before.is_settled || before.best == BY_MOVE_NONE)
        return BY_OK;
    s->first_moves = &before.best;
    s->first_move_count = 1;
    status = search(s, threats, 0, DOUBT_NODES, &fate, error);
    s->first_moves = NULL;
    s->first_move_count = 0;
    s->findings[threats] = before;
    if (!status && fate == CAPTURED)
        status = prefer_others(s, threats, patience, before.best, error);
    s->is_out_of_time = false; /* the answer is there, whatever became of the doubt */
    return status;
}

/* A ko: who is first to take it? The side that asks reaches its goal if it has threats, and not if the other has. */
static by_status answer_ko(solver *s, int patience, by_error *error)
{
    bool is_attack = s->question->is_attack;
    enum by_threats asker = is_attack ? ATTACKER : OWNER;
    enum fate fate;
    by_status status = search_on(s, NONE, patience, &fate, error);

    if (status || fate == UNDECIDED)
        return status;
    if ((fate == CAPTURED) == is_attack) {
        status = prefer_moves_to_pass(s, NONE, patience, error);
        if (!status && !is_attack)
            status = doubt_escape(s, NONE, patience, error);
        set_answer(s, SOLVE_KO_TAKEN, NONE, is_attack ? OWNER : ATTACKER);
        return status;
    }
    status = prefer_moves_to_pass(s, asker, patience, error);
    if (!status && !is_attack)
        status = doubt_escape(s, asker, patience, error);
    set_answer(s, SOLVE_KO_THREAT, asker, NONE);
    return status;
}

/* One of the two extremes that run against each other: a block that is captured though its owner retakes every ko, or
 * that escapes though the attacker does. Either decides the question. */
struct lane {
    enum by_threats threats;
    enum fate wanted; /* what would decide */
    enum fate fate;
    uint64_t nodes; /* of the next lap */
};

/* How far the lane seems to be from deciding: the proof or the disproof number of its last lap. */
static uint64_t distance(const solver *s, const struct lane *lane)
{
    const struct finding *finding = &s->findings[lane->threats];

    return lane->wanted == CAPTURED ? finding->proof_number : finding->disproof_number;
}

/* The lane that seems nearer, but neither gets far ahead of the other. */
static struct lane *next_lane(const solver *s, struct lane *owner, struct lane *attacker)
{
    if (owner->fate != UNDECIDED)
        return attacker;
    if (attacker->fate != UNDECIDED || owner->nodes == RACE_NODES)
        return owner;
    if (attacker->nodes == RACE_NODES || attacker->nodes * RACE_LEAD < owner->nodes)
        return attacker;
    if (owner->nodes * RACE_LEAD < attacker->nodes)
        return owner;
    return distance(s, owner) <= distance(s, attacker) ? owner : attacker;
}

static enum fate known_fate(const solver *s, enum by_threats threats)
{
    const struct finding *finding = &s->findings[threats];

    return finding->is_settled || finding->fate == CAPTURED ? finding->fate : UNDECIDED;
}

/* Runs the lanes in turns until one decides, both are known, or the attacker's patience is not worth longer laps. */
static by_status race(solver *s, int patience, by_error *error)
{
    struct lane owner = {OWNER, CAPTURED, known_fate(s, OWNER), RACE_NODES};
    struct lane attacker = {ATTACKER, ESCAPED, known_fate(s, ATTACKER), RACE_NODES};
    uint64_t longest = patience < patiences[PATIENCE_COUNT - 1] ? IMPATIENT_NODES : UINT64_MAX;
    by_status status = BY_OK;

    /* What escaped from all that an impatient attacker could do has no need of the first lane yet */
    if (s->findings[ATTACKER].fate == ESCAPED && !s->findings[ATTACKER].is_settled)
        status = search_on(s, ATTACKER, patience, &attacker.fate, error);
    while (!status && !s->is_out_of_time && owner.fate != CAPTURED && attacker.fate != ESCAPED &&
           (owner.fate == UNDECIDED || attacker.fate == UNDECIDED)) {
        struct lane *lane = next_lane(s, &owner, &attacker);

        if (lane->nodes > longest)
            return BY_OK;
        status = search(s, lane->threats, patience, lane->nodes, &lane->fate, error);
        lane->nodes *= RACE_FACTOR;
    }
    return status;
}

/* One step of patience. */
static by_status ask_once(solver *s, int patience, by_error *error)
{
    bool is_attack = s->question->is_attack;
    by_status status;

    s->patience = patience;
    status = race(s, patience, error);

    if (status)
        return status;
    if (s->findings[OWNER].fate == CAPTURED)
        set_answer(s, is_attack ? SOLVE_YES : SOLVE_NO, OWNER, OWNER);
    else if (s->is_out_of_time)
        return BY_OK;
    else if (s->findings[ATTACKER].fate == ESCAPED)
        set_answer(s, is_attack ? SOLVE_NO : SOLVE_YES, ATTACKER, ATTACKER);
    else if (s->findings[OWNER].fate == ESCAPED && s->findings[ATTACKER].fate == CAPTURED)
        status = answer_ko(s, patience, error);
    return status;
}

static bool is_ko(const struct solve_answer *answer)
{
    return answer->code == SOLVE_KO_TAKEN || answer->code == SOLVE_KO_THREAT;
}

/* Whether the limits of the whole question are met, not only those of one search. They may leave it open, but never
 * change the answer: what could not be asked to its end any more is unknown. */
static bool is_over(const solver *s)
{
    struct by_limits limits;

    return !find_limits(s, &limits) || s->answer->stopped == BY_STOPPED_ASKED;
}

/* Goes back to an answer that was doubted in vain; what the doubt has cost stays counted. */
static void take_back(solver *s, struct solve_answer old)
{
    old.nodes = s->answer->nodes;
    old.time_us = s->answer->time_us;
    *s->answer = old;
    s->is_out_of_time = false;
}

/* That a ko is retaken at once is held to decide it. Where the answer is a ko, the two extremes are asked again with
 * more retakes: it may be that the ko does not matter. */
static by_status confirm_ko(solver *s, by_error *error)
{
    static const struct finding not_asked;
    struct finding before[THREATS_COUNT];
    struct solve_answer old = *s->answer;
    uint64_t limit = s->settings.nodes, enough = old.nodes + CONFIRM_NODES;
    by_status status = open_place(s, RETAKING, SIDE_SHARE, error);

    if (status)
        return status;
    memcpy(before, s->findings, sizeof before);
    for (int i = 0; i < THREATS_COUNT; i++)
        s->findings[i] = not_asked;
    s->here = &s->places[RETAKING];
    if (!limit || limit > enough)
        s->settings.nodes = enough;
    status = ask_once(s, patiences[PATIENCE_COUNT - 1], error);
    s->settings.nodes = limit;
    if (s->is_out_of_time && is_over(s)) {
        s->answer->code = SOLVE_UNKNOWN;
    } else if (is_ko(s->answer) || s->is_out_of_time) {
        memcpy(s->findings, before, sizeof before);
        take_back(s, old);
    }
    return status;
}

/* Asks everything that is not settled yet, step by step of patience. When the limits are met before the last step, an
 * impatient attacker's failure is no answer. */
static by_status ask(solver *s, by_error *error)
{
    by_status status = BY_OK;

    s->answer->code = SOLVE_UNKNOWN;
    for (int i = 0; i < THREATS_COUNT; i++)
        if (!s->findings[i].is_settled)
            s->findings[i].fate = NOT_ASKED;
    for (int i = 0; i < PATIENCE_COUNT && !status && !s->is_out_of_time; i++) {
        status = ask_once(s, patiences[i], error);
        if (s->findings[OWNER].fate == CAPTURED)
            break;
    }
    if (s->is_out_of_time && s->findings[OWNER].fate != CAPTURED)
        s->answer->code = SOLVE_UNKNOWN;
    return status;
}

/* Asks everything where there are more candidates, with the memory that it took to ask as set. */
static by_status ask_wider(solver *s, by_error *error)
{
    by_status status;

    give_back_memory(&s->places[AS_SET]);
    status = open_place(s, WIDER, MAIN_SHARE, error);
    return status ? status : ask(s, error);
}

/* A capture may have been found because the move that saves the block is no candidate. So it is looked for a little
 * among more of them, and if there is one, everything is asked again with these: the capture is refuted. */
static by_status doubt_capture(solver *s, by_error *error)
{
    struct solve_answer old = *s->answer;
    struct finding before = s->findings[OWNER];
    enum fate fate;
    by_status status = open_place(s, WIDER, SIDE_SHARE, error);

    if (status)
        return status;
    s->here = &s->places[WIDER];
    if (s->question->is_attack) {
        s->first_moves = &before.best;
        s->first_move_count = 1;
    }
    status = search(s, OWNER, s->patience, WIDER_NODES, &fate, error);
    s->first_moves = NULL;
    s->first_move_count = 0;
    if (fate == ESCAPED)
        return status ? status : ask_wider(s, error);
    if (s->is_out_of_time && is_over(s)) {
        s->answer->code = SOLVE_UNKNOWN;
        return status;
    }
    s->findings[OWNER] = before;
    take_back(s, old);
    s->here = &s->places[AS_SET];
    return status;
}

/* What ended the last of the searches is not what ended them all: an answer is the end. */
static void note_end(solver *s)
{
    if (s->answer->code != SOLVE_UNKNOWN)
        s->answer->stopped = BY_STOPPED_DONE;
}

/* ---- Proofs ---------------------------------------------------------------------------------------------------- */

/* The line of a proof: the loser's moves as they come, the winner's answers. */
static int read_line(const by_record *record, by_move *line)
{
    int length = 0;

    for (int node = by_record_child(record, by_record_proof(record)); node != BY_RECORD_NONE && length < LINE_MOST;
         node = by_record_child(record, node))
        line[length++] = by_record_move(record, node);
    return length;
}

/* What the rules have confirmed replaces what the search had found with these threats. */
static void settle(solver *s, enum by_threats threats)
{
    const struct solve_proof *proof = &s->prover.proof;
    struct finding *finding = &s->findings[threats];
    bool had_fate = finding->fate == (proof->is_captured ? CAPTURED : ESCAPED);
    by_move line[LINE_MOST];
    int length = read_line(proof->record, line);

    finding->fate = proof->is_captured ? CAPTURED : ESCAPED;
    finding->is_proved = finding->is_settled = true;
    if (!length && had_fate)
        return; /* it is over, or an argument is enough: any move will do */
    memcpy(finding->line, line, (size_t)length * sizeof *line);
    finding->length = length;
    finding->best = length ? line[0] : BY_MOVE_NONE;
}

/* Looks for a proof of what is expected with some threats, in one of so many parts of what is left of the limits. */
static by_status prove_with(solver *s, enum by_threats threats, bool is_captured, int parts, by_error *error)
{
    struct by_limits limits;
    by_status status;

    if (!find_limits(s, &limits))
        return BY_OK;
    limits.time_ms = limits.time_ms > parts ? limits.time_ms / parts : limits.time_ms;
    limits.nodes = limits.nodes > (uint64_t)parts ? limits.nodes / (uint64_t)parts : limits.nodes;
    for (int i = 0; i < PLACE_COUNT; i++)
        give_back_memory(&s->places[i]);
    status = solve_prove(&s->prover, &s->settings, s->question, threats, is_captured, &limits, error);
    s->answer->nodes += s->prover.proof.nodes;
    s->answer->time_us += s->prover.proof.time_us;
    if (!status && s->prover.proof.record)
        settle(s, threats);
    else
        s->answer->stopped = s->prover.proof.stopped;
    return status;
}

static by_status prove_extreme(solver *s, bool is_captured, by_error *error)
{
    return prove_with(s, is_captured ? OWNER : ATTACKER, is_captured, 1, error);
}

/* The rules have shown the contrary of what was found with some threats. So what is opposite is looked at as closely,
 * and then everything is asked again that is not settled. */
static by_status ask_after_refutation(solver *s, bool was_captured, by_error *error)
{
    by_status status = prove_extreme(s, !was_captured, error);

    if (!status)
        status = open_place(s, (int)(s->here - s->places), MAIN_SHARE, error);
    if (!status)
        status = ask(s, error);
    note_end(s);
    return status;
}

/* What is said where of an answer by a ko one half is proved alone. */
static const char *doubt_beside(enum by_threats threats, bool is_captured)
{
    if (threats == NONE)
        return is_captured ? "proved is only that it is captured if nobody retakes a ko at once"
                           : "proved is only that it escapes if nobody retakes a ko at once";
    return is_captured ? "proved is only that it is captured if the attacker retakes every ko"
                       : "proved is only that it escapes if its owner retakes every ko";
}

/* Who may retake every ko often need not do anything yet, and his proof begins with a pass: then the search's move
 * stays, as a ko that is won is better won by a move. */
static by_status keep_move(solver *s, enum by_threats threats, const struct finding *before, by_error *error)
{
    struct finding *finding = &s->findings[threats];
    by_move pass;
    by_status status = by_position_parse_move(s->here->position, "pass", &pass, error);

    if (status || finding->best != pass)
        return status;
    finding->best = before->best;
    finding->length = before->length;
    memcpy(finding->line, before->line, (size_t)before->length * sizeof *finding->line);
    return BY_OK;
}

/* An answer by a ko has two halves: with some threats the side that asks reaches it, with others it does not. The
 * second comes first, since it denies the better answer, and its proof is the one that is kept. */
static by_status prove_halves(solver *s, by_error *error)
{
    bool is_attack = s->question->is_attack, is_taken = s->answer->code == SOLVE_KO_TAKEN;
    enum by_threats denied = !is_taken ? NONE : is_attack ? OWNER : ATTACKER;
    enum by_threats reached = is_taken ? NONE : is_attack ? ATTACKER : OWNER;
    const struct finding before[] = {s->findings[denied], s->findings[reached]};
    by_status status = prove_with(s, denied, !is_attack, 2, error);
    struct solve_proof kept = s->prover.proof;

    s->prover.proof = (struct solve_proof){0};
    if (!status)
        status = prove_with(s, reached, is_attack, 1, error);
    solve_prover_clear(&s->prover);
    s->prover.proof = kept;
    /* A proof of the contrary says that the search has erred, but not where else */
    if (s->findings[denied].fate != before[0].fate || s->findings[reached].fate != before[1].fate) {
        s->findings[denied] = before[0];
        s->findings[reached] = before[1];
        solve_prover_clear(&s->prover);
        return status;
    }
    if (!status)
        status = keep_move(s, reached, &before[1], error);
    set_answer(s, s->answer->code, reached, denied);
    if (s->findings[denied].is_settled && !s->answer->is_proved)
        s->answer->doubt = doubt_beside(denied, !is_attack);
    else if (s->findings[reached].is_settled && !s->answer->is_proved)
        s->answer->doubt = doubt_beside(reached, is_attack);
    return status;
}

static by_status prove(solver *s, by_error *error)
{
    bool is_captured = s->question->is_attack == (s->answer->code == SOLVE_YES);
    enum by_threats threats = is_captured ? OWNER : ATTACKER;
    const struct finding *finding = &s->findings[threats];
    by_status status;

    if (s->answer->code == SOLVE_UNKNOWN ||
        !(s->settings.wants_record || (s->settings.wants_proof && !s->answer->is_proved)))
        return BY_OK;
    if (is_ko(s->answer))
        return prove_halves(s, error);
    status = prove_extreme(s, is_captured, error);
    if (status || !finding->is_settled)
        return status;
    if (finding->fate == (is_captured ? CAPTURED : ESCAPED)) {
        set_answer(s, s->answer->code, threats, threats);
        return BY_OK;
    }
    return ask_after_refutation(s, is_captured, error);
}

const by_record *solver_proof(const solver *s, const by_game **game, const char **reason)
{
    *game = s->prover.proof.game;
    *reason = s->prover.proof.reason.message;
    return s->prover.proof.record;
}

enum by_threats solver_proof_threats(const solver *s)
{
    return s->prover.proof.threats;
}

/* ---- The question ---------------------------------------------------------------------------------------------- */

static void begin(solver *s, const struct solve_question *question, struct solve_answer *answer)
{
    *answer = (struct solve_answer){.code = SOLVE_UNKNOWN, .move = BY_MOVE_NONE};
    s->question = question;
    s->answer = answer;
    s->is_out_of_time = false;
    s->here = &s->places[AS_SET];
    for (int i = 0; i < PLACE_COUNT; i++) {
        if (i != AS_SET && s->places[i].share == MAIN_SHARE)
            give_back_memory(&s->places[i]);
        if (s->places[i].search)
            by_search_clear(s->places[i].search); /* an answer does not hang on what was asked before */
    }
    for (int i = 0; i < THREATS_COUNT; i++)
        s->findings[i].is_settled = false;
    solve_prover_clear(&s->prover);
    solve_curve_clear(&s->curve);
    solve_curve_clear(&s->open_curve);
}

/* What is not decided has the curve of what was left open, not that of another question which was settled beside it. */
static void tell_curve(solver *s)
{
    struct solve_answer *answer = s->answer;
    const struct solve_curve *curve = answer->code == SOLVE_UNKNOWN ? &s->open_curve : &s->curve;

    answer->curve = curve->points;
    answer->curve_length = curve->length;
    if (answer->code == SOLVE_UNKNOWN)
        answer->prediction = solve_predict(curve);
}

by_status solver_ask(solver *s, const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    by_status status;

    begin(s, question, answer);
    status = open_place(s, AS_SET, MAIN_SHARE, error);
    if (!status)
        status = ask(s, error);
    if (!status && s->findings[OWNER].fate == CAPTURED && !answer->is_proved)
        status = doubt_capture(s, error);
    if (!status && is_ko(answer) && !answer->is_proved && !s->is_out_of_time && s->here == &s->places[AS_SET])
        status = confirm_ko(s, error);
    note_end(s);
    if (!status)
        status = prove(s, error);
    if (status)
        return status;
    tell_curve(s);
    if (answer->code == SOLVE_UNKNOWN) {
        answer->move = BY_MOVE_NONE;
        answer->length = 0;
        answer->is_proved = false;
        answer->doubt = "not decided within the limits";
    }
    return BY_OK;
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

const char *solve_code_name(enum solve_code code)
{
    static const char *const names[] = {"no", "yes", "by a ko, taken first", "by a ko, with the first threat"};

    return code >= SOLVE_NO && code <= SOLVE_KO_THREAT ? names[code] : "unknown";
}

const char *solve_prediction_name(enum solve_prediction prediction)
{
    static const char *const names[] = {"nothing", "capture", "escape"};

    return (unsigned)prediction < sizeof names / sizeof names[0] ? names[prediction] : "nothing";
}
