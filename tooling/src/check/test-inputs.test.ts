import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';

const { tasks } = JSON.parse(readFileSync(`${ROOT}turbo.json`, 'utf8')) as {
  tasks: Record<string, { inputs?: string[]; dependsOn?: string[]; cache?: boolean }>;
};

/** Files of the repository's root that an input covers. */
const fromRoot = (tasks['test']?.inputs ?? []).flatMap((glob) => /^\$TURBO_ROOT\$\/(.*)$/.exec(glob)?.[1] ?? []);

/** Paths outside the workspaces that are read in a file: `${ROOT}docker/…`, or `../../../../docs/…`. */
const outside = (file: string): string[] =>
  [
    ...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(
      /(?:\$\{ROOT\}|'(?:\.\.\/)+)((?:docs|docker|Dockerfile)[^'`$]*)/g,
    ),
  ].map(([, path = '']) => path);

describe('results of tests that are kept', () => {
  it('depend on every file outside the workspaces that a test reads', () => {
    const read = globSync('{apps/*,packages/*}/{src,test}/**/*.test.{ts,tsx}', { cwd: ROOT }).flatMap((file) =>
      outside(file).map((path) => ({ file, path })),
    );
    expect(read.length).toBeGreaterThan(1);
    expect(read.filter(({ path }) => !fromRoot.some((glob) => matchesGlob(path, glob)))).toEqual([]);
  });

  it('depend on the builds and on the sources of other workspaces', () => {
    expect(tasks['test']?.dependsOn).toEqual(['build', '^transit']);
    expect(tasks['e2e']?.dependsOn).toEqual([
      ...['backend', 'bff', 'web'].map((app) => `@despacho/${app}#build`),
      '^transit',
    ]);
    // Its tests read the whole repository.
    expect(tasks['@despacho/tooling#test']?.cache).toBe(false);
  });
});
