// SPDX-License-Identifier: MIT
// The server's tables appear in Chinese: all of them, and nothing that the server does not know.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { load } from './load.mjs';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
let words; // in Chinese
let english;
let hasIdentifier;
const lists = {};

/** Parts of an experiment's text that have a title: behind their name, but for tables, which have none. */
const PART = /^(?:table|(?:growth|progress|grouped|summary|duel|within|picture|curves|prediction|over|match) +\S+) +(\S.*)$/gm;
const MEASURES = /^measure +(.+)$/gm;
const IDENTIFIER = /\b[a-z]+(?:_[a-z]+)+\b|\b[a-z_]+=\w+/g;

before(async () => {
    stage = await openStage();
    english = await load('i18n', 'en');
    ({ hasIdentifier } = await load('texts/message'));
    words = await load('i18n');
    words.setLanguage('zh');
    await words.loadLanguage();
    const get = async (path) => (await fetch(`${stage.server.url}/api/${path}`)).json();
    for (const name of ['games', 'methods', 'examples', 'experiments']) lists[name] = await get(name);
    for (const experiment of lists.experiments) experiment.text = (await get(`experiments/${experiment.name}`)).text;
});
after(() => stage?.close());

const owners = () => [...lists.games, ...lists.methods];
const partTitles = () => lists.experiments.flatMap(({ text }) => [...text.matchAll(PART)].map(([, title]) => title));
const measures = () =>
    lists.experiments.flatMap(({ text }) => [...text.matchAll(MEASURES)].flatMap(([, m]) => m.split(' ')));

/** All texts, with the keys of their translations. */
function everything() {
    return [
        ...lists.games.map((game) => [`game.${game.name}`, words.gameTitle(game)]),
        ...lists.methods.map((method) => [`method.${method.name}`, words.methodHelp(method)]),
        ...lists.methods.map((method) => [`methodName.${method.name}`, words.methodName(method)]),
        ...lists.examples.map((example) => [`example.${example.name}`, words.exampleTitle(example)]),
        ...lists.experiments.map((one) => [`experiment.${one.name}`, words.experimentTitle(one)]),
        ...lists.experiments.map((one) => [`about.${one.name}`, words.experimentAbout(one)]),
        ...partTitles().map((title) => [`section.${title}`, words.sectionTitle(title)]),
        ...owners().flatMap(({ name, options, presets }) => [
            ...options.map((option) => [`option.${name}.${option.name}`, words.optionTitle(name, option)]),
            ...options.map((option) => [`help.${name}.${option.name}`, words.optionHelp(name, option)]),
            ...options.flatMap((option) =>
                (option.choices ?? []).map((one) => [`choice.${option.name}.${one}`, words.choiceName(option, one)]),
            ),
            ...presets.map((preset) => [`preset.${name}.${preset.name}`, words.presetHelp(name, preset)]),
            ...presets.map((preset) => [`presetName.${preset.name}`, words.presetName(preset)]),
        ]),
    ];
}

test('every game, method, option, preset, example and experiment has a Chinese text', () => {
    const told = everything();
    assert.ok(told.length > 300, `${told.length} texts`);
    assert.deepEqual(
        told.filter(([, { text, lang }]) => lang !== null || text === '').map(([key]) => key),
        [],
    );
    const foreign = measures().filter((measure) => !/\p{Script=Han}/u.test(words.measureName(measure)));
    assert.deepEqual(foreign, []);
});

test('no Chinese text is left over from something that the server does not know', async () => {
    const { tablesZh } = await load('texts/tables_zh');
    const known = new Set(everything().map(([key]) => key));
    // Columns come with reports alone.
    const left = Object.keys(tablesZh).filter((key) => !known.has(key) && !/^(column|switch)\./.test(key));
    assert.deepEqual(left, []);
});

test('options and values that an English text names have their Chinese names in the Chinese one', () => {
    for (const { name, options } of owners())
        for (const option of options)
            for (const [identifier] of option.help.matchAll(IDENTIFIER)) {
                const [other, value] = identifier.split('=');
                const named = options.find((one) => one.name === other);
                if (!named) continue; // a value of this option, which has a row of its own
                const { text } = words.optionHelp(name, option);
                const parts = [words.optionTitle(name, named).text];
                if (named.choices?.includes(value)) parts.push(words.choiceName(named, value).text);
                for (const part of parts)
                    assert.ok(text.includes(part), `${name} ${option.name}: '${part}' is not in '${text}'`);
            }
});

