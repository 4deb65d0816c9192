import { randomBytes } from 'node:crypto';
import { type Pool } from 'pg';
import { DatabaseUnavailable, isConnectionLoss, unwritableReason } from './database-error.ts';
import { type DatabaseCheck, Unfit } from './unfit.ts';

/** Seconds by which the clocks may differ: less than the 30 at which assertions are refused. */
const CLOCK_SECONDS = 25;

/** How often (ms) a write is tested. After a failure, every check tests one. */
const WRITE_PERIOD_MS = 10_000;

/** Size of a test write: two pages, so that the table must grow. */
const FILLER_BYTES = 16 * 1024;

interface State {
  read_only: boolean;
  /** Milliseconds since 1970, as text. */
  now: string;
  /** Keys with which gateways have signed in the last 30 seconds. They check each service every two seconds. */
  keys: string[];
}

const STATE = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
    extract(epoch from clock_timestamp()) * 1000 as now,
    array(select fingerprint from accepted_keys where accepted_at > clock_timestamp() - interval '30 seconds') as keys`;

/** @returns the error as DatabaseUnavailable if the database is unavailable, otherwise unchanged. */
function unavailable(error: unknown): unknown {
  const unwritable = unwritableReason(error);
  if (unwritable) return new DatabaseUnavailable(unwritable, error);
  return isConnectionLoss(error) ? new DatabaseUnavailable('connection', error) : error;
}

/**
 * Checks what every request requires: that the server answers, accepts changes and has the same time, and that gateways
 * use a key of this process.
 * @param pool separate from that of requests, so that a busy service is not reported as unfit.
 */
export function serverCheck(pool: Pool): DatabaseCheck {
  let writtenAt = -Infinity;

  /** Inserts a row and rolls it back. The table must grow for it, which fails on a full disk. */
  const tryWrite = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into write_tests (filler) values ($1)', [randomBytes(FILLER_BYTES)]);
      await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  };

  return async (fingerprints) => {
    try {
      const sent = Date.now();
      const [state] = (await pool.query<State>(STATE)).rows;
      const middle = (sent + Date.now()) / 2;
      if (state?.read_only) throw new DatabaseUnavailable('read-only');
      if (performance.now() - writtenAt > WRITE_PERIOD_MS) {
        await tryWrite();
        writtenAt = performance.now();
      }
      const ahead = Math.round((middle - Number(state?.now)) / 1000);
      if (Math.abs(ahead) > CLOCK_SECONDS)
        throw new Unfit('clock', `The clock is ${ahead} s ahead of the database server's`);
      const used = state?.keys ?? [];
      if (used.length > 0 && fingerprints.length > 0 && !used.some((key) => fingerprints.includes(key)))
        throw new Unfit('key', 'OPERATIONS_KEY is not the one that gateways use with the other services');
    } catch (error) {
      writtenAt = -Infinity;
      throw unavailable(error);
    }
  };
}
