import { ORDER_STATE_CODES } from '@despacho/contracts/dispatch';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connect, type Database } from '../src/database/open-database.ts';
import { MIGRATIONS } from '../src/database/migrate.ts';
import { PGliteClient } from '../src/database/pglite-client.ts';
import { type Schema } from '../src/database/schema.ts';
import { transact } from '../src/database/transact.ts';
import { checkReference } from '../src/orders/client-reference.ts';
import { insertOrders, type NewOrder } from '../src/orders/insert-orders.ts';
import { fieldsOfInput } from '../src/orders/order-input.ts';
import { renewTexts } from '../src/orders/renew-texts.ts';
import { markImplausible } from '../src/places/mark-implausible.ts';
import { dispatcherOf, orderInput } from './dispatch-world.ts';
import { onPostgres } from './postgres-world.ts';
import { NOW } from './test-services.ts';
import { recount, tallied } from './tallied.ts';

const ORDERS = 240;

/** Orders in every state, as in the former wide table: with and without optional fields. */
async function writeOrders(db: Database): Promise<void> {
  await sql`insert into companies (id, ruc, name, storage_quota) values ('norte', '20600000011', 'N', 1)`.execute(db);
  await sql`
    insert into offices (id, company_id, name, time_zone)
    values ('N1', 'norte', 'N1', 'America/Lima'), ('N2', 'norte', 'N2', 'America/Lima')`.execute(db);
  await sql`
    insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
      capacity_grams, state, created_at)
    select 'norte', 'N' || n, 'Pedro', 'moto', '{}', '08:00', '18:00', 10, 1000, 'activo', ${NOW}
    from generate_series(1, 2) as n`.execute(db);
  await sql`
    insert into orders (company_id, office_id, code, state, attempt, courier_id, sequence, reason, collect_due, collected,
      means, client_name, recipient, address, ubigeo, lat, lng, approximate, date, due_at, packages, weight_grams, note,
      priority, evidence, version, created_at, changed_at, changed_username, changed_user, changed_what)
    select 'norte', 'N' || 1 + n % 2, 'D' || n, state, 1 + n % 3,
      case when state not in ('pendiente', 'anulada') then 1 + n % 2 end, n, case when n % 5 = 0 then 'ausente' end,
      case when n % 3 = 0 then n end, case when n % 6 = 0 then n end, case when n % 6 = 0 then 'yape' end, 'Bodega ' || n,
      'Persona ' || n, 'Calle ' || n, '150122', n, -n, n % 2 = 0, '2026-11-' || 10 + n % 9, ${NOW}, n, n,
      case when n % 4 = 0 then 'Nota' end, 'normal', n % 2, n, ${NOW},
      ${NOW}::timestamptz + n * interval '1 second', 'ana', 'Ana', 'editada'
    from (
      select n, (${sql.val(ORDER_STATE_CODES)}::text[])[1 + n / 2 % ${ORDER_STATE_CODES.length}] as state
      from generate_series(1, ${ORDERS}::integer) as n
    ) as each`.execute(db);
  await sql`
    insert into order_search (order_id, company_id, office_id, text)
    select id, company_id, office_id, lower(recipient) from orders`.execute(db);
}

