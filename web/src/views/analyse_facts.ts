// SPDX-License-Identifier: MIT
// The rules and the evaluation of the shown position: the page asks for them while that part is open.
import { call } from '../api';
import { h } from '../dom';
import { messageText, sideName, t, termName } from '../i18n';
import { problemText } from '../problem';
import { signed } from '../thoughts';
import type { Game, Message, Position, TermsReply } from '../types';

/** A part of the page that opens, and then follows the position. */
export class Fact {
    readonly element: HTMLDetailsElement;
    private readonly body = h('div', { class: 'fact', 'aria-live': 'polite' });
    private position: Position | null = null;
    private shownFor: Position | null = null;

    constructor(
        title: string,
        private readonly ask: (position: Position) => Promise<HTMLElement[]>,
    ) {
        this.element = h('details', { class: 'card fact-card' }, h('summary', {}, title), this.body);
        this.element.addEventListener('toggle', () => void this.fill());
    }

    look(position: Position): void {
        this.position = position;
        void this.fill();
    }

    open(): void {
        this.element.open = true;
        void this.fill();
        this.element.scrollIntoView({ block: 'nearest' });
    }

    private async fill(): Promise<void> {
        const asked = this.position;
        if (!asked || !this.element.open || this.shownFor === asked) return;
        this.shownFor = asked;
        let parts: HTMLElement[];
        try {
            parts = await this.ask(asked);
        } catch (error) {
            const told = problemText(error);
            parts = [h('p', { class: 'problem', lang: told.lang }, told.text)];
            this.shownFor = null;
        }
        if (asked === this.position) this.body.replaceChildren(...parts);
    }
}

export function whyFact(game: Game): Fact {
    return new Fact(t('whyTitle'), async (position) => {
        const { lines } = await call<{ lines: Message[] }>('POST', '/api/why', position);
        return lines.map((line, number) => {
            const told = messageText(line, game);
            // First how the game stands, then the verdict and the reasons
            return h('p', { lang: told.lang, class: number === 1 ? 'why-verdict' : null }, told.text);
        });
    });
}

export function termsFact(game: Game): Fact {
    return new Fact(t('termsTitle'), async (position) => {
        const reply = await call<TermsReply>('POST', '/api/terms', position);
        return [termsTable(game, reply)];
    });
}

/** Parts that both phases share, by how much each counts here. */
function termsTable(game: Game, { side, value, share, terms }: TermsReply): HTMLElement {
    const weighed = (parts: [number, number]): number => Math.round(parts[0] * share[0] + parts[1] * share[1]);
    const rows = terms
        .map(({ name, parts }) => ({ name, first: weighed(parts[0]), second: weighed(parts[1]) }))
        .filter(({ first, second }) => first || second)
        .map(({ name, first, second }) => {
            const told = termName(name);
            return h(
                'tr',
                {},
                h('th', { scope: 'row', lang: told.lang }, told.text),
                h('td', {}, signed(first)),
                h('td', {}, signed(second)),
                h('td', { class: first === second ? 'even' : null }, signed(first - second)),
            );
        });
    const heads = [t('term'), sideName(game, 0), sideName(game, 1), t('difference')];
    return h(
        'table',
        { class: 'terms' },
        h('caption', {}, t('termsCaption', { side: sideName(game, side), value: signed(value), n: opening(share) })),
        h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, ...rows),
    );
}

function opening(share: [number, number]): number {
    return Math.round((100 * share[0]) / Math.max(1e-9, share[0] + share[1]));
}
