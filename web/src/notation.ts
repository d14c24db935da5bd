// SPDX-License-Identifier: MIT
// In which of a game's notations moves are shown.
import { currentLanguage, t } from './i18n';
import { getPref, setPref } from './prefs';
import type { Game } from './types';

/** The one that was chosen, else that of the language, else the first; null: the game has but one, without a name. */
export function notationOf({ name, notations }: Game): string | null {
    const kept = getPref(`notation.${name}`);
    if (kept && notations.includes(kept)) return kept;
    if (currentLanguage() === 'zh' && notations.includes('chinese')) return 'chinese';
    return notations[0] ?? null;
}

/** A move as it is shown: what is no place on the board is a word of the language. */
export function moveText(move: string): string {
    return move === 'pass' ? t('movePass') : move;
}

export function setNotation(game: Game, notation: string): void {
    setPref(`notation.${game.name}`, notation);
}
