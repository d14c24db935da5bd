// SPDX-License-Identifier: MIT
// The places of squares and the drawing below the pieces, for the three kinds of boards: cells, points (crossings),
// columns. A square is 100 units wide.
import { s } from '../dom';
import type { Board, Game } from '../types';

export const UNIT = 100;

export interface Place {
    x: number;
    y: number;
}

export class Geometry {
    readonly width: number;
    readonly height: number;
    private readonly margin: number;
    private readonly letter: number; // height of the letters at the edges: about the same on the screen for all boards

    constructor(
        readonly board: Board,
        readonly turned: boolean,
    ) {
        this.letter = 0.024 * UNIT * Math.max(board.columns, board.rows);
        this.margin = board.kind === 'points' ? this.letter + 6 : Math.max(16, this.letter * 1.9);
        this.width = board.columns * UNIT + 2 * this.margin;
        this.height = board.rows * UNIT + 2 * this.margin;
    }

    /** The middle of a column and row as they are seen, from the top left. */
    seen(column: number, row: number): Place {
        return { x: this.margin + (column + 0.5) * UNIT, y: this.margin + (row + 0.5) * UNIT };
    }

    /** The square that is seen in that column and row from the top left. */
    squareSeen(column: number, row: number): number {
        const { columns, rows } = this.board;
        return this.turned ? row * columns + (columns - 1 - column) : (rows - 1 - row) * columns + column;
    }

    place(square: number): Place {
        const { columns, rows } = this.board;
        const column = square % columns;
        const row = Math.floor(square / columns);
        return this.turned ? this.seen(columns - 1 - column, row) : this.seen(column, rows - 1 - row);
    }

    /** The square at a place, or null beside the board. */
    squareAt({ x, y }: Place): number | null {
        const column = Math.floor((x - this.margin) / UNIT);
        const row = Math.floor((y - this.margin) / UNIT);
        const { columns, rows } = this.board;
        return column < 0 || row < 0 || column >= columns || row >= rows ? null : this.squareSeen(column, row);
    }

    /** "e3", or "2,3" where squares have no names: column and row from the bottom left. */
    name(square: number): string {
        const { columns, column_names: names, first_row: first } = this.board;
        const column = square % columns;
        const row = Math.floor(square / columns);
        return names ? `${names[column] ?? ''}${row + first}` : `${column + 1},${row + 1}`;
    }

    /** Names of columns and rows at the edges. */
    coordinates(): SVGGElement {
        const group = s('g', { class: 'coordinates', 'aria-hidden': 'true' });
        const { columns, rows, column_names: names, first_row: first, kind } = this.board;
        if (!names) return group;
        const inset = kind === 'points' ? this.letter * 0.85 : this.margin / 2;
        const put = (x: number, y: number, text: string): void =>
            group.append(
                s('text', { x, y: y + this.letter * 0.36, 'text-anchor': 'middle', 'font-size': this.letter }, text),
            );
        for (let column = 0; column < columns; column++)
            put(this.place(column).x, this.height - inset, names[column] ?? '');
        for (let row = 0; row < rows && kind !== 'columns'; row++)
            put(inset, this.place(row * columns).y, String(row + first));
        return group;
    }
}

/** Lines of a board of crossings. With a river only the outer ones cross its middle. */
function pointLines(geometry: Geometry, hasRiver: boolean): SVGElement {
    const { columns, rows } = geometry.board;
    const first = geometry.seen(0, 0);
    const last = geometry.seen(columns - 1, rows - 1);
    let path = '';
    for (let row = 0; row < rows; row++) path += `M${first.x} ${geometry.seen(0, row).y}H${last.x}`;
    for (let column = 0; column < columns; column++) {
        const { x } = geometry.seen(column, 0);
        if (hasRiver && column > 0 && column < columns - 1) {
            const bank = geometry.seen(0, rows / 2 - 1).y;
            path += `M${x} ${first.y}V${bank}M${x} ${bank + UNIT}V${last.y}`;
        } else {
            path += `M${x} ${first.y}V${last.y}`;
        }
    }
    return s(
        'g',
        {},
        s('path', { d: path, class: 'board-lines' }),
        s('rect', {
            x: first.x - 9,
            y: first.y - 9,
            width: last.x - first.x + 18,
            height: last.y - first.y + 18,
            class: hasRiver ? 'board-frame' : 'unseen-shape',
        }),
    );
}

function palaces(geometry: Geometry): SVGElement {
    const { rows, columns } = geometry.board;
    const left = geometry.seen((columns - 1) / 2 - 1, 0).x;
    const right = left + 2 * UNIT;
    let path = '';
    for (const top of [geometry.seen(0, 0).y, geometry.seen(0, rows - 3).y])
        path += `M${left} ${top}L${right} ${top + 2 * UNIT}M${right} ${top}L${left} ${top + 2 * UNIT}`;
    return s('path', { d: path, class: 'board-lines' });
}

