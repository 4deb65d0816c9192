import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR, type Person } from '#platform/person.ts';
import { deleteTokens } from './delete-tokens.ts';
import { hashNewPassword, type PasswordActor, storePassword } from './store-password.ts';

/** Signs a user out everywhere. @returns how many tokens were deleted. */
export const deleteTokensOf = (db: Database, userId: string): Promise<number> =>
  transact(db, (trx) => deleteTokens(trx, userId));

interface SetBy {
  /** Whether the person must change it at the next sign-in. */
  temporary?: boolean;
  /** The server's operator by default. */
  actor?: PasswordActor;
  at?: Date;
}

/**
 * Sets a person's password, and revokes their tokens and their reset link. @returns how many tokens were revoked.
 * @throws PasswordRefusal for an unacceptable password.
 */
export async function setPassword(
  db: Database,
  person: Person,
  password: string,
  { temporary = false, actor = { id: null, ...OPERATOR }, at = new Date() }: SetBy = {},
): Promise<number> {
  const passwordHash = await hashNewPassword({ db }, password, person);
  const stored = { person, passwordHash, at, temporary, actor, kind: 'password.set' } as const;
  return (await transact(db, (trx) => storePassword(trx, stored))) ?? 0;
}
