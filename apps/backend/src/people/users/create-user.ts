import { randomUUID } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { isUniqueViolation } from '#platform/database/database-error.ts';
import { findOffice } from '../offices/offices-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { checkNewPassword } from '../passwords/check-password.ts';
import { hashPassword } from './passwords.ts';

interface NewUser {
  officeId: string;
  username: string;
  name: string;
  charge: string;
  modules: string[];
  password: string;
  /** Whether the person must change it at the first sign-in. */
  temporary?: boolean;
}

/** @throws Refusal invalid with the first malformed module code. Unknown codes are allowed. */
export function checkModuleCodes(modules: readonly string[]): void {
  const wrong = modules.find((code) => !/^[A-Za-z0-9_-]{1,16}$/.test(code));
  if (wrong !== undefined) throw new Refusal('invalid', `"${wrong}" is not a module code`);
}

/** Creates a user of an office. @returns the id. */
export async function createUser(db: Database, user: NewUser): Promise<string> {
  if (!/^[\w.@-]{1,128}$/.test(user.username))
    throw new Refusal('invalid', `The username "${user.username}" may hold letters, digits and . _ - @ only`);
  checkModuleCodes(user.modules);
  const office = await findOffice(db, user.officeId);
  if (!office) throw new Refusal('not-found', `There is no office ${user.officeId}`);
  await checkNewPassword(user.password, { ...user, officeName: office.name });

  const id = randomUUID();
  try {
    await db
      .insertInto('users')
      .values({
        id,
        office_id: user.officeId,
        username: user.username,
        name: user.name,
        charge: user.charge,
        permissions: [...new Set(user.modules)],
        password_hash: await hashPassword(user.password),
        must_change_password: user.temporary ?? false,
        password_changed_at: new Date(),
      })
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('invalid', `The office ${user.officeId} has a user ${user.username} already`);
  }
  return id;
}
