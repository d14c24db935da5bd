/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "support/lab_folder.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/lab.h"

char folder_home[PATH_MAX];

const char *const folder_experiments[FOLDER_EXPERIMENTS][2] = {
    {"experiments/a-dear.txt", "title Dear <one> & only\npaper A paper\ngame tictactoe\nposition p initial\n"
                               "position q x../.o./...\nvariant v alphabeta plain\nvariant w minimax\ndepths 1-4\n"
                               "measure nodes value best\nquick 1 2\ncost 5000 3\n"
                               "table t\ncolumns v w\nbase w\nmeasure nodes\n"},
    {"experiments/b-cheap.txt", "title Cheap\ngame tictactoe\nposition p .../.x./...\nvariant v minimax\ndepths 1-3\n"
                                "quick 1 2\ncost 7 2\ntable t\ncolumns v\nmeasure nodes\n"},
    {"experiments/c-free.txt", "title Of unknown cost\ngame tictactoe\nposition p .x./.../...\nvariant v minimax\n"
                               "depths 1-2\nquick 1 1\ntable t\ncolumns v\nmeasure nodes\n"},
    {"experiments/d-middle.txt", "title Middle\ngame tictactoe\nposition p x../.../...\nvariant v minimax\ndepths 1-2\n"
                                 "quick 1 2\ncost 60 1\nprogress m Nodes\nvariants v\nmeasure nodes\n"},
};

int folder_make(void **state)
{
    char data[PATH_MAX];

    assert_int_equal(desk_open(state), 0);
    assert_non_null(getcwd(folder_home, sizeof folder_home));
    desk_path("data", data);
    assert_int_equal(mkdir(data, 0700), 0);
    assert_int_equal(setenv("XDG_DATA_HOME", data, 1), 0);
    assert_int_equal(chdir(desk.folder), 0);
    assert_int_equal(mkdir("experiments", 0700), 0);
    for (size_t i = 0; i < FOLDER_EXPERIMENTS; i++)
        desk_write(folder_experiments[i][0], folder_experiments[i][1]);
    return 0;
}

int folder_remove(void **state)
{
    assert_int_equal(chdir(folder_home), 0);
    return desk_close(state);
}
