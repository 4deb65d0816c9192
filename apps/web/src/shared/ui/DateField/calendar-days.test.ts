import { expect, it } from 'vitest';
import { dayByKey, monthAfter, weeksOf } from './calendar-days.ts';

it('lists the weeks of a month from Monday', () => {
  const weeks = weeksOf('2026-11-23');
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  // Four full weeks.
  expect(weeksOf('2027-02-10')).toHaveLength(4);
});

it('goes to the last day of a shorter month', () => {
  expect([monthAfter('2026-01-31', 1), monthAfter('2026-12-05', 1), monthAfter('2028-03-30', -1)]).toEqual([
    '2026-02-28',
    '2027-01-05',
    '2028-02-29',
  ]);
});

it.each([
  ['ArrowRight', '2026-12-01'],
  ['ArrowUp', '2026-11-23'],
  ['Home', '2026-11-30'],
  ['End', '2026-12-06'],
  ['PageDown', '2026-12-30'],
  ['a', undefined],
])('%s goes from Monday 30 November to %s', (key, day) => {
  expect(dayByKey(key, '2026-11-30')).toBe(day);
});
