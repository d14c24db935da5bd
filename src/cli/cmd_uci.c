/* SPDX-License-Identifier: MIT
 *
 * boyi uci, boyi ucci, boyi gtp: protocols of graphical interfaces. Without arguments, boyi chooses the protocol by the
 * first line of input.
 */
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "base/heap.h"
#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "protocol/gtp/gtp.h"
#include "protocol/protocol.h"

static int serve(const struct protocol *protocol, const char *command, struct protocol_reader *reader)
{
    by_error error;
    by_status status;

    by__heap_return_large();
    status = protocol_serve(protocol, reader, stdout, &error);
    protocol_reader_done(reader);
    return status ? say_error(command, NULL, &error) : 0;
}

static int run(const struct protocol *protocol, const struct arg_about *about, int argc, char **argv)
{
    static const struct arg_group no_groups[] = {{0}};
    struct protocol_reader reader = {.in = STDIN_FILENO};
    int code = args_parse(about, no_groups, argc, argv);

    return code == ARGS_GO ? serve(protocol, about->name, &reader) : code;
}

int boyi_uci(int argc, char **argv)
{
    static const struct arg_about about = {
        .name = "uci",
        .help = "Plays xiangqi for a program that speaks UCI on standard input and output. `help` lists the commands, "
                "`quit` ends it.",
    };

    return run(&protocol_uci, &about, argc, argv);
}

int boyi_ucci(int argc, char **argv)
{
    static const struct arg_about about = {
        .name = "ucci",
        .help = "Plays xiangqi for a program that speaks UCCI on standard input and output. `quit` ends it.",
    };

    return run(&protocol_ucci, &about, argc, argv);
}

int boyi_gtp(int argc, char **argv)
{
    static const struct arg_about about = {
        .name = "gtp",
        .help = "Plays Go for a program that speaks GTP on standard input and output, and answers whether blocks can "
                "be captured. `list_commands` lists the commands, `quit` ends it.",
    };

    return run(&gtp_protocol, &about, argc, argv);
}

int boyi_listen(bool *is_silent)
{
    struct protocol_reader reader = {.in = STDIN_FILENO};
    const struct protocol *protocol;

    *is_silent = true;
    while (protocol_read_line(&reader)) {
        *is_silent = false;
        protocol = protocol_find_heard(reader.line);
        if (protocol)
            return serve(protocol, "", &reader);
    }
    if (!*is_silent)
        say_problem("", "no line began a conversation that is known here: expected uci, ucci or a command of GTP, or "
                        "see `boyi help`");
    protocol_reader_done(&reader);
    return *is_silent ? 0 : SAY_BAD_USE;
}
