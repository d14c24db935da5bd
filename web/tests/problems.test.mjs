// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

const problem = (id, options) => stage.open(`#/problems?id=${id}`, options);
const list = (options) => stage.open('#/problems', { waitFor: '.problem-card', ...options });

/** Makes moves of the person's side, each answered before the next: a square, or two between which a piece moves. */
async function solve(at, ...moves) {
    for (const [from, to] of moves) {
        await at.settled();
        await at.square(from).click();
        if (to) await at.square(to).click();
        await at.settled();
    }
}

async function status(at) {
    return at.page.locator('.status').innerText();
}

test('the list: sets, levels, pictures as they come into sight', async () => {
    const at = await list();
    const cards = at.page.locator('.problem-card');
    const all = await cards.count();
    assert.ok(all > 120);
    await at.page.locator('.problem-art svg').first().waitFor();
    assert.ok((await at.page.locator('.problem-art svg').count()) < all);
    await at.page.getByLabel('Set').selectOption('xiangqi');
    const mates = await cards.count();
    assert.ok(mates > 40 && mates < all);
    await at.page.getByLabel('Level').selectOption('1');
    assert.equal(await cards.count(), 12);
    assert.match(await cards.first().innerText(), /Xiangqi 1\s+Black: mate in 1/);
    await at.page.locator('.problem-art[data-set=xiangqi] svg').first().waitFor();
    await cards.first().click();
    await at.page.locator('h1', { hasText: 'Black to play and mate at once' }).waitFor();
    await at.done();
});

test('a capture is solved by mouse to its end, and remembered', async () => {
    const at = await problem('throw_in_edge_C1_attack');
    assert.match(await at.page.locator('h1').innerText(), /Black to play: capture the marked white block/);
    assert.ok((await at.page.locator('.mark-target').count()) > 1);
    await solve(at, ['D1']);
    assert.match(await status(at), /Right so far. White answers E1/);
    assert.match(await at.page.locator('.trust').innerText(), /^Proved/);
    await solve(at, ['D1'], ['D1']);
    assert.match(await status(at), /Solved!\s+The block is off the board/);
    assert.deepEqual(await at.moves(), ['D1', 'E1', 'D1', 'D2', 'D1']);
    assert.equal(await at.page.locator('.mark-target').count(), 0);
    await at.page.getByRole('link', { name: 'All problems' }).click();
    const card = at.page.locator('.problem-card[data-mark=done]');
    assert.match(await card.innerText(), /solved/);
    await at.page.reload();
    await card.waitFor();
    await at.page.locator('.problem-filter', { hasText: '1 of 130 solved' }).waitFor();
    await at.page.getByLabel('Show').selectOption('open');
    assert.equal(await card.count(), 0);
    await at.done();
});

test('a capture is solved by keyboard alone', async () => {
    const at = await problem('snapback_corner_A2_attack');
    const { keyboard } = at.page;
    await at.settled();
    await at.square('A1').focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter'); // B1 is thrown in
    await at.moveCount(2);
    await at.settled();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter'); // C1
    await at.moveCount(4);
    await at.settled();
    await keyboard.press(' ');
    await at.headline('Solved!');
    assert.deepEqual(await at.moves(), ['B1', 'A1', 'C1', 'B1', 'C1']);
    await at.done();
});

