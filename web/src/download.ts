// SPDX-License-Identifier: MIT
// Lets the browser save a text as a file.
import { h } from './dom';
import type { WrittenRecord } from './types';

export function download({ text, name }: WrittenRecord): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    h('a', { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
