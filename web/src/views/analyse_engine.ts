// SPDX-License-Identifier: MIT
// The engine beside the board: it searches the position that is shown, again after each change, while somebody looks.
import { AWAY_MS, isAway, serverLimits, startJob, type ApiError, type Job } from '../api';
import { h, icon, newId } from '../dom';
import { number, sentence, t } from '../i18n';
import { knowsThreads } from '../method_form';
import { moveText, notationOf } from '../notation';
import { getPref, setPref } from '../prefs';
import { showProblem } from '../problem';
import type { MoveNode } from '../state';
import { chanceBar, valueFor } from '../thoughts';
import { waitText } from '../wait';
import type { Game, Method, Position, PositionReply, SearchLine, SearchRequest, Side } from '../types';
import { askMethod, goesAtOnce, limitsOf, readChoice, type EngineChoice } from './analyse_method';
import { moveNumber, movePair } from './analyse_tree';

export const LINES_MOST = 5;
const LINES_FIRST = 3;
const MOVES_SHOWN = 16;
const STILL_MS = 120; // a position that is shown shorter, in a walk through the game, is not searched
const DRAW_MS = 100; // between two drawings of the lines
const BUSY_MS = 600; // after which a server that has too much to do is asked again
const SILENT_MS = 4000; // after which it is said why there may be no line yet

const GEAR = 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5';

/** The current position, and all data of a request about it. */
export interface Sight {
    game: Game;
    node: MoveNode;
    position: Position;
    reply: PositionReply;
    plies: number; // made before
    first: Side; // to move at the start
}

export class EnginePanel {
    readonly element = h('section', { class: 'card engine' });
    private readonly figures = h('p', { class: 'engine-figures' });
    private readonly bar = h('div', { class: 'engine-bar' });
    private readonly list = h('ol', { class: 'engine-lines', 'aria-label': t('engineLines') });
    private readonly pause = h('p', { class: 'engine-pause', role: 'status' });
    private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly toggle = h('input', { type: 'checkbox', role: 'switch', id: newId('engine') });
    private readonly count = h('select', { id: newId('lines') });
    private sight: Sight | null = null;
    private job: Job | null = null;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private silence: ReturnType<typeof setTimeout> | undefined;
    private drawing: ReturnType<typeof setTimeout> | null = null;
    private pressed: string[] | null = null; // the moves under the pointer; their line may be redrawn meanwhile
    private asked = 0;
    private isHeld = false; // by a review, which wants the processors for itself
    private isSilent = false; // it has searched for a while without a result
    private choice: EngineChoice;
    private readonly onVisibility = (): void => this.search();

    constructor(
        private readonly methods: Method[],
        private readonly onPlay: (moves: string[]) => void,
        private readonly onLines: () => void,
    ) {
        this.choice = readChoice();
        this.toggle.checked = getPref('analyse.engine') !== 'off';
        this.build();
        this.listen();
        document.addEventListener('visibilitychange', this.onVisibility);
    }

    destroy(): void {
        document.removeEventListener('visibilitychange', this.onVisibility);
        this.stop();
    }

    /** Looks at another position. */
    look(sight: Sight | null): void {
        if (sight?.node === this.sight?.node && sight?.reply === this.sight?.reply) return;
        this.sight = sight;
        this.search();
    }

    /** Searches again, in another notation for example. */
    again(): void {
        this.search();
    }

    hold(isHeld: boolean): void {
        if (isHeld === this.isHeld) return;
        this.isHeld = isHeld;
        this.search();
    }

    /** The lines of the position that is shown, if the engine is on. */
    lines(): SearchLine[] {
        return this.toggle.checked ? (this.sight?.node.found ?? []).slice(0, Number(this.count.value)) : [];
    }

    method(): EngineChoice {
        return this.choice;
    }

    /** Whether its searches have to be limited in depth. */
    goesAtOnce(): boolean {
        return goesAtOnce(this.methods, this.choice);
    }

