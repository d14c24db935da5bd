// SPDX-License-Identifier: MIT
// A tidy layout (after Reingold & Tilford 1981) of a tree that is partly expanded: subtrees are laid out by themselves
// and pushed together until their contours touch; parents stand in the middle of their children.

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

/** How far `next` has to stand behind the origin of `all` so that they do not touch. */
function distance(all: Contour, next: Contour): number {
    let apart = 0;
    for (let level = 0; level < all.to.length && level < next.from.length; level++)
        apart = Math.max(apart, all.to[level]! - next.from[level]! + GAP_BESIDE);
    return apart;
}

/** Takes `next`, moved by `by`, into `all`. */
function merge(all: Contour, next: Contour, by: number): void {
    next.from.forEach((from, level) => {
        all.from[level] ??= from + by;
        all.to[level] = next.to[level]! + by;
    });
}

/** Finds for each branch its place beside that of its parent. */
function gather(branch: Branch, direction: Direction, offsets: Map<Branch, number>): Contour {
    const below: Contour = { from: [], to: [] };
    let last = 0;
    for (const child of branch.branches) {
        const contour = gather(child, direction, offsets);
        last = below.to.length ? distance(below, contour) : 0;
        offsets.set(child, last);
        merge(below, contour, last);
    }
    for (const child of branch.branches) offsets.set(child, offsets.get(child)! - last / 2);
    const half = breadthOf(branch, direction) / 2;
    return {
        from: [-half, ...below.from.map((from) => from - last / 2)],
        to: [half, ...below.to.map((to) => to - last / 2)],
    };
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
