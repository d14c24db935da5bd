// SPDX-License-Identifier: MIT
// A search that was recorded by the server, asked for piece by piece. Received pieces are kept.
import { ApiError, callAsClient, startJob, type Job } from '../api';
import type { PauseListener } from '../wait';
import type { TraceHead, TraceNode, TraceRequest, TraceStep, TraceSteps, TraceSummary, TraceTable } from '../types';

const STEPS_PAGE = 200; // maximum of a reply
const LONG_STEPS_PAGE = 20; // for mcts, whose steps list every move on their path
const CHILDREN_PAGE = 100; // likewise
const TABLE_NODES = 200; // beyond, the server makes no table
const NODES_KEPT = 600;

export class Trace {
    private readonly nodes = new Map<string, Promise<TraceNode>>();
    private readonly pages = new Map<number, Promise<TraceSteps>>();
    private readonly parents = new Map<number, number | null>();
    private readonly stepsPage: number;
    private whole: Promise<TraceTable> | null = null;

    private constructor(
        private readonly id: number,
        readonly summary: TraceSummary,
    ) {
        this.stepsPage = summary.form === 'mcts' ? LONG_STEPS_PAGE : STEPS_PAGE;
    }

    /** Lets the server record a search. `onJob` gets the job, so that it can be cancelled, and `pauses` its place in
     *  the queue. */
    static record(request: TraceRequest, onJob: (job: Job) => void, pauses: PauseListener): Promise<Trace> {
        return new Promise((resolve, reject) => {
            onJob(
                startJob('/api/traces', request, {
                    ...pauses,
                    result: ({ id, trace }) => {
                        if (trace) resolve(new Trace(id, trace));
                        else reject(new ApiError(500, { error: { message: '', id: 'stopped before the tree was complete' } }));
                    },
                    error: reject,
                }),
            );
        });
    }

    /** A node as it was after a step, with a page of its children. */
    private ask(node: number, step: number, first: number, count: number): Promise<TraceNode> {
        const query = `${node}?step=${step}&first=${first}&count=${count}`;
        let asked = this.nodes.get(query);
        if (!asked) {
            asked = callAsClient<TraceNode>('GET', `/api/traces/${this.id}/nodes/${query}`).then((reply) =>
                this.learn(reply),
            );
            asked.catch(() => this.nodes.delete(query));
            this.nodes.set(query, asked);
            if (this.nodes.size > NODES_KEPT) this.nodes.delete(this.nodes.keys().next().value!);
        }
        return asked;
    }

    /** A node after a step, with up to that number of its children, which come page by page. */
    async node(node: number, step: number, count: number): Promise<TraceNode> {
        const first = await this.ask(node, step, 0, Math.min(count, CHILDREN_PAGE));
        const children = [...first.children];
        while (children.length < count && children.length < first.child_count) {
            const page = await this.ask(node, step, children.length, CHILDREN_PAGE);
            children.push(...page.children.slice(0, count - children.length));
        }
        return { ...first, children };
    }

    /** The first child from number `first` on that is looked for; they come page by page until it is there. */
    async findChild(
        node: number,
        step: number,
        first: number,
        isWanted: (child: TraceHead) => boolean,
    ): Promise<TraceHead | undefined> {
        const { children, child_count: count } = await this.ask(node, step, first, CHILDREN_PAGE);
        const found = children.find(isWanted);
        const next = first + children.length;
        return found || next >= count ? found : this.findChild(node, step, next, isWanted);
    }

    /** Which of these nodes are children of one and there after a step, in their order. */
    async childrenAmong(nodes: Iterable<number>, parent: number, step: number): Promise<TraceHead[]> {
        const own = [...new Set(nodes)].filter((node) => this.parents.get(node) === parent);
        const children = await Promise.all(own.map((node) => this.node(node, step, 0)));
        return children.filter(({ place }) => place !== null).sort((a, b) => a.place! - b.place!);
    }

    private learn(reply: TraceNode): TraceNode {
        this.parents.set(reply.id, reply.parent);
        for (const child of reply.children) this.parents.set(child.id, reply.id);
        return reply;
    }

    /** The nodes from the root to this one. */
    async path(node: number): Promise<number[]> {
        const path: number[] = [];
        for (let at: number | null = node; at !== null; at = this.parents.get(at) ?? null) {
            if (!this.parents.has(at)) await this.node(at, this.summary.steps, 0);
            path.unshift(at);
        }
        return path;
    }

    private page(page: number): Promise<TraceSteps> {
        let asked = this.pages.get(page);
        if (!asked) {
            const first = page * this.stepsPage + 1;
            asked = callAsClient<TraceSteps>(
                'GET',
                `/api/traces/${this.id}/steps?first=${first}&count=${this.stepsPage}`,
            );
            asked.catch(() => this.pages.delete(page));
            this.pages.set(page, asked);
        }
        return asked;
    }

    /** A step by its number, from 1; undefined: there is none. */
    async step(step: number): Promise<TraceStep | undefined> {
        if (step < 1 || step > this.summary.steps) return undefined;
        const { first, steps } = await this.page(Math.floor((step - 1) / this.stepsPage));
        return steps[step - first];
    }

    /** Null: it is too large for a table, or has no steps with rows. */
    async table(): Promise<TraceTable | null> {
        if (this.summary.form !== 'tree' || this.summary.steps === 0) return null;
        if (this.summary.nodes > TABLE_NODES || this.summary.steps > 10 * TABLE_NODES) return null;
        this.whole ??= callAsClient<TraceTable>('GET', `/api/traces/${this.id}/table`);
        return this.whole;
    }
}
