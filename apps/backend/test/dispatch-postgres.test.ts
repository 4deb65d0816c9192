import { randomUUID } from 'node:crypto';
import { emptyFilter, type Order, type Receipt } from '@despacho/contracts/dispatch';
import { expect, it } from 'vitest';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { closeOrders } from '#work/assignments/close-orders.ts';
import { moveLoad } from '#work/assignments/move-load.ts';
import { unassignOrders } from '#work/assignments/unassign-orders.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { readAfter } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { listOrders } from '#orders/order/list-orders.ts';
import { findPhone, replacePhone } from '#fleet/phones/phones-repository.ts';
import { recordVisit } from '#field/visits/record-visit.ts';
import { courierInput, dispatcherOf, orderInput } from './dispatch-world.ts';
import { fulfilled, onPostgres } from './postgres-world.ts';
import { recount, tallied } from './tallied.ts';
import { createServices } from './test-services.ts';

const ana = dispatcherOf('ana');
const luis = dispatcherOf('luis');
const key = (): string => randomUUID();

onPostgres('orders on a real Postgres, where requests really are at the same time', (world) => {
  it('gives an order to one of two concurrent requests, and says who has it', async () => {
    const { db, services } = world;
    const [pedro, sara] = [
      await createCourier(services, ana, key(), courierInput()),
      await createCourier(services, ana, key(), courierInput({ name: 'Sara' })),
    ];
    const orders = [];
    for (let index = 0; index < 5; index++) orders.push(await createOrder(services, ana, key(), orderInput()));
    const refs = orders.map(({ id, version }) => ({ id, version }));
    const receipts = fulfilled(
      await world.atOnce(2, () => [
        assignOrders(services, ana, key(), { courierId: pedro.id, orders: refs }),
        assignOrders(services, luis, key(), { courierId: sara.id, orders: refs.toReversed() }),
      ]),
    );
    expect(receipts.map(({ outcomes }) => outcomes.filter(({ ok }) => ok).length).sort()).toEqual([0, 5]);
    const loser = receipts.find(({ batch }) => batch === null);
    const winner = receipts.find(({ batch }) => batch !== null) === receipts[0] ? 'ana' : 'luis';
    expect(loser?.outcomes.map((each) => (each.ok ? '' : each.now?.changed.by.username))).toEqual(
      refs.map(() => winner),
    );
    const rows = await db.selectFrom('orders').select(['version', 'courier_id']).execute();
    expect(rows).toEqual(refs.map(() => ({ version: 2, courier_id: Number(winner === 'ana' ? pedro.id : sara.id) })));
  });

  it.each([
    ['a client', { id: 'c1', name: 'Bodega Ñandú', phone: null }],
    ['a name that is no client’s', { id: null, name: 'Óptica Visión', phone: null }],
  ])('creates one order of two concurrent ones with the same reference of %s', async (_whose, client) => {
    const { services } = world;
    const [first, second] = await world.atOnce(2, () =>
      [ana, luis].map((who) => createOrder(services, who, key(), orderInput({ client, clientReference: 'P-1' }))),
    );
    const [made, refused] = first?.status === 'fulfilled' ? [first, second] : [second, first];
    if (made?.status !== 'fulfilled' || refused?.status !== 'rejected') throw new Error('Not one of each');
    expect(refused.reason).toMatchObject({
      kind: 'conflict',
      message: `Ese cliente ya tiene la orden ${made.value.code} con esa referencia`,
    });
  });

  it('records a visit once that reaches two services, while the office closes its order', async () => {
    const { db, services } = world;
    const pedro = await createCourier(services, ana, key(), courierInput());
    const { id, version } = await createOrder(services, ana, key(), orderInput());
    await assignOrders(services, ana, key(), { courierId: pedro.id, orders: [{ id, version }] });
    const now = services.clock();
    const where = { companyId: 'norte', officeId: 'N1', courierId: Number(pedro.id) };
    await replacePhone(db, where, { sessionHash: 'x', name: 'Android' }, now);
    const phone = await findPhone(db, 'x', now);
    if (!phone) throw new Error('The phone is not connected');
    const other = createServices(db, () => now);
    const visit = { id: key(), order: id, attempt: 1, version: 2, to: 'entregada' as const, at: now.toISOString() };
    const closing = { id, version: 2, to: 'no_entregada' as const, reason: 'ausente' };
    const answers = fulfilled(
      await world.atOnce<unknown>(4, () => [
        recordVisit(services, phone, visit),
        closeOrders(services, luis, key(), { orders: [closing] }),
        recordVisit(other, phone, visit),
        recordVisit(other, phone, visit),
      ]),
    );
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[3]).toEqual(answers[0]);
    const rows = await db.selectFrom('field_visits').select(['state', 'why']).execute();
    const row = await db.selectFrom('orders').select(['state', 'version']).executeTakeFirstOrThrow();
    // The first of them closed the order; the other was refused or waits for review.
    expect([rows, row]).toEqual(
      row.state === 'entregada'
        ? [[{ state: 'aplicada', why: null }], { state: 'entregada', version: 3 }]
        : [[{ state: 'pendiente', why: 'cerrada' }], { state: 'no_entregada', version: 3 }],
    );
  });

  it('serializes two requests that have both claimed their idempotency keys', async () => {
    const { db } = world;
    const named = Promise.withResolvers<undefined>();
    let waiting = 2;
    const hold = (who: Dispatcher) =>
      db.transaction().execute((trx) =>
        once(trx, who, { key: key(), operation: 'hold', content: null }, new Date(), async () => {
          waiting -= 1;
          if (waiting === 0) named.resolve(undefined);
          await named.promise;
          await lockOffice(trx, who);
          return {};
        }),
      );
    expect(await Promise.all([hold(ana), hold(luis)])).toHaveLength(2);
  });

  it('carries out once a request that arrives three times concurrently', async () => {
    const { db, services } = world;
    const pedro = await createCourier(services, ana, key(), courierInput());
    const { id, version } = await createOrder(services, ana, key(), orderInput());
    const again = key();
    const receipts = fulfilled(
      await world.atOnce(3, () =>
        [1, 2, 3].map(() => assignOrders(services, ana, again, { courierId: pedro.id, orders: [{ id, version }] })),
      ),
    );
    expect(receipts[0]?.outcomes).toMatchObject([{ ok: true, changed: true }]);
    expect(receipts).toEqual([receipts[0], receipts[0], receipts[0]]);
    expect(await db.selectFrom('events').select('position').where('order_id', '=', Number(id)).execute()).toHaveLength(
      2,
    );
  });

  it('assigns each code once and positions without gaps in concurrent offices', async () => {
    const { db, services } = world;
    const neighbour = dispatcherOf('neighbour');
    const pedro = await createCourier(services, ana, key(), courierInput());
    // Eight at a time: each request takes a connection, and one that waits for seconds is rejected.
    const eight = Array.from({ length: 8 }, (_, index) => index);
    const created: Order[] = [];
    for (let group = 0; group < 5; group++) {
      const creating = eight.map((index) => createOrder(services, index % 2 ? ana : neighbour, key(), orderInput()));
      created.push(...fulfilled(await Promise.allSettled(creating)));
    }
    const own = created.filter(({ officeId }) => officeId === 'N1');
    for (let from = 0; from < own.length; from += 4) {
      const both = own
        .slice(from, from + 4)
        .flatMap<Promise<unknown>>(({ id, version }) => [
          assignOrders(services, luis, key(), { courierId: pedro.id, orders: [{ id, version }] }),
          createOrder(services, ana, key(), orderInput()),
        ]);
      fulfilled(await Promise.allSettled(both));
    }
    const codes = (await db.selectFrom('orders').select('code').execute()).map(({ code }) => code);
    expect([codes.length, new Set(codes).size]).toEqual([60, 60]);
    expect(codes.filter((code) => !/^D\d{7}$/.test(code))).toEqual([]);
    for (const [office, count] of [
      ['N1', 61],
      ['N2', 20],
    ] as const) {
      // prettier-ignore
      const events = await db.selectFrom('events').select('position').where('office_id', '=', office).orderBy('position').execute();
      expect(events.map(({ position }) => position)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    }
  });

  it('searches and pages as the embedded database does', async () => {
    const { services } = world;
    for (const name of ['Ñahui', 'Álvarez', 'Zúñiga'])
      await createOrder(services, ana, key(), orderInput({ recipient: { name, phone: null } }));
    const page = { filter: { ...emptyFilter(), search: 'larco' }, sort: 'destinatario', size: 2 } as const;
    const first = await listOrders(services, ana, page);
    const second = await listOrders(services, ana, { ...page, cursor: first.next ?? undefined });
    const names = [...first.orders, ...second.orders].map(({ recipient }) => recipient.name);
    expect([first.orders.length, second.next, names.toSorted()]).toEqual([2, null, ['Zúñiga', 'Álvarez', 'Ñahui']]);
    const found = await listOrders(services, ana, { ...page, filter: { ...emptyFilter(), search: 'NAHUI' } });
    expect(found.orders).toHaveLength(1);
  });

  it('serializes bulk requests, and a polling reader misses nothing', async () => {
    const { db, services } = world;
    const { id: pedro } = await createCourier(services, ana, key(), courierInput());
    const { id: sara } = await createCourier(services, ana, key(), courierInput({ name: 'Sara' }));
    for (let index = 0; index < 30; index++) await createOrder(services, ana, key(), orderInput());

    const seen: number[] = [];
    const work = { goesOn: true };
    const reading = (async () => {
      let at = 0;
      for (let last = false; !last;) {
        last = !work.goesOn;
        for (const { position } of await readAfter(db, 'N1', at, 50)) {
          seen.push(position);
          at = position;
          last = false;
        }
      }
    })();

    /** Two of three orders, varied by worker and round, and reversed every other time. */
    async function someRefs(worker: number, round: number) {
      const rows = await db.selectFrom('orders').select(['id', 'version']).orderBy('id').execute();
      const refs = rows.map(({ id, version }) => ({ id: String(id), version }));
      const some = refs.slice(0, 30).filter((_, place) => (place + worker + round) % 3 !== 0);
      return worker % 2 === 0 ? some : some.reverse();
    }
    async function carryOut(worker: number): Promise<Receipt[]> {
      const receipts: Receipt[] = [];
      const who = worker % 2 === 0 ? ana : luis;
      const [own, other] = worker % 2 === 0 ? [pedro, sara] : [sara, pedro];
      for (let round = 0; round < 5; round++) {
        const orders = await someRefs(worker, round);
        receipts.push(await assignOrders(services, who, key(), { courierId: own, orders }));
        if (round % 2 === 1) receipts.push(await moveLoad(services, who, key(), { from: own, to: other }));
        receipts.push(await unassignOrders(services, who, key(), await someRefs(worker, round + 1)));
        await createOrder(services, who, key(), orderInput());
      }
      return receipts;
    }
    const receipts = fulfilled(await Promise.allSettled([0, 1, 2, 3, 4, 5].map(carryOut))).flat();
    work.goesOn = false;
    await reading;

    const changed = receipts.flatMap(({ outcomes }) => outcomes.filter((each) => each.ok && each.changed)).length;
    // They conflicted with each other, and each changed something.
    expect(receipts.flatMap(({ outcomes }) => outcomes.filter(({ ok }) => !ok)).length).toBeGreaterThan(0);
    expect(changed).toBeGreaterThan(0);
    const couriersAndOrders = 2 + 30 + 6 * 5;
    expect(seen).toEqual(Array.from({ length: couriersAndOrders + changed }, (_, index) => index + 1));
    const versions = await db
      .selectFrom('orders')
      .select(({ fn }) => fn.sum<string>('version').as('all'))
      .executeTakeFirst();
    expect(Number(versions?.all)).toBe(couriersAndOrders - 2 + changed);
    expect(await tallied(db)).toEqual(await recount(db));
  });
});
