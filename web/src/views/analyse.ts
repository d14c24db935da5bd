// SPDX-License-Identifier: MIT
// Analyse: a game as a tree of moves that one walks through and adds to, with an engine beside it, a review of the
// whole, and what the rules and the evaluation say of a position.
import { ApiError, AWAY_MS, call, isAway } from '../api';
import { askPiece } from '../board/choose';
import type { PieceStyle } from '../board/pieces';
import { BoardView, type Arrow } from '../board/view';
import { h, icon, newId } from '../dom';
import { gameTitle, t, type Key } from '../i18n';
import type { Link } from '../link';
import { say } from '../live';
import { notationChoice, pieceChoice, pieceStyle } from '../looks';
import { moveText, notationOf } from '../notation';
import { optionForm } from '../options';
import { problemText } from '../problem';
import type { MoveNode } from '../state';
import { hasIdentifier } from '../texts/message';
import { NO_SQUARE, type Game, type Legal, type Method, type PositionReply, type Settings, type Side } from '../types';
import { EnginePanel } from './analyse_engine';
import { ExportDialog } from './analyse_export';
import { termsFact, whyFact, type Fact } from './analyse_facts';
import { other, seatOf, statusOf } from './analyse_head';
import { nameMoves } from './analyse_names';
import { acceptDrops, OpenDialog } from './analyse_open';
import { readText, settingsFor } from './analyse_read';
import { judgementOf, ReviewPanel } from './analyse_review';
import {
    firstSession,
    fromLink,
    keep,
    newSession,
    positionAt,
    readKept,
    treeOf,
    type Session,
} from './analyse_session';
import { otherRecord, SourcePanel } from './analyse_source';
import { MoveTree, nodeByKey } from './analyse_tree';
import { PositionEditor } from './play_edit';
import { newSetup, playable, usableMethods } from './play_setup';

/** Reasons that are worth the words of the rules. */
const REPETITIONS = ['Draw by repetition.', '{1} loses by perpetual check.', '{1} loses by perpetual chase.'];

const ICONS = {
    first: 'M18 5l-8 7 8 7V5ZM6 5v14',
    back: 'M16 5l-8 7 8 7V5Z',
    forward: 'M8 5l8 7-8 7V5Z',
    last: 'M6 5l8 7-8 7V5ZM18 5v14',
    flip: 'M7 4v14M7 4 4 7M7 4l3 3M17 20V6M17 20l3-3M17 20l-3-3',
    open: 'M3 19V6h6l2 2h8v3M3 19l3-8h15l-3 8H3Z',
    export: 'M12 4v11M7 10l5 5 5-5M5 20h14',
    setUp: 'M4 20l1-5L16 4l4 4L9 19l-5 1ZM13 7l4 4',
    pass: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM6.4 17.6 17.6 6.4',
    promote: 'M12 20V5M6 11l6-6 6 6',
    remove: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
} as const;

let session: Session | null = null;
let lists: { games: Game[]; methods: Method[] } | null = null;

function action(name: keyof typeof ICONS, label: Key, run: () => void): HTMLElement {
    return h('button', { type: 'button', class: 'action', onclick: run }, icon(ICONS[name]), h('span', {}, t(label)));
}

function iconButton(name: keyof typeof ICONS, label: Key, run: () => void): HTMLButtonElement {
    return h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': t(label), title: t(label), onclick: run },
        icon(ICONS[name]),
    );
}

class AnalyseView {
    private readonly element = h('div', { class: 'play analyse' });
    private readonly host = h('div', { class: 'board-host' });
    private readonly seats: [HTMLElement, HTMLElement] = [h('div', { class: 'seat' }), h('div', { class: 'seat' })];
    private readonly setUp = action('setUp', 'setUp', () => this.openEditor());
    private readonly walk = h('div', { class: 'walk', role: 'group', 'aria-label': t('walk') });
    private readonly table = h('section', { class: 'table' }, this.seats[0], this.host, this.seats[1], this.walk);
    private readonly problem = h('div', { class: 'problem', role: 'alert', hidden: true });
    private readonly status = h('div', { class: 'status', role: 'status' });
    private readonly judgement = h('div', { class: 'judged', role: 'status' });
    private readonly remark = h('textarea', { id: newId('remark'), rows: 2 });
    private readonly remarkLabel = h('label', { for: this.remark.id });
    private readonly tools = h('div', { class: 'tools' });
    private readonly tags = h('dl', { class: 'tags' });
    private readonly tagsCard = h('details', { class: 'card fact-card' }, h('summary', {}, t('tagsTitle')), this.tags);
    private readonly panel = h('aside', { class: 'panel' });
    private readonly below = h('div', { class: 'below' });
    private readonly facts = h('div', { class: 'facts' });
    private readonly moves = new MoveTree((node) => this.go(node));
    private readonly source = new SourcePanel((index) => void this.openRecord(index));
    private readonly engine: EnginePanel;
    private readonly review: ReviewPanel;
    private readonly buttons: Record<
        'first' | 'back' | 'forward' | 'last' | 'pass' | 'promote' | 'remove',
        HTMLButtonElement
    >;
    private why: Fact | null = null;
    private terms: Fact | null = null;
    private board: BoardView;
    private editor: PositionEditor | null = null;
    private remarked: MoveNode | null = null; // whose remark the field has
    private asked = 0;
    private named = 0;
    private isAway = false; // the server did not answer, and is asked again
    private retry: ReturnType<typeof setTimeout> | undefined;
    private pieces: PieceStyle = pieceStyle();
    private readonly onKey = (event: KeyboardEvent): void => this.key(event);
    private readonly onHide = (): void => keep(this.s);

