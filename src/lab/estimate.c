/* SPDX-License-Identifier: MIT
 *
 * A batch of which something is done goes on as it began. One of which nothing is done takes what its variant took at
 * an earlier limit, or, of a variant that is not known at all, what the others took; either grown to its limit. How
 * searches grow is seen from the variants that know both limits; where no variant has reached the limit, from the
 * limits before it.
 *
 * What lies at limits that no variant has reached is no more than a guess, which is off by any factor where searches
 * end before their limit. If the experiment tells its cost, the guess is held to that.
 */
#include "lab/estimate.h"

#include <math.h>

#include "lab/experiment.h"

enum {
    EVERY = -1,
    BATCHES_MOST = 2000, /* of more the cost alone tells: to compare them all would take seconds */
};

/* ---- What is known --------------------------------------------------------------------------------------------- */

static bool is_of(const struct lab_batch *batch, int64_t variant)
{
    return variant == EVERY || batch->variant == (size_t)variant;
}

/* What a search of a variant, or of EVERY one, takes at a limit; NAN if it is not known. */
static double mean_at(const struct lab_prospect *it, int64_t variant, int64_t limit)
{
    double time_us = 0, done = 0;

    for (size_t i = 0; i < it->count; i++)
        if (it->batches[i].limit == limit && is_of(&it->batches[i], variant)) {
            time_us += (double)it->batches[i].time_us;
            done += (double)it->batches[i].done;
        }
    return done > 0 ? time_us / done : NAN;
}

/* The greatest limit below this one that a variant, or any, is known at; 0 if there is none. */
static int64_t known_below(const struct lab_prospect *it, int64_t variant, int64_t limit)
{
    int64_t greatest = 0;

    for (size_t i = 0; i < it->count; i++) {
        const struct lab_batch *batch = &it->batches[i];

        if (batch->done && is_of(batch, variant) && batch->limit < limit && batch->limit > greatest)
            greatest = batch->limit;
    }
    return greatest;
}

/* ---- How searches grow ----------------------------------------------------------------------------------------- */

/* By how much they take longer, of the variants that are known at both limits; NAN if there is none. */
static double growth_of_others(const struct lab_prospect *it, int64_t from, int64_t to)
{
    double before = 0, after = 0;

    for (size_t i = 0; i < it->count; i++) {
        const struct lab_batch *batch = &it->batches[i];
        double there;

        if (batch->limit != from || !batch->done)
            continue;
        there = mean_at(it, (int64_t)batch->variant, to);
        if (isnan(there))
            continue;
        before += (double)batch->time_us / (double)batch->done;
        after += there;
    }
    return before > 0 ? after / before : NAN;
}

