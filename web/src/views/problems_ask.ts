// SPDX-License-Identifier: MIT
// Questions to the solver, what it says in words, and which problems were solved.
import { ApiError, startJob, type Job } from '../api';
import { gameTitle, messageText, sideName, t } from '../i18n';
import { moveText } from '../notation';
import { getPref, setPref } from '../prefs';
import { Pause } from '../wait';
import type { Game, Message, Problem, Side, SolveAnswer, SolveCode, SolveReply, SolveRequest, Task } from '../types';

export interface Solved {
    job: number;
    answer: SolveAnswer;
}

export interface Asking {
    answer: Promise<Solved>;
    /** Ends all reports. */
    cancel(): void;
}

/** `onPause` gets the reason why the solver is not at work yet, and an empty text once it is. */
export function askSolver(request: SolveRequest, onPause: (text: string) => void): Asking {
    let job: Job | null = null;
    const pause = new Pause(() => onPause(pause.text));
    const answer = new Promise<Solved>((resolve, reject) => {
        const start = (isFirst: boolean): void => {
            job = startJob('/api/solves', request, {
                ...pause.listener,
                result: (reply: SolveReply) =>
                    reply.answer
                        ? resolve({ job: reply.id, answer: reply.answer })
                        : reject(new ApiError(500, { error: { message: '', id: 'stopped before it was done' } })),
                // The server was restarted, so the page asks again.
                error: (error) => (error.status === 410 && isFirst ? start(false) : reject(error)),
            });
        };
        start(true);
    });
    return { answer, cancel: () => job?.cancel() };
}

export function otherSide(side: Side): Side {
    return side === 0 ? 1 : 0;
}

/** The task, as a sentence. */
export function taskText(game: Game, { task, side, moves }: Problem): string {
    const words = {
        side: sideName(game, side),
        own: sideName(game, side).toLowerCase(),
        other: sideName(game, otherSide(side)).toLowerCase(),
    };
    if (task === 'attack') return t('taskAttack', words);
    if (task === 'defend') return t('taskDefend', words);
    const n = (moves + 1) / 2;
    return n === 1 ? t('taskMateOne', words) : t('taskMate', { ...words, n });
}

/** The same in few words. */
export function shortTask(game: Game, { task, side, moves }: Problem): string {
    const words = { side: sideName(game, side), n: (moves + 1) / 2 };
    return t(task === 'attack' ? 'shortAttack' : task === 'defend' ? 'shortDefend' : 'shortMate', words);
}

/** "Go 12": its place among those of its set. */
export function problemName(game: Game, problems: Problem[], problem: Problem): string {
    const own = problems.filter(({ set }) => set === problem.set);
    return t('problemNumber', { set: gameTitle(game).text, n: own.indexOf(problem) + 1 });
}

/** Why a move does not do it, by what the solver says for the other side. */
export function whyNotText(game: Game, { task, side }: Problem, code: SolveCode): string {
    const words = { side: sideName(game, otherSide(side)) };
    if (code === 'by a ko, taken first') return t('failsKoTaken', words);
    if (code === 'by a ko, with the first threat') return t('failsKoThreat', words);
    return task === 'win' ? t('failsMate') : t(task === 'attack' ? 'failsSave' : 'failsCapture', words);
}

/** The final result. */
export function solvedText(game: Game, { task, side }: Problem, isCheck: boolean): string {
    if (task === 'win') return t(isCheck ? 'solvedMate' : 'solvedStalemate');
    return task === 'attack' ? t('solvedCapture') : t('solvedSave', { side: sideName(game, otherSide(side)) });
}

/** The move that answers the question; empty: unknown. */
export function firstMoveText({ code, move, texts }: SolveAnswer, task: Task): string {
    if (code === 'no') return t('noMoveDoes');
    if (move) return moveText(texts[0] ?? move);
    return code === 'yes' && task !== 'hold' ? t('noMoveNeeded') : ''; // a side that holds out must move anyway
}

const UNDECIDED: Message = { message: '', id: 'not decided within the limits' };

/** How far an answer can be trusted. */
export function trustText({ trust, doubt }: SolveAnswer): string {
    if (trust === 'proved') return t('trustProved');
    return t('trustHeuristic', { doubt: doubt ? messageText(doubt).text : '' });
}

/** Proofs by a ko have two halves, and some are too large to be sent: these are not shown. */
export function noProofText({ trust, doubt }: SolveAnswer): string {
    if (trust === 'proved') return t('proofNotShown');
    return t('proofNone', { doubt: messageText(doubt ?? UNDECIDED).text });
}

// ---- What was solved -----------------------------------------------------------------------------------------------

export type Mark = 'done' | 'failed';

function readMarks(): Record<string, Mark> {
    try {
        const kept: unknown = JSON.parse(getPref('problems') ?? '{}');
        return kept && typeof kept === 'object' ? (kept as Record<string, Mark>) : {};
    } catch {
        return {};
    }
}

export function markOf(id: string): Mark | null {
    const mark = readMarks()[id];
    return mark === 'done' || mark === 'failed' ? mark : null;
}

/** A solved problem stays solved. */
export function setMark(id: string, mark: Mark): void {
    const marks = readMarks();
    if (marks[id] === 'done') return;
    setPref('problems', JSON.stringify({ ...marks, [id]: mark }));
}
