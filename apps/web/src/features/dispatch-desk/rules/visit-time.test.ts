import { expect, it } from 'vitest';
import { visitAt } from './visit-time.ts';

// 10:00 in Lima.
const moment = { now: Date.parse('2026-11-20T15:00:00Z'), timeZone: 'America/Lima' };

it.each([
  ['09:30', '2026-11-20', '2026-11-20T14:30:00.000Z'],
  ['10:00', '2026-11-20', '2026-11-20T15:00:00.000Z'],
  // A later time than now means yesterday, if the order was due by then.
  ['17:45', '2026-11-19', '2026-11-19T22:45:00.000Z'],
  ['17:45', '2026-11-20', null],
  ['9:30 am', '2026-11-20', '2026-11-20T14:30:00.000Z'],
  // Delivered before its day.
  ['09:30', '2026-11-25', '2026-11-20T14:30:00.000Z'],
  ['17:45', '2026-11-25', null],
])('%s for an order of %s is %s', (time, date, at) => {
  expect(visitAt(time, { date }, moment)).toEqual(at === null ? { error: 'Esa hora aún no llega' } : { at });
});

it('rejects text that is not a time', () => {
  expect(visitAt('tarde', { date: '2026-11-20' }, moment)).toEqual({ error: 'Escriba una hora, por ejemplo 14:05' });
});
