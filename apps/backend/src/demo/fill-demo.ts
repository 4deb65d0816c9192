import { type Clock } from '../clock.ts';
import { type Database } from '../database/open-database.ts';
import { hashPassword } from '../users/passwords.ts';
import { demoData } from './demo-data.ts';

/** What everyone in the demonstration signs in with. */
const PASSWORD = 'despacho';

/** Fills an empty database, within the caller's transaction. */
export async function fillDemo(trx: Database, clock: Clock): Promise<void> {
  const { companies, offices, users, clients } = demoData(clock());
  // Once for all: forty hashes would make the first start a second longer.
  const password_hash = await hashPassword(PASSWORD);
  await trx.insertInto('companies').values(companies).execute();
  await trx.insertInto('offices').values(offices).execute();
  await trx
    .insertInto('users')
    .values(users.map((user) => ({ ...user, password_hash })))
    .execute();
  await trx.insertInto('clients').values(clients).execute();
}
