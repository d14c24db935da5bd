// SPDX-License-Identifier: MIT
// A proof to browse: a tree that is asked for node by node as it is opened. Winners have one move at each node, losers
// all of theirs.
import { callAsClient } from '../api';
import { download } from '../download';
import { h } from '../dom';
import { number, sideName, t } from '../i18n';
import { moveText } from '../notation';
import { showProblem } from '../problem';
import type { Game, ProofChild, ProofEnd, ProofNode, Side, WrittenRecord } from '../types';

const CHILDREN_MOST = 500; // of one request, which is more than any board has

interface Item {
    element: HTMLElement; // role treeitem
    row: HTMLElement;
    group: HTMLElement | null; // of its children, once they are known
    parent: Item | null;
    children: Item[];
    node: number;
    count: number;
    shown: ProofNode | null;
}

function endText(end: ProofEnd): string {
    return t(end === 'captured' ? 'endCaptured' : end === 'over' ? 'endOver' : 'endArgued');
}

export class ProofTree {
    readonly element: HTMLElement;
    private readonly tree = h('ul', { class: 'proof-tree', role: 'tree', 'aria-label': t('proofOf') });
    private readonly problem = h('p', { class: 'problem', role: 'alert', hidden: true });
    private readonly warning = h('p', { class: 'help', role: 'status', hidden: true });
    private readonly root: Item;
    private current: Item;

    constructor(
        private readonly game: Game,
        private readonly job: number,
        size: number,
        private readonly onShow: (moves: string[]) => void,
        onClose: () => void,
    ) {
        this.root = this.makeItem(null, 0, 1, [h('strong', {}, t('proofStart'))]);
        this.current = this.root;
        this.root.element.tabIndex = 0;
        this.tree.append(this.root.element);
        this.tree.addEventListener('keydown', (event) => this.key(event));
        this.element = h(
            'section',
            { class: 'card proof' },
            h(
                'header',
                { class: 'proof-head' },
                h('h2', {}, t('proof')),
                h('span', { class: 'help' }, t('proofSize', { n: number(size) })),
            ),
            h('p', { class: 'help' }, t('proofHelp')),
            this.tree,
            this.warning,
            this.problem,
            h(
                'div',
                { class: 'actions' },
                h('button', { type: 'button', class: 'action', onclick: () => void this.save() }, t('proofDownload')),
                h('button', { type: 'button', class: 'action', onclick: onClose }, t('proofClose')),
            ),
        );
    }

    /** Tells what has to be said of the node that is shown; null: nothing. */
    warn(text: string | null): void {
        this.warning.textContent = text ?? '';
        this.warning.hidden = text === null;
    }

    /** Opens the root and shows it. */
    async begin(): Promise<void> {
        await this.choose(this.root);
        await this.open(this.root);
    }

    focus(): void {
        this.current.element.focus({ preventScroll: true });
    }

    // ---- Items -------------------------------------------------------------------------------------------------

    private makeItem(parent: Item | null, node: number, count: number, words: (Node | string)[]): Item {
        const row = h('div', { class: 'proof-row' }, h('span', { class: 'twig', 'aria-hidden': 'true' }), ...words);
        const element = h(
            'li',
            {
                role: 'treeitem',
                tabindex: -1,
                'aria-selected': 'false',
                'aria-expanded': count ? 'false' : null,
                'data-node': node,
            },
            row,
        );
        const item: Item = { element, row, group: null, parent, children: [], node, count, shown: null };
        row.addEventListener('click', () => void this.clicked(item));
        return item;
    }

    private childItem(parent: Item, child: ProofChild, side: Side): Item {
        const isDefence = parent.shown!.role === 'loser';
        const answers = isDefence ? '' : t('proofDefences', { n: child.count });
        const after = child.end ? endText(child.end) : answers;
        return this.makeItem(parent, child.node, child.count, [
            h('span', { class: `proof-move ${isDefence ? 'of-loser' : 'of-winner'}` }, sideName(this.game, side)),
            h('strong', {}, moveText(child.text)),
            h('span', { class: 'proof-end' }, after),
        ]);
    }

    private async know(item: Item): Promise<ProofNode> {
        item.shown ??= await callAsClient<ProofNode>(
            'GET',
            `/api/solves/${this.job}/proof/${item.node}?count=${CHILDREN_MOST}`,
        );
        return item.shown;
    }

    /** Opens a node; the answer to a defence is opened with it, since there is only one. */
    private async open(item: Item): Promise<void> {
        try {
            const shown = await this.know(item);
            if (!item.count) return;
            if (!item.group) {
                item.group = h('ul', { role: 'group' });
                item.children = shown.children.map((child) => this.childItem(item, child, shown.side));
                item.group.append(...item.children.map(({ element }) => element));
                item.element.append(item.group);
            }
            item.group.hidden = false;
            item.element.setAttribute('aria-expanded', 'true');
            if (shown.role === 'winner' && item.children.length === 1) await this.open(item.children[0]!);
        } catch (error) {
            showProblem(this.problem, error);
        }
    }

    private close(item: Item): void {
        if (item.group) item.group.hidden = true;
        if (item.count) item.element.setAttribute('aria-expanded', 'false');
    }

    private isOpen(item: Item): boolean {
        return item.group !== null && !item.group.hidden;
    }

    private async choose(item: Item): Promise<void> {
        this.current.element.tabIndex = -1;
        this.current.element.setAttribute('aria-selected', 'false');
        this.current = item;
        item.element.tabIndex = 0;
        item.element.setAttribute('aria-selected', 'true');
        try {
            this.onShow((await this.know(item)).moves);
        } catch (error) {
            showProblem(this.problem, error);
        }
    }

    private async clicked(item: Item): Promise<void> {
        const wasCurrent = this.current === item;
        item.element.focus({ preventScroll: true });
        void this.choose(item);
        if (this.isOpen(item) && wasCurrent) this.close(item);
        else await this.open(item);
    }

    // ---- Keys --------------------------------------------------------------------------------------------------

    private visible(item: Item = this.root): Item[] {
        return [item, ...(this.isOpen(item) ? item.children.flatMap((child) => this.visible(child)) : [])];
    }

    private key(event: KeyboardEvent): void {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const list = this.visible();
        const place = list.indexOf(this.current);
        const go = (item: Item | undefined | null): void => {
            if (!item) return;
            item.element.focus();
            void this.choose(item);
        };
        switch (event.key) {
            case 'ArrowDown':
                go(list[place + 1]);
                break;
            case 'ArrowUp':
                go(list[place - 1]);
                break;
            case 'Home':
                go(list[0]);
                break;
            case 'End':
                go(list.at(-1));
                break;
            case 'ArrowRight':
                if (this.isOpen(this.current)) go(this.current.children[0]);
                else void this.open(this.current);
                break;
            case 'ArrowLeft':
                if (this.isOpen(this.current)) this.close(this.current);
                else go(this.current.parent);
                break;
            case 'Enter':
            case ' ':
                if (this.isOpen(this.current)) this.close(this.current);
                else void this.open(this.current);
                break;
            default:
                return;
        }
        event.preventDefault();
    }

    private async save(): Promise<void> {
        try {
            download(await callAsClient<WrittenRecord>('GET', `/api/solves/${this.job}/proof`));
        } catch (error) {
            showProblem(this.problem, error);
        }
    }
}
