// SPDX-License-Identifier: MIT
// Whether a recorded search came to its end, and what has cut it off if not: what it has by then is no result.
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

/** Null: it came to its end. `depth` is what was asked for; 0: any. Who deepens step by step without that has a result
 *  as soon as the first step is done, and who samples at any time. */
export function cutOffBy(
    { cut_short, stopped, form, depth: reached = 0 }: Ended & Pick<TraceSummary, 'cut_short'>,
    depth: number,
): CutOff | null {
    if (cut_short) return cut_short;
    if (stopped === 'time' || stopped === 'memory') return stopped;
    const hasResult = form === 'mcts' || (form === 'tree' && reached >= Math.max(1, depth));
    return stopped === 'nodes' && !hasResult ? 'limit' : null;
}

/** Of one whose nodes were used up while it went deeper, down to which depth it has come. */
export function endedText(by: CutOff | null, { form, stopped, depth = 0 }: Ended): string {
    if (by) return t('insideEndedEarly', { why: t(TEXTS[by]) });
    return form === 'tree' && stopped === 'nodes' ? t('insideEndedDepth', { depth }) : t('insideEndedWhole');
}
