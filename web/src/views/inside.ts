// SPDX-License-Identifier: MIT
// Look inside: a search recorded as a tree, to be opened node by node and watched step by step; or two side by side.
import { ApiError, call, type Job } from '../api';
import type { PieceStyle } from '../board/pieces';
import { BoardView } from '../board/view';
import { h, icon, newId } from '../dom';
import { exampleTitle, inRow, methodName, presetName, settingText, t } from '../i18n';
import type { Link } from '../link';
import { say } from '../live';
import { choicePref } from '../prefs';
import { problemText } from '../problem';
import type { Example, Game, Method, PositionReply, SearchResult } from '../types';
import { Pause } from '../wait';
import { comparison, searchOnce } from './inside_compare';
import { detailsOf } from './inside_details';
import { cutOffBy } from './inside_ended';
import { QuestionForm } from './inside_form';
import { legend } from './inside_legend';
import { notesOf } from './inside_notes';
import { Pane } from './inside_pane';
import { fromExample, fromLink, linkOf, requestOf, type Question, type Way } from './inside_question';
import { StepTable } from './inside_table';
import { Trace } from './inside_trace';

const PLACE_MOST = 999_999_999;
const COPY = 'M9 9h11v11H9ZM15 9V4H4v11h5';

/** The existing recordings, so that a change of language records nothing again. */
interface Kept {
    key: string;
    traces: Trace[];
    results: [SearchResult, SearchResult] | null;
}

let lists: { games: Game[]; methods: Method[]; examples: Example[] } | null = null;
let kept: Kept | null = null;

function titleOf({ method, preset, options }: Way): string {
    const table = lists?.methods.find(({ name }) => name === method)?.options ?? [];
    const settings = Object.entries(options).map(([name, value]) =>
        settingText(method, table.find((option) => option.name === name) ?? { name }, value),
    );
    const name = method ? methodName({ name: method }).text : t('methodAuto');
    return inRow([name, preset && presetName({ name: preset }).text, ...settings]);
}

class InsideView {
    private readonly element = h('div', { class: 'inside' });
    private readonly example: HTMLSelectElement;
    private readonly form: QuestionForm;
    private readonly asking: HTMLDetailsElement;
    private readonly status = h('p', { class: 'inside-status', role: 'status' });
    private readonly problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    private readonly notes = h('div', { class: 'inside-notes' });
    private readonly figures = h('div', { class: 'inside-figures' });
    private readonly panesHost = h('div', { class: 'panes' });
    private readonly tableHost = h('div', {});
    private readonly details = h('div', { class: 'node-details' });
    private readonly boardHost = h('div', { class: 'inside-board', hidden: true });
    private readonly legendHost = h('div', {});
    private readonly board = h('div', {});
    private readonly shown = [this.main(), this.side()]; // where there is a tree
    private panes: Pane[] = [];
    private table: StepTable | null = null;
    private jobs: Job[] = [];
    private turn = 0;
    private chosen: { pane: Pane; node: number } | null = null;
    private view: { game: string; board: BoardView } | null = null;
    private hasBeenLost = false;
    private readonly pieces: PieceStyle = choicePref('pieces', ['chinese', 'western']);
    private readonly onKey = (event: KeyboardEvent): void => this.key(event);

    constructor(
        host: HTMLElement,
        private readonly games: Game[],
        methods: Method[],
        private readonly examples: Example[],
        private question: Question,
        place: { step: number | null; node: number },
    ) {
        this.example = h(
            'select',
            { id: newId('example'), onchange: () => this.chooseExample() },
            ...examples.map((example) => {
                const told = exampleTitle(example);
                return h('option', { value: example.name, lang: told.lang }, told.text);
            }),
            h('option', { value: '' }, t('insideOwn')),
        );
        this.form = new QuestionForm(games, methods, (asked) => void this.ask(asked, { step: null, node: 0 }));
        this.asking = h('details', { class: 'asking' }, h('summary', {}, t('insideAsk')), this.form.element);
        this.element.append(...this.head(), ...this.shown);
        host.append(this.element);
        document.addEventListener('keydown', this.onKey);
        void this.ask(question, place);
    }

