// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
before(async () => {
    stage = await openStage();
});
after(() => stage.close());

const dataPath = (name) => fileURLToPath(new URL(`../../tests/data/${name}`, import.meta.url));
const data = (name) => readFileSync(dataPath(name), 'utf8');

const OPENING = 'h2e2 h9g7 h0g2 i9h9';
const BLUNDER = 'h2e2 h9g7 e2e6 g7e6 h0g2'; // the cannon is given for a pawn
const REPEATED = { start: '3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1', moves: 'a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9' };

function link(game, { start = '', moves = '' } = {}) {
    return `#/analyse?${new URLSearchParams({ game, start, moves })}`;
}

/** Opens the view with the engine off, so that tests of other things do not share the processor with it. */
async function open(hash, { engine = false, ...options } = {}) {
    const at = await stage.open('#/play?game=tictactoe&side=both', options);
    await at.page.evaluate(`localStorage.setItem('boyi.analyse.engine', '${engine ? 'on' : 'off'}')`);
    await at.page.goto('about:blank');
    await at.page.goto(`${stage.server.url}/${hash}`);
    await at.settled();
    return at;
}

async function paste(at, text) {
    await at.button('Open').click();
    await at.page.getByLabel('Position or record').fill(text);
    await at.button('Open it').click();
}

/** Drops a file on the board. */
async function drop(at, name, text) {
    await at.page.evaluate(
        ([fileName, content]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([content], fileName, { type: 'text/plain' }));
            document
                .querySelector('.board')
                .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }));
        },
        [name, text],
    );
}

const treeText = (at) => at.page.locator('.tree').innerText();
const here = (at) => at.page.locator('.tree .move[aria-current]');
const tags = (at) => at.page.locator('.tags dd').allTextContents();

test('a FEN is pasted: the board has it', async () => {
    const at = await open('#/analyse');
    await paste(at, '3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1');
    await at.page.locator('[data-square=e1][aria-label*="Red rook"]').waitFor();
    await at.headline('Red to move');
    assert.equal(await at.page.locator('.tree .move').count(), 0);
    await at.done();
});

test('the position of another game is recognised by its text', async () => {
    const at = await open('#/analyse');
    await paste(at, 'x.o/.x./..o');
    await at.page.locator('.board[aria-label*="Tic-tac-toe"]').waitFor();
    await at.square('2,2').waitFor();
    await at.headline('X to move');
    await at.done();
});

