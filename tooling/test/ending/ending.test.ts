import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { canRun } from '../../src/machine/needs.ts';
import { processesOf } from '../../src/machine/own-processes.ts';
import { ROOT } from '../../src/root.ts';

/* Every process that a run started ends with it, even if only npm receives the signal. */

/** Minimum number of processes, including the script itself. */
const STARTED = 4;
const folders: string[] = [];
let left: number[] = [];

afterEach(() => {
  for (const pid of left.filter(isRunning)) process.kill(pid, 'SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Runs the script with npm, like the scripts of the repository. */
async function start(...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'despacho-ending-'));
  folders.push(folder);
  const go = `exec node ${ROOT}tooling/test/ending/start-processes.ts ${folder}/run ${options.join(' ')}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { go } }));
  const npm = spawn('npm', ['run', '--silent', 'go'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  npm.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const ended = once(npm, 'exit');
  await vi.waitFor(() => expect(output).toContain('started'), 30_000);
  // One that another process starts meanwhile may not be listed yet.
  await vi.waitFor(() => {
    left = processesOf(join(folder, 'run'), new Set([npm.pid ?? 0]));
    expect(left.length).toBeGreaterThan(options.includes('postgres') ? STARTED + 4 : STARTED);
  }, 30_000);
  return { npm, ended, output: () => output };
}

const nothingLeft = () =>
  vi.waitFor(() => expect(left.filter(isRunning)).toEqual([]), { timeout: 15_000, interval: 50 });

it.skipIf(process.platform !== 'linux').each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'ends all processes of a run after %s to npm',
  async (signal) => {
    const withServer = signal === 'SIGTERM' && canRun('PostgreSQL');
    const { npm, ended, output } = await start(withServer ? 'postgres' : '');
    npm.kill(signal);
    await ended;
    await nothingLeft();
    await vi.waitFor(() => expect(output()).toContain(`Ended: ${signal === 'SIGKILL' ? 'npm has ended' : signal}`));
  },
);

it.skipIf(process.platform !== 'linux')('ends all processes of a run at its limit', async () => {
  const { npm, ended } = await start('limit');
  npm.stdin.end();
  expect(await ended).toEqual([1, null]);
  await nothingLeft();
});

it('starts runs so that signals to npm reach them', () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };
  for (const name of ['start', 'test', 'check']) expect(scripts[name]).toMatch(/^exec /);
});
