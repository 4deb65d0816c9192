import { type Client } from '@despacho/contracts';
import { type Selectable } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type ClientsTable } from '#platform/database/schema.ts';

export const toClient = (row: Omit<Selectable<ClientsTable>, 'company_id'>): Client => ({
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

/** The clients of a company. */
export const clientsOf = (db: Database, companyId: string) =>
  db.selectFrom('clients').selectAll().where('company_id', '=', companyId);