/** Migrates an empty database step by step, inserting orders before they are split in two halves. */
async function expectKept(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
  const upTo = async (name: string): Promise<void> => {
    const { error } = await migrator.migrateTo(name);
    if (error) throw error as Error;
  };
  const everything = () => db.selectFrom('orders').selectAll().orderBy('id').execute();

  await upTo('003-desk');
  await writeOrders(db);
  const before = await everything();
  expect(new Set(before.map(({ state }) => state)).size).toBe(ORDER_STATE_CODES.length);

  await upTo('004-tallies');
  const kept = await tallied(db, false);
  expect(kept.reduce((sum, { orders }) => sum + orders, 0)).toBe(ORDERS);
  expect(kept).toEqual(await recount(db, false));

  await upTo('009-order-progress');
  expect(await everything()).toEqual(before.map((row) => ({ ...row, order_id: row.id })));
  expect(await tallied(db, false)).toEqual(kept);
  await sql`update order_progress set state = 'devuelta' where state = 'en_devolucion'`.execute(db);
  await sql`update order_details set date = '2026-11-30', evidence = 0 where id % 7 = 0`.execute(db);
  expect(await tallied(db, false)).not.toEqual(kept);
  expect(await tallied(db, false)).toEqual(await recount(db, false));

  // Duplicate references from before the unique index stay and do not block the migration.
  await sql`update order_details set client_name = 'De paso', client_reference = 'R-1' where id <= 3`.execute(db);
  await sql`update companies set order_number = 41`.execute(db);
  await upTo('010-order-numbers');

  // Payments replace amount and means, without touching counters or versions.
  await sql`update order_progress set changed_what = 'entregada' where order_id % 12 = 0`.execute(db);
  const collected = await sql<{ id: number; collected: number | null; version: number }>`
    select order_id as id, collected, version from order_progress order by order_id`.execute(db);
  const counted = await tallied(db, false);
  await upTo('014-payments');
  expect(await tallied(db, false)).toEqual(counted);
  expect(await tallied(db, false)).toEqual(await recount(db, false));
  const paid = await everything();
  expect(paid.map(({ id, version }) => [id, version])).toEqual(collected.rows.map(({ id, version }) => [id, version]));
  collected.rows.forEach(({ id, collected: amount }, place) => {
    expect(paid[place]).toMatchObject({
      payments: amount === null ? [] : [{ means: 'yape', amount }],
      difference: null,
      closed_at: id % 12 === 0 ? paid[place]?.changed_at : null,
    });
  });
  expect(paid.filter(({ payments }) => payments.length > 0)).toHaveLength(ORDERS / 6);
  await expect(sql`update order_progress set payments = '{}'`.execute(db)).rejects.toThrow(/check/);

  // Orders of the former version: references that are equal by meaning, and texts in another form.
  await upTo('029-courier-settings');
  await sql`
    update order_details set client_name = case id when 10 then 'Óptica EIRL' when 20 then 'Optica E.I.R.L.' else 'Óptica' end,
      client_reference = case id when 10 then 'PED-1' when 20 then 'ped‑1 ' else 'PED-1' end
    where id in (10, 20, 30)`.execute(db);
  await sql`update order_details set address = 'Jr. Puno 450' where id = 1`.execute(db);
  await sql`
    insert into clients (id, company_id, code, name, tax_id, active, created_at)
    values ('c9', 'norte', 'K-77', 'Kola', '20999999991', true, ${NOW})`.execute(db);
  await sql`update order_details set client_id = 'c9' where id = 2`.execute(db);

  // Visits of the night count in the day before, unless their courier had set out or one of both days is confirmed.
  const nights: [id: number, closedAt: string, visitDay: string][] = [
    [12, '2026-11-10T05:05:00.000Z', '2026-11-09'],
    [24, '2026-11-12T05:05:00.000Z', '2026-11-12'],
    [36, '2026-11-14T05:05:00.000Z', '2026-11-14'],
    [60, '2026-11-16T05:05:00.000Z', '2026-11-16'],
    [72, '2026-11-18T10:00:00.000Z', '2026-11-18'],
    [84, '2026-11-18T09:59:59.000Z', '2026-11-17'],
  ];
  for (const [id, closedAt] of nights)
    await sql`update order_progress set closed_at = ${closedAt} where order_id = ${id}`.execute(db);
  await sql`
    insert into courier_days (company_id, office_id, courier_id, day, started_at, ended_at, unsent, confirmed_at,
      confirmed_username, confirmed_user, totals)
    values ('norte', 'N1', 1, '2026-11-12', '2026-11-12T05:01:00Z', null, null, null, null, null, null),
      ('norte', 'N1', 1, '2026-11-13', null, null, null, ${NOW}, 'ana', 'Ana', '{"delivered":7}'),
      ('norte', 'N1', 1, '2026-11-16', null, null, null, ${NOW}, 'ana', 'Ana', '{"delivered":8}'),
      ('norte', 'N1', 1, '2026-11-17', '2026-11-17T23:00:00Z', null, null, null, null, null, null),
      ('norte', 'N1', 1, '2026-11-18', null, '2026-11-18T06:00:00Z', 3, null, null, null, null)`.execute(db);
  await sql`
    insert into views (company_id, office_id, person, username, user_name, name, folded_name, filter, created_at, changed_at)
    select 'norte', 'N1', 'N1/ana', 'ana', 'Ana', day, day, jsonb_build_object('desde', day, 'hasta', day, 'buscar', 'x'),
      ${NOW}, ${NOW}
    from unnest(${['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']}::text[]) as day`.execute(db);
  const stored = await tallied(db, false);
  // Two visits of a recipient who asked for another date; one order has been visited again since.
  await upTo('048-doors-and-dates');
  await sql`update order_progress set reason = 'reprogramado', attempt = 2 where order_id in (8, 24)`.execute(db);
  await sql`
    insert into courier_devices (company_id, office_id, courier_id, session_hash, name, connected_at, used_at)
    values ('norte', 'N1', 1, 'hash', 'Android', ${NOW}, ${NOW})`.execute(db);
  await sql`
    insert into field_visits (visit, company_id, office_id, courier_id, device_id, order_id, attempt, seen_version,
      request_hash, root, to_state, reason, wanted, device_at, at, doubtful_time, arrived_at, photos, found, state, result,
      order_state, order_version)
    select gen_random_uuid(), 'norte', office_id, 1, courier_devices.id, order_id, attempt, 1, 'h',
      gen_random_uuid(), 'no_entregada', 'reprogramado', '2026-12-01', ${NOW}, ${NOW}, false, ${NOW}, '[]', '{}',
      'aplicada', 'applied', 'no_entregada', 2
    from courier_devices, (values (8, 2), (24, 1)) as each (order_id, attempt)`.execute(db);
  // Creating orders requires the tables of later migrations.
  await upTo(Object.keys(MIGRATIONS).at(-1) ?? '');
  expect(await tallied(db, false)).toEqual(stored);
  const visits = new Map((await everything()).map((row) => [row.id, row]));
  expect(nights.map(([id]) => [id, visits.get(id)?.visit_day])).toEqual(nights.map(([id, , day]) => [id, day]));
  expect([8, 24].map((id) => [visits.get(id)?.state, visits.get(id)?.wanted])).toEqual([
    ['no_entregada', '2026-12-01'],
    ['no_entregada', null],
  ]);
  expect([...visits.values()].every((row) => (row.closed_at === null) === (row.visit_day === null))).toBe(true);
  const days = await db.selectFrom('courier_days').selectAll().orderBy('day').execute();
  expect(days.map(({ day, unsent, totals }) => [day, unsent, totals])).toEqual([
    ['2026-11-12', null, null],
    ['2026-11-13', null, { delivered: 7 }],
    ['2026-11-16', null, { delivered: 8 }],
    // «Cierre del día» at one in the morning closed the evening's route.
    ['2026-11-17', 3, null],
  ]);
  const views = await db.selectFrom('views').select('filter').orderBy('id').execute();
  expect(views.map(({ filter }) => [filter.desde, filter.hasta, filter.buscar])).toEqual(
    ['2026-11-18', 'ayer', 'hoy', 'manana'].map((day) => [day, day, 'x']),
  );
  await expect(sql`update order_progress set visit_day = null where order_id = 12`.execute(db)).rejects.toThrow(
    /check/,
  );

  // Until the service has done them, an equally written reference is found without a key.
  const create = (name: string, clientReference: string) => {
    const client = { id: null, name, phone: null };
    const fields = fieldsOfInput(orderInput({ client, clientReference })) as NewOrder;
    return transact(db, async (trx) => {
      await checkReference(trx, dispatcherOf('ana'), client, clientReference);
      return insertOrders(trx, dispatcherOf('ana'), { id: 'again', now: NOW }, [fields]);
    });
  };
  await expect(create('ÓPTICA e.i.r.l.', 'PED-1')).rejects.toThrow(/ya tiene/);
  expect(await create('De Paso', 'R-2')).toEqual([{ id: ORDERS + 1, code: 'D0000042' }]);

  // The service renews them a batch at a time, from the newest; orders whose references are equal now all stay.
  const texts = () => db.selectFrom('order_search').select('text').orderBy('order_id').execute();
  expect(await renewTexts(db, 100)).toEqual({ more: true, repeated: 0 });
  expect((await texts()).filter(({ text }) => text.includes('#150122 miraflores'))).toHaveLength(101);
  expect(await renewTexts(db, 100)).toEqual({ more: true, repeated: 0 });
  // One of ids 1 and 3 repeats «R-1», and one of «Óptica EIRL».
  expect(await renewTexts(db, 100)).toEqual({ more: false, repeated: 2 });
  expect(await renewTexts(db, 100)).toEqual({ more: false, repeated: 0 });
  const renewed = await texts();
  expect(renewed[0]?.text).toContain('jr. puno 450');
  expect(renewed[0]?.text).toContain(' jiron');
  expect(renewed[1]?.text).toContain('20999999991');
  expect(renewed.every(({ text }) => text.split('#').length === 2)).toBe(true);
  expect(await db.selectFrom('meta').select('key').where('key', '=', 'texts_to_renew_up_to').execute()).toEqual([]);
  const copies = await sql<{ id: number; copy: number }>`
    select id, reference_copy as copy from order_details where reference_copy <> 0 order by id`.execute(db);
  expect(copies.rows).toEqual([1, 10].map((id) => ({ id, copy: id })));
  await expect(create('óptica E. I. R. L.', '#Ped–1')).rejects.toThrow(/la orden D20 con esa referencia|ya tiene/);
  await expect(create('DE PASO', 'r-2')).rejects.toThrow(/D0000042/);
  const unchecked = fieldsOfInput(
    orderInput({ client: { id: null, name: 'De-Paso', phone: null }, clientReference: 'r 2' }),
  ) as NewOrder;
  await expect(
    transact(db, (trx) => insertOrders(trx, dispatcherOf('ana'), { id: 'again', now: NOW }, [unchecked])),
  ).rejects.toMatchObject({ code: '23505', constraint: 'orders_reference_key' });

  // Implausible places are marked and counted; coordinates, versions and counters stay.
  await sql`update order_details set lat = -12.12, lng = -77.03, approximate = false where id <= 10`.execute(db);
  await sql`update order_details set lat = 0, lng = 0, approximate = false where id = 11`.execute(db);
  const placed = await everything();
  const counters = await tallied(db, false);
  const marked = placed.filter(({ id, approximate }) => id > 10 && !approximate).length;
  const judge = () => markImplausible({ db, config: { placeMaxKm: 80 } }, ORDERS - 1);
  const [newest, oldest] = [await judge(), await judge()];
  expect([newest.more, oldest.more, newest.marked + oldest.marked]).toEqual([true, false, marked]);
  expect(await judge()).toEqual({ more: false, marked: 0 });
  expect(await everything()).toEqual(placed.map((row) => ({ ...row, approximate: row.approximate || row.id > 10 })));
  expect(await tallied(db, false)).toEqual(counters);

  expect(await tallied(db)).toEqual(await recount(db));
  await sql`update order_progress set state = 'pendiente', courier_id = null where order_id % 3 = 0`.execute(db);
  await sql`update order_details set ubigeo = '150101', client_id = null where id % 7 = 0`.execute(db);
  expect(await tallied(db)).toEqual(await recount(db));

  // New orders get the next id, and constraints still apply.
  const fields = fieldsOfInput(orderInput()) as NewOrder;
  const [next] = await db
    .transaction()
    .execute((trx) => insertOrders(trx, dispatcherOf('ana'), { id: 'next', now: NOW }, [fields]));
  expect(next).toMatchObject({ code: 'D0000044' });
  const { id = 0, office_id: office } = before[0] ?? {};
  const foreign = office === 'N1' ? 2 : 1;
  const change = (what: ReturnType<typeof sql>) =>
    sql`update order_progress set ${what} where order_id = ${id}`.execute(db);
  await expect(change(sql`state = 'asignada', courier_id = ${foreign}`)).rejects.toThrow(/foreign key/);
  await expect(
    change(sql`office_id = ${office === 'N1' ? 'N2' : 'N1'}, courier_id = null, state = 'pendiente'`),
  ).rejects.toThrow(/foreign key/);
  await expect(change(sql`state = 'asignada', courier_id = null`)).rejects.toThrow(/check/);
  await expect(change(sql`state = 'perdida'`)).rejects.toThrow(/check/);
  await expect(sql`delete from order_details where id = ${id}`.execute(db)).rejects.toThrow(/foreign key/);
  await expect(sql`update orders set note = null`.execute(db)).rejects.toThrow(/cannot update view/);
}

describe('a database of an earlier version', () => {
  const pglite = new PGliteClient(mkdtempSync(join(inject('databases'), 'earlier-')), () => undefined);
  beforeAll(() => pglite.waitReady);
  afterAll(() => pglite.close());

  it('keeps orders, counters and constraints through every step', () =>
    expectKept(new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })));
});

onPostgres('a database of an earlier version on a real Postgres', (world) => {
  it('keeps orders, counters and constraints through every step', async () => {
    const db = connect({ connectionString: await world.createDatabase('earlier'), max: 2 });
    onTestFinished(() => db.destroy());
    await expectKept(db);
  });
});
