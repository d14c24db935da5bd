/* SPDX-License-Identifier: MIT
 *
 * GTP: the settings of `boyi-set`. Each setting is a row of a table: our own, the rules of Go, the goal `go-capture`,
 * the method in use, the player's search. Of several rows of the same name the first table counts, unless `goal.`,
 * `method.` or `player.` stands before it.
 */
#include <stdio.h>
#include <string.h>

#include "base/split.h"
#include "protocol/gtp/session.h"

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

#define NUMBER(name_, initial_, min_, max_, help_)                                                                     \
    {                                                                                                                  \
        .name = name_, .kind = BY_OPTION_NUMBER, .initial = initial_, .min = min_, .max = max_, .help = help_          \
    }
#define SWITCH(name_, initial_, help_)                                                                                 \
    {                                                                                                                  \
        .name = name_, .kind = BY_OPTION_SWITCH, .initial = initial_, .help = help_                                    \
    }

static const struct by_option own_rows[] = {
    NUMBER("time_ms", 10000, 0, INT32_MAX, "Milliseconds for a question about a block; 0: no limit."),
    NUMBER("nodes", 0, 0, INT32_MAX, "Nodes for a question; 0: no limit."),
    SWITCH("proof", 0, "Whether a question goes on until its answer is proved or a limit is met."),
    NUMBER("player_ms", 1000, 1, INT32_MAX, "Milliseconds for a move of the player, if no clock was set."),
    NUMBER("player_iterations", 0, 0, INT32_MAX, "Iterations for a move of the player; 0: only time limits it."),
    SWITCH("read_blocks", 1, "Whether the player asks the capture solver about blocks in danger."),
    NUMBER("resign", 5, 0, 50, "The player resigns if it wins fewer of a hundred games; 0: never."),
    NUMBER("player_nodes", 1000, 1, INT32_MAX,
           "Nodes for each question of the player, and of the judge of final positions."),
    {0},
};

static const char no_preset[] = "default";
static const char usual_method[] = "df-pn+"; /* the solver's default */

/* Defaults for Go. */
static const char player_preset[] = "rave", player_memory_kib[] = "262144";

static by_status create_player(struct gtp_settings *settings, by_error *error)
{
    const by_method *method;
    by_status status = by_method_find("mcts", &method, error);

    if (!status)
        status = by_options_create(by_method_options(method), &settings->of_player, error);
    if (!status)
        status = by_method_apply_preset(method, player_preset, settings->of_player, error);
    if (!status)
        status = by_options_set(settings->of_player, "memory_kib", player_memory_kib, error);
    return status;
}

by_status gtp_settings_create(struct gtp_settings *settings, by_error *error)
{
    const by_game_type *goal;
    by_status status = by_options_create(own_rows, &settings->own, error);

    if (!status)
        status = by_game_type_find("go-capture", &goal, error);
    if (!status)
        status = by_options_create(goal->options, &settings->goal, error);
    if (!status && !by_method_find(usual_method, &settings->method, NULL))
        status = solve_options_create(settings->method, &settings->of_method, error);
    if (!status)
        status = create_player(settings, error);
    return status;
}

void gtp_settings_destroy(struct gtp_settings *settings)
{
    by_options_destroy(settings->own);
    by_options_destroy(settings->goal);
    by_options_destroy(settings->of_method);
    by_options_destroy(settings->of_player);
}

int gtp_setting(const struct gtp *gtp, const char *name)
{
    return by_options_number(gtp->settings.own, name);
}

void gtp_fill_solve_settings(const struct gtp *gtp, bool is_player, struct solve_settings *out)
{
    const struct gtp_settings *settings = &gtp->settings;

    *out = (struct solve_settings){
        .method = settings->method,
        .options = settings->of_method,
        .goal = settings->has_goal ? settings->goal : NULL,
        .time_ms = is_player ? 0 : gtp_setting(gtp, "time_ms"),
        .nodes = (uint64_t)gtp_setting(gtp, is_player ? "player_nodes" : "nodes"),
        .wants_proof = !is_player && gtp_setting(gtp, "proof"),
    };
}

/* ---- Finding ----------------------------------------------------------------------------------------------------- */

enum part { OWN, RULES, GOAL, METHOD, PLAYER, PARTS };

static const char *const prefixes[PARTS] = {"", "", "goal.", "method.", "player."};

