// SPDX-License-Identifier: MIT
// The list of problems by level, with small pictures that are drawn when they come into sight.
import { call } from '../api';
import { background, foreground, Geometry } from '../board/kinds';
import { drawPiece } from '../board/pieces';
import { h, newId, s } from '../dom';
import { inlineSelect } from '../fields';
import { t } from '../i18n';
import { pieceStyle } from '../looks';
import { choicePref, setPref } from '../prefs';
import type { Game, PositionReply, Problem } from '../types';
import { markOf, problemName, shortTask } from './problems_ask';

const SETS = ['all', 'go', 'xiangqi'] as const;
const LEVELS = ['all', '1', '2', '3', '4', '5'] as const;
const SHOWN = ['all', 'open'] as const;

/** Positions of pictures, so that a redrawn list requests none twice. */
const positions = new Map<string, Promise<PositionReply>>();

function positionOf({ id, game, settings, start }: Problem): Promise<PositionReply> {
    let position = positions.get(id);
    if (!position) {
        position = call<PositionReply>('POST', '/api/position', { game, settings, start });
        position.catch(() => positions.delete(id));
        positions.set(id, position);
    }
    return position;
}

function picture(game: Game, position: PositionReply): SVGSVGElement {
    const geometry = new Geometry(position.board, false);
    const pieces = position.squares.flatMap(([piece, side], square) => {
        if (!piece) return [];
        const { x, y } = geometry.place(square);
        return [s('g', { transform: `translate(${x} ${y})` }, drawPiece(game, piece - 1, side, pieceStyle()))];
    });
    return s(
        'svg',
        { class: 'board', viewBox: `0 0 ${geometry.width} ${geometry.height}`, 'data-kind': position.board.kind },
        ...background(geometry, game),
        ...pieces,
        ...foreground(geometry, newId('rack')),
    );
}

export class ProblemList {
    readonly element = h('div', { class: 'problems' });
    private readonly rows = h('div', { class: 'problem-levels' });
    private readonly count = h('p', { class: 'help', role: 'status' });
    private readonly waiting = new Map<Element, Problem>();
    private readonly seen = new IntersectionObserver((entries) => this.come(entries), { rootMargin: '200px' });

    constructor(
        private readonly games: Map<string, Game>,
        private readonly problems: Problem[],
    ) {
        const choice = (label: string, name: string, values: [string, string][], chosen: string): HTMLElement =>
            inlineSelect(label, values, chosen, (value) => {
                setPref(name, value);
                this.draw();
            });
        this.element.append(
            h(
                'header',
                { class: 'problems-head' },
                h('div', {}, h('h1', {}, t('viewProblems')), h('p', { class: 'help' }, t('problemsLead'))),
                h('a', { class: 'button', href: '#/problems?own=go' }, t('problemsOwn')),
            ),
            h(
                'div',
                { class: 'card problem-filter' },
                choice(
                    t('problemSet'),
                    'problems.set',
                    [
                        ['all', t('setAll')],
                        ['go', t('setGo')],
                        ['xiangqi', t('setXiangqi')],
                    ],
                    choicePref('problems.set', SETS),
                ),
                choice(
                    t('problemLevel'),
                    'problems.level',
                    LEVELS.map((level) => [level, level === 'all' ? t('levelAll') : t('levelNumber', { n: level })]),
                    choicePref('problems.level', LEVELS),
                ),
                choice(
                    t('problemShow'),
                    'problems.show',
                    [
                        ['all', t('showAll')],
                        ['open', t('showOpen')],
                    ],
                    choicePref('problems.show', SHOWN),
                ),
                this.count,
            ),
            this.rows,
        );
        this.draw();
    }

    destroy(): void {
        this.seen.disconnect();
    }

    private chosen(): Problem[] {
        const set = choicePref('problems.set', SETS);
        const level = choicePref('problems.level', LEVELS);
        return this.problems.filter(
            (problem) => (set === 'all' || problem.set === set) && (level === 'all' || problem.level === Number(level)),
        );
    }

    private draw(): void {
        const chosen = this.chosen();
        const isOpenOnly = choicePref('problems.show', SHOWN) === 'open';
        const done = chosen.filter(({ id }) => markOf(id) === 'done').length;
        const shown = isOpenOnly ? chosen.filter(({ id }) => markOf(id) !== 'done') : chosen;
        this.count.textContent = t('solvedCount', { done, all: chosen.length });
        this.seen.disconnect();
        this.waiting.clear();
        const levels = [...new Set(shown.map(({ level }) => level))].sort();
        this.rows.replaceChildren(
            ...(shown.length
                ? levels.map((level) =>
                      h(
                          'section',
                          {},
                          h('h2', {}, t('levelNumber', { n: level })),
                          h(
                              'ul',
                              { class: 'problem-cards' },
                              ...shown
                                  .filter((problem) => problem.level === level)
                                  .map((problem) => this.card(problem)),
                          ),
                      ),
                  )
                : [h('p', { class: 'empty' }, t('noneLeft'))]),
        );
    }

    private card(problem: Problem): HTMLElement {
        const game = this.games.get(problem.game)!;
        const mark = markOf(problem.id);
        const art = h('span', { class: 'problem-art', 'aria-hidden': 'true', 'data-set': problem.set });
        this.waiting.set(art, problem);
        this.seen.observe(art);
        return h(
            'li',
            {},
            h(
                'a',
                { class: 'problem-card', href: `#/problems?id=${encodeURIComponent(problem.id)}`, 'data-mark': mark },
                art,
                h('strong', {}, problemName(game, this.problems, problem)),
                h('span', { class: 'help' }, shortTask(game, problem)),
                mark
                    ? h(
                          'span',
                          { class: `problem-mark ${mark}` },
                          h('span', { 'aria-hidden': 'true' }, mark === 'done' ? '✓' : '✗'),
                          h('span', { class: 'unseen' }, t(mark === 'done' ? 'markDone' : 'markFailed')),
                      )
                    : null,
            ),
        );
    }

    /** Draws what has come into sight. */
    private come(entries: IntersectionObserverEntry[]): void {
        for (const { isIntersecting, target } of entries) {
            const problem = this.waiting.get(target);
            if (!isIntersecting || !problem) continue;
            this.seen.unobserve(target);
            this.waiting.delete(target);
            positionOf(problem).then(
                (position) => target.replaceChildren(picture(this.games.get(problem.game)!, position)),
                () => undefined, // a list without a picture is still a list
            );
        }
    }
}
