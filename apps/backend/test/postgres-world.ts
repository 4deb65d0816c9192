import { testsNeed } from '@despacho/tooling/machine/needs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject } from 'vitest';
import { type Database, openDatabase } from '#platform/database/open-database.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type Services } from '#edge/services.ts';
import { resetPeople } from './people.ts';
import { createSharedDatabase, EMPTY } from './shared-postgres.ts';
import { createClock, createServices } from './test-services.ts';

/** A database of a real server with the people of the tests, for truly concurrent requests. */
export interface PostgresWorld {
  /** Address of its database. */
  url: string;
  db: Database;
  services: Services;
  /** Creates a database on the same server, without tables or as a copy. @returns its address. */
  createDatabase: (name: string, template?: string) => Promise<string>;
  /** Locks N1, or what `hold` locks, until `count` others wait for a lock, so that all of them overlap. */
  atOnce: <T>(count: number, begin: () => Promise<T>[], hold?: Hold) => Promise<PromiseSettledResult<T>[]>;
}

type Hold = (trx: Database) => Promise<void>;

const installed = testsNeed('PostgreSQL');

async function atOnce<T>(
  db: Database,
  count: number,
  begin: () => Promise<T>[],
  hold: Hold = (trx) => lockOffice(trx, { companyId: 'norte', officeId: 'N1' }),
): Promise<PromiseSettledResult<T>[]> {
  const locked = Promise.withResolvers<undefined>();
  const holding = Promise.withResolvers<undefined>();
  const held = db.transaction().execute(async (trx) => {
    await hold(trx);
    locked.resolve(undefined);
    await holding.promise;
  });
  await locked.promise;
  const all = Promise.allSettled(begin());
  try {
    const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity 
      where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 20_000 }).toBe(count);
  } finally {
    holding.resolve(undefined);
    await held;
  }
  return all;
}

/**
 * Runs tests against a separate database on the server of the run.
 * @param tests declares them. It is filled before each test.
 */
export function onPostgres(what: string, tests: (world: PostgresWorld) => void): void {
  describe.runIf(installed)(what, { timeout: 120_000 }, () => {
    const world = {} as PostgresWorld;
    let stop: () => Promise<void>;

    beforeAll(async () => {
      world.createDatabase = (...given) => createSharedDatabase(inject('databases'), ...given);
      world.url = await createSharedDatabase(inject('databases'), 'tests', EMPTY);
      const { db, close } = await openDatabase({ databaseUrl: world.url, dataDir: '' }, (error) => {
        throw error;
      });
      world.db = db;
      world.atOnce = (...given) => atOnce(db, ...given);
      stop = close;
    });
    afterAll(() => stop());
    beforeEach(async () => {
      await resetPeople(world.db);
      world.services = createServices(world.db, createClock());
    });
    tests(world);
  });
}

/** @returns the values. @throws the reason of the first rejection. */
export const fulfilled = <T>(results: PromiseSettledResult<T>[]): T[] =>
  results.map((result) => {
    if (result.status === 'rejected') throw result.reason as Error;
    return result.value;
  });