test('methods, presets, options and their values are Chinese, without the names that programs know them by', () => {
    for (const { options, presets } of owners()) {
        const named = [
            ...options.flatMap((option) => (option.choices ?? []).map((one) => words.choiceName(option, one))),
            ...presets.map((preset) => words.presetName(preset)),
            ...lists.methods.map((method) => words.methodName(method)),
        ];
        for (const { text } of named) {
            assert.match(text, /\p{Script=Han}/u);
            assert.doesNotMatch(text, /[a-z]_[a-z]|=|（[a-z]+）$(?<!df-pn）)/u);
        }
    }
    const hash = words.settingText('alphabeta', { name: 'hash' }, 'on');
    assert.equal(hash, '置换表：开');
    const form = { name: 'form', choices: ['fail_soft'] };
    assert.equal(words.settingText('alphabeta', form, 'fail_soft'), '返回值形式：见到的最佳值');
    assert.equal(english.settingText('alphabeta', form, 'fail_soft'), 'form=fail_soft');
});

test('headings of columns are told with what they are made of, and names of variants stay', () => {
    assert.equal(words.columnTitle('nodes_change_percent'), '结点数 变化 %');
    assert.equal(words.columnTitle('plain-2 ratio_max', true), 'plain-2 最大比');
    assert.equal(words.columnTitle('depth'), '深度');
    assert.equal(words.columnTitle('depth', true), 'depth');
});

test('a game, method or option without a Chinese text is told in English', () => {
    const option = { name: 'new_thing', help: 'Does something new.' };
    assert.deepEqual(words.optionTitle('alphabeta', option), { text: 'new thing', lang: 'en' });
    assert.deepEqual(words.optionHelp('alphabeta', option), { text: 'Does something new.', lang: 'en' });
    assert.deepEqual(words.gameTitle({ name: 'hex', title: 'Hex' }), { text: 'Hex', lang: 'en' });
    assert.deepEqual(words.methodHelp({ name: 'sss', help: 'SSS*.' }), { text: 'SSS*.', lang: 'en' });
    assert.deepEqual(words.sectionTitle('自己的表'), { text: '自己的表', lang: null });
});

/** Every case of the law under every rule set, at its end and in the middle, where nothing is judged yet. */
function repetitionCases() {
    const file = readFileSync(new URL('../../tests/data/xiangqi_repetition.tsv', import.meta.url), 'utf8');
    return file
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => line.split('\t'))
        .flatMap(([id, start, moves]) => {
            const all = moves.split(' ');
            return ['computer', 'asian', 'plain'].flatMap((rules) =>
                [all, all.slice(0, all.length / 2)].map((some) => ({
                    id: `${id} ${rules} ${some.length}`,
                    position: { game: 'xiangqi', settings: { rules }, start, moves: some },
                })),
            );
        });
}

const REASONS = [
    'check by the {2} on {3}',
    'neither checks nor attacks',
    'not new',
    'kings and pawns may attack for ever',
    'a pawn that has not crossed the river is no victim',
    'the capture would be illegal',
    'either can take the other, an offer',
    'protected by the {2} on {3}',
    'a stronger piece, protected or not',
    'unprotected, and it cannot take back',
    'unprotected',
    'Perpetually chasing a rook that a horse holds in its place loses, even if that rook chases back.',
];

test('the verdicts of repetitions are told in Chinese: every line, every reason', async () => {
    const game = lists.games.find(({ name }) => name === 'xiangqi');
    const left = new Set();
    const unseen = new Set(REASONS);
    for (const { id, position } of repetitionCases()) {
        const response = await fetch(`${stage.server.url}/api/why`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(position),
        });
        const { text, lines } = await response.json();
        assert.equal(lines.map(({ message }) => message).join('\n'), text.trim().replaceAll('\n\n', '\n'));
        for (const reason of unseen)
            if (lines.some((line) => hasIdentifier(line, [reason]))) unseen.delete(reason);
        for (const line of lines) {
            const told = words.messageText(line, game).text;
            const rest = told.replace(/(?<![a-z])([a-i]\d)+(?![a-z])|“(computer|asian|plain)”/g, '');
            if (/[A-Za-z]/.test(rest)) left.add(`${id}: ${line.message}`);
            assert.equal(english.messageText(line).text, line.message);
        }
    }
    assert.deepEqual([...left], []);
    assert.deepEqual([...unseen], [], 'no case has these');
});

const EXPERIMENT = 'title t\ngame xiangqi\nposition a initial\nmeasure nodes\nvariant a alphabeta\ndepths 1-3\ntable x\ncolumns a\nmeasure nodes\n';

