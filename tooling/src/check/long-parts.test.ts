import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { chosenParts, LONG_PARTS } from './long-parts.ts';

describe('the long check', () => {
  it('runs the named parts, or all of them, in its own order', () => {
    expect(chosenParts([])).toEqual(LONG_PARTS);
    expect(chosenParts(['mutation', 'kills']).map(({ name }) => name)).toEqual(['kills', 'mutation']);
  });

  it('rejects an unknown name and lists the known ones', () => {
    expect(() => chosenParts(['kill'])).toThrow(/No part kill: kills, postgres-kills, sick-haproxy/);
  });

  it.each(LONG_PARTS)('$name: its script exists', ({ command, folder = '' }) => {
    expect(existsSync(`${ROOT}${folder}`)).toBe(true);
    const scripts = command.split(' ').filter((word) => word.endsWith('.ts'));
    expect(scripts.filter((script) => !existsSync(`${ROOT}${script}`))).toEqual([]);
  });
});
