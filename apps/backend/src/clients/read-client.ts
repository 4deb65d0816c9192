import { type Client } from '@despacho/contracts';
import { type Person, requireModule } from '../person.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { findClient } from './clients-repository.ts';

/** @throws Refusal not-found, also for a client of another company. */
export async function readClient({ db }: Services, asking: Person, id: string): Promise<Client> {
  requireModule(asking, '000');
  const client = await findClient(db, asking.companyId, id);
  if (!client) throw notFound();
  return client;
}
