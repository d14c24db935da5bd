/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/go_board.h"

static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};

/* A game in progress. */
struct play {
    const struct match_table *table;
    struct match_engine *const *engines;
    by_position *position;
    by_text start;    /* the position before the first move */
    bool is_initial;  /* that one is the initial position */
    by_text moves[2]; /* as questions have them */
    int plies;        /* all, with those of the opening */
    int opening_plies;
    by_text notes; /* a line for every move of an engine */
    struct match_clock clocks[2];
    char replies[2][24]; /* the reply that each side expects, as received; "": none */
    by_move guesses[2];  /* that each ponders on, if it does */
    struct match_referee referee;
    struct match_go_count count; /* of a game of Go that came to its end */
    int resumed_at;              /* plies when it went on after its end; negative: it did not */
    bool is_resigned;
    struct match_result *result;
    by_error *error;
};

bool match_is_go(const by_game *game)
{
    return strcmp(by_game_type_of(game)->name, "go") == 0;
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* The place of a notation among those of the game. */
static int notation_of(const struct play *play, const char *name)
{
    const char *const *names = by_game_type_of(play->table->game)->notations;

    for (int i = 0; names && names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return 0;
}

static int coordinates_of(const struct play *play, int ranks)
{
    return notation_of(play, ranks ? "ranks1" : "coordinates");
}

static by_status make_move(struct play *play, by_move move)
{
    for (int ranks = 0; ranks < 2; ranks++) {
        by_position_print_move_as(play->position, move, coordinates_of(play, ranks), &play->moves[ranks]);
        by_text_add_char(&play->moves[ranks], ' ');
        if (play->moves[ranks].failed)
            return by_error_no_memory(play->error);
    }
    play->plies++;
    return by_position_push(play->position, move, play->error);
}

/* The position before the first move for engines and records, NULL if it is the initial one. */
static const char *start_of(const struct play *play)
{
    return play->is_initial ? NULL : by_text_string(&play->start);
}

/* Sets the start from a position without history. */
static by_status note_start(struct play *play)
{
    by_text initial_text = {0};
    by_position *initial;
    by_status status = by_position_create(play->table->game, &initial, play->error);

    if (status)
        return status;
    by_position_print(initial, &initial_text);
    by_position_print(play->position, &play->start);
    if (play->start.failed || initial_text.failed)
        status = by_error_no_memory(play->error);
    play->is_initial = strcmp(by_text_string(&initial_text), by_text_string(&play->start)) == 0;
    by_position_destroy(initial);
    by_text_free(&initial_text);
    return status;
}

/* Undoes the moves of the opening to find its start, and replays them to write them down. */
static by_status set_opening(struct play *play, size_t index)
{
    by_position *opening = NULL;
    const by_move *moves;
    size_t length;
    by_status status = by_position_create(play->table->game, &opening, play->error);

    if (!status)
        status = match_openings_set(play->table->openings, index, opening, play->error);
    if (!status)
        status = by_position_copy(opening, &play->position, play->error);
    if (status)
        goto done;
    moves = by_position_history(opening, &length);
    for (size_t i = 0; i < length; i++)
        (void)by_position_pop(play->position, NULL);
    status = note_start(play);
    for (size_t i = 0; i < length && !status; i++)
        status = make_move(play, moves[i]);
    play->opening_plies = play->plies;
done:
    by_position_destroy(opening);
    return status;
}

/* ---- Endings ----------------------------------------------------------------------------------------------------- */

static enum by_outcome lost_for(int side)
{
    return side ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND;
}

static void end(struct play *play, enum by_outcome outcome, const char *reason)
{
    play->result->outcome = outcome;
    (void)snprintf(play->result->reason, sizeof play->result->reason, "%s", reason);
}

static void end_by_fault(struct play *play, int side, const struct match_answer *answer)
{
    struct match_result *result = play->result;

    result->outcome = lost_for(side);
    result->fault = answer->fault;
    (void)snprintf(result->reason, sizeof result->reason, "%s of %s: %s", match_fault_name(answer->fault),
                   by_game_type_of(play->table->game)->side_names[side], answer->message);
}

/* The first line of the judge's words. */
static void name_verdict(struct play *play, enum by_outcome outcome)
{
    by_text words = {0};

    if (by_position_explain(play->position, &words, NULL))
        by_text_add(&words, "by the rules of the game");
    if (words.length)
        words.data[strcspn(words.data, "\n")] = 0;
    end(play, outcome, by_text_string(&words));
    by_text_free(&words);
}

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

static void put_question(const struct play *play, int side, struct match_question *question)
{
    *question = (struct match_question){
        .start = start_of(play),
        .board = by_text_string(&play->start),
        .moves = {by_text_string(&play->moves[0]), by_text_string(&play->moves[1])},
        .move_count = play->plies,
        .side = side,
        .is_cleanup = play->resumed_at >= 0,
        .clocks = {play->clocks[0], play->clocks[1]},
        .patience_us = play->table->patience_us,
    };
    for (int i = 0; i < 2; i++)
        question->increments_us[i] = play->engines[i]->limit.increment_us;
    /* If only one side has a clock, it receives its own for both sides. */
    if (play->engines[side ^ 1]->limit.kind != MATCH_LIMIT_CLOCK) {
        question->clocks[side ^ 1] = play->clocks[side];
        question->increments_us[side ^ 1] = question->increments_us[side];
    }
}

/* "+0.35/6 0.104s 12345n", "-M3/9": score from the engine's view, depth, time, nodes. */
static void note_move(struct play *play, const struct match_answer *answer)
{
    by_text *notes = &play->notes;
    int size = abs(answer->score);

    if (answer->has_score)
        by_text_add_char(notes, answer->score < 0 ? '-' : '+');
    if (answer->has_score && size >= MATCH_MATE_LEAST)
        by_text_printf(notes, "M%d/%d ", MATCH_MATE - size, answer->depth);
    else if (answer->has_score)
        by_text_printf(notes, "%d.%02d/%d ", size / 100, size % 100, answer->depth);
    by_text_printf(notes, "%lld.%03llds", (long long)(answer->time_us / 1000000),
                   (long long)(answer->time_us / 1000 % 1000));
    if (answer->nodes)
        by_text_printf(notes, " %llun", (unsigned long long)answer->nodes);
    by_text_add_char(notes, '\n');
}

/* A move in a position in which both sides have passed, where the game itself reads none: it is read on the same board
 * without the passes, and has to be possible on the true one. */
static bool read_late_move(struct play *play, const char *text, by_move *move)
{
    by_position *board = NULL;
    struct match_go_board stones;
    by_text words = {0};
    bool is_good;

    by_position_print(play->position, &words);
    is_good = match_go_read(by_text_string(&words), &stones) && !by_position_create(play->table->game, &board, NULL);
    stones.passes = 0;
    by_text_clear(&words);
    if (is_good)
        match_go_print(&stones, &words);
    is_good = is_good && !by_position_parse(board, by_text_string(&words), NULL) &&
              !by_position_parse_move_as(board, text, coordinates_of(play, 0), move, NULL) &&
              !by_position_push(play->position, *move, NULL) && !by_position_pop(play->position, NULL);
    by_position_destroy(board);
    by_text_free(&words);
    return is_good;
}

static bool read_move(struct play *play, const struct match_engine *engine, const char *text, by_move *move)
{
    struct by_node node;

    by_position_node(play->position, &node);
    if (node.is_over)
        return read_late_move(play, text, move);
    return !by_position_parse_move_as(play->position, text, coordinates_of(play, engine->ranks), move, NULL);
}

/* Reads the move of an answer and makes it; a fault if it is not legal. */
static by_status accept_move(struct play *play, int side, struct match_answer *answer)
{
    struct match_engine *engine = play->engines[side];
    by_move move;

    if (!read_move(play, engine, answer->move, &move)) {
        match_engine_fault(answer, MATCH_FAULT_ILLEGAL, "%.20s", answer->move);
        return BY_OK;
    }
    note_move(play, answer);
    match_referee_note(&play->referee, &play->table->adjudication, side, answer);
    if (engine->limit.kind == MATCH_LIMIT_CLOCK)
        (void)match_clock_press(&play->clocks[side], &engine->limit, answer->time_us, engine->margin_us);
    return make_move(play, move);
}

/* Lets the side that has moved think on about the reply that it expects, if that is legal and leaves it a move. */
static by_status start_pondering(struct play *play, int side)
{
    struct match_engine *engine = play->engines[side];
    size_t lengths[2] = {play->moves[0].length, play->moves[1].length};
    struct match_question question;
    struct by_node node;
    by_status status;

    if (!engine->player->ponders || !*play->replies[side] ||
        !read_move(play, engine, play->replies[side], &play->guesses[side]))
        return BY_OK;
    status = make_move(play, play->guesses[side]);
    if (status)
        return status;
    by_position_verdict(play->position, &node);
    if (!node.is_over) {
        put_question(play, side, &question);
        match_engine_ponder(engine, &question);
        play->result->ponders[side]++;
    }
    for (int ranks = 0; ranks < 2; ranks++)
        play->moves[ranks].data[play->moves[ranks].length = lengths[ranks]] = 0;
    play->plies--;
    return by_position_pop(play->position, play->error);
}

/* Whether the side to move has pondered on the move that was played. */
static bool is_expected(const struct play *play, int side)
{
    size_t length;
    const by_move *moves = by_position_history(play->position, &length);

    return play->engines[side]->is_pondering && moves[length - 1] == play->guesses[side];
}

/* Plays one move. The game continues unless there is a result; false: aborted. */
static bool take_turn(struct play *play, int side, by_status *status)
{
    struct match_question question;
    struct match_answer answer;

    *status = start_pondering(play, side ^ 1);
    if (*status)
        return false;
    put_question(play, side, &question);
    question.is_expected = is_expected(play, side);
    question.ponderer = play->engines[side ^ 1]->is_pondering ? play->engines[side ^ 1] : NULL;
    play->result->ponder_hits[side] += question.is_expected;
    match_engine_think(play->engines[side], &question, &answer);
    if (answer.is_aborted)
        return false;
    (void)snprintf(play->replies[side], sizeof play->replies[side], "%s", answer.reply);
    play->is_resigned = !answer.fault && answer.resigns;
    if (play->is_resigned)
        end(play, lost_for(side), "resignation");
    else if (!answer.fault)
        *status = accept_move(play, side, &answer);
    if (answer.fault)
        end_by_fault(play, side, &answer);
    return !*status;
}

static bool begin(struct play *play)
{
    for (int side = 0; side < 2; side++) {
        struct match_question question;
        struct match_answer answer;

        put_question(play, side, &question);
        match_clock_start(&play->clocks[side], &play->engines[side]->limit);
        if (match_engine_begin(play->engines[side], &question, &answer))
            continue;
        if (!answer.is_aborted)
            end_by_fault(play, side, &answer);
        return false;
    }
    return true;
}

/* ---- The end by the rules ---------------------------------------------------------------------------------------- */

/* Counts a game of Go as the engines judge the dead stones; false: the runner breaks it off. */
static bool count_go(struct play *play, by_status *status)
{
    const char *const names[2] = {play->engines[0]->player->name, play->engines[1]->player->name};
    struct match_final finals[2] = {{0}};
    struct match_question question;
    bool goes_on = true;

    for (int side = 0; side < 2 && goes_on; side++) {
        put_question(play, side, &question);
        goes_on = match_engine_judge(play->engines[side], &question, &finals[side]);
    }
    by_text_free(&play->count.words);
    if (goes_on)
        *status = match_go_count(play->position, finals, names, &play->count, play->error);
    by_text_free(&finals[0].dead);
    by_text_free(&finals[1].dead);
    return goes_on;
}

/* "B+3.5, played on from ply 54" */
static void name_count(struct play *play)
{
    struct match_result *result = play->result;
    char before[48] = "";

    if (play->resumed_at >= 0)
        (void)snprintf(before, sizeof before, ", " MATCH_PLAYED_ON " %d", play->resumed_at);
    result->outcome = play->count.outcome;
    (void)snprintf(result->reason, sizeof result->reason, "%s%s%s", play->count.score, before,
                   play->count.is_disputed ? ", " MATCH_NOT_AGREED : "");
}

/* Once, and not with an engine that has ended when it was asked for the dead stones. */
static bool may_play_on(const struct play *play)
{
    return play->table->plays_on && play->resumed_at < 0 && play->engines[0]->process && play->engines[1]->process;
}

/* Whether a game of Go is over after two passes. If the engines disagree about dead stones, play continues once, so
 * that a side can capture them, until both pass again. */
static bool is_go_over(struct play *play, by_status *status)
{
    if (play->resumed_at >= 0 && play->plies < play->resumed_at + 2)
        return false;
    if (!count_go(play, status) || *status)
        return true;
    if (play->count.is_disputed && may_play_on(play)) {
        play->resumed_at = play->plies;
        by_text_free(&play->count.words);
        play->count = (struct match_go_count){0};
        return false;
    }
    play->result->is_by_rules = true;
    name_count(play);
    return true;
}

/* Whether the rules end the game here. */
static bool is_over(struct play *play, struct by_node *node, by_status *status)
{
    by_position_verdict(play->position, node);
    if (!node->is_over)
        return false;
    if (match_is_go(play->table->game))
        return is_go_over(play, status);
    play->result->is_by_rules = true;
    name_verdict(play, node->value == 0 ? BY_OUTCOME_DRAW : lost_for(node->value < 0 ? node->side : node->side ^ 1));
    return true;
}

static by_status play_moves(struct play *play)
{
    by_status status = BY_OK;
    struct by_node node;
    const char *reason;
    enum by_outcome outcome;

    while (play->result->outcome == BY_OUTCOME_UNKNOWN && !is_over(play, &node, &status)) {
        if (match_referee_ends(&play->referee, &play->table->adjudication, play->plies, &outcome, &reason)) {
            end(play, outcome, reason);
            break;
        }
        if (!take_turn(play, node.side, &status))
            break;
    }
    return status;
}

/* ---- The record -------------------------------------------------------------------------------------------------- */

static by_status tag(by_record *record, const char *name, const char *value, by_error *error)
{
    return by_record_add_tag(record, BY_RECORD_ROOT, name, value, error);
}

/* "40/300+2 s", or both where they differ. */
static by_status tag_limits(const struct play *play, by_record *record)
{
    by_text limits[2] = {{0}};
    by_status status = BY_OK;

    for (int side = 0; side < 2; side++)
        match_limit_print(&play->engines[side]->limit, &limits[side]);
    if (strcmp(by_text_string(&limits[0]), by_text_string(&limits[1])) == 0) {
        status = tag(record, "TimeControl", by_text_string(&limits[0]), play->error);
    } else {
        status = tag(record, "RedTimeControl", by_text_string(&limits[0]), play->error);
        if (!status)
            status = tag(record, "BlackTimeControl", by_text_string(&limits[1]), play->error);
    }
    by_text_free(&limits[0]);
    by_text_free(&limits[1]);
    return status;
}

static by_status tag_game(const struct play *play, by_record *record, size_t opening, int number)
{
    char date[16], round[16], place[24];
    time_t now = time(NULL);
    struct tm today;

    (void)strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &today));
    (void)snprintf(round, sizeof round, "%d", number);
    (void)snprintf(place, sizeof place, "%zu", opening + 1);
    if (tag(record, "Event", play->table->event, play->error) || tag(record, "Date", date, play->error) ||
        tag(record, "Round", round, play->error) || tag(record, "Red", play->engines[0]->player->name, play->error) ||
        tag(record, "Black", play->engines[1]->player->name, play->error) ||
        tag(record, "Opening", place, play->error) || tag_limits(play, record) ||
        tag(record, "PlyCount", "", play->error))
        return BY_ERROR_MEMORY;
    (void)snprintf(round, sizeof round, "%d", play->plies);
    if (by_record_set_tag(record, BY_RECORD_ROOT, "PlyCount", round, play->error))
        return BY_ERROR_MEMORY;
    return tag(record, "Termination", play->result->reason, play->error);
}

