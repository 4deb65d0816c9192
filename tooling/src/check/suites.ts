import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../root.ts';

/** @returns the short names (`bff`, `contracts`, …) of the workspaces that have a script with this name. */
function workspacesWith(script: string, root = ROOT): string[] {
  return globSync('{apps/*,packages/*,tooling,e2e}/package.json', { cwd: root })
    .map((file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as { name: string; scripts?: object })
    .filter(({ scripts }) => scripts && Object.hasOwn(scripts, script))
    .map(({ name }) => name.replace('@despacho/', ''))
    .sort();
}

/** A part of `npm test` that can be chosen with `--suites=`. */
interface Suite {
  name: string;
  /** The short name of its workspace; the checks of all files have none. */
  workspace?: string;
  tasks: readonly string[];
}

/**
 * Suites in order of their cost: each of two lanes takes the next one when it is free. The browser tests cost most; their
 * two workers leave half a core idle. The checks come last, because small tasks fill the end of the shorter lane.
 */
const ORDER = { e2e: 'browser', backend: 'service', bff: 'gateway', web: 'web', tooling: 'tooling' };

const nameOf = (workspace: string): string => (ORDER as Record<string, string>)[workspace] ?? workspace;

/** @returns all suites, the longest first. */
function allSuites(): Suite[] {
  const withTests = workspacesWith('test').filter((name) => !Object.hasOwn(ORDER, name));
  return [
    ...[...Object.keys(ORDER), ...withTests].map((workspace) => ({
      name: nameOf(workspace),
      workspace,
      tasks: [workspace === 'e2e' ? 'e2e' : 'test'],
    })),
    // oxlint also checks types, with the programs that its rules load anyway.
    { name: 'checks', tasks: ['lint:code', 'lint:deps', 'lint:format'] },
  ];
}

/**
 * @param options `--suites=gateway,checks` chooses some, `--no-e2e` leaves out the browser.
 * @throws Error for an unknown name.
 */
export function chosenSuites(options: readonly string[]): Suite[] {
  const all = allSuites();
  const names = options
    .find((each) => each.startsWith('--suites='))
    ?.slice('--suites='.length)
    .split(',');
  const unknown = names?.filter((name) => !all.some((suite) => suite.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`No suite is named ${unknown.join(' or ')}: ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => names?.includes(name) ?? !(name === 'browser' && options.includes('--no-e2e')));
}
