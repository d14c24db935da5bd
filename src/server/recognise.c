/* SPDX-License-Identifier: MIT
 *
 * POST /api/recognise: of which game a text is, and whether it is a record or a position. Games are tried in the order
 * in which they are named, each with its settings. Where none of them can read it, what is wrong is told of the reading
 * that came farthest, and of none where all of them stumble over the first word.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "boyi/record.h"
#include "front/json.h"
#include "server/position.h"
#include "server/records.h"
#include "server/routes.h"

enum {
    GAMES_MOST = 16,
    AT_END = INT_MAX, /* the place of what is wrong with the whole of a position: all of it was read */
};

#define BLANKS " \t\r\n\v\f"

struct recognise_fields {
    const char *text;
    const struct json_value *games;
};

struct game_fields {
    const char *game;
    const struct json_value *settings;
};

#define AT(type, member) .offset = offsetof(struct type, member)

static const struct server_field recognise_fields[] = {
    {.name = "text", .kind = SERVER_LINES, .most = SERVER_RECORD_BYTES, .is_needed = true, AT(recognise_fields, text)},
    {.name = "games", .kind = SERVER_ANY, .is_needed = true, AT(recognise_fields, games)},
    {0},
};

static const struct server_field game_fields[] = {
    {.name = "game", .kind = SERVER_TEXT, .most = 32, .is_needed = true, AT(game_fields, game)},
    {.name = "settings", .kind = SERVER_SETTINGS, .most = SERVER_SETTINGS_MOST, AT(game_fields, settings)},
    {0},
};

/* ---- Readings -------------------------------------------------------------------------------------------------- */

struct recognising {
    struct server_call *call;
    struct server_reading reading;
    by_text record;     /* the text as a record is read */
    by_text position;   /* and as a position is, without blanks around it */
    int line, column;   /* how much of the text stands before that, in whole lines and in characters of its line */
    const char *format; /* which it looks like, and one of the games has; NULL: none */
    const char *game;   /* out: of which game it is, and as what; NULL: not known */
    const char *as;
    by_error wrong;      /* with the reading that came farthest */
    const char *nearest; /* the game of that reading */
    bool is_far;         /* it came beyond the first word */
    int tried;           /* games */
};

static bool has_moves_or_tags(const by_record *record)
{
    const char *name, *value;

    return by_record_child(record, BY_RECORD_ROOT) != BY_RECORD_NONE ||
           by_record_tag_at(record, BY_RECORD_ROOT, 0, &name, &value);
}

/* Reads it as a record; one that is damaged counts if there is anything before the damage. Anything in braces is a
 * remark of PGN, and no game by that alone. */
static by_status read_as_record(struct recognising *r, const by_game *game, by_error *error)
{
    by_record *record = NULL;
    size_t offset = 0;
    by_status status = by_record_read(game, by_text_string(&r->record), r->record.length, &offset, &record, error);

    if (!status && !record)
        status = by_error_set(error, BY_ERROR_INPUT, "the text has no record");
    else if (!status && *by_text_string(&r->position) == '{' && !has_moves_or_tags(record))
        status = by_error_set_at(error, BY_ERROR_INPUT, r->line + 1, r->column + 1,
                                 "the text is only a comment in braces, expected tags or moves");
    else if (status == BY_ERROR_INPUT && record && has_moves_or_tags(record))
        status = BY_OK;
    by_record_destroy(record);
    return status;
}

static by_status read_as_position(struct recognising *r, const by_game *game, by_error *error)
{
    by_position *position;
    by_status status;

    if (r->position.length > SERVER_POSITION_TEXT)
        return by_error_set(error, BY_ERROR_LIMIT, "the text of a position has at most %d bytes", SERVER_POSITION_TEXT);
    status = by_position_create(game, &position, error);
    if (status)
        return status;
    status = by_position_parse(position, by_text_string(&r->position), error);
    by_position_destroy(position);
    if (!status)
        return status;
    if (!error->line) {
        error->line = error->column = AT_END;
        return status;
    }
    error->column += error->line == 1 ? r->column : 0;
    error->line += r->line;
    return status;
}

