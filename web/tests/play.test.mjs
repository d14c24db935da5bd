// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

/** Plays by mouse until the game is over: each time the first square of `wanted` that is still free. */
async function playByMouse(at, wanted) {
    for (const name of wanted) {
        if (await at.page.locator('.status.over').count()) break;
        if (!/may be played/.test(await at.square(name).getAttribute('aria-label'))) continue;
        await at.square(name).click();
        await at.settled();
    }
    await at.page.locator('.status.over').waitFor();
}

test('tic-tac-toe is played to its end by mouse', async () => {
    const at = await stage.open('#/play?game=tictactoe&level=4');
    await playByMouse(at, ['2,2', '1,1', '3,1', '2,1', '1,2', '3,2', '1,3', '2,3', '3,3']);
    assert.match(await at.page.locator('.headline').textContent(), /You lose|A draw/);
    assert.match(await at.page.locator('.subline').textContent(), /game is over/);
    await at.button('Play again').click();
    await at.headline('Your move');
    assert.deepEqual(await at.moves(), []);
    await at.done();
});

test('tic-tac-toe is played to its end by keyboard alone', async () => {
    const at = await stage.open('#/play?game=tictactoe&side=both');
    const { keyboard } = at.page;
    await at.square('2,1').focus();
    for (const keys of [['ArrowUp'], ['ArrowLeft'], ['PageUp', 'End'], ['PageDown', 'Home'], ['ArrowUp', 'ArrowUp']]) {
        const before = (await at.moves()).length;
        for (const key of keys) await keyboard.press(key);
        await keyboard.press('Enter');
        await at.moveCount(before + 1);
    }
    assert.deepEqual(await at.moves(), ['4', '3', '2', '6', '0']);
    await keyboard.press('End'); // taken already, so nothing happens
    await keyboard.press('Enter');
    await keyboard.press('ArrowLeft');
    await keyboard.press(' ');
    await at.moveCount(6);
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter'); // the diagonal is complete
    await at.moveCount(7);
    assert.equal(await at.page.evaluate('document.activeElement.dataset.square'), '3,1');
    await at.headline('X wins');
    await at.done();
});

test('connect four is played to its end: any square of a column stands for it', async () => {
    const at = await stage.open('#/play?game=connect4&side=both');
    for (const [i, name] of ['d6', 'e6', 'd4', 'e1', 'd2', 'e5', 'd1'].entries()) {
        await at.square(name).click();
        await at.moveCount(i + 1);
    }
    await at.headline('Red wins');
    assert.match(await at.page.locator('.subline').textContent(), /^Red has 4 in a row/);
    assert.equal(await at.page.locator('.mark-line').count(), 4);
    assert.deepEqual(await at.moves(), ['d', 'e', 'd', 'e', 'd', 'e', 'd']);
    await at.done();
});

test('connect four against the engine comes to an end', async () => {
    const at = await stage.open('#/play?game=connect4&level=3');
    const columns = ['d', 'c', 'e', 'b', 'f', 'a', 'g'];
    await playByMouse(
        at,
        Array.from({ length: 60 }, (_, i) => `${columns[i % 7]}6`),
    );
    await at.done();
});

test('Go on 5x5 is played to its end: stones are taken, two passes end it', async () => {
    const at = await stage.open('#/play?game=go&settings=size=5&side=both');
    for (const [i, name] of ['B1', 'A1', 'A2', 'C3'].entries()) {
        // A2 takes A1
        await at.square(name).click();
        await at.moveCount(i + 1);
    }
    assert.match(await at.square('A1').getAttribute('aria-label'), /empty/);
    assert.match(await at.page.locator('.captures[role=img]').getAttribute('aria-label'), /1 stone/);
    await at.button('Pass').click();
    await at.moveCount(5);
    await at.button('Pass').click();
    await at.moveCount(6);
    await at.headline('White wins');
    await at.done();
});

test('Go on 5x5 against the engine', async () => {
    const at = await stage.open('#/play?game=go&settings=size=5&level=1');
    await at.square('C3').click();
    await at.moveCount(2);
    await at.headline('Your move');
    for (let i = 0; i < 40 && !(await at.page.locator('.status.over').count()); i++) {
        await at.button('Pass').click();
        await at.settled();
    }
    await at.page.locator('.status.over').waitFor();
    assert.match(await at.page.locator('.subline').textContent(), /[BW]\+/);
    await at.done();
});

