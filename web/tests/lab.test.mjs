// SPDX-License-Identifier: MIT
// Lab against the program itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

const BENCH = { waitFor: '.lab-form' };
const LIST = { waitFor: '.lab-list' };
const REFUSED = { provoked: ['422'] };

const over = (at) => at.page.locator('.lab-result[data-state=done]').waitFor();
const pointCount = (at, name) => at.page.locator(`.chart [data-series="${name}"] .chart-point`).count();
const verdict = (at, words) => at.page.locator('.lab-verdict', { hasText: words }).waitFor();

async function openText(at) {
    await at.page.locator('.lab-text > summary').click();
    return at.page.getByLabel('The experiment as text');
}

const SMALL = `title Small
game tictactoe values=plain
position start initial
measure nodes time
variant all minimax
variant cut alphabeta plain
depths 1-5
table Nodes
columns all cut
measure nodes
`;

/** One that does not end by itself: its first rows come at once. */
const LONG = SMALL.replace('tictactoe values=plain', 'xiangqi').replace('depths 1-5', 'depths 1-2 40');

test('the experiments are listed by game, and one shows its text', async () => {
    const at = await stage.open('#/lab?list=all', LIST);
    assert.ok((await at.page.locator('.lab-item').count()) >= 20);
    assert.deepEqual(await at.page.locator('.lab-list h3').first().textContent(), 'Connect four');
    await at.page.getByRole('link', { name: 'The order of moves in xiangqi' }).click();
    await at.page.locator('.lab-head h2', { hasText: 'The order of moves in xiangqi' }).waitFor();
    await at.page.locator('summary', { hasText: 'The experiment as text' }).click();
    const source = await at.page.locator('.lab-source').textContent();
    assert.match(source, /^# The order of moves.*\ntitle +The order of moves/s);
    await at.page.getByRole('link', { name: 'All experiments' }).click();
    await at.page.locator('.lab-list').waitFor();
    await at.done();
});

test('a name that is unknown is said to be', async () => {
    const at = await stage.open('#/lab?show=nothing', LIST);
    assert.match(await at.page.getByRole('alert').textContent(), /no experiment/);
    await at.done();
});

test('a published report is shown within the page, as long as it is', async (context) => {
    const list = await (await fetch(`${stage.server.url}/api/experiments`)).json();
    const published = list.find((one) => one.published);
    if (!published) {
        context.skip('no report was built in');
        return;
    }
    const at = await stage.open(`#/lab?show=${published.name}`, { waitFor: '.report-frame' });
    await at.page.frameLocator('.report-frame').locator('h1').waitFor();
    assert.equal(await at.page.frameLocator('.report-frame').locator('h1').textContent(), published.title);
    await at.page.waitForFunction(() => {
        const frame = document.querySelector('.report-frame');
        const { scrollHeight, clientHeight } = frame.contentDocument.documentElement;
        return frame.clientHeight > 600 && scrollHeight <= clientHeight + 2;
    });
    await at.done();
});

test('a ready experiment runs by one click: as many points as rows, tables, the whole report', async () => {
    const at = await stage.open('#/lab', BENCH);
    await at.page.getByRole('button', { name: /^Minimax and alpha-beta/ }).click();
    await over(at);
    assert.match(await at.page.locator('.lab-status').textContent(), /18 searches/);
    assert.equal(await pointCount(at, 'minimax'), 9);
    assert.equal(await pointCount(at, 'alpha-beta'), 9);
    assert.equal(await at.page.getByLabel('Logarithmic y-axis').isChecked(), true);
    const row = at.page.locator('.lab-table').first().locator('tr').last();
    assert.deepEqual((await row.locator('th, td').allTextContents()).slice(0, 3), ['9', '549,945', '18,296']);
    await at.page.locator('summary', { hasText: 'The whole report' }).click();
    await at.page.frameLocator('.report-frame').locator('h1', { hasText: 'Minimax and alpha-beta' }).waitFor();
    await at.done();
});

test('the other ready experiments are accepted', async () => {
    const at = await stage.open('#/lab', BENCH);
    for (const [name, searches] of [
        [/^A hash table on top/, '24'],
        [/^The order of moves/, '320'],
        [/^The size of the table/, '24'],
        [/^Finding the only move/, '1800'],
    ]) {
        await at.page.getByRole('button', { name }).click();
        await verdict(at, `searches: ${searches}.`);
        await at.page.locator('.lab-result[data-state=running], .lab-result[data-state=done]').waitFor();
    }
    await at.button('Stop').click();
    await at.page.locator('.lab-result[data-state=stopped]').waitFor();
    await at.done();
});

test('the curve by keyboard and as a table; the legend hides a line; scales and measures change', async () => {
    const at = await stage.open('#/lab', BENCH);
    const text = await openText(at);
    await text.fill(SMALL);
    await verdict(at, 'searches: 10.');
    await at.button('Run it').click();
    await over(at);
    const readout = at.page.locator('.chart-readout');
    await at.page.locator('.chart-plot').focus();
    await at.page.keyboard.press('ArrowRight');
    assert.equal(await readout.textContent(), 'all, 1: 9');
    await at.page.keyboard.press('End');
    assert.equal(await readout.textContent(), 'all, 5: 18,729');
    await at.page.keyboard.press('ArrowDown');
    assert.match(await readout.textContent(), /^cut, 5: 1,494$/);
    await at.page.locator('.chart-numbers > summary').click();
    assert.equal(await at.page.locator('.chart-table tbody tr').count(), 5);
    assert.deepEqual(await at.page.locator('.chart-table tbody tr').nth(2).locator('th, td').allTextContents(), [
        '3',
        '585',
        '162',
    ]);
    await at.page.getByLabel('Logarithmic y-axis').uncheck();
    assert.ok((await at.page.locator('.chart-grid text').allTextContents()).includes('0'));
    await at.page.locator('.chart-legend').getByRole('button', { name: 'all' }).click();
    assert.equal(await pointCount(at, 'all'), 0);
    assert.equal(await pointCount(at, 'cut'), 5);
    await at.page.locator('.lab-controls select').selectOption('time');
    await at.page.locator('.chart-label', { hasText: 'Time in ms' }).waitFor();
    await at.done();
});

test('a mistake in the text is told with its line', async () => {
    const at = await stage.open('#/lab', { ...BENCH, ...REFUSED });
    const text = await openText(at);
    await text.fill(SMALL.replace('minimax', 'minimaxi'));
    await verdict(at, 'Line 5: ');
    await verdict(at, "did you mean 'minimax'");
    assert.equal(await at.button('Run it').isDisabled(), true);
    assert.equal(await text.getAttribute('aria-invalid'), 'true');
    await at.button('Go to the line').click();
    assert.equal(
        await text.evaluate((element) => element.value.slice(element.selectionStart, element.selectionEnd)),
        'variant all minimaxi',
    );
    await text.fill('');
    await verdict(at, 'The text is empty.');
    assert.equal(await at.button('Run it').isDisabled(), true);
    await text.fill(SMALL.replace('position start initial', 'positions /etc/passwd'));
    await verdict(at, 'only files of the experiments');
    await at.page.getByLabel('From – to').fill('1-3'); // the form does not write over it
    assert.match(await text.inputValue(), /passwd/);
    await at.page.getByLabel('From – to').fill('1-9');
    await at.button('Write it from the form again').click();
    await verdict(at, 'searches: 18.');
    assert.equal(await at.button('Run it').isDisabled(), false);
    await at.done();
});

test('the form writes the text: game, positions, variants with options, limits, measures', async () => {
    const at = await stage.open('#/lab', { ...BENCH, ...REFUSED });
    const text = await openText(at);
    await at.page.getByLabel('Game', { exact: true }).selectOption('connect4');
    await at.page.getByLabel('Positions', { exact: true }).selectOption({ label: 'connect4-only-moves (best)' });
    await at.page.getByLabel('Finds the right move').check();
    await at.page.getByLabel('Over', { exact: true }).selectOption('nodes');
    await at.page.getByLabel('From – to').fill('20 40');
    await at.page.getByLabel('Repetitions').fill('2');
    await at.button('Add a variant').click();
    const variant = at.page.locator('.lab-variant').nth(2);
    await variant.getByLabel('Name').fill('third');
    await variant.getByLabel('Method', { exact: true }).selectOption('mcts');
    await variant.locator('summary').click();
    await variant.getByLabel('Preset').selectOption('plain');
    await variant.getByLabel('rave', { exact: true }).check();
    await at.button('Remove minimax').click();
    const written = (await text.inputValue()).replace(/ +/g, ' ');
    assert.match(written, /game connect4\npositions connect4-only-moves.tsv as id position best\n/);
    assert.match(written, /variant alpha-beta alphabeta plain\nvariant third mcts plain rave=on\n/);
    assert.match(written, /repetitions 2\nnodes 20 40\n/);
    assert.match(written, /measure nodes time finds best\n/);
    await verdict(at, 'Variants: 2, positions: 40, searches: 320.');
    await at.button('Run it').click();
    await over(at);
    assert.equal(await pointCount(at, 'third'), 2);
    await at.done();
});

test('rows are drawn while it runs, it outlives the view, and stops with what it has', async () => {
    const at = await stage.open('#/lab', BENCH);
    const text = await openText(at);
    await text.fill(LONG);
    await verdict(at, 'searches: 6.');
    await at.button('Run it').click();
    await at.page.locator('.lab-status', { hasText: '4 of 6 searches' }).waitFor();
    await at.page.locator('.chart [data-series=all] .chart-point').nth(1).waitFor();
    assert.equal(await pointCount(at, 'cut'), 2);
    await at.page.getByRole('link', { name: 'Play' }).click();
    await at.page.locator('.play').waitFor();
    await at.page.getByRole('link', { name: 'Lab' }).click();
    await at.page.locator('.lab-result[data-state=running]').waitFor();
    assert.equal(await pointCount(at, 'all'), 2);
    await at.button('Stop').click();
    await at.page.locator('.lab-result[data-state=stopped]').waitFor();
    assert.match(await at.page.locator('.lab-status').textContent(), /Stopped after 4 of 6/);
    assert.equal(await at.page.locator('.lab-table').count(), 1);
    await at.done();
});

test('from the click on Stop until the report is there, the button says so and takes no second click', async () => {
    const at = await stage.open('#/lab', BENCH);
    const text = await openText(at);
    await text.fill(LONG);
    await verdict(at, 'searches: 6.');
    await at.button('Run it').click();
    await at.page.locator('.lab-status', { hasText: '4 of 6 searches' }).waitFor();
    let pass;
    const isSeen = new Promise((resolve) => {
        pass = resolve;
    });
    await at.page.route('**/api/jobs/*', async (route) => {
        await isSeen;
        await route.continue();
    });
    await at.button('Stop').click();
    await at.button('Stopping …').waitFor();
    assert.ok(await at.button('Stopping …').isDisabled());
    assert.equal(await at.page.locator('.lab-result').getAttribute('data-state'), 'running');
    pass();
    await at.page.locator('.lab-result[data-state=stopped]').waitFor();
    assert.ok(await at.page.locator('.lab-stop').isHidden());
    await at.done();
});

test('the quick form of a large experiment runs here', async () => {
    const at = await stage.open('#/lab?list=all', LIST);
    await at.button('Run the quick form: Null moves on middlegames of xiangqi').click();
    await over(at);
    assert.match(await at.page.locator('.lab-result h2').textContent(), /Null moves.*quick form/);
    assert.match(await at.page.locator('.lab-status').textContent(), /24 searches/);
    assert.ok((await at.page.locator('.chart-point').count()) > 0);
    await at.done();
});

test('variants with one value each are bars in the end', async () => {
    const at = await stage.open('#/lab', BENCH);
    const text = await openText(at);
    await text.fill(SMALL.replace('depths 1-5', 'depths 5'));
    await verdict(at, 'searches: 2.');
    await at.button('Run it').click();
    await over(at);
    const widths = await at.page
        .locator('.chart-bar')
        .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))));
    assert.equal(widths.length, 2);
    assert.ok(Math.abs(widths[1] / widths[0] - 1494 / 18729) < 0.01, String(widths));
    await at.page.locator('.chart-plot').focus();
    await at.page.keyboard.press('ArrowDown');
    assert.equal(await at.page.locator('.chart-readout').textContent(), 'cut, 5: 1,494');
    await at.done();
});

