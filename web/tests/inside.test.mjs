// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStage, seriousFaults, widthOf } from './support.mjs';

const SHOWN = '.inside[aria-busy=false] .tree-node';
const REFUSED = ['status of 422'];

let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

async function open(hash, options = {}) {
    const at = await stage.open(hash, { waitFor: SHOWN, ...options });
    const { page } = at;
    return {
        ...at,
        items: () => page.getByRole('treeitem'),
        item: (label) => page.getByRole('treeitem', { name: new RegExp(`^${label}[,，]`) }),
        words: (text) => page.locator('.film-words', { hasText: text }).first().waitFor(),
        step: (number) => page.locator(`.pane[data-step="${number}"]`).first().waitFor(),
        shown: () => page.locator(SHOWN).first().waitFor(),
        async rows() {
            const rows = await page.locator('.step-table tbody tr').all();
            return Promise.all(rows.map(async (row) => (await row.locator('th, td').allTextContents()).join('|')));
        },
        present: () => page.locator('.step-table tr[aria-current=step] th').allTextContents(),
    };
}

/** The worked example of the OI Wiki. */
const ROWS = [
    'A|MIN|−∞,+∞|−∞,3|3|–|–|3|1',
    'C|MIN|3,+∞|3,2|2|leaf 12|shallow, A=3 at B|2|3',
    'B|MAX|−∞,+∞|3,+∞|3|–|–|3|1',
    'F|MIN|−∞,3|−∞,3|3|–|–|15|2',
    'E|MAX|−∞,3|3,3|3|G|shallow, B=3 at D|15|3',
    'D|MIN|−∞,+∞|−∞,3|3|–|–|3|1',
    'K|MIN|3,+∞|3,2|2|leaf 5|deep, D=3 at H|2|3',
    'L|MIN|3,+∞|3,3|3|nothing left|deep, D=3 at H|3|3',
    'J|MAX|3,+∞|3,+∞|3|–|–|3|2',
    'I|MIN|3,+∞|3,3|3|M|shallow, D=3 at H|2|3',
    'H|MAX|−∞,+∞|3,+∞|3|–|–|3|1',
];

test('the worked example is shown at once, with its eleven rows', async () => {
    const at = await open('#/inside');
    await at.page.locator('.step-table').waitFor();
    assert.deepEqual(await at.rows(), ROWS);
    assert.equal(await at.items().count(), 26);
    assert.match(await at.page.locator('.pane-figures').textContent(), /Value 3 .* 6 of 12 leaves read/);
    await at.done();
});

test('the film goes forward through every row of it, and back again', async () => {
    const at = await open('#/inside?example=oi-wiki&step=0');
    await at.page.locator('.step-table').waitFor();
    assert.deepEqual(await at.present(), []);
    await at.words('Before the first step');
    const order = [];
    for (let step = 1; step <= 39; step++) {
        await at.button('One step forward').click();
        await at.step(step);
        const [present] = await at.present();
        if (present && order.at(-1) !== present) order.push(present);
    }
    assert.deepEqual(
        order,
        ROWS.map((row) => row.split('|')[0]),
    );
    await at.words('H is left with 3: the search is done.');
    assert.ok(await at.button('One step forward').isDisabled());
    for (let step = 38; step >= 30; step--) {
        await at.page.keyboard.press(',');
        await at.step(step);
    }
    assert.deepEqual(await at.present(), ['K']);
    await at.page.keyboard.press('.');
    await at.step(31);
    await at.page.getByRole('slider', { name: 'Step' }).fill('9');
    await at.words('A is left with 3; α of B becomes 3.');
    assert.deepEqual(await at.present(), ['A']);
    await at.button('To the beginning').click();
    await at.step(0);
    assert.equal(await at.page.locator('.tree-node.unseen-node').count(), 26);
    await at.done();
});

test('the row of the present step is in view, in a long table too', async () => {
    const at = await open('#/inside?example=cuts&step=0');
    await at.page.locator('.step-table').waitFor();
    for (const step of [77, 20]) {
        await at.page.getByRole('slider', { name: 'Step' }).fill(String(step));
        await at.step(step);
        const [row, table] = await Promise.all(
            ['.step-table tr[aria-current=step]', '.scroller'].map((name) => at.page.locator(name).boundingBox()),
        );
        assert.ok(row.y >= table.y && row.y + row.height <= table.y + table.height + 1, `step ${step}`);
    }
    await at.done();
});

