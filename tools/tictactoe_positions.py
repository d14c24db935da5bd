#!/usr/bin/env python3
"""Makes experiments/tictactoe-only-moves.tsv: the positions of tic-tac-toe in which one move alone keeps the result.

    tools/tictactoe_positions.py >experiments/tictactoe-only-moves.tsv

All positions are gone through. What is kept the head of the file says.
"""
import functools

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)

HEAD = '''# The {total} positions of tic-tac-toe, but for turns and mirror images, in which one move alone wins, or one alone draws where the others lose, and
# nobody could win at once if it were his turn. Columns, separated by tabs: id, position, that move. Made by tools/tictactoe_positions.py.
'''


def mover(cells):
    return 'xo'[(9 - cells.count('.')) % 2]


def has_line(cells, side):
    return any(all(cells[cell] == side for cell in line) for line in LINES)


def after(cells, cell, side):
    return cells[:cell] + side + cells[cell + 1:]


def moves(cells):
    return [cell for cell in range(9) if cells[cell] == '.']


@functools.lru_cache(None)
def value(cells):
    """1, 0 or -1 for the side to move."""
    side = mover(cells)
    if has_line(cells, 'o' if side == 'x' else 'x'):
        return -1
    return max((-value(after(cells, cell, side)) for cell in moves(cells)), default=0)


def same(cells):
    """The first, by its text, of the turns and mirror images."""
    images = []
    for _ in range(4):
        cells = ''.join(cells[cell] for cell in TURNED)
        images += [cells, ''.join(cells[cell] for cell in MIRRORED)]
    return min(images)


def is_quiet(cells):
    """Whether the game goes on and nobody has a line with one more stone."""
    return not any(has_line(after(cells, cell, side), side) for cell in moves(cells) for side in 'xo')


def only_move(cells):
    """The one move of several that keeps the result; None if there are others or nothing can be kept."""
    best = [cell for cell in moves(cells) if -value(after(cells, cell, mover(cells))) == value(cells)]
    return best[0] if len(best) == 1 < len(moves(cells)) and value(cells) >= 0 else None


def main():
    """Prints the set."""
    positions = {'.' * 9}
    found = []
    while positions:
        found += [cells for cells in sorted(positions) if is_quiet(cells) and only_move(cells) is not None]
        positions = {same(after(cells, cell, mover(cells))) for cells in positions for cell in moves(cells)}
        positions = {cells for cells in positions if not has_line(cells, 'x') and not has_line(cells, 'o')}
    print(HEAD.format(total=len(found)), end='')
    for number, cells in enumerate(found, 1):
        kept = 'wins' if value(cells) > 0 else 'draws'
        print(f't{number:02}', '/'.join(cells[row:row + 3] for row in (0, 3, 6)), f'{only_move(cells)} {kept}', sep='\t')


if __name__ == '__main__':
    main()