    destroy(): void {
        this.stop();
        document.removeEventListener('keydown', this.onKey);
        this.element.remove();
    }

    // ---- Parts -------------------------------------------------------------------------------------------------

    private head(): HTMLElement[] {
        return [
            h(
                'section',
                { class: 'card inside-head' },
                h('h1', {}, t('viewInside')),
                h('p', { class: 'help' }, t('insideIntro')),
                h(
                    'div',
                    { class: 'inside-choice' },
                    h(
                        'div',
                        { class: 'field' },
                        h('label', { for: this.example.id }, t('insideExample')),
                        this.example,
                    ),
                    h(
                        'button',
                        { type: 'button', class: 'action', onclick: () => void this.copyLink() },
                        icon(COPY),
                        h('span', {}, t('insideCopyLink')),
                    ),
                    this.asking,
                ),
                this.problem,
                this.status,
            ),
        ];
    }

    private main(): HTMLElement {
        return h('div', { class: 'inside-main' }, this.notes, this.figures, this.panesHost, this.tableHost);
    }

    private side(): HTMLElement {
        this.boardHost.append(h('h2', {}, t('insideBoardOf')), this.board);
        return h(
            'aside',
            { class: 'inside-side', 'aria-label': t('insideDetails') },
            h('section', { class: 'card' }, h('h2', {}, t('insideDetails')), this.details, this.boardHost),
            this.legendHost,
        );
    }

    // ---- Asking ------------------------------------------------------------------------------------------------

    private chooseExample(): void {
        const example = this.examples.find(({ name }) => name === this.example.value);
        if (example) {
            void this.ask(fromExample(example), { step: null, node: 0 });
            return;
        }
        this.asking.open = true;
        this.asking.scrollIntoView({ block: 'nearest' });
    }

    private stop(): void {
        this.turn++;
        this.jobs.splice(0).forEach((job) => job.cancel());
        this.panes.forEach((pane) => pane.destroy());
        this.panes = [];
    }

    /** Has it recorded, unless that is there already, and shows it. */
    private async ask(question: Question, place: { step: number | null; node: number }): Promise<void> {
        this.stop();
        const turn = this.turn;
        this.question = question;
        this.example.value = question.example;
        this.form.show(question);
        this.problem.hidden = true;
        this.status.textContent = t('insideRecording');
        this.element.setAttribute('aria-busy', 'true');
        try {
            const found = await this.record(question);
            if (turn !== this.turn) return;
            kept = found;
            this.show(found, place);
            await Promise.all(this.panes.map((pane) => pane.start()));
            if (turn !== this.turn) return;
            this.select(this.panes[0]!, place.node < found.traces[0]!.summary.nodes ? place.node : 0);
            this.status.textContent = '';
            this.hasBeenLost = false;
            this.element.setAttribute('aria-busy', 'false');
        } catch (error) {
            if (turn === this.turn) this.tellProblem(error);
        }
    }

    private async record(question: Question): Promise<Kept> {
        const ways = question.other ? [question.way, question.other] : [question.way];
        const key = JSON.stringify([question.position, ways, question.depth, question.nodes, question.truth]);
        if (kept?.key === key) return kept;
        const { turn } = this;
        const onJob = (job: Job): void => void this.jobs.push(job);
        const pause = new Pause(() => {
            if (turn === this.turn) this.status.textContent = pause.text || t('insideRecording');
        });
        const traces: Trace[] = [];
        const results: SearchResult[] = [];
        // one after the other, so that neither takes time from the other
        for (const way of ways) {
            const request = requestOf(question, way);
            const trace = await Trace.record(question.truth ? { ...request, truth: true } : request, onJob, pause.listener);
            const { stopped, searched } = trace.summary;
            traces.push(trace);
            // a search without limits ends where its recording ended
            const limited = stopped === 'done' ? request : { ...request, nodes: Math.max(1, searched) };
            if (question.other) results.push(await searchOnce(limited, onJob, pause.listener));
        }
        return { key, traces, results: question.other ? [results[0]!, results[1]!] : null };
    }

