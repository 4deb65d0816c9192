import { type OrderChanged } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { hasEnoughActivity, MAX_ENTRIES, officeActivity, withHistory } from './office-activity.ts';

/** An event in the given second; by default too far from the next one to be merged. */
const changed = (id: number, officeId: string, second = id * 1000): OrderChanged => ({
  type: 'order.changed',
  at: new Date(second * 1000).toISOString(),
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
  expect(events.map(({ at }) => Date.parse(at) / 1_000_000)).toEqual([1, 2, 3, 4]);
});

it('merges what one person did in a quarter of an hour, but nothing else', () => {
  const created = (id: number, second: number, who = 'El sistema'): OrderChanged => ({
    ...changed(id, 'LIMA', second),
    actor: { username: who, user: who },
    what: 'creada',
  });
  const events = [
    created(1, 0),
    created(2, 1000),
    changed(3, 'LIMA', 1010),
    created(4, 1020),
    created(5, 1030, 'Ana'),
    changed(6, 'LIMA', 1040),
    created(7, 1050),
  ];
  const entries = officeActivity(events, () => 'Hugo');
  expect(entries.map(({ who, text }) => `${who} ${text}`)).toEqual([
    'El sistema creó 3 órdenes',
    'Ana asignó 2 órdenes a Hugo',
    'Ana creó ORD-5',
    'El sistema creó ORD-1',
  ]);
  expect(entries[0]).toMatchObject({ at: new Date(1_050_000).toISOString(), orderIds: ['7', '4', '2'] });
});

it('limits the number of entries', () => {
  const events = Array.from({ length: 300 }, (_, id) => changed(id, 'LIMA'));
  expect(officeActivity(events, () => undefined)).toHaveLength(MAX_ENTRIES);
});

it('stops reading once there is one entry more than shown', () => {
  const events = Array.from({ length: MAX_ENTRIES + 1 }, (_, id) => changed(id, 'LIMA'));
  expect([hasEnoughActivity(events.slice(1)), hasEnoughActivity(events)]).toEqual([false, true]);
});
