// SPDX-License-Identifier: MIT
// A small experiment as the form has it, and as the text that is run.
import type { Experiment, Settings } from '../types';

export interface Variant {
    name: string;
    method: string;
    preset: string;
    options: Settings;
}

export type LimitKind = 'depth' | 'nodes';

export interface LabSetup {
    title: string;
    game: string;
    settings: Settings;
    positions: string; // '': the usual start; OWN; or a line that names a file
    start: string; // with OWN
    variants: Variant[];
    limit: LimitKind;
    limits: string; // "1-6 8"
    measures: string[];
    repetitions: number;
}

export const OWN = 'own';
export const VARIANTS_LEAST = 1;
export const VARIANTS_MOST = 6;
const NAME_MOST = 40;

/** A set of positions that was built in, for games of one name. */
export interface PositionSet {
    game: string;
    line: string; // "positions FILE as id position best"
    title: string;
    hasBest: boolean;
    isProblems: boolean;
}

/** The files of positions that experiments name. */
export function positionSets(experiments: Experiment[]): PositionSet[] {
    const sets = new Map<string, PositionSet>();
    for (const { game, positions } of experiments)
        for (const written of positions) {
            const line = written.replace(/\s+/g, ' ');
            const [kind, file = '', ...columns] = line.split(' ');
            const title = (file.split('/').pop() ?? file).replace(/\.\w+$/, '').replaceAll('_', '-');
            sets.set(`${game} ${line}`, {
                game,
                line,
                title: columns.includes('best') ? `${title} (best)` : title,
                hasBest: columns.includes('best'),
                isProblems: kind === 'problems',
            });
        }
    return withOwnTitles([...sets.values()]).sort((a, b) => a.title.localeCompare(b.title));
}

/** Files of one name in several folders also show their folders, except the usual one. */
function withOwnTitles(sets: PositionSet[]): PositionSet[] {
    const isTaken = (set: PositionSet): boolean =>
        sets.some((one) => one !== set && one.game === set.game && one.title === set.title);
    return sets.map((set) => {
        const folder = /(?:\.\.\/)*(\S+)\/[^/ ]+/.exec(set.line.split(' ')[1] ?? '')?.[1];
        return folder && isTaken(set) ? { ...set, title: `${set.title} (${folder})` } : set;
    });
}

/** The available measures for these positions. */
export function measuresOf(set: PositionSet | undefined): string[] {
    const usual = ['nodes', 'time', 'value', 'depth', 'evaluations', 'speed'];
    return [...usual, ...(set?.hasBest ? ['finds'] : []), ...(set?.isProblems ? ['solved', 'right'] : [])];
}

/** A name as experiments allow it. */
function plainName(text: string): string {
    return text.replace(/[^A-Za-z0-9_.+-]+/g, '-').slice(0, NAME_MOST) || 'variant';
}

/** The names of all variants, each once. */
export function variantNames(variants: Variant[]): string[] {
    const taken = new Set<string>();
    return variants.map(({ name, method, preset }) => {
        const wanted = plainName(name || (preset ? `${method}-${preset}` : method));
        let free = wanted;
        for (let n = 2; taken.has(free); n++) free = `${wanted.slice(0, NAME_MOST - 4)}-${n}`;
        taken.add(free);
        return free;
    });
}

/** "plain hash=on", as texts have it. */
export function settingWords(preset: string, settings: Settings): string {
    const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    return [preset, ...words].filter(Boolean).join(' ');
}

/** One line, whatever was pasted. */
function oneLine(text: string): string {
    return text.replace(/\s+/g, ' ').trim();
}

function positionLine(setup: LabSetup): string {
    if (setup.positions === OWN) return `position   start ${oneLine(setup.start) || 'initial'}`;
    return setup.positions || 'position   start initial';
}

const COMPARED = ['nodes', 'time', 'evaluations', 'speed'];

