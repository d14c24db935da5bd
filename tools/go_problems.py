#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes and confirms capturing problems of Go: tests/data/go_capture is what it wrote.

    play    lets GNU Go play itself and writes one line for each game
    find    asks our solver about blocks in these games and writes candidates
    random  the same on small boards with stones by chance
    choose  takes a spread of candidates
    confirm finds out all about candidates, or about problems in files: the code, every first move that has it, a proof
            that the verifier accepts, the word of GNU Go and of a second search; writes problems with notes
    sort    drops what is met twice and writes the files easy.txt, medium.txt and hard.txt, and apart from them what is
            not proved

Programs are named by BOYI (build/boyi) and GNUGO (/usr/games/gnugo). tests/data/go_capture/README.md has the commands.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

BOYI = os.environ.get("BOYI", "build/boyi")
GNUGO = os.environ.get("GNUGO", "/usr/games/gnugo")
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OTHER = {"b": "w", "w": "b"}
NAMES = {"b": "black", "w": "white"}
FILE_LIMITS = (200, 50000)  # nodes: fewer are easy, fewer medium, and the others hard


# ---- Boards ----------------------------------------------------------------------------------------------------------


class Board:
    """Stones of a position: points are (column, row) from the bottom left, colours "b" and "w"."""

    def __init__(self, size):
        self.size = size
        self.stones = {}
        self.ko = None  # the point that may not be retaken

    def copy(self):
        board = Board(self.size)
        board.stones, board.ko = dict(self.stones), self.ko
        return board

    def beside(self, point):
        column, row = point
        for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if 0 <= x < self.size and 0 <= y < self.size:
                yield x, y

    def block(self, point):
        """The stones of the block at a point, and its liberties."""
        colour, stones, liberties, open_points = self.stones[point], {point}, set(), [point]
        while open_points:
            for near in self.beside(open_points.pop()):
                if near not in self.stones:
                    liberties.add(near)
                elif self.stones[near] == colour and near not in stones:
                    stones.add(near)
                    open_points.append(near)
        return stones, liberties

    def play(self, colour, point):
        """Makes a move and returns how many stones are left of its block: 0 after suicide."""
        self.stones[point] = colour
        taken = []
        for near in self.beside(point):
            if self.stones.get(near) == OTHER[colour]:
                stones, liberties = self.block(near)
                if not liberties:
                    taken += stones
                    for stone in stones:
                        del self.stones[stone]
        stones, liberties = self.block(point)
        self.ko = taken[0] if len(taken) == len(stones) == len(liberties) == 1 else None
        return len(stones) if liberties else 0

    def is_legal(self, colour, point):
        return point not in self.stones and point != self.ko and self.copy().play(colour, point) > 0

    def draw(self):
        letters = {"b": "X", "w": "O"}
        for row in reversed(range(self.size)):
            yield " ".join(letters.get(self.stones.get((column, row)), ".") for column in range(self.size))


def to_vertex(point):
    return COLUMNS[point[0]] + str(point[1] + 1)


def to_point(vertex):
    return COLUMNS.index(vertex[0].upper()), int(vertex[1:]) - 1


# ---- Programs --------------------------------------------------------------------------------------------------------


class Failed(Exception):
    """A program refused a command, or ended."""


