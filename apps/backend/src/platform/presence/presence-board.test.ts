import { type PresenceReport } from '@despacho/contracts/dispatch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PresenceBoard } from './presence-board.ts';

const ana = { sub: 'N1/ana', username: 'ana', user: 'Ana', officeId: 'N1' };
const luis = { sub: 'N1/luis', username: 'luis', user: 'Luis', officeId: 'N1' };

describe('presence', () => {
  let board: PresenceBoard;
  beforeEach(() => {
    vi.useFakeTimers();
    board = new PresenceBoard(() => Date.now());
  });
  afterEach(() => {
    board.close();
    vi.useRealTimers();
  });

  function listen(officeIds: string[], sub: string): { received: PresenceReport[]; stop: () => void } {
    const received: PresenceReport[] = [];
    return { received, stop: board.follow(officeIds, sub, (event) => received.push(event)) };
  }

  it('is sent to others of the office, not to oneself or other offices', () => {
    const [others, self, elsewhere] = [listen(['N1'], 'N1/luis'), listen(['N1'], 'N1/ana'), listen(['N2'], 'N2/eva')];
    board.report(ana, 'asignando', ['7', '8']);
    expect(others.received).toEqual([
      {
        type: 'presence.told',
        officeId: 'N1',
        actor: { username: 'ana', user: 'Ana' },
        doing: 'asignando',
        orders: ['7', '8'],
        seconds: 20,
      },
    ]);
    expect(self.received).toEqual([]);
    expect(elsewhere.received).toEqual([]);
    others.stop();
    vi.advanceTimersByTime(1000);
    board.report(ana, 'viendo', ['9']);
    expect(others.received).toHaveLength(1);
  });

  it('is sent at most twice a second, always with the newest report', () => {
    const { received } = listen(['N1'], 'N1/luis');
    for (let order = 1; order <= 50; order++) {
      board.report(ana, 'asignando', [String(order)]);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(500);
    expect(received.map(({ orders }) => orders[0])).toEqual(['1', '50']);
    // Another person's report is sent immediately.
    board.report(luis, 'viendo', ['3']);
    expect(
      listen(['N1'], 'N1/chief')
        .received.map(({ actor }) => actor.username)
        .sort(),
    ).toEqual(['ana', 'luis']);
  });

  it('starts with the current reports, which expire', () => {
    board.report(ana, 'editando', ['7']);
    vi.advanceTimersByTime(5000);
    expect(listen(['N1'], 'N1/luis').received).toMatchObject([{ doing: 'editando', orders: ['7'], seconds: 15 }]);
    vi.advanceTimersByTime(14_999);
    expect(listen(['N1'], 'N1/luis').received).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(listen(['N1'], 'N1/luis').received).toEqual([]);
  });

  it('reports when somebody clears it, but not if there was nothing to clear', () => {
    const { received } = listen(['N1'], 'N1/luis');
    board.report(ana, 'asignando', []);
    expect(received).toEqual([]);
    board.report(ana, 'asignando', ['7']);
    vi.advanceTimersByTime(600);
    board.report(ana, 'asignando', []);
    expect(received.map(({ orders }) => orders)).toEqual([['7'], []]);
    expect(listen(['N1'], 'N1/chief').received).toEqual([]);
  });
});