test('what came out can be downloaded', async () => {
    const at = await stage.open('#/lab', BENCH);
    const text = await openText(at);
    await text.fill(SMALL);
    await verdict(at, 'searches: 10.');
    await at.button('Run it').click();
    await over(at);
    const download = async (name) => {
        const [file] = await Promise.all([at.page.waitForEvent('download'), at.button(name).click()]);
        return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
    };
    const [csvName, csv] = await download('Numbers (CSV)');
    assert.equal(csvName, 'small.csv');
    assert.match(csv, /table-1,table,nodes,5,5,all,18729,/);
    const [, svg] = await download('Curve (SVG)');
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(svg, /stroke="rgb\(/);
    assert.doesNotMatch(svg, /class=/);
    assert.match((await download('Report (HTML)'))[1], /<h1>Small<\/h1>/);
    assert.match((await download('Report (text)'))[1], /Mean nodes of 1 position/);
    assert.equal((await download('Experiment (text)'))[1], SMALL);
    await at.done();
});

test('a run that the server never got says so in words, and waits for no row', async () => {
    for (const [locale, run, told] of [
        ['en', 'Run it', /^It failed: The server does not answer/],
        ['zh-CN', '运行', /^失败：服务器没有应答/],
    ]) {
        const at = await stage.open('#/lab', { ...BENCH, locale, provoked: ['ERR_'] });
        await at.page.route('**/api/clients', (route) => route.abort());
        await at.button(run).click();
        await at.page.locator('.lab-result[data-state=failed]').waitFor();
        assert.match(await at.page.locator('.lab-result .problem').textContent(), told);
        assert.deepEqual(await at.page.locator('.lab-result .chart, .lab-controls').filter({ visible: true }).all(), []);
        await at.done();
    }
});

test('a server that dies while a run is followed is said to be away; back again, the run is offered anew', async (t) => {
    if (!stage.server.kill) return t.skip('the server is not ours');
    const at = await stage.open('#/lab', { ...BENCH, provoked: ['ERR_', 'status of 404'] });
    const text = await openText(at);
    await text.fill(LONG);
    await verdict(at, 'searches: 6.');
    await at.button('Run it').click();
    await at.page.locator('.lab-status', { hasText: '4 of 6 searches' }).waitFor();
    await stage.server.kill();
    await at.page.locator('.lab-status', { hasText: 'The server does not answer' }).waitFor();
    await at.button('Stop').click(); // which nobody hears
    assert.equal(await at.page.locator('.lab-result').getAttribute('data-state'), 'running');
    await stage.server.start();
    await at.page.locator('.lab-result[data-state=failed]').waitFor();
    assert.match(await at.page.locator('.lab-result .problem').textContent(), /The server was restarted/);
    assert.ok(await at.page.locator('.lab-stop').isHidden());
    assert.equal(await pointCount(at, 'all'), 2); // what had come stays
    await at.button('Run it again').click();
    await at.page.locator('.lab-status', { hasText: '4 of 6 searches' }).waitFor();
    await at.button('Stop').click();
    await at.page.locator('.lab-result[data-state=stopped]').waitFor();
    await at.done();
});

test('a stop that did not arrive is sent again when the server answers again', async () => {
    const at = await stage.open('#/lab', { ...BENCH, provoked: ['ERR_'] });
    const text = await openText(at);
    await text.fill(LONG);
    await verdict(at, 'searches: 6.');
    await at.button('Run it').click();
    await at.page.locator('.lab-status', { hasText: '4 of 6 searches' }).waitFor();
    const away = (route) => route.abort();
    await at.page.route('**/api/jobs/*', away);
    const missed = at.page.waitForEvent('requestfailed');
    await at.button('Stop').click();
    await missed;
    await at.page.locator('.lab-status', { hasText: 'The server does not answer' }).waitFor();
    await at.page.unroute('**/api/jobs/*', away);
    await at.page.locator('.lab-result[data-state=stopped]').waitFor();
    await at.done();
});

test('a text that could not be checked is checked when the server is back', async () => {
    const at = await stage.open('#/lab', { ...BENCH, provoked: ['ERR_'] });
    const away = (route) => route.abort();
    await at.page.route('**/api/experiments/check', away);
    const text = await openText(at);
    await text.fill(SMALL);
    await verdict(at, 'The server does not answer');
    await at.page.unroute('**/api/experiments/check', away);
    await verdict(at, 'searches: 10.');
    await at.done();
});

test('Chinese, and a change of language keeps the run', async () => {
    const at = await stage.open('#/lab', { ...BENCH, locale: 'zh-CN' });
    await at.page.getByRole('button', { name: /^极小极大与/ }).click();
    await over(at);
    assert.match(await at.page.locator('.lab-status').textContent(), /完成：共 18 次搜索/);
    await at.page.getByRole('button', { name: 'English' }).click();
    await at.page.locator('.lab-status', { hasText: 'Done: 18 searches.' }).waitFor();
    assert.equal(await pointCount(at, 'minimax'), 9);
    await at.done();
});

for (const [name, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['Chinese on a phone', { locale: 'zh-CN', viewport: { width: 360, height: 760 } }],
])
    test(`${name}: nothing serious for axe, no scrolling sideways`, async () => {
        const at = await stage.open('#/lab', { ...BENCH, ...options });
        await at.page.locator('.lab-card').first().click();
        await over(at);
        await at.page.locator('.chart-numbers > summary').click();
        await at.page.locator('.lab-text > summary').click();
        assert.deepEqual(await seriousFaults(at.page), []);
        const [wide, room] = await widthOf(at.page);
        assert.ok(wide <= room, `${wide} in ${room}`);
        await at.page.goto(`${stage.server.url}/#/lab?list=all`);
        await at.page.locator('.lab-list').waitFor();
        assert.deepEqual(await seriousFaults(at.page), []);
        await at.page.locator('.lab-item a').first().click();
        await at.page.locator('.lab-one').waitFor();
        assert.deepEqual(await seriousFaults(at.page), []);
        const [wider, place] = await widthOf(at.page);
        assert.ok(wider <= place, `${wider} in ${place}`);
        await at.done();
    });
