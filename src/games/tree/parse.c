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
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "boyi/random.h"
#include "games/tree/inside.h"

/* A child that is only a name so far; with the number of its symbol. Numbers of nodes are smaller. */
#define SYMBOL_BIT 0x80000000u
#define NO_NODE    UINT32_MAX

struct place {
    int line, column;
};

struct symbol {
    uint32_t name;
    uint32_t node;      /* NO_NODE until it is written out */
    struct place place; /* where that is, or where the name was first used */
};

struct parser {
    struct tree_builder builder;
    const char *at;
    struct place place;
    uint32_t nodes_most;
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

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static void step(struct parser *p)
{
    char c = *p->at++;

    if (c == '\n') {
        p->place.line++;
        p->place.column = 1;
    } else if (((unsigned char)c & 0xC0) != 0x80) { /* all but the first byte of a UTF-8 character take no column */
        p->place.column++;
    }
}

/* Skips blanks and comments; false if there are none. */
static bool skip_blanks(struct parser *p)
{
    const char *start = p->at;

    while (is_blank(*p->at) || *p->at == '#') {
        if (*p->at == '#')
            while (*p->at && *p->at != '\n')
                step(p);
        else
            step(p);
    }
    return p->at != start;
}

/* Reads a word; its length may be 0. */
static const char *take_word(struct parser *p, size_t *length)
{
    const char *start = p->at;

    while (is_word(*p->at))
        step(p);
    *length = (size_t)(p->at - start);
    return start;
}

static bool word_is(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/* ---- Complaints ------------------------------------------------------------------------------------------------ */

static by_status expected(struct parser *p, const char *what)
{
    if (!*p->at)
        return by_error_set_at(p->error, BY_ERROR_INPUT, p->place.line, p->place.column,
                               "the text ends, but %-s is expected", what);
    if (*p->at > ' ' && *p->at < 127)
        return by_error_set_at(p->error, BY_ERROR_INPUT, p->place.line, p->place.column, "expected %-s, not '%c'", what,
                               *p->at);
    return by_error_set_at(p->error, BY_ERROR_INPUT, p->place.line, p->place.column, "expected %-s", what);
}

/* Adds the place to an error that has none. */
static by_status with_place(struct parser *p, by_status status, struct place place)
{
    if (status && status != BY_ERROR_MEMORY && p->error && !p->error->line) {
        p->error->line = place.line;
        p->error->column = place.column;
    }
    return status;
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

static size_t first_slot(const struct parser *p, const char *name, size_t length)
{
    uint64_t hash = length;

    for (size_t i = 0; i < length; i++)
        hash = by_random_word(hash ^ (unsigned char)name[i]);
    return (size_t)hash & (p->slot_count - 1);
}

/* The slot in which the name stands or would stand. */
static uint32_t *find_slot(const struct parser *p, const char *name, size_t length)
{
    size_t slot = first_slot(p, name, length);

    for (; p->slots[slot]; slot = (slot + 1) & (p->slot_count - 1)) {
        const char *other = p->builder.tree->names + p->symbols[p->slots[slot] - 1].name;

        if (word_is(name, length, other))
            break;
    }
    return &p->slots[slot];
}

/* Keeps the slots at most half full. */
static bool grow_slots(struct parser *p)
{
    uint32_t *old = p->slots;

    if (p->symbol_count * 2 < p->slot_count)
        return true;
    p->slots = calloc(p->slot_count ? p->slot_count * 2 : 64, sizeof *p->slots);
    if (!p->slots) {
        p->slots = old;
        return false;
    }
    free(old);
    p->slot_count = p->slot_count ? p->slot_count * 2 : 64;
    for (size_t i = 0; i < p->symbol_count; i++) {
        const char *name = p->builder.tree->names + p->symbols[i].name;

        *find_slot(p, name, strlen(name)) = (uint32_t)i + 1;
    }
    return true;
}

/* The number of the symbol with this name; adds the symbol if it is new. */
static by_status find_symbol(struct parser *p, const char *name, size_t length, struct place place, uint32_t *out)
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
    symbols[p->symbol_count] = (struct symbol){.node = NO_NODE, .place = place};
    status = by__tree_add_name(&p->builder, name, length, &symbols[p->symbol_count].name, p->error);
    if (status)
        return status;
    *out = (uint32_t)p->symbol_count++;
    *slot = *out + 1;
    return BY_OK;
}

/* Defines the symbol: the next node has this name. */
static by_status define_symbol(struct parser *p, const char *name, size_t length, struct place place, uint32_t *out)
{
    uint32_t number;
    struct symbol *symbol;
    by_status status = find_symbol(p, name, length, place, &number);

    if (status)
        return with_place(p, status, place);
    symbol = &p->symbols[number];
    if (symbol->node != NO_NODE)
        return by_error_set_at(p->error, BY_ERROR_INPUT, place.line, place.column,
                               "the node '%.60s' was already written out in line %d, column %d",
                               p->builder.tree->names + symbol->name, symbol->place.line, symbol->place.column);
    symbol->node = p->builder.tree->node_count;
    symbol->place = place;
    *out = symbol->name;
    return BY_OK;
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static const struct value_word {
    const char *word;
    by_value value;
} value_words[] = {{"win", BY_WIN}, {"loss", -BY_WIN}, {"draw", 0}, {"true", 1}, {"false", 0}};

enum { VALUE_WORDS = sizeof value_words / sizeof value_words[0] };

/* The words are those of the side that moves in OR nodes. */
static bool find_value_word(const struct parser *p, const char *word, size_t length, by_value *out)
{
    for (int i = 0; i < VALUE_WORDS; i++) {
        if (word_is(word, length, value_words[i].word)) {
            *out = p->or_side == SIDE_MAX ? value_words[i].value : -value_words[i].value;
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
    struct place place = p->place;
    bool is_negative = *p->at == '-';
    long value = 0;

    if (*p->at == '-' || *p->at == '+')
        step(p);
    for (; is_digit(*p->at); step(p))
        if (value <= BY_SCORE_MOST)
            value = value * 10 + (*p->at - '0');
    if (value > BY_SCORE_MOST)
        return by_error_set_at(p->error, BY_ERROR_LIMIT, place.line, place.column,
                               "a value lies between %d and %d, or is win or loss", -BY_SCORE_MOST, BY_SCORE_MOST);
    if (is_word(*p->at))
        return expected(p, "a separator after the number");
    *out = (by_value)(is_negative ? -value : value);
    return BY_OK;
}

static by_status read_value(struct parser *p, by_value *out)
{
    struct place place = p->place;
    const char *word;
    size_t length;

    if (at_number(p))
        return read_number(p, out);
    word = take_word(p, &length);
    if (length && find_value_word(p, word, length, out))
        return BY_OK;
    return by_error_set_at(p->error, BY_ERROR_INPUT, place.line, place.column,
                           "expected a value: an integer, win, loss, draw, true or false");
}

static by_status read_side(struct parser *p, uint8_t *side)
{
    struct place place = p->place;
    size_t length;
    const char *word = take_word(p, &length);

    if (word_is(word, length, "max") || word_is(word, length, "MAX"))
        *side = SIDE_MAX;
    else if (word_is(word, length, "min") || word_is(word, length, "MIN"))
        *side = SIDE_MIN;
    else if (word_is(word, length, "or") || word_is(word, length, "OR"))
        *side = p->or_side;
    else if (word_is(word, length, "and") || word_is(word, length, "AND"))
        *side = p->or_side ^ 1;
    else
        return by_error_set_at(p->error, BY_ERROR_INPUT, place.line, place.column,
                               "expected a side: max, min, or, and");
    return BY_OK;
}

/* The text before the parenthesis or the equals sign. */
struct head {
    struct place place;
    const char *name;
    size_t length; /* 0: no name */
    uint8_t side;
    bool has_side, has_estimate, has_bounds;
    by_value estimate, least, most;
};

static uint8_t side_of_next(const struct parser *p)
{
    const struct tree_builder *b = &p->builder;

    return b->depth ? b->tree->nodes[b->frames[b->depth - 1].node].side ^ 1 : SIDE_MAX;
}

/* Bounds as the game will report them, right or wrong. */
static by_status read_bounds(struct parser *p, struct head *head)
{
    struct place place = p->place;
    by_status status;

    head->has_bounds = true;
    step(p);
    status = at_number(p) ? read_number(p, &head->least) : expected(p, "an integer as lower bound");
    for (int i = 0; i < 2 && !status; i++) {
        if (*p->at != '.')
            return expected(p, ".. between two bounds");
        step(p);
    }
    if (!status)
        status = at_number(p) ? read_number(p, &head->most) : expected(p, "an integer as upper bound");
    if (!status && *p->at != ']')
        return expected(p, "] after the bounds");
    if (!status)
        step(p);
    if (!status && head->least > head->most)
        return by_error_set_at(p->error, BY_ERROR_INPUT, place.line, place.column,
                               "the lower bound %d is above the upper bound %d", head->least, head->most);
    return status;
}

static by_status read_head(struct parser *p, struct head *head)
{
    by_status status = BY_OK;

    *head = (struct head){.place = p->place, .side = side_of_next(p)};
    if (is_letter(*p->at))
        head->name = take_word(p, &head->length);
    if (*p->at == ':') {
        step(p);
        head->has_side = true;
        status = read_side(p, &head->side);
    }
    if (!status && *p->at == '~') {
        step(p);
        head->has_estimate = true;
        status = at_number(p) ? read_number(p, &head->estimate) : expected(p, "an integer as estimate");
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
        status = define_symbol(p, head->name, head->length, head->place, &seed.name);
    if (!status)
        status = with_place(p, by__tree_add(&p->builder, &seed, is_leaf, p->error), head->place);
    if (!status && !is_leaf) {
        p->builder.frames[p->builder.depth - 1].line = head->place.line;
        p->builder.frames[p->builder.depth - 1].column = head->place.column;
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
    status = find_symbol(p, head->name, head->length, head->place, &symbol);
    if (!status)
        status = by__tree_add_child(&p->builder, symbol | SYMBOL_BIT, p->error);
    return with_place(p, status, head->place);
}

static by_status read_named_leaf(struct parser *p, const struct head *head)
{
    by_value value;
    by_status status;

    if (head->has_estimate || head->has_bounds)
        return expected(p, "( after an estimate or bounds");
    step(p);
    status = read_value(p, &value);
    return status ? status : add_node(p, head, value, true);
}

/* The values that are words, and the words that can begin a text. */
static bool is_reserved(const struct parser *p, const struct head *head)
{
    by_value value;

    return find_value_word(p, head->name, head->length, &value) || word_is(head->name, head->length, "or") ||
           word_is(head->name, head->length, "random");
}

static by_status read_value_word(struct parser *p, const struct head *head)
{
    struct head leaf = *head;
    by_value value;

    leaf.length = 0;
    if (head->has_side || head->has_estimate || head->has_bounds || *p->at == '(' || *p->at == '=' ||
        !find_value_word(p, head->name, head->length, &value))
        return by_error_set_at(p->error, BY_ERROR_INPUT, head->place.line, head->place.column,
                               "'%.*s' is a reserved word and cannot be a name", (int)head->length, head->name);
    return add_node(p, &leaf, value, true);
}

static by_status read_node(struct parser *p)
{
    struct head head;
    by_value value;
    by_status status;

    p->has_opened = false;
    if (at_number(p)) {
        head = (struct head){.place = p->place, .side = side_of_next(p)};
        status = read_number(p, &value);
        return status ? status : add_node(p, &head, value, true);
    }
    if (!is_letter(*p->at) && (!*p->at || !strchr(":~[(", *p->at)))
        return expected(p, "a node: a value, a name or (");
    status = read_head(p, &head);
    if (status)
        return status;
    if (is_reserved(p, &head))
        return read_value_word(p, &head);
    if (*p->at == '=' && (head.length || head.has_side))
        return read_named_leaf(p, &head);
    if (*p->at == '(') {
        step(p);
        return add_node(p, &head, head.estimate, false);
    }
    if (head.length && !head.has_side && !head.has_estimate && !head.has_bounds)
        return add_reference(p, &head);
    return expected(p, head.has_estimate || head.has_bounds ? "(" : "( or =");
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static by_status complain_of_open_node(struct parser *p)
{
    const struct tree_frame *frame = &p->builder.frames[p->builder.depth - 1];

    return by_error_set_at(p->error, BY_ERROR_INPUT, p->place.line, p->place.column,
                           "the text ends, but the node of line %d, column %d is not closed by )", frame->line,
                           frame->column);
}

/* After a node: closing parentheses, and a separator if another node follows. */
static by_status read_between(struct parser *p)
{
    while (p->builder.depth) {
        bool has_blanks = skip_blanks(p);

        if (*p->at == ')') {
            by_status status = by__tree_close(&p->builder, p->error);

            if (status)
                return status;
            step(p);
        } else if (*p->at == ',') {
            step(p);
            skip_blanks(p);
            return BY_OK;
        } else if (!*p->at) {
            return complain_of_open_node(p);
        } else {
            return has_blanks ? BY_OK : expected(p, ", or )");
        }
    }
    return BY_OK;
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
    while (skip_blanks(p), at_word(p, "or") && p->at[2] == '=') {
        by_status status;

        for (int i = 0; i < 3; i++)
            step(p);
        if (!at_word(p, "max") && !at_word(p, "min"))
            return expected(p, "max or min after or=");
        status = read_side(p, &p->or_side);
        if (status)
            return status;
    }
    return BY_OK;
}

static by_status complain_of_name(struct parser *p, const struct symbol *symbol)
{
    static const char *const words[] = {"win", "loss", "draw", "true", "false", NULL};
    const char *name = p->builder.tree->names + symbol->name;
    const char *nearest = by_text_nearest(name, words);

    if (nearest)
        return by_error_set_at(p->error, BY_ERROR_UNKNOWN, symbol->place.line, symbol->place.column,
                               "the node '%.60s' is nowhere written out; did you mean the value '%s'?", name, nearest);
    return by_error_set_at(p->error, BY_ERROR_UNKNOWN, symbol->place.line, symbol->place.column,
                           "the node '%.60s' is nowhere written out", name);
}

static by_status resolve_names(struct parser *p)
{
    struct tree *tree = p->builder.tree;

    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].node == NO_NODE)
            return complain_of_name(p, &p->symbols[i]);
    for (uint32_t i = 0; i < tree->child_count; i++)
        if (tree->children[i] & SYMBOL_BIT)
            tree->children[i] = p->symbols[tree->children[i] & ~SYMBOL_BIT].node;
    return BY_OK;
}

/* Where the node at which finishing failed was written out. */
static struct place culprit_place(const struct parser *p)
{
    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].node == p->builder.culprit)
            return p->symbols[i].place;
    return (struct place){1, 1};
}

static by_status parse_nodes(struct parser *p, struct tree **out)
{
    by_status status = by__tree_builder_start(&p->builder, p->nodes_most, p->error);

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

/* Some editors write a byte order mark first; elsewhere it would be invisible. */
static const char byte_order_mark[] = "\xEF\xBB\xBF";

static bool at_byte_order_mark(const char *text)
{
    return strncmp(text, byte_order_mark, strlen(byte_order_mark)) == 0;
}

/* Names must be valid UTF-8. */
static by_status check_encoding(const char *begin, by_error *error)
{
    struct place place = {1, 1};
    const char *text = begin;

    for (int length; *text; text += length) {
        length = by_text_character(text);
        if (!length)
            return by_error_set_at(error, BY_ERROR_INPUT, place.line, place.column, "this is no text in UTF-8");
        if (text != begin && at_byte_order_mark(text))
            return by_error_set_at(error, BY_ERROR_INPUT, place.line, place.column,
                                   "a byte order mark (U+FEFF) may stand only at the beginning");
        place.column++;
        if (*text == '\n')
            place = (struct place){place.line + 1, 1};
    }
    return BY_OK;
}

by_status by__tree_parse(const char *text, uint32_t nodes_most, struct tree **out, by_error *error)
{
    by_error unseen;
    struct parser *p;
    by_status status = check_encoding(text, error);

    if (status)
        return status;
    p = calloc(1, sizeof *p); /* the stack of a thread may be small */
    if (!p)
        return by_error_no_memory(error);
    p->at = at_byte_order_mark(text) ? text + strlen(byte_order_mark) : text;
    p->place = (struct place){1, 1};
    p->nodes_most = nodes_most;
    p->error = error ? error : &unseen;
    status = read_directives(p);
    if (!status)
        status = at_word(p, "random") ? by__tree_generate(p->at + strlen("random"), nodes_most, out, p->error)
                                      : parse_nodes(p, out);
    by__tree_builder_end(&p->builder);
    free(p->symbols);
    free(p->slots);
    free(p);
    return status;
}
