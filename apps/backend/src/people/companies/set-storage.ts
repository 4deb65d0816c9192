import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';

/**
 * Sets the storage quota of a company. A quota below what it uses stops uploads of the office, not those of couriers,
 * and removes nothing.
 * @param bytes the quota.
 * @returns the company's name and the bytes it uses.
 * @throws Refusal not-found without such a company.
 */
export async function setStorage(db: Database, ruc: string, bytes: number): Promise<{ name: string; used: number }> {
  const company = await db
    .updateTable('companies')
    .set({ storage_quota: bytes })
    .where('ruc', '=', ruc)
    .returning(['name', 'storage_used as used'])
    .executeTakeFirst();
  if (!company) throw new Refusal('not-found', `There is no company with the RUC ${ruc}`);
  return company;
}
