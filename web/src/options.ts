// SPDX-License-Identifier: MIT
// A form made from a table of options: all options of a game or a method appear without a line written for them.
import { h, newId } from './dom';
import { choiceName, optionHelp, optionTitle, presetHelp, presetName, t, type Told } from './i18n';
import type { Option, Preset, Settings } from './types';

export interface OptionForm {
    element: HTMLElement;
    /** The settings that differ from the table's defaults. */
    values(): Settings;
    preset(): string;
    /** Sets some, on top of what is there. */
    set(settings: Settings): void;
}

interface Field {
    option: Option;
    input: HTMLInputElement | HTMLSelectElement;
    get(): string;
    set(value: string): void;
}

function told(text: Told): HTMLElement {
    return h('span', { lang: text.lang }, text.text);
}

function toldOption(value: string, { text, lang }: Told): HTMLElement {
    return h('option', { value, lang }, text);
}

function makeSelect(option: Option, id: string): Field {
    const input = h(
        'select',
        { id },
        ...(option.choices ?? []).map((choice) => toldOption(choice, choiceName(option, choice))),
    );
    return {
        option,
        input,
        get: () => input.value,
        set: (value) => {
            input.value = value;
        },
    };
}

function makeSwitch(option: Option, id: string): Field {
    const input = h('input', { type: 'checkbox', id });
    return {
        option,
        input,
        get: () => (input.checked ? 'on' : 'off'),
        set: (value) => {
            input.checked = value === 'on';
        },
    };
}

function makeText(option: Option, id: string): Field {
    const isNumber = option.kind === 'number';
    const input = h('input', {
        id,
        type: isNumber ? 'number' : 'text',
        min: option.least,
        max: option.most,
        step: isNumber ? 1 : null,
        required: isNumber,
        spellcheck: 'false',
    });
    return {
        option,
        input,
        get: () => input.value,
        set: (value) => {
            input.value = value;
        },
    };
}

function makeField(option: Option, id: string): Field {
    if (option.kind === 'choice') return makeSelect(option, id);
    return option.kind === 'switch' ? makeSwitch(option, id) : makeText(option, id);
}

/** The name that files and the command line know it by, where its title is another, and what it does to an answer. */
function marks({ name, effect }: Option, title: Told): (HTMLElement | null)[] {
    return [
        title.text === name.replaceAll('_', ' ') ? null : h('code', { lang: 'en' }, name),
        effect === 'rule' ? null : h('span', { class: 'effect', 'data-effect': effect }, t(`effect.${effect}`)),
    ];
}

/** One row: name, field, and below them what the option does and where it comes from. */
function row(owner: string, field: Field): HTMLElement {
    const help = newId('help');
    const title = optionTitle(owner, field.option);
    field.input.setAttribute('aria-describedby', help);
    return h(
        'div',
        { class: 'option' },
        h('label', { for: field.input.id }, told(title)),
        field.input,
        h(
            'p',
            { id: help, class: 'help' },
            ...marks(field.option, title),
            told(optionHelp(owner, field.option)),
            field.option.paper ? h('cite', { lang: 'en' }, field.option.paper) : null,
        ),
    );
}

/** The choice of a preset, with its purpose. */
function presetRow(owner: string, presets: Preset[], choice: HTMLSelectElement): HTMLElement {
    const help = h('p', { id: newId('help'), class: 'help' });
    const show = (): void => {
        const preset = presets.find(({ name }) => name === choice.value);
        help.replaceChildren(...(preset ? [told(presetHelp(owner, preset))] : []));
    };
    choice.setAttribute('aria-describedby', help.id);
    choice.addEventListener('change', show);
    show();
    return h('div', { class: 'option' }, h('label', { for: choice.id }, t('preset')), choice, help);
}

/** "hash=on ways=4" as settings. */
export function readSettings(text: string): Settings {
    const settings: Settings = {};
    for (const word of text.split(' ')) {
        const [name, ...value] = word.split('=');
        if (name && value.length) settings[name] = value.join('=');
    }
    return settings;
}

export function optionForm(
    owner: string,
    options: Option[],
    presets: Preset[],
    given: Settings = {},
    preset = '',
): OptionForm {
    const fields = options.map((option) => makeField(option, newId('option')));
    const choice = h(
        'select',
        { id: newId('preset') },
        h('option', { value: '' }, t('presetNone')),
        ...presets.map((one) => toldOption(one.name, presetName(one))),
    );
    const setAll = (settings: Settings): void =>
        fields.forEach((field) => field.set(settings[field.option.name] ?? field.option.default));
    const presetSettings = (): Settings =>
        readSettings(presets.find((preset) => preset.name === choice.value)?.settings ?? '');

    choice.addEventListener('change', () => setAll(presetSettings()));
    choice.value = presets.some(({ name }) => name === preset) ? preset : '';
    setAll({ ...presetSettings(), ...given });
    const values = (): Settings => {
        const base = presetSettings();
        return Object.fromEntries(
            fields
                .filter((field) => field.get() !== (base[field.option.name] ?? field.option.default))
                .map((field) => [field.option.name, field.get()]),
        );
    };
    const element = h(
        'div',
        { class: 'options' },
        presets.length ? presetRow(owner, presets, choice) : null,
        ...fields.map((field) => row(owner, field)),
        fields.length > 6
            ? h(
                  'button',
                  {
                      type: 'button',
                      class: 'quiet',
                      onclick: () => {
                          choice.value = '';
                          choice.dispatchEvent(new Event('change'));
                      },
                  },
                  t('resetOptions'),
              )
            : null,
    );
    const set = (settings: Settings): void =>
        fields.forEach((field) => field.set(settings[field.option.name] ?? field.get()));
    return { element, values, preset: () => choice.value, set };
}
