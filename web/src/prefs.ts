// SPDX-License-Identifier: MIT
// What the page remembers between visits. A browser may forbid it: then it lasts as long as the page.

const kept = new Map<string, string>();

export function getPref(name: string): string | null {
    if (kept.has(name)) return kept.get(name) ?? null;
    try {
        return localStorage.getItem(`boyi.${name}`);
    } catch {
        return null;
    }
}

export function setPref(name: string, value: string): void {
    kept.set(name, value);
    try {
        localStorage.setItem(`boyi.${name}`, value);
    } catch {
        // forbidden or full: `kept` has it
    }
}

/** One of the words, else the first. */
export function choicePref<T extends string>(name: string, words: readonly [T, ...T[]]): T {
    const value = getPref(name);
    return words.find((word) => word === value) ?? words[0];
}
