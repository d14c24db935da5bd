#!/usr/bin/env python3
"""Makes experiments/openings/xiangqi-many.txt: openings of xiangqi for matches of many games.

    tools/xiangqi_openings.py [--seed N] [--count N] [--boyi PROGRAM] >experiments/openings/xiangqi-many.txt

Each begins with a line of experiments/openings/xiangqi.txt or the start position and goes on for some plies, drawn at
random among the moves that a shallow search finds little worse than the best. What is kept the head of the file says.
"""
import argparse
import random
import subprocess

FILES, RANKS = 9, 10
START = ('RNBAKABNR', '.........', '.C.....C.', 'P.P.P.P.P', '.........',
         '.........', 'p.p.p.p.p', '.c.....c.', '.........', 'rnbakabnr')

MORE_LEAST, MORE_MOST = 2, 6
DRAW_DEPTH, DRAW_LINES, DRAW_LOSS = 3, 12, 60
KEEP_NODES, KEEP_SCORE = 20000, 80

HEAD = '''# {count} openings of xiangqi of our own, for matches of many games: engines that are deterministic would play few openings over and
# over again. One a line: `startpos moves` and the moves. Made by tools/xiangqi_openings.py --seed {seed} --count {count}.
#
# Each begins with a line of xiangqi.txt or the start position, drawn at random, and {more_least} to {more_most} plies more, each drawn at random among the
# moves at most {loss} points below the best of our alpha-beta search (preset {preset} of version 0.1) to depth {depth}. Kept was a final position in
# which the side to move is not in check and our search gives it between -{score} and +{score} points with {nodes} nodes. No final position
# occurs twice, nor as the left-right mirror of another.
'''


class Engine:
    """Our engine, spoken to over UCI."""

    def __init__(self, program, preset):
        self.process = subprocess.Popen([program, 'uci'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say('setoption name Hash value 4', f'setoption name Preset value {preset}')

    def say(self, *commands):
        self.process.stdin.write(''.join(command + '\n' for command in commands))
        self.process.stdin.flush()

    def search(self, moves, lines, limit):
        """The lines of the deepest complete iteration, best first: their scores for the side to move and first moves.
        None if one of them ends the game."""
        depths = {}
        self.say('ucinewgame', f'setoption name MultiPV value {lines}', f'position startpos moves {" ".join(moves)}',
                 f'go {limit}')
        for row in self.process.stdout:
            words = row.split()
            if words[0] == 'bestmove':
                break
            if words[0] == 'info' and 'pv' in words:
                if 'mate' in words:
                    return self.drain()
                number = int(words[words.index('multipv') + 1]) if 'multipv' in words else 1
                depths.setdefault(int(words[words.index('depth') + 1]), {})[number] = (
                    int(words[words.index('cp') + 1]), words[words.index('pv') + 1])
        width = max((len(found) for found in depths.values()), default=0)
        whole = [depth for depth, found in depths.items() if len(found) == width]
        return [depths[max(whole)][number] for number in sorted(depths[max(whole)])] if whole else None

    def drain(self):
        """Reads to the end of the answer."""
        for row in self.process.stdout:
            if row.startswith('bestmove'):
                break


def square(text):
    return int(text[1]), ord(text[0]) - ord('a')


def board_after(moves):
    """The board as rows of letters, red's first rank first."""
    board = [list(row) for row in START]
    for move in moves:
        (from_rank, from_file), (to_rank, to_file) = square(move[:2]), square(move[2:])
        board[to_rank][to_file], board[from_rank][from_file] = board[from_rank][from_file], '.'
    return board


def identity(moves):
    """The same for a position and its mirror."""
    rows = [''.join(row) for row in board_after(moves)]
    return len(moves) % 2, min('/'.join(rows), '/'.join(row[::-1] for row in rows))


def attacks_line(board, rank, file, piece):
    """Whether the king on this square is attacked along its lines; `piece` writes a letter for the attacker's side."""
    for up, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        met, r, f = 0, rank + up, file + right
        while 0 <= r < RANKS and 0 <= f < FILES and met < 2:
            here = board[r][f]
            if met == 0 and (here == piece('r') or (here == piece('k') and up)) or met == 1 and here == piece('c'):
                return True
            met += here != '.'
            r, f = r + up, f + right
    return False


def attacks_step(board, rank, file, piece):
    """The same for horses and pawns. A horse is hindered by what stands diagonally next to the king."""
    def at(r, f):
        return board[r][f] if 0 <= r < RANKS and 0 <= f < FILES else ' '

    for up in (1, -1):
        for right in (1, -1):
            horses = at(rank + 2 * up, file + right), at(rank + up, file + 2 * right)
            if at(rank + up, file + right) == '.' and piece('n') in horses:
                return True
    ahead = 1 if piece('p') == 'p' else -1
    return piece('p') in (at(rank, file - 1), at(rank, file + 1), at(rank + ahead, file))


def in_check(moves):
    board, own, piece = board_after(moves), 'Kk'[len(moves) % 2], (str.lower, str.upper)[len(moves) % 2]
    rank, file = next((r, f) for r in range(RANKS) for f in range(FILES) if board[r][f] == own)
    return attacks_line(board, rank, file, piece) or attacks_step(board, rank, file, piece)


def draw(engine, source, bases):
    """A candidate; None if a line came to an end."""
    moves = list(source.choice(bases))
    for _ in range(source.randint(MORE_LEAST, MORE_MOST)):
        lines = engine.search(moves, DRAW_LINES, f'depth {DRAW_DEPTH}')
        if not lines:
            return None
        moves.append(source.choice([move for score, move in lines if score >= lines[0][0] - DRAW_LOSS]))
    return moves


def is_kept(engine, moves):
    if in_check(moves):
        return False
    lines = engine.search(moves, 1, f'nodes {KEEP_NODES}')
    return bool(lines) and abs(lines[0][0]) <= KEEP_SCORE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=5000)
    parser.add_argument('--boyi', default='build/boyi')
    parser.add_argument('--preset', default='full')
    parser.add_argument('--lines', default='experiments/openings/xiangqi.txt')
    args = parser.parse_args()
    source, engine, seen = random.Random(args.seed), Engine(args.boyi, args.preset), set()
    with open(args.lines, encoding='utf-8') as file:
        bases = [[]] + [row.split()[2:] for row in file if row.startswith('startpos')]
    print(HEAD.format(count=args.count, seed=args.seed, more_least=MORE_LEAST, more_most=MORE_MOST, loss=DRAW_LOSS,
                      preset=args.preset, depth=DRAW_DEPTH, score=KEEP_SCORE, nodes=f'{KEEP_NODES:,}'), end='')
    while len(seen) < args.count:
        moves = draw(engine, source, bases)
        if moves and identity(moves) not in seen and is_kept(engine, moves):
            seen.add(identity(moves))
            print('startpos moves', *moves, flush=True)
    engine.say('quit')
    engine.process.wait()


if __name__ == '__main__':
    main()