export function experimentText(setup: LabSetup, titleOf: (measure: string) => string): string {
    const names = variantNames(setup.variants);
    const width = Math.max(...names.map((name) => name.length));
    const measures = setup.measures.length ? setup.measures : ['nodes'];
    const tables = measures.flatMap((measure) => [
        '',
        `table      ${titleOf(measure)}`,
        `columns    ${names.join(' ')}`,
        ...(names.length > 1 && COMPARED.includes(measure) ? [`base       ${names[0]}`] : []),
        `measure    ${measure}`,
    ]);
    return [
        `title      ${oneLine(setup.title) || 'An experiment'}`,
        `game       ${[setup.game, settingWords('', setup.settings)].filter(Boolean).join(' ')}`,
        positionLine(setup),
        `measure    ${measures.join(' ')} best`,
        '',
        ...setup.variants.map(({ method, preset, options }, i) =>
            `variant    ${(names[i] ?? '').padEnd(width)}  ${method} ${settingWords(preset, options)}`.trimEnd(),
        ),
        ...(setup.repetitions !== 1 ? [`repetitions ${setup.repetitions}`] : []),
        `${setup.limit === 'depth' ? 'depths' : 'nodes'}     ${oneLine(setup.limits)}`,
        ...tables,
        '',
    ].join('\n');
}

// ---- Ready ones -----------------------------------------------------------------------------------------------------

function variant(name: string, method: string, preset = '', options: Settings = {}): Variant {
    return { name, method, preset, options };
}

export type ReadyName = 'Tictactoe' | 'Connect4' | 'Ordering' | 'Hash' | 'Mcts';

const base = { settings: {}, positions: '', start: '', limit: 'depth' as LimitKind, repetitions: 1 };

/** Experiments that take a few seconds; their titles are texts of the page. */
export const READY: Record<ReadyName, Omit<LabSetup, 'title'>> = {
    Tictactoe: {
        ...base,
        game: 'tictactoe',
        settings: { values: 'plain' },
        variants: [variant('minimax', 'minimax'), variant('alpha-beta', 'alphabeta', 'plain')],
        limits: '1-9',
        measures: ['nodes', 'time'],
    },
    Connect4: {
        ...base,
        game: 'connect4',
        variants: [
            variant('minimax', 'minimax'),
            variant('alpha-beta', 'alphabeta', 'plain'),
            variant('with-table', 'alphabeta', 'plain', { hash: 'on', hash_move: 'on' }),
        ],
        limits: '1-8',
        measures: ['nodes', 'time'],
    },
    Ordering: {
        ...base,
        game: 'xiangqi',
        settings: { evaluation: 'placement' },
        positions: 'positions ../tests/data/xiangqi_middlegames.tsv',
        variants: [
            variant('as-generated', 'alphabeta', 'paper-ordering', {
                hash_move: 'off',
                captures: 'unsorted',
                killers: 'off',
                history: 'off',
            }),
            variant('captures-first', 'alphabeta', 'paper-ordering', {
                hash_move: 'off',
                killers: 'off',
                history: 'off',
            }),
            variant('all-of-it', 'alphabeta', 'paper-ordering'),
            variant('with-deepening', 'alphabeta', 'paper-ordering', { iid: 'plain' }),
        ],
        limits: '1-4',
        measures: ['nodes', 'time'],
    },
    Hash: {
        ...base,
        game: 'xiangqi',
        settings: { evaluation: 'placement' },
        variants: [
            variant('4-KiB', 'alphabeta', 'exact', { memory_kib: '739' }),
            variant('32-KiB', 'alphabeta', 'exact', { memory_kib: '767' }),
            variant('256-KiB', 'alphabeta', 'exact', { memory_kib: '991' }),
            variant('4096-KiB', 'alphabeta', 'exact', { memory_kib: '4831' }),
        ],
        limits: '1-6',
        measures: ['nodes', 'time'],
    },
    Mcts: {
        ...base,
        game: 'connect4',
        positions: 'positions connect4-only-moves.tsv as id position best',
        variants: [
            variant('plain', 'mcts', 'plain'),
            variant('solver', 'mcts', 'plain', { solver: 'on' }),
            variant('rave', 'mcts', 'plain', { rave: 'on' }),
        ],
        limit: 'nodes',
        limits: '30 100 300 1000 3000',
        measures: ['finds', 'nodes'],
        repetitions: 3,
    },
};
