// SPDX-License-Identifier: MIT
// Lines in a diagram that may grow while it is looked at: axes with ticks, a linear or logarithmic scale, a legend that
// hides and shows, values by mouse and by keyboard, and the same numbers as a table. Lines differ in colour, in dashes
// and in the shape of their points. Where each has but one point they may be bars.
import { h, newId, s } from './dom';
import { scaleOf, ticksOf, type Scale } from './scale';

export interface ChartPoint {
    x: number;
    y: number;
    isPartial?: boolean; // not all that belongs to it is known yet: it is drawn hollow
}

export interface ChartSeries {
    name: string;
    points: ChartPoint[]; // in rising order of x
}

export interface ChartData {
    title: string;
    xLabel: string;
    yLabel: string;
    series: ChartSeries[];
    asBars?: boolean; // each series has but one point: a bar with its name
}

export interface ChartTexts {
    keys: string; // how to use it by keyboard
    empty: string;
    numbers: string; // the heading of the table
    value(series: string, x: string, y: string): string;
    number(value: number): string;
    tick(value: number): string;
}

interface Spot {
    series: number;
    point: number;
}

const COLOURS = 8;
const NARROW = 480;
const FONT = 12;
const BAR = 24; // pixels from one to the next
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-size', 'font-family', 'font-weight'];

/** Points of eight shapes about (0, 0). */
const SHAPES = [
    'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
    'M-3.5-3.5h7v7h-7Z',
    'M0-4.6 4.4 3.4h-8.8Z',
    'M0-5 5 0 0 5-5 0Z',
    'M0 4.6-4.4-3.4h8.8Z',
    'M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3Z',
    'M0-5 4.8-1.5 3 4.1h-6L-4.8-1.5Z',
    'M-4.5-1.2h9v2.4h-9Z',
];

function shape(series: number): string {
    return SHAPES[(series + Math.floor(series / COLOURS)) % SHAPES.length] ?? '';
}

function lineClass(series: number): string {
    return `series-${series % COLOURS} dash-${(series + Math.floor(series / COLOURS)) % 4}`;
}

export class Chart {
    readonly element: HTMLElement;
    private data: ChartData = { title: '', xLabel: '', yLabel: '', series: [] };
    private readonly svg = s('svg', { class: 'chart-drawing', 'aria-hidden': 'true' });
    private readonly plot: HTMLElement;
    private readonly legend = h('ul', { class: 'chart-legend' });
    private readonly readout = h('output', { class: 'chart-readout', 'aria-live': 'polite' });
    private readonly table = h('div', { class: 'chart-table', tabindex: 0, role: 'region' });
    private readonly hidden = new Set<string>();
    private readonly log = { x: false, y: false };
    private readonly watcher: ResizeObserver;
    private spot: Spot | null = null;
    private xScale: Scale | null = null;
    private yScale: Scale | null = null;
    private bars: number[] | null = null; // by series: its place from above

    constructor(private readonly texts: ChartTexts) {
        const help = newId('chart-help');
        this.plot = h(
            'div',
            { class: 'chart-plot', role: 'group', tabindex: 0, 'aria-describedby': help },
            this.svg,
            h('p', { id: help, class: 'unseen' }, texts.keys),
        );
        this.plot.addEventListener('keydown', (event) => this.onKey(event));
        this.plot.addEventListener('pointermove', (event) => this.onPointer(event));
        this.plot.addEventListener('pointerleave', () => this.choose(null));
        this.plot.addEventListener('blur', () => this.choose(null));
        this.element = h(
            'figure',
            { class: 'chart' },
            this.plot,
            this.readout,
            this.legend,
            h('details', { class: 'chart-numbers' }, h('summary', {}, texts.numbers), this.table),
        );
        this.watcher = new ResizeObserver(() => this.draw());
        this.watcher.observe(this.plot);
    }

    destroy(): void {
        this.watcher.disconnect();
    }

