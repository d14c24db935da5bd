// SPDX-License-Identifier: MIT
// A sentence of the server as a pattern, and what it is in Chinese.

/** $1, $2: what the pattern has caught, with its words translated. */
export type Rule = [pattern: string, chinese: string];

export const SIDE = '(red|black|white|x|o)';
export const KIND = '(king|advisor|elephant|horse|rook|cannon|pawn)';
export const PIECE = `${KIND} on (\\w\\d)`;
export const PROPERTY = '(\\w+\\[[^\\]]*\\])'; // of SGF
export const QUOTED = "'([^']*)'";
export const NAME = '(\\S+)';
export const NUMBER = '(-?\\d+)';
