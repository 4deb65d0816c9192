import { expect, it } from 'vitest';
import { type DispatchNews } from '../../../shared/live/event-log.ts';
import { missedText } from './missed-text.ts';

const events = (count: number) => Array.from({ length: count }, () => ({}) as DispatchNews);

it.each([
  [1, false, 'Mientras estuvo fuera: 1 cambio'],
  [1200, false, 'Mientras estuvo fuera: 1,200 cambios'],
  [12, true, 'Mientras estuvo fuera: más de 12 cambios'],
  [0, true, 'Mientras estuvo fuera hubo cambios: todo se ha leído de nuevo'],
])('with %d events and incomplete=%j, returns «%s»', (count, isIncomplete, text) => {
  expect(missedText({ events: events(count), isIncomplete })).toBe(text);
});
