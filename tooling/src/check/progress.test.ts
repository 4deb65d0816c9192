import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { ROOT } from '../root.ts';
import ProgressReporter, { readRunning, runningLines, showStatus, statusLine } from './progress.ts';

const folder = mkdtempSync(join(tmpdir(), 'despacho-progress-'));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

const SLOW = `${ROOT}apps/bff/test/slow.test.ts`;
const DONE = `${ROOT}apps/bff/test/done.test.ts`;
const SPEC = { location: { file: `${ROOT}e2e/specs/desk.spec.ts` }, title: 'opens' };

it('names the files and tests that have begun and not ended', () => {
  vi.useFakeTimers({ now: 0 });
  vi.stubEnv('TEST_REPORTS', folder);
  const reporter = new ProgressReporter();
  reporter.onTestModuleQueued({ moduleId: SLOW });
  reporter.onTestModuleQueued({ moduleId: DONE });
  vi.setSystemTime(5000);
  reporter.onTestCaseReady({ module: { moduleId: SLOW }, name: 'waits\nfor ever' });
  reporter.onTestModuleEnd({ moduleId: DONE });
  reporter.onTestBegin(SPEC);
  reporter.onTestBegin({ ...SPEC, title: 'closes' });
  reporter.onTestEnd({ ...SPEC, title: 'closes' });
  const running = readRunning(join(folder, 'progress'));
  expect(runningLines(running, 65_000)).toEqual([
    '1:05  apps/bff/test/slow.test.ts › waits for ever',
    '1:00  e2e/specs/desk.spec.ts › opens',
  ]);
  expect(statusLine(['gateway', 'browser'], running, 65_000, 600_000)).toBe(
    '1:05 of about 10:00 min · gateway and browser: slow.test.ts, desk.spec.ts › opens',
  );
  expect(readRunning(join(folder, 'none'))).toEqual([]);
});

it('keeps the status below the output, and removes it at the end', () => {
  vi.useFakeTimers();
  let screen = '';
  const out = { columns: 6, write: (text: string) => (screen += text) } as unknown as NodeJS.WriteStream;
  const hide = showStatus(() => '0:01 running', out as typeof process.stdout);
  vi.advanceTimersByTime(1000);
  out.write('half a ');
  vi.advanceTimersByTime(1000);
  out.write('line\n');
  hide();
  out.write('end\n');
  const CLEAR = '\r\u001b[2K';
  expect(screen).toBe(`${CLEAR}0:01 ${CLEAR}half a line\n${CLEAR}end\n`);
});
