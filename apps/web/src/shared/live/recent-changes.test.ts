import { type OrderChanged } from '@despacho/contracts/dispatch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetChanges, recordChanges, RECENT, recentChanges } from './recent-changes.ts';

const changed = (id: string, username: string): OrderChanged => ({
  type: 'order.changed',
  at: '2026-11-21T15:00:00.000Z',
  officeId: 'LIMA',
  actor: { username, user: 'Ana Torres' },
  batch: 'b',
  what: 'asignada',
  order: { id, code: `LIM-${id}`, version: 2 },
  before: {},
  after: {},
});

describe('changes of others', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    forgetChanges();
    vi.useRealTimers();
  });

  it('are recent for a while', () => {
    recordChanges([changed('7', 'ana.torres')], 'luis.quispe');
    expect(recentChanges.get().get('7')).toMatchObject({ what: 'asignada', version: 2, actor: { user: 'Ana Torres' } });
    vi.advanceTimersByTime(RECENT - 1000);
    expect(recentChanges.get().get('7')).toBeDefined();
    vi.advanceTimersByTime(RECENT);
    expect(recentChanges.get().get('7')).toBeUndefined();
  });

  it('exclude the user’s own', () => {
    const listener = vi.fn();
    const stop = recentChanges.subscribe(listener);
    recordChanges([changed('7', 'luis.quispe')], 'luis.quispe');
    expect(recentChanges.get().get('7')).toBeUndefined();
    expect(listener).not.toHaveBeenCalled();
    stop();
  });

  it('are cleared with the session', () => {
    recordChanges([changed('7', 'ana.torres')], 'luis.quispe');
    forgetChanges();
    expect(recentChanges.get().get('7')).toBeUndefined();
  });
});
