import { type OrderInput } from '@despacho/contracts/dispatch';
import { clientsOf, currentClientId } from '#people/clients/clients-repository.ts';
import { findKnownClients } from '#people/clients/known-clients.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { invalid } from '#platform/refusal.ts';
import { type Sender } from './client-reference.ts';
import { nameKey } from '@despacho/contracts';

type Client = OrderInput['client'];

/** @throws Refusal invalid for a deactivated client: an order would bring it back without anybody noticing. */
function requireActive({ name, active }: { name: string; active: boolean }): void {
  if (active) return;
  const text = `El cliente ${name} está desactivado y no recibe órdenes nuevas; actívelo en Clientes, o escriba otro`;
  throw invalid(text, 'client');
}

/** Finds a client by name, code or tax id, as an import does; otherwise keeps the name without a client. */
async function found(db: Database, companyId: string, { name, phone }: Client): Promise<Client> {
  const known = (await findKnownClients(db, companyId)).find(name);
  requireActive(known);
  return { id: known.id, name: known.name, phone: phone ?? known.phone };
}

/**
 * Resolves the sender of an order. If the company's clients are at another host, none are known here, and the order
 * stores only name and phone.
 * @param before the sender of the edited order. While its name is unchanged, the client stays, even if deleted; another
 * name is looked up again.
 * @throws Refusal invalid for a client of another company, and for a deactivated one that is found by what was typed.
 */
export async function settleClient(
  db: Database,
  { companyId }: Dispatcher,
  client: Client,
  before?: Sender,
): Promise<Client> {
  if (client.id === null) return found(db, companyId, client);
  if (client.id === before?.id)
    return nameKey(client.name) === nameKey(before.name) ? client : found(db, companyId, client);
  const clients = clientsOf(db, companyId);
  const id = await currentClientId(db, companyId, client.id);
  const isKnown = await clients.where('id', '=', id).executeTakeFirst();
  if (!isKnown && (await clients.limit(1).executeTakeFirst()))
    throw invalid('Ese cliente no es de su empresa; escriba su nombre, código o RUC', 'client');
  return { ...client, id };
}
