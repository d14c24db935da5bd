// SPDX-License-Identifier: MIT
// Parts of the page that need no browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

test('a line keeps variations, the last one first, and finds moves again', async () => {
    const { Line } = await load('state');
    const line = new Line();
    assert.equal(line.undo(), false);
    line.play('a');
    const first = line.play('b');
    line.undo();
    line.play('c');
    assert.deepEqual(line.path(), ['a', 'c']);
    line.undo();
    assert.equal(line.here.children.length, 2);
    assert.equal(line.redo() && line.here.move, 'c');
    line.undo();
    assert.equal(line.play('b'), first);
    assert.equal(line.redo(), false);
    assert.deepEqual(line.path(), ['a', 'b']);
});

test('what a click means', async () => {
    const { movesTo, mayMoveFrom, keyStep } = await load('board/input');
    const board = { kind: 'cells', columns: 3, rows: 2, column_names: 'abc', first_row: 1 };
    const legal = [
        { move: 'put', from: -1, to: 4 },
        { move: 'go', from: 0, to: 4 },
        { move: 'pass', from: -1, to: -1 },
    ];
    const names = (moves) => moves.map(({ move }) => move);
    assert.deepEqual(names(movesTo(board, legal, -1, 4)), ['put']);
    assert.deepEqual(names(movesTo(board, legal, 0, 4)), ['go']);
    assert.deepEqual(names(movesTo(board, legal, -1, 1)), []);
    assert.deepEqual(names(movesTo({ ...board, kind: 'columns' }, legal, -1, 1)), ['put']);
    assert.equal(mayMoveFrom(legal, 0), true);
    assert.equal(mayMoveFrom(legal, -1), true); // no square has this number
    assert.deepEqual(keyStep('ArrowLeft', 0, 1, board), [0, 1]);
    assert.deepEqual(keyStep('End', 0, 1, board), [2, 1]);
    assert.deepEqual(keyStep('PageDown', 0, 0, board), [0, 1]);
    assert.equal(keyStep('a', 0, 0, board), null);
});

test('squares and places on a board, turned or not', async () => {
    const { Geometry } = await load('board/kinds');
    const board = { kind: 'points', columns: 9, rows: 10, column_names: 'abcdefghi', first_row: 0 };
    for (const turned of [false, true]) {
        const geometry = new Geometry(board, turned);
        for (let square = 0; square < 90; square++) assert.equal(geometry.squareAt(geometry.place(square)), square);
        assert.equal(geometry.squareAt({ x: 1, y: 1 }), null);
        assert.equal(geometry.name(4), 'e0');
        assert.equal(geometry.squareSeen(0, 0), turned ? 8 : 81);
    }
});

test('times on the clock', async () => {
    const { clockText } = await load('clock');
    assert.equal(clockText(600000), '10:00');
    assert.equal(clockText(59999), '1:00');
    assert.equal(clockText(20001), '0:21');
    assert.equal(clockText(9940), '10.0');
    assert.equal(clockText(-5), '0.0');
});

test('settings from a text', async () => {
    const { readSettings } = await load('options');
    assert.deepEqual(readSettings('hash=on file=a=b ways=4'), { hash: 'on', file: 'a=b', ways: '4' });
    assert.deepEqual(readSettings(''), {});
});

test('both languages fill in the same names, and Chinese leaves nothing in English', async () => {
    const { en } = await load('en');
    const { zh } = await load('zh');
    const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const isCommon = (key) => /^(notation|side)\./.test(key) || ['FEN', 'SGF', 'PGN'].includes(zh[key]);
    // Titles of options are those of tables_zh.ts.
    for (const key of Object.keys(en).filter((name) => !name.startsWith('option.'))) {
        assert.deepEqual(names(zh[key]), names(en[key]), key);
        const words = zh[key].replace(/\{\w+\}/g, '');
        assert.ok(isCommon(key) || !/\p{L}/u.test(words) || /[\u4e00-\u9fff]/.test(words), `${key}: ${zh[key]}`);
    }
});

test('Chinese says what is meant, and ends its sentences as Chinese does', async () => {
    const { zh } = await load('zh');
    assert.equal(zh.labFromStart, '初始局面');
    const { messagesZh } = await load('texts/messages_zh');
    assert.match(messagesZh['candidates only'], /^只搜索了较有希望的着法/); // those that are likely, not all possible ones
    const { sentence, setLanguage } = await load('i18n');
    assert.equal(sentence('value for Red: +45'), 'value for Red: +45.');
    setLanguage('zh');
    assert.equal(sentence('红方的评分：+45'), '红方的评分：+45。');
    setLanguage('en');
});