    private show({ traces, results }: Kept, place: { step: number | null; node: number }): void {
        for (const part of this.shown) part.hidden = false;
        const ways = [this.question.way, this.question.other ?? this.question.way];
        const recorded = traces.map(({ summary }, i) => ({
            summary,
            title: titleOf(ways[i]!),
            cutOff: cutOffBy(summary, this.question.depth),
        }));
        this.panes = traces.map(
            (trace, i) =>
                new Pane(trace, recorded[i]!, i ? null : place.step, {
                    select: (pane, node) => this.select(pane, node),
                    stepped: (pane) => this.stepped(pane),
                    failed: (error) => this.failed(error),
                }),
        );
        this.element.classList.toggle('comparing', traces.length > 1);
        this.panesHost.replaceChildren(...this.panes.map(({ element }) => element));
        const compared = results?.map((result, i) => ({ ...recorded[i]!, result }));
        this.figures.replaceChildren(...(compared ? [comparison(compared)] : []));
        const forms = traces.map(({ summary }) => summary.form);
        this.legendHost.replaceChildren(legend(forms, Boolean(traces[0]!.summary.truth)));
        this.notes.replaceChildren(...notesOf(recorded, this.question, () => this.recordFreely()));
        this.table = null;
        this.tableHost.replaceChildren();
        if (traces.length === 1) void this.showTable(this.panes[0]!);
        this.asking.open = false;
    }

    /** The same question without a limit of nodes. */
    private recordFreely(): void {
        void this.ask({ ...this.question, example: '', nodes: 0 }, { step: null, node: 0 });
        this.status.scrollIntoView({ block: 'nearest' });
    }

    private async showTable(pane: Pane): Promise<void> {
        try {
            const table = await pane.trace.table();
            if (!table || this.panes[0] !== pane) return;
            this.table = new StepTable(table, (node) => this.select(pane, node));
            this.table.show(pane.step);
            this.tableHost.replaceChildren(this.table.element);
        } catch (error) {
            this.failed(error);
        }
    }

    // ---- While it is looked at ---------------------------------------------------------------------------------

    private stepped(pane: Pane): void {
        if (pane === this.panes[0]) this.table?.show(pane.step);
        if (this.chosen?.pane === pane) void this.showDetails();
        this.updateLink();
    }

    private select(pane: Pane, node: number): void {
        this.chosen = { pane, node };
        if (pane.selected !== node) {
            pane.selected = node;
            void pane.reveal(node);
        }
        void this.showDetails();
        this.updateLink();
    }

    /** The chosen node as it is at the step that is shown, and the board there. */
    private async showDetails(): Promise<void> {
        const { chosen } = this;
        if (!chosen) return;
        const { pane, node } = chosen;
        const { trace, step } = pane;
        const isCurrent = (): boolean => this.chosen === chosen && chosen.pane.step === step;
        try {
            const path = await trace.path(node);
            const nodes = await Promise.all(path.map((one) => trace.node(one, step, 0)));
            if (!isCurrent()) return;
            const moves = nodes.slice(1).map(({ move, label }) => move ?? label);
            this.details.replaceChildren(...detailsOf(trace.summary, nodes[nodes.length - 1]!, moves, pane.now));
            await this.showBoard(moves, isCurrent);
        } catch (error) {
            this.failed(error);
        }
    }

