#!/usr/bin/env python3
"""Makes tests/data/connect4.txt: random positions of connect four of each length with their exact values.

    tools/connect4_positions.py [--seed N] [--each N] [--from STONES] [--to STONES] >tests/data/connect4.txt

Positions are reached by random moves; none is over, and in none can the side to move win at once. Values are those of
`boyi analyse connect4 --preset solver`; the tests confirm them in other ways.
"""
import argparse
import json
import random
import subprocess

WIDTH, HEIGHT, CONNECT = 7, 6, 4


def wins(board, column, row):
    """Whether the stone on this cell is part of a line."""
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            cell = (column + sign * right, row + sign * up)
            while board.get(cell) == board[column, row]:
                length += 1
                cell = (cell[0] + sign * right, cell[1] + sign * up)
        if length >= CONNECT:
            return True
    return False


def drop(board, heights, column, stone):
    """Lets a stone fall; says whether it wins."""
    board[column, heights[column]] = stone
    heights[column] += 1
    return wins(board, column, heights[column] - 1)


def can_win(board, heights, stone):
    """Whether a stone of this side wins at once."""
    return any(drop(dict(board), list(heights), column, stone) for column in range(WIDTH) if heights[column] < HEIGHT)


def play(random_source, stones):
    """A random position as text; None if the game was over too early or the side to move could win at once."""
    board, heights = {}, [0] * WIDTH
    for ply in range(stones):
        column = random_source.choice([c for c in range(WIDTH) if heights[c] < HEIGHT])
        if drop(board, heights, column, 'xo'[ply % 2]):
            return None
    if can_win(board, heights, 'xo'[stones % 2]):
        return None
    return '/'.join(''.join(board.get((c, r), '.') for c in range(WIDTH)) for r in reversed(range(HEIGHT)))


def solve(boyi, position):
    """The value of a position: win, loss or draw, with the plies to the end of the game."""
    command = [boyi, 'analyse', 'connect4', '--preset', 'solver', '--set', 'memory_kib=524288', '--nodes',
               '20000000000', '--json', '--position', position]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)['value']


def main():
    """Prints the set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--boyi', default='build/boyi')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--each', type=int, default=20)
    parser.add_argument('--from', dest='first', type=int, default=12)
    parser.add_argument('--to', dest='last', type=int, default=40)
    arguments = parser.parse_args()
    random_source = random.Random(arguments.seed)
    print('# Random positions of connect four with their exact values for the side to move: a win in n plies is')
    print('# 1000000 - n, a loss n - 1000000, a draw 0 (tools/connect4_positions.py)')
    for stones in range(arguments.first, arguments.last + 1):
        found = set()
        while len(found) < arguments.each:
            position = play(random_source, stones)
            if position and position not in found:
                found.add(position)
                print(position, solve(arguments.boyi, position), sep='\t', flush=True)


if __name__ == '__main__':
    main()
