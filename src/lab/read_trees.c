/* SPDX-License-Identifier: MIT
 *
 * Generated trees as positions: several of one kind, which differ in their seed.
 */
#include <inttypes.h>
#include <string.h>

#include "lab/reading.h"

enum { TREES_MOST = 1000, NODES_MOST = 20000000 };

struct trees {
    char *set, *group, *settings;
    int64_t count;
    int width, depth;
};

/* A setting like width=4, up to the next blank; NULL: another setting. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* The number, if it is valid as a width or depth; else 0, and the generator reports the error. */
static int number_at(const char *text)
{
    const char *end;
    int64_t number;

    return lab_read_number(text, &end, NODES_MOST, &number) && (!*end || strchr(" \t", *end)) ? (int)number : 0;
}

/* True if a setting makes nodes differ, so that the tree is not uniform with alternating sides. */
static bool is_uneven(const char *word)
{
    static const char *const names[] = {"vary", "leaf", "same", "graph"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = value_of(word, names[i]);

        if (value && strncmp(value, "off", 3) != 0 && strncmp(value, "0", strcspn(value, " \t")) != 0)
            return true;
    }
    return false;
}

/* All trees are in memory at the same time. */
static by_status check_nodes(struct lab_reading *reading, const struct trees *trees, int width, int depth)
{
    double nodes = 1, level = 1;

    for (int ply = 0; ply < depth && nodes <= NODES_MOST; ply++) {
        level *= width;
        nodes += level;
    }
    reading->tree_nodes += nodes * (double)trees->count;
    if (reading->tree_nodes > NODES_MOST)
        return LAB_REFUSE(reading, trees->settings, "the trees of an experiment have %d nodes at most", NODES_MOST);
    return BY_OK;
}

/* Width and depth, if the tree is uniform and has both. The generator reports conflicts when it makes the tree. */
static by_status look_at_settings(struct lab_reading *reading, struct trees *trees)
{
    bool is_uniform = true;
    int usual_width = 3, usual_depth = 4; /* of the generator */
    by_status status;

    for (char *word = trees->settings; *word; word += strspn(word, " \t")) {
        const char *width = value_of(word, "width"), *depth = value_of(word, "depth");

        if (value_of(word, "seed"))
            return LAB_REFUSE(reading, word, "the seeds are 1 to %" PRId64 ", expected other settings", trees->count);
        if (width)
            trees->width = number_at(width);
        if (depth)
            trees->depth = number_at(depth);
        is_uniform = is_uniform && !is_uneven(word);
        word += strcspn(word, " \t");
    }
    status = check_nodes(reading, trees, trees->width ? trees->width : usual_width,
                         trees->depth ? trees->depth : usual_depth);
    if (!is_uniform || !trees->width || !trees->depth)
        trees->width = trees->depth = 0;
    return status;
}

static by_status read_trees_line(struct lab_reading *reading, struct trees *trees)
{
    char *count;
    const char *end;
    double number;
    by_status status;

    trees->set = lab_next_word(reading);
    trees->group = lab_next_word(reading);
    count = lab_next_word(reading);
    trees->settings = lab_rest_of_line(reading);
    if (!*trees->settings)
        return LAB_REFUSE(reading, trees->settings, "expected %-s", reading->keyword->help);
    status = lab_check_name(reading, trees->set, "set");
    if (!status)
        status = lab_check_name(reading, trees->group, "group");
    if (status)
        return status;
    if (!lab_read_decimal(trees->group, &number))
        return LAB_REFUSE(reading, trees->group, "the group '%.40s' is no number", trees->group);
    if (!lab_read_number(count, &end, TREES_MOST, &trees->count) || *end)
        return LAB_REFUSE(reading, count, "expected how many trees, a number from 1 to %d", TREES_MOST);
    status = lab_check_settings(reading, trees->settings);
    return status ? status : look_at_settings(reading, trees);
}

static by_status add_tree(struct lab_reading *reading, const struct trees *trees, int64_t seed)
{
    const struct lab_place place = {.word = trees->settings};
    by_text id = {0}, text = {0};
    by_status status;

    by_text_printf(&id, "%s-%s-%" PRId64, trees->set, trees->group, seed);
    by_text_printf(&text, "random %s seed=%" PRId64, trees->settings, seed);
    if (id.failed || text.failed)
        status = by_error_no_memory(reading->error);
    else
        status = lab_add_position(reading, by_text_string(&id), by_text_string(&text), &place);
    by_text_free(&id);
    by_text_free(&text);
    return status;
}

by_status lab_read_trees(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    struct trees trees = {0};
    const char *set, *group;
    by_status status = lab_need_game(reading);

    if (!status && strcmp(experiment->type->name, "tree") != 0)
        status = LAB_REFUSE(reading, reading->begin, "trees are positions of the game tree, and the game is %s",
                            experiment->type->name);
    if (!status)
        status = read_trees_line(reading, &trees);
    if (status)
        return status;
    set = by__arena_text(&experiment->arena, trees.set);
    group = by__arena_text(&experiment->arena, trees.group);
    if (!set || !group)
        return by_error_no_memory(reading->error);
    for (int64_t seed = 1; seed <= trees.count && !status; seed++) {
        struct lab_position *position;

        status = add_tree(reading, &trees, seed);
        if (status)
            return status;
        position = &experiment->positions[experiment->position_count - 1];
        position->set = set;
        position->group = group;
        position->width = trees.width;
        position->depth = trees.depth;
    }
    return BY_OK;
}