test('the film runs by itself until it is paused', async () => {
    const at = await open('#/inside?example=oi-wiki&step=0');
    await at.page.getByLabel('Speed').selectOption('slow');
    await at.button('Let it run').click();
    await at.page.waitForFunction(() => Number(document.querySelector('.pane').dataset.step) >= 2);
    await at.button('Pause').click();
    await at.button('Let it run').waitFor();
    await at.page.getByLabel('Speed').selectOption('fast');
    await at.page.getByRole('slider', { name: 'Step' }).fill('35');
    await at.step(35);
    await at.button('Let it run').click();
    await at.step(39);
    await at.button('Let it run').waitFor(); // it stops at the end by itself
    await at.done();
});

test('a cut by an equal value is not told as one by a better one', async () => {
    const at = await open('#/inside?example=oi-wiki&step=0');
    const words = [];
    for (let step = 1; step <= 39; step++) {
        await at.button('One step forward').click();
        await at.step(step);
        words.push(await at.page.locator('.film-words').first().textContent());
    }
    const cuts = words.filter((text) => text.startsWith('Cut at'));
    for (const cut of cuts) {
        const [, one, other] = /[αβ] (−?\d+) [≤≥] [αβ] (−?\d+)/.exec(cut);
        assert.match(cut, one === other ? /which is at least as good\./ : /which is better\./);
    }
    assert.ok(cuts.some((cut) => cut.includes('at least as good')));
    await at.done();
});

test('a cut is told with its place and its reason', async () => {
    const at = await open('#/inside?example=oi-wiki&step=13');
    await at.words(
        'Cut at C: β 2 ≤ α 3. A shallow cut: A has already given 3 to B, one level up, which is better. Moves never looked at: 1.',
    );
    assert.equal(await at.page.locator('.tree .tree-node.now').getAttribute('data-key'), '6');
    assert.equal(await at.page.locator('.cut-mark').count(), 1 + 1); // at the leaf 12, and in the legend
    assert.equal(await at.page.locator('.tree-node.cut-off').count(), 1 + 1);
    await at.item('C').click();
    const details = at.page.locator('.node-details');
    await details.getByText('A shallow cut: A has already given 3 to B').waitFor();
    await at.page.getByRole('slider', { name: 'Step' }).fill('39');
    await details.getByText('The value is no better than what the parent has.').waitFor();
    assert.match(await details.textContent(), /Window now\[3, 2\]/);
    await at.item('K').click();
    await details.getByText('A deep cut: D has already given 3 to H').waitFor();
    assert.match(at.page.url(), /example=oi-wiki&node=17$/);
    await at.done();
});

test('what lies below a cut is told as cut off, and the cut is marked once', async () => {
    const at = await open('#/inside?example=oi-wiki&node=25');
    const details = at.page.locator('.node-details');
    await details.getByText('Cut off: the search never looks here.').waitFor();
    assert.match(await details.textContent(), /14/);
    assert.equal(await at.page.locator('.tree .cut-mark').count(), 4, 'leaf 12, G, leaf 5, M');
    await at.page.getByRole('slider', { name: 'Step' }).fill('1');
    await details.getByText('The search has not come here yet.').waitFor();
    await at.done();
});

test('the root has no parent to matter for, and no scout before it', async () => {
    const at = await open('#/inside?example=xiangqi');
    const details = at.page.locator('.node-details');
    await details.getByText('searched again in a wider window, since the value was above the narrow one').waitFor();
    assert.doesNotMatch(await details.textContent(), /For its parent|scout/);
    await at.done();
    const child = await open('#/inside?example=oi-wiki&node=1');
    await child.page.locator('.node-details').getByText('For its parent').waitFor();
    await child.done();
});

test('a link leads to the same step and node', async () => {
    const at = await open('#/inside?example=oi-wiki&step=12&node=6');
    await at.words('C.1 is worth 2; β of C becomes 2.');
    await at.page.locator('.tree-node.selected[data-key="6"]').waitFor();
    await at.page.locator('.node-name', { hasText: 'C' }).waitFor();
    await at.done();
});