test('xiangqi by clicks: targets, the engine answers, undo takes both moves back, redo brings them', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1');
    await at.square('h2').click();
    assert.equal(await at.page.locator('.mark-dot').count(), 11);
    assert.equal(await at.page.locator('.mark-capture').count(), 1);
    await at.square('e2').click();
    await at.moveCount(2);
    await at.headline('Your move');
    const [first, second] = await at.moves();
    assert.equal(first, 'h2e2');
    assert.equal(await at.page.locator('.mark-to').count(), 1);
    await at.button('Undo').click();
    await at.page.locator('.moves .empty').waitFor();
    await at.button('Redo').click();
    await at.moveCount(2);
    assert.deepEqual(await at.moves(), [first, second]);
    await at.done();
});

test('xiangqi by drag; a drag beside the board lets go', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    const middle = async (name) => {
        const box = await at.square(name).locator('.hit').boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const drag = async (from, to) => {
        await at.page.mouse.move(...from);
        await at.page.mouse.down();
        await at.page.mouse.move(...to, { steps: 6 });
        await at.page.mouse.up();
    };
    await drag(await middle('b2'), [5, 400]);
    await drag(await middle('b2'), await middle('b3')); // a legal move
    await at.moveCount(1);
    await drag(await middle('a6'), await middle('c5')); // no move of a pawn
    await drag(await middle('a6'), await middle('a5'));
    await at.moveCount(2);
    assert.deepEqual(await at.moves(), ['b2b3', 'a6a5']);
    await at.done();
});

test('xiangqi by keyboard, also on a turned board; labels tell what stands and what may be done', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    const { keyboard } = at.page;
    await at.square('e3').focus();
    assert.equal(await at.square('e3').getAttribute('aria-label'), 'e3, Red pawn, may move');
    await keyboard.press('Enter');
    await keyboard.press('ArrowUp');
    assert.equal(await at.square('e4').getAttribute('aria-label'), 'e4, empty, may be moved to');
    await keyboard.press('Enter');
    await at.moveCount(1);
    await at.button('Flip').click();
    await at.square('e6').focus();
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    assert.equal(await at.page.locator('.mark-dot').count(), 0);
    await keyboard.press(' ');
    await keyboard.press('ArrowUp'); // towards red, who sits on top now
    await keyboard.press('Enter');
    await at.moveCount(2);
    assert.deepEqual(await at.moves(), ['e3e4', 'e6e5']);
    await at.done();
});

test('check is shown, and mate ends the game with its reason', async () => {
    const start = '4k4/R8/9/9/9/9/9/9/8R/3K5 w';
    const at = await stage.open(`#/play?game=xiangqi&side=both&start=${encodeURIComponent(start)}`);
    await at.square('i1').click();
    await at.square('i9').click();
    await at.headline('Red wins');
    assert.equal(await at.page.locator('.mark-check').count(), 1);
    assert.match(await at.page.locator('.subline').textContent(), /mate/);
    await at.done();
});

test('a hint is drawn, and is gone after the move', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    await at.button('Hint').click();
    await at.page.locator('.hint-arrow').waitFor();
    assert.match(await at.page.locator('.figures').textContent(), /Positions/);
    await at.square('e3').click();
    await at.square('e4').click();
    await at.moveCount(1);
    assert.equal(await at.page.locator('.hint-arrow').count(), 0);
    await at.done();
});

test('resigning ends the game; undo goes on with it', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1');
    await at.button('Resign').click();
    await at.headline('You lose');
    await at.button('Undo').click();
    await at.headline('Your move');
    await at.done();
});

test('one may resign while the engine thinks: its search ends, and no move comes any more', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=first');
    await at.button('New game').click();
    const dialog = at.page.getByRole('dialog', { name: 'New game' });
    await dialog.getByLabel('Level').fill('11'); // full strength
    await dialog.getByLabel('Seconds per move').fill('30');
    await dialog.getByRole('button', { name: 'Start the game' }).click();
    await at.square('h2').click();
    await at.square('e2').click();
    await at.page.locator('.status.thinking').waitFor();
    await at.page.locator('.figures').waitFor();
    const ended = at.page.waitForRequest((request) => request.method() === 'DELETE');
    await at.button('Resign').click();
    await ended;
    await at.headline('You lose');
    assert.match(await at.page.locator('.subline').textContent(), /Red resigned/);
    assert.deepEqual(await at.moves(), ['h2e2']);
    assert.ok(await at.button('Resign').isDisabled());
    await at.page.reload();
    await at.headline('You lose');
    await at.done();
});

