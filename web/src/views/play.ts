// SPDX-License-Identifier: MIT
// Play: a game against the engine, against each other, or the engine against itself.
import { ApiError, AWAY_MS, call, isAway, serverLimits, startJob, type Job } from '../api';
import { askPiece } from '../board/choose';
import { pieceImage, type PieceStyle } from '../board/pieces';
import { BoardView } from '../board/view';
import { Clock } from '../clock';
import { h, icon } from '../dom';
import { gameTitle, messageText, sideName, t, type Told } from '../i18n';
import type { Link } from '../link';
import { say } from '../live';
import { notationChoice, pieceChoice, pieceStyle } from '../looks';
import { showMoves } from '../moves';
import { knowsThreads } from '../method_form';
import { moveText, notationOf } from '../notation';
import { problemText } from '../problem';
import { Line, sideAt } from '../state';
import { thoughtsOf, type Thoughts } from '../thoughts';
import { waitText } from '../wait';
import {
    NO_SQUARE,
    type Game,
    type Legal,
    type LineReply,
    type Method,
    type Over,
    type PositionReply,
    type SearchLine,
    type JobReply,
    type SearchRequest,
    type Side,
} from '../types';
import { linkTo } from './analyse_session';
import { captures } from './play_captures';
import { PositionEditor } from './play_edit';
import { levelText, NewGameDialog } from './play_new';
import {
    depthOf,
    firstSetup,
    fromLink,
    FULL,
    hintOf,
    keep,
    playable,
    positionOf,
    readKept,
    searchOf,
    type Setup,
} from './play_setup';

const ICONS = {
    hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1.3 1.5 1.5 2.5h5c.2-1 .7-1.7 1.5-2.5A6 6 0 0 0 12 3Z',
    undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 8',
    redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 8',
    flip: 'M7 4v14M7 4 4 7M7 4l3 3M17 20V6M17 20l3-3M17 20l-3-3',
    newGame: 'M12 5v14M5 12h14',
    resign: 'M5 21V4M5 5h12l-2.5 4L17 13H5',
    pass: 'M5 5l8 7-8 7V5ZM18 5v14',
    setUp: 'M4 20l1-5L16 4l4 4L9 19l-5 1ZM13 7l4 4',
    copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
    analyse: 'M4 20V4M4 20h16M7 15l4-5 3 3 5-7',
} as const;

const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** A move as the lines of its search call it, which have the notation that was asked for. */
function nameIn(lines: JobReply['lines'], move: string): string {
    const line = lines?.[0];
    return moveText((line?.moves[0] === move && line.texts?.[0]) || move);
}

function inNotation(request: SearchRequest, notation: string | null): SearchRequest {
    return notation ? { ...request, notation } : request;
}

/** The result of a search, and all data to write it in another notation. */
interface Found extends Thoughts {
    path: string[]; // to where it was searched
    notation: string | null;
}

/** A game in progress; it outlives the view, so that a change of language or of the view leaves it alone. */
interface Session {
    setup: Setup;
    line: Line;
    clock: Clock | null;
    ended: Over | null; // by resignation or time, which the rules know nothing of
    turned: boolean;
    thoughts: Found | null;
}

let session: Session | null = null;
let lists: { games: Game[]; methods: Method[] } | null = null;

