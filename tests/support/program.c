/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support/program.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS_MOST = 32 };

char program_out[PROGRAM_OUTPUT_MOST], program_err[PROGRAM_OUTPUT_MOST];

const char *program_path(void)
{
    const char *name = getenv("BOYI");

    return name ? name : "build/boyi";
}

pid_t program_start(char *const *arguments, const int streams[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    pid_t pid = -1;

    sigemptyset(&usual);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    sigaddset(&usual, SIGHUP);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++) {
        if (streams[i] < 0)
            posix_spawn_file_actions_addclose(&actions, i);
        else
            posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    }
    assert_int_equal(posix_spawn(&pid, program_path(), &actions, &attributes, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

int program_wait(pid_t pid)
{
    int status;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : PROGRAM_KILLED + WTERMSIG(status);
}

static void collect(FILE *file, char *text)
{
    size_t length;

    rewind(file);
    length = fread(text, 1, PROGRAM_OUTPUT_MOST - 1, file);
    text[length] = 0;
    (void)fclose(file);
}

static int run_list(const char *input, va_list list)
{
    char *arguments[ARGUMENTS_MOST] = {(char *)(uintptr_t)program_path()};
    FILE *files[3] = {tmpfile(), tmpfile(), tmpfile()};
    int streams[3], code;

    for (int i = 1; i < ARGUMENTS_MOST - 1 && (arguments[i] = va_arg(list, char *));)
        i++;
    for (int i = 0; i < 3; i++) {
        assert_non_null(files[i]);
        streams[i] = fileno(files[i]);
    }
    fputs(input, files[0]);
    rewind(files[0]);
    code = program_wait(program_start(arguments, streams));
    (void)fclose(files[0]);
    collect(files[1], program_out);
    collect(files[2], program_err);
    return code;
}

int program_run(const char *input, ...)
{
    va_list list;
    int code;

    va_start(list, input);
    code = run_list(input, list);
    va_end(list);
    return code;
}

bool program_says(const char *text, const char *part)
{
    if (!strstr(text, part))
        print_message("expected '%s' in:\n%s\n", part, text);
    return strstr(text, part) != NULL;
}

const char *program_last_line(const char *text)
{
    size_t length = strlen(text);

    assert_true(length && text[length - 1] == '\n');
    for (length--; length && text[length - 1] != '\n';)
        length--;
    return text + length;
}

const char *program_new_file(void)
{
    static char name[64];
    int file;

    (void)snprintf(name, sizeof name, "/tmp/boyi-test-XXXXXX");
    file = mkstemp(name);
    assert_true(file >= 0);
    close(file);
    unlink(name);
    return name;
}

void program_fill_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

const char *program_file_text(const char *name)
{
    static char text[PROGRAM_OUTPUT_MOST];
    FILE *file = fopen(name, "r");

    assert_non_null(file);
    collect(file, text);
    return text;
}
