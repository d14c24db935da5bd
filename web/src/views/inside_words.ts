// SPDX-License-Identifier: MIT
// Nodes and steps of a trace in words: for labels, for the line under the film and for the details.
import { clauses, sentences, t, wordText } from '../i18n';
import { moveText } from '../notation';
import { boundMark } from '../thoughts';
import type { Bounds, TraceCut, TraceForm, TraceHead, TraceStep, TraceVisit } from '../types';

const WIN = 1000000; // minus n for a win in n plies
const WIN_LEAST = 998976;

export function valueText(value: number): string {
    if (value >= WIN_LEAST) return t('insideWin', { n: WIN - value || '' }).trim();
    if (value <= -WIN_LEAST) return t('insideLoss', { n: WIN + value || '' }).trim();
    return String(value).replace('-', '−');
}

/** The value of a search, which may be no more than a bound; `sign` is −1 where it is that of MIN. */
export function resultText(value: number, kind = 'exact', sign: 1 | -1 = 1): string {
    return `${boundMark(kind, sign)}${valueText(sign * value)}`;
}

export function windowText(window: Bounds | undefined): string {
    if (!window) return '';
    const [low, high] = window;
    return `[${low === null ? '−∞' : valueText(low)}, ${high === null ? '+∞' : valueText(high)}]`;
}

export function numbersText([proof, disproof]: Bounds): string {
    const one = (number: number | null): string => (number === null ? '∞' : String(number));
    return `${one(proof)} / ${one(disproof)}`;
}

export function meanText(mean: number | null | undefined): string {
    return typeof mean === 'number' ? `${Math.round(mean * 100)} %` : '–';
}

/** The name of a node: its way from the root, move by move. */
export function nameOf(label: string): string {
    return label === 'root' ? t('insideRoot') : label.split('.').map(moveText).join('.');
}

export function sideText(side: 'max' | 'min' | undefined): string {
    return t(side === 'min' ? 'insideMinShort' : 'insideMaxShort');
}

// ---- Cuts --------------------------------------------------------------------------------------------------------------

/** `window`: as it was when it closed, on a single value or beyond. */
export function cutText(cut: TraceCut, [alpha, beta]: Bounds): string {
    const names = {
        node: cut.node_label === null ? '' : nameOf(cut.node_label),
        at: cut.at_label === null ? '' : nameOf(cut.at_label),
        bound: valueText(cut.bound),
        how: t(alpha === beta ? 'insideCutByEqual' : 'insideCutByBetter'),
    };
    if (cut.kind === 'window') return t('insideCutWindow', names);
    return t(cut.kind === 'shallow' ? 'insideCutShallow' : 'insideCutDeep', names);
}

export function leftOutText(cut: TraceCut): string {
    if (cut.left_out === null) return '';
    return cut.left_out ? t('insideLeftOut', { n: cut.left_out }) : t('insideLeftNothing');
}

// ---- Nodes -------------------------------------------------------------------------------------------------------------

/** The largest text on a card. */
export function headline(form: TraceForm, node: TraceHead): string {
    if (form === 'proof') return node.numbers ? numbersText(node.numbers) : '';
    if (form === 'mcts') return typeof node.visits === 'number' ? String(node.visits) : '';
    if (form === 'moves') return typeof node.estimate === 'number' ? valueText(node.estimate) : '';
    if (typeof node.visit?.returns === 'number') return valueText(node.visit.returns);
    if (!node.visit && typeof node.true_value === 'number') return `(${valueText(node.true_value)})`;
    return '';
}

/** The line below it. */
export function subline(form: TraceForm, node: TraceHead): string {
    if (form === 'mcts') return meanText(node.mean);
    if (form === 'tree' && node.visit && !node.leaf) return windowText(node.visit.window);
    return '';
}

/** How a visit stands: it goes on, has ended for a reason, or has not begun. */
export function visitText(node: TraceHead, visit: TraceVisit | null | undefined): string {
    if (!visit) return t(node.cut_off ? 'insideCutOff' : 'insideNotSeen');
    if (visit.open) return t('insideOpenNode');
    return wordText('insideReason', visit.reason ?? '');
}

function treeLabel(node: TraceHead): string[] {
    const { visit } = node;
    const parts = [sideText(node.side)];
    if (visit?.window) parts.push(`${t('insideWindow')} ${windowText(visit.window)}`);
    if (typeof visit?.returns === 'number') parts.push(`${t('insideValue')} ${valueText(visit.returns)}`);
    else if (typeof node.true_value === 'number') parts.push(`${t('insideTrueValue')} ${valueText(node.true_value)}`);
    parts.push(visitText(node, visit));
    if (visit?.cut) parts.push(cutText(visit.cut, visit.window ?? [null, null]), leftOutText(visit.cut));
    return parts;
}

