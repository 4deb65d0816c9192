import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** How often (ms) a key in use is recorded. */
const RECORD_MS = 5000;

/**
 * Records with which of this process's keys gateways sign. `check-server.ts` of all processes compares: one whose keys
 * are unused while another key is in use would refuse every request.
 */
export class AcceptedKeys {
  /** Hashes of the keys. Keys have 32 characters or more, so that a hash reveals nothing. */
  readonly fingerprints: readonly string[];
  readonly #db: Database;
  readonly #isWritable: () => boolean;
  readonly #recordedAt: number[] = [];

  /** @param isWritable whether the database accepts changes. */
  constructor(db: Database, keys: readonly string[], isWritable = (): boolean => true) {
    this.#db = db;
    this.#isWritable = isWritable;
    this.fingerprints = keys.map((key) => hash('sha256', `despacho operations key ${key}`));
  }

  /** Records that an assertion was signed with a key. @param place index of the key among those of this process. */
  accepted(place: number): void {
    const fingerprint = this.fingerprints[place];
    if (!this.#isWritable()) return;
    if (fingerprint === undefined || performance.now() - (this.#recordedAt[place] ?? -Infinity) < RECORD_MS) return;
    this.#recordedAt[place] = performance.now();
    // If this fails, a later assertion records it.
    sql`
      insert into accepted_keys (fingerprint, accepted_at) values (${fingerprint}, clock_timestamp())
      on conflict (fingerprint) do update set accepted_at = excluded.accepted_at`
      .execute(this.#db)
      .catch(() => undefined);
  }
}
