// SPDX-License-Identifier: MIT
// A game with variations, as records of games have it: a tree whose first children are the main line.
import { Line, newNode, type MoveNode } from './state';
import type { GameRecord, Outcome, RecordNode } from './types';

/** A position by where it begins and the moves made from there. */
export interface Place {
    start: string; // "": the game's first
    moves: string[];
}

export class GameTree extends Line {
    start = '';
    tags: [string, string][] = [];
    outcome: Outcome = 'unknown';

    /** Makes a move: one that is known is found again, a new one becomes the last variation. */
    add(move: string): MoveNode {
        let node = this.here.children.find((child) => child.move === move);
        if (!node) {
            node = newNode(move, this.here);
            this.here.children.push(node);
        }
        this.here = node;
        return node;
    }

    /** Makes the whole branch that `node` is on the first one, where it leaves the line it varies. */
    promote(node: MoveNode): boolean {
        for (let at: MoveNode = node; at.parent; at = at.parent) {
            const { children } = at.parent;
            const place = children.indexOf(at);
            if (place > 0) {
                children.unshift(...children.splice(place, 1));
                return true;
            }
        }
        return false;
    }

    /** Takes a node away with all below it. */
    remove(node: MoveNode): void {
        const { parent } = node;
        if (!parent) return;
        if (this.pathTo(this.here).includes(node)) this.here = parent;
        parent.children.splice(parent.children.indexOf(node), 1);
    }

    /** The nodes from the first move to `node`. */
    pathTo(node: MoveNode): MoveNode[] {
        const path: MoveNode[] = [];
        for (let at = node; at.parent; at = at.parent) path.unshift(at);
        return path;
    }

    /** The line that `node` is on, from the root to its end. */
    lineThrough(node: MoveNode): MoveNode[] {
        const line = [this.root, ...this.pathTo(node)];
        for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
        return line;
    }

    isMain(node: MoveNode): boolean {
        return this.pathTo(node).every((at) => at.parent!.children[0] === at);
    }

    /** The variation before or after this one, round again at the ends. */
    sibling(step: 1 | -1): MoveNode | null {
        const siblings = this.here.parent?.children ?? [];
        if (siblings.length < 2) return null;
        return siblings[(siblings.indexOf(this.here) + step + siblings.length) % siblings.length] ?? null;
    }

    end(): MoveNode {
        return this.lineThrough(this.here).at(-1)!;
    }

    /** The moves to `node`, from the start or from the last position that is set up before it. */
    movesTo(node: MoveNode): MoveNode[] {
        const path = this.pathTo(node);
        const start = path.reduce((last, at, i) => (at.position === undefined ? last : i + 1), 0);
        return path.slice(start).filter(({ move }) => move);
    }

    placeOf(node: MoveNode): Place {
        const setUp = this.pathTo(node).filter(({ position }) => position !== undefined);
        return { start: setUp.at(-1)?.position ?? this.start, moves: this.movesTo(node).map(({ move }) => move) };
    }

    /** All nodes, each below the one before it or one of those above that. */
    *all(): Generator<MoveNode> {
        const waiting: MoveNode[] = [this.root];
        for (let node = waiting.pop(); node; node = waiting.pop()) {
            yield node;
            for (let i = node.children.length; i--;) waiting.push(node.children[i]!);
        }
    }

    toRecord(): GameRecord {
        const places = new Map<MoveNode, number>();
        const nodes: RecordNode[] = [];
        for (const node of this.all()) {
            places.set(node, nodes.length);
            nodes.push(recordNode(node, node.parent ? places.get(node.parent)! : -1));
        }
        const record: GameRecord = { tags: this.tags, outcome: this.outcome, nodes };
        if (this.start) record.start = this.start;
        return record;
    }

    static fromRecord(record: GameRecord): GameTree {
        const tree = new GameTree();
        tree.start = record.start ?? '';
        tree.tags = record.tags;
        tree.outcome = record.outcome;
        const made: MoveNode[] = [];
        for (const { parent, move, text, ...notes } of record.nodes) {
            const above = made[parent];
            const node = above ? newNode(move ?? '', above) : tree.root;
            node.text = text ?? node.text;
            Object.assign(node, notes);
            above?.children.push(node);
            made.push(node);
        }
        return tree;
    }
}

function recordNode(node: MoveNode, parent: number): RecordNode {
    const { move, position, before, after, marks, tags } = node;
    const written: RecordNode = { parent };
    if (move) written.move = move;
    if (position !== undefined) written.position = position;
    if (before) written.before = before;
    if (after) written.after = after;
    if (marks) written.marks = marks;
    if (tags?.length) written.tags = tags;
    return written;
}
