// SPDX-License-Identifier: MIT
// Calls to the server, and jobs whose events arrive by one stream for the whole page.
//
// The stream is opened before the first job and closed a little after the last, since a browser has few connections for
// all tabs together. After a break the page asks for missed events by GET of the job.
import type { ClientReply, ErrorReply, ExperimentRow, JobReply, Limits, ReviewPly, SearchLine } from './types';

export class ApiError extends Error {
    constructor(
        readonly status: number,
        readonly reply: ErrorReply,
    ) {
        super(reply.error.message);
    }
}

export const AWAY_MS = 3000; // after which a server that does not answer is asked again

export function isAway(error: unknown): boolean {
    return error instanceof ApiError && error.status === 0;
}

const LOST = 410;

/** The server was restarted, and what was running there is no more. */
export function isLost(error: unknown): boolean {
    return error instanceof ApiError && error.status === LOST;
}

const CLOSE_AFTER_MS = 5000;

let client: Promise<ClientReply> | null = null;
let askForToken: (() => Promise<void>) | null = null;

/** Called where the server wants a token: resolves when one has been sent. */
export function onTokenNeeded(ask: () => Promise<void>): void {
    askForToken = ask;
}

async function request(method: string, path: string, body: unknown, id: string | null): Promise<Response> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (id) headers['Boyi-Client'] = id;
    const keepalive = method === 'DELETE'; // what ends something arrives also when the page is left meanwhile
    try {
        return await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body), keepalive });
    } catch {
        throw new ApiError(0, { error: { message: 'offline' } });
    }
}

async function readError(response: Response): Promise<ApiError> {
    try {
        return new ApiError(response.status, (await response.json()) as ErrorReply);
    } catch {
        return new ApiError(response.status, { error: { message: `${response.status} ${response.statusText}` } });
    }
}

async function send<T>(method: string, path: string, body: unknown, id: string | null): Promise<T> {
    const response = await request(method, path, body, id);
    if (response.status === 401 && askForToken && path !== '/api/session') {
        await askForToken();
        return send<T>(method, path, body, id);
    }
    if (!response.ok) throw await readError(response);
    return (response.status === 204 ? undefined : await response.json()) as T;
}

export function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return send<T>(method, path, body, null);
}

function register(): Promise<ClientReply> {
    client ??= send<ClientReply>('POST', '/api/clients', {}, null);
    client.catch(() => {
        client = null;
    });
    return client;
}

async function clientId(): Promise<string> {
    return (await register()).client;
}

/** A call about something that belongs to this client, such as one of its jobs. */
export async function callAsClient<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return send<T>(method, path, body, await clientId());
}

export async function serverLimits(): Promise<Limits> {
    return (await register()).limits;
}

export interface Listener {
    waiting?: (place: number) => void; // jobs ahead in the queue; not called if a job begins immediately
    started?: () => void;
    away?: (isAway: boolean) => void; // the server does not answer while it is followed, or does again
    line?: (line: SearchLine) => void;
    ply?: (ply: ReviewPly) => void;
    row?: (row: ExperimentRow) => void;
    result: (job: JobReply) => void;
    error: (error: ApiError) => void;
}

export interface Job {
    /** Stops it, and hears no more of it. */
    cancel(): void;
    /** Stops it; its result, with what is there, still comes. */
    stop(): void;
    /** The address for more of it, such as 'report', as long as the server keeps it. */
    address(what: string): Promise<string>;
}

interface Running {
    id: number | null; // null: not yet answered
    on: Listener;
    hasStarted: boolean;
    isOver: boolean;
    isAway: boolean; // its server, when it was last asked for it
    isUnwanted: boolean; // stopped or cancelled, maybe before its number was known
}

const running = new Set<Running>();
const early: { name: string; data: EventData }[] = []; // events of jobs whose number has not come back yet
let stream: EventSource | null = null;
let streamOpened: Promise<void> = Promise.resolve();
let closing: ReturnType<typeof setTimeout> | undefined;
let asking: ReturnType<typeof setTimeout> | undefined;

