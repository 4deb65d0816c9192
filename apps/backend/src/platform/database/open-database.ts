import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PGliteDialect, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { type PoolConfig } from 'pg';
import { type DatabaseConfig } from '../config.ts';
import { StartupError } from '../startup-error.ts';
import { checkFolder } from './check-folder.ts';
import { serverCheck } from './check-server.ts';
import { codeOfError, DatabaseUnavailable, isConnectionLoss, isHeldUp, unwritableReason } from './database-error.ts';
import { fairDialect } from './fair-dialect.ts';
import { FairTurns } from '@despacho/server/fair-turns';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { OfficeShares, SHARE_WAIT_MS } from './office-shares.ts';
import { PGliteClient } from './pglite-client.ts';
import { type Schema } from './schema.ts';
import { createPool, ServerPool } from './server-pool.ts';
import { type DatabaseCheck } from './unfit.ts';

export type Database = Kysely<Schema>;

export interface OpenDatabase {
  db: Database;
  shares: OfficeShares;
  /** Resolves if the database can be used, even while it is busy. Rejects with DatabaseUnavailable or Unfit. */
  check: DatabaseCheck;
  close: () => Promise<void>;
}

/** Timeout of `check` in milliseconds: health checks do not wait longer. */
const CHECK_TIMEOUT_MS = 3000;

/** Kysely's own lock id, so that migrations of other versions of this service are excluded too. */
const MIGRATION_LOCK = '3853314791062309107';

/** Locks migrations for a transaction. Kysely locks for the session, which a pooler lends to other clients. */
class ServerAdapter extends PostgresAdapter {
  override async acquireMigrationLock(trx: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(trx);
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

class ServerDialect extends PostgresDialect {
  override createAdapter(): ServerAdapter {
    return new ServerAdapter();
  }
}

const ignore = (): void => undefined;

const busy = (): Error => new DatabaseUnavailable('busy');

/** @returns a connected database, without statement timeouts or migrations. */
export const connect = (settings: PoolConfig, onTrouble: (error: Error) => void = ignore): Database =>
  new Kysely<Schema>({ dialect: new ServerDialect({ pool: createPool(settings, onTrouble) }) });

/** Describes a server error without the connection string, which contains a password. */
function unusable(error: unknown): StartupError {
  const { message } = error as { message?: string };
  return new StartupError(`The database server cannot be used: ${message ?? ''} (${codeOfError(error) ?? 'no code'}).`);
}

/** @throws DatabaseUnavailable if the server is unreachable or its tables are in use; StartupError if it rejects us. */
async function migrateServer(
  connectionString: string,
  prepare: typeof migrate,
  onTrouble: (error: Error) => void,
): Promise<void> {
  // On its own connection, without a time limit: waiting for another instance's migration is not a failure.
  const db = connect({ connectionString, max: 1 }, onTrouble);
  try {
    await prepare(db);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    if (isHeldUp(error)) throw new DatabaseUnavailable('busy', error);
    const unwritable = unwritableReason(error);
    if (unwritable) throw new DatabaseUnavailable(unwritable, error);
    throw isConnectionLoss(error) ? new DatabaseUnavailable('connection', error) : unusable(error);
  } finally {
    await db.destroy();
  }
}

async function openServer(
  connectionString: string,
  { connections, connectionsPerOffice, prepare }: Required<Options>,
  onTrouble: (error: Error) => void,
): Promise<OpenDatabase> {
  await migrateServer(connectionString, prepare, onTrouble);
  const pool = new ServerPool(connectionString, connections, onTrouble);
  const turns = new FairTurns({ count: connections, ofOffice: connectionsPerOffice, waitMs: SHARE_WAIT_MS, busy });
  const db = new Kysely<Schema>({ dialect: fairDialect(new ServerDialect({ pool }), turns) });
  // A separate pool, so that health checks do not report a busy service as unhealthy.
  const checking = createPool(
    { connectionString, max: 1, query_timeout: CHECK_TIMEOUT_MS, connectionTimeoutMillis: CHECK_TIMEOUT_MS },
    ignore,
  );
  return {
    db,
    shares: new OfficeShares(connectionsPerOffice),
    check: serverCheck(checking),
    close: async () => {
      await Promise.all([db.destroy(), checking.end()]);
    },
  };
}

/** @returns the embedded database, whose only connection is taken in turns. */
export const openEmbedded = (pglite: PGliteClient): Database =>
  new Kysely<Schema>({
    dialect: fairDialect(
      new PGliteDialect({ pglite }),
      new FairTurns({ count: 1, allowance: { person: 0.15, company: 0.2, advanceMs: 10_000 }, busy }),
      () => pglite.cpuMs,
    ),
  });

async function openFolder(
  dataDir: string,
  { connectionsPerOffice, prepare }: Required<Options>,
  onLost: (error: Error) => void,
): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true });
  // Before it is opened: recovery writes, and a full disk would end the process.
  await checkFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const pglite = new PGliteClient(path.resolve(dataDir, 'database'), onLost);
  const db = openEmbedded(pglite);
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
    await prepare(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close, shares: new OfficeShares(connectionsPerOffice), check: folderCheck(dataDir, pglite, db) };
}

/**
 * @returns the check of an embedded database. While its disk is full, the database is read-only, because a write might
 * damage it, including one of a background job or of a request that only reads otherwise.
 */
function folderCheck(dataDir: string, pglite: PGliteClient, db: Database): DatabaseCheck {
  let isReadOnly = false;
  return async () => {
    await pglite.ping();
    const full = await checkFolder(dataDir).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    const wanted = full !== undefined;
    if (wanted !== isReadOnly) {
      isReadOnly = wanted;
      // Waits until no transaction is open, which may take longer than a check.
      sql`set default_transaction_read_only = ${sql.lit(wanted)}`.execute(db).catch(() => {
        isReadOnly = !wanted;
      });
    }
    if (full) throw full;
  };
}

interface Options extends Partial<Pick<DatabaseConfig, 'connections' | 'connectionsPerOffice'>> {
  /** Brings the schema up to date. */
  prepare?: typeof migrate;
}

/**
 * Opens the configured database and migrates it.
 * @param onLost called with the error when the embedded database's thread dies. The process should exit: nothing can be
 * read any more.
 * @param onTrouble called with the error of each broken server connection. Connections are replaced automatically.
 * @throws DatabaseUnavailable if a server cannot be reached or migrated now, StartupError for what an operator must
 * fix.
 */
export async function openDatabase(
  {
    databaseUrl,
    dataDir,
    connections = 10,
    connectionsPerOffice = 4,
    prepare = migrate,
  }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'> & Options,
  onLost: (error: Error) => void,
  onTrouble: (error: Error) => void = ignore,
): Promise<OpenDatabase> {
  const options = { connections, connectionsPerOffice, prepare };
  return databaseUrl === undefined ? openFolder(dataDir, options, onLost) : openServer(databaseUrl, options, onTrouble);
}
