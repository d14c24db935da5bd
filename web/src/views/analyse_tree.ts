// SPDX-License-Identifier: MIT
// The moves as a tree: the main line in rows, variations between brackets below the move they replace. It is redrawn
// when its shape changes; a walk through it only moves the mark of the place.
import { h } from '../dom';
import { t } from '../i18n';
import { moveText } from '../notation';
import type { MoveNode } from '../state';
import type { GameTree } from '../tree';
import type { Fault, Side } from '../types';

export const FAULT_GLYPHS: Record<Fault, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export function faultName(fault: Fault): string {
    return t(fault === 'blunder' ? 'faultBlunder' : fault === 'mistake' ? 'faultMistake' : 'faultInaccuracy');
}

/** "3." of a first side's move, "3…" of a second one's. */
export function moveNumber(plies: number, first: Side): string {
    const place = plies + first;
    return `${Math.floor(place / 2) + 1}${place % 2 ? '…' : '.'}`;
}

/** Numbers of NAG as PGN has them, by the signs that everybody knows. */
const SIGNS: Record<string, string> = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!', $10: '=' };

function signs(marks: string): string {
    return marks
        .split(/\s+/)
        .map((word) => SIGNS[word] ?? (/^[!?=]+$/.test(word) ? word : ''))
        .join('');
}

/** The target of a key in a walk; null: none, or not a key of the tree. */
export function nodeByKey(tree: GameTree, key: string): MoveNode | null {
    switch (key) {
        case 'ArrowLeft':
            return tree.here.parent;
        case 'ArrowRight':
            return tree.here.children[0] ?? null;
        case 'ArrowUp':
            return tree.sibling(-1);
        case 'ArrowDown':
            return tree.sibling(1);
        case 'Home':
            return tree.root;
        case 'End':
            return tree.end();
        default:
            return null;
    }
}

export class MoveTree {
    readonly element = h('ol', { class: 'tree', 'aria-label': t('moves') });
    private buttons = new Map<MoveNode, HTMLButtonElement>();
    private tree: GameTree | null = null;
    private first: Side = 0;
    private shown: MoveNode | null = null;

    constructor(private readonly onGo: (node: MoveNode) => void) {}

    /** `first`: whose move the first one is. */
    draw(tree: GameTree, first: Side): void {
        this.tree = tree;
        this.first = first;
        this.buttons.clear();
        this.shown = null;
        const rows = this.mainRows();
        this.element.replaceChildren(...(rows.length ? rows : [h('li', { class: 'empty' }, t('noMoves'))]));
        this.mark();
    }

    /** Marks where the tree stands, and brings it into sight. */
    mark(): void {
        const here = this.tree?.here ?? null;
        const before = this.shown && this.buttons.get(this.shown);
        before?.removeAttribute('aria-current');
        before?.setAttribute('tabindex', '-1');
        this.shown = here;
        const button = here && this.buttons.get(here);
        button?.setAttribute('aria-current', 'step');
        (button ?? this.buttons.values().next().value)?.setAttribute('tabindex', '0');
        if (button && this.element.contains(document.activeElement)) button.focus({ preventScroll: true });
        if (button) this.scrollTo(button);
        else this.element.scrollTop = 0;
    }

    /** Moves only the list itself, never the page. */
    private scrollTo(button: HTMLElement): void {
        const box = this.element.getBoundingClientRect();
        const at = button.getBoundingClientRect();
        if (at.top < box.top + 4) this.element.scrollTop -= box.top - at.top + 24;
        else if (at.bottom > box.bottom - 4) this.element.scrollTop += at.bottom - box.bottom + 24;
    }

    /** New texts of moves, in another notation. */
    rename(): void {
        for (const [node, button] of this.buttons) this.fill(button, node);
    }

    private mainRows(): HTMLElement[] {
        const rows: HTMLElement[] = [];
        const root = this.tree!.root;
        const aside = (...parts: HTMLElement[]): void => {
            if (parts.length) rows.push(h('li', { class: 'aside' }, ...parts));
        };
        aside(...remarks(root.before, root.after));
        let isOpen = false; // the last row has room for another move
        let plies = 0;
        for (let node = root.children[0]; node; node = node.children[0]) {
            aside(...remarks(node.before));
            isOpen &&= !node.before;
            if (node.move) {
                const isSecond = (plies + this.first) % 2 === 1;
                if (!isOpen || !isSecond) rows.push(this.row(plies, isSecond));
                rows.at(-1)!.append(this.button(node));
                isOpen = !isSecond;
            } else {
                aside(this.setUp(node));
                isOpen = false;
            }
            const below = [...remarks(node.after), ...this.variations(node, plies)];
            aside(...below);
            isOpen &&= !below.length;
            plies += node.move ? 1 : 0;
        }
        return rows;
    }

