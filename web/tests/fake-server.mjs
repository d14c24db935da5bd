// SPDX-License-Identifier: MIT
// A stand-in for `boyi serve`, for work on the page and its tests: it serves dist/ under the real security policy and
// answers the interface by asking the program build/boyi, a process for each question. No limits, no guard: never use
// it for anything else.
//
//     node tests/fake-server.mjs [PORT]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, '..', 'dist');
const program = process.env.BOYI ?? path.join(here, '..', '..', 'build', 'boyi');
const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'";
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
    '.txt': 'text/plain; charset=utf-8',
};

class Refusal extends Error {
    constructor(status, message, field) {
        super(message);
        this.status = status;
        this.field = field;
    }
}

// ---- The program ------------------------------------------------------------------------------------------------

function runProgram(args, input = '', onSpawn = () => undefined) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
        let out = '';
        let wrong = '';
        child.stdout.setEncoding('utf8').on('data', (text) => {
            out += text;
        });
        child.stderr.setEncoding('utf8').on('data', (text) => {
            wrong += text;
        });
        child.on('error', reject);
        child.on('close', (code) => {
            const reason = wrong.trim().replace(/^boyi \w+: /, '');
            code === 0
                ? resolve(out)
                : reject(new Refusal(422, reason || `exit ${code}`, /^position/.test(reason) ? 'start' : undefined));
        });
        child.stdin.on('error', () => undefined);
        child.stdin.end(input);
        onSpawn(child);
    });
}

function positionArgs(body) {
    const args = [body.game];
    for (const [name, value] of Object.entries(body.settings ?? {})) args.push('--game-set', `${name}=${value}`);
    if (body.start) args.push('--position', body.start);
    if (body.moves?.length) args.push('--moves', body.moves.join(' '));
    return args;
}

// ---- Boards: what display groups of the games say ---------------------------------------------------------------

const XIANGQI = 'kabnrcp';
const GO_COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const both = (name, shape) => ({ name, shapes: [shape, shape], glyphs: [null, null], letters: ['x', 'o'] });
const tiles = [
    ['king', '帥', '將'],
    ['advisor', '仕', '士'],
    ['elephant', '相', '象'],
    ['horse', '傌', '馬'],
    ['rook', '俥', '車'],
    ['cannon', '炮', '砲'],
    ['pawn', '兵', '卒'],
].map(([name, red, black], i) => ({
    name,
    shapes: ['tile', 'tile'],
    glyphs: [red, black],
    letters: [XIANGQI[i].toUpperCase(), XIANGQI[i]],
}));

/** Rows from the top as squares from the bottom left. */
function squaresOf(rows, read) {
    return [...rows].reverse().flatMap((row) => [...row].map(read));
}

function placeOf(text, columns, names, first) {
    return (Number(text.slice(1)) - first) * columns + names.indexOf(text[0]);
}

function markLines(board, squares, length) {
    const { columns, rows } = board;
    for (let start = 0; start < squares.length; start++)
        for (const [right, up] of [
            [1, 0],
            [0, 1],
            [1, 1],
            [-1, 1],
        ]) {
            const line = [];
            for (let i = 0; i < length; i++) {
                const column = (start % columns) + i * right;
                const row = Math.floor(start / columns) + i * up;
                if (column < 0 || column >= columns || row >= rows) break;
                line.push(squares[row * columns + column]);
            }
            if (line.length === length && line.every(([piece, side]) => piece && side === line[0][1]))
                line.forEach((square) => {
                    square[2] |= 8;
                });
        }
}

function inARow(kind, shapes, length, names) {
    return {
        pieces: [{ ...both('stone', ''), shapes }],
        decorations: [],
        win_scale: 0,
        turn_follows: true,
        read(text, settings) {
            const rows = text.split('/');
            const board = {
                kind,
                columns: rows[0].length,
                rows: rows.length,
                column_names: names,
                first_row: names ? 1 : 0,
            };
            const squares = squaresOf(rows, (c) => (c === '.' ? [0, 0, 0] : [1, c === 'x' ? 0 : 1, 0]));
            markLines(board, squares, Number(settings.connect ?? length));
            return { board, squares, taken: null };
        },
        write(board, squares) {
            const rows = [];
            for (let row = board.rows - 1; row >= 0; row--)
                rows.push(
                    squares
                        .slice(row * board.columns, (row + 1) * board.columns)
                        .map(([piece, side]) => (piece ? 'xo'[side] : '.'))
                        .join(''),
                );
            return rows.join('/');
        },
    };
}

