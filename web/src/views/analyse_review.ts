// SPDX-License-Identifier: MIT
// A review of the whole game: every position is searched, the score drawn as a curve, and faults are marked.
import { startJob, type Job } from '../api';
import { h, newId } from '../dom';
import { clauses, labelled, sideName, t } from '../i18n';
import type { MethodChoice } from '../method_form';
import { moveText, notationOf } from '../notation';
import { getPref, setPref } from '../prefs';
import { showProblem, showTold } from '../problem';
import type { MoveNode } from '../state';
import { valueFor } from '../thoughts';
import { Pause } from '../wait';
import type { Fault, ReviewPly, ReviewReply, ReviewRequest, Side } from '../types';
import { Curve, levelsOf, type CurvePoint } from './analyse_curve';
import { positionAt, type Review, type Session } from './analyse_session';
import { FAULT_GLYPHS, faultName, moveNumber } from './analyse_tree';

const DEPTHS = [
    { key: 'reviewQuick', nodes: 10_000, plies: 2 },
    { key: 'reviewNormal', nodes: 50_000, plies: 3 },
    { key: 'reviewDeep', nodes: 500_000, plies: 4 },
] as const;
const DEPTH_FIRST = 1;
const MOVES_MOST = 2000; // of a game that the server reviews
const FAULTS: Fault[] = ['inaccuracy', 'mistake', 'blunder'];
const DRAW_MS = 150;

interface Wishes {
    session(): Session;
    method(): MethodChoice;
    goesAtOnce(): boolean; // to a depth: a number of nodes would end it before it has found anything
    go(node: MoveNode): void;
    running(isRunning: boolean): void;
    marked(): void;
}

export class ReviewPanel {
    readonly element = h('section', { class: 'card review' });
    private readonly depth = h('select', { id: newId('review') });
    private readonly begin = h('button', { type: 'button', onclick: () => this.start() }, t('reviewStart'));
    private readonly stopButton = h(
        'button',
        { type: 'button', hidden: true, onclick: () => this.job?.stop() },
        t('reviewStop'),
    );
    private readonly progress = h('progress', { hidden: true, 'aria-label': t('reviewProgress') });
    private readonly pause = h('p', { class: 'help pause', role: 'status', hidden: true });
    private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly curve = new Curve(t('reviewCurve'), (ply) => this.goTo(ply));
    private readonly counts = h('div', { class: 'fault-counts' });
    private readonly rows = h('tbody', {});
    private readonly results: HTMLElement;
    private job: Job | null = null;
    private drawing: ReturnType<typeof setTimeout> | null = null;
    private first: Side = 0;

    constructor(private readonly wishes: Wishes) {
        DEPTHS.forEach(({ key }, i) => this.depth.append(h('option', { value: i }, t(key))));
        const kept = Number(getPref('analyse.review') ?? DEPTH_FIRST);
        this.depth.value = String(DEPTHS[kept] ? kept : DEPTH_FIRST);
        this.depth.onchange = () => setPref('analyse.review', this.depth.value);
        this.results = h(
            'div',
            { class: 'review-results', hidden: true },
            this.curve.element,
            this.counts,
            this.table(),
        );
        this.element.append(
            h(
                'div',
                { class: 'review-head' },
                h('h2', {}, t('review')),
                h('label', { class: 'unseen', for: this.depth.id }, t('reviewDepth')),
                this.depth,
                this.begin,
                this.stopButton,
            ),
            this.progress,
            this.pause,
            this.problem,
            this.results,
        );
    }

    destroy(): void {
        this.job?.cancel();
        if (this.drawing !== null) clearTimeout(this.drawing);
    }

    private table(): HTMLElement {
        const heads = [t('moveColumn'), t('value'), t('chancesColumn'), t('judgement'), t('betterColumn')];
        return h(
            'details',
            { class: 'review-table' },
            h('summary', {}, t('reviewTable')),
            h(
                'div',
                { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('reviewTable') },
                h(
                    'table',
                    {},
                    h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
                    this.rows,
                ),
            ),
        );
    }

    /** The place in the tree, or another game: `first` is to move at its start. */
    show(first: Side): void {
        const { review, tree } = this.wishes.session();
        this.first = first;
        this.begin.disabled = this.reviewed().length < 2;
        if (!review) {
            this.results.hidden = true;
            return;
        }
        const ply = review.nodes.indexOf(tree.here);
        if (this.results.hidden) this.draw();
        this.curve.show(ply < 0 ? null : ply);
    }

