import { expect, it } from 'vitest';
import { anOwnVisit, aStop } from '#test/a-stop.ts';
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
    cash: 3000,
    unknown: 2,
  });
});

it('does not count the payments of a correction that was refused', () => {
  const stop = paid('1', 1000);
  const refused = { ...stop, own: anOwnVisit({ ...stop.own, state: 'failed' }) };
  expect(daySummary([refused], { day: '2026-11-20' })).toMatchObject({
    delivered: 1,
    payments: [],
    cash: 0,
    unknown: 1,
  });
});