const displays = {
    xiangqi: {
        pieces: tiles,
        decorations: ['palace', 'river'],
        win_scale: 600,
        turn_follows: false,
        read(text) {
            const rows = text
                .split(' ')[0]
                .split('/')
                .map((row) => row.replace(/\d/g, (n) => '.'.repeat(Number(n))));
            const squares = squaresOf(rows, (c) =>
                c === '.' ? [0, 0, 0] : [1 + XIANGQI.indexOf(c.toLowerCase()), c < 'a' ? 0 : 1, 0],
            );
            const taken = [
                [1, 2, 2, 2, 2, 2, 5],
                [1, 2, 2, 2, 2, 2, 5],
            ];
            for (const [piece, side] of squares) if (piece) taken[side][piece - 1]--;
            return {
                board: { kind: 'points', columns: 9, rows: 10, column_names: 'abcdefghi', first_row: 0 },
                squares,
                taken,
            };
        },
        gesture: (move) => ({
            from: placeOf(move.slice(0, 2), 9, 'abcdefghi', 0),
            to: placeOf(move.slice(2), 9, 'abcdefghi', 0),
            piece: 0,
        }),
        write(board, squares, side) {
            const rows = [];
            for (let row = 9; row >= 0; row--)
                rows.push(
                    squares
                        .slice(row * 9, row * 9 + 9)
                        .map(([piece, owner]) => (piece ? tiles[piece - 1].letters[owner] : '.'))
                        .join('')
                        .replace(/\.+/g, (dots) => String(dots.length)),
                );
            return `${rows.join('/')} ${'wb'[side]}`;
        },
    },
    go: {
        pieces: [both('stone', 'stone')],
        decorations: ['stars'],
        win_scale: 0,
        turn_follows: false,
        read(text) {
            const [size, rows, , ko, , byBlack, byWhite] = text.split(' ');
            const n = Number(size);
            const squares = squaresOf(rows.split('/'), (c) => (c === '.' ? [0, 0, 0] : [1, c === 'X' ? 0 : 1, 0]));
            if (ko && ko !== '-') squares[placeOf(ko, n, GO_COLUMNS, 1)][2] |= 4;
            return {
                board: { kind: 'points', columns: n, rows: n, column_names: GO_COLUMNS.slice(0, n), first_row: 1 },
                squares,
                taken: [[Number(byWhite)], [Number(byBlack)]],
            };
        },
        gesture: (move, board) =>
            move === 'pass'
                ? { from: -1, to: -1, piece: 0 }
                : { from: -1, to: placeOf(move, board.columns, GO_COLUMNS, 1), piece: 1 },
        write(board, squares, side) {
            const rows = [];
            for (let row = board.rows - 1; row >= 0; row--)
                rows.push(
                    squares
                        .slice(row * board.columns, (row + 1) * board.columns)
                        .map(([piece, owner]) => (piece ? 'XO'[owner] : '.'))
                        .join(''),
                );
            return `${board.columns} ${rows.join('/')} ${'bw'[side]}`;
        },
    },
    connect4: {
        ...inARow('columns', ['disc', 'disc'], 4, 'abcdefghijklmnop'),
        gesture(move, board, squares) {
            const column = 'abcdefghijklmnop'.indexOf(move);
            let row = 0;
            while (squares[row * board.columns + column]?.[0]) row++;
            return { from: -1, to: row * board.columns + column, piece: 1 };
        },
    },
    tictactoe: {
        ...inARow('cells', ['cross', 'ring'], 3, null),
        gesture: (move) => ({ from: -1, to: (2 - Math.floor(Number(move) / 3)) * 3 + (Number(move) % 3), piece: 1 }),
    },
    pairs: {
        ...inARow('cells', ['cross', 'ring'], 3, 'abcdefgh'),
        gesture: (move, board) => ({ from: -1, to: placeOf(move, board.columns, 'abcdefgh', 1), piece: 1 }),
    },
};

