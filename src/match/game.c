/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boyi/pgn.h"
#include "match/go_count.h"
#include "match/journal.h"
#include "protocol/gtp/board.h"

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

const struct by_pgn *match_pgn_of(const by_game *game)
{
    const struct by_records *records = by_game_type_of(game)->records;

    return records ? records->pgn : NULL;
}

bool match_is_go(const by_game *game)
{
    return strcmp(by_game_type_of(game)->name, "go") == 0;
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* The notation whose ranks begin with 0 or 1, or the game's first. */
static int coordinates_of(const struct play *play, int ranks)
{
    int notation = by_game_notation(by_game_type_of(play->table->game), ranks ? "ranks1" : "coordinates");

    return notation == BY_NOTATION_ANY ? 0 : notation;
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
    status = by_position_print_start(opening, &play->is_initial, &play->start, play->error);
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
                   by_game_side_name(by_game_type_of(play->table->game), side), answer->message);
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

static void fill_question(const struct play *play, int side, struct match_question *question)
{
    *question = (struct match_question){
        .start = play->is_initial ? NULL : by_text_string(&play->start),
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
static void add_note(struct play *play, const struct match_answer *answer)
{
    by_text *notes = &play->notes;
    int size = abs(answer->score);

    if (answer->has_score)
        by_text_add_char(notes, answer->score < 0 ? '-' : '+');
    if (answer->has_score && size >= MATCH_MIN_MATE)
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
    struct gtp_board stones;
    by_text words = {0};
    bool is_good;

    by_position_print(play->position, &words);
    is_good = gtp_board_parse(by_text_string(&words), &stones) && !by_position_create(play->table->game, &board, NULL);
    stones.passes = 0;
    by_text_clear(&words);
    if (is_good)
        gtp_board_print(&stones, &words);
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
    add_note(play, answer);
    match_referee_record(&play->referee, &play->table->adjudication, side, answer);
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
        fill_question(play, side, &question);
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
static bool play_turn(struct play *play, int side, by_status *status)
{
    struct match_question question;
    struct match_answer answer;

    *status = start_pondering(play, side ^ 1);
    if (*status)
        return false;
    fill_question(play, side, &question);
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

        fill_question(play, side, &question);
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
        fill_question(play, side, &question);
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
        if (!play_turn(play, node.side, &status))
            break;
    }
    return status;
}

/* ---- The record -------------------------------------------------------------------------------------------------- */

/* Tags of a root that are added one after the other, until one fails. */
struct tagging {
    by_record *record;
    by_status status;
    by_error *error;
};

static void add_tag(struct tagging *tags, const char *name, const char *value)
{
    if (!tags->status)
        tags->status = by_record_add_tag(tags->record, BY_RECORD_ROOT, name, value, tags->error);
}

static void add_number(struct tagging *tags, const char *name, long long number)
{
    char value[24];

    (void)snprintf(value, sizeof value, "%lld", number);
    add_tag(tags, name, value);
}

static void add_date(struct tagging *tags, const char *name, const char *format)
{
    char value[16];
    time_t now = time(NULL);
    struct tm today;

    (void)strftime(value, sizeof value, format, localtime_r(&now, &today));
    add_tag(tags, name, value);
}

/* The limits of both sides in words; false if they differ. */
static bool have_same_limits(const struct play *play, struct match_words limits[2])
{
    for (int side = 0; side < 2; side++)
        limits[side] = match_limit_words(&play->engines[side]->limit);
    return strcmp(limits[0].text, limits[1].text) == 0;
}

static void tag_pgn(const struct play *play, const char *const sides[2], size_t opening, int number,
                    struct tagging *tags)
{
    struct match_words limits[2];
    bool is_same = have_same_limits(play, limits);
    char name[48];

    add_tag(tags, "Event", play->table->event);
    add_date(tags, "Date", "%Y.%m.%d");
    add_number(tags, "Round", number);
    for (int side = 0; side < 2; side++)
        add_tag(tags, sides[side], play->engines[side]->player->name);
    add_number(tags, "Opening", (long long)opening + 1);
    for (int side = 0; side < (is_same ? 1 : 2); side++) {
        (void)snprintf(name, sizeof name, "%.30sTimeControl", is_same ? "" : sides[side]);
        add_tag(tags, name, limits[side].text);
    }
    add_number(tags, "PlyCount", play->plies);
    add_tag(tags, "Termination", play->result->reason);
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

/* RO and the beginning of GC hold the text that is compared with the journal. The overtime of SGF is free text, which
 * holds any limit of ours. */
static void tag_sgf(const struct play *play, size_t opening, int number, struct tagging *tags)
{
    char result[32], about[320], overtime[192];
    struct match_words limits[2];
    struct gtp_board board;
    bool is_go = gtp_board_parse(by_text_string(&play->start), &board);

    (void)snprintf(about, sizeof about, "opening %zu, %d plies: %s", opening + 1, play->plies, play->result->reason);
    print_go_result(play, result, sizeof result);
    add_tag(tags, "AP", "Boyi:match");
    add_tag(tags, "EV", play->table->event);
    add_number(tags, "RO", number);
    add_date(tags, "DT", "%Y-%m-%d");
    add_tag(tags, "PB", play->engines[0]->player->name);
    add_tag(tags, "PW", play->engines[1]->player->name);
    if (play->table->ruleset)
        add_tag(tags, "RU", play->table->ruleset);
    add_tag(tags, "KM", is_go ? gtp_komi(&board).text : "");
    add_tag(tags, "RE", result);
    if (have_same_limits(play, limits))
        (void)snprintf(overtime, sizeof overtime, "%s", limits[0].text);
    else
        (void)snprintf(overtime, sizeof overtime, "%s for black, %s for white", limits[0].text, limits[1].text);
    add_tag(tags, "OT", overtime);
    add_tag(tags, "GC", about);
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
    const struct by_pgn *pgn = match_pgn_of(play->table->game);
    struct tagging tags = {.error = play->error};
    by_record *record;
    by_status status = by_record_from_position(play->position, &record, play->error);

    if (status)
        return status;
    by_record_set_outcome(record, play->result->outcome);
    tags.record = record;
    if (pgn)
        tag_pgn(play, pgn->sides, opening, number, &tags);
    else
        tag_sgf(play, opening, number, &tags);
    status = tags.status ? tags.status : add_remarks(play, record);
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
            match_engine_finish(engines[side], match_outcome_name(result->outcome));
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
