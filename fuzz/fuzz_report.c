/* SPDX-License-Identifier: MIT
 *
 * Reports as CSV: whatever is accepted can be printed in every form, and gives itself when it is printed as CSV and
 * read again. The experiment has a section of every kind.
 */
#include "lab/report.h"

#include "input.h"

static const char text[] =
    "title All\ngame tictactoe\nposition s initial\nposition t x.o/.x./..o\nvariant a minimax\nvariant b alphabeta "
    "plain\nvariant p df-pn\nfamily f deepening 1 2 : alphabeta plain\ndepths 1 3\npublished a nodes 1=9\nplays b\n"
    "table T\ncolumns a b\nbase a\nmeasure nodes\nsummary s S\nvariants a b\nmeasure nodes time\nbase a\n"
    "duel d D\nvariants a b\nmeasure nodes\nwithin w W\nvariants a b\nmeasure nodes\nsteps 1 10\n"
    "curves c C\nvariants a\nshows evaluation\nanswer yes\npicture i I\nvariants a b\nmeasure nodes\n"
    "prediction r R\nvariants p\nprogress g G\nvariants a b\nmeasure nodes\ngrowth h H\nvariants a\nmeasure nodes\n"
    "over o O\nvariants f\nmeasure nodes\nmatch m M\nvariants a\nagainst b\n";

static void print_all(const struct lab_report *report, by_text *csv)
{
    for (int format = LAB_FORMAT_TEXT; format <= LAB_FORMAT_HTML; format++) {
        by_text out = {0};

        REQUIRE(lab_report_print(report, (enum lab_format)format, NULL, &out, NULL) == BY_OK && out.length);
        if (format == LAB_FORMAT_CSV)
            by_text_add(csv, by_text_string(&out));
        by_text_free(&out);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lab_reader reader = {.is_for_report = true};
    struct lab_experiment *experiment;
    struct lab_report report, again;
    char *csv = text_of(data, size);
    by_text printed = {0}, reprinted = {0};
    by_error error = {0};

    REQUIRE(lab_experiment_read("fuzz", text, &reader, &experiment, &error) == BY_OK);
    if (lab_report_read(experiment, csv, &report, &error) == BY_OK) {
        print_all(&report, &printed);
        REQUIRE(lab_report_read(experiment, by_text_string(&printed), &again, &error) == BY_OK);
        print_all(&again, &reprinted);
        REQUIRE(strcmp(by_text_string(&printed), by_text_string(&reprinted)) == 0);
        lab_report_free(&again);
    } else {
        REQUIRE(error.status < 0 && error.message[0]);
    }
    lab_report_free(&report);
    (void)lab_report_read_facts(csv, &report, NULL);
    lab_report_free(&report);
    lab_experiment_destroy(experiment);
    by_text_free(&printed);
    by_text_free(&reprinted);
    free(csv);
    return 0;
}