function displayOf(game) {
    const display = displays[game];
    if (!display) throw new Refusal(404, `no game '${game}'`, 'game');
    return display;
}

// ---- Answers ----------------------------------------------------------------------------------------------------

const METHODS_THAT_PROVE = ['df-pn', 'df-pn+', 'pn', 'pn*', 'pn+'];
const known = {};

async function games() {
    known.games ??= JSON.parse(await runProgram(['games', '--json'])).games.map((game) => {
        const display = displays[game.name];
        return {
            name: game.name,
            title: game.title,
            help: game.help,
            sides: game.sides,
            notations: game.notations,
            format: game.records,
            options: game.options,
            presets: [],
            pieces: display?.pieces ?? null,
            decorations: display?.decorations ?? [],
            can_be_set_up: Boolean(display),
            turn_follows: display?.turn_follows ?? false,
            counts_points: game.counts_points,
            win_scale: display?.win_scale ?? 0,
            levels: 10,
            goal_of: null,
        };
    });
    return known.games;
}

async function methods() {
    known.methods ??= JSON.parse(await runProgram(['methods', '--json'])).methods.map((method) => ({
        presets: [],
        ...method,
        proves: METHODS_THAT_PROVE.includes(method.name),
        samples: method.name === 'mcts',
    }));
    return known.methods;
}

/** The side to move is in check where the program refuses the same board with the other side to move. */
async function isCheck(body, text) {
    if (body.game !== 'xiangqi') return false;
    const turned = text.replace(/ ([wb]).*/, (_, side) => ` ${side === 'w' ? 'b' : 'w'}`);
    return runProgram(['why', 'xiangqi', '--json', '--position', turned]).then(
        () => false,
        () => true,
    );
}

function reasonOf(answer, check) {
    const told = (answer.explanation ?? '').trim().split('\n');
    if (answer.game === 'go') return told.at(-1);
    if (answer.game === 'xiangqi')
        return told[0].startsWith('Verdict: none') ? (check ? 'checkmate' : 'no legal move') : told[0];
    return answer.winner ? 'a row is complete' : 'the board is full';
}

async function position(body) {
    const display = displayOf(body.game);
    const answer = JSON.parse(await runProgram(['why', ...positionArgs(body), '--json']));
    const game = (await games()).find(({ name }) => name === body.game);
    const { board, squares, taken } = display.read(answer.position, body.settings ?? {});
    const side = game.sides.indexOf(answer.side_to_move);
    const check = await isCheck(body, answer.position);
    const legal = answer.is_over
        ? []
        : (await runProgram(['perft', body.game, '1', ...positionArgs(body).slice(1), '--divide']))
              .trim()
              .split('\n')
              .slice(0, -1)
              .map((line) => line.split(' ')[0])
              .map((move) => ({ move, ...display.gesture(move, board, squares) }))
              .map((move) => ({ ...move, capture: move.from >= 0 && squares[move.to][0] > 0 }));
    if (check)
        squares
            .filter(([piece, owner]) => piece === 1 && owner === side)
            .forEach((square) => {
                square[2] |= 1;
            });
    const winner = answer.winner && (game.sides.indexOf(answer.winner) === 0 ? 'first' : 'second');
    return {
        text: answer.position,
        board,
        squares,
        side,
        check,
        legal,
        last: await lastOf(body, display),
        taken,
        over: answer.is_over ? { outcome: winner ?? 'draw', reason: reasonOf(answer, check) } : null,
        key: answer.position,
    };
}

async function lastOf(body, display) {
    if (!body.moves?.length) return null;
    const before = { ...body, moves: body.moves.slice(0, -1) };
    const { position: text } = JSON.parse(await runProgram(['why', ...positionArgs(before), '--json']));
    const { board, squares } = display.read(text, body.settings ?? {});
    const { from, to } = display.gesture(body.moves.at(-1), board, squares);
    return { from, to };
}

