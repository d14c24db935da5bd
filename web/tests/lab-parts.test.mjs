// SPDX-License-Identifier: MIT
// Parts of Lab that need no browser: scales, and the text that a form makes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './load.mjs';

test('a linear scale begins at 0 where that is wanted, and its ticks are round', async () => {
    const { scaleOf, ticksOf } = await load('scale');
    const scale = scaleOf([3, 17], false, 100, 0, true);
    assert.deepEqual([scale.least, scale.most], [0, 17]);
    assert.equal(scale.place(0), 100);
    assert.equal(scale.place(17), 0);
    assert.deepEqual(ticksOf(scale, 4), [0, 5, 10, 15]);
    assert.deepEqual(ticksOf(scaleOf([1, 4], false, 0, 100, false), 12), [1, 2, 3, 4]);
    assert.deepEqual(ticksOf(scaleOf([0, 0.5], false, 0, 100, true), 5), [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    assert.deepEqual(ticksOf(scaleOf([-30, 20], false, 0, 100, true), 5), [-30, -20, -10, 0, 10, 20]);
});

test('a logarithmic scale has powers of ten, and is linear where a number is not positive', async () => {
    const { scaleOf, ticksOf } = await load('scale');
    const scale = scaleOf([9, 549945], true, 0, 100, false);
    assert.equal(scale.isLog, true);
    assert.ok(Math.abs(scale.place(9)) < 1e-9 && Math.abs(scale.place(549945) - 100) < 1e-9);
    assert.deepEqual(ticksOf(scale, 6), [10, 100, 1000, 10000, 100000]);
    assert.deepEqual(ticksOf(scaleOf([30, 300], true, 0, 100, false), 6), [50, 100, 200]);
    assert.equal(scaleOf([0, 100], true, 0, 100, false).isLog, false);
});

test('a single number has a place in the middle of its scale', async () => {
    const { scaleOf, ticksOf } = await load('scale');
    for (const isLog of [false, true]) {
        const scale = scaleOf([8, 8], isLog, 0, 100, false);
        assert.ok(Math.abs(scale.place(8) - 50) < 1e-9);
        assert.ok(ticksOf(scale, 5).length > 0);
    }
});

test('the text of an experiment', async () => {
    const { experimentText } = await load('views/lab_setup');
    const text = experimentText(
        {
            title: '  Two\nlines ',
            game: 'connect4',
            settings: { width: '6' },
            positions: 'own',
            start: 'x.\n.o',
            variants: [
                { name: '', method: 'alphabeta', preset: 'plain', options: { hash: 'on' } },
                { name: '', method: 'alphabeta', preset: 'plain', options: {} },
                { name: 'a b/c', method: 'minimax', preset: '', options: {} },
            ],
            limit: 'nodes',
            limits: '10 20',
            measures: ['nodes', 'value'],
            repetitions: 2,
        },
        (measure) => `The ${measure}`,
    );
    const lines = text.split('\n').map((line) => line.replace(/ +/g, ' '));
    assert.deepEqual(lines.slice(0, 10), [
        'title Two lines',
        'game connect4 width=6',
        'position start x. .o',
        'measure nodes value best',
        '',
        'variant alphabeta-plain alphabeta plain hash=on',
        'variant alphabeta-plain-2 alphabeta plain',
        'variant a-b-c minimax',
        'repetitions 2',
        'nodes 10 20',
    ]);
    assert.deepEqual(lines.slice(10), [
        '',
        'table The nodes',
        'columns alphabeta-plain alphabeta-plain-2 a-b-c',
        'base alphabeta-plain',
        'measure nodes',
        '',
        'table The value',
        'columns alphabeta-plain alphabeta-plain-2 a-b-c',
        'measure value',
        '',
    ]);
});

test('a file has the letters and digits of its title, of any script', async () => {
    const { fileNameOf } = await load('download');
    assert.equal(fileNameOf('极小极大与 α-β', 'x'), '极小极大与-α-β');
    assert.equal(fileNameOf('  Nodes (by depth), 2nd try! ', 'x'), 'nodes-by-depth-2nd-try');
    assert.equal(fileNameOf('…', 'experiment'), 'experiment');
});

test('files of positions are those that experiments name, each once', async () => {
    const { positionSets, measuresOf } = await load('views/lab_setup');
    const sets = positionSets([
        { game: 'xiangqi', positions: ['positions  ../tests/data/xiangqi_tactics.tsv as id position group best'] },
        { game: 'xiangqi', positions: ['positions ../tests/data/xiangqi_tactics.tsv as id position group best'] },
        { game: 'go-capture', positions: ['problems easy.txt'] },
    ]);
    assert.deepEqual(
        sets.map(({ game, title }) => [game, title]),
        [
            ['go-capture', 'easy'],
            ['xiangqi', 'xiangqi-tactics (best)'],
        ],
    );
    assert.ok(measuresOf(sets[0]).includes('right') && !measuresOf(sets[0]).includes('finds'));
    assert.ok(measuresOf(sets[1]).includes('finds'));
    assert.ok(!measuresOf(undefined).includes('finds'));
});