test('a wrong move is refuted, taken back, and marked until the problem is solved', async () => {
    const at = await problem('semeai_shared_B2_attack');
    await solve(at, ['A1']);
    assert.match(await status(at), /That does not do it\.\s+After it White saves the block/);
    assert.match(await at.page.locator('.trust').innerText(), /^(Proved|Not proved: only likely moves)/);
    assert.equal(
        await at.page.evaluate("JSON.parse(localStorage['boyi.problems'])['semeai_shared_B2_attack']"),
        'failed',
    );
    await at.button('Why does it fail?').click();
    await at.headline('Why it fails');
    assert.equal((await at.moves()).length, 2);
    await at.button('To the end').click();
    assert.ok((await at.moves()).length > 2);
    await at.button('To the beginning').click();
    await at.button('Start over').click();
    await solve(at, ['D1'], ['B1']);
    assert.match(await status(at), /Solved!/);
    assert.equal(
        await at.page.evaluate("JSON.parse(localStorage['boyi.problems'])['semeai_shared_B2_attack']"),
        'done',
    );
    await at.button('Take back').click();
    await at.headline('Your move');
    assert.equal((await at.moves()).length, 2);
    await at.done();
});

test('a mate in three of xiangqi, with a wrong move on the way', async () => {
    const at = await problem('t018');
    assert.equal(await at.page.locator('h1').innerText(), 'Black to play and mate in 3');
    await solve(at, ['a4', 'a3']);
    assert.match(await status(at), /There is no longer a mate in time/);
    assert.match(await at.page.locator('.trust').innerText(), /every move was searched this far/);
    await at.button('Take back').click();
    await solve(at, ['f1', 'e1']);
    assert.match(await status(at), /Right so far. Red answers e0d0/);
    await solve(at, ['e1', 'd1'], ['h1', 'e1']);
    assert.match(await status(at), /Solved!/);
    await at.done();
});

test('a block is saved: what the attacker tries is answered', async () => {
    const at = await problem('corner_bulky_five_A3_defend');
    assert.match(await at.page.locator('h1').innerText(), /White to play: save the marked white block/);
    await solve(at, ['B1'], ['A2']);
    assert.match(await status(at), /Solved!\s+The block is safe, whatever Black does/);
    await at.done();
});

test('a hint, and the solution step by step', async () => {
    const at = await problem('t018');
    await at.button('Hint').click();
    await at.page.locator('.hint-arrow').waitFor();
    await at.button('Show the solution').click();
    await at.headline('The solution');
    assert.match(await status(at), /Proved/);
    for (let i = 0; i < 5; i++) await at.button('Forward').click();
    await at.moveCount(5);
    assert.ok(await at.button('Forward').isDisabled());
    assert.deepEqual(await at.moves(), ['f1e1', 'e0d0', 'e1d1', 'd0e0', 'h1e1']);
    await at.button('Back').click();
    assert.equal((await at.moves()).length, 4);
    await at.button('Start over').click();
    await at.headline('Your move');
    await at.page.getByLabel('Notation').selectOption('wxf');
    await solve(at, ['f1', 'e1']);
    assert.match(await status(at), /Red answers K5\.6/);
    await at.done();
});

test('the answer of a problem is never called unproved: its proof is there', async () => {
    const at = await problem('corner_two_eyes_B2_attack');
    await at.button('Show the solution').click();
    await at.headline('The solution');
    assert.equal(await at.page.locator('.trust.proved').innerText(), 'Proved: the answer has a proof by the rules alone.');
    await at.button('Browse the proof').click();
    await at.page.getByRole('treeitem').nth(1).waitFor();
    await at.done();
});

test('a wrong move is taken back from its refutation, wherever one stands in that', async () => {
    const at = await problem('t017');
    await solve(at, ['e6', 'd6'], ['d6', 'd5']);
    const before = (await at.moves()).slice(0, 2);
    await at.button('Why does it fail?').click();
    await at.headline('Why it fails');
    await at.button('To the end').click();
    await at.button('Take back').click();
    await at.headline('Your move');
    assert.deepEqual((await at.moves()).slice(0, 2), before);
    assert.equal(await at.page.locator('.move').count(), 2);
    assert.ok(await at.button('Hint').isEnabled());
    await at.done();
});