class Program:
    """A program that speaks GTP."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Failed(f"the program ended at '{command}'")
            line = line.rstrip("\n")
            if not line and lines:
                break
            if line:
                lines.append(line)
        if not lines[0].startswith("="):
            raise Failed(f"{command}: {lines[0]}")
        lines[0] = lines[0][1:].strip()
        return "\n".join(lines)

    def set_up(self, problem):
        self.ask(f"boardsize {problem.size}")
        self.ask("clear_board")
        for colour in "bw":
            for vertex in problem.vertices(colour):
                self.ask(f"play {colour} {vertex}")
        for colour, vertex in problem.plays:
            self.ask(f"play {colour} {vertex}")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def start_gnugo(level, seed=1):
    return Program(GNUGO, "--mode", "gtp", "--level", str(level), "--seed", str(seed), "--chinese-rules")


def start_boyi(nodes, proof=False, **settings):
    program = Program(BOYI, "gtp")
    program.ask("boyi-set time_ms 0")
    program.ask(f"boyi-set nodes {nodes}")
    program.ask(f"boyi-set proof {'on' if proof else 'off'}")
    for name, value in settings.items():
        program.ask(f"boyi-set {name} {value}")
    return program


# ---- Games -----------------------------------------------------------------------------------------------------------


def play_game(size, levels, seed, random_moves):
    """GNU Go against itself with a level for each colour; the first moves are by chance, for more fights."""
    gnugo, chance = start_gnugo(levels[0], seed), random.Random(seed)
    moves, passes = [], 0
    gnugo.ask(f"boardsize {size}")
    gnugo.ask("clear_board")
    while passes < 2 and len(moves) < 2 * size * size:
        colour = "bw"[len(moves) % 2]
        if len(moves) < random_moves:
            legal = gnugo.ask(f"all_legal {colour}").split()
            inner = [vertex for vertex in legal if all(1 < c < size - 2 for c in to_point(vertex))]
            if not inner:
                raise Failed(f"a board of {size} lines has no room for {random_moves} random moves")
            vertex = chance.choice(inner)
            gnugo.ask(f"play {colour} {vertex}")
        else:
            gnugo.ask(f"level {levels[len(moves) % 2]}")
            vertex = gnugo.ask(f"genmove {colour}")
        if vertex == "resign":
            break
        passes = passes + 1 if vertex == "PASS" else 0
        moves.append(vertex)
    gnugo.close()
    return moves


def command_play(arguments):
    for number in range(arguments.games):
        seed = arguments.seed + number
        moves = play_game(arguments.size, arguments.levels, seed, arguments.random_moves)
        levels = "-".join(map(str, arguments.levels))
        print(arguments.size, levels, seed, arguments.random_moves, *moves, flush=True)


def add_play(commands):
    parser = commands.add_parser("play", help="GNU Go against itself")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--levels", type=int, nargs=2, default=(1, 8), metavar="LEVEL")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random-moves", type=int, default=6)
    parser.set_defaults(run=command_play)


# ---- Problems --------------------------------------------------------------------------------------------------------


class Problem:
    """A question about a block with its answer, as the files have it."""

    def __init__(self):
        self.id = self.source = self.note = ""
        self.size, self.stones, self.plays = 0, {"b": [], "w": []}, []
        self.task, self.target = "attack", ""
        self.result, self.moves, self.also = None, [], []

    def vertices(self, colour):
        return sorted(self.stones[colour], key=lambda v: (v[0], int(v[1:])))

    def board(self):
        board = Board(self.size)
        for colour in "bw":
            for vertex in self.stones[colour]:
                board.stones[to_point(vertex)] = colour
        for colour, vertex in self.plays:
            board.play(colour, to_point(vertex))
        return board

    def asker(self):
        """The side that moves first."""
        owner = self.board().stones[to_point(self.target)]
        return owner if self.task == "defend" else OTHER[owner]

    def text(self):
        lines = [f"problem {self.id}", f"source {self.source}", f"size {self.size}"]
        lines += ["# " + row for row in self.board().draw()]
        lines += [f"{NAMES[colour]} " + " ".join(self.vertices(colour)) for colour in "bw" if self.stones[colour]]
        lines += [f"play {colour.upper()} {vertex}" for colour, vertex in self.plays]
        lines += [f"tomove {NAMES[self.asker()]}", f"task {self.task} {self.target}"]
        if self.result is not None:
            lines.append(f"result {self.result}")
        lines += [f"{key} " + " ".join(moves) for key, moves in (("moves", self.moves), ("also", self.also)) if moves]
        lines += [f"note {self.note}"] if self.note else []
        return "\n".join(lines + ["end", "", ""])


def read_problems(path):
    """The problems of a file, one after the other; what is damaged is told with its line."""
    problem, number = None, 0
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            try:
                problem = read_line(problem, words[0], words[1:])
                if words[0] == "end":
                    yield complete(problem)
                    problem = None
            except Damaged as damage:
                raise Failed(f"{path}: line {number}: {damage}") from damage
    if problem:
        raise Failed(f"{path}: line {number}: the file ends before the 'end' of {problem.id}")


class Damaged(Exception):
    """A line of a problem that cannot be read."""


def read_line(problem, key, rest):
    if (key == "problem") != (problem is None):
        raise Damaged(f"'{key[:40]}', expected '{'problem' if problem is None else 'end'}' before it")
    if key in ("problem", "size", "result") and len(rest) != 1:
        raise Damaged(f"expected one word after '{key}'")
    if key == "problem":
        problem = Problem()
        problem.id = rest[0]
    elif key in ("source", "note"):
        setattr(problem, key, " ".join(rest))
    elif key == "size":
        problem.size = read_number(rest[0], 2, 25)
    elif key in ("black", "white"):
        problem.stones[key[0]] += [read_vertex(problem, vertex) for vertex in rest]
    elif key == "play":
        if len(rest) != 2 or rest[0].lower() not in OTHER:
            raise Damaged("expected a move like 'play B D4'")
        problem.plays.append((rest[0].lower(), read_vertex(problem, rest[1])))
    elif key == "task":
        if len(rest) != 2 or rest[0] not in OTHER_TASK:
            raise Damaged("expected a task like 'attack D4' or 'defend D4'")
        problem.task, problem.target = rest[0], read_vertex(problem, rest[1])
    elif key == "result":
        problem.result = read_number(rest[0], 0, 3)
    elif key in ("moves", "also"):
        setattr(problem, key, [read_vertex(problem, vertex) for vertex in rest])
    elif key not in ("tomove", "end"):  # who moves follows from the task
        raise Damaged(f"unknown key '{key[:40]}'")
    return problem


def read_number(word, least, most):
    if not word.isdecimal() or not least <= int(word) <= most:
        raise Damaged(f"'{word[:40]}' is no number from {least} to {most}")
    return int(word)


def read_vertex(problem, word):
    if not problem.size:
        raise Damaged("expected a size before the first point")
    columns = COLUMNS[: problem.size]
    if word[:1].upper() not in columns or not word[1:].isdecimal() or not 1 <= int(word[1:]) <= problem.size:
        raise Damaged(f"'{word[:40]}' is no point of a board of {problem.size} lines")
    return word.upper()


def complete(problem):
    """The problem, if it asks something."""
    if not problem.target:
        raise Damaged(f"{problem.id} has no task")
    if to_point(problem.target) not in problem.board().stones:
        raise Damaged(f"{problem.id}: there is no stone on {problem.target}")
    return problem


# ---- Candidates from games -------------------------------------------------------------------------------------------


def surroundings(board, stones, liberties):
    """What a block and its liberties look like up to two points away."""
    near = stones | liberties
    for _ in range(2):
        near = near | {point for stone in near for point in board.beside(stone)}
    return tuple(sorted((point, board.stones.get(point, ".")) for point in near))


def positions_of(game):
    """The positions of a game from the end of its random opening on, with their numbers."""
    try:
        size, _, _, random_moves, *moves = game.split()
        board = Board(int(size))
    except ValueError as error:
        raise Failed(f"'{game[:40]}' is no game as `play` writes it") from error
    for number, vertex in enumerate(moves, 1):
        if vertex != "PASS":
            board.play("bw"[(number - 1) % 2], to_point(vertex))
        if number >= int(random_moves):
            yield number, board


def make_candidate(game, number, board, target, task):
    """A question about a block after some moves of a game, or of a board by chance, which has none."""
    size, levels, seed, random_moves, *_ = game.split()
    problem = Problem()
    if number:
        problem.id = f"game{seed}_{number}_{to_vertex(target)}_{task}"
        problem.source = f"GNU Go 3.8 against itself, levels {levels}, seed {seed}, "
        problem.source += f"{random_moves} random moves first, after move {number}"
    else:
        problem.id = f"chance{seed}_{to_vertex(target)}_{task}"
        problem.source = f"stones by chance, seed {seed}"
    problem.size, problem.task, problem.target = int(size), task, to_vertex(target)
    for point, colour in board.stones.items():
        problem.stones[colour].append(to_vertex(point))
    return problem


def command_find(arguments):
    boyi = start_boyi(arguments.nodes)
    seen = set()
    for path in arguments.games:
        for game in open(path, encoding="utf-8").read().splitlines():
            for number, board in positions_of(game):
                find_in(boyi, arguments, game, number, board, seen)


def find_in(boyi, arguments, game, number, board, seen):
    known = set()
    for point in sorted(board.stones):
        if point in known:
            continue
        stones, liberties = board.block(point)
        known |= stones
        key = (board.stones[point], surroundings(board, stones, liberties))
        if len(liberties) > arguments.liberties or len(stones) < arguments.stones or key in seen:
            continue
        seen.add(key)
        ask_candidate(boyi, arguments, make_candidate(game, number, board, point, "attack"))


def ask_candidate(boyi, arguments, problem):
    """Asks to attack, and if that works to defend: a block that nobody can take has nothing to defend."""
    boyi.set_up(problem)
    attack = json.loads(boyi.ask(f"boyi-solve attack {problem.target}"))
    answers = [("attack", attack)]
    if attack["code"]:
        answers.append(("defend", json.loads(boyi.ask(f"boyi-solve defend {problem.target}"))))
    for task, answer in answers:
        if answer["code"] is None or answer["nodes"] < arguments.least:
            continue
        problem.id = re.sub("[a-z]+$", task, problem.id)
        problem.task, problem.result = task, answer["code"]
        problem.moves = [answer["move"]] if answer["code"] and answer["move"] else []
        problem.note = f"nodes {answer['nodes']} {answer['trust']}"
        print(problem.text(), end="", flush=True)


def random_board(size, chance):
    """A board with a third of its points empty, or None if a block has no liberty."""
    board = Board(size)
    for column in range(size):
        for row in range(size):
            colour = chance.choice("bw.")
            if colour != ".":
                board.stones[column, row] = colour
    return board if all(board.block(point)[1] for point in board.stones) else None


def command_random(arguments):
    boyi, seen = start_boyi(arguments.nodes), set()
    for seed in range(arguments.seed, arguments.seed + arguments.boards):
        board = random_board(arguments.size, random.Random(seed))
        if board:
            find_in(boyi, arguments, f"{arguments.size} - {seed} 0", 0, board, seen)


def add_random(commands):
    parser = commands.add_parser("random", help="candidates from boards by chance")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=300000, help="limit for each question")
    parser.add_argument("--least", type=int, default=20, help="leave out what is answered with fewer nodes")
    parser.add_argument("--liberties", type=int, default=4, help="blocks have so many at most")
    parser.add_argument("--stones", type=int, default=2, help="blocks have so many stones at least")
    parser.set_defaults(run=command_random)


def add_find(commands):
    parser = commands.add_parser("find", help="candidates from games")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--nodes", type=int, default=300000, help="limit for each question")
    parser.add_argument("--least", type=int, default=0, help="leave out what is answered with fewer nodes")
    parser.add_argument("--liberties", type=int, default=4, help="blocks have so many at most")
    parser.add_argument("--stones", type=int, default=1, help="blocks have so many stones at least")
    parser.set_defaults(run=command_find)


# ---- A choice of candidates ------------------------------------------------------------------------------------------

STEPS = (100, 2000, 50000)  # nodes: easy up to the first, then medium up to the next but one, then hard


def nodes_of(problem):
    """As the note tells them."""
    found = re.match(r"nodes (\d+)", problem.note)
    if not found:
        raise Failed(f"{problem.id}: the note does not begin with its nodes")
    return int(found.group(1))


def step_of(problem):
    return sum(nodes_of(problem) >= step for step in STEPS)


def command_choose(arguments):
    """Of the same block in a game with the same answer the hardest, and so many of each kind; no attacks on blocks that
    are dead anyway, where any move will do."""
    best = {}
    for path in arguments.candidates:
        problems = list(read_problems(path))
        defences = {p.id.rsplit("_", 1)[0]: p.result for p in problems if p.task == "defend"}
        for problem in problems:
            place = problem.id.rsplit("_", 1)[0]
            if problem.task == "attack" and problem.result and not defences.get(place):
                continue
            key = (place.split("_")[0], problem.target, problem.task, problem.result)
            if key not in best or nodes_of(problem) > nodes_of(best[key]):
                best[key] = problem
    taken = {}
    for problem in sorted(best.values(), key=lambda p: (-nodes_of(p), p.id)):
        kind = (problem.task, problem.result, step_of(problem))
        taken[kind] = taken.get(kind, 0) + 1
        if taken[kind] <= arguments.most:
            print(problem.text(), end="")


def add_choose(commands):
    parser = commands.add_parser("choose", help="a spread of candidates")
    parser.add_argument("candidates", nargs="+")
    parser.add_argument("--most", type=int, default=15, help="so many with the same task, code and step of difficulty")
    parser.set_defaults(run=command_choose)


# ---- Confirmation ----------------------------------------------------------------------------------------------------

# An answer of the other side after our first move, as our own answer: his ko that he takes first is one in which we
# need the first threat, and the other way round.
OPPOSITE = {0: 1, 1: 0, 2: 3, 3: 2}
ANY_NODES = 10**9  # as many as the time allows
SMALL = 6  # lines of a board on which all moves may be searched
PROVED = "proved and the proof verified"
HEURISTIC = "heuristic (five liberties are held to be safe and only candidates searched)"
OTHER_TASK = {"attack": "defend", "defend": "attack"}


class Judges:
    """Everybody who is asked about a problem."""

    def __init__(self, arguments):
        self.nodes, self.move_nodes = arguments.nodes, arguments.move_nodes
        self.proof_nodes, self.proof_ms = arguments.proof_nodes, arguments.proof_ms
        self.answer_ms = arguments.answer_ms
        self.boyi = start_boyi(arguments.nodes)
        # Plain df-pn, all legal moves of both sides, nothing read ahead
        self.second = start_boyi(
            arguments.second_nodes, method="df-pn", attacker_moves="all", owner_moves="all", reader="nothing"
        )
        self.second_nodes = arguments.second_nodes
        self.gnugos = {level: start_gnugo(level) for level in (10, 20)}


def solve(problems, nodes, *flags, time_ms=60000):
    """What `boyi solve` says to each of some problems, by their names."""
    text = "".join(problem.text() for problem in problems)
    command = [BOYI, "solve", "-", "--json", "--time", str(time_ms), "--nodes", str(nodes), *flags]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return {answer["problem"]: answer["results"][0] for answer in json.loads(done.stdout)["problems"]}


def is_final(answer, nodes):
    """Whether there is an answer. With --prove a limit may have ended the proof alone."""
    return answer["code"] is not None and answer["stopped"] == "done" and answer["nodes"] < nodes


def verify_answer(judges, problem):
    """The first move of a proof of the answer, yes or no, that our solver has written and the verifier accepts; None if
    there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof.json")
        solve([problem], ANY_NODES, "--proof", path, time_ms=judges.answer_ms)
        if not os.path.exists(path):
            return None
        if subprocess.run([BOYI, "verify", path], capture_output=True, check=False).returncode:
            return None
        with open(path, encoding="utf-8") as file:
            tree = json.load(file)["proof"]
        return tree[0][0] or "" if tree else ""


