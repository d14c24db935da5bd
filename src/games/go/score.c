/* SPDX-License-Identifier: MIT
 *
 * Scoring. All stones on the board count as alive: dead stones must be captured first.
 */
#include <string.h>

#include "core/words.h"
#include "games/go/notation.h"

/* The points of each side. */
struct count {
    int stones[2];
    int regions[2]; /* empty points that only this side reaches */
};

/* Marks the empty region around `from`; returns its size, and in `reached` a bit for each colour beside it. */
static int fill_region(const struct go *s, int from, bool *seen, unsigned *reached)
{
    uint16_t waiting[GO_POINTS_MOST];
    int count = 0, points = 0;

    *reached = 0;
    seen[from] = true;
    waiting[count++] = (uint16_t)from;
    while (count) {
        int point = waiting[--count];

        points++;
        for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
            if (s->board[*n] != GO_EMPTY) {
                *reached |= 1u << s->board[*n];
            } else if (!seen[*n]) {
                seen[*n] = true;
                waiting[count++] = *n;
            }
        }
    }
    return points;
}

static void count_board(const struct go *s, struct count *out)
{
    bool seen[GO_POINTS_MOST] = {0};

    memset(out, 0, sizeof *out);
    for (int point = 0; point < s->points; point++) {
        unsigned reached;
        int points;

        if (s->board[point] != GO_EMPTY) {
            out->stones[s->board[point]]++;
            continue;
        }
        if (seen[point])
            continue;
        points = fill_region(s, point, seen, &reached);
        for (unsigned colour = GO_BLACK; colour <= GO_WHITE; colour++)
            if (reached == 1u << colour)
                out->regions[colour] += points;
    }
}

/* Whole points of a side, without komi. */
static int points_of(const struct go *s, const struct count *count, int colour)
{
    return count->regions[colour] + (s->tables->scoring == GO_AREA ? count->stones[colour] : s->prisoners[colour]);
}

static int score_of(const struct go *s, const struct count *count)
{
    return 2 * (points_of(s, count, GO_BLACK) - points_of(s, count, GO_WHITE)) - s->komi_half;
}

int by__go_score(const struct go *s)
{
    struct count count;

    count_board(s, &count);
    return score_of(s, &count);
}

/* ---- In words ---------------------------------------------------------------------------------------------------- */

static const char *const names[] = {BY_WORDS("Black"), BY_WORDS("White")};

void by__go_explain(void *state, by_text *out)
{
    const struct go *s = state;
    bool is_area = s->tables->scoring == GO_AREA;
    by_text komi = {0}, points = {0}, result = {.keeps_parts = true};
    struct count count;
    int score;

    count_board(s, &count);
    score = score_of(s, &count);
    by__go_print_half(s->komi_half, &komi);
    by__go_print_half(score < 0 ? -score : score, &points);
    if (score)
        by_text_add_message(&result, score > 0 ? "B+%s" : "W+%s", by_text_string(&points));
    else
        by_text_add_message(&result, "equal");
    by__add_line(out, s->passes == 2 ? "Over: two passes in a row." : "Not over: the game ends with two passes.");
    for (int colour = GO_BLACK; colour <= GO_WHITE; colour++)
        by__add_line(
            out, is_area ? "%-s: %d stones and %d surrounded points." : "%-s: %d prisoners and %d surrounded points.",
            names[colour], is_area ? count.stones[colour] : s->prisoners[colour], count.regions[colour]);
    by__add_line(out, "Komi for White: %s.", by_text_string(&komi));
    by__add_line(out, s->passes == 2 ? "Result: %-s." : "If it ended now, with all stones alive: %-s.",
                 by_text_string(&result));
    by__free_part(&komi, out);
    by__free_part(&points, out);
    by__free_part(&result, out);
}
