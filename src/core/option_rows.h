/* SPDX-License-Identifier: MIT
 *
 * Rows of tables of options. A file with a table names the struct of the values, and each row names its field there;
 * by_options_read fills the struct.
 *
 *     struct ab_options { bool pvs; int aspiration; };
 *
 *     #define OPTIONS struct ab_options
 *
 *     const struct by_option table[] = {
 *         BY__SWITCH(EXACT, pvs, 1, "Search later moves with a null window.", "Marsland & Campbell 1982"),
 *         BY__NUMBER(EXACT, aspiration, 0, 1000, 14, "Half the width of the window.", NULL),
 *         {0},
 *     };
 *
 * The effect is that of by_option_effect without its prefix. A field of another type than the row's does not compile:
 * bool for a switch, const char * for a text, and int for a number or a choice; where no value is negative, also
 * unsigned or an enum.
 */
#ifndef BOYI_CORE_OPTION_ROWS_H
#define BOYI_CORE_OPTION_ROWS_H

#include <stddef.h>

#include "boyi/option.h"

/* The offset of a field; `types` lists the types that fit. */
#define BY__FIELD_AT(field, types) (offsetof(OPTIONS, field) * (size_t) _Generic(((OPTIONS *)0)->field, types))
#define BY__INTEGER                int : 1, unsigned : 1

/* `title` is the name of a row where that is not the name of the field, such as of an element of an array. */
#define BY__SWITCH(how, field, value, text, source) BY__SWITCH_AT(how, #field, field, value, text, source)
#define BY__SWITCH_AT(how, title, field, value, text, source)                                                          \
    {                                                                                                                  \
        .name = title, .kind = BY_OPTION_SWITCH, .effect = BY_EFFECT_##how, .initial = value, .help = text,            \
        .paper = source, .offset = BY__FIELD_AT(field, bool : 1)                                                       \
    }

/* From `from` to `to`. */
#define BY__NUMBER(how, field, from, to, value, text, source)                                                          \
    BY__NUMBER_AT(how, #field, field, from, to, value, text, source)
#define BY__NUMBER_AT(how, title, field, from, to, value, text, source)                                                \
    {                                                                                                                  \
        .name = title, .kind = BY_OPTION_NUMBER, .effect = BY_EFFECT_##how, .min = from, .max = to, .initial = value,  \
        .help = text, .paper = source, .offset = BY__FIELD_AT(field, BY__INTEGER)                                      \
    }

/* One of the words of a list that ends with NULL; the field gets its place. */
#define BY__CHOICE(how, field, words, value, text, source) BY__CHOICE_AT(how, #field, field, words, value, text, source)
#define BY__CHOICE_AT(how, title, field, words, value, text, source)                                                   \
    {                                                                                                                  \
        .name = title, .kind = BY_OPTION_CHOICE, .effect = BY_EFFECT_##how, .choices = words, .initial = value,        \
        .help = text, .paper = source, .offset = BY__FIELD_AT(field, BY__INTEGER)                                      \
    }

#define BY__TEXT(how, field, value, text, source)                                                                      \
    {                                                                                                                  \
        .name = #field, .kind = BY_OPTION_TEXT, .effect = BY_EFFECT_##how, .initial_text = value, .help = text,        \
        .paper = source, .offset = BY__FIELD_AT(field, const char * : 1)                                               \
    }

#endif
