import { type Client } from '@despacho/contracts';
import { type Selectable } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type ClientsTable } from '#platform/database/schema.ts';

/** The columns of the documented answers. */
const COLUMNS = [
  'id',
  'code',
  'name',
  'tax_id',
  'contact',
  'phone',
  'email',
  'address',
  'reference',
  'district',
  'ubigeo',
  'lat',
  'lng',
  'active',
  'created_at',
] as const satisfies readonly (keyof ClientsTable)[];

export const toClient = (row: Pick<Selectable<ClientsTable>, (typeof COLUMNS)[number]>): Client => ({
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

/** The clients of a company, without those that were merged into others. */
export const clientsOf = (db: Database, companyId: string) =>
  db.selectFrom('clients').select(COLUMNS).where('company_id', '=', companyId).where('merged_into', 'is', null);

/** @returns the id of the client that has the orders of a client: another one if it was merged. */
export async function currentClientId(db: Database, companyId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('clients')
    .select('merged_into')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.merged_into ?? id;
}
