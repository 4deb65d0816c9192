import { copyFileSync, existsSync, globSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ROOT } from '../root.ts';

/** Where the tests of a workspace write their report, and where turbo restores it if they need not run. */
const REPORT = '.reports/test.json';

/** Removes the reports of earlier runs, so that a workspace without a report counts as failed. */
export function removeReports(root = ROOT): void {
  for (const folder of globSync('{apps/*,packages/*,tooling,e2e}/.reports', { cwd: root }))
    rmSync(`${root}${folder}`, { recursive: true });
}

/** Copies the reports of all workspaces into `folder`, as `<workspace>.json`. */
export function collectReports(folder: string, root = ROOT): void {
  for (const manifest of globSync('{apps/*,packages/*,tooling,e2e}/package.json', { cwd: root })) {
    const workspace = dirname(manifest);
    const report = `${root}${workspace}/${REPORT}`;
    if (existsSync(report)) copyFileSync(report, `${folder}/${basename(workspace)}.json`);
  }
}
