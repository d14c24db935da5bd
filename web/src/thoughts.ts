// SPDX-License-Identifier: MIT
// The result of a search, in figures, in a bar and as a line of moves.
import { h } from './dom';
import { number, sideName, t } from './i18n';
import { moveText } from './notation';
import type { Game, SearchLine, Side, Wdl } from './types';

export interface Thoughts {
    line: SearchLine;
    side: Side; // to move where it was searched: values are for it
}

const MOVES_SHOWN = 8;

function valueText(game: Game, line: SearchLine, side: Side): string {
    if (line.proved && line.kind === 'win') return t('winProved');
    if (line.proved && line.kind === 'loss') return t('lossProved');
    if (line.proved && line.kind === 'draw') return t('drawProved');
    if (typeof line.mean === 'number') return `${Math.round(line.mean * 100)} %`;
    return isWin(line.value) ? valueFor(game, line, side).words : signed(line.value);
}

const PLIES_MOST = 2000; // of any win
const WIN = 1_000_000; // a win on the board; one in n plies is n less

const isWin = (value: number): boolean => Math.abs(value) > WIN - PLIES_MOST;
const movesToWin = (value: number): number => Math.ceil((WIN - Math.abs(value)) / 2);

/** The winner, if known: "at least a loss in 12" says nothing, "at least a win in 12" does. */
function isDecided({ kind, proved, value }: Valued): boolean {
    if (proved && (kind === 'win' || kind === 'loss')) return true;
    if (kind === 'at least') return isWin(value) && value > 0;
    if (kind === 'at most') return isWin(value) && value < 0;
    return isWin(value);
}

/** The value of a position, as lines and reviews report it. */
export type Valued = Pick<SearchLine, 'value' | 'kind' | 'proved'> & { mean?: number | null };

export const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace('-', '−'));

/** The sign before a bound; `sign` is −1 for the other side's view. */
export function boundMark(kind: string, sign: 1 | -1): string {
    const bound = kind === 'at least' ? sign : kind === 'at most' ? -sign : 0;
    return bound > 0 ? '≥ ' : bound < 0 ? '≤ ' : '';
}

/** In few signs from the view of the first side, and in words. `side` is to move: the value is its own. */
export function valueFor(game: Game, valued: Valued, side: Side): { short: string; words: string } {
    const sign = side === 0 ? 1 : -1;
    const { kind, proved, value, mean } = valued;
    const winner = value > 0 === (side === 0) ? 0 : 1;
    const inMoves = `${winner === 0 ? '+' : '−'}#${movesToWin(value)}`;
    if (isDecided(valued)) {
        const name = sideName(game, winner);
        const n = movesToWin(value);
        const words = n ? t(proved ? 'winsIn' : 'winsInSeen', { side: name, n }) : t('outcomeSide', { side: name });
        return { short: inMoves, words };
    }
    if (proved && kind === 'draw') return { short: '=', words: t('drawProved') };
    const exact = isWin(value) ? inMoves : signed(sign * value);
    const figure = typeof mean === 'number' ? `${Math.round(100 * (side === 0 ? mean : 1 - mean))} %` : exact;
    const short = `${boundMark(kind, sign)}${figure}`;
    return { short, words: t('valueOfSide', { side: sideName(game, 0), value: short }) };
}

/** Chances of the first side from the left, of the second from the right. */
export function chanceBar(game: Game, wdl: Wdl, side: Side): HTMLElement {
    const [first, draw, second] = side === 0 ? wdl : [wdl[2], wdl[1], wdl[0]];
    const percent = (value: number): number => Math.round(value / 10);
    const part = (value: number, name: string): HTMLElement => {
        const element = h('span', { class: name });
        element.style.flexGrow = String(value);
        return element;
    };
    const words = t('chancesOf', {
        side: sideName(game, 0),
        win: percent(first),
        draw: percent(draw),
        loss: percent(second),
    });
    return h(
        'div',
        { class: 'chances', role: 'img', 'aria-label': words },
        h('span', { class: 'chance-number', 'aria-hidden': 'true' }, `${percent(first)} %`),
        h(
            'span',
            {
                class: 'chance-bar',
                'aria-hidden': 'true',
                'data-first': game.sides[0],
                'data-second': game.sides[1],
                'data-shape': game.pieces?.[0]?.shapes[0],
            },
            part(first, 'first'),
            part(draw, 'even'),
            part(second, 'second'),
        ),
        h('span', { class: 'chance-number', 'aria-hidden': 'true' }, `${percent(second)} %`),
    );
}

export function thoughtsOf(game: Game, thoughts: Thoughts | null): HTMLElement[] {
    if (!thoughts) return [h('p', { class: 'empty' }, t('noThoughts'))];
    const { line, side } = thoughts;
    const figure = (name: string, value: string): HTMLElement => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    return [
        ...(line.wdl ? [chanceBar(game, line.wdl, side)] : []),
        h(
            'dl',
            { class: 'figures' },
            figure(t('bracketed', { text: t('value'), more: sideName(game, side) }), valueText(game, line, side)),
            figure(t('depth'), String(line.depth)),
            figure(t('nodes'), number(line.nodes)),
        ),
        h('p', { class: 'variation' }, (line.texts ?? line.moves).slice(0, MOVES_SHOWN).map(moveText).join('  ')),
    ];
}
