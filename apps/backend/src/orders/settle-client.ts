import { type OrderInput } from '@despacho/contracts/dispatch';
import { findClient, hasClients } from '../clients/clients-repository.ts';
import { findKnownClients } from '../clients/known-clients.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import { type Sender } from './client-reference.ts';
import { fold } from '../fold.ts';

type Client = OrderInput['client'];

/** The client a person wrote, by name, code or tax id, as a file's line would name it; else that name and no client. */
async function found(db: Database, companyId: string, { name, phone }: Client): Promise<Client> {
  const known = (await findKnownClients(db, companyId)).find(name);
  return { id: known.id, name: known.name, phone: phone ?? known.phone };
}

/**
 * Who sends an order, of what was told. Where the company keeps its clients at another host, none are known here, and the
 * order's own copy of name and phone is all there is.
 * @param before the sender of the order that is changed. It stays that client, also one that has gone since, for as long as
 * it is called so: under another name it is whoever that name says.
 * @throws Refusal invalid for a client that is not the company's.
 */
export async function settleClient(
  db: Database,
  { companyId }: Dispatcher,
  client: Client,
  before?: Sender,
): Promise<Client> {
  if (client.id === null) return found(db, companyId, client);
  if (client.id === before?.id) return fold(client.name) === fold(before.name) ? client : found(db, companyId, client);
  if (!(await findClient(db, companyId, client.id)) && (await hasClients(db, companyId)))
    throw new Refusal(
      'invalid',
      'Ese cliente no es de su empresa; escriba su nombre, código o RUC',
      undefined,
      'client',
    );
  return client;
}
