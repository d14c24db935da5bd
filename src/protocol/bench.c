/* SPDX-License-Identifier: MIT
 *
 * bench: some positions, each searched to the same depth by a fresh search with the options in force. The number of
 * nodes identifies a version of the search.
 */
#include <inttypes.h>
#include <stddef.h>

#include "protocol/session.h"

static const char *const positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 b",
    "2bakab2/9/1cn3n2/p1p1p1p1p/7c1/2P3P2/P3P3P/1C2C1N2/4A4/2BAK1BR1 w",
    "3k1ab2/4a4/4b4/4p3p/2p6/5N3/P3P3P/4B4/4A4/4KAB2 w",
    "4k4/4a4/9/9/9/4R4/9/4B4/4r4/3K1A3 w",
};

static by_status search_one(struct protocol_session *session, const char *text, int depth, struct by_result *total)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = depth, .nodes = session->bounds.nodes,
                               .stop = session->stop};
    struct by_result result = {BY_SIZE(by_result)};
    by_position *position = NULL;
    by_search *search = NULL;
    by_error error = {0};
    by_status status = by_position_create(session->game, &position, &error);

    if (!status)
        status = by_position_parse(position, text, &error);
    if (!status)
        status = protocol_make_search(session, &search, &error);
    if (!status)
        status = by_search_run(search, position, &limits, NULL, &result, &error);
    if (status)
        protocol_remark(session, "bench: %s", error.message);
    total->nodes += result.nodes;
    total->time_us += result.time_us;
    by_search_destroy(search);
    by_position_destroy(position);
    return status;
}

void protocol_bench(struct protocol_session *session, int depth)
{
    struct by_result total = {BY_SIZE(by_result)};

    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        if (protocol_is_stopped(session) || search_one(session, positions[i], depth, &total)) {
            protocol_remark(session, "bench: stopped");
            return;
        }
    }
    protocol_send(&session->output, "Time (ms): %" PRId64 "\nNodes searched: %" PRIu64 "\nNodes/second: %" PRIu64,
                  total.time_us / 1000, total.nodes,
                  total.time_us > 0 ? (uint64_t)((double)total.nodes * 1e6 / (double)total.time_us) : 0);
}
