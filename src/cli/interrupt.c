/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A handler gets no argument of ours, so what it acts on has to be found here. */
static by_stop *volatile watched;
static volatile sig_atomic_t happened;
static struct sigaction before;

static void on_interrupt(int number)
{
    (void)number;
    happened = 1;
    if (watched)
        by_stop_set(watched);
}

void interrupt_begin(by_stop *stop)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};

    sigemptyset(&action.sa_mask);
    watched = stop;
    happened = 0;
    sigaction(SIGINT, NULL, &before);
    /* Who started us in the background had SIGINT ignored for a reason. */
    if (before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

bool interrupt_happened(void)
{
    return happened;
}

bool interrupt_end(void)
{
    sigaction(SIGINT, &before, NULL);
    watched = NULL;
    return happened;
}
