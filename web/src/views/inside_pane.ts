// SPDX-License-Identifier: MIT
// One recorded search: its tree, which is opened node by node, the tools to move it, and its film.
import { h, icon } from '../dom';
import { labelled, sentences, t, wordText, type Key } from '../i18n';
import { moveText } from '../notation';
import type { Bounds, TraceHead, TraceStep } from '../types';
import { Film } from './inside_film';
import { endedText, type CutOff } from './inside_ended';
import type { Direction } from './inside_layout';
import type { Trace } from './inside_trace';
import { TreeView, type Seen } from './inside_tree';
import { resultText, stepText } from './inside_words';

const SMALL = 60; // trees up to this number of nodes are shown completely
const PAGE = 40; // children that are shown at first, and more each time
const MOVES_SHOWN = 8;
const WIDE = 14; // children of the root that make the tree grow to the right

const ICONS = {
    in: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20M8.5 11h5M11 8.5v5',
    out: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM15.5 15.5 20 20M8.5 11h5',
    fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
    turn: 'M5 5h5v5H5ZM14 14h5v5h-5ZM10 7.5h6.5V14',
    pv: 'M12 4v5M12 9l-5 5M12 9l5 5M7 14v5M17 14v5',
    collapse: 'M6 12h12',
};

export interface PaneListener {
    /** A node was chosen. */
    select(pane: Pane, node: number): void;
    /** Another step is shown. */
    stepped(pane: Pane): void;
    /** Something could not be asked for. */
    failed(error: unknown): void;
}

export class Pane {
    readonly element: HTMLElement;
    readonly film: Film;
    step: number;
    now: TraceStep | undefined; // of the step
    selected = 0;
    private readonly tree: TreeView;
    private readonly opened = new Set<number>([0]);
    private readonly closed = new Set<number>();
    private readonly shown = new Map<number, number>();
    private readonly inSight = new Set<number>(); // nodes that are shown wherever they stand among their brothers
    private onPath = new Set<number>(); // of the present step
    private direction: Direction = 'down';
    private isDirected = false;
    private turns = 0;

    constructor(
        readonly trace: Trace,
        private readonly shownAs: { title: string; cutOff: CutOff | null },
        step: number | null,
        private readonly on: PaneListener,
    ) {
        this.step = Math.min(step ?? trace.summary.steps, trace.summary.steps);
        this.tree = new TreeView({
            select: (node) => this.select(node),
            expand: (node, isExpanded) => this.expand(node, isExpanded),
            more: (node) => this.more(node),
        });
        const { steps, form } = trace.summary;
        const none = t(form === 'moves' ? 'insideFilmNone' : 'insideFilmBare');
        this.film = new Film(steps, none, this.step, (next) => this.go(next));
        const { title } = shownAs;
        this.element = h(
            'section',
            { class: 'card pane', 'aria-label': t('insideTreeOf', { method: title }) },
            h('header', {}, h('h2', {}, title), h('p', { class: 'pane-figures' }, this.figures()), this.tools()),
            this.tree.element,
            h('p', { class: 'help' }, sentences(t('insideTreeHint'), steps ? t('insideFilmHelp') : '')),
            this.film.element,
        );
    }

    destroy(): void {
        this.turns++;
        this.film.destroy();
        this.tree.destroy();
    }

    /** Opens the beginning, and shows it. */
    async start(): Promise<void> {
        if (!this.isSmall() && this.step === this.trace.summary.steps) await this.openVariation();
        await this.go(this.step);
    }

    private isSmall(): boolean {
        return this.trace.summary.nodes <= SMALL;
    }

    /** The result, and the size of the recording. */
    private figures(): string {
        const { form, nodes, steps, stopped, value, kind, answer, truth, pv, best } = this.trace.summary;
        const { leaves, leaves_visited: seen } = this.trace.summary;
        const { cutOff } = this.shownAs;
        const isEarly = cutOff || (form === 'tree' && stopped === 'nodes');
        const line = (pv?.length ? pv : best ? [best] : []).slice(0, MOVES_SHOWN).map(moveText).join(' ');
        const outcome = [
            typeof value === 'number' ? t('insideValueIs', { value: resultText(value, kind) }) : '',
            form === 'proof' && answer ? labelled(t('insideAnswer'), wordText('insideAnswer', answer)) : '',
            line ? t('insideBestLine', { moves: line }) : '',
        ];
        return [
            ...(cutOff ? [] : outcome),
            isEarly ? endedText(cutOff, this.trace.summary) : '',
            truth && leaves ? t('insideLeaves', { seen: seen ?? 0, all: leaves }) : '',
            t('insideFigures', { nodes, steps }),
        ]
            .filter(Boolean)
            .join(' · ');
    }

    private tools(): HTMLElement {
        const tool = (name: keyof typeof ICONS, label: Key, run: () => void): HTMLElement =>
            h(
                'button',
                { type: 'button', class: 'quiet icon-button', 'aria-label': t(label), title: t(label), onclick: run },
                icon(ICONS[name]),
            );
        return h(
            'div',
            { class: 'pane-tools', role: 'toolbar', 'aria-label': t('insideTreeOf', { method: this.shownAs.title }) },
            tool('in', 'insideZoomIn', () => this.tree.zoomIn()),
            tool('out', 'insideZoomOut', () => this.tree.zoomOut()),
            tool('fit', 'insideFit', () => this.tree.overview()),
            tool('turn', 'insideTurn', () => this.turnAround()),
            tool('pv', 'insideToPv', () => void this.toVariation()),
            tool('collapse', 'insideCollapse', () => this.collapse()),
        );
    }

    // ---- What is open ------------------------------------------------------------------------------------------

