import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../root.ts';

/** @returns the short names (`bff`, `contracts`, …) of the workspaces that have a script with this name. */
export function workspacesWith(script: string, root = ROOT): string[] {
  return globSync('{apps/*,packages/*,tooling,e2e}/package.json', { cwd: root })
    .map((file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as { name: string; scripts?: object })
    .filter(({ scripts }) => scripts && Object.hasOwn(scripts, script))
    .map(({ name }) => name.replace('@despacho/', ''))
    .sort();
}
