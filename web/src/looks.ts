// SPDX-License-Identifier: MIT
// How a game is shown: its pieces and the notation of its moves, as the person in front of the page likes it.
import type { PieceStyle } from './board/pieces';
import { inlineSelect } from './fields';
import { notationName, t } from './i18n';
import { notationOf, setNotation } from './notation';
import { choicePref, setPref } from './prefs';
import type { Game } from './types';

export function pieceStyle(): PieceStyle {
    return choicePref('pieces', ['chinese', 'western']);
}

/** Only where the game has pieces with characters. */
export function pieceChoice(game: Game, onChange: (style: PieceStyle) => void): HTMLElement[] {
    if (!game.pieces?.some(({ glyphs }) => glyphs[0])) return [];
    const styles: [string, string][] = [
        ['chinese', t('piecesChinese')],
        ['western', t('piecesWestern')],
    ];
    const use = (value: string): void => {
        setPref('pieces', value);
        onChange(pieceStyle());
    };
    return [inlineSelect(t('pieces'), styles, pieceStyle(), use)];
}

/** Only where there are several. */
export function notationChoice(game: Game, onChange: () => void): HTMLElement[] {
    if (game.notations.length < 2) return [];
    const names = game.notations.map((name): [string, string] => [name, notationName(name).text]);
    const use = (value: string): void => {
        setNotation(game, value);
        onChange();
    };
    return [inlineSelect(t('notation'), names, notationOf(game) ?? '', use)];
}
