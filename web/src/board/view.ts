// SPDX-License-Identifier: MIT
// The board: an SVG of layers. Each position redraws pieces and marks. The squares above them have the roles of a grid
// and take the focus; they stay as long as the board keeps its size, so that the focus stays too.
import { newId, s } from '../dom';
import { clauses, gameTitle, pieceName, sideName, t } from '../i18n';
import { MARK, NO_SQUARE, type Game, type Legal, type PositionReply } from '../types';
import { background, foreground, Geometry, UNIT, type Place } from './kinds';
import { keyStep, mayMoveFrom, movesTo } from './input';
import { drawPiece, type PieceStyle } from './pieces';

export interface Arrow {
    from: number; // NO_SQUARE: a ring at `to`
    to: number;
    rank?: number; // 1: the best of several, which is the widest; a hint alone has none
}

export interface BoardOptions {
    turned: boolean;
    pieces: PieceStyle;
    arrows?: Arrow[];
    canMove: boolean;
}

const DRAG_FROM = 12; // units of movement that make a press a drag
const SLIDE_MS = 180;

type Layer = 'background' | 'under' | 'ghost' | 'pieces' | 'foreground' | 'over' | 'squares';
const LAYERS: Layer[] = ['background', 'under', 'ghost', 'pieces', 'foreground', 'over', 'squares'];

interface Press {
    square: number;
    at: Place;
    wasSelected: boolean;
    dragged: SVGGElement | null;
}

export class BoardView {
    readonly element: SVGSVGElement;
    private readonly layers: Record<Layer, SVGGElement>;
    private geometry: Geometry | null = null;
    private position: PositionReply | null = null;
    private options: BoardOptions = { turned: false, pieces: 'chinese', canMove: false };
    private squares: SVGGElement[] = [];
    private pieces = new Map<number, SVGGElement>();
    private selected = NO_SQUARE;
    private focused = NO_SQUARE;
    private press: Press | null = null;
    private shownKey = '';
    private isEditing = false;
    private moveListener: (moves: Legal[]) => void = () => undefined;
    private squareListener: (square: number) => void = () => undefined;

    constructor(
        host: HTMLElement,
        private readonly game: Game,
    ) {
        this.layers = Object.fromEntries(
            LAYERS.map((name) => [
                name,
                s('g', {
                    class: `layer-${name}`,
                    'aria-hidden': name === 'squares' ? null : 'true',
                    role: name === 'squares' ? 'presentation' : null,
                }),
            ]),
        ) as Record<Layer, SVGGElement>;
        this.element = s(
            'svg',
            {
                class: 'board',
                role: 'grid',
                'aria-label': t('board', { game: gameTitle(game).text }),
                'aria-description': t('boardHelp'),
            },
            ...LAYERS.map((name) => this.layers[name]),
        );
        this.listen();
        host.append(this.element);
    }

    /** Called with the legal moves that were meant: one, or several that differ in the piece. */
    onMove(listener: (moves: Legal[]) => void): void {
        this.moveListener = listener;
    }

    /** While editing, a click reports its square and moves nothing. */
    edit(listener: ((square: number) => void) | null): void {
        this.isEditing = listener !== null;
        this.squareListener = listener ?? ((): void => undefined);
        this.element.classList.toggle('editing', this.isEditing);
    }

    show(position: PositionReply, options: BoardOptions): void {
        const isNew = this.position?.key !== position.key || this.position.text !== position.text;
        const before = this.position;
        this.position = position;
        this.options = options;
        if (isNew || !options.canMove) this.selected = NO_SQUARE;
        this.layOut();
        this.drawPieces();
        if (isNew && before) this.animate(position);
        this.drawMarks();
        this.label();
    }

    /** Width by height, for the layout of the page around it. */
    ratio(): number {
        return this.geometry ? this.geometry.width / this.geometry.height : 1;
    }

    focus(): void {
        this.squares[this.focused]?.focus();
    }

    private layOut(): void {
        const { board } = this.position!;
        const key = `${JSON.stringify(board)} ${this.options.turned}`;
        if (key === this.shownKey) return;
        this.shownKey = key;
        const geometry = (this.geometry = new Geometry(board, this.options.turned));
        this.element.setAttribute('viewBox', `0 0 ${geometry.width} ${geometry.height}`);
        this.element.setAttribute('data-kind', board.kind);
        this.layers.background.replaceChildren(...background(geometry, this.game));
        this.layers.foreground.replaceChildren(...foreground(geometry, newId('rack')), geometry.coordinates());
        this.makeSquares(geometry);
    }

