/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/search.h"
#include "match/flags.h"

enum { SLICES = 60 };

/* The parts of a description, assembled at the end: a method's options depend on the method. */
struct draft {
    struct match_player *player;
    char *command;
    char *method, *preset;
};

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

static by_status add_setting(struct match_player *player, const char *name, const char *value, by_error *error)
{
    struct match_setting *setting = &player->settings[player->setting_count];

    if (player->setting_count == MATCH_MAX_SETTINGS)
        return by_error_set(error, BY_ERROR_LIMIT, "more than %d options for an engine", MATCH_MAX_SETTINGS);
    *setting = (struct match_setting){0};
    player->setting_count++;
    if (match_flags_text(&setting->name, name, error) || match_flags_text(&setting->value, value, error))
        return BY_ERROR_MEMORY;
    return BY_OK;
}

/* GTP has commands for the size and the komi. */
static bool has_own_command(const struct match_player *player, const char *name)
{
    return player->protocol == MATCH_GTP && (strcmp(name, "size") == 0 || strcmp(name, "komi_half") == 0);
}

/* Those values of a table that are not the defaults, as settings of this program. */
static by_status add_changed(struct match_player *player, const char *prefix, const by_options *options,
                             by_error *error)
{
    by_options *usual = NULL;
    by_text name = {0}, value = {0}, usual_value = {0};
    by_status status = by_options_create(by_options_table(options), &usual, error);

    for (const struct by_option *row = by_options_table(options); row->name && !status; row++) {
        by_text_clear(&name);
        by_text_clear(&value);
        by_text_clear(&usual_value);
        by_text_printf(&name, "%s%s", prefix, row->name);
        by_options_print(options, row, &value);
        by_options_print(usual, row, &usual_value);
        if (strcmp(by_text_string(&value), by_text_string(&usual_value)) != 0 && !has_own_command(player, row->name))
            status = add_setting(player, by_text_string(&name), by_text_string(&value), error);
    }
    by_options_destroy(usual);
    by_text_free(&name);
    by_text_free(&value);
    by_text_free(&usual_value);
    return status;
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

/* False: the key is no limit. */
static bool read_limit(struct match_limit *limit, const char *key, const char *value, by_status *status,
                       by_error *error)
{
    static const struct {
        const char *key;
        enum match_limit_kind kind;
        int64_t unit, max;
    } kinds[] = {
        {"nodes", MATCH_LIMIT_NODES, 1, INT64_MAX},
        {"depth", MATCH_LIMIT_DEPTH, 1, BY_MAX_PLY},
        {"time", MATCH_LIMIT_TIME, 1000, 2678400000},
        {"cpu-time", MATCH_LIMIT_CPU, 1000, 2678400000},
    };

    if (strcmp(key, "clock") == 0) {
        *status = match_limit_read_clock(value, limit, error);
        return true;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(key, kinds[i].key) != 0)
            continue;
        limit->kind = kinds[i].kind;
        *status = match_flags_number(key, value, 1, kinds[i].max, &limit->amount, error);
        limit->amount *= *status ? 0 : kinds[i].unit;
        return true;
    }
    return false;
}

static by_status read_word(struct draft *draft, const char *key, const char *value, by_error *error)
{
    static const char *const protocols[] = {"uci", "ucci", "xboard", "gtp", NULL};
    struct match_player *player = draft->player;
    int protocol = (int)player->protocol, margin_ms = -1;
    const struct match_key keys[] = {
        {"name", .text = &player->name},
        {"cmd", .text = &draft->command},
        {"dir", .text = &player->directory},
        {"proto", .choices = protocols, .number = &protocol},
        {"ranks", 0, 1, .number = &player->ranks},
        {"restart", .is_on = &player->restarts},
        {"ponder", .is_on = &player->ponders},
        {"method", .text = &draft->method},
        {"preset", .text = &draft->preset},
        {"margin", 0, 3600000, .number = &margin_ms},
        {"slices", 1, 1000, .number = &player->slices},
        /* For the error alone: they are read below */
        {.name = "time"},
        {.name = "clock"},
        {.name = "nodes"},
        {.name = "depth"},
        {.name = "cpu-time"},
        {.name = "option.NAME"},
        {0},
    };
    by_status status;

    if (strncmp(key, "option.", 7) == 0 && key[7])
        return add_setting(player, key + 7, value, error);
    if (read_limit(&player->limit, key, value, &status, error))
        return status;
    status = match_flags_set("--engine", keys, key, value, error);
    player->protocol = (enum match_protocol)protocol;
    if (margin_ms >= 0)
        player->margin_us = margin_ms * (int64_t)1000;
    return status;
}

