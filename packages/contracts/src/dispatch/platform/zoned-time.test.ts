import { FOREIGN_FORMATS, writeDatesAs } from '@despacho/tooling/test/foreign-formats';
import { describe, expect, it, vi } from 'vitest';
import { instantOf, localOf } from './zoned-time.ts';

describe('times of an office', () => {
  it.each([
    ['2026-11-20', '18:00', 'America/Lima', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20', '24:00', 'America/Lima', '2026-11-21T05:00:00.000Z'],
    ['2026-11-20', '00:00', 'America/La_Paz', '2026-11-20T04:00:00.000Z'],
    // Chile: UTC-3 in summer, UTC-4 in winter; clocks go forward on 6 September 2026 and back on 5 April.
    ['2026-11-20', '18:00', 'America/Santiago', '2026-11-20T21:00:00.000Z'],
    ['2026-06-20', '18:00', 'America/Santiago', '2026-06-20T22:00:00.000Z'],
    ['2026-09-05', '24:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-09-06', '08:00', 'America/Santiago', '2026-09-06T11:00:00.000Z'],
    ['2026-11-20', '09:30', 'Asia/Kathmandu', '2026-11-20T03:45:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, instant) => {
    expect(instantOf(date, time, zone).toISOString()).toBe(instant);
  });

  it('uses the calendar of the zone, not of the machine', () => {
    expect(localOf(new Date('2026-11-21T03:00:00.5Z'), 'America/Lima')).toEqual({
      date: '2026-11-20',
      time: '22:00:00',
    });
    expect(localOf(new Date('2026-11-21T03:00:00Z'), 'America/Santiago')).toEqual({
      date: '2026-11-21',
      time: '00:00:00',
    });
  });

  it.each([
    // A zone each, because formatters are cached by zone. All are UTC-5.
    ['the month first, with narrow spaces', 'America/Guayaquil'],
    ['Arabic digits from right to left', 'America/Cayman'],
    ['the Buddhist calendar with Thai digits', 'America/Jamaica'],
    ['midnight as 24:00', 'America/Panama'],
  ] as const)('is the same where the machine writes %s', (name, zone) => {
    writeDatesAs(FOREIGN_FORMATS[name]);
    try {
      expect(localOf(new Date('2026-11-20T05:00:00Z'), zone)).toEqual({ date: '2026-11-20', time: '00:00:00' });
      expect(instantOf('2026-11-20', '18:05', zone).toISOString()).toBe('2026-11-20T23:05:00.000Z');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
