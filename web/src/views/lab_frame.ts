// SPDX-License-Identifier: MIT
// A report within the page. It is a page by itself, without scripts; we only look how long it is.
import { h } from '../dom';

export function reportFrame(address: string, title: string): HTMLElement {
    const frame = h('iframe', {
        class: 'report-frame',
        src: address,
        title,
        sandbox: 'allow-same-origin',
        loading: 'lazy',
        height: 600,
    });
    const fit = (): void => {
        const page = frame.contentDocument?.documentElement;
        if (page && page.scrollHeight > 0) frame.height = String(page.scrollHeight + 2);
    };
    let width = 0;
    const watcher = new ResizeObserver(() => {
        if (!frame.isConnected) watcher.disconnect();
        else if (frame.clientWidth !== width) {
            width = frame.clientWidth;
            frame.height = '200'; // the length of a page is at least that of its frame
            fit();
        }
    });
    frame.addEventListener('load', () => {
        fit();
        watcher.observe(frame);
    });
    return frame;
}
