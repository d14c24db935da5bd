// SPDX-License-Identifier: MIT
// Notes on a recording beside its tree: that it is incomplete, that it is no proof, or why there is none.
import { h } from '../dom';
import { t } from '../i18n';
import type { Question } from './inside_question';
import type { TraceSummary } from '../types';

/** A recording, and by which name its method is shown. */
export interface Recorded {
    title: string;
    summary: TraceSummary;
}

const CUT_SHORT = {
    nodes: 'insideCutShortNodes',
    memory: 'insideCutShortMemory',
    moves: 'insideCutShortMoves',
} as const;

function note(...content: (string | HTMLElement)[]): HTMLElement {
    return h('div', { class: 'note' }, ...content);
}

/** Why there is nothing but the root, and what to do about it. */
function bareNote({ title: method, summary }: Recorded, question: Question, recordFreely: () => void): HTMLElement {
    if (summary.stopped === 'done')
        return note(h('p', {}, t(question.position.game === 'tree' ? 'insideBareLeaf' : 'insideBareOver')));
    if (summary.stopped !== 'nodes' || !question.nodes) return note(h('p', {}, t('insideBareTime', { method })));
    return note(
        h('p', {}, t('insideBareNodes', { method, n: question.nodes })),
        h('button', { type: 'button', onclick: recordFreely }, t('insideRecordFreely')),
    );
}

/** `recordFreely` is to record the same once more without a limit of nodes. */
export function notesOf(recorded: Recorded[], question: Question, recordFreely: () => void): HTMLElement[] {
    const notes = recorded.flatMap(({ title: method, summary }) =>
        summary.cut_short ? [note(h('p', {}, t(CUT_SHORT[summary.cut_short], { method })))] : [],
    );
    if (question.depth && recorded.some(({ summary }) => summary.form === 'proof'))
        notes.push(note(h('p', {}, t('insideProofToDepth', { n: question.depth }))));
    const bare = recorded.filter(({ summary }) => summary.nodes === 1);
    return [...notes, ...bare.map((one) => bareNote(one, question, recordFreely))];
}
