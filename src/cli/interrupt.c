/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* Global, because signal handlers have no argument of ours. */
static by_stop *volatile watched;
static volatile sig_atomic_t happened;
static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[3];
static bool is_heeded[3];

static void on_interrupt(int number)
{
    (void)number;
    happened = 1;
    if (watched)
        by_stop_set(watched);
}

static void heed(int which)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)(SA_RESTART | SA_RESETHAND)};

    sigemptyset(&action.sa_mask);
    sigaction(numbers[which], NULL, &before[which]);
    is_heeded[which] = true;
    /* Keep signals ignored that our parent ignored: SIGINT for background jobs, SIGHUP for nohup. */
    if (before[which].sa_handler != SIG_IGN)
        sigaction(numbers[which], &action, NULL);
}

void interrupt_begin(by_stop *stop)
{
    watched = stop;
    happened = 0;
    heed(0);
}

void interrupt_begin_ends(void)
{
    heed(1);
    heed(2);
}

bool interrupt_happened(void)
{
    return happened;
}

bool interrupt_end(void)
{
    for (int i = 0; i < 3; i++) {
        if (is_heeded[i])
            sigaction(numbers[i], &before[i], NULL);
        is_heeded[i] = false;
    }
    watched = NULL;
    return happened;
}
