// SPDX-License-Identifier: MIT
// The text that a game was read from: which of its records is looked at, and where it is damaged.
import { call } from '../api';
import { h, icon, newId } from '../dom';
import { t, type Key } from '../i18n';
import { notationOf } from '../notation';
import type { GameRecord, RecordList } from '../types';
import { placeOfError } from './analyse_open';
import { readRecord } from './analyse_read';
import type { Session, Source } from './analyse_session';

const BACK = 'M16 5l-8 7 8 7V5Z';
const FORWARD = 'M8 5l8 7-8 7V5Z';

/** "Red – Black", or the event, as PGN and SGF name them. */
function titleOf({ tags }: Pick<GameRecord, 'tags'>): string {
    const value = (...names: string[]): string =>
        tags.find(([name, text]) => names.includes(name) && text && text !== '?')?.[1] ?? '';
    const players = [value('Red', 'White', 'PB'), value('Black', 'PW')].filter(Boolean).join(' – ');
    return [players, value('Event', 'EV', 'GN'), value('Date', 'DT')].filter(Boolean).join(', ');
}

/** Another record of the same text; those that were looked at keep what was changed in them. */
export async function otherRecord(session: Session, index: number): Promise<Session> {
    const { game, settings, turned } = session;
    const source = session.source!;
    const opened = await readRecord(game, settings, source.text, index, notationOf(game));
    opened.tree = source.opened.get(index) ?? opened.tree;
    source.opened.set(index, opened.tree);
    return { ...opened, turned, source: { ...source, index, next: opened.source!.next } };
}

export class SourcePanel {
    readonly element = h('div', { class: 'source' });
    private readonly choice = h('select', { id: newId('record') });
    private shown: Session | null = null;

    constructor(private readonly onOpen: (index: number) => void) {
        this.choice.onchange = () => this.onOpen(Number(this.choice.value));
    }

    draw(session: Session): void {
        this.shown = session;
        const { source } = session;
        const hasSeveral = source && (source.index > 0 || source.next !== null);
        this.element.replaceChildren(
            ...(hasSeveral ? [this.records(source)] : []),
            ...(session.damage ? [this.damage(session)] : []),
        );
        if (hasSeveral) void this.list(session, source);
    }

    private records({ index, next }: Source): HTMLElement {
        const step = (target: number | null, picture: string, label: Key): HTMLElement =>
            h(
                'button',
                {
                    type: 'button',
                    class: 'icon-button',
                    'aria-label': t(label),
                    title: t(label),
                    disabled: target === null || target < 0,
                    onclick: () => this.onOpen(target!),
                },
                icon(picture),
            );
        return h(
            'div',
            { class: 'records' },
            step(index - 1, BACK, 'recordBefore'),
            h('label', { class: 'unseen', for: this.choice.id }, t('recordChoice')),
            this.choice,
            step(next, FORWARD, 'recordNext'),
        );
    }

    /** Fills the choice with all records; until their names are known, with those up to the one that is shown. */
    private async list({ game, settings }: Session, source: Source): Promise<void> {
        this.showTitles(source);
        if (source.titles.length) return;
        try {
            const { records } = await call<RecordList>('POST', '/api/records/list', {
                game: game.name,
                settings,
                text: source.text,
            });
            source.titles = records.map(titleOf);
        } catch {
            return; // they can still be gone through one by one
        }
        if (this.shown?.source === source) this.showTitles(source);
    }

    private showTitles({ titles, index }: Source): void {
        const options = document.createDocumentFragment();
        for (let i = 0; i < Math.max(titles.length, index + 1); i++) {
            const words = [t('recordNumber', { n: i + 1 }), titles[i]].filter(Boolean);
            options.append(h('option', { value: i }, words.join(' · ')));
        }
        this.choice.replaceChildren(options);
        this.choice.value = String(index);
    }

    private damage({ damage, source }: Session): HTMLElement {
        return h(
            'div',
            { class: 'damage', role: 'alert' },
            h('strong', {}, t('damaged')),
            ...placeOfError(damage!, source?.text ?? ''),
            h('p', {}, t('damagedRest')),
        );
    }
}
