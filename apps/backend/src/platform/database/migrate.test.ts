import { describe, expect, it } from 'vitest';
import { BEFORE_BASELINE, describeMismatch } from './migrate.ts';

const up = () => Promise.resolve();
const KNOWN = { '065-baseline': { up }, '067-ours': { up } };

describe('describeMismatch', () => {
  it.each([[[]], [['065-baseline']], [['065-baseline', '067-ours']]])('accepts the migrations %j', (applied) => {
    expect(describeMismatch(applied, KNOWN)).toBeUndefined();
  });

  it('names an unknown migration, also before a known one', () => {
    expect(describeMismatch(['065-baseline', '066-theirs', '067-ours'], KNOWN)).toContain('the migration 066-theirs,');
    expect(describeMismatch(['065-baseline', '999-later'], KNOWN)).toContain('the migration 999-later,');
  });

  it('names the newest schema of an earlier release', () => {
    expect(describeMismatch(['001-foundation', '048-doors'], KNOWN)).toContain('the schema 048-doors of an earlier');
    expect(describeMismatch(['001-foundation', BEFORE_BASELINE], KNOWN)).toContain('"database upgrade" once');
  });
});
