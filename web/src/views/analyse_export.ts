// SPDX-License-Identifier: MIT
// The dialog that hands a game out: as a record in the game's format, or as text where it has none.
import { call } from '../api';
import { download } from '../download';
import { h, newId } from '../dom';
import { field } from '../fields';
import { notationName, t } from '../i18n';
import { showProblem } from '../problem';
import type { Outcome, WrittenRecord } from '../types';
import { writePlain } from './analyse_read';
import type { Session } from './analyse_session';

async function writeRecord(session: Session, notation: string, outcome: Outcome): Promise<WrittenRecord> {
    const { game, settings, tree } = session;
    if (!game.format) return { text: writePlain(session), name: `${game.name}.txt` };
    return call<WrittenRecord>('POST', '/api/records/write', {
        game: game.name,
        settings,
        ...(notation ? { notation } : {}),
        record: { ...tree.toRecord(), outcome },
    });
}

export class ExportDialog {
    private readonly dialog = h('dialog', { class: 'dialog', 'aria-labelledby': newId('title') });
    private readonly text = h('textarea', { id: newId('text'), rows: 10, readonly: true, spellcheck: 'false' });
    private readonly position: HTMLInputElement;
    private readonly notation = h('select', { id: newId('notation') });
    private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly told = h('span', { class: 'copied', role: 'status' });
    private written: WrittenRecord = { text: '', name: '' };

    constructor(
        private readonly session: Session,
        positionText: string,
        private readonly outcome: Outcome, // of the main line
    ) {
        this.position = h('input', { id: newId('position'), readonly: true, value: positionText });
        const { game } = session;
        this.notation.append(
            h('option', { value: '' }, t('notationUsual')),
            ...game.notations.map((name) => h('option', { value: name }, notationName(name).text)),
        );
        this.notation.onchange = () => void this.write();
        this.build();
        void this.write();
    }

    open(): void {
        document.body.append(this.dialog);
        this.dialog.addEventListener('close', () => this.dialog.remove());
        this.dialog.showModal();
    }

    private build(): void {
        const { game } = this.session;
        const button = (label: string, run: () => void, name = ''): HTMLElement =>
            h('button', { type: 'button', class: name, onclick: run }, label);
        const isLossy = !game.format && [...this.session.tree.all()].some(({ children }) => children.length > 1);
        this.dialog.append(
            h(
                'div',
                { class: 'dialog-frame' },
                h(
                    'header',
                    {},
                    h('h2', { id: this.dialog.getAttribute('aria-labelledby')! }, t('exportTitle')),
                    h(
                        'button',
                        {
                            type: 'button',
                            class: 'quiet',
                            'aria-label': t('close'),
                            onclick: () => this.dialog.close(),
                        },
                        '✕',
                    ),
                ),
                h(
                    'div',
                    { class: 'dialog-body' },
                    ...(game.format && game.notations.length > 1 ? [field(t('notation'), this.notation)] : []),
                    field(game.format ?? t('positionAndMoves'), this.text),
                    ...(isLossy ? [h('p', { class: 'help' }, t('noVariationsWritten'))] : []),
                    h(
                        'div',
                        { class: 'choices' },
                        button(t('copy'), () => void this.copy(this.text.value)),
                        button(t('download'), () => download(this.written), 'primary'),
                    ),
                    field(
                        t('positionText'),
                        this.position,
                        h(
                            'div',
                            { class: 'choices' },
                            button(t('copyPosition'), () => void this.copy(this.position.value)),
                        ),
                    ),
                    this.told,
                ),
                this.problem,
            ),
        );
    }

    private async write(): Promise<void> {
        this.problem.hidden = true;
        try {
            this.written = await writeRecord(this.session, this.notation.value, this.outcome);
            this.text.value = this.written.text;
        } catch (error) {
            showProblem(this.problem, error);
        }
    }

    private async copy(text: string): Promise<void> {
        try {
            await navigator.clipboard.writeText(text);
            this.told.textContent = t('copied');
        } catch (error) {
            showProblem(this.problem, error);
        }
    }
}
