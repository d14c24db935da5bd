/* SPDX-License-Identifier: MIT
 *
 * The memory of the whole server. What is bounded by itself (searches that run, kept traces, connections, one
 * experiment that is read) has its share set aside; everything else is taken from one account and given back to it:
 *
 *     bodies of requests | JSON that is read | replies | events of clients | jobs that wait, run or are kept
 *
 * Whoever takes and finds too little left refuses what is new. What was accepted has taken its memory before.
 *
 * No address has more of it than it leaves to the others: one alone gets half, two thirds go to two. So one that takes
 * all it can shuts out nobody else. Addresses are counted in a table by a secret hash; the rare ones that meet in one
 * place share what it may have.
 */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server_limits;

/* Why something new is refused. */
#define SERVER_NO_MEMORY "the memory of this server is used up, or what one address may have of it; try again later"

enum { SERVER_TAKERS = 1 << 14, SERVER_NOBODY = 0 };

typedef struct server_memory {
    atomic_size_t used;
    atomic_size_t used_by[SERVER_TAKERS]; /* nobody is not counted */
    uint64_t secret;
    size_t most;         /* 0: any number */
    atomic_size_t freed; /* since memory was last returned to the system */
} server_memory;

/* What is set aside, in KiB: the limit of the whole server has to be greater. */
int64_t server_memory_set_aside_kib(const struct server_limits *limits);

/* The account that the limits leave. The secret is any number that nobody else knows. */
void server_memory_open(server_memory *memory, const struct server_limits *limits, uint64_t secret);

/* For whom memory is taken: the place of an address, see server_address_print. NULL: nobody, who may have all of it. */
unsigned server_memory_taker(const server_memory *memory, const char *address);

/* How many bytes a taker could have if nobody else had any. NULL and accounts without a limit: any number. */
size_t server_memory_most_of(const server_memory *memory, unsigned taker);

/* Takes so many bytes; false: there are not so many left for this taker, and none were taken. NULL is an account
 * without a limit, here and below. */
bool server_memory_take(server_memory *memory, unsigned taker, size_t bytes);

/* The same for what cannot be refused any more: the account may be overdrawn by it. */
void server_memory_take_anyway(server_memory *memory, unsigned taker, size_t bytes);

void server_memory_give(server_memory *memory, unsigned taker, size_t bytes);

/* The same share of things that are counted: whether a taker that has `own` of `all` may have one more of `most`. One
 * that has none always may, beyond `most` too: so many addresses there are not. Nobody may have all of them. */
bool server_may_have_one(unsigned taker, int own, int all, int most);

size_t server_memory_used(server_memory *memory);

/* Lets the C library of this process give large blocks back as soon as they are free. By itself it learns from them to
 * keep up to 64 MiB for each thread. To be called by the program that serves, before it does. */
void server_keep_little_memory(void);

/* Gives memory that is free again back to the system, where the C library can be asked to. By itself it keeps what it
 * once had for each thread, and an experiment can be large while it is read. */
void server_return_memory(void);

/* The same if much was given back since the last time. To be called each second or so. */
void server_memory_tick(server_memory *memory);

#endif
