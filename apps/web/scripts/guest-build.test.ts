import { readFile } from 'node:fs/promises';
import { OPERATIONS } from '@despacho/contracts/operations';
import { expect, it } from 'vitest';
import { GUEST_BUDGET, guestWeights } from './guest-budget.ts';
import { DIST, total } from './login-budget.ts';

it('G42: downloads at most 90 KB of JavaScript and CSS, compressed', async () => {
  const weights = await guestWeights(DIST);
  expect(total(weights)).toBeGreaterThan(60_000);
  expect(total(weights)).toBeLessThanOrEqual(GUEST_BUDGET);
});

it('G42: names no operation but those of guests, and asks not to be indexed', async () => {
  const weights = await guestWeights(DIST);
  const scripts = weights.filter(({ file }) => file.endsWith('.js'));
  const text = (await Promise.all(scripts.map(({ file }) => readFile(new URL(file, DIST), 'utf8')))).join();
  expect(text).toContain(OPERATIONS['guest.open'].path);
  expect([...text.matchAll(/\/api\/(\w+)/g)].map(([, part]) => part).filter((part) => part !== 'guest')).toEqual([]);
  const html = await readFile(new URL('guest.html', DIST), 'utf8');
  expect(html).toContain('<meta name="robots" content="noindex, nofollow, noarchive" />');
  expect(html).toContain('<meta name="referrer" content="no-referrer" />');
});
