import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Test counts. A file that could not be loaded counts as one failed test. */
interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of vitest's JSON report that is used here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** The part of Playwright's JSON report that is used here. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

const NOTHING: Totals = { passed: 0, failed: 0, skipped: 0 };

export const sum = (all: Totals[]): Totals =>
  all.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    NOTHING,
  );

export function vitestTotals(report: VitestReport): Totals {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    // A run can also fail by an error outside all tests.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function playwrightTotals({ stats, errors }: PlaywrightReport): Totals {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * Reads the reports of a run in `folder`, one `<workspace>.json` each.
 * @param expected workspaces that must have a report; a missing one counts as a failure.
 */
export function readTotals(folder: string, expected: string[]): Map<string, Totals> {
  const totals = new Map<string, Totals>(expected.map((name) => [name, { ...NOTHING, failed: 1 }]));
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const report = JSON.parse(readFileSync(join(folder, file), 'utf8')) as VitestReport | PlaywrightReport;
    totals.set(basename(file, '.json'), 'stats' in report ? playwrightTotals(report) : vitestTotals(report));
  }
  return totals;
}

/** @returns whether a run with these totals passed. */
export const isPass = ({ passed, failed }: Totals): boolean => failed === 0 && passed > 0;

/** The last line of a run, which other programs parse. */
export const totalsLine = ({ passed, failed }: Totals): string => `${passed} passed, ${failed} failed`;