class PlayView {
    private readonly element = h('div', { class: 'play' });
    private readonly host = h('div', { class: 'board-host' });
    private readonly seats: [HTMLElement, HTMLElement] = [h('div', { class: 'seat' }), h('div', { class: 'seat' })];
    private readonly table = h('section', { class: 'table' }, this.seats[0], this.host, this.seats[1]);
    private readonly status = h('div', { class: 'status', role: 'status' });
    private readonly problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    private readonly moves = h('ol', { class: 'moves', tabindex: 0, 'aria-label': t('moves') });
    private readonly thoughts = h('div', { class: 'thoughts' });
    private readonly tools = h('div', { class: 'tools' });
    private readonly panel = h('aside', { class: 'panel' });
    private readonly buttons: Record<'hint' | 'undo' | 'redo' | 'flip' | 'pass' | 'resign', HTMLButtonElement>;
    private board: BoardView;
    private editor: PositionEditor | null = null;
    private job: Job | null = null;
    private hintJob: Job | null = null;
    private hint: Legal | null = null;
    private isThinking = false;
    private place: number | null = null; // in the queue of the server; null: nothing waits there
    private asked = 0;
    private again: () => void = () => void this.refresh(); // what has failed, once more
    private retry: ReturnType<typeof setTimeout> | undefined;
    private pieces: PieceStyle = pieceStyle();

    constructor(
        root: HTMLElement,
        private readonly games: Game[],
        private readonly methods: Method[],
        private s: Session,
    ) {
        const action = (name: keyof typeof ICONS, label: string, run: () => void): HTMLButtonElement =>
            h('button', { type: 'button', class: 'action', onclick: run }, icon(ICONS[name]), h('span', {}, label));
        this.buttons = {
            hint: action('hint', t('hint'), () => this.askHint()),
            undo: action('undo', t('undo'), () => this.undo()),
            redo: action('redo', t('redo'), () => this.redo()),
            flip: action('flip', t('flip'), () => this.flip()),
            pass: action('pass', t('pass'), () => this.pass()),
            resign: action('resign', t('resign'), () => this.resign()),
        };
        this.panel.append(
            this.problem,
            h(
                'section',
                { class: 'card' },
                this.status,
                h(
                    'div',
                    { class: 'actions', role: 'group', 'aria-label': t('actions') },
                    ...Object.values(this.buttons),
                    h(
                        'button',
                        { type: 'button', class: 'action primary', onclick: () => this.openNewGame() },
                        icon(ICONS.newGame),
                        h('span', {}, t('newGame')),
                    ),
                ),
            ),
            h('section', { class: 'card' }, h('h2', {}, t('engineThoughts')), this.thoughts),
            h('section', { class: 'card grow' }, h('h2', {}, t('moves')), this.moves),
            h('section', { class: 'card' }, this.tools),
        );
        this.element.append(h('h1', { class: 'unseen' }, t('viewPlay')), this.table, this.panel);
        root.append(this.element);
        this.board = this.makeBoard();
        this.drawTools();
        void this.refresh();
    }

    destroy(): void {
        this.stopJobs();
        this.asked++;
        this.editor?.close();
        this.s.clock?.pause();
        this.element.remove();
    }

    // ---- The game ----------------------------------------------------------------------------------------------

    private get game(): Game {
        return this.s.setup.game;
    }

    private get position(): PositionReply | undefined {
        return this.s.line.here.reply;
    }

    private over(): Over | null {
        return this.s.ended ?? this.position?.over ?? null;
    }

    private isHuman(side: Side): boolean {
        return this.s.setup.humans[side];
    }

    private isYourTurn(): boolean {
        return Boolean(this.position && !this.over() && this.isHuman(this.position.side) && !this.editor);
    }

    /** Asks for the position that is reached, shows it, and lets the engine think where it is its turn. */
    private async refresh(): Promise<void> {
        const asked = ++this.asked;
        clearTimeout(this.retry);
        this.setBusy(true);
        try {
            const node = this.s.line.here;
            const wasKnown = Boolean(node.reply);
            node.reply ??= await call<PositionReply>(
                'POST',
                '/api/position',
                positionOf(this.s.setup, this.s.line.path()),
            );
            if (asked !== this.asked) return;
            // If the engine has to search a known position, the start of that search shows that all is well.
            if (!wasKnown || this.over() || this.isYourTurn()) this.problem.hidden = true;
            this.render();
            this.keep();
            this.nameAll();
            if (this.over()) this.setBusy(false);
            else this.nextTurn();
        } catch (error) {
            if (asked === this.asked) this.tellProblem(error);
        }
    }

