// SPDX-License-Identifier: MIT
// One problem, solved by hand: after each move the solver says whether it still works, and plays the defence.
import { h, icon } from '../dom';
import { sideName, t, type Key } from '../i18n';
import { say } from '../live';
import { notationChoice, pieceChoice } from '../looks';
import { showMoves } from '../moves';
import { nameLine } from './problems_names';
import { moveText, notationOf } from '../notation';
import { problemText } from '../problem';
import { NO_SQUARE, type Game, type Problem, type SolveAnswer, type SolveRequest, type Task } from '../types';
import {
    askSolver,
    noProofText,
    otherSide,
    problemName,
    setMark,
    solvedText,
    taskText,
    trustText,
    whyNotText,
    type Asking,
    type Solved,
} from './problems_ask';
import { Bench, Steps } from './problems_bench';
import { ProofPanel } from './problems_panel';
import { stepButtons } from './problems_steps';

const ICONS = {
    hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1.3 1.5 1.5 2.5h5c.2-1 .7-1.7 1.5-2.5A6 6 0 0 0 12 3Z',
    undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 8',
    anew: 'M5 12a7 7 0 1 1 2 5M5 12V7M5 12h5',
    pass: 'M5 5l8 7-8 7V5ZM18 5v14',
    eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
} as const;

const PROOF_MS = 10_000;
const QUICK_MS = 3000;
const TRY_MS = 1500; // for a proof that would be nice to have
const PATIENT_MS = 60_000;

const OPPOSITE: Record<Task, Task> = { attack: 'defend', defend: 'attack', win: 'hold', hold: 'win' };

/** A person's progress on a problem. */
type Stage =
    | { kind: 'ready' }
    | { kind: 'judging' }
    | { kind: 'failed'; reason: () => string; answer: SolveAnswer | null }
    | { kind: 'unknown' }
    | { kind: 'solved'; isCheck: boolean }
    | { kind: 'steps'; steps: Steps; head: Key };

/** Outlives the view, so that a change of language leaves it alone. */
interface Session {
    problem: Problem;
    path: string[];
    stage: Stage;
    note: (() => string) | null; // how the last move was answered, in the language of the moment
    judged: SolveAnswer | null;
}

let session: Session | null = null;

export class SolveView {
    readonly element = h('div', { class: 'play problem-view', 'aria-busy': 'true' });
    private readonly bench: Bench;
    private readonly s: Session;
    private readonly status = h('div', { class: 'status', role: 'status' });
    private readonly pause = h('p', { class: 'subline pause', role: 'status', hidden: true });
    private readonly steps = h('div', { class: 'steps' });
    private readonly moves = h('ol', { class: 'moves', tabindex: 0, 'aria-label': t('moves') });
    private readonly trouble = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly proof: ProofPanel;
    private readonly buttons: Record<'hint' | 'undo' | 'pass' | 'anew' | 'giveUp', HTMLButtonElement>;
    private asking: Asking | null = null;
    private turn = 0;

    constructor(
        private readonly game: Game,
        private readonly problems: Problem[],
        private readonly problem: Problem,
    ) {
        if (session?.problem.id !== problem.id)
            session = { problem, path: [], stage: { kind: 'ready' }, note: null, judged: null };
        this.s = session!;
        const { settings, start } = problem;
        this.bench = new Bench(game, { game: game.name, settings, start }, (move) => void this.play(move));
        this.bench.block = problem.block;
        this.bench.turned = problem.set === 'xiangqi' && problem.side === 1;
        const action = (name: keyof typeof ICONS, label: string, run: () => void): HTMLButtonElement =>
            h('button', { type: 'button', class: 'action', onclick: run }, icon(ICONS[name]), h('span', {}, label));
        this.buttons = {
            hint: action('hint', t('hint'), () => void this.hint()),
            undo: action('undo', t('takeBack'), () => void this.takeBack()),
            pass: action('pass', t('pass'), () => this.pass()),
            anew: action('anew', t('startAnew'), () => void this.anew()),
            giveUp: action('eye', t('giveUp'), () => void this.giveUp()),
        };
        this.proof = new ProofPanel(this.bench, () => void this.leaveProof());
        this.lay();
        // A stage that was about to change when the view was left is taken up again from the moves alone.
        for (const move of this.s.path) this.bench.line.play(move);
        if (this.s.stage.kind === 'steps' || this.s.stage.kind === 'judging') this.s.stage = { kind: 'ready' };
        if (this.s.stage.kind === 'ready') while (this.isOpponents() && this.bench.line.undo());
        void this.render();
    }

    destroy(): void {
        this.turn++;
        this.asking?.cancel();
        this.bench.forget();
    }

