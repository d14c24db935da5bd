// SPDX-License-Identifier: MIT
// The setup of a game in the Play view, its storage between visits, and its form in a link.
import type { TimeControl } from '../clock';
import { sideName, t } from '../i18n';
import { possible, type Link } from '../link';
import { getOfTab, setOfTab } from '../prefs';
import { readSettings } from '../options';
import type { Game, Method, Over, Position, SearchRequest, Settings, Side } from '../types';

export interface Setup {
    game: Game;
    settings: Settings;
    start: string; // "": the usual one
    humans: [boolean, boolean];
    level: number; // FULL: by time
    seconds: number; // for a move at full strength without a clock
    method: string; // "": the usual one of the game
    preset: string;
    options: Settings;
    time: TimeControl | null;
}

/** How far a game has come. */
export interface Progress {
    moves: string[];
    sides?: (Side | null)[]; // whose turn it is before them and after each
    left: [number, number] | null; // on the clock
    ended: Over | null; // by resignation or time
}

/** The stored state: the setup with the game's name, and the progress of the game. */
interface Kept extends Omit<Setup, 'game'>, Progress {
    game: string;
}

export const FULL = 0;
const FIRST_GAME = 'xiangqi';
const FIRST_LEVEL = 3;
const SIDES = ['first', 'second', 'both', 'none'] as const;
const HINT_LEVEL = 6;
const FIRST_SETTINGS: Record<string, Settings> = { go: { size: '9' } }; // 19 lines are long for a first game

/** Games that can be played here: those with a board. */
export function playable(games: Game[]): Game[] {
    const order = ['xiangqi', 'go', 'connect4', 'tictactoe'];
    const place = (game: Game): number => (order.indexOf(game.name) + order.length + 1) % (order.length + 1);
    return games.filter((game) => game.pieces && !game.goal_of).sort((a, b) => place(a) - place(b));
}

/** Methods that name a move to play: those that only prove do not always. */
export function usableMethods(methods: Method[]): Method[] {
    return methods.filter((method) => !method.proves);
}

export function newSetup(game: Game): Setup {
    const settings: Settings = { ...FIRST_SETTINGS[game.name] };
    return {
        game,
        settings,
        start: '',
        humans: [true, false],
        level: FIRST_LEVEL,
        seconds: 2,
        method: '',
        preset: '',
        options: {},
        time: null,
    };
}

export function positionOf(setup: Setup, moves: string[]): Position {
    const position: Position = { game: setup.game.name, moves };
    if (Object.keys(setup.settings).length) position.settings = setup.settings;
    if (setup.start) position.start = setup.start;
    return position;
}

function requestOf(setup: Setup, moves: string[], options: Settings): SearchRequest {
    const request: SearchRequest = positionOf(setup, moves);
    if (setup.method) request.method = setup.method;
    if (setup.preset) request.preset = setup.preset;
    if (Object.keys(options).length) request.options = options;
    return request;
}

/** The request to the engine. Full strength: by time, with the maximum number of threads of its method. */
export function searchOf(
    setup: Setup,
    moves: string[],
    clock: [number, number] | null,
    threads: number,
): SearchRequest {
    const options = { ...setup.options };
    if (setup.level === FULL && threads > 1) options.threads ??= String(threads);
    const request = requestOf(setup, moves, options);
    if (setup.level !== FULL) {
        request.level = setup.level;
    } else if (clock && setup.time) {
        request.clock_ms = [Math.max(1, Math.round(clock[0])), Math.max(1, Math.round(clock[1]))];
        request.increment_ms = setup.time.increment_s * 1000;
    } else {
        request.time_ms = setup.seconds * 1000;
    }
    return request;
}

/** The same to a depth that is soon done. */
export function depthOf(setup: Setup, moves: string[], depth: number): SearchRequest {
    return { ...requestOf(setup, moves, setup.options), depth };
}

/** A hint is given by the usual method, whatever one plays against. */
export function hintOf(setup: Setup, moves: string[]): SearchRequest {
    return { ...positionOf(setup, moves), level: HINT_LEVEL };
}

export function keep(setup: Setup, progress: Progress): void {
    const kept: Kept = { ...setup, game: setup.game.name, ...progress };
    setOfTab('play', JSON.stringify(kept));
}

/** The game of the last visit, if it can be read and its game is still there. */
export function readKept(games: Game[]): ({ setup: Setup } & Progress) | null {
    try {
        const kept = JSON.parse(getOfTab('play') ?? 'null') as Kept | null;
        const game = games.find(({ name }) => name === kept?.game);
        if (!kept || !game || !Array.isArray(kept.moves) || !Array.isArray(kept.humans)) return null;
        const { moves, sides = [], left, ended = null, ...rest } = kept;
        return { setup: { ...newSetup(game), ...rest, game }, moves, sides, left, ended };
    } catch {
        return null;
    }
}

/** From a link such as #/play?game=go&settings=size=5&level=2&side=second. */
export async function fromLink(games: Game[], methods: Method[], link: Link): Promise<Setup | null> {
    const game = link.game(games, t('linkGame'));
    if (!game) return null;
    link.readsOnly('game', 'settings', 'start', 'side', 'level', 'method');
    const setup = newSetup(game);
    const names = usableMethods(methods).map(({ name }) => name);
    const side = link.choice('side', SIDES, sideName(game, 0));
    setup.method = link.choice('method', names, t('methodAuto')) ?? '';
    setup.level = link.whole('level', FULL, game.levels, t('levelValue', { n: setup.level })) ?? setup.level;
    if (link.has('settings')) setup.settings = readSettings(link.get('settings') ?? '');
    setup.start = link.get('start') ?? '';
    if (side) setup.humans = [side === 'first' || side === 'both', side === 'second' || side === 'both'];
    const { settings = newSetup(game).settings, start = '' } = await possible(link, positionOf(setup, []));
    return { ...setup, settings, start };
}

export function firstSetup(games: Game[]): Setup {
    return newSetup(games.find(({ name }) => name === FIRST_GAME) ?? games[0]!);
}