def verify_ko(judges, problem):
    """Whether both halves of an answer by a ko are proved, and the proofs verified: with some threats the side that
    asks reaches its goal, with others it does not."""
    return solve([problem], ANY_NODES, "--prove", time_ms=judges.answer_ms)[problem.id]["trust"] == "proved"


def candidate_moves(judges, problem):
    judges.boyi.set_up(problem)
    answer = judges.boyi.ask(f"boyi-candidates {problem.task} {problem.target}")
    return re.findall(r"([A-Z][0-9]+) [0-9]+", answer.split("LABEL", 1)[1].split("\n")[0]) if "LABEL" in answer else []


def behind(problem, vertex):
    """The opposite question after a first move."""
    next_problem = Problem()
    next_problem.id, next_problem.size, next_problem.stones = vertex, problem.size, problem.stones
    next_problem.plays = problem.plays + [(problem.asker(), vertex)]
    next_problem.task, next_problem.target = OTHER_TASK[problem.task], problem.target
    return next_problem


def try_moves(judges, problem, moves, with_proofs):
    """The code of each first move by the opposite question behind it, and if wanted those for which it is
    proved. A move that takes the block at once is a ko if it can be retaken."""
    codes, proved, open_questions = {}, set(), []
    board, target = problem.board(), to_point(problem.target)
    for vertex in moves:
        if not board.is_legal(problem.asker(), to_point(vertex)):
            continue
        after = board.copy()
        after.play(problem.asker(), to_point(vertex))
        if target in after.stones:
            open_questions.append(behind(problem, vertex))
        else:
            codes[vertex] = 2 if after.ko == target else 1
            proved.add(vertex)
    if open_questions:
        nodes = judges.move_nodes if problem.result else judges.move_nodes // 10
        answers = solve(open_questions, nodes)
        codes.update({v: OPPOSITE[a["code"]] if is_final(a, nodes) else None for v, a in answers.items()})
    wanted = [q for q in open_questions if with_proofs and codes[q.id] == problem.result]
    answers = solve(wanted, judges.proof_nodes, "--prove", time_ms=judges.proof_ms) if wanted else {}
    proved |= {vertex for vertex, answer in answers.items() if answer["trust"] == "proved"}
    return codes, proved


