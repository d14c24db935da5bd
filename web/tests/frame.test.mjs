// SPDX-License-Identifier: MIT
// What all views share: the way from one to another, and the dialog that asks for a token.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStage } from './support.mjs';

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
        if (!isSession) return route.fulfill({ status: 401, json: { error: 'a token is needed' } });
        const status = statuses.shift();
        isOpen = status === 204;
        return route.fulfill(isOpen ? { status } : { status, json: { error: 'no' } });
    });
}

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
