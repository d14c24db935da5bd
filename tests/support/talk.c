/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/talk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

long long talk_clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void talk_start_program(struct talk *talk, const char *const *arguments)
{
    posix_spawn_file_actions_t actions;
    int to[2], from[2];

    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe2(to, O_CLOEXEC), 0);
    assert_int_equal(pipe2(from, O_CLOEXEC), 0);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    assert_int_equal(
        posix_spawn(&talk->pid, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    talk->to = to[1];
    talk->from = from[0];
    talk->length = 0;
    talk->line[0] = 0;
}

void talk_start(struct talk *talk, const char *argument)
{
    const char *arguments[] = {getenv("BOYI") ? getenv("BOYI") : "build/boyi", argument, NULL};

    talk_start_program(talk, arguments);
}

bool talk_send(struct talk *talk, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = write(talk->to, bytes, length);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

void talk_say(struct talk *talk, const char *format, ...)
{
    char line[4096];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof line - 2);
    line[length] = '\n';
    assert_true(talk_send(talk, line, (size_t)length + 1));
}

/* Moves the first line of the buffer to `line`. */
static bool take_line(struct talk *talk)
{
    char *end = memchr(talk->buffer, '\n', talk->length);
    size_t length;

    if (!end)
        return false;
    length = (size_t)(end - talk->buffer);
    memcpy(talk->line, talk->buffer, length);
    talk->line[length] = 0;
    talk->length -= length + 1;
    memmove(talk->buffer, end + 1, talk->length);
    return true;
}

const char *talk_next(struct talk *talk, int patience_ms)
{
    long long deadline = talk_clock_ms() + patience_ms;

    while (!take_line(talk)) {
        struct pollfd ready = {.fd = talk->from, .events = POLLIN};
        long long left = deadline - talk_clock_ms();
        ssize_t got;

        assert_true(talk->length < sizeof talk->buffer);
        if (poll(&ready, 1, left > 0 ? (int)left : 0) <= 0)
            return NULL;
        got = read(talk->from, talk->buffer + talk->length, sizeof talk->buffer - talk->length);
        if (got <= 0)
            return NULL;
        talk->length += (size_t)got;
    }
    return talk->line;
}

static bool begins(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

const char *talk_hear(struct talk *talk, const char *beginning)
{
    const char *line;

    while ((line = talk_next(talk, TALK_PATIENCE_MS)) != NULL)
        if (begins(line, beginning))
            return line;
    print_message("expected a line that begins with '%s'; the last one was '%s'\n", beginning, talk->line);
    fail();
    return NULL;
}

bool talk_is_silent(struct talk *talk, const char *beginning, int time_ms)
{
    long long deadline = talk_clock_ms() + time_ms;

    for (;;) {
        long long left = deadline - talk_clock_ms();
        const char *line = talk_next(talk, left > 0 ? (int)left : 0);

        if (!line)
            return true;
        if (begins(line, beginning))
            return false;
    }
}

int talk_count_until_ready(struct talk *talk, const char *beginning)
{
    int count = 0;

    talk_say(talk, "isready");
    for (;;) {
        const char *line = talk_next(talk, TALK_PATIENCE_MS);

        assert_non_null(line);
        if (strcmp(line, "readyok") == 0)
            return count;
        count += begins(line, beginning);
    }
}

/* Waits for the program's end and kills it if it does not come. */
static int wait_for(pid_t pid)
{
    long long deadline = talk_clock_ms() + TALK_PATIENCE_MS;
    int status;

    while (waitpid(pid, &status, WNOHANG) == 0) {
        struct timespec moment = {.tv_nsec = 2000000};

        if (talk_clock_ms() > deadline)
            kill(pid, SIGKILL);
        nanosleep(&moment, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int talk_end(struct talk *talk)
{
    int code;

    if (talk->to >= 0)
        close(talk->to);
    talk->to = -1;
    /* Pending output must not block it. */
    while (talk->from >= 0 && talk_next(talk, TALK_PATIENCE_MS))
        ;
    if (talk->from >= 0)
        close(talk->from);
    talk->from = -1;
    code = wait_for(talk->pid);
    return code;
}

int talk_run_deaf(const char *argument, bool is_mute)
{
    const char *program = getenv("BOYI") ? getenv("BOYI") : "build/boyi";
    char *arguments[] = {(char *)(uintptr_t)program, (char *)(uintptr_t)argument, NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addclose(&actions, STDIN_FILENO);
    if (is_mute)
        posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    assert_int_equal(posix_spawn(&pid, program, &actions, NULL, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return wait_for(pid);
}