def collect_moves(judges, problem, extra, proof_move, verified):
    """Fills in the first moves that have the problem's code, of an answer that is proved those that are proved too, and
    beside them those that nobody refuted; returns contradictions."""
    moves = list(dict.fromkeys(candidate_moves(judges, problem) + extra))
    codes, proved = try_moves(judges, problem, moves, verified)
    wrong = [f"{v} gives {c}" for v, c in codes.items() if c is not None and better(c, problem.result)]
    problem.moves, problem.also = [], []
    if problem.result:
        proved.add(proof_move)
        right = [v for v, code in codes.items() if code == problem.result]
        problem.moves = [v for v in right if v in proved or not verified]
        problem.also = [v for v in codes if v not in problem.moves and codes[v] in (None, problem.result)]
        if not problem.moves:
            wrong.append("no first move has the code")
    return wrong


def better(code, than):
    worth = {0: 0, 3: 1, 2: 2, 1: 3}
    return worth[code] > worth[than]


def is_proved(problem):
    return PROVED in problem.note


def is_capture(problem):
    """Whether the answer is that the block dies for certain."""
    return (problem.task, problem.result) in (("attack", 1), ("defend", 0))


def ask_gnugo(gnugo, problem):
    """Code and move of GNU Go, "" if it has none."""
    gnugo.set_up(problem)
    words = gnugo.ask(f"{problem.task} {problem.target}").split()
    return int(words[0]), words[1] if len(words) > 1 and words[1] != "PASS" else ""


