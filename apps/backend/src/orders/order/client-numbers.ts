import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type ClientNumbers } from './search-text.ts';

/** @returns the codes and RUC of some clients of a company, by id. One query for all. */
export async function findClientNumbers(
  db: Database,
  companyId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, ClientNumbers>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'code', 'tax_id'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${wanted}::text[])`)
    .execute();
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]));
}
