// SPDX-License-Identifier: MIT
// Common to all views: the way from one to another, and the dialog that asks for a token.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

const focused = (page) => page.evaluate('document.activeElement.id || document.activeElement.tagName');

test('who goes to another view by its link goes on from there, by mouse and by keyboard', async () => {
    const at = await stage.open('#/play');
    assert.equal(await focused(at.page), 'BODY'); // nobody has gone anywhere yet
    for (const [name, view] of [
        ['Look inside', '.inside'],
        ['Problems', '.problem-card'],
        ['Lab', '.lab-form'],
    ]) {
        await at.page.getByRole('link', { name, exact: true }).focus();
        await at.page.keyboard.press('Enter');
        await at.page.locator(view).first().waitFor();
        await at.page.waitForFunction("document.activeElement.id === 'content'");
    }
    await at.page.getByRole('link', { name: 'Play', exact: true }).click();
    await at.page.locator('.play').waitFor();
    await at.page.waitForFunction("document.activeElement.id === 'content'");
    await at.page.goBack();
    await at.page.locator('.lab-form').waitFor();
    assert.equal(await focused(at.page), 'BODY'); // the browser's own keys are no link
    await at.done();
});

/** A server that wants a token: nothing is answered before the session, which answers by these statuses in turn. */
function guard(page, statuses) {
    let isOpen = false;
    return page.route('**/api/**', async (route) => {
        const isSession = new URL(route.request().url()).pathname === '/api/session';
        if (isOpen) return route.continue();
        if (!isSession) return route.fulfill({ status: 401, json: { error: { message: 'a token is needed' } } });
        const status = statuses.shift();
        isOpen = status === 204;
        return route.fulfill(isOpen ? { status } : { status, json: { error: { message: 'no' } } });
    });
}

test('a token that is none, and one of a link that is wrong, are told as wrong', async () => {
    const at = await stage.open('#token=abc', {
        waitFor: 'dialog[open]',
        provoked: ['status of 401', 'status of 400'],
        prepare: (page) => guard(page, [401, 400, 204]),
    });
    const dialog = at.page.getByRole('dialog', { name: 'This server asks for a token' });
    const alert = dialog.getByRole('alert').getByText('That is not the token.');
    await alert.waitFor(); // of the link, before anybody has typed anything
    await dialog.getByLabel('Token').fill('x'.repeat(5000));
    await Promise.all([
        at.page.waitForResponse('**/api/session'),
        dialog.getByRole('button', { name: 'Sign in' }).click(),
    ]);
    await alert.waitFor();
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await at.square('e3').waitFor();
    await at.done();
});

/** The notes on an address. */
async function notesAt(hash, options = {}) {
    const at = await stage.open(hash, { waitFor: '.link-notes', ...options });
    return { at, notes: await at.page.locator('.link-notes p').allTextContents() };
}

test('what an address has that cannot be used is told, with what is used instead', async () => {
    const cases = {
        '#/plays?game=go': ['There is no view “plays”; Play is shown instead.'],
        '#/play?game=chess': ['The address has “chess” for “game”, which cannot be used; instead: the game at hand.'],
        '#/play?level=2': ['The address names no game, so that the rest of it is left out.'],
        '#/play?game=xiangqi&level=99&side=third&method=df-pn&colour=red': [
            'The address has “colour”, which means nothing here and is left out.',
            'The address has “third” for “side”, which cannot be used; instead: Red.',
            'The address has “df-pn” for “method”, which cannot be used; instead: The usual one for the game.',
            'The address has “99” for “level”, which cannot be used; instead: Level 3.',
        ],
        '#/analyse?game=chess': ['The address has “chess” for “game”, which cannot be used; instead: the game at hand.'],
        '#/inside?example=nothing': [/^The address has “nothing” for “example”, which cannot be used; instead: ./],
        '#/inside?game=tictactoe&start=xo.%2F.x.%2F..o&method=alphabeta&depth=deep&step=-1': [
            'The address has “deep” for “depth”, which cannot be used; instead: none.',
            'The address has “-1” for “step”, which cannot be used; instead: the last one.',
        ],
        '#/inside?example=oi-wiki&depth=3': ['The address has “depth”, which means nothing here and is left out.'],
        '#/problems?id=none': ['The address has “none” for “id”, which cannot be used; instead: the list.'],
        '#/problems?own=chess': ['The address has “chess” for “own”, which cannot be used; instead: Go.'],
        '#/lab?list=some': ['The address has “some” for “list”, which cannot be used; instead: all.'],
    };
    for (const [hash, expected] of Object.entries(cases)) {
        const { at, notes } = await notesAt(hash);
        assert.equal(notes.length, expected.length, `${hash}: ${notes}`);
        expected.forEach((note, i) =>
            note instanceof RegExp ? assert.match(notes[i], note) : assert.equal(notes[i], note),
        );
        await at.button('Close this note').click();
        assert.ok(await at.page.locator('.link-notes').isHidden());
        await at.done();
    }
});