    private keep(): void {
        const { setup, line, clock, ended } = this.s;
        const sides = [line.root, ...line.nodes()].map((node) => sideAt(node) ?? null);
        keep(setup, { moves: line.path(), sides, left: clock ? [...clock.left] : null, ended });
    }

    private nextTurn(): void {
        const { side } = this.position!;
        if (!this.isHuman(side)) {
            void this.think(side);
            return;
        }
        this.s.clock?.start(side);
        this.setBusy(false);
    }

    /** From a move until the next one can be made. */
    private setBusy(isBusy: boolean): void {
        this.element.setAttribute('aria-busy', String(isBusy));
    }

    /** Writes all moves in the chosen notation. */
    private nameAll(): void {
        void this.nameMoves(this.asked);
        void this.nameThoughts();
    }

    private async nameThoughts(): Promise<void> {
        const found = this.s.thoughts;
        const notation = notationOf(this.game);
        if (!found || !notation || found.notation === notation) return;
        const { line, path } = found;
        try {
            const moves = [...path, ...line.moves];
            const reply = await call<LineReply>('POST', '/api/line', { ...positionOf(this.s.setup, moves), notation });
            if (this.s.thoughts !== found) return;
            const texts = reply.moves.slice(path.length).map(({ text }) => text);
            this.s.thoughts = { ...found, line: { ...line, texts }, notation };
            this.drawThoughts();
        } catch {
            // the line stays as it is
        }
    }

    private async nameMoves(asked: number): Promise<void> {
        const nodes = this.s.line.nodes();
        const path = this.s.line.path();
        const notation = notationOf(this.game);
        if (!path.length || !notation) return;
        try {
            const reply = await call<LineReply>('POST', '/api/line', { ...positionOf(this.s.setup, path), notation });
            nodes.forEach((node, i) => {
                node.text = reply.moves[i]?.text ?? node.text;
            });
            if (asked === this.asked) this.drawMoves();
        } catch {
            // the moves stay as they are written in the interface
        }
    }

    private play(move: string): void {
        const side = this.position!.side;
        this.stopJobs();
        this.s.clock?.moved(side);
        this.s.line.play(move);
        void this.refresh();
    }

    private choose(moves: Legal[]): void {
        if (!this.isYourTurn()) return; // the answer to the move before is still on its way
        if (moves.length === 1) this.play(moves[0]!.move);
        else askPiece(this.game, this.position!.side, moves, this.pieces, (move) => this.play(move));
    }

    /** `depth`: no farther than that, without regard to time. */
    private async think(side: Side, depth?: number): Promise<void> {
        const { setup, line, clock } = this.s;
        const asked = this.asked;
        this.isThinking = true;
        this.drawStatus();
        const threads =
            setup.level === FULL && knowsThreads(this.methods, setup.method)
                ? await serverLimits().then(
                      (limits) => limits.threads,
                      () => 1,
                  )
                : 1;
        if (asked !== this.asked) return;
        const notation = notationOf(this.game);
        const request = depth
            ? depthOf(setup, line.path(), depth)
            : searchOf(setup, line.path(), clock ? [...clock.left] : null, threads);
        this.job = startJob('/api/searches', inNotation(request, notation), {
            waiting: (place) => this.showPlace(place),
            started: () => {
                this.showPlace(null);
                clock?.start(side);
            },
            away: (isAway) => this.showAway(isAway, side),
            line: (found) => this.showThoughts(found, side, notation),
            result: (reply) => this.answered(reply, side, notation),
            error: (error) => {
                this.isThinking = false;
                this.place = null;
                clock?.pause();
                if (error.status === 410)
                    void this.refresh(); // the server was restarted, so the page asks again
                else this.tellProblem(error);
            },
        });
    }

