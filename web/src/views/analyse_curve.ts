// SPDX-License-Identifier: MIT
// The score over a game as a curve, from the view of the first side: by winning chances where they are known, else by
// values. It is a slider for the keyboard and for screen readers.
import { h, s } from '../dom';
import type { Fault, ReviewPly } from '../types';

const WIDTH = 600;
const HEIGHT = 150;
const EDGE = 8; // beside and above the curve

export interface CurvePoint {
    level: number | null; // 0 to 1; null: not known yet
    fault: Fault | null; // of the move that led here
    words: string;
}

/** Levels of all plies for the first side. */
export function levelsOf(plies: (ReviewPly | null)[]): (number | null)[] {
    const largest = Math.max(1, ...plies.map((ply) => (ply && !isEnd(ply) ? Math.abs(ply.value) : 0)));
    return plies.map((ply) => {
        if (!ply) return null;
        const own = ownLevel(ply, largest);
        return ply.side === 0 ? own : 1 - own;
    });
}

function isEnd({ kind, proved }: ReviewPly): boolean {
    return proved && (kind === 'win' || kind === 'loss' || kind === 'draw');
}

function ownLevel(ply: ReviewPly, largest: number): number {
    if (isEnd(ply)) return ply.kind === 'win' ? 1 : ply.kind === 'loss' ? 0 : 0.5;
    if (ply.wdl) return (ply.wdl[0] + ply.wdl[1] / 2) / 1000;
    return 0.5 + (0.45 * ply.value) / largest;
}

export class Curve {
    readonly element: HTMLElement;
    private readonly picture = s('svg', {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        'aria-hidden': 'true',
    });
    private readonly dots = h('div', { class: 'curve-dots', 'aria-hidden': 'true' });
    private points: CurvePoint[] = [];
    private at: number | null = null;

    constructor(
        label: string,
        private readonly onGo: (ply: number) => void,
    ) {
        this.element = h(
            'div',
            {
                class: 'curve',
                role: 'slider',
                tabindex: 0,
                'aria-label': label,
                'aria-valuemin': 0,
                onpointerdown: (event: PointerEvent) => this.point(event),
                onpointermove: (event: PointerEvent) => {
                    if (event.buttons & 1) this.point(event);
                },
                onkeydown: (event: KeyboardEvent) => this.key(event),
            },
            this.picture,
            this.dots,
        );
    }

    draw(points: CurvePoint[]): void {
        this.points = points;
        this.element.setAttribute('aria-valuemax', String(Math.max(0, points.length - 1)));
        this.picture.replaceChildren(
            ...this.areas(),
            s('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'curve-middle' }),
            s('path', { d: this.path(), class: 'curve-line' }),
        );
        this.show(this.at);
    }

    /** Marks the place that is looked at; null: it is not on this line. */
    show(ply: number | null): void {
        this.at = ply;
        this.element.setAttribute('aria-valuenow', String(ply ?? 0));
        this.element.setAttribute('aria-valuetext', ply === null ? '' : (this.points[ply]?.words ?? ''));
        const dots = this.points.flatMap(({ fault, level }, i) =>
            fault && level !== null ? [this.dot(i, level, `dot ${fault}`)] : [],
        );
        const level = ply === null ? null : (this.points[ply]?.level ?? 0.5);
        if (ply !== null && level !== null) dots.push(this.cursor(ply), this.dot(ply, level, 'dot here'));
        this.dots.replaceChildren(...dots);
    }

    private x(ply: number): number {
        return EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, this.points.length - 1);
    }

    private y(level: number): number {
        return EDGE + (HEIGHT - 2 * EDGE) * (1 - level);
    }

    private dot(ply: number, level: number, name: string): HTMLElement {
        const dot = h('span', { class: name });
        dot.style.left = `${(100 * this.x(ply)) / WIDTH}%`;
        dot.style.top = `${(100 * this.y(level)) / HEIGHT}%`;
        return dot;
    }

    private cursor(ply: number): HTMLElement {
        const line = h('span', { class: 'cursor' });
        line.style.left = `${(100 * this.x(ply)) / WIDTH}%`;
        return line;
    }

    /** Stretches of the line that are known, each a list of points. */
    private stretches(): [number, number][][] {
        const stretches: [number, number][][] = [[]];
        this.points.forEach(({ level }, i) => {
            if (level === null) stretches.push([]);
            else stretches.at(-1)!.push([this.x(i), this.y(level)]);
        });
        return stretches.filter((stretch) => stretch.length);
    }

    private path(): string {
        return this.stretches()
            .map((stretch) => `M${stretch.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`)
            .join('');
    }

    /** The area between the curve and the middle: above it the first side is better. */
    private areas(): SVGElement[] {
        const middle = HEIGHT / 2;
        const d = this.stretches()
            .map((stretch) => {
                const line = stretch.map(([x, y]) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join('');
                return `M${stretch[0]![0].toFixed(1)} ${middle}${line}L${stretch.at(-1)![0].toFixed(1)} ${middle}Z`;
            })
            .join('');
        const half = (id: string, y: number): SVGElement =>
            s('svg', { x: 0, y, width: WIDTH, height: middle, viewBox: `0 ${y} ${WIDTH} ${middle}` }, area(id));
        const area = (name: string): SVGElement => s('path', { d, class: name });
        return [half('curve-first', 0), half('curve-second', middle)];
    }

    private point({ clientX }: PointerEvent): void {
        const { left, width } = this.picture.getBoundingClientRect();
        const x = ((clientX - left) / Math.max(1, width)) * WIDTH;
        this.go(Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * (this.points.length - 1)));
    }

    private go(ply: number): void {
        const bounded = Math.max(0, Math.min(this.points.length - 1, ply));
        if (bounded !== this.at) this.onGo(bounded);
    }

    private key(event: KeyboardEvent): void {
        const last = this.points.length - 1;
        const at = this.at ?? 0;
        const targets: Record<string, number> = {
            ArrowLeft: at - 1,
            ArrowRight: at + 1,
            ArrowDown: at - 1,
            ArrowUp: at + 1,
            PageDown: at - 10,
            PageUp: at + 10,
            Home: 0,
            End: last,
        };
        const target = targets[event.key];
        if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        event.stopPropagation();
        this.go(target);
    }
}
