// SPDX-License-Identifier: MIT
// Messages of the server by their identifiers, see include/boyi/message.h: looked up in a catalogue, never parsed.
import type { Message, MessagePart } from '../types';

/** Templates by identifier; an identifier is a template too, in English. */
export type Catalogue = Record<string, string>;

/** The page's name for a word of the server, such as a side; null: it has no name of its own. */
export type NameOf = (word: string) => string | null;

const SPACE_IN_CHINESE = /(?<=。) |(?<=\p{Script=Han}) (?=\p{Script=Han})/gu;

interface Words {
    find: (identifier: string) => string | null;
    nameOf: NameOf;
}

function identifierOf(part: MessagePart | undefined): string {
    return typeof part === 'string' ? part : (part?.id ?? '');
}

/** A word is itself where it has no entry, such as a side of a game that the page does not know. */
function wordText(word: string, { find, nameOf }: Words): string {
    return nameOf(word) ?? find(word) ?? word;
}

/** The entry of two words together, such as a side and its piece; else of the second alone. */
function pairText(first: string, second: string, words: Words): string {
    return words.find(`${first} ${second}`.toLowerCase()) ?? wordText(second, words);
}

function fill(template: string, args: MessagePart[], words: Words): string | null {
    const at = (place: string): MessagePart | undefined => args[Number(place) - 1];
    const texts = args.map((arg) => partText(arg, words, true));
    if (texts.includes(null)) return null;
    return template.replace(/\{(\d+)(?:\+(\w+))?\}/g, (_, place: string, second?: string) =>
        second === undefined
            ? (texts[Number(place) - 1] ?? '')
            : pairText(identifierOf(at(place)), identifierOf(at(second) ?? second), words),
    );
}

/** Null: the catalogue does not know all of it. */
function partText(part: MessagePart, words: Words, isInside = false): string | null {
    if (typeof part === 'string') return part;
    if (part.parts) {
        const texts = part.parts.map((one) => partText(one, words));
        return texts.includes(null) ? null : texts.join('');
    }
    if (part.id === undefined) return null;
    if (isInside && !part.args) return wordText(part.id, words);
    const template = words.find(part.id);
    return template === null ? null : fill(template, part.args ?? [], words);
}

/** In Chinese; null: the catalogue does not know all of it. */
export function chineseMessage(message: Message, catalogue: Catalogue, nameOf: NameOf): string | null {
    const find = (identifier: string): string | null =>
        catalogue[identifier] ?? catalogue[identifier.toLowerCase()] ?? null;
    return partText(message, { find, nameOf })?.replace(SPACE_IN_CHINESE, '') ?? null;
}

/** In English, with the names of the page and what the catalogue puts in other words. */
export function englishMessage(message: Message, catalogue: Catalogue, nameOf: NameOf): string {
    const find = (identifier: string): string => catalogue[identifier] ?? identifier;
    return partText(message, { find, nameOf }) ?? message.message;
}

/** Whether a message has an identifier of a list, itself or inside. */
export function hasIdentifier(part: MessagePart, identifiers: readonly string[]): boolean {
    if (typeof part === 'string') return false;
    if (part.id !== undefined && identifiers.includes(part.id)) return true;
    return [...(part.parts ?? []), ...(part.args ?? [])].some((one) => hasIdentifier(one, identifiers));
}
