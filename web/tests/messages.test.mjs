// SPDX-License-Identifier: MIT
// What the program says of texts that somebody wrote, by its sources: all of it has to be known in Chinese.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load } from './load.mjs';

const SOURCES = new URL('../../src/', import.meta.url);

/** Files that read texts which come from the page. */
const FILES = [
    ...['xiangqi', 'go', 'connect4', 'tictactoe', 'tree', 'pairs'].flatMap((game) => filesIn(`games/${game}`)),
    ...filesIn('lab').filter((name) => name.includes('/read')),
    'solve/problem_text.c',
    'solve/problem_sgf.c',
    'core/option.c',
    'core/preset.c',
];

function filesIn(folder) {
    return readdirSync(new URL(folder, SOURCES))
        .filter((name) => name.endsWith('.c'))
        .map((name) => `${folder}/${name}`);
}

const CALL = /\b(?:by_error_set(?:_at)?|LAB_REFUSE|REFUSE_PART|by__sgf_fail)\(((?:[^;"]|"(?:[^"\\]|\\.)*")*)\);/g;
const TEXTS = /(?:"(?:[^"\\]|\\.)*"\s*(?:PRI\w+\s*)?)+/g;

/** The first text of each call that refuses something. */
function formatsIn(name) {
    const source = readFileSync(new URL(name, SOURCES), 'utf8').replace(/\/\*[^]*?\*\//g, '');
    return [...source.matchAll(CALL)].flatMap(([, body]) => {
        const [text] = body.match(TEXTS) ?? [];
        const joined = text?.replace(/"\s*PRI\w+\s*"/g, 'd').replace(/"\s*PRI\w+/g, 'd"');
        const parts = joined?.match(/"((?:[^"\\]|\\.)*)"/g) ?? [];
        const format = parts.map((part) => part.slice(1, -1)).join('');
        return format.includes(' ') ? [format.replace(/\\"/g, '"').replace(/\\\\/g, '\\')] : [];
    });
}

const WORDS = ['name', 'red', 'rook', 'that', 'this', 'title', 'a ', ''];

/** Everything that a format may come to, with words in place of what is filled in. */
function filled(format) {
    const whole = format.replace(/%%/g, '%').replace(/%0?\d*(?:ll|l|z)?[duX]/g, '3').replace(/%c/g, 'x');
    const [head, ...rest] = whole.split(/%[.*\d]*s/);
    return rest.reduce((texts, part) => texts.flatMap((text) => WORDS.map((word) => text + word + part)), [head]);
}

/** Of programs, not of the page: proofs by files, writing, encodings that JSON does not have, bytes of 0. */
const NOT_MET = [
    /^a byte of 0/,
    /^the encoding /,
    /^this is no text in UTF-8$/,
    /^a proof by zones holds/,
    /^expected a block on the board, in a game that goes on$/,
    /^the proof has more than the/,
    /^the block is not on the board/,
    /^the game is over by two passes/,
    /^a position of %d lines in a game of %d$/,
    /^move %u: number %lu is not legal here$/,
    /^option %s is a text, not a number$/,
    /^unknown (game|%s) /, // known with every kind of name
    /^cannot read %\.120s: %s$/,
    /^expected %s$/, // and what is expected, which is tested with the experiments
    /^expected %s, (a number from|not '%c')/,
    /^the text ends, but %s is expected$/,
    /^'%\.?\d*s' is no move, expected one like %s$/,
    /^%s %\.15s none$/,
    /^random %s seed=/,
    /^%s needs of (each|some) position %s/,
    /^%s %s, so that there %s to show/,
    /is no legal move: %s$/,
    /^(FEN|move %u, %s|column %d|problem %\.40s|position %\.40s|variant %s, repetition %zu|the stones that are set up): %s$/,
    /^%\.80s, line %d(, column %d)?: (position %\.40s: )?%s$/,
    /^%s\[%s\] is not legal: %s$/,
];

test('whatever can be wrong with a text is told in Chinese', async () => {
    const { chineseOf } = await load('texts/server_zh');
    const formats = [...new Set(FILES.flatMap(formatsIn))].filter((one) => !NOT_MET.some((not) => not.test(one)));
    assert.ok(formats.length > 150, `${formats.length} formats`);
    const unknown = formats.filter((format) => !filled(format).some((text) => chineseOf(text) !== null));
    assert.deepEqual(unknown, []);
});

test('whatever a tree expects is told in Chinese', async () => {
    const { chineseOf } = await load('texts/server_zh');
    const source = readFileSync(new URL('../../src/games/tree/parse.c', import.meta.url), 'utf8');
    const calls = source.match(/\bexpected\(p, [^;]+\);/g);
    const expected = calls.flatMap((call) => [...call.matchAll(/"([^"]+)"/g)].map(([, what]) => what));
    assert.ok(expected.length > 12, expected.join('; '));
    for (const what of expected)
        for (const text of [`expected ${what}`, `expected ${what}, not 'x'`, `the text ends, but ${what} is expected`])
            assert.notEqual(chineseOf(text), null, text);
});

test('what is made of parts is told in Chinese as a whole', async () => {
    const { chineseOf } = await load('texts/server_zh');
    const told = {
        'expected the plies since the last capture, a number from 0 to 30000': '应当有不吃子步数，0 到 30000 之间的数',
        '1 is given twice': '1 给了两次',
        "unknown option 'foo', expected sum|loops|...": '没有“foo”这个选项，应当是 sum|loops|...',
        "unknown option 'foo', there are none": '没有“foo”这个选项，这里没有任何选项',
        'the text has no record': '这段文字里没有棋谱',
        "expected an integer as upper bound, not 'x'": '此处应当有作为上界的整数，而不是“x”',
        'the text ends, but .. between two bounds is expected': '文字结束了，但此处应当有两个界之间的“..”',
        "option rules: 'x' does not fit, expected computer, asian or plain":
            '选项 rules：“x”不合要求，应当是 computer, asian or plain',
        'position a: only games that surely end within 9 moves are played (`plays`), or those that a line `plies` bounds':
            '局面 a：只有必在 9 步之内结束的对局才能下（`plays`），或用一行 `plies` 来限制',
        'agrees needs of each position its right moves, such as by `positions FILE as id position best`; a lacks it':
            'agrees 要求每个局面都有正着，例如用 `positions FILE as id position best`；a 没有',
        'pn proves, so that there is no evaluation to show of variant a: expected `shows numbers`':
            'pn 是证明的方法，方案 a 没有估值可显示：应当写 `shows numbers`',
        "move 2, black: '前马退六' is no legal move: black has no two horses on one file":
            '第 2 回合，黑方：“前马退六”不是合法着法：黑方在同一路上没有两个马',
        "move 1, red: '炮二平六六' is no move, expected one like 炮二平五 or 前马退六":
            '第 1 回合，红方：“炮二平六六”不是着法，应当写成例如炮二平五或前马退六',
        'variant a: threads is at most 2 on this server': '方案 a：这个服务器上 threads 最大为 2',
        '4 jobs of this client wait or run, which is as many as it may have': '已有 4 项工作在等候或运行，不能再多',
    };
    for (const [english, chinese] of Object.entries(told)) assert.equal(chineseOf(english), chinese);
});
