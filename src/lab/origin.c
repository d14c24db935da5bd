/* SPDX-License-Identifier: MIT */
#include "lab/origin.h"

#include <inttypes.h>
#include <string.h>

#include "boyi/version.h"
#include "lab/build.h"

/* Rows of earlier forms have neither flags nor processor. */
static void print_maker(const struct lab_maker *maker, enum lab_origin what, by_text *out)
{
    switch (what) {
    case LAB_ORIGIN_PROGRAM:
        by_text_printf(out, "boyi %s, sources %s", maker->version, maker->sources);
        break;
    case LAB_ORIGIN_COMPILER:
        by_text_printf(out, "%s%s%s", maker->compiler, *maker->flags ? ", flags " : "", maker->flags);
        break;
    case LAB_ORIGIN_PROCESSOR:
        by_text_add(out, *maker->processor ? maker->processor : "unknown");
        break;
    case LAB_ORIGIN_WORKERS:
        if (maker->workers)
            by_text_printf(out, "%" PRId64, maker->workers);
        else
            by_text_add(out, "unknown");
        break;
    }
}

static bool is_alike(const struct lab_maker *one, const struct lab_maker *other, enum lab_origin what)
{
    switch (what) {
    case LAB_ORIGIN_PROGRAM:
        return strcmp(one->version, other->version) == 0 && strcmp(one->sources, other->sources) == 0;
    case LAB_ORIGIN_COMPILER:
        return strcmp(one->compiler, other->compiler) == 0 && strcmp(one->flags, other->flags) == 0;
    case LAB_ORIGIN_PROCESSOR:
        return strcmp(one->processor, other->processor) == 0;
    case LAB_ORIGIN_WORKERS:
        break;
    }
    return one->workers == other->workers;
}

/* The maker of a task's row, in the order of the run; NULL: no row. */
static const struct lab_maker *maker_at(const struct lab_rows *rows, size_t index)
{
    return lab_row_of(rows, &rows->tasks[index])->maker;
}

/* True if a row is the first of its origin; counts the rows of that origin. */
static bool is_first(const struct lab_rows *rows, size_t index, enum lab_origin what, size_t *count)
{
    const struct lab_maker *maker = maker_at(rows, index);

    *count = 0;
    for (size_t i = 0; i < rows->count && maker; i++) {
        const struct lab_maker *other = maker_at(rows, i);

        if (!other || (other != maker && !is_alike(other, maker, what)))
            continue;
        if (i < index)
            return false;
        ++*count;
    }
    return maker;
}

static void print_own(enum lab_origin what, by_text *out)
{
    by_text processor = {0};
    struct lab_maker own = {by_version(), lab_build_sources(), lab_build_compiler(), lab_build_flags(), "", 0};

    lab_processor(&processor);
    own.processor = by_text_string(&processor);
    if (what == LAB_ORIGIN_WORKERS) /* a future run is unknown */
        by_text_add(out, "-");
    else
        print_maker(&own, what, out);
    out->failed = out->failed || processor.failed;
    by_text_free(&processor);
}

void lab_print_origin(const struct lab_rows *rows, enum lab_origin what, by_text *out)
{
    size_t done = lab_rows_done(rows), left = done, count;

    if (!done)
        print_own(what, out);
    for (size_t i = 0; i < rows->count && left && !lab_is_over(rows->experiment); i++) {
        if (!is_first(rows, i, what, &count))
            continue;
        by_text_add(out, left < done ? "; " : "");
        print_maker(maker_at(rows, i), what, out);
        left -= count;
        if (count < done)
            by_text_printf(out, " (%zu row%s)", count, count == 1 ? "" : "s");
    }
}

bool lab_has_rows_of(const struct lab_rows *rows, const char *sources)
{
    for (size_t i = 0; i < rows->count; i++)
        if (maker_at(rows, i) && strcmp(maker_at(rows, i)->sources, sources) == 0)
            return true;
    return false;
}

bool lab_can_judge_times(const struct lab_rows *rows)
{
    const struct lab_maker *maker = NULL;

    for (size_t i = 0; i < rows->count && rows->experiment->is_alone; i++) {
        const struct lab_maker *other = maker_at(rows, i);

        if (!other)
            continue;
        maker = maker ? maker : other;
        if (other->workers != 1 || !is_alike(maker, other, LAB_ORIGIN_PROGRAM) ||
            !is_alike(maker, other, LAB_ORIGIN_COMPILER) || !is_alike(maker, other, LAB_ORIGIN_PROCESSOR))
            return false;
    }
    return maker;
}
