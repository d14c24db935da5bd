/* SPDX-License-Identifier: MIT
 *
 * Memory that is free again.
 */
#ifndef SERVER_MEMORY_H
#define SERVER_MEMORY_H

/* Gives it back to the system, where the C library can be asked to. By itself it keeps what it once had for each
 * thread, and an experiment can be large while it is read. */
void server_return_memory(void);

#endif