/** Opens every node of the tree by keyboard alone. Returns how many there are. */
async function openAll(at) {
    const { keyboard } = at.page;
    const tree = at.page.getByRole('tree');
    await tree.locator('[tabindex="0"]').focus();
    const places = 'document.activeElement.dataset.node';
    for (let last = null; ;) {
        const node = await at.page.evaluate(places);
        if (node === last) break;
        last = node;
        if ((await at.page.evaluate("document.activeElement.getAttribute('aria-expanded')")) === 'false') {
            await keyboard.press('ArrowRight');
            await at.page.locator(`[data-node="${node}"][aria-expanded=true] > ul > li`).first().waitFor();
            // The only answer to a defence is opened with it, once the server has told what follows.
            await at.page
                .locator('li:only-child[aria-expanded=false] > .proof-row > .of-winner')
                .waitFor({ state: 'detached' });
        }
        await keyboard.press('ArrowDown');
    }
    return tree.getByRole('treeitem').count();
}

test('the proof of a capture is browsed node by node, and saved', async () => {
    const at = await problem('semeai_shared_B2_attack');
    await at.settled();
    await at.button('Show the solution').click();
    await at.headline('The solution');
    await at.button('Browse the proof').click();
    const tree = at.page.getByRole('tree');
    await tree.getByRole('treeitem').nth(2).waitFor();
    const size = Number(/(\d+) positions/.exec(await at.page.locator('.proof-head').innerText())[1]);
    assert.equal(await openAll(at), size);
    assert.match(await tree.innerText(), /captured/);
    // The last node is chosen, and the board shows its position: the block is gone
    assert.equal(await tree.locator('[aria-selected=true]').count(), 1);
    await at.page.locator('[data-square=B2][aria-label*=empty]').waitFor();
    await at.page.keyboard.press('Home');
    await at.page.locator('[data-square=B2][aria-label*=White]').waitFor();
    await at.page.keyboard.press('ArrowLeft');
    assert.equal(await tree.locator('[role=treeitem]:visible').count(), 1);
    const [saved] = await Promise.all([at.page.waitForEvent('download'), at.button('Save as a file').click()]);
    assert.equal(saved.suggestedFilename(), 'proof.sgf');
    assert.match(readFileSync(await saved.path(), 'utf8'), /QUESTION\[.*GOAL\[go-capture attack B2 owner\]/s);
    assert.deepEqual(await seriousFaults(at.page), []);
    await at.button('Close the proof').click();
    assert.equal(await tree.count(), 0);
    await at.done();
});

test('the proof of a mate: every defence has its answer, and a click shows it', async () => {
    const at = await problem('t002');
    await solve(at, ['e4', 'e6'], ['c9', 'd9']);
    await at.headline('Solved!');
    await at.button('Browse the proof').click();
    const items = at.page.getByRole('treeitem');
    await items.nth(2).waitFor();
    assert.match(await items.nth(1).locator('> .proof-row').innerText(), /Red\s+e4e6\s+8 defences/);
    await at.page.locator('.proof-row', { hasText: 'c6c5' }).click();
    await at.page.locator('[data-square=c5][aria-label*="Black pawn"]').waitFor();
    const answer = at.page
        .locator('li', { has: at.page.locator('> .proof-row', { hasText: 'c6c5' }) })
        .getByRole('treeitem');
    assert.match(await answer.innerText(), /mate or end/);
    await at.done();
});

test("a problem of one's own: SGF, a block that is clicked, an answer with its line and proof", async () => {
    const at = await stage.open('#/problems?own=go');
    await at.page.getByLabel('Position').fill('(;GM[1]SZ[7]PL[B]AB[cd][dc][ed]AW[dd][aa])');
    await at.button('Show it').click();
    await at.page.getByText('Click a stone of the block').waitFor();
    assert.ok(await at.button('Ask the solver').isDisabled());
    await at.square('D4').click();
    await at.page.getByText('Block in question: D4').waitFor();
    assert.equal(await at.page.locator('.mark-target').count(), 1);
    await at.button('Ask the solver').click();
    const answer = at.page.locator('.own-answer');
    await answer.waitFor();
    assert.match(await answer.innerText(), /Yes\s+Proved.*First move\s+D3/s);
    await at.button('Forward').click();
    await at.page.locator('[data-square=D4][aria-label*=empty]').waitFor();
    await at.button('Browse the proof').click();
    await at.page.getByRole('treeitem').nth(1).waitFor();
    assert.deepEqual(await seriousFaults(at.page), []);
    await at.button('Close the proof').click();
    // A task in the file is taken as it is
    await at.page.getByLabel('Position').fill('problem a\nsize 5\nblack A4 B5 C4\nwhite B4\ntask defend B4\nend');
    await at.button('Show it').click();
    await at.page.getByText('Block in question: B4').waitFor();
    assert.equal(await at.page.getByLabel('Question').inputValue(), 'defend');
    await at.done();
});

/** Asks about a position of one's own; what comes behind the headline of the answer. */
async function answerTo(at, headline) {
    await at.button('Ask the solver').click();
    await at.page.locator('.own-answer .headline', { hasText: headline }).waitFor();
    return at.page.locator('.own-answer .figures').innerText();
}

test('where the answer is no there is no first move', async () => {
    const at = await stage.open('#/problems?own=xiangqi');
    await at.page.getByLabel('Position').fill('3k5/9/9/9/9/9/9/9/9/4K4 w');
    assert.match(await answerTo(at, 'No'), /First move\s+there is none/);
    await at.page.getByLabel('Question').selectOption('hold');
    assert.doesNotMatch(await answerTo(at, 'Yes'), /none/); // it has to move, whatever it is
    await at.done();
});

test('no first move is needed only where that is so', async () => {
    const at = await stage.open('#/problems?own=go');
    const answer = async (rows, side, headline) => {
        await at.page.getByLabel('Position').fill(`5 ${rows}/XXXXX/...../..... ${side} - 7.5 0 0 0`);
        await at.button('Show it').click();
        await at.page.locator('[data-square=B4][aria-label*=White]').waitFor();
        await at.square('B4').click();
        return answerTo(at, headline);
    };
    assert.match(await answer('.OOOO/OOOOO', 'b', 'Yes'), /First move\s+A5/);
    assert.match(await answer('.O.O./OOOOO', 'b', 'No'), /First move\s+there is none/);
    assert.match(await answer('.O.O./OOOOO', 'w', 'Yes'), /First move\s+none is needed/);
    await at.done();
});

test('a ko is told in words', async () => {
    const at = await stage.open('#/problems?own=go');
    await at.page.getByLabel('Position').fill('4 .XOX/XOO./..X./XX.X w - 7.5 0 0 0');
    await at.button('Show it').click();
    await at.square('A1').click();
    await at.page.getByLabel('Seconds at most').fill('2');
    await at.button('Ask the solver').click();
    await at.page.locator('.own-answer .headline', { hasText: 'By a ko' }).waitFor();
    await at.done();
});

test('what is asked is the text that stands there', async () => {
    const at = await stage.open('#/problems?own=go', { provoked: ['422'] });
    const text = at.page.getByLabel('Position');
    const answer = at.page.locator('.own-answer');
    await text.fill('problem a\nsize 5\nblack A4 B5 C4\nwhite B4\ntask attack B4\nend');
    await at.button('Ask the solver').click();
    await answer.getByText('B3').first().waitFor();
    await text.fill('problem a\nsize 5\nblack Z9\nend');
    for (const name of ['Ask the solver', 'Show it', 'Ask the solver']) {
        await at.button(name).click();
        await at.page.getByRole('alert').filter({ hasText: 'Line 3, column 7' }).waitFor();
        assert.ok(await answer.isHidden());
    }
    await at.done();
});

test('a damaged record is refused with its reason', async () => {
    const at = await stage.open('#/problems?own=go');
    await at.page.getByLabel('Position').fill('(;GM[1]SZ[9]AW[aa]AB[ab][ba])');
    await at.button('Show it').click();
    await at.page.getByText('has no liberty').waitFor();
    await at.done();
});

test('a mistake in a text of one’s own is told with its line and column', async () => {
    const at = await stage.open('#/problems?own=go', { provoked: ['422'] });
    const alert = at.page.getByRole('alert');
    for (const [text, told] of [
        ['(;GM[1]\nSZ[9]AB[zz])', 'Line 2, column 9: AB[zz]: expected a point on the board'],
        ['\n problem a\nsize 5\ntask foo B4', 'Line 3, column 6: expected attack or defend'],
        ['  4 .XOX/XQO./..X./XX.X w', 'Line 1, column 9: row 3: expected X, O or .'],
    ]) {
        await at.page.getByLabel('Position').fill(text);
        await at.button('Show it').click();
        await alert.filter({ hasText: told }).waitFor();
    }
    await at.button('中文').click();
    await alert.filter({ hasText: '第 1 行第 9 列：第 3 行：应当是 X、O 或 .' }).waitFor();
    await at.done();
});

test("xiangqi of one's own, and what cannot be", async () => {
    const at = await stage.open('#/problems?own=xiangqi', { provoked: ['422'] });
    await at.button('Ask the solver').click();
    await at.page.locator('.own-answer').waitFor();
    assert.match(await at.page.locator('.own-answer').innerText(), /Yes\s+Proved/);
    await at.page.getByLabel('Position').fill('9/9');
    await at.button('Show it').click();
    await at.page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await at.done();
});

test('in Chinese, and the problem stays as it was', async () => {
    const at = await problem('t018');
    await solve(at, ['f1', 'e1']);
    await at.button('中文').click();
    await at.page.locator('h1', { hasText: '黑方先，3 步杀' }).waitFor();
    assert.match(await status(at), /到此正确。红方应/);
    await at.moveCount(2);
    assert.deepEqual(await at.moves(), ['车６平５', '帅五平六']);
    await at.page.getByRole('link', { name: '所有题目' }).click();
    await at.page.locator('.problem-card').first().waitFor();
    assert.match(await at.page.locator('.problems-head').innerText(), /题目/);
    await at.done();
});

test('what is typed at an own question, and not shown yet, outlasts a change of language', async () => {
    const at = await stage.open('#/problems?own=xiangqi');
    const typed = '4k4/9/9/9/9/9/9/9/R8/1R1K5 w';
    await at.page.locator('.own-form textarea').fill(typed);
    await at.button('中文').click();
    await at.button('问求解器').waitFor();
    assert.equal(await at.page.locator('.own-form textarea').inputValue(), typed);
    await at.done();
});

for (const colorScheme of ['light', 'dark'])
    test(`on a phone, ${colorScheme}: nothing is too wide, and axe finds no serious fault`, async () => {
        const options = { viewport: { width: 360, height: 760 }, colorScheme };
        for (const [hash, waitFor] of [
            ['#/problems', '.problem-art svg'],
            ['#/problems?id=t018', '[data-square]'],
            ['#/problems?id=throw_in_edge_C1_attack', '[data-square]'],
            ['#/problems?own=go', '[data-square]'],
        ]) {
            const at = await stage.open(hash, { waitFor, ...options });
            const [whole, seen] = await widthOf(at.page);
            assert.ok(whole <= seen, `${hash}: ${whole}`);
            assert.deepEqual(await seriousFaults(at.page), []);
            await at.done();
        }
    });

test('on a phone a solution is stepped through without scrolling sideways', async () => {
    for (const locale of ['en', 'zh']) {
        const at = await problem('t017', { viewport: { width: 360, height: 760 }, locale });
        await at.page.locator('.actions button').last().click();
        await at.page.locator('.step-buttons').waitFor();
        assert.deepEqual(await widthOf(at.page), [360, 360]);
        await at.done();
    }
});
