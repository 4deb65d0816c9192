import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const APP = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param config of the pages to build.
 * @returns the folder of a build: under `npm test` dist/, which its build has filled with all pages, otherwise a new one. `remove` deletes
 * a new one.
 */
export async function builtPages(config: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  if (inject('built')) return { folder: join(APP, 'dist'), remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'despacho-web-'));
  const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')));
  // Part of the build of the main pages, which comes before.
  await copyFile(join(APP, 'public/theme.js'), join(folder, 'theme.js'));
  const build = ['build', '--config', config, '--outDir', folder, '--logLevel', 'error'];
  // Replaces the test's NODE_ENV, with which React's development build would be bundled.
  await promisify(execFile)(process.execPath, [vite, ...build], { cwd: APP, env: { NODE_ENV: 'production' } });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
