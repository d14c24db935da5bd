/* SPDX-License-Identifier: MIT
 *
 * Reading trees as people write them:
 *
 *     text    = { "or=max" | "or=min" } node | "random" settings
 *     node    = head "(" node { separator node } ")"     a node with children
 *             | head "=" value | value                   a leaf
 *             | name                                     a node that is written out elsewhere
 *     head    = [ name ] [ ":" side ] [ "~" estimate ] [ "[" least ".." most "]" ]
 *                                                        without blanks; estimate and bounds only before "("
 *     side    = "max" | "min" | "or" | "and"
 *     value   = integer | "win" | "loss" | "draw" | "true" | "false"
 *
 * Separators are a comma, blanks, or both; "#" begins a comment. Blanks separate, so a head touches its parenthesis.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "boyi/random.h"
#include "core/place.h"
#include "games/tree/inside.h"

/* A child that is only a name so far; with the number of its symbol. Numbers of nodes are smaller. */
#define SYMBOL_BIT 0x80000000u
#define NO_NODE    UINT32_MAX

struct symbol {
    uint32_t name;
    uint32_t node;  /* NO_NODE until it is written out */
    const char *at; /* where that is, or where the name was first used */
};

struct parser {
    struct tree_builder builder;
    const char *text, *at;
    uint8_t or_side; /* whose turn it is in OR nodes */
    bool has_opened; /* the last node has no child yet */
    struct symbol *symbols;
    size_t symbol_count, symbol_room;
    uint32_t *slots; /* a hash table of the symbols, each plus 1 */
    size_t slot_count;
    by_error *error;
};

/* ---- Characters ------------------------------------------------------------------------------------------------ */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80; /* UTF-8, see check_encoding */
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

/* Skips blanks and comments; false if there are none. */
static bool skip_blanks(struct parser *p)
{
    const char *start = p->at;

    while (*p->at && strchr(" \t\n\r\v\f#", *p->at))
        p->at += *p->at == '#' ? strcspn(p->at, "\n") : 1;
    return p->at != start;
}

/* Skips a word and returns its length, which may be 0. */
static size_t skip_word(struct parser *p)
{
    const char *start = p->at;

    while (is_word(*p->at))
        p->at++;
    return (size_t)(p->at - start);
}

