// SPDX-License-Identifier: MIT
// Elements without innerHTML and without style attributes: the page's security policy allows neither.

type Value = string | number | boolean | null | undefined | ((event: never) => void);
type Child = Node | string | null | undefined | false;

const SVG = 'http://www.w3.org/2000/svg';

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
    return element;
}

/** An element of HTML. Attributes that begin with `on` are listeners; false, null and undefined leave one out. */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, Value> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    return fill(document.createElement(tag), attributes, children);
}

/** The same of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Record<string, Value> = {},
    ...children: Child[]
): SVGElementTagNameMap[K] {
    return fill(document.createElementNS(SVG, tag) as SVGElementTagNameMap[K], attributes, children);
}

/** A picture of 24 by 24 in the colour of the text around it. */
export function icon(path: string): SVGSVGElement {
    return s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: path }));
}

let count = 0;

/** A new id, to tie labels and descriptions to what they belong to. */
export function newId(prefix: string): string {
    return `${prefix}-${++count}`;
}
