// SPDX-License-Identifier: MIT
// The panel that shows a proof beside its board, or why there is none.
import { ApiError, call } from '../api';
import { h } from '../dom';
import { t } from '../i18n';
import type { PositionReply } from '../types';
import type { Solved } from './problems_ask';
import type { Bench } from './problems_bench';
import { ProofTree } from './problems_proof';

export class ProofPanel {
    readonly element = h('div', { class: 'proof-panel', hidden: true });
    private tree: ProofTree | null = null;
    private asked = 0;

    constructor(
        private readonly bench: Bench,
        private readonly onClose: () => void,
    ) {}

    get isOpen(): boolean {
        return this.tree !== null;
    }

    wait(): void {
        this.tell(t('solving'));
    }

    tell(text: string): void {
        this.tree = null;
        this.element.replaceChildren(h('p', { class: 'card help', role: 'status' }, text));
        this.element.hidden = false;
    }

    /** Opens the proof of an answer to what was asked after some moves of the bench. */
    async open({ job, answer }: Solved, moves: string[]): Promise<void> {
        const tree = new ProofTree(
            this.bench.game,
            job,
            answer.proof_nodes,
            (more) => void this.show(moves, more),
            () => {
                this.close();
                this.onClose();
            },
        );
        this.tree = tree;
        this.bench.arrows = [];
        this.bench.canMove = false;
        this.element.replaceChildren(tree.element);
        this.element.hidden = false;
        await tree.begin();
        tree.focus(); // what was clicked is hidden while the proof is there
    }

    close(): void {
        this.asked++;
        this.tree = null;
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    /** Shows a node's position. A side that retakes a ko at once makes moves that the game's rules forbid: then it is the
     *  last one before that. */
    private async show(moves: string[], more: string[]): Promise<void> {
        const asked = ++this.asked;
        const tree = this.tree;
        const position = await this.reach([...moves, ...more]);
        if (asked !== this.asked || !position) return;
        this.bench.show(position.reply);
        tree?.warn(position.isWhole ? null : t('proofBeyond'));
    }

    private async reach(moves: string[]): Promise<{ reply: PositionReply; isWhole: boolean } | null> {
        for (let length = moves.length; length >= 0; length--) {
            try {
                const at = this.bench.at(moves.slice(0, length));
                const reply = await call<PositionReply>('POST', '/api/position', at);
                return { reply, isWhole: length === moves.length };
            } catch (error) {
                if (!(error instanceof ApiError) || error.status !== 422) return null;
            }
        }
        return null;
    }
}
