// SPDX-License-Identifier: MIT
// The tree as a picture that can be moved and zoomed, and as an ARIA tree that can be walked by keys.
import { newId, s } from '../dom';
import { t } from '../i18n';
import type { TraceForm, TraceHead } from '../types';
import { cardClasses, cardOf, rangeOf } from './inside_card';
import { layOut, type Branch, type Direction, type Extent } from './inside_layout';
import { nodeLabel } from './inside_words';

/** A node that is shown, with those below it that are. */
export interface Seen {
    node: TraceHead;
    isExpanded: boolean;
    children: Seen[];
    hidden: number; // children that are not listed yet
    leftOut: number; // moves that a cut has left out and that are no nodes
}

export interface TreeLook {
    form: TraceForm;
    method: string;
    hidesLeafMoves: boolean;
    now: number; // the node of the present step; -1: none
    selected: number;
    direction: Direction;
}

export interface TreeListener {
    select(node: number): void;
    expand(node: number, isExpanded: boolean): void;
    more(node: number): void;
}

type Kind = 'node' | 'more' | 'stub';

interface Drawn extends Branch {
    kind: Kind;
    key: string;
    seen: Seen; // the parent, of what is no node
    level: number;
    place: number;
    brothers: number;
    parent: Drawn | null;
    branches: Drawn[];
    element: SVGGElement | null;
    draw(): SVGElement[];
}

const ZOOM = 1.25;
const SCALE_LEAST = 0.12;
const SCALE_MOST = 2.5;
const SCALE_READABLE = 0.55; // a tree that has to be smaller to fit is begun at its root instead
const MARGIN = 24;
const HANDLE = 10;

export class TreeView {
    readonly element: SVGSVGElement;
    private readonly edges = s('g', { class: 'edges', 'aria-hidden': 'true' });
    private readonly items = s('g', { role: 'presentation' });
    private drawn: Drawn[] = []; // in the order in which they are walked
    private extent: Extent = { left: 0, top: 0, width: 1, height: 1 };
    private look: TreeLook | null = null;
    private focused = '0';
    private centre = { x: 0, y: 0 };
    private scale = 1;
    private isFitted = false;
    private readonly watcher = new ResizeObserver(() => this.resized());

    constructor(private readonly on: TreeListener) {
        const help = newId('tree-help');
        this.element = s(
            'svg',
            { class: 'tree', role: 'tree', 'aria-describedby': help },
            s('desc', { id: help }, t('insideTreeUse')),
            this.edges,
            this.items,
        );
        this.listen();
        this.watcher.observe(this.element);
    }

    destroy(): void {
        this.watcher.disconnect();
    }

    // ---- Drawing -----------------------------------------------------------------------------------------------

    draw(root: Seen, look: TreeLook): void {
        const hadFocus = this.element.contains(document.activeElement);
        const turned = this.look !== null && this.look.direction !== look.direction;
        const before = this.find(this.focused);
        this.look = look;
        this.drawn = [];
        const branch = this.branchOf(root, null, 1, 1, rangeOf(root.children.map(({ node }) => node)));
        this.extent = layOut(branch, look.direction);
        this.element.setAttribute('aria-label', t('insideTreeOf', { method: look.method }));
        this.edges.replaceChildren(...this.drawn.flatMap((one) => (one.parent ? this.edge(one.parent, one) : [])));
        this.items.replaceChildren(...this.drawn.map((one) => this.item(one)));
        if (!this.find(this.focused)) this.focused = '0';
        this.find(this.focused)?.element?.setAttribute('tabindex', '0');
        if (hadFocus) this.find(this.focused)?.element?.focus({ preventScroll: true });
        if (!this.isFitted || turned) this.fit();
        else this.stay(before);
    }

    /** The focus stays where it was on the screen when the rest moves. */
    private stay(before: Drawn | undefined): void {
        const after = before && this.find(before.key);
        if (after) {
            this.centre.x += after.x - before.x;
            this.centre.y += after.y - before.y;
        }
        this.place();
    }

