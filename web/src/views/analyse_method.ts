// SPDX-License-Identifier: MIT
// By which method the engine beside the board searches, and how far.
import { h, newId } from '../dom';
import { field } from '../fields';
import { t } from '../i18n';
import { methodForm, type MethodChoice } from '../method_form';
import { getPref, setPref } from '../prefs';
import type { Method } from '../types';

/** How far a search goes at most; what is missing has no limit. */
export interface SearchLimits {
    depth?: number;
    nodes?: number;
}

export interface EngineChoice extends MethodChoice {
    limits?: SearchLimits; // missing: those that the method needs
}

const DEPTH_MOST = 1024; // of any search

function methodOf(methods: Method[], { method }: MethodChoice): Method | undefined {
    return methods.find(({ name }) => name === method);
}

/** Limits that give a result soon. */
function neededLimits(method: Method | undefined): SearchLimits {
    return method?.needs_limit ?? {};
}

export function limitsOf(methods: Method[], choice: EngineChoice): SearchLimits {
    return choice.limits ?? neededLimits(methodOf(methods, choice));
}

/** Whether it goes to a depth at once, so that a search that nodes end has found nothing. */
export function goesAtOnce(methods: Method[], choice: MethodChoice): boolean {
    return methodOf(methods, choice)?.needs_limit?.depth !== undefined;
}

export function readChoice(): EngineChoice {
    const none: EngineChoice = { method: '', preset: '', options: {} };
    try {
        return { ...none, ...(JSON.parse(getPref('analyse.method') ?? '{}') as Partial<EngineChoice>) };
    } catch {
        return none;
    }
}

/** Two fields that follow the method; empty: no limit. */
class LimitFields {
    private readonly depth = numberField(DEPTH_MOST);
    private readonly nodes = numberField(Number.MAX_SAFE_INTEGER);
    private readonly help = h('p', { class: 'help', id: newId('help') });
    readonly element = h(
        'div',
        { class: 'limits', role: 'group', 'aria-label': t('limits'), 'aria-describedby': this.help.id },
        field(t('depthMost'), this.depth),
        field(t('nodesMost'), this.nodes),
        this.help,
    );

    show(method: Method | undefined, { depth, nodes }: SearchLimits): void {
        this.depth.value = String(depth ?? '');
        this.nodes.value = String(nodes ?? '');
        this.help.textContent = t(method?.needs_limit ? 'limitsNeeded' : 'limitsHelp');
    }

    limits(): SearchLimits {
        return {
            ...(this.depth.value && { depth: this.depth.valueAsNumber }),
            ...(this.nodes.value && { nodes: this.nodes.valueAsNumber }),
        };
    }
}

function numberField(most: number): HTMLInputElement {
    return h('input', { id: newId('limit'), type: 'number', min: 1, max: most, step: 1, placeholder: t('noLimit') });
}

/** Asks for another choice, which is kept. */
export function askMethod(methods: Method[], given: EngineChoice, onChoice: (choice: EngineChoice) => void): void {
    const limits = new LimitFields();
    const form = methodForm(methods, given, (method) => limits.show(method, neededLimits(method)));
    const title = newId('title');
    const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': title });
    limits.show(methodOf(methods, given), limitsOf(methods, given));
    dialog.append(
        h(
            'form',
            {
                onsubmit: (event: SubmitEvent) => {
                    event.preventDefault();
                    const choice = { ...form.choice(), limits: limits.limits() };
                    setPref('analyse.method', JSON.stringify(choice));
                    dialog.close();
                    onChoice(choice);
                },
            },
            h('header', {}, h('h2', { id: title }, t('method'))),
            h('div', { class: 'dialog-body' }, ...form.elements.slice(0, 1), limits.element, ...form.elements.slice(1)),
            h(
                'footer',
                {},
                h('button', { type: 'button', onclick: () => dialog.close() }, t('cancel')),
                h('button', { type: 'submit', class: 'primary' }, t('use')),
            ),
        ),
    );
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
