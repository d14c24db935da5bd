// SPDX-License-Identifier: MIT
// The pieces of a side that are off the board, beside the player who took them.
import { pieceImage, type PieceStyle } from '../board/pieces';
import { h } from '../dom';
import { clauses, pieceName, t } from '../i18n';
import type { Game, PositionReply, Side } from '../types';

const SINGLY_MOST = 5; // of more than these one is drawn, with the number

export function captures(game: Game, position: PositionReply, side: Side, pieces: PieceStyle): HTMLElement {
    const list = (position.taken?.[side] ?? [])
        .map((count, place) => ({ count, place }))
        .filter(({ count }) => count > 0);
    const box = h('span', { class: 'captures' });
    if (!list.length) return box;
    const words = clauses(list.map(({ count, place }) => `${count} ${pieceName(game.pieces![place]!)}`));
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', t('capturedList', { list: words }));
    for (const { count, place } of list) {
        const shown = count > SINGLY_MOST ? 1 : count;
        for (let i = 0; i < shown; i++) box.append(pieceImage(game, place, side, pieces));
        if (count > shown) box.append(h('span', { class: 'count', 'aria-hidden': 'true' }, `×${count}`));
    }
    return box;
}