/* "B+3.5", or the winner and why: resignation, time, forfeit. */
static void print_go_result(const struct play *play, char *out, size_t size)
{
    enum by_outcome outcome = play->result->outcome;
    const char *how = play->is_resigned ? "R" : play->result->fault == MATCH_FAULT_TIME ? "T" : "F";

    if (*play->count.score)
        (void)snprintf(out, size, "%s", play->count.score);
    else if (outcome == BY_OUTCOME_DRAW)
        (void)snprintf(out, size, "0");
    else
        (void)snprintf(out, size, "%c+%s", outcome == BY_OUTCOME_FIRST ? 'B' : 'W', how);
}

/* The overtime of SGF is free text, which holds any limit of ours. */
static by_status tag_go_limits(const struct play *play, by_record *record)
{
    by_text limits[2] = {{0}};
    by_status status;

    for (int side = 0; side < 2; side++)
        match_limit_print(&play->engines[side]->limit, &limits[side]);
    if (strcmp(by_text_string(&limits[0]), by_text_string(&limits[1])) != 0)
        by_text_printf(&limits[0], " for black, %s for white", by_text_string(&limits[1]));
    status = tag(record, "OT", by_text_string(&limits[0]), play->error);
    by_text_free(&limits[0]);
    by_text_free(&limits[1]);
    return status;
}

