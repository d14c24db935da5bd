// SPDX-License-Identifier: MIT
// The players, the side to move, and the result of the game.
import { pieceImage, type PieceStyle } from '../board/pieces';
import { h } from '../dom';
import { gameTitle, messageText, sideName, t } from '../i18n';
import type { Over, PositionReply, Side } from '../types';
import type { Session } from './analyse_session';
import { captures } from './play_captures';

export const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** The player of a side, as PGN ("Red") or SGF ("PB") names him. */
function playerName({ game, tree }: Session, side: Side): string {
    const name = game.sides[side];
    const known = [name.toLowerCase(), `p${name.slice(0, 1)}`];
    return tree.tags.find(([tag]) => known.includes(tag.toLowerCase()))?.[1] ?? '';
}

export function seatOf(session: Session, position: PositionReply, side: Side, pieces: PieceStyle): HTMLElement[] {
    const { game } = session;
    const player = playerName(session, side);
    return [
        h('span', { class: 'seat-piece' }, pieceImage(game, 0, side, pieces)),
        h(
            'span',
            { class: 'seat-name' },
            h('strong', { title: player || null }, player || sideName(game, side)),
            player ? h('span', {}, sideName(game, side)) : null,
        ),
        captures(game, position, other(side), pieces),
    ];
}

function outcomeText({ game }: Session, { outcome }: Over): string {
    if (outcome !== 'first' && outcome !== 'second') return t('outcomeDraw');
    return t('outcomeSide', { side: sideName(game, outcome === 'first' ? 0 : 1) });
}

/** `onWhy`: where the rules can be asked for more. */
export function statusOf(session: Session, position: PositionReply, onWhy: (() => void) | null): HTMLElement[] {
    const { game, tree } = session;
    const { over, check, side } = position;
    if (over) {
        const reason = messageText(over.reason, game);
        return [
            h('p', { class: 'headline' }, outcomeText(session, over)),
            h('p', { class: 'subline', lang: reason.lang }, reason.text),
            ...(onWhy ? [h('button', { type: 'button', onclick: onWhy }, t('why'))] : []),
        ];
    }
    const { move, text } = tree.here;
    return [
        h('p', { class: 'headline' }, t('turnOf', { side: sideName(game, side) })),
        h(
            'p',
            { class: 'subline' },
            `${gameTitle(game).text}${move ? ` · ${t('after', { move: text })}` : ''}`,
            check ? h('strong', { class: 'check' }, t('inCheck')) : null,
        ),
    ];
}
