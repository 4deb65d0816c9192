import { expect, it } from 'vitest';
import { livenessText } from './liveness-text.ts';

const now = new Date('2026-11-20T15:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it("shows live, then the data's age, then a lost connection", () => {
  expect(livenessText({ state: 'live', since: before(500) }, now)).toBe('En vivo');
  expect(livenessText({ state: 'off', since: before(1) }, now)).toBeUndefined();
  expect(livenessText({ state: 'connecting', since: before(1) }, now)).toBe('Conectando…');
  expect(livenessText({ state: 'offline', since: before(12) }, now)).toBe('hace 12 s');
  expect(livenessText({ state: 'offline', since: before(60) }, now)).toBe('sin conexión hace 1 min');
  expect(livenessText({ state: 'offline', since: before(7300) }, now)).toBe('sin conexión hace 2 h');
});
