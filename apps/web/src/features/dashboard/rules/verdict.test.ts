import { ORDER_STATE_CODES, type OrderState, type TodayFigures } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { endText, verdictOf } from './verdict.ts';

const TODAY = { isToday: true, timeZone: 'America/Lima' };

function figures(some: Partial<Record<OrderState, number>>, changes: Partial<TodayFigures> = {}): TodayFigures {
  return {
    day: '2026-11-20',
    at: '2026-11-20T18:00:00Z',
    states: Object.fromEntries(ORDER_STATE_CODES.map((state) => [state, some[state] ?? 0])) as TodayFigures['states'],
    before: null,
    course: { from: '2026-11-20T10:00:00Z', done: [], usual: null },
    usual: null,
    end: null,
    lastDue: null,
    late: 0,
    failures: { total: 0, reasons: [], districts: [] },
    ...changes,
  };
}

const RUNNING = { entregada: 60, pendiente: 40 };
const end = (from: string, to: string | null) => ({
  from: `2026-11-20T${from}:00Z`,
  to: to && `2026-11-20T${to}:00Z`,
  perHour: 20,
});
const lastDue = '2026-11-21T01:00:00Z';

it.each<[string, TodayFigures, string, string]>([
  ['no orders', figures({ anulada: 3 }), 'neutral', 'Sin órdenes'],
  ['all closed', figures({ entregada: 9, no_entregada: 1 }), 'good', 'Terminado'],
  ['fewer than 20 closings', figures({ entregada: 19, pendiente: 1 }), 'neutral', 'Sin ritmo todavía'],
  ['the same with late orders', figures({ entregada: 19, pendiente: 1 }, { late: 1 }), 'warn', 'Sin ritmo todavía'],
  ['no closing for hours', figures(RUNNING), 'alarm', 'Detenido'],
  ['an end before what was promised', figures(RUNNING, { end: end('20:00', '22:00'), lastDue }), 'good', 'Vamos bien'],
  ['an end that may be late', figures(RUNNING, { end: end('23:00', null), lastDue }), 'warn', 'Vamos justos'],
  [
    'an end after what was promised',
    figures(RUNNING, { end: { ...end('20:00', null), from: '2026-11-21T01:30:00Z' }, lastDue }),
    'alarm',
    'No terminamos',
  ],
  [
    'far less than usual',
    figures(RUNNING, { end: end('20:00', '22:00'), lastDue, usual: 700 }),
    'warn',
    'Vamos atrasados',
  ],
  ['about as usual', figures(RUNNING, { end: end('20:00', '22:00'), lastDue, usual: 650 }), 'good', 'Vamos bien'],
])('says how a day with %s goes', (_, data, tone, title) => {
  expect(verdictOf(data, TODAY)).toMatchObject({ tone, title });
});

it('names no time of the next day', () => {
  const next = { ...end('20:00', null), from: '2026-11-21T11:00:00Z' };
  expect(verdictOf(figures(RUNNING, { end: next, lastDue }), TODAY).text).toMatch(
    /^A este ritmo no se termina hoy[.] Lo último/,
  );
});

it('does not ask whether a past day will end', () => {
  expect(verdictOf(figures(RUNNING), { ...TODAY, isToday: false })).toMatchObject({ title: 'Sin terminar' });
});

it('writes the end as a range in the time of the office', () => {
  expect(endText(end('20:00', '22:05'), 'America/Lima')).toBe('entre 15:00 y 17:05');
  expect(endText(end('20:00', null), 'America/Lima')).toBe('después de las 15:00');
});