    private isOpen(node: number): boolean {
        if (this.closed.has(node)) return false;
        return this.isSmall() || this.opened.has(node) || this.onPath.has(node);
    }

    private expand(node: number, isExpanded: boolean): void {
        (isExpanded ? this.opened : this.closed).add(node);
        (isExpanded ? this.closed : this.opened).delete(node);
        void this.refresh();
    }

    private more(node: number): void {
        this.shown.set(node, (this.shown.get(node) ?? PAGE) + PAGE);
        void this.refresh();
    }

    private collapse(): void {
        this.opened.clear();
        this.closed.clear();
        this.onPath.clear();
        this.inSight.clear();
        this.closed.add(0);
        void this.refresh().then(() => this.tree.fit());
    }

    private turnAround(): void {
        this.direction = this.direction === 'down' ? 'right' : 'down';
        void this.refresh();
    }

    /** The child on the best line, also where it stands behind those that are listed. */
    private async nextOnLine(node: number): Promise<TraceHead | undefined> {
        const { children, child_count: count } = await this.ask(node);
        const isOnLine = (child: TraceHead): boolean => Boolean(child.on_pv || child.best);
        const listed = children.find(isOnLine);
        if (listed || children.length >= count) return listed;
        return this.trace.findChild(node, this.step, children.length, isOnLine);
    }

    private openWay(node: number, child: number): void {
        this.opened.add(node);
        this.closed.delete(node);
        this.inSight.add(child);
    }

    /** Opens the nodes of the best line, one after the other, and returns those behind the root. */
    private async openVariation(): Promise<number[]> {
        const line: number[] = [];
        let node = 0;
        for (let next = await this.nextOnLine(node); next; next = await this.nextOnLine(node)) {
            this.openWay(node, next.id);
            line.push(next.id);
            node = next.id;
        }
        return line;
    }

    private async toVariation(): Promise<void> {
        await this.guard(async () => {
            const line = await this.openVariation();
            await this.refresh();
            // its first move is shown last: where not all can be seen, the beginning can
            for (const node of line.reverse()) this.tree.show(String(node));
        });
    }

    private select(node: number): void {
        this.selected = node;
        void this.refresh();
        this.on.select(this, node);
    }

    /** Chooses a node that may be hidden: the way to it is opened. */
    async reveal(node: number): Promise<void> {
        await this.guard(async () => {
            const path = await this.trace.path(node);
            path.slice(1).forEach((child, i) => this.openWay(path[i]!, child));
            this.selected = node;
            await this.refresh();
            this.tree.show(String(node));
        });
    }

    // ---- Showing -----------------------------------------------------------------------------------------------

    private ask(node: number): ReturnType<Trace['node']> {
        return this.trace.node(node, this.step, this.shown.get(node) ?? PAGE);
    }

    /** The children of a node that are shown: the first ones, and those that somebody or the present step went to. */
    private async childrenOf(node: number): Promise<{ children: TraceHead[]; hidden: number }> {
        const { children, child_count: count } = await this.ask(node);
        if (children.length >= count) return { children, hidden: 0 };
        const listed = new Set(children.map(({ id }) => id));
        const further = [...this.inSight, ...this.onPath, this.now?.node ?? 0].filter((id) => !listed.has(id));
        const all = [...children, ...(await this.trace.childrenAmong(further, node, this.step))];
        return { children: all, hidden: count - all.length };
    }

    private async see(node: TraceHead): Promise<Seen> {
        const cut = node.visit?.cut;
        const leftOut = this.trace.summary.truth ? 0 : (cut?.left_out ?? 0);
        if (!node.child_count || !this.isOpen(node.id))
            return { node, isExpanded: false, children: [], hidden: 0, leftOut };
        const { children, hidden } = await this.childrenOf(node.id);
        return {
            node,
            isExpanded: true,
            children: await Promise.all(children.map((one) => this.see(one))),
            hidden,
            leftOut,
        };
    }

    private async guard(run: () => Promise<void>): Promise<void> {
        try {
            await run();
        } catch (error) {
            this.on.failed(error);
        }
    }

    /** Draws what is open, as it was after the step. */
    async refresh(): Promise<void> {
        const turn = ++this.turns;
        await this.guard(async () => {
            const root = await this.see(await this.ask(0));
            if (turn !== this.turns) return;
            if (!this.isDirected && root.children.length) {
                this.direction = root.children.length + root.hidden > WIDE ? 'right' : 'down';
                this.isDirected = true;
            }
            this.tree.draw(root, {
                form: this.trace.summary.form,
                method: this.shownAs.title,
                hidesLeafMoves: this.trace.summary.game === 'tree',
                now: this.now?.node ?? -1,
                selected: this.selected,
                direction: this.direction,
            });
        });
    }

    /** Turns to a step: opens the way to where it happens, and says what does. */
    async go(step: number): Promise<void> {
        this.step = step;
        await this.guard(async () => {
            const [now, next] = await Promise.all([this.trace.step(step), this.trace.step(step + 1)]);
            const isAtEnd = step === this.trace.summary.steps;
            if (this.step !== step) return;
            this.now = isAtEnd ? undefined : now;
            this.onPath = new Set(now && !isAtEnd ? (await this.trace.path(now.node)).slice(0, -1) : []);
            for (const node of this.onPath) this.closed.delete(node);
            await this.refresh();
            if (now && !isAtEnd) this.tree.show(String(now.node));
            this.film.tell(now ? stepText(now, next, await this.rootNumbers()) : t('insideBefore'));
            this.element.dataset.step = String(step);
            this.on.stepped(this);
        });
    }

    private async rootNumbers(): Promise<Bounds | undefined> {
        return (await this.ask(0)).numbers;
    }
}
