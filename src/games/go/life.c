/* SPDX-License-Identifier: MIT
 *
 * See life.h. From a chain its vital regions are found, from these the other chains around them, and so on. Then chains
 * with fewer than two vital regions are crossed out, and the regions that they touch, until nothing changes.
 *
 * A flood that meets an empty point which is no liberty of the chain it was begun for, or a stone that has such a
 * liberty, is given up at once, so that most chains cost next to nothing.
 */
#include "games/go/life.h"

enum { NONE = UINT16_MAX, REGIONS_MOST = GO_POINTS_MOST / 2 + 1, CHAINS_MOST = GO_POINTS_MOST / 2 + 1 };

struct region {
    struct go_points empty;
    uint16_t begin, end; /* its points, in life.points */
    bool is_out;
};

struct life {
    const struct go *s;
    int colour;
    int region_count, chain_count, point_count;
    struct region regions[REGIONS_MOST];
    uint16_t chains[CHAINS_MOST]; /* as chain_of has them */
    bool is_chain_out[CHAINS_MOST];
    uint16_t points[GO_POINTS_MOST];    /* of the regions, one region after the other */
    uint16_t region_of[GO_POINTS_MOST]; /* of points: the region that was found there, or NONE */
    uint16_t place_of[GO_POINTS_MOST];  /* of chains: the place in `chains`, or NONE */
};

static void begin(struct life *life, const struct go *s, int colour)
{
    life->s = s;
    life->colour = colour;
    life->region_count = life->chain_count = life->point_count = 0;
    memset(life->region_of, 0xFF, s->points * sizeof life->region_of[0]);
    memset(life->place_of, 0xFF, s->points * sizeof life->place_of[0]);
}

static bool contains(const struct go *s, const uint64_t *all, const uint64_t *part)
{
    for (int i = 0; i < go_word_count(s); i++)
        if (part[i] & ~all[i])
            return false;
    return true;
}

static bool is_vital(const struct life *life, const struct region *region, int chain)
{
    return contains(life->s, life->s->chains[chain].liberties, region->empty.words);
}

/* ---- Finding regions and chains ---------------------------------------------------------------------------------- */

static void add_chain(struct life *life, int chain)
{
    if (life->place_of[chain] != NONE)
        return;
    life->place_of[chain] = (uint16_t)life->chain_count;
    life->is_chain_out[life->chain_count] = false;
    life->chains[life->chain_count++] = (uint16_t)chain;
}

/* Whether a point that is no stone of the owner can belong to a vital region of a chain: an empty one has to be its
 * liberty, and so has every liberty of a stone's chain, which is all in the region. */
static bool may_be_vital(const struct go *s, int point, const struct go_chain *chain)
{
    if (s->board[point] == GO_EMPTY)
        return chain->liberties[point / 64] >> point % 64 & 1;
    return contains(s, chain->liberties, go_chain_at(s, point)->liberties);
}

static bool may_be_in_vital_region(const struct go *s, int liberty, int colour, const struct go_chain *chain)
{
    for (const uint16_t *n = go_neighbours(s, liberty); *n != GO_NO_POINT; n++)
        if (s->board[*n] != colour && !may_be_vital(s, *n, chain))
            return false;
    return true;
}

/* A cheap test that excludes most chains without two vital regions. */
static bool may_have_two_regions(const struct go *s, int point)
{
    const struct go_chain *chain = go_chain_at(s, point);
    int count = 0;

    if (chain->liberty_count < 2)
        return false;
    for (int p = go_first_point(s, chain->liberties); p >= 0 && count < 2; p = go_next_point(s, chain->liberties, p))
        count += may_be_in_vital_region(s, p, s->board[point], chain);
    return count == 2;
}

/* Takes a point into the region that is being found. */
static void add_point(struct life *life, struct region *region, int point)
{
    life->region_of[point] = (uint16_t)(region - life->regions);
    life->points[region->end++] = (uint16_t)point;
    if (life->s->board[point] == GO_EMPTY)
        go_points_add(&region->empty, point);
}

/* Finds the region around a liberty of a chain, if it is vital to it; false: it is not. */
static bool find_region(struct life *life, int from, const struct go_chain *chain)
{
    const struct go *s = life->s;
    struct region *region = &life->regions[life->region_count];
    bool is_whole = true;

    *region = (struct region){.begin = (uint16_t)life->point_count, .end = (uint16_t)life->point_count};
    add_point(life, region, from);
    for (int i = region->begin; i < region->end && is_whole; i++) {
        for (const uint16_t *n = go_neighbours(s, life->points[i]); *n != GO_NO_POINT && is_whole; n++) {
            if (s->board[*n] == life->colour || life->region_of[*n] != NONE)
                continue;
            add_point(life, region, *n);
            is_whole = may_be_vital(s, *n, chain);
        }
    }
    if (is_whole) {
        life->point_count = region->end;
        life->region_count++;
        return true;
    }
    for (int i = region->begin; i < region->end; i++)
        life->region_of[life->points[i]] = NONE;
    return false;
}

static void add_chains_around(struct life *life, const struct region *region)
{
    const struct go *s = life->s;

    for (int i = region->begin; i < region->end; i++)
        for (const uint16_t *n = go_neighbours(s, life->points[i]); *n != GO_NO_POINT; n++)
            if (s->board[*n] == life->colour)
                add_chain(life, s->chain_of[*n]);
}

