import { describe, expect, it } from 'vitest';
import { shiftState } from './shift.ts';

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
});