interface EventData {
    job: number;
    [name: string]: unknown;
}

function deliver(job: Running, name: string, data: EventData): void {
    if (job.isOver) return;
    if (name === 'waiting') tellWaiting(job, data);
    else if (name === 'started') tellStarted(job);
    else if (name === 'line') job.on.line?.(data as unknown as SearchLine);
    else if (name === 'ply') job.on.ply?.(data as unknown as ReviewPly);
    else if (name === 'row') job.on.row?.(data as unknown as ExperimentRow);
    else if (name === 'result') tellResult(job, data as unknown as JobReply);
    else if (name === 'error') finish(job, () => job.on.error(new ApiError(500, data as unknown as ErrorReply)));
}

/** A job that never began, and that another client ended, has no result: the page has to ask again. */
function tellResult(job: Running, reply: JobReply): void {
    const isLost = reply.state === 'stopped' && !job.hasStarted && !job.isUnwanted && !reply.yielded;
    finish(job, () => (isLost ? job.on.error(lost()) : job.on.result(reply)));
}

// A reply to GET may be older than the last event.
function tellWaiting(job: Running, data: EventData): void {
    if (!job.hasStarted) job.on.waiting?.(Number(data.place));
}

function tellStarted(job: Running): void {
    if (job.hasStarted) return;
    job.hasStarted = true;
    job.on.started?.();
}

/** A server that is away is asked for the job again until it answers. */
function tellAway(job: Running, isAway: boolean): void {
    if (isAway) {
        clearTimeout(asking);
        asking = setTimeout(() => void catchUp(), AWAY_MS);
    }
    if (job.isAway === isAway) return;
    job.isAway = isAway;
    job.on.away?.(isAway);
}

function finish(job: Running, tell: () => void): void {
    job.isOver = true;
    running.delete(job);
    closeSoon();
    tell();
}

function receive(name: string, data: EventData): void {
    for (const job of running) {
        if (job.id === data.job) {
            deliver(job, name, data);
            return;
        }
    }
    if ([...running].some((job) => job.id === null)) early.push({ name, data });
}

function closeSoon(): void {
    clearTimeout(closing);
    closing = setTimeout(() => {
        if (running.size === 0) {
            stream?.close();
            stream = null;
        }
    }, CLOSE_AFTER_MS);
}

/** Asks for the missed events of each job, after a break or an overflow of the stream. */
async function catchUp(): Promise<void> {
    const id = await clientId();
    for (const job of [...running]) if (job.id !== null) await catchUpWith(job, job.id, id);
}

async function catchUpWith(job: Running, number: number, id: string): Promise<void> {
    try {
        const reply = await send<JobReply>('GET', `/api/jobs/${number}`, undefined, id);
        const isLive = reply.state === 'waiting' || reply.state === 'running';
        const live = reply.state === 'waiting' ? 'waiting' : 'started';
        if (job.isOver) return;
        tellAway(job, false);
        if (isLive && job.isUnwanted) remove(job); // what stopped it may not have arrived
        deliver(job, isLive ? live : reply.state === 'failed' ? 'error' : 'result', { job: number, ...reply });
    } catch (error) {
        if (job.isOver) return;
        if (isAway(error)) tellAway(job, true);
        else if (error instanceof ApiError) finish(job, () => job.on.error(error.status === 404 ? lost() : error));
    }
}

function lost(): ApiError {
    return new ApiError(LOST, { error: { message: 'lost' } });
}

/** The server was restarted, or has forgotten us: our jobs are gone. Requests that have not arrived yet are sent as
 *  another client. */
function forgetClient(): void {
    stream?.close();
    stream = null;
    client = null;
    for (const job of [...running]) if (job.id !== null) finish(job, () => job.on.error(lost()));
}

