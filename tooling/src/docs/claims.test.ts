import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { findNamingTests, TESTS } from '../rows/rows.ts';
import { type Statement, statementsIn } from './claims.ts';

/**
 * The others are generated from the code that they describe, or list the runs of a command (mutation.md) and the reasons of
 * changes (manifest-changes.md).
 */
const PAGES = ['README', 'threat-model', 'data-flow', 'events', 'asvs', 'pentest', 'runbooks'];

/** Beginnings of statements that no test can show. */
const UNPROVED = {
  'Answer within ten working days': 'a duty of the operator by law',
};

const FILES = globSync(TESTS, { cwd: ROOT, exclude: (name) => name.endsWith('node_modules') });

/** @returns the files with this name, or this path from the root, that `npm test` and `npm run e2e` run. */
const filesOf = (name: string): string[] =>
  FILES.filter((file) => (name.includes('/') ? file === name : basename(file) === name));

const statements = PAGES.flatMap((page) =>
  statementsIn(readFileSync(`${ROOT}docs/security/${page}.md`, 'utf8')).map((each) => ({ page, ...each })),
);
const claims = statements.filter(({ isClaim }) => isClaim);
const proofsOf = ({ ids, tests, commands }: Statement): string[] => [...ids, ...tests, ...commands];

describe('statements with a number or «never» on the pages for security reviewers', () => {
  it('name a test, control or command as evidence', () => {
    expect(claims.length).toBeGreaterThan(100);
    const unproved = claims.filter((each) => proofsOf(each).length === 0).map(({ page, text }) => `${page}: ${text}`);
    const stated = Object.keys(UNPROVED);
    expect(unproved.filter((each) => !stated.some((text) => each.includes(`: ${text}`)))).toEqual([]);
    expect(stated.filter((text) => !unproved.some((each) => each.includes(`: ${text}`)))).toEqual([]);
  });

  it('name tests that exist once and run, and rows that have tests', () => {
    const tests = new Set(statements.flatMap((each) => each.tests));
    expect([...tests].filter((name) => filesOf(name).length !== 1)).toEqual([]);
    const proved = new Set(findNamingTests().flatMap(({ ids }) => ids));
    expect(statements.flatMap(({ ids }) => ids).filter((id) => !proved.has(id))).toEqual([]);
  });
});

describe('statements of a page', () => {
  const claimsIn = (page: string) => statementsIn(page).filter(({ isClaim }) => isClaim);

  it('are sentences, list items and rows, without headings and fences', () => {
    const page =
      '# Two\n\nOne is. `Two` are,\nat 3. (Never!)\n\n```\n4\n```\n\n1. five\n2. Other\n\n| a | level |\n| --- | --- |\n| six | 2 |\n';
    expect(statementsIn(page).map(({ text }) => text)).toEqual([
      'One is.',
      '`Two` are, at 3.',
      '(Never!)',
      'five',
      'Other',
      'six',
    ]);
    expect(claimsIn(page).map(({ text }) => text)).toEqual(['`Two` are, at 3.', '(Never!)', 'five', 'six']);
  });

  it.each([
    'SHA-256 by decision 12',
    'TLS 1.2 and 1.3',
    'D04 to D06',
    'a /48',
    '`20` of [it](a1.md)',
    'as [0090](0090-x.md) says',
    '| 1 | 2 |',
  ])('%s contains no figure', (text) => {
    expect(claimsIn(text)).toEqual([]);
  });

  it.each(['within a second', 'it is never sent', '8 MB', 'half of them', 'an eleventh, once'])(
    '%s contains a figure',
    (text) => {
      expect(claimsIn(text)).toHaveLength(1);
    },
  );

  it('name controls, test files and measuring commands', () => {
    const [one] = claimsIn(
      'Ten ([G7](controls.md#g7), `a.test.ts`, `e2e/b.spec.ts`), by `npm run bench -- x` not `npm run docs`.',
    );
    expect(one).toMatchObject({ ids: ['G7'], tests: ['a.test.ts', 'e2e/b.spec.ts'], commands: ['bench'] });
    const [row] = claimsIn(
      '| id | reason | proof |\n| --- | --- | --- |\n| V1 | S7 are two | S6, [`c.test.tsx`](../../apps/c.test.tsx) |',
    );
    expect(row).toMatchObject({ ids: ['S6'], tests: ['apps/c.test.tsx'] });
  });
});