/* A word without an equals sign is `boyi` or `boyi:preset`. */
static by_status read_part(void *context, const char *key, const char *value, by_error *error)
{
    struct draft *draft = context;

    if (value)
        return read_word(draft, key, value, error);
    if (strcmp(key, "boyi") != 0 && strncmp(key, "boyi:", 5) != 0)
        return by_error_set(error, BY_ERROR_INPUT,
                            "--engine: '%.60s' is no key=value, expected such as cmd=PROGRAM, or boyi for this program",
                            key);
    draft->player->is_own = true;
    return key[4] ? match_flags_text(&draft->preset, key + 5, error) : BY_OK;
}

/* ---- Putting it together ----------------------------------------------------------------------------------------- */

static by_status split_command(struct match_player *player, const char *command, by_error *error)
{
    int count = 0;
    by_status status = BY_OK;

    while (!status && count < MATCH_MAX_ARGUMENTS) {
        status = match_flags_next(&command, &player->arguments[count], error);
        if (status || !player->arguments[count])
            break;
        count++;
    }
    if (!status && count == MATCH_MAX_ARGUMENTS)
        return by_error_set(error, BY_ERROR_LIMIT, "cmd: more than %d words", MATCH_MAX_ARGUMENTS - 1);
    if (!status && count == 0)
        return by_error_set(error, BY_ERROR_INPUT, "cmd is empty, expected a program");
    return status;
}

/* A method and a preset become the settings that they are made of. */
static by_status add_method(struct draft *draft, by_error *error)
{
    const char *name = draft->method ? draft->method : "alphabeta";
    const by_method *method;
    by_options *options = NULL;
    char prefix[64];
    by_status status = by_method_find(name, &method, error);

    if (!status && by_method_proves(method))
        return by_error_set(error, BY_ERROR_INPUT, "%s answers questions and plays no games", name);
    if (!status && draft->method)
        status = add_setting(draft->player, "Method", name, error);
    if (status || !draft->preset)
        return status;
    status = by_options_create(by_method_options(method), &options, error);
    if (!status)
        status = by_method_apply_preset(method, draft->preset, options, error);
    (void)snprintf(prefix, sizeof prefix, "%.60s.", name);
    if (!status)
        status = add_changed(draft->player, prefix, options, error);
    by_options_destroy(options);
    return status;
}

/* The user's own settings follow those of the preset, so that they override it. */
static void user_settings_last(struct match_player *player, int of_user)
{
    struct match_setting moved[MATCH_MAX_SETTINGS];

    memcpy(moved, player->settings, sizeof moved);
    memcpy(player->settings, moved + of_user, (size_t)(player->setting_count - of_user) * sizeof moved[0]);
    memcpy(player->settings + player->setting_count - of_user, moved, (size_t)of_user * sizeof moved[0]);
}

/* The word that makes this program speak a protocol; NULL: it does not. */
static const char *own_command(enum match_protocol protocol)
{
    static const char *const commands[] = {"uci", "ucci", NULL, "gtp"};

    return commands[protocol];
}

/* For Go this program receives its settings as `boyi-set` commands. */
static by_status check_gtp_draft(const struct draft *draft, by_error *error)
{
    if (draft->player->protocol != MATCH_GTP || (!draft->method && !draft->preset))
        return BY_OK;
    return by_error_set(
        error, BY_ERROR_INPUT,
        "--engine: boyi takes no method and no preset over GTP; option.NAME=VALUE is what boyi-set sets");
}

