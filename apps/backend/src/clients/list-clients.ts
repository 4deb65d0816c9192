import { type Client } from '@despacho/contracts';
import { type Person, requireModule } from '../person.ts';
import { type Services } from '../services.ts';
import { listClientsOf } from './clients-repository.ts';

/** @returns the clients of the company, by code. */
export async function listClients({ db }: Services, asking: Person): Promise<Client[]> {
  requireModule(asking, '000');
  return listClientsOf(db, asking.companyId);
}
