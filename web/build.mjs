// SPDX-License-Identifier: MIT
// Builds the page into dist/ and prints what it weighs. Nothing in it asks for anything beyond its own server.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
const KIB_MOST = 300; // of everything, compressed

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await build({
    absWorkingDir: here,
    entryPoints: ['src/main.ts', 'src/style/style.css'],
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: ['es2022'],
    charset: 'utf8',
    external: ['*.woff2'],
    logLevel: 'warning',
});
for (const [from, to] of [
    ['index.html', 'index.html'],
    ['icon.svg', 'icon.svg'],
    ['fonts/pieces.woff2', 'pieces.woff2'],
    ['fonts/OFL.txt', 'OFL.txt'],
])
    cpSync(path.join(here, from), path.join(dist, to));

let total = 0;
for (const name of readdirSync(dist).sort()) {
    const size = gzipSync(readFileSync(path.join(dist, name)), { level: 9 }).length;
    total += size;
    console.log(`${(size / 1000).toFixed(1).padStart(7)} kB  ${name}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  in all, compressed`);
if (total > KIB_MOST * 1000) {
    console.error(`the page has ${total} bytes compressed, expected at most ${KIB_MOST * 1000}`);
    process.exit(1);
}
