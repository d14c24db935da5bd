/* SPDX-License-Identifier: MIT
 *
 * The rules by which the nodes of a tree stand in a picture (src/render/tree_layout.h).
 */
#include "boyi/random.h"
#include "render/tree_layout.h"
#include "support/allocation.h"
#include "support/check.h"

enum { NODES_MOST = 200, BESIDE = 10, BELOW = 30 };

static const struct tree_gaps gaps = {BESIDE, BELOW};

/* A tree in which the parent of each node is a random earlier node, which makes some deep and some wide. */
static int make_tree(uint64_t seed, struct tree_box *boxes)
{
    struct by_random random = {seed * 1000};
    int count = 2 + (int)by_random_below(&random, NODES_MOST - 2);

    for (int i = 0; i < count; i++)
        boxes[i] = (struct tree_box){.parent = i ? i - 1 - (int)by_random_below(&random, i < 9 ? (uint32_t)i : 9) : -1,
                                     .left = 5 + (int)by_random_below(&random, 20),
                                     .right = 5 + (int)by_random_below(&random, 40),
                                     .height = 10 + (int)by_random_below(&random, 20)};
    return count;
}

static int ply_of(const struct tree_box *boxes, int node)
{
    return node ? ply_of(boxes, boxes[node].parent) + 1 : 0;
}

static void assert_apart(const struct tree_box *boxes, int a, int b)
{
    const struct tree_box *left = &boxes[boxes[a].x < boxes[b].x ? a : b],
                          *right = left == &boxes[a] ? &boxes[b] : &boxes[a];

    if (ply_of(boxes, a) != ply_of(boxes, b)) {
        assert_int_not_equal(boxes[a].y, boxes[b].y);
        return;
    }
    assert_int_equal(boxes[a].y, boxes[b].y);
    assert_true(right->x - right->left - (left->x + left->right) >= BESIDE);
}

static void assert_in_the_middle(const struct tree_box *boxes, int count, int node)
{
    int first = -1, last = -1;

    for (int i = 1; i < count; i++) {
        if (boxes[i].parent != node)
            continue;
        first = first < 0 ? i : first;
        assert_true(last < 0 || boxes[last].x < boxes[i].x);
        assert_true(boxes[i].y >= boxes[node].y + boxes[node].height + BELOW);
        last = i;
    }
    if (first >= 0)
        assert_in_range(2 * boxes[node].x - boxes[first].x - boxes[last].x + 1, 0, 2);
}

static void nodes_keep_their_distance_and_parents_stand_in_the_middle(void **state)
{
    static struct tree_box boxes[NODES_MOST];
    struct tree_size size;

    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        int count = make_tree(seed, boxes), most = 0, lowest = 0;

        assert_true(tree_layout(boxes, count, &gaps, &size));
        for (int i = 0; i < count; i++) {
            assert_true(boxes[i].x >= boxes[i].left && boxes[i].y >= 0);
            most = boxes[i].x + boxes[i].right > most ? boxes[i].x + boxes[i].right : most;
            lowest = boxes[i].y + boxes[i].height > lowest ? boxes[i].y + boxes[i].height : lowest;
            assert_in_the_middle(boxes, count, i);
            for (int j = 0; j < i; j++)
                assert_apart(boxes, i, j);
        }
        assert_int_equal(size.width, most);
        assert_int_equal(size.height, lowest);
    }
}

/* The leaf between two wide subtrees stands in the middle of the room between them, not at the left one. */
static void a_subtree_with_room_stands_in_the_middle_of_it(void **state)
{
    static const int parents[] = {-1, 0, 0, 0, 1, 1, 1, 3, 3, 3};
    struct tree_box boxes[10];
    struct tree_size size;

    (void)state;
    for (int i = 0; i < 10; i++)
        boxes[i] = (struct tree_box){.parent = parents[i], .left = 10, .right = 10, .height = 10};
    assert_true(tree_layout(boxes, 10, &gaps, &size));
    assert_int_equal(size.width, 6 * 20 + 5 * BESIDE);
    assert_int_equal(size.height, 3 * 10 + 2 * BELOW);
    assert_int_equal(boxes[2].x, boxes[0].x);
    assert_int_equal(boxes[2].x - boxes[1].x, boxes[3].x - boxes[2].x);
}

static void a_lack_of_memory_is_reported(void **state)
{
    static struct tree_box boxes[NODES_MOST];
    struct tree_size size;
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        int count = make_tree(3, boxes);
        size_t before = allocation_current();
        bool good;

        allocation_reset();
        allocation_fail_at(n);
        good = tree_layout(boxes, count, &gaps, &size);
        has_failed = allocation_count() >= n;
        allocation_reset();
        assert_true(good != has_failed);
        assert_int_equal(allocation_current(), before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_keep_their_distance_and_parents_stand_in_the_middle),
        cmocka_unit_test(a_subtree_with_room_stands_in_the_middle_of_it),
        cmocka_unit_test(a_lack_of_memory_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
