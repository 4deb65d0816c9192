import { randomBytes } from 'node:crypto';
import { type Pool } from 'pg';
import { DatabaseUnavailable, isConnectionLoss, unwritableReason } from './database-error.ts';
import { type DatabaseCheck, Unfit } from './unfit.ts';

/** Clocks that differ by more than this many seconds are reported, before assertions are refused at 30. */
const CLOCK_SECONDS = 25;

/** How often (ms) a write is tried. After a failure it is tried at each check. */
const WRITE_PERIOD_MS = 10_000;

/** Bytes of a tried write: two pages, so that the table must grow. */
const FILLER_BYTES = 16 * 1024;

interface State {
  read_only: boolean;
  /** Milliseconds since 1970, as text. */
  now: string;
  /** Keys that gateways have signed with in the last half minute. They check each service every two seconds. */
  keys: string[];
}

const STATE = `
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
    extract(epoch from clock_timestamp()) * 1000 as now,
    array(select fingerprint from accepted_keys where accepted_at > clock_timestamp() - interval '30 seconds') as keys`;

/** @returns the same failure as DatabaseUnavailable, if it is one. */
function unavailable(error: unknown): unknown {
  const unwritable = unwritableReason(error);
  if (unwritable) return new DatabaseUnavailable(unwritable, error);
  return isConnectionLoss(error) ? new DatabaseUnavailable('connection', error) : error;
}

/**
 * Checks a server for what every request needs: that it answers, accepts changes, has the same time, and that gateways use
 * the keys of this process.
 * @param pool separate from that of requests, so that a busy service is not reported as unfit.
 */
export function serverCheck(pool: Pool): DatabaseCheck {
  let writtenAt = -Infinity;

  /** Nothing is kept: the rolled back row makes the table grow, which fails on a full disk. */
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