    constructor(
        root: HTMLElement,
        private readonly games: Game[],
        methods: Method[],
        private s: Session,
    ) {
        this.engine = new EnginePanel(
            usableMethods(methods),
            (moves) => this.addLine(moves),
            () => this.drawBoard(),
        );
        this.review = new ReviewPanel({
            session: () => this.s,
            method: () => this.engine.method(),
            goesAtOnce: () => this.engine.goesAtOnce(),
            go: (node) => this.go(node),
            running: (isRunning) => this.engine.hold(isRunning),
            marked: () => this.drawTree(),
        });
        this.buttons = {
            first: iconButton('first', 'walkFirst', () => this.go(this.tree.root)),
            back: iconButton('back', 'walkBack', () => this.step(-1)),
            forward: iconButton('forward', 'walkForward', () => this.step(1)),
            last: iconButton('last', 'walkLast', () => this.go(this.tree.end())),
            pass: iconButton('pass', 'pass', () => this.pass()),
            promote: iconButton('promote', 'promote', () => this.promote()),
            remove: iconButton('remove', 'removeMove', () => this.remove()),
        };
        const { first, back, forward, last, pass } = this.buttons;
        this.walk.append(
            first,
            back,
            forward,
            last,
            pass,
            iconButton('flip', 'flip', () => this.flip()),
        );
        this.remark.addEventListener('input', () => this.setRemark());
        this.remark.addEventListener('change', () => this.drawTree());
        this.host.addEventListener('mousedown', (event) => leaveFields(event));
        this.buildPanel();
        this.element.append(h('h1', { class: 'unseen' }, t('viewAnalyse')), this.table, this.panel, this.below);
        root.append(this.element);
        document.addEventListener('keydown', this.onKey);
        addEventListener('pagehide', this.onHide);
        acceptDrops(this.element, (dropped) => void this.take(dropped));
        this.board = this.makeBoard();
        this.drawGame();
        void this.refresh();
    }

    destroy(): void {
        this.asked++;
        clearTimeout(this.retry);
        this.named++;
        this.engine.destroy();
        this.review.destroy();
        this.editor?.close();
        document.removeEventListener('keydown', this.onKey);
        removeEventListener('pagehide', this.onHide);
        keep(this.s);
        this.element.remove();
    }

    private buildPanel(): void {
        const { promote, remove } = this.buttons;
        this.panel.append(
            this.problem,
            h(
                'section',
                { class: 'card head-card' },
                this.status,
                this.source.element,
                h(
                    'div',
                    { class: 'actions', role: 'group', 'aria-label': t('actions') },
                    action('open', 'openGame', () => this.openDialog()),
                    action('export', 'export', () => void this.exportDialog()),
                    this.setUp,
                ),
            ),
            this.engine.element,
            h(
                'section',
                { class: 'card moves-card' },
                h('div', { class: 'moves-head' }, h('h2', {}, t('moves')), promote, remove),
                this.moves.element,
                h('p', { class: 'help keys' }, t('walkHelp')),
                this.judgement,
                h('div', { class: 'field' }, this.remarkLabel, this.remark),
            ),
            h('section', { class: 'card' }, this.tools),
        );
        this.below.append(this.review.element, this.facts, this.tagsCard);
    }

    // ---- The game ----------------------------------------------------------------------------------------------

    private get game(): Game {
        return this.s.game;
    }

    private get tree(): Session['tree'] {
        return this.s.tree;
    }

