import { readFileSync } from 'node:fs';
import { type Page } from '@playwright/test';
import { ROOT } from '@despacho/tooling/root';

interface Chunk {
  file: string;
  css?: string[];
}

const manifest = JSON.parse(readFileSync(`${ROOT}apps/web/dist/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** @returns the served name of a lazily loaded source module: `assets/Shell-….js`. */
export function chunkOf(source: string): string {
  const chunk = manifest[`src/${source}`];
  if (!chunk) throw new Error(`src/${source} is not a chunk of its own`);
  return chunk.file;
}

/** Records the paths of everything a page downloads from now on. */
export function downloads(page: Page): { has: (file: string) => boolean; all: () => string[] } {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return { has: (file) => paths.some((path) => path.endsWith(`/${file}`)), all: () => paths };
}
