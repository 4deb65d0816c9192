import { Worker } from 'node:worker_threads';
import { type PGlite, type PGliteQueryResults, type PGliteTransaction } from 'kysely';
import { programBeside } from '../program-beside.ts';
import { DatabaseError } from './database-error.ts';
import { type WorkerReply } from './worker-messages.ts';

interface Waiting {
  resolve: (reply: WorkerReply) => void;
  reject: (error: Error) => void;
}

type Ask = { kind: 'query'; sql: string; parameters: readonly unknown[] } | { kind: 'close' };

/** A row by column names. Of duplicate names the last one wins, as in every driver. */
function named(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [place, name] of names.entries()) row[name] = values[place];
  return row;
}

/** SQLSTATE in_failed_sql_transaction, which Kysely treats as a failed commit. */
const ABORTED_TRANSACTION = '25P02';

/**
 * The embedded database in its worker thread, as Kysely's PGlite dialect expects it.
 *
 * `FairTurns` gives the single connection to one transaction or query at a time, so no other request's statement can run
 * between BEGIN and COMMIT.
 */
export class PGliteClient implements PGlite {
  readonly waitReady: Promise<void>;
  ready = false;
  closed = false;
  /** CPU milliseconds of all statements. */
  cpuMs = 0;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: Error | undefined;

  /**
   * @param folder of the database; an empty one, or one that does not exist, gets a new database.
   * @param onLost called if the thread ends unexpectedly. No query works after that.
   */
  constructor(folder: string, onLost: (error: Error) => void) {
    this.#worker = new Worker(programBeside(import.meta.url, 'pglite-worker'), { workerData: { folder } });
    this.waitReady = new Promise<void>((resolve, reject) => {
      this.#waiting.set(0, {
        reject,
        resolve: () => {
          this.ready = true;
          resolve();
        },
      });
    });
    // A failed start is reported to callers that await it; without this it would also be an unhandled rejection.
    this.waitReady.catch(() => undefined);
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    this.#worker.on('error', (error) => {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.on('exit', () => {
      const wasReady = this.ready;
      const lost = this.#failure ?? new Error('The embedded database stopped');
      this.#failure = lost;
      for (const waiting of this.#waiting.values()) waiting.reject(lost);
      this.#waiting.clear();
      if (!this.closed && wasReady) onLost(lost);
      this.closed = true;
    });
  }

  async query<T>(sql: string, parameters: unknown[] = []): Promise<PGliteQueryResults<T>> {
    const { names, rows, affectedRows } = await this.#run(sql, parameters);
    return { rows: rows.map((values) => named(names, values) as T), affectedRows, fields: [] };
  }

  async transaction<T>(callback: (transaction: PGliteTransaction) => Promise<T>): Promise<T> {
    await this.#run('begin');
    let result: T;
    try {
      result = await callback({
        query: <R>(sql: string, parameters?: unknown[]) => this.query<R>(sql, parameters),
        rollback: async () => {
          await this.#run('rollback');
        },
      });
    } catch (error) {
      await this.#run('rollback');
      throw error;
    }
    const { command } = await this.#run('commit');
    if (command === 'ROLLBACK') throw new DatabaseError('The transaction had failed', ABORTED_TRANSACTION);
    return result;
  }

  /** Resolves when the thread answers, even inside a failed transaction, where every statement is rejected. */
  async ping(): Promise<void> {
    await this.#ask({ kind: 'query', sql: 'select 1', parameters: [] });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.waitReady.catch(() => undefined);
    if (!this.#failure) await this.#ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  async #run(sql: string, parameters: readonly unknown[] = []): Promise<NonNullable<WorkerReply['result']>> {
    const { result, error } = await this.#ask({ kind: 'query', sql, parameters });
    if (error) throw new DatabaseError(error.message, error.code, error.constraint);
    return result ?? { names: [], rows: [], affectedRows: 0, command: '' };
  }

  #ask(request: Ask): Promise<WorkerReply> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...request });
    });
  }

  #settle(reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.cpuMs += reply.cpuMs ?? 0;
    waiting?.resolve(reply);
  }
}
