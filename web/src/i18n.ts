// SPDX-License-Identifier: MIT
// Texts in English and Chinese. What only the server knows, such as the help of an option, is English where no
// translation is there, and then carries lang="en".
import { en, type Texts } from './en';
import { chineseOf } from './texts/server_zh';
import { zh } from './zh';
import { getPref, setPref } from './prefs';
import type { Example, Game, Method, Option, Piece, Side } from './types';

export type Key = keyof Texts;
export type Language = 'en' | 'zh';

const tables: Record<Language, Texts> = { en, zh };

function firstLanguage(): Language {
    const kept = getPref('language');
    if (kept === 'en' || kept === 'zh') return kept;
    return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

let language: Language = firstLanguage();

export function currentLanguage(): Language {
    return language;
}

export function setLanguage(next: Language): void {
    language = next;
    setPref('language', next);
}

/** The text of a key; {name} in it is replaced. */
export function t(key: Key, args: Record<string, string | number> = {}): string {
    return tables[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

/** A text that may have no translation. */
export interface Told {
    text: string;
    lang: string | null; // where it is not that of the page
}

function tell(key: string, english: string): Told {
    const text = (tables[language] as Record<string, string>)[key];
    if (text !== undefined) return { text, lang: null };
    return { text: english, lang: language === 'en' ? null : 'en' };
}

export function gameTitle(game: Game): Told {
    return tell(`game.${game.name}`, game.title);
}

export function sideName(game: Game, side: Side): string {
    const name = game.sides[side];
    return tell(`side.${game.name}.${name}`, tell(`side.${name}`, name).text).text;
}

export function pieceName(piece: Piece): string {
    return tell(`piece.${piece.name}`, piece.name).text;
}

export function exampleTitle(example: Example): Told {
    return tell(`example.${example.name}`, example.title);
}

export function methodHelp(method: Method): Told {
    return tell(`method.${method.name}`, method.help);
}

export function optionTitle(owner: string, option: Option): Told {
    return tell(`option.${owner}.${option.name}`, option.name.replaceAll('_', ' '));
}

export function optionHelp(owner: string, option: Option): Told {
    return tell(`help.${owner}.${option.name}`, option.help);
}

export function choiceName(owner: string, option: string, choice: string): Told {
    return tell(`choice.${owner}.${option}.${choice}`, choice.replaceAll('_', ' '));
}

export function notationName(notation: string): Told {
    return tell(`notation.${notation}`, notation);
}

/** A part of a game's evaluation. */
export function termName(term: string): Told {
    return tell(`term.${term}`, term.replaceAll('.', ': '));
}

/** What an experiment measures, or is limited by: "nodes". */
export function measureName(measure: string): string {
    return tell(`measure.${measure}`, measure.replaceAll('_', ' ')).text;
}

export function limitName(limit: string): string {
    return tell(`limit.${limit}`, limit).text;
}

/** Why a game is over or what is wrong, in the words of the server. */
export function serverText(text: string): Told {
    const chinese = language === 'zh' ? chineseOf(text) : null;
    return chinese ? { text: chinese, lang: null } : tell(`server.${text}`, text);
}

/** A word of the server that has a text of its own in the page, below a prefix. */
export function wordText(prefix: string, word: string): string {
    return tell(`${prefix}.${word}`, word).text;
}

export function number(value: number): string {
    return new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en', {
        notation: value >= 10000 ? 'compact' : 'standard',
        maximumFractionDigits: 1,
    }).format(value);
}
