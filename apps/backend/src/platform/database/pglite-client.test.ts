import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { isUniqueViolation } from './database-error.ts';
import { PGliteClient } from './pglite-client.ts';

interface Table {
  notes: { id: number; text: string };
}

/** Deleted at the end of the run. */
const newFolder = (): string => mkdtempSync(join(inject('databases'), 'client-'));

describe('the embedded database in its thread', () => {
  let pglite: PGliteClient;
  let db: Kysely<Table>;
  const onLost = vi.fn();

  beforeAll(async () => {
    pglite = new PGliteClient(newFolder(), onLost);
    db = new Kysely<Table>({ dialect: new PGliteDialect({ pglite }) });
    await sql`create table notes (id int primary key, text text not null)`.execute(db);
  });
  afterAll(() => pglite.close());

  const ids = async (): Promise<number[]> =>
    (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);
  const insert = (id: number, into: Kysely<Table> = db) => into.insertInto('notes').values({ id, text: 'x' }).execute();

  it('does not block this thread while a statement runs', async () => {
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    await sql`select count(*) from generate_series(1, 3000000)`.execute(db);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });

  it('reports the failure without the parameters', async () => {
    await insert(1);
    const error: unknown = await db
      .insertInto('notes')
      .values({ id: 1, text: 'a secret' })
      .execute()
      .catch((caught: unknown) => caught);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(new Error('other'))).toBe(false);
    expect(error).toMatchObject({ code: '23505', constraint: 'notes_pkey' });
    expect(JSON.stringify({ ...(error as object), text: String(error) })).not.toContain('a secret');
  });

  it('rolls back a failed transaction', async () => {
    const failed = db.transaction().execute(async (trx) => {
      await insert(2, trx);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual([1]);
  });

  it('reports a commit that the database rolled back as failed', async () => {
    const swallowed = db.transaction().execute(async (trx) => {
      await insert(3, trx);
      await insert(3, trx).catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow();
    expect(await ids()).toEqual([1]);
    await insert(4);
    expect(await ids()).toEqual([1, 4]);
  });

  it('runs no other statement between the statements of a transaction', async () => {
    const first = db.transaction().execute(async (trx) => {
      await insert(10, trx);
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('rolled back');
    });
    const second = insert(11);
    await expect(first).rejects.toThrow('rolled back');
    await second;
    expect(await ids()).toEqual([1, 4, 11]);
  });

  it('rejects statements after closing, without reporting a loss', async () => {
    const other = new PGliteClient(newFolder(), onLost);
    await other.waitReady;
    await other.close();
    await other.close();
    await expect(other.query('select 1')).rejects.toThrow();
    expect(onLost).not.toHaveBeenCalled();
  });

  it('reports a folder that cannot be opened', async () => {
    const other = new PGliteClient('/dev/null/nowhere', onLost);
    await expect(other.waitReady).rejects.toThrow();
    await expect(other.query('select 1')).rejects.toThrow();
    await other.close();
    expect(onLost).not.toHaveBeenCalled();
  });
});
