// SPDX-License-Identifier: MIT
// Two searches of the same position in figures: both run once more, without being recorded.
import { startJob, type Job } from '../api';
import { h } from '../dom';
import { number, sentences, t, wordText, type Key } from '../i18n';
import { moveText } from '../notation';
import type { PauseListener } from '../wait';
import type { JobReply, SearchResult, TraceRequest, TraceSummary } from '../types';
import { endedText, type CutOff } from './inside_ended';
import { resultText } from './inside_words';

/** Runs a search, and resolves with its result. */
export function searchOnce(
    request: TraceRequest,
    onJob: (job: Job) => void,
    pauses: PauseListener,
): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
        onJob(
            startJob('/api/searches', request, {
                ...pauses,
                result: ({ result, state }: JobReply) =>
                    result ? resolve(result) : reject(new Error(`the search is ${state}`)),
                error: reject,
            }),
        );
    });
}

/** One of the two, by the name of its method. */
export interface Compared {
    title: string;
    result: SearchResult;
    cutOff: CutOff | null;
    summary: TraceSummary;
}

type Figure = [name: Key, text: (one: Compared) => string, amount?: (one: Compared) => number];

/** A search that was cut off has only partial results, which are not shown as final ones. */
function outcome(text: (result: SearchResult, one: Compared) => string | null): (one: Compared) => string {
    return (one) => (one.cutOff ? null : text(one.result, one)) ?? '–';
}

/** The value for MAX, as in the trees: a search reports it for the side to move. */
function valueOf({ value, kind, answer }: SearchResult, { summary }: Compared): string | null {
    return answer ? null : resultText(value, kind, summary.side === 'min' ? -1 : 1);
}

const FIGURES: Figure[] = [
    ['insideEnded', ({ cutOff, summary }) => endedText(cutOff, summary)],
    ['insideValue', outcome(valueOf)],
    ['insideAnswer', outcome((result) => (result.answer ? wordText('insideAnswer', result.answer) : null))],
    ['insideBest', outcome(({ best }) => (best === null ? null : moveText(best)))],
    ['insideDepth', outcome((result) => String(result.depth))],
    ['insideNodesCount', ({ result }) => number(result.nodes), ({ result }) => result.nodes],
    ['insideEvaluations', ({ result }) => number(result.evaluations), ({ result }) => result.evaluations],
    [
        'insideTime',
        ({ result }) => t('insideMs', { n: result.time_ms.toFixed(result.time_ms < 10 ? 2 : 0) }),
        ({ result }) => result.time_ms,
    ],
];

function cell([, text, amount]: Figure, one: Compared, most: number): HTMLElement {
    if (!amount) return h('td', {}, text(one));
    const bar = h('span', { class: 'amount-bar' });
    bar.style.width = `${most ? Math.max(1, (100 * amount(one)) / most) : 0}%`;
    return h(
        'td',
        {},
        h('span', { class: 'amount' }, text(one)),
        h('span', { class: 'amount-back', 'aria-hidden': 'true' }, bar),
    );
}

export function comparison(both: Compared[]): HTMLElement {
    const hasAnswer = both.some(({ result }) => result.answer);
    const isCutOff = both.some(({ cutOff }) => cutOff);
    return h(
        'section',
        { class: 'card comparison' },
        h('h2', {}, t('insideCompared')),
        h('p', { class: 'help' }, sentences(t('insideComparedHelp'), isCutOff ? t('insideComparedCut') : '')),
        h(
            'table',
            {},
            h('thead', {}, h('tr', {}, h('td', {}), ...both.map(({ title }) => h('th', { scope: 'col' }, title)))),
            h(
                'tbody',
                {},
                ...FIGURES.filter(([name]) => hasAnswer || name !== 'insideAnswer').map((figure) => {
                    const [name, , amount] = figure;
                    const most = amount ? Math.max(...both.map(amount)) : 0;
                    return h(
                        'tr',
                        { 'data-figure': name },
                        h('th', { scope: 'row' }, t(name)),
                        ...both.map((one) => cell(figure, one, most)),
                    );
                }),
            ),
        ),
    );
}
