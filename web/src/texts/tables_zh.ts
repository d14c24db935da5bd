// SPDX-License-Identifier: MIT
// The server's tables in Chinese, by the names there, so that they stay valid when an English text is reworded. Missing
// texts appear in English; a test reports them.
import { choicesZh, methodNamesZh, presetNamesZh } from './choices_zh';
import { columnsZh, experimentsZh, sectionsZh } from './experiments_zh';
import { gamesZh } from './games_zh';
import { methodsZh } from './methods_zh';

export { messagesZh } from './messages_zh';

/** The texts of an option: a title and a description. */
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
    ...withPrefix('methodName', methodNamesZh),
    ...withPrefix('switch', { on: '开', off: '关' }),
    ...withPrefix('presetName', presetNamesZh),
    ...withPrefix('section', sectionsZh),
    ...withPrefix('column', columnsZh),
]);