/* Whether a reading came farther than another, of which nothing is known where its status is BY_OK. */
static bool is_farther(const by_error *error, const by_error *other)
{
    return !other->status || error->line > other->line || (error->line == other->line && error->column > other->column);
}

/* Words with a slash are positions, however early they are wrong. */
static bool is_beyond_first_word(const struct recognising *r, const by_error *error)
{
    const char *text = by_text_string(&r->position);
    size_t length = strcspn(text, BLANKS);

    return memchr(text, '/', length) || error->line > r->line + 1 || error->column > r->column + (int)length;
}

static void keep_farthest(struct recognising *r, const by_game *game, const by_error *error)
{
    if (!is_farther(error, &r->wrong))
        return;
    r->wrong = *error;
    r->nearest = by_game_type_of(game)->name;
    r->is_far = is_beyond_first_word(r, error);
}

typedef by_status reading(struct recognising *r, const by_game *game, by_error *error);

/* Tries one reading; only what the server lacks is a fault. */
static by_status attempt(struct recognising *r, const by_game *game, reading *read, const char *as)
{
    by_error error = {0};
    by_status status = r->game ? BY_OK : read(r, game, &error);

    if (status == BY_ERROR_MEMORY)
        return server_refuse(&r->call->fault, 503, NULL, "out of memory");
    if (server_reading_is_over(&r->reading))
        return BY_ERROR_LIMIT;
    if (status && (r->format || read == read_as_position)) /* what does not look like a record is wrong as another */
        keep_farthest(r, game, &error);
    if (!status && !r->game) {
        r->game = by_game_type_of(game)->name;
        r->as = as;
    }
    return BY_OK;
}

static const char *format_of(const by_game *game)
{
    const by_game_type *type = by_game_type_of(game);

    return type->records ? type->records->format : NULL;
}

