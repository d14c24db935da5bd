// SPDX-License-Identifier: MIT
// The requests of an address. The page reports a part that it cannot use and its replacement: people type addresses by
// hand, and an address may be older than the page.
import { ApiError, call } from './api';
import { t } from './i18n';
import { problemText } from './problem';
import type { Game, Position } from './types';

const SHOWN_MOST = 60; // characters of a value

function short(text: string): string {
    const letters = [...text];
    return letters.length > SHOWN_MOST ? `${letters.slice(0, SHOWN_MOST).join('')}…` : text;
}

export class Link extends URLSearchParams {
    readonly notes: string[] = [];
    /** Called with notes that come later, when a view has found out more. */
    onNote: (() => void) | null = null;

    note(text: string): void {
        this.notes.push(text);
        this.onNote?.();
    }

    /** Notes that the value of a name is not used, and its replacement. */
    refuse(name: string, instead: string): void {
        this.note(t('linkValue', { name, value: short(this.get(name) ?? ''), instead }));
    }

    /** One of some words; null: there is none of them. */
    choice<Word extends string>(name: string, words: readonly Word[], instead: string): Word | null {
        const value = this.get(name);
        const word = words.find((one) => one === value) ?? null;
        if (value !== null && word === null) this.refuse(name, instead);
        return word;
    }

    /** A whole number; null: there is none between these. */
    whole(name: string, least: number, most: number, instead: string): number | null {
        const value = this.get(name);
        if (value === null) return null;
        if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
        this.refuse(name, instead);
        return null;
    }

    /** The game, without which the rest means nothing; null: none is named, or none of these. */
    game(games: Game[], instead: string): Game | null {
        if (!this.has('game') && [...this.keys()].length) this.note(t('linkNoGame'));
        const names = games.map(({ name }) => name);
        const name = this.choice('game', names, instead);
        return games.find((game) => game.name === name) ?? null;
    }

    /** Notes what stands in it under names that no view of this kind reads. */
    readsOnly(...names: string[]): void {
        for (const name of new Set(this.keys()))
            if (!names.includes(name)) this.note(t('linkName', { name: short(name) }));
    }
}

/** The position that a link asks for, without what the server refuses of it: settings, or the start. Notes why. */
export async function possible(link: Link, asked: Position): Promise<Position> {
    try {
        await call('POST', '/api/position', { ...asked, moves: [] });
        return asked;
    } catch (error) {
        if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
        const { settings, start, ...rest } = asked;
        const reason = problemText(error).text;
        if (settings && error.reply.field?.startsWith('settings')) {
            link.note(t('linkSettings', { reason }));
            return possible(link, start === undefined ? rest : { ...rest, start });
        }
        if (start === undefined) throw error;
        link.note(t('linkStart', { reason }));
        return possible(link, settings === undefined ? rest : { ...rest, settings });
    }
}
