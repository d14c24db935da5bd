/* SPDX-License-Identifier: MIT */
#include "tune/read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "selfplay/reader.h"
#include "tune/quiet.h"

enum { LINE_MOST = 4096 };

/* A position that is chosen, for the time being. */
struct choice {
    by_text text;
    struct tune_sample sample;
};

struct input {
    struct tune_data *data;
    const char *path;
    const struct tune_filter *filter;
    struct tune_tally *tally;
    by_position *initial;
    by_position *position; /* of our own game: the file's may be under other settings */
    struct tune_quiet *quiet;
    struct by_features features;
    struct by_move_info *moves;
    struct choice *choices;
    int chosen;
    uint64_t eligible; /* positions of the current game */
    struct by_random random;
};

/* ---- A life ------------------------------------------------------------------------------------------------------ */

static void close_input(struct input *input)
{
    for (int i = 0; input->choices && i < input->filter->a_game; i++)
        by_text_free(&input->choices[i].text);
    free(input->choices);
    free(input->moves);
    free(input->features.list);
    tune_quiet_destroy(input->quiet);
    by_position_destroy(input->position);
    by_position_destroy(input->initial);
}

static by_status open_input(struct input *input, const by_game *game, by_error *error)
{
    const struct by_evaluation *evaluation = by_game_type_of(game)->evaluation;
    struct by_extent extent;
    by_status status;

    if (!evaluation || !evaluation->tuning)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "%s has no evaluation that can be tuned",
                            by_game_type_of(game)->name);
    status = by_position_create(game, &input->initial, error);
    if (!status)
        status = by_position_create(game, &input->position, error);
    if (!status)
        status = tune_quiet_create(input->initial, &input->quiet, error);
    if (status)
        return status;
    by_position_extent(input->initial, &extent);
    input->choices = calloc((size_t)input->filter->a_game, sizeof *input->choices);
    input->moves = calloc((size_t)extent.max_moves + 1, sizeof *input->moves);
    input->features.list = calloc((size_t)evaluation->tuning->count, sizeof *input->features.list);
    return input->choices && input->moves && input->features.list ? BY_OK : by_error_no_memory(error);
}

/* ---- Taking positions -------------------------------------------------------------------------------------------- */

/* From a text to a sample of the data. */
static by_status add_position(struct input *input, const char *text, const struct tune_sample *sample, by_error *error)
{
    by_status status = by_position_assign(input->position, input->initial, error);
    struct by_node node;
    bool found = false, is_new = false;

    if (!status)
        status = by_position_parse(input->position, text, error);
    if (status)
        return status;
    by_position_node(input->position, &node);
    if (node.in_check) {
        input->tally->in_check++;
        return BY_OK;
    }
    status = tune_data_add_key(input->data, node.key, &is_new, error);
    if (!status && !is_new)
        input->tally->repeated++;
    if (status || !is_new)
        return status;
    status = tune_quiet_settle(input->quiet, input->position, &found, error);
    if (!status && !found)
        input->tally->noisy++;
    if (status || !found)
        return status;
    status = by_position_features(input->position, &input->features, error);
    return status ? status : tune_data_add(input->data, sample, &input->features, error);
}

/* Of the positions of a game, each has the same chance to be among those that are chosen (Vitter 1985, algorithm R). */
static by_status choose(struct input *input, const by_position *position, const struct tune_sample *sample,
                        by_error *error)
{
    uint64_t place = input->eligible++;
    struct choice *choice;

    if (input->chosen < input->filter->a_game) {
        place = (uint64_t)input->chosen++;
    } else {
        input->tally->left_out++;
        place = by_random_next(&input->random) % (place + 1);
        if (place >= (uint64_t)input->filter->a_game)
            return BY_OK;
    }
    choice = &input->choices[place];
    choice->sample = *sample;
    by_text_clear(&choice->text);
    by_position_print(position, &choice->text);
    return choice->text.failed ? by_error_no_memory(error) : BY_OK;
}

/* ---- Self-play --------------------------------------------------------------------------------------------------- */

static bool is_tactical(struct input *input, by_position *position, by_move move)
{
    struct by_moves moves = {.list = input->moves};

    by_position_moves(position, BY_MOVES_TACTICAL, &moves);
    for (int i = 0; i < moves.count; i++)
        if (moves.list[i].move == move)
            return true;
    return false;
}

/* The counter of the reason to skip a position; NULL: use it. */
static uint64_t *refusal(struct input *input, const struct selfplay_position *at)
{
    const struct tune_filter *filter = input->filter;
    struct by_node node;

    if (at->score == SELFPLAY_NO_SCORE || at->ply < (size_t)filter->ply_least)
        return &input->tally->early;
    if (at->score > filter->score_most || at->score < -filter->score_most)
        return &input->tally->lopsided;
    by_position_node(at->position, &node);
    if (node.in_check)
        return &input->tally->in_check;
    if (node.reversible_plies > filter->reversible_most)
        return &input->tally->stale;
    return is_tactical(input, at->position, at->move) ? &input->tally->noisy : NULL;
}

/* A side that reaches the length limit may have had winning chances: such draws count half. */
static float weight_of(const struct selfplay_game *game)
{
    return game->end == SELFPLAY_END_LENGTH || (game->end == SELFPLAY_END_RULE && !game->value) ? 0.5f : 1;
}

static struct tune_sample sample_at(const struct input *input, const struct selfplay_game *game,
                                    const struct selfplay_position *at)
{
    int sign = at->side == 0 ? 1 : -1;

    return (struct tune_sample){
        .game = input->data->games,
        .result = 0.5f + 0.5f * (float)(sign * at->result),
        .score = (float)(sign * at->score),
        .weight = weight_of(game),
        .has_score = true,
    };
}