async function line(body) {
    const moves = body.moves ?? [];
    let texts = moves;
    if (body.game === 'xiangqi' && moves.length && body.notation && body.notation !== 'coordinates') {
        const start = body.start ? `[FEN "${body.start}"]\n` : '';
        const record = await runProgram(
            ['convert', 'xiangqi', '-', '--notation', body.notation],
            `[Game "Chinese Chess"]\n${start}\n${moves.join(' ')} *\n`,
        );
        texts = record
            .split('\n\n')
            .slice(1)
            .join(' ')
            .replace(/\d+\.+(\s|$)/g, ' ')
            .trim()
            .split(/\s+/)
            .slice(0, moves.length);
    }
    return { moves: moves.map((move, i) => ({ move, text: texts[i] ?? move })) };
}

function compose(body) {
    return { text: displayOf(body.game).write(body.board, body.squares, body.side) };
}

// ---- Clients and jobs -------------------------------------------------------------------------------------------

let held = 0; // milliseconds that each search waits before it begins, so that a test can meet it
const clients = new Map(); // id -> { stream, kept: [] }
const jobs = new Map();
let jobCount = 0;

function tell(client, event, data) {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    if (client.stream) client.stream.write(text);
    else if (!client.isDeaf) client.kept.push(text);
}

const LEVELS = [
    { depth: 1 },
    { depth: 2 },
    { depth: 3 },
    { depth: 4 },
    { nodes: 20000 },
    { nodes: 60000 },
    { nodes: 200000 },
    { nodes: 600000 },
    { nodes: 2000000 },
    { nodes: 6000000 },
];
const SAMPLES = [20, 50, 100, 200, 500, 1000, 3000, 10000, 30000, 100000];

function limitsOf(body, isSampling) {
    if (body.level) return isSampling ? { nodes: SAMPLES[body.level - 1] } : LEVELS[body.level - 1];
    if (body.clock_ms) return { time: 500 };
    return { depth: body.depth, nodes: body.nodes, time: body.time_ms };
}

function chances(answer, game) {
    if (answer.proved) return { win: [1000, 0, 0], loss: [0, 0, 1000], draw: [0, 1000, 0] }[answer.kind] ?? null;
    const mean = answer.lines?.[0]?.mean;
    const win =
        mean !== undefined
            ? mean
            : displays[game].win_scale
              ? 1 / (1 + 10 ** (-answer.value / displays[game].win_scale))
              : null;
    return win === null ? null : [Math.round(win * 1000), 0, 1000 - Math.round(win * 1000)];
}

function tellJob(id, { kind, state, error, lines, result }) {
    return { id, kind, state, error, lines, result };
}

async function search(body, client, id) {
    const method = body.method ?? (body.game === 'go' ? 'mcts' : 'alphabeta');
    const args = ['analyse', ...positionArgs(body), '--json', '--quiet', '--method', method];
    for (const [name, value] of Object.entries(body.options ?? {})) args.push('--set', `${name}=${value}`);
    for (const [name, value] of Object.entries(limitsOf(body, method === 'mcts')))
        if (value) args.push(`--${name}`, String(value));
    const job = jobs.get(id);
    await delay(held);
    tell(client, 'started', { job: id });
    try {
        const answer = JSON.parse(
            await runProgram(args, '', (child) => {
                job.child = child;
            }),
        );
        const found = {
            number: 1,
            value: answer.value,
            kind: answer.kind,
            proved: answer.proved,
            depth: answer.depth,
            nodes: answer.nodes,
            time_ms: answer.time_ms,
            moves: answer.pv,
            texts: answer.pv,
            wdl: chances(answer, body.game),
            mean: answer.lines?.[0]?.mean,
            visits: answer.lines?.[0]?.visits,
        };
        job.state = 'done';
        job.lines = [found];
        job.result = { best: answer.best, counters: answer.counters ?? {}, stopped: answer.stopped };
        tell(client, 'line', { job: id, ...found });
        tell(client, 'result', { job: id, ...tellJob(id, job) });
    } catch (error) {
        if (job.state !== 'stopped') {
            job.state = 'failed';
            job.error = error.message;
        }
        tell(client, job.state === 'failed' ? 'error' : 'result', { job: id, ...tellJob(id, job) });
    }
}