test('the second side: the board is turned and the engine begins', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1&side=second');
    await at.moveCount(1);
    await at.headline('Your move');
    const top = await at.square('e0').boundingBox();
    const bottom = await at.square('e9').boundingBox();
    assert.ok(top.y < bottom.y);
    await at.done();
});

test('a new game from the dialog: game, rules, level, clock, method and its options', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1');
    await at.button('New game').click();
    const dialog = at.page.getByRole('dialog', { name: 'New game' });
    await dialog.getByRole('radio', { name: 'Go' }).check();
    await dialog.locator('summary', { hasText: 'Rules' }).click();
    await dialog.getByLabel('Board size').fill('7');
    await dialog.getByLabel('Clock').selectOption({ label: '10 min + 5 s per move' });
    await dialog.locator('summary', { hasText: /^Method$/ }).click();
    await dialog.getByRole('combobox', { name: 'Method' }).selectOption('alphabeta');
    await dialog.locator('summary', { hasText: 'Options of the method' }).click();
    assert.ok((await dialog.locator('.option').count()) > 40);
    await dialog.getByLabel('pvs', { exact: true }).uncheck();
    const sent = at.page.waitForRequest((request) => request.url().endsWith('/api/searches'));
    await dialog.getByRole('button', { name: 'Start the game' }).click();
    await at.square('G7').waitFor();
    await at.square('D4').click();
    const body = (await sent).postDataJSON();
    assert.equal(body.method, 'alphabeta');
    assert.deepEqual(body.options, { pvs: 'off' });
    assert.deepEqual(body.settings, { size: '7' });
    await at.moveCount(2);
    assert.equal(await at.page.locator('.clock').count(), 2);
    await at.done();
});

test('full strength: by time with all threads, and by the clock where there is one', async () => {
    const at = await stage.open('#/play?game=tictactoe&level=0');
    const search = () => at.page.waitForRequest((request) => request.url().endsWith('/api/searches'));
    const byTime = search();
    await at.square('2,2').click();
    const timed = (await byTime).postDataJSON();
    assert.equal(timed.time_ms, 2000);
    assert.ok(Number(timed.options.threads) > 1);
    assert.equal(timed.level, undefined);
    await at.settled();
    await at.button('New game').click();
    await at.page.getByRole('dialog').getByLabel('Clock').selectOption({ label: '10 min + 5 s per move' });
    await at.button('Start the game').click();
    await at.page.locator('.move').first().waitFor({ state: 'detached' }); // those of the game before
    await at.settled();
    const byClock = search();
    await at.square('2,2').click();
    const clocked = (await byClock).postDataJSON();
    assert.notEqual(clocked.clock_ms[0], 600000); // the first has moved, the second not yet
    assert.equal(clocked.clock_ms[1], 600000);
    assert.equal(clocked.increment_ms, 5000);
    assert.equal(clocked.time_ms, undefined);
    await at.done();
});

test('moves are taken back after a reload as before it, whichever side one has', async () => {
    for (const [side, given] of [
        ['first', 0],
        ['second', 1],
    ]) {
        const at = await stage.open(`#/play?game=tictactoe&level=1&side=${side}`);
        const listed = (count) =>
            at.page.waitForFunction((n) => document.querySelectorAll('.move').length === n, count);
        for (const before of [given, given + 2]) {
            await listed(before);
            await at.settled();
            await at.page.locator('[data-square][aria-label*="empty"]').first().click();
        }
        await listed(given + 4);
        await at.settled();
        const moves = await at.moves();
        await at.page.reload();
        await listed(given + 4);
        await at.settled();
        await at.button('Undo').click();
        await listed(given + 2);
        await at.settled();
        assert.deepEqual(await at.moves(), moves.slice(0, -2), side);
        await at.done();
    }
});

test('a game that the second side begins has its moves at their places after a reload', async () => {
    const start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b';
    const at = await stage.open(`#/play?game=xiangqi&side=both&start=${encodeURIComponent(start)}`);
    await at.square('b9').click();
    await at.square('c7').click();
    await at.moveCount(1);
    await at.settled();
    await at.page.reload();
    await at.moveCount(1);
    assert.equal(await at.page.locator('.no-move').count(), 1);
    await at.done();
});