    show(data: ChartData): void {
        this.data = data;
        this.plot.setAttribute('aria-label', data.title);
        this.table.setAttribute('aria-label', data.title);
        if (this.spot && !this.pointAt(this.spot)) this.spot = null;
        this.draw();
        this.drawLegend();
        this.drawTable();
    }

    /** Whether an axis is logarithmic; an axis with a number that is not positive stays linear. */
    setLog(axis: 'x' | 'y', isLog: boolean): void {
        this.log[axis] = isLog;
        this.draw();
    }

    /** The drawing as a file, with its colours as they are on the page now. */
    toFile(): string {
        const copy = this.svg.cloneNode(true) as SVGSVGElement;
        const from = [this.svg, ...this.svg.querySelectorAll('*')];
        const to = [copy, ...copy.querySelectorAll('*')];
        from.forEach((element, i) => {
            const style = getComputedStyle(element);
            for (const name of STYLES) to[i]?.setAttribute(name, style.getPropertyValue(name));
            to[i]?.removeAttribute('class');
        });
        copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
        copy.removeAttribute('aria-hidden');
        const background = getComputedStyle(this.element).getPropertyValue('--card');
        copy.prepend(s('rect', { width: '100%', height: '100%', fill: background }));
        copy.prepend(s('title', {}, this.data.title));
        return new XMLSerializer().serializeToString(copy);
    }

    // ---- Drawing ----------------------------------------------------------------------------------------------------

    private shown(): { series: ChartSeries; index: number }[] {
        return this.data.series
            .map((series, index) => ({ series, index }))
            .filter(({ series }) => !this.hidden.has(series.name));
    }

    private resize(width: number, height: number): void {
        this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        this.svg.setAttribute('width', String(width));
        this.svg.setAttribute('height', String(height));
    }

    private draw(): void {
        const width = Math.max(240, Math.round(this.plot.clientWidth || 640));
        const height = width < NARROW ? 280 : 380;
        const points = this.shown().flatMap(({ series }) => series.points);
        this.xScale = this.yScale = this.bars = null;
        if (points.length > 0 && this.data.asBars) {
            this.drawBars(width, points);
            return;
        }
        this.resize(width, height);
        if (points.length === 0) {
            this.svg.replaceChildren(
                s(
                    'text',
                    { x: width / 2, y: height / 2, 'text-anchor': 'middle', class: 'chart-label' },
                    this.texts.empty,
                ),
            );
            return;
        }
        const ys = points.map(({ y }) => y);
        const xs = points.map(({ x }) => x);
        const yScale = scaleOf(ys, this.log.y, height - 44, 30, !this.log.y);
        const yTicks = ticksOf(yScale, height < 300 ? 4 : 6);
        const left = 18 + Math.max(...yTicks.map((value) => this.texts.tick(value).length)) * FONT * 0.62;
        const xScale = scaleOf(xs, this.log.x, Math.max(46, left), width - 16, false);
        this.xScale = xScale;
        this.yScale = yScale;
        this.svg.replaceChildren(
            this.grid(width, height, yTicks),
            ...this.shown().map(({ series, index }) => this.line(series, index)),
            s('g', { class: 'chart-cursor' }),
        );
        this.drawCursor();
    }