function startSearch(body, clientId) {
    const client = clients.get(clientId);
    if (!client) throw new Refusal(404, 'no such client', 'client');
    const id = ++jobCount;
    jobs.set(id, { kind: 'search', state: 'running', client: clientId });
    void search(body, client, id);
    return { id };
}

function cancel(job) {
    if (job.state === 'running') {
        job.state = 'stopped';
        job.child?.kill();
    }
}

function hangUp(id) {
    for (const job of jobs.values()) if (job.client === id) cancel(job);
}

// ---- HTTP -------------------------------------------------------------------------------------------------------

function sendJson(response, status, value) {
    response.writeHead(status, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
    });
    response.end(JSON.stringify(value));
}

function openStream(response, id) {
    const client = clients.get(id);
    if (!client) {
        sendJson(response, 404, { error: 'no such client', field: 'client' });
        return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 200\n\n');
    client.stream = response;
    client.isDeaf = false;
    client.kept.splice(0).forEach((text) => response.write(text));
    response.on('close', () => {
        if (client.stream === response) {
            client.stream = null;
            setTimeout(() => client.stream || hangUp(id), 5000).unref();
        }
    });
}

async function answer(request, response, url, body) {
    const job = url.pathname.match(/^\/api\/jobs\/(\d+)$/);
    if (job) {
        const found = jobs.get(Number(job[1]));
        if (!found) throw new Refusal(404, 'no such job');
        if (request.method === 'DELETE') cancel(found);
        return [200, tellJob(Number(job[1]), found)];
    }
    switch (`${request.method} ${url.pathname}`) {
        case 'GET /api/games':
            return [200, await games()];
        case 'GET /api/methods':
            return [200, await methods()];
        case 'POST /api/position':
            return [200, await position(body)];
        case 'POST /api/line':
            return [200, await line(body)];
        case 'POST /api/compose':
            return [200, compose(body)];
        case 'POST /api/searches':
            return [202, startSearch(body, request.headers['boyi-client'])];
        case 'POST /api/clients': {
            const client = randomBytes(16).toString('hex');
            clients.set(client, { stream: null, kept: [] });
            return [200, { client, limits: { threads: 2, lines: 8, time_ms: 600000, memory_kib: 65536 } }];
        }
        default:
            throw new Refusal(404, `no ${url.pathname}`);
    }
}

function sendFile(response, name) {
    const file = path.join(dist, name === '/' ? 'index.html' : path.basename(name));
    if (!existsSync(file)) {
        response.writeHead(404).end();
        return;
    }
    response.writeHead(200, {
        'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
    });
    createReadStream(file).pipe(response);
}

async function handle(request, response) {
    const url = new URL(request.url, 'http://localhost');
    if (!url.pathname.startsWith('/api/')) {
        sendFile(response, url.pathname);
        return;
    }
    if (url.pathname === '/api/events') {
        openStream(response, url.searchParams.get('client'));
        return;
    }
    let text = '';
    for await (const part of request) text += part;
    try {
        sendJson(response, ...(await answer(request, response, url, text ? JSON.parse(text) : {})));
    } catch (error) {
        sendJson(response, error.status ?? 500, { error: error.message, field: error.field });
    }
}

export async function startFakeServer(port = 0) {
    const server = http.createServer((request, response) => void handle(request, response));
    await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${server.address().port}`,
        holdSearches: (ms) => {
            held = ms;
        },
        /** As if the server had been started anew. */
        forgetClients() {
            for (const client of clients.values()) client.stream?.destroy();
            clients.clear();
            jobs.clear();
        },
        /** Breaks all streams; what happens until they are opened again is not told there. */
        breakStreams() {
            for (const client of clients.values()) {
                client.stream?.destroy();
                client.stream = null;
                client.isDeaf = true;
            }
        },
        close: () =>
            new Promise((resolve) => {
                server.closeAllConnections();
                server.close(resolve);
            }),
    };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    console.log((await startFakeServer(Number(process.argv[2] ?? 8100))).url);
