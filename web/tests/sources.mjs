// SPDX-License-Identifier: MIT
// The messages of the program by its sources: what the page has to know in Chinese.
import { readdirSync, readFileSync } from 'node:fs';

const SOURCES = new URL('../../src/', import.meta.url);

/** Folders whose messages can reach the page. */
const FOLDERS = /^(base|core|front|games|lab|search|server|solve|trace)\//;

/** Messages of programs, not of the page: checking a game of one's own, comparing reports, opening a port. */
const OTHERS = /^(core\/check\w*|lab\/compare|server\/(listen|http_none))\.c$/;

/** Functions and macros that take a format, or words for one, and as which argument. */
const FUNCTIONS = {
    ...{ by_error_set: 2, by_error_set_at: 4, by_text_add_message: 1, BY_WORDS: 0, json_mistake: 3, by__sgf_fail: 2 },
    ...{ by__add_line: 1, by__reader_fail: 1, by__reader_expect: 1, by__reader_number: 1 },
    ...{ LAB_REFUSE: 2, REFUSE_SECTION: 2, REFUSE_REPORT: 1, lab_copy_rest: 1, lab_check_name: 2 },
    ...{ lab_refuse_unknown: 2, LAB_REFUSE_AT: 3, REFUSE_MEASURE: 2 },
    ...{ server_refuse: 3, server_refuse_value: 3, server_http_refuse: 2 },
};

/** The same of one source, by the function's name there. */
const LOCAL = {
    'core/pgn_read.c': { fail: 2 },
    'core/verify.c': { refuse: 2, refuse_move: 3 },
    'front/proof_file.c': { expected: 2 },
    'games/tree/parse.c': { expected: 1, fail: 3, read_integer: 1 },
    'server/request.c': { refuse: 3, wrong_kind: 3 },
    'solve/problem_sgf.c': { refuse: 2 },
    'solve/problem_text.c': { refuse: 2, mistake: 2 },
};

const TEXT = /(?:"(?:[^"\\]|\\.)*"|PRI\w+)(?:\s*(?:"(?:[^"\\]|\\.)*"|PRI\w+))*/g;

/** The arguments behind an opening parenthesis, up to its closing one. */
function argumentsAt(source, begin) {
    const found = [];
    let depth = 0;
    let first = begin;
    for (let i = begin; i < source.length; i++) {
        const c = source[i];
        if (c === '"' || c === "'") {
            for (i++; source[i] !== c; i++) if (source[i] === '\\') i++;
        } else if ((c === ',' || c === ')') && depth === 0) {
            found.push(source.slice(first, i));
            if (c === ')') break;
            first = i + 1;
        } else if ('([{'.includes(c)) depth++;
        else if (')]}'.includes(c)) depth--;
    }
    return found;
}

/** The text of literals one behind the other. */
function textOf(literals) {
    return (literals.match(/"(?:[^"\\]|\\.)*"|PRI\w+/g) ?? [])
        .map((one) => (one.startsWith('"') ? JSON.parse(one.replaceAll("\\'", "'")) : 'd'))
        .join('');
}

/** The identifier that a format has, see include/boyi/message.h. */
export function identifierOf(format) {
    let count = 0;
    return format.replace(/%[-+ #0-9.*hljzt]*(.)/g, (whole, kind) => {
        if (kind === '%') return '%';
        count++;
        return whole === '%-.0s' ? '' : `{${count}}`;
    });
}

function namesOfSources(folder = '') {
    return readdirSync(new URL(folder, SOURCES), { withFileTypes: true }).flatMap((entry) => {
        const name = folder + entry.name;
        return entry.isDirectory() ? namesOfSources(`${name}/`) : name.endsWith('.c') ? [name] : [];
    });
}

/** All formats of a source. */
export function formatsOf({ name, text }) {
    const functions = { ...FUNCTIONS, ...LOCAL[name] };
    const code = text.replace(/\/\*[^]*?\*\//g, ' ');
    const calls = code.matchAll(new RegExp(`\\b(${Object.keys(functions).join('|')})\\(`, 'g'));
    return [...calls].flatMap(({ 0: call, 1: called, index }) => {
        const format = argumentsAt(code, index + call.length)[functions[called]] ?? '';
        return (format.match(TEXT) ?? []).map(textOf).filter(Boolean);
    });
}

export const sources = namesOfSources()
    .filter((name) => FOLDERS.test(name) && !OTHERS.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(name, SOURCES), 'utf8') }));

/** The identifiers of all messages, and where each is made. */
export function identifiers() {
    const found = new Map();
    for (const source of sources)
        for (const format of formatsOf(source)) if (format !== '%-s') found.set(identifierOf(format), source.name);
    return found;
}
