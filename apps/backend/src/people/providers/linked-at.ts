import { type Database } from '#platform/database/open-database.ts';
import { type Provider } from '#platform/providers.ts';

/** @returns when a person was linked with this provider; undefined without a link, or with one to a former provider. */
export async function linkedAt(
  db: Database,
  { id }: { id: string },
  { issuer }: Pick<Provider, 'issuer'>,
): Promise<Date | undefined> {
  const link = await db
    .selectFrom('provider_links')
    .select('linked_at')
    .where('user_id', '=', id)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return link?.linked_at;
}
