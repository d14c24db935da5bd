/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "support/program.h"

enum { COMMAND_MOST = 1024, PATH_MOST = 160 };

char shell_out[1 << 20];
char shell_place[80];

int shell_make_folder(void **state)
{
    (void)state;
    strcpy(shell_place, "/tmp/boyi_test_XXXXXX");
    return mkdtemp(shell_place) ? 0 : -1;
}

int shell_remove_folder(void **state)
{
    char command[PATH_MOST];

    (void)state;
    (void)snprintf(command, sizeof command, "rm -r %s", shell_place);
    return system(command);
}

int shell_run(const char *arguments)
{
    char command[COMMAND_MOST];
    size_t length = (size_t)snprintf(command, sizeof command, "%s ", program_path());
    FILE *pipe;
    int status;

    for (const char *at = arguments; *at; at++) {
        assert_true(length < sizeof command - sizeof shell_place - 8);
        if (*at == '@')
            length += (size_t)snprintf(command + length, sizeof shell_place, "%s", shell_place);
        else
            command[length++] = *at;
    }
    strcpy(command + length, " 2>&1");
    pipe = popen(command, "r");
    assert_non_null(pipe);
    shell_out[fread(shell_out, 1, sizeof shell_out - 1, pipe)] = 0;
    status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

void shell_says(const char *part)
{
    if (!strstr(shell_out, part))
        fail_msg("'%s' is not in '%s'", part, shell_out);
}

int shell_lines(void)
{
    int lines = 0;

    for (const char *at = shell_out; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    return lines;
}

static const char *path_of(const char *name)
{
    static char path[PATH_MOST];

    (void)snprintf(path, sizeof path, "%s/%s", shell_place, name);
    return path;
}

void shell_fill_file(const char *name, const char *text)
{
    program_fill_file(path_of(name), text);
}

void shell_read_file(const char *name)
{
    FILE *file = fopen(path_of(name), "r");

    if (!file)
        fail_msg("there is no %s", path_of(name));
    shell_out[fread(shell_out, 1, sizeof shell_out - 1, file)] = 0;
    (void)fclose(file);
}
