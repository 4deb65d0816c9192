import { expect, it } from 'vitest';
import { livenessText } from './liveness-text.ts';

const now = new Date('2026-11-20T15:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it('shows live, and since when the connection is lost', () => {
  expect(livenessText({ state: 'live', since: before(500) }, now)).toBe('En vivo');
  expect(livenessText({ state: 'off', since: before(1) }, now)).toBeUndefined();
  expect(livenessText({ state: 'connecting', since: before(1) }, now)).toBe('Conectando…');
  expect(livenessText({ state: 'offline', since: before(12) }, now)).toBe('Sin conexión desde hace 12 s');
  expect(livenessText({ state: 'offline', since: before(60) }, now)).toBe('Sin conexión desde hace 1 min');
  expect(livenessText({ state: 'offline', since: before(7300) }, now)).toBe('Sin conexión desde hace 2 h');
});