    private row(plies: number, isSecond: boolean): HTMLElement {
        const number = moveNumber(plies - (isSecond ? 1 : 0), this.first);
        return h(
            'li',
            { class: 'row' },
            h('span', { class: 'move-number' }, number),
            isSecond ? h('span', { class: 'no-move' }, '…') : null,
        );
    }

    /** The alternatives to a node that goes first. */
    private variations(node: MoveNode, plies: number): HTMLElement[] {
        return (node.parent?.children ?? []).slice(1).map((other) => this.variation(other, plies));
    }

    private variation(start: MoveNode, plies: number): HTMLElement {
        const body = h('span', { class: 'variation-body' });
        const fold = h('button', { type: 'button', class: 'fold', tabindex: -1 });
        const element = h('div', { class: 'variation-block', role: 'group', 'aria-label': t('variation') }, fold, body);
        const show = (): void => {
            body.replaceChildren(...this.variationParts(start, plies));
            fold.setAttribute('aria-expanded', String(!start.isFolded));
            fold.setAttribute('aria-label', t(start.isFolded ? 'unfold' : 'fold'));
            fold.textContent = start.isFolded ? '▸' : '▾';
        };
        fold.addEventListener('click', () => {
            start.isFolded = !start.isFolded;
            show();
            this.mark();
        });
        show();
        return element;
    }

    private variationParts(start: MoveNode, startPlies: number): (HTMLElement | string)[] {
        const parts: (HTMLElement | string)[] = ['('];
        let plies = startPlies;
        let isNumbered = false;
        for (let node: MoveNode | undefined = start; node; node = node.children[0]) {
            const lone: HTMLElement[] = [...remarks(node.before)];
            if (node.move) {
                const needsNumber = !isNumbered || (plies + this.first) % 2 === 0 || lone.length > 0;
                const number = needsNumber ? moveNumber(plies, this.first) : '';
                parts.push(...lone, movePair(number, this.button(node)), ' ');
            } else {
                parts.push(...lone, this.setUp(node));
            }
            if (start.isFolded) {
                parts.push('…');
                break;
            }
            const below = [...remarks(node.after), ...(node === start ? [] : this.variations(node, plies))];
            parts.push(...below);
            isNumbered = Boolean(node.move) && !below.length;
            plies += node.move ? 1 : 0;
        }
        if (parts.at(-1) === ' ') parts.pop();
        parts.push(')');
        return parts;
    }

    /** A node without a move: a position that is set up, or a remark alone. */
    private setUp(node: MoveNode): HTMLElement {
        const button = this.button(node);
        button.classList.add('set-up');
        return button;
    }

    private button(node: MoveNode): HTMLButtonElement {
        const button = h('button', { type: 'button', class: 'move', tabindex: -1, onclick: () => this.onGo(node) });
        this.fill(button, node);
        this.buttons.set(node, button);
        return button;
    }

    private fill(button: HTMLButtonElement, node: MoveNode): void {
        const fault = node.judged?.mark;
        const given = signs(node.marks ?? '');
        button.replaceChildren(
            node.move ? moveText(node.text) : t(node.position === undefined ? 'noMoveHere' : 'setUpHere'),
            ...(given && !fault ? [h('span', { class: 'sign' }, given)] : []),
            ...(fault ? [h('span', { class: `sign ${fault}`, title: faultName(fault) }, FAULT_GLYPHS[fault])] : []),
        );
    }
}

/** A move that stays on one line with its number, if it has one; spaces are for whoever copies or hears the text. */
export function movePair(number: string, button: HTMLElement): HTMLElement {
    return h('span', { class: 'pair' }, number && h('span', { class: 'move-number' }, number), number && ' ', button);
}

function remarks(...texts: (string | undefined)[]): HTMLElement[] {
    return texts.filter((text) => text).map((text) => h('span', { class: 'remark' }, `${text} `));
}
