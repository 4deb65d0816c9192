import { type Client } from '@despacho/contracts';
import { type Database } from '#platform/database/open-database.ts';

/** The columns of the documented answers. */
const COLUMNS = [
  'id',
  'code',
  'name',
  'tax_id as taxId',
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
  'created_at as createdAt',
] as const;

/** The clients of a company, without those that were merged into others. */
export const clientsOf = (db: Database, companyId: string) =>
  db.selectFrom('clients').select(COLUMNS).where('company_id', '=', companyId).where('merged_into', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof clientsOf>['executeTakeFirstOrThrow']>>;

export const toClient = ({ createdAt, ...row }: Row): Client => ({ ...row, createdAt: createdAt.toISOString() });

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
