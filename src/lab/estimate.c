/* SPDX-License-Identifier: MIT
 *
 * A batch with finished searches continues at their pace. A batch without any takes the time of its variant at an
 * earlier limit or, for an unknown variant, the time of the others; both grow to its limit. We see growth in the
 * variants that know both limits or, if no variant has reached the limit, in the limits before it.
 *
 * Times at limits that no variant has reached are a guess, off by any factor where searches end before their limit. If
 * the experiment gives its cost, we bound the guess by that.
 */
#include "lab/estimate.h"

#include <math.h>

#include "lab/experiment.h"

enum {
    EVERY = -1,
    BATCHES_MOST = 2000, /* with more we use the cost alone: comparing them all takes seconds */
};

/* ---- What is known --------------------------------------------------------------------------------------------- */

static bool is_of(const struct lab_batch *batch, int64_t variant)
{
    return variant == EVERY || batch->variant == (size_t)variant;
}

/* The mean time of a search of a variant, or of EVERY one, at a limit; NAN if unknown. */
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

/* The greatest limit below this one with a known time, for a variant or any; 0 if there is none. */
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

/* The growth of the variants that are known at both limits; NAN if there is none. */
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

/* With each ply: the growth over the last two plies, since odd and even depths grow differently; if that is unknown,
 * over the last ply; else threefold. */
static double growth_a_ply(const struct lab_prospect *it, int64_t variant, int64_t depth)
{
    const double usual = 3, least = 1, most = 40;
    double here = mean_at(it, variant, depth), above = mean_at(it, variant, depth - 1);
    double further = isnan(above) ? NAN : mean_at(it, variant, depth - 2);

    if (further > 0)
        return between(least, sqrt(here / further), most);
    return above > 0 ? between(least, here / above, most) : usual;
}

/* By a power of nodes: the growth since the limit before. It is less than proportional if searches end by themselves.
 * If that is unknown, proportional. */
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

/* The time of a search of a batch; NAN if there is no basis for a guess. */
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

/* Times of searches: of all at limits that some variant has reached, and of the others; for both also the remaining
 * clock time. */
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

/* The factor for guesses of unseen limits. We assume a machine of half to twice the speed of the cost's. If the seen
 * searches show a slower one, the unseen may take as long as the seen. */
static double correction(const struct lab_prospect *it, const struct sums *sums)
{
    double cost_us = (double)it->cost_us, least, most;

    if (it->cost_us <= 0 || sums->unseen_us <= 0)
        return 1;
    least = cost_us / 2 - sums->seen_us;
    most = 2 * cost_us - sums->seen_us > sums->seen_us ? 2 * cost_us - sums->seen_us : sums->seen_us;
    return between(least > 0 ? least : 0, sums->unseen_us, most) / sums->unseen_us;
}

/* The rest of the cost, by the share of missing rows. */
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

/* Growth over many plies soon makes no sense; beyond some months we say nothing. */
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
