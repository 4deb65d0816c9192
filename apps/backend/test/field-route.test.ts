import { type ClientProof, type FieldRoute } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { type RequestListener } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { readRoute } from '#field/route/read-route.ts';
import { RouteMemory } from '#field/route/route-memory.ts';
import { findPhone } from '#fleet/phones/phones-repository.ts';
import { SELLER } from './dispatch-world.ts';
import { createServices, createTestApp } from './test-services.ts';
import { type TestPhone, usePhones } from './use-phones.ts';

type Answer = Omit<FieldRoute, 'now'>;

/** @returns the paths of all leaves of an answer; items of a list share theirs. */
function leavesOf(value: unknown, at = ''): [string, string][] {
  if (value === null || typeof value !== 'object') return [[at, JSON.stringify(value)]];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, isList ? at : [at, key].filter(Boolean).join('.')),
  );
}

/** @returns the paths whose values differ, those of an object that only one of them has included. */
function differences(before: Answer, after: Answer): string[] {
  const byPath = (answer: Answer) => {
    const all = Object.groupBy(leavesOf(answer), ([path]) => path);
    return Object.fromEntries(Object.entries(all).map(([path, leaves]) => [path, JSON.stringify(leaves)]));
  };
  const [one, other] = [byPath(before), byPath(after)];
  return Object.keys({ ...one, ...other }).filter((path) => one[path] !== other[path]);
}

