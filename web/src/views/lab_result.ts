// SPDX-License-Identifier: MIT
// The display of a run: its progress, its curve, and in the end its tables and files.
import { Chart, type ChartSeries } from '../chart';
import { h, newId } from '../dom';
import { fileNameOf } from '../download';
import { columnTitle, currentLanguage, limitName, measureName, sectionTitle, t } from '../i18n';
import { say } from '../live';
import { problemText } from '../problem';
import type { ReportSection } from '../types';
import { reportFrame } from './lab_frame';
import type { LabRun } from './lab_run';

/** About how long, as exact as an estimate can be. */
export function durationText(seconds: number): string {
    if (seconds < 120) return t('labSeconds', { n: Math.max(1, Math.round(seconds)) });
    if (seconds < 7200) return t('labMinutes', { n: Math.round(seconds / 60) });
    return t('labHours', { n: (seconds / 3600).toFixed(1) });
}

function numberText(value: number): string {
    const digits = Math.abs(value) >= 100 ? 0 : 3;
    return new Intl.NumberFormat(currentLanguage() === 'zh' ? 'zh-CN' : 'en', {
        maximumFractionDigits: digits,
    }).format(value);
}

function tickText(value: number): string {
    return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
}

/** Variants that differ in one option, each searched to one limit, are points of one curve. */
function isByFamily(run: LabRun): boolean {
    return run.curves.every(({ points }) => points.length <= 1) && run.curves.some(({ family }) => family !== null);
}

export function seriesOf(run: LabRun, measure: string): ChartSeries[] {
    const index = 2 + Math.max(0, run.measures.indexOf(measure));
    const series = new Map<string, ChartSeries>();
    const byFamily = isByFamily(run);
    for (const { variant, family, at, rows, points } of run.curves) {
        if (byFamily && family === null) continue;
        const name = byFamily && family !== null ? family : variant;
        const one = series.get(name) ?? { name, points: [] };
        series.set(name, one);
        for (const point of points) {
            const y = point[index];
            if (typeof y === 'number')
                one.points.push({ x: byFamily ? (at ?? 0) : point[0], y, isPartial: point[1] < rows });
        }
    }
    for (const { points } of series.values()) points.sort((a, b) => a.x - b.x);
    return [...series.values()];
}

/** A logarithmic axis shows more where numbers are of unlike size. */
function wantsLog(values: number[]): boolean {
    return values.length > 2 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) > 50;
}

function cell(text: string): string {
    const number = Number(text);
    return text !== '' && Number.isFinite(number) ? numberText(number) : text;
}

/** Kinds of parts whose columns, but for the first, are variants. */
const BY_VARIANT = ['progress', 'table', 'over', 'grouped', 'within'];

function columnHead(section: ReportSection, text: string, index: number): HTMLElement {
    const isOfVariant = index >= section.names && BY_VARIANT.includes(section.kind);
    return h('th', { scope: 'col' }, columnTitle(text, isOfVariant));
}

/** The subject of a row: a variant or a limit; for groups and answers a word. */
function rowHead(section: ReportSection, text: string, index: number): HTMLElement {
    const isWord = section.kind === 'grouped' || (section.kind === 'prediction' && index > 0);
    return h('th', { scope: 'row' }, isWord ? columnTitle(text) : text);
}

