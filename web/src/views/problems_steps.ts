// SPDX-License-Identifier: MIT
// Buttons to step through a line on the board.
import { h, icon } from '../dom';
import { t, type Key } from '../i18n';
import type { Steps } from './problems_bench';

const ICONS = {
    first: 'M18 6l-8 6 8 6V6ZM6 5v14',
    back: 'M15 6l-8 6 8 6V6Z',
    on: 'M9 6l8 6-8 6V6Z',
    last: 'M6 6l8 6-8 6V6ZM18 5v14',
} as const;

export function stepButtons(steps: Steps, onStep: () => void): HTMLElement {
    const length = steps.moves.length;
    const button = (name: keyof typeof ICONS, label: Key, to: number): HTMLElement =>
        h(
            'button',
            {
                type: 'button',
                class: 'icon-button',
                'aria-label': t(label),
                title: t(label),
                'data-step': name,
                disabled: to < 0 || to > length || to === steps.at,
                onclick: () => {
                    steps.to(to);
                    onStep();
                    document.querySelector<HTMLElement>(`[data-step=${name}]:not(:disabled)`)?.focus();
                },
            },
            icon(ICONS[name]),
        );
    return h(
        'div',
        { class: 'step-buttons', role: 'group', 'aria-label': t('stepOf', { n: steps.at, all: length }) },
        button('first', 'stepFirst', 0),
        button('back', 'stepBack', steps.at - 1),
        h('span', { class: 'step-count' }, t('stepOf', { n: steps.at, all: length })),
        button('on', 'stepOn', steps.at + 1),
        button('last', 'stepLast', length),
    );
}
