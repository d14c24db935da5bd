/* SPDX-License-Identifier: MIT
 *
 * Reads the head of a request, and finds what MHD lets pass: headers that occur twice, and lines that it parsed in
 * another way than they were written.
 *
 * Before HTTP/1.0, MHD appends a line that begins with a blank to the previous header's name, and takes an empty name
 * for the end of the head. Its strings point into the received buffer, with zeros in place of colons and line ends, so
 * a line parsed that way leaves a gap. A one-byte line end leaves one too, since it could hide another.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/http_parts.h"

enum {
    LINE_END = 2,                             /* bytes */
    IS_STRICT_MHD = MHD_VERSION >= 0x01000000 /* it checks all that by itself */
};

/* Headers that may occur only once. */
struct counts {
    int hosts, lengths, encodings;
    bool is_odd;       /* a length that is not a number, or an encoding other than chunked */
    bool is_malformed; /* an invalid name, a line that MHD parsed differently, or a CR that ends no line */
    const char *end;   /* of the lines checked so far, without line ends */
};

static bool is_line_end(const char *at)
{
    return !at[0] && !at[1];
}

static bool is_where_it_was_received(const struct counts *counts, const char *name, const char *value)
{
    const char *behind_colon = name + strlen(name) + 1;

    return IS_STRICT_MHD || (is_line_end(counts->end) && name == counts->end + LINE_END && value &&
                             value == behind_colon + strspn(behind_colon, " \t"));
}

/* Whether the last header is the last line of the head. */
static bool is_whole_head(struct MHD_Connection *handle, const struct counts *counts, const char *method)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

    return IS_STRICT_MHD || (info && method + info->header_size == counts->end + 2 * LINE_END &&
                             is_line_end(counts->end) && is_line_end(counts->end + LINE_END));
}

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct counts *counts = context;

    (void)kind;
    counts->is_malformed |= !*name || name[strspn(name, token)] || !is_where_it_was_received(counts, name, value);
    counts->is_malformed |= value && strchr(value, '\r');
    if (value)
        counts->end = value + strlen(value);
    counts->hosts += strcasecmp(name, "Host") == 0;
    if (strcasecmp(name, "Transfer-Encoding") == 0) {
        counts->encodings++;
        counts->is_odd |= !value || strcasecmp(value, "chunked") != 0;
    }
    if (strcasecmp(name, "Content-Length") == 0) {
        counts->lengths++;
        counts->is_odd |= !value || !*value || value[strspn(value, "0123456789")];
    }
    return MHD_YES;
}

static enum MHD_Result add_argument(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    by_text *query = context;

    (void)kind;
    by_text_printf(query, "%s%s%s%s", query->length ? "&" : "", name, value ? "=" : "", value ? value : "");
    return MHD_YES;
}

static bool has_blank(const char *text)
{
    return text[strcspn(text, " \t")];
}

void server_http_read_head(struct exchange *exchange, const char *method, const char *path, const char *version)
{
    struct MHD_Connection *handle = exchange->connection->handle;
    struct counts counts = {.end = version + strlen(version)};

#define HEADER(name) MHD_lookup_connection_value(handle, MHD_HEADER_KIND, name)
    (void)MHD_get_connection_values(handle, MHD_HEADER_KIND, count_header, &counts);
    (void)MHD_get_connection_values(handle, MHD_GET_ARGUMENT_KIND, add_argument, &exchange->query);
    exchange->request = (struct server_request){
        .method = method,
        .path = path,
        .query = by_text_string(&exchange->query),
        .host = HEADER("Host"),
        .origin = HEADER("Origin"),
        .fetch_site = HEADER("Sec-Fetch-Site"),
        .type = HEADER("Content-Type"),
        .cookie = HEADER("Cookie"),
        .authorization = HEADER("Authorization"),
        .client = HEADER("Boyi-Client"),
        .if_none_match = HEADER("If-None-Match"),
        .accept_encoding = HEADER("Accept-Encoding"),
        .last_event = HEADER("Last-Event-ID"),
        .address = exchange->connection->address,
        .has_two_hosts = counts.hosts > 1,
        .has_two_lengths = counts.lengths + counts.encodings > 1 || counts.is_odd,
        .is_malformed = counts.is_malformed || has_blank(path) || has_blank(by_text_string(&exchange->query)) ||
                        !is_whole_head(handle, &counts, method),
    };
    if (HEADER("Content-Length"))
        exchange->request.length = (size_t)strtoull(HEADER("Content-Length"), NULL, 10);
#undef HEADER
}
