/* SPDX-License-Identifier: MIT */
#include "protocol/go_arguments.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"
#include "base/split.h"

/* The maximum depth limits memory; the maximum time is a year. */
enum { MAX_DEPTH = 256 };
#define MAX_TIME_MS INT64_C(31536000000)
#define ABSENT      INT64_MIN

/* The numbers as they are written. Own and opponent's are UCCI's, white and black are UCI's. */
struct numbers {
    int64_t depth, nodes, mate, perft, move_time, moves_to_go;
    int64_t own_time, own_increment, opponent_time, opponent_increment;
    int64_t white_time, black_time, white_increment, black_increment;
    int64_t ignored;
};

static const struct {
    const char *word;
    size_t offset;
} number_words[] = {
    {"depth", offsetof(struct numbers, depth)},
    {"nodes", offsetof(struct numbers, nodes)},
    {"mate", offsetof(struct numbers, mate)},
    {"perft", offsetof(struct numbers, perft)},
    {"movetime", offsetof(struct numbers, move_time)},
    {"movestogo", offsetof(struct numbers, moves_to_go)},
    {"wtime", offsetof(struct numbers, white_time)},
    {"btime", offsetof(struct numbers, black_time)},
    {"winc", offsetof(struct numbers, white_increment)},
    {"binc", offsetof(struct numbers, black_increment)},
    {"time", offsetof(struct numbers, own_time)},
    {"increment", offsetof(struct numbers, own_increment)},
    {"opptime", offsetof(struct numbers, opponent_time)},
    {"oppincrement", offsetof(struct numbers, opponent_increment)},
    {"oppmovestogo", offsetof(struct numbers, ignored)},
};

enum { NUMBER_WORDS = sizeof number_words / sizeof number_words[0] };

static int64_t *number_called(struct numbers *numbers, const char *word)
{
    for (int i = 0; i < NUMBER_WORDS; i++)
        if (strcasecmp(number_words[i].word, word) == 0)
            return (int64_t *)(void *)((char *)numbers + number_words[i].offset);
    return NULL;
}

static bool *flag_called(struct protocol_go *go, const char *word)
{
    if (strcasecmp(word, "infinite") == 0)
        return &go->is_infinite;
    if (strcasecmp(word, "ponder") == 0)
        return &go->is_ponder;
    return strcasecmp(word, "draw") == 0 ? &go->offers_draw : NULL;
}

/* ---- searchmoves ------------------------------------------------------------------------------------------------- */

static void add_move(struct protocol_session *session, struct protocol_go *go, const char *word)
{
    by_error error = {0};
    by_move move;

    if (by_position_parse_move_as(session->position, word, session->notation, &move, &error)) {
        protocol_remark(session, "searchmoves: %s", error.message);
        return;
    }
    for (size_t i = 0; i < go->move_count; i++)
        if (go->moves[i] == move)
            return;
    if (go->move_count < PROTOCOL_MAX_MOVES)
        go->moves[go->move_count++] = move;
}

/* ---- From numbers to limits -------------------------------------------------------------------------------------- */

static int64_t within(int64_t value, int64_t min, int64_t max)
{
    return value < min ? min : value > max ? max : value;
}

/* A clock that has run out still gets a move. */
static int64_t clock_of(const struct protocol_session *session, int64_t white_or_black, int64_t own, int unit_ms)
{
    int64_t overhead = protocol_option(&session->options, "Move Overhead");
    int64_t time = white_or_black;

    if (own != ABSENT)
        time = within(own, 0, MAX_TIME_MS / 1000) * unit_ms;
    return time == ABSENT ? 0 : within(time - overhead, 1, MAX_TIME_MS);
}

static int64_t increment_of(int64_t white_or_black, int64_t own, int unit_ms)
{
    if (own != ABSENT)
        return within(own, 0, MAX_TIME_MS / 1000) * unit_ms;
    return white_or_black == ABSENT ? 0 : within(white_or_black, 0, MAX_TIME_MS);
}

static void set_clocks(const struct protocol_session *session, const struct numbers *n, int side, int unit_ms,
                       struct by_limits *limits)
{
    int64_t own = n->own_time, opponent = n->opponent_time;
    int64_t own_increment = n->own_increment, opponent_increment = n->opponent_increment;
    int other = !side;

    limits->clock_ms[side] = clock_of(session, side ? n->black_time : n->white_time, own, unit_ms);
    limits->clock_ms[other] = clock_of(session, other ? n->black_time : n->white_time, opponent, unit_ms);
    limits->increment_ms[side] = increment_of(side ? n->black_increment : n->white_increment, own_increment, unit_ms);
    limits->increment_ms[other] =
        increment_of(other ? n->black_increment : n->white_increment, opponent_increment, unit_ms);
    /* A side without a clock uses the other side's, instead of thinking for ever. */
    if (!limits->clock_ms[side])
        limits->clock_ms[side] = limits->clock_ms[other];
    if (n->moves_to_go != ABSENT)
        limits->moves_to_go = (int)within(n->moves_to_go, 0, 1000);
}

static void set_limits(const struct numbers *n, struct protocol_go *go)
{
    struct by_limits *limits = &go->limits;

    if (n->depth != ABSENT)
        limits->depth = (int)within(n->depth, 1, MAX_DEPTH);
    if (n->nodes != ABSENT)
        limits->nodes = (uint64_t)within(n->nodes, 1, INT64_MAX);
    if (n->move_time != ABSENT)
        limits->time_ms = within(n->move_time, 1, MAX_TIME_MS);
    if (n->mate != ABSENT) {
        /* The winner makes n moves, the loser one less. */
        int depth = (int)within(n->mate, 1, MAX_DEPTH / 2) * 2 - 1;

        limits->depth = limits->depth && limits->depth < depth ? limits->depth : depth;
        go->mate_moves = (limits->depth + 1) / 2;
    }
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static void read_words(struct protocol_session *session, char *text, struct numbers *numbers, struct protocol_go *go)
{
    bool lists_moves = false;
    char *word = by__next_word(&text);

    while (word) {
        char *next = by__next_word(&text);
        int64_t *number = number_called(numbers, word);
        bool *flag = flag_called(go, word);

        if (number || flag || strcasecmp(word, "searchmoves") == 0)
            lists_moves = !number && !flag;
        else if (lists_moves)
            add_move(session, go, word);
        if (flag)
            *flag = true;
        if (number && next && by__scan_clamped(next, number))
            next = by__next_word(&text);
        word = next;
    }
}

void protocol_read_go(struct protocol_session *session, char *text, int unit_ms, struct protocol_go *out)
{
    struct numbers numbers;
    struct by_node node;

    *out = (struct protocol_go){.perft_depth = -1};
    for (int i = 0; i < NUMBER_WORDS; i++)
        *number_called(&numbers, number_words[i].word) = ABSENT;
    read_words(session, text, &numbers, out);
    by_position_node(session->position, &node);
    set_limits(&numbers, out);
    set_clocks(session, &numbers, node.side, unit_ms, &out->limits);
    out->evaluates_only = numbers.depth == 0;
    if (numbers.perft != ABSENT)
        out->perft_depth = (int)within(numbers.perft, 0, session->bounds.nodes ? 2 : MAX_DEPTH);
}