static bool word_is(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/* ---- Complaints ------------------------------------------------------------------------------------------------ */

static by_status fail(const struct parser *p, by_status status, const char *at, const char *format, ...)
    BY_PRINTF(4, 5);

static by_status fail(const struct parser *p, by_status status, const char *at, const char *format, ...)
{
    struct by__place place = by__place_of(p->text, strlen(p->text), (size_t)(at - p->text));
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(p->error, status, place.line, place.column, format, arguments);
    va_end(arguments);
    return status;
}

static by_status expected(const struct parser *p, const char *what)
{
    if (!*p->at)
        return fail(p, BY_ERROR_INPUT, p->at, "the text ends, but %-s is expected", what);
    if (*p->at > ' ' && *p->at < 127)
        return fail(p, BY_ERROR_INPUT, p->at, "expected %-s, not '%c'", what, *p->at);
    return fail(p, BY_ERROR_INPUT, p->at, "expected %-s", what);
}

/* Adds the place to an error that has none. */
static by_status with_place(const struct parser *p, by_status status, const char *at)
{
    if (status && status != BY_ERROR_MEMORY && !p->error->line) {
        struct by__place place = by__place_of(p->text, strlen(p->text), (size_t)(at - p->text));

        p->error->line = place.line;
        p->error->column = place.column;
    }
    return status;
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

/* The slot in which the name stands or would stand. */
static uint32_t *find_slot(const struct parser *p, const char *name, size_t length)
{
    uint64_t hash = length;
    size_t slot;

    for (size_t i = 0; i < length; i++)
        hash = by_random_word(hash ^ (unsigned char)name[i]);
    slot = (size_t)hash & (p->slot_count - 1);
    for (; p->slots[slot]; slot = (slot + 1) & (p->slot_count - 1))
        if (word_is(name, length, p->builder.tree->names + p->symbols[p->slots[slot] - 1].name))
            break;
    return &p->slots[slot];
}

/* Keeps the slots at most half full. */
static bool grow_slots(struct parser *p)
{
    size_t count = p->slot_count ? p->slot_count * 2 : 64;
    uint32_t *slots;

    if (p->symbol_count * 2 < p->slot_count)
        return true;
    slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(p->slots);
    p->slots = slots;
    p->slot_count = count;
    for (size_t i = 0; i < p->symbol_count; i++) {
        const char *name = p->builder.tree->names + p->symbols[i].name;

        *find_slot(p, name, strlen(name)) = (uint32_t)i + 1;
    }
    return true;
}

/* The number of the symbol with this name; adds the symbol if it is new. */
static by_status find_symbol(struct parser *p, const char *name, size_t length, uint32_t *out)
{
    struct symbol *symbols;
    uint32_t *slot;
    by_status status;

    if (!grow_slots(p))
        return by_error_no_memory(p->error);
    slot = find_slot(p, name, length);
    if (*slot) {
        *out = *slot - 1;
        return BY_OK;
    }
    symbols = by__array_grown(p->symbols, p->symbol_count + 1, &p->symbol_room, sizeof *symbols);
    if (!symbols)
        return by_error_no_memory(p->error);
    p->symbols = symbols;
    symbols[p->symbol_count] = (struct symbol){.node = NO_NODE, .at = name};
    status = by__tree_add_name(&p->builder, name, length, &symbols[p->symbol_count].name, p->error);
    if (status)
        return status;
    *out = (uint32_t)p->symbol_count++;
    *slot = *out + 1;
    return BY_OK;
}

/* Defines the symbol: the next node has this name. */
static by_status define_symbol(struct parser *p, const char *name, size_t length, uint32_t *out)
{
    uint32_t number;
    struct symbol *symbol;
    by_status status = find_symbol(p, name, length, &number);

    if (status)
        return with_place(p, status, name);
    symbol = &p->symbols[number];
    if (symbol->node != NO_NODE) {
        struct by__place place = by__place_of(p->text, strlen(p->text), (size_t)(symbol->at - p->text));

        return fail(p, BY_ERROR_INPUT, name, "the node '%.60s' was already written out in line %d, column %d",
                    p->builder.tree->names + symbol->name, place.line, place.column);
    }
    symbol->node = p->builder.tree->node_count;
    symbol->at = name;
    *out = symbol->name;
    return BY_OK;
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static const char *const value_words[] = {"win", "loss", "draw", "true", "false", NULL};
static const by_value word_values[] = {BY_WIN, -BY_WIN, 0, 1, 0};

/* The words are those of the side that moves in OR nodes. */
static bool find_value_word(const struct parser *p, const char *word, size_t length, by_value *out)
{
    for (int i = 0; value_words[i]; i++) {
        if (word_is(word, length, value_words[i])) {
            *out = p->or_side == SIDE_MAX ? word_values[i] : -word_values[i];
            return true;
        }
    }
    return false;
}

static bool at_number(const struct parser *p)
{
    return is_digit(*p->at) || ((*p->at == '-' || *p->at == '+') && is_digit(p->at[1]));
}

static by_status read_number(struct parser *p, by_value *out)
{
    const char *start = p->at;
    long value = 0;

    for (p->at += !is_digit(*p->at); is_digit(*p->at); p->at++)
        if (value <= BY_MAX_SCORE)
            value = value * 10 + (*p->at - '0');
    if (value > BY_MAX_SCORE)
        return fail(p, BY_ERROR_LIMIT, start, "a value lies between %d and %d, or is win or loss", -BY_MAX_SCORE,
                    BY_MAX_SCORE);
    if (is_word(*p->at))
        return expected(p, "a separator after the number");
    *out = (by_value)(*start == '-' ? -value : value);
    return BY_OK;
}

static by_status read_value(struct parser *p, by_value *out)
{
    const char *word = p->at;

    if (at_number(p))
        return read_number(p, out);
    if (find_value_word(p, word, skip_word(p), out))
        return BY_OK;
    return fail(p, BY_ERROR_INPUT, word, "expected a value: an integer, win, loss, draw, true or false");
}

static by_status read_side(struct parser *p, uint8_t *side)
{
    static const char *const words[] = {"max", "MAX", "min", "MIN", "or", "OR", "and", "AND"};
    const char *word = p->at;
    size_t length = skip_word(p);

    for (unsigned i = 0; i < 8; i++) {
        if (word_is(word, length, words[i])) {
            *side = (uint8_t)(i < 4 ? (i < 2 ? SIDE_MAX : SIDE_MIN) : p->or_side ^ (i >= 6));
            return BY_OK;
        }
    }
    return fail(p, BY_ERROR_INPUT, word, "expected a side: max, min, or, and");
}

/* The text before the parenthesis or the equals sign. */
struct head {
    const char *at; /* the name, if there is one */
    size_t length;  /* of the name; 0: no name */
    uint8_t side;
    bool has_side, has_estimate, has_bounds;
    by_value estimate, least, most;
};

static uint8_t side_of_next(const struct parser *p)
{
    const struct tree_builder *b = &p->builder;

    return b->depth ? b->tree->nodes[b->frames[b->depth - 1].node].side ^ 1 : SIDE_MAX;
}

static by_status read_integer(struct parser *p, const char *what, by_value *out)
{
    return at_number(p) ? read_number(p, out) : expected(p, what);
}

/* Bounds as the game will report them, right or wrong. */
static by_status read_bounds(struct parser *p, struct head *head)
{
    const char *start = p->at++;
    by_status status = read_integer(p, "an integer as lower bound", &head->least);

    head->has_bounds = true;
    for (int i = 0; i < 2 && !status; i++, p->at++)
        if (*p->at != '.')
            return expected(p, ".. between two bounds");
    if (!status)
        status = read_integer(p, "an integer as upper bound", &head->most);
    if (!status && *p->at != ']')
        return expected(p, "] after the bounds");
    if (!status)
        p->at++;
    if (!status && head->least > head->most)
        return fail(p, BY_ERROR_INPUT, start, "the lower bound %d is above the upper bound %d", head->least,
                    head->most);
    return status;
}

static by_status read_head(struct parser *p, struct head *head)
{
    by_status status = BY_OK;

    *head = (struct head){.at = p->at, .side = side_of_next(p)};
    if (is_letter(*p->at))
        head->length = skip_word(p);
    if (*p->at == ':') {
        p->at++;
        head->has_side = true;
        status = read_side(p, &head->side);
    }
    if (!status && *p->at == '~') {
        p->at++;
        head->has_estimate = true;
        status = read_integer(p, "an integer as estimate", &head->estimate);
    }
    if (!status && *p->at == '[')
        status = read_bounds(p, head);
    return status;
}

static by_status add_node(struct parser *p, const struct head *head, by_value value, bool is_leaf)
{
    struct tree_seed seed = {
        .value = value, .side = head->side, .has_bounds = head->has_bounds, .least = head->least, .most = head->most};
    by_status status = BY_OK;

    if (head->length)
        status = define_symbol(p, head->at, head->length, &seed.name);
    if (!status)
        status = with_place(p, by__tree_add(&p->builder, &seed, is_leaf, p->error), head->at);
    if (!status && !is_leaf) {
        p->builder.frames[p->builder.depth - 1].at = head->at;
        p->has_opened = true;
    }
    return status;
}

/* A bare name: the node is written out elsewhere. */
static by_status add_reference(struct parser *p, const struct head *head)
{
    uint32_t symbol = 0;
    by_status status;

    if (!p->builder.depth)
        return expected(p, "( or = after the name of the root");
    status = find_symbol(p, head->at, head->length, &symbol);
    if (!status)
        status = by__tree_add_child(&p->builder, symbol | SYMBOL_BIT, p->error);
    return with_place(p, status, head->at);
}

static by_status read_named_leaf(struct parser *p, const struct head *head)
{
    by_value value;
    by_status status;

    if (head->has_estimate || head->has_bounds)
        return expected(p, "( after an estimate or bounds");
    p->at++;
    status = read_value(p, &value);
    return status ? status : add_node(p, head, value, true);
}

/* Reads a leaf that is a word of a value; no such word, and none that can begin a text, can be a name. */
static by_status read_reserved(struct parser *p, const struct head *head, bool is_value, by_value value)
{
    struct head leaf = *head;

    leaf.length = 0;
    if (!is_value || head->has_side || head->has_estimate || head->has_bounds || *p->at == '(' || *p->at == '=')
        return fail(p, BY_ERROR_INPUT, head->at, "'%.*s' is a reserved word and cannot be a name", (int)head->length,
                    head->at);
    return add_node(p, &leaf, value, true);
}

static by_status read_node(struct parser *p)
{
    struct head head = {.at = p->at, .side = side_of_next(p)};
    by_value value = 0;
    by_status status;
    bool is_value;

    p->has_opened = false;
    if (at_number(p)) {
        status = read_number(p, &value);
        return status ? status : add_node(p, &head, value, true);
    }
    if (!is_letter(*p->at) && (!*p->at || !strchr(":~[(", *p->at)))
        return expected(p, "a node: a value, a name or (");
    status = read_head(p, &head);
    if (status)
        return status;
    is_value = find_value_word(p, head.at, head.length, &value);
    if (is_value || word_is(head.at, head.length, "or") || word_is(head.at, head.length, "random"))
        return read_reserved(p, &head, is_value, value);
    if (*p->at == '=' && (head.length || head.has_side))
        return read_named_leaf(p, &head);
    if (*p->at == '(') {
        p->at++;
        return add_node(p, &head, head.estimate, false);
    }
    if (head.length && !head.has_side && !head.has_estimate && !head.has_bounds)
        return add_reference(p, &head);
    return expected(p, head.has_estimate || head.has_bounds ? "(" : "( or =");
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static by_status refuse_open_node(const struct parser *p)
{
    const char *at = p->builder.frames[p->builder.depth - 1].at;
    struct by__place place = by__place_of(p->text, strlen(p->text), (size_t)(at - p->text));

    return fail(p, BY_ERROR_INPUT, p->at, "the text ends, but the node of line %d, column %d is not closed by )",
                place.line, place.column);
}

/* After a node: closing parentheses, and a separator if another node follows. */
static by_status read_between(struct parser *p)
{
    by_status status = BY_OK;

    while (p->builder.depth && !status) {
        bool has_blanks = skip_blanks(p);

        if (*p->at == ')') {
            status = by__tree_close(&p->builder, p->error);
            p->at++;
        } else if (*p->at == ',') {
            p->at++;
            skip_blanks(p);
            return BY_OK;
        } else if (!*p->at) {
            return refuse_open_node(p);
        } else {
            return has_blanks ? BY_OK : expected(p, ", or )");
        }
    }
    return status;
}

static by_status read_nodes(struct parser *p)
{
    by_status status;

    do {
        skip_blanks(p);
        status = read_node(p);
        if (!status && !p->has_opened)
            status = read_between(p);
    } while (!status && p->builder.depth);
    if (status)
        return status;
    skip_blanks(p);
    return *p->at ? expected(p, "the end of the text after the tree") : BY_OK;
}

/* Whether a word stands here, not as the beginning of a longer one. */
static bool at_word(const struct parser *p, const char *word)
{
    size_t length = strlen(word);

    return strncmp(p->at, word, length) == 0 && !is_word(p->at[length]);
}

/* `or=min` turns the labels OR and AND to the view of MIN. */
static by_status read_directives(struct parser *p)
{
    by_status status = BY_OK;

    while (skip_blanks(p), !status && at_word(p, "or") && p->at[2] == '=') {
        p->at += 3;
        if (!at_word(p, "max") && !at_word(p, "min"))
            return expected(p, "max or min after or=");
        status = read_side(p, &p->or_side);
    }
    return status;
}

static by_status refuse_name(const struct parser *p, const struct symbol *symbol)
{
    const char *name = p->builder.tree->names + symbol->name, *nearest = by_text_nearest(name, value_words);

    if (nearest)
        return fail(p, BY_ERROR_UNKNOWN, symbol->at,
                    "the node '%.60s' is nowhere written out; did you mean the value '%s'?", name, nearest);
    return fail(p, BY_ERROR_UNKNOWN, symbol->at, "the node '%.60s' is nowhere written out", name);
}

static by_status resolve_names(struct parser *p)
{
    struct tree *tree = p->builder.tree;

    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].node == NO_NODE)
            return refuse_name(p, &p->symbols[i]);
    for (uint32_t i = 0; i < tree->child_count; i++)
        if (tree->children[i] & SYMBOL_BIT)
            tree->children[i] = p->symbols[tree->children[i] & ~SYMBOL_BIT].node;
    return BY_OK;
}

/* Where the node at which finishing failed was written out. */
static const char *culprit_place(const struct parser *p)
{
    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].node == p->builder.culprit)
            return p->symbols[i].at;
    return p->text;
}

