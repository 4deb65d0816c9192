import { describe, expect, it } from 'vitest';
import { type Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import { CHARGE_S_ONLY, DISPATCH_ACCESS } from './access.ts';
import { DISPATCH_OPERATIONS } from './operations.ts';

const all = Object.entries(DISPATCH_OPERATIONS) as [string, Operation][];

describe('the operations of the dispatch domain', () => {
  it('use each method and path once, also beside those of the gateway', () => {
    const everything = [...all, ...(Object.entries(OPERATIONS) as [string, Operation][])];
    const places = everything.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('let no word of a path be taken for an id', () => {
    const words = new Set(all.flatMap(([, { path }]) => path.split('/').filter((part) => /^[a-z]/.test(part))));
    for (const [id, { params }] of all) {
      if (!params) continue;
      expect(params.safeParse({ id: '17' }).success, id).toBe(true);
      for (const word of [...words, '0', '017', '../1', '1/2'])
        expect(params.safeParse({ id: word }).success, `${id} ${word}`).toBe(false);
    }
  });

  it.each(all)('%s: names its office, and takes nothing it does not know', (_, { query, method, body }) => {
    expect(query?.safeParse({ officeId: 'N1' }).success).toBe(true);
    expect(query?.safeParse({}).success).toBe(false);
    expect(query?.safeParse({ officeId: 'N1', company: 'sur' }).success).toBe(false);
    expect(body === null).toBe(method === 'GET');
  });

  it('are open to U01 alone; what cannot be taken back also wants charge S', () => {
    expect(Object.values(DISPATCH_ACCESS).map((codes) => codes.join())).toEqual(all.map(() => 'U01'));
    expect([...CHARGE_S_ONLY].sort()).toEqual([
      'assignments.cancel',
      'assignments.correct',
      'couriers.retire',
      'reasons.replace',
    ]);
  });

  it('want a reason exactly for a visit in vain, and means exactly for a delivery', () => {
    const body = (more: object) => DISPATCH_OPERATIONS['assignments.changeState'].body.safeParse({ orders: [{ id: '1', version: 1 }], ...more }).success; // prettier-ignore
    expect(body({ to: 'no_entregada', reason: 'ausente' })).toBe(true);
    expect(body({ to: 'no_entregada' })).toBe(false);
    expect(body({ to: 'en_ruta', reason: 'ausente' })).toBe(false);
    expect(body({ to: 'entregada' })).toBe(true);
    expect(body({ to: 'entregada', means: 'yape', collected: 500 })).toBe(true);
    expect(body({ to: 'entregada', collected: 500 })).toBe(false);
    expect(body({ to: 'no_entregada', reason: 'ausente', means: 'yape' })).toBe(false);
    expect(body({ to: 'anulada' })).toBe(false);
    expect(body({ to: 'entregada', means: 'yape', collected: 5.5 })).toBe(false);
  });

  it('take up to 1000 orders, each once', () => {
    const refs = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: String(index + 1), version: 1 }));
    const take = (orders: object[]) => DISPATCH_OPERATIONS['assignments.unassign'].body.safeParse({ orders }).success;
    expect(take(refs(1000))).toBe(true);
    expect(take(refs(1001))).toBe(false);
    expect(take([])).toBe(false);
    expect(take([...refs(2), { id: '1', version: 2 }])).toBe(false);
    expect(take([{ id: '1', version: 1, officeId: 'S1' }])).toBe(false);
  });
});
