#!/usr/bin/env python3
"""Makes experiments/xiangqi-openings.tsv: the last positions of openings, for experiments that play from them.

    grep '^startpos' experiments/openings/xiangqi.txt | head -n 100 | tools/opening_positions.py >experiments/xiangqi-openings.tsv
"""
import sys

START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR'

HEAD = '''# The positions to which the first 100 openings of openings/xiangqi.txt lead, in their order. Columns, separated by tabs: id, position, the moves from the start.
# Made by tools/opening_positions.py.
'''


def board_of(text):
    """The ranks from the top, each a list of nine letters or dots."""
    return [[cell for letter in rank for cell in ('.' * int(letter) if letter.isdigit() else letter)]
            for rank in text.split('/')]


def text_of(board):
    ranks = []
    for rank in board:
        text = ''
        for cell in rank:
            if cell != '.':
                text += cell
            elif text and text[-1].isdigit():
                text = text[:-1] + str(int(text[-1]) + 1)
            else:
                text += '1'
        ranks.append(text)
    return '/'.join(ranks)


def play(board, move):
    """Makes a move like h2e2; the rank 0 is the last one."""
    from_file, to_file = (ord(move[i]) - ord('a') for i in (0, 2))
    from_rank, to_rank = (9 - int(move[i]) for i in (1, 3))
    if board[from_rank][from_file] == '.':
        sys.exit(f'there is nothing to move: {move}')
    board[to_rank][to_file] = board[from_rank][from_file]
    board[from_rank][from_file] = '.'


def main():
    print(HEAD, end='')
    number = 0
    for line in sys.stdin:
        words = line.split()
        if words[:2] != ['startpos', 'moves']:
            continue
        board = board_of(START)
        for move in words[2:]:
            play(board, move)
        number += 1
        position = f'{text_of(board)} {"wb"[len(words) % 2]} - - 0 1'
        print(f'o{number:03}', position, ' '.join(words[2:]), sep='\t')


main()
