import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { slowestFiles } from './slowest.ts';

it('lists the slowest test files of vitest and Playwright reports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'despacho-slowest-'));
  const result = (...milliseconds: number[]) => ({
    tests: [{ results: milliseconds.map((duration) => ({ duration })) }],
  });
  const reports = {
    bff: {
      testResults: [
        { name: '/a/quick.test.ts', startTime: 1000, endTime: 2000 },
        { name: '/a/slow.test.ts', startTime: 1000, endTime: 9000 },
      ],
    },
    e2e: {
      suites: [
        { file: 'one.spec.ts', specs: [result(2500)], suites: [{ file: 'one.spec.ts', specs: [result(1000, 500)] }] },
      ],
    },
  };
  for (const [name, report] of Object.entries(reports))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(report));
  expect(slowestFiles(folder, 2)).toEqual([
    { file: 'bff slow.test.ts', seconds: 8 },
    { file: 'e2e one.spec.ts', seconds: 4 },
  ]);
  rmSync(folder, { recursive: true });
});
