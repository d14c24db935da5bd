// SPDX-License-Identifier: MIT
// Requests and replies of the server: one interface for each reply of docs/http.md.

export interface Option {
    name: string;
    kind: 'switch' | 'number' | 'choice' | 'text';
    effect: 'exact' | 'selective' | 'resource' | 'question' | 'rule';
    default: string;
    least?: number;
    most?: number;
    choices?: string[];
    help: string;
    paper: string | null;
}

export interface Preset {
    name: string;
    settings: string; // "hash=on hash_scheme=two_tier"
    help: string;
}

/** By name of the option; a switch is "on" or "off". */
export type Settings = Record<string, string>;

export type Side = 0 | 1;

export interface Piece {
    name: string;
    shapes: [string, string]; // by side: "stone", "disc", "cross", "ring", "tile"; unknown ones are drawn as tiles
    glyphs: [string | null, string | null];
    letters: [string, string];
}

export interface Game {
    name: string;
    title: string;
    help: string;
    sides: [string, string];
    notations: string[];
    format: string | null; // of records: "PGN", "SGF"
    options: Option[];
    presets: Preset[];
    pieces: Piece[] | null; // null: there is no board to draw
    decorations: string[];
    can_be_set_up: boolean;
    turn_follows: boolean; // whose turn it is follows from what stands on the board
    counts_points: boolean;
    win_scale: number;
    levels: number;
    goal_of: string | null;
    has_sizes: boolean; // a text may have a board of another size
    explains: boolean; // /api/why gives reasons besides the winner
    has_terms: boolean; // /api/terms has an answer
}

export interface Method {
    name: string;
    help: string;
    proves: boolean;
    samples: boolean;
    needs_limit: { depth?: number; nodes?: number } | null; // limits for a quick first result; null: it needs none
    options: Option[];
    presets: Preset[];
}

export interface Board {
    kind: 'cells' | 'points' | 'columns';
    columns: number;
    rows: number;
    column_names: string | null; // a character for each column
    first_row: number;
}

export const MARK = { check: 1, target: 2, forbidden: 4, line: 8 } as const;
export const NO_SQUARE = -1;

/** Piece (0: empty, else 1 + its place in the game's list), side, marks. */
export type Square = [number, Side, number];

export interface Legal {
    move: string;
    from: number; // NO_SQUARE: the piece is put there
    to: number; // both NO_SQUARE: a pass
    piece: number; // 1 + what is put, or what it becomes
    capture: boolean;
}

/** The limits of the server, reported to every client. */
export interface Limits {
    threads: number;
    lines: number;
    time_ms: number;
    memory_kib: number;
}

export interface ClientReply {
    client: string;
    limits: Limits;
}

/** P of docs/http.md: a game and a position of it. */
export interface Position {
    game: string;
    settings?: Settings;
    start?: string;
    moves?: string[];
    goal?: string;
}

/** A part of a message: an untranslated text, or another message. */
export type MessagePart = string | Omit<Message, 'message'>;

/** A message of the server, in English and in parts: an identifier with arguments, or several messages in a row. */
export interface Message {
    message: string;
    id?: string;
    args?: MessagePart[];
    parts?: MessagePart[];
}

export interface Over {
    outcome: 'first' | 'second' | 'draw';
    reason: Message;
}

export interface PositionReply {
    text: string;
    board: Board;
    squares: Square[];
    side: Side;
    check: boolean;
    legal: Legal[];
    last: { from: number; to: number } | null;
    taken: [number[], number[]] | null; // by side whose pieces they were, then by piece
    over: Over | null;
    key: string;
}

export interface ComposeRequest {
    game: string;
    settings?: Settings;
    board: Board;
    squares: Square[];
    side: Side;
}

/** An impossible position has an error, others the state of the game. */
export interface ComposeReply extends Partial<Damage> {
    text: string;
    over?: Over | null;
}

export interface LineReply {
    moves: { move: string; text: string }[];
}

export interface SearchRequest extends Position {
    method?: string;
    preset?: string;
    options?: Settings;
    level?: number;
    depth?: number;
    nodes?: number;
    time_ms?: number;
    clock_ms?: [number, number];
    increment_ms?: number;
    lines?: number;
    root_moves?: string[];
    notation?: string;
    yields?: boolean; // to searches that wait
}

/** For the side to move, in thousandths: wins, draws, losses. */
export type Wdl = [number, number, number];

export interface SearchLine {
    number: number;
    value: number;
    kind: string; // of the value: "exact", "win", "loss", "draw", or a bound
    proved: boolean;
    depth: number;
    nodes: number;
    time_ms: number;
    moves: string[];
    texts?: string[]; // in the notation that was asked for
    wdl?: Wdl | null; // if the value gives chances
    mean?: number | null; // of methods that sample
    visits?: number | null;
}

export interface SearchResult {
    best: string | null;
    value: number;
    kind: string;
    answer?: string; // of methods that prove
    depth: number;
    nodes: number;
    evaluations: number;
    time_ms: number;
    counters: Record<string, number>;
    stopped: string;
}

