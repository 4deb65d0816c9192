import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Person } from '#platform/person.ts';
import { recordAccountChange } from '../users/account-changes.ts';
import { checkNewPassword, hashPassword } from '../users/passwords.ts';

/** Signs a user out everywhere, in the transaction of a change. @returns how many tokens were deleted. */
export async function deleteTokens(trx: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('access_tokens').where('user_id', '=', userId).executeTakeFirst();
  await recordAccountChange(trx, userId);
  return Number(numDeletedRows);
}

/** Signs a user out everywhere. @returns how many tokens were deleted. */
export const deleteTokensOf = (db: Database, userId: string): Promise<number> =>
  transact(db, (trx) => deleteTokens(trx, userId));

/** Sets a person's password and revokes all tokens issued before. @returns how many were revoked. */
export async function setPassword(db: Database, person: Person, password: string): Promise<number> {
  checkNewPassword(password);
  const passwordHash = await hashPassword(password);
  return transact(db, async (trx) => {
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', person.id)
      .where('office_id', '=', person.office.id)
      .execute();
    return deleteTokens(trx, person.id);
  });
}
