import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, expect, it } from 'vitest';
import { connect } from '../src/database/open-database.ts';
import { MIGRATIONS } from '../src/database/migrate.ts';
import { type Schema } from '../src/database/schema.ts';
import { onPostgres } from './postgres-world.ts';
import { ServiceProcess } from './service-process.ts';

const ORDERS = 20_000;
const BEFORE = '009-order-progress';
const WITHIN = { timeout: 90_000 };

/** Orders as written by the version before 010. */
async function fill(db: Kysely<Schema>): Promise<void> {
  await sql`
    insert into companies (id, ruc, name, storage_quota, order_number)
    values ('norte', '20600000011', 'N', 1, ${ORDERS}::integer)`.execute(db);
  await sql`
    insert into offices (id, company_id, name, time_zone) values ('N1', 'norte', 'N1', 'America/Lima')`.execute(db);
  await sql`insert into meta values ('kind', 'real')`.execute(db);
  await insertOrders(db, 1, ORDERS);
}

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

onPostgres('the upgrade of a filled database that is in use', (world) => {
  const started: ServiceProcess[] = [];
  afterEach(() => Promise.all(started.splice(0).map((service) => service.stop('SIGKILL'))));

  it('waits for a request of an older version and loses none of its data', async () => {
    const url = await world.createDatabase('in_use');
    const db = connect({ connectionString: url, max: 2 });
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
    expect((await migrator.migrateTo(BEFORE)).error).toBeUndefined();
    await fill(db);

    const services = await db.transaction().execute(async (trx) => {
      await insertOrders(trx, ORDERS + 1, ORDERS + 1);
      // Two instances that start together also wait for each other.
      started.push(new ServiceProcess({ DATABASE_URL: url }), new ServiceProcess({ DATABASE_URL: url }));
      await expect
        .poll(() => started.flatMap(({ log }) => log), WITHIN)
        .toContainEqual(
          expect.objectContaining({
            msg: 'waiting for the database',
            reason: expect.stringMatching(/^busy: /) as string,
          }),
        );
      // The migrations lock these in the opposite order, which would deadlock.
      await sql`update companies set order_number = order_number + 2`.execute(trx);
      await insertOrders(trx, ORDERS + 2, ORDERS + 2);
      return started;
    });

    for (const service of services) expect((await fetch(`${await service.listening()}/health`)).status).toBe(200);
    expect(await migrator.getMigrations()).not.toContainEqual(expect.objectContaining({ executedAt: undefined }));
    const { rows } = await sql`
      select count(*), max(code) as last, nextval(order_numbers_of('norte')) as next from orders`.execute(db);
    expect(rows).toEqual([{ count: ORDERS + 2, last: `D00${ORDERS + 2}`, next: ORDERS + 3 }]);
    await db.destroy();
  });
});
