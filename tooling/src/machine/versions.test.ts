import { expect, it } from 'vitest';
import { PROGRAMS } from './programs.ts';
import { machineVersions } from './versions.ts';

it('names the version of Node and of every program of the tests', () => {
  const versions = machineVersions().split('; ');
  expect(versions[0]).toBe(`Node ${process.version}`);
  expect(versions).toHaveLength(PROGRAMS.length + 2);
  const [node, ...others] = versions.slice(0, -1);
  for (const version of [node, ...others]) expect(version).toMatch(/\d+\.\d+|: none$/);
});

it('differs when a program is missing', () => {
  const [first] = PROGRAMS;
  if (!first) throw new Error('There are no programs');
  expect(machineVersions([{ ...first, find: () => undefined }])).toContain('chromium-headless-shell: none');
});
