import { type Order, type Receipt } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useLoads } from './use-loads.ts';

describe('undoing changes of orders', () => {
  const desk = useLoads();
  const { assign, clock, dispatch, events, undo } = desk;

  it('restores exactly the previous values, and records it', async () => {
    const [a, b] = (await dispatch.createOrders(2)) as [Order, Order];
    await assign([a], desk.sara);
    const { batch, undoUntil } = await assign([await dispatch.order(a.id), b], desk.pedro);
    expect(undoUntil).toBe('2026-11-20T15:00:30.000Z');
    clock.move(30_000);
    const answer = await undo(batch);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      undoUntil: null,
      outcomes: [
        { ok: true, version: 4 },
        { ok: true, version: 3 },
      ],
    });
    expect(await dispatch.order(a.id)).toMatchObject({ courier: { id: desk.sara }, sequence: 1, state: 'asignada' });
    expect(await dispatch.order(b.id)).toMatchObject({ courier: null, sequence: null, state: 'pendiente' });
    const undone = (answer.body as Receipt).batch;
    expect((await events()).at(-1)).toMatchObject({ what: 'deshecha', undoes: batch, batch: undone });
    expect((await undo(batch)).body).toEqual({ message: 'Ese cambio ya se deshizo' });
    expect((await undo(undone)).body).toEqual({ message: 'Ese cambio no se puede deshacer' });
  });

  it('is rejected after 30 seconds of the server’s clock', async () => {
    const { batch } = await assign([await dispatch.createOrder()], desk.pedro);
    clock.move(30_001);
    const answer = await undo(batch);
    expect([answer.status, answer.body]).toEqual([409, { message: 'Ya pasaron los 30 segundos para deshacerlo' }]);
  });

  it('restores only fields that the undo has read, whatever the log contains', async () => {
    const [a, b] = [await dispatch.createOrder(), await dispatch.createOrder({ note: 'Frágil' })];
    const { batch } = await assign([a, b], desk.pedro);
    await sql`
      update events set data = data || case order_id when ${Number(a.id)}::bigint
        then '{"before": {"note": "Otra"}}' else '{"before": {"guide": "T001-9"}}' end::jsonb
      where batch = ${batch}`.execute(desk.db);
    expect((await undo(batch)).status).toBe(500);
    expect(await dispatch.order(b.id)).toMatchObject({ note: 'Frágil', courier: { id: desk.pedro }, version: 2 });
  });

  it('is limited to the same person and office', async () => {
    const { batch } = await assign([await dispatch.createOrder()], desk.pedro);
    expect((await undo(batch, 'luis')).status).toBe(403);
    const elsewhere = { as: 'chief', office: 'N2', body: { batch: batch ?? '' } } as const;
    expect((await dispatch.call('assignments.undo', elsewhere)).status).toBe(404);
    expect((await undo(batch)).status).toBe(200);
  });

  it('skips orders changed since, and says by whom', async () => {
    const [a, b] = (await dispatch.createOrders(2)) as [Order, Order];
    const { batch } = await assign([a, b], desk.pedro);
    await assign([await dispatch.order(a.id)], desk.sara, 'luis');
    const answer = (await undo(batch)).body as Receipt;
    expect(answer.outcomes).toMatchObject([
      { ok: false, why: 'changed', now: { courier: { id: desk.sara }, changed: { by: { username: 'luis' } } } },
      { ok: true },
    ]);
    expect(await dispatch.order(a.id)).toMatchObject({ courier: { id: desk.sara } });
  });

  it('returns no order to a courier retired since', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.sara);
    const { batch } = await assign([await dispatch.order(order.id)], desk.pedro);
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 1 } });
    expect(((await undo(batch)).body as Receipt).outcomes).toMatchObject([{ ok: false, why: 'state' }]);
    expect(await dispatch.order(order.id)).toMatchObject({ courier: { id: desk.pedro } });
  });
});