def ask_second(judges, problem):
    """On small boards no number of liberties is held to be safe."""
    judges.second.set_up(problem)
    judges.second.ask(f"boyi-set goal.safe_liberties {0 if problem.size <= SMALL else 5}")
    answer = json.loads(judges.second.ask(f"boyi-solve {problem.task} {problem.target}"))
    return answer["code"] if is_final(answer, judges.second_nodes) else None


def confirm(judges, problem):
    """Fills in answer and note; returns what speaks against keeping the problem, "" if nothing does."""
    answer = solve([problem], judges.nodes)[problem.id]
    if not is_final(answer, judges.nodes):
        return "not solved"
    problem.result = answer["code"]
    if not answer["nodes"] or (answer["code"] and answer["move"] in (None, "pass")):
        return "nothing to find"
    theirs = {level: ask_gnugo(gnugo, problem) for level, gnugo in judges.gnugos.items()}
    proof_move = verify_answer(judges, problem) if problem.result < 2 else None
    verified = verify_ko(judges, problem) if problem.result > 1 else proof_move is not None
    wrong = collect_moves(judges, problem, [move for _, move in theirs.values() if move], proof_move, verified)
    agree = [
        level
        for level, (code, move) in theirs.items()
        if code == problem.result and (not code or move in problem.moves + problem.also)
    ]
    differ = {level: f"{code} {move}".strip() for level, (code, move) in theirs.items() if level not in agree}
    second = ask_second(judges, problem)
    if second not in (None, problem.result):
        wrong.append(f"all moves say {second}")
    problem.note = write_note(answer["nodes"], verified, agree, differ, second is not None)
    return "; ".join(wrong) or judge(problem, verified, agree, second is not None)


