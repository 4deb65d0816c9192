import { type Receipt } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { type Action, type Step } from './action.ts';
import { undoIntent, undoRequests, undoTimeLeft } from './undo.ts';

const receipt = (batch: string | null, undoUntil: string | null): Receipt => ({
  batch,
  at: '2026-11-21T15:00:00Z',
  undoUntil,
  outcomes: [],
  warnings: [],
});
const step = (key: string, progress: Step['progress']): Step => ({
  key,
  request: { id: 'assignments.unassign', body: { orders: [{ id: '1', version: 1 }] } },
  progress,
});
const action = (...steps: Step[]): Action => ({ id: 'a', title: 'Quitar', at: 0, steps, codes: new Map() });
const at = (time: string): number => Date.parse(`2026-11-21T${time}Z`);

const both = action(
  step('1', { state: 'done', receipt: receipt('first', '2026-11-21T15:00:30Z') }),
  step('2', { state: 'done', receipt: receipt('second', '2026-11-21T15:00:32Z') }),
);

const undoableBatches = (of: Action, all: readonly Action[]): (string | undefined)[] =>
  undoRequests(of, all).map((request) => (request.id === 'assignments.undo' ? request.body.batch : request.id));

describe('undo', () => {
  it('undoes all parts of an action, last one first', () => {
    expect(undoableBatches(both, [both])).toEqual(['second', 'first']);
  });

  it('lasts until the first part expires, never below 0', () => {
    expect(undoTimeLeft(both, [both], at('15:00:10'))).toBe(20_000);
    expect(undoTimeLeft(both, [both], at('15:00:29'))).toBe(1000);
    expect(undoTimeLeft(both, [both], at('15:00:31'))).toBe(0);
  });

  it('omits parts that changed nothing, cannot be undone or got no response', () => {
    const some = action(
      step('1', { state: 'done', receipt: receipt(null, null) }),
      step('2', { state: 'unknown', failure: new Error('lost') }),
      step('3', { state: 'done', receipt: receipt('third', '2026-11-21T15:00:30Z') }),
    );
    expect(undoableBatches(some, [some])).toEqual(['third']);
    expect(undoTimeLeft(some, [some], at('15:00:00'))).toBe(30_000);
    expect(undoTimeLeft(action(step('1', { state: 'done', receipt: receipt('undo', null) })), [], 0)).toBe(0);
    expect(undoTimeLeft(action(), [], 0)).toBe(0);
  });

  it('can be repeated after a refusal, but not while it may have succeeded', () => {
    const failure = new Error('no');
    const undo = (...states: readonly ['first' | 'second', 'running' | 'unknown' | 'refused'][]): Action => ({
      ...action(
        ...states.map(([batch, state]): Step => {
          return { key: batch, request: { id: 'assignments.undo', body: { batch } }, progress: { state, failure } };
        }),
      ),
      id: 'u',
      undoes: 'a',
    });
    const refused = undo(['second', 'refused'], ['first', 'refused']);
    const half = undo(['second', 'unknown'], ['first', 'refused']);
    expect(undoableBatches(both, [refused, both])).toEqual(['second', 'first']);
    expect(undoableBatches(both, [half, both])).toEqual(['first']);
    expect(undoTimeLeft(both, [half, both], at('15:00:10'))).toBe(20_000);
    expect(undoableBatches(both, [undo(['first', 'running']), half, both])).toEqual([]);
    expect(undoTimeLeft(both, [undo(['first', 'running']), half, both], at('15:00:10'))).toBe(0);
    expect(undoableBatches(both, [{ ...half, undoes: 'other' }, both])).toEqual(['second', 'first']);
  });

  it('marks a courier present after the orders are back, unless the mark changed nothing', () => {
    const attend = (undoUntil: string | null): Step => ({
      key: '0',
      request: { id: 'couriers.attend', body: { day: '2026-11-21', absent: ['30'], present: [] } },
      progress: { state: 'done', receipt: receipt(null, undoUntil) },
    });
    const leave = action(attend('2026-11-21T15:00:29Z'), ...both.steps);
    expect(undoRequests(leave, [leave])).toEqual([
      { id: 'assignments.undo', body: { batch: 'second' } },
      { id: 'assignments.undo', body: { batch: 'first' } },
      { id: 'couriers.attend', body: { day: '2026-11-21', absent: [], present: ['30'] } },
    ]);
    expect(undoTimeLeft(leave, [leave], at('15:00:10'))).toBe(19_000);
    const again = action(attend(null), ...both.steps);
    expect(undoableBatches(again, [again])).toEqual(['second', 'first']);
    // The answer to the undo of a mark looks like that of a mark.
    const undone = { ...undoIntent(leave, [leave]), ...action(attend('2026-11-21T15:00:40Z')), id: 'u', undoes: 'a' };
    expect(undoTimeLeft(undone, [undone, leave], at('15:00:10'))).toBe(0);
    expect(undoRequests({ ...leave, steps: leave.steps.slice(0, 1) }, [undone, leave])).toHaveLength(1);
  });
});
