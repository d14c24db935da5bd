/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "match/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "match/clock.h"

extern char **environ;

enum { BUFFER_SIZE = 1 << 16, LAST_WORDS = 160 };

struct match_process {
    pid_t pid;
    bool is_reaped;
    int status;               /* of waitpid, once it is reaped */
    int to, from, complaints; /* pipes: its stdin, stdout, stderr; -1 once closed */
    int64_t read_us;          /* when something was read last */
    bool skips;               /* the rest of a line that was too long */
    size_t taken, length;     /* of the buffer: what has been handed out, and what there is */
    char buffer[BUFFER_SIZE + 1];
    char said[LAST_WORDS];       /* the last line on stdout */
    char complained[LAST_WORDS]; /* the last of stderr */
};

/* ---- Starting ---------------------------------------------------------------------------------------------------- */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Six ends, closed on exec, so that no other engine keeps them open. */
static bool make_pipes(int ends[3][2])
{
    for (int i = 0; i < 3; i++)
        ends[i][0] = ends[i][1] = -1;
    for (int i = 0; i < 3; i++)
        if (pipe2(ends[i], O_CLOEXEC))
            return false;
    return true;
}

static void close_pipes(int ends[3][2])
{
    for (int i = 0; i < 3; i++) {
        close_fd(&ends[i][0]);
        close_fd(&ends[i][1]);
    }
}

/* In a process group of its own: Ctrl-C reaches only the runner, and we can kill the program with its children. */
static int spawn(pid_t *pid, char *const *arguments, const char *directory, int ends[3][2])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual, none;
    int problem = 0;

    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0][0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[2][1], STDERR_FILENO);
    if (directory)
        problem = posix_spawn_file_actions_addchdir_np(&actions, directory);
    if (!problem)
        problem = posix_spawnp(pid, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return problem;
}

by_status match_process_start(char *const *arguments, const char *directory, struct match_process **out,
                              by_error *error)
{
    struct match_process *process = calloc(1, sizeof *process);
    int ends[3][2];
    int problem;

    *out = NULL;
    if (!process)
        return by_error_no_memory(error);
    problem = make_pipes(ends) ? spawn(&process->pid, arguments, directory, ends) : errno;
    if (problem) {
        close_pipes(ends);
        free(process);
        return by_error_set(error, BY_ERROR_INPUT, "cannot start '%.80s'%s%.60s: %s", arguments[0],
                            directory ? " in " : "", directory ? directory : "", strerror(problem));
    }
    process->to = ends[0][1];
    process->from = ends[1][0];
    process->complaints = ends[2][0];
    ends[0][1] = ends[1][0] = ends[2][0] = -1;
    close_pipes(ends);
    fcntl(process->to, F_SETFL, O_NONBLOCK);
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    fcntl(process->complaints, F_SETFL, O_NONBLOCK);
    *out = process;
    return BY_OK;
}

/* ---- Speaking ---------------------------------------------------------------------------------------------------- */

/* For poll: milliseconds until a time, rounded up to avoid busy waiting. */
static int wait_ms(int64_t deadline_us)
{
    int64_t left = deadline_us - by__clock_us();

    if (left <= 0)
        return 0;
    return left > 3600000000 ? 3600000 : (int)((left + 999) / 1000);
}

