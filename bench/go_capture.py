#!/usr/bin/env python3
"""Puts Go capturing problems to programs over GTP and compares their answers with the listed ones.

    bench/go_capture.py [--limit SECONDS] [--csv FILE] [--engine NAME=COMMAND]... FILE...

Each file holds problems as docs/solve.md describes them. Without --engine, `build/boyi gtp` answers, and GNU Go too if
it is installed, in the same run. Commands of GTP may follow the program's own, behind bars:

    --engine "two=build/boyi gtp | boyi-set threads 2"

An answer is right if its code is listed and, unless it is 0, its move too. The time is from the question to its answer,
as the asking program sees it.
"""
import argparse
import csv
import os
import selectors
import shlex
import shutil
import statistics
import subprocess
import sys
import time

GNUGO = shutil.which("gnugo") or "/usr/games/gnugo"


def read_problems(path):
    problems, current = [], None
    try:
        lines = open(path, encoding="utf-8").readlines()
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        key, values = words[0], words[1:]
        if key == "problem":
            current = {"id": values[0], "black": [], "white": [], "play": [], "moves": [], "also": [], "size": ["19"]}
        elif current is None:
            sys.exit(f"{path}:{number}: '{key}' outside of a problem")
        elif key == "end":
            problems.append(current)
            current = None
        elif key == "play":
            current["play"].append(values)
        else:
            current[key] = values
    return problems


class Engine:
    """A program that speaks GTP; one that does not answer in time is started anew."""

    def __init__(self, name, command):
        command, *self.first = [part.strip() for part in command.split("|")]
        self.name, self.command, self.process = name, shlex.split(command), None

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.heard = b""
        if self.first:
            self.ask(self.first, 30)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def ask(self, commands, limit):
        """Sends the commands together; the answer to the last, and the seconds it took. None: no answer in time."""
        if not self.process:
            self.start()
        began = time.perf_counter()
        self.process.stdin.write("".join(c + "\n" for c in commands).encode())
        answers = []
        while len(answers) < len(commands):
            left = began + limit - time.perf_counter()
            data = os.read(self.process.stdout.fileno(), 65536) if left > 0 and self.selector.select(left) else b""
            if not data:
                self.stop()
                return None, time.perf_counter() - began
            self.heard += data
            *whole, self.heard = self.heard.split(b"\n\n")
            answers += whole
        return answers[-1].decode().strip(), time.perf_counter() - began


def put(engine, problem, limit):
    setup = ["boardsize " + problem["size"][0], "clear_board"]
    setup += ["play black " + v for v in problem["black"]] + ["play white " + v for v in problem["white"]]
    setup += ["play " + " ".join(p) for p in problem["play"]]
    engine.ask(setup, 30)
    return engine.ask([" ".join(problem["task"])], limit)


def judge(problem, answer):
    words = (answer or "").lstrip("= ").upper().split()
    if not answer or not answer.startswith("=") or not words or not words[0].isdigit():
        return "unsolved"
    if words[0] not in problem["result"]:
        return "wrong"
    moves = problem["moves"] + problem["also"]
    if words[0] == "0" or "*" in moves or len(words) == 1 or words[1] in moves:
        return "right"
    return "wrong"


def run(engines, files, limit, out):
    rows = []
    for path in files:
        for problem in read_problems(path):
            for engine in engines:
                answer, seconds = put(engine, problem, limit)
                rows.append([os.path.basename(path), problem["id"], " ".join(problem["task"]),
                             " ".join(problem["result"]), engine.name, (answer or "none").lstrip("= "),
                             judge(problem, answer), seconds * 1000])
                if out:
                    out.writerow(rows[-1])
    return rows


def report(engines, rows):
    for engine in engines:
        mine = [r for r in rows if r[4] == engine.name]
        print(f"{engine.name}:")
        for path in dict.fromkeys(r[0] for r in mine):
            part = [r for r in mine if r[0] == path]
            print(f"  {path:20} {sum(r[6] == 'right' for r in part):4} of {len(part)}")
        times = sorted(r[7] for r in mine)
        print(f"  {'all':20} {sum(r[6] == 'right' for r in mine):4} of {len(mine)}, "
              f"{sum(r[6] == 'wrong' for r in mine)} wrong, {sum(r[6] == 'unsolved' for r in mine)} unsolved; "
              f"median {statistics.median(times):.2f} ms, 90 % within {times[len(times) * 9 // 10]:.1f} ms")
        for r in mine:
            if r[6] != "right":
                print(f"    {r[1]:16} {r[2]:12} {r[6]}: {r[5]}, listed {r[3]}, {r[7]:.1f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=12, help="seconds after which there is no answer (12)")
    parser.add_argument("--csv", help="write every answer to this file")
    parser.add_argument("--engine", action="append", metavar="NAME=COMMAND")
    parser.add_argument("files", nargs="+", metavar="FILE")
    args = parser.parse_args()
    commands = args.engine or ["boyi=build/boyi gtp"] + ([f"gnugo={GNUGO} --mode gtp"] if os.path.exists(GNUGO) else [])
    engines = [Engine(*c.split("=", 1)) for c in commands]
    out = csv.writer(open(args.csv, "w", newline="")) if args.csv else None
    if out:
        out.writerow(["file", "problem", "task", "listed", "engine", "answer", "verdict", "ms"])
    rows = run(engines, args.files, args.limit, out)
    report(engines, rows)
    for engine in engines:
        engine.stop()


if __name__ == "__main__":
    main()
