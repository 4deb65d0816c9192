import { type OrderChanged } from '@despacho/contracts/dispatch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventLog, logPlace, startEventLog, withNews } from './event-log.ts';
import { publishNews } from './live-state.ts';

const changed = (id: number): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-21T15:00:00.000Z',
  officeId: 'LIMA',
  actor: { username: 'ana', user: 'Ana' },
  batch: 'b',
  what: 'asignada',
  order: { id: String(id), code: `LIM-${id}`, version: 2 },
  before: {},
  after: {},
});

describe('the event log', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('notifies once for a burst', () => {
    const end = startEventLog();
    const listener = vi.fn();
    const stop = eventLog.subscribe(listener);
    for (let id = 1; id <= 500; id += 1) publishNews({ type: 'event', event: changed(id) });
    expect(logPlace()).toEqual({ total: 500, resets: 0 });
    vi.advanceTimersByTime(200);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(eventLog.get().events).toHaveLength(500);
    stop();
    end();
  });

  it('is cleared with the session', () => {
    const end = startEventLog();
    publishNews({ type: 'event', event: changed(1) });
    publishNews({ type: 'reset' });
    end();
    expect(eventLog.get().events).toEqual([]);
    expect(logPlace()).toEqual({ total: 0, resets: 0 });
    publishNews({ type: 'event', event: changed(2) });
    vi.advanceTimersByTime(200);
    expect(eventLog.get().events).toEqual([]);
  });

  it('does not log presence', () => {
    const end = startEventLog();
    const { officeId, actor } = changed(1);
    publishNews({
      type: 'event',
      event: { type: 'presence.told', officeId, actor, doing: 'viendo', orders: ['1'], seconds: 20 },
    });
    expect(logPlace().total).toBe(0);
    end();
  });

  it('keeps the newest events and counts the others', () => {
    const all = Array.from({ length: 2100 }, (_, id) => changed(id));
    const log = withNews({ events: [], before: 5 }, all);
    expect([log.events.length, log.before, log.events[0]]).toEqual([2000, 105, changed(100)]);
  });
});
