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

async function take(at, name, settled = at.settled) {
    await settled();
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

test('a capture that is being solved', async () => {
    const at = await stage.open('#/problems?id=connect_and_die_edge_D2_attack');
    await at.settled();
    await at.button('Hint').click();
    await at.page.locator('.hint-ring').waitFor();
    await take(at, 'problems');
});

test('the proof of a mate, dark', async () => {
    const at = await stage.open('#/problems?id=t031', { colorScheme: 'dark' });
    await at.settled();
    await at.button('Show the solution').click();
    await at.headline('The solution');
    await at.button('Browse the proof').click();
    await at.page.locator('.proof-row').nth(3).waitFor();
    await at.page.locator('.proof-row').nth(2).click();
    await at.page.locator('.proof-row').nth(4).waitFor();
    await at.page.locator('.proof-row').nth(3).click();
    await at.page.locator('.proof').scrollIntoViewIfNeeded();
    await take(at, 'problems-proof');
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

const GAME = `[Red "Hong"]
[Black "Boyi, level 4"]
[Event "An evening at the club"]

1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 g6g5 5. b0c2 {both horses are out} (5. h0h6 h7i7 6. h6g6 i7i8)
g7f5 6. a0a1 a9a8 7. a1d1 f5g3 8. h0h6 a8f8 9. b2a2 g5g4 10. d0e1 g3e2 11. g0e2 g4g3 12. g2i1 c9e7 13. d1b1
{towards the cannon} b7a7 14. b1b7 a7a8 15. b7c7 h7c7 16. h6h9 c6c5 17. h9h4 a8c8 18. c2d4 c5c4 19. d4e6 c7c6
20. i1g0 f8f3 21. e6c7 c4c3 22. g0f2 g3g2 23. f2g0 g2g1 *
`;

/** A game that was reviewed, at its first blunder, with the engine's lines. `words`: of buttons in the language. */
async function analyse(options, words, name) {
    const at = await stage.open('#/analyse', { viewport: { width: 1200, height: 1060 }, ...options });
    await at.button(words.open).click();
    await at.page.locator('dialog textarea').fill(GAME);
    await at.page.locator('dialog [type=submit]').click();
    await at.page.locator('.tree .move').nth(40).waitFor();
    await at.settled();
    await at.page.getByLabel(words.depth).selectOption('0');
    await at.button(words.review).click();
    await at.page.locator('.review progress').waitFor();
    await at.button(words.review).waitFor();
    await at.page.locator('.fault-count.blunder:enabled').first().click();
    await at.settled();
    await at.page.waitForFunction(
        () =>
            document.querySelectorAll('.engine-lines .badge').length === 3 &&
            Number(/\d+/.exec(document.querySelector('.engine-figures').textContent)[0]) >= 10,
    );
    await take(at, name);
}

test('a game that was reviewed', () =>
    analyse({ colorScheme: 'light' }, { open: 'Open', depth: 'How deep', review: 'Review' }, 'analyse'));

test('the same in Chinese, dark', () =>
    analyse(
        { locale: 'zh-CN', colorScheme: 'dark' },
        { open: '打开', depth: '深度', review: '复盘' },
        'analyse-chinese-dark',
    ));

test('an experiment that is done', async () => {
    const at = await stage.open('#/lab', { waitFor: '.lab-form', viewport: { width: 1200, height: 1000 } });
    await at.page.locator('.lab-card').nth(1).click();
    await at.page.locator('.lab-result[data-state=done]').waitFor();
    await at.page.evaluate('scrollTo(0, 0)');
    await take(at, 'lab', async () => undefined);
});

test('an experiment that runs, dark', async () => {
    const at = await stage.open('#/lab', {
        waitFor: '.lab-form',
        colorScheme: 'dark',
        viewport: { width: 1200, height: 1000 },
    });
    await at.page.getByLabel('The experiment as text').waitFor({ state: 'attached' });
    await at.page.locator('.lab-card').nth(2).click();
    await at.button('Stop').click();
    await at.page.getByLabel('From – to').fill('1-6'); // long enough to be looked at
    await at.page.locator('.lab-verdict.good', { hasText: 'searches: 480.' }).waitFor();
    await at.button('Run it').click();
    await at.page.locator('[data-series="with-deepening"] .chart-point').nth(3).waitFor();
    await at.page.evaluate('scrollTo(0, 0)');
    await take(at, 'lab-live', async () => undefined);
});

const INSIDE = '.inside[aria-busy=false] .tree-node';

async function inside(hash, options = {}) {
    const at = await stage.open(hash, { waitFor: INSIDE, viewport: { width: 1200, height: 1000 }, ...options });
    return { at, settled: () => at.page.locator('.film-words', { hasText: /./ }).first().waitFor() };
}

test('look inside: the worked example at a cut', async () => {
    const { at, settled } = await inside('#/inside?example=oi-wiki&step=31&node=17', {
        viewport: { width: 1200, height: 1500 },
    });
    await at.page.locator('.step-table').waitFor();
    await take(at, 'inside-oiwiki', settled);
});

test('look inside: xiangqi, dark', async () => {
    const { at, settled } = await inside('#/inside?example=xiangqi', { colorScheme: 'dark' });
    await at.page.locator('.inside-board [data-square]').first().waitFor();
    await take(at, 'inside-xiangqi', settled);
});

test('look inside: two methods side by side', async () => {
    const { at, settled } = await inside(
        '#/inside?game=connect4&method=alphabeta&preset=plain&depth=4&other_method=minimax',
    );
    await at.page.locator('.comparison').waitFor();
    await take(at, 'inside-compare', settled);
});
