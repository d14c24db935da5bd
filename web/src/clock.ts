// SPDX-License-Identifier: MIT
// A chess clock: two times, one of which runs.
import { h } from './dom';
import type { Side } from './types';

export interface TimeControl {
    minutes: number;
    increment_s: number;
}

const TICK_MS = 100;
const URGENT_MS = 20000;

export function clockText(ms: number): string {
    const left = Math.max(0, ms);
    if (left < URGENT_MS) return (Math.ceil(left / 100) / 10).toFixed(1);
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class Clock {
    readonly left: [number, number];
    readonly faces: [HTMLElement, HTMLElement] = [
        h('span', { class: 'clock', role: 'timer' }),
        h('span', { class: 'clock', role: 'timer' }),
    ];
    private runningSide: Side | null = null;
    private since = 0;
    private timer: ReturnType<typeof setInterval> | undefined;

    constructor(
        readonly control: TimeControl,
        private readonly onFlag: (side: Side) => void,
    ) {
        this.left = [control.minutes * 60000, control.minutes * 60000];
        this.draw();
    }

    /** Lets the clock of a side run; that of the other stands. */
    start(side: Side): void {
        this.pause();
        this.runningSide = side;
        this.since = performance.now();
        this.timer = setInterval(() => this.tick(), TICK_MS);
        this.draw();
    }

    pause(): void {
        if (this.runningSide !== null) this.left[this.runningSide] -= performance.now() - this.since;
        clearInterval(this.timer);
        this.runningSide = null;
        this.draw();
    }

    /** The side has moved: it gets its increment. */
    moved(side: Side): void {
        this.pause();
        this.left[side] += this.control.increment_s * 1000;
        this.draw();
    }

    private now(side: Side): number {
        return this.left[side] - (this.runningSide === side ? performance.now() - this.since : 0);
    }

    private tick(): void {
        const side = this.runningSide;
        this.draw();
        if (side !== null && this.now(side) <= 0) {
            this.pause();
            this.left[side] = 0;
            this.draw();
            this.onFlag(side);
        }
    }

    private draw(): void {
        for (const side of [0, 1] as const) {
            const left = this.now(side);
            this.faces[side].textContent = clockText(left);
            this.faces[side].classList.toggle('running', this.runningSide === side);
            this.faces[side].classList.toggle('urgent', left < URGENT_MS);
        }
    }
}
