import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { keepTidy, vacuumWorst } from '#platform/database/vacuum.ts';
import { openEmbeddedDatabase } from './test-services.ts';

/** The threshold for a thousand rows: 500 plus a fifth. Reading a page may also remove dead rows. */
const LEFT_ALONE = 700;

describe('vacuuming the embedded database', () => {
  let db: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ db, close } = await openEmbeddedDatabase());
    await sql`create table rows as select id, 0 as changes from generate_series(1, 1000) as id`.execute(db);
    // With an index on it, a change cannot reuse the place of a dead row.
    await sql`create index on rows (changes)`.execute(db);
    await sql`vacuum (analyze)`.execute(db);
    // Statistics of the inserts may arrive after the first vacuum.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    while ((await vacuumWorst(db)) !== undefined);
  });
  afterAll(() => close());

  const dead = async (table: string): Promise<number> => {
    const { rows } = await sql<{ dead: number }>`
      select n_dead_tup as dead from pg_stat_user_tables where relname = ${table}`.execute(db);
    return rows[0]?.dead ?? NaN;
  };
  const touch = async (share: number): Promise<void> => {
    await sql`update rows set changes = changes + 1 where id % 100 < ${share}`.execute(db);
    // Otherwise the statistics would arrive a second later.
    await sql`select pg_stat_force_next_flush()`.execute(db);
  };

  it('skips a table with few changes, and vacuums one with many', async () => {
    expect(await vacuumWorst(db)).toBeUndefined();
    await touch(60);
    expect(await dead('rows')).toBeGreaterThan(LEFT_ALONE - 150);
    expect(await vacuumWorst(db)).toBeUndefined();
    await touch(60);
    expect(await dead('rows')).toBeGreaterThan(LEFT_ALONE);
    expect(await vacuumWorst(db)).toBe('rows');
    expect(await dead('rows')).toBe(0);
    expect(await vacuumWorst(db)).toBeUndefined();
  });

  it('analyzes a table after many inserts, although there is nothing to vacuum', async () => {
    await sql`insert into meta (key, value) select 'key-' || n, '' from generate_series(1, 800) as n`.execute(db);
    await sql`select pg_stat_force_next_flush()`.execute(db);
    expect(await dead('meta')).toBe(0);
    expect(await vacuumWorst(db)).toBe('meta');
    expect(await vacuumWorst(db)).toBeUndefined();
  });

  it('runs periodically until it is stopped', async () => {
    await touch(100);
    expect(await dead('rows')).toBeGreaterThan(LEFT_ALONE);
    const stop = keepTidy(db, pino({ level: 'silent' }), 1);
    await expect.poll(() => dead('rows'), { timeout: 60_000 }).toBe(0);
    await stop();
    await touch(100);
    for (let reading = 0; reading < 20; reading++) expect(await dead('rows')).toBeGreaterThan(LEFT_ALONE);
  });
});
