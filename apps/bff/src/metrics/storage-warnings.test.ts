import { describe, expect, it } from 'vitest';
import { StorageWarnings } from './storage-warnings.ts';

describe('the warnings about storage', () => {
  it('count each company by its latest figures, for an hour', () => {
    let now = 0;
    const warnings = new StorageWarnings(() => now);
    const counts = () => [warnings.count(80), warnings.count(95)];
    warnings.note('one', 80);
    warnings.note('other', 95);
    warnings.note('third', undefined);
    expect(counts()).toEqual([2, 1]);
    warnings.note('other', 80);
    expect(counts()).toEqual([2, 0]);
    now += 59 * 60_000;
    warnings.note('other', undefined);
    expect(counts()).toEqual([1, 0]);
    now += 60_000;
    expect(counts()).toEqual([0, 0]);
  });

  it('G40: remember a thousand companies', () => {
    const warnings = new StorageWarnings(() => 0);
    for (let company = 0; company < 1500; company++) warnings.note(String(company), 95);
    expect(warnings.count(95)).toBe(1000);
  });
});
