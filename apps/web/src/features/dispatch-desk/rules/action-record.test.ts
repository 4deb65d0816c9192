import { describe, expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { type Action, type Step } from './action.ts';
import { actionOf, actionRecord, recordOf } from './action-record.ts';

const step = (key: string, progress: Step['progress'], more: Partial<Step> = {}): Step => ({
  key,
  request: { id: 'assignments.assign', body: { courierId: '9', orders: [{ id: '3', version: 1 }] } },
  progress,
  ...more,
});
const action = (...steps: Step[]): Action => ({
  id: 'a',
  title: 'Asignar a Jorge Quispe',
  at: 1_764_000_000_000,
  steps,
  codes: new Map([['3', 'LIM-3']]),
});
const refused = new HttpFailure({
  url: '/api/assignments',
  reason: 'refused',
  status: 409,
  problem: { type: 'urn:despacho:problem:conflict', title: 'Cambió', status: 409, requestId: 'r', detail: 'No' },
});
const throughText = (of: Action): Action => actionOf(actionRecord.parse(JSON.parse(JSON.stringify(recordOf(of)))));

describe('action record', () => {
  it('round-trips receipts, keys and failures', () => {
    const receipt = { batch: 'b', at: '2026-11-21T15:00:00Z', undoUntil: null, outcomes: [], warnings: [] };
    const before = {
      ...action(
        step('1', { state: 'done', receipt }, { part: 'Jorge', courier: 'Jorge' }),
        step('2', { state: 'refused', failure: refused }),
      ),
      undoes: 'z',
    };
    const after = throughText(before);
    expect(after).toEqual(before);
    expect(after.steps[1]?.progress).toMatchObject({ failure: { kind: 'conflict', problem: { detail: 'No' } } });
  });

  it('restores running steps as unknown', () => {
    const after = throughText(action(step('1', { state: 'running' }), step('2', { state: 'waiting' })));
    expect(after.steps.map(({ key, progress }) => [key, progress])).toEqual([
      ['1', { state: 'unknown', failure: null }],
      ['2', { state: 'unknown', failure: null }],
    ]);
  });

  it('rejects a request that does not match the contract', () => {
    const record = recordOf(action(step('1', { state: 'running' })));
    const broken = { ...record, steps: record.steps.map((each) => ({ ...each, request: { id: 'x', body: {} } })) };
    const emptied = {
      ...record,
      steps: record.steps.map((each) => ({ ...each, request: { ...each.request, body: { courierId: '9' } } })),
    };
    expect(actionRecord.safeParse(record).success).toBe(true);
    expect(actionRecord.safeParse(broken).success).toBe(false);
    expect(actionRecord.safeParse(emptied).success).toBe(false);
  });

  it('round-trips an attendance, and rejects one without its couriers', () => {
    const body = { day: '2026-11-20', absent: ['30'], present: [] };
    const before = action(step('1', { state: 'unknown', failure: null }, { request: { id: 'couriers.attend', body } }));
    expect(throughText(before)).toEqual(before);
    const record = recordOf(before);
    const broken = record.steps.map((each) => ({ ...each, request: { ...each.request, body: { day: body.day } } }));
    expect(actionRecord.safeParse({ ...record, steps: broken }).success).toBe(false);
  });
});