    /** The nodes of the line at hand, from its start or from the last position that is set up in it. */
    private reviewed(): MoveNode[] {
        const { tree } = this.wishes.session();
        const line = tree.lineThrough(tree.here);
        const start = line.reduce((last, node, i) => (node.position === undefined ? last : i), 0);
        return line.slice(start).filter((node, i) => i === 0 || node.move);
    }

    private start(): void {
        const session = this.wishes.session();
        const nodes = this.reviewed();
        if (nodes.length > MOVES_MOST + 1) {
            showTold(this.problem, { text: t('reviewTooLong', { n: MOVES_MOST }), lang: null });
            return;
        }
        const review: Review = { nodes, plies: nodes.map(() => null), marks: [] };
        forget(nodes);
        session.review = review;
        this.wishes.marked();
        this.setRunning(true);
        this.draw();
        const pause = new Pause(() => this.showPause(pause.text));
        this.job = startJob('/api/reviews', this.request(session, nodes.at(-1)!), {
            ...pause.listener,
            ply: (ply) => this.keep(review, ply),
            result: (reply) => this.finished(review, reply as ReviewReply),
            error: (error) => this.failed(error),
        });
    }

    private request(session: Session, end: MoveNode): ReviewRequest {
        const { method, preset, options } = this.wishes.method();
        const notation = notationOf(session.game);
        const { nodes, plies } = DEPTHS[Number(this.depth.value)] ?? DEPTHS[DEPTH_FIRST];
        const request: ReviewRequest = {
            ...positionAt(session, end),
            ...(this.wishes.goesAtOnce() ? { depth: plies } : { nodes }),
        };
        if (method) request.method = method;
        if (preset) request.preset = preset;
        if (Object.keys(options).length) request.options = options;
        if (notation) request.notation = notation;
        return request;
    }

    private showPause(text: string): void {
        this.pause.textContent = text;
        this.pause.hidden = !text;
    }

    private setRunning(isRunning: boolean): void {
        this.showPause('');
        this.begin.hidden = isRunning;
        this.depth.disabled = isRunning;
        this.stopButton.hidden = this.progress.hidden = !isRunning;
        this.problem.hidden = true;
        this.wishes.running(isRunning);
    }

    /** Gives up, since another game is shown now. */
    cancel(): void {
        if (!this.job) return;
        this.job.cancel();
        this.job = null;
        this.setRunning(false);
    }

    private keep(review: Review, ply: ReviewPly): void {
        review.plies[ply.ply] = ply;
        this.drawing ??= setTimeout(() => this.draw(), DRAW_MS);
    }

    private finished(review: Review, { plies, marks }: ReviewReply): void {
        this.job = null;
        plies.forEach((ply, i) => {
            review.plies[i] = ply ?? review.plies[i] ?? null;
        });
        review.marks = marks ?? [];
        review.marks.forEach((mark, i) => {
            const node = review.nodes[i + 1];
            const before = review.plies[i];
            if (!node || !mark?.mark) return;
            node.judged = { mark: mark.mark, loss: mark.loss };
            if (before?.moves.length) node.better = { moves: before.moves, texts: before.texts ?? before.moves };
        });
        this.setRunning(false);
        this.draw();
        this.wishes.marked();
    }

    private failed(error: unknown): void {
        this.job = null;
        this.setRunning(false);
        showProblem(this.problem, error);
    }

    private goTo(ply: number): void {
        const node = this.wishes.session().review?.nodes[ply];
        if (node) this.wishes.go(node);
    }

    // ---- What is seen ------------------------------------------------------------------------------------------

    /** Also where moves have other texts now. */
    draw(): void {
        if (this.drawing !== null) clearTimeout(this.drawing);
        this.drawing = null;
        const { review, tree, game } = this.wishes.session();
        this.results.hidden = !review;
        if (!review) return;
        const levels = levelsOf(review.plies);
        this.curve.element.dataset.first = game.sides[0];
        this.curve.element.dataset.second = game.sides[1];
        this.curve.draw(review.nodes.map((_, i) => this.pointAt(review, levels, i)));
        const ply = review.nodes.indexOf(tree.here);
        this.curve.show(ply < 0 ? null : ply);
        this.progress.max = review.nodes.length;
        this.progress.value = review.plies.filter(Boolean).length;
        this.drawCounts(review);
        this.drawTable(review, levels);
    }

