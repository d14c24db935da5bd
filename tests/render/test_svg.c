/* SPDX-License-Identifier: MIT
 *
 * The parts of pictures (src/render/svg.h), and pictures of trees (src/render/tree_svg.h).
 */
#include <string.h>

#include "render/tree_svg.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/trace.h"

static void text_is_escaped(void **state)
{
    by_text out = {0};

    (void)state;
    svg_add_text(&out, "name", 1, 2, "a<b & \"c\" > d\n\x01\xC3\xA9");
    assert_string_equal(by_text_string(&out), "<text class=\"name\" x=\"1\" y=\"2\">"
                                              "a&lt;b &amp; &quot;c&quot; &gt; d  \xC3\xA9</text>\n");
    by_text_free(&out);
    assert_int_equal(svg_length("\xE2\x88\x9E\xC3\xA9x"), 3);
}

static void words_pass_on_a_lack_of_memory(void **state)
{
    by_text out = {0}, words = {.failed = true};

    (void)state;
    svg_add_words(&out, "name", 1, 2, &words);
    assert_true(out.failed);
    assert_false(words.failed);
    by_text_free(&out);
}

/* A row has as many keys as fit, and at least one. */
static void a_legend_breaks_into_rows(void **state)
{
    static const struct svg_key keys[] = {{"", 10, "ten words"}, {"", 10, "ten words"}, {"", 10, "ten words"}};
    by_text out = {0};

    (void)state;
    assert_int_equal(svg_add_legend(NULL, keys, 3, 1000, 0), 1);
    assert_int_equal(svg_add_legend(NULL, keys, 3, 250, 0), 2);
    assert_int_equal(svg_add_legend(&out, keys, 3, 10, 50), 3);
    assert_non_null(strstr(by_text_string(&out), "translate(28 110)"));
    by_text_free(&out);
}

/* A root with two children: one in front with an arrow, one that is cut off. */
static void describe(struct svg_tree *tree)
{
    by_text text = {0};

    tree->style = "";
    tree->head[0] = "title";
    by_text_add(&text, "kept");
    tree->head[1] = svg_tree_store(tree, &text);
    by_text_free(&text);
    if (!svg_tree_begin(tree, 3))
        return;
    for (int i = 0; i < 3; i++)
        tree->nodes[i] = (struct svg_node){.parent = i ? 0 : -1, .width = 40, .height = 30, .class = "max"};
    tree->nodes[0].badge = 7;
    tree->nodes[1].is_in_front = tree->nodes[1].has_arrow = true;
    tree->nodes[1].inside[0] = (struct svg_label){"12345", "value"};
    tree->nodes[1].move = (struct svg_label){"e4", "move"};
    tree->nodes[2].is_circle = true;
    tree->nodes[2].edge = "off";
    tree->nodes[2].cut = "why";
    tree->nodes[2].beside[0] = (struct svg_label){"beside it", "beside"};
    tree->nodes[2].below = (struct svg_label){"below it", "name below"};
}

static void a_tree_shows_what_its_nodes_have(void **state)
{
    static const char *const parts[] = {">title<",
                                        ">kept<",
                                        "class=\"value long\"",
                                        ">12345<",
                                        ">e4<",
                                        "class=\"up\"",
                                        "class=\"edge off\"",
                                        "<g class=\"cut\"><title>why</title>",
                                        "cut-mark\" d",
                                        ">beside it<",
                                        ">below it<",
                                        "class=\"badge\"",
                                        "<circle class=\"node max\""};
    struct svg_tree tree = {0};
    by_text out = {0};

    (void)state;
    describe(&tree);
    svg_tree_draw(&tree, &out);
    assert_false(out.failed);
    assert_well_formed(by_text_string(&out));
    assert_int_equal(assert_no_overlap(by_text_string(&out)), 3);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr(by_text_string(&out), parts[i]))
            fail_msg("no '%s' in %s", parts[i], by_text_string(&out));
    by_text_free(&out);
    svg_tree_free(&tree);
}

static void a_lack_of_memory_is_reported(void **state)
{
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        struct svg_tree tree = {0};
        by_text out = {0};

        allocation_reset();
        allocation_fail_at(n);
        describe(&tree);
        svg_tree_draw(&tree, &out);
        has_failed = allocation_count() >= n;
        allocation_reset();
        assert_true(out.failed == has_failed);
        by_text_free(&out);
        svg_tree_free(&tree);
        assert_int_equal(allocation_current(), before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(words_pass_on_a_lack_of_memory),
        cmocka_unit_test(a_legend_breaks_into_rows),
        cmocka_unit_test(a_tree_shows_what_its_nodes_have),
        cmocka_unit_test(a_lack_of_memory_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