/* What looks like a record in the format of a game is no position. */
static by_status try_game(struct recognising *r, const by_game *game)
{
    const char *format = format_of(game);
    bool has_look = r->format && format && strcmp(r->format, format) == 0;
    by_status status = BY_OK;

    if (r->format && !has_look)
        return BY_OK;
    r->tried++;
    if (!has_look)
        status = attempt(r, game, read_as_position, "position");
    if (!status && format)
        status = attempt(r, game, read_as_record, "record");
    return status;
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

/* Opens a game of the list. */
static by_status open_game(struct server_call *call, const struct json_value *value, by_game **out)
{
    struct game_fields fields = {0};
    by_status status;

    if (value->kind != JSON_OBJECT)
        return server_refuse_value(call, value, "games", "a game is an object with its name and settings");
    status = server_read_fields(call->document, value, game_fields, &fields, &call->fault);
    return status ? status : server_game_open(fields.game, fields.settings, out, &call->fault);
}

static by_status check_games(struct server_call *call, const struct json_value *games)
{
    int count = 0;

    if (games->kind != JSON_ARRAY || !games->child)
        return server_refuse_value(call, games, "games", "'games' is an array of games with their settings");
    for (const struct json_value *value = games->child; value; value = value->next)
        if (++count > GAMES_MOST)
            return server_refuse_value(call, value, "games", "'games' has too many members");
    return BY_OK;
}

/* A word like h2e2 or C2.5, or one in another script, such as a move in Chinese. */
static bool begins_with_move(const char *text)
{
    bool is_short = strcspn(text, BLANKS) == 4;

    if ((unsigned char)*text >= 0x80)
        return true;
    if (!is_short || !isalpha((unsigned char)text[0]) || !isdigit((unsigned char)text[3]))
        return false;
    return isdigit((unsigned char)text[1]) ? isalpha((unsigned char)text[2]) || strchr(".=+-", text[2])
                                           : strchr("+-", text[1]) && strchr(".=+-", text[2]);
}

/* The format that a text begins like; NULL: none that is known. */
static const char *find_look(const char *text)
{
    const char *digits_end = text + strspn(text, "0123456789");

    if (*text == '(' && text[1 + strspn(text + 1, BLANKS)] == ';')
        return "SGF";
    if (begins_with_move(text) || *text == '{' ||
        (*text == '[' && isalpha((unsigned char)text[1 + strspn(text + 1, BLANKS)])))
        return "PGN";
    return digits_end > text && *digits_end == '.' && digits_end[1 + strspn(digits_end + 1, BLANKS)] ? "PGN" : NULL;
}

/* Keeps the look only if one of the games has such records. */
static by_status find_format(struct recognising *r, const struct json_value *games)
{
    const char *look = find_look(by_text_string(&r->position));

    for (const struct json_value *value = games->child; value && look && !r->format; value = value->next) {
        by_game *game;
        by_status status = open_game(r->call, value, &game);

        if (status)
            return status;
        if (format_of(game) && strcmp(format_of(game), look) == 0)
            r->format = look;
        by_game_close(game);
    }
    return BY_OK;
}

static by_status try_games(struct recognising *r, const struct json_value *games)
{
    by_status status = find_format(r, games);

    for (const struct json_value *value = games->child; value && !status && !r->game; value = value->next) {
        by_game *game;

        status = open_game(r->call, value, &game);
        if (status)
            return status;
        by_game_set_patience(game, &r->reading.patience);
        status = try_game(r, game);
        by_game_close(game);
    }
    return status;
}

/* ---- Reply ----------------------------------------------------------------------------------------------------- */

static by_status take_text(struct recognising *r, const char *text)
{
    size_t before = strspn(text, BLANKS), length = strlen(text);

    for (size_t i = 0; i < before; i++) {
        r->line += text[i] == '\n';
        r->column = text[i] == '\n' ? 0 : r->column + 1;
    }
    while (length > before && strchr(BLANKS, text[length - 1]))
        length--;
    by_text_printf(&r->position, "%.*s", (int)(length - before), text + before);
    if (r->position.failed)
        return server_refuse(&r->call->fault, 503, NULL, "out of memory");
    return server_mark_as_utf8(text, &r->record, &r->call->fault);
}

/* What is wrong: with one reading, or with all of them, where none came far. */
static by_error fault_of(const struct recognising *r)
{
    by_error fault = r->wrong;

    if (fault.line == AT_END)
        fault.line = fault.column = 0;
    if (r->tried > 1 && !r->is_far && r->position.length)
        by_error_set_at(&fault, BY_ERROR_INPUT, r->line + 1, r->column + 1,
                        "the text is neither a position nor a record of one of these games");
    return fault;
}

static void put_fault(struct json *json, const struct recognising *r)
{
    by_error fault = fault_of(r);

    server_put_damage(json, &fault);
    json_member_string(json, "nearest", r->position.length && (r->tried == 1 || r->is_far) ? r->nearest : NULL);
}

static void reply(const struct recognising *r)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_ONE_LINE);
    json_member_string(&json, "game", r->game);
    json_member_string(&json, "as", r->as);
    if (!r->game)
        put_fault(&json, r);
    json_put_end(&json);
    server_reply_json(r->call->reply, 200, &json);
}

static by_status recognise(struct server_call *call)
{
    const struct recognise_fields *fields = call->fields;
    struct recognising r = {.call = call};
    by_status status = check_games(call, fields->games);

    server_reading_begin(&r.reading, call);
    if (!status)
        status = take_text(&r, fields->text);
    if (!status)
        status = try_games(&r, fields->games);
    if (!status)
        reply(&r);
    by_text_free(&r.record);
    by_text_free(&r.position);
    return status;
}

const struct server_route server_routes_recognise[] = {
    {.method = "POST",
     .pattern = "/api/recognise",
     .body_most = SERVER_RECORD_BODY,
     .fields = recognise_fields,
     .size = sizeof(struct recognise_fields),
     .handle = recognise},
    {0},
};