def write_note(nodes, verified, agree, differ, second_agrees):
    parts = [f"nodes {nodes}", PROVED if verified else HEURISTIC]
    if agree:
        parts.append("GNU Go agrees at level " + " and ".join(map(str, agree)))
    parts += [f"at level {level} it says {answer}" for level, answer in differ.items()]
    if second_agrees:
        parts.append("df-pn with all moves agrees")
    return ", ".join(parts)


def judge(problem, verified, agree, second_agrees):
    """What the answer lacks: a capture has to be proved, and anything else to be confirmed by two."""
    if is_capture(problem) and not verified:
        return "no proof of a capture"
    if not verified and len(agree) < 2:
        return "neither proved nor agreed on"
    if not agree and not second_agrees:
        return "nobody agrees"
    return ""


def command_confirm(arguments):
    judges = Judges(arguments)
    for path in arguments.problems:
        for problem in read_problems(path):
            try:
                against = confirm(judges, problem)
            except Failed as failure:
                against = str(failure)
            print(f"{problem.id}: {against or 'kept'}: {problem.note}", file=sys.stderr, flush=True)
            if not against:
                print(problem.text(), end="", flush=True)


def add_confirm(commands):
    parser = commands.add_parser("confirm", help="answers with all that speaks for them")
    parser.add_argument("problems", nargs="+")
    parser.add_argument("--nodes", type=int, default=1000000, help="limit for each question")
    parser.add_argument("--move-nodes", type=int, default=200000, help="the same for each first move")
    parser.add_argument("--proof-nodes", type=int, default=1000000, help="the same for their proofs")
    parser.add_argument("--proof-ms", type=int, default=20000, help="milliseconds for the same")
    parser.add_argument("--answer-ms", type=int, default=20000, help="the same for proofs of the answer itself")
    parser.add_argument("--second-nodes", type=int, default=30000, help="the same for the search of all moves")
    parser.set_defaults(run=command_confirm)


