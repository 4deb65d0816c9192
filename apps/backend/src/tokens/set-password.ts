import { type Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { type Person } from '../person.ts';
import { deleteTokensOf } from './tokens-repository.ts';
import { checkNewPassword, hashPassword } from '../users/passwords.ts';
import { updatePasswordHash } from '../users/users-repository.ts';

/** Sets a person's password and revokes all tokens issued before. @returns how many were revoked. */
export async function setPassword(db: Database, person: Person, password: string): Promise<number> {
  checkNewPassword(password);
  const passwordHash = await hashPassword(password);
  return transact(db, async (trx) => {
    await updatePasswordHash(trx, person, passwordHash);
    return deleteTokensOf(trx, person.id);
  });
}
