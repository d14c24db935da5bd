// SPDX-License-Identifier: MIT
// Lets the browser save a text as a file, and how that is called.
import { h } from './dom';
import type { WrittenRecord } from './types';

/** A name for a file, from a title: its letters and digits, whatever the script; `other` where it has none. */
export function fileNameOf(title: string, other: string): string {
    return title.match(/[\p{L}\p{M}\p{N}]+/gu)?.join('-').toLowerCase() ?? other;
}

export function download({ text, name }: WrittenRecord): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
