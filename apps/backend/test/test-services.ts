import { rm } from 'node:fs/promises';
import { type Express } from 'express';
import { parseProviders } from '@despacho/contracts/identity-providers';
import { canRun } from '@despacho/tooling/machine/needs';
import { Kysely, type LogConfig, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createApp } from '#app.ts';
import { PictureDecoder } from '#field/evidence/picture-decoder.ts';
import { type Clock } from '#platform/clock.ts';
import { codeOfError } from '#platform/database/database-error.ts';
import { migrate } from '#platform/database/migrate.ts';
import { fairDialect } from '#platform/database/fair-dialect.ts';
import { FairTurns } from '@despacho/server/fair-turns';
import { type Database, openEmbedded } from '#platform/database/open-database.ts';
import { OfficeShares } from '#platform/database/office-shares.ts';
import { PGliteClient } from '#platform/database/pglite-client.ts';
import { type Schema } from '#platform/database/schema.ts';
import { types } from '#platform/database/server-pool.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { type StreamTimes } from '#edge/operations/event-stream.ts';
import { createServices as assembleServices, type Services } from '#edge/services.ts';
import { createMemoryStore } from './memory-store.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import { preparedDatabase } from './prepared-database.ts';
import { createSharedDatabase, EMPTY } from './shared-postgres.ts';

export const OPERATIONS_KEY = 'a key of the tests that is long enough for HS256';
export const SECRETS_KEY = 'a key of the tests for second factors';
export const STORAGE_ACCESS = { user: 'almacen', password: 'clave-de-prueba' };
/** Of both companies. */
export const PROVIDERS = parseProviders(
  JSON.stringify({
    providers: [
      { issuer: 'https://cuentas.norte.example', ruc: NORTE_RUC, label: 'Cuenta de Norte' },
      { issuer: 'https://cuentas.sur.example', ruc: SUR_RUC, label: 'Cuenta de Sur' },
    ].map((each) => ({ ...each, clientId: 'despacho', secretFile: 'secret' })),
  }),
);
/** Trusts a proxy on this machine. */
export const INGEST = { url: 'https://rastreo.example.pe/gps', port: 0, trustProxy: '127.0.0.1' };
export const NOW = new Date('2026-11-20T15:00:00.000Z');

/** A clock that advances only when moved. */
export function createClock(start = NOW): Clock & { move: (milliseconds: number) => void } {
  let now = start.getTime();
  return Object.assign(() => new Date(now), {
    move: (milliseconds: number) => {
      now += milliseconds;
    },
  });
}

function openFolder(folder: string): { db: Database; pglite: PGliteClient } {
  const pglite = new PGliteClient(folder, () => undefined);
  return { pglite, db: openEmbedded(pglite) };
}

/** @returns a folder for the caller alone, with an embedded database with empty tables. */
export const emptyDatabase = (): Promise<string> =>
  preparedDatabase(inject('databases'), 'empty', async (empty) => {
    const { db, pglite } = openFolder(empty);
    await migrate(db);
    await pglite.close();
  });

interface TestDatabase {
  db: Database;
  close: () => Promise<void>;
}

/** The real embedded database in its thread, with empty tables. */
export async function openEmbeddedDatabase(): Promise<TestDatabase> {
  const folder = await emptyDatabase();
  const { db, pglite } = openFolder(folder);
  return {
    db,
    close: async () => {
      await pglite.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Adds the statement to the error if the server cancelled it because of `statement_timeout`. */
const nameEnded: LogConfig = (event) => {
  if (event.level !== 'error' || codeOfError(event.error) !== '57014') return;
  (event.error as Error).message += `: ${event.query.sql.slice(0, 500)}`;
};

/** One connection, which each transaction or statement has to itself, as in the embedded database. */
async function openOnServer(): Promise<TestDatabase> {
  const connectionString = await createSharedDatabase(inject('databases'), 'tests', EMPTY);
  const db = new Kysely<Schema>({
    dialect: fairDialect(
      new PostgresDialect({ pool: new Pool({ connectionString, max: 1, types }) }),
      new FairTurns({ count: 1, busy: () => new Error('busy') }),
    ),
    log: nameEnded,
  });
  return { db, close: () => db.destroy() };
}

/**
 * A database with empty tables: of PostgreSQL, which takes less than half the CPU of the embedded one, if it is installed.
 * `EMBEDDED=1` is the long check of the embedded database.
 */
export const openTestDatabase = (): Promise<TestDatabase> =>
  !inject('embedded') && canRun('PostgreSQL') ? openOnServer() : openEmbeddedDatabase();

const logger = pino({ level: 'silent' });

/** Pictures of the worker: starting its process takes longer than most pictures of the tests. */
const pictures = new PictureDecoder(logger);

export function createServices(db: Database, clock: Clock): Services {
  const services = assembleServices({
    db,
    shares: new OfficeShares(4),
    check: async () => {
      await sql`select 1`.execute(db);
    },
    clock,
    logger,
    feed: new EventFeed(db, logger),
    evidence: createMemoryStore(),
    config: {
      operationsKeys: [OPERATIONS_KEY],
      secretsKeys: [SECRETS_KEY],
      identityProviders: PROVIDERS,
      storageAccess: STORAGE_ACCESS,
      tokenHours: 12,
      exportOrdersPerDay: 20_000,
      readOrdersPerDay: 100_000,
      officeDay: { photos: 12_000, bytes: 12 * 1024 ** 3 },
      placeMaxKm: 80,
      doorRetentionDays: 730,
      dayTurnsAt: '05:00',
      positionRetentionDays: 60,
      moneyRetentionDays: 3650,
      retention: { photos: 730, signatures: 730, documents: 365 },
      geocoder: undefined,
      routing: undefined,
      ingest: INGEST,
    },
  });
  return { ...services, pictures };
}

/** The same app as in production. */
export const createTestApp = (services: Services, times?: StreamTimes, stop = new AbortController().signal): Express =>
  createApp(services, stop, times);