    private find(key: string): Drawn | undefined {
        return this.drawn.find((one) => one.key === key);
    }

    private branchOf(
        seen: Seen,
        parent: Drawn | null,
        place: number,
        brothers: number,
        range: [number, number],
    ): Drawn {
        const above = parent?.seen.node.visits;
        const card = cardOf(seen.node, {
            form: this.look!.form,
            hidesLeafMoves: this.look!.hidesLeafMoves,
            range,
            parentVisits: typeof above === 'number' ? above : Number(seen.node.visits ?? 0),
        });
        const drawn: Drawn = {
            ...this.blank('node', String(seen.node.id), seen, parent, place, brothers),
            width: card.width,
            height: card.height,
            draw: () => card.draw(),
        };
        this.drawn.push(drawn);
        const count = seen.children.length + (seen.hidden ? 1 : 0);
        drawn.branches = seen.children.map((child, i) => this.branchOf(child, drawn, i + 1, count, range));
        if (seen.isExpanded && seen.leftOut) drawn.branches.push(this.stub(seen, drawn));
        if (seen.isExpanded && seen.hidden) drawn.branches.push(this.more(seen, drawn, count));
        return drawn;
    }

    private blank(kind: Kind, key: string, seen: Seen, parent: Drawn | null, place: number, brothers: number): Drawn {
        const level = parent ? parent.level + 1 : 1;
        return {
            kind,
            key,
            seen,
            parent,
            place,
            brothers,
            level,
            width: 0,
            height: 0,
            x: 0,
            y: 0,
            branches: [],
            element: null,
            draw: () => [],
        };
    }

    /** A number of moves that were left out. */
    private stub(seen: Seen, parent: Drawn): Drawn {
        const stub = { ...this.blank('stub', `${seen.node.id}!`, seen, parent, 0, 0), width: 34, height: 22 };
        stub.draw = () => [s('text', { class: 'stub-text', y: 5 }, `×${seen.leftOut}`)];
        this.drawn.push(stub);
        return stub;
    }

    private more(seen: Seen, parent: Drawn, brothers: number): Drawn {
        const more = { ...this.blank('more', `${seen.node.id}+`, seen, parent, brothers, brothers) };
        const text = t('insideMore', { n: seen.hidden });
        more.width = text.length * 9 + 20;
        more.height = 29;
        more.draw = () => [
            s('rect', { class: 'card-face', x: -more.width / 2, y: -14, width: more.width, height: 28, rx: 14 }),
            s('text', { class: 'card-value', y: 5, 'data-middle': '' }, text),
        ];
        this.drawn.push(more);
        return more;
    }

    private item(one: Drawn): SVGGElement {
        const { node } = one.seen;
        const isNode = one.kind === 'node';
        const classes = ['tree-node', ...(isNode ? cardClasses(this.look!.form, node) : [one.kind])];
        if (isNode && node.id === this.look!.now) classes.push('now');
        if (isNode && node.id === this.look!.selected) classes.push('selected');
        const group = s('g', {
            class: classes.join(' '),
            transform: `translate(${one.x} ${one.y})`,
            'data-key': one.key,
            ...(one.kind === 'stub'
                ? { 'aria-hidden': 'true' }
                : {
                      role: 'treeitem',
                      tabindex: -1,
                      'aria-level': one.level,
                      'aria-posinset': one.place,
                      'aria-setsize': one.brothers,
                      'aria-selected': isNode ? String(node.id === this.look!.selected) : null,
                      'aria-expanded': isNode && node.child_count ? String(one.seen.isExpanded) : null,
                      'aria-label': isNode
                          ? nodeLabel(this.look!.form, node)
                          : t('insideMoreHelp', { n: one.seen.hidden }),
                  }),
        });
        group.append(
            s('rect', {
                class: 'focus',
                x: -one.width / 2 - 4,
                y: -one.height / 2 - 4,
                width: one.width + 8,
                height: one.height + 8,
                rx: 12,
            }),
            ...one.draw(),
        );
        if (isNode && node.child_count) group.append(this.handle(one));
        if (isNode && node.visit?.cut && !one.seen.isExpanded) group.append(this.hiddenCut(one));
        one.element = group;
        return group;
    }