test('PGN in Chinese and in WXF are the same game; remarks, signs, variations and players are shown', async () => {
    const shown = [];
    for (const name of ['chinese', 'wxf']) {
        const at = await open('#/analyse');
        await paste(at, data(`pgn/${name}.pgn`));
        await at.page.locator('.tree .move', { hasText: 'g7h5' }).waitFor();
        shown.push(await treeText(at));
        assert.deepEqual(await at.page.locator('.seat-name strong').allTextContents(), ['Player Two', 'Player One']);
        assert.ok((await tags(at)).includes('Training'));
        await at.page.getByLabel('Notation').selectOption('chinese');
        await at.page.locator('.tree .move', { hasText: '炮二平五' }).waitFor();
        await at.page.getByLabel('Notation').selectOption('wxf');
        await at.page.locator('.tree .move', { hasText: 'C2.5' }).waitFor();
        assert.match(await treeText(at), /\(\s*4\.\s*P3\+1/); // variations too
        await at.done();
    }
    assert.equal(shown[0], shown[1]);
    assert.match(shown[0], /五七炮对屏风马/);
    assert.match(shown[0], /c3c4\s*!/);
    assert.match(shown[0], /\(\s*4\.\s*g3g4\s+c6c5\s+双方对抢先手/);
});

test('an SGF file is chosen, and its setup and remarks are there', async () => {
    const at = await open('#/analyse');
    await at.button('Open').click();
    await at.page.getByLabel('From a file').setInputFiles({
        name: 'game.sgf',
        mimeType: 'text/plain',
        buffer: Buffer.from('(;GM[1]SZ[9]PB[Aki]PW[Bo];B[ee]C[in the middle];W[cc](;B[gg])(;B[cg];W[]))'),
    });
    await at.page.locator('.board[aria-label*="Go"]').waitFor();
    await at.page.locator('.tree .move', { hasText: 'E5' }).waitFor();
    assert.match(await treeText(at), /in the middle[\s\S]*G3[\s\S]*\(\s*2\.\s*C3\s+pass\s*\)/i);
    assert.deepEqual(await at.page.locator('.seat-name strong').allTextContents(), ['Bo', 'Aki']);
    await at.page.keyboard.press('End');
    await at.page.locator('[data-square=G3][aria-label*="Black stone"]').waitFor();
    await at.done();
});

for (const [encoding, moves] of Object.entries({
    // 炮二平五 马8进7 in simplified, and in traditional characters
    'GB 18030': [0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5, 0x20, 0xc2, 0xed, 0x38, 0xbd, 0xf8, 0x37],
    Big5: [0xac, 0xb6, 0xa4, 0x47, 0xa5, 0xad, 0xa4, 0xad, 0x20, 0xb0, 0xa8, 0x38, 0xb6, 0x69, 0x37],
}))
    test(`a file in an old Chinese encoding, ${encoding}, is read`, async () => {
        const at = await open('#/analyse');
        await at.button('Open').click();
        await at.page.getByLabel('From a file').setInputFiles({
            name: 'old.pgn',
            mimeType: 'text/plain',
            buffer: Buffer.from([...Buffer.from('1. '), ...moves, ...Buffer.from(' *')]),
        });
        await at.page.locator('.tree .move', { hasText: 'h2e2' }).waitFor();
        await at.page.locator('.tree .move', { hasText: 'h9g7' }).waitFor();
        await at.done();
    });

test('a damaged record shows what was read, and where the damage is', async () => {
    const at = await open('#/analyse');
    await paste(at, '[Red "A"]\n\n1. h2e2 h9g7\n2. h0g2 z9z8 3. i0h0 *\n');
    await at.page.locator('.damage', { hasText: 'Line 4, column 9' }).waitFor();
    assert.equal(await at.page.locator('.damage mark').textContent(), 'z');
    assert.equal(await at.page.locator('.tree .move').count(), 3);
    await at.done();
});

test('what cannot be read is refused with the reason and the place, and nothing is lost', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }));
    await paste(at, 'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHX w');
    const problem = at.page.locator('dialog .problem');
    await problem.locator('.where').waitFor();
    assert.match(await problem.innerText(), /line 1, column/i);
    assert.equal(await problem.locator('mark').textContent(), 'X');
    await at.button('Cancel').click();
    assert.equal(await at.page.locator('.tree .move').count(), 4);
    await at.done();
});

test('an empty file is told, chosen or dropped, and the game stays', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }));
    for (const text of ['', ' \n\t\r\n']) {
        const problem = at.page.locator('dialog .problem', { hasText: 'none.pgn is empty' });
        await at.button('Open').click();
        await at.page
            .getByLabel('From a file')
            .setInputFiles({ name: 'none.pgn', mimeType: 'text/plain', buffer: Buffer.from(text) });
        await problem.waitFor();
        await at.button('Cancel').click();
        await drop(at, 'none.pgn', text);
        await problem.waitFor();
        await at.button('Cancel').click();
        assert.equal(await at.page.locator('.tree .move').count(), 4);
    }
    await at.done();
});

test('what is no text is refused, with its place in the file', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }));
    await at.button('Open').click();
    const bytes = [...Buffer.from('1. h2e2\r\nh9g7 '), 0x01, 0x00, 0xff, 0x7f];
    await at.page
        .getByLabel('From a file')
        .setInputFiles({ name: 'odd.pgn', mimeType: 'text/plain', buffer: Buffer.from(bytes) });
    const problem = at.page.locator('dialog .problem');
    await problem.locator('.where').waitFor();
    assert.match(await problem.innerText(), /no text: it has the character U\+0001[\s\S]*Line 2, column 6/);
    assert.equal(await problem.locator('.excerpt').innerText(), 'h9g7 \ufffd\ufffd\ufffd\ufffd');
    await at.button('Cancel').click();
    assert.equal(await at.page.locator('.tree .move').count(), 4);
    await at.done();
});

test('a game of thousands of moves is walked to its end; its review is refused in words', async () => {
    const at = await open('#/analyse');
    await paste(at, 'a0a1 a9a8 a1a0 a8a9 '.repeat(600));
    await at.page.locator('.tree .move').nth(2399).waitFor();
    await at.button('To the end of the line').click();
    await at.page.locator('.status.over').waitFor();
    assert.equal(await here(at).innerText(), 'a8a9');
    assert.ok(await at.page.locator('.panel > .problem').isHidden());
    await at.button('Review').click();
    await at.page.locator('.review .problem', { hasText: 'at most 2000 moves' }).waitFor();
    await at.done();
});

