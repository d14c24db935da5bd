/* SPDX-License-Identifier: MIT
 *
 * Extensions: forced moves must not push what matters beyond the horizon. Depths are twelfths of a ply, so fractions
 * add up along a line. In total, no line is extended by more than twice the depth of the search.
 */
#include "search/alphabeta/alphabeta.h"

static bool is_recapture(const struct ab_node *n, const struct ab_node *child)
{
    return (n->via.flags & BY_MOVE_CAPTURE) && (child->via.flags & BY_MOVE_CAPTURE) && n->via.to == child->via.to;
}

static int extension_wanted(struct ab *s, const struct ab_node *n, const struct ab_node *child)
{
    if (n->first_extension && child->via.move == n->hash_move)
        return n->first_extension;
    if (s->opt.extend_check && child->info.in_check) {
        s->count[AB_EXTEND_CHECKS]++;
        return AB_PLY;
    }
    if (s->opt.extend_single && n->has_single_move && n->ply > 0) {
        s->count[AB_EXTEND_SINGLES]++;
        return AB_PLY;
    }
    if (s->opt.extend_mate && n->is_mate_threatened) {
        s->count[AB_EXTEND_MATES]++;
        return AB_PLY;
    }
    if (s->opt.extend_recapture && is_recapture(n, child)) {
        s->count[AB_EXTEND_RECAPTURES]++;
        return s->opt.extend_recapture == AB_RECAPTURE_THREE_QUARTERS ? AB_EXTENSION_THREE_QUARTERS
                                                                      : AB_EXTENSION_TWO_THIRDS;
    }
    return 0;
}

int by__ab_extension(struct ab *s, const struct ab_node *n, const struct ab_node *child)
{
    int extension, room = AB_EXTENSION_MAX_PER_LINE * s->root_depth - n->extended;

    if (n->depth < AB_PLY)
        return 0; /* quiescence has no depth to extend */
    extension = extension_wanted(s, n, child);
    return extension < room ? extension : room;
}