/* Whether a chain beside the region is sure to be crossed out, and the region with it. */
static bool is_hopeless(const struct life *life, const struct region *region)
{
    const struct go *s = life->s;

    for (int i = region->begin; i < region->end; i++)
        for (const uint16_t *n = go_neighbours(s, life->points[i]); *n != GO_NO_POINT; n++)
            if (s->board[*n] == life->colour && life->place_of[s->chain_of[*n]] == NONE && !may_have_two_regions(s, *n))
                return true;
    return false;
}

/* The vital regions of a chain, and the chains around them. How many of the regions have hope. */
static int expand(struct life *life, int chain)
{
    const struct go *s = life->s;
    const struct go_chain *entry = &s->chains[chain];
    int count = 0;

    for (int p = go_first_point(s, entry->liberties); p >= 0; p = go_next_point(s, entry->liberties, p)) {
        struct region *region = &life->regions[life->region_count];

        if (life->region_of[p] != NONE || !find_region(life, p, entry))
            continue;
        region->is_out = is_hopeless(life, region);
        if (region->is_out)
            continue;
        add_chains_around(life, region);
        count++;
    }
    return count;
}

/* ---- Crossing out ------------------------------------------------------------------------------------------------ */

/* The vital regions of a chain that are chosen; NULL: that are not crossed out. */
static int count_regions(const struct life *life, int chain, const bool *is_chosen)
{
    int count = 0;

    for (int i = 0; i < life->region_count && count < 2; i++)
        count += (is_chosen ? is_chosen[i] : !life->regions[i].is_out) && is_vital(life, &life->regions[i], chain);
    return count;
}

static bool touches_dead_chain(const struct life *life, const struct region *region)
{
    const struct go *s = life->s;

    for (int i = region->begin; i < region->end; i++)
        for (const uint16_t *n = go_neighbours(s, life->points[i]); *n != GO_NO_POINT; n++)
            if (s->board[*n] == life->colour && life->is_chain_out[life->place_of[s->chain_of[*n]]])
                return true;
    return false;
}

/* Finds what lies around the chains, and crosses out until nothing changes. */
static void cross_out(struct life *life)
{
    bool has_changed = true;

    for (int i = 0; i < life->chain_count; i++)
        (void)expand(life, life->chains[i]);
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < life->chain_count; i++)
            if (!life->is_chain_out[i] && count_regions(life, life->chains[i], NULL) < 2)
                life->is_chain_out[i] = has_changed = true;
        for (int i = 0; i < life->region_count && has_changed; i++)
            if (!life->regions[i].is_out)
                life->regions[i].is_out = touches_dead_chain(life, &life->regions[i]);
    }
}

/* ---- What shows that a chain is alive ---------------------------------------------------------------------------- */

/* The smallest vital region of a living chain that is not chosen yet. */
static int next_region(const struct life *life, int chain, const bool *is_chosen)
{
    int best = NONE, best_size = GO_POINTS_MOST + 1;

    for (int i = 0; i < life->region_count; i++) {
        const struct region *region = &life->regions[i];

        if (region->is_out || is_chosen[i] || region->end - region->begin >= best_size ||
            !is_vital(life, region, chain))
            continue;
        best = i;
        best_size = region->end - region->begin;
    }
    return best;
}

static void add_stones(const struct go *s, int chain, struct go_points *out)
{
    for (GO_EACH_STONE(s, point, chain))
        go_points_add(out, point);
}

/* Collects two regions for the chain, for the chains around them, and so on. Clears the list of chains first. */
static void collect_support(struct life *life, int chain, struct go_points *support)
{
    bool is_chosen[REGIONS_MOST] = {0};

    memset(life->place_of, 0xFF, life->s->points * sizeof life->place_of[0]);
    life->chain_count = 0;
    add_chain(life, chain);
    for (int i = 0; i < life->chain_count; i++) {
        add_stones(life->s, life->chains[i], support);
        while (count_regions(life, life->chains[i], is_chosen) < 2) {
            int region = next_region(life, life->chains[i], is_chosen);

            is_chosen[region] = true;
            for (int j = life->regions[region].begin; j < life->regions[region].end; j++)
                go_points_add(support, life->points[j]);
            add_chains_around(life, &life->regions[region]);
        }
    }
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static bool find_life(struct life *life, const struct go *s, int point)
{
    int chain = s->chain_of[point];

    if (!may_have_two_regions(s, point))
        return false;
    begin(life, s, s->board[point]);
    add_chain(life, chain);
    if (expand(life, chain) < 2)
        return false;
    cross_out(life);
    return !life->is_chain_out[0];
}

bool by__go_is_alive(const struct go *s, int point)
{
    struct life life;

    return find_life(&life, s, point);
}

bool by__go_is_alive_by(const struct go *s, int point, struct go_points *support)
{
    struct life life;

    if (!find_life(&life, s, point))
        return false;
    collect_support(&life, s->chain_of[point], support);
    return true;
}

void by__go_find_alive(const struct go *s, int colour, struct go_points *out)
{
    struct life life;

    go_points_clear(out);
    begin(&life, s, colour);
    for (int point = 0; point < s->points; point++)
        if (s->board[point] == colour)
            add_chain(&life, s->chain_of[point]);
    cross_out(&life);
    for (int i = 0; i < life.chain_count; i++)
        if (!life.is_chain_out[i])
            add_stones(s, life.chains[i], out);
}
