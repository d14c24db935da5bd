// SPDX-License-Identifier: MIT
// Texts of moves in the notation that is shown: the line at hand first, then every other one.
import { call } from '../api';
import { notationOf } from '../notation';
import type { MoveNode } from '../state';
import type { LineReply } from '../types';
import { positionAt, type Session } from './analyse_session';

async function textsOf(session: Session, end: MoveNode, more: string[], notation: string): Promise<string[] | null> {
    const position = positionAt(session, end);
    const moves = [...(position.moves ?? []), ...more];
    try {
        const reply = await call<LineReply>('POST', '/api/line', { ...position, moves, notation });
        return reply.moves.map(({ text }) => text);
    } catch {
        return null; // a record may have more than the rules allow: its moves stay as they are written
    }
}

async function nameLine(session: Session, end: MoveNode, notation: string): Promise<boolean> {
    const nodes = session.tree.movesTo(end);
    if (nodes.every(({ namedIn }) => namedIn === notation)) return false;
    const texts = await textsOf(session, end, [], notation);
    nodes.forEach((node, i) => {
        node.text = texts?.[i] ?? node.text;
        node.namedIn = notation;
    });
    return true;
}

/** The review's move in place of a played one. */
async function nameBetter(session: Session, { parent, better }: MoveNode, notation: string): Promise<void> {
    if (!parent || !better) return;
    const texts = await textsOf(session, parent, better.moves, notation);
    if (texts) better.texts = texts.slice(-better.moves.length);
}

/** Writes all moves in another notation. True: some text is new; false also if `isWanted` says to stop. */
export async function nameMoves(session: Session, isWanted: () => boolean): Promise<boolean> {
    const notation = notationOf(session.game);
    const { tree } = session;
    if (!notation) return false;
    const isOther = session.notation !== notation;
    if (isOther) for (const node of tree.all()) delete node.found; // its texts are in the notation before
    const isNew = await nameLine(session, tree.end(), notation);
    if (!isOther) return isNew && isWanted();
    for (const node of tree.all()) {
        if (!isWanted()) return false;
        if (!node.children.length) await nameLine(session, node, notation);
        await nameBetter(session, node, notation);
    }
    session.notation = notation;
    return isWanted();
}
