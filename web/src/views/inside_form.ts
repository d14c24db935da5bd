// SPDX-License-Identifier: MIT
// The form in which one asks for a search to look into: a position of a game or a tree of one's own, one method or two.
import type { ApiError } from '../api';
import { h, newId } from '../dom';
import { gameTitle, methodHelp, methodName, t } from '../i18n';
import { optionForm, type OptionForm } from '../options';
import { mistakeText } from '../problem';
import type { Game, Method, Position } from '../types';
import { positionOfLink, wholeNumber, type Question, type Way } from './inside_question';

const TREE = 'tree';
const FIRST_TREE = 'A(B(3,12,8),\n  C(2,4,6),\n  D(14,5,2))';

function field(label: string, input: HTMLElement, help?: string): HTMLElement {
    const id = newId('help');
    if (help) input.setAttribute('aria-describedby', id);
    return h(
        'div',
        { class: 'field' },
        h('label', { for: input.id }, label),
        input,
        help ? h('p', { class: 'help', id }, help) : null,
    );
}

function toggle(input: HTMLInputElement, label: string, help: string): HTMLElement {
    const id = newId('help');
    input.setAttribute('aria-describedby', id);
    return h(
        'div',
        { class: 'toggle' },
        input,
        h('label', { for: input.id }, label),
        h('p', { class: 'help', id }, help),
    );
}

/** A method, its preset and its options. */
class WayForm {
    readonly element = h('fieldset', { class: 'way' });
    private readonly select: HTMLSelectElement;
    private readonly help = h('p', { class: 'help' });
    private readonly options = h('div', {});
    private form: OptionForm | null = null;

    constructor(
        title: string,
        private readonly methods: Method[],
    ) {
        this.select = h(
            'select',
            { id: newId('method'), onchange: () => this.show({ method: this.select.value, preset: '', options: {} }) },
            h('option', { value: '' }, t('methodAuto')),
            ...methods.map((one) => h('option', { value: one.name }, methodName(one).text)),
        );
        this.element.append(h('legend', {}, title), field(t('method'), this.select), this.help, this.options);
    }

    show(way: Way): void {
        const method = this.methods.find(({ name }) => name === way.method);
        const told = method && methodHelp(method);
        this.select.value = method?.name ?? '';
        this.help.textContent = told?.text ?? '';
        this.help.lang = told?.lang ?? '';
        this.form = method ? optionForm(method.name, method.options, method.presets) : null;
        this.options.replaceChildren(
            ...(this.form ? [h('details', {}, h('summary', {}, t('methodOptions')), this.form.element)] : []),
        );
        if (this.form) setWay(this.form, method!, way);
    }

    way(): Way {
        return {
            method: this.select.value,
            preset: this.form?.preset() ?? '',
            options: this.form?.values() ?? {},
        };
    }
}

/** Chooses the preset as a hand would, and sets the options on top of it. */
function setWay(form: OptionForm, method: Method, way: Way): void {
    const [preset] = form.element.querySelectorAll('select');
    if (way.preset && preset && method.presets.some(({ name }) => name === way.preset)) {
        preset.value = way.preset;
        preset.dispatchEvent(new Event('change'));
    }
    form.set(way.options);
}

export class QuestionForm {
    readonly element: HTMLFormElement;
    private readonly problem = h('div', { class: 'problem', role: 'alert', hidden: true, id: newId('problem') });
    private readonly source: Record<'game' | 'tree', HTMLInputElement>;
    private readonly game: HTMLSelectElement;
    private readonly rules = h('div', {});
    private readonly start = h('textarea', { id: newId('start'), rows: 2, spellcheck: 'false', autocomplete: 'off' });
    private readonly moves = h('input', { id: newId('moves'), type: 'text', spellcheck: 'false', autocomplete: 'off' });
    private readonly tree = h('textarea', { id: newId('tree'), rows: 4, spellcheck: 'false', autocomplete: 'off' });
    private readonly depth = h('input', { id: newId('depth'), type: 'number', min: 1, max: 200, step: 1 });
    private readonly nodes = h('input', { id: newId('nodes'), type: 'number', min: 1, max: 1000000, step: 1 });
    private readonly truth = h('input', { id: newId('truth'), type: 'checkbox' });
    private readonly compares = h('input', { id: newId('compares'), type: 'checkbox' });
    private readonly ways: [WayForm, WayForm];
    private readonly ofGame: HTMLElement;
    private readonly ofTree: HTMLElement;
    private settings: OptionForm | null = null;

    constructor(
        private readonly games: Game[],
        methods: Method[],
        onAsk: (question: Question) => void,
    ) {
        const radio = (value: string): HTMLInputElement =>
            h('input', {
                type: 'radio',
                name: 'source',
                value,
                onchange: () => {
                    this.truth.checked = false; // which only small trees allow
                    this.turn();
                },
            });
        this.source = { game: radio('game'), tree: radio('tree') };
        this.game = h(
            'select',
            { id: newId('game'), onchange: () => this.showRules({}) },
            ...games
                .filter(({ name }) => name !== TREE)
                .map((game) => h('option', { value: game.name }, gameTitle(game).text)),
        );
        this.ways = [new WayForm(t('insideFirstWay'), methods), new WayForm(t('insideOtherWay'), methods)];
        this.ofGame = h(
            'div',
            { class: 'fields' },
            field(t('game'), this.game),
            this.rules,
            field(t('insideStart'), this.start, t('insideStartHelp')),
            field(t('insideMoves'), this.moves, t('insideMovesHelp')),
        );
        this.ofTree = h('div', { class: 'fields' }, field(t('insideTree'), this.tree, t('insideTreeHelp')));
        this.compares.addEventListener('change', () => this.turn());
        this.element = h(
            'form',
            {
                class: 'question-form',
                onsubmit: (event: SubmitEvent) => {
                    event.preventDefault();
                    this.clearProblem();
                    onAsk(this.question());
                },
            },
            h('div', { class: 'fields' }, this.sources(), this.ofGame, this.ofTree),
            h(
                'div',
                { class: 'fields' },
                this.ways[0].element,
                h(
                    'div',
                    { class: 'pair' },
                    field(t('insideDepth'), this.depth, t('insideDepthHelp')),
                    field(t('insideNodes'), this.nodes, t('insideNodesHelp')),
                ),
                toggle(this.truth, t('insideTruth'), t('insideTruthHelp')),
                toggle(this.compares, t('insideCompare'), t('insideCompareHelp')),
                this.ways[1].element,
            ),
            this.problem,
            h('footer', {}, h('button', { type: 'submit', class: 'primary' }, t('insideRecord'))),
        );
    }

