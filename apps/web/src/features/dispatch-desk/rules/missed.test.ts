import { type OrderChanged } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type DispatchNews, type EventLog } from '#shared/live/event-log.ts';
import { missedIn, missedText } from './missed.ts';

const changed = (second: number, username = 'ana'): OrderChanged => ({
  type: 'order.changed',
  at: new Date(second * 1000).toISOString(),
  officeId: 'LIMA',
  actor: { username, user: username },
  batch: 'b',
  what: 'asignada',
  order: { id: String(second), code: '', version: 2 },
  before: {},
  after: {},
});
const log: EventLog = { events: [1, 2, 3, 4, 5].map((second) => changed(second)), before: 10 };
const missed = (total: number, until: number, all = log, resets = 0) =>
  missedIn({ from: { total, resets: 0 }, until: until * 1000 }, all, resets, 'luis');

describe('missedIn', () => {
  it('contains events between leaving and returning', () => {
    expect(missed(12, 3.5)).toEqual({ events: [changed(3), changed(4)], isIncomplete: false });
    expect(missed(15, 9).events).toEqual([]);
  });

  it("includes events within the clock's uncertainty of one second, not later ones", () => {
    expect(missed(12, 3).events).toEqual([changed(3), changed(4)]);
    expect(missed(12, 2.9).events).toEqual([changed(3)]);
  });

  it("excludes the user's own changes", () => {
    expect(missed(10, 9, { events: [changed(1, 'luis'), changed(2)], before: 10 }).events).toEqual([changed(2)]);
  });

  it('is incomplete if the log starts later or had a gap', () => {
    expect(missed(8, 9).isIncomplete).toBe(true);
    expect(missed(12, 9, log, 1).isIncomplete).toBe(true);
  });
});

const unread = (count: number) => Array.from({ length: count }, () => ({}) as DispatchNews);

it.each([
  [1, false, 'Mientras estuvo fuera: 1 cambio'],
  [1200, false, 'Mientras estuvo fuera: 1,200 cambios'],
  [12, true, 'Mientras estuvo fuera: más de 12 cambios'],
  [0, true, 'Mientras estuvo fuera hubo cambios: se volvió a cargar todo'],
])('with %d events and incomplete=%j, returns «%s»', (count, isIncomplete, text) => {
  expect(missedText({ events: unread(count), isIncomplete })).toBe(text);
});