describe('the route that a phone polls', () => {
  const desk = usePhones();
  const { dispatch, assign } = desk;

  /** @returns the answer of one service, by default the one requested last. */
  const ask = async (phone: TestPhone, app?: RequestListener): Promise<Answer> => {
    if (app) desk.app = app;
    const response = await phone.call('field.route');
    expect(response.status).toBe(200);
    const { now, ...answer } = response.body as FieldRoute;
    expect(now).toBe(desk.clock().toISOString());
    return answer;
  };

  // Each of some fifty changes is read by two services.
  it('follows each input immediately, in two services on one database', { timeout: 180_000 }, async () => {
    const [order, other] = await dispatch.createOrders(2);
    if (!order || !other) throw new Error('orders are missing');
    await assign([order], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    const id = Number(order.id);
    const { db } = desk;
    const detail = (column: string, value: unknown) => () =>
      sql`update order_details set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db);
    const progress = (column: string, value: unknown) => () =>
      sql`update order_progress set ${sql.ref(column)} = ${value} where order_id = ${id}`.execute(db);
    const note = (text: string | null) => () => dispatch.ok('notes.write', { id: order.id, body: { text } });
    const settings = (column: string, value: unknown) => () =>
      sql`update offices set ${sql.ref(column)} = ${value}, settings_version = settings_version + 1 where id = 'N1'`.execute(
        db,
      );
    const clientRequires =
      (version: number, delivered: ClientProof['delivered'], failed: ClientProof['failed'] = []) =>
      () =>
        dispatch.ok('clients.editNotes', {
          ...SELLER,
          id: 'c1',
          body: { version, notes: null, proof: { delivered, failed } },
        });
    const noteRow = (column: string, value: unknown) => () =>
      sql`update courier_notes set ${sql.ref(column)} = ${value}`.execute(db);
    const day = (column: string, value: unknown) => () =>
      sql`update courier_days set ${sql.ref(column)} = ${value}`.execute(db);
    const at = '2026-11-20T14:00:00.000Z';
    /** Each change with what it changes in the answer; unlisted paths may change as well. */
    const changes: [changed: string | null, change: () => unknown][] = [
      ['stops.code', detail('code', 'P-9')],
      ['stops.clientReference', detail('client_reference', 'P-77')],
      ['stops.guide', detail('guide', 'T001-00000077')],
      ['stops.client', detail('client_name', 'Otro')],
      ['stops.recipient.name', detail('recipient', 'Otra')],
      ['stops.recipient.phone', detail('phone', '999888777')],
      ['stops.place.address', detail('address', 'Otra 1')],
      ['stops.place.reference', detail('reference', 'Al fondo')],
      ['stops.place.district', detail('ubigeo', '150101')],
      ['stops.place.lat', detail('lat', -12.5)],
      ['stops.place.lng', detail('lng', -77.5)],
      [
        'stops.place.approximate',
        () => sql`update order_details set approximate = not approximate where id = ${id}`.execute(db),
      ],
      [
        'stops.window.from',
        () => sql`update order_details set window_from = '09:00', window_to = '11:00' where id = ${id}`.execute(db),
      ],
      ['stops.window.to', detail('window_to', '12:00')],
      ['stops.packages', detail('packages', 7)],
      ['stops.collectDue', detail('collect_due', 900)],
      ['stops.note', detail('note', 'Frágil')],
      ['stops.priority', detail('priority', 'urgente')],
      ['stops.version', progress('version', 40)],
      ['stops.attempt', progress('attempt', 2)],
      ['stops.sequence', progress('sequence', 3)],
      ['stops.dueAt', progress('due_at', '2026-11-20T20:00:00.000Z')],
      ['stops.reason', progress('reason', 'ausente')],
      ['stops.id', async () => assign([await dispatch.createOrder()], desk.pedro)],
      ['stops.courierNote.id', note('Llame')],
      ['stops.courierNote.text', noteRow('text', 'Toque')],
      ['stops.courierNote.at', noteRow('at', at)],
      [
        'stops.courierNote.readAt',
        () => sql`update courier_notes set read_at = ${at}, read_by = ${desk.pedro}::bigint`.execute(db),
      ],
      ['stops.courierNote.readAt', noteRow('read_by', desk.sara)],
      ['stops.courierNote', note(null)],
      ['stops.state', progress('state', 'en_ruta')],
      [
        'stops.closedAt',
        () =>
          sql`update order_progress set state = 'no_entregada', closed_at = ${at}, visit_day = '2026-11-20' where order_id = ${id}`.execute(
            db,
          ),
      ],
      ['stops.payments', progress('payments', '[{"means":"yape","amount":5}]')],
      // The order leaves the route.
      ['stops.id', progress('visit_day', '2026-11-19')],
      ['stops.id', progress('state', 'en_ruta')],
      ['stops.id', detail('date', '2026-11-21')],
      ['stops.id', detail('date', '2026-11-19')],
      ['stops.id', progress('courier_id', desk.sara)],
      ['stops.id', progress('courier_id', desk.pedro)],
      ['startedAt', () => phone.call('field.start', { id: randomUUID(), at })],
      ['startedAt', day('started_at', '2026-11-20T13:30:00.000Z')],
      ['end.at', () => sql`update courier_days set ended_at = ${at}, unsent = 0`.execute(db)],
      [
        'end.confirmedAt',
        () =>
          sql`update courier_days set confirmed_at = ${at}, totals = '{"delivered":1,"failed":0,"open":0,"payments":[],"due":0}', confirmed_username = 'a', confirmed_user = 'b'`.execute(
            db,
          ),
      ],
      [
        'reasons.code',
        () => dispatch.ok('reasons.replace', { as: 'chief', body: { reasons: [{ code: 'lluvia', name: 'Lluvia' }] } }),
      ],
      [
        'reasons.name',
        () => dispatch.ok('reasons.replace', { as: 'chief', body: { reasons: [{ code: 'lluvia', name: 'Llovía' }] } }),
      ],
      ['office.phone', settings('phone', '014445566')],
      ['office.whatsapp', settings('whatsapp', 'Hola')],
      ['requires.delivered', settings('photo_requirements', '{"delivered":["firma"],"failed":[]}')],
      ['requires.failed', settings('photo_requirements', '{"delivered":["firma"],"failed":["fachada"]}')],
      ['stops.requires.delivered', clientRequires(0, ['guia'])],
      ['stops.requires.failed', clientRequires(1, ['guia'], ['fachada'])],
      // Only the stops and the day depend on it: there it is 05:00, when the working day turns.
      ['startedAt', settings('time_zone', 'Pacific/Kiritimati')],
      ['startedAt', settings('time_zone', 'America/Lima')],
      [
        'day',
        () => {
          desk.clock.move(24 * 60 * 60_000);
        },
      ],
    ];
    const services = [desk.services, createServices(db, desk.clock)].map((each) => createTestApp(each));
    const forgetful = createServices(db, desk.clock);
    vi.spyOn(forgetful.routes, 'recall').mockReturnValue(undefined);
    const newest = createTestApp(forgetful);
    const [found, seen] = [new Set<string>(), new Set<string>()];
    let before = await ask(phone, newest);
    for (const each of services) expect(await ask(phone, each)).toEqual(before);
    for (const [index, [changed, change]] of changes.entries()) {
      await change();
      const after = await ask(phone, newest);
      for (const [path] of leavesOf(after)) seen.add(path);
      const different = differences(before, after);
      for (const path of different) found.add(path);
      const name = `${index} ${changed}`;
      expect([name, different.some((path) => `${path}.`.startsWith(`${changed}.`))]).toEqual([name, true]);
      for (const service of services) expect([name, await ask(phone, service)]).toEqual([name, after]);
      before = after;
    }
    // The changes cover the whole answer.
    // A setting of the service.
    expect([...seen].filter((path) => !found.has(path))).toEqual(['turnsAt']);
  });

  it('is computed again only after a change', async () => {
    const phone = await desk.phoneOf(desk.pedro);
    const remember = vi.spyOn(desk.services.routes, 'remember');
    const first = await ask(phone);
    // Changes of other couriers' orders do not count.
    const [mine, saras] = await dispatch.createOrders(2);
    if (!mine || !saras) throw new Error('orders are missing');
    await assign([saras], desk.sara);
    desk.clock.move(60_000);
    expect(await ask(phone)).toEqual(first);
    expect(remember).toHaveBeenCalledTimes(1);
    await assign([mine], desk.pedro);
    expect((await ask(phone)).stops).toMatchObject([{ id: mine.id }]);
    expect(remember).toHaveBeenCalledTimes(2);
  });

  it('changes with the photos that its clients require, not those of other clients', async () => {
    const [mine] = await dispatch.createOrders(1);
    if (!mine) throw new Error('the order is missing');
    await assign([mine], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    const remember = vi.spyOn(desk.services.routes, 'remember');
    const editNotes = (id: string, version: number, notes: string | null, delivered: ClientProof['delivered']) =>
      dispatch.ok('clients.editNotes', { ...SELLER, id, body: { version, notes, proof: { delivered, failed: [] } } });
    await editNotes('c2', 0, null, ['firma']);
    await ask(phone);
    await editNotes('c2', 1, null, []);
    await editNotes('c1', 0, 'Solo una nota', []);
    expect((await ask(phone)).stops[0]?.requires).toBeUndefined();
    expect(remember).toHaveBeenCalledTimes(1);
    await editNotes('c1', 1, 'Solo una nota', ['guia']);
    expect((await ask(phone)).stops[0]?.requires).toEqual({ delivered: ['guia'], failed: [] });
    await editNotes('c1', 2, 'Otra nota', ['guia']);
    await ask(phone);
    expect(remember).toHaveBeenCalledTimes(2);
  });

  it('is not cached if something changed while it was read', async () => {
    const order = await dispatch.createOrder();
    await assign([order], desk.pedro);
    const phone = await desk.phoneOf(desk.pedro);
    const write = (text: string | null) => dispatch.ok('notes.write', { id: order.id, body: { text } });
    const { session_hash } = await desk.db
      .selectFrom('courier_devices')
      .select('session_hash')
      .executeTakeFirstOrThrow();
    const found = await findPhone(desk.db, session_hash, desk.clock(), true);
    if (!found) throw new Error('the phone is missing');
    await write('Llame');
    expect((await readRoute(desk.services, found)).stops).toMatchObject([{ courierNote: { text: 'Llame' } }]);
    // The same rows as when the phone was looked up.
    await write(null);
    expect((await ask(phone)).stops).toMatchObject([{ courierNote: null }]);
  });
});

describe('the memory of routes', () => {
  const route = { stops: [], day: '2026-11-20' } as unknown as Answer;

  it('has one route of each courier, for one state', () => {
    const memory = new RouteMemory();
    memory.remember('N1 1', 'a', route);
    expect(memory.recall('N1 1', 'a')).toBe(route);
    expect(memory.recall('N1 1', 'b')).toBeUndefined();
    expect(memory.recall('N1 2', 'a')).toBeUndefined();
    memory.remember('N1 1', 'b', route);
    expect([memory.recall('N1 1', 'a'), memory.recall('N1 1', 'b')]).toEqual([undefined, route]);
  });

  it('forgets the routes written longest ago above its limit', () => {
    const memory = new RouteMemory(200);
    for (let courier = 1; courier <= 50; courier++) memory.remember(`N1 ${courier}`, 'a', route);
    const kept = Array.from({ length: 50 }, (_, index) => memory.recall(`N1 ${index + 1}`, 'a') !== undefined);
    expect(kept.indexOf(true)).toBe(50 - kept.filter(Boolean).length);
    expect(kept.filter(Boolean)).toHaveLength(5);
    memory.remember('N1 1', 'x'.repeat(201), route);
    expect(memory.recall('N1 1', 'x'.repeat(201))).toBeUndefined();
  });
});
