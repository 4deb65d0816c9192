import { type Database } from '#platform/database/open-database.ts';
import { recordAccountChange } from '../users/account-changes.ts';

/**
 * Signs a user out everywhere, in the transaction of a change, and ends sign-ins that wait for a code.
 * @param keep hash of the token that stays valid.
 * @returns how many tokens were deleted.
 */
export async function deleteTokens(trx: Database, userId: string, keep: string | null = null): Promise<number> {
  await trx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keep ?? '')
    .executeTakeFirst();
  await recordAccountChange(trx, userId);
  return Number(numDeletedRows);
}
