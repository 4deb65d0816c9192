import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { builtPages } from './built-pages.ts';
import { COURIER_BUDGET, courierWeights } from './courier-budget.ts';
import { total } from './login-budget.ts';

let folder: string;
beforeAll(async () => {
  const pages = await builtPages('vite.courier.config.ts');
  folder = pages.folder;
  return pages.remove;
}, 120_000);

it('downloads at most 110 KB of JavaScript and CSS at first, compressed', async () => {
  const weights = await courierWeights(pathToFileURL(`${folder}/`));
  expect(total(weights)).toBeGreaterThan(60_000);
  expect(total(weights)).toBeLessThanOrEqual(COURIER_BUDGET);
});

it('lists every file of the page in its service worker, and no address of the API', async () => {
  const worker = await readFile(join(folder, 'r/sw.js'), 'utf8');
  const list = /files:\[([^\]]*)\]/.exec(worker)?.[1] ?? '';
  const listed = [...list.matchAll(/[`"']([^`"',]+)[`"']/g)].map(([, file]) => file);
  interface Chunk {
    file: string;
    css?: string[];
    assets?: string[];
  }
  const chunks = JSON.parse(await readFile(join(folder, '.vite/courier.json'), 'utf8')) as Record<string, Chunk>;
  const assets = new Set(
    Object.values(chunks).flatMap(({ file, css = [], assets: more = [] }) => [file, ...css, ...more]),
  );
  expect(listed.toSorted()).toEqual([...assets, 'favicon.svg', 'theme.js'].toSorted());
  expect(list).not.toContain('api');
});
