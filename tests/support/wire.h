/* SPDX-License-Identifier: MIT
 *
 * The site of support/server.h on a real socket, and clients that speak HTTP with it, well or badly.
 */
#ifndef BOYI_TESTS_SUPPORT_WIRE_H
#define BOYI_TESTS_SUPPORT_WIRE_H

#include "support/server.h"

enum { WIRE_TICK_MS = 10, WIRE_REPLY_MOST = 64 * 1024 };

/* Opens the site, which was filled, on a free port. Skips the test if the program was built without libmicrohttpd. */
void wire_start(void);

/* Stops its threads and connections; the site stays. */
void wire_stop(void);

/* The tear-down of a test: stops and closes all. */
int wire_tear_down(void **state);

/* Connects from 127.0.0.NUMBER; the second returns -1 where it cannot. */
int wire_dial(int number);
int wire_try_to_dial(void);

void wire_send(int connection, const char *text);
void wire_send_bytes(int connection, const char *text, size_t length);

/* Reads to the end of the connection and closes it; returns the status, 0 if there was none. */
int wire_read(int connection, char out[WIRE_REPLY_MOST]);

/* Sends a text on a new connection and reads the reply; 0 if it cannot connect. */
int wire_tell(const char *text, char out[WIRE_REPLY_MOST]);

/* A valid request; the second also reads the reply. */
void wire_send_request(int connection, const char *method, const char *path, const char *client, const char *body);
int wire_ask(const char *method, const char *path, const char *client, const char *body, char out[WIRE_REPLY_MOST]);

/* Connections that sent the same request. */
struct wire_crowd {
    int connections[64];
    int count;
};

void wire_crowd_post(struct wire_crowd *crowd, int count, const char *path, const char *body);

/* How many have no reply yet. */
int wire_crowd_pending(const struct wire_crowd *crowd);

void wire_crowd_close(struct wire_crowd *crowd);

/* Opens a stream and waits until it is there. */
int wire_listen(const char *client);

/* Reads a stream until a word appears; false: the stream ended. */
bool wire_hears(int connection, const char *word);

/* True if the other side has closed the connection. Reads what it has sent. */
bool wire_has_ended(int connection);

/* A new client of the site. */
void wire_new_client(char id[SERVER_CLIENT_ID]);

#endif
