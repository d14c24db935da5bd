/* SPDX-License-Identifier: MIT
 *
 * Correction of the static evaluation: if the search finds it wrong in one position, it is likely to be wrong by as
 * much in positions with a part in common, such as the pawns. The differences are kept by the keys of such parts, with
 * gravity, and added to later evaluations.
 */
#include "search/alphabeta/alphabeta.h"

static const int weights[BY_PARTS] = {2, 2, 1, 1};

static int16_t *entry_of(const struct ab *s, int part, int side, uint64_t key)
{
    return &s->tables.corrections[(part * 2 + side) * AB_CORRECTIONS + (int)(key % AB_CORRECTIONS)];
}

by_value by__ab_correction(const struct ab *s, const struct ab_node *n)
{
    uint64_t keys[BY_PARTS];
    int sum = 0;

    if (!s->tables.corrections)
        return 0;
    s->tactics->parts(s->state, keys);
    for (int part = 0; part < BY_PARTS; part++)
        sum += weights[part] * *entry_of(s, part, n->info.side, keys[part]);
    return sum / AB_CORRECTION_SUM_DEN;
}

/* Whether the value shows that the evaluation is wrong: a bound does so only on its own side of the evaluation. */
static bool is_lesson(const struct ab_node *n, by_value value)
{
    if (!n->has_static_eval || by__is_decisive(value))
        return false;
    if (value <= n->alpha_given)
        return value < n->static_eval;
    return value < n->beta || value > n->static_eval;
}

void by__ab_learn_correction(struct ab *s, const struct ab_node *n, by_value value)
{
    int plies = n->depth / AB_PLY, lesson;
    uint64_t keys[BY_PARTS];

    if (!s->tables.corrections || !is_lesson(n, value))
        return;
    lesson = (value - n->static_eval) * plies / AB_CORRECTION_LESSON_DEN;
    lesson = lesson > AB_CORRECTION_LESSON_MAX    ? AB_CORRECTION_LESSON_MAX
             : lesson < -AB_CORRECTION_LESSON_MAX ? -AB_CORRECTION_LESSON_MAX
                                                  : lesson;
    s->tactics->parts(s->state, keys);
    for (int part = 0; part < BY_PARTS; part++) {
        int16_t *entry = entry_of(s, part, n->info.side, keys[part]);

        *entry = (int16_t)(*entry + lesson - *entry * (lesson < 0 ? -lesson : lesson) / AB_CORRECTION_MAX);
    }
}