/** Requests that are refused, as the page makes them. */
const REFUSED = {
    '/api/experiments/check': [
        { text: EXPERIMENT.replace('1-3', '1 1') },
        { text: EXPERIMENT.replace('columns a', 'columns a a') },
        { text: EXPERIMENT.replace('depths 1-3', 'depths 1-3\nbase a') },
        { text: EXPERIMENT.replace('alphabeta', 'alphabeta hash=on hash=off') },
        { text: EXPERIMENT.replace('alphabeta', 'alphabeta hash=maybe') },
        { text: EXPERIMENT.replace('alphabeta', 'alphabeta threads=2') },
        { text: EXPERIMENT.replace('position a initial', 'position a 9/9 w') },
    ],
    '/api/position': [
        { game: 'xiangqi', start: '4k4/9/9/9/9/9/9/9/9/3K5 w - - many 1' },
        { game: 'xiangqi', start: '4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1x' },
        { game: 'xiangqi', settings: { rules: 'none' } },
        { game: 'go', settings: { size: '5' }, start: '5 ...../...../...../...../..... b - 0 x' },
        { game: 'pairs', start: 'xx' },
        { game: 'tree', start: 'A(1,[2..1])' },
        { game: 'tree', start: 'A(1,B,B(2))' },
        { game: 'tree', start: 'A(win 3' },
    ],
    '/api/records/read': [
        { game: 'xiangqi', text: ' ' },
        { game: 'xiangqi', text: '1. h2e2 *', index: 3 },
        { game: 'go', text: '(;B[aa])(;', index: 5 },
    ],
    '/api/problems/read': [{ text: 'problem a\nsize 9\nsize 9\nend\n' }, { text: ' # nothing' }],
};

test('what the server refuses is told in Chinese', async () => {
    const left = [];
    for (const [path, bodies] of Object.entries(REFUSED))
        for (const body of bodies) {
            const response = await fetch(`${stage.server.url}${path}`, {
                method: 'POST',
                headers: { 'Content-Type': 'application/json' },
                body: JSON.stringify(body),
            });
            const { error } = await response.json();
            assert.ok(response.status >= 400 && response.status < 500, JSON.stringify(body));
            if (words.messageText(error).lang !== null) left.push(error.message);
            assert.equal(english.messageText(error).text, error.message);
        }
    assert.deepEqual(left, []);
});

test('a pass is a word of the language, and what is added to a title stands in its brackets', async () => {
    const play = await stage.open('#/play?game=go&settings=size=5&side=both', { locale: 'zh-CN' });
    await play.button('停一手').click();
    await play.moveCount(1);
    assert.deepEqual(await play.moves(), ['停一手']);
    await play.done();
    const lab = await stage.open('#/lab?list=all', { locale: 'zh-CN', waitFor: '.lab-item' });
    await lab.page.getByRole('button', { name: /^运行快速版：/ }).first().click();
    await lab.page.locator('.lab-result h2', { hasText: '（快速版）' }).waitFor();
    await lab.done();
});

/** Texts in English that are no identifiers and no names of papers. */
async function englishTexts(page) {
    return page.locator('main [lang=en]:not(code):not(cite):not(pre)').allTextContents();
}

test('options of a method are Chinese on the page, with their names beside them', async () => {
    const at = await stage.open('#/inside?example=tictactoe', {
        locale: 'zh-CN',
        viewport: { width: 360, height: 740 },
    });
    await at.page.getByText('换一个局面或方法').click();
    await at.page.locator('.way').first().getByText('方法的选项').click();
    const row = at.page.locator('.option', { hasText: '后期着法缩减' }).first();
    assert.equal(await row.locator('code').innerText(), 'late_reductions');
    assert.equal(await row.locator('.effect').innerText(), '可能改变结果');
    assert.match(await row.locator('cite').innerText(), /Romstad 2006/);
    const preset = at.page.locator('.way').first().getByLabel('预设');
    await at.page.locator('.option', { hasText: '教科书式的 α-β' }).first().waitFor();
    await preset.selectOption('full');
    assert.equal(await preset.locator('option:checked').innerText(), '完整');
    const form = at.page.locator('.option', { hasText: '返回值形式' }).first().locator('select');
    assert.equal(await form.locator('option:checked').innerText(), '见到的最佳值');
    await at.page.locator('.option', { hasText: '已知最强的设置' }).first().waitFor();
    assert.deepEqual(await englishTexts(at.page), []);
    const [content, window] = await widthOf(at.page);
    assert.ok(content <= window, `${content} > ${window}`);
    assert.deepEqual(await seriousFaults(at.page), []);
    await at.done();
});

test('a page that is begun in English loads the Chinese texts when it is asked for them', async () => {
    const at = await stage.open('#/lab?list=all', { waitFor: '.lab-item' });
    const title = (text) => at.page.locator('.lab-item h4', { hasText: text }).first();
    await title('Quiescence on and off').waitFor();
    await at.button('中文').click();
    await title('有无静态搜索').waitFor();
    await at.page.locator('.lab-about', { hasText: '到深度 7 几乎全都解出' }).first().waitFor();
    assert.deepEqual(await englishTexts(at.page), []);
    await at.done();
});
