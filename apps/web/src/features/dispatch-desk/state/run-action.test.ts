import { type Receipt } from '@despacho/contracts/dispatch';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { type Action, type Intent } from '../rules/action.ts';
import { sendBulk } from '../api/send-bulk.ts';
import { actionsOf } from './actions-store.ts';
import { type ActionContext, resumeAction, runAction } from './run-action.ts';

vi.mock('../api/send-bulk.ts', () => ({ sendBulk: vi.fn() }));
const send = vi.mocked(sendBulk);

const receipt: Receipt = { batch: 'b', at: '2026-11-21T15:00:00Z', undoUntil: null, outcomes: [], warnings: [] };
const lost = new HttpFailure({ url: '/api/assignments', reason: 'network', status: 0 });
const refused = new HttpFailure({ url: '/api/assignments', reason: 'refused', status: 409 });

const part = (courierId: string) => ({
  request: { id: 'assignments.assign' as const, body: { courierId, orders: [{ id: '1', version: 1 }] } },
});
const intent = (...couriers: string[]): Intent => ({ title: 'Asignar', parts: couriers.map(part), codes: new Map() });

const move: Intent = {
  title: 'Mover la carga',
  parts: [{ request: { id: 'assignments.moveLoad', body: { from: '1', to: '2' } } }],
  codes: new Map(),
};

let now = 0;
let number = 0;
let settled: Action[];
let context: ActionContext;
const keys = () => send.mock.calls.map(([, , key]) => key);
const mine = () => actionsOf(context.owner).all;

beforeEach(() => {
  send.mockReset();
  settled = [];
  number += 1;
  context = {
    owner: { person: `ana ${number}`, officeId: 'LIMA' },
    selected: [],
    now: () => now,
    onSettled: (action) => settled.push(action),
  };
});

describe('runAction', () => {
  it('ignores a repeated call while running', async () => {
    let answer: (receipt: Receipt) => void = () => undefined;
    send.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const first = runAction(context, intent('9'));
    await runAction(context, intent('9'));
    expect([send.mock.calls.length, mine().length]).toEqual([1, 1]);
    answer(receipt);
    await first;
    expect(settled.map(({ steps }) => steps[0]?.progress.state)).toEqual(['done']);
  });

  it('creates a key per action, and a new one when repeated after completion', async () => {
    send.mockResolvedValue(receipt);
    await runAction(context, intent('9'));
    await runAction(context, intent('9'));
    expect(new Set(keys()).size).toBe(2);
    expect(keys().every((key) => /^[\w-]{8,100}$/.test(key))).toBe(true);
  });

  it('retries a request without a response with the same key', async () => {
    send.mockRejectedValue(lost);
    await runAction(context, intent('9'));
    await runAction(context, intent('9'));
    await resumeAction(context, mine()[0]?.id ?? '');
    expect(mine()).toHaveLength(1);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(3);
  });

  it('reuses the key of a request without versions for two minutes only', async () => {
    send.mockRejectedValue(lost);
    await runAction(context, move);
    now += 119_999;
    await runAction(context, move);
    expect(new Set(keys()).size).toBe(1);
    now += 1;
    await runAction(context, move);
    expect(new Set(keys()).size).toBe(2);
    expect(mine()).toHaveLength(2);
    await runAction(context, intent('9'));
    now += 3_600_000;
    await runAction(context, intent('9'));
    expect(new Set(keys()).size).toBe(3);
  });

  it('uses a new key for another action and after a refusal', async () => {
    send.mockRejectedValue(refused);
    await runAction(context, intent('9'));
    await runAction(context, intent('9'));
    await runAction(context, intent('8'));
    expect(new Set(keys()).size).toBe(3);
  });

  it('sends parts in sequence and retries only those without a response', async () => {
    send.mockResolvedValueOnce(receipt).mockRejectedValueOnce(lost).mockResolvedValueOnce(receipt);
    await runAction(context, intent('7', '8', '9'));
    expect(mine()[0]?.steps.map(({ progress: { state } }) => state)).toEqual(['done', 'unknown', 'done']);
    send.mockResolvedValueOnce(receipt);
    await resumeAction(context, mine()[0]?.id ?? '');
    expect(mine()[0]?.steps.map(({ progress: { state } }) => state)).toEqual(['done', 'done', 'done']);
    expect(keys()[3]).toBe(keys()[1]);
    expect(keys()).toHaveLength(4);
  });

  it("does not show one user's actions to another", async () => {
    send.mockResolvedValue(receipt);
    await runAction(context, intent('9'));
    expect(actionsOf({ person: 'luis', officeId: 'LIMA' }).all).toEqual([]);
    expect(mine()).toHaveLength(1);
  });
});
