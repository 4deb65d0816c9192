import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectReports, removeReports } from './collect-reports.ts';

const NAMES = ['bff', 'contracts', 'e2e'];

it('copies the report of each named workspace, and removes those of earlier runs', () => {
  const root = `${mkdtempSync(join(tmpdir(), 'despacho-reports-'))}/`;
  const reports = {
    'apps/bff': { startTime: 2000 },
    'packages/contracts': { startTime: 999 },
    'apps/web': { startTime: 3000 },
    e2e: { stats: { startTime: new Date(500).toISOString() } },
  };
  for (const [workspace, report] of Object.entries(reports)) {
    mkdirSync(`${root}${workspace}/.reports`, { recursive: true });
    writeFileSync(`${root}${workspace}/package.json`, '{}');
    writeFileSync(`${root}${workspace}/.reports/test.json`, JSON.stringify(report));
  }
  const folder = mkdtempSync(join(tmpdir(), 'despacho-collected-'));
  // Those of an earlier run are named.
  expect(collectReports(folder, 1000, NAMES, root)).toEqual(new Set(['contracts', 'e2e']));
  expect(readdirSync(folder).sort()).toEqual(['bff.json', 'contracts.json', 'e2e.json']);
  expect(JSON.parse(readFileSync(`${folder}/bff.json`, 'utf8'))).toEqual({ startTime: 2000 });

  removeReports(NAMES, root);
  const second = mkdtempSync(join(tmpdir(), 'despacho-collected-'));
  expect(collectReports(second, 1000, NAMES, root)).toEqual(new Set());
  expect(readdirSync(second)).toEqual([]);
  expect(readdirSync(`${root}apps/web/.reports`)).toEqual(['test.json']);
});