test('a row of the table, and a link, open the way to a node that is hidden', async () => {
    const at = await open('#/inside');
    await at.page.locator('.step-table').waitFor();
    await at.button('Close all').click();
    await at.page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 1);
    await at.page.locator('.step-table').getByRole('button', { name: 'L', exact: true }).click();
    await at.page.locator('.tree-node.selected[data-key="20"]').waitFor();
    await at.page.locator('.node-name', { hasText: 'L' }).waitFor();
    await at.done();
    const linked = await open('#/inside?example=tictactoe&node=60');
    await linked.page.locator('.tree-node.selected[data-key="60"]').waitFor();
    await linked.done();
    const beyond = await open('#/inside?example=oi-wiki&node=999&step=999');
    await beyond.page.locator('.tree-node.selected[data-key="0"]').waitFor();
    await beyond.done();
});

test('a tree of one’s own: a mistake has its line and column, and then it is searched', async () => {
    const at = await open('#/inside', { provoked: REFUSED });
    await at.page.getByText('Another position or method').click();
    await at.page.getByLabel('A tree of your own').check();
    const tree = at.page.getByLabel('Tree', { exact: true });
    await tree.fill('A(B(3,12),\n  C(2,4]6))');
    await at.button('Record the search').click();
    const problem = at.page.locator('.question-form .problem');
    await problem.getByText(/^Line 2, column \d+: /).waitFor();
    const [line, caret] = (await problem.locator('pre').textContent()).split('\n');
    assert.equal(line, '  C(2,4]6))');
    assert.equal(line[caret.indexOf('▲')], ']');
    assert.equal(await tree.getAttribute('aria-invalid'), 'true');
    assert.equal(await tree.evaluate((area) => area.value[area.selectionStart]), ']');
    await tree.fill('A(B(3,12),\n  C(2,4,6))');
    await at.button('Record the search').click();
    await at.page.locator('.tree-node').nth(7).waitFor();
    assert.match(await at.page.locator('.pane-figures').textContent(), /Value 3/);
    assert.match(at.page.url(), /game=tree&start=A%28B%283/);
    await at.done();
});

test('tic-tac-toe is opened by keyboard alone', async () => {
    const at = await open(
        '#/inside?game=tictactoe&start=xo.%2F.x.%2F..o&method=alphabeta&preset=plain&options=hash%3Don',
    );
    const focused = () => at.page.evaluate('document.activeElement.dataset.key');
    const expanded = () => at.page.evaluate('document.activeElement.getAttribute("aria-expanded")');
    const { keyboard } = at.page;
    await at.items().first().focus();
    await keyboard.press('ArrowLeft');
    await at.page.locator('[data-key="0"][aria-expanded=false]').waitFor();
    assert.equal(await at.items().count(), 1);
    await keyboard.press('ArrowRight');
    await at.items().nth(5).waitFor();
    await keyboard.press('ArrowRight'); // to its first child
    const first = await focused();
    assert.notEqual(first, '0');
    assert.equal(await expanded(), 'false');
    const before = await at.items().count();
    await keyboard.press('ArrowRight');
    await at.page.locator(`[data-key="${first}"][aria-expanded=true]`).waitFor();
    assert.equal(await focused(), first);
    assert.equal(await at.items().count(), before + 4);
    await keyboard.press('ArrowDown');
    assert.equal(await at.page.evaluate('document.activeElement.getAttribute("aria-level")'), '3');
    await keyboard.press('Enter');
    await at.page.locator('.tree-node.selected[aria-level="3"]').waitFor();
    await at.page.locator('.inside-board [data-square]').first().waitFor();
    assert.match(await at.page.evaluate('document.activeElement.getAttribute("aria-label")'), /MAX, Window now \[/);
    await keyboard.press('ArrowLeft'); // has no open children: back to its parent
    assert.equal(await focused(), first);
    await keyboard.press('End');
    await keyboard.press('Home');
    assert.equal(await focused(), '0');
    const box = () => at.page.locator('.tree').getAttribute('viewBox');
    const whole = await box();
    await keyboard.press('+');
    assert.notEqual(await box(), whole);
    const zoomed = await box();
    await keyboard.press('Shift+ArrowRight');
    assert.notEqual(await box(), zoomed);
    await at.done();
});

test('the tree is moved by drag, wheel and buttons', async () => {
    const at = await open('#/inside');
    const box = () => at.page.locator('.tree').getAttribute('viewBox');
    const seen = new Set([await box()]);
    const area = await at.page.locator('.tree').boundingBox();
    await at.page.mouse.move(area.x + 20, area.y + 20);
    await at.page.mouse.down();
    await at.page.mouse.move(area.x + 90, area.y + 60, { steps: 4 });
    await at.page.mouse.up();
    seen.add(await box());
    await at.page.keyboard.down('Control');
    await at.page.mouse.wheel(0, -200);
    await at.page.keyboard.up('Control');
    await at.page.waitForFunction(
        (old) => document.querySelector('.tree').getAttribute('viewBox') !== old,
        [...seen].at(-1),
    );
    seen.add(await box());
    for (const name of ['Zoom in', 'Zoom out', 'Show all', 'Turn the tree']) {
        await at.button(name).click();
        await at.page.waitForFunction(
            (old) => document.querySelector('.tree').getAttribute('viewBox') !== old,
            [...seen].at(-1),
        );
        seen.add(await box());
    }
    assert.equal(await at.page.locator('.tree-node.selected').getAttribute('data-key'), '0'); // no drag chose a node
    await at.button('Close all').click();
    await at.page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 1);
    await at.done();
});