test('a name of any length leaves the board as it is', async () => {
    for (const width of [360, 1200]) {
        const at = await open('#/analyse', { viewport: { width, height: 800 } });
        const boardWidth = async () => (await at.page.locator('.board-host').boundingBox()).width;
        const before = await boardWidth();
        await paste(at, `[Red "${'boyi_without_counter_move'.repeat(12)}"]\n\n1. 炮二平五 马8进7 *\n`);
        await at.page.locator('.seat-name', { hasText: 'boyi_without' }).waitFor();
        assert.equal(await boardWidth(), before);
        assert.ok((await at.page.evaluate('document.documentElement.scrollWidth')) <= width);
        await at.done();
    }
});

test('several records in a file are chosen among, and keep what was changed in them', async () => {
    const at = await open('#/analyse');
    await paste(at, data('pgn/several.pgn'));
    const choice = at.page.getByLabel('Record of the file');
    await choice.locator('option', { hasText: 'fifth' }).waitFor({ state: 'attached' });
    const variation = at.page.locator('.tree .move', { hasText: 'c3c4' });
    await at.square('c3').click(); // a variation in the first
    await at.square('c4').click();
    await variation.waitFor();
    await at.button('Next record').click();
    await at.page.locator('.tree .move', { hasText: 'b2e2' }).waitFor();
    await choice.selectOption({ label: 'Record 3 · third, damaged' });
    await at.page.locator('.damage').waitFor();
    await choice.selectOption({ label: 'Record 1 · first' });
    await variation.waitFor();
    assert.match(await treeText(at), /\(\s*1\.\s*c3c4\s*\)/);
    assert.equal(await at.page.locator('.damage').count(), 0);
    await at.page.reload();
    await variation.waitFor();
    await choice.locator('option', { hasText: 'fifth' }).waitFor({ state: 'attached' });
    await at.button('Next record').click();
    await at.page.locator('.tree .move', { hasText: 'b2e2' }).waitFor();
    await at.done();
});

test('all records of a long file are listed, and the last can be chosen', async () => {
    const at = await open('#/analyse');
    const file = Array.from({ length: 260 }, (_, i) => `[Event "game ${i + 1}"]\n\n1. ${i === 259 ? 'b2e2' : 'h2e2'} *\n\n`);
    await drop(at, 'long.pgn', file.join(''));
    const choice = at.page.getByLabel('Record of the file');
    await choice.locator('option', { hasText: 'Record 260 · game 260' }).waitFor({ state: 'attached' });
    assert.equal(await choice.locator('option').count(), 260);
    await choice.selectOption('259');
    await at.page.locator('.tree .move', { hasText: 'b2e2' }).waitFor();
    assert.equal(await choice.inputValue(), '259');
    assert.ok(await at.button('Next record').isDisabled());
    await at.done();
});

test('a file is dropped on the page', async () => {
    const at = await open('#/analyse');
    await drop(at, 'game.pgn', data('pgn/iccs.pgn'));
    await at.page.locator('.tree .move', { hasText: 'h2e2' }).waitFor();
    await at.done();
});

test('moves on the board become variations, which are promoted, remarked, deleted, written and read again', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }), {
        permissions: ['clipboard-read', 'clipboard-write'],
    });
    for (let i = 0; i < 3; i++) await at.button('One move back').click();
    await at.settled();
    await at.square('b9').click();
    await at.square('c7').click();
    await at.page.locator('.variation-block .move', { hasText: 'b9c7' }).waitFor();
    await at.settled();
    await at.square('b0').click();
    await at.square('c2').click();
    await at.page.locator('.variation-block .move', { hasText: 'b0c2' }).waitFor();
    await at.settled();
    await at.page.getByLabel('Remark on b0c2').fill('both horses (out)');
    await at.button('Promote the variation').click();
    assert.match(await treeText(at), /b9c7[\s\S]*\(\s*1…\s*h9g7\s+2\.\s*h0g2\s+i9h9\s*\)[\s\S]*b0c2[\s\S]*both horses/);
    await at.button('Export').click();
    await at.page.locator('dialog').getByLabel('Notation').selectOption('chinese');
    const field = at.page.locator('dialog textarea');
    await at.page.waitForFunction(() => /炮二平五/.test(document.querySelector('dialog textarea').value));
    const written = await field.inputValue();
    await at.button('Copy').click();
    await at.page.locator('.copied', { hasText: 'Copied' }).waitFor();
    assert.equal(await at.page.evaluate('navigator.clipboard.readText()'), written);
    const download = at.page.waitForEvent('download');
    await at.button('Download').click();
    assert.match((await download).suggestedFilename(), /\.pgn$/);
    assert.equal(readFileSync(await (await download).path(), 'utf8'), written);
    const before = await treeText(at);
    await at.button('Close').click();
    await paste(at, written);
    await at.settled();
    assert.equal(await treeText(at), before);
    await at.page.locator('.variation-block .move').first().click();
    await at.settled();
    await at.button('Delete from this move on').click();
    await at.settled();
    assert.equal(await at.page.locator('.variation-block').count(), 0);
    assert.equal(await at.page.locator('.tree .move').count(), 3);
    await at.done();
});