static by_status read_game(struct input *input, struct selfplay_reader *reader, const struct selfplay_game *game,
                           by_error *error)
{
    struct selfplay_position at;
    by_status status;

    input->chosen = 0;
    input->eligible = 0;
    input->random.state = by_random_word(input->filter->seed ^ by_random_word(input->data->games));
    while (!(status = selfplay_reader_step(reader, &at, error)) && at.position) {
        uint64_t *reason = refusal(input, &at);

        input->tally->positions++;
        if (reason) {
            ++*reason;
        } else {
            struct tune_sample sample = sample_at(input, game, &at);

            status = choose(input, at.position, &sample, error);
            if (status)
                return status;
        }
    }
    for (int i = 0; i < input->chosen && !status; i++)
        status = add_position(input, by_text_string(&input->choices[i].text), &input->choices[i].sample, error);
    input->data->games++;
    input->tally->games++;
    return status;
}

static bool is_stopped(const struct input *input)
{
    return input->filter->is_stopped && input->filter->is_stopped(input->filter->context);
}

static by_status read_selfplay(struct input *input, FILE *stream, by_error *error)
{
    const by_game_type *wanted = by_game_type_of(by_position_game(input->initial));
    const struct selfplay_game *game = NULL;
    struct selfplay_reader *reader = NULL;
    by_status status = selfplay_reader_open_stream(stream, input->path, &reader, error);

    if (!status && by_game_type_of(selfplay_reader_game(reader)) != wanted)
        status = by_error_set(error, BY_ERROR_INPUT, "%.120s has games of %s, expected %s", input->path,
                              by_game_type_of(selfplay_reader_game(reader))->name, wanted->name);
    while (!status && !is_stopped(input) && !(status = selfplay_reader_next(reader, &game, error)) && game)
        status = read_game(input, reader, game, error);
    selfplay_reader_destroy(reader);
    return status;
}

/* ---- Lines of text ----------------------------------------------------------------------------------------------- */

/* Cuts the text off behind the last semicolon; NULL: there is none. */
static char *cut_last(char *line)
{
    char *semicolon = strrchr(line, ';');

    if (!semicolon)
        return NULL;
    *semicolon = '\0';
    return semicolon + 1;
}

/* A decimal number and nothing else. */
static bool read_number(const char *text, float *out)
{
    size_t length = strspn(text, " ");
    char *end;

    if (!text[length] || strspn(text + length, "0123456789+-.") != strlen(text + length))
        return false;
    *out = strtof(text, &end);
    return !*end;
}

static bool read_result(const char *text, float *out)
{
    return read_number(text, out) && (*out == 0 || *out == 0.5f || *out == 1);
}

/* Fills the sample and leaves the position in `line`. */
static bool split_line(char *line, struct tune_sample *sample)
{
    const char *last = cut_last(line), *score = NULL;

    if (!last)
        return false;
    if (strchr(line, ';')) {
        score = last;
        last = cut_last(line);
    }
    sample->has_score = score != NULL;
    return read_result(last, &sample->result) && (!score || read_number(score, &sample->score));
}

static by_status read_line(struct input *input, char *line, uint64_t number, by_error *error)
{
    struct tune_sample sample = {.game = input->data->games, .weight = 1};
    by_error inside = {0};

    line[strcspn(line, "\r\n")] = '\0';
    if (!*line || *line == '#')
        return BY_OK;
    input->data->games++;
    input->tally->games++;
    input->tally->positions++;
    if (!split_line(line, &sample))
        return by_error_set(error, BY_ERROR_INPUT,
                            "%.120s, line %" PRIu64 ": expected POSITION;RESULT or POSITION;RESULT;SCORE, the result "
                            "1, 0.5 or 0",
                            input->path, number);
    if (sample.has_score &&
        (sample.score > (float)input->filter->score_most || sample.score < -(float)input->filter->score_most)) {
        input->tally->lopsided++;
        return BY_OK;
    }
    if (add_position(input, line, &sample, &inside))
        return by_error_set(error, inside.status, "%.100s, line %" PRIu64 ": %.120s", input->path, number,
                            inside.message);
    return BY_OK;
}

static by_status read_lines(struct input *input, FILE *stream, by_error *error)
{
    char line[LINE_MOST];
    by_status status = BY_OK;

    for (uint64_t number = 1; !status && !is_stopped(input) && fgets(line, sizeof line, stream); number++) {
        if (!strchr(line, '\n') && !feof(stream))
            return by_error_set(error, BY_ERROR_INPUT, "%.120s, line %" PRIu64 " is longer than %d bytes", input->path,
                                number, LINE_MOST - 2);
        status = read_line(input, line, number, error);
    }
    return status;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

by_status tune_read(struct tune_data *data, const char *path, const by_game *game, const struct tune_filter *filter,
                    struct tune_tally *tally, by_error *error)
{
    struct input input = {.data = data, .path = path, .filter = filter, .tally = tally};
    FILE *stream = fopen(path, "rb");
    by_status status;
    int first;

    if (!stream)
        return by_error_set(error, BY_ERROR_INPUT, "cannot read %.120s: %s", path, strerror(errno));
    status = open_input(&input, game, error);
    first = fgetc(stream);
    (void)ungetc(first, stream);
    if (!status)
        status = first == 0x89 ? read_selfplay(&input, stream, error) : read_lines(&input, stream, error);
    if (!status && ferror(stream))
        status = by_error_set(error, BY_ERROR_INPUT, "%.120s cannot be read to its end", path);
    close_input(&input);
    (void)fclose(stream);
    return status;
}
