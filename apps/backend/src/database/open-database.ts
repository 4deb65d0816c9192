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

function openServer(connectionString: string, onTrouble: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced at the next use; unheard, its error would end the process.
  pool.on('error', onTrouble);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
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
  return { db, close };
}

/**
 * Opens the database the configuration names, with its tables up to date.
 * @param onLost told when the embedded database's thread died. The process should end: nothing can be read any more.
 * @param onTrouble told when an idle connection to a server broke. It is replaced by itself.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: DatabaseConfig,
  onLost: (error: Error) => void,
  onTrouble: (error: Error) => void = () => undefined,
): Promise<OpenDatabase> {
  const opened = databaseUrl === undefined ? await openFolder(dataDir, onLost) : openServer(databaseUrl, onTrouble);
  try {
    await migrate(opened.db);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}
