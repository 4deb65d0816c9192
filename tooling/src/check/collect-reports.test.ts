import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectReports, removeReports } from './collect-reports.ts';

it('copies the report of each workspace by its name, and removes those of earlier runs', () => {
  const root = `${mkdtempSync(join(tmpdir(), 'despacho-reports-'))}/`;
  for (const workspace of ['apps/bff', 'packages/contracts', 'e2e']) {
    mkdirSync(`${root}${workspace}/.reports`, { recursive: true });
    writeFileSync(`${root}${workspace}/package.json`, '{}');
    writeFileSync(`${root}${workspace}/.reports/test.json`, workspace);
  }
  const folder = mkdtempSync(join(tmpdir(), 'despacho-collected-'));
  collectReports(folder, root);
  expect(readdirSync(folder).sort()).toEqual(['bff.json', 'contracts.json', 'e2e.json']);
  expect(readFileSync(`${folder}/bff.json`, 'utf8')).toBe('apps/bff');

  removeReports(root);
  const second = mkdtempSync(join(tmpdir(), 'despacho-collected-'));
  collectReports(second, root);
  expect(readdirSync(second)).toEqual([]);
});
