import { createSealer, type Sealer } from '@despacho/server/sealing';
import { type Database } from '#platform/database/open-database.ts';
import { type PlatformServices } from '#platform/services.ts';

type Keys = PlatformServices['config']['secretsKeys'];

/**
 * @param keys SECRETS_KEY, newest first.
 * @returns what encrypts the secrets of second factors, each bound to its user's id; undefined without a key.
 */
export const factorSealer = (keys: Keys): Sealer | undefined => keys && createSealer(keys, 'factor');

/** Encrypts every secret with the newest key. @returns how many it changed, and how many no key opens. */
export async function rewriteSecrets(db: Database, keys: Keys): Promise<{ rewritten: number; unreadable: number }> {
  const sealer = factorSealer(keys);
  const count = { rewritten: 0, unreadable: 0 };
  for (const { user_id: id, secret } of await db.selectFrom('factors').select(['user_id', 'secret']).execute()) {
    const text = sealer?.open(secret, id);
    if (!sealer || text === undefined) {
      count.unreadable += 1;
      continue;
    }
    if (sealer.isNewest(secret)) continue;
    const { numUpdatedRows } = await db
      .updateTable('factors')
      .set({ secret: sealer.seal(text, id) })
      .where('user_id', '=', id)
      // Unless it was replaced meanwhile.
      .where('secret', '=', secret)
      .executeTakeFirst();
    count.rewritten += Number(numUpdatedRows);
  }
  return count;
}
