// SPDX-License-Identifier: MIT
// From clicks, drags and keys to moves. Knows squares and legal moves, nothing of how they look.
import { NO_SQUARE, type Board, type Legal } from '../types';

/** The legal moves that a click on `square` may mean while `selected` is chosen (NO_SQUARE: nothing). */
export function movesTo(board: Board, legal: Legal[], selected: number, square: number): Legal[] {
    const ends = (move: Legal): boolean =>
        move.to === square ||
        (board.kind === 'columns' && move.to !== NO_SQUARE && move.to % board.columns === square % board.columns);
    if (selected !== NO_SQUARE) return legal.filter((move) => move.from === selected && ends(move));
    return legal.filter((move) => move.from === NO_SQUARE && move.to !== NO_SQUARE && ends(move));
}

export function mayMoveFrom(legal: Legal[], square: number): boolean {
    return legal.some((move) => move.from === square);
}

/** The direction of an arrow key, in columns and rows as seen; null: not a key of the board. */
export function keyStep(key: string, column: number, row: number, board: Board): [number, number] | null {
    const { columns, rows } = board;
    const clamp = (value: number, most: number): number => Math.max(0, Math.min(most - 1, value));
    switch (key) {
        case 'ArrowLeft':
            return [clamp(column - 1, columns), row];
        case 'ArrowRight':
            return [clamp(column + 1, columns), row];
        case 'ArrowUp':
            return [column, clamp(row - 1, rows)];
        case 'ArrowDown':
            return [column, clamp(row + 1, rows)];
        case 'Home':
            return [0, row];
        case 'End':
            return [columns - 1, row];
        case 'PageUp':
            return [column, 0];
        case 'PageDown':
            return [column, rows - 1];
        default:
            return null;
    }
}
