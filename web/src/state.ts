// SPDX-License-Identifier: MIT
// A game as a tree of moves: the line that is played, and variations where somebody went back.
import type { Fault, PositionReply, SearchLine, Side } from './types';

/** The data of records and searches for a node, besides its move. */
interface NodeNotes {
    position?: string; // set up here, in place of a move
    before?: string; // remarks, as records have them
    after?: string;
    marks?: string;
    tags?: [string, string][];
    isFolded?: boolean; // as a variation
    namedIn?: string; // the notation of `text`
    found?: SearchLine[]; // the last lines of a search from here
    judged?: { mark: Fault; loss: number }; // by a review
    better?: { moves: string[]; texts: string[] }; // what it would have played instead
}

export interface MoveNode extends NodeNotes {
    move: string; // "" at the root
    text: string; // the move in the notation that is shown
    parent: MoveNode | null;
    children: MoveNode[]; // the first continues the line, further ones are variations
    reply?: PositionReply;
    side?: Side; // whose turn it is, of a game that was kept: it has no reply before somebody goes there
}

/** The side to move there, if known. */
export function sideAt({ reply, side }: MoveNode): Side | undefined {
    return reply?.side ?? side;
}

export function newNode(move: string, parent: MoveNode | null): MoveNode {
    return { move, text: move, parent, children: [] };
}

export class Line {
    readonly root: MoveNode = newNode('', null);
    here: MoveNode = this.root;

    /** Makes a move; one that is known already is found again. It becomes the first continuation. */
    play(move: string): MoveNode {
        const known = this.here.children.findIndex((child) => child.move === move);
        const node = known >= 0 ? this.here.children.splice(known, 1)[0]! : newNode(move, this.here);
        this.here.children.unshift(node);
        this.here = node;
        return node;
    }

    undo(): boolean {
        if (!this.here.parent) return false;
        this.here = this.here.parent;
        return true;
    }

    redo(): boolean {
        const next = this.here.children[0];
        if (!next) return false;
        this.here = next;
        return true;
    }

    /** The nodes from the first move to `here`. */
    nodes(): MoveNode[] {
        const nodes: MoveNode[] = [];
        for (let node: MoveNode = this.here; node.parent; node = node.parent) nodes.unshift(node);
        return nodes;
    }

    path(): string[] {
        return this.nodes().map((node) => node.move);
    }
}