/** Resolves when the stream is open, or cannot be opened now. Before that, the events of a job would be lost. */
function openStream(id: string): Promise<void> {
    clearTimeout(closing);
    if (stream && stream.readyState !== EventSource.CLOSED) return streamOpened;
    const opened = (stream = new EventSource(`/api/events?client=${encodeURIComponent(id)}`));
    for (const name of ['waiting', 'started', 'line', 'result', 'row', 'ply'])
        opened.addEventListener(name, (event) => receive(name, JSON.parse(event.data as string) as EventData));
    opened.addEventListener('lost', () => void catchUp());
    opened.addEventListener('open', () => void catchUp());
    opened.addEventListener('error', (event) => {
        // An event of the server by that name has data; a broken connection has none.
        if (event instanceof MessageEvent) receive('error', JSON.parse(event.data as string) as EventData);
        else if (stream !== opened) return;
        else if (opened.readyState === EventSource.CLOSED) forgetClient();
        else void catchUp(); // the browser reopens it by itself; until then nothing else shows that the server is away
    });
    // After the others, so that those who wait for it find a known client, or none.
    streamOpened = new Promise((resolve) => {
        opened.addEventListener('open', () => resolve());
        opened.addEventListener('error', () => resolve());
    });
    return streamOpened;
}

/** As a client that the server knows: the one that there is, or else once more as a new one. */
async function post(path: string, body: unknown, isAgain = false): Promise<number> {
    const own = register();
    const { client: id } = await own;
    await openStream(id);
    try {
        if (client !== own) throw lost();
        return (await send<{ id: number }>('POST', path, body, id)).id;
    } catch (error) {
        const isForgotten = error instanceof ApiError && (error.status === 404 || error.status === 410);
        if (!isForgotten || isAgain) throw error;
        if (client === own) forgetClient();
        return post(path, body, true);
    }
}

async function submit(job: Running, path: string, body: unknown): Promise<void> {
    job.id = await post(path, body);
    for (const { name, data } of early.splice(0)) receive(name, data);
    if (job.isUnwanted) remove(job);
}

function remove(job: Running): void {
    job.isUnwanted = true;
    if (job.id === null) return;
    void clientId()
        .then((id) => send('DELETE', `/api/jobs/${job.id}`, undefined, id))
        .catch((error: unknown) => {
            if (!job.isOver && isAway(error)) tellAway(job, true);
        });
}

/** Jobs of a page end when you leave it; a page that the browser restores starts them again. */
export function endJobsWithPage(): void {
    addEventListener('pagehide', () => {
        stream?.close();
        stream = null;
        for (const job of running) if (job.id !== null) remove(job);
    });
    addEventListener('pageshow', ({ persisted }) => {
        if (persisted) forgetClient();
    });
}

/** A text that belongs to a job. */
export async function textAt(address: string): Promise<string> {
    const response = await request('GET', address, undefined, null);
    if (!response.ok) throw await readError(response);
    return response.text();
}

/** Starts a job; its events go to `on` until its result, an error, or cancel(). */
export function startJob(path: string, body: unknown, on: Listener): Job {
    const job: Running = { id: null, on, hasStarted: false, isOver: false, isAway: false, isUnwanted: false };
    running.add(job);
    submit(job, path, body).catch((error: unknown) => {
        if (job.isOver) return;
        const told = error instanceof ApiError ? error : new ApiError(0, { error: { message: String(error) } });
        finish(job, () => on.error(told));
    });
    return {
        cancel(): void {
            if (job.isOver) return;
            job.isOver = true;
            running.delete(job);
            closeSoon();
            remove(job);
        },
        stop(): void {
            if (!job.isOver) remove(job);
        },
        async address(what: string): Promise<string> {
            return `/api/jobs/${job.id}/${what}?client=${encodeURIComponent(await clientId())}`;
        },
    };
}