    private answered({ state, lines, result }: JobReply, side: Side, notation: string | null): void {
        this.isThinking = false;
        this.place = null;
        if (lines?.[0]) this.showThoughts(lines[0], side, notation);
        const depth = this.methods.find(({ name }) => name === this.s.setup.method)?.needs_limit?.depth;
        if (depth && result?.stopped === 'time' && (result.kind === 'unknown' || result.depth === 1)) {
            void this.think(side, depth); // a method that goes to its full depth immediately had only time for one ply
            return;
        }
        if (!result?.best) {
            const message = t('noMoveFound', { reason: result?.stopped ?? state });
            this.tellProblem(new ApiError(500, { error: { message } }));
            return;
        }
        say(t('engineMoved', { side: sideName(this.game, side), move: nameIn(lines, result.best) }));
        this.play(result.best);
    }

    /** A search waits, or has begun: the server is there. */
    private showPlace(place: number | null): void {
        this.problem.hidden = true;
        this.place = place;
        this.drawStatus();
    }

    /** When the server is back the engine goes on thinking; if the server has forgotten the search, the page asks
     *  again. */
    private showAway(isAway: boolean, side: Side): void {
        if (isAway) {
            this.s.clock?.pause();
            this.showTrouble({ text: t('offline'), lang: null }, () => {
                this.stopJobs();
                void this.refresh();
            });
        } else {
            this.problem.hidden = true;
            if (this.place === null) this.s.clock?.start(side);
        }
        this.drawStatus();
    }

    /** Shows a line of a search from the shown position; the notation of its moves may be an old one by now. */
    private showThoughts(line: SearchLine, side: Side, notation: string | null): void {
        if (line.number > 1) return;
        this.s.thoughts = { line, side, path: this.s.line.path(), notation };
        this.drawThoughts();
        void this.nameThoughts();
    }

    /** Ignores replies that are still on their way. */
    private stopJobs(): void {
        this.asked++;
        clearTimeout(this.retry);
        this.job?.cancel();
        this.hintJob?.cancel();
        this.job = this.hintJob = null;
        this.hint = null;
        this.isThinking = false;
        this.place = null;
        this.buttons.hint.classList.remove('busy');
    }

    /** `isAgain`: the server was restarted during the previous request. */
    private askHint(isAgain = false): void {
        const position = this.position;
        if (!position || !this.isYourTurn() || this.hintJob) return;
        clearTimeout(this.retry);
        this.buttons.hint.classList.add('busy');
        const done = (): void => {
            this.hintJob = null;
            this.buttons.hint.classList.remove('busy');
            this.place = null;
        };
        const notation = notationOf(this.game);
        const request = inNotation(hintOf(this.s.setup, this.s.line.path()), notation);
        this.hintJob = startJob('/api/searches', request, {
            waiting: (place) => this.showPlace(place),
            started: () => this.showPlace(null),
            away: (isAway) => this.showHintAway(isAway),
            result: ({ lines, result }) => {
                done();
                this.hint = position.legal.find(({ move }) => move === result?.best) ?? null;
                if (lines?.[0]) this.showThoughts(lines[0], position.side, notation);
                this.render();
                if (this.hint) say(t('hintIs', { move: nameIn(lines, this.hint.move) }));
            },
            error: (error) => {
                done();
                if (error.status === 410 && !isAgain) this.askHint(true);
                else this.tellProblem(error, () => this.askHint());
            },
        });
    }

    /** The hint comes when the server is back; what was said of its queue is no longer known. */
    private showHintAway(isAway: boolean): void {
        this.place = null;
        this.problem.hidden = true;
        if (isAway)
            this.showTrouble({ text: t('offline'), lang: null }, () => {
                this.stopJobs();
                this.askHint();
            });
        this.drawStatus();
    }

    /** Goes back to the last position where it was a human's turn. */
    private undo(): void {
        this.stopJobs();
        this.s.clock?.pause();
        const wasEnded = this.s.ended;
        this.s.ended = null;
        this.s.thoughts = null;
        if (!(wasEnded && this.isHumanHere())) while (this.s.line.undo() && !this.isHumanHere());
        void this.refresh();
    }