test('a game without a format is written as position and moves, and read again', async () => {
    const at = await open(link('connect4', { moves: 'd e d' }));
    await at.button('Export').click();
    const field = at.page.locator('dialog textarea');
    await at.page.waitForFunction(() => document.querySelector('dialog textarea').value);
    const text = await field.inputValue();
    assert.match(text, /^game: connect4$/m);
    assert.match(text, /^moves: d e d$/m);
    await at.button('Close').click();
    await paste(at, 'x.o/.x./..o');
    await at.headline('X to move');
    await paste(at, text);
    await at.page.locator('.board[aria-label*="Connect four"]').waitFor();
    assert.deepEqual(await at.moves(), ['d', 'e', 'd']);
    await at.done();
});

test('the keyboard walks: along the line, to its ends, and among variations', async () => {
    const at = await open('#/analyse');
    await paste(at, data('pgn/coordinates.pgn'));
    await at.page.locator('.tree .move').nth(10).waitFor();
    const press = async (key) => {
        await at.page.keyboard.press(key);
        await at.settled();
    };
    await press('ArrowRight');
    assert.equal(await here(at).innerText(), 'h2e2');
    for (let i = 0; i < 6; i++) await press('ArrowRight');
    assert.match(await here(at).innerText(), /^c3c4/);
    await press('ArrowDown');
    assert.equal(await here(at).innerText(), 'g3g4');
    await press('ArrowDown');
    assert.equal(await here(at).innerText(), 'b0a2');
    await press('ArrowDown');
    assert.match(await here(at).innerText(), /^c3c4/);
    await press('ArrowUp');
    assert.equal(await here(at).innerText(), 'b0a2');
    await press('Home');
    assert.equal(await here(at).count(), 0);
    await press('End');
    assert.equal(await here(at).innerText(), 'g7h5');
    assert.ok(await at.button('One move forward').isDisabled());
    await press('ArrowLeft');
    await at.page.getByLabel(/^Remark on/).focus(); // in a field the keys are the field's
    await at.page.keyboard.press('Home');
    assert.notEqual(await here(at).count(), 0);
    await at.done();
});

test('a variation is folded, and a walk into it unfolds it', async () => {
    const at = await open('#/analyse');
    await paste(at, '1. h2e2 (1. b2e2 b9c7 2. b0c2) h9g7 *');
    await at.page.locator('.variation-block').waitFor();
    await at.button('Fold the variation').click();
    assert.equal(await at.page.locator('.variation-block .move').count(), 1);
    await at.page.keyboard.press('ArrowRight');
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('ArrowRight');
    await at.settled();
    assert.equal(await here(at).innerText(), 'b9c7');
    assert.equal(await at.page.locator('.variation-block .move').count(), 3);
    await at.done();
});

test('several lines with values, figures and ranked arrows; a move of a line is played', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }), { engine: true });
    const lines = at.page.locator('.engine-lines > li');
    await lines.nth(2).locator('.line-move').first().waitFor();
    await at.page.locator('.board .hint-arrow.rank-3').waitFor({ state: 'attached' });
    assert.equal(await at.page.locator('.board .hint-arrow').count(), 3);
    assert.match(await at.page.locator('.engine-figures').innerText(), /Depth \d+[\s\S]*nodes[\s\S]*\/s/);
    assert.match(await lines.first().locator('.badge').innerText(), /^[+−]?\d+$/);
    await at.page.getByLabel('Lines', { exact: true }).selectOption('5');
    await lines.nth(4).locator('.line-move').first().waitFor();
    await at.page.getByLabel('Lines', { exact: true }).selectOption('1');
    await at.page.waitForFunction(() => document.querySelectorAll('.board .hint-arrow').length === 1);
    await at.page.getByRole('switch', { name: 'Engine' }).click();
    await at.page.locator('.engine .empty', { hasText: 'off' }).waitFor();
    assert.equal(await at.page.locator('.board .hint-arrow').count(), 0);
    await at.page.getByRole('switch', { name: 'Engine' }).click();
    const second = at.page.locator('.line-move[data-place="1 1"]');
    await second.waitFor();
    await second.click();
    await at.page.waitForFunction(() => document.querySelectorAll('.tree .move').length === 6);
    await at.done();
});