    private build(): void {
        for (let n = 1; n <= LINES_MOST; n++)
            this.count.append(h('option', { value: n }, t('manyLines', { n })));
        const kept = Number(getPref('analyse.lines'));
        this.count.value = String(kept >= 1 && kept <= LINES_MOST ? kept : LINES_FIRST);
        this.toggle.addEventListener('change', () => {
            setPref('analyse.engine', this.toggle.checked ? 'on' : 'off');
            this.search();
        });
        this.count.addEventListener('change', () => {
            setPref('analyse.lines', this.count.value);
            this.search();
        });
        this.element.append(
            h(
                'div',
                { class: 'engine-head' },
                h('label', { class: 'switch', for: this.toggle.id }, this.toggle, h('span', {}, t('engine'))),
                this.figures,
                h('label', { class: 'unseen', for: this.count.id }, t('linesCount')),
                this.count,
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'quiet icon-button',
                        'aria-label': t('method'),
                        title: t('method'),
                        onclick: () => this.openMethods(),
                    },
                    icon(GEAR),
                ),
            ),
            this.problem,
            this.pause,
            this.bar,
            this.list,
        );
    }

    private openMethods(): void {
        askMethod(this.methods, this.choice, (choice) => {
            this.choice = choice;
            if (this.sight) this.sight.node.found = []; // by another method
            this.search();
        });
    }

    private stop(): void {
        this.asked++;
        clearTimeout(this.timer);
        clearTimeout(this.silence);
        this.isSilent = false;
        this.pause.textContent = '';
        this.endDrawing();
        this.job?.cancel();
        this.job = null;
    }

    /** Ends what is searched, and begins with the position at hand after it has stood still for a moment. */
    private search(): void {
        this.stop();
        this.problem.hidden = true;
        this.draw();
        const sight = this.sight;
        if (!sight || !this.toggle.checked || this.isHeld || document.hidden || sight.reply.over) return;
        const asked = this.asked;
        this.timer = setTimeout(() => void this.begin(sight, asked), STILL_MS);
    }

    /** `known`: lines that a search before this one has found; less than that is not shown. */
    private async begin(sight: Sight, asked: number, known: SearchLine[] = []): Promise<void> {
        const threads = await serverLimits().then(
            (limits) => limits.threads,
            () => 1,
        );
        if (asked !== this.asked) return;
        const found = [...known];
        const keepLine = (line: SearchLine): void => {
            this.problem.hidden = true;
            if (line.nodes < (known[0]?.nodes ?? 0)) return;
            found[line.number - 1] = line;
            sight.node.found = found.filter(Boolean);
            if (asked === this.asked) this.drawing ??= setTimeout(() => this.draw(), DRAW_MS);
        };
        this.job = startJob('/api/searches', this.request(sight, threads), {
            waiting: (place) => this.tellPause(waitText(place)),
            started: () => {
                this.tellPause('');
                this.awaitLine();
            },
            away: (isAway) => this.tellPause(isAway ? t('offline') : ''),
            line: keepLine,
            result: ({ lines, result, yielded }) => {
                // Lines of the job have no figures of their own: those of the whole search count.
                const figures = result && { nodes: result.nodes, time_ms: result.time_ms };
                for (const line of lines ?? []) if (line) keepLine({ ...line, ...figures });
                if (asked !== this.asked) return;
                this.tellPause('');
                if (yielded) this.goOnLater(sight, asked);
                else if (!lines?.length) this.tellSilence();
            },
            error: (error) => {
                if (asked === this.asked) this.failed(error, sight, asked);
            },
        });
    }

    /** After it has made way. Every search begins with empty tables, so what was found stays until there is more. */
    private goOnLater(sight: Sight, asked: number): void {
        clearTimeout(this.silence);
        this.tellPause(t('engineYielded'));
        this.timer = setTimeout(() => void this.begin(sight, asked, sight.node.found), BUSY_MS);
    }

    /** Why it does not search just now; empty: it does. */
    private tellPause(text: string): void {
        this.pause.textContent = text;
        this.draw();
    }

    private awaitLine(): void {
        clearTimeout(this.silence);
        this.silence = setTimeout(() => this.tellSilence(), SILENT_MS);
    }

    private tellSilence(): void {
        this.isSilent = true;
        this.draw();
    }

    private request(sight: Sight, threads: number): SearchRequest {
        const { method, preset, options } = this.choice;
        const notation = notationOf(sight.game);
        const request: SearchRequest = {
            ...sight.position,
            ...limitsOf(this.methods, this.choice),
            lines: Number(this.count.value),
            yields: true,
        };
        const chosen = { ...options };
        if (method) request.method = method;
        if (preset) request.preset = preset;
        if (notation) request.notation = notation;
        // Half of the processors: others search on this server too.
        if (threads > 3 && knowsThreads(this.methods, method)) chosen.threads ??= String(Math.floor(threads / 2));
        if (Object.keys(chosen).length) request.options = chosen;
        return request;
    }

    private failed(error: ApiError, sight: Sight, asked: number): void {
        this.tellPause('');
        const isBusy = error.status === 429 || error.status === 503 || error.status === 410;
        if (!isBusy) showProblem(this.problem, error);
        if (isBusy || isAway(error))
            this.timer = setTimeout(() => void this.begin(sight, asked), isBusy ? BUSY_MS : AWAY_MS);
    }

    // ---- What is seen ------------------------------------------------------------------------------------------

    private endDrawing(): void {
        if (this.drawing !== null) clearTimeout(this.drawing);
        this.drawing = null;
    }

    private draw(): void {
        this.endDrawing();
        const focused = this.placeOf(document.activeElement);
        const sight = this.sight;
        const lines = this.lines();
        const best = lines[0];
        this.element.classList.toggle('is-off', !this.toggle.checked);
        this.figures.replaceChildren(...(best && sight ? this.figuresOf(best) : []));
        this.bar.replaceChildren(...(best?.wdl && sight ? [chanceBar(sight.game, best.wdl, sight.reply.side)] : []));
        this.list.replaceChildren(...(sight ? lines.map((line) => this.line(line, sight)) : []));
        if (!lines.length && !this.pause.textContent)
            this.list.append(h('li', { class: 'empty' }, this.emptyText()));
        this.list.dataset.room = this.toggle.checked ? this.count.value : '1';
        if (focused) this.list.querySelector<HTMLElement>(`[data-place="${focused}"]`)?.focus();
        this.onLines();
    }

    /** Line and move of a button, "2 0". */
    private placeOf(target: EventTarget | null): string | null {
        const button = target instanceof Element ? target.closest<HTMLElement>('.line-move') : null;
        return button && this.list.contains(button) ? (button.dataset.place ?? null) : null;
    }

    private movesAt(target: EventTarget | null): string[] | null {
        const [line, move] = (this.placeOf(target) ?? '').split(' ').map(Number);
        const found = this.lines().find(({ number: n }) => n === line);
        return found && move !== undefined ? found.moves.slice(0, move + 1) : null;
    }

    private listen(): void {
        this.list.addEventListener('pointerdown', ({ target }) => {
            this.pressed = this.movesAt(target);
        });
        this.list.addEventListener('click', ({ target }) => {
            const moves = this.pressed ?? this.movesAt(target);
            this.pressed = null;
            if (moves) this.onPlay(moves);
        });
    }

    private emptyText(): string {
        if (!this.toggle.checked) return t('engineOff');
        if (this.sight?.reply.over) return t('engineOver');
        if (this.isHeld) return t('engineHeld');
        return t(this.isSilent ? 'engineSilent' : 'engineBegins');
    }

    private figuresOf({ depth, nodes, time_ms: time }: SearchLine): (HTMLElement | string)[] {
        const parts = [`${t('depth')} ${depth}`];
        if (nodes) parts.push(t('nodesFound', { n: number(nodes) }));
        if (nodes && time >= 1) parts.push(t('speed', { n: number(Math.round((nodes / time) * 1000)) }));
        return parts.flatMap((part) => [h('span', {}, part), ' ']);
    }

    private line(line: SearchLine, { game, reply, plies, first }: Sight): HTMLElement {
        const { short, words } = valueFor(game, line, reply.side);
        const isFirstBetter = short.startsWith('+');
        const moves = line.moves.slice(0, MOVES_SHOWN).map((move, i) => {
            const needsNumber = i === 0 || (plies + i + first) % 2 === 0;
            const button = h(
                'button',
                { type: 'button', class: 'line-move', tabindex: i === 0 ? 0 : -1, 'data-place': `${line.number} ${i}` },
                moveText(line.texts?.[i] ?? move),
            );
            return movePair(needsNumber ? moveNumber(plies + i, first) : '', button);
        });
        return h(
            'li',
            { class: `rank-${line.number}` },
            h('span', { class: `badge${isFirstBetter ? ' first' : ''}`, title: words, 'aria-hidden': 'true' }, short),
            h('span', { class: 'unseen' }, sentence(words)),
            h('span', { class: 'line-moves' }, ...moves.flatMap((move) => [move, ' '])),
        );
    }
}