static by_options *options_of(const struct gtp *gtp, enum part part)
{
    by_options *const all[PARTS] = {gtp->settings.own, gtp->rules, gtp->settings.goal, gtp->settings.of_method,
                                    gtp->settings.of_player};

    return all[part];
}

/* Size and komi have commands of their own, and the goal's rules are those of the game. */
static bool is_settable(enum part part, const char *name)
{
    static const char *const elsewhere[PARTS][3] = {[RULES] = {"size", "komi_half"}, [GOAL] = {"ko", "suicide"}};

    for (int i = 0; elsewhere[part][i]; i++)
        if (strcmp(name, elsewhere[part][i]) == 0)
            return false;
    return true;
}

/* The row of this name and the table that it is of; NULL: there is none. */
static const struct by_option *find_row(const struct gtp *gtp, const char *name, enum part *part)
{
    for (int i = 0; i < PARTS; i++) {
        size_t length = strlen(prefixes[i]);
        const char *bare = length && strncmp(name, prefixes[i], length) == 0 ? name + length : name;
        const by_options *options = options_of(gtp, (enum part)i);
        const struct by_option *row = options ? by_option_find(by_options_table(options), bare) : NULL;

        *part = (enum part)i;
        if (row && is_settable(*part, bare))
            return row;
    }
    return NULL;
}

/* ---- Telling ----------------------------------------------------------------------------------------------------- */

static void add_value(struct gtp *gtp, enum part part, const struct by_option *row)
{
    if (row->kind == BY_OPTION_SWITCH)
        by_text_printf(&gtp->answer, "%d", by_options_number(options_of(gtp, part), row->name));
    else
        by_options_print(options_of(gtp, part), row, &gtp->answer);
}

/* A line as GoGui reads it: [type] name value. */
static void add_setting(struct gtp *gtp, enum part part, const struct by_option *row)
{
    if (row->kind == BY_OPTION_SWITCH) {
        by_text_add(&gtp->answer, "[bool] ");
    } else if (row->kind == BY_OPTION_CHOICE) {
        by_text_add(&gtp->answer, "[list");
        for (int i = 0; row->choices[i]; i++)
            by_text_printf(&gtp->answer, "/%s", row->choices[i]);
        by_text_add(&gtp->answer, "] ");
    } else {
        by_text_add(&gtp->answer, "[string] ");
    }
    by_text_printf(&gtp->answer, "%s%s ", prefixes[part], row->name);
    add_value(gtp, part, row);
    by_text_add_char(&gtp->answer, '\n');
}

static const char *method_name(const struct gtp *gtp)
{
    return gtp->settings.method ? by_method_name(gtp->settings.method) : usual_method;
}

static void add_method(struct gtp *gtp)
{
    const by_method *method;

    by_text_add(&gtp->answer, "[list");
    for (size_t i = 0; (method = by_method_at(i)) != NULL; i++)
        by_text_printf(&gtp->answer, "/%s", by_method_name(method));
    by_text_printf(&gtp->answer, "] method %s\n", method_name(gtp));
}

static const struct by_preset *goal_presets(void)
{
    const by_game_type *type;

    return by_game_type_find("go-capture", &type, NULL) ? NULL : by_game_presets(type);
}

static const char *preset_name(const struct gtp *gtp)
{
    return gtp->settings.preset ? gtp->settings.preset->name : no_preset;
}

static void add_preset(struct gtp *gtp)
{
    by_text_printf(&gtp->answer, "[list/%s", no_preset);
    for (const struct by_preset *preset = goal_presets(); preset && preset->name; preset++)
        by_text_printf(&gtp->answer, "/%s", preset->name);
    by_text_printf(&gtp->answer, "] goal_preset %s\n", preset_name(gtp));
}

static void add_all(struct gtp *gtp)
{
    add_method(gtp);
    add_preset(gtp);
    for (int part = 0; part < PARTS; part++) {
        const by_options *options = options_of(gtp, (enum part)part);
        const struct by_option *row = options ? by_options_table(options) : NULL;

        for (; row && row->name; row++)
            if (is_settable((enum part)part, row->name))
                add_setting(gtp, (enum part)part, row);
    }
}

/* ---- Setting ----------------------------------------------------------------------------------------------------- */

static by_status set_method(struct gtp *gtp, const char *name, by_error *error)
{
    struct gtp_settings *settings = &gtp->settings;
    const by_method *method;
    by_options *options = NULL;
    by_status status = by_method_find(name, &method, error);

    if (!status)
        status = solve_options_create(method, &options, error);
    if (status)
        return status;
    by_options_destroy(settings->of_method);
    settings->of_method = options;
    settings->method = method;
    return BY_OK;
}