    private get position(): PositionReply | undefined {
        return this.tree.here.reply;
    }

    /** The side that makes the first move. */
    private first(): Side {
        return this.tree.root.reply?.side ?? 0;
    }

    private ask(node: MoveNode): Promise<PositionReply> {
        return call<PositionReply>('POST', '/api/position', positionAt(this.s, node));
    }

    /** Asks for the position that is reached, and shows it. */
    private async refresh(keepsProblem = false): Promise<void> {
        const asked = ++this.asked;
        const { root, here } = this.tree;
        clearTimeout(this.retry);
        if (!keepsProblem) this.problem.hidden = true;
        this.element.setAttribute('aria-busy', 'true');
        try {
            const isFirst = !root.reply;
            root.reply ??= await this.ask(root);
            here.reply ??= await this.ask(here);
            if (asked !== this.asked) return;
            if (this.isAway) this.problem.hidden = true;
            this.isAway = false;
            if (isFirst) this.drawTree();
            this.render();
            void this.name();
        } catch (error) {
            if (asked === this.asked) this.failed(error);
        } finally {
            if (asked === this.asked) this.element.setAttribute('aria-busy', 'false');
        }
    }

    /** A link may ask for illegal moves: the page reports them and leaves them out. */
    private failed(error: unknown): void {
        const { tree } = this;
        const place = error instanceof ApiError ? /^moves\[(\d+)\]$/.exec(error.reply.field ?? '')?.[1] : undefined;
        const wrong = place === undefined ? undefined : tree.movesTo(tree.here)[Number(place)];
        if (!this.isAway || this.problem.hidden) this.tellProblem(error); // it is said once, however often it is tried
        this.isAway = isAway(error);
        if (this.isAway) this.retry = setTimeout(() => void this.refresh(true), AWAY_MS);
        if (!wrong) return;
        tree.remove(wrong);
        this.drawTree();
        void this.refresh(true);
    }

    private async name(): Promise<void> {
        const named = ++this.named;
        if (!(await nameMoves(this.s, () => named === this.named))) return;
        this.moves.rename();
        this.review.draw();
        this.drawStatus();
        this.drawRemark();
    }

    /** Goes to a node, wherever it is in the tree. */
    private go(node: MoveNode): void {
        if (this.editor) return;
        this.tree.here = node;
        const folded = this.tree.pathTo(node).filter(({ isFolded }) => isFolded);
        for (const start of folded) start.isFolded = false;
        if (folded.length) this.drawTree();
        void this.refresh();
    }

    private step(by: 1 | -1): void {
        const { here } = this.tree;
        const next = by < 0 ? here.parent : here.children[0];
        if (next) this.go(next);
    }

    private play(move: string): void {
        const isKnown = this.tree.here.children.some((child) => child.move === move);
        this.tree.add(move);
        if (!isKnown) this.drawTree();
        void this.refresh();
    }

    /** Makes several moves from where the tree stands. */
    private addLine(moves: string[]): void {
        for (const move of moves) this.tree.add(move);
        this.drawTree();
        void this.refresh();
    }

    private choose(moves: Legal[]): void {
        if (moves.length === 1) this.play(moves[0]!.move);
        else askPiece(this.game, this.position!.side, moves, this.pieces, (move) => this.play(move));
    }

    private pass(): void {
        const move = this.position?.legal.find(({ from, to }) => from === NO_SQUARE && to === NO_SQUARE);
        if (move && !this.position?.over) this.play(move.move);
    }

    private promote(): void {
        if (!this.tree.promote(this.tree.here)) return;
        this.drawTree();
        this.render();
        say(t('promoted'));
    }

    private remove(): void {
        const { here } = this.tree;
        if (!here.parent) return;
        if (this.s.review?.nodes.includes(here)) {
            this.review.cancel();
            this.s.review = null;
        }
        this.tree.remove(here);
        this.drawTree();
        void this.refresh();
    }

    private setRemark(): void {
        const { here } = this.tree;
        if (this.remark.value.trim()) here.after = this.remark.value;
        else delete here.after;
    }

    private flip(): void {
        this.s.turned = !this.s.turned;
        this.render();
    }

    // ---- Games from outside ------------------------------------------------------------------------------------

    private openDialog(text = '', error: unknown = null): void {
        new OpenDialog(this.games, this.s, (opened) => this.use(opened)).open(text, error);
    }

