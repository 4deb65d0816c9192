import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPass, playwrightTotals, readTotals, sum, totalsLine, vitestTotals, type VitestReport } from './totals.ts';

const sound: VitestReport = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  success: true,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'despacho-totals-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('totals', () => {
  it('counts the tests of a vitest report', () => {
    expect(vitestTotals(sound)).toEqual({ passed: 3, failed: 0, skipped: 2 });
    const one = { status: 'failed', assertionResults: [{ status: 'failed' }] };
    expect(vitestTotals({ ...sound, numFailedTests: 1, success: false, testResults: [one] }).failed).toBe(1);
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(vitestTotals({ ...sound, success: false, testResults: [broken] }).failed).toBe(1);
  });

  it('counts an error outside all tests as a failure', () => {
    expect(vitestTotals({ ...sound, success: false }).failed).toBe(1);
  });

  it('counts Playwright tests; a test that passed on retry did not pass', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
    expect(playwrightTotals({ stats, errors: [] })).toEqual({ passed: 5, failed: 3, skipped: 3 });
    expect(playwrightTotals({ stats, errors: [{}] }).failed).toBe(4);
  });

  it('counts a missing report as a failure', () => {
    writeFileSync(join(folder, 'bff.json'), JSON.stringify(sound));
    const totals = readTotals(folder, ['bff', 'web']);
    expect(totals.get('bff')).toEqual({ passed: 3, failed: 0, skipped: 2 });
    expect(totals.get('web')?.failed).toBe(1);
    expect(totalsLine(sum([...totals.values()]))).toBe('3 passed, 1 failed');
  });

  it('does not pass a run without tests', () => {
    expect(isPass(sum([]))).toBe(false);
    expect(isPass({ passed: 0, failed: 0, skipped: 9 })).toBe(false);
    expect(isPass({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
    expect(isPass({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  });
});
