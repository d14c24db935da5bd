// SPDX-License-Identifier: MIT
// How soon each view of the page is painted and what is sent for it, from the program on this machine: the median of
// several times with an empty cache. Needs `make page && make`, and Chromium (CHROMIUM).
//
//     node bench/page_paint.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from '../web/node_modules/playwright-core/index.mjs';

const TIMES = 9;
const program = new URL('../build/boyi', import.meta.url).pathname;
const server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [address] = await once(createInterface(server.stdout), 'line');
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function measure(view) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await network.send('Network.enable');
    await page.goto(`${address}#/${view}`);
    await page.locator('.stage').waitFor();
    const [painted, ready] = await page.evaluate(
        '[performance.getEntriesByName("first-contentful-paint")[0].startTime, performance.now()]',
    );
    await context.close();
    return { painted, ready, bytes };
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

console.log('view      first paint ms  ready ms  kB sent');
for (const view of ['play', 'analyse', 'inside', 'problems', 'lab']) {
    const runs = [];
    for (let i = 0; i < TIMES; i++) runs.push(await measure(view));
    const [painted, ready, bytes] = ['painted', 'ready', 'bytes'].map((name) => median(runs.map((run) => run[name])));
    console.log(
        view.padEnd(9),
        painted.toFixed(0).padStart(14),
        ready.toFixed(0).padStart(9),
        (bytes / 1000).toFixed(0).padStart(8),
    );
}
await browser.close();
server.kill();