    private async exportDialog(): Promise<void> {
        const { tree } = this;
        const end = tree.lineThrough(tree.root).at(-1)!;
        try {
            end.reply ??= await this.ask(end);
            const outcome = tree.outcome === 'unknown' ? (end.reply.over?.outcome ?? 'unknown') : tree.outcome;
            if (this.position) new ExportDialog(this.s, this.position.text, outcome).open();
        } catch (error) {
            this.tellProblem(error);
        }
    }

    /** Shows another game in place of this one. */
    private use(opened: Session): void {
        this.review.cancel();
        this.closeEditor();
        session = this.s = opened;
        this.board.element.remove();
        this.board = this.makeBoard();
        this.drawGame();
        void this.refresh();
    }

    /** Opens what was dropped; where that fails, the dialog shows it with the reason. */
    private async take(dropped: Promise<string>): Promise<void> {
        let text = '';
        try {
            text = await dropped;
            if (!text.trim()) return;
            const games = [this.game, ...this.games.filter((game) => game !== this.game)];
            this.use(await readText(games, text, (game) => settingsFor(this.s, game), notationOf));
        } catch (error) {
            this.openDialog(text, error);
        }
    }

    private async openRecord(index: number): Promise<void> {
        try {
            this.use(await otherRecord(this.s, index));
        } catch (error) {
            this.tellProblem(error);
        }
    }

    /** Judges the game by other rules, if they allow it. */
    private async useRules(settings: Settings): Promise<void> {
        try {
            const judged = { ...this.s, settings };
            await call<PositionReply>('POST', '/api/position', positionAt(judged, this.tree.end()));
            this.review.cancel();
            for (const node of this.tree.all()) {
                delete node.reply;
                delete node.found;
                delete node.judged;
                delete node.better;
            }
            session = this.s = { ...judged, review: null };
            this.drawGame();
            void this.refresh();
        } catch (error) {
            this.tellProblem(error);
        }
    }

    private openEditor(): void {
        if (!this.position || this.editor || !this.game.can_be_set_up) return;
        this.review.cancel();
        this.engine.look(null);
        const { game, settings } = this.s;
        this.editor = new PositionEditor(
            this.board,
            { ...newSetup(game), settings, start: this.tree.start },
            this.position,
            { turned: this.s.turned, pieces: this.pieces },
            (text) => this.use({ ...newSession(game, settings, treeOf(text, [])), turned: this.s.turned }),
            () => {
                this.closeEditor();
                void this.refresh();
            },
            t('analyseFromHere'),
        );
        this.panel.prepend(this.editor.element);
        this.element.classList.add('is-editing');
        this.editor.element.scrollIntoView({ block: 'nearest' });
    }

    private closeEditor(): void {
        this.editor?.close();
        this.editor = null;
        this.element.classList.remove('is-editing');
    }

    // ---- What is seen ------------------------------------------------------------------------------------------

    private makeBoard(): BoardView {
        const board = new BoardView(this.host, this.game);
        board.onMove((moves) => this.choose(moves));
        return board;
    }

    /** All that belongs to a game as a whole. */
    private drawGame(): void {
        this.why = this.game.explains ? whyFact(this.game) : null;
        this.terms = this.game.has_terms ? termsFact(this.game) : null;
        this.facts.replaceChildren(...[this.why, this.terms].flatMap((fact) => (fact ? [fact.element] : [])));
        this.setUp.hidden = !this.game.can_be_set_up;
        this.drawTree();
        this.drawTools();
        this.drawTags();
        this.source.draw(this.s);
    }

    private drawTree(): void {
        this.moves.draw(this.tree, this.first());
        this.drawMoveButtons();
    }

    private render(): void {
        const position = this.position;
        if (!position || this.editor) return;
        const { here } = this.tree;
        const place = positionAt(this.s, here);
        this.engine.look({
            game: this.game,
            node: here,
            position: place,
            reply: position,
            plies: this.tree.pathTo(here).filter(({ move }) => move).length,
            first: this.first(),
        });
        this.drawBoard();
        this.moves.mark();
        this.drawSeats(position);
        this.drawStatus();
        this.drawMoveButtons();
        this.drawRemark();
        this.review.show(this.first());
        this.why?.look(place);
        this.terms?.look(place);
        if (position.over && hasIdentifier(position.over.reason, REPETITIONS)) this.why?.open();
    }

    private drawBoard(): void {
        const position = this.position;
        if (!position || this.editor) return;
        this.board.show(position, {
            turned: this.s.turned,
            pieces: this.pieces,
            canMove: true,
            arrows: this.arrows(position),
        });
        this.table.setAttribute('aria-label', gameTitle(this.game).text);
        this.table.style.setProperty('--ratio', String(this.board.ratio()));
    }

