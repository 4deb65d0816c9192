import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ROOT } from '../root.ts';

/** Where the tests of a workspace write their report, and where turbo restores it if they need not run. */
const REPORT = '.reports/test.json';

/** When a run of vitest or Playwright began, according to its report. */
interface Begun {
  startTime?: number;
  stats?: { startTime: string };
}

/** Removes the reports of earlier runs, so that a workspace without a report counts as failed. */
export function removeReports(root = ROOT): void {
  for (const folder of globSync('{apps/*,packages/*,tooling,e2e}/.reports', { cwd: root }))
    rmSync(`${root}${folder}`, { recursive: true });
}

/**
 * Copies the reports of all workspaces into `folder`, as `<workspace>.json`.
 * @param since when this run began, in milliseconds.
 * @returns the workspaces whose report is that of an earlier run.
 */
export function collectReports(folder: string, since: number, root = ROOT): Set<string> {
  const earlier = new Set<string>();
  for (const manifest of globSync('{apps/*,packages/*,tooling,e2e}/package.json', { cwd: root })) {
    const report = `${root}${dirname(manifest)}/${REPORT}`;
    if (!existsSync(report)) continue;
    const name = basename(dirname(manifest));
    const text = readFileSync(report, 'utf8');
    const { startTime, stats } = JSON.parse(text) as Begun;
    if ((startTime ?? Date.parse(stats?.startTime ?? '')) < since) earlier.add(name);
    writeFileSync(`${folder}/${name}.json`, text);
  }
  return earlier;
}
