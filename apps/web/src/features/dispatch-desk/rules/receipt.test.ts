import {
  type OrderChange,
  type OrderState,
  type Outcome,
  type Receipt,
  type RefusedWhy,
  REFUSALS,
  type Standing,
} from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { type Action, type Step } from './action.ts';
import { assignIntent, retryIntent } from './intents.ts';
import { receiptLines, receiptSummary, refusalText } from './receipt.ts';
import { receiptText, stepFailureText, warningTexts } from './receipt-texts.ts';

const now: Standing = {
  version: 7,
  state: 'asignada',
  courier: { id: '4', name: 'Rosa Huanca' },
  changed: { at: '2026-11-21T15:00:00Z', by: { username: 'luis.quispe', user: 'Luis Quispe' }, what: 'asignada' },
};
const done: Outcome = { ok: true, id: '1', code: 'LIM-1', version: 3, changed: true };
const same: Outcome = { ok: true, id: '2', code: 'LIM-2', version: 2, changed: false };
const changed: Outcome = { ok: false, id: '3', code: 'LIM-3', why: 'changed', now };
const gone: Outcome = { ok: false, id: '4', code: null, why: 'not_found', now: null };
const wrongState: Outcome = { ok: false, id: '5', code: 'LIM-5', why: 'state', now: { ...now, state: 'entregada' } };

const receipt = (...outcomes: Outcome[]): Receipt => ({
  batch: 'b',
  at: '2026-11-21T15:00:05Z',
  undoUntil: null,
  outcomes,
  warnings: [],
});
const step = (key: string, progress: Step['progress'], part?: string): Step => ({
  key,
  request: { id: 'assignments.assign', body: { courierId: '9', orders: [{ id: '3', version: 1 }] } },
  progress,
  ...(part !== undefined && { part }),
});
const action = (...steps: Step[]): Action => ({
  id: 'a',
  title: 'Asignar a Jorge Quispe',
  at: Date.parse('2026-11-21T15:00:04Z'),
  steps,
  codes: new Map([['4', 'LIM-4']]),
});
const all = action(step('k', { state: 'done', receipt: receipt(done, same, changed, gone, wrongState) }));
const moment = new Date('2026-11-21T15:00:12Z');

