import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { bomb } from '#test/hostile-workbooks.ts';
// Not «./parse-in-thread.ts», which vitest.config.ts replaces.
import { parseInThread } from '#work/imports/parse-in-thread.ts';
import { parseImport } from './parse-import.ts';

/** Code of a thread that runs instead of the parser, if set. */
let threadCode: string | undefined;

vi.mock('./import-worker-url.ts', async (original) => {
  const { IMPORT_WORKER_URL } = await original<{ IMPORT_WORKER_URL: URL }>();
  return {
    get IMPORT_WORKER_URL() {
      return threadCode === undefined
        ? IMPORT_WORKER_URL
        : new URL(`data:text/javascript,${encodeURIComponent(threadCode)}`);
    },
  };
});

afterEach(() => {
  threadCode = undefined;
  spend.mockReset();
  vi.useRealTimers();
});

const stays = new AbortController().signal;
const taskOf = (bytes: Uint8Array) => ({
  bytes,
  today: '2026-11-20',
  province: 'Lima',
  timeZone: 'America/Lima',
  clients: [],
  couriers: [],
});
const csv = (lines: number) =>
  Buffer.from(
    `Cliente;Destinatario;Dirección;Distrito;Fecha\n${'Botica;Ana;Jr. Uno 1;Miraflores;21/11/2026\n'.repeat(lines)}`,
  );
const spend = vi.fn<(cpuMs: number) => void>();
const threads = () => readdirSync('/proc/self/task').length;

it('returns the same result as parsing in-process, and leaves no thread behind', async () => {
  const file = csv(3);
  await parseInThread(taskOf(file), stays, spend);
  const before = threads();
  for (let round = 0; round < 3; round++)
    expect(await parseInThread(taskOf(file), stays, spend)).toEqual(parseImport(taskOf(file)));
  expect(file.toString()).toContain('Botica');
  expect(spend.mock.calls).toHaveLength(4);
  expect(Math.min(...spend.mock.calls.map(([cpuMs]) => cpuMs))).toBeGreaterThan(1);
  if (process.platform === 'linux') expect(threads()).toBeLessThanOrEqual(before);
});

it('G40: reports a file beyond the limits, and one that exceeds its memory', async () => {
  expect(await parseInThread(taskOf(await bomb()), stays, spend)).toEqual({ kind: 'too-complex' });
  const wide = Buffer.from(`${'Cliente;'.repeat(100)}\n${`${'x;'.repeat(99)}\n`.repeat(5000)}`);
  expect(await parseInThread(taskOf(wide), stays, spend)).toMatchObject({ kind: 'unreadable', why: 'columns' });
  expect(await parseInThread(taskOf(wide), stays, spend, { memoryMb: 8, cpuMs: 60_000 })).toEqual({
    kind: 'too-complex',
  });
});

it('G40: stops a file that takes too much CPU time', async () => {
  threadCode = 'for (;;);';
  await expect(parseInThread(taskOf(csv(1)), stays, spend, { memoryMb: 256, cpuMs: 500 })).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('tardó') as string,
  });
  expect(spend.mock.calls[0]?.[0]).toBeGreaterThanOrEqual(500);
});

it('does not count the time that a thread waits for a core', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'Date'] });
  threadCode = `
    import { parentPort } from 'node:worker_threads';
    const channel = new BroadcastChannel('thread');
    channel.onmessage = () => parentPort.postMessage({ answer: { kind: 'read' }, cpuMs: 1 });
    channel.postMessage('waits');`;
  const channel = new BroadcastChannel('thread');
  const waits = once(channel, 'message');
  const parsed = parseInThread(taskOf(csv(1)), stays, spend);
  await waits;
  await vi.advanceTimersByTimeAsync(3_600_000);
  channel.postMessage('continue');
  expect(await parsed).toEqual({ kind: 'read' });
  channel.close();
});

it('G40: stops a file whose client has disconnected', async () => {
  const gone = new AbortController();
  const left = parseInThread(taskOf(csv(5000)), gone.signal, spend);
  gone.abort();
  await expect(left).rejects.toMatchObject({ kind: 'busy' });
});