    private sources(): HTMLElement {
        const choice = (input: HTMLInputElement, label: string): HTMLElement =>
            h('label', { class: 'choice' }, input, h('span', {}, label));
        return h(
            'fieldset',
            {},
            h('legend', {}, t('insideSource')),
            h(
                'div',
                { class: 'choices' },
                choice(this.source.game, t('insideSourceGame')),
                choice(this.source.tree, t('insideSourceTree')),
            ),
        );
    }

    /** Shows the fields that are needed. */
    private turn(): void {
        this.ofGame.hidden = !this.source.game.checked;
        this.ofTree.hidden = this.source.game.checked;
        this.ways[1].element.hidden = !this.compares.checked;
    }

    private showRules(settings: Record<string, string>): void {
        const game = this.games.find(({ name }) => name === this.game.value);
        this.settings = game?.options.length ? optionForm(game.name, game.options, game.presets, settings) : null;
        this.rules.replaceChildren(
            ...(this.settings ? [h('details', {}, h('summary', {}, t('rules')), this.settings.element)] : []),
        );
    }

    /** Fills the fields. */
    show(question: Question): void {
        const { position } = question;
        const isTree = position.game === TREE;
        this.source[isTree ? 'tree' : 'game'].checked = true;
        if (!isTree) this.game.value = position.game;
        this.showRules(isTree ? {} : (position.settings ?? {}));
        this.start.value = isTree ? '' : (position.start ?? '');
        this.moves.value = isTree ? '' : (position.moves?.join(' ') ?? '');
        this.tree.value = isTree ? (position.start ?? FIRST_TREE) : FIRST_TREE;
        this.depth.value = question.depth ? String(question.depth) : '';
        this.nodes.value = question.nodes ? String(question.nodes) : '';
        this.truth.checked = question.truth;
        this.compares.checked = question.other !== null;
        this.ways[0].show(question.way);
        this.ways[1].show(question.other ?? { method: 'minimax', preset: '', options: {} });
        this.clearProblem();
        this.turn();
    }

    private position(): Position {
        if (this.source.tree.checked) return { game: TREE, start: this.tree.value };
        const link = /#\/\w+\?(\S+)/.exec(this.start.value)?.[1];
        const linked = link && positionOfLink(new URLSearchParams(link));
        if (linked) return linked;
        const position: Position = { game: this.game.value };
        const settings = this.settings?.values() ?? {};
        const moves = this.moves.value.split(/[\s,]+/).filter(Boolean);
        if (Object.keys(settings).length) position.settings = settings;
        if (this.start.value.trim()) position.start = this.start.value.trim();
        if (moves.length) position.moves = moves;
        return position;
    }

    question(): Question {
        return {
            example: '',
            position: this.position(),
            way: this.ways[0].way(),
            other: this.compares.checked ? this.ways[1].way() : null,
            depth: wholeNumber(this.depth.value),
            nodes: wholeNumber(this.nodes.value),
            truth: this.truth.checked,
        };
    }

    // ---- Mistakes ----------------------------------------------------------------------------------------------

    private clearProblem(): void {
        this.problem.hidden = true;
        for (const input of [this.start, this.tree, this.moves]) {
            input.removeAttribute('aria-invalid');
            input.removeAttribute('aria-errormessage');
        }
    }

    /** Says what is wrong, and shows the place where the server names one. */
    tell(error: ApiError): void {
        const { field: name = '', line = 0, column = 0 } = error.reply;
        const told = mistakeText(error);
        const input = name === 'start' ? (this.source.tree.checked ? this.tree : this.start) : null;
        const row = line && input ? (input.value.split('\n')[line - 1] ?? '') : '';
        this.problem.replaceChildren(
            h('p', { lang: told.lang }, told.text),
            ...(row ? [h('pre', { class: 'place' }, `${row}\n${' '.repeat(Math.max(0, column - 1))}▲`)] : []),
        );
        this.problem.hidden = false;
        if (input) {
            input.setAttribute('aria-invalid', 'true');
            input.setAttribute('aria-errormessage', this.problem.id);
            this.select(input, line, column);
        } else if (name.startsWith('moves')) {
            this.moves.setAttribute('aria-invalid', 'true');
        }
        this.problem.scrollIntoView({ block: 'nearest' });
    }

    private select(input: HTMLTextAreaElement, line: number, column: number): void {
        const before = input.value.split('\n').slice(0, Math.max(0, line - 1));
        const at = before.reduce((sum, row) => sum + row.length + 1, 0) + Math.max(0, column - 1);
        input.focus();
        input.setSelectionRange(at, Math.min(input.value.length, at + 1));
    }
}
