// SPDX-License-Identifier: MIT
// The list of the moves of a line, a row for each pair.
import { h } from './dom';
import { t } from './i18n';
import { moveText } from './notation';
import { sideAt, type Line } from './state';

/** Fills `list` with the moves up to where the line stands, and scrolls to the last. */
export function showMoves(list: HTMLOListElement, line: Line): void {
    const nodes = line.nodes();
    const first = sideAt(line.root) ?? 0;
    const rows: HTMLElement[] = [];
    nodes.forEach((node, i) => {
        const place = i + first;
        if (place % 2 === 0 || !rows.length)
            rows.push(
                h(
                    'li',
                    {},
                    h('span', { class: 'move-number' }, `${Math.floor(place / 2) + 1}.`),
                    place % 2 ? h('span', { class: 'no-move' }, '…') : null,
                ),
            );
        rows.at(-1)!.append(
            h('span', { class: 'move', 'aria-current': i === nodes.length - 1 ? 'step' : null }, moveText(node.text)),
        );
    });
    list.replaceChildren(...(rows.length ? rows : [h('li', { class: 'empty' }, t('noMoves'))]));
    list.scrollTop = list.scrollHeight;
}