function sectionTable(section: ReportSection): HTMLElement {
    const [head = [], ...rows] = section.rows;
    const title = sectionTitle(section.title);
    return h(
        'section',
        { class: 'lab-table' },
        h('h3', { lang: title.lang }, title.text),
        h(
            'div',
            { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title.text },
            h(
                'table',
                {},
                h('thead', {}, h('tr', {}, ...head.map((text, i) => columnHead(section, text, i)))),
                h(
                    'tbody',
                    {},
                    ...rows.map((row) =>
                        h(
                            'tr',
                            {},
                            ...row.map((text, i) =>
                                i < section.names ? rowHead(section, text, i) : h('td', {}, cell(text)),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    );
}

function save(name: string, type: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type }));
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export class ResultView {
    readonly element = h('section', { class: 'card lab-result', 'aria-labelledby': newId('result') });
    private readonly heading = h('h2', { id: this.element.getAttribute('aria-labelledby') });
    private readonly status = h('p', { class: 'lab-status' });
    private readonly bar = h('progress', { max: 1, value: 0, 'aria-label': t('labRun') });
    private readonly stop = h('button', { type: 'button', class: 'lab-stop' }, t('labStop'));
    private readonly measure = h('select', { id: newId('measure') });
    private readonly logs: Record<'x' | 'y', HTMLInputElement>;
    private readonly controls = h('div', { class: 'lab-controls' });
    private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly again = h('button', { type: 'button', class: 'lab-again', hidden: true }, t('labAgain'));
    private readonly after = h('div', { class: 'lab-after' });
    private readonly chart: Chart;
    private chosen: Partial<Record<'x' | 'y', boolean>> = {};
    private frame = 0;
    private toldState = '';

    constructor(
        private readonly run: LabRun,
        onAgain: () => void,
    ) {
        this.chart = new Chart({
            keys: t('labChartKeys'),
            empty: t('labChartEmpty'),
            numbers: t('labChartNumbers'),
            value: (series, x, y) => t('labChartValue', { series, x, y }),
            number: numberText,
            tick: tickText,
        });
        this.logs = { x: this.logSwitch('x'), y: this.logSwitch('y') };
        this.stop.addEventListener('click', () => {
            run.stop();
            this.stop.disabled = true; // the report is still to be made
            this.stop.textContent = t('labStopping');
        });
        this.again.addEventListener('click', onAgain);
        this.measure.addEventListener('change', () => {
            this.chosen = {};
            this.show();
        });
        this.controls.append(
            h('label', { for: this.measure.id }, t('labMeasureShown')),
            this.measure,
            h('label', {}, this.logs.x, t('labLogX')),
            h('label', {}, this.logs.y, t('labLogY')),
        );
        this.element.append(
            h('header', {}, this.heading, this.stop),
            this.bar,
            this.status,
            this.problem,
            this.again,
            this.controls,
            this.chart.element,
            this.after,
        );
        this.heading.textContent = run.isQuick ? t('bracketed', { text: run.title, more: t('labQuickForm') }) : run.title;
        run.onChange = () => this.showSoon();
        this.show();
    }

    destroy(): void {
        cancelAnimationFrame(this.frame);
        this.run.onChange = null;
        this.chart.destroy();
    }

    private logSwitch(axis: 'x' | 'y'): HTMLInputElement {
        return h('input', {
            type: 'checkbox',
            onchange: (event: Event) => {
                this.chosen[axis] = (event.target as HTMLInputElement).checked;
                this.show();
            },
        });
    }

    /** Rows may come faster than people can read. */
    private showSoon(): void {
        if (this.frame) return;
        this.frame = requestAnimationFrame(() => {
            this.frame = 0;
            this.show();
        });
    }

    private show(): void {
        this.showState();
        this.showMeasures();
        this.showCurve();
        if (this.run.isOver && !this.after.firstChild) this.showAfter();
    }

    private stateText(): string {
        const { run } = this;
        if (!run.isOver && run.pause.text) return run.pause.text;
        if (run.state === 'waiting') return t('labWaiting');
        if (run.state === 'done') return t('labDone', { of: numberText(run.of) });
        const counts = { done: numberText(run.done), of: numberText(run.of) };
        if (run.state === 'stopped') return t('labStopped', counts);
        if (run.state === 'failed') return '';
        const left = run.leftMs ? ` · ${t('labLeft', { time: durationText(run.leftMs / 1000) })}` : '';
        return t('labProgress', counts) + left;
    }

    private showState(): void {
        const { run } = this;
        this.element.dataset.state = run.state;
        this.bar.max = Math.max(1, run.of);
        this.bar.value = run.done;
        this.bar.hidden = this.stop.hidden = run.isOver;
        this.status.textContent = this.stateText();
        this.problem.hidden = this.again.hidden = !run.error;
        if (run.error) this.problem.textContent = t('labFailed', { reason: problemText(run.error).text });
        // A screen reader announces the end, not each row.
        if (run.isOver && this.toldState !== run.state) say(this.stateText());
        this.toldState = run.state;
    }

    private showMeasures(): void {
        if (this.measure.options.length === this.run.measures.length) return;
        const kept = this.measure.value;
        this.measure.replaceChildren(
            ...this.run.measures.map((measure) => h('option', { value: measure }, measureName(measure))),
        );
        if (this.run.measures.includes(kept)) this.measure.value = kept;
    }

    private showCurve(): void {
        const measure = this.measure.value;
        const series = seriesOf(this.run, measure);
        const points = series.flatMap((one) => one.points);
        // A finished run without rows has no curve, and waits for none.
        this.controls.hidden = this.chart.element.hidden = this.run.isOver && points.length === 0;
        // While it runs, one point may become a curve.
        const asBars = this.run.isOver && series.length > 1 && series.every((one) => one.points.length <= 1);
        this.logs.x.parentElement!.hidden = asBars;
        for (const axis of ['x', 'y'] as const) {
            const isLog = this.chosen[axis] ?? wantsLog(points.map((point) => point[axis]));
            this.logs[axis].checked = isLog;
            this.chart.setLog(axis, isLog);
        }
        this.chart.show({
            title: t('labCurve', { title: this.run.title }),
            xLabel: isByFamily(this.run) ? t('labFamilyValue') : limitName(this.run.limit),
            yLabel: measure ? measureName(measure) : '',
            series,
            asBars,
        });
    }

    private showAfter(): void {
        const { run } = this;
        this.after.replaceChildren(
            ...(run.state === 'failed' ? [] : [this.downloads()]),
            ...run.sections.map(sectionTable),
            ...(run.reportAddress ? [this.wholeReport(run.reportAddress)] : []),
        );
    }

    private downloads(): HTMLElement {
        const { run } = this;
        const name = fileNameOf(run.title, 'experiment');
        const button = (label: string, ending: string, type: string, text: (() => string) | null): HTMLElement =>
            h(
                'button',
                {
                    type: 'button',
                    disabled: !text,
                    onclick: () => text && save(`${name}.${ending}`, `${type};charset=utf-8`, text()),
                },
                label,
            );
        const { report } = run;
        return h(
            'div',
            { class: 'lab-downloads', role: 'group', 'aria-label': t('labDownload') },
            h('span', { 'aria-hidden': 'true' }, t('labDownload')),
            button(t('labDownloadCsv'), 'csv', 'text/csv', report && (() => report.csv)),
            button(t('labDownloadSvg'), 'svg', 'image/svg+xml', () => this.chart.toFile()),
            button(t('labDownloadText'), 'report.txt', 'text/plain', report && (() => report.text)),
            button(t('labDownloadHtml'), 'html', 'text/html', report && (() => report.html)),
            button(t('labDownloadExperiment'), 'txt', 'text/plain', () => run.text),
        );
    }

    private wholeReport(address: string): HTMLElement {
        const place = h('div', {});
        return h(
            'details',
            {
                ontoggle: (event: Event) => {
                    if ((event.target as HTMLDetailsElement).open && !place.firstChild)
                        place.append(reportFrame(address, this.run.title));
                },
            },
            h('summary', {}, t('labWholeReport')),
            place,
        );
    }
}
