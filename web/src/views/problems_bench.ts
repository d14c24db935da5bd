// SPDX-License-Identifier: MIT
// A board with a question on it: the block in question is marked, and lines are stepped through.
import { call } from '../api';
import { askPiece } from '../board/choose';
import { Geometry } from '../board/kinds';
import { BoardView, type Arrow } from '../board/view';
import { h } from '../dom';
import { pieceStyle } from '../looks';
import { Line } from '../state';
import { MARK, type Board, type Game, type Position, type PositionReply, type Square } from '../types';

/** The number of the square with this name; -1: there is none. */
export function squareNamed(board: Board, name: string): number {
    const geometry = new Geometry(board, false);
    const squares = Array.from({ length: board.columns * board.rows }, (_, square) => square);
    return squares.find((square) => geometry.name(square) === name.toUpperCase()) ?? -1;
}

export function nameOfSquare(board: Board, square: number): string {
    return new Geometry(board, false).name(square);
}

/** The stones connected with the one there. */
function blockAt({ columns, rows }: Board, squares: Square[], start: number): Set<number> {
    const block = new Set<number>();
    const waiting = [start];
    const isSame = (square: number): boolean =>
        squares[square]?.[0] === squares[start]?.[0] && squares[square]?.[1] === squares[start]?.[1];
    while (waiting.length) {
        const square = waiting.pop()!;
        if (block.has(square) || !isSame(square)) continue;
        block.add(square);
        const column = square % columns;
        if (column > 0) waiting.push(square - 1);
        if (column < columns - 1) waiting.push(square + 1);
        if (square >= columns) waiting.push(square - columns);
        if (square < columns * (rows - 1)) waiting.push(square + columns);
    }
    return block;
}

/** The position with the block marked, if it is still there. */
function withTarget(position: PositionReply, block: number): PositionReply {
    if (!position.squares[block]?.[0]) return position;
    const marked = blockAt(position.board, position.squares, block);
    const squares = position.squares.map(([piece, side, marks], square): Square => [
        piece,
        side,
        marked.has(square) ? marks | MARK.target : marks,
    ]);
    return { ...position, squares };
}

export class Bench {
    readonly element: HTMLElement;
    line = new Line();
    base: Position;
    block: string | null = null;
    arrows: Arrow[] = [];
    turned = false;
    canMove = false;
    readonly board: BoardView;
    private asked = 0;

    constructor(
        readonly game: Game,
        base: Position,
        onMove: (move: string) => void,
    ) {
        this.base = base;
        const host = h('div', { class: 'board-host' });
        this.element = h('section', { class: 'table' }, host);
        this.board = new BoardView(host, game);
        this.board.onMove((moves) => {
            if (moves.length === 1) onMove(moves[0]!.move);
            else askPiece(game, this.position!.side, moves, pieceStyle(), onMove);
        });
    }

    get position(): PositionReply | undefined {
        return this.line.here.reply;
    }

    /** The question's position with the moves of a line. */
    at(moves: string[] = this.line.path()): Position {
        return { ...this.base, moves: [...(this.base.moves ?? []), ...moves] };
    }

    /** Asks for the position where the line stands, and shows it. False: something else is wanted by now. */
    async refresh(): Promise<boolean> {
        const asked = ++this.asked;
        const node = this.line.here;
        node.reply ??= await call<PositionReply>('POST', '/api/position', this.at());
        if (asked !== this.asked) return false;
        this.draw();
        return true;
    }

    /** Ignores replies that are still on their way. */
    forget(): void {
        this.asked++;
    }

    draw(): void {
        if (this.position) this.show(this.position);
    }

    /** Shows a position that need not be the line's. */
    show(position: PositionReply): void {
        const block = this.block === null ? -1 : squareNamed(position.board, this.block);
        this.board.show(withTarget(position, block), {
            turned: this.turned,
            pieces: pieceStyle(),
            canMove: this.canMove,
            arrows: this.arrows,
        });
        this.element.style.setProperty('--ratio', String(this.board.ratio()));
    }

    /** The side of the block, null if there is none any more. */
    blockSide(): 0 | 1 | null {
        const position = this.position;
        const square = position && this.block !== null ? squareNamed(position.board, this.block) : -1;
        const stone = position?.squares[square];
        return stone?.[0] ? stone[1] : null;
    }
}

/** Buttons to step through a line that was laid out on a bench, from where it stands. */
export class Steps {
    private readonly start: number;

    constructor(
        private readonly bench: Bench,
        readonly moves: string[],
    ) {
        this.start = bench.line.path().length;
        for (const move of moves) bench.line.play(move);
        this.to(0);
    }

    get at(): number {
        return this.bench.line.path().length - this.start;
    }

    to(step: number): void {
        const { line } = this.bench;
        while (this.at > step && line.undo());
        while (this.at < step && line.redo());
    }
}