    private makeSquares(geometry: Geometry): void {
        const { columns, rows } = geometry.board;
        const hadFocus = this.element.contains(document.activeElement);
        this.squares = [];
        const lines = Array.from({ length: rows }, (_, row) => {
            const line = s('g', { role: 'row' });
            for (let column = 0; column < columns; column++) {
                const { x, y } = geometry.seen(column, row);
                const square = geometry.squareSeen(column, row);
                const cell = s(
                    'g',
                    { role: 'gridcell', tabindex: -1, 'data-square': geometry.name(square), class: 'square' },
                    s('rect', { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT, class: 'hit' }),
                    s('rect', { x: x - 46, y: y - 46, width: 92, height: 92, rx: 12, class: 'focus' }),
                );
                this.squares[square] = cell;
                line.append(cell);
            }
            return line;
        });
        this.layers.squares.replaceChildren(...lines);
        if (this.focused === NO_SQUARE || this.focused >= columns * rows)
            this.focused = geometry.squareSeen(Math.floor(columns / 2), rows - 1);
        this.squares[this.focused]?.setAttribute('tabindex', '0');
        if (hadFocus) this.focus();
    }

    private drawPieces(): void {
        this.pieces.clear();
        this.layers.pieces.replaceChildren();
        this.layers.ghost.replaceChildren();
        this.position!.squares.forEach(([piece, side], square) => {
            if (!piece) return;
            const { x, y } = this.geometry!.place(square);
            const drawn = s(
                'g',
                { transform: `translate(${x} ${y})` },
                drawPiece(this.game, piece - 1, side, this.options.pieces),
            );
            this.pieces.set(square, drawn);
            this.layers.pieces.append(drawn);
        });
    }

