import { expect, it } from 'vitest';
import { arrivalText } from './arrival-text.ts';

const LIMA = 'America/Lima';
const NOW = Date.parse('2026-11-20T19:30:00Z');

it.each([
  ['14:08', true, 'Llegó 14:02, estuvo 6 min'],
  ['14:28', false, 'Llegó 14:02, sigue ahí'],
  ['14:08', false, 'Llegó 14:02, estuvo 6 min'],
  ['15:02', true, 'Llegó 14:02, estuvo 1 h'],
  ['15:08', true, 'Llegó 14:02, estuvo 1 h 6 min'],
])('says how long a stay until %s was, left: %s', (until, left, text) => {
  const arrival = {
    orderId: '1',
    courierId: '7',
    at: '2026-11-20T19:02:00.000Z',
    until: `2026-11-20T${until}:00-05:00`,
    left,
  };
  expect(arrivalText(arrival, LIMA, NOW)).toBe(text);
});

it('shows the date of another day', () => {
  const arrival = {
    orderId: '1',
    courierId: '7',
    at: '2026-11-19T19:02:00Z',
    until: '2026-11-19T19:04:30Z',
    left: false,
  };
  expect(arrivalText(arrival, LIMA, NOW)).toBe('Llegó el 19 nov 2026, 14:02, estuvo 3 min');
});
