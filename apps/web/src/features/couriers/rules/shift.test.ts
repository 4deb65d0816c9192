import { describe, expect, it } from 'vitest';
import { clockTimeIn, shiftState } from './shift.ts';

const shift = { from: '08:00', to: '18:00' };

describe('shift', () => {
  it.each([
    ['07:59', false, 'entra 08:00'],
    ['08:00', true, 'hasta 18:00'],
    ['17:59', true, 'hasta 18:00'],
    ['18:00', false, 'salió 18:00'],
  ])('at %s: on shift %s, «%s»', (time, on, text) => {
    expect(shiftState(shift, time)).toEqual({ on, text });
  });

  it("uses the office's time zone", () => {
    const now = new Date('2026-11-21T13:05:00Z');
    expect(clockTimeIn(now, 'America/Lima')).toBe('08:05');
    expect(clockTimeIn(now, 'America/Manaus')).toBe('09:05');
  });
});