function formLabel(form: TraceForm, node: TraceHead): string[] {
    if (form === 'tree') return treeLabel(node);
    if (form === 'proof')
        return [
            t(node.kind === 'and' ? 'insideAnd' : 'insideOr'),
            `${t('insideNumbers')} ${headline(form, node)}`,
            wordText('insideState', node.state ?? 'open'),
        ];
    if (form === 'mcts')
        return [`${t('insideVisits')} ${headline(form, node)}`, `${t('insideMean')} ${meanText(node.mean)}`];
    if (typeof node.pessimistic !== 'number' || typeof node.optimistic !== 'number') return [];
    return [
        `${t('insideInterval')} ${t('insideIntervalText', { low: valueText(node.pessimistic), high: valueText(node.optimistic) })}`,
        node.best ? t('insideBestMove') : node.open ? '' : t('insideClosed'),
    ];
}

/** A node in one line, for people who do not see the picture. */
export function nodeLabel(form: TraceForm, node: TraceHead): string {
    return clauses([
        nameOf(node.move ?? node.label),
        ...formLabel(form, node),
        node.on_pv && t('insideOnPv'),
        node.child_count > 0 && t('insideHasChildren', { n: node.child_count }),
    ]);
}

// ---- Steps -------------------------------------------------------------------------------------------------------------

/** How leaving a node changed its parent. */
function effectText(step: TraceStep): string {
    const node = step.parent_label ? nameOf(step.parent_label) : null;
    if (node === null || !step.parent_before || !step.parent_after) return t('insideDone');
    const [[alpha, beta], [newAlpha, newBeta]] = [step.parent_before, step.parent_after];
    if (newAlpha !== alpha && newAlpha !== null) return t('insideRises', { node, value: valueText(newAlpha) });
    if (newBeta !== beta && newBeta !== null) return t('insideFalls', { node, value: valueText(newBeta) });
    return t('insideNoBetter', { node });
}

function treeStepText(step: TraceStep, next: TraceStep | undefined): string {
    const node = nameOf(step.label);
    const [alpha, beta] = step.window ?? [null, null];
    if (step.event === 'enter') {
        const isLeaf = next?.event === 'leave' && next.node === step.node;
        return isLeaf
            ? t('insideStepLook', { node })
            : t(step.window ? 'insideStepEnter' : 'insideStepEnterPlain', {
                  node,
                  side: sideText(step.side),
                  window: windowText(step.window),
              });
    }
    if (step.event === 'cut') {
        const bounds = { node, alpha: valueText(alpha ?? 0), beta: valueText(beta ?? 0) };
        const head = t(step.side === 'max' ? 'insideStepCutMax' : 'insideStepCutMin', bounds);
        return step.cut ? sentences(head, cutText(step.cut, [alpha, beta]), leftOutText(step.cut)) : head;
    }
    if (typeof step.returns !== 'number') return t('insideStepStopped', { node });
    const isLeaf = step.reason === 'over' || step.reason === 'horizon';
    const head = t(isLeaf ? 'insideStepLeaf' : 'insideStepLeave', { node, value: valueText(step.returns) });
    return head + effectText(step);
}

function proofStepText(step: TraceStep, root: Bounds | undefined): string {
    const names = { node: nameOf(step.label), numbers: root ? numbersText(root) : '–' };
    if (step.again) return t('insideStepExpandAgain', names);
    const fresh = step.changes?.filter((change) => change.node !== undefined && !change.before).length ?? 0;
    return t('insideStepExpand', { ...names, n: fresh });
}

function playoutText({ by, plies, result }: NonNullable<TraceStep['simulate']>): string {
    const figures = { plies, result: result.toFixed(2).replace(/\.?0+$/, '') };
    if (by === 'playout') return t('insidePlayout', figures);
    return t(by === 'over' || by === 'solved' ? 'insidePlayoutOver' : 'insideEvaluated', figures);
}

/** Describes a step. `root` are the root's numbers after it, in a proof. */
export function stepText(step: TraceStep, next: TraceStep | undefined, root: Bounds | undefined): string {
    if (step.event === 'expand') return proofStepText(step, root);
    if (step.event !== 'iteration') return treeStepText(step, next);
    const playout = step.simulate ? playoutText(step.simulate) : '';
    return t(step.new ? 'insideStepNew' : 'insideStepBackTo', { n: step.step, node: nameOf(step.label), playout });
}
