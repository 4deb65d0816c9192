import { type Client } from '@despacho/contracts';
import { readRows } from '#platform/database/packed-rows.ts';
import { type Person, requireModule } from '#platform/person.ts';
import { notFound } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { clientsOf, currentClientId, toClient } from './clients-repository.ts';

/** @returns the clients of the company, by code. */
export async function listClients({ db }: PlatformServices, asking: Person): Promise<Client[]> {
  requireModule(asking, '000');
  return (await readRows(db, clientsOf(db, asking.companyId).orderBy('code'), { created_at: true })).map(toClient);
}

/**
 * @returns a client; for one that was merged into another, that one.
 * @throws Refusal not-found, also for a client of another company.
 */
export async function readClient({ db }: PlatformServices, asking: Person, id: string): Promise<Client> {
  requireModule(asking, '000');
  const current = await currentClientId(db, asking.companyId, id);
  return toClient(await clientsOf(db, asking.companyId).where('id', '=', current).executeTakeFirstOrThrow(notFound));
}