    private lay(): void {
        const { problem, game } = this;
        const place = this.problems.indexOf(problem);
        const next = this.problems.slice(place + 1).find(({ set }) => set === problem.set);
        const tools = [
            ...pieceChoice(game, () => this.bench.draw()),
            ...notationChoice(game, () => void this.rename()),
        ];
        this.element.append(
            this.bench.element,
            h(
                'aside',
                { class: 'panel' },
                h(
                    'nav',
                    { class: 'problem-nav', 'aria-label': t('viewProblems') },
                    h('a', { href: '#/problems' }, `← ${t('backToList')}`),
                    next
                        ? h('a', { href: `#/problems?id=${encodeURIComponent(next.id)}` }, `${t('nextProblem')} →`)
                        : null,
                ),
                this.trouble,
                h(
                    'header',
                    {},
                    h(
                        'p',
                        { class: 'subline' },
                        `${problemName(game, this.problems, problem)} · ${t('levelNumber', { n: problem.level })}`,
                    ),
                    h('h1', { class: 'task' }, taskText(game, problem)),
                ),
                h(
                    'section',
                    { class: 'card' },
                    this.status,
                    this.pause,
                    this.steps,
                    h(
                        'div',
                        { class: 'actions', role: 'group', 'aria-label': t('actions') },
                        ...Object.values(this.buttons),
                    ),
                ),
                this.proof.element,
                h('section', { class: 'card grow' }, h('h2', {}, t('moves')), this.moves),
                tools.length ? h('section', { class: 'card tools' }, ...tools) : null,
            ),
        );
    }

    // ---- Questions ---------------------------------------------------------------------------------------------

    private isOpponents(): boolean {
        return this.bench.line.path().length % 2 === 1;
    }

    /** The question at the current place of the line; for a mate the plies that are left. */
    private request(task: Task, moves = this.bench.line.path()): SolveRequest {
        const notation = notationOf(this.game);
        return {
            ...this.bench.at(moves),
            task,
            ...(this.problem.block === null
                ? { plies: this.problem.moves - moves.length }
                : { block: this.problem.block }),
            ...(notation ? { notation } : {}),
            time_ms: QUICK_MS,
        };
    }

    /** Asks the solver; null: something else is wanted by now. */
    private async ask(request: SolveRequest): Promise<Solved | null> {
        const turn = ++this.turn;
        this.asking?.cancel();
        this.showPause('');
        this.asking = askSolver(request, (text) => {
            if (turn === this.turn) this.showPause(text);
        });
        try {
            const solved = await this.asking.answer;
            return turn === this.turn ? solved : null;
        } finally {
            if (turn === this.turn) this.showPause('');
        }
    }

    /** Why the solver is not at work; empty: it is, or has nothing to do. */
    private showPause(text: string): void {
        this.pause.textContent = text;
        this.pause.hidden = !text;
    }

    private tell(error: unknown): void {
        const told = problemText(error);
        this.trouble.replaceChildren(told.text);
        this.trouble.lang = told.lang ?? '';
        this.trouble.hidden = false;
        this.setStage({ kind: 'ready' });
    }

    private setStage(stage: Stage): void {
        this.s.stage = stage;
        this.s.path = this.bench.line.path();
        this.buttons.hint.classList.remove('busy');
        void this.render();
    }

    // ---- Moves -------------------------------------------------------------------------------------------------

    private async play(move: string): Promise<void> {
        this.bench.arrows = [];
        this.bench.line.play(move);
        this.s.note = null;
        this.s.judged = null;
        this.setStage({ kind: 'judging' });
        try {
            if (!(await this.bench.refresh())) return;
            if (this.isReached()) this.solved();
            else if (this.bench.position!.over && this.problem.task === 'win') this.fail(() => t('failsOver'), null);
            else await this.judge();
        } catch (error) {
            this.bench.line.undo();
            this.tell(error);
        }
    }

    /** By the rules alone: the block is off the board, or the other side is mated. */
    private isReached(): boolean {
        const { task, side } = this.problem;
        if (task === 'win') return this.bench.position?.over?.outcome === (side === 0 ? 'first' : 'second');
        return task === 'attack' && this.bench.blockSide() !== otherSide(side);
    }

    private async judge(time = QUICK_MS): Promise<void> {
        const opponents = OPPOSITE[this.problem.task];
        if (this.problem.task === 'win' && this.problem.moves - this.bench.line.path().length < 1) {
            this.fail(() => t('failsMate'), null);
            return;
        }
        let solved = await this.ask({ ...this.request(opponents), time_ms: time });
        // An answer that still holds is worth a proof; one that does not is reported immediately.
        if (solved?.answer.code === 'no' && solved.answer.trust !== 'proved')
            solved = await this.prove(solved, opponents);
        if (!solved) return;
        this.s.judged = solved.answer;
        if (solved.answer.code === 'no') await this.answer(solved.answer);
        else if (solved.answer.code === 'unknown') this.setStage({ kind: 'unknown' });
        else this.fail(() => whyNotText(this.game, this.problem, this.s.judged!.code), solved.answer);
    }

