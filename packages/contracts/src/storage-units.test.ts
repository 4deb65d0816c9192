import { describe, expect, it } from 'vitest';
import { BYTES_PER_SHOWN_GB, BYTES_PER_SHOWN_MB, SHOWN_MB_LIMIT, storageWarningOf } from './storage-units.ts';

describe('storage units', () => {
  it('S25: are the unusual divisors that customers have always seen', () => {
    expect(BYTES_PER_SHOWN_MB).toBe(1_050_625);
    expect(BYTES_PER_SHOWN_GB).toBe(1_075_840_000);
    expect(SHOWN_MB_LIMIT).toBe(1024);
  });

  it('S25: are multiples of 1025, as documented', () => {
    expect(BYTES_PER_SHOWN_MB).toBe(1025 ** 2);
    expect(BYTES_PER_SHOWN_GB).toBe(1024 * BYTES_PER_SHOWN_MB);
  });

  it('warn from exactly 80 and 95 percent, and never without storage', () => {
    const at = (used: number) => storageWarningOf(used, 300);
    expect([0, 239, 240, 284, 285, 900].map(at)).toEqual([undefined, undefined, 80, 80, 95, 95]);
    expect(storageWarningOf(1, 0)).toBeUndefined();
  });
});
