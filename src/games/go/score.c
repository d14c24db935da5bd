/* SPDX-License-Identifier: MIT
 *
 * Scoring. All stones on the board count as alive: dead stones must be captured first.
 */
#include "core/words.h"
#include "games/go/notation.h"
#include "games/go/playout_board.h"

/* The points of each side. */
struct count {
    int stones[2];
    int regions[2]; /* empty points that only this side reaches */
};

static void count_board(const struct go *s, struct count *out)
{
    struct go_playout_board b;
    uint8_t owners[GO_PLAYOUT_POINTS];

    *out = (struct count){.stones = {0, 0}};
    by__go_playout_set(&b, s);
    by__go_playout_owners(&b, owners);
    for (int point = 0; point < s->points; point++) {
        int owner = owners[go_playout_point(&b, point)];

        if (owner < GO_EMPTY)
            (s->board[point] == GO_EMPTY ? out->regions : out->stones)[owner]++;
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
