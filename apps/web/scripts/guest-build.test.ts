import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OPERATIONS } from '@despacho/contracts/operations';
import { beforeAll, expect, it } from 'vitest';
import { builtPages } from './built-pages.ts';
import { GUEST_BUDGET, guestWeights } from './guest-budget.ts';
import { total } from './login-budget.ts';

let folder: string;
beforeAll(async () => {
  const pages = await builtPages('vite.guest.config.ts');
  folder = pages.folder;
  return pages.remove;
}, 120_000);

it('G42: downloads at most 90 KB of JavaScript and CSS, compressed', async () => {
  const weights = await guestWeights(pathToFileURL(`${folder}/`));
  expect(total(weights)).toBeGreaterThan(60_000);
  expect(total(weights)).toBeLessThanOrEqual(GUEST_BUDGET);
});

it('G42: names no operation but those of guests, and asks not to be indexed', async () => {
  const weights = await guestWeights(pathToFileURL(`${folder}/`));
  const scripts = weights.filter(({ file }) => file.endsWith('.js'));
  const text = (await Promise.all(scripts.map(({ file }) => readFile(join(folder, file), 'utf8')))).join();
  expect(text).toContain(OPERATIONS['guest.open'].path);
  expect([...text.matchAll(/\/api\/(\w+)/g)].map(([, part]) => part).filter((part) => part !== 'guest')).toEqual([]);
  const html = await readFile(join(folder, 'guest.html'), 'utf8');
  expect(html).toContain('<meta name="robots" content="noindex, nofollow, noarchive" />');
  expect(html).toContain('<meta name="referrer" content="no-referrer" />');
});
