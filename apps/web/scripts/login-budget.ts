import { readFile } from 'node:fs/promises';
import { constants, gzipSync } from 'node:zlib';

/** Largest size in bytes of the JavaScript and CSS of the login page, compressed (decision 4). */
export const LOGIN_BUDGET = 140_000;

/** Folder of the build; the tests of its size and contents read it too. */
export const DIST = new URL('../dist/', import.meta.url);

const ENTRY = 'index.html';
const LOGIN_ROUTE = 'src/features/session/LoginScreen.tsx';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  assets?: string[];
}

/** Vite's manifest: each source file that became a chunk, with its imports. */
export type Manifest = Record<string, Chunk>;

/**
 * @returns the files of the named chunks with their static imports and style sheets, each once.
 * @throws Error if the manifest lacks one of them, because the sum would be too small.
 */
export function filesOf(manifest: Manifest, names: readonly string[]): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return [...files];
}

/** @returns what a page loads outside its module graph: classic scripts and style sheets named in the HTML. */
export function filesNamedIn(html: string): string[] {
  const addresses = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+\.(?:js|css))"/g)];
  return addresses.map(([, address = '']) => address.replace(/^\.?\//, ''));
}

export interface Weight {
  file: string;
  /** In bytes, with the best gzip level, as the gateway serves it. */
  gzip: number;
}

/** A page of a build: its HTML, Vite's manifest, and the chunks it begins with. */
export interface Page {
  html: string;
  manifest: string;
  chunks: readonly string[];
}

const LOGIN: Page = { html: ENTRY, manifest: '.vite/manifest.json', chunks: [ENTRY, LOGIN_ROUTE] };

/**
 * @param dist folder of a build.
 * @returns every script and style sheet that a page downloads at first.
 */
export async function weightsOf(dist: URL, page: Page): Promise<Weight[]> {
  const manifest = JSON.parse(await readFile(new URL(page.manifest, dist), 'utf8')) as Manifest;
  const html = await readFile(new URL(page.html, dist), 'utf8');
  const files = new Set([...filesNamedIn(html), ...filesOf(manifest, page.chunks)]);
  return Promise.all(
    [...files].map(async (file) => {
      const plain = await readFile(new URL(file, dist));
      return { file, gzip: gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }).length };
    }),
  );
}

/** @returns the same of the login page. */
export const loginWeights = (dist: URL): Promise<Weight[]> => weightsOf(dist, LOGIN);

export const total = (weights: readonly Weight[]): number => weights.reduce((sum, { gzip }) => sum + gzip, 0);

/** Prints the weights and their sum. The process fails if the sum exceeds the budget. */
export function report(weights: readonly Weight[], budget: number, page: string): void {
  for (const { file, gzip } of weights.toSorted((a, b) => b.gzip - a.gzip)) process.stdout.write(`${gzip}\t${file}\n`);
  const sum = total(weights);
  process.stdout.write(`${sum}\tbytes of ${budget} on ${page}\n`);
  if (sum > budget) process.exitCode = 1;
}

if (import.meta.main) report(await loginWeights(DIST), LOGIN_BUDGET, 'the login page');
