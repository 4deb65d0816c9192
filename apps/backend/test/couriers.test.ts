import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { courierInput, orderInput, type Worker } from './dispatch-world.ts';
import { giveCash, ref, useLoads } from './use-loads.ts';

describe('couriers', () => {
  const desk = useLoads();
  const { assign, dispatch } = desk;

  it('are listed with their load', async () => {
    const orders = await dispatch.createOrders(3);
    await assign(orders, desk.pedro);
    await dispatch.state([orders[0]?.id ?? ''], { to: 'en_ruta' });
    await dispatch.close([orders[0]?.id ?? ''], { to: 'entregada' });
    const list = await dispatch.ok('couriers.list');
    expect(list.map(({ id, load }) => [id, load])).toEqual([
      [desk.pedro, { orders: 2, weightGrams: 3000 }],
      [desk.sara, { orders: 0, weightGrams: 0 }],
    ]);
  });

  it('are created once per key, and a key is valid for one courier', async () => {
    const key = randomUUID();
    const create = (name: string, as: Worker = 'ana') =>
      dispatch.call('couriers.create', { as, key, body: courierInput({ name }) });
    const answers = [await create('Rosa'), await create('Rosa')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    const other = await create('Juana');
    expect([other.status, other.body]).toEqual([
      422,
      { message: 'Esa clave de solicitud ya se usó para otra solicitud' },
    ]);
    expect((await dispatch.call('orders.create', { key, body: orderInput() })).status).toBe(422);
    // Keys are per person: another person's equal key is independent.
    expect((await create('Juana', 'luis')).status).toBe(200);
    expect((await dispatch.call('couriers.create', { key: 'x', body: courierInput() })).status).toBe(400);
    const names = (await dispatch.ok('couriers.list')).map(({ name }) => name);
    expect(names).toEqual(['Juana', 'Pedro Rojas', 'Rosa', 'Sara Núñez']);
    const logged = await desk.db
      .selectFrom('events')
      .select('position')
      .where('type', '=', 'courier.changed')
      .execute();
    expect(logged).toHaveLength(4);
  });

  it('reject a concurrent edit', async () => {
    const edited = await dispatch.ok('couriers.edit', {
      id: desk.sara,
      body: { version: 1, changes: { shift: { from: '14:00', to: '22:00' }, state: 'ausente' } },
    });
    expect(edited).toMatchObject({
      version: 2,
      shift: { from: '14:00', to: '22:00' },
      state: 'ausente',
      name: 'Sara Núñez',
    });
    const late = await dispatch.call('couriers.edit', {
      as: 'luis',
      id: desk.sara,
      body: { version: 1, changes: { name: 'x' } },
    });
    expect([late.status, late.body]).toEqual([
      409,
      {
        message: 'Otra persona cambió los datos de Sara Núñez; vuelva a mirarlos',
        changed: { at: '2026-11-20T15:00:00.000Z', by: { username: 'ana', user: 'Doña ana' }, what: 'editado' },
      },
    ]);
    const receipt = await assign([await dispatch.createOrder()], desk.sara);
    expect(receipt.warnings).toContainEqual({ courierId: desk.sara, kind: 'away', by: 1 });
  });

  it('hand over the orders of every day when they are retired', async () => {
    const today = await dispatch.createOrder();
    const later = await dispatch.createOrder({ date: '2026-11-24' });
    await assign([today, later], desk.pedro);
    const retire = (handTo: string, version = 1) =>
      dispatch.call('couriers.retire', { as: 'chief', id: desk.pedro, body: { version, handTo } });
    expect((await retire(desk.pedro)).status).toBe(400);
    expect((await retire('999999')).status).toBe(404);
    expect((await retire(desk.sara, 7)).status).toBe(409);
    expect((await dispatch.ok('couriers.list')).find(({ id }) => id === desk.pedro)?.load.orders).toBe(1);
    expect((await retire(desk.sara)).body).toMatchObject({ state: 'retirado' });
    for (const { id } of [today, later]) expect((await dispatch.order(id)).courier?.id).toBe(desk.sara);
  });

  it('are retired with cash only after a confirmation, with the amount for D05', async () => {
    await giveCash(desk.db, desk.pedro, 8500);
    const held = async (modules: string[]) =>
      (await dispatch.ok('couriers.list', { modules })).find(({ id }) => id === desk.pedro)?.held;
    expect([await held(['U01', 'D05']), await held(['U01'])]).toEqual([8500, null]);
    const retire = (modules: string[], more: object = {}) =>
      dispatch.call('couriers.retire', { as: 'chief', modules, id: desk.pedro, body: { version: 1, ...more } });
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const refused = await retire(['U01', 'D05'], { handTo: desk.sara });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        message:
          'Pedro Rojas todavía lleva S/ 85.00 en efectivo que no entregó a la oficina; recíbalo antes, o confirme que lo retira así',
        field: 'withCash',
      },
    ]);
    // Nothing was moved before the refusal.
    expect((await dispatch.order(order.id)).courier?.id).toBe(desk.pedro);
    expect((await retire(['U01'])).text).toContain('todavía lleva efectivo que');
    expect((await retire(['U01'], { handTo: desk.sara, withCash: true })).body).toMatchObject({ state: 'retirado' });
  });

  it('are retired only without a load, and then receive no orders', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    expect((await dispatch.call('couriers.retire', { id: desk.pedro, body: { version: 1 } })).status).toBe(403);
    const loaded = await dispatch.call('couriers.retire', { as: 'chief', id: desk.pedro, body: { version: 1 } });
    expect(loaded.body).toEqual({
      message: 'Pedro Rojas todavía tiene carga (órdenes: 1); pásela antes a otro repartidor',
    });
    await dispatch.ok('assignments.moveLoad', { body: { from: desk.pedro, to: desk.sara } });
    expect(await dispatch.ok('couriers.retire', { as: 'chief', id: desk.pedro, body: { version: 1 } })).toMatchObject({
      state: 'retirado',
    });
    const body = { courierId: desk.pedro, orders: [ref(await dispatch.order(order.id))] };
    expect((await dispatch.call('assignments.assign', { body })).status).toBe(409);
    await dispatch.ok('couriers.edit', { id: desk.pedro, body: { version: 2, changes: { state: 'activo' } } });
    expect((await dispatch.ok('assignments.assign', { body })).outcomes[0]).toMatchObject({ ok: true });
  });
});
