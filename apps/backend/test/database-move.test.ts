import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { findAccount } from '#people/directory/accounts-repository.ts';
import { permitSetUp } from '#people/factors/may-set-up.ts';
import { assignOrders } from '#work/assignments/assign-orders.ts';
import { undoBatch } from '#work/assignments/undo-batch.ts';
import { countRows } from '#upkeep/backup/manifest.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { MIGRATIONS } from '#platform/database/migrate.ts';
import { connect, type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { PGliteClient } from '#platform/database/pglite-client.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { addEvidence } from '#field/evidence/add-evidence.ts';
import { createStore, pairStore, storeIdOf } from '#field/evidence/open-store.ts';
import { compareTables } from '#upkeep/move/compare-tables.ts';
import { listTables } from '#upkeep/move/table-list.ts';
import { moveDatabase } from '#upkeep/move/move-database.ts';
import { createOrder } from '#orders/order/create-order.ts';
import { createPartitions } from '#fleet/positions/partitions.ts';
import { type Services } from '#edge/services.ts';
import { demoFolder } from './demo-folder.ts';
import { courierInput, orderInput } from './dispatch-world.ts';
import { photo } from './evidence-files.ts';
import { addFactor, expectCarried } from './factors.ts';
import { onPostgres } from './postgres-world.ts';
import { ServiceProcess } from './service-process.ts';
import { recount, tallied } from './tallied.ts';
import { createClock, createServices, emptyDatabase } from './test-services.ts';

const lost = (error: Error): void => {
  throw error;
};

const ANA: Dispatcher = {
  sub: 'LIMA/ana.torres',
  username: 'ana.torres',
  user: 'Ana',
  charge: 'S',
  companyId: 'demo',
  officeId: 'LIMA',
  timeZone: 'America/Lima',
  dayTurnsAt: '05:00',
};

/** What a text of PostgreSQL's arrays and rows must escape. */
const ODD = 'Ñandú "{a,b}", \\N NULL (x)\n\t🛵 \'e\'';

interface Place {
  databaseUrl: string | undefined;
  dataDir: string;
  bucket: undefined;
}

onPostgres('a move to PostgreSQL', (world) => {
  const clock = createClock(new Date());
  const opened: OpenDatabase[] = [];
  const folders: string[] = [];
  const closeAll = async (): Promise<void> => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  };
  afterEach(async () => {
    await closeAll();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  async function open(place: Place): Promise<Services> {
    const database = await openDatabase(place, lost);
    opened.push(database);
    const services = { ...createServices(database.db, clock), ...database, evidence: createStore(place) };
    await pairStore(database.db, services.evidence);
    return services;
  }

  const create = (services: Services) =>
    createOrder(
      services,
      ANA,
      randomUUID(),
      orderInput({ client: { id: null, name: ODD, phone: null }, clientReference: null, note: ODD }),
    );

  const statesOf = async ({ db }: Services) =>
    (await db.selectFrom('offices').select('state_id').execute()).map(({ state_id }) => state_id);

  it(
    'copies every table, and the service continues with the same numbers, tallies and photos',
    { timeout: 240_000 },
    async () => {
      const from: Place = { databaseUrl: undefined, dataDir: await demoFolder(), bucket: undefined };
      const before = await open(from);
      const order = await create(before);
      const luis = await findAccount(before.db, 'LIMA', 'luis.quispe');
      if (luis) await permitSetUp(before.db, luis, clock());
      const factor = await addFactor(before, 'luis.quispe', 'LIMA', 'despacho');
      await addEvidence(before, ANA, {
        upload: 'one',
        orderId: Number(order.id),
        kind: 'entrega',
        bytes: await photo(1),
        mediaType: 'image/jpeg',
      });
      const { id: courierId } = await createCourier(before, ANA, randomUUID(), courierInput());
      const { batch } = await assignOrders(before, ANA, randomUUID(), {
        courierId,
        orders: [{ id: order.id, version: order.version }],
      });
      // A day that the service does not create on a new database.
      await createPartitions(before.db, new Date(clock().getTime() - 20 * 86_400_000));
      const at = new Date(clock().getTime() - 20 * 86_400_000);
      await sql`
      insert into positions (office_id, courier_id, at, lat, lng, accuracy, source, arrived_at)
      values ('LIMA', ${courierId}::bigint, ${at}, ${-12.1 / 3}, -77, 0.1, 'page', ${at})`.execute(before.db);
      await sql`
      insert into person_reads (company_id, person, day, orders_read)
      values ('demo', ${ODD}, '2026-01-01', '\\x00ff5c27'::bytea)`.execute(before.db);
      // Its definition depended on the rows of the time when it was created.
      await sql`drop index orders_reference_key`.execute(before.db);
      await sql`create index orders_reference_key on order_details (company_id) where id > 7`.execute(before.db);
      const [rows, tallies, storeId] = [
        await countRows(before.db),
        await tallied(before.db),
        await storeIdOf(before.db),
      ];
      const states = await statesOf(before);
      await closeAll();

      const to: Place = { ...from, databaseUrl: await world.createDatabase('moved') };
      const files = await readdir(path.join(from.dataDir, 'evidence'), { recursive: true });
      const command = new ServiceProcess({ DATA_DIR: to.dataDir, DATABASE_URL: to.databaseUrl ?? '' }, [
        'database',
        'move',
      ]);
      expect([await command.exit, command.errors]).toEqual([0, '']);
      expect(command.output).toContain(`: 201 orders, ${rows['evidence']} photos. Every table has the same rows`);
      await expect(moveDatabase(to)).rejects.toThrow('The database of DATABASE_URL is not empty');

      const after = await open(to);
      expect(await countRows(after.db)).toEqual(rows);
      expect(await tallied(after.db)).toEqual(tallies);
      expect(await storeIdOf(after.db)).toBe(storeId);
      // No version of an answer from before is confirmed.
      const renewed = await statesOf(after);
      expect(renewed).toHaveLength(states.length);
      expect(renewed.filter((state) => states.includes(state))).toEqual([]);
      expect(await readdir(path.join(from.dataDir, 'evidence'), { recursive: true })).toEqual(files);
      const index = await sql<{ definition: string }>`
      select indexdef as definition from pg_indexes where indexname = 'orders_reference_key'`.execute(after.db);
      expect(index.rows[0]?.definition).toContain('(id > 7)');
      const stored = await after.db
        .selectFrom('orders')
        .select(['client_name', 'note', 'state'])
        .where('id', '=', Number(order.id))
        .executeTakeFirstOrThrow();
      expect(stored).toEqual({ client_name: ODD, note: ODD, state: 'asignada' });

      // Triggers, sequences and undo work as before.
      const next = await create(after);
      expect(Number(next.code.slice(1))).toBe(Number(order.code.slice(1)) + 1);
      expect(Number(next.id)).toBeGreaterThan(Number(order.id));
      expect((await undoBatch(after, ANA, randomUUID(), batch ?? '')).outcomes).toMatchObject([{ ok: true }]);
      expect(await tallied(after.db)).toEqual(await recount(after.db));
      await expectCarried(factor, after);
      await closeAll();

      const again = await open(from);
      expect(await countRows(again.db)).toEqual(rows);
      await expect(moveDatabase(to)).rejects.toThrow('Another process is using the data folder');
    },
  );

  it('names what is missing, and leaves the server empty', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'despacho-move-'));
    folders.push(dataDir);
    const from: Place = { databaseUrl: undefined, dataDir, bucket: undefined };
    const to: Place = { ...from, databaseUrl: await world.createDatabase('refused') };
    await expect(moveDatabase(from)).rejects.toThrow('Set DATABASE_URL');
    await expect(moveDatabase(to)).rejects.toThrow('holds no embedded database');

    await rename(await emptyDatabase(), path.join(dataDir, 'database'));
    const { db } = await open(from);
    await sql`insert into companies (id, ruc, name, storage_quota) values ('one', '20601234565', 'One', 1)`.execute(db);
    await sql`update kysely_migration set name = '999-later' where name = (select max(name) from kysely_migration)`.execute(
      db,
    );
    await closeAll();
    await expect(moveDatabase(to)).rejects.toThrow('a newer release has used it');
    const pglite = new PGliteClient(path.join(dataDir, 'database'), () => undefined);
    await pglite.query('update kysely_migration set name = $1 where name = $2', [
      Object.keys(MIGRATIONS).at(-1),
      '999-later',
    ]);
    await pglite.query('alter table companies add column added text');
    await pglite.close();
    await expect(moveDatabase(to)).rejects.toThrow('The tables of DATA_DIR are not those of this version');
    const server = connect({ connectionString: to.databaseUrl, max: 1 });
    expect(await countRows(server)).toEqual({});
    await server.destroy();
  });

  it('rejects a copy with a missing row, and one with a changed value', async () => {
    const { db } = world;
    const tables = (await listTables(db)).filter(({ name }) => name === 'users');
    const compare = (change: ReturnType<typeof sql>) =>
      db.transaction().execute(async (trx) => {
        await change.execute(trx);
        await compareTables(db, trx, tables);
      });
    await compare(sql`select 1`);
    await expect(compare(sql`delete from users where id = 'driver'`)).rejects.toThrow('8 of 9 rows of users');
    await expect(compare(sql`update users set name = 'x' where id = 'driver'`)).rejects.toThrow(
      'The copied rows of users differ',
    );
  });
});
