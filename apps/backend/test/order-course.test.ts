import { describe, expect, it } from 'vitest';
import { useLoads } from './use-loads.ts';

describe('the states of an order', () => {
  const desk = useLoads();
  const { assign, clock, dispatch } = desk;

  it('delivers an order and records its collected amount', async () => {
    const order = await dispatch.createOrder({ collectDue: 5000 });
    await assign([order], desk.pedro);
    expect((await dispatch.state([order.id], { to: 'entregada', means: 'yape' })).outcomes[0]).toMatchObject({ why: 'state' }); // prettier-ignore
    await dispatch.state([order.id], { to: 'en_ruta' });
    expect((await dispatch.state([order.id], { to: 'entregada' })).outcomes[0]).toMatchObject({
      ok: false,
      why: 'collection_missing',
    });
    await dispatch.state([order.id], { to: 'entregada', means: 'yape' });
    const { order: done, timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(done).toMatchObject({
      state: 'entregada',
      collect: { due: 5000, collected: 5000, means: 'yape' },
      version: 4,
    });
    expect(timeline.map(({ what }) => what)).toEqual(['entregada', 'en_ruta', 'asignada', 'creada']);
    const edit = await dispatch.call('orders.edit', { id: order.id, body: { version: 4, changes: { note: 'x' } } });
    expect([edit.status, edit.body]).toMatchObject([409, { message: 'La orden D0000001 ya está cerrada', changed: { what: 'entregada' } }]); // prettier-ignore
  });

  it('records a failed visit, the next one, and the return', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const odd = await dispatch.call('assignments.changeState', {
      body: { to: 'no_entregada', reason: 'inventado', orders: await dispatch.refs([order.id]) },
    });
    expect(odd.status).toBe(400);
    await dispatch.state([order.id], { to: 'no_entregada', reason: 'ausente' });
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
    await dispatch.state([order.id], { to: 'no_entregada', reason: 'rechazado' });
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
    const refs = await dispatch.refs([order.id]);
    const old = await dispatch.call('assignments.changeState', { body: { to: 'no_entregada', reason: 'ausente', orders: refs } }); // prettier-ignore
    expect(old.status).toBe(400);
    const receipt = await dispatch.state([order.id], { to: 'no_entregada', reason: 'perro_bravo' });
    expect(receipt.outcomes[0]).toMatchObject({ ok: true });
  });

  it('corrects a wrong closing visibly, with charge S only', async () => {
    const order = await dispatch.createOrder({ collectDue: 900 });
    await assign([order], desk.pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    await dispatch.state([order.id], { to: 'entregada', means: 'efectivo' });
    const body = { to: 'no_entregada', reason: 'ausente', why: 'Se cerró la orden equivocada', orders: [{ id: order.id, version: 4 }] } as const; // prettier-ignore
    expect((await dispatch.call('assignments.correct', { body: { ...body, orders: [...body.orders] } })).status).toBe(
      403,
    );
    const receipt = await dispatch.ok('assignments.correct', {
      as: 'chief',
      body: { ...body, orders: [...body.orders] },
    });
    expect(receipt.outcomes[0]).toMatchObject({ ok: true, changed: true });
    const { order: after, timeline } = await dispatch.ok('orders.read', { id: order.id });
    expect(after).toMatchObject({
      state: 'no_entregada',
      reason: 'ausente',
      collect: { collected: null, means: null },
    });
    expect(timeline[0]).toMatchObject({
      what: 'corregida',
      why: body.why,
      actor: { username: 'chief' },
      before: { state: 'entregada', collected: 900, means: 'efectivo' },
      after: { state: 'no_entregada', collected: null },
    });
    // An ordinary transition is not a correction.
    const back = { to: 'pendiente', why: 'x', orders: await dispatch.refs([order.id]) } as const;
    expect((await dispatch.ok('assignments.correct', { as: 'chief', body: back })).outcomes[0]).toMatchObject({ why: 'state' }); // prettier-ignore
  });

  it('cancels with charge S only, and can be reverted', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const body = { why: 'El cliente la anuló', orders: [{ id: order.id, version: 2 }] };
    expect((await dispatch.call('assignments.cancel', { body })).status).toBe(403);
    await dispatch.ok('assignments.cancel', { as: 'chief', body });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'anulada', courier: null, sequence: null });
    const back = { to: 'pendiente', why: 'Era otra', orders: [{ id: order.id, version: 3 }] } as const;
    await dispatch.ok('assignments.correct', { as: 'chief', body: { ...back, orders: [...back.orders] } });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'pendiente', version: 4 });
  });
});