/** The names of the river, and the corners where cannons and pawns stand at the start. */
function river(geometry: Geometry): SVGElement {
    const { rows, columns } = geometry.board;
    const y = geometry.seen(0, rows / 2 - 1).y + UNIT / 2;
    const group = s(
        'g',
        {},
        s('text', { x: geometry.seen(1.5, 0).x, y: y + 17, class: 'river', 'text-anchor': 'middle' }, '楚 河'),
        s(
            'text',
            { x: geometry.seen(columns - 2.5, 0).x, y: y + 17, class: 'river', 'text-anchor': 'middle' },
            '漢 界',
        ),
    );
    const spots: [number, number][] = [];
    for (const row of [2, rows - 3]) spots.push([1, row], [columns - 2, row]);
    for (const row of [3, rows - 4]) for (let column = 0; column < columns; column += 2) spots.push([column, row]);
    let path = '';
    for (const [column, row] of spots) {
        const { x, y: middle } = geometry.seen(column, row);
        for (const [right, down] of [
            [1, 1],
            [1, -1],
            [-1, 1],
            [-1, -1],
        ] as const)
            if (column + right >= 0 && column + right < columns)
                path += `M${x + 6 * right} ${middle + 20 * down}v${-14 * down}h${14 * right}`;
    }
    group.append(s('path', { d: path, class: 'board-lines' }));
    return group;
}

function stars(geometry: Geometry): SVGElement {
    const { columns, rows } = geometry.board;
    const group = s('g', {});
    if (columns !== rows || columns < 5) return group;
    const edge = columns >= 13 ? 3 : 2;
    const middle = (columns - 1) / 2;
    const lines =
        columns % 2 && (columns >= 19 || columns < 7) ? [edge, middle, columns - 1 - edge] : [edge, columns - 1 - edge];
    const spots = new Map<string, [number, number]>();
    if (columns >= 7) for (const column of lines) for (const row of lines) spots.set(`${column} ${row}`, [column, row]);
    if (columns % 2) spots.set('middle', [middle, middle]);
    for (const [column, row] of spots.values()) {
        const { x, y } = geometry.seen(column, row);
        group.append(s('circle', { cx: x, cy: y, r: 4 + 0.5 * columns, class: 'star' }));
    }
    return group;
}

function points(geometry: Geometry, game: Game): SVGElement[] {
    const has = (name: string): boolean => game.decorations.includes(name);
    return [
        s('rect', { width: geometry.width, height: geometry.height, rx: 14, class: 'wood' }),
        pointLines(geometry, has('river')),
        ...(has('palace') ? [palaces(geometry)] : []),
        ...(has('river') ? [river(geometry)] : []),
        ...(has('stars') ? [stars(geometry)] : []),
    ];
}

function cells(geometry: Geometry): SVGElement[] {
    const group = s('g', {});
    for (let row = 0; row < geometry.board.rows; row++)
        for (let column = 0; column < geometry.board.columns; column++) {
            const { x, y } = geometry.seen(column, row);
            group.append(s('rect', { x: x - 47, y: y - 47, width: 94, height: 94, rx: 10, class: 'cell' }));
        }
    return [s('rect', { width: geometry.width, height: geometry.height, rx: 16, class: 'plate' }), group];
}

/** The layer below the pieces. */
export function background(geometry: Geometry, game: Game): SVGElement[] {
    if (geometry.board.kind === 'points') return points(geometry, game);
    if (geometry.board.kind === 'cells') return cells(geometry);
    return [
        s('rect', {
            x: 10,
            y: 10,
            width: geometry.width - 20,
            height: geometry.height - 20,
            rx: 24,
            class: 'rack-back',
        }),
    ];
}

/** The layer above the pieces: the front of a rack, with a hole for each square. */
export function foreground(geometry: Geometry, id: string): SVGElement[] {
    if (geometry.board.kind !== 'columns') return [];
    const mask = s('mask', { id }, s('rect', { width: geometry.width, height: geometry.height, fill: '#fff' }));
    const rims = s('g', {});
    for (let square = 0; square < geometry.board.columns * geometry.board.rows; square++) {
        const { x, y } = geometry.place(square);
        mask.append(s('circle', { cx: x, cy: y, r: 39, fill: '#000' }));
        rims.append(s('circle', { cx: x, cy: y, r: 39, class: 'rack-rim' }));
    }
    return [
        s('defs', {}, mask),
        s('rect', { width: geometry.width, height: geometry.height, rx: 26, class: 'rack', mask: `url(#${id})` }),
        rims,
    ];
}