/* The root of an SGF. RO and the beginning of GC hold the text that is compared with the journal. */
static by_status tag_go(const struct play *play, by_record *record, size_t opening, int number)
{
    char date[16], round[16], result[32], about[320];
    time_t now = time(NULL);
    struct match_go_board board;
    struct tm today;

    (void)strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &today));
    (void)snprintf(round, sizeof round, "%d", number);
    (void)snprintf(about, sizeof about, "opening %zu, %d plies: %s", opening + 1, play->plies, play->result->reason);
    print_go_result(play, result, sizeof result);
    if (!match_go_read(by_text_string(&play->start), &board))
        board.komi[0] = 0;
    if (tag(record, "AP", "Boyi:match", play->error) || tag(record, "EV", play->table->event, play->error) ||
        tag(record, "RO", round, play->error) || tag(record, "DT", date, play->error) ||
        tag(record, "PB", play->engines[0]->player->name, play->error) ||
        tag(record, "PW", play->engines[1]->player->name, play->error) ||
        (play->table->ruleset && tag(record, "RU", play->table->ruleset, play->error)) ||
        tag(record, "KM", board.komi, play->error) || tag(record, "RE", result, play->error) ||
        tag_go_limits(play, record))
        return BY_ERROR_MEMORY;
    return tag(record, "GC", about, play->error);
}

