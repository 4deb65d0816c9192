import { LONG_PASSWORD, PASSWORD_BOUNDS } from '@despacho/contracts';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Providers } from '#platform/providers.ts';

/** Where the rules of companies are read. Commands have no providers. */
export interface PasswordRules {
  db: Database;
  providers?: Pick<Providers, 'ofCompany'>;
}

/** @returns the minimum length of new passwords in an office; the usual one for an unknown office. */
export async function leastLength({ db, providers }: PasswordRules, officeId: string): Promise<number> {
  const rules = await db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .innerJoin('sign_in_rules as rules', 'rules.company_id', 'companies.id')
    .select('companies.ruc')
    .where(sql`lower(offices.id)`, '=', officeId.toLowerCase())
    .where('long_passwords', '=', true)
    .where('required_company', '=', false)
    .executeTakeFirst();
  return rules && !providers?.ofCompany(rules.ruc) ? LONG_PASSWORD : PASSWORD_BOUNDS.least;
}
