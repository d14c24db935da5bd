// SPDX-License-Identifier: MIT
// Fields of forms that several views have.
import { h, newId } from './dom';

/** A choice in one row with its name. */
export function inlineSelect(
    label: string,
    values: [string, string][],
    chosen: string,
    onChange: (value: string) => void,
): HTMLElement {
    const input = h('select', { id: newId('tool') }, ...values.map(([value, text]) => h('option', { value }, text)));
    input.value = chosen;
    input.onchange = () => onChange(input.value);
    return h('div', { class: 'field inline' }, h('label', { for: input.id }, label), input);
}

/** A field below its name, with what belongs to it below that. */
export function field(label: string, input: HTMLElement, ...rest: (HTMLElement | null)[]): HTMLElement {
    return h('div', { class: 'field' }, h('label', { for: input.id }, label), input, ...rest);
}
