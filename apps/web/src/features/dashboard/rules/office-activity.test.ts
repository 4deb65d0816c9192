import { type OrderChanged } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { hasEnoughActivity, MAX_ENTRIES, officeActivity, withHistory } from './office-activity.ts';

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

it('shows the events of one office, newest first', () => {
  const news = [changed(1, 'LIMA'), changed(2, 'TRUJILLO'), changed(3, 'LIMA')];
  expect(officeActivity(withHistory([], news, 'LIMA'), () => 'Hugo').map(({ text }) => text)).toEqual([
    'asignó ORD-3 a Hugo',
    'asignó ORD-1 a Hugo',
  ]);
});

it('merges history and live events without duplicates', () => {
  const history = [changed(3, 'LIMA'), changed(2, 'LIMA'), changed(1, 'LIMA')];
  const news = [changed(3, 'LIMA'), changed(4, 'LIMA')];
  const events = withHistory(history, news, 'LIMA');
  expect(events.map(({ at }) => Date.parse(at) / 1000)).toEqual([1, 2, 3, 4]);
});

it('limits the number of entries', () => {
  const events = Array.from({ length: 300 }, (_, id) => changed(id, 'LIMA'));
  expect(officeActivity(events, () => undefined)).toHaveLength(MAX_ENTRIES);
});

it('stops reading once there is one entry more than shown', () => {
  const events = Array.from({ length: MAX_ENTRIES + 1 }, (_, id) => changed(id, 'LIMA'));
  expect([hasEnoughActivity(events.slice(1)), hasEnoughActivity(events)]).toEqual([false, true]);
});