test('an impossible start or setting in an address is told, and the usual one is there to be used', async () => {
    const provoked = ['status of 422'];
    for (const view of ['play', 'analyse']) {
        const { at, notes } = await notesAt(`#/${view}?game=xiangqi&start=9%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F9+w`, {
            provoked,
        });
        assert.deepEqual(notes, [
            'The position in the address cannot be used: red has no king. The usual start is shown instead.',
        ]);
        await at.square('h2').click();
        await at.square('e2').click();
        await at.moveCount(1);
        await at.done();
    }
    const { at, notes } = await notesAt('#/play?game=go&settings=size%3D99&side=both', { provoked });
    assert.match(notes[0], /^The settings in the address cannot be used: .*'99' does not fit.*The usual ones are used/);
    await at.square('J9').click();
    await at.moveCount(1);
    await at.done();
});

test('a good address has no note', async () => {
    for (const hash of [
        '#/play?game=xiangqi&level=0&side=second&method=alphabeta',
        '#/analyse?game=go&settings=size%3D9&moves=D4+E5',
        '#/inside?example=oi-wiki&step=3&node=2',
        '#/problems?own=xiangqi',
        '#/lab?list=all',
    ]) {
        const at = await stage.open(hash, { waitFor: '.stage *' });
        assert.ok(await at.page.locator('.link-notes').isHidden(), hash);
        await at.done();
    }
});

test('notes of an address in Chinese, at 360 px, without a serious fault', async () => {
    for (const colorScheme of ['light', 'dark']) {
        const { at, notes } = await notesAt(`#/play?game=xiangqi&level=${'9'.repeat(200)}&side=third`, {
            locale: 'zh',
            colorScheme,
            viewport: { width: 360, height: 740 },
        });
        assert.equal(notes[0], '地址中“side”的值“third”不能用，改用：红方。');
        const [content, window] = await widthOf(at.page);
        assert.ok(content <= window, `${content} > ${window}`);
        assert.deepEqual(await seriousFaults(at.page), []);
        await at.done();
    }
});

test('the dialog tells a wrong token from a server that is not to be asked now', async () => {
    const at = await stage.open('#/play', {
        waitFor: 'dialog[open]',
        provoked: ['status of 401', 'status of 429', 'status of 503'],
        prepare: (page) => guard(page, [401, 429, 503, 401, 204]),
    });
    const dialog = at.page.getByRole('dialog', { name: 'This server asks for a token' });
    const alert = dialog.getByRole('alert');
    const [wrong, later] = ['That is not the token.', 'The token cannot be checked now'];
    assert.equal(await alert.count(), 0);
    for (const words of [wrong, later, later, wrong]) {
        await dialog.getByLabel('Token').fill('abc');
        await Promise.all([
            at.page.waitForResponse('**/api/session'),
            dialog.getByRole('button', { name: 'Sign in' }).click(),
        ]);
        await alert.getByText(words).waitFor();
    }
    // Without a token there is nothing to see; where a browser closes the dialog all the same, it is opened again
    for (let i = 0; i < 3; i++) await at.page.keyboard.press('Escape');
    await dialog.waitFor();
    await at.page.evaluate(() => {
        location.hash = '#/analyse';
    });
    await at.page.locator('a[href="#/analyse"][aria-current=page]').waitFor();
    await at.page.locator('dialog:modal').waitFor();
    await at.page.goBack();
    await at.page.locator('a[href="#/play"][aria-current=page]').waitFor();
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await at.square('e3').waitFor();
    assert.equal(await at.page.locator('dialog[open]').count(), 0);
    await at.done();
});
