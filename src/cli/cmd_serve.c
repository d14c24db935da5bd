/* SPDX-License-Identifier: MIT
 *
 * boyi serve: the page, and the interface for programs.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/heap.h"
#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "front/json_read.h"
#include "server/http.h"
#include "server/listen.h"

enum { USUAL_PORT = 8642, PROCESSORS_MOST = 64 };

struct serve_args {
    int64_t port;
    const char *bind;
    int64_t workers;
    int64_t memory_mib;
    int64_t total_mib;
    int64_t time_s;
};

#define ARGS struct serve_args

static const struct arg rows[] = {
    ROW_NUMBER(port, "--port", "P", 0, 65535,
               "the port to listen on; 0: any free port, see the printed address (8642)"),
    ROW_TEXT(bind, "--bind", "A",
             "the address to listen on (127.0.0.1, which only this machine can reach); any other requires a token"),
    ROW_NUMBER(workers, "--workers", "N", 1, PROCESSORS_MOST,
               "number of searches that may run at the same time (the number of processors)"),
    ROW_NUMBER(memory_mib, "--memory", "MIB", 1, 1 << 20, "maximum memory of one search (64)"),
    ROW_NUMBER(total_mib, "--total", "MIB", 1, 1 << 22,
               "maximum memory of the whole server (512 more than its searches may use)"),
    ROW_NUMBER(time_s, "--time", "S", 1, 86400, "maximum seconds of one search (600)"),
    {0},
};

static const struct arg_about about = {
    .name = "serve",
    .help = "Serves the page for browsers and the interface for programs (docs/http.md). Ctrl-C ends it.",
    .examples = "  boyi serve\n  boyi serve --port 0\n  boyi serve --bind 0.0.0.0\n",
};

static int processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count < 1 ? 1 : count > PROCESSORS_MOST ? PROCESSORS_MOST : (int)count;
}

static struct server_settings settings_of(const struct serve_args *args, const struct server_listening *listening)
{
    struct server_settings settings = {
        .limits = server_limits_usual(args->workers ? (int)args->workers : processors()),
        .guard = {.port = listening->port, .name = args->bind},
        .clock = server_clock_usual(),
        .assets = server_assets_built_in,
        .library = server_library_built_in,
    };

    if (args->memory_mib)
        server_limits_set_memory(&settings.limits, (int)(args->memory_mib * 1024));
    if (args->total_mib)
        settings.limits.total_kib = args->total_mib * 1024;
    if (args->time_s)
        settings.limits.time_ms = args->time_s * 1000;
    return settings;
}

/* On all addresses, print localhost: a browser on this machine reaches it. */
static void print_link(const struct server_settings *settings, const struct server_listening *listening)
{
    const char *name = settings->guard.name ? settings->guard.name : "127.0.0.1";
    bool is_any = strcmp(name, "0.0.0.0") == 0 || strcmp(name, "::") == 0;
    bool has_brackets = !is_any && strchr(name, ':');

    printf("http://%s%s%s:%d/%s%s\n", has_brackets ? "[" : "", is_any ? "localhost" : name, has_brackets ? "]" : "",
           listening->port, *settings->guard.token ? "#token=" : "", settings->guard.token);
    if (fflush(stdout) != 0)
        say_problem("serve", "cannot print the address: standard output is closed");
}

static void wait_for_interrupt(void)
{
    const struct timespec moment = {.tv_nsec = 100000000};

    while (!interrupt_happened())
        (void)nanosleep(&moment, NULL);
}

static int serve(const struct serve_args *args, const struct server_listening *listening)
{
    struct server_settings settings = settings_of(args, listening);
    server_http *http = NULL;
    struct server *server = NULL;
    by_error error;
    by_status status;

    by__heap_return_large();
    status = listening->is_local ? BY_OK : server_guard_make_token(&settings.guard, &error);

    if (!status)
        status = server_create(&settings, &server, &error);
    if (status) {
        close(listening->socket);
        return say_error(about.name, NULL, &error);
    }
    /* Before printing the link: a reader of it may stop the server. */
    interrupt_begin(NULL);
    interrupt_begin_ends();
    status = server_http_start(server, listening->socket, SERVER_TICK_MS, &http, &error);
    if (!status) {
        print_link(&settings, listening);
        wait_for_interrupt();
    }
    interrupt_end(); /* a second interrupt ends the program */
    if (http)
        server_http_stop(http);
    server_destroy(server);
    return status ? say_error(about.name, NULL, &error) : 0;
}

int boyi_serve(int argc, char **argv)
{
    struct serve_args args = {.port = USUAL_PORT};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
    struct server_listening listening;
    by_error error;
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if ((server_http_is_there() && json_read_check(&error)) ||
        server_listen(args.bind, (int)args.port, &listening, &error))
        return say_error(about.name, NULL, &error);
    return serve(&args, &listening);
}
