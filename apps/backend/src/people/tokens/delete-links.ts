import { type Database } from '#platform/database/open-database.ts';

/** Voids the one-time links of a person, in the transaction of a change. */
export async function deleteLinks(trx: Database, userId: string): Promise<void> {
  for (const table of ['password_links', 'provider_invitations'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}
