import { workspacesWith } from './workspaces.ts';

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
