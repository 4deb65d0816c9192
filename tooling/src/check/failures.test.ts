import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { failuresOf, readFailures } from './failures.ts';

const passed = { status: 'passed', fullName: 'a counts', failureMessages: [] };

it('lists the failed tests of vitest with the start of the reason, without colours', () => {
  const reason = `\u001B[31mAssertionError\u001B[39m: 1 is not 2\n\n${'    at line\n'.repeat(30)}`;
  const failed = { status: 'failed', fullName: 'a adds', failureMessages: [reason] };
  const file = { status: 'failed', name: '/somewhere/src/a.test.ts', assertionResults: [passed, failed] };
  const [failure, ...others] = failuresOf({ testResults: [file] });
  expect(others).toEqual([]);
  expect(failure).toMatchObject({ file: '/somewhere/src/a.test.ts', test: 'a.test.ts › a adds' });
  expect(failure?.reason.split('\n')).toHaveLength(6);
  expect(failure?.reason).toMatch(/^AssertionError: 1 is not 2\n {4}at line/);
});

it('lists a file that could not be loaded', () => {
  const file = { status: 'failed', name: '/x/b.test.ts', message: 'Cannot find module', assertionResults: [] };
  expect(failuresOf({ testResults: [file] })).toEqual([
    { file: '/x/b.test.ts', test: 'b.test.ts', reason: 'Cannot find module' },
  ]);
});

it('lists Playwright failures at any depth, and errors outside tests', () => {
  const spec = (ok: boolean, title: string) => ({
    ok,
    title,
    file: 'login.spec.ts',
    tests: [{ results: ok ? [{}] : [{ error: { message: 'Timed out' } }] }],
  });
  const report = {
    suites: [{ specs: [spec(true, 'S1')], suites: [{ specs: [spec(false, 'S6')] }] }],
    errors: [{ message: 'The set-up failed' }],
  };
  expect(failuresOf(report)).toEqual([
    { file: 'login.spec.ts', test: 'login.spec.ts › S6', reason: 'Timed out' },
    { test: 'outside of every test', reason: 'The set-up failed' },
  ]);
});

it('returns nothing for passing runs, and groups failures by workspace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'despacho-failures-'));
  try {
    const sound = { testResults: [{ status: 'passed', name: '/x/a.test.ts', assertionResults: [passed] }] };
    writeFileSync(join(folder, 'bff.json'), JSON.stringify(sound));
    writeFileSync(join(folder, 'notes.txt'), 'no report');
    expect(readFailures(folder)).toEqual(new Map([['bff', []]]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
