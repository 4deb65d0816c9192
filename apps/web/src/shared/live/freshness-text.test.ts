import { expect, it } from 'vitest';
import { freshnessText } from './freshness-text.ts';
import { type Liveness } from './live-state.ts';

const now = new Date('2026-11-21T15:00:12Z');
const readAt = new Date('2026-11-21T15:00:00Z');
const liveness = (state: Liveness['state']): Liveness => ({ state, since: readAt });

it.each([
  ['live', readAt, 'En vivo'],
  ['connecting', readAt, 'hace 12 s'],
  ['off', readAt, 'hace 12 s'],
  ['offline', readAt, 'Sin conexión desde hace 12 s'],
  ['offline', undefined, 'Sin conexión desde hace 12 s'],
  ['connecting', undefined, ''],
] as const)('%s, read at %j: «%s»', (state, at, text) => {
  expect(freshnessText(liveness(state), at, now)).toBe(text);
});
