// SPDX-License-Identifier: MIT
// The dialog that begins a new game.
import { call } from '../api';
import { pieceImage, type PieceStyle } from '../board/pieces';
import type { TimeControl } from '../clock';
import { h, newId } from '../dom';
import { field } from '../fields';
import { gameTitle, messageText, sideName, t, type Told } from '../i18n';
import { methodForm, type MethodForm } from '../method_form';
import { optionForm, type OptionForm } from '../options';
import { problemText, showTold } from '../problem';
import type { Game, Method, PositionReply, RecogniseReply } from '../types';
import { FULL, newSetup, positionOf, usableMethods, type Setup } from './play_setup';

const TIMES: (TimeControl | null)[] = [
    null,
    { minutes: 3, increment_s: 2 },
    { minutes: 10, increment_s: 5 },
    { minutes: 30, increment_s: 0 },
];

const SIDES = ['first', 'second', 'both', 'none'] as const;

function levelWord(level: number, levels: number): string {
    if (level > levels) return t('levelFull');
    const words = [
        t('levelBeginner'),
        t('levelEasy'),
        t('levelEasy'),
        t('levelMiddle'),
        t('levelMiddle'),
        t('levelMiddle'),
        t('levelStrong'),
        t('levelStrong'),
        t('levelVeryStrong'),
        t('levelVeryStrong'),
    ];
    return `${t('levelValue', { n: level })} · ${words[level - 1] ?? ''}`;
}

export function levelText(setup: Setup): string {
    return setup.level === FULL ? t('levelFull') : t('levelValue', { n: setup.level });
}

function timeText(time: TimeControl | null): string {
    if (!time) return t('clockNone');
    return time.increment_s
        ? t('clockIncrement', { m: time.minutes, s: time.increment_s })
        : t('clockMinutes', { m: time.minutes });
}

/** A row of choices of which one is taken. */
function radios(
    legend: string,
    name: string,
    choices: { value: string; label: Node; lang?: string | null }[],
    chosen: string,
    onChange: (value: string) => void,
    className: string,
): HTMLElement {
    return h(
        'fieldset',
        { class: className },
        h('legend', {}, legend),
        h(
            'div',
            { class: 'choices' },
            ...choices.map(({ value, label, lang }) =>
                h(
                    'label',
                    { class: 'choice', lang: lang ?? null },
                    h('input', {
                        type: 'radio',
                        name,
                        value,
                        checked: value === chosen,
                        onchange: () => onChange(value),
                    }),
                    label,
                ),
            ),
        ),
    );
}

function span(text: string): HTMLElement {
    return h('span', {}, text);
}

/** The error of the start; null: none. The request has a form that browsers do not report as an error of the page. */
async function faultOf({ game, settings, start }: Setup): Promise<Told | null> {
    const games = [{ game: game.name, settings }];
    const found = await call<RecogniseReply>('POST', '/api/recognise', { text: start, games });
    if (found.as === 'position') return null;
    if (found.as === 'record') return { text: t('startNoPosition'), lang: null };
    return messageText(found.error ?? { message: '' }, game);
}

export class NewGameDialog {
    private readonly dialog = h('dialog', { class: 'dialog', 'aria-labelledby': newId('title') });
    private readonly body = h('div', { class: 'dialog-body' });
    private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    private game: Game;
    private side: (typeof SIDES)[number];
    private rules: OptionForm | null = null;
    private method: MethodForm;
    private readonly level = h('input', { type: 'range', id: newId('level'), min: 1, step: 1 });
    private readonly seconds = h('input', {
        type: 'number',
        id: newId('seconds'),
        min: 1,
        max: 600,
        step: 1,
        required: true,
    });
    private readonly time = h(
        'select',
        { id: newId('time') },
        ...TIMES.map((time, i) => h('option', { value: i }, timeText(time))),
    );
    private readonly start = h('textarea', { id: newId('start'), rows: 2, spellcheck: 'false', autocomplete: 'off' });

    constructor(
        private readonly games: Game[],
        private readonly methods: Method[],
        private readonly before: Setup,
        private readonly pieces: PieceStyle,
        private readonly onStart: (setup: Setup) => void,
    ) {
        this.game = before.game;
        this.side = SIDES[before.humans[0] ? (before.humans[1] ? 2 : 0) : before.humans[1] ? 1 : 3] ?? 'first';
        this.method = methodForm(usableMethods(methods), before);
        this.seconds.value = String(before.seconds);
        this.time.value = String(
            Math.max(
                0,
                TIMES.findIndex((time) => time?.minutes === before.time?.minutes),
            ),
        );
        this.build();
    }

    open(): void {
        document.body.append(this.dialog);
        this.dialog.addEventListener('close', () => this.dialog.remove());
        this.dialog.showModal();
    }

