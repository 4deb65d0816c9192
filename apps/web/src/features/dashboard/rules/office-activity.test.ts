import { type OrderChanged } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { enoughActivity, officeActivity, SHOWN, withHistory } from './office-activity.ts';

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
  const news = [changed(1, 'LIMA'), changed(2, 'TRUJILLO'), changed(3, 'LIMA')];
  expect(officeActivity(withHistory([], news, 'LIMA'), () => 'Hugo').map(({ text }) => text)).toEqual([
    'asignó ORD-3 a Hugo',
    'asignó ORD-1 a Hugo',
  ]);
});

it('goes on from what happened before, each event once', () => {
  const history = [changed(3, 'LIMA'), changed(2, 'LIMA'), changed(1, 'LIMA')];
  const news = [changed(3, 'LIMA'), changed(4, 'LIMA')];
  const events = withHistory(history, news, 'LIMA');
  expect(events.map(({ at }) => Date.parse(at) / 1000)).toEqual([1, 2, 3, 4]);
});

it('tells no more than one looks over, however much happens', () => {
  const events = Array.from({ length: 300 }, (_, id) => changed(id, 'LIMA'));
  expect(officeActivity(events, () => undefined)).toHaveLength(SHOWN);
});

it('has read enough once there is one more than is shown', () => {
  const events = Array.from({ length: SHOWN + 1 }, (_, id) => changed(id, 'LIMA'));
  expect([enoughActivity(events.slice(1)), enoughActivity(events)]).toEqual([false, true]);
});