    private isHumanHere(): boolean {
        return this.isHuman(sideAt(this.s.line.here) ?? 0);
    }

    private redo(): void {
        this.stopJobs();
        this.s.clock?.pause();
        while (this.s.line.redo() && this.s.line.here.children.length && !this.isHumanHere());
        void this.refresh();
    }

    private flip(): void {
        this.s.turned = !this.s.turned;
        this.render();
    }

    private pass(): void {
        const move = this.position?.legal.find(({ from, to }) => from === NO_SQUARE && to === NO_SQUARE);
        if (move && this.isYourTurn()) this.play(move.move);
    }

    private endBy(side: Side, reason: string): void {
        this.stopJobs();
        this.s.clock?.pause();
        this.s.ended = { outcome: side === 0 ? 'second' : 'first', reason: { message: reason } };
        if (!this.position) {
            void this.refresh(); // the move before it is still on its way to the board
            return;
        }
        this.keep();
        this.setBusy(false);
        this.render();
    }

    /** The side that would resign: with two people the side to move, otherwise the person's side, also while the
     *  engine thinks; null: none. */
    private resigner(): Side | null {
        const { humans } = this.s.setup;
        if (this.over() || this.editor) return null;
        if (humans[0] && humans[1]) return this.position?.side ?? null;
        return humans[0] ? 0 : humans[1] ? 1 : null;
    }

    private resign(): void {
        const side = this.resigner();
        if (side !== null) this.endBy(side, t('reasonResigned', { side: sideName(this.game, side) }));
    }

    private openNewGame(): void {
        this.editor?.close();
        this.editor = null;
        this.render();
        new NewGameDialog(this.games, this.methods, this.s.setup, this.pieces, (setup) => this.begin(setup)).open();
    }

    private begin(setup: Setup): void {
        this.stopJobs();
        this.s.clock?.pause();
        this.editor?.close();
        this.editor = null;
        const isOtherGame = setup.game !== this.game;
        session = this.s = newSession(setup);
        if (isOtherGame) {
            this.board.element.remove();
            this.board = this.makeBoard();
            this.drawTools();
        }
        void this.refresh();
    }

    flag(side: Side): void {
        this.endBy(side, t('reasonTime', { side: sideName(this.game, side) }));
    }

    private openEditor(): void {
        if (!this.position || this.editor) return;
        this.stopJobs();
        this.s.clock?.pause();
        const look = { turned: this.s.turned, pieces: this.pieces };
        this.editor = new PositionEditor(
            this.board,
            this.s.setup,
            this.position,
            look,
            (text) => this.begin({ ...this.s.setup, start: text }),
            () => {
                this.editor?.close();
                this.editor = null;
                void this.refresh();
            },
        );
        this.panel.prepend(this.editor.element);
        this.element.classList.add('is-editing');
        this.setBusy(false);
        this.editor.element.scrollIntoView({ block: 'nearest' });
    }

    // ---- What is seen ------------------------------------------------------------------------------------------

    private makeBoard(): BoardView {
        const board = new BoardView(this.host, this.game);
        board.onMove((moves) => this.choose(moves));
        return board;
    }

    private render(): void {
        const position = this.position;
        this.element.classList.toggle('is-editing', this.editor !== null);
        if (!position || this.editor) return;
        this.board.show(position, {
            turned: this.s.turned,
            pieces: this.pieces,
            canMove: this.isYourTurn(),
            arrows: this.hint && this.hint.to !== NO_SQUARE ? [this.hint] : [],
        });
        this.table.setAttribute('aria-label', gameTitle(this.game).text);
        this.table.style.setProperty('--ratio', String(this.board.ratio()));
        this.drawSeats(position);
        this.drawStatus();
        this.drawMoves();
        this.drawThoughts();
        this.drawButtons(position);
    }

