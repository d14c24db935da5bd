// SPDX-License-Identifier: MIT
// The choice of a method, its preset and its options.
import { h, newId } from './dom';
import { methodHelp, methodName, t } from './i18n';
import { optionForm, type OptionForm } from './options';
import type { Method, Settings } from './types';

/** The method in a request; empty: the usual one. */
export interface MethodChoice {
    method: string;
    preset: string;
    options: Settings;
}

/** Whether a method can search with several threads; the usual one, which has no name, can. */
export function knowsThreads(methods: Method[], method: string): boolean {
    const named = methods.find(({ name }) => name === method);
    return !named || named.options.some(({ name }) => name === 'threads');
}

export interface MethodForm {
    elements: HTMLElement[];
    choice(): MethodChoice;
}

/** `onMethod` hears of another method that is chosen; undefined: the usual one. */
export function methodForm(
    methods: Method[],
    given: MethodChoice,
    onMethod?: (method: Method | undefined) => void,
): MethodForm {
    let form: OptionForm | null = null;
    const help = h('p', { class: 'help' });
    const options = h('div', {});
    const select = h(
        'select',
        { id: newId('method') },
        h('option', { value: '' }, t('methodAuto')),
        ...methods.map((one) => h('option', { value: one.name }, methodName(one).text)),
    );
    const chosen = (): Method | undefined => methods.find(({ name }) => name === select.value);
    const show = (settings: Settings = {}, preset = ''): void => {
        const method = chosen();
        const told = method && methodHelp(method);
        form = method ? optionForm(method.name, method.options, method.presets, settings, preset) : null;
        help.textContent = told?.text ?? '';
        help.lang = told?.lang ?? '';
        options.replaceChildren(
            ...(form && method?.options.length
                ? [h('details', {}, h('summary', {}, t('methodOptions')), form.element)]
                : []),
        );
    };
    select.value = methods.some(({ name }) => name === given.method) ? given.method : '';
    select.onchange = () => {
        show();
        onMethod?.(chosen());
    };
    show(given.options, given.preset);
    return {
        elements: [h('div', { class: 'field' }, h('label', { for: select.id }, t('method')), select, help), options],
        choice: () => ({ method: select.value, preset: form?.preset() ?? '', options: form?.values() ?? {} }),
    };
}
