import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '../root.ts';

/** A running test file, with its most recently started test. */
interface RunningFile {
  file: string;
  test: string;
  /** When it began, in ms since 1970. */
  since: number;
}

/**
 * Reporter for vitest and Playwright that records for `npm test` which files and tests are running. Playwright runs several tests of
 * a file at a time: each counts as a file.
 */
export default class ProgressReporter {
  readonly #note: (sign: '+' | '-', file: string, test?: string) => void;

  constructor() {
    const path = `${process.env['TEST_REPORTS'] ?? ''}/progress`;
    this.#note = (sign, file, test = '') => {
      appendFileSync(path, `${[sign, relative(ROOT, file), test.replace(/\s+/g, ' '), Date.now()].join('\t')}\n`);
    };
  }

  onTestModuleQueued({ moduleId }: { moduleId: string }): void {
    this.#note('+', moduleId);
  }

  onTestCaseReady({ module, name }: { module: { moduleId: string }; name: string }): void {
    this.#note('+', module.moduleId, name);
  }

  onTestModuleEnd({ moduleId }: { moduleId: string }): void {
    this.#note('-', moduleId);
  }

  onTestBegin({ location, title }: { location: { file: string }; title: string }): void {
    this.#note('+', `${location.file} › ${title}`);
  }

  onTestEnd({ location, title }: { location: { file: string }; title: string }): void {
    this.#note('-', `${location.file} › ${title}`);
  }
}

/** @param path of the records. @returns the running files, the longest-running first. */
export function readRunning(path: string): RunningFile[] {
  const running = new Map<string, RunningFile>();
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    const [sign, file = '', test = '', time] = line.split('\t');
    if (sign === '-') running.delete(file);
    else if (sign === '+') running.set(file, { file, test, since: running.get(file)?.since ?? Number(time) });
  }
  return [...running.values()].sort((a, b) => a.since - b.since);
}

const minutes = (ms: number): string =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/** @returns a line for each running file: how long it has run, and its current test. */
export const runningLines = (running: readonly RunningFile[], now: number): string[] =>
  running.map(({ file, test, since }) => `${minutes(now - since)}  ${file}${test && ` › ${test}`}`);

/** @param expectedMs duration of the last run, if there was one. @returns one line about a run for a terminal. */
export function statusLine(
  stages: Iterable<string>,
  running: readonly RunningFile[],
  ms: number,
  expectedMs?: number,
): string {
  const of = expectedMs === undefined ? '' : ` of about ${minutes(expectedMs)}`;
  const files = running.map(({ file }) => file.replace(/^.*\/(?=[^/]+ › )|^.*\/(?=[^/]+$)/, ''));
  return `${minutes(ms)}${of} min · ${[...stages].join(' and ')}${files.length > 0 ? `: ${files.join(', ')}` : ''}`;
}

/** Keeps a line below all output and updates it each second. @returns a function that removes it. */
export function showStatus(line: () => string, out = process.stdout): () => void {
  const write = out.write.bind(out);
  const CLEAR = '\r\u001b[2K';
  let isLineStart = true;
  out.write = (text: string | Uint8Array, ...rest: []) => {
    const ok = write(CLEAR.repeat(Number(isLineStart)) + text.toString(), ...rest);
    isLineStart = text.toString().endsWith('\n');
    return ok;
  };
  const timer = setInterval(() => {
    if (isLineStart) write(CLEAR + line().slice(0, (out.columns || 80) - 1));
  }, 1000);
  return () => {
    clearInterval(timer);
    if (isLineStart) write(CLEAR);
    out.write = write;
  };
}