    private drawButtons(position: PositionReply): void {
        const isYours = this.isYourTurn();
        const hasHuman = this.s.setup.humans.includes(true);
        this.buttons.hint.disabled = !isYours;
        const hasFlagFallen = this.s.clock?.left.some((ms) => ms <= 0) ?? false; // nobody has time to go on with
        this.buttons.undo.disabled = !hasHuman || hasFlagFallen || (!this.s.line.here.parent && !this.s.ended);
        this.buttons.redo.disabled = !hasHuman || !this.s.line.here.children.length;
        this.buttons.resign.disabled = this.resigner() === null;
        this.buttons.pass.hidden = !position.legal.some(({ to }) => to === NO_SQUARE);
        this.buttons.pass.disabled = !isYours;
        this.buttons.pass.classList.toggle('hinted', this.hint?.to === NO_SQUARE);
    }

    private playerName(side: Side): string {
        const { humans } = this.s.setup;
        if (!humans[side]) return `${t('engine')} · ${levelText(this.s.setup)}`;
        return humans[other(side)] ? t('player') : t('you');
    }

    private drawSeats(position: PositionReply): void {
        const near: Side = this.s.turned ? 1 : 0;
        ([other(near), near] as const).forEach((side, place) => {
            const seat = this.seats[place]!;
            const isTurn = !this.over() && position.side === side;
            seat.classList.toggle('to-move', isTurn);
            seat.replaceChildren(
                h('span', { class: 'seat-piece' }, pieceImage(this.game, 0, side, this.pieces)),
                h(
                    'span',
                    { class: 'seat-name' },
                    h('strong', {}, sideName(this.game, side)),
                    h('span', {}, this.playerName(side)),
                ),
                captures(this.game, position, other(side), this.pieces),
            );
            if (this.s.clock) seat.append(this.s.clock.faces[side]);
        });
    }

    private drawStatus(): void {
        const position = this.position;
        const over = this.over();
        if (!this.problem.hidden && !over && !this.isYourTurn()) {
            this.drawPause();
            return;
        }
        if (!position) return;
        if (over) {
            this.drawOutcome(over);
            return;
        }
        const side = sideName(this.game, position.side);
        const { humans } = this.s.setup;
        const head = this.isThinking
            ? `${t('engine')} ${t(this.place === null ? 'thinking' : 'waits')}`
            : humans[position.side] && !humans[other(position.side)]
              ? t('yourTurn')
              : t('turnOf', { side });
        this.status.className = `status${this.isThinking ? ' thinking' : ''}`;
        this.status.replaceChildren(
            h('p', { class: 'headline' }, head),
            h(
                'p',
                { class: 'subline' },
                `${gameTitle(this.game).text} · ${side}`,
                position.check ? h('strong', { class: 'check' }, t('inCheck')) : null,
            ),
            ...(this.place === null ? [] : [h('p', { class: 'subline' }, waitText(this.place))]),
        );
    }

    /** People cannot move until the error is fixed. */
    private drawPause(): void {
        this.status.className = 'status';
        this.status.replaceChildren(
            h('p', { class: 'headline' }, t('gamePaused')),
            h('p', { class: 'subline' }, gameTitle(this.game).text),
        );
    }

    private outcomeText(over: Over): string {
        if (over.outcome === 'draw') return t('outcomeDraw');
        const winner: Side = over.outcome === 'first' ? 0 : 1;
        const { humans } = this.s.setup;
        if (humans[0] === humans[1]) return t('outcomeSide', { side: sideName(this.game, winner) });
        return humans[winner] ? t('outcomeWin') : t('outcomeLoss');
    }

    private drawOutcome(over: Over): void {
        const reason = messageText(over.reason, this.game);
        const text = this.outcomeText(over);
        this.status.className = 'status over';
        this.status.replaceChildren(
            h('p', { class: 'headline' }, text),
            h('p', { class: 'subline', lang: reason.lang }, reason.text),
            h('button', { type: 'button', onclick: () => this.begin(this.s.setup) }, t('playAgain')),
        );
    }

