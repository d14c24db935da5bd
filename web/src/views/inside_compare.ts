// SPDX-License-Identifier: MIT
// Two searches of the same position in figures: both run once more, without being recorded.
import { startJob, type Job } from '../api';
import { h } from '../dom';
import { number, t, wordText, type Key } from '../i18n';
import type { JobReply, SearchResult, TraceRequest } from '../types';
import { valueText } from './inside_words';

/** Runs a search, and resolves with its result. */
export function searchOnce(request: TraceRequest, onJob: (job: Job) => void): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
        onJob(
            startJob('/api/searches', request, {
                result: ({ result, state }: JobReply) =>
                    result ? resolve(result) : reject(new Error(`the search is ${state}`)),
                error: reject,
            }),
        );
    });
}

type Figure = [name: Key, text: (result: SearchResult) => string, amount?: (result: SearchResult) => number];

const FIGURES: Figure[] = [
    ['insideValue', (result) => (result.answer ? '–' : valueText(result.value))],
    ['insideAnswer', (result) => (result.answer ? wordText('insideAnswer', result.answer) : '–')],
    ['insideBest', (result) => result.best ?? '–'],
    ['insideDepth', (result) => String(result.depth)],
    ['insideNodesCount', (result) => number(result.nodes), (result) => result.nodes],
    ['insideEvaluations', (result) => number(result.evaluations), (result) => result.evaluations],
    [
        'insideTime',
        (result) => t('insideMs', { n: result.time_ms.toFixed(result.time_ms < 10 ? 2 : 0) }),
        (result) => result.time_ms,
    ],
];

function cell([, text, amount]: Figure, result: SearchResult, most: number): HTMLElement {
    if (!amount) return h('td', {}, text(result));
    const bar = h('span', { class: 'amount-bar' });
    bar.style.width = `${most ? Math.max(1, (100 * amount(result)) / most) : 0}%`;
    return h(
        'td',
        {},
        h('span', { class: 'amount' }, text(result)),
        h('span', { class: 'amount-back', 'aria-hidden': 'true' }, bar),
    );
}

export function comparison(titles: [string, string], results: [SearchResult, SearchResult]): HTMLElement {
    const hasAnswer = results.some(({ answer }) => answer);
    return h(
        'section',
        { class: 'card comparison' },
        h('h2', {}, t('insideCompared')),
        h('p', { class: 'help' }, t('insideComparedHelp')),
        h(
            'table',
            {},
            h('thead', {}, h('tr', {}, h('td', {}), ...titles.map((title) => h('th', { scope: 'col' }, title)))),
            h(
                'tbody',
                {},
                ...FIGURES.filter(([name]) => hasAnswer || name !== 'insideAnswer').map((figure) => {
                    const [name, , amount] = figure;
                    const most = amount ? Math.max(...results.map(amount)) : 0;
                    return h(
                        'tr',
                        { 'data-figure': name },
                        h('th', { scope: 'row' }, t(name)),
                        ...results.map((result) => cell(figure, result, most)),
                    );
                }),
            ),
        ),
    );
}
