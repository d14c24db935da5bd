// SPDX-License-Identifier: MIT
// The page's memory between visits. A browser may forbid it: then it lasts as long as the page.

class Store {
    private readonly refused = new Map<string, string>(); // what the browser would not keep

    constructor(private readonly area: () => Storage) {}

    get(name: string): string | null {
        if (this.refused.has(name)) return this.refused.get(name) ?? null;
        try {
            return this.area().getItem(`boyi.${name}`);
        } catch {
            return null;
        }
    }

    set(name: string, value: string): void {
        try {
            this.area().setItem(`boyi.${name}`, value);
            this.refused.delete(name);
        } catch {
            this.refused.set(name, value); // forbidden or full
        }
    }
}

const browser = new Store(() => localStorage);
const tab = new Store(() => sessionStorage);

export function getPref(name: string): string | null {
    return browser.get(name);
}

export function setPref(name: string, value: string): void {
    browser.set(name, value);
}

/** State of each tab, such as its game; a new tab begins with the latest state of any. */
export function getOfTab(name: string): string | null {
    return tab.get(name) ?? browser.get(name);
}

export function setOfTab(name: string, value: string): void {
    tab.set(name, value);
    browser.set(name, value);
}

/** One of the words, else the first. */
export function choicePref<T extends string>(name: string, words: readonly [T, ...T[]]): T {
    const value = getPref(name);
    return words.find((word) => word === value) ?? words[0];
}
