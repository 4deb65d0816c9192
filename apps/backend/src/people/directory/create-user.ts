import { type NewPerson } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { OPERATOR } from '#platform/person.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { findOffice, lockOffice } from '../offices/offices-repository.ts';
import { checkNewPassword } from '../passwords/check-password.ts';
import { hashPassword } from '../users/passwords.ts';
import { lockPeople } from './accounts-repository.ts';
import { insertPeople, requireRoomForPeople } from './create-people.ts';
import { freeUsername, usernameKey, usernamesOf } from './usernames.ts';

interface NewUser extends NewPerson {
  officeId: string;
  password: string;
  /** Whether the person must change it at the first sign-in. */
  temporary?: boolean;
}

/**
 * Creates a user of an office as the server's operator, with a chosen password. @returns the id.
 * @throws Refusal not-found for an unknown office, invalid for a malformed or taken username, conflict if the company has
 * too many people; PasswordRefusal for an unacceptable password.
 */
export async function createUser(
  db: Database,
  clock: Clock,
  { officeId, password, temporary = false, ...person }: NewUser,
): Promise<string> {
  const { username } = person;
  if (!/^[\w.@-]{1,64}$/.test(username))
    throw invalid(`The username "${username}" may hold 64 letters, digits and . _ - @ only`);
  const office = await findOffice(db, officeId);
  if (!office) throw new Refusal('not-found', `There is no office ${officeId}`);
  await checkNewPassword({ db }, password, { ...person, officeId, officeName: office.name });

  const prepared = { ...person, id: randomUUID(), hash: await hashPassword(password), temporary };
  const key = { companyId: office.companyId, officeId: office.id };
  await transact(db, async (trx) => {
    await lockPeople(trx, key.companyId);
    await lockOffice(trx, key);
    const taken = await usernamesOf(trx, key);
    const free = freeUsername(username, (name) => taken.has(usernameKey(name)));
    if (free !== username)
      throw invalid(
        `The office ${office.id} has a user ${username} already, or one that looks like it. ${free} is free`,
      );
    await requireRoomForPeople(trx, key.companyId, 1);
    await insertPeople(trx, key, OPERATOR, [prepared], clock());
  });
  return prepared.id;
}
