import { type Database } from '#platform/database/open-database.ts';

/** Whether the people of a company may sign in with a password. */
export async function allowsPasswords(db: Database, { companyId }: { companyId: string }): Promise<boolean> {
  const rules = await db
    .selectFrom('sign_in_rules')
    .select('password_sign_in')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return rules?.password_sign_in ?? true;
}