    /** Lets the piece that moved slide, fall or appear. */
    private animate(position: PositionReply): void {
        const last = position.last;
        const drawn = last && this.pieces.get(last.to)?.firstElementChild;
        if (!drawn || this.isEditing || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        const to = this.geometry!.place(last.to);
        if (last.from !== NO_SQUARE) {
            const from = this.geometry!.place(last.from);
            this.layers.pieces.append(drawn.parentElement!);
            drawn.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }], {
                duration: SLIDE_MS,
                easing: 'ease-out',
            });
        } else if (position.board.kind === 'columns') {
            drawn.animate([{ transform: `translateY(${-to.y}px)` }, { transform: 'none' }], {
                duration: 120 + to.y / 3,
                easing: 'cubic-bezier(.5, 0, .9, .7)',
            });
        } else {
            drawn.animate(
                [
                    { transform: 'scale(.6)', opacity: 0 },
                    { transform: 'none', opacity: 1 },
                ],
                { duration: SLIDE_MS, easing: 'ease-out' },
            );
        }
    }

    private legal(): Legal[] {
        return this.options.canMove && !this.position!.over ? this.position!.legal : [];
    }

    private drawMarks(): void {
        const position = this.position!;
        const under: SVGElement[] = [];
        const over: SVGElement[] = [];
        const at = (square: number): Place => this.geometry!.place(square);
        const box = (square: number, name: string): SVGElement =>
            s('rect', { x: at(square).x - 47, y: at(square).y - 47, width: 94, height: 94, rx: 10, class: name });
        const circle = (square: number, r: number, name: string): SVGElement =>
            s('circle', { cx: at(square).x, cy: at(square).y, r, class: name });

        if (position.last) this.markLast(position.last, under, over, box, circle);
        position.squares.forEach(([, , marks], square) => {
            if (marks & MARK.check) over.push(circle(square, 46, 'mark-check'));
            if (marks & MARK.target) over.push(circle(square, 20, 'mark-target'));
            if (marks & MARK.forbidden) over.push(box(square, 'mark-forbidden'));
            if (marks & MARK.line)
                (position.board.kind === 'columns' ? over : under).push(
                    position.board.kind === 'columns' ? circle(square, 38, 'mark-line') : box(square, 'mark-won'),
                );
        });
        if (this.selected !== NO_SQUARE) {
            under.push(circle(this.selected, 49, 'mark-selected'));
            for (const move of this.legal())
                if (move.from === this.selected)
                    over.push(move.capture ? circle(move.to, 47, 'mark-capture') : circle(move.to, 13, 'mark-dot'));
        }
        over.push(...(this.options.arrows ?? []).map((arrow) => this.arrow(arrow)));
        this.layers.under.replaceChildren(...under);
        this.layers.over.replaceChildren(...over);
    }

    private markLast(
        last: { from: number; to: number },
        under: SVGElement[],
        over: SVGElement[],
        box: (square: number, name: string) => SVGElement,
        circle: (square: number, r: number, name: string) => SVGElement,
    ): void {
        const { kind } = this.position!.board;
        if (last.to === NO_SQUARE) return;
        if (last.from !== NO_SQUARE) {
            under.push(kind === 'points' ? circle(last.from, 13, 'mark-from') : box(last.from, 'mark-last'));
            under.push(kind === 'points' ? circle(last.to, 49.5, 'mark-to') : box(last.to, 'mark-last'));
        } else if (kind === 'cells') {
            under.push(box(last.to, 'mark-last'));
        } else {
            const colour = this.position!.squares[last.to]?.[1] === 0 ? 'first' : 'second';
            over.push(circle(last.to, kind === 'columns' ? 9 : 15, `mark-put mark-put-${colour} mark-put-${kind}`));
        }
    }

    private arrow({ from, to, rank = 1 }: Arrow): SVGElement {
        const end = this.geometry!.place(to);
        const ranked = `rank-${rank}`;
        if (from === NO_SQUARE) return s('circle', { cx: end.x, cy: end.y, r: 40, class: `hint-ring ${ranked}` });
        const start = this.geometry!.place(from);
        const length = Math.hypot(end.x - start.x, end.y - start.y);
        const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
        const half = Math.max(2.5, 10 - 2 * rank); // of the shaft's width
        const head = 12 + 1.5 * half;
        const neck = length - 10 - 1.5 * head;
        return s('path', {
            class: `hint-arrow ${ranked}`,
            transform: `translate(${start.x} ${start.y}) rotate(${angle})`,
            d: `M28 ${-half}H${neck}V${-head}L${length - 10} 0 ${neck} ${head}V${half}H28A${half} ${half} 0 0 1 28 ${-half}Z`,
        });
    }

    /** The text of each square for screen readers. */
    private label(): void {
        const legal = this.legal();
        this.squares.forEach((cell, square) => {
            const [piece, side, marks] = this.position!.squares[square] ?? [0, 0, 0];
            const isTarget = movesTo(this.position!.board, legal, this.selected, square).length > 0;
            const mayMove = mayMoveFrom(legal, square);
            const last = this.position!.last;
            const words = [
                this.spokenName(square),
                piece
                    ? t('squarePiece', {
                          side: sideName(this.game, side),
                          piece: pieceName(this.game.pieces![piece - 1]!),
                      })
                    : t('squareEmpty'),
                marks & MARK.check && t('squareCheck'),
                marks & MARK.target && t('squareAim'),
                marks & MARK.forbidden && t('squareForbidden'),
                marks & MARK.line && t('squareLine'),
                last?.to === square && t('squareLast'),
                square === this.selected ? t('squareSelected') : mayMove && t('squareMayMove'),
                isTarget && (this.selected === NO_SQUARE ? t('squarePut') : t('squareTarget')),
            ];
            cell.setAttribute('aria-label', clauses(words));
            cell.setAttribute('aria-selected', String(square === this.selected));
            cell.classList.toggle('may-move', mayMove);
            cell.classList.toggle('may-be-hit', isTarget || this.isEditing);
        });
    }

    private spokenName(square: number): string {
        const name = this.geometry!.name(square);
        const [column, row] = name.split(',');
        return column && row ? t('squareAt', { column, row }) : name;
    }

    // ---- Input -------------------------------------------------------------------------------------------------

    private listen(): void {
        this.element.addEventListener('pointerdown', (event) => this.down(event));
        this.element.addEventListener('pointermove', (event) => this.move(event));
        this.element.addEventListener('pointerup', (event) => this.up(event));
        this.element.addEventListener('pointercancel', () => this.letGo());
        this.element.addEventListener('pointerleave', () => this.layers.ghost.replaceChildren());
        this.element.addEventListener('keydown', (event) => this.key(event));
        this.element.addEventListener('focusin', (event) => this.focusMoved(event.target as Element));
    }

    private placeOf(event: PointerEvent): Place {
        const matrix = this.element.getScreenCTM();
        if (!matrix) return { x: -1, y: -1 };
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        return { x: point.x, y: point.y };
    }

    private down(event: PointerEvent): void {
        const at = this.placeOf(event);
        const square = this.geometry?.squareAt(at);
        if (event.button !== 0 || square === null || square === undefined) return;
        const isOwn = mayMoveFrom(this.legal(), square) && !this.isEditing;
        this.press = { square, at, wasSelected: this.selected === square, dragged: null };
        if (isOwn && !movesTo(this.position!.board, this.legal(), this.selected, square).length) {
            this.element.setPointerCapture(event.pointerId);
            this.select(square);
        }
    }

    private move(event: PointerEvent): void {
        const at = this.placeOf(event);
        const press = this.press;
        if (!press || this.selected !== press.square) {
            this.drawGhost(this.geometry?.squareAt(at) ?? null, event.pointerType);
            return;
        }
        if (!press.dragged && Math.hypot(at.x - press.at.x, at.y - press.at.y) < DRAG_FROM) return;
        press.dragged ??= this.pieces.get(press.square) ?? null;
        if (press.dragged) {
            press.dragged.classList.add('dragged');
            this.layers.over.append(press.dragged); // above everything during a drag
            press.dragged.setAttribute('transform', `translate(${at.x} ${at.y}) scale(1.08)`);
        }
    }

    private up(event: PointerEvent): void {
        const press = this.press;
        const square = this.geometry?.squareAt(this.placeOf(event)) ?? null;
        this.press = null;
        if (!press) return;
        if (press.dragged) {
            const moves = square === null ? [] : movesTo(this.position!.board, this.legal(), press.square, square);
            this.select(NO_SQUARE);
            this.drawPieces();
            this.drawMarks();
            if (moves.length) this.moveListener(moves);
        } else if (square === press.square) {
            this.setFocus(square);
            if (this.selected === square && !press.wasSelected) return; // the press has chosen it just now
            this.act(square);
        }
    }

    private letGo(): void {
        const wasDragged = this.press?.dragged;
        this.press = null;
        if (wasDragged) {
            this.drawPieces();
            this.select(NO_SQUARE);
        }
    }

    /** Handles a click or Enter on a square. */
    private act(square: number): void {
        if (this.isEditing) {
            this.squareListener(square);
            return;
        }
        const moves = movesTo(this.position!.board, this.legal(), this.selected, square);
        if (moves.length) {
            this.select(NO_SQUARE);
            this.moveListener(moves);
        } else if (mayMoveFrom(this.legal(), square) && square !== this.selected) {
            this.select(square);
        } else {
            this.select(NO_SQUARE);
        }
    }

    private select(square: number): void {
        this.selected = square;
        this.drawMarks();
        this.label();
    }

    /** Shows where a stone would come to lie under the pointer. */
    private drawGhost(square: number | null, pointer: string): void {
        const move =
            square === null || pointer === 'touch' || this.isEditing || this.selected !== NO_SQUARE
                ? undefined
                : movesTo(this.position!.board, this.legal(), NO_SQUARE, square)[0];
        if (!move) {
            this.layers.ghost.replaceChildren();
            return;
        }
        const { x, y } = this.geometry!.place(move.to);
        this.layers.ghost.replaceChildren(
            s(
                'g',
                { transform: `translate(${x} ${y})`, class: 'ghost' },
                drawPiece(this.game, Math.max(0, move.piece - 1), this.position!.side, this.options.pieces),
            ),
        );
    }

    private key(event: KeyboardEvent): void {
        const geometry = this.geometry;
        if (!geometry || event.ctrlKey || event.altKey || event.metaKey) return;
        const { columns, rows } = geometry.board;
        const column = this.focused % columns;
        const row = Math.floor(this.focused / columns);
        const step = keyStep(
            event.key,
            geometry.turned ? columns - 1 - column : column,
            geometry.turned ? row : rows - 1 - row,
            geometry.board,
        );
        if (step) {
            this.setFocus(geometry.squareSeen(...step));
            this.focus();
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.act(this.focused);
        } else if (event.key === 'Escape' && this.selected !== NO_SQUARE) {
            this.select(NO_SQUARE);
        } else {
            return;
        }
        event.preventDefault();
    }

    private setFocus(square: number): void {
        this.squares[this.focused]?.setAttribute('tabindex', '-1');
        this.focused = square;
        this.squares[square]?.setAttribute('tabindex', '0');
    }

    private focusMoved(target: Element): void {
        const square = this.squares.findIndex((cell) => cell === target);
        if (square >= 0) this.setFocus(square);
    }
}
