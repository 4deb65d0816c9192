import { mkdir, writeFile } from 'node:fs/promises';
import { type TestInfo } from '@playwright/test';
import { programOf, whyMissing } from '@despacho/tooling/machine/programs';
import { expect, test } from '../test.ts';
import { type Engine, type Place } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

interface EngineOfTest {
  name: string;
  /** Programs of the tests; the first one starts the browser. */
  programs: readonly [string, ...string[]];
  start: (place: Place) => Promise<Engine>;
  /** An office whose last person's permissions, and whose settings, no other test changes. */
  other: string;
}

const ENGINES: readonly EngineOfTest[] = [
  { name: 'Firefox', programs: ['Firefox'], start: startFirefox, other: 'AREQUIPA' },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], start: startWebKit, other: 'TRUJILLO' },
];

/** Starts a browser for a journey, and checks what it reported. A failed journey has a picture of each tab. */
export async function inEngine(
  { programs: [program], start }: EngineOfTest,
  size: Place['size'],
  info: TestInfo,
  journey: (engine: Engine, folder: string) => Promise<void>,
): Promise<void> {
  const folder = info.outputPath('home');
  await mkdir(folder, { recursive: true });
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  // The end of a run finds its processes by TMPDIR.
  const environment = { PATH, TMPDIR, HOME: folder, TZ: 'America/Lima', LANG: 'C.UTF-8' };
  const engine = await start({ executable: programOf(program).find() ?? '', size, folder, environment });
  try {
    await journey(engine, folder);
  } catch (error) {
    for (const [at, tab] of engine.tabs.entries())
      await writeFile(info.outputPath(`tab-${at}.png`), await tab.picture());
    throw error;
  } finally {
    await engine.close();
  }
  expect(engine.complaints(), 'console errors, CSP violations').toEqual([]);
}

/** Defines tests for each engine. Without its programs they are skipped, and fail under CI. */
export function describeEngines(define: (engine: EngineOfTest) => void): void {
  for (const engine of ENGINES)
    test.describe(engine.name, () => {
      const missing = engine.programs.map((each) => whyMissing(programOf(each))).find((each) => each !== undefined);
      test.beforeEach(() => {
        // Each has as many steps as several tests.
        test.slow();
        // On CI `npm test` installs them.
        if (missing !== undefined && process.env['CI'] !== undefined) throw new Error(missing);
        test.skip(missing !== undefined, missing);
      });
      define(engine);
    });
}