static by_status parse_nodes(struct parser *p, uint32_t nodes_most, struct tree **out)
{
    by_status status = by__tree_builder_start(&p->builder, nodes_most, p->error);

    if (!status)
        status = read_nodes(p);
    if (!status)
        status = resolve_names(p);
    if (status)
        return status;
    status = by__tree_sort(&p->builder, p->error);
    if (!status)
        status = by__tree_finish(&p->builder, out, p->error);
    return with_place(p, status, culprit_place(p));
}

/* Names must be valid UTF-8. Some editors write a byte order mark first; elsewhere it would be invisible. */
static by_status check_encoding(const struct parser *p)
{
    for (const char *at = p->at; *at;) {
        int length = by_text_character(at);

        if (!length)
            return fail(p, BY_ERROR_INPUT, at, "this is no text in UTF-8");
        if (by__mark_of_utf8(at, (size_t)length))
            return fail(p, BY_ERROR_INPUT, at, "a byte order mark (U+FEFF) may stand only at the beginning");
        at += length;
    }
    return BY_OK;
}

by_status by__tree_parse(const char *text, uint32_t nodes_most, struct tree **out, by_error *error)
{
    struct parser *p = calloc(1, sizeof *p); /* the stack of a thread may be small */
    by_error unseen;
    by_status status;

    if (!p)
        return by_error_no_memory(error);
    p->text = text;
    p->at = text + by__mark_of_utf8(text, strlen(text));
    p->error = error ? error : &unseen;
    status = check_encoding(p);
    if (!status)
        status = read_directives(p);
    if (!status)
        status = at_word(p, "random") ? by__tree_generate(p->at + strlen("random"), nodes_most, out, p->error)
                                      : parse_nodes(p, nodes_most, out);
    by__tree_builder_end(&p->builder);
    free(p->symbols);
    free(p->slots);
    free(p);
    return status;
}