# ---- Files -----------------------------------------------------------------------------------------------------------


def shape_of(problem):
    """The same for problems that are turned, mirrored or have the colours exchanged."""
    board, last = problem.board(), problem.size - 1
    owner = board.stones[to_point(problem.target)]
    block = board.block(to_point(problem.target))[0]
    marks = {point: colour == owner for point, colour in board.stones.items()}

    def turned(point, turn):
        x, y = point if turn & 1 else point[::-1]
        return last - x if turn & 2 else x, last - y if turn & 4 else y

    return problem.task, min(
        (
            problem.size,
            sorted((turned(point, turn), mark) for point, mark in marks.items()),
            min(turned(point, turn) for point in block),
            turned(board.ko, turn) if board.ko else (),
        )
        for turn in range(8)
    )


FILES = ("easy", "medium", "hard")


def file_of(problem):
    return FILES[sum(nodes_of(problem) >= limit for limit in FILE_LIMITS)] if is_proved(problem) else "unproved"


def write_file(path, title, problems):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# Capturing problems of our own, {title}: see README.md. The lines with # draw them.\n\n")
        file.write("\n".join(problem.text().rstrip("\n") + "\n" for problem in problems))


def command_sort(arguments):
    files, shapes, names = {name: [] for name in (*FILES, "unproved")}, [], set()  # all are read before any is written
    for path in arguments.problems:
        for problem in read_problems(path):
            shape = shape_of(problem)
            if shape in shapes or problem.id in names:
                print(f"{problem.id} is met twice", file=sys.stderr)
                continue
            shapes.append(shape)
            names.add(problem.id)
            files[file_of(problem)].append(problem)
    for name, problems in files.items():
        problems.sort(key=lambda problem: (nodes_of(problem), problem.id))
        path = arguments.unproved if name == "unproved" else os.path.join(arguments.folder, name + ".txt")
        if path:
            write_file(path, name, problems)
        print(f"{name}: {len(problems)}")


def add_sort(commands):
    parser = commands.add_parser("sort", help="the files, without what is met twice")
    parser.add_argument("folder")
    parser.add_argument("problems", nargs="+")
    parser.add_argument("--unproved", metavar="FILE", help="for those that are not proved; else they are left out")
    parser.set_defaults(run=command_sort)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    add_play(commands)
    add_find(commands)
    add_random(commands)
    add_choose(commands)
    add_confirm(commands)
    add_sort(commands)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except (Failed, OSError) as failure:
        sys.exit(f"go_problems: {failure}")


if __name__ == "__main__":
    main()
