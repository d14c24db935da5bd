// SPDX-License-Identifier: MIT
// What the server's tables list, in Chinese, by its name there, so that it stays when an English text is put in other
// words. Whatever is missing is shown in English; a test says so.
import { choicesZh, presetNamesZh } from './choices_zh';
import { columnsZh, experimentsZh, sectionsZh } from './experiments_zh';
import { gamesZh } from './games_zh';
import { methodsZh } from './methods_zh';

export { messagesZh } from './messages_zh';

/** What is known of an option: a title, and what it does. */
export type OptionZh = [title: string, help: string];

/** A method or a game. */
export interface OwnerZh {
    help?: string; // of a method
    options: Record<string, OptionZh>;
    presets?: Record<string, string>;
}

type Entry = [key: string, chinese: string];

function withPrefix(prefix: string, texts: Record<string, string> = {}): Entry[] {
    return Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]);
}

function ownerEntries([owner, { options, presets }]: [string, OwnerZh]): Entry[] {
    return [
        ...Object.entries(options).flatMap(([name, [title, help]]): Entry[] => [
            [`option.${owner}.${name}`, title],
            [`help.${owner}.${name}`, help],
        ]),
        ...withPrefix(`preset.${owner}`, presets),
    ];
}

function methodEntries([name, { help }]: [string, OwnerZh]): Entry[] {
    return help ? [[`method.${name}`, help]] : [];
}

function experimentEntries([name, [title, about]]: [string, [string, string]]): Entry[] {
    return [
        [`experiment.${name}`, title],
        [`about.${name}`, about],
    ];
}

/** By keys as i18n.ts asks for them: "help.alphabeta.pvs". */
export const tablesZh: Record<string, string> = Object.fromEntries([
    ...Object.entries(methodsZh).flatMap(methodEntries),
    ...[...Object.entries(methodsZh), ...Object.entries(gamesZh)].flatMap(ownerEntries),
    ...Object.entries(experimentsZh).flatMap(experimentEntries),
    ...Object.entries(choicesZh).flatMap(([option, names]) => withPrefix(`choice.${option}`, names)),
    ...withPrefix('presetName', presetNamesZh),
    ...withPrefix('section', sectionsZh),
    ...withPrefix('column', columnsZh),
]);