test('what is wrong with a text is told of the game that it is of, whichever is shown', async () => {
    const at = await open(link('go', { settings: 'size=9' }));
    await at.button('Open').click();
    const problem = at.page.locator('.dialog .problem');
    const refused = async (text, ...words) => {
        await at.page.getByLabel('Position or record').fill(text);
        await at.button('Open it').click();
        for (const one of words) await problem.filter({ hasText: one }).waitFor();
    };
    await refused('rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHX w', 'Read as Xiangqi', "'X' is no piece");
    await refused('3k5/9/9/9/9/9/9/9/9/9 w', 'Read as Xiangqi', 'red has no king');
    await refused('马八进八', 'Read as Xiangqi', 'the horse on b0 cannot move like that');
    await refused('good morning', 'neither a position nor a record', 'Go, Xiangqi, Connect four, Tic-tac-toe');
    await refused('(;B[zz])', 'expected a point on the board');
    assert.doesNotMatch(await problem.textContent(), /Read as/);
    await refused('{"game": "go"}', 'only a comment in braces');
    await refused(' \n ', 'The text is blank');
    await at.page.getByLabel('Position or record').fill('');
    await at.button('Open it').click();
    await at.page.locator('.dialog').waitFor({ state: 'detached' });
    await at.done();
});

test('the win, draw and loss bar and a proved win', async () => {
    const at = await open(link('xiangqi', { start: '4k4/9/9/9/9/9/9/9/R8/1R1K5 w' }), { engine: true });
    await at.page.locator('.engine-lines .badge', { hasText: '+#2' }).first().waitFor();
    await at.page.locator('.engine [role=img][aria-label*="Red: 100 % win"]').waitFor();
    await at.done();
});

test('a move that meets a server that is away is shown when it is back, without a click', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }), { provoked: ['Failed to load resource'] });
    const away = (route) => route.abort();
    await at.page.route('**/api/position', away);
    await at.button('One move back').click();
    await at.page.getByText('The server does not answer').waitFor();
    await at.page.unroute('**/api/position', away);
    await at.page.getByText('The server does not answer').waitFor({ state: 'hidden' });
    await at.settled();
    await at.page.locator('.tree .move[aria-current]').waitFor();
    await at.done();
});

test('a server that dies while it analyses is said to be away, and the analysis goes on when it is back', async (t) => {
    if (!stage.server.kill) return t.skip('the server is not ours');
    const at = await open(link('xiangqi', { moves: OPENING }), { engine: true, provoked: ['ERR_', 'status of 404'] });
    const lines = at.page.locator('.engine-lines .line-move').first();
    await lines.waitFor();
    await stage.server.kill();
    await at.page.locator('.engine-pause', { hasText: 'The server does not answer' }).waitFor();
    await stage.server.start();
    await at.page.waitForFunction(() => !document.querySelector('.engine-pause').textContent);
    await lines.waitFor();
    assert.equal(await at.page.locator('.problem:visible').count(), 0);
    await at.done();
});

test('one search at a time: the older job ends when another position is shown, and when the view is left', async () => {
    const at = await open(link('xiangqi', { moves: OPENING }), { engine: true });
    const ended = () => at.page.waitForRequest((request) => request.method() === 'DELETE');
    await at.page.locator('.line-move').first().waitFor();
    const first = ended();
    await at.button('To the start').click();
    await first;
    await at.page.locator('.line-move').first().waitFor();
    await at.page.waitForFunction(() => /^1\./.test(document.querySelector('.line-moves').innerText));
    const second = ended();
    await at.page.getByRole('link', { name: 'Play' }).click();
    await second;
    await at.done();
});

