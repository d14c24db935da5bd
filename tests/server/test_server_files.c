/* SPDX-License-Identifier: MIT
 *
 * The files of the page: only those in the table, packed if the browser accepts that, and not sent twice.
 */
#include <string.h>

#include "support/check.h"
#include "support/server.h"

static const unsigned char page[] = "<html>", packed[] = "zip";

static const struct server_asset table[] = {
    {"/index.html", "text/html; charset=utf-8", "\"1-6\"", page, packed, 6, 3},
    {"/a/b.js", "text/javascript", "\"2-6\"", page, NULL, 6, 0},
    {0},
};

static int set_up(void **state)
{
    (void)state;
    site_init();
    site.settings.assets = table;
    site_open();
    return 0;
}

static void test_files(void **state)
{
    (void)state;
    assert_int_equal(site_ask("GET", "/", NULL), 200);
    assert_ptr_equal(site.reply.asset, &table[0]);
    assert_string_equal(site.reply.type, "text/html; charset=utf-8");
    assert_int_equal(site_ask("HEAD", "/index.html", NULL), 200);
    assert_ptr_equal(site.reply.asset, &table[0]);
    assert_int_equal(site_ask("GET", "/a/b.js", NULL), 200);
    assert_ptr_equal(site.reply.asset, &table[1]);
    site_refuses("POST", "/", NULL, 405, "");
    assert_string_equal(site.reply.allow, "GET, HEAD");
}

static void test_nothing_else(void **state)
{
    static const char *const paths[] = {"",
                                        "index.html",
                                        "/index.htm",
                                        "/index.html/",
                                        "//index.html",
                                        "/a",
                                        "/a/",
                                        "/a/../index.html",
                                        "/../etc/passwd",
                                        "/%2e%2e/etc/passwd",
                                        "/index.html%00",
                                        "/index%2ehtml",
                                        "/..",
                                        "/.",
                                        "*",
                                        "/etc/passwd"};

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        site_refuses("GET", paths[i], NULL, 404, "");
}

static void test_packed(void **state)
{
    static const char *const yes[] = {"gzip", "br, gzip", "deflate,gzip;q=0.5", "GZIP", "gzip , br"};
    static const char *const no[] = {NULL, "", "br", "gzip;q=0", "xgzip", "gzipx", "identity"};
    struct server_request request = site_request("GET", "/", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) {
        request.accept_encoding = yes[i];
        site_handle(&request);
        assert_true(site.reply.is_gzip);
    }
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) {
        request.accept_encoding = no[i];
        site_handle(&request);
        assert_false(site.reply.is_gzip);
    }
    /* A file that packing does not shrink is sent unpacked. */
    request = site_request("GET", "/a/b.js", NULL);
    request.accept_encoding = "gzip";
    site_handle(&request);
    assert_false(site.reply.is_gzip);
}

static void test_tags(void **state)
{
    static const char *const known[] = {"\"1-6\"", "W/\"1-6\"", "\"0\", \"1-6\""};
    static const char *const unknown[] = {"\"1-7\"", "1-6", "", "\"2-6\""};
    struct server_request request = site_request("GET", "/", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        request.if_none_match = known[i];
        assert_int_equal(site_handle(&request), 304);
    }
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        request.if_none_match = unknown[i];
        assert_int_equal(site_handle(&request), 200);
    }
}

/* Without its page the program says how to get it. */
static void test_no_page(void **state)
{
    static const struct server_asset none[] = {{0}};

    (void)state;
    site.settings.assets = none;
    site_reopen();
    assert_int_equal(site_ask("GET", "/", NULL), 200);
    assert_null(site.reply.asset);
    assert_non_null(strstr(site_text(), "npm"));
    site_refuses("GET", "/index.html", NULL, 404, "");
}

/* The server can serve all built-in files. */
static void test_built_in(void **state)
{
    (void)state;
    for (const struct server_asset *asset = server_assets_built_in; asset->path; asset++) {
        assert_int_equal(asset->path[0], '/');
        assert_non_null(asset->type);
        assert_int_equal(asset->tag[0], '"');
        assert_true(asset->packed_size < asset->size || asset->size == 0);
        if (asset->packed_size)
            assert_int_equal(asset->packed[0], 0x1F);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, site_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_files), TEST(test_nothing_else), TEST(test_packed),
        TEST(test_tags),  TEST(test_no_page),      cmocka_unit_test(test_built_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