/* The judge's words about the end, or the reason if there was no judge. */
static void add_reason(struct play *play, by_text *words)
{
    if (play->result->is_by_rules) {
        by_text_add(words, words->length ? "\n" : "");
        if (play->resumed_at >= 0)
            by_text_printf(words, "The dead stones were not agreed on after ply %d.\n", play->resumed_at);
        if (play->count.words.length)
            by_text_add(words, by_text_string(&play->count.words));
        else
            (void)by_position_explain(play->position, words, NULL);
        while (words->length && words->data[words->length - 1] == '\n')
            words->data[--words->length] = 0;
    } else {
        by_text_printf(words, "%s%s", words->length ? "; " : "", play->result->reason);
    }
}

/* Each move of an engine gets its note. */
static by_status add_remarks(struct play *play, by_record *record)
{
    int node = by_record_child(record, BY_RECORD_ROOT), last = by_record_last(record);
    char *rest = play->notes.data, *line = rest ? strtok_r(rest, "\n", &rest) : NULL;
    by_status status = BY_OK;
    by_text words = {0};

    for (int ply = 1; node != BY_RECORD_NONE && !status; ply++, node = by_record_child(record, node)) {
        by_text_clear(&words);
        if (ply > play->opening_plies && line) {
            by_text_add(&words, line);
            line = strtok_r(NULL, "\n", &rest);
        }
        if (node == last)
            add_reason(play, &words);
        status = by_record_set_remark(record, node, BY_REMARK_AFTER, by_text_string(&words), play->error);
    }
    by_text_free(&words);
    return status;
}