    /** First moves of the engine's lines, the best one on top. */
    private arrows({ legal }: PositionReply): Arrow[] {
        return this.engine
            .lines()
            .flatMap(({ number, moves }) => {
                const move = legal.find((one) => one.move === moves[0]);
                return move && move.to !== NO_SQUARE ? [{ from: move.from, to: move.to, rank: number }] : [];
            })
            .reverse();
    }

    private drawMoveButtons(): void {
        const { here, root } = this.tree;
        const { first, back, forward, last, pass, promote, remove } = this.buttons;
        first.disabled = back.disabled = here === root;
        forward.disabled = last.disabled = !here.children.length;
        pass.hidden = !this.position?.legal.some(({ to, from }) => to === NO_SQUARE && from === NO_SQUARE);
        promote.disabled = this.tree.isMain(here);
        remove.disabled = here === root;
    }

    private drawSeats(position: PositionReply): void {
        const near: Side = this.s.turned ? 1 : 0;
        ([other(near), near] as const).forEach((side, place) => {
            const seat = this.seats[place]!;
            seat.classList.toggle('to-move', !position.over && position.side === side);
            seat.replaceChildren(...seatOf(this.s, position, side, this.pieces));
        });
    }

    private drawStatus(): void {
        if (!this.position) return;
        this.status.className = this.position.over ? 'status over' : 'status';
        this.status.replaceChildren(...statusOf(this.s, this.position, this.why && (() => this.why?.open())));
    }

    private drawRemark(): void {
        const { here } = this.tree;
        this.remarkLabel.textContent = here.move ? t('remarkOn', { move: moveText(here.text) }) : t('remarkOnGame');
        if (this.remarked !== here) this.remark.value = here.after ?? '';
        this.remarked = here;
        this.judgement.replaceChildren(
            ...judgementOf(here, () => {
                this.tree.here = here.parent!;
                this.addLine(here.better!.moves.slice(0, 6));
            }),
        );
    }

    private drawTags(): void {
        const { tags } = this.tree;
        this.tagsCard.hidden = !tags.length;
        this.tags.replaceChildren(...tags.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
    }

    private drawTools(): void {
        const parts = [
            ...notationChoice(this.game, () => {
                void this.name();
                this.engine.again();
            }),
            ...pieceChoice(this.game, (style) => {
                this.pieces = style;
                this.render();
            }),
        ];
        if (this.game.options.length) parts.push(this.rulesForm());
        this.tools.replaceChildren(...parts);
        this.tools.parentElement!.hidden = !parts.length;
    }

    private rulesForm(): HTMLElement {
        const { options, presets, name } = this.game;
        const form = optionForm(name, options, presets, this.s.settings);
        const apply = h('button', { type: 'button', onclick: () => void this.useRules(form.values()) }, t('useRules'));
        return h('details', {}, h('summary', {}, t('rules')), form.element, apply);
    }

    // ---- Keys --------------------------------------------------------------------------------------------------

    private key(event: KeyboardEvent): void {
        const target = event.target instanceof Element ? event.target : null;
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || this.editor) return;
        if (target?.closest('input, textarea, select, dialog, [role=grid], [role=slider], [role=region]')) return;
        const node = nodeByKey(this.tree, event.key);
        if (!node) return;
        event.preventDefault();
        if (node !== this.tree.here) this.go(node);
    }

    private tellProblem(error: unknown): void {
        const told = problemText(error);
        this.problem.replaceChildren(
            h('p', { lang: told.lang }, told.text),
            h('button', { type: 'button', onclick: () => void this.refresh() }, t('tryAgain')),
        );
        this.problem.hidden = false;
    }
}

/** A click on the board takes no focus, so that the arrow keys go on to walk; nor does a field keep it. */
function leaveFields(event: Event): void {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The request of a link, else the current game, else that of the last visit, else a first one. */
async function openSession(games: Game[], link: Link): Promise<Session> {
    const asked = await fromLink(games, link);
    if (asked) {
        history.replaceState(null, '', '#/analyse');
        return asked;
    }
    return session ?? readKept(games) ?? firstSession(games[0]!);
}

export async function mount(host: HTMLElement, link: Link): Promise<() => void> {
    if (!lists) {
        const [games, methods] = await Promise.all([
            call<Game[]>('GET', '/api/games'),
            call<Method[]>('GET', '/api/methods'),
        ]);
        lists = { games: playable(games), methods };
    }
    session = await openSession(lists.games, link);
    const view = new AnalyseView(host, lists.games, lists.methods, session);
    return () => view.destroy();
}
