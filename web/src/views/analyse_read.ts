// SPDX-License-Identifier: MIT
// From a text to a game: a record in the game's format, moves as this page writes them, or a position. If you do not
// name the game, the server finds it out.
import { ApiError, call, isAway } from '../api';
import { clauses, gameTitle, t } from '../i18n';
import { readSettings } from '../options';
import { GameTree } from '../tree';
import type { Game, Message, PositionReply, RecogniseReply, RecordReply, Settings } from '../types';
import { newSession, positionAt, treeOf, type Session } from './analyse_session';
import { newSetup } from './play_setup';

export const TEXT_MOST = 1 << 20; // bytes that the server reads

/** The error of a text and its place: line and column count from 1, 0: no place. */
export class ReadError extends Error {
    readonly said: Message;

    constructor(
        said: string | Message,
        readonly text: string,
        readonly line: number,
        readonly column: number,
        readonly nearest: Game | null = null, // the game that the text nearly is, if that helps
    ) {
        const message = typeof said === 'string' ? { message: said } : said;
        super(message.message);
        this.said = message;
    }
}

export async function readRecord(
    game: Game,
    settings: Settings,
    text: string,
    index: number,
    notation: string | null,
): Promise<Session> {
    const reply = await call<RecordReply>('POST', '/api/records/read', {
        game: game.name,
        settings,
        text,
        index,
        ...(notation ? { notation } : {}),
    });
    const { damage, next, ...record } = reply;
    const session = newSession(game, settings, GameTree.fromRecord(record));
    session.notation = notation;
    for (const node of session.tree.all()) if (notation) node.namedIn = notation;
    session.damage = damage ?? null;
    session.source = { text, index, next, opened: new Map([[index, session.tree]]), titles: [] };
    return session;
}

async function readPosition(game: Game, settings: Settings, text: string): Promise<Session> {
    const session = newSession(game, settings, treeOf(text.trim(), []));
    session.tree.root.reply = await call<PositionReply>(
        'POST',
        '/api/position',
        positionAt(session, session.tree.root),
    );
    return session;
}

/** Games without a format of records are written as lines of names and values. */
export function writePlain({ game, settings, tree }: Session): string {
    const { start, moves } = tree.placeOf(tree.end());
    const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const lines = [`game: ${game.name}`];
    if (words.length) lines.push(`settings: ${words.join(' ')}`);
    if (start) lines.push(`start: ${start}`);
    lines.push(`moves: ${moves.join(' ')}`);
    return `${lines.join('\n')}\n`;
}

async function readPlain(games: Game[], text: string): Promise<Session> {
    const value = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
    const game = games.find(({ name }) => name === value('game'));
    if (!game) throw new ReadError(t('textNoGame', { name: value('game') }), text, 1, 7);
    const moves = value('moves').split(/\s+/).filter(Boolean);
    const session = newSession(game, readSettings(value('settings')), treeOf(value('start'), moves));
    await call<PositionReply>('POST', '/api/position', positionAt(session, session.tree.here));
    session.tree.here = session.tree.root;
    return session;
}

/** Finds the game of a text, with the server, and its format. */
async function recognise(games: Game[], text: string, settingsOf: (game: Game) => Settings): Promise<Recognised> {
    const asked = games.map((game) => ({ game: game.name, settings: settingsOf(game) }));
    const found = await call<RecogniseReply>('POST', '/api/recognise', { text, games: asked });
    const game = games.find(({ name }) => name === found.game);
    if (!game) throw refusalOf(games, found, text);
    return { game, isRecord: found.as === 'record' };
}

/** Why a text is none of the games; the first of them is the one that is looked at. */
function refusalOf(
    games: Game[],
    { error = { message: '' }, line = 0, column = 0, nearest }: RecogniseReply,
    text: string,
): ReadError {
    const isNone = nearest === null && games.length > 1;
    const titles = clauses(games.map((game) => gameTitle(game).text));
    const game = games.find(({ name }) => name === nearest);
    return new ReadError(isNone ? t('textUnknown', { games: titles }) : error, text, line, column, game ?? null);
}

interface Recognised {
    game: Game;
    isRecord: boolean;
}

function asReadError(error: unknown, text: string): unknown {
    if (!(error instanceof ApiError) || isAway(error)) return error;
    return new ReadError(error.reply.error, text, 0, 0); // a place in the reply refers to the sent text
}

/** Characters that no text has: control characters except tabs and ends of lines, and halves of pairs of UTF-16. */
export const NO_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Cs}]/u;

/** Refuses what is no text at the first character that shows it: the server would tell the place in what was sent. */
function checkIsText(text: string): void {
    const at = text.search(NO_TEXT);
    if (at < 0) return;
    const lines = text.slice(0, at).split(/\r\n|\r|\n/);
    const code = text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0');
    throw new ReadError(t('noText', { code }), text, lines.length, [...lines.at(-1)!].length + 1);
}

/** Reads a text of one of `games`, the first of which is tried first; what is wrong with it is said of the likeliest. */
export async function readText(
    games: Game[],
    text: string,
    settingsOf: (game: Game) => Settings,
    notationFor: (game: Game) => string | null,
): Promise<Session> {
    checkIsText(text);
    if (!text.trim()) throw new ReadError(t('textBlank'), '', 0, 0);
    try {
        if (/^\s*game:/.test(text)) return await readPlain(games, text);
        const { game, isRecord } = await recognise(games, text, settingsOf);
        return isRecord
            ? await readRecord(game, settingsOf(game), text, 0, notationFor(game))
            : await readPosition(game, settingsOf(game), text);
    } catch (error) {
        throw asReadError(error, text);
    }
}

/** Rules with which a game is read: those of the game at hand if it is the same. */
export function settingsFor(current: Session, game: Game): Settings {
    return game === current.game ? current.settings : newSetup(game).settings;
}
