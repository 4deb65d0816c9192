import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { OPERATIONS } from '@despacho/contracts/operations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GUEST_BUDGET, guestWeights } from './guest-budget.ts';
import { total } from './login-budget.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'despacho-guest-'));
  const app = fileURLToPath(new URL('..', import.meta.url));
  const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));
  // Part of the build of the other pages, which comes before.
  await copyFile(join(app, 'public/theme.js'), join(folder, 'theme.js'));
  const build = ['build', '--config', 'vite.guest.config.ts', '--outDir', folder, '--logLevel', 'error'];
  // Replaces the test's NODE_ENV, with which React's development build would be bundled.
  await promisify(execFile)(process.execPath, [vite, ...build], { cwd: app, env: { NODE_ENV: 'production' } });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

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
