import { type Database } from '#platform/database/open-database.ts';
import { MAX_TOKENS } from '#platform/database/table-bounds.ts';
import { newSecret, secretHash } from '#platform/secrets.ts';

const HOUR_MS = 3_600_000;

/**
 * Issues an access token to a person who proved everything that their account requires, in the transaction that proved
 * it, under the lock of the user's row. The oldest of too many ends.
 * @param hours for which it is valid.
 */
export async function issueToken(
  trx: Database,
  userId: string,
  { now, hours }: { now: Date; hours: number },
): Promise<string> {
  const token = newSecret();
  const newest = trx
    .selectFrom('access_tokens')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MAX_TOKENS - 1);
  await trx
    .with('dropped', (cte) =>
      cte.deleteFrom('access_tokens').where('user_id', '=', userId).where('token_hash', 'not in', newest),
    )
    .insertInto('access_tokens')
    .values({
      token_hash: secretHash(token),
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + hours * HOUR_MS),
    })
    .execute();
  // Together: an account without a sign-in can be deleted.
  await trx
    .insertInto('sign_ins')
    .values({ user_id: userId, at: now, first_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        at: now,
        first_at: eb.fn.coalesce('sign_ins.first_at', 'excluded.first_at'),
      })),
    )
    .execute();
  return token;
}
