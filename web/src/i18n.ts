// SPDX-License-Identifier: MIT
// Texts in English and Chinese. The server's own texts, such as the help of an option or an error in a text, have
// Chinese tables, which are loaded when they are needed (texts/tables_zh.ts, texts/messages_zh.ts). Where these have no
// translation it is English, and carries lang="en".
import { en, type Texts } from './en';
import { chineseMessage, englishMessage, type Catalogue, type NameOf } from './texts/message';
import { doubtsEn } from './texts/problems';
import { zh } from './zh';
import { getPref, setPref } from './prefs';
import type { Example, Experiment, Game, Message, Method, Option, Piece, Preset, Side } from './types';

export type Key = keyof Texts;
export type Language = 'en' | 'zh';

const tables: Record<Language, Texts> = { en, zh };
let listed: Record<string, string> = {}; // what the server lists, in Chinese
let messages: Catalogue = {}; // what it says, in Chinese

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

/** Loads the texts that the language needs beyond the page's own; call it before you show texts of the server. */
export async function loadLanguage(): Promise<void> {
    if (language === 'zh') ({ tablesZh: listed, messagesZh: messages } = await import('./texts/tables_zh'));
}

/** The text of a key; {name} in it is replaced, and {name|move|moves} by the first word where `name` is 1. */
export function t(key: Key, args: Record<string, string | number> = {}): string {
    return tables[language][key].replace(
        /\{(\w+)(?:\|(\w+)\|(\w+))?\}/g,
        (whole, name: string, one?: string, many?: string) => {
            if (args[name] === undefined) return whole;
            const value = String(args[name]);
            return (value === '1' ? one : many) ?? value;
        },
    );
}

/** "Answer: yes", as the language writes it. */
export function labelled(label: string, value: string): string {
    return t('labelled', { label, value });
}

/** Words as a sentence of their own. */
export function sentence(words: string): string {
    return `${words}${language === 'zh' ? '。' : '.'}`;
}

/** Sentences one after the other; empty ones do not count. */
export function sentences(...parts: string[]): string {
    return parts.filter(Boolean).join(language === 'zh' ? '' : ' ');
}

/** Words or clauses in a row; empty ones do not count. */
export function clauses(parts: (string | false | 0 | null | undefined)[]): string {
    return parts.filter(Boolean).join(language === 'zh' ? '，' : ', ');
}

/** A text that may have no translation. */
export interface Told {
    text: string;
    lang: string | null; // where it is not that of the page
}

function tell(key: string, english: string): Told {
    const text = (tables[language] as Record<string, string>)[key] ?? (language === 'zh' ? listed[key] : undefined);
    if (text !== undefined) return { text, lang: null };
    const isForeign = language === 'zh' && !/\p{Script=Han}/u.test(english); // titles of one's own may be Chinese
    return { text: english, lang: isForeign ? 'en' : null };
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

export function methodName({ name }: { name: string }): Told {
    return tell(`methodName.${name}`, name);
}

export function methodHelp(method: Method): Told {
    return tell(`method.${method.name}`, method.help);
}

export function presetHelp(owner: string, preset: Preset): Told {
    return tell(`preset.${owner}.${preset.name}`, preset.help);
}

export function optionTitle(owner: string, option: Pick<Option, 'name'>): Told {
    return tell(`option.${owner}.${option.name}`, option.name.replaceAll('_', ' '));
}

export function optionHelp(owner: string, option: Option): Told {
    return tell(`help.${owner}.${option.name}`, option.help);
}

/** A value of an option. */
export function choiceName({ name }: Pick<Option, 'name'>, choice: string): Told {
    return tell(`choice.${name}.${choice}`, choice.replaceAll('_', ' '));
}

/** An option with its value: "hash=on", as files and the command line have it, or in Chinese "置换表：开". */
export function settingText(owner: string, option: Pick<Option, 'name'> & Partial<Option>, value: string): string {
    if (language === 'en') return `${option.name}=${value}`;
    const told = option.choices ? choiceName(option, value) : tell(`switch.${value}`, value);
    return labelled(optionTitle(owner, option).text, told.text);
}

/** Names in a row; empty ones do not count. */
export function inRow(names: string[]): string {
    return names.filter(Boolean).join(language === 'zh' ? '，' : ' ');
}

export function presetName({ name }: { name: string }): Told {
    return tell(`presetName.${name}`, name);
}

export function experimentTitle(experiment: Experiment): Told {
    return tell(`experiment.${experiment.name}`, experiment.title);
}

/** The description of an experiment. */
export function experimentAbout(experiment: Experiment): Told {
    return tell(`about.${experiment.name}`, experiment.about ?? '');
}

/** The title of a table or another part of an experiment's report. */
export function sectionTitle(title: string): Told {
    return tell(`section.${title}`, title);
}

/** A note on a measure or a variant, after its name. */
const RATIOS = ['change_percent', 'ratio_min', 'ratio_median', 'ratio_max'];
const OF_MEASURES = [...RATIOS, 'published', 'p', 'won', 'drawn', 'lost'];

/** The heading of a column there: a measure, or a note on a measure or a variant: "nodes_change_percent". */
export function columnTitle(heading: string, isOfVariant = false): string {
    const whole = tell(isOfVariant ? '' : `column.${heading}`, heading.replaceAll('_', ' '));
    const tail = OF_MEASURES.find((one) => heading.endsWith(`_${one}`) || heading.endsWith(` ${one}`));
    const head = tail && heading.slice(0, -tail.length - 1);
    if (whole.lang === null || !head) return whole.text;
    return `${columnTitle(head, isOfVariant)} ${columnTitle(tail)}`;
}

export function notationName(notation: string): Told {
    return tell(`notation.${notation}`, notation);
}

/** A part of a game's evaluation. */
export function termName(term: string): Told {
    return tell(`term.${term}`, term.replaceAll('.', ': '));
}

/** A measure or a limit of an experiment: "nodes". */
export function measureName(measure: string): string {
    return tell(`measure.${measure}`, columnTitle(measure)).text;
}

export function limitName(limit: string): string {
    return tell(`limit.${limit}`, limit).text;
}

/** The name of a side where the page has one of its own for this game. */
function ownSideNames(game: Game | undefined): NameOf {
    return (name) => (tables[language] as Record<string, string>)[`side.${game?.name}.${name.toLowerCase()}`] ?? null;
}

/** Why a game is over or what is wrong, as the server says it; of a game if one is given. */
export function messageText(message: Message, game?: Game): Told {
    const nameOf = ownSideNames(game);
    const chinese = language === 'zh' ? chineseMessage(message, messages, nameOf) : null;
    return chinese === null ? tell('', englishMessage(message, doubtsEn, nameOf)) : { text: chinese, lang: null };
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
