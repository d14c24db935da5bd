// SPDX-License-Identifier: MIT
// The game that is analysed: it outlives the view, is kept between visits, and a link may ask for it.
import { t } from '../i18n';
import { possible, type Link } from '../link';
import { readSettings } from '../options';
import { getOfTab, setOfTab } from '../prefs';
import type { MoveNode } from '../state';
import { GameTree } from '../tree';
import type { Damage, Game, GameRecord, Position, ReviewMark, ReviewPly, Settings } from '../types';
import { newSetup } from './play_setup';

/** A text with several records, of which one is looked at. */
export interface Source {
    text: string;
    index: number;
    next: number | null;
    opened: Map<number, GameTree>; // those that were looked at, with what was changed in them
    titles: string[]; // of all records, once they are known
}

/** The data of a review: plies[k] was searched at nodes[k], and marks[k] judges the move that leads from there. */
export interface Review {
    nodes: MoveNode[];
    plies: (ReviewPly | null)[];
    marks: (ReviewMark | null)[];
}

export interface Session {
    game: Game;
    settings: Settings;
    tree: GameTree;
    turned: boolean;
    source: Source | null;
    damage: Damage | null;
    review: Review | null;
    notation: string | null; // in which all moves are named
}

interface Kept {
    game: string;
    settings: Settings;
    record: GameRecord;
    here: number; // place in the list of nodes
    source?: Pick<Source, 'text' | 'index' | 'next'>; // what was changed in its other records is not kept
}

const KEPT_MOST = 500_000; // characters; browsers give a site some five million

export function newSession(game: Game, settings: Settings, tree: GameTree): Session {
    return { game, settings, tree, turned: false, source: null, damage: null, review: null, notation: null };
}

export function firstSession(game: Game): Session {
    return newSession(game, newSetup(game).settings, new GameTree());
}

export function treeOf(start: string, moves: string[]): GameTree {
    const tree = new GameTree();
    tree.start = start;
    moves.forEach((move) => tree.add(move));
    return tree;
}

/** A position of the game as requests have it. */
export function positionAt({ game, settings, tree }: Session, node: MoveNode): Position {
    const { start, moves } = tree.placeOf(node);
    const position: Position = { game: game.name, moves };
    if (Object.keys(settings).length) position.settings = settings;
    if (start) position.start = start;
    return position;
}

/** The address under which a game can be analysed. */
export function linkTo(game: string, settings: Settings, start: string, moves: string[]): string {
    const link = new URLSearchParams({ game });
    const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    if (words.length) link.set('settings', words.join(' '));
    if (start) link.set('start', start);
    if (moves.length) link.set('moves', moves.join(' '));
    return `#/analyse?${link}`;
}

export async function fromLink(games: Game[], link: Link): Promise<Session | null> {
    const game = link.game(games, t('linkGame'));
    if (!game) return null;
    link.readsOnly('game', 'settings', 'start', 'moves');
    const usual = newSetup(game).settings;
    const asked = { game: game.name, settings: link.has('settings') ? readSettings(link.get('settings') ?? '') : usual };
    const linked = link.get('start');
    const { settings = usual, start = '' } = await possible(link, linked ? { ...asked, start: linked } : asked);
    // Moves from another start would be others.
    const moves = start === (linked ?? '') ? (link.get('moves') ?? '').split(/\s+/).filter(Boolean) : [];
    return newSession(game, settings, treeOf(start, moves));
}

/** A file that is too long is left out, and so is a game that is. */
export function keep({ game, settings, tree, source }: Session): void {
    const record = tree.toRecord();
    const kept: Kept = { game: game.name, settings, record, here: [...tree.all()].indexOf(tree.here) };
    const file = source ? { text: source.text, index: source.index, next: source.next } : undefined;
    const texts = [{ ...kept, source: file }, kept].map((it) => JSON.stringify(it));
    setOfTab('analyse', texts.find(({ length }) => length <= KEPT_MOST) ?? 'null');
}

export function readKept(games: Game[]): Session | null {
    try {
        const kept = JSON.parse(getOfTab('analyse') ?? 'null') as Kept | null;
        const game = games.find(({ name }) => name === kept?.game);
        if (!kept || !game) return null;
        const session = newSession(game, kept.settings, GameTree.fromRecord(kept.record));
        session.tree.here = [...session.tree.all()][kept.here] ?? session.tree.root;
        if (kept.source)
            session.source = {
                ...kept.source,
                opened: new Map([[kept.source.index, session.tree]]),
                titles: [],
            };
        return session;
    } catch {
        return null;
    }
}
