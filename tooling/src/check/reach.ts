import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';

const SOURCE = /\.(?:tsx?|js)$/;
const TEST = /\.(?:test|spec)\.tsx?$/;
const IMPORT = /(?:\bfrom|\bimport|\bmock\(|\bnew URL\()\s*\(?\s*'([#@.][^']*)'/g;

/** The files that import each file; all paths are relative to the root. */
type Importers = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads the imports of the repository's own files from their text, which takes a second; parsing takes half a minute.
 * @param files relative to `root`, which ends with a slash.
 * @param changed files that are not source text are also imported by each file that contains their name.
 */
export function importersOf(root: string, files: readonly string[], changed: readonly string[]): Importers {
  const importers = new Map<string, Set<string>>();
  const known = new Map<string, string | undefined>();
  const add = (file: string, importer: string): void => {
    importers.set(file, (importers.get(file) ?? new Set()).add(importer));
  };
  /** Resolves package names and `#` names with the package.json of the importing workspace. */
  const named = (name: string, importer: string): string | undefined => {
    const key = `${importer.split('/').slice(0, 2).join('/')} ${name}`;
    if (!known.has(key)) {
      const { resolve } = createRequire(root + importer);
      let path: string | undefined;
      try {
        path = resolve(name);
      } catch {
        path = undefined;
      }
      known.set(key, path?.startsWith(root) ? path.slice(root.length) : undefined);
    }
    return known.get(key);
  };
  const data = changed.filter((file) => !SOURCE.test(file) && extname(file) !== '.css').map((file) => basename(file));
  for (const importer of files.filter((file) => SOURCE.test(file))) {
    const text = existsSync(root + importer) ? readFileSync(root + importer, 'utf8') : '';
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      const file = name.startsWith('.') ? join(dirname(importer), name) : named(name, importer);
      if (file !== undefined) add(file, importer);
    }
    for (const file of changed) if (data.includes(basename(file)) && text.includes(basename(file))) add(file, importer);
  }
  return importers;
}

/** @returns the tests that import a changed file, with the number of imports in between, the nearest first. */
export function reachedTests(changed: readonly string[], importers: Importers): Map<string, number> {
  const distances = new Map<string, number>(changed.map((file) => [file, 0]));
  // A map is iterated in the order of insertion, including what is added meanwhile.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return new Map([...distances].filter(([file]) => TEST.test(file)));
}

/** Budget for the tests of `npm run check`, in seconds, by their last durations. */
const BUDGET_S = 50;

/** Guess for a file without a duration: those in a `test` folder start processes or databases. */
const guess = (file: string): number => (file.includes('/test/') ? 12 : 3);

/**
 * @param tests the nearest first.
 * @param seconds the last duration of a file.
 * @returns the tests that fit into the budget. Changed tests and the nearest one always do.
 */
export function nearestTests(
  tests: ReadonlyMap<string, number>,
  seconds: (file: string) => number | undefined,
): string[] {
  let left = BUDGET_S;
  return [...tests]
    .filter(([file, distance], index) => {
      const cost = seconds(file) ?? guess(file);
      if (distance > 0 && index > 0 && cost > left) return false;
      left -= cost;
      return true;
    })
    .map(([file]) => file);
}

const wordsOf = (path: string): string[] =>
  (path.replace(/\.\w+(?:\.\w+)?$/, '').match(/[A-Z]?[a-z]{3,}/g) ?? []).map((word) =>
    word.toLowerCase().replace(/s$/, ''),
  );

/** @returns the browser tests whose name shares a word with a changed file of the web, or if none does, with its folders. */
export function relatedSpecs(changed: readonly string[], specs: readonly string[]): string[] {
  const sharing = (words: readonly string[]): string[] =>
    specs.filter((spec) => wordsOf(basename(spec)).some((word) => words.includes(word)));
  const found = changed.flatMap((file) => {
    const [, path] = /^apps\/web\/src\/(?:features|field|guest|app|shared)\/(.*)$/.exec(file) ?? [];
    if (path === undefined) return [];
    const byName = sharing(wordsOf(basename(path)));
    return byName.length > 0 ? byName : sharing(wordsOf(dirname(path)));
  });
  return specs.filter((spec) => found.includes(spec));
}
