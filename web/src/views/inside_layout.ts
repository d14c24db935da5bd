// SPDX-License-Identifier: MIT
// A tidy layout (E. Reingold, J. Tilford 1981) of a tree that is partly expanded, by the rules of the program's pictures
// (src/render/tree_layout.h): subtrees are laid out by themselves and pushed together until their contours touch. They
// are pushed to the left and to the right and stand in the middle of both (A. Kennedy 1996); parents stand in the middle
// over their first and last child.

export type Direction = 'down' | 'right';

/** A node as it is drawn. `width` and `height` are those of its card. */
export interface Branch {
    width: number;
    height: number;
    branches: Branch[];
    x: number; // the middle of the card
    y: number;
}

export interface Extent {
    left: number;
    top: number;
    width: number;
    height: number;
}

const GAP_BESIDE = 10; // between brothers
const GAP_BELOW: Record<Direction, number> = { down: 44, right: 46 };

/** How much room a card takes beside its brothers, and along the way from the root. */
function breadthOf(branch: Branch, direction: Direction): number {
    return direction === 'down' ? branch.width : branch.height;
}

function lengthOf(branch: Branch, direction: Direction): number {
    return direction === 'down' ? branch.height : branch.width;
}

/** The greatest card of each level: all cards of a level begin at the same place. */
function levelsOf(branch: Branch, direction: Direction, depth = 0, levels: number[] = []): number[] {
    levels[depth] = Math.max(levels[depth] ?? 0, lengthOf(branch, direction));
    for (const child of branch.branches) levelsOf(child, direction, depth + 1, levels);
    return levels;
}

/** How far a subtree reaches on each of its levels, from the middle of its root. */
interface Contour {
    from: number[];
    to: number[];
}

/** How far `next` has to stand behind `before` so that they do not touch. */
function distance(before: Contour, next: Contour): number {
    let apart = 0;
    for (let level = 0; level < before.to.length && level < next.from.length; level++)
        apart = Math.max(apart, before.to[level]! - next.from[level]! + GAP_BESIDE);
    return apart;
}

/** The joint contour of two, `second` moved by `by` and behind `first`. */
function merge(first: Contour, second: Contour, by: number): Contour {
    const levels = [...Array(Math.max(first.from.length, second.from.length)).keys()];
    return {
        from: levels.map((level) => first.from[level] ?? second.from[level]! + by),
        to: levels.map((level) => (level < second.to.length ? second.to[level]! + by : first.to[level]!)),
    };
}

const NOTHING: Contour = { from: [], to: [] };

/** The place of each subtree when all are pushed towards the first, which is at 0. */
function pushToFirst(contours: Contour[]): number[] {
    let all = NOTHING;
    return contours.map((contour) => {
        const at = distance(all, contour);
        all = merge(all, contour, at);
        return at;
    });
}

/** The same contour in a mirror. */
function mirrored({ from, to }: Contour): Contour {
    return { from: to.map((x) => -x), to: from.map((x) => -x) };
}

/** Finds for each branch its place beside that of its parent. */
function gather(branch: Branch, direction: Direction, offsets: Map<Branch, number>): Contour {
    const contours = branch.branches.map((child) => gather(child, direction, offsets));
    const first = pushToFirst(contours);
    const last = first.at(-1) ?? 0;
    const mirror = pushToFirst(contours.map(mirrored).reverse()).reverse();
    const places = first.map((at, i) => (at + last - mirror[i]!) / 2 - last / 2);
    const below = contours.reduce((all, contour, i) => merge(all, contour, places[i]!), NOTHING);
    branch.branches.forEach((child, i) => offsets.set(child, places[i]!));
    const half = breadthOf(branch, direction) / 2;
    return { from: [-half, ...below.from], to: [half, ...below.to] };
}

/** Sets `x` and `y` of all, and returns what they cover. */
export function layOut(root: Branch, direction: Direction): Extent {
    const offsets = new Map<Branch, number>();
    const { from, to } = gather(root, direction, offsets);
    const levels = levelsOf(root, direction);
    const starts: number[] = [];
    const length = levels.reduce((at, one, i) => {
        starts[i] = at;
        return at + one + GAP_BELOW[direction];
    }, 0);
    const place = (branch: Branch, across: number, depth: number): void => {
        const along = starts[depth]! + lengthOf(branch, direction) / 2;
        [branch.x, branch.y] = direction === 'down' ? [across, along] : [along, across];
        for (const child of branch.branches) place(child, across + offsets.get(child)!, depth + 1);
    };
    place(root, 0, 0);
    const [begin, breadth] = [Math.min(...from), Math.max(...to) - Math.min(...from)];
    const whole = length - GAP_BELOW[direction];
    return direction === 'down'
        ? { left: begin, top: 0, width: breadth, height: whole }
        : { left: 0, top: begin, width: whole, height: breadth };
}
