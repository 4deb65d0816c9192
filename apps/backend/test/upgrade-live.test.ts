import { type Kysely, sql } from 'kysely';
import { type Migration } from 'kysely/migration';
import { type Logger } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS, migrateWithin } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { type Schema } from '#platform/database/schema.ts';
import { waitForDatabase } from '#platform/database/wait-for-database.ts';
import { onPostgres } from './postgres-world.ts';

const ORDERS = 500;

async function insertOrders(db: Kysely<Schema>, first: number, last: number): Promise<void> {
  await sql`
    with details as (
      insert into order_details (company_id, office_id, code, client_name, client_reference, recipient, address, ubigeo,
        lat, lng, approximate, date, packages, weight_grams, collect_due, priority, evidence, created_at)
      select 'norte', 'N1', 'D' || lpad(n::text, 7, '0'), 'Bodega', 'R' || n, 'Persona', 'Calle', '150122', 0, 0, false,
        '2026-11-20', 1, 1, 1, 'normal', 0, now()
      from generate_series(${first}::integer, ${last}::integer) as n returning id
    )
    insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user, changed_what)
    select 'N1', id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from details`.execute(db);
}

/** A later migration, which locks the tables in the opposite order of a request. */
const LATER: Migration = {
  up: async (db) => {
    await sql`alter table companies add column later text not null default 'yes'`.execute(db);
    await sql`alter table order_details add column later text`.execute(db);
    await sql`update order_details set later = code`.execute(db);
  },
};

onPostgres('the upgrade of a filled database that is in use', (world) => {
  it('waits for a request of an older version and loses none of its data', async () => {
    const { db, url } = world;
    await insertOrders(db, 1, ORDERS);
    const waiting: unknown[] = [];
    const logger = { warn: (line: unknown) => waiting.push(line) } as unknown as Logger;
    const prepare = (each: Kysely<Schema>) =>
      each.transaction().execute((trx) => migrateWithin(trx, { ...MIGRATIONS, '999-later': LATER }));
    const { signal } = new AbortController();
    /** A service of the newer version. */
    const start = async (): Promise<void> => {
      const opened = await waitForDatabase(
        () => openDatabase({ databaseUrl: url, dataDir: '', prepare }, () => undefined),
        logger,
        signal,
        100,
      );
      onTestFinished(() => opened?.close());
    };

    // Two instances that start together also wait for each other.
    const started = await db.transaction().execute(async (trx) => {
      await insertOrders(trx, ORDERS + 1, ORDERS + 1);
      const both = [start(), start()];
      await expect
        .poll(() => waiting, { timeout: 30_000 })
        .toContainEqual({ reason: expect.stringMatching(/^busy: /) as string });
      await sql`update companies set storage_used = 7`.execute(trx);
      await insertOrders(trx, ORDERS + 2, ORDERS + 2);
      return both;
    });

    await Promise.all(started);
    const { rows } = await sql`
      select count(*), max(order_details.later) as last, min(companies.later) as company, min(storage_used) as used
      from order_details join companies on companies.id = company_id`.execute(db);
    expect(rows).toEqual([{ count: ORDERS + 2, last: `D0000${ORDERS + 2}`, company: 'yes', used: 7 }]);
  });
});
