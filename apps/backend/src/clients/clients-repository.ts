import { type Client } from '@despacho/contracts';
import { type Selectable } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { type ClientsTable } from '../database/schema.ts';

const toClient = (row: Omit<Selectable<ClientsTable>, 'company_id'>): Client => ({
  id: row.id,
  code: row.code,
  name: row.name,
  taxId: row.tax_id,
  contact: row.contact,
  phone: row.phone,
  email: row.email,
  address: row.address,
  reference: row.reference,
  district: row.district,
  ubigeo: row.ubigeo,
  lat: row.lat,
  lng: row.lng,
  active: row.active,
  createdAt: row.created_at.toISOString(),
});

const clientsOf = (db: Database, companyId: string) =>
  db.selectFrom('clients').selectAll().where('company_id', '=', companyId);

export async function listClientsOf(db: Database, companyId: string): Promise<Client[]> {
  const rows = await clientsOf(db, companyId).orderBy('code').execute();
  return rows.map(toClient);
}

/** @returns whether the company has clients in this database. */
export async function hasClients(db: Database, companyId: string): Promise<boolean> {
  return (await clientsOf(db, companyId).limit(1).executeTakeFirst()) !== undefined;
}

export async function findClient(db: Database, companyId: string, id: string): Promise<Client | undefined> {
  const row = await clientsOf(db, companyId).where('id', '=', id).executeTakeFirst();
  return row && toClient(row);
}
