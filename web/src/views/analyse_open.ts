// SPDX-License-Identifier: MIT
// The dialog that opens a game: a text that is pasted, a file, or the usual start of a game.
import { h, newId } from '../dom';
import { decode } from '../encoding';
import { field } from '../fields';
import { gameTitle, messageText, t } from '../i18n';
import { notationOf } from '../notation';
import { optionForm, type OptionForm } from '../options';
import { problemText } from '../problem';
import type { Damage, Game, Settings } from '../types';
import { NO_TEXT, ReadError, readText, settingsFor, TEXT_MOST } from './analyse_read';
import { firstSession, type Session } from './analyse_session';

const AROUND = 32; // characters of the text that are shown beside a mistake

/** An error, its place, and the text there with a mark. */
export function placeOfError({ error, line, column }: Damage, text: string): HTMLElement[] {
    const told = messageText(error);
    const parts: HTMLElement[] = [h('p', { lang: told.lang }, told.text)];
    const letters = [...(text.split(/\r\n|\r|\n/)[line - 1] ?? '')].map((c) => (NO_TEXT.test(c) ? '\ufffd' : c));
    if (line < 1) return parts;
    parts.push(h('p', { class: 'where' }, t('atPlace', { line, column })));
    if (!letters.length) return parts;
    const at = Math.max(0, Math.min(column, letters.length + 1) - 1);
    const from = Math.max(0, at - AROUND);
    const until = at + 1 + AROUND;
    parts.push(
        h(
            'pre',
            { class: 'excerpt' },
            `${from ? '…' : ''}${letters.slice(from, at).join('')}`,
            h('mark', {}, letters[at] ?? ' '),
            `${letters.slice(at + 1, until).join('')}${until < letters.length ? '…' : ''}`,
        ),
    );
    return parts;
}

/** The error of a text, with its game if that is not the shown one. */
function problemOf(error: unknown, shown: Game): HTMLElement[] {
    if (error instanceof ReadError) {
        const place = placeOfError({ ...error, error: error.said }, error.text);
        const { nearest } = error;
        return nearest && nearest !== shown
            ? [h('p', {}, t('textReadAs', { game: gameTitle(nearest).text })), ...place]
            : place;
    }
    const told = problemText(error);
    return [h('p', { lang: told.lang }, told.text)];
}

/** The text of a file; one that the server would not read is refused here, and one without any. */
async function readFile(file: File): Promise<string> {
    if (file.size > TEXT_MOST) throw new ReadError(t('fileTooLarge', { n: TEXT_MOST >> 20 }), '', 0, 0);
    const text = decode(await file.arrayBuffer());
    if (!text.trim()) throw new ReadError(t('fileEmpty', { name: file.name }), '', 0, 0);
    return text;
}

/** Takes files and texts that are dropped on an element. */
export function acceptDrops(element: HTMLElement, onDrop: (text: Promise<string>) => void): void {
    element.addEventListener('dragover', (event) => {
        event.preventDefault();
        element.classList.add('is-dropping');
    });
    element.addEventListener('dragleave', (event) => {
        if (!element.contains(event.relatedTarget as Node | null)) element.classList.remove('is-dropping');
    });
    element.addEventListener('drop', (event) => {
        event.preventDefault();
        element.classList.remove('is-dropping');
        const file = event.dataTransfer?.files[0];
        onDrop(file ? readFile(file) : Promise.resolve(event.dataTransfer?.getData('text/plain') ?? ''));
    });
}

export class OpenDialog {
    private readonly dialog = h('dialog', { class: 'dialog', 'aria-labelledby': newId('title') });
    private readonly text = h('textarea', {
        id: newId('text'),
        rows: 9,
        spellcheck: 'false',
        autocomplete: 'off',
        'aria-describedby': newId('help'),
    });
    private readonly game = h('select', { id: newId('game') });
    private readonly file = h('input', { type: 'file', id: newId('file'), accept: '.pgn,.sgf,.fen,.txt,text/plain' });
    private readonly rules = h('div', {});
    private readonly problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    private form: OptionForm | null = null;

    constructor(
        private readonly games: Game[],
        private readonly current: Session,
        private readonly onOpen: (session: Session) => void,
    ) {
        this.game.append(
            h('option', { value: '' }, t('gameByText')),
            ...games.map((game) => h('option', { value: game.name }, gameTitle(game).text)),
        );
        this.game.onchange = () => this.drawRules();
        this.file.onchange = () => void this.takeFile(this.file.files?.[0]);
        this.build();
    }

    /** With a text where one has been dropped, and what was wrong with it. */
    open(text = '', error: unknown = null): void {
        this.text.value = text;
        if (error !== null) this.tell(error);
        document.body.append(this.dialog);
        this.dialog.addEventListener('close', () => this.dialog.remove());
        this.dialog.showModal();
        this.text.focus();
    }

    private build(): void {
        const help = this.text.getAttribute('aria-describedby')!;
        const form = h(
            'form',
            {
                onsubmit: (event: SubmitEvent) => {
                    event.preventDefault();
                    void this.submit();
                },
                ondragover: (event: DragEvent) => event.preventDefault(),
                ondrop: (event: DragEvent) => {
                    event.preventDefault();
                    event.stopPropagation();
                    void this.takeFile(event.dataTransfer?.files[0]);
                },
            },
            h(
                'header',
                {},
                h('h2', { id: this.dialog.getAttribute('aria-labelledby')! }, t('openTitle')),
                h(
                    'button',
                    { type: 'button', class: 'quiet', 'aria-label': t('close'), onclick: () => this.dialog.close() },
                    '✕',
                ),
            ),
            h(
                'div',
                { class: 'dialog-body' },
                field(t('openText'), this.text, h('p', { class: 'help', id: help }, t('openHelp'))),
                field(t('openFile'), this.file),
                field(t('game'), this.game),
                this.rules,
            ),
            this.problem,
            h(
                'footer',
                {},
                h('button', { type: 'button', onclick: () => this.dialog.close() }, t('cancel')),
                h('button', { type: 'submit', class: 'primary' }, t('open')),
            ),
        );
        this.dialog.append(form);
        this.drawRules();
    }

    private chosen(): Game | null {
        return this.games.find(({ name }) => name === this.game.value) ?? null;
    }

    private drawRules(): void {
        const game = this.chosen();
        this.form = game?.options.length
            ? optionForm(game.name, game.options, game.presets, settingsFor(this.current, game))
            : null;
        this.rules.replaceChildren(
            ...(this.form ? [h('details', {}, h('summary', {}, t('rules')), this.form.element)] : []),
        );
    }

    private async takeFile(file: File | undefined): Promise<void> {
        if (!file) return;
        try {
            this.text.value = await readFile(file);
            await this.submit();
        } catch (error) {
            this.tell(error);
        }
    }

    private settings(game: Game): Settings {
        return this.form && game === this.chosen() ? this.form.values() : settingsFor(this.current, game);
    }

    private async submit(): Promise<void> {
        const game = this.chosen();
        const { current } = this;
        const text = this.text.value;
        const likely = game ? [game] : [current.game, ...this.games.filter((other) => other !== current.game)];
        try {
            const session = text
                ? await readText(likely, text, (one) => this.settings(one), notationOf)
                : { ...firstSession(likely[0]!), settings: this.settings(likely[0]!) };
            this.dialog.close();
            this.onOpen(session);
        } catch (error) {
            this.tell(error);
        }
    }

    private tell(error: unknown): void {
        this.problem.replaceChildren(...problemOf(error, this.chosen() ?? this.current.game));
        this.problem.hidden = false;
        this.problem.scrollIntoView({ block: 'nearest' });
    }
}