test('nothing is searched while the tab is hidden', async () => {
    const at = await open(link('xiangqi'), { engine: true });
    await at.page.locator('.line-move').first().waitFor();
    const turn = (isHidden) =>
        at.page.evaluate((value) => {
            Object.defineProperty(document, 'hidden', { value, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }, isHidden);
    const ended = at.page.waitForRequest((request) => request.method() === 'DELETE');
    await turn(true);
    await ended;
    const begun = at.page.waitForRequest((request) => request.url().endsWith('/api/searches'));
    await turn(false);
    await begun;
    await at.done();
});

test('a link with a move that is none tells it, and shows the moves before', async () => {
    const at = await open(link('xiangqi', { moves: 'h2e2 h9g7 e2z9' }), { provoked: ['status of 422'] });
    await at.page.locator('.panel > .problem', { hasText: 'e2z9' }).waitFor();
    await at.page.locator('[data-square=g7][aria-label*="Black horse"]').waitFor();
    assert.deepEqual(await at.moves(), ['h2e2', 'h9g7']);
    await at.done();
});

test('another method with options searches', async () => {
    const at = await open(link('tictactoe'), { engine: true });
    await at.page.locator('.line-move').first().waitFor();
    await at.page.locator('.engine').getByRole('button', { name: 'Method' }).click();
    await at.page.getByRole('dialog').getByLabel('Method').selectOption('mcts');
    const asked = at.page.waitForRequest((request) => request.url().endsWith('/api/searches'));
    await at.button('Apply').click();
    assert.equal((await asked).postDataJSON().method, 'mcts');
    await at.page.locator('.engine-lines .line-move').first().waitFor();
    await at.done();
});

test('a method that tells nothing before its end has a limit; without one it says why', async () => {
    const at = await open(link('xiangqi'), { engine: true });
    const dialog = at.page.getByRole('dialog');
    const asked = () => at.page.waitForRequest((request) => request.url().endsWith('/api/searches'));
    const use = async () => {
        const request = asked();
        await at.button('Apply').click();
        return (await request).postDataJSON();
    };
    const openMethods = () => at.page.locator('.engine').getByRole('button', { name: 'Method' }).click();
    await openMethods();
    assert.equal(await dialog.getByLabel('Depth at most').inputValue(), '');
    await dialog.getByLabel('Method').selectOption('bstar');
    assert.equal(await dialog.getByLabel('Nodes at most').inputValue(), '200000');
    await dialog.getByLabel('Method').selectOption('minimax');
    assert.equal(await dialog.getByLabel('Nodes at most').inputValue(), '');
    assert.equal((await use()).depth, 3);
    await at.page.locator('.engine-figures', { hasText: 'Depth 3' }).waitFor();
    await openMethods();
    await dialog.getByLabel('Depth at most').fill('2');
    assert.equal((await use()).depth, 2);
    await at.page.locator('.engine-figures', { hasText: 'Depth 2' }).waitFor();
    await at.page.reload();
    await at.page.locator('.engine-figures', { hasText: 'Depth 2' }).waitFor();
    await openMethods();
    await dialog.getByLabel('Depth at most').fill('');
    assert.equal((await use()).depth, undefined);
    await at.page.locator('.engine-lines .empty', { hasText: 'Set a lower depth' }).waitFor();
    await at.done();
});

test('a review by a method that goes to its depth at once finds the blunder', async () => {
    const at = await open(link('xiangqi', { moves: BLUNDER }));
    await at.page.locator('.engine').getByRole('button', { name: 'Method' }).click();
    await at.page.getByRole('dialog').getByLabel('Method').selectOption('minimax');
    await at.button('Apply').click();
    await at.page.getByLabel('How deep').selectOption({ label: 'quick' });
    await at.button('Review').click();
    await at.page.locator('.tree .move .sign.blunder').first().waitFor();
    await at.done();
});

test('a review draws the curve, marks the blunder, and shows what was better', async () => {
    const at = await open(link('xiangqi', { moves: BLUNDER }));
    await at.button('Review').click();
    await at.page.locator('.dot.blunder').first().waitFor();
    const blunder = at.page.locator('.tree .move', { has: at.page.locator('.sign.blunder') });
    assert.match(await blunder.first().innerText(), /^e2e6\s*\?\?$/);
    await at.button('Blunder: 1').first().click();
    await at.settled();
    assert.match(await here(at).innerText(), /^e2e6/);
    assert.match(await at.page.locator('.judged').innerText(), /Blunder \d+ %[\s\S]*Better:/);
    const curve = at.page.getByRole('slider', { name: 'Score over the game' });
    assert.equal(await curve.getAttribute('aria-valuenow'), '3');
    assert.match(await curve.getAttribute('aria-valuetext'), /2\. e2e6, Red \d+ %, Blunder/);
    await curve.press('ArrowRight');
    await at.settled();
    assert.match(await here(at).innerText(), /^g7e6/);
    await curve.press('Home');
    await at.settled();
    assert.equal(await here(at).count(), 0);
    const { width, height } = await curve.boundingBox();
    await curve.click({ position: { x: width - 2, y: height / 2 } });
    await at.settled();
    assert.match(await here(at).innerText(), /^h0g2/);
    await at.page.getByText('As a table').click();
    const row = at.page.locator('.review tr', { hasText: 'e2e6' });
    assert.match(await row.innerText(), /%\s+Blunder\s+\w+/);
    assert.equal(await at.page.locator('.review tbody tr').count(), 6);
    await at.button('Blunder: 1').first().click();
    await at.settled();
    await at.page.locator('.better').click();
    await at.page.locator('.variation-block').waitFor();
    assert.match(await treeText(at), /e2e6\s*\?\?\s*▾\s*\(2\. \w+ /);
    await at.done();
});

test('a review is stopped, and what was found stays', async () => {
    const at = await open(link('xiangqi', { moves: BLUNDER }));
    await at.page.getByLabel('How deep').selectOption({ label: 'deep' });
    await at.button('Review').click();
    await at.page.waitForFunction(() => document.querySelector('.review progress').value >= 1);
    await at.button('Stop').click();
    await at.button('Review').waitFor();
    assert.notEqual(await at.page.locator('.curve-line').getAttribute('d'), '');
    assert.ok(await at.page.locator('.review progress').isHidden());
    await at.done();
});

test('a repetition is explained by itself, and by other rules otherwise', async () => {
    const at = await open(link('xiangqi', REPEATED));
    await at.headline('Black wins');
    await at.page.locator('.why-verdict', { hasText: 'loses by perpetual check' }).waitFor();
    assert.match(await at.page.locator('.fact').first().innerText(), /perpetual check/);
    await at.button('One move back').click();
    await at.headline('Black to move');
    await at.page.locator('.why-verdict', { hasText: 'the game goes on' }).waitFor();
    await at.done();
    const chase = await open(
        link('xiangqi', {
            start: '3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1',
            moves: 'h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9',
        }),
    );
    await chase.headline('Black wins');
    await chase.page.locator('.tools summary', { hasText: 'Rules' }).click();
    await chase.page.getByLabel('Law of repetition').selectOption('plain');
    await chase.button('Judge by these rules').click();
    await chase.headline('A draw');
    await chase.done();
});

test('connect four: the sides have one name, also where the rules speak', async () => {
    const at = await open(link('connect4', { moves: 'd c d c d' }));
    await at.page.getByText('Why? What the rules say').click();
    const fact = at.page.locator('.fact').first();
    await fact.getByText('Red would win on d4').waitFor();
    assert.match(await fact.innerText(), /Yellow to move[\s\S]*Yellow is to move/);
    assert.doesNotMatch(await fact.innerText(), /\b[xo]\b/i);
    await at.button('中文').click();
    await at.page.getByText('为什么？规则的说法').click();
    await fact.getByText('红方下在 d4 可胜').waitFor();
    assert.doesNotMatch(await fact.innerText(), /\b[xo]\b/i);
    await at.done();
});

test('a game that the rules have ended is written with its outcome', async () => {
    const at = await open(link('xiangqi', REPEATED));
    await at.headline('Black wins');
    await at.button('Export').click();
    await at.page.waitForFunction(() => document.querySelector('dialog textarea').value);
    assert.match(await at.page.locator('dialog textarea').inputValue(), /\[Result "0-1"\][\s\S]*0-1\s*$/);
    await at.done();
});

test('terms of the evaluation as a table that follows the position', async () => {
    const at = await open(link('xiangqi', { moves: 'h2e2' }));
    await at.page.getByText('What the evaluation is made of').click();
    const caption = at.page.locator('.terms caption');
    await caption.waitFor();
    assert.match(await caption.innerText(), /Black, to move/);
    assert.match(await at.page.locator('.terms tr', { hasText: 'material' }).innerText(), /\+4188\s+\+4188\s+0/);
    await at.page.keyboard.press('ArrowLeft');
    await at.page.locator('.terms caption', { hasText: 'Red, to move' }).waitFor();
    await at.done();
});

test('a position is set up and analysed', async () => {
    const at = await open(link('xiangqi'));
    await at.button('Set up').click();
    await at.button('Clear').click();
    await at.square('d0').click();
    await at.page.getByRole('radio', { name: 'Black king' }).check({ force: true });
    await at.square('e9').click();
    await at.page.getByRole('radio', { name: 'Red rook' }).check({ force: true });
    await at.square('a0').click();
    await at.page.locator('.verdict:not(.bad)', { hasText: 'can be played' }).waitFor();
    await at.button('Analyse from here').click();
    await at.settled();
    await at.square('d0').click();
    await at.square('d1').click();
    await at.moveCount(1);
    await at.done();
});

test('the game of Play is taken over', async () => {
    const at = await stage.open('#/play?game=xiangqi&side=both');
    await at.square('h2').click();
    await at.square('e2').click();
    await at.moveCount(1);
    await at.button('Analyse this game').click();
    await at.page.locator('.tree .move', { hasText: 'h2e2' }).waitFor();
    await at.page.getByRole('link', { name: 'Play' }).click();
    await at.page.locator('.play:not(.analyse)').waitFor();
    await at.done();
});

test('the language changes, a visit ends and begins: the tree stays', async () => {
    const at = await open('#/analyse');
    await paste(at, '1. h2e2 {good} (1. b2e2 b9c7) h9g7 *');
    await at.page.locator('.variation-block').waitFor();
    await at.page.keyboard.press('ArrowRight');
    await at.button('中文').click();
    await at.page.locator('.tree .move[aria-current]', { hasText: '炮二平五' }).waitFor();
    await at.page.locator('.variation-block .move', { hasText: '炮八平五' }).waitFor();
    await at.button('English').click();
    await at.page.locator('.variation-block .move', { hasText: 'b2e2' }).waitFor();
    await at.page.reload();
    await at.page.locator('.variation-block .move', { hasText: 'b2e2' }).waitFor();
    await at.settled();
    assert.equal(await here(at).innerText(), 'h2e2');
    assert.match(await treeText(at), /good/);
    await at.done();
});

test('each tab keeps its own analysis; a new one begins with the last', async () => {
    const first = await open('#/analyse');
    await paste(first, '1. h2e2 h9g7 *');
    await first.moveCount(2);
    await first.page.reload();
    await first.moveCount(2);
    const second = await first.openTab('#/analyse');
    await second.moveCount(2);
    await first.page.goto('about:blank');
    await paste(second, '1. b2e2 *');
    await second.page.locator('.tree .move', { hasText: 'b2e2' }).waitFor();
    await second.page.reload();
    await second.moveCount(1);
    await first.page.goBack();
    await first.settled();
    assert.deepEqual(await first.moves(), ['h2e2', 'h9g7']);
    assert.deepEqual(await second.moves(), ['b2e2']);
    await first.done();
});

test('Go: a pass, and rings where stones would be put', async () => {
    const at = await open(link('go', { moves: 'E5 C3' }), { engine: true });
    await at.page.locator('.board .hint-ring.rank-1').waitFor({ state: 'attached' });
    await at.button('Pass').click();
    await at.page.locator('.tree .move', { hasText: /pass/i }).waitFor();
    await at.done();
});

for (const colorScheme of ['light', 'dark'])
    test(`${colorScheme}: axe-core finds no serious fault, 360 px are wide enough`, async () => {
        const at = await open('#/analyse', { colorScheme, engine: true });
        await paste(at, data('pgn/chinese.pgn'));
        await at.page.locator('.variation-block').first().waitFor();
        await at.page.getByLabel('How deep').selectOption({ label: 'quick' });
        await at.button('Review').click();
        await at.page.locator('.fault-count').first().waitFor();
        await at.button('Review').waitFor();
        for (const summary of await at.page.locator('.below summary').all()) await summary.click();
        await at.page.locator('.terms').waitFor();
        await at.page.locator('.line-move').first().waitFor();
        for (const width of [1200, 360]) {
            await at.page.setViewportSize({ width, height: 740 });
            assert.deepEqual(await seriousFaults(at.page), []);
            const [wide, seen] = await widthOf(at.page);
            assert.ok(wide <= seen, `${wide} px in ${seen} px`);
        }
        for (const dialog of ['Open', 'Export']) {
            await at.button(dialog).click();
            assert.deepEqual(await seriousFaults(at.page), []);
            await at.button('Close').click();
        }
        await at.done();
    });
