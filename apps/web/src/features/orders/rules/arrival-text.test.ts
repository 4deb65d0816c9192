import { expect, it } from 'vitest';
import { arrivalText } from './arrival-text.ts';

const LIMA = 'America/Lima';
const NOW = Date.parse('2026-11-20T19:30:00Z');

it.each([
  ['14:08', '14:09', 'Llegó 14:02, estuvo 6 min'],
  ['14:28', null, 'Llegó 14:02, sigue ahí'],
  ['14:03', null, 'Llegó 14:02, estuvo 1 min (después sin señal)'],
  ['14:08', null, 'Llegó 14:02, estuvo 6 min (después sin señal)'],
  ['14:03', '14:09', 'Llegó 14:02, estuvo de 1 min a 7 min (después sin señal)'],
  ['15:02', '15:03', 'Llegó 14:02, estuvo 1 h'],
  ['15:08', '15:09', 'Llegó 14:02, estuvo 1 h 6 min'],
])('says how long a stay until %s was, elsewhere at: %s', (until, left, text) => {
  const arrival = {
    orderId: '1',
    courierId: '7',
    at: '2026-11-20T19:02:00.000Z',
    until: `2026-11-20T${until}:00-05:00`,
    left: left && `2026-11-20T${left}:00-05:00`,
  };
  expect(arrivalText(arrival, LIMA, NOW)).toBe(text);
});

it('shows the date of another day', () => {
  const arrival = {
    orderId: '1',
    courierId: '7',
    at: '2026-11-19T19:02:00Z',
    until: '2026-11-19T19:04:30Z',
    left: '2026-11-19T19:05:00Z',
  };
  expect(arrivalText(arrival, LIMA, NOW)).toBe('Llegó el 19 nov 2026, 14:02, estuvo 3 min');
});
