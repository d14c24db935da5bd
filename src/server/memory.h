/* SPDX-License-Identifier: MIT
 *
 * The memory of the whole server. Things with their own limit (running searches, kept traces, connections, one
 * experiment being read) have their share set aside; everything else takes memory from one account and returns it:
 *
 *     bodies of requests | JSON that is read | replies | events of clients | jobs that wait, run or are kept
 *
 * If too little is left, the server refuses new work. Accepted work has taken its memory in advance.
 *
 * No address may have more than it leaves to the others: one alone gets half, two get two thirds. So an address that
 * takes all it can does not shut out the others. A table counts addresses by a secret hash; the rare ones that collide
 * share one allowance.
 */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct server_limits;

/* The reason when new work is refused. */
#define SERVER_NO_MEMORY "the memory of this server is used up, or what one address may have of it; try again later"

enum { SERVER_HOLDERS = 1 << 14, SERVER_NOBODY = 0 };

typedef struct server_memory {
    atomic_size_t used;
    atomic_size_t used_by[SERVER_HOLDERS]; /* SERVER_NOBODY is not counted */
    uint64_t secret;
    size_t max;          /* 0: no limit */
    atomic_size_t freed; /* since we last returned memory to the system */
} server_memory;

/* The memory set aside, in KiB. The limit of the whole server must be greater. */
int64_t server_memory_set_aside_kib(const struct server_limits *limits);

/* Opens an account with these limits. The secret is a random number that nobody else knows. */
void server_memory_open(server_memory *memory, const struct server_limits *limits, uint64_t secret);

/* The holder of an address, see server_address_print. NULL: SERVER_NOBODY, who may have all of it. */
unsigned server_memory_holder(const server_memory *memory, const char *address);

/* The maximum for a holder if the others had nothing. NULL and accounts without a limit: any number. */
size_t server_memory_max_of(const server_memory *memory, unsigned holder);

/* Takes `bytes`; false: the holder may not have that much more, and got nothing. NULL is an account without a limit,
 * here and below. */
bool server_memory_reserve(server_memory *memory, unsigned holder, size_t bytes);

/* The same for work that we can no longer refuse; it may overdraw the account. */
void server_memory_reserve_anyway(server_memory *memory, unsigned holder, size_t bytes);

void server_memory_release(server_memory *memory, unsigned holder, size_t bytes);

/* The same rule for things that we count: true if a holder that has `own` of `all` may have one more of `most`. A
 * holder without any may always have one, even beyond `most`: there are not that many addresses. SERVER_NOBODY may have
 * all of them. */
bool server_may_have_one(unsigned holder, int own, int all, int most);

size_t server_memory_used(server_memory *memory);

/* Returns free memory to the system if the C library can do that. By default it keeps it for each thread, and an
 * experiment can be large while we read it. */
void server_return_memory(void);

/* The same if much was freed since the last time. Call it about once a second. */
void server_memory_tick(server_memory *memory);

#endif