test('proof numbers of a Go problem change from step to step', async () => {
    const at = await open('#/inside?example=go-capture');
    assert.match(await at.page.locator('.pane-figures').textContent(), /Answer: yes/);
    assert.match(await at.items().first().getAttribute('aria-label'), /OR: .*number 0 \/ ∞, proved/);
    await at.button('To the beginning').click();
    await at.step(0);
    await at.button('One step forward').click();
    await at.words('Expand root, new moves: 4. The root is now at 1 / 4.');
    assert.equal(await at.page.locator('.tree-node.disproved').count(), 1); // in the legend
    await at.button('One step forward').click();
    await at.words('Expand B1, new moves: 1. The root is now at 1 / 3.');
    await at.page.locator('.tree .tree-node.disproved').first().waitFor();
    await at.page.locator('.inside-board [data-square]').first().waitFor();
    await at.done();
});

test('a pass is told in the language of the page', async () => {
    const at = await open('#/inside?example=go-capture&node=10', { locale: 'zh-CN' });
    await at.item('停一手').first().waitFor();
    await at.page.locator('.node-details').getByText('从根走来：A2 停一手 B1').waitFor();
    await at.page.getByRole('slider', { name: '步骤' }).fill('6');
    await at.step(6);
    assert.match(await at.page.locator('.pane-figures').textContent(), /A2 停一手 A1/);
    assert.doesNotMatch(await at.page.locator('.pane').textContent(), /pass/);
    await at.done();
});

test('a proof to a depth is called no proof', async () => {
    const at = await open('#/inside?game=tictactoe&start=x..%2F.o.%2F...&method=pn&depth=2');
    await at.page.locator('.note', { hasText: 'The search ended 2 plies deep and went by estimates there' }).waitFor();
    await at.button('中文').click();
    await at.page.locator('.note', { hasText: '搜索只到第 2 层' }).waitFor();
    await at.done();
    const whole = await open('#/inside?example=go-capture');
    assert.equal(await whole.page.locator('.note').count(), 0);
    await whole.done();
});

test('mcts: visits and means grow with the iterations', async () => {
    const at = await open('#/inside?example=mcts&step=50');
    const label = () => at.items().first().getAttribute('aria-label');
    assert.match(await label(), /Visits 50, Mean \d+ %/);
    await at.page.locator('.urgencies tr.chosen').waitFor();
    await at.button('One step forward').click();
    await at.step(51);
    assert.match(await label(), /Visits 51/);
    await at.words('Iteration 51: ');
    await at.done();
});

test('intervals of B* are drawn, and there is no film', async () => {
    const at = await open('#/inside?example=bounds');
    assert.match(await at.item('A').getAttribute('aria-label'), /Between 0 and 10, This is the move it plays/);
    await at.page.getByText('This method records no steps').waitFor();
    await at.done();
});