/** A job in the reply to GET and in its last event. */
export interface JobReply {
    id: number;
    kind: string;
    state: 'waiting' | 'running' | 'done' | 'failed' | 'stopped';
    place?: number; // in the queue
    yielded?: boolean; // stopped to make way for another
    error?: Message;
    lines?: (SearchLine | null)[];
    result?: SearchResult;
    trace?: TraceSummary;
}

export interface ErrorReply {
    error: Message;
    field?: string;
    line?: number;
    column?: number;
}

// ---- Records, reviews, explanations ------------------------------------------------------------------------------

export interface RecordNode {
    parent: number; // -1: the root
    move?: string;
    text?: string;
    position?: string; // what is set up there
    before?: string;
    after?: string;
    marks?: string;
    tags?: [string, string][];
}

export type Outcome = 'first' | 'second' | 'draw' | 'unknown';

export interface GameRecord {
    tags: [string, string][];
    start?: string;
    outcome: Outcome;
    nodes: RecordNode[];
}

export interface Damage {
    error: Message;
    line: number;
    column: number;
}

export interface RecordReply extends GameRecord {
    damage?: Damage;
    next: number | null;
}

/** The game and the format of a text; else its error. */
export interface RecogniseReply extends Partial<Damage> {
    game: string | null;
    as: 'record' | 'position' | null;
    nearest?: string | null; // of which game the reading is that the error is of; null: of none in particular
}

/** The names of the records of a file. */
export interface RecordList {
    records: Pick<GameRecord, 'tags'>[];
}

export interface WrittenRecord {
    text: string;
    name: string;
}

export interface ReviewRequest extends Position {
    method?: string;
    preset?: string;
    options?: Settings;
    depth?: number;
    nodes?: number;
    time_ms?: number;
    notation?: string;
}

/** The result of a review after `ply` moves; values are those of the side to move. */
export interface ReviewPly {
    ply: number;
    side: Side;
    value: number;
    kind: string;
    proved: boolean;
    wdl: Wdl | null;
    depth: number;
    best: string | null;
    moves: string[];
    texts?: string[];
}

export type Fault = 'inaccuracy' | 'mistake' | 'blunder';

export interface ReviewMark {
    mark: Fault | null; // null: the move was good enough
    loss: number; // of winning chances, in thousandths
}

export interface ReviewReply extends JobReply {
    plies: (ReviewPly | null)[];
    marks?: (ReviewMark | null)[];
}

export interface TermsReply {
    side: Side;
    value: number;
    share: [number, number]; // of opening and ending
    terms: { name: string; parts: [[number, number], [number, number]] }[];
}

// ---- Experiments ----------------------------------------------------------------------------------------------------

/** An experiment that was built in. */
export interface Experiment {
    name: string;
    title: string;
    about: string | null;
    paper: string | null;
    game: string;
    positions: string[]; // its lines that name files of positions
    cost_s: number; // 0: not known
    quick_s: number;
    published: boolean; // there is a report of it
    run_here: boolean; // its quick form can be run by this server
    text?: string; // of a single one
}

export interface CheckReply {
    title: string;
    game: string;
    limit: string;
    positions: number;
    variants: number;
    searches: number;
}

/** Limit, number of rows, and the mean of each measure, null where it is not known. */
export type CurvePoint = [number, number, ...(number | null)[]];

export interface ExperimentCurve {
    variant: string;
    words: string; // how it searches
    family: string | null; // of variants that differ in one option
    at?: number; // its value in this one
    rows: number; // that each point is to have
    points: CurvePoint[];
}

interface ExperimentState {
    limit: string; // "depth", "nodes", "evaluations"
    measures: string[];
    done: number;
    of: number;
    left_ms: number | null;
}

export interface ExperimentRow extends ExperimentState, ExperimentCurve {
    x: number;
}

export interface ExperimentSummary extends ExperimentState {
    name: string;
    title: string;
    quick: boolean;
    curves: ExperimentCurve[];
}

/** A table or another part; its first row are headings, the first `names` cells of each row tell what it is about. */
export interface ReportSection {
    name: string;
    kind: string;
    title: string;
    measure: string | null;
    names: number;
    rows: string[][];
}

/** A job of the kind "experiment". */
export interface ExperimentReply extends JobReply {
    experiment: ExperimentSummary;
    report?: { complete: boolean; sections: ReportSection[] };
}

// ---- Problems and their proofs -----------------------------------------------------------------------------------

/** In Go: capture or save a block; in other games: win, or keep the other side from winning. */
export type Task = 'attack' | 'defend' | 'win' | 'hold';

export interface Problem {
    id: string;
    set: 'go' | 'xiangqi';
    game: string;
    settings: Settings;
    start: string;
    task: Task;
    block: string | null;
    side: Side;
    level: number;
    moves: number; // plies of the solution
}

export interface SolveRequest extends Position {
    task: Task;
    block?: string;
    plies?: number;
    time_ms?: number;
    notation?: string;
    wants_proof?: boolean;
}

export type SolveCode = 'yes' | 'no' | 'by a ko, taken first' | 'by a ko, with the first threat' | 'unknown';

