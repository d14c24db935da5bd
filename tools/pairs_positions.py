#!/usr/bin/env python3
"""Makes experiments/pairs-positions.tsv: positions of a small connect-six in which one move is clearly the best.

    tools/pairs_positions.py [--seed N] [--each N] [--boyi PROGRAM] >experiments/pairs-positions.tsv

The board is filled at random. What is kept the head of the file says.
"""
import argparse
import json
import random
import subprocess

SIZE, LINE, STONES, FIRST = 7, 5, 2, 1
COUNTS = range(6, 15, 2)
DEPTH, MARGIN, NODES = 7, 3, 20000000
WIN, FAR = 1000000, 900000  # the value of a win at once, and what only wins and losses are beyond

HEAD = '''# {total} positions of a small connect-six: seven by seven cells, five in a row, x puts one stone and then each side two in turn. Columns, separated by
# tabs: id, position, the best move and its value, the second and its value. Made by tools/pairs_positions.py --seed {seed} --each {each}.
#
# Stones at random, {each} positions each of {counts} stones, so that the second stone of a turn is due: of the first, the stones of a turn
# in the other order are as good. Kept was a position in which our alpha-beta search (preset classic) to depth {depth}, three whole turns
# after the stone, finds that the best move alone wins, or alone does not lose, or is better than the second by {margin} or more, if it does not
# win or lose within two plies and is still the best to a search of {nodes} nodes.
'''


def side_after(count):
    """Whose turn it is when so many stones are on the board."""
    return 0 if count < FIRST else 1 - (count - FIRST) // STONES % 2


def draw(source, stones):
    """A random position as text. Whether it can occur the program says."""
    cells = ['.'] * (SIZE * SIZE)
    for count, cell in enumerate(source.sample(range(SIZE * SIZE), stones)):
        cells[cell] = 'xo'[side_after(count)]
    return '/'.join(''.join(cells[row:row + SIZE]) for row in range(0, SIZE * SIZE, SIZE))


def search(boyi, position, *limits):
    """The best moves with their values for the side to move; none if the position cannot occur or the game is over."""
    command = [boyi, 'analyse', 'pairs', '--position', position, '--preset', 'classic', '--set', 'memory_kib=65536',
               '--json', *limits]
    for name, value in ('width', SIZE), ('height', SIZE), ('line', LINE), ('stones', STONES), ('first', FIRST):
        command += ['--game-set', f'{name}={value}']
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode:
        return []
    return [(line['best'], line['value']) for line in json.loads(answer.stdout)['lines']]


def result(value):
    """1, -1 or 0: a win, a loss, or neither that the search has seen."""
    return (value > FAR) - (value < -FAR)


def is_clear(lines):
    """Whether the first of two moves is clearly better."""
    if len(lines) < 2 or abs(lines[0][1]) >= WIN - 2:
        return False
    (_, best), (_, second) = lines
    if result(best) != result(second):
        return True
    return result(best) == 0 and best - second >= MARGIN


def judge(boyi, position):
    """The two best moves of a position that is to be kept, else none."""
    lines = search(boyi, position, '--depth', str(DEPTH), '--lines', '2')
    if not is_clear(lines) or search(boyi, position, '--nodes', str(NODES))[0][0] != lines[0][0]:
        return []
    return lines


def main():
    """Prints the set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--boyi', default='build/boyi')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--each', type=int, default=8)
    args = parser.parse_args()
    source, seen = random.Random(args.seed), set()
    counts = ', '.join(str(stones) for stones in COUNTS[:-1]) + f' and {COUNTS[-1]}'
    print(HEAD.format(total=args.each * len(COUNTS), seed=args.seed, each=args.each, counts=counts, depth=DEPTH,
                      margin=MARGIN, nodes=f'{NODES:,}'), end='')
    for number, stones in enumerate(COUNTS, 1):
        while len(seen) < number * args.each:
            position = draw(source, stones)
            lines = judge(args.boyi, position) if position not in seen else []
            if lines:
                seen.add(position)
                told = ', '.join(f'{move} {value}' for move, value in lines)
                print(f'p{len(seen):02}', position, told, sep='\t', flush=True)


if __name__ == '__main__':
    main()
