import { type Operation } from '@despacho/contracts';
import { DISPATCH_OPERATIONS, type DispatchOperationId, type Order } from '@despacho/contracts/dispatch';
import { describe, expect, it } from 'vitest';
import { courierInput, orderInput, type Worker, WORKER_NAMES } from './dispatch-world.ts';
import { useDesk } from './use-desk.ts';

/**
 * The other operations of the service are in desk-matrix.test.ts, people-of-office.test.ts, passwords.test.ts, trail.test.ts,
 * clients.test.ts, offices.test.ts, trails.test.ts, zones.test.ts and arrivals.test.ts.
 */
const SUBJECTS = [
  'districts',
  'places',
  'orders',
  'couriers',
  'notes',
  'days',
  'money',
  'assignments',
  'reasons',
  'settings',
] as const;

type OperationId = Extract<DispatchOperationId, `${(typeof SUBJECTS)[number]}.${string}`>;

/*
 * Written by hand, from the rules and not from the code: the status each person gets for a request to office N1. Ana
 * and Luis work there with U01 and D05; chief has charge S and G01 as well; clerk has M01 instead; blindchief has it with charge S, keeper has charge S alone; neighbour works in another office of the company, stranger with charge S in another company.
 */
const OF_N1: Record<Worker, { ordinary: number; chargeS: number }> = {
  ana: { ordinary: 200, chargeS: 403 },
  luis: { ordinary: 200, chargeS: 403 },
  chief: { ordinary: 200, chargeS: 200 },
  clerk: { ordinary: 403, chargeS: 403 },
  blindchief: { ordinary: 403, chargeS: 403 },
  keeper: { ordinary: 403, chargeS: 403 },
  neighbour: { ordinary: 404, chargeS: 404 },
  stranger: { ordinary: 404, chargeS: 404 },
};

/** What M01 alone reads. */
const MAP_OF_N1: Record<Worker, number> = {
  ana: 403,
  luis: 403,
  chief: 403,
  clerk: 200,
  blindchief: 200,
  keeper: 403,
  neighbour: 404,
  stranger: 404,
};

/** Documents of couriers need U01 and G01. */
const DOCUMENTS_OF_N1: Record<Worker, number> = {
  ana: 403,
  luis: 403,
  chief: 200,
  clerk: 403,
  blindchief: 403,
  keeper: 403,
  neighbour: 403,
  stranger: 403,
};

/** Which operations require charge S is written by hand in the gateway's test of rows (src/policy/table.test.ts). */
const policyOf = (id: OperationId) => (DISPATCH_OPERATIONS[id] as Operation).policy;

/** One of the people with the same office, charge and modules. */
const DIFFERENT = WORKER_NAMES.filter((name) => name !== 'luis');