static double between(double least, double value, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* With each ply: as from two plies above to this one, since odd and even depths grow unlike; while that is not known,
 * as from the ply above; else threefold. */
static double growth_a_ply(const struct lab_prospect *it, int64_t variant, int64_t depth)
{
    const double usual = 3, least = 1, most = 40;
    double here = mean_at(it, variant, depth), above = mean_at(it, variant, depth - 1);
    double further = isnan(above) ? NAN : mean_at(it, variant, depth - 2);

    if (further > 0)
        return between(least, sqrt(here / further), most);
    return above > 0 ? between(least, here / above, most) : usual;
}

/* By a power of nodes, as from the limit before to this one: less than in proportion where searches end by themselves.
 * While that is not known, in proportion. */
static double power_of_limit(const struct lab_prospect *it, int64_t variant, int64_t limit)
{
    int64_t before = known_below(it, variant, limit);
    double there = before ? mean_at(it, variant, before) : NAN, here = mean_at(it, variant, limit);

    return there > 0 && here > 0 ? between(0, log(here / there) / log((double)limit / (double)before), 1) : 1;
}

/* From one limit to a later one that no variant may have reached. */
static double growth(const struct lab_prospect *it, int64_t variant, int64_t from, int64_t to)
{
    double seen = growth_of_others(it, from, to);

    if (!isnan(seen))
        return seen;
    if (it->is_by_depth)
        return pow(growth_a_ply(it, variant, from), (double)(to - from));
    return pow((double)to / (double)from, power_of_limit(it, variant, from));
}

/* ---- What is left ---------------------------------------------------------------------------------------------- */

/* What a search of a batch takes; NAN if nothing lets it be guessed. */
static double search_us(const struct lab_prospect *it, const struct lab_batch *batch)
{
    int64_t variant = (int64_t)batch->variant, from;

    if (batch->done)
        return (double)batch->time_us / (double)batch->done;
    from = known_below(it, variant, batch->limit);
    if (from)
        return mean_at(it, variant, from) * growth(it, variant, from, batch->limit);
    if (!isnan(mean_at(it, EVERY, batch->limit)))
        return mean_at(it, EVERY, batch->limit);
    from = known_below(it, EVERY, batch->limit);
    return from ? mean_at(it, EVERY, from) * growth(it, EVERY, from, batch->limit) : NAN;
}

/* Times of searches: of all at limits that some variant has reached, done or not, and of the others; of both how long
 * the clock will take for what is left. */
struct sums {
    double seen_us, unseen_us;
    double seen_left_us, unseen_left_us;
    bool has_unknown;
};

static bool is_over(const struct lab_prospect *it)
{
    return it->experiment && lab_is_over(it->experiment);
}

static struct sums add_up(const struct lab_prospect *it)
{
    struct sums sums = {0};

    for (size_t i = 0; i < it->count && !is_over(it); i++) {
        const struct lab_batch *batch = &it->batches[i];
        size_t left = batch->count - batch->done;
        double one_us = search_us(it, batch), left_us = one_us * (double)left;

        if (isnan(one_us)) {
            sums.has_unknown = sums.has_unknown || left > 0;
        } else if (isnan(mean_at(it, EVERY, batch->limit))) {
            sums.unseen_us += left_us;
            sums.unseen_left_us += left_us / batch->at_once;
        } else {
            sums.seen_us += (double)batch->time_us + left_us;
            sums.seen_left_us += left_us / batch->at_once;
        }
    }
    return sums;
}

/* By what a guess of the unseen is multiplied. The machine is taken to be half to twice as fast as that of the cost;
 * where what is seen shows it to be slower, the unseen is held to take no longer than that. */
static double correction(const struct lab_prospect *it, const struct sums *sums)
{
    double cost_us = (double)it->cost_us, least, most;

    if (it->cost_us <= 0 || sums->unseen_us <= 0)
        return 1;
    least = cost_us / 2 - sums->seen_us;
    most = 2 * cost_us - sums->seen_us > sums->seen_us ? 2 * cost_us - sums->seen_us : sums->seen_us;
    return between(least > 0 ? least : 0, sums->unseen_us, most) / sums->unseen_us;
}

/* The rest of the cost, with the share of all rows that are not there. */
static double left_by_cost(const struct lab_prospect *it)
{
    double rows = 0, left = 0, room = 0;

    for (size_t i = 0; i < it->count; i++) {
        rows += (double)it->batches[i].count;
        left += (double)(it->batches[i].count - it->batches[i].done);
        room += (double)it->batches[i].count * it->batches[i].at_once;
    }
    return rows > 0 ? (double)it->cost_us * left / room : 0;
}

static double overheads(const struct lab_prospect *it)
{
    double time_us = 0;

    for (size_t i = 0; i < it->count; i++)
        time_us += it->overhead_us * (double)(it->batches[i].count - it->batches[i].done) / it->batches[i].at_once;
    return time_us;
}

/* Growth that goes on over many plies soon exceeds all sense; beyond some months nothing is said. */
int64_t lab_time_left_us(const struct lab_prospect *prospect)
{
    const double most = 99 * 86400e6;
    struct sums sums = prospect->count > BATCHES_MOST ? (struct sums){.has_unknown = true} : add_up(prospect);
    double left_us = sums.seen_left_us + sums.unseen_left_us * correction(prospect, &sums);

    if (is_over(prospect) || (sums.has_unknown && !prospect->cost_us))
        return LAB_TIME_UNKNOWN;
    if (sums.has_unknown)
        left_us = left_by_cost(prospect);
    left_us += overheads(prospect);
    return left_us <= most ? (int64_t)left_us : LAB_TIME_UNKNOWN;
}