    private async showBoard(moves: string[], isCurrent: () => boolean): Promise<void> {
        const { position } = this.question;
        const game = this.games.find(({ name }) => name === position.game);
        this.boardHost.hidden = !game?.pieces;
        if (!game?.pieces) return;
        const reply = await call<PositionReply>('POST', '/api/position', {
            ...position,
            moves: [...(position.moves ?? []), ...moves],
        }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 422) return null;
            throw error;
        });
        if (!isCurrent()) return;
        if (!reply?.board) {
            this.view = null;
            this.board.replaceChildren(h('p', { class: 'help' }, t('insideNoBoard')));
            return;
        }
        if (this.view?.game !== game.name) {
            this.board.replaceChildren();
            this.view = { game: game.name, board: new BoardView(this.board, game) };
        }
        this.view.board.show(reply, { turned: false, pieces: this.pieces, canMove: false });
    }

    private key(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, select, textarea, dialog')) return;
        const pane = this.panes.find(({ element }) => element.contains(target)) ?? this.panes[0];
        if (!pane || (event.key !== ',' && event.key !== '.')) return;
        event.preventDefault();
        if (event.key === ',') pane.film.back();
        else pane.film.forward();
    }

    // ---- Addresses and mistakes --------------------------------------------------------------------------------

    private updateLink(): void {
        const link = linkOf(this.question, this.examples);
        const [pane] = this.panes;
        if (pane && pane.step !== pane.trace.summary.steps) link.set('step', String(pane.step));
        if (pane?.selected) link.set('node', String(pane.selected));
        history.replaceState(null, '', `#/inside?${link}`);
    }

    private async copyLink(): Promise<void> {
        try {
            await navigator.clipboard.writeText(location.href);
            say(t('insideLinkCopied'));
            this.status.textContent = t('insideLinkCopied');
        } catch (error) {
            this.tellProblem(error);
        }
    }

    /** The server may have forgotten an unused recording: the page records it again. */
    private failed(error: unknown): void {
        if (error instanceof ApiError && error.status === 404 && !this.hasBeenLost) {
            this.hasBeenLost = true;
            kept = null;
            say(t('insideLost'));
            const [pane] = this.panes;
            void this.ask(this.question, { step: pane?.step ?? null, node: pane?.selected ?? 0 });
            return;
        }
        this.tellProblem(error);
    }

    /** The old view belongs to the previous question, whose trace is no longer followed. */
    private clear(): void {
        this.chosen = null;
        this.boardHost.hidden = true;
        for (const part of this.shown) part.hidden = true;
        for (const host of [this.notes, this.figures, this.panesHost, this.tableHost, this.details])
            host.replaceChildren();
    }

    private tellProblem(error: unknown): void {
        this.status.textContent = '';
        if (this.panes.length === 0) this.clear();
        this.element.setAttribute('aria-busy', 'false');
        if (error instanceof ApiError && error.reply.field) {
            this.asking.open = true;
            this.form.tell(error);
            return;
        }
        const told = problemText(error);
        this.problem.replaceChildren(
            h('p', { lang: told.lang }, told.text),
            h(
                'button',
                { type: 'button', onclick: () => void this.ask(this.question, { step: null, node: 0 }) },
                t('tryAgain'),
            ),
        );
        this.problem.hidden = false;
    }
}

export async function mount(host: HTMLElement, link: Link): Promise<() => void> {
    if (!lists) {
        const [games, methods, examples] = await Promise.all([
            call<Game[]>('GET', '/api/games'),
            call<Method[]>('GET', '/api/methods'),
            call<Example[]>('GET', '/api/examples'),
        ]);
        lists = { games, methods, examples };
    }
    const { games, methods, examples } = lists;
    const view = new InsideView(host, games, methods, examples, fromLink(link, examples), {
        step: link.whole('step', 0, PLACE_MOST, t('linkLastStep')),
        node: link.whole('node', 0, PLACE_MOST, '0') ?? 0,
    });
    return () => view.destroy();
}
