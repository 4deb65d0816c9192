import { type Clock } from '#platform/clock.ts';
import { type Database } from '#platform/database/open-database.ts';
import { hashPassword } from '#people/users/passwords.ts';
import { demoData } from './demo-data.ts';
import { fillDemoOrders } from './fill-demo-orders.ts';

/** Everyone's password in the demonstration. */
const PASSWORD = 'despacho';

/** Fills an empty database, within the caller's transaction. @param orders how many orders to create. */
export async function fillDemo(trx: Database, clock: Clock, orders: number): Promise<void> {
  const now = clock();
  const data = demoData(now);
  const { companies, offices, users, clients } = data;
  // Hashed once: forty hashes would delay the first start by a second.
  const password_hash = await hashPassword(PASSWORD);
  await trx.insertInto('companies').values(companies).execute();
  await trx.insertInto('offices').values(offices).execute();
  await trx
    .insertInto('users')
    .values(users.map((user) => ({ ...user, password_hash })))
    .execute();
  // Their names are in orders and events: nobody may delete them as unused.
  await trx
    .insertInto('sign_ins')
    .values(users.map(({ id }) => ({ user_id: id, at: now })))
    .execute();
  await trx.insertInto('clients').values(clients).execute();
  await fillDemoOrders(trx, data, orders, now);
}
