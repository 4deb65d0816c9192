import { type DatabaseConnection, type Dialect, type Driver } from 'kysely';
import { type FairTurns } from '@despacho/server/fair-turns';
import { currentAsker } from './office-shares.ts';

/** @returns the CPU milliseconds that a database with one connection has used. */
type CpuMeter = () => number;

/** @returns the driver, which from now on takes a turn for each connection. */
function inTurns(driver: Driver, turns: FairTurns, cpuMs: CpuMeter | undefined): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  const taken = new WeakMap<DatabaseConnection, { leave: (costMs?: number) => void; before: number }>();
  /** CPU milliseconds of the database and of this thread until now. */
  const cost = (): number => {
    if (!cpuMs) return 0;
    const { user, system } = process.threadCpuUsage();
    return cpuMs() + (user + system) / 1000;
  };
  driver.acquireConnection = async () => {
    const leave = await turns.take(currentAsker());
    try {
      const connection = await acquire();
      taken.set(connection, { leave, before: cost() });
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  };
  driver.releaseConnection = async (connection) => {
    const turn = taken.get(connection);
    await release(connection);
    if (!turn) return;
    // After the rows have been processed: that is part of the turn because it occupies the process, and the next
    // statement of the same request is known before the turn is passed on.
    setImmediate(() => {
      turn.leave(cpuMs && cost() - turn.before);
    });
  };
  return driver;
}

/**
 * @param turns as many as the dialect has connections.
 * @param cpuMs of a database in this process, by which turns are then measured: their time depends on other work of the
 * machine.
 * @returns a dialect of PostgreSQL whose connections are taken in turns, see `FairTurns`.
 */
export const fairDialect = (dialect: Dialect, turns: FairTurns, cpuMs?: CpuMeter): Dialect => ({
  createDriver: () => inTurns(dialect.createDriver(), turns, cpuMs),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  // Otherwise Kysely would queue for a single connection itself, first come, first served.
  createAdapter: () => Object.defineProperty(dialect.createAdapter(), 'supportsMultipleConnections', { value: true }),
  createIntrospector: (db) => dialect.createIntrospector(db),
});