test('a xiangqi tree is asked for piece by piece', async () => {
    const asked = [];
    const at = await open('#/inside?example=xiangqi&step=0', { provoked: REFUSED });
    at.page.on('request', (request) => {
        if (request.url().includes('/nodes/')) asked.push(request.url());
    });
    assert.equal(await at.items().count(), 1);
    await at.button('To the end').click();
    await at.page.locator('.tree-node').nth(30).waitFor();
    await at.words('the search is done');
    const before = asked.length;
    assert.ok(before <= 4, `${before} questions to open the root`);
    assert.ok(asked.every((url) => Number(/count=(\d+)/.exec(url)[1]) <= 100));
    const count = await at.items().count();
    const child = at.page.locator('[role=treeitem][aria-level="2"][aria-expanded=false]').first();
    const key = await child.getAttribute('data-key');
    await child.focus(); // which brings it into view
    await child.locator('.handle').click();
    await at.page.locator(`[data-key="${key}"][aria-expanded=true]`).waitFor();
    assert.ok((await at.items().count()) > count);
    const opened = asked.slice(before).filter((url) => url.includes(`/nodes/${key}?`));
    assert.equal(opened.length, 1, 'one question for one node');
    assert.equal(asked.length - before, 1, 'and none for what was there already');
    await at.page.locator('.badge', { hasText: '#' }).first().waitFor();
    await at.page.locator('.tree .badge', { hasText: '↓' }).first().waitFor();
    await at.page.locator(`[data-key="${key}"]`).click();
    await at.page.locator('.inside-board [data-square]').first().waitFor();
    await at.done();
});

test('where there is no tree, the page says why, and what to do about it', async () => {
    const at = await open('#/inside?game=xiangqi&method=bstar&nodes=100');
    const note = at.page.locator('.note');
    await note.getByText('its 100 nodes were used up before that. Give it more nodes').waitFor();
    assert.match(await at.page.locator('.pane-figures').textContent(), /^cut off, without a result: .* · 1 node recorded, 0 steps$/);
    await at.button('中文').click();
    await note.getByText('上下界最佳优先（B*）先用小搜索把根的每个着法看一遍，而 100 个结点').waitFor();
    await at.done();
    const enough = await open('#/inside?game=xiangqi&method=bsp&nodes=5000');
    assert.ok((await enough.items().count()) > 40);
    assert.equal(await enough.page.locator('.note').count(), 0);
    await enough.done();
});

test('what was recorded with too few nodes is recorded once more without a limit', async () => {
    const at = await open('#/inside?game=tictactoe&method=bstar&nodes=3');
    await at.button('Record it without a limit of nodes').click();
    await at.items().nth(9).waitFor();
    assert.equal(await at.page.locator('.note').count(), 0);
    assert.doesNotMatch(at.page.url(), /nodes=/);
    await at.done();
    const over = await open('#/inside?game=tictactoe&start=xxx%2Foo.%2F...&method=bsp');
    await over.page.getByText('There is no tree to show: the game is over here.').waitFor();
    await over.done();
});

/** A tree whose best move is the last of 150, with two answers to each. */
const BROAD = `R(${Array.from({ length: 150 }, (_, i) => `M${i + 1}(${i},${i + 1})`).join(',')})`;

test('the best line is opened, wherever its moves stand among their brothers', async () => {
    const at = await open(`#/inside?game=tree&start=${encodeURIComponent(BROAD)}&method=minimax&step=1`);
    await at.button('To the end').click();
    await at.page.getByRole('treeitem', { name: /^110 more children/ }).waitFor();
    assert.equal(await at.item('M150').count(), 0);
    await at.button('Open the best line').click();
    const best = at.item('M150');
    await best.waitFor();
    assert.equal(await best.getAttribute('aria-expanded'), 'true');
    await at.page.getByRole('treeitem', { name: /^109 more children/ }).waitFor();
    const [card, tree] = await Promise.all([best, at.page.locator('.tree')].map((one) => one.boundingBox()));
    assert.ok(card.y >= tree.y && card.y + card.height <= tree.y + tree.height, 'it is in view');
    await at.button('Close all').click();
    await at.page.locator('[data-key="0"][aria-expanded=false]').waitFor();
    await at.page.locator('.tree-node .handle').click();
    await at.page.getByRole('treeitem', { name: /^110 more children/ }).waitFor();
    await at.done();
});

test('a step, and a link, show their node wherever it stands among its brothers', async () => {
    const at = await open(`#/inside?game=tree&start=${encodeURIComponent(BROAD)}&method=minimax&step=600`);
    const now = at.page.locator('.tree .tree-node.now');
    await now.waitFor();
    const key = await now.getAttribute('data-key');
    await at.page.getByRole('treeitem', { name: /more children/ }).waitFor();
    await at.done();
    const linked = await open(`#/inside?game=tree&start=${encodeURIComponent(BROAD)}&method=minimax&node=${key}`);
    await linked.page.locator(`.tree-node.selected[data-key="${key}"]`).waitFor();
    await linked.done();
});