describe('receipt', () => {
  it('lists refused orders first, and each order by its code', () => {
    expect(receiptLines(all).map(({ code, result }) => [code, result])).toEqual([
      ['LIM-3', 'refused'],
      ['LIM-4', 'refused'],
      ['LIM-5', 'refused'],
      ['LIM-1', 'done'],
      ['LIM-2', 'same'],
    ]);
  });

  it('counts every order once', () => {
    expect(receiptSummary(all)).toEqual({ tone: 'warn', text: '1 orden asignada · 1 ya estaba así · 3 sin cambiar' });
    expect(receiptSummary(action(step('k', { state: 'done', receipt: receipt(done) })))).toEqual({
      tone: 'good',
      text: '1 orden asignada',
    });
    expect(receiptSummary(action(step('k', { state: 'running' })))).toMatchObject({ tone: 'busy' });
  });

  it('does not report an unknown result as failed', () => {
    const lost = step('k', { state: 'unknown', failure: new Error('lost') });
    const refused = step('r', { state: 'refused', failure: new Error('no') });
    expect(receiptSummary(action(lost)).text).toBe('No hubo respuesta: puede que se haya hecho o no');
    expect(receiptSummary(action(refused)).text).toBe('No se hizo');
    const half = action(step('d', { state: 'done', receipt: receipt(done) }), refused);
    expect(receiptSummary(half)).toEqual({ tone: 'alarm', text: '1 orden asignada. Una parte no se hizo' });
  });

  it('names the courier who received the orders', () => {
    const other: Outcome = { ...done, id: '6', code: 'LIM-6' };
    const assigned = { ...step('k', { state: 'done', receipt: receipt(done, other) }), courier: 'José Rojas' };
    expect(receiptSummary(action(assigned)).text).toBe('2 órdenes asignadas a José Rojas');
    expect(receiptSummary(action({ ...assigned, progress: { state: 'done', receipt: receipt(done) } })).text).toBe(
      '1 orden asignada a José Rojas',
    );
    expect(assignIntent([], { id: '9', name: 'José Rojas' }).parts[0]?.courier).toBe('José Rojas');
    const undo: Step = {
      ...step('k', { state: 'done', receipt: receipt(done) }),
      request: { id: 'assignments.undo', body: { batch: 'b' } },
    };
    expect(receiptSummary(action(undo)).text).toBe('1 orden cambiada');
  });

  it('names the couriers of a plan, and in each kind of warning', () => {
    const part = (name: string, count: number, over: number): Step =>
      step(
        name,
        {
          state: 'done',
          receipt: {
            ...receipt(...Array.from({ length: count }, (_, index) => ({ ...done, id: `${name} ${index}` }))),
            warnings: [{ courierId: name, kind: 'orders', by: over }],
          },
        },
        name,
      );
    const plan = action(part('Ana', 2, 1), part('Hugo', 3, 4), part('Eva', 1, 1), part('Luz', 1, 1), part('Teo', 1, 2));
    expect(receiptSummary(plan).text).toBe('8 órdenes asignadas a Hugo (3), Ana (2), Eva (1), Luz (1) y 1 más');
    expect(warningTexts(plan)).toEqual([
      'Supera su capacidad de órdenes: Ana (1 orden), Hugo (4 órdenes), Eva (1 orden), Luz (1 orden), Teo (2 órdenes)',
    ]);
    const [{ part: _, ...alone }] = [part('Ana', 2, 1)];
    expect(warningTexts(action(alone))).toEqual(['Supera su capacidad de órdenes (1 orden)']);
  });

  it('says who did what to a refused order', () => {
    const said = (what: OrderChange, state: OrderState = 'asignada', why: RefusedWhy = 'changed'): string =>
      refusalText({ ...changed, why, now: { ...now, state, changed: { ...now.changed, what } } }, moment);
    expect(said('asignada')).toBe('Luis Quispe la asignó a Rosa Huanca hace 12 s');
    expect(said('reasignada')).toBe('Luis Quispe la reasignó a Rosa Huanca hace 12 s');
    expect(said('editada')).toBe('Luis Quispe la editó hace 12 s: Asignada, con Rosa Huanca');
    expect(said('no_entregada', 'no_entregada', 'state')).toBe(
      `${REFUSALS.state}: No entregada, con Rosa Huanca. Luis Quispe la marcó como no entregada hace 12 s`,
    );
  });

  it('shows who changed what and when, and exports plain text', () => {
    const plan = action(step('k', { state: 'done', receipt: receipt(done, changed, gone) }, 'Jorge Quispe'));
    expect(receiptText(plan, '21 nov 2026, 10:00', moment)).toBe(
      [
        'Asignar a Jorge Quispe · 21 nov 2026, 10:00',
        '1 orden asignada a Jorge Quispe · 2 sin cambiar',
        '✗ LIM-3 → Jorge Quispe: Luis Quispe la asignó a Rosa Huanca hace 12 s',
        '✗ LIM-4 → Jorge Quispe: No existe en esta oficina',
        '✓ LIM-1 → Jorge Quispe: Hecho',
      ].join('\n'),
    );
  });

  it('retries only orders that others changed, with their current versions', () => {
    expect(retryIntent(all)).toMatchObject({
      title: 'Asignar a Jorge Quispe',
      parts: [{ request: { id: 'assignments.assign', body: { courierId: '9', orders: [{ id: '3', version: 7 }] } } }],
    });
    expect(retryIntent(action(step('k', { state: 'done', receipt: receipt(done, gone, wrongState) })))).toBeNull();
  });
});

const lost = new HttpFailure({ url: '/api/assignments', reason: 'network', status: 0 });

it('explains an unknown result and what to do', () => {
  expect(stepFailureText({ state: 'unknown', failure: lost })).toBe(
    'No hay conexión con el servidor. Revise su conexión a internet y vuelva a intentarlo.',
  );
  expect(stepFailureText({ state: 'unknown', failure: null })).toContain('La página se cerró');
});

it('explains a refusal', () => {
  const refused = new HttpFailure({ url: '/api/assignments', reason: 'refused', status: 409 });
  expect(stepFailureText({ state: 'refused', failure: refused })).toBe('El servidor respondió con un error.');
});