    private async judgeLonger(): Promise<void> {
        this.setStage({ kind: 'judging' });
        try {
            await this.judge(PATIENT_MS);
        } catch (error) {
            this.tell(error);
        }
    }

    /** The same answer with its proof if there is one, but with the line of the search, which resists longer. */
    private async prove(quick: Solved, task: Task): Promise<Solved | null> {
        const slow = await this.ask({ ...this.request(task), wants_proof: true, time_ms: TRY_MS });
        if (!slow) return null;
        return slow.answer.code === 'no'
            ? { ...slow, answer: { ...slow.answer, line: quick.answer.line, texts: quick.answer.texts } }
            : slow;
    }

    /** The other side plays on, as well as it can. */
    private async answer(answer: SolveAnswer): Promise<void> {
        const pass = this.bench.position!.legal.find(({ to }) => to === NO_SQUARE)?.move;
        const move = answer.line[0] ?? pass;
        const isSafe = this.problem.task === 'defend' && (!answer.line[0] || move === pass || this.isLongEnough());
        if (!move || isSafe) {
            this.solved();
            return;
        }
        this.bench.line.play(move);
        const text = moveText(answer.texts[0] ?? move);
        this.s.note = () => {
            const side = sideName(this.game, otherSide(this.problem.side));
            return move === pass ? t('stillGoodPass', { side }) : t('stillGood', { side, move: text });
        };
        if (!(await this.bench.refresh())) return;
        // A side whose only moves put its own stones into atari may lose them that way.
        if (this.isReached()) this.solved();
        else this.setStage({ kind: 'ready' });
    }

    /** A block that was defended as often as the solver's line does it is safe. */
    private isLongEnough(): boolean {
        return this.bench.line.path().length >= this.problem.moves;
    }

    private solved(): void {
        setMark(this.problem.id, 'done');
        this.setStage({ kind: 'solved', isCheck: this.bench.position?.check ?? false });
    }

    private fail(reason: () => string, answer: SolveAnswer | null): void {
        setMark(this.problem.id, 'failed');
        this.setStage({ kind: 'failed', reason, answer });
    }

    private pass(): void {
        const move = this.bench.position?.legal.find(({ to }) => to === NO_SQUARE)?.move;
        if (move && this.canMove()) void this.play(move);
    }

    /** Back to the last position where it was the person's turn; from a refutation, to before what it refutes. */
    private async takeBack(): Promise<void> {
        this.stop();
        if (this.s.stage.kind === 'steps') this.s.stage.steps.to(0);
        if (this.bench.line.undo()) while (this.isOpponents() && this.bench.line.undo());
        this.s.note = null;
        this.s.judged = null;
        this.setStage({ kind: 'ready' });
    }

    private async anew(): Promise<void> {
        this.stop();
        while (this.bench.line.undo());
        this.s.note = null;
        this.s.judged = null;
        this.setStage({ kind: 'ready' });
    }

    private stop(): void {
        this.turn++;
        this.asking?.cancel();
        this.showPause('');
        this.bench.arrows = [];
        this.proof.close();
    }

    // ---- Help --------------------------------------------------------------------------------------------------

    private async hint(): Promise<void> {
        if (!this.canMove()) return;
        this.buttons.hint.classList.add('busy');
        try {
            const solved = await this.ask(this.request(this.problem.task));
            const move = solved && this.bench.position?.legal.find((legal) => legal.move === solved.answer.move);
            if (move) {
                this.bench.arrows = move.to === NO_SQUARE ? [] : [move];
                this.bench.draw();
                say(t('hintIs', { move: moveText(solved.answer.texts[0] ?? move.move) }));
            }
        } catch (error) {
            this.tell(error);
        } finally {
            this.buttons.hint.classList.remove('busy');
        }
    }

    private async giveUp(): Promise<void> {
        this.stop();
        setMark(this.problem.id, 'failed');
        while (this.bench.line.undo());
        this.setStage({ kind: 'judging' });
        try {
            const solved = await this.ask(this.request(this.problem.task));
            if (!solved) return;
            this.s.judged = null; // that of a move; the problem itself has its proof
            this.step(solved.answer.line, 'solutionHead');
        } catch (error) {
            this.tell(error);
        }
    }

    /** Lays a line out from where the board stands, to be stepped through. */
    private step(moves: string[], head: Key): void {
        const steps = new Steps(this.bench, moves);
        steps.to(head === 'solutionHead' ? 0 : Math.min(1, moves.length));
        this.setStage({ kind: 'steps', steps, head });
    }

