import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { COURIER_BUDGET, courierWeights } from './courier-budget.ts';
import { DIST, filesOf, type Manifest, total } from './login-budget.ts';

it('downloads at most 110 KB of JavaScript and CSS at first, compressed', async () => {
  const weights = await courierWeights(DIST);
  expect(total(weights)).toBeGreaterThan(60_000);
  expect(total(weights)).toBeLessThanOrEqual(COURIER_BUDGET);
});

it('lists every file of the page in its service worker, and no address of the API', async () => {
  const worker = await readFile(new URL('r/sw.js', DIST), 'utf8');
  const list = /files:\[([^\]]*)\]/.exec(worker)?.[1] ?? '';
  const listed = [...list.matchAll(/[`"']([^`"',]+)[`"']/g)].map(([, file]) => file);
  const manifest = JSON.parse(await readFile(new URL('.vite/courier.json', DIST), 'utf8')) as Manifest;
  const fonts = Object.values(manifest).flatMap(({ assets = [] }) => assets);
  const files = new Set([...filesOf(manifest, Object.keys(manifest)), ...fonts, 'favicon.svg', 'theme.js']);
  expect(fonts.length).toBeGreaterThan(0);
  expect(listed.toSorted()).toEqual([...files].toSorted());
  expect(list).not.toContain('api');
});
