// SPDX-License-Identifier: MIT
// All that is known of one node, in words and figures.
import { h } from '../dom';
import { labelled, t, wordText } from '../i18n';
import { moveText } from '../notation';
import type { TraceNode, TraceStep, TraceSummary, TraceVisit } from '../types';
import { cutText, leftOutText, meanText, nameOf, numbersText, valueText, visitText, windowText } from './inside_words';

type Row = [name: string, value: string, help?: string];

function list(rows: (Row | null)[]): HTMLElement {
    return h(
        'dl',
        { class: 'node-figures' },
        ...rows
            .filter((row): row is Row => row !== null)
            .map(([name, value, help]) =>
                h('div', {}, h('dt', {}, name), h('dd', {}, value, help ? h('p', { class: 'help' }, help) : null)),
            ),
    );
}

function reductionRow({ reduction }: TraceVisit): Row | null {
    if (!reduction) return null;
    const n = Math.abs(reduction);
    return [
        t('insideReduction'),
        String(-reduction).replace('-', '−'),
        t(reduction > 0 ? 'insideReductionHelp' : 'insideExtension', { n }),
    ];
}

/** At the root nothing scouts: what is searched again there had a value outside its window, which is wider now. */
function phaseText({ parent, visits }: TraceNode, { phase, entered }: TraceVisit): string {
    if (parent !== null || phase !== 'research' || !Array.isArray(visits)) return wordText('insidePhase', phase);
    const before = visits[visits.findIndex((visit) => visit.entered === entered) - 1];
    const low = before?.entry?.[0] ?? null;
    const isBelow = low !== null && typeof before?.returns === 'number' && before.returns <= low;
    return t(isBelow ? 'insidePhaseBelow' : 'insidePhaseAbove');
}

function visitRows(node: TraceNode, visit: TraceVisit): (Row | null)[] {
    return [
        typeof visit.returns === 'number' ? [t('insideValue'), valueText(visit.returns)] : null,
        visit.window ? [t('insideWindow'), windowText(visit.window), t('insideWindowHelp')] : null,
        visit.entry ? [t('insideEntry'), windowText(visit.entry)] : null,
        [t('insideReason'), visitText(node, visit)],
        visit.cut ? [t('insideCut'), cutText(visit.cut, visit.window ?? [null, null]), leftOutText(visit.cut)] : null,
        visit.case && node.parent !== null ? [t('insideCase'), wordText('insideCase', String(visit.case))] : null,
        [t('insideDepthLeft'), String(visit.depth)],
        reductionRow(visit),
        [t('insidePhase'), phaseText(node, visit)],
        node.visit_count! > 1 ? [t('insideVisited'), t('insideTimes', { n: node.visit_count! })] : null,
    ];
}

function allVisits(visits: TraceVisit[]): HTMLElement {
    return h(
        'details',
        {},
        h('summary', {}, t('insideAllVisits')),
        h(
            'ol',
            { class: 'visits' },
            ...visits.map((visit) =>
                h(
                    'li',
                    {},
                    [
                        t('insideIteration', { n: visit.iteration }),
                        `${t('insideStep')} ${visit.entered}`,
                        windowText(visit.entry),
                        typeof visit.returns === 'number' ? `→ ${valueText(visit.returns)}` : '',
                    ]
                        .filter(Boolean)
                        .join(' · '),
                ),
            ),
        ),
    );
}

function treeDetails(node: TraceNode, isBare: boolean): HTMLElement[] {
    const rows: (Row | null)[] = [
        [t('insideSide'), t(node.side === 'min' ? 'insideMin' : 'insideMax')],
        ...(node.visit
            ? visitRows(node, node.visit)
            : [isBare ? null : ([t('insideReason'), visitText(node, null)] as Row)]),
        typeof node.true_value === 'number' ? [t('insideTrueValue'), valueText(node.true_value)] : null,
    ];
    const visits = Array.isArray(node.visits) && node.visits.length > 1 ? [allVisits(node.visits)] : [];
    return [list(rows), ...visits];
}

