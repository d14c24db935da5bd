// SPDX-License-Identifier: MIT
// Bytes of a file as text. Old files seldom say in which encoding they are.

/** Words of moves in Chinese, simplified and traditional. */
const WORDS_OF_MOVES = /[车車俥马馬傌炮砲包相象仕士帅帥将將兵卒进進退平前后後]/g;

/** The text; null: the bytes are none in this encoding, or the browser does not know it. */
function decodeAs(bytes: ArrayBuffer, encoding: string): string | null {
    try {
        return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
        return null;
    }
}

/** The encoding that an SGF names for itself. */
function named(bytes: ArrayBuffer): string | null {
    const head = new TextDecoder('latin1').decode(bytes.slice(0, 4096));
    return /^\s*\(\s*;[^]*?CA\s*\[\s*([\w-]+)\s*\]/.exec(head)?.[1] ?? null;
}

/** Simplified or traditional Chinese: most bytes are text in both, but moves only in one. */
function decodeChinese(bytes: ArrayBuffer): string {
    const simplified = decodeAs(bytes, 'gb18030');
    const traditional = decodeAs(bytes, 'big5');
    const wordsIn = (text: string | null): number => text?.match(WORDS_OF_MOVES)?.length ?? -1;
    if (traditional !== null && wordsIn(traditional) > wordsIn(simplified)) return traditional;
    return simplified ?? new TextDecoder('gb18030').decode(bytes);
}

/** UTF-16 without a mark: every other byte is often 0, which no other encoding has. */
function unmarked(bytes: ArrayBuffer): 'utf-16le' | 'utf-16be' | null {
    const head = new Uint8Array(bytes.slice(0, 4096));
    const zeros: [number, number] = [0, 0];
    head.forEach((byte, i) => {
        if (byte === 0) zeros[i % 2 === 0 ? 0 : 1]++;
    });
    const [even, odd] = zeros;
    if (10 * Math.max(even, odd) < head.length || 8 * Math.min(even, odd) > Math.max(even, odd)) return null;
    return odd > even ? 'utf-16le' : 'utf-16be';
}

/** By what the bytes say themselves, else UTF-8, else an encoding of old Chinese files. */
export function decode(bytes: ArrayBuffer): string {
    const [a, b] = new Uint8Array(bytes);
    if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
    if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
    const wide = unmarked(bytes);
    if (wide) return new TextDecoder(wide).decode(bytes);
    const name = named(bytes);
    return decodeAs(bytes, 'utf-8') ?? (name && decodeAs(bytes, name)) ?? decodeChinese(bytes);
}
