// SPDX-License-Identifier: MIT
// A problem of one's own: a position that was pasted, a question about it, and what the solver says.
import { ApiError, call } from '../api';
import { h, newId } from '../dom';
import { field } from '../fields';
import { gameTitle, labelled, number, t } from '../i18n';
import { moveText, notationOf } from '../notation';
import { mistakeText, showProblem, showTold } from '../problem';
import type {
    Game,
    Position,
    PositionReply,
    Problem,
    RecordReply,
    SolveAnswer,
    SolveCode,
    SolveRequest,
    Task,
} from '../types';
import { Line } from '../state';
import { askSolver, firstMoveText, noProofText, trustText, type Asking, type Solved } from './problems_ask';
import { Bench, nameOfSquare, Steps } from './problems_bench';
import { ProofPanel } from './problems_panel';
import { stepButtons } from './problems_steps';

export const OWN_GAMES = ['go', 'xiangqi'] as const;

const EXAMPLES: Record<string, string> = {
    go: '(;GM[1]SZ[9]PL[B]AB[cf][dg][eg]AW[df])',
    xiangqi: '3aka3/9/9/9/9/4r4/6R2/c8/3K5/3A1A3 b - - 0 1',
};

const SECONDS_MOST = 60;

/** Whether an SGF says itself what is asked: by a task, or by a mark on a stone. */
const HAS_TASK = /\b(TASK|TR|SQ|CR|MA)\s*\[/;

/** The typed text survives a change of language. */
const kept: Record<string, string> = {};

interface Asked {
    base: Position;
    block: string | null;
    task: Task | null;
}

async function readGo(text: string): Promise<Asked> {
    const isSgf = /^\s*\(/.test(text);
    if (isSgf ? HAS_TASK.test(text) : /^\s*(#|problem\b)/.test(text)) {
        const { problems } = await call<{ problems: Problem[] }>('POST', '/api/problems/read', { text });
        const { game, start, block, task } = problems[0]!;
        return { base: { game, start }, block, task };
    }
    if (!isSgf) return { base: { game: 'go', start: text }, block: null, task: null };
    const { start, nodes, damage } = await call<RecordReply>('POST', '/api/records/read', { game: 'go', text });
    if (damage) throw new ApiError(422, { ...damage, field: 'text' });
    const moves: string[] = [];
    for (let i = 1, parent = 0; i < nodes.length && nodes[i]!.parent === parent; parent = i++)
        if (nodes[i]!.move) moves.push(nodes[i]!.move!);
    return { base: { game: 'go', ...(start ? { start } : {}), moves }, block: null, task: null };
}

function codeText(code: SolveCode): string {
    const keys = {
        yes: 'answerYes',
        no: 'answerNo',
        'by a ko, taken first': 'answerKoTaken',
        'by a ko, with the first threat': 'answerKoThreat',
        unknown: 'answerUnknown',
    } as const;
    return t(keys[code]);
}

function timeText(ms: number): string {
    return ms < 1000
        ? t('timeMilliseconds', { n: ms < 10 ? ms.toFixed(1) : Math.round(ms) })
        : t('timeSeconds', { n: (ms / 1000).toFixed(1) });
}

export class OwnView {
    readonly element = h('div', { class: 'play problem-view', 'aria-busy': 'false' });
    private bench: Bench;
    private readonly place = h('div', { class: 'own-board' });
    private readonly game: Game;
    private readonly text: HTMLTextAreaElement;
    private readonly trouble = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly block = h('p', { class: 'help own-block' });
    private readonly task = h('select', { id: newId('task') });
    private readonly plies = h('input', { type: 'number', id: newId('plies'), min: 1, max: 50, inputmode: 'numeric' });
    private readonly seconds = h('input', {
        type: 'number',
        id: newId('seconds'),
        min: 1,
        max: SECONDS_MOST,
        value: 10,
        inputmode: 'numeric',
    });
    private readonly askButton = h('button', { type: 'submit', class: 'primary' }, t('ownAsk'));
    private readonly pause = h('p', { class: 'help pause', role: 'status', hidden: true });
    private readonly answer = h('section', { class: 'card own-answer', 'aria-live': 'polite', hidden: true });
    private readonly proofHost = h('div');
    private proof: ProofPanel;
    private asking: Asking | null = null;
    private shown: string | null = null; // the text that the board shows; null: none, since the last could not be read

    constructor(
        private readonly games: Map<string, Game>,
        name: (typeof OWN_GAMES)[number],
    ) {
        this.game = games.get(name)!;
        this.text = h('textarea', { id: newId('text'), rows: 5, spellcheck: 'false', autocomplete: 'off' });
        this.text.value = kept[this.game.name] ?? EXAMPLES[this.game.name] ?? '';
        this.text.addEventListener('input', () => {
            kept[this.game.name] = this.text.value;
        });
        this.bench = this.makeBench({ game: this.game.name });
        this.proof = this.makeProof();
        this.lay();
        void this.read();
    }

    destroy(): void {
        this.asking?.cancel();
        this.bench.forget();
    }

    private get isGo(): boolean {
        return this.game.name === 'go';
    }

    private lay(): void {
        const tasks: [Task, string][] = this.isGo
            ? [
                  ['attack', t('ownAttack')],
                  ['defend', t('ownDefend')],
              ]
            : [
                  ['win', t('ownWin')],
                  ['hold', t('ownHold')],
              ];
        this.task.append(...tasks.map(([value, text]) => h('option', { value }, text)));
        this.element.append(
            this.place,
            h(
                'aside',
                { class: 'panel' },
                h(
                    'nav',
                    { class: 'problem-nav', 'aria-label': t('viewProblems') },
                    h('a', { href: '#/problems' }, `← ${t('backToList')}`),
                ),
                h('h1', { class: 'task' }, t('ownTitle')),
                h('section', { class: 'card' }, ...this.form()),
                this.answer,
                this.proofHost,
            ),
        );
    }

    private form(): HTMLElement[] {
        const choice = (name: string): HTMLElement =>
            h(
                'a',
                {
                    class: 'own-game',
                    href: `#/problems?own=${name}`,
                    'aria-current': name === this.game.name ? 'true' : null,
                },
                gameTitle(this.games.get(name)!).text,
            );
        return [
            h('p', { class: 'help' }, t('ownHelp')),
            h('div', { class: 'own-games' }, ...OWN_GAMES.map(choice)),
            h(
                'form',
                {
                    class: 'own-form',
                    onsubmit: (event: SubmitEvent) => {
                        event.preventDefault();
                        void this.read();
                    },
                },
                field(
                    t('ownText'),
                    this.text,
                    h('p', { class: 'help' }, t(this.isGo ? 'ownTextGo' : 'ownTextXiangqi')),
                ),
                h('button', { type: 'submit' }, t('ownRead')),
            ),
            h(
                'form',
                {
                    class: 'own-form',
                    onsubmit: (event: SubmitEvent) => {
                        event.preventDefault();
                        void this.ask();
                    },
                },
                ...(this.isGo ? [this.block] : []),
                field(t('ownTask'), this.task),
                ...(this.isGo ? [] : [field(t('ownPlies'), this.plies)]),
                field(t('ownSeconds'), this.seconds),
                this.askButton,
                this.pause,
            ),
            this.trouble,
        ];
    }

    // ---- The position ------------------------------------------------------------------------------------------

    private makeBench(base: Position): Bench {
        const bench = new Bench(this.game, base, () => undefined);
        if (this.isGo) bench.board.edit((square) => this.choose(square));
        this.place.replaceChildren(bench.element);
        return bench;
    }

    private makeProof(): ProofPanel {
        const proof = new ProofPanel(this.bench, () => {
            this.bench.draw();
            this.answer.querySelector<HTMLElement>('button.browse')?.focus();
        });
        this.proofHost.replaceChildren(proof.element);
        return proof;
    }

    private async read(): Promise<void> {
        this.trouble.hidden = true;
        this.forgetAnswer();
        const text = (this.text.value = this.text.value.trim()); // errors report places in it
        kept[this.game.name] = text;
        this.shown = null;
        try {
            const asked = this.isGo
                ? await readGo(text)
                : { base: { game: this.game.name, start: text }, block: null, task: null };
            const reply = await call<PositionReply>('POST', '/api/position', asked.base);
            this.bench.base = asked.base;
            this.bench.line = new Line();
            this.bench.line.here.reply = reply;
            this.bench.block = asked.block ?? this.onlyBlock(reply);
            if (asked.task) this.task.value = asked.task;
            this.shown = text;
            this.bench.draw();
            this.tellBlock();
        } catch (error) {
            showTold(this.trouble, mistakeText(error));
        }
    }

    /** A block that is alone in having one liberty is likely what is meant; else nothing is. */
    private onlyBlock(reply: PositionReply): string | null {
        const stones = reply.squares.flatMap(([piece, side], square) => (piece && side !== reply.side ? [square] : []));
        return stones.length === 1 ? nameOfSquare(reply.board, stones[0]!) : null;
    }

    private choose(square: number): void {
        const position = this.bench.position;
        if (!position?.squares[square]?.[0] || this.proof.isOpen) return;
        this.bench.block = nameOfSquare(position.board, square);
        this.task.value = position.squares[square]![1] === position.side ? 'defend' : 'attack';
        this.forgetAnswer();
        this.bench.draw();
        this.tellBlock();
    }

    private tellBlock(): void {
        this.block.textContent = this.bench.block ? labelled(t('ownBlock'), this.bench.block) : t('ownNoBlock');
        this.askButton.disabled = this.isGo && !this.bench.block;
    }

    // ---- The answer --------------------------------------------------------------------------------------------

    private request(): SolveRequest {
        const notation = notationOf(this.game);
        const moves = Number(this.plies.value);
        return {
            ...this.bench.at([]),
            task: this.task.value as Task,
            ...(this.isGo ? { block: this.bench.block! } : {}),
            ...(!this.isGo && moves ? { plies: 2 * moves - (this.task.value === 'win' ? 1 : 0) } : {}),
            ...(notation ? { notation } : {}),
            time_ms: 1000 * Math.min(SECONDS_MOST, Math.max(1, Number(this.seconds.value) || 10)),
            wants_proof: true,
        };
    }

    private showPause(text: string): void {
        this.pause.textContent = text;
        this.pause.hidden = !text;
    }

    private forgetAnswer(): void {
        this.asking?.cancel();
        this.asking = null;
        this.showPause('');
        this.proof.close();
        this.answer.hidden = true;
        this.bench.arrows = [];
        while (this.bench.line.undo());
        this.element.setAttribute('aria-busy', 'false');
        this.askButton.textContent = t('ownAsk');
    }

    private async ask(): Promise<void> {
        const wasAsking = this.asking !== null;
        this.forgetAnswer();
        if (wasAsking) return;
        if (this.text.value.trim() !== this.shown) await this.read(); // what is asked is what stands there
        if (this.shown === null || (this.isGo && !this.bench.block)) return;
        this.element.setAttribute('aria-busy', 'true');
        this.askButton.textContent = t('ownStop');
        this.trouble.hidden = true;
        const request = this.request();
        const asking = (this.asking = askSolver(request, (text) => this.showPause(text)));
        try {
            const solved = await asking.answer;
            this.tellAnswer(solved, request.task);
        } catch (error) {
            showProblem(this.trouble, error);
        }
        this.showPause('');
        this.asking = null;
        this.element.setAttribute('aria-busy', 'false');
        this.askButton.textContent = t('ownAsk');
    }

    private tellAnswer(solved: Solved, task: Task): void {
        const { answer } = solved;
        const steps = new Steps(this.bench, answer.line);
        const host = h('div', { class: 'steps' });
        const draw = (): void => {
            host.replaceChildren(...(answer.line.length ? [stepButtons(steps, () => void this.step(draw))] : []));
        };
        const figure = (name: string, value: string): HTMLElement =>
            h('div', {}, h('dt', {}, name), h('dd', {}, value));
        const first = firstMoveText(answer, task);
        this.answer.replaceChildren(
            h('h2', {}, t('answer')),
            h('p', { class: 'headline' }, codeText(answer.code)),
            h('p', { class: `trust ${answer.trust}` }, trustText(answer)),
            ...this.prediction(answer),
            h(
                'dl',
                { class: 'figures' },
                ...(first ? [figure(t('answerMove'), first)] : []),
                figure(t('nodes'), number(answer.nodes)),
                figure(t('answerTime'), timeText(answer.time_ms)),
            ),
            h('p', { class: 'variation' }, answer.texts.map(moveText).join('  ')),
            host,
            answer.has_proof
                ? h(
                      'button',
                      { type: 'button', class: 'browse', onclick: () => void this.proof.open(solved, []) },
                      t('proofBrowse'),
                  )
                : h('p', { class: 'help' }, answer.trust === 'proved' ? '' : noProofText(answer)),
        );
        this.answer.hidden = false;
        draw();
    }

    private prediction({ prediction }: SolveAnswer): HTMLElement[] {
        if (!prediction) return [];
        const what = t(prediction === 'capture' ? 'predictCapture' : 'predictEscape');
        return [h('p', { class: 'help' }, t('answerPredicted', { what }))];
    }

    private async step(draw: () => void): Promise<void> {
        this.proof.close();
        draw();
        await this.bench.refresh().catch((error: unknown) => showProblem(this.trouble, error));
    }
}