test('a tree of a record: read, walked, changed and written', async () => {
    const { GameTree } = await load('tree');
    const nodes = [
        { parent: -1, after: 'before the game' },
        { parent: 0, move: 'a' },
        { parent: 1, move: 'b', marks: '!' },
        { parent: 2, position: 'set up' },
        { parent: 3, move: 'c' },
        { parent: 1, move: 'x', before: 'or' },
        { parent: 5, move: 'y' },
    ];
    const record = { tags: [['Event', 'E']], start: 's', outcome: 'draw', nodes };
    const tree = GameTree.fromRecord(record);
    assert.deepEqual(tree.toRecord(), record);
    const [, a, b, , c, x, y] = [...tree.all()];
    assert.deepEqual(tree.placeOf(b), { start: 's', moves: ['a', 'b'] });
    assert.deepEqual(tree.placeOf(c), { start: 'set up', moves: ['c'] });
    assert.equal(tree.isMain(c), true);
    assert.equal(tree.isMain(y), false);
    tree.here = x;
    assert.equal(tree.sibling(1), b);
    assert.equal(tree.sibling(-1), b);
    assert.equal(tree.end(), y);
    tree.here = a;
    assert.equal(tree.add('x'), x); // found again, and still the second
    assert.equal(a.children[1], x);
    assert.equal(tree.promote(y), true);
    assert.deepEqual(a.children, [x, b]);
    assert.equal(tree.promote(y), false);
    tree.here = y;
    tree.remove(x);
    assert.equal(tree.here, a);
    assert.deepEqual(a.children, [b]);
    tree.remove(c); // not on the way to `here`, which stays
    assert.equal(tree.here, a);
});

test('the curve of a review is that of the first side', async () => {
    const { levelsOf } = await load('views/analyse_curve');
    const ply = (side, more) => ({ side, value: 0, kind: 'exact', proved: false, wdl: null, ...more });
    assert.deepEqual(
        levelsOf([
            ply(0, { wdl: [600, 200, 200] }),
            ply(1, { wdl: [600, 200, 200] }),
            null,
            ply(1, { kind: 'win', proved: true, value: 999990 }),
        ]),
        [0.7, 1 - 0.7, null, 0],
    );
    const [half, low, draw] = levelsOf([ply(0), ply(1, { value: 80 }), ply(0, { kind: 'draw', proved: true })]);
    assert.equal(half, 0.5);
    assert.ok(low < 0.1 && low > 0);
    assert.equal(draw, 0.5);
});

test('a value in few signs, from the view of the first side', async () => {
    const { valueFor } = await load('thoughts');
    const game = { name: 'xiangqi', sides: ['red', 'black'] };
    const short = (value, side, more = {}) =>
        valueFor(game, { value, kind: 'exact', proved: false, ...more }, side).short;
    assert.equal(short(41, 0), '+41');
    assert.equal(short(41, 1), '−41');
    assert.equal(short(0, 1), '0');
    assert.equal(short(10, 1, { kind: 'at least' }), '≤ −10');
    assert.equal(short(0, 1, { mean: 0.3 }), '70 %');
    assert.equal(short(999997, 1, { kind: 'win', proved: true }), '−#2');
    assert.equal(short(-999998, 1, { kind: 'loss', proved: true }), '+#1');
    assert.equal(short(0, 1, { kind: 'draw', proved: true }), '=');
    // A bound tells who wins only where it lies on the winner's side
    assert.equal(short(999988, 0, { kind: 'at least' }), '+#6');
    assert.equal(short(-999988, 0, { kind: 'at least' }), '≥ −#6');
    assert.equal(short(-999988, 1, { kind: 'at least' }), '≤ +#6');
    assert.equal(short(999988, 0, { kind: 'at most' }), '≤ +#6');
    const words = (more) => valueFor(game, { value: 999997, kind: 'win', proved: false, ...more }, 0).words;
    assert.equal(words({}), 'Red wins in 2');
    assert.equal(words({ proved: true }), 'Red wins in 2, proved');
    assert.equal(words({ value: -999988, kind: 'at least' }), 'value for Red: ≥ −#6');
});

