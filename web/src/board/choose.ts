// SPDX-License-Identifier: MIT
// Several moves between the same squares: which piece is meant?
import { h, newId } from '../dom';
import { pieceName, t } from '../i18n';
import type { Game, Legal, Side } from '../types';
import { pieceImage, type PieceStyle } from './pieces';

export function askPiece(
    game: Game,
    side: Side,
    moves: Legal[],
    style: PieceStyle,
    onChoose: (move: string) => void,
): void {
    const title = newId('title');
    const dialog = h(
        'dialog',
        { class: 'dialog small', 'aria-labelledby': title },
        h('h2', { id: title }, t('choosePiece')),
    );
    const choices = moves.map(({ move, piece }) => {
        const kind = game.pieces?.[piece - 1];
        return h(
            'button',
            {
                type: 'button',
                class: 'brush',
                'aria-label': kind ? pieceName(kind) : move,
                onclick: () => {
                    dialog.close();
                    onChoose(move);
                },
            },
            piece ? pieceImage(game, piece - 1, side, style) : move,
        );
    });
    dialog.append(h('div', { class: 'choices' }, ...choices));
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