test('a method that goes to its end at once plays what it has found, also where its time is too short', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=0&method=minimax&side=second');
    await at.moveCount(1);
    assert.notDeepEqual(await at.moves(), ['e0e1']); // the first that there is
    assert.match(await at.page.locator('.thoughts').textContent(), /Depth3/);
    await at.done();
});

test('full strength with a method of one thread', async () => {
    const at = await stage.open('#/play?game=tictactoe&level=0&method=minimax');
    await at.square('2,2').click();
    await at.moveCount(2);
    await at.done();
});

test('a start position by text; one that cannot be is refused with its reason, and no word in the console', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    await at.button('New game').click();
    const dialog = at.page.getByRole('dialog', { name: 'New game' });
    await dialog.getByLabel('Start position').fill('4k4/9/9/9/9/9/9/9/9/4K4 w');
    await dialog.getByRole('button', { name: 'Start the game' }).click();
    await dialog.locator('.problem', { hasText: 'kings face each other' }).waitFor();
    await dialog.getByLabel('Start position').fill('h2e2 h9g7');
    await dialog.getByRole('button', { name: 'Start the game' }).click();
    await dialog.locator('.problem', { hasText: 'a record of moves, and no position' }).waitFor();
    await dialog.getByLabel('Start position').fill('4k4/9/9/9/9/9/9/9/R8/3K5 w');
    await dialog.getByRole('button', { name: 'Start the game' }).click();
    await at.page.locator('[data-square=a1][aria-label*="Red rook"]').waitFor();
    await at.done();
});

test('a position set up by hand: refused with the reason while it cannot be, then played', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    await at.button('Set up').click();
    await at.button('Clear').click();
    await at.page.locator('.verdict.bad', { hasText: 'no king' }).waitFor();
    assert.ok(await at.button('Play from here').isDisabled());
    await at.square('d0').click();
    await at.page.getByRole('radio', { name: 'Black king' }).check({ force: true });
    await at.square('e9').click();
    await at.page.getByRole('radio', { name: 'Red rook' }).check({ force: true });
    await at.square('e9').click(); // over the king ...
    await at.page.locator('.verdict.bad', { hasText: 'no king' }).waitFor();
    await at.page.getByRole('radio', { name: 'Black king' }).check({ force: true });
    await at.square('e9').click();
    await at.page.getByRole('radio', { name: 'Red rook' }).check({ force: true });
    await at.square('a0').click();
    await at.page.locator('.verdict:not(.bad)', { hasText: 'can be played' }).waitFor();
    await at.button('Play from here').click();
    await at.square('a0').click();
    await at.square('a9').click();
    await at.moveCount(1);
    assert.deepEqual(await at.moves(), ['a0a9']);
    await at.page.locator('.check', { hasText: 'check' }).waitFor();
    await at.done();
});

test('the language changes in the middle of a game, and the game stays', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    await at.square('h2').click();
    await at.square('e2').click();
    await at.moveCount(1);
    await at.button('中文').click();
    await at.page.locator('.move', { hasText: '炮二平五' }).waitFor();
    assert.equal(await at.page.locator('html').getAttribute('lang'), 'zh-Hans');
    await at.button('悔棋').waitFor();
    assert.match(await at.square('e2').getAttribute('aria-label'), /红方炮/);
    await at.button('English').click();
    await at.button('Undo').waitFor();
    assert.equal((await at.moves()).length, 1);
    await at.done();
});

test('Chinese and Western pieces', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    assert.equal(await at.page.locator('.board .glyph').count(), 32);
    await at.page.getByLabel('Pieces').selectOption('western');
    assert.equal(await at.page.locator('.board .glyph').count(), 0);
    await at.done();
});

test('a visit later goes on with the game', async () => {
    const at = await stage.open('#/play?game=tictactoe&side=both');
    await at.square('2,2').click();
    await at.moveCount(1);
    await at.page.reload();
    await at.moveCount(1);
    await at.square('2,2').waitFor();
    assert.match(await at.square('2,2').getAttribute('aria-label'), /^column 2, row 2, X stone/);
    await at.done();
});