    private outOf(one: Drawn): { x: number; y: number } {
        return this.look!.direction === 'down'
            ? { x: 0, y: one.height / 2 + HANDLE }
            : { x: one.width / 2 + HANDLE, y: 0 };
    }

    /** The round sign that opens and closes. */
    private handle(one: Drawn): SVGGElement {
        const { x, y } = this.outOf(one);
        const text = one.seen.isExpanded ? '−' : String(one.seen.node.child_count);
        const wide = Math.max(2 * HANDLE, text.length * 8 + 8);
        return s(
            'g',
            { class: 'handle', 'data-handle': one.key, transform: `translate(${x} ${y})`, 'aria-hidden': 'true' },
            s('rect', { class: 'handle-hit', x: -16, y: -13, width: 32, height: 26 }),
            s('rect', { x: -wide / 2, y: -HANDLE, width: wide, height: 2 * HANDLE, rx: HANDLE }),
            s('text', { y: 4.5 }, text),
        );
    }

    /** Somewhere below a node that is closed there was a cut. */
    private hiddenCut(one: Drawn): SVGElement {
        const { x, y } = this.outOf(one);
        const at = this.look!.direction === 'down' ? { x: x + 18, y: y - 2 } : { x, y: y + 16 };
        return s('path', { class: 'cut-mark', d: `M${at.x - 4} ${at.y + 4}l6 -8M${at.x + 1} ${at.y + 4}l6 -8` });
    }

    private edge(parent: Drawn, child: Drawn): SVGElement[] {
        const isDown = this.look!.direction === 'down';
        const out = this.outOf(parent);
        const from = { x: parent.x + out.x, y: parent.y + out.y };
        const to = isDown
            ? { x: child.x, y: child.y - child.height / 2 }
            : { x: child.x - child.width / 2, y: child.y };
        const bend = isDown
            ? `${from.x} ${(from.y + to.y) / 2} ${to.x} ${(from.y + to.y) / 2}`
            : `${(from.x + to.x) / 2} ${from.y} ${(from.x + to.x) / 2} ${to.y}`;
        const isOff = (one: Drawn): boolean => one.kind === 'node' && Boolean(one.seen.node.cut_off);
        const isCut = child.kind === 'stub' || isOff(child);
        const isPv = child.kind === 'node' && Boolean(child.seen.node.on_pv || child.seen.node.best);
        const classes = ['edge', isCut ? 'cut' : '', isPv ? 'pv' : ''].filter(Boolean).join(' ');
        const line = s('path', { class: classes, d: `M${from.x} ${from.y}C${bend} ${to.x} ${to.y}` });
        if (!isCut || isOff(parent)) return [line]; // the cut itself is further up
        const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
        return [
            line,
            s('path', {
                class: 'cut-mark',
                d: `M${middle.x - 7} ${middle.y + 5}l8 -10M${middle.x - 1} ${middle.y + 5}l8 -10`,
            }),
        ];
    }

    // ---- Moving ------------------------------------------------------------------------------------------------

    private size(): { width: number; height: number } {
        return { width: this.element.clientWidth || 600, height: this.element.clientHeight || 400 };
    }

    private place(): void {
        const { width, height } = this.size();
        const [w, h] = [width / this.scale, height / this.scale];
        this.element.setAttribute('viewBox', `${this.centre.x - w / 2} ${this.centre.y - h / 2} ${w} ${h}`);
    }

