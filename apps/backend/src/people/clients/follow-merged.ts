import { type Database } from '#platform/database/open-database.ts';

/** Parameters of filters that name clients: one id, or several with commas. */
const NAMES = ['cliente', 'no_cliente'] as const;

type Named = Partial<Record<(typeof NAMES)[number], string | undefined>>;

/**
 * Links and bookmarks may filter by a client that was merged into another, which has its orders now.
 * @returns the query with the clients of the company that those were merged into. Ids of other companies stay, and find
 * nothing.
 */
export async function followMerged<Query extends object>(
  db: Database,
  companyId: string,
  query: Query,
): Promise<Query> {
  const named = query as Named;
  const ids = NAMES.flatMap((name) => named[name]?.split(',') ?? []);
  if (ids.length === 0) return query;
  const merged = await db
    .selectFrom('clients')
    .select(['id', 'merged_into'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .where('merged_into', 'is not', null)
    .execute();
  if (merged.length === 0) return query;
  const current = new Map(merged.map(({ id, merged_into }) => [id, merged_into]));
  const followed = NAMES.flatMap((name) => {
    const list = named[name]?.split(',').map((id) => current.get(id) ?? id);
    return list ? [[name, [...new Set(list)].join(',')]] : [];
  });
  return { ...query, ...(Object.fromEntries(followed) as Named) };
}
