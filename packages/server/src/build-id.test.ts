import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildIdOf } from './build-id.ts';

it('is the same for equal scripts, and differs after a change of any of them', () => {
  const [one, other] = ['a', 'b'].map(() => {
    const folder = mkdtempSync(path.join(tmpdir(), 'build-'));
    for (const name of ['main.js', 'chunk.js']) writeFileSync(path.join(folder, name), name);
    return path.join(folder, 'main.js');
  });
  if (one === undefined || other === undefined) throw new Error('folders are missing');
  expect(buildIdOf(one)).toBe(buildIdOf(other));
  writeFileSync(path.join(path.dirname(other), 'chunk.js'), 'changed');
  expect(buildIdOf(one)).not.toBe(buildIdOf(other));
});

it('differs for each process that runs the source', () => {
  expect(buildIdOf('main.ts')).not.toBe(buildIdOf('main.ts'));
});
