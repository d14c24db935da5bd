// SPDX-License-Identifier: MIT
// Pictures of the page for the documents: BOYI_IMAGES=../docs/img npm test. Without it they are taken and dropped.
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openStage } from './support.mjs';

const folder = process.env.BOYI_IMAGES;
let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

async function take(at, name) {
    await at.settled();
    await at.page.mouse.move(2, 2);
    await at.page.evaluate('document.fonts.ready.then(() => undefined)');
    await at.page.screenshot(folder ? { path: path.join(folder, `${name}.png`) } : {});
    await at.done();
}

async function play(at, ...squares) {
    for (const [from, to] of squares) {
        await at.settled();
        await at.square(from).click();
        if (to) await at.square(to).click();
    }
    await at.settled();
}

const opening = [
    ['h2', 'e2'],
    ['h0', 'g2'],
    ['i0', 'h0'],
    ['c3', 'c4'],
];

test('xiangqi with a hint', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=4');
    await play(at, ...opening);
    await at.button('Hint').click();
    await at.page.locator('.hint-arrow').waitFor();
    await take(at, 'play-xiangqi');
});

test('xiangqi, dark, Western pieces', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=4', { colorScheme: 'dark' });
    await at.page.getByLabel('Pieces').selectOption('western');
    await play(at, ...opening.slice(0, 3));
    await at.square('h0').click();
    await take(at, 'play-xiangqi-dark');
});

test('Go', async () => {
    const at = await stage.open('#/play?game=go&settings=size=9&level=5');
    await play(at, ['E5'], ['C3'], ['G4'], ['E3'], ['C6'], ['G6']);
    await take(at, 'play-go');
});

test('connect four that is won, in Chinese', async () => {
    const at = await stage.open('#/play?game=connect4&side=both', { locale: 'zh-CN' });
    await play(at, ...['d', 'e', 'd', 'e', 'd', 'c', 'f', 'b', 'd'].map((column) => [`${column}6`]));
    await take(at, 'play-chinese');
});

test('a phone', async () => {
    const at = await stage.open('#/play?game=xiangqi&level=4', {
        viewport: { width: 360, height: 760 },
        deviceScaleFactor: 2,
    });
    await play(at, ...opening.slice(0, 2));
    await at.square('i0').click();
    await take(at, 'play-phone');
});