    private resized(): void {
        if (!this.drawn.length) return;
        if (this.isFitted) this.place();
        else this.fit();
    }

    /** Shows all of it, or its beginning where all would be too small to read. */
    fit(): void {
        const { width, height } = this.size();
        const { left, top, width: w, height: h } = this.extent;
        const whole = Math.min(width / (w + 2 * MARGIN), height / (h + 2 * MARGIN + HANDLE), 1.2);
        this.isFitted = this.element.clientWidth > 0;
        if (whole >= SCALE_READABLE) {
            this.scale = whole;
            this.centre = { x: left + w / 2, y: top + h / 2 };
        } else {
            this.scale = SCALE_READABLE + 0.25;
            this.show('0', true);
        }
        this.place();
    }

    /** All of it, however small. */
    overview(): void {
        const { width, height } = this.size();
        const { left, top, width: w, height: h } = this.extent;
        this.scale = Math.max(SCALE_LEAST, Math.min(width / (w + 2 * MARGIN), height / (h + 2 * MARGIN + HANDLE), 1.2));
        this.centre = { x: left + w / 2, y: top + h / 2 };
        this.place();
    }

    zoom(by: number, at = { x: 0.5, y: 0.5 }): void {
        const scale = Math.min(SCALE_MOST, Math.max(SCALE_LEAST, this.scale * by));
        const { width, height } = this.size();
        const shift = 1 / this.scale - 1 / scale;
        this.centre.x += (at.x - 0.5) * width * shift;
        this.centre.y += (at.y - 0.5) * height * shift;
        this.scale = scale;
        this.place();
    }

    private pan(x: number, y: number): void {
        this.centre.x += x / this.scale;
        this.centre.y += y / this.scale;
        this.place();
    }

    zoomIn(): void {
        this.zoom(ZOOM);
    }

    zoomOut(): void {
        this.zoom(1 / ZOOM);
    }

    /** Moves the picture as far as it takes to see a node. */
    show(key: string, isAtEdge = false): void {
        const one = this.find(key);
        if (!one) return;
        const { width, height } = this.size();
        const [w, h] = [width / this.scale / 2, height / this.scale / 2];
        const clamp = (centre: number, at: number, half: number, room: number): number =>
            Math.min(Math.max(centre, at + room - half), at - room + half);
        if (isAtEdge) {
            const isDown = this.look!.direction === 'down';
            this.centre = isDown
                ? { x: one.x, y: one.y - one.height / 2 - MARGIN + h }
                : { x: one.x - one.width / 2 - MARGIN + w, y: one.y };
        }
        this.centre.x = clamp(this.centre.x, one.x, w, one.width / 2 + MARGIN);
        this.centre.y = clamp(this.centre.y, one.y, h, one.height / 2 + MARGIN);
        this.place();
    }

    // ---- Input -------------------------------------------------------------------------------------------------

    private listen(): void {
        let drag: { x: number; y: number; moved: boolean } | null = null;
        this.element.addEventListener('pointerdown', (event) => {
            if (event.button === 0 && event.isPrimary) drag = { x: event.clientX, y: event.clientY, moved: false };
        });
        this.element.addEventListener('pointermove', (event) => {
            if (!drag || !event.isPrimary) return;
            const [x, y] = [drag.x - event.clientX, drag.y - event.clientY];
            if (!drag.moved && Math.hypot(x, y) < 5) return;
            if (!drag.moved) this.element.setPointerCapture(event.pointerId);
            drag = { x: event.clientX, y: event.clientY, moved: true };
            this.element.classList.add('dragging');
            this.pan(x, y);
        });
        const end = (event: PointerEvent): void => {
            if (drag && !drag.moved && event.type === 'pointerup') this.pressed(event.target as Element);
            drag = null;
            this.element.classList.remove('dragging');
        };
        this.element.addEventListener('pointerup', end);
        this.element.addEventListener('pointercancel', end);
        this.element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        this.element.addEventListener('keydown', (event) => this.key(event));
        this.element.addEventListener('focusin', (event) => {
            const key = (event.target as Element).getAttribute('data-key');
            if (key) this.setFocus(key, false);
        });
    }

