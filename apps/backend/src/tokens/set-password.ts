import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { type Person } from '../person.ts';
import { checkNewPassword, hashPassword } from '../users/passwords.ts';

/** Signs a user out everywhere. @returns how many tokens were deleted. */
export async function deleteTokensOf(db: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('access_tokens').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

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
    return deleteTokensOf(trx, person.id);
  });
}
