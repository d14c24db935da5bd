// SPDX-License-Identifier: MIT
// The messages in the sources of the program: each has a Chinese text, and none is left over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';
import { formatsOf, identifierOf, identifiers, sources } from './sources.mjs';

const { messagesZh } = await load('texts/messages_zh');
const { chineseMessage, englishMessage, hasIdentifier } = await load('texts/message');

/** Two words that are used together, such as a side and its piece. */
const PAIR = /^(red|black) (king|advisor|elephant|horse|rook|cannon|pawn)$/;

const placesIn = (text) => [...text.matchAll(/\{(\d+)(?:\+(\d+))?/g)].flatMap(([, a, b]) => [a, b ?? a].map(Number));
const words = (id) => ({ id });
const filled = (id, ...args) => ({ message: '', id, ...(args.length ? { args } : {}) });
const nobody = () => null;
const chinese = (message, nameOf = nobody) => chineseMessage(message, messagesZh, nameOf);
const english = (message, nameOf = nobody) => englishMessage(message, {}, nameOf);

test('the messages of the sources are found, whatever their formats look like', () => {
    const found = identifiers();
    assert.ok(found.size > 650, `${found.size} messages`);
    for (const one of [
        'out of memory',
        'rank {1}, file {2}: a {3} {4} cannot stand there',
        "'{1}' has {2} bytes, expected {3} to {4}", // behind the name of a field, with PRId64
        'an integer as upper bound', // behind a question mark
        'Stalemate. {1} wins.',
        'check by the {2} on {3}', // the first argument is not shown
        'the size of the board',
        'king',
    ])
        assert.ok(found.has(one), one);
    assert.equal(identifierOf('%5.1f %% of %-.0s%.*s, 0x%02X'), '{1} % of {3}, 0x{4}');
    const call = 'LAB_REFUSE(r, at(1, ","), is_one ? "one \\"%s\\"" : "two %" PRIu64 " of\\n", x);';
    const text = `${call} /* LAB_REFUSE(r, a, "no") */`;
    assert.deepEqual(formatsOf({ name: 'lab/x.c', text }), ['one "%s"', 'two %d of\n']);
});

test('every message has a Chinese text', () => {
    const missing = [...identifiers()].filter(([id]) => !messagesZh[id] && !messagesZh[id.toLowerCase()]);
    assert.deepEqual(missing, []);
});

test('no Chinese text is left over from a message that is no more', () => {
    const known = new Set([...identifiers().keys()].flatMap((id) => [id, id.toLowerCase()]));
    assert.deepEqual(Object.keys(messagesZh).filter((id) => !known.has(id) && !PAIR.test(id)), []);
});

test('no Chinese text asks for an argument that its message does not have', () => {
    for (const format of sources.flatMap(formatsOf)) {
        const id = identifierOf(format);
        const given = placesIn(identifierOf(format.replaceAll('%-.0s', '%s')));
        for (const place of placesIn(messagesZh[id] ?? '')) assert.ok(given.includes(place), `${id}: ${place}`);
    }
});

test('a message inside another keeps its parts', () => {
    for (const { name, text } of sources)
        for (const [use] of text.matchAll(/^.*\b(?:error|reason|inner|fault|damage)(?:\.|->)message\b.*$/gm))
            assert.match(use, /message\[0\]|sizeof|\*reason = |cannot be read/, `${name}: ${use.trim()}`);
});

test('messages are filled in, with messages and words inside', () => {
    const said = [
        [filled('Checkmate. {1} wins.', words('Red')), '将死，红方胜。', 'Checkmate. Red wins.'],
        [
            filled(
                'move {1}, {2}: {3}',
                '1',
                words('black'),
                filled("'{1}' is no legal move: {2}{3} is empty", 'h2e2', 'h', '2'),
            ),
            '第 1 回合，黑方：“h2e2”不是合法着法：h2 处没有棋子',
            "move 1, black: 'h2e2' is no legal move: h2 is empty",
        ],
        [
            filled('expected {1}, a number from {2} to {3}', words('the size of the board'), '2', '25'),
            '应当有棋盘大小，2 到 25 之间的数',
            'expected the size of the board, a number from 2 to 25',
        ],
        [
            filled("unknown {1} '{2}', did you mean '{3}'?", words('column'), 'x{1}', '$1'),
            '没有“x{1}”这个列，是不是“$1”？',
            "unknown column 'x{1}', did you mean '$1'?",
        ],
        [
            filled(
                'position {1}: {2}',
                'a',
                filled(
                    'column {1}: {2}',
                    '3',
                    filled('expected x, o or . for cell {1}{2}', '2', words(', but the text ends')),
                ),
            ),
            '局面 a：第 3 列：格 2 应当是 x、o 或 .，但文字到此结束',
            'position a: column 3: expected x, o or . for cell 2, but the text ends',
        ],
        [filled('Result: {1}.', filled('W+{1}', '2.5')), '结果：白胜 2.5。', 'Result: W+2.5.'],
        [
            filled('the experiment ends without {1}', words('a table')),
            '实验缺少表格（table）',
            'the experiment ends without a table',
        ],
        [
            filled("expected {1}, not '{2}'", words('an integer as upper bound'), 'x'),
            '此处应当有作为上界的整数，而不是“x”',
            "expected an integer as upper bound, not 'x'",
        ],
        [
            filled("'{1}' is no move, expected one like {2}", '炮二平六六', words('炮二平五 or 前马退六')),
            '“炮二平六六”不是着法，应当写成例如炮二平五或前马退六',
            "'炮二平六六' is no move, expected one like 炮二平五 or 前马退六",
        ],
    ];
    for (const [message, inChinese, inEnglish] of said) {
        assert.equal(chinese(message), inChinese);
        assert.equal(english(message), inEnglish);
    }
});

test('several messages in a row are told one by one, and a text between them as it is', () => {
    const parts = [words('Draw by repetition.'), ' ', filled('Plies without a capture: {1}; no limit is set.', '3')];
    assert.equal(chinese({ message: '', parts }), '和棋：循环。不吃子步数：3，没有限制。');
    assert.equal(english({ message: '', parts }), 'Draw by repetition. Plies without a capture: 3; no limit is set.');
});

test('pieces have the names of their sides', () => {
    const red = words('red');
    const black = words('black');
    const said = [
        [filled('{1} has no king', red), '红方没有帅'],
        [filled('{1} has no king', black), '黑方没有将'],
        [
            filled('rank {1}, file {2}: a {3} {4} cannot stand there', '4', 'e', red, words('king')),
            '第 4 行 e 列：红方的帅不能在这里',
        ],
        [
            filled('rank {1}, file {2}: a {3} {4} cannot stand there', '4', 'e', red, words('horse')),
            '第 4 行 e 列：红方的马不能在这里',
        ],
        [
            filled("{1} is to move, but {2}'s king on {3}{4} is in check", black, red, 'e', '0'),
            '轮到黑方走，但红方在 e0 的帅正被将军',
        ],
        [
            filled(
                "'{1}' is no legal move: {2} has no two {3}s on {4} file",
                ...['前马退六', black, words('horse'), words('one')],
            ),
            '“前马退六”不是合法着法：黑方在同一路上没有两个马',
        ],
        [
            filled("'{1}' is no legal move: the {2} on {3}{4} cannot move like that", 'a0a9', words('rook'), 'a', '0'),
            '“a0a9”不是合法着法：a0 的车不能这样走',
        ],
        [
            filled(
                'chases the {2} on {3} ({5} {6}: {7})',
                ...[black, words('pawn'), 'c3', red, words('rook'), 'c9', words('unprotected')],
            ),
            '捉 c3 的卒（c9 的车：无根）',
        ],
    ];
    for (const [message, told] of said) assert.equal(chinese(message), told);
});

test('sides have the names that the page gives them, and texts of somebody else do not', () => {
    const inEnglish = (name) => ({ x: 'Red', o: 'Yellow' })[name] ?? null;
    const inChinese = (name) => ({ x: '红方', o: '黄方' })[name] ?? null;
    const [x, o] = [words('x'), words('o')];
    const said = [
        [
            filled('{1} has {2} in a row on{3} and has won.', x, '4', ' d1 d2 d3 d4'),
            ...['Red has 4 in a row on d1 d2 d3 d4 and has won.', '红方在 d1 d2 d3 d4 连成 4 子，获胜。'],
        ],
        [filled('The game is over: {1} wins.', o), 'The game is over: Yellow wins.', '终局：黄方胜。'],
        [
            filled('{1} {2} and {3} {4} cannot occur, expected as many {5} as {6} or one more', '3', x, '0', o, x, o),
            '3 Red and 0 Yellow cannot occur, expected as many Red as Yellow or one more',
            '3 个红方和 0 个黄方不可能出现，红方应当与黄方一样多或多一个',
        ],
        [
            filled('expected x, o or . for cell {1}{2}', 'a6', ''),
            ...['expected x, o or . for cell a6', '格 a6 应当是 x、o 或 .'],
        ],
        [filled("unknown {1} '{2}'", words('variant'), 'x'), "unknown variant 'x'", '没有“x”这个方案'],
    ];
    for (const [message, toldEnglish, toldChinese] of said) {
        assert.equal(english(message, inEnglish), toldEnglish);
        assert.equal(chinese(message, inChinese), toldChinese);
    }
});

test('what has no translation is told in English as a whole', () => {
    assert.equal(chinese({ message: '500 Internal' }), null);
    assert.equal(chinese(filled('{1} dances', words('Red'))), null);
    assert.equal(chinese(filled('position {1}: {2}', 'a', filled('{1} dances', 'b'))), null);
    assert.equal(chinese(filled('{1} to move', words('north'))), '轮到north走'); // a side of a game that was loaded
    assert.equal(english({ message: '500 Internal' }), '500 Internal');
    const others = { 'candidates only': 'likely moves' };
    assert.equal(englishMessage(words('candidates only'), others, nobody), 'likely moves');
});

test('a message is found by its identifier, also inside', () => {
    const last = filled('If the same moves are made once more: {1}', words('draw by repetition.'));
    const inside = { message: '', parts: [' ', last] };
    assert.ok(hasIdentifier(inside, ['draw by repetition.']));
    assert.ok(!hasIdentifier(inside, ['Draw by repetition.']));
    assert.ok(!hasIdentifier({ message: 'x' }, ['x']));
});
