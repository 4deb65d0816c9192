import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../root.ts';

/** A requirement in scope. */
interface Row {
  id: string;
  text: string;
  /** Why the product does less than the specification requires; missing if it does all of it. */
  narrower?: string;
}

/** A test whose title names requirements. */
export interface NamingTest {
  ids: string[];
  title: string;
  file: string;
  line: number;
}

/** A control of the gateway, for security reviewers. */
export interface Control {
  id: string;
  promise: string;
  /** Where the control comes from; empty for our own judgement. */
  sources: string[];
  /** Files that implement it, relative to the repository root. */
  code: string[];
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'));

/** @returns the controls in docs/security/controls.json, in review order. */
export const readControls = (): Control[] => readJson('docs/security/controls.json') as Control[];

/** @returns the rows of docs/requirements.json, followed by those of docs/security/controls.json. */
export function readRows(): Row[] {
  const controls = readControls().map(({ id, promise }) => ({ id, text: promise }));
  return [...(readJson('docs/requirements.json') as Row[]), ...controls];
}

/** A call of `it` or `test` up to its title (with `.each`, the title follows the table). */
const TITLE =
  /\b(?:it|test)(?:\.each(?:<[\s\S]*?>)?\([\s\S]*?\)|\.runIf\([^\n]*?\)|\.skipIf\([^\n]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;

/** The ids at the start of a title: `S25: …`, `S29 C3: …`, `S11, G12: …`. */
const IDS = /^((?:[SCG]\d+[,;]?\s*)+):/;

/** @returns the tests in a source text whose titles start with ids of requirements. */
export function namingTests(text: string, file: string): NamingTest[] {
  return [...text.matchAll(TITLE)].flatMap((match) => {
    const title = match[2] ?? '';
    const ids = IDS.exec(title)?.[1]?.match(/[SCG]\d+/g);
    return ids ? [{ ids, title, file, line: text.slice(0, match.index).split('\n').length }] : [];
  });
}

/** Patterns of the test files that `npm test` and `npm run e2e` run. */
export const TESTS = [
  '{apps,packages}/*/{src,test,scripts}/**/*.test.{ts,tsx}',
  'tooling/**/*.test.ts',
  'e2e/specs/**/*.spec.ts',
];

/** @returns every test in the repository that names a requirement. */
export function findNamingTests(): NamingTest[] {
  return globSync(TESTS, { cwd: ROOT, exclude: (name) => name.endsWith('node_modules') })
    .sort()
    .flatMap((file) => namingTests(readFileSync(`${ROOT}${file}`, 'utf8'), file));
}

/** @returns rows without a test, and titles that name an unknown row. */
export function gaps(rows: Row[], tests: NamingTest[]): { unproved: Row[]; unknown: NamingTest[] } {
  const known = new Set(rows.map(({ id }) => id));
  const named = new Set(tests.flatMap(({ ids }) => ids));
  return {
    unproved: rows.filter(({ id }) => !named.has(id)),
    unknown: tests.filter(({ ids }) => ids.some((id) => !known.has(id))),
  };
}
