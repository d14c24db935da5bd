/* SPDX-License-Identifier: MIT
 *
 * Shortage: the memory that was set is too small for its threads, or the machine does not provide it. After `go` a
 * client waits for a move, so the session searches with other resources and reports that. It never exceeds the memory
 * to have more threads, but uses fewer. It uses more memory only if one thread needs more.
 */
#include "protocol/session.h"

enum { MIN_KIB = 1024, MAX_KIB = 1 << 20 };

static int number_in_force(const struct protocol_session *session, const char *name, int otherwise)
{
    const by_options *values;
    const by_method *method = protocol_options_method(&session->options, &values);

    return by_option_find(by_method_options(method), name) ? by_options_number(values, name) : otherwise;
}

static int threads_of(const struct protocol_session *session)
{
    return session->spare_threads ? session->spare_threads : number_in_force(session, "threads", 1);
}

static int memory_of(const struct protocol_session *session)
{
    int kib = number_in_force(session, "memory_kib", MIN_KIB);

    if (session->bounds.memory_kib && kib > session->bounds.memory_kib)
        kib = session->bounds.memory_kib;
    return session->spare_kib ? session->spare_kib : kib;
}

/* Chooses the next resources to try. If memory was unavailable: half of it, at most a GiB, since larger blocks may
 * be granted but not backed. If it was too small: half of the threads, or twice the memory. False: nothing is left
 * to try. */
static bool change(struct protocol_session *session, by_status status)
{
    int threads = threads_of(session), kib = memory_of(session);

    if (status == BY_ERROR_MEMORY && kib > MIN_KIB)
        session->spare_kib = kib / 2 < MAX_KIB ? kib / 2 : MAX_KIB;
    else if (status == BY_ERROR_LIMIT && threads > 1)
        session->spare_threads = threads / 2;
    else if (status == BY_ERROR_LIMIT && kib < MAX_KIB)
        session->spare_kib = kib < MIN_KIB ? MIN_KIB : kib * 2;
    else
        return false;
    return true;
}

/* Creates the search again with other resources after a failure. */
static bool make_do(struct protocol_session *session, by_error *error)
{
    if (!session->search || !change(session, error->status))
        return false;
    if (!session->shortage.length)
        by_text_add(&session->shortage, error->message);
    session->has_reported_shortage = false;
    by_search_destroy(session->search);
    session->search = NULL;
    return protocol_make_search(session, &session->search, error) == BY_OK;
}

void protocol_reserve(struct protocol_session *session)
{
    by_error error = {0};

    while (by_search_reserve(session->search, session->position, &error) && make_do(session, &error))
        continue;
}

static void report_shortage(struct protocol_session *session)
{
    by_text means = {0};

    if (session->has_reported_shortage || !session->shortage.length)
        return;
    if (session->spare_threads)
        by_text_printf(&means, "%d thread%s", session->spare_threads, session->spare_threads > 1 ? "s" : "");
    if (session->spare_kib)
        by_text_printf(&means, "%s%d KiB", means.length ? " and " : "", session->spare_kib);
    protocol_remark(session, "%s; going on with %s", by_text_string(&session->shortage), by_text_string(&means));
    by_text_free(&means);
    session->has_reported_shortage = true;
}

static void report_missing_threads(struct protocol_session *session, const struct by_result *result)
{
    if (!result->missing_threads || session->has_reported_missing)
        return;
    protocol_remark(session, "the system did not give %d of %d threads; going on with the others",
                    result->missing_threads, threads_of(session));
    session->has_reported_missing = true;
}

by_status protocol_run_search(void *context, const struct by_limits *limits, const struct by_observer *observer,
                              struct by_result *result, by_error *error)
{
    struct protocol_session *session = context;
    struct by_limits playing = *limits;
    by_status status = BY_ERROR_MEMORY;

    playing.size = sizeof playing;
    playing.plays_on = true;
    if (session->search)
        protocol_reserve(session);
    while (session->search && status) {
        report_shortage(session);
        status = by_search_run(session->search, session->root, &playing, observer, result, error);
        if (status && !make_do(session, error))
            break;
    }
    if (!status)
        report_missing_threads(session, result);
    return status;
}

void protocol_forget_shortage(struct protocol_session *session)
{
    session->spare_kib = session->spare_threads = 0;
    session->has_reported_shortage = session->has_reported_missing = false;
    by_text_clear(&session->shortage);
}
