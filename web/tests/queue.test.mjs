// SPDX-License-Identifier: MIT
// A server that has one place to search, and more than one who wants it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
const skip = Boolean(process.env.BOYI_URL); // whose places are not known
before(async () => {
    if (!skip) stage = await openStage(['--workers', '1']);
});
after(() => stage?.close());

async function ask(method, path, client, body) {
    const response = await fetch(`${stage.server.url}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...(client ? { 'Boyi-Client': client } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.json();
}

/** A search of somebody else that takes the place until it is let go. */
async function occupy() {
    const { client } = await ask('POST', '/api/clients', null, {});
    const { id } = await ask('POST', '/api/searches', client, { game: 'xiangqi' });
    const ended = ask('GET', `/api/jobs/${id}?wait_ms=20000`, client).catch(() => undefined); // the server may end too
    return {
        async letGo() {
            await ask('DELETE', `/api/jobs/${id}`, client);
            await ended;
        },
    };
}

/** Both views in one browser: one analyses, in the other it is the engine's turn when `move` is called. */
async function openBoth(options) {
    const analyse = await stage.open('#/analyse?game=xiangqi', options);
    const play = await analyse.openTab('#/play?game=xiangqi&level=1');
    return {
        analyse,
        play,
        pause: (text) => analyse.page.locator('.engine-pause', { hasText: text }).waitFor(),
        lines: () => analyse.page.locator('.engine-lines .line-move').first().waitFor(),
        async move() {
            await play.square('h2').click();
            await play.square('e2').click();
        },
    };
}

test('an analysis makes way for a game, and goes on after it', { skip }, async () => {
    const at = await openBoth();
    await at.lines();
    const again = at.analyse.page.waitForRequest((request) => request.url().endsWith('/api/searches'));
    await at.move();
    await at.play.moveCount(2);
    assert.equal((await again).postDataJSON().yields, true);
    await at.lines();
    await at.analyse.page.waitForFunction('!document.querySelector(".engine-pause").textContent');
    await at.analyse.done();
});

test('what waits says so, and behind how many', { skip }, async () => {
    const at = await openBoth();
    await at.lines();
    const other = await occupy();
    await at.pause('The server is busy; this search is the next.');
    await at.lines(); // what it had found
    await at.move();
    await at.play.headline('Engine is waiting …');
    await at.play.page.locator('.subline', { hasText: 'this search is the next.' }).waitFor();
    await at.pause('The server is busy; 1 search before this one.');
    await other.letGo();
    await at.play.moveCount(2);
    await at.play.headline('Your move');
    assert.equal(await at.play.page.locator('.subline', { hasText: 'busy' }).count(), 0);
    await at.analyse.page.waitForFunction('!document.querySelector(".engine-pause").textContent');
    await at.analyse.done();
});

test('an analysis that has not begun yet waits in words, not in a start without end', { skip }, async () => {
    const other = await occupy();
    const at = await stage.open('#/analyse?game=xiangqi');
    await at.page.locator('.engine-pause', { hasText: 'this search is the next.' }).waitFor();
    assert.equal(await at.page.locator('.engine-lines').innerText(), '');
    await other.letGo();
    await at.page.locator('.engine-lines .line-move').first().waitFor();
    await at.done();
});

test('a hint that waits says so', { skip }, async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1');
    const other = await occupy();
    await at.button('Hint').click();
    await at.page.locator('.subline', { hasText: 'this search is the next.' }).waitFor();
    await at.headline('Your move');
    await other.letGo();
    await at.page.locator('.hint-arrow').waitFor();
    assert.equal(await at.page.locator('.subline', { hasText: 'busy' }).count(), 0);
    await at.done();
});

const BROKEN = ['ERR_', 'status of 404'];

test('an analysis that waits when the server ends goes on with the next one', { skip }, async () => {
    await occupy();
    const at = await stage.open('#/analyse?game=xiangqi', { provoked: BROKEN });
    const pause = at.page.locator('.engine-pause');
    await pause.filter({ hasText: 'this search is the next.' }).waitFor();
    await stage.server.close();
    await pause.filter({ hasText: 'The server does not answer' }).waitFor();
    await stage.server.start();
    await at.page.locator('.engine-lines .line-move').first().waitFor();
    assert.equal(await pause.textContent(), '');
    await at.done();
});

test('a move that waits when the server ends comes from the next one', { skip }, async () => {
    await occupy();
    const at = await stage.open('#/play?game=xiangqi&level=0', { provoked: BROKEN });
    await at.square('h2').click();
    await at.square('e2').click();
    await at.headline('Engine is waiting …');
    await stage.server.close();
    await at.page.locator('.problem', { hasText: 'The server does not answer' }).waitFor();
    assert.equal(await at.page.getByText('busy').count(), 0);
    await stage.server.start();
    await at.moveCount(2);
    await at.headline('Your move');
    await at.done();
});

test('a hint that waits when the server ends comes from the next one', { skip }, async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1', { provoked: BROKEN });
    await occupy();
    await at.button('Hint').click();
    await at.page.locator('.subline', { hasText: 'this search is the next.' }).waitFor();
    await stage.server.close();
    await at.page.locator('.problem', { hasText: 'The server does not answer' }).waitFor();
    assert.equal(await at.page.getByText('busy').count(), 0);
    await stage.server.start();
    await at.page.locator('.hint-arrow').waitFor();
    assert.equal(await at.page.locator('.problem:visible').count(), 0);
    await at.done();
});

test('a search that was ended before it began, and not by this page, is asked for anew', { skip }, async () => {
    const other = await occupy();
    const asked = [];
    const at = await stage.open('#/analyse?game=xiangqi', {
        prepare: (page) =>
            page.on('response', (response) => response.url().endsWith('/api/searches') && asked.push(response)),
    });
    await at.page.locator('.engine-pause', { hasText: 'this search is the next.' }).waitFor();
    const { id } = await asked[0].json();
    await ask('DELETE', `/api/jobs/${id}`, asked[0].request().headers()['boyi-client']).catch(() => undefined);
    await other.letGo();
    await at.page.locator('.engine-lines .line-move').first().waitFor();
    assert.equal(asked.length, 2);
    await at.done();
});

const BUSY = 'The server is busy; this search is the next.';

/** Waits in one view, leaves it, and goes on: `ask` begins, `shown` is where the pause appears, `done` the result. */
async function waitsAndGoesOn(at, ask, shown, done) {
    const other = await occupy();
    try {
        await ask();
        await at.page.locator(shown, { hasText: BUSY }).waitFor();
    } finally {
        await other.letGo();
    }
    await at.page.locator(done).first().waitFor();
    assert.equal(await at.page.getByText(BUSY).count(), 0);
    await at.done();
}

test('a recording that waits says so', { skip }, async () => {
    const at = await stage.open('#/inside?example=oi-wiki', { waitFor: '.inside .tree-node, .inside .pane' });
    await waitsAndGoesOn(
        at,
        () => at.page.getByLabel('Example').selectOption('tictactoe'),
        '.inside-status',
        '.inside[aria-busy=false]',
    );
});

test('the solver that waits says so, in a problem and in one of our own', { skip }, async () => {
    const solve = await stage.open('#/problems?id=t018');
    await waitsAndGoesOn(solve, () => solve.button('Show the solution').click(), '.problem-view .pause', '.status.steps');
    const own = await stage.open('#/problems?own=go');
    await waitsAndGoesOn(own, () => own.button('Ask the solver').click(), '.problem-view .pause', '.own-answer .headline');
});

test('an experiment that waits says so', { skip }, async () => {
    const at = await stage.open('#/lab', { waitFor: '.lab-form' });
    await waitsAndGoesOn(
        at,
        () => at.page.getByRole('button', { name: /^Minimax and alpha-beta/ }).click(),
        '.lab-status',
        '.lab-result[data-state=done]',
    );
});

test('a review that waits says so', { skip }, async () => {
    const at = await stage.open('#/analyse?game=xiangqi&moves=h2e2+h9g7', {
        init: () => localStorage.setItem('boyi.analyse.engine', 'off'),
    });
    await waitsAndGoesOn(at, () => at.button('Review').click(), '.review .pause', '.review .fault-count');
});

test('in Chinese, at 360 px, without a serious fault', { skip }, async () => {
    const at = await openBoth({ locale: 'zh', viewport: { width: 360, height: 740 } });
    await at.lines();
    const other = await occupy();
    await at.move();
    await at.play.headline('正在等候');
    await at.pause('服务器正忙，前面还有 1 次搜索。');
    for (const { page } of [at.analyse, at.play]) {
        const [content, window] = await widthOf(page);
        assert.ok(content <= window);
        assert.deepEqual(await seriousFaults(page), []);
    }
    await other.letGo();
    await at.play.moveCount(2);
    await at.analyse.done();
});
