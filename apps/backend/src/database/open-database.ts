import path from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type DatabaseConfig } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { PGliteClient } from './pglite-client.ts';
import { type Schema } from './schema.ts';

export type Database = Kysely<Schema>;

export interface OpenDatabase {
  db: Database;
  close: () => Promise<void>;
}

/** Connections per process. Requests beyond it wait; an office's writes wait for each other anyway. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** Shorter than the gateway's 9.5 s, so that a stuck statement is told as a failure and not as silence. */
const STATEMENT_TIMEOUT_MS = 9000;

/** `bigint` by its number in Postgres' catalogue of types. */
const INT8 = 20;

const standardParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;

/** Ordinary bigint columns hold bytes and positions, which stay far below 2^53; as text they would not add up. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8 ? Number : standardParser(oid, format),
};

/** Connects to a server as it is: nothing is migrated. */
export function connect(settings: pg.PoolConfig): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({ ...settings, types, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  return { pool, db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) };
}

/** What went wrong with the server, without its address: that holds a password. */
function unusable(error: unknown): StartupError {
  const { code, message } = error as { code?: string; message?: string };
  return new StartupError(`The database server cannot be used: ${message ?? ''} (${code ?? 'no code'}).`);
}

async function openServer(connectionString: string, onTrouble: (error: Error) => void): Promise<OpenDatabase> {
  // On connections of their own, without a time limit: waiting for another instance's migration is no failure.
  const migrating = connect({ connectionString, max: 2 });
  migrating.pool.on('error', onTrouble);
  try {
    await migrate(migrating.db);
  } catch (error) {
    throw unusable(error);
  } finally {
    await migrating.db.destroy();
  }
  const { db, pool } = connect({ connectionString, max: POOL_SIZE, statement_timeout: STATEMENT_TIMEOUT_MS });
  // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
  pool.on('error', onTrouble);
  return { db, close: () => db.destroy() };
}

async function openFolder(dataDir: string, onLost: (error: Error) => void): Promise<OpenDatabase> {
  const lock = await lockFolder(dataDir);
  const pglite = new PGliteClient(path.resolve(dataDir, 'database'), onLost);
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
  const close = async (): Promise<void> => {
    await pglite.close();
    await lock.release();
  };
  try {
    await pglite.waitReady;
  } catch (error) {
    await close();
    throw new StartupError(`The database in ${dataDir} cannot be opened: ${(error as Error).message}`);
  }
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

/**
 * Opens the database the configuration names, with its tables up to date.
 * @param onLost told when the embedded database's thread died. The process should end: nothing can be read any more.
 * @param onTrouble told when an idle connection to a server broke. It is replaced by itself.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'>,
  onLost: (error: Error) => void,
  onTrouble: (error: Error) => void = () => undefined,
): Promise<OpenDatabase> {
  return databaseUrl === undefined ? openFolder(dataDir, onLost) : openServer(databaseUrl, onTrouble);
}
