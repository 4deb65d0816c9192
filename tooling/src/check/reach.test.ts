import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { importersOf, nearestTests, reachedTests, relatedSpecs } from './reach.ts';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
  '\n',
);
const reached = (...changed: string[]): string[] => [
  ...reachedTests(changed, importersOf(ROOT, files, changed)).keys(),
];
const workspaces = (tests: string[]): Set<string> =>
  new Set(tests.map((file) => file.split('/').slice(0, 2).join('/')));

it('reaches only component tests from a style sheet', () => {
  const sheets = files.filter((file) => file.startsWith('apps/web/src/features/') && file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(10);
  expect(workspaces(reached(...sheets))).toEqual(new Set(['apps/web']));
});

it('reaches the tests of all workspaces from a contract, the nearest first', () => {
  const tests = reached('packages/contracts/src/text.ts');
  expect(tests[0]).toBe('packages/contracts/src/text.test.ts');
  expect(workspaces(tests)).toEqual(
    new Set(['packages/contracts', 'apps/web', 'apps/bff', 'apps/backend', 'tooling/src', 'tooling/test', 'e2e/specs']),
  );
});

it('reaches a test through names of package.json, and from a document that it names', () => {
  expect(reached('apps/backend/test/shared-postgres.ts')).toContain('apps/backend/test/order-list.test.ts');
  const component = 'apps/web/src/features/attention/AttentionWindow.test.tsx';
  expect(importersOf(ROOT, [component], []).get('apps/web/test/fake-gateway.ts')).toEqual(new Set([component]));
  expect(reached('docs/requirements.json')).toContain('tooling/src/rows/rows.test.ts');
});

it('takes the nearest tests that fit, and changed ones in any case', () => {
  const tests = new Map([
    ['beside', 1],
    ['near', 2],
    ['expensive', 3],
    ['apps/backend/test/unknown', 4],
    ['unknown', 4],
  ]);
  const seconds: Record<string, number> = { beside: 40, near: 6, expensive: 30, changed: 60 };
  const chosen = (some: typeof tests): string[] => nearestTests(some, (file) => seconds[file]);
  expect(chosen(tests)).toEqual(['beside', 'near', 'unknown']);
  expect(
    chosen(
      new Map([
        ['expensive', 1],
        ['changed', 0],
      ]),
    ),
  ).toEqual(['expensive', 'changed']);
  expect(
    chosen(
      new Map([
        ['changed', 3],
        ['near', 3],
      ]),
    ),
  ).toEqual(['changed']);
});

it('names browser tests that share a word with a changed file of the web', () => {
  const specs = ['e2e/specs/clients.spec.ts', 'e2e/specs/sign-in.spec.ts', 'e2e/specs/import-clients.spec.ts'];
  expect(relatedSpecs(['apps/web/src/features/client-records/ClientEditor.tsx'], specs)).toEqual([specs[0], specs[2]]);
  expect(relatedSpecs(['apps/web/src/features/session/sign-in/Form.tsx'], specs)).toEqual([specs[1]]);
  expect(relatedSpecs(['apps/bff/src/clients.ts'], specs)).toEqual([]);
});
