/* SPDX-License-Identifier: MIT */
#include "cli/lab_figures.h"

#include "cli/file.h"
#include "cli/say.h"
#include "lab/parts.h"
#include "lab/picture.h"
#include "lab/report.h"

/* ---- Files ----------------------------------------------------------------------------------------------------- */

static int write_file(const char *folder, const char *name, const char *ending, const by_text *text)
{
    const char *why;
    by_text path = {0};
    int code = 0;

    by_text_printf(&path, "%s/%s%s", folder, name, ending);
    if (!file_write(by_text_string(&path), by_text_string(text), true, &why)) {
        say_problem("lab", "cannot write %s: %s", by_text_string(&path), why);
        code = SAY_FAILED;
    }
    by_text_free(&path);
    return code;
}

static int write_part(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                      const char *folder)
{
    by_text csv = {0}, svg = {0};
    by_error error;
    by_status status = lab_part_csv(experiment, part, database, &csv, &error);
    int code;

    if (!status)
        status = part->kind == LAB_PART_PICTURE
                     ? lab_picture_drawer.draw(NULL, experiment, part, database, &svg, &error)
                     : lab_part_chart(experiment, part, database, false, &svg, &error);
    code = status ? say_error("lab", part->name, &error) : write_file(folder, part->name, ".csv", &csv);
    if (!code && svg.length)
        code = write_file(folder, part->name, ".svg", &svg);
    by_text_free(&csv);
    by_text_free(&svg);
    return code;
}

/* A table has no name but its number. */
static int write_table(const struct lab_experiment *experiment, const struct lab_section *section,
                       lab_database *database, const char *folder)
{
    by_text csv = {0}, svg = {0};
    by_error error;
    by_status status = lab_table_csv(experiment, section->table, database, &csv, &error);
    int code;

    if (!status)
        status = lab_table_chart(experiment, section->table, database, false, &svg, &error);
    code = status ? say_error("lab", section->name, &error) : write_file(folder, section->name, ".csv", &csv);
    if (!code && svg.length)
        code = write_file(folder, section->name, ".svg", &svg);
    by_text_free(&csv);
    by_text_free(&svg);
    return code;
}

int lab_figures_write(const struct lab_experiment *experiment, lab_database *database, const char *folder)
{
    struct lab_section at = {0};
    int code = 0;

    while (!code && lab_next_section(experiment, &at))
        code = at.table ? write_table(experiment, &at, database, folder)
                        : write_part(experiment, at.part, database, folder);
    return code;
}
