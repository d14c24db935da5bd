// SPDX-License-Identifier: MIT
// The picture of one node: a card whose shape and lines depend on the form of the trace.
import { s } from '../dom';
import { nameOf, headline, subline } from './inside_words';
import type { TraceForm, TraceHead } from '../types';

const PAD = 8;
const ROW = 17;
const SHAPE = 12; // of the sign of a side
const BAR = 5;

export interface CardLook {
    form: TraceForm;
    hidesLeafMoves: boolean; // where moves to leaves are mere numbers
    range: [number, number]; // of all intervals, in the form `moves`
    parentVisits: number; // of its parent, in the form `mcts`
}

export interface Card {
    width: number;
    height: number;
    draw(): SVGElement[];
}

/** How wide a text is, near enough. */
function textWidth(text: string, size: number): number {
    let width = 0;
    for (const character of text) width += character > '\u2e80' ? size : size * 0.65;
    return width;
}

/** △ or ▽, a square for OR, a circle for AND. */
export function sideShape(node: TraceHead, x: number, y: number): SVGElement | null {
    const r = SHAPE / 2;
    if (node.side === 'max' && !node.leaf)
        return s('path', { class: 'side-sign', d: `M${x} ${y - r}L${x + r} ${y + r}L${x - r} ${y + r}Z` });
    if (node.side === 'min' && !node.leaf)
        return s('path', { class: 'side-sign', d: `M${x} ${y + r}L${x + r} ${y - r}L${x - r} ${y - r}Z` });
    if (node.kind === 'or')
        return s('rect', { class: 'side-sign', x: x - r + 1, y: y - r + 1, width: SHAPE - 2, height: SHAPE - 2 });
    if (node.kind === 'and') return s('circle', { class: 'side-sign', cx: x, cy: y, r: r - 0.5 });
    return null;
}

function badgesOf(node: TraceHead): string[] {
    const badges: string[] = [];
    const { visit } = node;
    if (visit?.reason === 'hash') badges.push('#');
    if (visit && visit.reduction > 0) badges.push(`↓${visit.reduction}`);
    if (visit && visit.reduction < 0) badges.push(`↑${-visit.reduction}`);
    return badges;
}

function drawBadges(node: TraceHead, width: number, height: number): SVGElement[] {
    let right = width / 2 + 6;
    return badgesOf(node).map((badge) => {
        const wide = Math.max(16, textWidth(badge, 11) + 8);
        right -= wide + 2;
        return s(
            'g',
            { class: 'badge', transform: `translate(${right + wide / 2 + 2} ${-height / 2 - 1})` },
            s('rect', { x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }),
            s('text', { y: 4 }, badge),
        );
    });
}

/** The bar of visits, or the interval with its estimate. */
function drawBar(node: TraceHead, look: CardLook, width: number, y: number): SVGElement[] {
    const left = -width / 2 + PAD;
    const room = width - 2 * PAD;
    const part = (from: number, to: number, name: string): SVGElement =>
        s('rect', {
            class: name,
            x: left + from * room,
            y,
            width: Math.max(1, (to - from) * room),
            height: BAR,
            rx: BAR / 2,
        });
    if (look.form === 'mcts' && typeof node.visits === 'number')
        return [part(0, 1, 'bar-back'), part(0, Math.min(1, node.visits / Math.max(1, look.parentVisits)), 'bar-fill')];
    const [low, high] = look.range;
    const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0);
    if (typeof node.pessimistic !== 'number' || typeof node.optimistic !== 'number') return [];
    const parts = [part(0, 1, 'bar-back'), part(share(node.pessimistic), share(node.optimistic), 'bar-fill')];
    if (typeof node.estimate === 'number')
        parts.push(s('circle', { class: 'bar-mark', cx: left + share(node.estimate) * room, cy: y + BAR / 2, r: 5 }));
    return parts;
}

function nameShown(node: TraceHead, look: CardLook): string {
    if (node.leaf && look.hidesLeafMoves && headline(look.form, node)) return '';
    return nameOf(node.move ?? node.label);
}

export function cardOf(node: TraceHead, look: CardLook): Card {
    const name = nameShown(node, look);
    const value = headline(look.form, node);
    const below = look.form === 'mcts' ? '' : subline(look.form, node);
    const extra = look.form === 'mcts' ? subline(look.form, node) : '';
    const hasBar = look.form === 'mcts' || (look.form === 'moves' && typeof node.optimistic === 'number');
    const hasSign = (node.side && !node.leaf) || node.kind;
    const first =
        (hasSign ? SHAPE + 5 : 0) +
        (name ? textWidth(name, 14) + 14 : 0) +
        textWidth(value, 14) +
        (extra ? textWidth(extra, 12) + 10 : 0);
    const width = Math.max(look.form === 'moves' ? 132 : 42, first + 2 * PAD, textWidth(below, 11.5) + 2 * PAD);
    const height = ROW + 12 + (below ? 14 : 0) + (hasBar ? BAR + 4 : 0);
    return { width, height, draw: () => drawCard() };

    function drawCard(): SVGElement[] {
        const top = -height / 2;
        const line = top + 6 + ROW / 2;
        const left = -width / 2 + PAD;
        const parts: (SVGElement | null)[] = [
            s('rect', { class: 'card-face', x: -width / 2, y: top, width, height, rx: node.leaf ? height / 2 : 9 }),
            hasSign ? sideShape(node, left + SHAPE / 2, line) : null,
            name ? s('text', { class: 'card-name', x: left + (hasSign ? SHAPE + 5 : 0), y: line + 5 }, name) : null,
            extra ? s('text', { class: 'card-extra', x: width / 2 - PAD, y: line + 5 }, extra) : null,
            s(
                'text',
                {
                    class: 'card-value',
                    x: name ? width / 2 - PAD - (extra ? textWidth(extra, 12) + 10 : 0) : 0,
                    y: line + 5,
                    'data-middle': name ? null : '',
                },
                value,
            ),
            below ? s('text', { class: 'card-below', x: left, y: line + 20 }, below) : null,
            ...(hasBar ? drawBar(node, look, width, top + height - BAR - 6) : []),
            ...drawBadges(node, width, height),
        ];
        return parts.filter((part): part is SVGElement => part !== null);
    }
}

/** The look of a card, from the data of its node. */
export function cardClasses(form: TraceForm, node: TraceHead): string[] {
    const classes = [`form-${form}`];
    if (node.on_pv || node.best) classes.push('pv');
    if (form === 'tree') {
        classes.push(node.side === 'min' ? 'min' : 'max');
        if (node.cut_off) classes.push('cut-off');
        else if (!node.visit) classes.push('unseen-node');
        else if (node.visit.open) classes.push('open');
        if (node.visit?.cut) classes.push('cuts');
        if (node.leaf) classes.push('leaf');
    }
    if (form === 'proof' && node.state) classes.push(node.state);
    if (form === 'moves' && node.open === false && !node.best) classes.push('unseen-node');
    return classes;
}

/** The least and the greatest bound of these moves, for bars that can be compared. */
export function rangeOf(nodes: TraceHead[]): [number, number] {
    const bounds = nodes.flatMap(({ pessimistic, optimistic }) =>
        [pessimistic, optimistic].filter((value): value is number => typeof value === 'number'),
    );
    return bounds.length ? [Math.min(...bounds), Math.max(...bounds)] : [0, 1];
}
