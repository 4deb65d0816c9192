import { type PresenceReport } from '@despacho/contracts/dispatch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPresence, presence, recordPresence } from './presence-store.ts';

const reportOf = (
  username: string,
  orders: string[],
  doing: PresenceReport['doing'] = 'asignando',
): PresenceReport => ({
  type: 'presence.told',
  officeId: 'LIMA',
  actor: { username, user: username },
  doing,
  orders,
  seconds: 20,
});
const at = (id: string) => (presence.get().get(id) ?? []).map(({ actor, doing }) => `${actor.user} ${doing}`);

describe('presence', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    forgetPresence();
    vi.useRealTimers();
  });

  it('lists who is at which order, by their newest report', () => {
    recordPresence(reportOf('ana', ['1', '2']), 'luis');
    recordPresence(reportOf('eva', ['2'], 'viendo'), 'luis');
    expect([at('1'), at('2'), at('3')]).toEqual([['ana asignando'], ['ana asignando', 'eva viendo'], []]);
    recordPresence(reportOf('ana', ['3'], 'editando'), 'luis');
    expect([at('1'), at('2'), at('3')]).toEqual([[], ['eva viendo'], ['ana editando']]);
    recordPresence(reportOf('ana', []), 'luis');
    expect(at('3')).toEqual([]);
  });

  it('expires after the reported seconds', () => {
    recordPresence(reportOf('ana', ['1']), 'luis');
    vi.advanceTimersByTime(19_900);
    expect(at('1')).toEqual(['ana asignando']);
    vi.advanceTimersByTime(200);
    expect(at('1')).toEqual([]);
  });

  it('excludes the user’s own presence', () => {
    recordPresence(reportOf('luis', ['1']), 'luis');
    expect(at('1')).toEqual([]);
  });

  it('returns the same object for an unchanged order, to avoid rerenders', () => {
    recordPresence(reportOf('ana', ['1', '2']), 'luis');
    const before = presence.get().get('1');
    recordPresence(reportOf('ana', ['1']), 'luis');
    expect(presence.get().get('1')).toBe(before);
  });
});
