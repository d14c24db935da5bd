// SPDX-License-Identifier: MIT
// What a search has found, in figures, in a bar and as a line of moves.
import { h } from './dom';
import { number, sideName, t } from './i18n';
import type { Game, SearchLine, Side, Wdl } from './types';

export interface Thoughts {
    line: SearchLine;
    side: Side; // to move where it was searched: values are for it
}

const MOVES_SHOWN = 8;

function valueText(line: SearchLine): string {
    if (line.proved && line.kind === 'win') return t('winProved');
    if (line.proved && line.kind === 'loss') return t('lossProved');
    if (line.proved && line.kind === 'draw') return t('drawProved');
    if (typeof line.mean === 'number') return `${Math.round(line.mean * 100)} %`;
    return line.value > 0 ? `+${line.value}` : String(line.value).replace('-', '−');
}

/** Chances of the first side from the left, of the second from the right. */
function chanceBar(game: Game, wdl: Wdl, side: Side): HTMLElement {
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
            figure(`${t('value')} (${sideName(game, side)})`, valueText(line)),
            figure(t('depth'), String(line.depth)),
            figure(t('nodes'), number(line.nodes)),
        ),
        h('p', { class: 'variation' }, (line.texts ?? line.moves).slice(0, MOVES_SHOWN).join('  ')),
    ];
}