    private pressed(target: Element): void {
        const handle = target.closest('[data-handle]')?.getAttribute('data-handle');
        const one = this.find(handle ?? target.closest('[data-key]')?.getAttribute('data-key') ?? '');
        if (!one || one.kind === 'stub') return;
        this.setFocus(one.key, true);
        if (handle) this.on.expand(one.seen.node.id, !one.seen.isExpanded);
        else this.choose(one);
    }

    private choose(one: Drawn): void {
        if (one.kind === 'more') this.on.more(one.seen.node.id);
        else this.on.select(one.seen.node.id);
    }

    /** Zooms with Ctrl held, as a pinch on a touchpad comes too; else moves what does not fit, and leaves the page be. */
    private wheel(event: WheelEvent): void {
        const { width, height } = this.size();
        if (event.ctrlKey || event.metaKey) {
            const box = this.element.getBoundingClientRect();
            event.preventDefault();
            this.zoom(Math.exp(-event.deltaY * 0.002), {
                x: (event.clientX - box.left) / width,
                y: (event.clientY - box.top) / height,
            });
            return;
        }
        const isWide = this.extent.width * this.scale > width;
        const isHigh = this.extent.height * this.scale > height;
        const [x, y] =
            event.shiftKey || (isWide && !isHigh) ? [event.deltaX || event.deltaY, 0] : [event.deltaX, event.deltaY];
        if ((x && !isWide) || (y && !isHigh)) return;
        event.preventDefault();
        this.pan(x, y);
    }

    private setFocus(key: string, isMoved: boolean): void {
        this.find(this.focused)?.element?.setAttribute('tabindex', '-1');
        this.focused = key;
        const element = this.find(key)?.element;
        element?.setAttribute('tabindex', '0');
        if (isMoved) element?.focus({ preventScroll: true });
        this.show(key);
    }

    focus(): void {
        this.find(this.focused)?.element?.focus({ preventScroll: true });
    }

    private walk(by: number): void {
        const items = this.drawn.filter(({ kind }) => kind !== 'stub');
        const at = items.findIndex(({ key }) => key === this.focused);
        const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
        if (next) this.setFocus(next.key, true);
    }

    private right(one: Drawn): void {
        if (one.kind !== 'node' || !one.seen.node.child_count) return;
        if (!one.seen.isExpanded) this.on.expand(one.seen.node.id, true);
        else this.walk(1);
    }

    private left(one: Drawn): void {
        if (one.kind === 'node' && one.seen.isExpanded) this.on.expand(one.seen.node.id, false);
        else if (one.parent) this.setFocus(one.parent.key, true);
    }

    private key(event: KeyboardEvent): void {
        const one = this.find(this.focused);
        if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
        const shift: Record<string, [number, number]> = {
            ArrowLeft: [-60, 0],
            ArrowRight: [60, 0],
            ArrowUp: [0, -60],
            ArrowDown: [0, 60],
        };
        const actions: Record<string, () => void> = {
            ArrowRight: () => this.right(one),
            ArrowLeft: () => this.left(one),
            ArrowDown: () => this.walk(1),
            ArrowUp: () => this.walk(-1),
            Home: () => this.walk(-this.drawn.length),
            End: () => this.walk(this.drawn.length),
            Enter: () => this.choose(one),
            ' ': () => this.choose(one),
            '+': () => this.zoomIn(),
            '=': () => this.zoomIn(),
            '-': () => this.zoomOut(),
            '0': () => this.overview(),
        };
        const moved = event.shiftKey ? shift[event.key] : undefined;
        const action = moved ? () => this.pan(...moved) : actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    }
}