    private moveText(review: Review, i: number): string {
        const node = review.nodes[i]!;
        return i === 0 ? t('startOfGame') : `${moveNumber(i - 1, this.first)} ${moveText(node.text)}`;
    }

    private pointAt(review: Review, levels: (number | null)[], i: number): CurvePoint {
        const level = levels[i] ?? null;
        const fault = review.marks[i - 1]?.mark ?? null;
        const words = [
            this.moveText(review, i),
            level !== null && t('chancesShort', { side: this.sideName(0), n: Math.round(100 * level) }),
            fault && faultName(fault),
        ];
        return { level, fault, words: clauses(words) };
    }

    private sideName(side: Side): string {
        return sideName(this.wishes.session().game, side);
    }

    /** The side that made the move of marks[i]. */
    private mover(review: Review, i: number): Side {
        return review.plies[i]?.side ?? (((i + this.first) % 2) as Side);
    }

    /** How many faults each side made; a click leads to the next of them. */
    private drawCounts(review: Review): void {
        const list = (side: Side, fault: Fault): number[] =>
            review.marks.flatMap((mark, i) => (mark?.mark === fault && this.mover(review, i) === side ? [i + 1] : []));
        const next = (plies: number[]): void => {
            const at = review.nodes.indexOf(this.wishes.session().tree.here);
            this.goTo(plies.find((ply) => ply > at) ?? plies[0]!);
        };
        const part = (side: Side): HTMLElement =>
            h(
                'div',
                { role: 'group', 'aria-label': this.sideName(side) },
                h('strong', {}, this.sideName(side)),
                ...FAULTS.map((fault) => {
                    const plies = list(side, fault);
                    return h(
                        'button',
                        {
                            type: 'button',
                            class: `fault-count ${fault}`,
                            disabled: !plies.length,
                            title: faultName(fault),
                            'aria-label': labelled(faultName(fault), String(plies.length)),
                            onclick: () => next(plies),
                        },
                        h('span', { class: `sign ${fault}` }, FAULT_GLYPHS[fault]),
                        String(plies.length),
                    );
                }),
            );
        // Judging takes chances to win, which not every game's values tell.
        const isUnknown = review.marks.length > 0 && review.plies.every((ply) => !ply?.wdl);
        this.counts.replaceChildren(...(isUnknown ? [h('p', { class: 'help' }, t('notJudged'))] : [part(0), part(1)]));
    }

    private drawTable(review: Review, levels: (number | null)[]): void {
        const { game } = this.wishes.session();
        this.rows.replaceChildren(
            ...review.nodes.map((node, i) => {
                const ply = review.plies[i];
                const level = levels[i] ?? null;
                const fault = review.marks[i - 1]?.mark;
                return h(
                    'tr',
                    {},
                    h('th', { scope: 'row' }, this.moveText(review, i)),
                    h('td', {}, ply ? valueFor(game, ply, ply.side).short : ''),
                    h('td', {}, ply?.wdl && level !== null ? `${Math.round(100 * level)} %` : ''),
                    h('td', {}, fault ? faultName(fault) : ''),
                    h('td', {}, fault ? moveText(node.better?.texts[0] ?? '') : ''),
                );
            }),
        );
    }
}

function forget(nodes: MoveNode[]): void {
    for (const node of nodes) {
        delete node.judged;
        delete node.better;
    }
}

/** The review's judgement of a move, and its own move. */
export function judgementOf(node: MoveNode, onShow: () => void): HTMLElement[] {
    const { judged, better } = node;
    if (!judged) return [];
    const line = better?.texts.slice(0, 6).map(moveText).join(' ');
    return [
        h(
            'p',
            {},
            h('strong', { class: `sign ${judged.mark}` }, `${FAULT_GLYPHS[judged.mark]} ${faultName(judged.mark)}`),
            ` ${t('chancesLost', { n: Math.round(judged.loss / 10) })}`,
        ),
        ...(line
            ? [h('p', {}, `${t('better')} `, h('button', { type: 'button', class: 'better', onclick: onShow }, line))]
            : []),
    ];
}
