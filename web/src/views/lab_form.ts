// SPDX-License-Identifier: MIT
// The form of a small experiment, and its text, which is checked while it is written.
import { ApiError, AWAY_MS, call, isAway } from '../api';
import { h, newId } from '../dom';
import { gameTitle, measureName, methodHelp, methodName, t } from '../i18n';
import { optionForm, type OptionForm } from '../options';
import { problemText } from '../problem';
import type { CheckReply, Game, Method } from '../types';
import {
    experimentText,
    measuresOf,
    OWN,
    settingWords,
    variantNames,
    VARIANTS_LEAST,
    VARIANTS_MOST,
    type LabSetup,
    type LimitKind,
    type PositionSet,
    type Variant,
} from './lab_setup';

const CHECK_AFTER_MS = 300;

function field(label: string, input: HTMLElement, ...rest: (HTMLElement | null)[]): HTMLElement {
    return h('div', { class: 'field' }, h('label', { for: input.id }, label), input, ...rest);
}

function withHelp(input: HTMLElement, text: string): HTMLElement {
    const id = newId('help');
    input.setAttribute('aria-describedby', id);
    return h('p', { class: 'help', id }, text);
}

export class LabForm {
    readonly element = h('section', { class: 'card lab-form' });
    private readonly inputs = h('div', { class: 'lab-inputs' });
    private readonly variants = h('div', { class: 'lab-variants' });
    private readonly text = h('textarea', {
        id: newId('text'),
        rows: 16,
        spellcheck: 'false',
        autocomplete: 'off',
        wrap: 'off',
    });
    private readonly verdict = h('div', { class: 'lab-verdict', role: 'status' });
    private readonly again = h(
        'p',
        { class: 'lab-own', hidden: true },
        `${t('labTextOwn')} `,
        h('button', { type: 'button', onclick: () => this.writeText() }, t('labTextAgain')),
    );
    private readonly run = h('button', { type: 'submit', class: 'primary' }, t('labRun'));
    private readonly details = h('details', { class: 'lab-text' });
    private rules: OptionForm | null = null;
    private methodForms: (OptionForm | null)[] = [];
    private wordPlaces: HTMLElement[] = [];
    private isOwn = false;
    private checks = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(
        private readonly games: Game[],
        private readonly methods: Method[],
        private readonly sets: PositionSet[],
        private setup: LabSetup,
        kept: string | null,
        private readonly onRun: (title: string, text: string) => void,
        private readonly onChange: (setup: LabSetup, ownText: string | null) => void,
    ) {
        const help = withHelp(this.text, t('labTextHelp'));
        this.text.addEventListener('input', () => {
            this.isOwn = true;
            this.textChanged();
        });
        this.details.append(
            h('summary', {}, t('labText')),
            h('label', { class: 'unseen', for: this.text.id }, t('labText')),
            this.text,
            help,
            this.again,
        );
        this.inputs.addEventListener('input', () => this.read());
        this.inputs.addEventListener('change', () => this.read());
        const form = h(
            'form',
            { novalidate: true },
            this.inputs,
            this.details,
            h('div', { class: 'lab-go' }, this.run, this.verdict),
        );
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            this.onRun(this.titleOfText(), this.text.value);
        });
        this.element.append(h('h2', {}, t('labForm')), form);
        this.fill();
        if (kept !== null) {
            this.isOwn = this.details.open = true;
            this.text.value = kept;
            this.textChanged();
        } else {
            this.writeText();
        }
    }

    destroy(): void {
        clearTimeout(this.timer);
        this.checks++;
    }

    /** Takes another setup, such as a ready one. */
    set(setup: LabSetup): void {
        this.setup = setup;
        this.fill();
        this.writeText();
    }

    get textValue(): string {
        return this.text.value;
    }

    // ---- Fields -----------------------------------------------------------------------------------------------------

    private game(): Game {
        return this.games.find(({ name }) => name === this.setup.game) ?? this.games[0]!;
    }

    private setsOfGame(): PositionSet[] {
        return this.sets.filter(({ game }) => game === this.setup.game);
    }

    private fill(): void {
        this.rules = optionForm(this.setup.game, this.game().options, [], this.setup.settings);
        this.inputs.replaceChildren(
            this.titleField(),
            this.gameField(),
            this.positionsField(),
            this.overField(),
            this.measuresField(),
            this.repetitionsField(),
            this.game().options.length
                ? h('details', { class: 'wide' }, h('summary', {}, t('labGameRules')), this.rules.element)
                : h('span', { hidden: true }),
            this.variants,
        );
        this.fillVariants();
    }

    private titleField(): HTMLElement {
        const input = h('input', { id: newId('title'), type: 'text', maxlength: 120, autocomplete: 'off' });
        input.value = this.setup.title;
        input.addEventListener('input', () => (this.setup.title = input.value));
        return field(t('labName'), input);
    }

    private gameField(): HTMLElement {
        const select = h(
            'select',
            { id: newId('game') },
            ...this.games.map((game) => h('option', { value: game.name }, gameTitle(game).text)),
        );
        select.value = this.setup.game;
        select.addEventListener('change', () => {
            const usual = measuresOf(undefined);
            this.setup = {
                ...this.setup,
                game: select.value,
                settings: {},
                positions: '',
                start: '',
                measures: this.setup.measures.filter((measure) => usual.includes(measure)),
            };
            this.fill();
            this.inputs.querySelector<HTMLElement>(`#${select.id}`)?.focus();
        });
        return field(t('game'), select);
    }

    private positionsField(): HTMLElement {
        const select = h(
            'select',
            { id: newId('positions') },
            h('option', { value: '' }, t('labFromStart')),
            h('option', { value: OWN }, t('labFromText')),
            ...this.setsOfGame().map(({ line, title }) => h('option', { value: line }, title)),
        );
        const start = h('textarea', { id: newId('start'), rows: 2, spellcheck: 'false', autocomplete: 'off' });
        const own = field(t('labPositionText'), start);
        select.value = this.setup.positions;
        start.value = this.setup.start;
        own.hidden = this.setup.positions !== OWN;
        select.addEventListener('change', () => {
            this.setup.positions = select.value;
            own.hidden = select.value !== OWN;
            const offered = measuresOf(this.setsOfGame().find(({ line }) => line === select.value));
            this.setup.measures = this.setup.measures.filter((measure) => offered.includes(measure));
            this.inputs.querySelector('.lab-measures')?.replaceWith(this.measuresField());
        });
        start.addEventListener('input', () => (this.setup.start = start.value));
        return h('div', { class: 'lab-pair' }, field(t('labPositions'), select), own);
    }

    private overField(): HTMLElement {
        const kind = h(
            'select',
            { id: newId('over') },
            h('option', { value: 'depth' }, t('labOverDepth')),
            h('option', { value: 'nodes' }, t('labOverNodes')),
        );
        const limits = h('input', { id: newId('limits'), type: 'text', autocomplete: 'off', spellcheck: 'false' });
        kind.value = this.setup.limit;
        limits.value = this.setup.limits;
        kind.addEventListener('change', () => {
            this.setup.limit = kind.value as LimitKind;
            this.setup.limits = limits.value = kind.value === 'depth' ? '1-5' : '100 300 1000 3000';
        });
        limits.addEventListener('input', () => (this.setup.limits = limits.value));
        return h(
            'div',
            { class: 'lab-pair two' },
            field(t('labOver'), kind),
            field(t('labLimits'), limits, withHelp(limits, t('labLimitsHelp'))),
        );
    }

    private measuresField(): HTMLElement {
        const set = this.setsOfGame().find(({ line }) => line === this.setup.positions);
        return h(
            'fieldset',
            { class: 'lab-measures' },
            h('legend', {}, t('labMeasures')),
            h(
                'div',
                { class: 'choices' },
                ...measuresOf(set).map((measure) =>
                    h(
                        'label',
                        { class: 'choice' },
                        h('input', {
                            type: 'checkbox',
                            value: measure,
                            checked: this.setup.measures.includes(measure),
                            onchange: (event: Event) =>
                                this.toggle(measure, (event.target as HTMLInputElement).checked),
                        }),
                        h('span', {}, measureName(measure)),
                    ),
                ),
            ),
        );
    }

    private toggle(measure: string, isOn: boolean): void {
        const rest = this.setup.measures.filter((one) => one !== measure);
        this.setup.measures = isOn ? [...rest, measure] : rest;
    }

    private repetitionsField(): HTMLElement {
        const input = h('input', { id: newId('repetitions'), type: 'number', min: 1, max: 1000, step: 1 });
        input.value = String(this.setup.repetitions);
        input.addEventListener('input', () => {
            this.setup.repetitions = input.value === '' ? 1 : Number(input.value); // judged with the whole text
        });
        return field(t('labRepetitions'), input, withHelp(input, t('labRepetitionsHelp')));
    }

    // ---- Variants ---------------------------------------------------------------------------------------------------

    private fillVariants(): void {
        this.methodForms = this.setup.variants.map(() => null);
        this.variants.replaceChildren(
            h('h3', {}, t('labVariants')),
            ...this.setup.variants.map((variant, i) => this.variantField(variant, i)),
            h(
                'button',
                {
                    type: 'button',
                    class: 'lab-add',
                    disabled: this.setup.variants.length >= VARIANTS_MOST,
                    onclick: () => this.addVariant(),
                },
                t('labAddVariant'),
            ),
        );
    }

    private addVariant(): void {
        const last = this.setup.variants.at(-1);
        this.setup.variants.push({ name: '', method: last?.method ?? 'alphabeta', preset: '', options: {} });
        this.fillVariants();
        this.read();
        this.variants.querySelector<HTMLElement>('fieldset:last-of-type select')?.focus();
    }

    private removeVariant(index: number): void {
        this.setup.variants.splice(index, 1);
        this.fillVariants();
        this.read();
        this.variants.querySelector<HTMLElement>('.lab-add')?.focus();
    }

    private variantField(variant: Variant, index: number): HTMLElement {
        const name = h('input', {
            id: newId('name'),
            type: 'text',
            maxlength: 40,
            autocomplete: 'off',
            placeholder: variantNames([variant])[0] ?? '',
        });
        const method = h(
            'select',
            { id: newId('method') },
            ...this.methods.map((one) => h('option', { value: one.name }, methodName(one).text)),
        );
        const help = h('p', { class: 'help' });
        const words = h('code', { class: 'lab-words', lang: 'en' });
        const options = h('details', {}, h('summary', {}, t('methodOptions'), ' ', words));
        const showMethod = (): void => {
            const found = this.methods.find((one) => one.name === method.value) ?? this.methods[0]!;
            const told = methodHelp(found);
            const made = optionForm(found.name, found.options, found.presets, variant.options, variant.preset);
            help.textContent = told.text;
            help.lang = told.lang ?? '';
            this.methodForms[index] = made;
            this.wordPlaces[index] = words;
            words.textContent = settingWords(variant.preset, variant.options);
            options.replaceChildren(options.firstElementChild!, made.element);
        };
        name.value = variant.name;
        method.value = variant.method;
        name.addEventListener('input', () => (variant.name = name.value));
        method.addEventListener('change', () => {
            Object.assign(variant, { method: method.value, preset: '', options: {} });
            showMethod();
        });
        showMethod();
        return h(
            'fieldset',
            { class: 'lab-variant' },
            h('legend', {}, t('labVariant', { n: index + 1 })),
            h('div', { class: 'lab-pair two' }, field(t('labVariantName'), name), field(t('method'), method, help)),
            options,
            this.setup.variants.length > VARIANTS_LEAST
                ? h(
                      'button',
                      {
                          type: 'button',
                          class: 'quiet lab-remove',
                          'aria-label': t('labRemoveVariant', { name: variantNames(this.setup.variants)[index] ?? '' }),
                          onclick: () => this.removeVariant(index),
                      },
                      '✕',
                  )
                : null,
        );
    }

    /** The texts of the option forms, which report only on request. */
    private read(): void {
        this.setup.settings = this.rules?.values() ?? {};
        this.setup.variants.forEach((variant, i) => {
            const made = this.methodForms[i];
            if (made) Object.assign(variant, { preset: made.preset(), options: made.values() });
            const words = this.wordPlaces[i];
            if (words) words.textContent = settingWords(variant.preset, variant.options);
        });
        // A text written by hand stays until you discard it.
        if (this.isOwn) this.onChange(this.setup, this.text.value);
        else this.writeText();
    }

    // ---- Text -------------------------------------------------------------------------------------------------------

    private writeText(): void {
        this.isOwn = false;
        this.text.value = experimentText(this.setup, measureName);
        this.textChanged();
    }

    private textChanged(): void {
        this.again.hidden = !this.isOwn;
        this.onChange(this.setup, this.isOwn ? this.text.value : null);
        this.verdict.replaceChildren(h('span', { class: 'empty' }, t('labChecking')));
        clearTimeout(this.timer);
        const turn = ++this.checks;
        this.timer = setTimeout(() => void this.check(turn), CHECK_AFTER_MS);
    }

    private titleOfText(): string {
        return /^\s*title\s+(.+?)\s*$/m.exec(this.text.value)?.[1] ?? t('labForm');
    }

    private async check(turn: number): Promise<void> {
        if (!this.text.value) {
            this.tell(false, t('labNoText'));
            return;
        }
        try {
            const { variants, positions, searches } = await call<CheckReply>('POST', '/api/experiments/check', {
                text: this.text.value,
            });
            if (turn === this.checks) this.tell(true, h('span', {}, t('labGood', { variants, positions, searches })));
        } catch (error) {
            if (turn !== this.checks || !(error instanceof ApiError)) return;
            this.tellFault(error);
            if (isAway(error)) this.timer = setTimeout(() => void this.check(turn), AWAY_MS);
        }
    }

    private tell(isGood: boolean, ...what: (HTMLElement | string)[]): void {
        this.verdict.className = isGood ? 'lab-verdict good' : 'lab-verdict bad';
        this.run.disabled = !isGood;
        this.text.setAttribute('aria-invalid', String(!isGood));
        this.verdict.replaceChildren(...what);
    }

    private tellFault(error: ApiError): void {
        const line = error.reply.line ?? 0;
        const told = problemText(error);
        const reason = h('span', { lang: told.lang }, told.text);
        if (!line) this.tell(false, reason);
        else
            this.tell(
                false,
                h('span', {}, t('labBadLine', { line }), reason),
                h('button', { type: 'button', onclick: () => this.goToLine(line) }, t('labGoToLine')),
            );
    }

    private goToLine(line: number): void {
        const lines = this.text.value.split('\n');
        const before = lines.slice(0, line - 1).join('\n');
        const begin = line > 1 ? before.length + 1 : 0;
        this.details.open = true;
        this.text.focus();
        this.text.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
    }
}
