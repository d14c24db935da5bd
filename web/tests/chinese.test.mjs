// SPDX-License-Identifier: MIT
// What the server's tables list is told in Chinese: all of it, and nothing that the server does not know.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from './load.mjs';
import { openStage, seriousFaults, widthOf } from './support.mjs';

let stage;
let words;
const lists = {};

/** Parts of an experiment's text that have a title: behind their name, but for tables, which have none. */
const PART = /^(?:table|(?:progress|grouped|summary|duel|within|picture|curves|prediction|over|match) +\S+) +(\S.*)$/gm;
const MEASURES = /^measure +(.+)$/gm;
const IDENTIFIER = /\b[a-z]+(?:_[a-z]+)+\b|\b[a-z_]+=\w+/g;

before(async () => {
    stage = await openStage();
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

/** Everything that is told, with the key of its translation. */
function everything() {
    return [
        ...lists.games.map((game) => [`game.${game.name}`, words.gameTitle(game)]),
        ...lists.methods.map((method) => [`method.${method.name}`, words.methodHelp(method)]),
        ...lists.examples.map((example) => [`example.${example.name}`, words.exampleTitle(example)]),
        ...lists.experiments.map((one) => [`experiment.${one.name}`, words.experimentTitle(one)]),
        ...lists.experiments.map((one) => [`about.${one.name}`, words.experimentAbout(one)]),
        ...partTitles().map((title) => [`section.${title}`, words.sectionTitle(title)]),
        ...owners().flatMap(({ name, options, presets }) => [
            ...options.map((option) => [`option.${name}.${option.name}`, words.optionTitle(name, option)]),
            ...options.map((option) => [`help.${name}.${option.name}`, words.optionHelp(name, option)]),
            ...presets.map((preset) => [`preset.${name}.${preset.name}`, words.presetHelp(name, preset)]),
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
    const left = Object.keys(tablesZh).filter((key) => !known.has(key) && !key.startsWith('column.'));
    assert.deepEqual(left, []);
});

test('options and values that an English text names are named in the Chinese one', () => {
    for (const { name, options } of owners())
        for (const option of options)
            for (const [identifier] of option.help.matchAll(IDENTIFIER)) {
                const { text } = words.optionHelp(name, option);
                assert.ok(text.includes(identifier), `${name} ${option.name}: '${identifier}' is not in '${text}'`);
            }
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