static bool send_all(struct match_process *process, const char *bytes, size_t length, int64_t deadline_us)
{
    while (length) {
        struct pollfd ready = {.fd = process->to, .events = POLLOUT};
        ssize_t sent = write(process->to, bytes, length);

        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        } else if (sent < 0 && errno == EAGAIN) {
            if (by__clock_us() >= deadline_us)
                return false;
            (void)poll(&ready, 1, wait_ms(deadline_us));
        } else if (sent < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool match_process_send(struct match_process *process, const char *line, int64_t deadline_us)
{
    by_text text = {0};
    bool is_sent;

    if (process->to < 0)
        return false;
    by_text_printf(&text, "%s\n", line);
    is_sent = !text.failed && send_all(process, by_text_string(&text), text.length, deadline_us);
    by_text_free(&text);
    return is_sent;
}

/* ---- Listening --------------------------------------------------------------------------------------------------- */

static void remember(char *place, const char *line)
{
    if (*line) {
        strncpy(place, line, LAST_WORDS - 1);
        place[LAST_WORDS - 1] = 0;
    }
}

/* Keeps the last non-empty line of what came over stderr. */
static void read_complaints(struct match_process *process)
{
    char bytes[4097];
    ssize_t got = read(process->complaints, bytes, sizeof bytes - 1);
    char *rest = bytes;

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        close_fd(&process->complaints);
    if (got <= 0)
        return;
    bytes[got] = 0;
    for (char *line = strtok_r(bytes, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest))
        remember(process->complained, line);
}

/* Hands out the first whole line of the buffer. */
static bool next_line(struct match_process *process, const char **line)
{
    char *start = process->buffer + process->taken;
    char *end = memchr(start, '\n', process->length - process->taken);
    size_t length;

    if (!end)
        return false;
    *end = 0;
    process->taken = (size_t)(end + 1 - process->buffer);
    for (char *zero; (zero = memchr(start, 0, (size_t)(end - start))) != NULL;)
        *zero = '?';
    length = (size_t)(end - start);
    if (length && start[length - 1] == '\r')
        start[length - 1] = 0;
    *line = start;
    remember(process->said, start);
    return true;
}

/* Makes room behind what is in the buffer; a line that fills it is cut. */
static void make_room(struct match_process *process)
{
    memmove(process->buffer, process->buffer + process->taken, process->length - process->taken);
    process->length -= process->taken;
    process->taken = 0;
    if (process->length == BUFFER_SIZE) {
        process->buffer[BUFFER_SIZE - 1] = '\n';
        process->skips = true;
    }
}

/* Of bytes that were read, drops what belongs to a line that was cut. */
static void drop_rest_of_line(struct match_process *process, size_t from)
{
    char *end = memchr(process->buffer + from, '\n', process->length - from);
    size_t behind = end ? (size_t)(end + 1 - process->buffer) : process->length;

    process->skips = !end;
    memmove(process->buffer + from, process->buffer + behind, process->length - behind);
    process->length -= behind - from;
}

/* Reads what there is, and notices that the program has closed its output. */
static void read_more(struct match_process *process)
{
    size_t before = process->length;
    ssize_t got = read(process->from, process->buffer + before, BUFFER_SIZE - before);

    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
        close_fd(&process->from);
        return;
    }
    if (got < 0)
        return;
    process->read_us = by__clock_us();
    process->length += (size_t)got;
    if (process->skips)
        drop_rest_of_line(process, before);
}

/* A last line without its end counts too. */
static enum match_received receive_end(struct match_process *process, const char **line)
{
    if (process->length == process->taken)
        return MATCH_RECEIVED_END;
    make_room(process);
    if (process->length < BUFFER_SIZE)
        process->buffer[process->length++] = '\n';
    process->skips = false;
    return next_line(process, line) ? MATCH_RECEIVED_LINE : MATCH_RECEIVED_END;
}

enum match_received match_process_receive(struct match_process *process, int64_t deadline_us, const char **line,
                                          int64_t *received_us)
{
    /* The deadline holds also for a program that writes without end and never ends a line. */
    for (bool has_waited = false; !next_line(process, line); has_waited = true) {
        struct pollfd ready[2] = {{.fd = process->from, .events = POLLIN},
                                  {.fd = process->complaints, .events = POLLIN}};

        if (process->from < 0)
            return receive_end(process, line);
        if (has_waited && by__clock_us() >= deadline_us)
            return MATCH_RECEIVED_NOTHING;
        make_room(process);
        if (process->length == BUFFER_SIZE || poll(ready, 2, wait_ms(deadline_us)) <= 0)
            continue;
        if (ready[1].revents)
            read_complaints(process);
        if (ready[0].revents)
            read_more(process);
    }
    *received_us = process->read_us;
    return MATCH_RECEIVED_LINE;
}

int64_t match_process_cpu_us(const struct match_process *process)
{
    struct timespec used;
    clockid_t clock;

    if (clock_getcpuclockid(process->pid, &clock) || clock_gettime(clock, &used))
        return -1;
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* ---- Ending ------------------------------------------------------------------------------------------------------ */

/* Whether it has ended. It stays a zombie, so that its number still means it and the group that it leads. */
static bool has_ended(const struct match_process *process)
{
    siginfo_t info = {0};

    return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == process->pid;
}

/* Waits for the end, and then ends what it has started; false if it does not come in time. */
static bool reap(struct match_process *process, int64_t deadline_us)
{
    while (!process->is_reaped && !has_ended(process)) {
        struct timespec moment = {.tv_nsec = 1000000};

        if (by__clock_us() >= deadline_us)
            return false;
        nanosleep(&moment, NULL);
    }
    if (process->is_reaped)
        return true;
    kill(-process->pid, SIGKILL);
    while (waitpid(process->pid, &process->status, 0) < 0 && errno == EINTR)
        ;
    process->is_reaped = true;
    return true;
}

static void kill_group(struct match_process *process)
{
    if (!process->is_reaped) {
        kill(-process->pid, SIGKILL);
        (void)reap(process, INT64_MAX);
    }
}

void match_process_post_mortem(struct match_process *process, by_text *out)
{
    enum { GRACE_US = 200000 };
    const char *words;

    /* A program that closes its output is about to end: wait a moment for its exit status. */
    if (process->from < 0 && reap(process, by__clock_us() + GRACE_US)) {
        if (WIFEXITED(process->status))
            by_text_printf(out, "exit code %d", WEXITSTATUS(process->status));
        else if (WIFSIGNALED(process->status))
            by_text_printf(out, "killed by signal %d", WTERMSIG(process->status));
    } else if (process->from < 0) {
        by_text_add(out, "it closed its output");
    }
    kill_group(process);
    if (process->complaints >= 0)
        read_complaints(process);
    words = *process->complained ? process->complained : process->said;
    if (*words)
        by_text_printf(out, "%sthe last it said: %s", out->length ? "; " : "", words);
}

void match_process_end(struct match_process *process, int64_t deadline_us)
{
    if (!process)
        return;
    close_fd(&process->to);
    (void)reap(process, deadline_us);
    kill_group(process);
    close_fd(&process->from);
    close_fd(&process->complaints);
    free(process);
}
