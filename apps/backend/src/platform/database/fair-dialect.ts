import {
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { type FairTurns } from '@despacho/server/fair-turns';
import { currentAsker } from './office-shares.ts';

/** @returns the CPU milliseconds that a database with one connection has used. */
type CpuMeter = () => number;

/** Takes a turn for each connection. */
class FairDriver implements Driver {
  readonly #driver: Driver;
  readonly #turns: FairTurns;
  readonly #cpuMs: CpuMeter | undefined;
  readonly #taken = new WeakMap<DatabaseConnection, { leave: (costMs?: number) => void; before: number }>();

  constructor(driver: Driver, turns: FairTurns, cpuMs: CpuMeter | undefined) {
    this.#driver = driver;
    this.#turns = turns;
    this.#cpuMs = cpuMs;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const leave = await this.#turns.take(currentAsker());
    try {
      const connection = await this.#driver.acquireConnection();
      this.#taken.set(connection, { leave, before: this.#cost() });
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const taken = this.#taken.get(connection);
    await this.#driver.releaseConnection(connection);
    if (!taken) return;
    const { leave, before } = taken;
    // After the rows have been processed: that is part of the turn because it occupies the process, and the next
    // statement of the same request is known before the turn is passed on.
    setImmediate(() => {
      leave(this.#cpuMs && this.#cost() - before);
    });
  }

  /** CPU milliseconds of the database and of this thread until now. */
  #cost(): number {
    if (!this.#cpuMs) return 0;
    const { user, system } = process.threadCpuUsage();
    return this.#cpuMs() + (user + system) / 1000;
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#driver.beginTransaction(connection, settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.commitTransaction(connection);
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection);
  }

  async savepoint(
    connection: DatabaseConnection,
    name: string,
    compileQuery: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await this.#driver.savepoint?.(connection, name, compileQuery);
  }

  async rollbackToSavepoint(
    connection: DatabaseConnection,
    name: string,
    compileQuery: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await this.#driver.rollbackToSavepoint?.(connection, name, compileQuery);
  }

  async releaseSavepoint(
    connection: DatabaseConnection,
    name: string,
    compileQuery: QueryCompiler['compileQuery'],
  ): Promise<void> {
    await this.#driver.releaseSavepoint?.(connection, name, compileQuery);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}

/** A dialect of PostgreSQL whose connections are taken in turns, see `FairTurns`. */
export class FairDialect implements Dialect {
  readonly #dialect: Dialect;
  readonly #turns: FairTurns;
  readonly #cpuMs: CpuMeter | undefined;

  /**
   * @param turns as many as the dialect has connections.
   * @param cpuMs of a database in this process, by which turns are then measured: their time depends on other work of the
   * machine.
   */
  constructor(dialect: Dialect, turns: FairTurns, cpuMs?: CpuMeter) {
    this.#dialect = dialect;
    this.#turns = turns;
    this.#cpuMs = cpuMs;
  }

  createDriver(): Driver {
    return new FairDriver(this.#dialect.createDriver(), this.#turns, this.#cpuMs);
  }

  createQueryCompiler(): QueryCompiler {
    return this.#dialect.createQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    const adapter = this.#dialect.createAdapter();
    // Otherwise Kysely would queue for a single connection itself, first come, first served.
    Object.defineProperty(adapter, 'supportsMultipleConnections', { value: true });
    return adapter;
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return this.#dialect.createIntrospector(db);
  }
}