export interface SolveAnswer {
    code: SolveCode; // from the view of the side that moves first
    move: string | null;
    line: string[];
    texts: string[];
    trust: 'proved' | 'heuristic';
    doubt: Message | null;
    prediction: 'capture' | 'escape' | null;
    depth: number;
    nodes: number;
    time_ms: number;
    has_proof: boolean;
    proof_nodes: number;
}

export interface SolveReply extends JobReply {
    answer?: SolveAnswer;
}

export interface ProofChild {
    node: number;
    move: string;
    text: string;
    count: number; // children of it
    end: ProofEnd | null;
}

export type ProofEnd = 'captured' | 'over' | 'argued';

export interface ProofNode {
    node: number;
    parent: number; // -1: the root
    side: Side;
    role: 'winner' | 'loser';
    count: number;
    end: ProofEnd | null;
    moves: string[]; // from the question
    children: ProofChild[];
}

// ---- Look inside: traces ----------------------------------------------------------------------------------------------

export interface TraceRequest extends Position {
    method?: string;
    preset?: string;
    options?: Settings;
    depth?: number;
    nodes?: number;
    time_ms?: number;
    truth?: boolean; // the whole tree first, so that what is cut off is known too
}

export interface Example extends TraceRequest {
    name: string;
    title: string;
}

export type TraceForm = 'tree' | 'proof' | 'mcts' | 'moves';

export interface TraceSummary {
    form: TraceForm;
    game: string;
    position: string;
    method: string;
    cut_short: 'nodes' | 'memory' | 'moves' | null;
    nodes: number;
    steps: number;
    stopped: string;
    searched: number;
    value?: number | null;
    kind?: string;
    depth?: number;
    answer?: string | null;
    question?: string;
    verdict?: string | null;
    best?: string | null;
    side?: string;
    leaves?: number;
    leaves_visited?: number;
    nodes_visited?: number;
    truth?: boolean;
    iterations?: { depth: number; value: number; first_step: number; last_step: number }[];
    pv?: string[];
}

/** Null is infinite: below in the first place, above in the second. */
export type Bounds = [number | null, number | null];

export interface TraceCut {
    kind: 'shallow' | 'deep' | 'window';
    node_label: string | null;
    at_label: string | null;
    bound: number;
    left_out: number | null;
}

export interface TraceVisit {
    iteration: number;
    entered: number;
    left: number | null; // the step; null while it is open
    open: boolean;
    depth: number;
    reduction: number;
    phase: string;
    entry?: Bounds; // like `window` and `case` missing where the search has no windows
    window?: Bounds;
    returns?: number | null;
    reason?: string;
    case?: number | 'again' | null;
    cut?: TraceCut;
}

/** A node as its parent lists it; which members it has depends on the form. */
export interface TraceHead {
    id: number;
    label: string;
    move: string | null;
    child_count: number;
    on_pv?: boolean;
    // tree
    side?: 'max' | 'min';
    leaf?: boolean;
    true_value?: number | null;
    cut_off?: boolean;
    visit_count?: number;
    visit?: TraceVisit | null;
    // proof
    kind?: 'or' | 'and';
    numbers?: Bounds;
    state?: 'open' | 'proved' | 'disproved';
    expanded?: number | null;
    on_path?: boolean;
    // mcts; of a node by itself `visits` is a number there and a list in trees
    visits?: number | TraceVisit[];
    mean?: number | null;
    bounds?: Bounds;
    over?: boolean;
    since?: number;
    moves?: number;
    tried?: number;
    // moves
    pessimistic?: number | null;
    estimate?: number | null;
    optimistic?: number | null;
    chance?: number | null;
    best?: boolean;
    open?: boolean | number;
}

export interface TraceNode extends TraceHead {
    parent: number | null;
    place: number | null; // among the children of its parent; null: it is not there yet
    ply: number;
    step: number;
    first: number;
    children: TraceHead[];
    history?: { step: number; numbers: Bounds }[];
}

export interface TraceCandidate {
    move: string;
    visits: number;
    mean: number | null;
    exploration: number;
    urgency: number | null;
    selected: boolean;
}

export interface TraceStep {
    step: number;
    event: 'enter' | 'leave' | 'cut' | 'expand' | 'iteration';
    node: number;
    label: string;
    // tree
    side?: 'max' | 'min';
    window?: Bounds;
    returns?: number | null;
    reason?: string;
    parent?: number | null;
    parent_label?: string | null;
    parent_before?: Bounds;
    parent_after?: Bounds;
    cut?: TraceCut;
    // proof
    again?: boolean;
    changes?: { node?: number; label?: string; before?: Bounds; after?: Bounds }[];
    // mcts
    new?: boolean;
    select?: { node: number; selected: string; move_count: number; moves: TraceCandidate[] }[];
    simulate?: { by: string; plies: number; result: number };
}

export interface TraceSteps {
    count: number;
    first: number;
    steps: TraceStep[];
}

export interface TraceTable {
    columns: string[];
    parts: { depth?: number; rows: { node: number; cells: (string | Message)[]; step?: number }[] }[];
}
