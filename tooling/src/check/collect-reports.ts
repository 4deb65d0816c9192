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

/** Removes the earlier reports of workspaces, so that one without a report counts as failed. */
export function removeReports(names: readonly string[], root = ROOT): void {
  for (const folder of globSync('{apps/*,packages/*,tooling,e2e}/.reports', { cwd: root }))
    if (names.includes(basename(dirname(folder)))) rmSync(`${root}${folder}`, { recursive: true });
}

/**
 * Copies the reports of workspaces into `folder`, as `<workspace>.json`.
 * @param since when this run began, in milliseconds.
 * @param names of the workspaces that run.
 * @returns the workspaces whose report is that of an earlier run.
 */
export function collectReports(folder: string, since: number, names: readonly string[], root = ROOT): Set<string> {
  const earlier = new Set<string>();
  for (const manifest of globSync('{apps/*,packages/*,tooling,e2e}/package.json', { cwd: root })) {
    const report = `${root}${dirname(manifest)}/${REPORT}`;
    const name = basename(dirname(manifest));
    if (!names.includes(name) || !existsSync(report)) continue;
    const text = readFileSync(report, 'utf8');
    const { startTime, stats } = JSON.parse(text) as Begun;
    if ((startTime ?? Date.parse(stats?.startTime ?? '')) < since) earlier.add(name);
    writeFileSync(`${folder}/${name}.json`, text);
  }
  return earlier;
}
