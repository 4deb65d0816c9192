import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A test file and the duration of its tests. */
interface FileTime {
  file: string;
  seconds: number;
}

/** The parts of vitest's and Playwright's JSON reports that are used here. */
interface VitestReport {
  testResults: { name: string; startTime: number; endTime: number }[];
}

interface Suite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[];
}

interface PlaywrightReport {
  suites: Suite[];
}

const durations = ({ specs, suites = [] }: Suite): number[] => [
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  ...suites.flatMap(durations),
];

function fileTimes(report: VitestReport | PlaywrightReport): FileTime[] {
  if ('suites' in report)
    return report.suites.map((suite) => ({
      file: basename(suite.file),
      seconds: durations(suite).reduce((sum, each) => sum + each, 0) / 1000,
    }));
  return report.testResults.map(({ name, startTime, endTime }) => ({
    file: basename(name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/**
 * @param folder reports of a run, one `<workspace>.json` each.
 * @returns the `count` slowest test files, slowest first, prefixed with their workspace.
 */
export function slowestFiles(folder: string, count: number): FileTime[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8')) as VitestReport | PlaywrightReport;
      return fileTimes(report).map(({ file, seconds }) => ({ file: `${basename(name, '.json')} ${file}`, seconds }));
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
