import { BYTES_PER_SHOWN_GB, BYTES_PER_SHOWN_MB } from '@despacho/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatStorage } from './format-storage.ts';

const of = (used: number, total: number) => formatStorage({ almacenamientoUsado: used, almacenamientoMaximo: total });
const GB = 1_075_840_000;
const MB = 1_050_625;

describe('storage figures', () => {
  it('S25: uses the constants of the specification', () => {
    expect([BYTES_PER_SHOWN_MB, BYTES_PER_SHOWN_GB]).toEqual([MB, GB]);
  });

  it('S25: shows used storage in MB up to 1024 MB, in GB above', () => {
    expect(of(512 * MB, 100 * GB).used).toBe('512 MB');
    expect(of(1024 * MB, 100 * GB).used).toBe('1,024 MB');
    expect(of(1025 * MB, 100 * GB).used).toBe('1 GB');
    expect(of(62.4 * GB, 100 * GB).used).toBe('62.4 GB');
  });

  it('S25: shows the total in whole GB', () => {
    expect(of(0, 100 * GB).total).toBe('100 GB');
    expect(of(0, 99.6 * GB).total).toBe('100 GB');
    expect(of(0, 1500 * GB).total).toBe('1,500 GB');
  });

  it('S25: the bar is as wide as the used percentage', () => {
    expect(of(25 * GB, 100 * GB)).toMatchObject({ bar: 25 });
  });

  it('S25: over 100 % the bar is full', () => {
    expect(of(130 * GB, 100 * GB)).toMatchObject({ bar: 100 });
  });

  it('S25: a total of zero shows an empty bar', () => {
    expect(of(5 * GB, 0)).toMatchObject({ total: '0 GB', bar: 0 });
  });

  it('S25: every value of the service gives a valid width', () => {
    const bytes = fc.double({ min: 0, max: 1e18, noNaN: true });
    fc.assert(
      fc.property(bytes, bytes, (used, total) => {
        const { bar } = of(used, total);
        expect(bar >= 0 && bar <= 100).toBe(true);
      }),
    );
  });
});