test('clocks run for the side to move, and the flag ends the game', async () => {
    const at = await stage.open('#/play?game=tictactoe&side=both');
    await at.page.clock.install();
    await at.button('New game').click();
    const dialog = at.page.getByRole('dialog', { name: 'New game' });
    await dialog.getByLabel('Clock').selectOption({ label: '3 min + 2 s per move' });
    await dialog.getByRole('button', { name: 'Start the game' }).click();
    await at.page.locator('.clock.running').waitFor();
    await at.page.clock.runFor(60000);
    assert.equal(await at.page.locator('.clock.running').textContent(), '2:00');
    await at.square('2,2').click();
    await at.moveCount(1);
    assert.deepEqual(await at.page.locator('.clock').allTextContents(), ['3:00', '2:02']);
    await at.page.clock.runFor(181000);
    await at.headline('X wins');
    assert.match(await at.page.locator('.subline').textContent(), /O ran out of time/);
    await at.done();
});

const BROKEN = ['ERR_', 'status of 404'];

test('a page that is left while the engine thinks ends its search, before the server misses it', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=0');
    await at.page.route('**/api/searches', (route) =>
        route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), time_ms: 60000 }) }),
    );
    const asked = at.page.waitForResponse((response) => response.url().endsWith('/api/searches'));
    await at.square('h2').click();
    await at.square('e2').click();
    const response = await asked;
    const { id } = await response.json();
    await at.page.locator('.thoughts .variation').waitFor();
    await at.page.goto('about:blank');
    // By itself the server would wait for five seconds.
    const reply = await fetch(`${stage.server.url}/api/jobs/${id}?wait_ms=3000`, {
        headers: { 'Boyi-Client': response.request().headers()['boyi-client'] },
    });
    assert.equal((await reply.json()).state, 'stopped');
    await at.done();
});

test('what the engine thinks, and its hint, have the notation that is chosen', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1');
    const line = at.page.locator('.thoughts .variation');
    const notation = at.page.getByLabel('Notation');
    await notation.selectOption('wxf');
    await at.square('h2').click();
    await at.square('e2').click();
    await at.moveCount(2);
    await at.settled();
    assert.match(await line.textContent(), /^[KAEHRCP+-][1-9+-][.+-][1-9]/);
    assert.match(await at.page.locator('.unseen[role=status]').textContent(), /[KAEHRCP+-][1-9+-][.+-][1-9]/);
    await notation.selectOption('chinese');
    await line.filter({ hasText: /^[\u4e00-\u9fff１-９]{4}/ }).waitFor();
    await at.button('Hint').click();
    await at.page.locator('.unseen[role=status]', { hasText: /[\u4e00-\u9fff]{4}/ }).waitFor();
    assert.match(await line.textContent(), /^[\u4e00-\u9fff１-９]{4}/);
    await at.button('中文').click();
    await at.page.getByLabel('记谱').selectOption('coordinates');
    await line.filter({ hasText: /^[a-i]\d[a-i]\d/ }).waitFor();
    await at.done();
});

test('the server is started anew, also while it thinks: the game goes on', async (t) => {
    if (!stage.server.restart) return t.skip('the server is not ours');
    const at = await stage.open('#/play?game=xiangqi&level=0', { provoked: BROKEN });
    await at.square('h2').click();
    await at.square('e2').click();
    await at.moveCount(2);
    await at.settled();
    await stage.server.restart();
    await at.square('h0').click();
    await at.square('g2').click();
    await at.moveCount(4);
    await at.settled();
    const begun = at.page.waitForResponse((response) => response.url().endsWith('/api/searches'));
    await at.square('e3').click();
    await at.square('e4').click();
    await begun;
    await stage.server.restart();
    await at.moveCount(6);
    await at.done();
});

test('a hint after the server was started anew comes as ever', async (t) => {
    if (!stage.server.restart) return t.skip('the server is not ours');
    const at = await stage.open('#/play?game=xiangqi&level=1', { provoked: BROKEN });
    for (let i = 0; i < 3; i++) {
        await at.button('Hint').click();
        await at.page.locator('.hint-arrow').waitFor();
        await at.square('e3').click(); // a move, and back: the hint is gone
        await at.square('e4').click();
        await at.moveCount(2);
        await at.settled();
        await at.button('Undo').click();
        await at.settled();
        await at.page.locator('.hint-arrow').waitFor({ state: 'detached' });
        await stage.server.restart();
    }
    await at.done();
});

