/* SPDX-License-Identifier: MIT
 *
 * Which requests the server accepts: names, origins, tokens.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "support/check.h"
#include "support/server.h"

static void open_with(const char *name, bool has_token)
{
    site_init();
    site.settings.guard.name = name;
    if (has_token)
        assert_int_equal(server_guard_make_token(&site.settings.guard, NULL), BY_OK);
    site_open();
}

static int ask_as(const char *host)
{
    struct server_request request = site_request("GET", "/api/about", NULL);

    request.host = host;
    return site_handle(&request);
}

/* A name that others may own is not ours, whatever address it resolves to. */
static void test_hosts(void **state)
{
    static const char *const good[] = {"localhost:8642",   "LocalHost:8642",   "127.0.0.1:8642",  "[::1]:8642",
                                       "192.168.1.7:8642", "box.example:8642", "BOX.example:8642"};
    static const char *const bad[] = {"",
                                      "localhost",
                                      "localhost:80",
                                      "localhost:86420",
                                      "evil:8642",
                                      "localhost:",
                                      "localhost:8642 ",
                                      "localhost:8642x",
                                      "[::1:8642",
                                      "[::1]8642",
                                      "[]:8642",
                                      ":8642",
                                      "box.example",
                                      "127.0.0.1.evil:8642",
                                      "localhost.:8642",
                                      "localhost:+8642",
                                      "localhost:08642",
                                      "user@localhost:8642",
                                      "1:8642",
                                      "localhost:8642:8642"};
    struct server_request request;

    (void)state;
    open_with("box.example", false);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (ask_as(good[i]) != 200)
            fail_msg("'%s' is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (ask_as(bad[i]) != 400)
            fail_msg("'%s' is accepted", bad[i]);
    assert_int_equal(ask_as(NULL), 400);
    request = site_request("GET", "/api/about", NULL);
    request.has_two_hosts = true;
    assert_int_equal(site_handle(&request), 400);
    /* The rule holds for files too. */
    request = site_request("GET", "/", NULL);
    request.host = "evil:8642";
    assert_int_equal(site_handle(&request), 400);
    site_close();
    open_with(NULL, false);
    assert_int_equal(ask_as("box.example:8642"), 400);
    site_close();
}

static void test_origins(void **state)
{
    static const struct {
        const char *origin, *site;
        int status;
    } cases[] = {
        {NULL, NULL, 200},
        {"http://127.0.0.1:8642", NULL, 200},
        {"http://127.0.0.1:8642", "same-origin", 200},
        {NULL, "none", 200},
        {"http://localhost:8642", NULL, 403},
        {"https://127.0.0.1:8642", NULL, 403},
        {"http://127.0.0.1:8643", NULL, 403},
        {"http://evil", NULL, 403},
        {"null", NULL, 403},
        {"", NULL, 403},
        {NULL, "cross-site", 403},
        {NULL, "same-site", 403},
        {NULL, "", 403},
    };

    (void)state;
    open_with(NULL, false);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct server_request request = site_request("GET", "/api/about", NULL);

        request.origin = cases[i].origin;
        request.fetch_site = cases[i].site;
        if (site_handle(&request) != cases[i].status)
            fail_msg("case %zu: %d", i, site.reply.status);
    }
    site_close();
}

/* A form of another site can send text but no JSON. */
static void test_types(void **state)
{
    static const char *const good[] = {"application/json", "Application/JSON", "application/json; charset=utf-8"};
    static const char *const bad[] = {NULL, "", "text/plain", "application/jsonp", "application/x-www-form-urlencoded"};
    struct server_request request;

    (void)state;
    open_with(NULL, false);
    request = site_request("POST", "/api/clients", "{}");
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        request.type = good[i];
        assert_int_equal(site_handle(&request), 201);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        request.type = bad[i];
        assert_int_equal(site_handle(&request), 415);
    }
    site_close();
}

/* ---- Token ----------------------------------------------------------------------------------------------------- */

static int ask_with(const char *authorization, const char *cookie)
{
    struct server_request request = site_request("GET", "/api/about", NULL);

    request.authorization = authorization;
    request.cookie = cookie;
    return site_handle(&request);
}

static void test_token(void **state)
{
    const char *token = site.settings.guard.token;
    char text[256];

    (void)state;
    open_with("0.0.0.0", true);
    assert_int_equal(strlen(token), 32);
    assert_int_equal(ask_with(NULL, NULL), 401);
    assert_int_equal(ask_with("Bearer ", NULL), 401);
    assert_int_equal(ask_with("Bearer 00000000000000000000000000000000", NULL), 401);
    assert_int_equal(ask_with(token, NULL), 401);
    (void)snprintf(text, sizeof text, "Bearer %s", token);
    assert_int_equal(ask_with(text, NULL), 200);
    text[7] = text[7] == 'f' ? '0' : 'f';
    assert_int_equal(ask_with(text, NULL), 401);
    (void)snprintf(text, sizeof text, "Bearer %s0", token);
    assert_int_equal(ask_with(text, NULL), 401);
    (void)snprintf(text, sizeof text, "a=b; boyi_8642=%s; c=d", token);
    assert_int_equal(ask_with(NULL, text), 200);
    (void)snprintf(text, sizeof text, "boyi_8642=%.31s", token);
    assert_int_equal(ask_with(NULL, text), 401);
    (void)snprintf(text, sizeof text, "boyi_8643=%s", token);
    assert_int_equal(ask_with(NULL, text), 401);
    (void)snprintf(text, sizeof text, "xboyi_8642=%s", token);
    assert_int_equal(ask_with(NULL, text), 401);
    /* Files need no token: the form that asks for it is one. */
    assert_int_equal(site_ask("GET", "/", NULL), 200);
    site_close();
}

