import { type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseUnavailable, isConnectionLoss } from './database-error.ts';

/** How long to retry a statement that has not begun or only reads. The gateway gives up after 9.5 s. */
export const RETRY_MS = 4000;
const PAUSE_MS = 200;
const CONNECT_TIMEOUT_MS = 4000;
/** Shorter than the gateway's 9.5 s, so that a stuck statement is reported as a failure instead of a timeout. */
const STATEMENT_TIMEOUT_MS = 9000;
/**
 * A transaction of the same office may take seconds; a request that waits longer is answered with 409, which balancers
 * do not repeat. Together with the wait for its office's turn, it is below their limit of 9 s.
 */
export const LOCK_TIMEOUT_MS = 4000;
/** A service that stops inside a transaction must not keep its locks. */
const IDLE_TIMEOUT_MS = 30_000;
/** A vanished host never answers: the driver gives up after the server would have. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 1500;

/**
 * The limits of each transaction, sent in the round trip of BEGIN. Not as startup parameters, which a pooler in
 * transaction mode rejects, and not per session, which it lends to other clients.
 */
const LIMITS = `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`;
const BEGIN = `begin; ${LIMITS}`;
/** The server rejects writes in it, so it can be retried. */
const BEGIN_READING = `begin read only; ${LIMITS}`;

const READS = /^\s*(select|with)\b/i;
const WRITES =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|nextval|setval|pg_notify)\b|\bfor\s+(no\s+key\s+)?(update|share)\b/i;
const CHANGES_ROWS = /^\s*(with|select|insert|update|delete|merge)\b/i;

/** OID of `bigint` in the catalogue of types. */
const INT8 = 20;

const standardParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;

/** Bigint columns hold bytes and positions, far below 2^53. As text they would not add up. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    oid === INT8 ? Number : standardParser(oid, format),
};

/**
 * @param purpose of the connection.
 * @returns a name by which `pg_stat_activity` shows which instance a connection belongs to: purpose, host and process. The
 * server cuts it after 63 bytes.
 */
export const applicationName = (purpose: string): string => `${purpose} ${hostname()} ${String(process.pid)}`;

/**
 * @returns a connection pool that survives the loss of any connection, in use or idle.
 * @param onTrouble called with the error of each broken connection.
 */
export function createPool(settings: pg.PoolConfig, onTrouble: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    application_name: applicationName('despacho'),
    ...settings,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The pool listens only to idle connections. An error event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', onTrouble));
  // Already reported by the listener above.
  pool.on('error', () => undefined);
  return pool;
}

type Result = PostgresQueryResult<never>;

/** A checked-out connection, as Kysely uses it: for a transaction, or for a single statement. */
class PooledClient implements PostgresPoolClient {
  readonly #pool: ServerPool;
  readonly #until: number;
  /** Undefined while a lost connection is being replaced. */
  #client: pg.PoolClient | undefined;
  #isOpen = false;
  #isBroken = false;

  constructor(pool: ServerPool, client: pg.PoolClient, until: number) {
    this.#pool = pool;
    this.#client = client;
    this.#until = until;
  }

  /** Kysely's type also has an overload for cursors, which is unused. */
  query = (async (text: string, values: readonly unknown[] = []): Promise<Result> => {
    if (text === 'begin' || text.startsWith('start transaction')) return this.#begin(text);
    if (text === 'commit') return this.#commit();
    if (text === 'rollback') return this.#rollback();
    if (this.#isOpen) return this.#send(text, values);
    if (READS.test(text) && !WRITES.test(text)) return this.#read(text, values);
    if (CHANGES_ROWS.test(text)) return this.#write(text, values);
    // Utility statements have no limits, and some cannot run in a transaction.
    return this.#send(text, values);
  }) as unknown as PostgresPoolClient['query'];

  release(): void {
    this.#client?.release(this.#isBroken || this.#isOpen);
  }

  async #begin(text: string): Promise<Result> {
    const statement = text === 'begin' ? BEGIN : `${text}; ${LIMITS}`;
    const result = await this.#untilItWorks(() => this.#send(statement));
    this.#isOpen = true;
    return result;
  }

  async #commit(): Promise<Result> {
    try {
      const result = await this.#send('commit');
      this.#isOpen = false;
      return result;
    } catch (error) {
      // The server may have committed before the connection was lost.
      throw error instanceof DatabaseUnavailable ? new DatabaseUnavailable('commit', error.cause) : error;
    }
  }

  /** Never throws: a lost connection has rolled back. */
  async #rollback(): Promise<Result> {
    if (!this.#isBroken) {
      try {
        const result = await this.#send('rollback');
        this.#isOpen = false;
        return result;
      } catch {
        this.#isBroken = true;
      }
    }
    return { command: 'ROLLBACK', rowCount: 0, rows: [] };
  }

  /** A single read: retried when the connection is lost. */
  #read(text: string, values: readonly unknown[]): Promise<Result> {
    return this.#untilItWorks(() => this.#between(this.#send(BEGIN_READING), text, values));
  }

  /** A single write: retried only if it has not begun. */
  async #write(text: string, values: readonly unknown[]): Promise<Result> {
    await this.#untilItWorks(() => this.#send(BEGIN));
    try {
      return await this.#between(Promise.resolve(), text, values);
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? new DatabaseUnavailable('commit', error.cause) : error;
    }
  }

  /** Sends statement and commit without waiting for the results in between. */
  async #between(begun: Promise<unknown>, text: string, values: readonly unknown[]): Promise<Result> {
    const [begin, result, commit] = await Promise.allSettled([begun, this.#send(text, values), this.#send('commit')]);
    if (result.status === 'rejected') throw begin.status === 'rejected' ? begin.reason : result.reason;
    if (commit.status === 'rejected') throw commit.reason;
    return result.value;
  }

  /** @throws DatabaseUnavailable if the connection is lost, otherwise the driver's error. */
  async #send(text: string, values: readonly unknown[] = []): Promise<Result> {
    if (!this.#client) throw new DatabaseUnavailable('connection');
    try {
      return (await this.#client.query(text, values.length > 0 ? [...values] : undefined)) as Result;
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      this.#isBroken = true;
      throw new DatabaseUnavailable('connection', error);
    }
  }

  async #untilItWorks(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || performance.now() > this.#until) throw error;
        this.#client?.release(true);
        this.#client = undefined;
        this.#client = await this.#pool.client(this.#until);
        this.#isBroken = false;
      }
    }
  }
}

/** The service's connections. */
export class ServerPool implements PostgresPool {
  readonly #pool: pg.Pool;

  constructor(connectionString: string, connections: number, onTrouble: (error: Error) => void) {
    const settings = { connectionString, max: connections, query_timeout: SILENCE_MS, pipeline: true };
    this.#pool = createPool(settings, onTrouble);
  }

  get options(): pg.PoolOptions {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    const until = performance.now() + RETRY_MS;
    return new PooledClient(this, await this.client(until), until);
  }

  /**
   * @returns a connection. @throws DatabaseUnavailable if none is available by `until`, in terms of
   * `performance.now()`.
   */
  async client(until: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('timeout exceeded'))
          throw new DatabaseUnavailable('busy');
        if (!isConnectionLoss(error)) throw error;
        if (performance.now() > until) throw new DatabaseUnavailable('connection', error);
        await sleep(PAUSE_MS);
      }
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
