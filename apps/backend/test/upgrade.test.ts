import { asSuperuser } from '@despacho/tooling/machine/postgres-server';
import { ORDER_STATE_CODES } from '@despacho/contracts/dispatch';
import { VERSION } from '@despacho/server/version';
import { mkdtempSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { COMMANDS } from '#edge/commands/commands.ts';
import { openForCommand } from '#edge/commands/open-for-command.ts';
import { type DatabaseConfig } from '#platform/config.ts';
import { connect, type Database, openDatabase } from '#platform/database/open-database.ts';
import { carryOver as carryOverWith, migrate, MIGRATIONS } from '#platform/database/migrate.ts';
import { BEFORE_BASELINE } from '#platform/database/releases.ts';
import { finishFormerTexts, requireFormerWorkDone } from '#upkeep/upgrade/finish-former-work.ts';
import { insertOrders, type NewOrder } from '#orders/order/insert-orders.ts';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { dispatcherOf, orderInput } from './dispatch-world.ts';
import { setNewest } from './earlier-release.ts';
import { onPostgres } from './postgres-world.ts';
import { EMPTY } from './shared-postgres.ts';
import { emptyDatabase, NOW } from './test-services.ts';
import { recount, tallied } from './tallied.ts';

const ORDERS = 240;

/** Orders in every state, with and without optional fields. */
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
    with details as (
      insert into order_details (company_id, office_id, code, collect_due, client_name, recipient, address, ubigeo, lat,
        lng, approximate, date, packages, weight_grams, note, priority, evidence, created_at)
      select 'norte', 'N' || 1 + n % 2, 'D' || n, case when n % 3 = 0 then n end, 'Bodega ' || n, 'Persona ' || n,
        'Calle ' || n, '150122', n, -n, n % 2 = 0, '2026-11-' || 10 + n % 9, n, n, case when n % 4 = 0 then 'Nota' end,
        'normal', n % 2, ${NOW}
      from generate_series(1, ${ORDERS}::integer) as n order by n returning id, office_id
    )
    insert into order_progress (office_id, order_id, state, due_at, courier_id, changed_at, changed_username, changed_user,
      changed_what)
    select office_id, id, state, ${NOW}, case when state not in ('pendiente', 'anulada') then 1 + id % 2 end, ${NOW},
      'ana', 'Ana', 'editada'
    from details cross join lateral (
      select (${sql.val(ORDER_STATE_CODES)}::text[])[1 + id / 2 % ${ORDER_STATE_CODES.length}] as state
    ) as states`.execute(db);
}

/** Accounts and clients as commands and imports of earlier releases accepted them. */
async function writePeople(db: Database): Promise<void> {
  await sql`insert into companies (id, ruc, name, storage_quota) values ('sur', '20600000022', 'S', 1)`.execute(db);
  await sql`
    insert into users (id, office_id, username, name, charge, permissions, password_hash) values
      ('none', 'N1', 'ana', repeat('ñ', 4000), 'Z', '{}', 'x'), ('older', 'N1', 'ANA.B', '', 'A', '{XX9,D01,XX9}', 'x'),
      ('other', 'N2', 'ana', 'Ana', 'S', '{G01}', 'x')`.execute(db);
  await sql`
    insert into clients (id, company_id, code, name, tax_id) values
      ('a', 'norte', 'C1', 'Bodega', ''), ('b', 'norte', 'c1', 'Bodega', ''), ('c', 'norte', ' C1 ', repeat('ñ', 4000), '1'),
      ('d', 'sur', 'C1', 'Bodega', '20600000022')`.execute(db);
}

/** Orders of one client with the same reference, which 0.9.0 accepted in different spellings. */
const REPEATED = [1, 2, ORDERS];
const SPELLINGS = ['G-001 a', 'g-001 A', 'G-001 A'];

/** What 0.9.0 has not come to: searched texts, keys of references and checks of photos. */
async function writeOldTexts(db: Database): Promise<void> {
  await sql`insert into order_search (company_id, office_id, order_id, text)
    select company_id, office_id, id, 'old' from order_details`.execute(db);
  await sql`update order_details set client_name = 'Bodega',
    client_reference = (${sql.val(SPELLINGS)}::text[])[array_position(${sql.val(REPEATED)}::bigint[], id)]
    where id = any(${sql.val(REPEATED)}::bigint[])`.execute(db);
  await sql`
    insert into evidence (company_id, office_id, upload, order_id, attempt, kind, at, device_at, arrived_at, file, width,
      height, bytes, sha256, by_username, by_user, ubigeo)
    select company_id, office_id, 'x', id, 1, 'entrega', ${NOW}, ${NOW}, ${NOW}, 'x', 1, 1, 1, 'x', 'ana', 'Ana', ubigeo
    from order_details where id = 1`.execute(db);
  await sql`insert into meta values ('texts_to_renew_up_to', ${String(ORDERS)}), ('photos_to_check_after', '0')`.execute(
    db,
  );
}

async function expectNewTexts(db: Database): Promise<void> {
  const { rows } = await sql<{ id: number; text: string; copy: number }>`
    select id, text, reference_copy as copy from order_search join order_details on id = order_id order by id`.execute(
    db,
  );
  expect(rows.filter(({ id, text }) => !text.includes(`calle ${String(id)}`))).toEqual([]);
  expect(rows.filter(({ copy }) => copy !== 0).map(({ id, copy }) => [id, copy])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(reports).toEqual([`${String(ORDERS)} of ${String(ORDERS)} orders have their new texts`]);
  const { rows: indexes } = await sql`select from pg_indexes where indexname = 'order_search_text'`.execute(db);
  expect(indexes).toHaveLength(1);
}

const reports: string[] = [];

const carryOver = (db: Database, leavesPhotos = false) =>
  carryOverWith(db, {
    before: (trx) => requireFormerWorkDone(trx, leavesPhotos),
    after: (trx) => {
      reports.length = 0;
      return finishFormerTexts(trx, (sentence) => reports.push(sentence));
    },
  });

/** @param db with empty tables. */
async function expectCarriedOver(db: Database): Promise<void> {
  await writeOrders(db);
  await writePeople(db);
  const people = ['id', 'office_id', 'username', 'name', 'charge', 'permissions', 'password_hash'] as const;
  const everything = async () => ({
    people: await db.selectFrom('users').select(people).orderBy('id').execute(),
    clients: await db
      .selectFrom('clients')
      .select(['id', 'company_id', 'code', 'name', 'active'])
      .orderBy('id')
      .execute(),
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    tallies: await tallied(db),
    meta: await db.selectFrom('meta').selectAll().orderBy('key').execute(),
    migrations: (await sql`select * from kysely_migration order by name`.execute(db)).rows,
  });

  // A start changes nothing, and names the schema and the command.
  await setNewest(db, BEFORE_BASELINE.newest);
  const before = await everything();
  expect(new Set(before.orders.map(({ state }) => state)).size).toBe(ORDER_STATE_CODES.length);
  await expect(migrate(db)).rejects.toThrow(/not changed: it is of release 0\.9\.0, .*"database upgrade"/);
  expect(await everything()).toEqual(before);

  // The command needs the schema of the last release, with its work done.
  await setNewest(db, '048-doors-and-dates');
  const older = await everything();
  const named = /not changed: it is of release 0\.9\.0, .*Start release 0\.9\.0 on it once/;
  await expect(migrate(db)).rejects.toThrow(named);
  await expect(carryOver(db)).rejects.toThrow(named);
  expect(await everything()).toEqual(older);
  await setNewest(db, BEFORE_BASELINE.newest);
  await db.insertInto('meta').values({ key: 'places_to_judge_up_to', value: '7' }).execute();
  await expect(carryOver(db)).rejects.toThrow(/not finished .*the places of up to 7 orders are left/);
  await db.deleteFrom('meta').where('key', '=', 'places_to_judge_up_to').execute();
  expect(await everything()).toEqual(before);

  // It does the rest of the work of that release itself.
  await writeOldTexts(db);
  await expect(carryOver(db)).rejects.toThrow(/not finished .*the checks of 1 photos are left/);
  await carryOver(db, true);
  await migrate(db);
  await expectNewTexts(db);
  const { migrations, ...kept } = await everything();
  const { migrations: _, ...unchanged } = before;
  expect(kept).toEqual({
    ...unchanged,
    meta: [
      ...before.meta,
      { key: 'doors_to_key_below', value: String(ORDERS + 1) },
      { key: 'release', value: VERSION },
    ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    orders: before.orders.map((order) => {
      const client_reference = SPELLINGS[REPEATED.indexOf(order.id)];
      const unplaced = {
        ...order,
        door_key: null,
        place_at: null,
        place_contested: false,
        place_degree: null,
        place_radius: null,
        place_source: null,
        sequence_day: null,
        pinned: false,
      };
      return client_reference === undefined ? unplaced : { ...unplaced, client_reference, client_name: 'Bodega' };
    }),
  });
  const states = db
    .selectFrom('users')
    .select(['state', 'must_change_password as must', 'sign_ins_complete as complete']);
  expect(await states.distinct().execute()).toEqual([{ state: 'active', must: false, complete: false }]);
  expect(migrations).toMatchObject(Object.keys(MIGRATIONS).map((name) => ({ name })));
  await expect(carryOver(db)).rejects.toThrow(/nothing to upgrade/);

  // Triggers count, new orders get the next id and code, and constraints apply.
  await sql`update order_progress set state = 'pendiente', courier_id = null where order_id % 3 = 0`.execute(db);
  await sql`update order_details set ubigeo = '150101' where id % 7 = 0`.execute(db);
  const fields = fieldsOfInput(orderInput()) as NewOrder;
  const [next] = await db
    .transaction()
    .execute((trx) => insertOrders(trx, dispatcherOf('ana'), { id: 'next', now: NOW }, [fields]));
  expect(next).toEqual({ id: ORDERS + 1, code: 'D0000001' });
  expect(await tallied(db)).toEqual(await recount(db));
  const { id = 0, office_id: office = '' } = kept.orders[0] ?? {};
  const foreign = office === 'N1' ? 2 : 1;
  const change = (what: ReturnType<typeof sql>) =>
    sql`update order_progress set ${what} where order_id = ${id}`.execute(db);
  await expect(change(sql`state = 'asignada', courier_id = ${foreign}`)).rejects.toThrow(/foreign key/);
  await expect(
    change(sql`office_id = ${office === 'N1' ? 'N2' : 'N1'}, courier_id = null, state = 'pendiente'`),
  ).rejects.toThrow(/foreign key/);
  await expect(change(sql`state = 'asignada', courier_id = null`)).rejects.toThrow(/check/);
  await expect(change(sql`state = 'perdida'`)).rejects.toThrow(/check/);
  await expect(change(sql`payments = '{}'`)).rejects.toThrow(/check/);
  await expect(change(sql`closed_at = ${NOW}`)).rejects.toThrow(/check/);
  await expect(sql`delete from order_details where id = ${id}`.execute(db)).rejects.toThrow(/foreign key/);
  await expect(sql`update orders set note = null`.execute(db)).rejects.toThrow(/cannot update view/);
}

it('refuses to start on a database older than the baseline; the command upgrades it', async () => {
  const dataDir = mkdtempSync(join(inject('databases'), 'upgraded-'));
  await rename(await emptyDatabase(), join(dataDir, 'database'));
  const config = { databaseUrl: undefined, dataDir };
  const open = () => openDatabase(config, () => undefined);
  const upgrade = () => COMMANDS['database upgrade']?.runAlone?.(config as DatabaseConfig, () => '');
  const { db, close } = await open();
  await expectCarriedOver(db);
  await setNewest(db, BEFORE_BASELINE.newest);
  // The command runs only while no service uses the folder.
  await expect(upgrade()).rejects.toThrow(/Another process is using/);
  await close();
  await expect(open()).rejects.toThrow(/"database upgrade"/);
  expect(await upgrade()).toMatch(/Start the service/);
  await (await open()).close();
});

onPostgres('a database of the release before the baseline on a real Postgres', (world) => {
  it('is refused at start, and upgraded by the command', async () => {
    const url = await world.createDatabase('earlier', EMPTY);
    const db = connect({ connectionString: url, max: 2 });
    onTestFinished(() => db.destroy());
    // A table of another role in our schema, which this one may not lock.
    const operator = connect({ connectionString: asSuperuser(url), max: 1 });
    await sql`create table dba_notes (id bigint)`.execute(operator);
    await operator.destroy();
    await expectCarriedOver(db);
  });

  it('gets the functions of the trail that a plain owner may create, instead of those with a setting', async () => {
    const url = await world.createDatabase('functions', EMPTY);
    const db = connect({ connectionString: url, max: 1 });
    onTestFinished(() => db.destroy());
    const operator = connect({ connectionString: asSuperuser(url), max: 1 });
    onTestFinished(() => operator.destroy());
    const settings = () =>
      sql`select proname, proconfig from pg_proc where proname in ('expire_trail', 'pseudonymise_trail') order by 1`
        .execute(db)
        .then(({ rows }) => rows);
    await sql`alter function expire_trail set despacho.trail to 'expire'`.execute(operator);
    await sql`alter function pseudonymise_trail set despacho.trail to 'pseudonymise'`.execute(operator);
    expect(await settings()).toMatchObject([
      { proconfig: ['despacho.trail=expire'] },
      { proconfig: ['despacho.trail=pseudonymise'] },
    ]);
    await MIGRATIONS['081-trail-functions']?.up(db);
    expect(await settings()).toEqual([
      { proname: 'expire_trail', proconfig: null },
      { proname: 'pseudonymise_trail', proconfig: null },
    ]);
  });

  it('is refused with another DEMO setting, before a command changes it', async () => {
    const config = { databaseUrl: await world.createDatabase('kind'), dataDir: '', demo: false };
    const tables = async (prepare: typeof migrate) => {
      const { db, close } = await openDatabase({ ...config, prepare }, () => undefined);
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
      await close();
      return rows;
    };
    // Looks to migrations like the database of an older release.
    const before = await tables(async (db) => {
      await sql`create table meta (key text primary key, value text)`.execute(db);
      await sql`insert into meta values ('kind', 'demo')`.execute(db);
    });
    await expect(openForCommand(config as DatabaseConfig)).rejects.toThrow(/opens with DEMO=1 only/);
    expect(await tables(() => Promise.resolve())).toEqual(before);
  });
});
