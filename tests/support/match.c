/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/match.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

static void find_engine(const char *name, char *path, size_t size)
{
    const char *program = getenv("BOYI") ? getenv("BOYI") : "build/boyi";
    const char *slash = strrchr(program, '/');

    (void)snprintf(path, size, "%.*s/tests/engines/%s", slash ? (int)(slash - program) : 1, slash ? program : ".",
                   name);
}

const char *match_fake_engine(void)
{
    static char path[4096];

    find_engine("fake_engine", path, sizeof path);
    return path;
}

const char *match_fake_gtp(void)
{
    static char path[4096];

    find_engine("fake_gtp", path, sizeof path);
    return path;
}

static void note_reason(void *context, const struct match_state *state, const struct match_entry *entry)
{
    struct staged *staged = context;

    (void)state;
    if (entry)
        (void)snprintf(staged->last_reason, sizeof staged->last_reason, "%s", entry->reason);
}

static struct match_player *read_player(const char *text)
{
    struct match_player *out;
    by_error error = {0};

    if (match_player_read(text, "boyi", MATCH_UCI, NULL, &out, &error))
        fail_msg("%s", error.message);
    return out;
}

struct match_player *stage_player(const char *name, const char *protocol, int seed, const char *deeds, const char *more)
{
    char text[8192];

    (void)snprintf(text, sizeof text, "cmd='%s %s %d %s' name=%s proto=%s %s", match_fake_engine(), protocol, seed,
                   deeds, name, protocol, more);
    return read_player(text);
}

static struct match_player *go_player(const char *name, int seed, const char *deeds, const char *more)
{
    char text[8192];

    (void)snprintf(text, sizeof text, "cmd='%s %d %s' name=%s proto=gtp %s", match_fake_gtp(), seed, deeds, name, more);
    return read_player(text);
}

/* The settings that all matches share. */
static void set_table(struct staged *staged)
{
    struct match_settings *settings = &staged->settings;

    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(match_openings_initial(staged->opened.game, &staged->openings, NULL), BY_OK);
    settings->table = (struct match_table){.game = staged->opened.game,
                                           .openings = staged->openings,
                                           .patience_us = 30000000,
                                           .event = "test",
                                           .notation = 0};
    settings->rules = "usual";
    settings->games = 2;
    settings->concurrency = 1;
    settings->report = note_reason;
    settings->context = staged;
}

void stage_go(struct staged *staged, const char *deeds, const char *other_deeds, const char *more)
{
    *staged = (struct staged){.opened = open_position("go", "size=5", NULL)};
    set_table(staged);
    staged->settings.players[0] = go_player("first", 1, deeds, more);
    staged->settings.players[1] = go_player("second", 2, other_deeds, "");
    staged->settings.table.ruleset = "Chinese";
}

void stage(struct staged *staged, const char *protocol, const char *deeds, const char *more)
{
    struct match_settings *settings = &staged->settings;

    *staged = (struct staged){.opened = open_position("xiangqi", "", NULL)};
    set_table(staged);
    settings->players[0] = stage_player("first", protocol, 1, deeds, more);
    settings->players[1] = stage_player("second", "uci", 2, "", "");
    settings->limit = (struct match_limit){.kind = MATCH_LIMIT_DEPTH, .amount = 1};
}

void stage_run(struct staged *staged)
{
    if (match_run(&staged->settings, &staged->state, &staged->error))
        fail_msg("%s", staged->error.message);
}

void stage_close(struct staged *staged)
{
    match_player_destroy(staged->settings.players[0]);
    match_player_destroy(staged->settings.players[1]);
    match_openings_destroy(staged->openings);
    close_position(&staged->opened);
}

char *match_read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);

    assert_non_null(text);
    if (file) {
        text[fread(text, 1, (1 << 20) - 1, file)] = 0;
        fclose(file);
    }
    return text;
}