test('two methods on one position, in figures and side by side', async () => {
    const at = await open('#/inside');
    await at.page.getByText('Another position or method').click();
    await at.page.getByLabel('A position of a game').check();
    await at.page.getByLabel('Game', { exact: true }).selectOption('connect4');
    const [first] = await at.page.getByLabel('Method', { exact: true }).all();
    await first.selectOption('alphabeta');
    await at.page.locator('.way').first().getByText('Options of the method').click();
    await at.page.locator('.way').first().getByLabel('Preset').selectOption('plain');
    await at.page.getByLabel('Depth', { exact: true }).fill('4');
    assert.ok(!(await at.page.getByLabel('Show what is cut off, too').isChecked())); // as in the example before
    await at.page.getByLabel('Compare with another method').check();
    await at.page.getByLabel('Method', { exact: true }).nth(1).selectOption('minimax');
    await at.button('Record the search').click();
    await at.page.locator('.comparison').waitFor();
    await at.shown();
    const figure = async (name) =>
        (
            await at.page
                .locator(`[data-figure=${name}] td .amount, [data-figure=${name}] td:not(:has(.amount))`)
                .allTextContents()
        ).map((text) => Number(text.replace(/[^\d.]/g, '')));
    const [fewer, all] = await figure('insideNodesCount');
    assert.ok(fewer < all / 3, `${fewer} and ${all}`);
    assert.deepEqual(await figure('insideDepth'), [4, 4]);
    const [one, other] = await figure('insideValue');
    assert.equal(one, other);
    assert.equal(await at.page.locator('.pane').count(), 2);
    assert.match(at.page.url(), /other_method=minimax/);
    await at.page.locator('.pane').nth(1).getByRole('button', { name: 'One step back' }).click();
    await at.page.locator('.pane').nth(1).locator('.film-words', { hasText: /./ }).waitFor();
    assert.deepEqual(await seriousFaults(at.page), []);
    await at.done();
});

test('two methods tell one value, that of MAX, also where MIN is to move', async () => {
    const at = await open(
        '#/inside?game=xiangqi&moves=h2e2+h9g7+h0g2&method=alphabeta&preset=oi-wiki&depth=2&other_method=minimax',
    );
    await at.page.locator('.comparison').waitFor();
    const values = await at.page.locator('[data-figure=insideValue] td').allTextContents();
    assert.equal(values.length, 2);
    for (const [i, pane] of (await at.page.locator('.pane-figures').allTextContents()).entries())
        assert.ok(pane.includes(`Value ${values[i]} `), `${values[i]} and ${pane}`);
    await at.done();
});

test('a search that was cut off is told as such, without a result', async () => {
    const at = await open('#/inside?game=xiangqi&method=alphabeta&depth=4&other_method=minimax');
    const row = (name) => at.page.locator(`[data-figure=${name}] td`).allTextContents();
    const [ended, cut] = await row('insideEnded');
    assert.equal(ended, 'came to its end');
    assert.match(cut, /^cut off, without a result: its tree has more nodes than the server records/);
    for (const name of ['insideValue', 'insideBest', 'insideDepth']) {
        const [whole, early] = await row(name);
        assert.match(whole, /\d/);
        assert.equal(early, '–', name);
    }
    const bars = await at.page.locator('[data-figure=insideNodesCount] .amount-back').all();
    const [one, other] = await Promise.all(bars.map(async (bar) => (await bar.boundingBox()).width));
    assert.ok(Math.abs(one - other) < 1, `bars of one scale: ${one} and ${other}`);
    assert.match(await at.page.locator('.comparison .help').textContent(), /cut off say only how far it came/);
    assert.deepEqual(await at.page.locator('.note').allTextContents(), [
        'The recording of minimax ended early: the tree has more nodes than the server keeps.',
    ]);
    const [first, second] = await at.page.locator('.pane-figures').allTextContents();
    assert.match(first, /^Value \d+ · best line/);
    assert.match(second, /^cut off, without a result: .*nodes recorded/);
    await at.done();
});