function proofDetails(node: TraceNode): HTMLElement[] {
    const history = (node.history ?? []).map(({ step, numbers }) =>
        h('li', {}, labelled(`${t('insideStep')} ${step}`, numbersText(numbers))),
    );
    return [
        list([
            [t('insideSide'), t(node.kind === 'and' ? 'insideAnd' : 'insideOr')],
            [t('insideNumbers'), numbersText(node.numbers ?? [null, null]), t('insideNumbersHelp')],
            [t('insideState'), wordText('insideState', node.state ?? 'open')],
            node.expanded ? [t('insideExpandedIn'), String(node.expanded)] : null,
        ]),
        ...(history.length
            ? [h('details', {}, h('summary', {}, t('insideHistory')), h('ol', { class: 'visits' }, ...history))]
            : []),
    ];
}

/** The moves among which the iteration of this step has chosen here. */
function urgencies(step: TraceStep | undefined, node: number): HTMLElement[] {
    const chosen = step?.select?.find((one) => one.node === node);
    if (!chosen) return [];
    const figure = (value: number | null): string => (value === null ? '∞' : value.toFixed(2));
    const columns = [t('insideMove'), t('insideVisits'), t('insideMean'), t('insideExploration'), t('insideSum')];
    return [
        h('h3', {}, t('insideUrgency')),
        h('p', { class: 'help' }, t('insideUrgencyHelp')),
        h(
            'table',
            { class: 'urgencies' },
            h('thead', {}, h('tr', {}, ...columns.map((title) => h('th', { scope: 'col' }, title)))),
            h(
                'tbody',
                {},
                ...chosen.moves.map((one) =>
                    h(
                        'tr',
                        { class: one.selected ? 'chosen' : null },
                        h('th', { scope: 'row' }, moveText(one.move)),
                        h('td', {}, String(one.visits)),
                        h('td', {}, meanText(one.mean)),
                        h('td', {}, figure(one.exploration)),
                        h('td', {}, figure(one.urgency)),
                    ),
                ),
            ),
        ),
    ];
}

function mctsDetails(node: TraceNode, step: TraceStep | undefined): HTMLElement[] {
    return [
        list([
            [t('insideVisits'), String(node.visits)],
            [t('insideMean'), meanText(node.mean), t('insideMeanHelp')],
            [t('insideTried'), t('insideTriedOf', { tried: node.tried ?? 0, moves: node.moves ?? 0 })],
            [t('insideSince'), t('insideIteration', { n: node.since ?? 0 })],
        ]),
        ...urgencies(step, node.id),
    ];
}

function movesDetails(node: TraceNode): HTMLElement[] {
    if (typeof node.pessimistic !== 'number' || typeof node.optimistic !== 'number') return [];
    const figures = { low: valueText(node.pessimistic), high: valueText(node.optimistic) };
    return [
        list([
            [t('insideInterval'), t('insideIntervalText', figures)],
            typeof node.estimate === 'number' ? [t('insideEstimate'), valueText(node.estimate)] : null,
            typeof node.chance === 'number' ? [t('insideChance'), meanText(node.chance)] : null,
        ]),
        h('p', {}, node.best ? t('insideBestMove') : node.open ? '' : t('insideClosed')),
    ];
}

/** `path`: the moves from the root. */
export function detailsOf(
    { form, steps }: Pick<TraceSummary, 'form' | 'steps'>,
    node: TraceNode,
    path: string[],
    step: TraceStep | undefined,
): HTMLElement[] {
    const parts = {
        tree: () => treeDetails(node, steps === 0),
        proof: () => proofDetails(node),
        mcts: () => mctsDetails(node, step),
        moves: () => movesDetails(node),
    };
    return [
        h(
            'p',
            { class: 'node-name' },
            nameOf(node.move ?? node.label),
            node.on_pv ? h('span', { class: 'chip' }, t('insideLegendPv')) : null,
        ),
        ...(path.length ? [h('p', { class: 'help' }, labelled(t('insidePath'), path.map(moveText).join(' ')))] : []),
        ...parts[form](),
    ];
}