    /** One value of each series: a bar, with its name and number beside it. */
    private drawBars(width: number, points: ChartPoint[]): void {
        const shown = this.shown().filter(({ series }) => series.points.length > 0);
        const letters = Math.max(...shown.map(({ series }) => series.name.length));
        const left = Math.min(width * 0.4, letters * FONT * 0.62 + 12);
        const values = [0, ...points.map(({ y }) => y)];
        const scale = scaleOf(this.log.y ? values.slice(1) : values, this.log.y, left, width - 76, true);
        const foot = scale.place(scale.isLog ? scale.least : 0);
        this.resize(width, 34 + shown.length * BAR);
        this.xScale = scale;
        this.bars = [];
        this.svg.replaceChildren(
            s('text', { class: 'chart-label', x: 4, y: 14 }, this.data.yLabel),
            ...shown.map(({ series, index }, i) => {
                const { y = 0, isPartial } = series.points[0] ?? {};
                const top = 26 + i * BAR;
                const end = scale.place(y);
                this.bars![index] = top + BAR / 2 - 3;
                return s(
                    'g',
                    { class: `chart-grid ${lineClass(0)}`, 'data-series': series.name },
                    s('text', { x: left - 8, y: top + 13, 'text-anchor': 'end' }, series.name),
                    s('rect', {
                        class: isPartial ? 'chart-bar partial' : 'chart-bar',
                        x: Math.min(foot, end),
                        y: top,
                        width: Math.max(2, Math.abs(end - foot)),
                        height: BAR - 6,
                        rx: 2,
                    }),
                    s('text', { x: Math.max(foot, end) + 6, y: top + 13 }, this.texts.tick(y)),
                );
            }),
            s('g', { class: 'chart-cursor' }),
        );
        this.drawCursor();
    }

    private grid(width: number, height: number, yTicks: number[]): SVGGElement {
        const [x, y] = [this.xScale!, this.yScale!];
        const bottom = height - 44;
        const most = Math.max(2, Math.floor((x.to - x.from) / 56));
        return s(
            'g',
            { class: 'chart-grid' },
            ...yTicks.flatMap((value) => [
                s('line', { x1: x.from - 6, x2: width - 8, y1: y.place(value), y2: y.place(value) }),
                s('text', { x: x.from - 10, y: y.place(value) + 4, 'text-anchor': 'end' }, this.texts.tick(value)),
            ]),
            ...ticksOf(x, most).flatMap((value) => [
                s('line', { x1: x.place(value), x2: x.place(value), y1: bottom, y2: bottom + 5 }),
                s('text', { x: x.place(value), y: bottom + 19, 'text-anchor': 'middle' }, this.texts.tick(value)),
            ]),
            s('line', { class: 'chart-axis', x1: x.from - 6, x2: width - 8, y1: bottom, y2: bottom }),
            s(
                'text',
                { class: 'chart-label', x: (x.from + x.to) / 2, y: height - 6, 'text-anchor': 'middle' },
                this.data.xLabel,
            ),
            s('text', { class: 'chart-label', x: 4, y: 14 }, this.data.yLabel),
        );
    }

    private line(series: ChartSeries, index: number): SVGGElement {
        const places = series.points.map((point) => this.place(index, point));
        const path = places.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
        return s(
            'g',
            { class: lineClass(index), 'data-series': series.name },
            s('path', { class: 'chart-line', d: path }),
            ...places.map(([x, y], i) =>
                s('path', {
                    class: series.points[i]?.isPartial ? 'chart-point partial' : 'chart-point',
                    d: shape(index),
                    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
                }),
            ),
        );
    }

    private place(series: number, point: ChartPoint): [number, number] {
        if (this.bars) return [this.xScale!.place(point.y), this.bars[series] ?? 0];
        return [this.xScale!.place(point.x), this.yScale!.place(point.y)];
    }

    private drawLegend(): void {
        const names = this.data.series.map(({ name }) => name).join('\n');
        this.legend.hidden = Boolean(this.data.asBars);
        if (this.legend.dataset.names === names) return;
        this.legend.dataset.names = names;
        this.legend.replaceChildren(
            ...this.data.series.map((series, index) => {
                const swatch = s(
                    'svg',
                    { viewBox: '0 0 36 14', class: `chart-swatch ${lineClass(index)}`, 'aria-hidden': 'true' },
                    s('path', { class: 'chart-line', d: 'M1 7H35' }),
                    s('path', { class: 'chart-point', d: shape(index), transform: 'translate(18 7)' }),
                );
                const button = h(
                    'button',
                    { type: 'button', class: 'quiet', 'aria-pressed': String(!this.hidden.has(series.name)) },
                    swatch,
                    series.name,
                );
                button.addEventListener('click', () => {
                    if (!this.hidden.delete(series.name)) this.hidden.add(series.name);
                    button.setAttribute('aria-pressed', String(!this.hidden.has(series.name)));
                    this.choose(null);
                    this.draw();
                });
                return h('li', {}, button);
            }),
        );
    }

