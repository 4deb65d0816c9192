import { type FieldReview } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { aFieldReview, anOwnVisit, aStop } from '#test/a-stop.ts';
import { daySummary } from './day-summary.ts';

const paid = (id: string, efectivo: number, yape = 0) =>
  aStop({
    id,
    state: 'entregada',
    collectDue: efectivo + yape,
    own: anOwnVisit({
      draft: {
        ...anOwnVisit().draft,
        payments: [
          { means: 'efectivo', amount: efectivo },
          { means: 'yape', amount: yape },
        ],
      },
    }),
  });

it('sums up the visits and the payments of the day', () => {
  const stops = [
    paid('1', 1000, 500),
    paid('2', 2000),
    aStop({ id: '3', state: 'entregada' }),
    aStop({ id: '4', state: 'entregada', collectDue: 900 }),
    aStop({ id: '5', state: 'no_entregada' }),
    aStop({ id: '6' }),
    aStop({ id: '7', state: 'entregada', collectDue: 900 }),
  ];
  expect(daySummary(stops, { day: '2026-11-20' })).toEqual({
    delivered: 5,
    failed: 1,
    open: 1,
    payments: [
      { means: 'efectivo', amount: 3000 },
      { means: 'yape', amount: 500 },
    ],
    held: 3000,
    unknown: 2,
  });
});

it('does not count the payments of a correction that was refused', () => {
  const stop = paid('1', 1000);
  const refused = { ...stop, own: anOwnVisit({ ...stop.own, state: 'failed' }) };
  expect(daySummary([refused], { day: '2026-11-20' })).toMatchObject({
    delivered: 1,
    payments: [],
    held: 0,
    unknown: 1,
  });
});

it('counts the cash of visits in review as held, and of each order once', () => {
  const of = (id: string, amount: number, fields: Partial<FieldReview> = {}) =>
    aFieldReview({ order: { id, code: id }, payments: [{ means: 'efectivo', amount }], ...fields });
  const reviews = [
    of('1', 1200),
    of('9', 500),
    of('9', 700),
    of('8', 90, { state: 'rechazada' }),
    of('7', 0, { payments: [{ means: 'yape', amount: 4000 }] }),
  ];
  expect(daySummary([paid('1', 1000), paid('2', 2000)], { day: '2026-11-20' }, reviews)).toMatchObject({
    payments: [{ means: 'efectivo', amount: 3000 }],
    held: 1200 + 2000 + 700,
  });
});
