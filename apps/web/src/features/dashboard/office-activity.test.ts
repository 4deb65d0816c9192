import { type OrderChanged } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { officeActivity, SHOWN } from './office-activity.ts';

const changed = (id: number, officeId: string): OrderChanged => ({
  type: 'order.changed',
  at: new Date(id * 1000).toISOString(),
  officeId,
  actor: { username: 'ana', user: 'Ana' },
  batch: String(id),
  what: 'asignada',
  order: { id: String(id), code: `ORD-${id}`, version: 2 },
  before: {},
  after: { courierId: '30' },
});

it('tells of one office alone, the newest first', () => {
  const events = [changed(1, 'LIMA'), changed(2, 'TRUJILLO'), changed(3, 'LIMA')];
  expect(officeActivity(events, 'LIMA', () => 'Hugo').map(({ text }) => text)).toEqual([
    'asignó ORD-3 a Hugo',
    'asignó ORD-1 a Hugo',
  ]);
});

it('tells no more than one looks over, however much happens elsewhere', () => {
  const events = Array.from({ length: 300 }, (_, id) => changed(id, id % 2 === 0 ? 'LIMA' : 'TRUJILLO'));
  const told = officeActivity(events, 'LIMA', () => undefined);
  expect(told).toHaveLength(SHOWN);
  expect(new Set(told.map(({ officeId }) => officeId))).toEqual(new Set(['LIMA']));
});
