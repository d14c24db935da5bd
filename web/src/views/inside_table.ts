// SPDX-License-Identifier: MIT
// The whole of a small search as a table, with the row of the present step marked.
import { h } from '../dom';
import { messageText, t, wordText } from '../i18n';
import type { Message, TraceTable } from '../types';

/** A cell in the language of the page. */
function cellText(cell: string | Message): string {
    return typeof cell === 'string' ? wordText('insideCell', cell) : messageText(cell).text;
}

/** Above the rows of an iteration. */
function partHead(depth: number, columns: number): HTMLElement {
    return h('tr', { class: 'part' }, h('th', { colspan: columns }, `${t('insideDepth')} ${depth}`));
}

export class StepTable {
    readonly element: HTMLElement;
    private readonly rows: { element: HTMLTableRowElement; step: number }[] = [];

    private readonly scroller: HTMLElement;

    constructor(table: TraceTable, onRow: (node: number) => void) {
        const titles = table.columns.map((title) => h('th', { scope: 'col' }, wordText('insideColumn', title)));
        const parts = table.parts.map((part) =>
            h(
                'tbody',
                {},
                table.parts.length > 1 && part.depth ? partHead(part.depth, table.columns.length) : null,
                ...part.rows.map((row) => this.row(row, onRow)),
            ),
        );
        this.scroller = h(
            'div',
            { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': t('insideTable') },
            h('table', {}, h('thead', {}, h('tr', {}, ...titles)), ...parts),
        );
        this.element = h(
            'section',
            { class: 'card step-table' },
            h('h2', {}, t('insideTable')),
            h('p', { class: 'help' }, t('insideTableHelp')),
            this.scroller,
        );
    }

    private row(row: TraceTable['parts'][0]['rows'][0], onRow: (node: number) => void): HTMLElement {
        const [name, ...cells] = row.cells;
        const label = typeof name === 'string' ? name : '';
        const element = h(
            'tr',
            {},
            h(
                'th',
                { scope: 'row' },
                h('button', { type: 'button', class: 'quiet', onclick: () => onRow(row.node) }, label),
            ),
            ...cells.map((cell) => h('td', {}, cellText(cell))),
        );
        this.rows.push({ element, step: row.step ?? 0 });
        return element;
    }

    /** Marks the last row that is complete after a step, and sets apart those that are not. */
    show(step: number): void {
        let present: HTMLTableRowElement | null = null;
        for (const { element, step: completed } of this.rows) {
            element.classList.toggle('later', completed > step);
            element.removeAttribute('aria-current');
            if (completed && completed <= step) present = element;
        }
        present?.setAttribute('aria-current', 'step');
        if (present) this.keepInView(present);
    }

    /** Scrolls the table alone, not the page. */
    private keepInView(row: HTMLTableRowElement): void {
        const least = row.offsetTop + row.offsetHeight - this.scroller.clientHeight;
        const most = row.offsetTop - row.offsetHeight; // below the head, which stays
        this.scroller.scrollTop = Math.min(Math.max(this.scroller.scrollTop, least), Math.max(most, 0));
    }
}