static int try_token(const char *token)
{
    char body[128];

    (void)snprintf(body, sizeof body, "{\"token\": \"%s\"}", token);
    return site_ask("POST", "/api/session", body);
}

static void test_session(void **state)
{
    char cookie[sizeof site.reply.cookie], *end;

    (void)state;
    open_with("0.0.0.0", true);
    assert_int_equal(try_token("wrong"), 401);
    assert_string_equal(site.reply.cookie, "");
    assert_int_equal(try_token(site.settings.guard.token), 200);
    assert_non_null(strstr(site.reply.cookie, "; HttpOnly; SameSite=Strict; Path=/"));
    strcpy(cookie, site.reply.cookie);
    end = strchr(cookie, ';');
    *end = 0;
    assert_int_equal(ask_with(NULL, cookie), 200);
    site_close();
}

/* After ten wrong tokens each attempt must wait a second, even one with the right token. */
static void test_guessing(void **state)
{
    (void)state;
    open_with("0.0.0.0", true);
    for (int i = 0; i < SERVER_WRONG_TOKENS; i++)
        assert_int_equal(try_token("wrong"), 401);
    assert_int_equal(try_token(site.settings.guard.token), 429);
    assert_true(site.reply.retry_s > 0);
    site.now_ms += SERVER_WRONG_TOKEN_MS;
    assert_int_equal(try_token("wrong"), 401);
    assert_int_equal(try_token("wrong"), 429);
    site.now_ms += SERVER_WRONG_TOKEN_MS;
    assert_int_equal(try_token(site.settings.guard.token), 200);
    assert_int_equal(try_token("wrong"), 401);
    site_close();
}

static int try_from(const char *address, const char *token)
{
    char body[128];
    struct server_request request;

    (void)snprintf(body, sizeof body, "{\"token\": \"%s\"}", token);
    request = site_request("POST", "/api/session", body);
    request.address = address;
    return site_handle(&request);
}

/* A guesser shuts out only its own address, however many addresses guess. */
static void guessing_shuts_out_nobody_else(void **state)
{
    char address[32];

    (void)state;
    open_with("0.0.0.0", true);
    for (int i = 0; i < 100; i++)
        assert_int_equal(try_from("10.0.0.1", "wrong"), i < SERVER_WRONG_TOKENS ? 401 : 429);
    assert_int_equal(try_from("10.0.0.1", site.settings.guard.token), 429);
    assert_int_equal(try_from("10.0.0.2", site.settings.guard.token), 200);
    for (int i = 0; i < 3000; i++) {
        (void)snprintf(address, sizeof address, "10.1.%d.%d", i / 250, i % 250);
        assert_int_equal(try_from(address, "wrong"), 401);
    }
    assert_int_equal(try_from("10.0.0.2", site.settings.guard.token), 200);
    assert_int_equal(try_from(NULL, site.settings.guard.token), 200);
    site_close();
}

/* In IPv6 one person has a whole network. */
static void addresses_are_networks(void **state)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};
    char one[SERVER_ADDRESS], other[SERVER_ADDRESS];

    (void)state;
    (void)inet_pton(AF_INET6, "2001:db8:1:2:3:4:5:6", &six.sin6_addr);
    server_address_print((const struct sockaddr *)&six, one);
    (void)inet_pton(AF_INET6, "2001:db8:1:2:ffff::1", &six.sin6_addr);
    server_address_print((const struct sockaddr *)&six, other);
    assert_string_equal(one, other);
    (void)inet_pton(AF_INET6, "2001:db8:1:3::1", &six.sin6_addr);
    server_address_print((const struct sockaddr *)&six, other);
    assert_string_not_equal(one, other);
    (void)inet_pton(AF_INET6, "::ffff:10.0.0.1", &six.sin6_addr);
    server_address_print((const struct sockaddr *)&six, other);
    assert_string_equal(other, "::ffff:10.0.0.1");
    (void)inet_pton(AF_INET, "10.0.0.1", &four.sin_addr);
    server_address_print((const struct sockaddr *)&four, other);
    assert_string_equal(other, "10.0.0.1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_token),
        cmocka_unit_test(test_session),
        cmocka_unit_test(test_guessing),
        cmocka_unit_test(guessing_shuts_out_nobody_else),
        cmocka_unit_test(addresses_are_networks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
