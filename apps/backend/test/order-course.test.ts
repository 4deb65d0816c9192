import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useLoads } from './use-loads.ts';

describe('the states of an order', () => {
  const desk = useLoads();
  const { assign, clock, dispatch } = desk;

  it('delivers an order and records its collected amount', async () => {
    const order = await dispatch.createOrder({ collectDue: 5000 });
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    expect((await dispatch.close([order.id], { to: 'entregada' })).outcomes[0]).toMatchObject({
      ok: false,
      why: 'collection_missing',
    });
    await dispatch.close([order.id], { to: 'entregada', payments: [{ means: 'yape', amount: 5000 }] });
    const { order: done, timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(done).toMatchObject({
      state: 'entregada',
      collect: { due: 5000, payments: [{ means: 'yape', amount: 5000 }], difference: null },
      version: 4,
    });
    expect(timeline.map(({ what }) => what)).toEqual(['entregada', 'en_ruta', 'asignada', 'creada']);
    const edit = await dispatch.call('orders.edit', { id: order.id, body: { version: 4, changes: { note: 'x' } } });
    expect([edit.status, edit.body]).toMatchObject([
      409,
      { message: 'La orden D0000001 ya está cerrada', changed: { what: 'entregada' } },
    ]);
  });

  it('records a failed visit, the next one, and the return', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const odd = await dispatch.call('assignments.close', {
      body: { orders: [{ id: order.id, version: 3, to: 'no_entregada', reason: 'inventado' }] },
    });
    expect(odd.status).toBe(400);
    await dispatch.close([order.id], { to: 'no_entregada', reason: 'ausente' });
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'no_entregada',
      reason: 'ausente',
      courier: { id: desk.pedro },
    });
    // Two days later in the office's calendar, where it is still the evening before.
    clock.move(36 * 60 * 60_000);
    await dispatch.state([order.id], { to: 'pendiente' });
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'pendiente',
      attempt: 2,
      reason: null,
      courier: null,
      sequence: null,
      date: '2026-11-21',
      dueAt: '2026-11-22T05:00:00.000Z',
    });
    await assign([await dispatch.order(order.id)], desk.sara);
    await dispatch.state([order.id], { to: 'en_ruta' });
    await dispatch.close([order.id], { to: 'no_entregada', reason: 'rechazado' });
    await dispatch.state([order.id], { to: 'en_devolucion' });
    await dispatch.state([order.id], { to: 'devuelta' });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'devuelta', attempt: 2, reason: 'rechazado' });
  });

  it('accepts only reasons of the office', async () => {
    const body = { reasons: [{ code: 'perro_bravo', name: 'Perro bravo' }] };
    expect((await dispatch.call('reasons.replace', { body })).status).toBe(403);
    await dispatch.ok('reasons.replace', { as: 'chief', body });
    expect(await dispatch.ok('reasons.list')).toEqual(body.reasons);
    expect((await dispatch.ok('reasons.list', { as: 'neighbour' })).map(({ code }) => code)).toContain('ausente');
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const old = await dispatch.call('assignments.close', {
      body: { orders: [{ id: order.id, version: 3, to: 'no_entregada', reason: 'ausente' }] },
    });
    expect(old.status).toBe(400);
    const receipt = await dispatch.close([order.id], { to: 'no_entregada', reason: 'perro_bravo' });
    expect(receipt.outcomes[0]).toMatchObject({ ok: true });
  });

  it('corrects a wrong closing, with charge S only, and records that', async () => {
    const order = await dispatch.createOrder({ collectDue: 900 });
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    await dispatch.close([order.id], { to: 'entregada', payments: [{ means: 'efectivo', amount: 900 }] });
    const wrong = { id: order.id, version: 4, to: 'no_entregada' as const, reason: 'ausente' };
    const body = { why: 'Se cerró la orden equivocada', orders: [wrong] };
    expect((await dispatch.call('assignments.correct', { body })).status).toBe(403);
    const receipt = await dispatch.ok('assignments.correct', { as: 'chief', body });
    expect(receipt.outcomes[0]).toMatchObject({ ok: true, changed: true });
    const { order: after, timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(after).toMatchObject({
      state: 'no_entregada',
      reason: 'ausente',
      collect: { payments: [], difference: null },
    });
    expect(timeline[0]).toMatchObject({
      what: 'corregida',
      why: body.why,
      actor: { username: 'chief' },
      before: { state: 'entregada', payments: [{ means: 'efectivo', amount: 900 }] },
      after: { state: 'no_entregada', payments: [] },
    });
    // An ordinary transition is not a correction.
    const back = { why: 'x', orders: [{ id: order.id, version: 5, to: 'pendiente' as const }] };
    expect((await dispatch.ok('assignments.correct', { as: 'chief', body: back })).outcomes[0]).toMatchObject({
      why: 'state',
    });
  });

  it('cancels with charge S only, and can be reverted', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const body = { why: 'El cliente la anuló', orders: [{ id: order.id, version: 2 }] };
    expect((await dispatch.call('assignments.cancel', { body })).status).toBe(403);
    await dispatch.ok('assignments.cancel', { as: 'chief', body });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'anulada', courier: null, sequence: null });
    const back = { why: 'Era otra', orders: [{ id: order.id, version: 3, to: 'pendiente' as const }] };
    await dispatch.ok('assignments.correct', { as: 'chief', body: back });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'pendiente', version: 4 });
  });

  describe('payments', () => {
    const both = [
      { means: 'efectivo', amount: 3000 },
      { means: 'yape', amount: 2000 },
    ] as const;
    const onTheWay = async (collectDue: number | null) => {
      const order = await dispatch.createOrder({ collectDue });
      await assign([order], desk.pedro);
      return order.id;
    };
    const whyOf = async (ids: string[], closing: Parameters<typeof dispatch.close>[1]) =>
      (await dispatch.close(ids, closing)).outcomes.map((each) => (each.ok ? each.changed : each.why));

    it('can have several means, and differ between the orders of a request', async () => {
      const ids = [await onTheWay(5000), await onTheWay(700), await onTheWay(null), await onTheWay(null)];
      const [one, two, free, failed] = await dispatch.refs(ids);
      if (!one || !two || !free || !failed) throw new Error('four orders expected');
      const orders = [
        { ...one, to: 'entregada' as const, payments: [...both] },
        { ...two, to: 'entregada' as const, payments: [{ means: 'transferencia' as const, amount: 700 }] },
        { ...free, to: 'entregada' as const },
        { ...failed, to: 'no_entregada' as const, reason: 'ausente' },
      ];
      const receipt = await dispatch.ok('assignments.close', { body: { orders }, key: 'cierre-de-ruta-1' });
      expect(receipt.outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
      expect(await dispatch.ok('assignments.close', { body: { orders }, key: 'cierre-de-ruta-1' })).toEqual(receipt);
      const after = await Promise.all(ids.map((id) => dispatch.order(id)));
      expect(after.map(({ state, collect }) => [state, collect?.payments])).toEqual([
        ['entregada', both],
        ['entregada', [{ means: 'transferencia', amount: 700 }]],
        ['entregada', undefined],
        ['no_entregada', undefined],
      ]);
      expect(new Set((await desk.events()).slice(-4).map(({ batch }) => batch))).toEqual(new Set([receipt.batch]));
      expect((await desk.undo(receipt.batch)).status).toBe(200);
      expect(await dispatch.order(one.id)).toMatchObject({
        state: 'asignada',
        closedAt: null,
        collect: { payments: [], difference: null },
      });
    });

    it('require an amount due, and a reason if they differ from it', async () => {
      const id = await onTheWay(5000);
      const part = [{ means: 'plin' as const, amount: 4000 }];
      expect(await whyOf([id], { to: 'entregada' })).toEqual(['collection_missing']);
      expect(await whyOf([id], { to: 'entregada', payments: part })).toEqual(['difference_missing']);
      expect(await whyOf([await onTheWay(null)], { to: 'entregada', payments: part })).toEqual([
        'collection_unexpected',
      ]);
      expect(await whyOf([id], { to: 'entregada', payments: part, difference: 'Pagó una parte' })).toEqual([true]);
      expect((await dispatch.order(id)).collect).toEqual({ due: 5000, payments: part, difference: 'Pagó una parte' });
      const full = await onTheWay(4000);
      expect(await whyOf([full], { to: 'entregada', payments: part, difference: 'Sobra' })).toEqual([true]);
      expect((await dispatch.order(full)).collect?.difference).toBeNull();
    });

    it('are corrected without a change of state, and keep the time of the visit', async () => {
      const id = await onTheWay(5000);
      await dispatch.close([id], { to: 'entregada', payments: [{ means: 'efectivo', amount: 5000 }] });
      const { closedAt } = await dispatch.order(id);
      clock.move(60 * 60_000);
      const correct = (why: string) => ({
        as: 'chief' as const,
        body: { why, orders: [{ id, version: 3, to: 'entregada' as const, payments: [...both] }] },
      });
      expect((await dispatch.ok('assignments.correct', correct('Pagó parte con Yape'))).outcomes).toMatchObject([
        { ok: true, changed: true },
      ]);
      const { order, timeline } = await dispatch.ok('orders.read', { id });
      expect(order).toMatchObject({ state: 'entregada', closedAt, collect: { payments: both, difference: null } });
      expect(timeline[0]).toMatchObject({
        what: 'corregida',
        before: { payments: [{ means: 'efectivo', amount: 5000 }] },
        after: { payments: both },
      });
      expect(Object.keys(timeline[0]?.after ?? {})).toEqual(['payments']);
    });

    it('include those of events in the earlier format', async () => {
      const id = await onTheWay(5000);
      await dispatch.close([id], { to: 'entregada', payments: [{ means: 'yape', amount: 5000 }] });
      await sql`
        update events set data = jsonb_set(data #- '{before,payments}' #- '{after,payments}', '{before}',
            data -> 'before' || '{"collected":null,"means":null}')
          #- '{before,payments}' || jsonb_build_object('after', (data -> 'after') - 'payments' || '{"collected":4500,"means":"plin"}')
        where data ->> 'what' = 'entregada'`.execute(desk.db);
      const changed = { before: { payments: [] }, after: { payments: [{ means: 'plin', amount: 4500 }] } };
      expect((await dispatch.ok('orders.read', { id })).timeline[0]).toMatchObject(changed);
      expect((await dispatch.ok('events.history')).events[0]).toMatchObject(changed);
      expect((await desk.services.feed.reads.after('N1', 0, 100)).at(-1)?.data).toMatchObject(changed);
    });
  });

  it('keeps the time of a visit: the request’s, or a given one of its day', async () => {
    const order = await dispatch.createOrder();
    const early = await dispatch.createOrder({ date: '2026-11-21' });
    await assign([order, early], desk.pedro);
    const closeAt = async (id: string, at: string) => {
      const [outcome] = (await dispatch.close([id], { to: 'entregada', at })).outcomes;
      return outcome?.ok === true ? true : outcome?.why;
    };
    // It is 10:00 on 2026-11-20 in Lima.
    expect(await closeAt(order.id, '2026-11-20T15:00:01.000Z')).toBe('time_wrong');
    expect(await closeAt(order.id, '2026-11-20T04:59:59.000Z')).toBe('time_wrong');
    expect(await closeAt(early.id, '2026-11-20T04:59:59.000Z')).toBe('time_wrong');
    expect(await closeAt(order.id, '2026-11-20T13:20:00.000Z')).toBe(true);
    expect(await closeAt(early.id, '2026-11-20T05:00:00.000Z')).toBe(true);
    const { order: closed, timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(closed.closedAt).toBe('2026-11-20T13:20:00.000Z');
    expect(timeline[0]?.after).toMatchObject({ state: 'entregada', closedAt: '2026-11-20T13:20:00.000Z' });
  });
});
