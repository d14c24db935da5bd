// SPDX-License-Identifier: MIT
// Tells a screen reader what has happened on the board.
import { h } from './dom';

const region = h('div', { class: 'unseen', 'aria-live': 'polite', role: 'status' });

export function liveRegion(): HTMLElement {
    return region;
}

export function say(text: string): void {
    region.textContent = text;
}
