// SPDX-License-Identifier: MIT
// The question of a look inside: a position and one or two methods; and its form in an address.
import { exampleTitle, t } from '../i18n';
import type { Link } from '../link';
import { readSettings } from '../options';
import type { Example, Position, Settings, TraceRequest } from '../types';

const LIMIT_MOST = 999_999_999;
const WAY = ['method', 'preset', 'options'];

/** A method with its settings. */
export interface Way {
    method: string;
    preset: string; // "": none
    options: Settings;
}

export interface Question {
    example: string; // its name; "": a question of one's own
    position: Position;
    way: Way;
    other: Way | null; // to compare with
    depth: number; // 0: no limit
    nodes: number;
    truth: boolean;
}

function wayOf(request: TraceRequest): Way {
    return { method: request.method ?? '', preset: request.preset ?? '', options: request.options ?? {} };
}

export function fromExample(example: Example): Question {
    const position: Position = { game: example.game };
    if (example.settings) position.settings = example.settings;
    if (example.start) position.start = example.start;
    if (example.moves?.length) position.moves = example.moves;
    return {
        example: example.name,
        position,
        way: wayOf(example),
        other: null,
        depth: example.depth ?? 0,
        nodes: example.nodes ?? 0,
        truth: example.truth ?? false,
    };
}

/** The body of POST /api/traces, and without `truth` of POST /api/searches. */
export function requestOf(question: Question, way: Way): TraceRequest {
    const request: TraceRequest = { ...question.position };
    if (way.method) request.method = way.method;
    if (way.preset) request.preset = way.preset;
    if (Object.keys(way.options).length) request.options = way.options;
    if (question.depth) request.depth = question.depth;
    if (question.nodes) request.nodes = question.nodes;
    return request;
}

// ---- Addresses ---------------------------------------------------------------------------------------------------------

function writeSettings(settings: Settings): string {
    return Object.entries(settings)
        .map(([name, value]) => `${name}=${value}`)
        .join(' ');
}

function writeWay(link: URLSearchParams, prefix: string, way: Way): void {
    link.set(`${prefix}method`, way.method);
    if (way.preset) link.set(`${prefix}preset`, way.preset);
    if (Object.keys(way.options).length) link.set(`${prefix}options`, writeSettings(way.options));
}

function readWay(link: URLSearchParams, prefix: string): Way | null {
    const method = link.get(`${prefix}method`);
    if (method === null) return null;
    return {
        method,
        preset: link.get(`${prefix}preset`) ?? '',
        options: readSettings(link.get(`${prefix}options`) ?? ''),
    };
}

/** A question in an address; an unchanged example is only its name. */
export function linkOf(question: Question, examples: Example[]): URLSearchParams {
    const link = new URLSearchParams();
    const example = examples.find(({ name }) => name === question.example);
    const isAsItStands =
        example &&
        JSON.stringify({ ...fromExample(example), other: null }) === JSON.stringify({ ...question, other: null });
    if (isAsItStands) {
        link.set('example', question.example);
    } else {
        const { game, settings, start, moves } = question.position;
        link.set('game', game);
        if (settings && Object.keys(settings).length) link.set('settings', writeSettings(settings));
        if (start) link.set('start', start);
        if (moves?.length) link.set('moves', moves.join(' '));
        writeWay(link, '', question.way);
        if (question.depth) link.set('depth', String(question.depth));
        if (question.nodes) link.set('nodes', String(question.nodes));
        if (question.truth) link.set('truth', '1');
    }
    if (question.other) writeWay(link, 'other_', question.other);
    return link;
}

/** A whole number that is not negative, else 0. */
export function wholeNumber(text: string | null): number {
    return text && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Game, settings, start and moves of an address of any view; null: it names no game. */
export function positionOfLink(link: URLSearchParams): Position | null {
    const game = link.get('game');
    if (!game) return null;
    const position: Position = { game };
    const settings = readSettings(link.get('settings') ?? '');
    const start = link.get('start');
    const moves =
        link
            .get('moves')
            ?.split(/[\s,]+/)
            .filter(Boolean) ?? [];
    if (Object.keys(settings).length) position.settings = settings;
    if (start) position.start = start;
    if (moves.length) position.moves = moves;
    return position;
}

const READ = ['step', 'node', ...WAY.map((name) => `other_${name}`)];
const READ_OF_OWN = ['game', 'settings', 'start', 'moves', ...WAY, 'depth', 'nodes', 'truth'];

export function fromLink(link: Link, examples: Example[]): Question {
    const names = examples.map(({ name }) => name);
    const exampleOfLink = (): Example => {
        const asked = link.choice('example', names, exampleTitle(examples[0]!).text);
        return examples.find(({ name }) => name === asked) ?? examples[0]!;
    };
    const limit = (name: string): number => link.whole(name, 0, LIMIT_MOST, t('linkNone')) ?? 0;
    const position = positionOfLink(link);
    link.readsOnly(...READ, ...(position ? READ_OF_OWN : ['example']));
    const question: Question = position
        ? {
              example: '',
              position,
              way: readWay(link, '') ?? { method: '', preset: '', options: {} },
              other: null,
              depth: limit('depth'),
              nodes: limit('nodes'),
              truth: link.choice('truth', ['0', '1'], '0') === '1',
          }
        : fromExample(exampleOfLink());
    return { ...question, other: readWay(link, 'other_') };
}
