// SPDX-License-Identifier: MIT
// The text that a game was read from: which of its records is looked at, and where it is damaged.
import { h, icon, newId } from '../dom';
import { t, type Key } from '../i18n';
import { notationOf } from '../notation';
import type { GameTree } from '../tree';
import { placeOfError } from './analyse_open';
import { readRecord } from './analyse_read';
import type { Session, Source } from './analyse_session';

const BACK = 'M16 5l-8 7 8 7V5Z';
const FORWARD = 'M8 5l8 7-8 7V5Z';
const LISTED_MOST = 100; // records that are looked into for their names

/** "Red – Black", or the event, as PGN and SGF name them. */
function titleOf({ tags }: GameTree): string {
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

    /** Fills the choice, record by record, while the same record is shown; the next one goes on with it. */
    private async list(session: Session, source: Source): Promise<void> {
        const { titles } = source;
        const show = (): void => {
            const count = Math.max(titles.length, source.index + 1);
            this.choice.replaceChildren(
                ...Array.from({ length: count }, (_, i) =>
                    h('option', { value: i }, [t('recordNumber', { n: i + 1 }), titles[i]].filter(Boolean).join(' · ')),
                ),
            );
            this.choice.value = String(source.index);
        };
        show();
        while (!source.isListed) {
            const index = titles.length;
            try {
                const read = await readRecord(session.game, session.settings, source.text, index, null);
                titles[index] = titleOf(read.tree);
                source.isListed = read.source!.next === null || titles.length === LISTED_MOST;
            } catch {
                return; // it can still be opened, and then says what is wrong
            }
            if (this.shown !== session) return;
            show();
        }
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
