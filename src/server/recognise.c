/* SPDX-License-Identifier: MIT
 *
 * POST /api/recognise: finds the game of a text, and whether it is a record or a position. We try games in the order
 * given, each with its settings. If none can read the text, we report the error of the reading that came farthest, and
 * no error if all fail at the first word.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "boyi/record.h"
#include "server/json_parts.h"
#include "server/records.h"
#include "server/routes.h"

enum {
    MAX_GAMES = 16,
    AT_END = INT_MAX, /* place of an error in the whole position, all of which was read */
};

struct recognise_fields {
    const char *text;
    const struct json_value *games;
};

struct game_fields {
    struct server_question question;
};

#define AT(member) .offset = offsetof(struct recognise_fields, member)

static const struct server_field recognise_fields[] = {
    {.name = "text", .kind = SERVER_LINES, .max = SERVER_RECORD_BYTES, .is_needed = true, AT(text)},
    {.name = "games", .kind = SERVER_ANY, .is_needed = true, AT(games)},
    {0},
};

static const struct server_field game_fields[] = {SERVER_GAME_ROWS, {0}};

/* ---- Readings -------------------------------------------------------------------------------------------------- */

struct recognising {
    struct server_call *call;
    const by_text *record; /* the text, parsed as a record */
    by_text position;      /* and parsed as a position, without blanks around it */
    int line, column;      /* the text before the position, in whole lines and in characters of its line */
    const char *format;    /* the format it looks like, if one of the games has it; NULL: none */
    const char *game;      /* out: its game and kind; NULL: unknown */
    const char *as;
    by_error wrong;      /* of the reading that came farthest */
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

/* Reads it as a record. A damaged one counts if something stands before the damage. Text in braces is a PGN comment,
 * which is not enough to recognise a game. */
static by_status read_as_record(struct recognising *r, const by_game *game, by_error *error)
{
    by_record *record = NULL;
    size_t offset = 0;
    by_status status = by_record_read(game, by_text_string(r->record), r->record->length, &offset, &record, error);

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

/* Remembers the error of the reading that came farthest. A word with a slash is a position, however early its error. */
static void record_farthest(struct recognising *r, const by_game *game, const by_error *error)
{
    const char *text = by_text_string(&r->position);
    size_t length = strcspn(text, SERVER_BLANKS);
    const by_error *wrong = &r->wrong;

    if (wrong->status && (error->line < wrong->line || (error->line == wrong->line && error->column <= wrong->column)))
        return;
    r->wrong = *error;
    r->nearest = by_game_type_of(game)->name;
    r->is_far = memchr(text, '/', length) || error->line > r->line + 1 || error->column > r->column + (int)length;
}

typedef by_status reading(struct recognising *r, const by_game *game, by_error *error);

/* Tries one reading. Only a lack of resources is a fault. */
static by_status attempt(struct recognising *r, const by_game *game, reading *read, const char *as)
{
    by_error error = {0};
    by_status status = r->game ? BY_OK : read(r, game, &error);

    if (status == BY_ERROR_MEMORY)
        return server_refuse(&r->call->fault, 503, NULL, "out of memory");
    if (server_call_is_over(r->call))
        return BY_ERROR_LIMIT;
    if (status && (r->format || read == read_as_position)) /* otherwise the reading as a position reports the error */
        record_farthest(r, game, &error);
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

/* A text in the format of a game's records is no position. */
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
static by_status open_game(struct server_call *call, const struct json_value *value, struct server_position *out)
{
    struct game_fields fields = {0};
    by_status status;

    if (value->kind != JSON_OBJECT)
        return server_refuse_value(call, value, "games", "a game is an object with its name and settings");
    status = server_read_fields(call->document, value, game_fields, &fields, &call->fault);
    return status ? status : server_position_open(&fields.question, false, out, &call->fault);
}

/* A word like h2e2 or C2.5, or one in another script, such as a move in Chinese. */
static bool begins_with_move(const char *text)
{
    bool is_short = strcspn(text, SERVER_BLANKS) == 4;

    if ((unsigned char)*text >= 0x80)
        return true;
    if (!is_short || !isalpha((unsigned char)text[0]) || !isdigit((unsigned char)text[3]))
        return false;
    return isdigit((unsigned char)text[1]) ? isalpha((unsigned char)text[2]) || strchr(".=+-", text[2])
                                           : strchr("+-", text[1]) && strchr(".=+-", text[2]);
}

/* The format that the text begins like; NULL: unknown. */
static const char *find_look(const char *text)
{
    const char *digits_end = text + strspn(text, "0123456789");

    if (*text == '(' && text[1 + strspn(text + 1, SERVER_BLANKS)] == ';')
        return "SGF";
    if (begins_with_move(text) || *text == '{' ||
        (*text == '[' && isalpha((unsigned char)text[1 + strspn(text + 1, SERVER_BLANKS)])))
        return "PGN";
    return digits_end > text && *digits_end == '.' && digits_end[1 + strspn(digits_end + 1, SERVER_BLANKS)] ? "PGN"
                                                                                                            : NULL;
}

static by_status try_game_of_list(struct recognising *r, const struct json_value *value, const char *look)
{
    struct server_position at;
    by_status status = open_game(r->call, value, &at);

    if (status)
        return status;
    if (look && format_of(at.game) && strcmp(format_of(at.game), look) == 0)
        r->format = look;
    by_game_set_patience(at.game, &r->call->patience);
    if (!look)
        status = try_game(r, at.game);
    server_position_free(&at);
    return status;
}

/* Looks first whether one of the games has records in the format that the text begins like. */
static by_status try_games(struct recognising *r, const struct json_value *games)
{
    const char *look = find_look(by_text_string(&r->position));
    by_status status = BY_OK;
    int count = 0;

    if (games->kind != JSON_ARRAY || !games->child)
        return server_refuse_value(r->call, games, "games", "'games' is an array of games with their settings");
    for (const struct json_value *value = games->child; value; value = value->next)
        if (++count > MAX_GAMES)
            return server_refuse_value(r->call, value, "games", "'games' has too many members");
    for (const struct json_value *value = games->child; value && look && !status && !r->format; value = value->next)
        status = try_game_of_list(r, value, look);
    for (const struct json_value *value = games->child; value && !status && !r->game; value = value->next)
        status = try_game_of_list(r, value, NULL);
    return status;
}

/* ---- Reply ----------------------------------------------------------------------------------------------------- */

static by_status set_text(struct recognising *r, const char *text)
{
    size_t before = strspn(text, SERVER_BLANKS), length = strlen(text);

    for (size_t i = 0; i < before; i++) {
        r->line += text[i] == '\n';
        r->column = text[i] == '\n' ? 0 : r->column + 1;
    }
    while (length > before && strchr(SERVER_BLANKS, text[length - 1]))
        length--;
    by_text_printf(&r->position, "%.*s", (int)(length - before), text + before);
    if (r->position.failed)
        return server_refuse(&r->call->fault, 503, NULL, "out of memory");
    r->record = server_call_mark(r->call, text);
    return r->record ? BY_OK : BY_ERROR_MEMORY;
}

/* Adds the error: of one reading, or of all if none came far. */
static void add_fault(struct json *json, const struct recognising *r)
{
    by_error fault = r->wrong;

    if (fault.line == AT_END)
        fault.line = fault.column = 0;
    if (r->tried > 1 && !r->is_far && r->position.length)
        by_error_set_at(&fault, BY_ERROR_INPUT, r->line + 1, r->column + 1,
                        "the text is neither a position nor a record of one of these games");
    server_add_damage(json, &fault);
    json_member_string(json, "nearest", r->position.length && (r->tried == 1 || r->is_far) ? r->nearest : NULL);
}

static by_status recognise(struct server_call *call)
{
    const struct recognise_fields *fields = call->fields;
    struct recognising r = {.call = call};
    by_status status = set_text(&r, fields->text);

    if (!status)
        status = try_games(&r, fields->games);
    json_put_object(&call->json, JSON_ON_ONE_LINE);
    json_member_string(&call->json, "game", r.game);
    json_member_string(&call->json, "as", r.as);
    if (!status && !r.game)
        add_fault(&call->json, &r);
    json_put_end(&call->json);
    by_text_free(&r.position);
    return status;
}

const struct server_route server_routes_recognise[] = {
    {SERVER_POST("/api/recognise", recognise_fields, recognise), .max_body = SERVER_RECORD_BODY},
    {0},
};