    private drawTable(): void {
        const { series, xLabel } = this.data;
        const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
        this.table.replaceChildren(
            h(
                'table',
                {},
                h(
                    'thead',
                    {},
                    h(
                        'tr',
                        {},
                        h('th', { scope: 'col' }, xLabel),
                        ...series.map(({ name }) => h('th', { scope: 'col' }, name)),
                    ),
                ),
                h(
                    'tbody',
                    {},
                    ...xs.map((x) =>
                        h(
                            'tr',
                            {},
                            h('th', { scope: 'row' }, this.texts.number(x)),
                            ...series.map(({ points }) => {
                                const point = points.find((one) => one.x === x);
                                return h('td', {}, point ? this.texts.number(point.y) : '–');
                            }),
                        ),
                    ),
                ),
            ),
        );
    }

    // ---- Values -----------------------------------------------------------------------------------------------------

    private pointAt(spot: Spot): ChartPoint | undefined {
        const series = this.data.series[spot.series];
        return series && !this.hidden.has(series.name) ? series.points[spot.point] : undefined;
    }

    private choose(spot: Spot | null): void {
        this.spot = spot;
        this.drawCursor();
    }

    private drawCursor(): void {
        const cursor = this.svg.querySelector('.chart-cursor');
        const point = this.spot && this.pointAt(this.spot);
        if (!cursor || !this.spot || !point || !this.xScale) {
            cursor?.replaceChildren();
            this.readout.replaceChildren();
            return;
        }
        const [x, y] = this.place(this.spot.series, point);
        const name = this.data.series[this.spot.series]?.name ?? '';
        cursor.setAttribute('class', `chart-cursor ${lineClass(this.spot.series)}`);
        cursor.replaceChildren(s('circle', { cx: x, cy: y, r: 8 }));
        const text = this.texts.value(name, this.texts.number(point.x), this.texts.number(point.y));
        if (this.readout.textContent !== text) this.readout.textContent = text;
    }

    private onPointer(event: PointerEvent): void {
        if (!this.xScale) return;
        const box = this.svg.getBoundingClientRect();
        const [left, top] = [event.clientX - box.left, event.clientY - box.top];
        let nearest: Spot | null = null;
        let least = 40 * 40;
        for (const { series, index } of this.shown())
            series.points.forEach((point, i) => {
                const [x, y] = this.place(index, point);
                const distance = (x - left) ** 2 + (y - top) ** 2;
                if (distance >= least) return;
                least = distance;
                nearest = { series: index, point: i };
            });
        this.choose(nearest);
    }

    private onKey(event: KeyboardEvent): void {
        const shown = this.shown().filter(({ series }) => series.points.length > 0);
        if (shown.length === 0) return;
        const at = shown.findIndex(({ index }) => index === this.spot?.series);
        const here = shown[Math.max(0, at)]!;
        const last = here.series.points.length - 1;
        const point = this.spot?.point ?? (event.key === 'ArrowLeft' ? last + 1 : -1);
        const along = { ArrowRight: point + 1, ArrowLeft: point - 1, Home: 0, End: last }[event.key];
        const across = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (along !== undefined) {
            this.choose({ series: here.index, point: Math.min(last, Math.max(0, along)) });
        } else if (across !== undefined) {
            const next = shown[(Math.max(0, at) + across + shown.length) % shown.length]!;
            this.choose({ series: next.index, point: Math.min(Math.max(0, point), next.series.points.length - 1) });
        } else if (event.key === 'Escape') {
            this.choose(null);
        } else {
            return;
        }
        event.preventDefault();
    }
}
