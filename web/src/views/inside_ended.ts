// SPDX-License-Identifier: MIT
// Whether a recorded search finished, and otherwise the limit that cut it off: it then has no result.
import { t } from '../i18n';
import type { TraceSummary } from '../types';

export type CutOff = 'nodes' | 'memory' | 'moves' | 'time' | 'limit';

type Ended = Pick<TraceSummary, 'form' | 'stopped' | 'depth'>;

const TEXTS = {
    nodes: 'insideEndedNodes',
    memory: 'insideEndedMemory',
    moves: 'insideEndedMoves',
    time: 'insideEndedTime',
    limit: 'insideEndedLimit',
} as const;

/** Null: it finished. `depth` is the requested depth; 0: any. Without one, a method with iterative deepening has a
 *  result after its first iteration, and a sampling method has one at any time. */
export function cutOffBy(
    { cut_short, stopped, form, depth: reached = 0 }: Ended & Pick<TraceSummary, 'cut_short'>,
    depth: number,
): CutOff | null {
    if (cut_short) return cut_short;
    if (stopped === 'time' || stopped === 'memory') return stopped;
    const hasResult = form === 'mcts' || (form === 'tree' && reached >= Math.max(1, depth));
    return stopped === 'nodes' && !hasResult ? 'limit' : null;
}

/** For a search that used up its nodes while deepening: the depth that it reached. */
export function endedText(by: CutOff | null, { form, stopped, depth = 0 }: Ended): string {
    if (by) return t('insideEndedEarly', { why: t(TEXTS[by]) });
    return form === 'tree' && stopped === 'nodes' ? t('insideEndedDepth', { depth }) : t('insideEndedWhole');
}