describe('permissions of the dispatch domain', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  /** A request that succeeds, with the data it needs in office N1 (or N2 for the neighbour). */
  async function soundRequest(operation: OperationId, as: Worker, office: string) {
    const own: Worker = office === 'N1' ? 'chief' : 'neighbour';
    const pedro = await dispatch.createCourier({}, own);
    const sara = await dispatch.createCourier({ name: 'Sara' }, own);
    // What one of them has answered is known to the others.
    const place = { ...orderInput().place, address: `Calle ${as} 345` };
    const order = await dispatch.createOrder(operation === 'places.answer' ? { place } : {}, own);
    let orders = [{ id: order.id, version: order.version }];
    let batch = '';
    if (
      [
        'assignments.unassign',
        'assignments.moveLoad',
        'assignments.undo',
        'assignments.reorder',
        'assignments.changeState',
        'assignments.close',
        'orders.read',
      ].includes(operation)
    ) {
      const by: Worker =
        operation === 'assignments.undo' &&
        ['ana', 'luis', 'neighbour'].includes(as) &&
        (as === 'neighbour') === (office === 'N2')
          ? as
          : own;
      const receipt = await dispatch.ok('assignments.assign', { as: by, office, body: { courierId: pedro, orders } });
      batch = receipt.batch ?? '';
      orders = [{ id: order.id, version: 2 }];
    }
    if (operation === 'assignments.correct') {
      await dispatch.ok('assignments.cancel', { as: 'chief', office, body: { why: 'x', orders } });
      orders = [{ id: order.id, version: 2 }];
    }
    if (operation === 'couriers.disconnect') await dispatch.ok('couriers.connect', { as: own, office, id: sara });
    const day = { courierId: pedro, day: '2026-11-20' };
    let version = 0;
    let act = '';
    if (['money.verify', 'money.undo', 'money.receive', 'money.agree'].includes(operation)) {
      await dispatch.ok('orders.edit', {
        as: own,
        office,
        id: order.id,
        body: { version: 1, changes: { collectDue: 90 } },
      });
      await dispatch.ok('assignments.assign', {
        as: own,
        office,
        body: { courierId: pedro, orders: [{ id: order.id, version: 2 }] },
      });
      const payments = [
        { means: 'efectivo' as const, amount: 50 },
        { means: 'yape' as const, amount: 40 },
      ];
      const closing = { id: order.id, version: 3, to: 'entregada' as const, payments };
      await dispatch.ok('assignments.close', { as: own, office, body: { orders: [closing] } });
      const { couriers } = await dispatch.ok('money.day', { as: own, office });
      version = couriers.find(({ courier }) => courier.id === pedro)?.version ?? 0;
      if (operation === 'money.undo')
        ({ act } = await dispatch.ok('money.receive', { as: own, office, body: { ...day, version, amount: 50 } }));
    }
    if (operation === 'days.reopen')
      await dispatch.ok('days.confirm', {
        as: own,
        office,
        body: { ...day, delivered: 0, failed: 0, collected: 0, version: 0 },
      });
    if (operation === 'couriers.untrack' || operation === 'couriers.notice')
      await dispatch.ok('couriers.track', { as: own, office, id: sara });
    const refs = { orders };
    const requests: Record<
      OperationId,
      { id?: string; rawBody?: object; query?: Record<string, string>; file?: Buffer }
    > = {
      'orders.list': {},
      'orders.map': {},
      'orders.counts': {},
      'orders.states': {},
      'orders.clients': {},
      'orders.read': { id: order.id },
      'orders.create': { rawBody: orderInput() },
      'orders.duplicate': { id: order.id, rawBody: { date: '2026-11-21' } },
      'orders.edit': { id: order.id, rawBody: { version: 1, changes: { note: 'x' } } },
      'districts.list': {},
      'places.find': { rawBody: { client: null, recipient: null, address: 'Av. Larco 345', ubigeo: '150122' } },
      'places.waiting': { rawBody: { claim: null } },
      'places.answer': { rawBody: { order: order.id, point: { lat: -12.12, lng: -77.03 } } },
      'couriers.list': {},
      'couriers.map': {},
      'couriers.retired': { query: { antes: '999' } },
      'couriers.create': { rawBody: courierInput() },
      'couriers.edit': { id: sara, rawBody: { version: 1, changes: { name: 'x' } } },
      'couriers.retire': { id: sara, rawBody: { version: 1 } },
      'couriers.attend': { rawBody: { day: '2026-11-20', absent: [sara], present: [] } },
      'couriers.absences': { id: sara },
      'couriers.absent': { id: sara, rawBody: { from: '2026-11-21', to: '2026-11-23', absent: true } },
      'couriers.documents': { id: sara },
      'couriers.writeDocuments': {
        id: sara,
        rawBody: { version: 1, documents: [{ kind: 'soat', number: '123', until: '2026-12-31' }] },
      },
      'couriers.preview': { query: { fileName: 'repartidores.csv' }, file: Buffer.from('Nombre\nRosa Huanca') },
      'couriers.import': { rawBody: { couriers: [courierInput()] } },
      'couriers.connect': { id: sara },
      'couriers.device': { id: sara },
      'couriers.disconnect': { id: sara },
      'notes.write': { id: order.id, rawBody: { text: 'Toque el timbre' } },
      'days.list': {},
      'days.confirm': { rawBody: { ...day, delivered: 0, failed: 0, collected: 0, version: 0 } },
      'days.reopen': { rawBody: { ...day, why: 'Faltaba un cobro' } },
      'money.day': {},
      'money.courier': { query: day },
      'money.receive': { rawBody: { ...day, version, amount: 50 } },
      'money.verify': { rawBody: { ...day, version, payments: [{ orderId: order.id, means: 'yape' }] } },
      'money.repeated': {},
      'money.agree': { rawBody: { ...day, version, matter: 'sobrante', amount: 50 } },
      'money.undo': { rawBody: { ...day, act, why: 'Se contó mal' } },
      'money.export': { query: { day: '2026-11-20', formato: 'csv' } },
      'couriers.track': { id: sara },
      'couriers.untrack': { id: sara },
      'couriers.notice': { id: sara },
      'assignments.assign': { rawBody: { courierId: pedro, ...refs } },
      'assignments.unassign': { rawBody: refs },
      'assignments.moveLoad': { rawBody: { from: pedro, to: sara } },
      'assignments.changeState': { rawBody: { to: 'en_ruta', ...refs } },
      'assignments.reschedule': { rawBody: { date: '2026-11-21', ...refs } },
      'assignments.close': { rawBody: { orders: orders.map((each) => ({ ...each, to: 'entregada' })) } },
      'assignments.cancel': { rawBody: { why: 'x', ...refs } },
      'assignments.correct': { rawBody: { why: 'x', orders: orders.map((each) => ({ ...each, to: 'pendiente' })) } },
      'assignments.undo': { rawBody: { batch } },
      'assignments.suggest': { rawBody: refs },
      'assignments.rank': { rawBody: { orders: orders.map(({ id }) => id) } },
      'assignments.reorder': { id: pedro, rawBody: refs },
      'assignments.route': { id: pedro, rawBody: { stops: orders } },
      'reasons.list': {},
      'reasons.replace': { rawBody: { reasons: [{ code: 'ausente', name: 'Ausente' }] } },
      'settings.read': {},
      'settings.edit': { rawBody: { version: 1, changes: { phone: '01 444 5566' } } },
    };
    return { order, request: requests[operation] };
  }

  const stored = async (order: Order) => ({
    order: await desk.db.selectFrom('orders').selectAll().where('id', '=', Number(order.id)).executeTakeFirst(),
    orders: (await desk.db.selectFrom('orders').select('id').execute()).length,
    couriers: await desk.db.selectFrom('couriers').selectAll().orderBy('id').execute(),
    links: await desk.db.selectFrom('courier_links').selectAll().execute(),
    trackers: await desk.db.selectFrom('courier_trackers').selectAll().execute(),
    events: (await desk.db.selectFrom('events').select('position').execute()).length,
    reasons: await desk.db.selectFrom('reasons').selectAll().execute(),
    settings: await desk.db.selectFrom('offices').select(['phone', 'settings_version']).orderBy('id').execute(),
    keys: (await desk.db.selectFrom('idempotency_keys').select('key').execute()).length,
  });

  const operations = Object.keys(DISPATCH_OPERATIONS).filter((id) =>
    SUBJECTS.some((subject) => id.startsWith(`${subject}.`)),
  ) as OperationId[];

  it.each(operations)('G20: %s gives each person the expected status for office N1', async (operation) => {
    const statusOf = (as: Worker) =>
      operation === 'couriers.map'
        ? MAP_OF_N1[as]
        : /^couriers\.(documents|writeDocuments)$/.test(operation)
          ? DOCUMENTS_OF_N1[as]
          : OF_N1[as][policyOf(operation).charge === 'S' ? 'chargeS' : 'ordinary'];
    const expectStatus = async (as: Worker, request: object) => {
      const answer = await dispatch.call(operation, { as, office: 'N1', ...request });
      expect([as, answer.status, answer.body]).toEqual([as, statusOf(as), expect.anything()]);
    };
    const { order, request } = await soundRequest(operation, 'chief', 'N1');
    const untouched = await stored(order);
    for (const as of DIFFERENT) if (statusOf(as) !== 200) await expectStatus(as, request);
    // A rejected request changes nothing; neither does a read.
    expect(await stored(order)).toEqual(untouched);
    const reads =
      DISPATCH_OPERATIONS[operation].method === 'GET' ||
      ['assignments.suggest', 'assignments.rank', 'places.find', 'places.waiting', 'couriers.preview'].includes(
        operation,
      );
    for (const as of DIFFERENT.filter((each) => statusOf(each) === 200)) {
      // A change can be made once, so each person gets data for their own.
      const own = await soundRequest(operation, as, 'N1');
      const before = await stored(own.order);
      await expectStatus(as, own.request);
      if (reads) expect(await stored(own.order)).toEqual(before);
      else expect(await stored(own.order)).not.toEqual(before);
    }
  });

  it.each(operations.filter((operation) => DISPATCH_OPERATIONS[operation].params !== null))(
    '%s: an id of another office is unknown, even for charge S',
    async (operation) => {
      const { order, request } = await soundRequest(operation, 'neighbour', 'N2');
      const before = await stored(order);
      const foreign = await dispatch.call(operation, { as: 'chief', office: 'N1', ...request });
      expect(foreign.status).toBe(404);
      expect(await stored(order)).toEqual(before);
      // Control: the request succeeds in the office that the id belongs to.
      expect((await dispatch.call(operation, { as: 'chief', office: 'N2', ...request })).status).toBe(200);
    },
  );

  it.each([
    'assignments.assign',
    'assignments.unassign',
    'assignments.changeState',
    'assignments.reschedule',
    'assignments.close',
    'assignments.cancel',
    'assignments.correct',
  ] as const)('%s: does not change orders of another office', async (operation) => {
    const { order, request } = await soundRequest(operation, 'neighbour', 'N2');
    const pedro = await dispatch.createCourier({}, 'chief');
    const rawBody = { ...request.rawBody, ...(operation === 'assignments.assign' && { courierId: pedro }) };
    const { order: before } = await stored(order);
    const answer = await dispatch.call(operation, { as: 'chief', office: 'N1', rawBody });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ batch: null, outcomes: [expect.objectContaining({ ok: false, why: 'not_found' })] }),
    ]);
    expect((await stored(order)).order).toEqual(before);
    expect((await dispatch.call(operation, { as: 'chief', office: 'N2', ...request })).body).toMatchObject({
      outcomes: [{ ok: true, changed: true }],
    });
  });

  it('G20: assigns orders only to couriers of the same office', async () => {
    const courierId = await dispatch.createCourier({}, 'neighbour');
    const order = await dispatch.createOrder();
    const body = { courierId, orders: [{ id: order.id, version: 1 }] };
    expect((await dispatch.call('assignments.assign', { as: 'chief', office: 'N1', body })).status).toBe(404);
    // The database rejects it as well.
    const forced = desk.db
      .updateTable('order_progress')
      .set({ courier_id: Number(courierId), state: 'asignada' })
      .where('order_id', '=', Number(order.id))
      .execute();
    await expect(forced).rejects.toThrow(/foreign key/);
  });

  it("G20: lists and counts only the office's orders", async () => {
    const mine = await dispatch.createOrder();
    await dispatch.createOrder({}, 'neighbour');
    await dispatch.createOrder({}, 'stranger');
    const search = { buscar: 'larco' };
    for (const query of [{}, search]) {
      expect((await dispatch.ok('orders.list', { query })).orders.map(({ id }) => id)).toEqual([mine.id]);
      expect((await dispatch.ok('orders.counts', { query })).total).toBe(1);
    }
  });
});
