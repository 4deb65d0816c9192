import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COURIER_BUDGET, courierWeights } from './courier-budget.ts';
import { total } from './login-budget.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'despacho-courier-'));
  const app = fileURLToPath(new URL('..', import.meta.url));
  const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));
  // Part of the build of the other pages, which comes before.
  await copyFile(join(app, 'public/theme.js'), join(folder, 'theme.js'));
  const build = ['build', '--config', 'vite.courier.config.ts', '--outDir', folder, '--logLevel', 'error'];
  // Replaces the test's NODE_ENV, with which React's development build would be bundled.
  await promisify(execFile)(process.execPath, [vite, ...build], { cwd: app, env: { NODE_ENV: 'production' } });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('downloads at most 110 KB of JavaScript and CSS at first, compressed', async () => {
  const weights = await courierWeights(pathToFileURL(`${folder}/`));
  expect(total(weights)).toBeGreaterThan(60_000);
  expect(total(weights)).toBeLessThanOrEqual(COURIER_BUDGET);
});

it('lists every file of the page in its service worker, and no address of the API', async () => {
  const worker = await readFile(join(folder, 'r/sw.js'), 'utf8');
  const list = /files:\[([^\]]*)\]/.exec(worker)?.[1] ?? '';
  const listed = [...list.matchAll(/[`"']([^`"',]+)[`"']/g)].map(([, file]) => file);
  const assets = (await readdir(join(folder, 'assets'))).map((file) => `assets/${file}`);
  expect(listed.toSorted()).toEqual([...assets, 'favicon.svg', 'theme.js'].toSorted());
  expect(list).not.toContain('api');
});