static by_status write_record(struct play *play, size_t opening, int number)
{
    by_record *record;
    by_status status = by_record_from_position(play->position, &record, play->error);

    if (status)
        return status;
    by_record_set_outcome(record, play->result->outcome);
    status = match_is_go(play->table->game) ? tag_go(play, record, opening, number)
                                            : tag_game(play, record, opening, number);
    if (!status)
        status = add_remarks(play, record);
    if (!status)
        status = by_record_write(play->table->game, record, play->table->notation, &play->result->pgn, play->error);
    by_record_destroy(record);
    return status;
}

by_status match_game_play(const struct match_table *table, size_t opening, struct match_engine *const engines[2],
                          int number, struct match_result *result, by_error *error)
{
    struct play play = {.table = table, .engines = engines, .resumed_at = -1, .result = result, .error = error};
    by_status status;

    *result = (struct match_result){0};
    status = set_opening(&play, opening);
    if (!status && begin(&play))
        status = play_moves(&play);
    result->plies = play.plies;
    if (!status && result->outcome != BY_OUTCOME_UNKNOWN) {
        for (int side = 0; side < 2; side++)
            match_engine_finish(engines[side], results[result->outcome]);
        status = write_record(&play, opening, number);
    }
    by_position_destroy(play.position);
    by_text_free(&play.start);
    by_text_free(&play.moves[0]);
    by_text_free(&play.moves[1]);
    by_text_free(&play.notes);
    by_text_free(&play.count.words);
    return status;
}
