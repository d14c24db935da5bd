// SPDX-License-Identifier: MIT
// The places of numbers along an axis, and its labels.

export interface Scale {
    least: number;
    most: number;
    from: number; // pixels
    to: number;
    isLog: boolean;
    place(value: number): number;
}

/** A round number near `value`: 1, 2 or 5 times a power of ten. */
function roundStep(value: number): number {
    const power = 10 ** Math.floor(Math.log10(value));
    const times = value / power;
    return power * (times > 7 ? 10 : times > 3.5 ? 5 : times > 1.5 ? 2 : 1);
}

/** The scale of these numbers between two places. Logarithmic only if all are positive; `fromZero` where they are and
 *  the scale is linear, unless they lie within a factor of 2. */
export function scaleOf(values: number[], isLog: boolean, from: number, to: number, fromZero: boolean): Scale {
    let least = Math.min(...values);
    let most = Math.max(...values);
    const usesLog = isLog && least > 0;
    if (!usesLog && fromZero && least > 0 && least * 2 < most) least = 0;
    if (least === most) {
        least = usesLog ? least / 2 : least - Math.max(1, Math.abs(least) / 2);
        most = usesLog ? most * 2 : most + Math.max(1, Math.abs(most) / 2);
    }
    const at = usesLog ? Math.log10 : (value: number): number => value;
    const [low, high] = [at(least), at(most)];
    return {
        least,
        most,
        from,
        to,
        isLog: usesLog,
        place: (value) => from + ((at(value) - low) / (high - low)) * (to - from),
    };
}

function logTicks(scale: Scale, count: number): number[] {
    const [low, high] = [Math.floor(Math.log10(scale.least)), Math.ceil(Math.log10(scale.most))];
    const within = (value: number): boolean => value >= scale.least * 0.999 && value <= scale.most * 1.001;
    const powers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
    const whole = powers.map((power) => 10 ** power).filter(within);
    if (whole.length < 3) {
        const more = powers.flatMap((power) => [1, 2, 5].map((times) => times * 10 ** power)).filter(within);
        return more.length ? more : [scale.least, scale.most];
    }
    const step = Math.ceil(whole.length / count);
    return whole.filter((_, i) => i % step === 0);
}

/** Approximate number of labels along a scale. */
export function ticksOf(scale: Scale, count: number): number[] {
    if (scale.isLog) return logTicks(scale, count);
    const span = scale.most - scale.least;
    const rough = span / count;
    // Whole numbers, such as depths, have no ticks between them.
    const isWhole = Number.isInteger(scale.least) && Number.isInteger(scale.most) && span >= 2;
    const step = isWhole ? Math.max(1, roundStep(rough)) : roundStep(rough);
    const first = Math.ceil(scale.least / step - 1e-9);
    const last = Math.floor(scale.most / step + 1e-9);
    return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
