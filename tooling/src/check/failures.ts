import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The parts of a vitest or Playwright report that list failures. */
interface FailureReport {
  testResults?: VitestFile[];
  suites?: PlaywrightSuite[];
  errors?: { message?: string }[];
}

interface VitestFile {
  status: string;
  message?: string;
  name?: string;
  assertionResults: { status: string; fullName?: string; failureMessages?: string[] | null }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { ok: boolean; title: string; file: string; tests: { results: { error?: { message?: string } }[] }[] }[];
}

/** A test that failed, or a file that could not be loaded, with the start of the reason. */
export interface Failure {
  /** As the report names it: a whole path (vitest), or one inside the folder of the specs (Playwright). */
  file?: string;
  test: string;
  reason: string;
}

const LINES_OF_A_REASON = 6;

const startOf = (reason = 'no reason was reported'): string =>
  stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_OF_A_REASON)
    .join('\n');

function ofVitest(files: VitestFile[]): Failure[] {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file = '', message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (tests.length === 0) return [{ file, test: basename(file), reason: startOf(message) }];
      return tests.map(({ fullName = '', failureMessages }) => ({
        file,
        test: `${basename(file)} › ${fullName}`,
        reason: startOf(failureMessages?.[0]),
      }));
    });
}

function ofPlaywright(suites: PlaywrightSuite[]): Failure[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => ({
        file,
        test: `${file} › ${title}`,
        reason: startOf(tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
      })),
    ...ofPlaywright(inner),
  ]);
}

/** @returns the failures of one report, in order. */
export function failuresOf({ testResults = [], suites = [], errors = [] }: FailureReport): Failure[] {
  return [
    ...ofVitest(testResults),
    ...ofPlaywright(suites),
    ...errors.map(({ message }) => ({ test: 'outside of every test', reason: startOf(message) })),
  ];
}

/** Reads the reports of a run in `folder`, one `<workspace>.json` each. @returns failures by workspace. */
export function readFailures(folder: string): Map<string, Failure[]> {
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((file) => [
        basename(file, '.json'),
        failuresOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as FailureReport),
      ]),
  );
}
