// SPDX-License-Identifier: MIT
// Parts of the page without a browser: `load('texts/lab')` is what src/texts/lab.ts exports. With a second name it is
// another copy, such as one of i18n in another language.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

globalThis.navigator ??= { language: 'en' }; // Node 18 has none
const folder = mkdtempSync(path.join(tmpdir(), 'boyi-page-'));
after(() => rmSync(folder, { recursive: true }));

export async function load(name, copy = '') {
    const entry = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
    const outfile = path.join(folder, `${name.replace('/', '-')}${copy}.mjs`);
    await build({ entryPoints: [entry], bundle: true, format: 'esm', outfile, target: 'es2022' });
    return import(pathToFileURL(outfile).href);
}