test('a hint that was lost twice is asked for again by the button', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1', { provoked: ['status of 404'] });
    const refuse = (route) => route.fulfill({ status: 404, json: { error: { message: 'no such client' } } });
    await at.page.route('**/api/events*', refuse);
    await at.button('Hint').click();
    await at.page.locator('.problem', { hasText: 'The server was restarted' }).waitFor();
    await at.headline('Your move');
    await at.page.unroute('**/api/events*', refuse);
    await at.button('Try again').click();
    await at.page.locator('.hint-arrow').waitFor();
    assert.equal(await at.page.locator('.problem:visible').count(), 0);
    await at.done();
});

test('a server that dies while the engine thinks: the game is paused, and goes on when it is back', async (t) => {
    if (!stage.server.kill) return t.skip('the server is not ours');
    const at = await stage.open('#/play?game=xiangqi&level=0', { provoked: BROKEN });
    const begun = at.page.waitForResponse((response) => response.url().endsWith('/api/searches'));
    await at.square('h2').click();
    await at.square('e2').click();
    await begun;
    await stage.server.kill();
    await at.page.locator('.problem', { hasText: 'does not answer' }).waitFor();
    await at.headline('The game is paused');
    await stage.server.start();
    await at.moveCount(2);
    await at.headline('Your move');
    assert.equal(await at.page.locator('.problem:visible').count(), 0);
    await at.done();
});

test('a server that goes away while the engine thinks: the game is paused, and goes on when it is back', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=1', { provoked: ['ERR_FAILED'] });
    const away = (route) => route.abort();
    await at.page.route('**/api/searches', async (route) => {
        await at.page.route('**/api/position', away); // it is away when the move has come
        await route.continue();
    });
    await at.square('h2').click();
    await at.square('e2').click();
    await at.page.locator('.problem', { hasText: 'does not answer' }).waitFor();
    await at.headline('The game is paused');
    await at.page.route('**/api/searches', away);
    await at.page.unroute('**/api/position', away);
    await at.headline('Your move'); // by itself
    assert.equal(await at.page.locator('.problem:visible').count(), 0);
    const refused = at.page.waitForEvent('requestfailed');
    await at.square('h0').click();
    await at.square('g2').click();
    await refused;
    await at.headline('The game is paused');
    const box = await at.page.locator('.problem p').elementHandle();
    await at.page.waitForEvent('requestfailed'); // it is asked again
    assert.ok(await box.evaluate((element) => element.isConnected && element.checkVisibility())); // and not told again
    await at.page.unroute('**/api/searches');
    await at.moveCount(4);
    await at.headline('Your move');
    assert.equal(await at.page.locator('.problem:visible').count(), 0);
    await at.done();
});

test('what a broken stream has not told is asked for', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=0', { provoked: BROKEN });
    const isSearch = (message) => message.url().endsWith('/api/searches');
    const begun = at.page.waitForResponse(isSearch);
    await at.square('h2').click();
    await at.square('e2').click();
    const client = (await begun).request().headers()['boyi-client'];
    const other = new AbortController(); // a second stream of a client ends its first
    await fetch(`${stage.server.url}/api/events?client=${client}`, { signal: other.signal });
    other.abort();
    await at.moveCount(2);
    await at.done();
});

test('a server that does not answer is told, and asked again', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both', { provoked: ['ERR_INTERNET_DISCONNECTED'] });
    await at.page.context().setOffline(true);
    await at.square('h2').click();
    await at.square('e2').click();
    await at.page.locator('.problem', { hasText: 'does not answer' }).waitFor();
    await at.page.context().setOffline(false);
    await at.button('Try again').click();
    await at.headline('Black to move');
    assert.deepEqual(await at.moves(), ['h2e2']);
    await at.done();
});

test('a finger plays too', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both', {
        hasTouch: true,
        viewport: { width: 390, height: 844 },
    });
    await at.square('h2').tap();
    await at.square('e2').tap();
    await at.moveCount(1);
    assert.deepEqual(await at.moves(), ['h2e2']);
    await at.done();
});

test('the tree that a screen reader sees has the grid, its rows and cells', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    const session = await at.page.context().newCDPSession(at.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const count = (role) => nodes.filter((node) => !node.ignored && node.role?.value === role).length;
    assert.equal(count('grid'), 1);
    assert.equal(count('row'), 10);
    assert.equal(count('gridcell'), 90);
    const names = nodes.filter((node) => node.role?.value === 'gridcell').map((node) => node.name.value);
    assert.ok(names.includes('e0, Red king, may move'));
    await at.done();
});

