/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "server/assets.h"

#include <string.h>
#include <strings.h>

static const char no_page[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\"><meta charset=\"utf-8\"><title>Boyi</title>\n"
    "<h1>Boyi 博弈</h1>\n"
    "<p>This program was built without its page. To have it, install Node 18 or newer with npm, and start\n"
    "<code>./run</code> in the folder of the sources, or build by <code>make</code> after\n"
    "<code>npm ci &amp;&amp; npm run build</code> in the folder <code>web</code>.</p>\n"
    "<p>The interface for programs works all the same: see <code>docs/http.md</code>.</p>\n"
    "</html>\n";

const struct server_asset *server_assets_find(const struct server_asset *table, const char *path)
{
    for (; table && table->path; table++)
        if (strcmp(table->path, path) == 0)
            return table;
    return NULL;
}

/* True if a list such as `gzip, br;q=0.5` or `W/"1", "2"` contains this word. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    for (; list && *list; list += strcspn(list, ",")) {
        list += strspn(list, ", \t");
        if (strncmp(list, "W/", 2) == 0)
            list += 2;
        if (strncasecmp(list, word, length) == 0 && (!list[length] || strchr(",; \t", list[length])))
            return strncmp(list + length, ";q=0", 4) != 0 || list[length + 4] == '.';
    }
    return false;
}

void server_assets_answer(const struct server_asset *table, const struct server_request *request,
                          struct server_reply *reply)
{
    bool is_front = strcmp(request->path, "/") == 0;
    const struct server_asset *asset = server_assets_find(table, is_front ? "/index.html" : request->path);
    struct server_fault fault = {0};

    if (strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0) {
        reply->allow = "GET, HEAD";
        server_refuse(&fault, 405, NULL, "files are served to GET requests only");
        server_reply_fault(reply, &fault);
    } else if (asset) {
        reply->asset = asset;
        reply->type = asset->type;
        reply->status = has_word(request->if_none_match, asset->tag) ? 304 : 200;
        reply->is_gzip = asset->packed_size && has_word(request->accept_encoding, "gzip");
    } else if (is_front) {
        reply->status = 200;
        reply->type = "text/html; charset=utf-8";
        by_text_add(&reply->body, no_page);
    } else {
        server_refuse(&fault, 404, NULL, "there is no such file");
        server_reply_fault(reply, &fault);
    }
}
