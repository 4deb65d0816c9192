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

  function listen(officeIds: string[], sub: string): { heard: PresenceReport[]; stop: () => void } {
    const heard: PresenceReport[] = [];
    return { heard, stop: board.follow(officeIds, sub, (event) => heard.push(event)) };
  }

  it('is sent to others of the office, not to oneself or other offices', () => {
    const [others, self, elsewhere] = [listen(['N1'], 'N1/luis'), listen(['N1'], 'N1/ana'), listen(['N2'], 'N2/eva')];
    board.tell(ana, 'asignando', ['7', '8']);
    expect(others.heard).toEqual([
      { type: 'presence.told', officeId: 'N1', actor: { username: 'ana', user: 'Ana' }, doing: 'asignando', orders: ['7', '8'], seconds: 20 }, // prettier-ignore
    ]);
    expect(self.heard).toEqual([]);
    expect(elsewhere.heard).toEqual([]);
    others.stop();
    vi.advanceTimersByTime(1000);
    board.tell(ana, 'viendo', ['9']);
    expect(others.heard).toHaveLength(1);
  });

  it('is sent at most twice a second, always the newest', () => {
    const { heard } = listen(['N1'], 'N1/luis');
    for (let order = 1; order <= 50; order++) {
      board.tell(ana, 'asignando', [String(order)]);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(500);
    expect(heard.map(({ orders }) => orders[0])).toEqual(['1', '50']);
    // Another person's report is sent immediately.
    board.tell(luis, 'viendo', ['3']);
    expect(
      listen(['N1'], 'N1/chief')
        .heard.map(({ actor }) => actor.username)
        .sort(),
    ).toEqual(['ana', 'luis']);
  });

  it('starts with the current reports, which expire', () => {
    board.tell(ana, 'editando', ['7']);
    vi.advanceTimersByTime(5000);
    expect(listen(['N1'], 'N1/luis').heard).toMatchObject([{ doing: 'editando', orders: ['7'], seconds: 15 }]);
    vi.advanceTimersByTime(14_999);
    expect(listen(['N1'], 'N1/luis').heard).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(listen(['N1'], 'N1/luis').heard).toEqual([]);
  });

  it('reports that somebody cleared it, but not if there was nothing to clear', () => {
    const { heard } = listen(['N1'], 'N1/luis');
    board.tell(ana, 'asignando', []);
    expect(heard).toEqual([]);
    board.tell(ana, 'asignando', ['7']);
    vi.advanceTimersByTime(600);
    board.tell(ana, 'asignando', []);
    expect(heard.map(({ orders }) => orders)).toEqual([['7'], []]);
    expect(listen(['N1'], 'N1/chief').heard).toEqual([]);
  });
});