    private drawMoves(): void {
        showMoves(this.moves, this.s.line);
    }

    private drawThoughts(): void {
        this.thoughts.replaceChildren(...thoughtsOf(this.game, this.s.thoughts));
    }

    private drawTools(): void {
        const tool = (name: 'setUp' | 'copy' | 'analyse', label: string, run: () => void): HTMLElement =>
            h('button', { type: 'button', class: 'action', onclick: run }, icon(ICONS[name]), h('span', {}, label));
        const parts = [
            ...pieceChoice(this.game, (style) => {
                this.pieces = style;
                this.render();
            }),
            ...notationChoice(this.game, () => this.nameAll()),
        ];
        parts.push(
            h(
                'div',
                { class: 'actions' },
                ...(this.game.can_be_set_up ? [tool('setUp', t('setUp'), () => this.openEditor())] : []),
                tool('copy', t('copyPosition'), () => void this.copy()),
                tool('analyse', t('analyseGame'), () => this.analyse()),
            ),
        );
        this.tools.replaceChildren(...parts);
    }

    private analyse(): void {
        const { game, settings, start } = this.s.setup;
        location.hash = linkTo(game.name, settings, start, this.s.line.path());
    }

    private async copy(): Promise<void> {
        try {
            await navigator.clipboard.writeText(this.position?.text ?? '');
            this.problem.hidden = true;
            say(t('copied'));
        } catch (error) {
            this.tellProblem(error, () => void this.copy());
        }
    }

    private tellProblem(error: unknown, again: () => void = () => void this.refresh()): void {
        clearTimeout(this.retry);
        if (isAway(error)) this.retry = setTimeout(again, AWAY_MS);
        this.setBusy(false);
        this.showTrouble(problemText(error, this.game), again);
        this.drawStatus();
    }

    private showTrouble(told: Told, again: () => void): void {
        this.again = again;
        // A text that is already shown is not announced again, and its button keeps the focus.
        if (this.problem.hidden || this.problem.firstChild?.textContent !== told.text)
            this.problem.replaceChildren(
                h('p', { lang: told.lang }, told.text),
                h('button', { type: 'button', onclick: () => this.again() }, t('tryAgain')),
            );
        this.problem.hidden = false;
    }
}

let shown: PlayView | null = null;

/** The clock outlives a view as the session does, so that its flag falls in whichever is shown. */
function newSession(setup: Setup): Session {
    const clock = setup.time ? new Clock(setup.time, (side) => shown?.flag(side)) : null;
    return { setup, line: new Line(), clock, ended: null, turned: !setup.humans[0] && setup.humans[1], thoughts: null };
}

/** The request of a link, else the current game, else that of the last visit, else a first one. */
async function openSession(games: Game[], methods: Method[], link: Link): Promise<Session> {
    const asked = await fromLink(games, methods, link);
    if (asked) {
        history.replaceState(null, '', '#/play');
        return newSession(asked);
    }
    if (session) return session;
    const kept = readKept(games);
    if (!kept) return newSession(firstSetup(games));
    const opened = newSession(kept.setup);
    kept.moves.forEach((move) => opened.line.play(move));
    [opened.line.root, ...opened.line.nodes()].forEach((node, i) => {
        node.side = kept.sides?.[i] ?? undefined;
    });
    opened.ended = kept.ended;
    if (opened.clock && kept.left) opened.clock.left.splice(0, 2, ...kept.left);
    return opened;
}

export async function mount(host: HTMLElement, link: Link): Promise<() => void> {
    if (!lists) {
        const [games, methods] = await Promise.all([
            call<Game[]>('GET', '/api/games'),
            call<Method[]>('GET', '/api/methods'),
        ]);
        lists = { games: playable(games), methods };
    }
    session = await openSession(lists.games, lists.methods, link);
    const view = (shown = new PlayView(host, lists.games, lists.methods, session));
    return () => view.destroy();
}
