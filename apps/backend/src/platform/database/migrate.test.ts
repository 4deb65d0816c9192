import { describe, expect, it } from 'vitest';
import { VERSION } from '@despacho/server/version';
import { describeMismatch } from './migrate.ts';
import { BEFORE_BASELINE } from './releases.ts';

const up = () => Promise.resolve();
const KNOWN = { '065-baseline': { up }, '067-ours': { up } };

describe('describeMismatch', () => {
  it.each([[[]], [['065-baseline']], [['065-baseline', '067-ours']]])('accepts the migrations %j', (applied) => {
    expect(describeMismatch(applied, undefined, KNOWN)).toBeUndefined();
  });

  const newer = [['065-baseline', '066-theirs', '067-ours'], '2.1.0'] as const;
  it.each([
    [...newer, `release 2.1.0 has used it, and this is ${VERSION}. Start that release or a newer one`],
    [
      ['065-baseline', '999-later'],
      undefined,
      `a newer release has used it, and this is ${VERSION}. Start that release`,
    ],
    [['065-baseline', '999-later'], VERSION, 'a newer release has used it'],
    [['001-foundation', BEFORE_BASELINE.newest], undefined, 'it is of release 0.9.0, and this is'],
    [
      ['001-foundation', '048-doors'],
      undefined,
      'it is of release 0.9.0, and this is 1.0.0. Start release 0.9.0 on it once',
    ],
    [['001-foundation', '029-courier-settings'], undefined, 'it is of release 0.8.0, and this is'],
    [['001-foundation', '007-first'], undefined, 'it is of release 0.8.0, and this is'],
  ])('of %j by release %s says: %s', (applied, release, text) => {
    expect(describeMismatch(applied, release, KNOWN)).toContain(text);
  });
});
