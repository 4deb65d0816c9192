import { randomUUID } from 'node:crypto';
import { type Order, type Receipt } from '@despacho/contracts/dispatch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database } from '../src/database/open-database.ts';
import { courierInput, DispatchClient, orderInput, type Worker } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, NOW, openTestDatabase } from './test-services.ts';

const ref = ({ id, version }: Order) => ({ id, version });

describe('changing orders', () => {
  let db: Database;
  let close: () => Promise<void>;
  let clock: ReturnType<typeof createClock>;
  let dispatch: DispatchClient;
  let pedro: string;
  let sara: string;

  beforeAll(async () => {
    ({ db, close } = await openTestDatabase());
  });
  afterAll(() => close());
  beforeEach(async () => {
    await resetPeople(db);
    clock = createClock();
    dispatch = new DispatchClient(createTestApp(createServices(db, clock)), clock);
    pedro = await dispatch.createCourier();
    sara = await dispatch.createCourier({ name: 'Sara Núñez', zones: ['150101'] });
  });

  const assign = (orders: Order[], courierId: string, as: 'ana' | 'luis' = 'ana', key?: string): Promise<Receipt> =>
    dispatch.ok('assignments.assign', { as, body: { courierId, orders: orders.map(ref) }, ...(key && { key }) });
  const events = async () => (await db.selectFrom('events').select('data').where('type', '=', 'order.changed').orderBy('position').execute()).map(({ data }) => data); // prettier-ignore
  const undo = (batch: string | null, as: 'ana' | 'luis' = 'ana') =>
    dispatch.call('assignments.undo', { as, body: { batch: batch ?? '' } });

  it('creates an order that keeps what was told, counts through the company and stands where its district is', async () => {
    const first = await dispatch.createOrder({ window: { from: '09:00', to: '13:00' }, collectDue: 12_050 });
    expect(first).toMatchObject({
      code: 'D0000001',
      version: 1,
      state: 'pendiente',
      attempt: 1,
      client: { id: 'c1', name: 'Bodega Ñandú' },
      place: { ubigeo: '150122', lat: -12.119, lng: -77.028, approximate: true },
      dueAt: '2026-11-20T18:00:00.000Z',
      collect: { due: 12_050, collected: null, means: null },
      courier: null,
      changed: { by: { username: 'ana' }, what: 'creada', at: NOW.toISOString() },
    });
    const second = await dispatch.createOrder(
      { place: { ...orderInput().place, point: { lat: -12.12, lng: -77.03 } } },
      'neighbour',
    );
    expect(second).toMatchObject({
      code: 'D0000002',
      officeId: 'N2',
      place: { lat: -12.12, approximate: false },
      // The end of the day in La Paz.
      dueAt: '2026-11-21T04:00:00.000Z',
    });
    expect((await dispatch.createOrder({}, 'stranger')).code).toBe('D0000001');
  });

  it('takes a client’s own reference once, and tells it in a sentence', async () => {
    await dispatch.createOrder({ clientReference: 'F001-77' });
    const again = await dispatch.call('orders.create', { body: orderInput({ clientReference: 'F001-77' }) });
    expect([again.status, again.body]).toEqual([409, { message: 'Ese cliente ya tiene una orden con esa referencia' }]);
    const other = { id: 'c2', name: 'Botica', phone: null };
    expect((await dispatch.createOrder({ clientReference: 'F001-77', client: other })).clientReference).toBe('F001-77');
    // Nothing of the refused one is left: neither a gap in the codes nor an event.
    expect((await dispatch.createOrder()).code).toBe('D0000003');
    expect(await events()).toHaveLength(3);
  });

  it('takes clients of the own company alone, and those that are nobody’s by name', async () => {
    const refused = { message: 'Ese cliente no es de su empresa; elíjalo de la lista' };
    const named = (id: string | null) => ({ client: { id, name: 'Ferretería', phone: null } });
    for (const id of ['x1', 'invented']) {
      const answer = await dispatch.call('orders.create', { body: orderInput(named(id)) });
      expect([answer.status, answer.body]).toEqual([400, refused]);
    }
    const order = await dispatch.createOrder(named(null));
    const edit = (changes: object, version = 1) =>
      dispatch.call('orders.edit', { id: order.id, body: { version, changes } });
    const edited = await edit(named('x1'));
    expect([edited.status, edited.body]).toEqual([400, refused]);
    expect(await dispatch.order(order.id)).toMatchObject({ version: 1, client: { id: null } });
    expect((await edit(named('c2'))).status).toBe(200);

    // A client that has gone since stays with its order; and a company with clients elsewhere names them as they are there.
    await db.deleteFrom('clients').where('id', '=', 'c2').execute();
    expect((await edit({ ...named('c2'), note: 'Llamar antes' }, 2)).status).toBe(200);
    await db.deleteFrom('clients').where('company_id', '=', 'norte').execute();
    expect((await dispatch.createOrder(named('of-another-host'))).client.id).toBe('of-another-host');
  });

  it('edits an open order field by field, and says who was faster', async () => {
    const order = await dispatch.createOrder();
    const edited = await dispatch.ok('orders.edit', {
      id: order.id,
      body: { version: 1, changes: { note: 'Llamar antes', date: '2026-11-21', packages: 1 } },
    });
    expect(edited).toMatchObject({ version: 2, note: 'Llamar antes', dueAt: '2026-11-22T05:00:00.000Z' });
    expect((await events()).at(-1)).toMatchObject({
      what: 'editada',
      before: { note: null, date: '2026-11-20' },
      after: { note: 'Llamar antes', date: '2026-11-21' },
      order: { version: 2 },
    });
    expect(Object.keys((await events()).at(-1)?.['after'] as object)).not.toContain('packages');

    const late = await dispatch.call('orders.edit', { as: 'luis', id: order.id, body: { version: 1, changes: { note: null } } }); // prettier-ignore
    expect([late.status, late.body]).toEqual([
      409,
      {
        message: 'Doña ana cambió la orden D0000001 entretanto (editada)',
        changed: { at: '2026-11-20T15:00:00.000Z', by: { username: 'ana', user: 'Doña ana' }, what: 'editada' },
      },
    ]);
    const same = await dispatch.ok('orders.edit', { id: order.id, body: { version: 2, changes: { note: 'Llamar antes' } } }); // prettier-ignore
    expect(same.version).toBe(2);
    expect(await events()).toHaveLength(2);
  });

  it('assigns what can be assigned and tells of each order what became of it', async () => {
    const [one, two, three, four] = await dispatch.createOrders(4) as [Order, Order, Order, Order]; // prettier-ignore
    await assign([two], sara, 'luis');
    const gone = await dispatch.ok('assignments.cancel', { as: 'chief', body: { why: 'duplicada', orders: [ref(three)] } }); // prettier-ignore
    expect(gone.outcomes).toEqual([{ ok: true, id: three.id, code: three.code, version: 2, changed: true }]);
    const foreign = await dispatch.createOrder({}, 'neighbour');

    const receipt = await assign([one, two, { ...three, version: 2 }, four, foreign], pedro);
    const version = { version: 2 };
    expect(receipt.outcomes).toEqual([
      { ok: true, id: one.id, code: one.code, ...version, changed: true },
      {
        ok: false,
        id: two.id,
        code: two.code,
        why: 'changed',
        now: {
          ...version,
          state: 'asignada',
          courier: { id: sara, name: 'Sara Núñez' },
          changed: { at: NOW.toISOString(), by: { username: 'luis', user: 'Doña luis' }, what: 'asignada' },
        },
      },
      expect.objectContaining({ ok: false, id: three.id, why: 'state' }),
      { ok: true, id: four.id, code: four.code, ...version, changed: true },
      { ok: false, id: foreign.id, code: null, why: 'not_found', now: null },
    ]);
    expect(await dispatch.order(one.id)).toMatchObject({ courier: { id: pedro }, sequence: 1, state: 'asignada' });
    expect(await dispatch.order(four.id)).toMatchObject({ courier: { id: pedro }, sequence: 2 });
    expect(await dispatch.order(two.id)).toMatchObject({ courier: { id: sara } });
    expect(await dispatch.order(foreign.id, 'neighbour')).toEqual(foreign);
    const batch = (await events()).filter((event) => event['batch'] === receipt.batch);
    expect(batch.map((event) => event['order'])).toEqual([
      { id: one.id, code: one.code, ...version },
      { id: four.id, code: four.code, ...version },
    ]);
  });

  it('gives an order that is on the way to another courier without taking it off the road', async () => {
    const order = await dispatch.createOrder();
    await assign([order], pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const receipt = await assign([await dispatch.order(order.id)], sara);
    expect(receipt.outcomes[0]).toMatchObject({ ok: true, changed: true });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'en_ruta', courier: { id: sara } });
    const again = await assign([await dispatch.order(order.id)], sara);
    expect(again).toMatchObject({ batch: null, undoUntil: null, outcomes: [{ ok: true, changed: false }] });
  });

  it('warns of capacity, shift and zone, and does it all the same', async () => {
    const small = await dispatch.createCourier({
      name: 'Bici',
      zones: ['150101'],
      capacityOrders: 1,
      capacityGrams: 2000,
      shift: { from: '08:00', to: '10:00' },
    });
    const early = await dispatch.createOrder({ window: { from: '09:00', to: '12:00' } });
    const late = await dispatch.createOrder({ window: { from: '10:00', to: '12:00' } });
    const receipt = await assign([early, late], small);
    expect(receipt.outcomes.every(({ ok }) => ok)).toBe(true);
    expect(receipt.warnings).toEqual([
      { courierId: small, kind: 'orders', by: 1 },
      { courierId: small, kind: 'weight', by: 1000 },
      { courierId: small, kind: 'shift', by: 1 },
      { courierId: small, kind: 'zone', by: 2 },
    ]);
    expect((await assign([await dispatch.createOrder()], pedro)).warnings).toEqual([]);
  });

  it('does a repeated request once, and refuses the key for another', async () => {
    const [one, two] = await dispatch.createOrders(2) as [Order, Order]; // prettier-ignore
    const first = await assign([one], pedro, 'ana', 'llave-0001');
    const before = await events();
    expect(await assign([one], pedro, 'ana', 'llave-0001')).toEqual(first);
    expect(await events()).toEqual(before);
    const body = { courierId: pedro, orders: [ref(two)] };
    const other = await dispatch.call('assignments.assign', { key: 'llave-0001', body });
    expect(other.status).toBe(422);
    // The key is Ana's own: somebody else's request of that name is another one.
    expect((await assign([two], pedro, 'luis', 'llave-0001')).outcomes[0]).toMatchObject({ ok: true, changed: true });
    for (const key of ['', 'corta', 'con espacio'])
      expect((await dispatch.call('assignments.assign', { key, body })).status).toBe(400);
    clock.move(24 * 60 * 60_000 + 1000);
    const later = await dispatch.ok('assignments.assign', { key: 'llave-0001', body });
    expect(later.outcomes[0]).toMatchObject({ ok: false, why: 'changed' });
  });

  it('of the same request sent twice at once does one', async () => {
    const orders = await dispatch.createOrders(3);
    const receipts = await Promise.all([1, 2, 3].map(() => assign(orders, pedro, 'ana', 'llave-0002')));
    expect(receipts[1]).toEqual(receipts[0]);
    expect(receipts[2]).toEqual(receipts[0]);
    expect(await events()).toHaveLength(6);
  });

  it('follows an order to its end: delivered with its collection', async () => {
    const order = await dispatch.createOrder({ collectDue: 5000 });
    await assign([order], pedro);
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

  it('follows a failed visit to the next one, and to the return', async () => {
    const order = await dispatch.createOrder();
    await assign([order], pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const odd = await dispatch.call('assignments.changeState', {
      body: { to: 'no_entregada', reason: 'inventado', orders: await dispatch.refs([order.id]) },
    });
    expect(odd.status).toBe(400);
    await dispatch.state([order.id], { to: 'no_entregada', reason: 'ausente' });
    expect(await dispatch.order(order.id)).toMatchObject({
      state: 'no_entregada',
      reason: 'ausente',
      courier: { id: pedro },
    });
    // Two days later by the office's calendar, where it is still the evening before.
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
    await assign([await dispatch.order(order.id)], sara);
    await dispatch.state([order.id], { to: 'en_ruta' });
    await dispatch.state([order.id], { to: 'no_entregada', reason: 'rechazado' });
    await dispatch.state([order.id], { to: 'en_devolucion' });
    await dispatch.state([order.id], { to: 'devuelta' });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'devuelta', attempt: 2, reason: 'rechazado' });
  });

  it('knows the reasons of the office', async () => {
    const body = { reasons: [{ code: 'perro_bravo', name: 'Perro bravo' }] };
    expect((await dispatch.call('reasons.replace', { body })).status).toBe(403);
    await dispatch.ok('reasons.replace', { as: 'chief', body });
    expect(await dispatch.ok('reasons.list')).toEqual(body.reasons);
    expect((await dispatch.ok('reasons.list', { as: 'neighbour' })).map(({ code }) => code)).toContain('ausente');
    const order = await dispatch.createOrder();
    await assign([order], pedro);
    await dispatch.state([order.id], { to: 'en_ruta' });
    const refs = await dispatch.refs([order.id]);
    const old = await dispatch.call('assignments.changeState', { body: { to: 'no_entregada', reason: 'ausente', orders: refs } }); // prettier-ignore
    expect(old.status).toBe(400);
    const receipt = await dispatch.state([order.id], { to: 'no_entregada', reason: 'perro_bravo' });
    expect(receipt.outcomes[0]).toMatchObject({ ok: true });
  });

  it('corrects a wrong closing in sight of everyone, by charge S alone', async () => {
    const order = await dispatch.createOrder({ collectDue: 900 });
    await assign([order], pedro);
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
    // Its ordinary course is no correction.
    const back = { to: 'pendiente', why: 'x', orders: await dispatch.refs([order.id]) } as const;
    expect((await dispatch.ok('assignments.correct', { as: 'chief', body: back })).outcomes[0]).toMatchObject({ why: 'state' }); // prettier-ignore
  });

  it('cancels by charge S alone, and brings back what was cancelled by mistake', async () => {
    const order = await dispatch.createOrder();
    await assign([order], pedro);
    const body = { why: 'El cliente la anuló', orders: [{ id: order.id, version: 2 }] };
    expect((await dispatch.call('assignments.cancel', { body })).status).toBe(403);
    await dispatch.ok('assignments.cancel', { as: 'chief', body });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'anulada', courier: null, sequence: null });
    const back = { to: 'pendiente', why: 'Era otra', orders: [{ id: order.id, version: 3 }] } as const;
    await dispatch.ok('assignments.correct', { as: 'chief', body: { ...back, orders: [...back.orders] } });
    expect(await dispatch.order(order.id)).toMatchObject({ state: 'pendiente', version: 4 });
  });

  it('hands a whole load over in its order, after the stops that are there', async () => {
    const orders = await dispatch.createOrders(4);
    const [a, b, c, d] = orders as [Order, Order, Order, Order];
    await assign([a, b, c], pedro);
    await assign([d], sara);
    const stops = await dispatch.refs([c.id, a.id, b.id]);
    await dispatch.ok('assignments.reorder', { id: pedro, body: { orders: stops } });
    const receipt = await dispatch.ok('assignments.moveLoad', { body: { from: pedro, to: sara } });
    expect(receipt.outcomes.map(({ id, ok }) => [id, ok])).toEqual([[c.id, true], [a.id, true], [b.id, true]]); // prettier-ignore
    const where = await Promise.all([d, c, a, b].map(async ({ id }) => dispatch.order(id)));
    expect(where.map(({ courier, sequence }) => [courier?.id, sequence])).toEqual([1, 2, 3, 4].map((stop) => [sara, stop])); // prettier-ignore
    const empty = await dispatch.ok('assignments.moveLoad', { body: { from: pedro, to: sara } });
    expect(empty).toMatchObject({ batch: null, outcomes: [] });
  });

  it('re-orders all stops or none', async () => {
    const [a, b, c] = (await dispatch.createOrders(3)) as [Order, Order, Order];
    await assign([a, b], pedro);
    const some = await dispatch.call('assignments.reorder', {
      id: pedro,
      body: { orders: [{ id: b.id, version: 2 }] },
    });
    expect([some.status, some.body]).toEqual([409, { message: 'La ruta tiene ahora otras paradas; vuelva a mirarla' }]);
    const receipt = await dispatch.ok('assignments.reorder', {
      id: pedro,
      body: { orders: [{ id: b.id, version: 2 }, { id: c.id, version: 1 }, { id: a.id, version: 2 }] }, // prettier-ignore
    });
    expect(receipt.outcomes.map((each) => (each.ok ? each.changed : each.why))).toEqual([true, 'not_of_courier', true]);
    expect([(await dispatch.order(b.id)).sequence, (await dispatch.order(a.id)).sequence]).toEqual([1, 2]);
  });

  it('takes assigned orders back, but not off the road', async () => {
    const [a, b, c] = (await dispatch.createOrders(3)) as [Order, Order, Order];
    await assign([a, b], pedro);
    await dispatch.state([b.id], { to: 'en_ruta' });
    const receipt = await dispatch.ok('assignments.unassign', {
      body: { orders: await dispatch.refs([a.id, b.id, c.id]) },
    });
    expect(receipt.outcomes.map((each) => (each.ok ? each.changed : each.why))).toEqual([true, 'state', false]);
    expect(await dispatch.order(a.id)).toMatchObject({ state: 'pendiente', courier: null, sequence: null });
  });

  describe('undo', () => {
    it('puts back exactly what was, and says so', async () => {
      const [a, b] = (await dispatch.createOrders(2)) as [Order, Order];
      await assign([a], sara);
      const { batch, undoUntil } = await assign([await dispatch.order(a.id), b], pedro);
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
      expect(await dispatch.order(a.id)).toMatchObject({ courier: { id: sara }, sequence: 1, state: 'asignada' });
      expect(await dispatch.order(b.id)).toMatchObject({ courier: null, sequence: null, state: 'pendiente' });
      const undone = (answer.body as Receipt).batch;
      expect((await events()).at(-1)).toMatchObject({ what: 'deshecha', undoes: batch, batch: undone });
      expect((await undo(batch)).body).toEqual({ message: 'Ese cambio ya se deshizo' });
      expect((await undo(undone)).body).toEqual({ message: 'Ese cambio no se puede deshacer' });
    });

    it('is over after 30 seconds of the server’s clock', async () => {
      const { batch } = await assign([await dispatch.createOrder()], pedro);
      clock.move(30_001);
      const answer = await undo(batch);
      expect([answer.status, answer.body]).toEqual([409, { message: 'Ya pasaron los 30 segundos para deshacerlo' }]);
    });

    it('is for whoever did it, where it was done', async () => {
      const { batch } = await assign([await dispatch.createOrder()], pedro);
      expect((await undo(batch, 'luis')).status).toBe(403);
      const elsewhere = { as: 'chief', office: 'N2', body: { batch: batch ?? '' } } as const;
      expect((await dispatch.call('assignments.undo', elsewhere)).status).toBe(404);
      expect((await undo(batch)).status).toBe(200);
    });

    it('leaves what somebody has changed since, and tells who', async () => {
      const [a, b] = (await dispatch.createOrders(2)) as [Order, Order];
      const { batch } = await assign([a, b], pedro);
      await assign([await dispatch.order(a.id)], sara, 'luis');
      const answer = (await undo(batch)).body as Receipt;
      expect(answer.outcomes).toMatchObject([
        { ok: false, why: 'changed', now: { courier: { id: sara }, changed: { by: { username: 'luis' } } } },
        { ok: true },
      ]);
      expect(await dispatch.order(a.id)).toMatchObject({ courier: { id: sara } });
    });

    it('gives nothing back to a courier who is retired by now', async () => {
      const order = await dispatch.createOrder();
      await assign([order], sara);
      const { batch } = await assign([await dispatch.order(order.id)], pedro);
      await dispatch.ok('couriers.retire', { as: 'chief', id: sara, body: { version: 1 } });
      expect(((await undo(batch)).body as Receipt).outcomes).toMatchObject([{ ok: false, why: 'state' }]);
      expect(await dispatch.order(order.id)).toMatchObject({ courier: { id: pedro } });
    });
  });

  describe('couriers', () => {
    it('are told with their load', async () => {
      const orders = await dispatch.createOrders(3);
      await assign(orders, pedro);
      await dispatch.state([orders[0]?.id ?? ''], { to: 'en_ruta' });
      await dispatch.state([orders[0]?.id ?? ''], { to: 'entregada' });
      const list = await dispatch.ok('couriers.list');
      expect(list.map(({ id, load }) => [id, load])).toEqual([
        [pedro, { orders: 2, weightGrams: 3000 }],
        [sara, { orders: 0, weightGrams: 0 }],
      ]);
    });

    it('are created once, however often it is asked, and a key is for one of them', async () => {
      const key = randomUUID();
      const create = (name: string, as: Worker = 'ana') =>
        dispatch.call('couriers.create', { as, key, body: courierInput({ name }) });
      const answers = [await create('Rosa'), await create('Rosa')];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      const other = await create('Juana');
      expect([other.status, other.body]).toEqual([422, { message: 'Esa clave de solicitud ya se usó para otra solicitud' }]); // prettier-ignore
      expect((await dispatch.call('orders.create', { key, body: orderInput() })).status).toBe(422);
      // Somebody else's key of the same words is another one.
      expect((await create('Juana', 'luis')).status).toBe(200);
      expect((await dispatch.call('couriers.create', { key: 'x', body: courierInput() })).status).toBe(400);
      const names = (await dispatch.ok('couriers.list')).map(({ name }) => name);
      expect(names).toEqual(['Juana', 'Pedro Rojas', 'Rosa', 'Sara Núñez']);
      const told = await db.selectFrom('events').select('position').where('type', '=', 'courier.changed').execute();
      expect(told).toHaveLength(4);
    });

    it('are edited by one at a time', async () => {
      const edited = await dispatch.ok('couriers.edit', {
        id: sara,
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
        id: sara,
        body: { version: 1, changes: { name: 'x' } },
      });
      expect([late.status, late.body]).toEqual([
        409,
        {
          message: 'Otra persona cambió los datos de Sara Núñez; vuelva a mirarlos',
          changed: { at: '2026-11-20T15:00:00.000Z', by: { username: 'ana', user: 'Doña ana' }, what: 'editado' },
        },
      ]);
      const receipt = await assign([await dispatch.createOrder()], sara);
      expect(receipt.warnings).toContainEqual({ courierId: sara, kind: 'away', by: 1 });
    });

    it('are retired without a load alone, and are given nothing then', async () => {
      const order = await dispatch.createOrder();
      await assign([order], pedro);
      expect((await dispatch.call('couriers.retire', { id: pedro, body: { version: 1 } })).status).toBe(403);
      const loaded = await dispatch.call('couriers.retire', { as: 'chief', id: pedro, body: { version: 1 } });
      expect(loaded.body).toEqual({
        message: 'Pedro Rojas todavía tiene carga (órdenes: 1); pásela antes a otro repartidor',
      });
      await dispatch.ok('assignments.moveLoad', { body: { from: pedro, to: sara } });
      expect(await dispatch.ok('couriers.retire', { as: 'chief', id: pedro, body: { version: 1 } })).toMatchObject({ state: 'retirado' }); // prettier-ignore
      const body = { courierId: pedro, orders: [ref(await dispatch.order(order.id))] };
      expect((await dispatch.call('assignments.assign', { body })).status).toBe(409);
      await dispatch.ok('couriers.edit', { id: pedro, body: { version: 2, changes: { state: 'activo' } } });
      expect((await dispatch.ok('assignments.assign', { body })).outcomes[0]).toMatchObject({ ok: true });
    });
  });
});
