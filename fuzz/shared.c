/* SPDX-License-Identifier: MIT
 *
 * Makes inputs cheap, for all targets. The linker puts the functions here in the place of the library's (--wrap).
 *
 * Games stay open from one input to the next. To fill the tables of a game takes milliseconds, and most targets open
 * one or more for each input. An opened game is never changed, so inputs can share it.
 *
 * Searches get little memory. To clear a hash table of the usual size takes longer than everything else.
 */
#include <pthread.h>

#include "boyi/game.h"
#include "boyi/search.h"
#include "input.h"

enum { GAMES_KEPT = 24 };

/* ---- Games ------------------------------------------------------------------------------------------------------- */

struct kept_game {
    by_game *game; /* NULL: this place is free */
    const by_game_type *type;
    by_text settings;
    int users;
    uint64_t used; /* when it was last opened */
};

static struct {
    pthread_mutex_t lock;
    struct kept_game games[GAMES_KEPT];
    uint64_t clock;
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

by_status __real_by_game_open(const by_game_type *type, const by_options *options, by_game **out, by_error *error);
by_status __wrap_by_game_open(const by_game_type *type, const by_options *options, by_game **out, by_error *error);
void __real_by_game_close(by_game *game);
void __wrap_by_game_close(by_game *game);

/* All options with their values; without options those of the defaults. False: they are not of this game. */
static bool print_settings(const by_game_type *type, const by_options *options, by_text *out)
{
    const struct by_option *table = options ? by_options_table(options) : type->options;
    by_options *defaults = NULL;

    if (options && table != type->options)
        return false;
    if (!options && table)
        REQUIRE(by_options_create(table, &defaults, NULL) == BY_OK);
    for (const struct by_option *row = table; row && row->name; row++) {
        by_options_print(options ? options : defaults, row, out);
        by_text_add_char(out, '\n');
    }
    by_options_destroy(defaults);
    return !out->failed;
}

static struct kept_game *find(const by_game_type *type, const char *settings)
{
    for (int i = 0; i < GAMES_KEPT; i++)
        if (kept.games[i].game && kept.games[i].type == type &&
            strcmp(by_text_string(&kept.games[i].settings), settings) == 0)
            return &kept.games[i];
    return NULL;
}

/* A free place, or that of the game that was not used for the longest time; NULL if all are in use. */
static struct kept_game *make_place(void)
{
    struct kept_game *place = NULL;

    for (int i = 0; i < GAMES_KEPT; i++)
        if (!kept.games[i].users && (!place || kept.games[i].used < place->used))
            place = &kept.games[i];
    if (place) {
        __real_by_game_close(place->game);
        by_text_free(&place->settings);
        *place = (struct kept_game){0};
    }
    return place;
}

static by_status open_kept(const by_game_type *type, const by_options *options, by_text *settings, by_game **out,
                           by_error *error)
{
    struct kept_game *place = find(type, by_text_string(settings));
    by_status status;

    if (!place) {
        status = __real_by_game_open(type, options, out, error);
        place = status ? NULL : make_place();
        if (!place)
            return status;
        *place = (struct kept_game){.game = *out, .type = type, .settings = *settings};
        *settings = (by_text){0};
    }
    place->users++;
    place->used = ++kept.clock;
    *out = place->game;
    return BY_OK;
}

by_status __wrap_by_game_open(const by_game_type *type, const by_options *options, by_game **out, by_error *error)
{
    by_text settings = {0};
    by_status status;

    if (!print_settings(type, options, &settings)) {
        by_text_free(&settings);
        return __real_by_game_open(type, options, out, error);
    }
    pthread_mutex_lock(&kept.lock);
    status = open_kept(type, options, &settings, out, error);
    pthread_mutex_unlock(&kept.lock);
    by_text_free(&settings);
    return status;
}

void __wrap_by_game_close(by_game *game)
{
    struct kept_game *place = NULL;

    pthread_mutex_lock(&kept.lock);
    for (int i = 0; game && i < GAMES_KEPT; i++)
        if (kept.games[i].game == game)
            place = &kept.games[i];
    if (place) {
        REQUIRE(place->users > 0); /* a game is closed once */
        place->users--;
    }
    pthread_mutex_unlock(&kept.lock);
    if (!place)
        __real_by_game_close(game);
}

/* ---- Searches ---------------------------------------------------------------------------------------------------- */

int fuzz_search_kib = 1024; /* with less, alpha-beta does not search in xiangqi */

by_status __real_by_search_create(const by_game *game, const by_method *method, const by_options *options,
                                  by_search **out, by_error *error);
by_status __wrap_by_search_create(const by_game *game, const by_method *method, const by_options *options,
                                  by_search **out, by_error *error);

by_status __wrap_by_search_create(const by_game *game, const by_method *method, const by_options *options,
                                  by_search **out, by_error *error)
{
    by_options *small = NULL;
    by_status status;

    if (options && by_options_table(options) != by_method_options(method))
        return __real_by_search_create(game, method, options, out, error);
    if (options)
        REQUIRE(by_options_copy(options, &small, NULL) == BY_OK);
    else
        REQUIRE(by_options_create(by_method_options(method), &small, NULL) == BY_OK);
    if (by_options_number(small, "memory_kib") > fuzz_search_kib)
        REQUIRE(by_options_set_number(small, "memory_kib", fuzz_search_kib, NULL) == BY_OK);
    status = __real_by_search_create(game, method, small, out, error);
    by_options_destroy(small);
    return status;
}

/* ---- The sanitizer ----------------------------------------------------------------------------------------------- */

const char *__asan_default_options(void);

/* Inputs are short: what was freed need not be kept for long, and memory that is used again costs no page faults. */
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=8:thread_local_quarantine_size_kb=256";
}