test('a tree is laid out without overlaps, parents in the middle of their children', async () => {
    const { layOut } = await load('views/inside_layout');
    const branch = (...branches) => ({ width: 40 + 10 * branches.length, height: 30, x: 0, y: 0, branches });
    const all = (one) => [one, ...one.branches.flatMap(all)];
    const wide = () => branch(branch(), branch(), branch(), branch());
    for (const direction of ['down', 'right']) {
        const root = branch(branch(branch(), wide()), branch(), branch(wide(), branch(branch(branch()))), branch());
        const { left, top, width, height } = layOut(root, direction);
        const nodes = all(root);
        nodes.forEach((one, i) =>
            nodes.slice(i + 1).forEach((other) => {
                const apartX = Math.abs(one.x - other.x) >= (one.width + other.width) / 2;
                const apartY = Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
                assert.ok(apartX || apartY, `${direction}: ${JSON.stringify([one, other])}`);
            }),
        );
        for (const { x, y, width: w, height: h, branches } of nodes) {
            assert.ok(x - w / 2 >= left - 1e-9 && x + w / 2 <= left + width + 1e-9);
            assert.ok(y - h / 2 >= top - 1e-9 && y + h / 2 <= top + height + 1e-9);
            if (!branches.length) continue;
            const [first, last] = [branches[0], branches.at(-1)];
            const middle = direction === 'down' ? (first.x + last.x) / 2 - x : (first.y + last.y) / 2 - y;
            assert.ok(Math.abs(middle) < 1e-9);
        }
    }
});

test('a tree and its mirror image look alike', async () => {
    const { layOut } = await load('views/inside_layout');
    const branch = (...branches) => ({ width: 40, height: 30, x: 0, y: 0, branches });
    const mirrored = (one) => branch(...one.branches.map(mirrored).reverse());
    const all = (one) => [one.x, one.branches.map(all)];
    const turned = (one) => [0 - one.x, one.branches.map(turned).reverse()];
    const wide = () => branch(branch(), branch(), branch());
    const tree = branch(branch(wide(), wide()), branch(), branch(branch()), branch(wide(), branch(wide())));
    const other = mirrored(tree);
    layOut(tree, 'down');
    layOut(other, 'down');
    assert.deepEqual(all(tree), turned(other));
    const small = branch(wide(), branch(), wide());
    layOut(small, 'down');
    assert.equal(small.branches[1].x, 0, 'what has room on both sides stands in the middle of it');
});

test('a search that came to no result was cut off', async () => {
    const { cutOffBy } = await load('views/inside_ended');
    const ended = { form: 'tree', cut_short: null, stopped: 'done', depth: 4 };
    assert.equal(cutOffBy(ended, 4), null);
    assert.equal(cutOffBy({ ...ended, cut_short: 'memory', stopped: 'asked' }, 4), 'memory');
    assert.equal(cutOffBy({ ...ended, stopped: 'time' }, 4), 'time');
    assert.equal(cutOffBy({ ...ended, stopped: 'nodes', depth: 3 }, 4), 'limit');
    assert.equal(cutOffBy({ ...ended, stopped: 'nodes', depth: 0 }, 0), 'limit');
    assert.equal(cutOffBy({ ...ended, stopped: 'nodes', depth: 3 }, 0), null, 'the depth before is a result');
    assert.equal(cutOffBy({ ...ended, form: 'mcts', stopped: 'nodes', depth: undefined }, 0), null);
    for (const form of ['proof', 'moves'])
        assert.equal(cutOffBy({ ...ended, form, stopped: 'nodes', depth: undefined }, 0), 'limit', form);
});

test('a search whose nodes were used up between two depths says so, with its value as a bound', async () => {
    const { endedText } = await load('views/inside_ended');
    const { resultText } = await load('views/inside_words');
    assert.equal(endedText(null, { form: 'tree', stopped: 'done', depth: 4 }), 'came to its end');
    assert.equal(endedText(null, { form: 'tree', stopped: 'nodes', depth: 4 }), 'its nodes were used up beyond depth 4');
    assert.equal(endedText(null, { form: 'mcts', stopped: 'nodes' }), 'came to its end');
    assert.equal(resultText(174, 'at least'), '≥ 174');
    assert.equal(resultText(174, 'at least', -1), '≤ −174');
    assert.equal(resultText(-53, 'exact', -1), '53');
});

test('what is looked into can be told by an address', async () => {
    const { fromLink, linkOf, fromExample } = await load('views/inside_question');
    const examples = [
        { name: 'first', title: 'First', game: 'tree', start: 'A(1,2)', method: 'alphabeta', truth: true },
        { name: 'second', title: 'Second', game: 'go', settings: { size: '5' }, method: 'mcts', nodes: 30 },
    ];
    const { Link } = await load('link');
    const notesOf = (text) => {
        const link = new Link(text);
        fromLink(link, examples);
        return link.notes.length;
    };
    const again = (question) => {
        const text = linkOf(question, examples).toString();
        assert.equal(notesOf(text), 0, text);
        return fromLink(new Link(text), examples);
    };
    assert.deepEqual(fromLink(new Link(''), examples), fromExample(examples[0]));
    for (const example of examples) {
        const question = fromExample(example);
        assert.equal(linkOf(question, examples).toString(), `example=${example.name}`);
        assert.deepEqual(again(question), question);
        const changed = { ...question, depth: 4, other: { method: 'minimax', preset: '', options: {} } };
        assert.deepEqual(again(changed), { ...changed, example: '' });
    }
    const own = {
        example: '',
        position: { game: 'xiangqi', settings: { rules: 'asian' }, start: '9/9 w', moves: ['h2e2', 'h9g7'] },
        way: { method: 'alphabeta', preset: 'plain', options: { hash: 'on', form: 'recorded' } },
        other: null,
        depth: 0,
        nodes: 500,
        truth: true,
    };
    assert.deepEqual(again(own), own);
    assert.equal(fromLink(new Link('game=go&depth=x&nodes=-1'), examples).depth, 0);
    assert.equal(notesOf('game=go&depth=x&nodes=-1'), 2);
    assert.equal(notesOf('example=third&depth=3'), 2); // an example has its own depth
    assert.equal(notesOf('example=second&other_method=mcts&step=2&node=3'), 0);
});

