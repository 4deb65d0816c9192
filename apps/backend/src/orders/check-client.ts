import { type OrderInput } from '@despacho/contracts/dispatch';
import { findClient, hasClients } from '../clients/clients-repository.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';

/**
 * An order names a client of the own company. Where the company keeps its clients at another host, none are known here,
 * and the order's own copy of name and phone is all there is.
 * @throws Refusal invalid for a client that is not the company's.
 */
export async function checkClient(
  db: Database,
  { companyId }: Dispatcher,
  client: OrderInput['client'] | undefined,
): Promise<void> {
  const id = client?.id ?? null;
  if (id === null || (await findClient(db, companyId, id))) return;
  if (await hasClients(db, companyId))
    throw new Refusal('invalid', 'Ese cliente no es de su empresa; elíjalo de la lista');
}