static by_status complete_own(struct draft *draft, const char *program, const by_options *game_options, by_error *error)
{
    struct match_player *player = draft->player;
    int of_user = player->setting_count;
    by_status status;

    if (draft->command)
        return by_error_set(error, BY_ERROR_INPUT, "--engine: boyi is this program, cmd is for others");
    if (!own_command(player->protocol))
        return by_error_set(error, BY_ERROR_INPUT, "--engine: boyi speaks UCI, UCCI and GTP, not XBoard's protocol");
    status = check_gtp_draft(draft, error);
    if (!status)
        status = match_flags_text(&player->arguments[0], program, error);
    if (!status)
        status = match_flags_text(&player->arguments[1], own_command(player->protocol), error);
    if (!status && game_options)
        status = add_changed(player, "", game_options, error);
    if (!status && player->protocol != MATCH_GTP)
        status = add_method(draft, error);
    user_settings_last(player, of_user);
    if (!status && !player->name)
        status = match_flags_text(&player->name, draft->preset ? draft->preset : "boyi", error);
    return status;
}

static by_status complete_other(struct draft *draft, by_error *error)
{
    struct match_player *player = draft->player;
    const char *slash;
    by_status status;

    if (!draft->command)
        return by_error_set(error, BY_ERROR_INPUT, "--engine: no program, expected cmd=PROGRAM, or boyi for this one");
    if (draft->method || draft->preset)
        return by_error_set(error, BY_ERROR_INPUT, "--engine: method and preset are for boyi, others take option.NAME");
    status = split_command(player, draft->command, error);
    if (status || player->name)
        return status;
    slash = strrchr(player->arguments[0], '/');
    return match_flags_text(&player->name, slash ? slash + 1 : player->arguments[0], error);
}

/* Checks that apply to every program. */
static by_status check(const struct match_player *player, by_error *error)
{
    if (!*player->name)
        return by_error_set(error, BY_ERROR_INPUT, "--engine: the name is empty");
    if (!match_is_clean(player->name))
        return by_error_set(error, BY_ERROR_INPUT,
                            "--engine: a name has control characters, or bytes that are no UTF-8; give another by "
                            "name=NAME");
    if (player->ponders && player->protocol != MATCH_UCI && player->protocol != MATCH_UCCI)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "--engine: ponder=on is for UCI and UCCI, and %.40s speaks %s",
                            player->name, player->protocol == MATCH_GTP ? "GTP" : "XBoard's protocol");
    return BY_OK;
}

by_status match_player_read(const char *text, const char *own_program, enum match_protocol usual,
                            const by_options *game_options, struct match_player **out, by_error *error)
{
    struct match_player *player = calloc(1, sizeof *player);
    struct draft draft = {.player = player};
    by_status status;

    *out = NULL;
    if (!player)
        return by_error_no_memory(error);
    player->ranks = MATCH_RANKS_AUTO;
    player->margin_us = -1;
    player->protocol = usual;
    player->slices = SLICES;
    status = match_flags_text(&player->text, text, error);
    if (!status)
        status = match_flags_each(text, read_part, &draft, error);
    if (!status)
        status =
            player->is_own ? complete_own(&draft, own_program, game_options, error) : complete_other(&draft, error);
    if (!status)
        status = check(player, error);
    free(draft.command);
    free(draft.method);
    free(draft.preset);
    if (status)
        match_player_destroy(player);
    else
        *out = player;
    return status;
}

void match_player_destroy(struct match_player *player)
{
    if (!player)
        return;
    for (int i = 0; i < MATCH_MAX_ARGUMENTS; i++)
        free(player->arguments[i]);
    for (int i = 0; i < player->setting_count; i++) {
        free(player->settings[i].name);
        free(player->settings[i].value);
    }
    free(player->text);
    free(player->name);
    free(player->directory);
    free(player);
}
