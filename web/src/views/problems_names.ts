// SPDX-License-Identifier: MIT
// The moves of a line in the notation that was chosen.
import { call } from '../api';
import { notationOf } from '../notation';
import type { Game, LineReply } from '../types';
import type { Bench } from './problems_bench';

export async function nameLine(game: Game, bench: Bench): Promise<void> {
    const nodes = bench.line.nodes();
    const notation = notationOf(game);
    if (!nodes.length || !notation) return;
    try {
        const reply = await call<LineReply>('POST', '/api/line', { ...bench.at(), notation });
        const before = reply.moves.length - nodes.length;
        nodes.forEach((node, i) => {
            node.text = reply.moves[before + i]?.text ?? node.text;
        });
    } catch {
        // the moves stay as they are written in the interface
    }
}