    private async browse(task: Task, moves: string[]): Promise<void> {
        this.proof.element.scrollIntoView({ block: 'nearest' });
        const request = { ...this.request(task, moves), wants_proof: true, time_ms: PROOF_MS };
        this.proof.wait();
        try {
            const solved = await this.ask(request);
            if (!solved) return;
            if (solved.answer.has_proof) await this.proof.open(solved, moves);
            else this.proof.tell(noProofText(solved.answer));
        } catch (error) {
            this.proof.tell(problemText(error).text);
        }
    }

    private async leaveProof(): Promise<void> {
        await this.render();
        this.status.querySelector('button')?.focus();
    }

    // ---- What is seen ------------------------------------------------------------------------------------------

    private canMove(): boolean {
        const { kind } = this.s.stage;
        return kind === 'ready' && !this.proof.isOpen;
    }

    private async render(): Promise<void> {
        const { stage } = this.s;
        this.bench.canMove = this.canMove();
        this.trouble.hidden = this.trouble.hidden || stage.kind !== 'ready';
        this.element.setAttribute('aria-busy', String(stage.kind === 'judging'));
        this.drawStatus(stage);
        this.drawButtons(stage);
        showMoves(this.moves, this.bench.line);
        try {
            if (await this.bench.refresh()) {
                this.drawButtons(stage);
                await this.rename();
            }
        } catch (error) {
            this.tell(error);
        }
    }

    private async rename(): Promise<void> {
        await nameLine(this.game, this.bench);
        showMoves(this.moves, this.bench.line);
    }

    private drawButtons({ kind }: Stage): void {
        const hasMoves = this.bench.line.path().length > 0;
        this.buttons.hint.disabled = !this.canMove();
        this.buttons.undo.disabled = !hasMoves || this.solution() !== null;
        this.buttons.anew.disabled = !hasMoves && kind === 'ready';
        this.buttons.giveUp.disabled = this.solution() !== null;
        this.buttons.pass.hidden = !this.bench.position?.legal.some(({ to }) => to === NO_SQUARE);
        this.buttons.pass.disabled = !this.canMove();
    }

    private solution(): Stage | null {
        const { stage } = this.s;
        return stage.kind === 'steps' && stage.head === 'solutionHead' ? stage : null;
    }

    private drawStatus(stage: Stage): void {
        const { judged, note } = this.s;
        const trust = judged ? h('p', { class: `trust ${judged.trust}` }, trustText(judged)) : null;
        const lines: (Node | null)[] = [];
        const head = (text: string): HTMLElement => h('p', { class: 'headline' }, text);
        const sub = (text: string): HTMLElement => h('p', { class: 'subline' }, text);
        const button = (label: string, run: () => void): HTMLElement =>
            h('button', { type: 'button', onclick: run }, label);
        const proofOf = (task: Task, moves: string[], label: Key = 'proofBrowse'): HTMLElement =>
            button(t(label), () => void this.browse(task, moves));

        this.status.className = `status ${stage.kind}`;
        this.steps.replaceChildren();
        switch (stage.kind) {
            case 'ready':
                lines.push(head(t('yourMove')), note ? sub(note()) : null, trust);
                break;
            case 'judging':
                lines.push(head(t(this.bench.line.path().length ? 'judging' : 'solving')));
                break;
            case 'solved':
                lines.push(
                    head(t('solvedHead')),
                    sub(solvedText(this.game, this.problem, stage.isCheck)),
                    proofOf(this.problem.task, []),
                );
                break;
            case 'unknown':
                lines.push(
                    head(t('notDecided')),
                    trust,
                    button(t('moreTime'), () => void this.judgeLonger()),
                );
                break;
            case 'failed':
                lines.push(head(t('moveFails')), sub(stage.reason()), trust, this.refutation(stage, proofOf, button));
                break;
            case 'steps':
                lines.push(head(t(stage.head)));
                if (stage.head === 'solutionHead')
                    lines.push(h('p', { class: 'trust proved' }, t('trustSet')), proofOf(this.problem.task, []));
                else lines.push(trust);
                this.steps.append(stepButtons(stage.steps, () => void this.render()));
                break;
        }
        this.status.replaceChildren(...lines.filter((line) => line !== null));
    }

    private refutation(
        { answer }: Stage & { kind: 'failed' },
        proofOf: (task: Task, moves: string[], label: Key) => HTMLElement,
        button: (label: string, run: () => void) => HTMLElement,
    ): HTMLElement | null {
        if (!answer?.line.length) return null;
        return h(
            'div',
            { class: 'status-actions' },
            button(t('showRefutation'), () => this.step(answer.line, 'refutationHead')),
            this.problem.block ? proofOf(OPPOSITE[this.problem.task], this.bench.line.path(), 'proofLook') : null,
        );
    }
}
