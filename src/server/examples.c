/* SPDX-License-Identifier: MIT
 *
 * GET /api/examples: searches worth a look inside, as bodies of POST /api/traces with a name and a title.
 */
#include <stddef.h>

#include "front/json.h"
#include "server/routes.h"

enum { SETTINGS_MOST = 4 };

struct setting {
    const char *name, *value;
};

struct example {
    const char *name, *title;
    const char *game, *start, *method, *preset; /* preset NULL: none */
    struct setting options[SETTINGS_MOST];
    int depth, nodes; /* 0: no limit */
    bool truth;
};

static const struct example examples[] = {
    {.name = "oi-wiki",
     .title = "Alpha-beta on the tree of the OI Wiki",
     .game = "tree",
     .start = "H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))",
     .method = "alphabeta",
     .preset = "oi-wiki",
     .truth = true},
    {.name = "cuts",
     .title = "Shallow cuts, deep cuts and null windows",
     .game = "tree",
     .start = "A(B(C(D(5,19),E(3,14)),F(G(2,5),H(19,4))),I(J(K(13,9),L(9,10)),M(N(4,16),O(2,5))))",
     .method = "alphabeta",
     .preset = "plain",
     .options = {{"pvs", "on"}},
     .truth = true},
    {.name = "tictactoe",
     .title = "Tic-tac-toe to its end, with a hash table",
     .game = "tictactoe",
     .start = "xo./.x./..o",
     .method = "alphabeta",
     .preset = "plain",
     .options = {{"hash", "on"}},
     .truth = true},
    {.name = "xiangqi",
     .title = "Xiangqi: a middlegame, with all that alpha-beta can do",
     .game = "xiangqi",
     .start = "2bakab2/2r6/2nRc1n2/p3p1p1p/2p6/C8/P1P1P1P1P/1rN1B1N2/9/2BAKA2R w - - 0 1",
     .method = "alphabeta",
     .depth = 5},
    {.name = "go-capture",
     .title = "Go: is the white block captured? Proof numbers",
     .game = "go-capture",
     .start = "white A4 none 0 7 ......./......./XXX..../OOX..../.OXX.../.OOX.../..OX... b",
     .method = "pn"},
    {.name = "mcts",
     .title = "Connect four by Monte Carlo tree search",
     .game = "connect4",
     .start = "......./......./......./...o.../..xx.../..xo..o",
     .method = "mcts",
     .nodes = 300},
    {.name = "bounds",
     .title = "B* with chances: two moves between bounds",
     .game = "tree",
     .start = "root(A~8[0..10](7,9,10),B~2[0..10](1,2,10))",
     .method = "bsp",
     .options = {{"probe_depth", "0"}},
     .nodes = 2},
};

enum { EXAMPLE_COUNT = sizeof examples / sizeof examples[0] };

static void put_options(struct json *json, const struct setting options[SETTINGS_MOST])
{
    json_put_key(json, "options");
    json_put_object(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < SETTINGS_MOST && options[i].name; i++)
        json_member_string(json, options[i].name, options[i].value);
    json_put_end(json);
}

static void put_example(struct json *json, const struct example *example)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", example->name);
    json_member_string(json, "title", example->title);
    json_member_string(json, "game", example->game);
    json_member_string(json, "start", example->start);
    json_member_string(json, "method", example->method);
    if (example->preset)
        json_member_string(json, "preset", example->preset);
    if (example->options[0].name)
        put_options(json, example->options);
    if (example->depth)
        json_member_integer(json, "depth", example->depth);
    if (example->nodes)
        json_member_integer(json, "nodes", example->nodes);
    if (example->truth)
        json_member_bool(json, "truth", true);
    json_put_end(json);
}

static by_status show_examples(struct server_call *call)
{
    json_put_array(&call->json, JSON_ON_LINES);
    for (int i = 0; i < EXAMPLE_COUNT; i++)
        put_example(&call->json, &examples[i]);
    json_put_end(&call->json);
    return BY_OK;
}

const struct server_route server_routes_examples[] = {
    {SERVER_GET("/api/examples", show_examples)},
    {0},
};