/* The rules of the goal stay those of the game, whatever a preset says of them. */
static by_status copy_rules(const struct gtp *gtp, by_options *goal, by_error *error)
{
    static const char *const names[] = {"ko", "suicide"};
    by_status status = BY_OK;

    for (int i = 0; i < 2 && !status; i++) {
        by_text value = {0};

        by_options_print(gtp->rules, by_option_find(by_options_table(gtp->rules), names[i]), &value);
        status =
            value.failed ? by_error_no_memory(error) : by_options_set(goal, names[i], by_text_string(&value), error);
        by_text_free(&value);
    }
    return status;
}

/* Sets the options of the goal to a preset, or to their defaults. */
static by_status set_preset(struct gtp *gtp, const char *name, by_error *error)
{
    const struct by_preset *preset = goal_presets();
    const by_game_type *type;
    by_options *goal = NULL;
    by_status status = by_game_type_find("go-capture", &type, error);

    while (preset && preset->name && strcmp(preset->name, name) != 0)
        preset++;
    if (!status)
        status = by_options_create(type->options, &goal, error);
    if (!status && strcmp(name, no_preset) != 0)
        status = by_game_apply_preset(type, name, goal, error);
    if (!status)
        status = copy_rules(gtp, goal, error);
    if (status) {
        by_options_destroy(goal);
        return status;
    }
    by_options_destroy(gtp->settings.goal);
    gtp->settings.goal = goal;
    gtp->settings.has_goal = true;
    gtp->settings.preset = preset && preset->name ? preset : NULL;
    return BY_OK;
}

/* The rules as they would be; the goal follows them. */
static by_status set_rule(struct gtp *gtp, const char *name, const char *value, by_error *error)
{
    by_options *rules = NULL;
    by_status status = by_options_copy(gtp->rules, &rules, error);

    if (!status)
        status = by_options_set(rules, name, value, error);
    if (!status)
        status = gtp_reopen(gtp, rules, error);
    if (status) {
        by_options_destroy(rules);
        return status;
    }
    by_options_destroy(gtp->rules);
    gtp->rules = rules;
    if (by_option_find(by_options_table(gtp->settings.goal), name)) {
        gtp->settings.has_goal = true;
        status = by_options_set(gtp->settings.goal, name, value, error);
    }
    return status;
}

static by_status set_row(struct gtp *gtp, enum part part, const struct by_option *row, const char *value,
                         by_error *error)
{
    if (part == RULES)
        return set_rule(gtp, row->name, value, error);
    if (part == GOAL)
        gtp->settings.has_goal = true;
    return by_options_set(options_of(gtp, part), row->name, value, error);
}

static void set(struct gtp *gtp, const char *name, const char *value)
{
    enum part part;
    const struct by_option *row = find_row(gtp, name, &part);
    by_error error = {0};
    by_status status;

    if (strcmp(name, "method") == 0)
        status = set_method(gtp, value, &error);
    else if (strcmp(name, "goal_preset") == 0)
        status = set_preset(gtp, value, &error);
    else if (row)
        status = set_row(gtp, part, row, value, &error);
    else
        status = by_error_set(&error, BY_ERROR_UNKNOWN, "there is no setting '%.60s', see boyi-set", name);
    if (status)
        gtp_fail_error(gtp, &error);
    gtp_forget_solvers(gtp);
    gtp_forget_player(gtp);
}

static void run_set(struct gtp *gtp, struct gtp_arguments *a)
{
    const char *name = by__next_word(&a->rest), *value = name ? by__next_word(&a->rest) : NULL;
    const struct by_option *row;
    enum part part;

    if (!gtp_read_end(gtp, a->rest))
        return;
    if (!name) {
        add_all(gtp);
    } else if (value) {
        set(gtp, name, value);
    } else if (strcmp(name, "method") == 0) {
        by_text_add(&gtp->answer, method_name(gtp));
    } else if (strcmp(name, "goal_preset") == 0) {
        by_text_add(&gtp->answer, preset_name(gtp));
    } else {
        row = find_row(gtp, name, &part);
        if (row)
            add_value(gtp, part, row);
        else
            gtp_fail(gtp, "there is no setting '%.60s', see boyi-set", name);
    }
}

const struct gtp_command gtp_settings_commands[] = {
    {"boyi-set", run_set, 0},
    {0},
};