test('a question that is refused takes the tree of the one before away, and has its reason', async () => {
    const at = await open('#/inside?example=tictactoe&node=5', { provoked: REFUSED });
    await at.page.locator('.inside-board [data-square]').first().waitFor();
    await at.page.getByText('Another position or method').click();
    await at.page.getByLabel('A position of a game').check();
    await at.page.getByLabel('Game', { exact: true }).selectOption('tictactoe');
    await at.page.getByLabel('Position', { exact: true }).fill('xxx/xxx/xxx');
    await at.button('Record the search').click();
    await at.page.locator('.question-form .problem').waitFor();
    assert.equal(await at.page.locator('.pane, .tree, .step-table').count(), 0);
    assert.equal(await at.page.locator('.node-details').textContent(), '');
    for (const part of ['.inside-board', '.inside-main', '.inside-side'])
        assert.ok(await at.page.locator(part).isHidden(), part);
    await at.page.getByLabel('Position', { exact: true }).fill(`${stage.server.url}/#/play?game=connect4&moves=d+d`);
    await at.page.getByLabel('Depth', { exact: true }).fill('2');
    await at.page.getByLabel('Show what is cut off, too').uncheck();
    await at.button('Record the search').click();
    await at.page.waitForURL(/game=connect4&moves=d\+d/);
    await at.shown();
    await at.done();
});

test(
    'a recording that the server has forgotten is made once more',
    { skip: Boolean(process.env.BOYI_URL) },
    async () => {
        const at = await open('#/inside?example=oi-wiki&step=12', {
            provoked: ['status of 404', 'ERR_', 'Failed to load'],
        });
        await stage.server.restart();
        await at.button('One step forward').click();
        await at.words('Cut at C: β 2 ≤ α 3');
        await at.button('One step forward').click();
        await at.words('C is left with 2; that is no better for B.');
        await at.done();
    },
);

test(
    'what is asked first after the server was started anew is recorded: nothing was running there',
    { skip: Boolean(process.env.BOYI_URL) },
    async () => {
        let quiet;
        const at = await open('#/inside?example=oi-wiki', {
            provoked: ['status of 404'],
            prepare: (page) => {
                quiet = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/events'));
            },
        });
        await quiet; // nothing is followed any more
        await stage.server.restart();
        await at.page.getByLabel('Example').selectOption('tictactoe');
        await at.page.waitForURL(/example=tictactoe/);
        await at.shown();
        assert.equal(await at.page.locator('.problem:visible').count(), 0);
        await at.done();
    },
);

test('a tree of one leaf is told as such, without a film, a table or a game that is over', async () => {
    const at = await open('#/inside?game=tree&start=5&method=alphabeta');
    const text = await at.page.locator('.inside').innerText();
    assert.match(text, /The tree is a single leaf: its value is known/);
    assert.match(text, /Value 5/);
    assert.match(text, /There is no step to show: nothing had to be searched\./);
    assert.doesNotMatch(text, /game is over|intervals are those|has not come here|Step by step, as a table/);
    await at.done();
});

test('in Chinese, and the step stays where it was', async () => {
    const at = await open('#/inside?example=oi-wiki&step=13');
    await at.button('中文').click();
    await at.words('在 C 剪枝：β 2 ≤ α 3');
    assert.equal((await at.rows())[1], 'C|MIN|3,+∞|3,2|2|叶 12|浅层，B 处 A=3|2|3');
    assert.equal(await at.page.title(), '搜索透视 · 博弈');
    assert.match(await at.item('C').getAttribute('aria-label'), /浅层剪枝/);
    await at.button('English').click();
    await at.words('Cut at C');
    await at.done();
});

for (const colorScheme of ['light', 'dark'])
    test(`axe finds nothing serious (${colorScheme}), and 360 px are enough`, async () => {
        for (const hash of ['#/inside?example=oi-wiki&step=13', '#/inside?example=mcts', '#/inside?example=xiangqi']) {
            const at = await open(hash, { colorScheme, viewport: { width: 360, height: 740 } });
            const [content, window] = await widthOf(at.page);
            assert.ok(content <= window, `${hash}: ${content} > ${window}`);
            await at.page.getByText('Another position or method').click();
            assert.deepEqual(await seriousFaults(at.page), [], hash);
            const [wide] = await widthOf(at.page);
            assert.ok(wide <= window, `${hash} with its form: ${wide} > ${window}`);
            await at.done();
        }
    });
