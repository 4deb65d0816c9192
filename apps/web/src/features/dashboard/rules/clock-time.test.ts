import { expect, it } from 'vitest';
import { clockTime } from './clock-time.ts';

it.each([
  ['America/Lima', '22:42:08'],
  ['Europe/Madrid', '04:42:08'],
  ['UTC', '03:42:08'],
])('formats the time in %s', (zone, time) => {
  expect(clockTime('2026-11-21T03:42:08.500Z', zone)).toBe(time);
});