test('a click while the answer is on its way makes no second move', async () => {
    const at = await stage.open('#/play?game=connect4&side=both');
    await at.page.evaluate(() => {
        const cell = document.querySelector('[data-square=d1]');
        const { x, y, width, height } = cell.getBoundingClientRect();
        for (let i = 0; i < 3; i++)
            for (const type of ['pointerdown', 'pointerup'])
                cell.dispatchEvent(
                    new PointerEvent(type, { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 }),
                );
    });
    await at.settled();
    await at.moveCount(1);
    assert.deepEqual(await at.moves(), ['d']);
    await at.done();
});

test('the language changes while clocks run: the flag still falls', async () => {
    const at = await stage.open('#/play?game=tictactoe&side=both');
    await at.page.clock.install();
    await at.button('New game').click();
    await at.page.getByRole('dialog').getByLabel('Clock').selectOption({ label: '3 min + 2 s per move' });
    await at.button('Start the game').click();
    await at.page.locator('.clock.running').waitFor();
    await at.button('中文').click();
    await at.page.locator('.clock.running').waitFor();
    await at.page.clock.runFor(181000);
    await at.headline('O胜');
    await at.done();
});

test('two tabs play at the same time', async () => {
    const tabs = await Promise.all([1, 2].map(() => stage.open('#/play?game=xiangqi&level=2')));
    await Promise.all(
        tabs.map(async (at) => {
            await at.square('h2').click();
            await at.square('e2').click();
            await at.moveCount(2);
        }),
    );
    for (const at of tabs) await at.done();
});

test('each tab keeps its own game; a new one begins with the last', async () => {
    const first = await stage.open('#/play?game=tictactoe&side=both');
    await first.square('2,2').click();
    await first.moveCount(1);
    await first.settled();
    const second = await first.openTab('#/play');
    await second.moveCount(1);
    await second.square('1,1').click();
    await second.moveCount(2);
    await second.settled();
    await first.page.reload();
    await first.moveCount(1);
    await first.settled();
    assert.deepEqual(await first.moves(), ['4']);
    await second.page.reload();
    await second.moveCount(2);
    assert.deepEqual(await second.moves(), ['4', '6']);
    await first.done();
});

for (const game of ['xiangqi', 'go', 'connect4', 'tictactoe'])
    for (const colorScheme of ['light', 'dark'])
        test(`${game}, ${colorScheme}: axe-core finds no serious fault, 360 px are wide enough`, async () => {
            const at = await stage.open(`#/play?game=${game}&side=both`, { colorScheme });
            assert.deepEqual(await seriousFaults(at.page), []);
            await at.page.setViewportSize({ width: 360, height: 740 });
            const [wide, seen] = await widthOf(at.page);
            assert.ok(wide <= seen, `${wide} px in ${seen} px`);
            await at.button('New game').click();
            assert.deepEqual(await seriousFaults(at.page), []);
            await at.button('Close').click();
            await at.button('Set up').click();
            await at.page.locator('.editor .verdict').waitFor();
            assert.deepEqual(await seriousFaults(at.page), []);
            const [wideInEditor] = await widthOf(at.page);
            assert.ok(wideInEditor <= seen);
            await at.done();
        });

test('a move is answered whenever the stream has just been closed', async () => {
    const at = await stage.open('#/play?game=tictactoe&level=1', {
        // a pause of the page's own, without the wait: what is due in five seconds happens at once
        init: () => {
            const later = window.setTimeout;
            window.setTimeout = (call, ms, ...more) => later(call, ms === 5000 ? 1 : ms, ...more);
        },
    });
    for (const name of ['2,2', '1,1', '3,1', '1,2', '3,3', '1,3', '2,1', '2,3', '3,2']) {
        if (await at.page.locator('.status.over').count()) break;
        if (!/may be played/.test(await at.square(name).getAttribute('aria-label'))) continue;
        await at.square(name).click();
        await at.settled();
    }
    await at.page.locator('.figures').waitFor();
    assert.doesNotMatch(await at.page.locator('.figures').textContent(), /NaN|undefined/);
    await at.done();
});
