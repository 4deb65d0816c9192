import { type FieldRoute } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { aRoute } from '#test/a-route.ts';
import { aStop } from '#test/a-stop.ts';
import { startOf } from './start-day.ts';

const LIMA = 'America/Lima';
const [YESTERDAY, TODAY, TOMORROW] = ['2026-11-19', '2026-11-20', '2026-11-21'];
/** Half past midnight of the 21st, in the working day of the 20th. */
const NIGHT = Date.parse('2026-11-21T05:30:00Z');
const of = (...dates: string[]) => dates.map((date, index) => aStop({ id: String(index), state: 'asignada', date }));
const confirmed = { at: '2026-11-20T23:00:00Z', confirmedAt: '2026-11-20T23:30:00Z' };

it.each<[string, Partial<FieldRoute>, string[], number, object]>([
  ['stops of the day', {}, [TODAY, TOMORROW], NIGHT, { day: TODAY, why: 'today' }],
  ['what was left', {}, [YESTERDAY], NIGHT, { day: TODAY, why: 'today' }],
  ['no stops', {}, [], NIGHT, { day: TODAY, why: 'today' }],
  ['stops of tomorrow alone', {}, [TOMORROW, TOMORROW], NIGHT, { day: TOMORROW, why: 'ask' }],
  ['a route read the day before', { day: YESTERDAY }, [TOMORROW], NIGHT, { day: TOMORROW, why: 'ask' }],
  // The same phone, still without a signal when the day has turned.
  ['stops that were of tomorrow', {}, [TOMORROW], NIGHT + 6 * 3_600_000, { day: TOMORROW, why: 'today' }],
  ['a confirmed day', { end: confirmed }, [TOMORROW], NIGHT, { day: TOMORROW, why: 'confirmed' }],
  [
    'the day after a confirmed one',
    { end: confirmed },
    [TOMORROW],
    NIGHT + 6 * 3_600_000,
    { day: TOMORROW, why: 'today' },
  ],
  ['a route of tomorrow', { day: TOMORROW }, [TOMORROW], NIGHT, { day: TOMORROW, why: 'today' }],
  ['an office whose day turns at midnight', { turnsAt: '00:00' }, [TOMORROW], NIGHT, { day: TOMORROW, why: 'today' }],
])('begins the right day with %s', (_, route, dates, now, start) => {
  expect(startOf({ ...aRoute([]), day: TODAY, end: null, ...route }, of(...dates), LIMA, now)).toEqual(start);
});