    private build(): void {
        const title = this.dialog.getAttribute('aria-labelledby')!;
        const form = h(
            'form',
            {
                novalidate: false,
                onsubmit: (event: SubmitEvent) => {
                    event.preventDefault();
                    void this.submit();
                },
            },
            h(
                'header',
                {},
                h('h2', { id: title }, t('newGame')),
                h(
                    'button',
                    { type: 'button', class: 'quiet', 'aria-label': t('close'), onclick: () => this.dialog.close() },
                    '✕',
                ),
            ),
            this.body,
            this.problem,
            h(
                'footer',
                {},
                h('button', { type: 'button', onclick: () => this.dialog.close() }, t('cancel')),
                h('button', { type: 'submit', class: 'primary' }, t('startGame')),
            ),
        );
        this.dialog.append(form);
        this.fill();
    }

    /** All that depends on the game. */
    private fill(): void {
        const isSame = this.game === this.before.game;
        const base = isSame ? this.before : newSetup(this.game);
        this.level.max = String(this.game.levels + 1);
        this.level.value = String(base.level === FULL ? this.game.levels + 1 : base.level);
        this.start.value = base.start;
        this.rules = optionForm(this.game.name, this.game.options, this.game.presets, base.settings);
        this.problem.hidden = true;
        this.body.replaceChildren(
            this.gameChoice(),
            this.sideChoice(),
            this.levelField(),
            field(t('clock'), this.time),
            this.startField(),
            this.game.options.length ? h('details', {}, h('summary', {}, t('rules')), this.rules.element) : span(''),
            this.methodPart(),
        );
    }

    private gameChoice(): HTMLElement {
        return radios(
            t('game'),
            'game',
            this.games.map((game) => {
                const title = gameTitle(game);
                return {
                    value: game.name,
                    lang: title.lang,
                    label: h(
                        'span',
                        { class: 'game-card' },
                        h(
                            'span',
                            { class: 'game-art' },
                            pieceImage(game, 0, 0, this.pieces),
                            pieceImage(game, 0, 1, this.pieces),
                        ),
                        title.text,
                    ),
                };
            }),
            this.game.name,
            (name) => {
                this.game = this.games.find((game) => game.name === name) ?? this.game;
                this.fill();
                this.body.querySelector<HTMLInputElement>('input[name=game]:checked')?.focus();
            },
            'game-choice',
        );
    }

    private sideChoice(): HTMLElement {
        const labels = {
            first: sideName(this.game, 0),
            second: sideName(this.game, 1),
            both: t('bothSides'),
            none: t('noSide'),
        };
        return radios(
            t('youPlay'),
            'side',
            SIDES.map((value) => ({ value, label: span(labels[value]) })),
            this.side,
            (value) => {
                this.side = SIDES.find((side) => side === value) ?? 'first';
            },
            'side-choice',
        );
    }

    private levelField(): HTMLElement {
        const word = h('output', { class: 'level-word', for: this.level.id });
        const seconds = field(t('secondsPerMove'), this.seconds);
        const show = (): void => {
            word.textContent = levelWord(Number(this.level.value), this.game.levels);
            this.level.setAttribute('aria-valuetext', word.textContent);
            seconds.hidden = Number(this.level.value) <= this.game.levels;
        };
        this.level.oninput = show;
        show();
        return h('div', { class: 'level' }, field(t('level'), this.level, word), seconds);
    }

    private startField(): HTMLElement {
        const help = newId('help');
        this.start.setAttribute('aria-describedby', help);
        return field(t('startPosition'), this.start, h('p', { class: 'help', id: help }, t('startHelp')));
    }

    private methodPart(): HTMLElement {
        this.method = methodForm(usableMethods(this.methods), this.method.choice());
        return h(
            'details',
            { open: Boolean(this.method.choice().method) },
            h('summary', {}, t('method')),
            ...this.method.elements,
        );
    }

    private setup(): Setup {
        const level = Number(this.level.value);
        return {
            game: this.game,
            settings: this.rules?.values() ?? {},
            start: this.start.value.trim(),
            humans: [this.side === 'first' || this.side === 'both', this.side === 'second' || this.side === 'both'],
            level: level > this.game.levels ? FULL : level,
            seconds: Number(this.seconds.value),
            ...this.method.choice(),
            time: TIMES[Number(this.time.value)] ?? null,
        };
    }

    /** Begins only where the server accepts the position; else its reason stands in the dialog. */
    private async submit(): Promise<void> {
        const setup = this.setup();
        try {
            const wrong = setup.start ? await faultOf(setup) : null;
            if (wrong) {
                this.refuse(wrong);
                return;
            }
            await call<PositionReply>('POST', '/api/position', positionOf(setup, []));
            this.dialog.close();
            this.onStart(setup);
        } catch (error) {
            this.refuse(problemText(error, setup.game));
        }
    }

    private refuse(told: Told): void {
        showTold(this.problem, told);
        this.problem.scrollIntoView({ block: 'nearest' });
    }
}
