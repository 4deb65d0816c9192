import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { chosenParts, LONG_PARTS } from './long-parts.ts';

describe('the long check', () => {
  it('runs what is named, or everything, in its own order', () => {
    expect(chosenParts([])).toEqual(LONG_PARTS);
    expect(chosenParts(['mutation', 'kills']).map(({ name }) => name)).toEqual(['kills', 'mutation']);
  });

  it('refuses a name that is none, and says which there are', () => {
    expect(() => chosenParts(['kill'])).toThrow(/No part kill: kills, postgres-kills, soak/);
  });

  it.each(LONG_PARTS)('$name: has what it runs', ({ command, folder }) => {
    expect(existsSync(`${ROOT}${folder}`)).toBe(true);
    const scripts = command.filter((word) => word.endsWith('.ts'));
    expect(scripts.filter((script) => !existsSync(`${ROOT}${script}`))).toEqual([]);
  });
});