test('one of something is no plural, and texts lack no number', async () => {
    const { t } = await load('i18n');
    const { en } = await load('en');
    const names = ['n', 'nodes', 'steps', 'all', 'of', 'plies', 'done', 'seen'];
    const counts = (n) => Object.fromEntries(names.map((name) => [name, n]));
    const isUnit = (word) => ['s', 'ms'].includes(word);
    for (const key of Object.keys(en)) {
        const [, word] = /(?:^|[ (])1 (?:more )?([a-z]+s|children|leaves)\b/.exec(t(key, counts(1))) ?? [];
        assert.ok(!word || isUnit(word), `${key}: ${t(key, counts(1))}`);
    }
    assert.equal(t('insideFigures', { nodes: 1, steps: 0 }), '1 node recorded, 0 steps');
    assert.equal(t('insideFigures', { nodes: '12', steps: 1 }), '12 nodes recorded, 1 step');
    assert.equal(t('insideFigures', { nodes: 2 }), '2 nodes recorded, {steps} {steps|step|steps}');
});

test('sets of positions have titles of their own', async () => {
    const { positionSets } = await load('views/lab_setup');
    const experiment = (game, ...positions) => ({ game, positions });
    const sets = positionSets([
        experiment('xiangqi', 'positions  some.tsv', 'positions ../tests/data/some.tsv'),
        experiment('xiangqi', 'positions some.tsv', 'positions ../tests/data/other_ones.tsv as id position best'),
        experiment('go', 'positions more/some.tsv'),
    ]);
    assert.deepEqual(
        sets.map(({ game, title }) => `${game}: ${title}`),
        ['xiangqi: other-ones (best)', 'xiangqi: some', 'go: some', 'xiangqi: some (tests/data)'],
    );
});

test('files are read in the encoding that they are in', async () => {
    const { decode } = await load('encoding');
    const bytes = (...parts) => new Uint8Array(parts.flatMap((part) => [...Buffer.from(part)])).buffer;
    const read = {
        '1. 炮二平五 {妙}': bytes('1. 炮二平五 {妙}'),
        '(;CA[GBK]C[妙])': bytes('(;CA[GBK]C[妙])'), // UTF-8, whatever it says
        炮: bytes([0xff, 0xfe, 0xae, 0x70]),
        // 许银川 and moves in GB 18030, 馬二進三 and 炮二平五 in Big5
        '许银川 炮二平五': bytes([208, 237, 210, 248, 180, 168], [0x20], [197, 218, 182, 254, 198, 189, 206, 229]),
        '馬二進三 炮二平五': bytes([176, 168, 164, 71, 182, 105, 164, 84], [0x20], [172, 182, 164, 71, 165, 173, 164, 173]),
        '(;GM[1]CA[Shift_JIS]PB[碁])': bytes('(;GM[1]CA[Shift_JIS]PB[', [0x8c, 0xe9], '])'),
        '(;CA[none]C[妙])': bytes('(;CA[none]C[', [0xc3, 0xee], '])'),
    };
    for (const [text, given] of Object.entries(read)) assert.equal(decode(given), text);
    assert.match(decode(bytes([0x41, 0xff, 0xff])), /^A\ufffd/);
    for (const text of ['1. h2e2 h9g7 *', '1. 炮二平五 马8进7\n2. 马二进三 车9平8 *\n', '(;GM[1]CA[UTF-8]PB[碁])']) {
        const little = Buffer.from(text, 'utf16le');
        assert.equal(decode(bytes(little)), text, 'little-endian, without a mark');
        assert.equal(decode(bytes(Buffer.from(little).swap16())), text, 'big-endian, without a mark');
    }
    assert.equal(decode(bytes('1. h2e2 h9g7 h0g2 i9h9\0')), '1. h2e2 h9g7 h0g2 i9h9\0'); // one 0 makes no UTF-16
    assert.match(decode(bytes(new Uint8Array(64))), /^\0/);
});
