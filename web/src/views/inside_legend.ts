// SPDX-License-Identifier: MIT
// The meaning of the signs of a tree, drawn as in the tree.
import { h, s } from '../dom';
import { t, type Key } from '../i18n';
import type { TraceForm, TraceHead } from '../types';
import { sideShape } from './inside_card';

type Sign = [SVGElement[], Key];

const blank: TraceHead = { id: 0, label: '', move: null, child_count: 0 };

function shape(node: Partial<TraceHead>): SVGElement[] {
    return [s('g', { class: node.side ?? '' }, sideShape({ ...blank, ...node }, 20, 12)!)];
}

function face(name: string, rx = 6): SVGElement[] {
    return [
        s(
            'g',
            { class: `tree-node ${name}` },
            s('rect', { class: 'card-face', x: 4, y: 3, width: 32, height: 18, rx }),
        ),
    ];
}

function edge(name: string): SVGElement {
    return s('path', { class: `edge ${name}`, d: 'M4 12H36' });
}

function badge(text: string): SVGElement[] {
    return [
        s(
            'g',
            { class: 'badge', transform: 'translate(20 12)' },
            s('rect', { x: -10, y: -8, width: 20, height: 16, rx: 8 }),
            s('text', { y: 4 }, text),
        ),
    ];
}

function cut(): SVGElement[] {
    return [edge('cut'), s('path', { class: 'cut-mark', d: 'M13 17l8 -10M19 17l8 -10' })];
}

function bar(hasMark: boolean): SVGElement[] {
    return [
        s('rect', { class: 'bar-back', x: 4, y: 9, width: 32, height: 6, rx: 3 }),
        s('rect', { class: 'bar-fill', x: hasMark ? 10 : 4, y: 9, width: 20, height: 6, rx: 3 }),
        ...(hasMark ? [s('circle', { class: 'bar-mark', cx: 22, cy: 12, r: 5 })] : []),
    ];
}

function signs(form: TraceForm, hasTruth: boolean): Sign[] {
    if (form === 'moves')
        return [
            [bar(true), 'insideLegendInterval'],
            [[edge('pv')], 'insideBestMove'],
        ];
    const film: Sign[] = [
        [[edge('pv')], 'insideLegendPv'],
        [face('now'), 'insideLegendNow'],
    ];
    if (form === 'proof')
        return [
            [shape({ kind: 'or' }), 'insideLegendOr'],
            [shape({ kind: 'and' }), 'insideLegendAnd'],
            [face('proved'), 'insideLegendProved'],
            [face('disproved'), 'insideLegendDisproved'],
            ...film,
        ];
    if (form === 'mcts') return [[bar(false), 'insideLegendVisits'], ...film];
    return [
        [shape({ side: 'max' }), 'insideLegendMax'],
        [shape({ side: 'min' }), 'insideLegendMin'],
        [face('leaf', 9), 'insideLegendLeaf'],
        [cut(), 'insideLegendCut'],
        hasTruth
            ? [face('cut-off'), 'insideLegendUnseen']
            : [[s('text', { class: 'stub-text', x: 20, y: 17 }, '×5')], 'insideLegendLeftOut'],
        [[s('text', { class: 'stub-text win', x: 20, y: 17 }, t('insideWin', { n: 3 }))], 'insideLegendWin'],
        [badge('#'), 'insideLegendHash'],
        [badge('↓2'), 'insideLegendReduced'],
        ...film,
    ];
}

/** For one tree, or for two side by side. */
export function legend(forms: TraceForm[], hasTruth: boolean): HTMLElement {
    const all = new Map(forms.flatMap((form) => signs(form, hasTruth)).map(([drawing, key]) => [key, drawing]));
    return h(
        'details',
        { class: 'card legend', open: true },
        h('summary', {}, t('insideLegend')),
        h(
            'ul',
            {},
            ...[...all].map(([key, drawing]) =>
                h(
                    'li',
                    {},
                    s('svg', { viewBox: '0 0 40 24', class: 'tree-sign', 'aria-hidden': 'true' }, ...drawing),
                    t(key),
                ),
            ),
        ),
    );
}
