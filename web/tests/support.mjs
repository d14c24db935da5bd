// SPDX-License-Identifier: MIT
// A browser and pages that fail a test on any error in the console and on any request beyond their own server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WAIT_MS = Number(process.env.WAIT_MS ?? 20000); // the machine may be busy

/** `boyi serve`, whose first line is its address; port 0 is one that is free. */
async function spawnServer(port, settings) {
    const program = process.env.BOYI ?? new URL('../../build/boyi', import.meta.url).pathname;
    const server = spawn(program, ['serve', '--port', String(port), ...settings], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(server.stdout), 'line');
    return {
        url: line.replace(/\/$/, ''),
        async close() {
            await this.end('SIGTERM');
        },
        async end(signal) {
            server.kill(signal);
            await once(server, 'exit');
        },
    };
}

async function startServer(settings) {
    let server = await spawnServer(0, settings);
    const { url } = server;
    return {
        url,
        close: () => server.close(),
        /** Ends it without a word to anybody. */
        kill: () => server.end('SIGKILL'),
        /** Restarts it at the same address: it knows no client any more. */
        async start() {
            server = await spawnServer(new URL(url).port, settings);
        },
        async restart() {
            await server.close();
            await this.start();
        },
    };
}

/** The server under test: that of BOYI_URL, which the tests cannot restart, else one of our own. */
async function openServer(settings) {
    if (process.env.BOYI_URL) return { url: process.env.BOYI_URL, close: async () => undefined };
    return startServer(settings);
}

/** `settings`: of a server of our own, such as ['--workers', '1']. */
export async function openStage(settings = []) {
    const server = await openServer(settings);
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    return {
        server,
        browser,
        open: (hash, options) => openPage(browser, server, hash, options),
        async close() {
            await browser.close();
            await server.close();
        },
    };
}

/** Opens the page in a context of its own, so that nothing is remembered from another test. `provoked`: words of
 *  messages in the console that the test brings about, such as a browser's on an answer of status 422. `prepare` gets
 *  the page before it loads anything. */
async function openPage(browser, server, hash, settings = {}) {
    const { provoked = [], waitFor = '[data-square]', init, prepare, ...options } = settings;
    const context = await browser.newContext({
        viewport: { width: 1200, height: 800 },
        locale: 'en',
        reducedMotion: 'reduce',
        ...options,
    });
    if (init) await context.addInitScript(init);
    const faults = [];
    const openTab = async (address) => {
        const page = await context.newPage();
        page.setDefaultTimeout(WAIT_MS);
        watch(page, server, provoked, faults);
        await prepare?.(page);
        await page.goto(`${server.url}/${address}`);
        await page.locator(waitFor).first().waitFor();
        return toolsOf(page);
    };
    return {
        ...(await openTab(hash)),
        /** Another tab of the same browser. */
        openTab,
        async done() {
            await context.close();
            assert.deepEqual(faults, []);
        },
    };
}

function watch(page, server, provoked, faults) {
    page.on('console', (message) => {
        const isProvoked = provoked.some((words) => message.text().includes(words));
        if ((message.type() === 'error' || message.type() === 'warning') && !isProvoked)
            faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
        if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
            faults.push(`request: ${request.url()}`);
    });
}

function toolsOf(page) {
    return {
        page,
        square: (name) => page.locator(`[data-square="${name}"]`),
        button: (name) => page.getByRole('button', { name, exact: true }),
        headline: (text) => page.locator('.headline', { hasText: text }).waitFor(),
        /** Until the next move can be made, or the game is over. */
        settled: () => page.locator('.play[aria-busy=false]').waitFor(),
        async moves() {
            return page.locator('.move').allTextContents();
        },
        async moveCount(count) {
            await page
                .locator('.move')
                .nth(count - 1)
                .waitFor();
        },
    };
}

/** The problems that axe-core calls serious or critical. Evaluated, since the policy forbids a script element. */
export async function seriousFaults(page) {
    await page.evaluate(AXE);
    const found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
    return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
            ({ id, nodes }) =>
                `${id}: ${nodes
                    .slice(0, 3)
                    .map(({ target, failureSummary }) => `${target} ${failureSummary}`)
                    .join('; ')}`,
        );
}

export async function widthOf(page) {
    return page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]');
}
