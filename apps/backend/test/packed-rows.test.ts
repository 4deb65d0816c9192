import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { readColumns, readRows } from '#platform/database/packed-rows.ts';
import { createClock, openEmbeddedDatabase, openTestDatabase } from './test-services.ts';

describe.each([
  ['the embedded database', openEmbeddedDatabase],
  ['the database of the tests', openTestDatabase],
])('rows as JSON from %s', (_, open) => {
  let db: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await open());
    await db.insertInto('companies').values({ id: 'c', ruc: '20600000011', name: 'C', storage_quota: 1 }).execute();
    const client = { company_id: 'c', tax_id: '', created_at: createClock()() };
    const names = ['"Ñandú" \\ 🚚', 'two\nlines\t\u0001\u2028', ''];
    await db
      .insertInto('clients')
      .values(
        names.map((name, at) => ({
          ...client,
          id: String(at),
          code: `C${at}`,
          name,
          lat: at === 0 ? null : -12.000000000000002 / at,
        })),
      )
      .execute();
  });
  afterAll(() => close());

  const clients = () => db.selectFrom('clients').selectAll().orderBy('code', 'desc');

  it('reads the same rows as the driver, in the order of the query', async () => {
    const rows = await readRows(db, clients(), { created_at: true });
    expect(rows).toEqual(await clients().execute());
    expect(rows.map(({ code }) => code)).toEqual(['C2', 'C1', 'C0']);
  });

  it('reads the same columns as the driver, with times as text', async () => {
    const rows = await clients().execute();
    const { name, lat, created_at } = await readColumns(db, clients(), ['name', 'lat', 'created_at']);
    expect(name).toEqual(rows.map((row) => row.name));
    expect(lat).toEqual(rows.map((row) => row.lat));
    expect(created_at.map((at) => new Date(at))).toEqual(rows.map((row) => row.created_at));
  });

  it('reads arrays, large numbers, and no time', async () => {
    const query = db
      .selectFrom('companies')
      .select((eb) => [
        eb.ref('id').as('id'),
        sql<string[]>`array['a', 'b']`.as('list'),
        eb.cast<number>(eb.val(2 ** 53 - 1), 'bigint').as('bytes'),
        eb.cast<Date | null>(eb.val(null), 'timestamptz').as('expires_at'),
      ]);
    expect(await readRows(db, query, { expires_at: true })).toEqual([
      { id: 'c', list: ['a', 'b'], bytes: 2 ** 53 - 1, expires_at: null },
    ]);
  });

  it('reads no rows', async () => {
    const none = clients().where('id', '=', 'x');
    expect(await readRows(db, none, { created_at: true })).toEqual([]);
    expect(await readColumns(db, none, ['id'])).toEqual({ id: [] });
  });
});
