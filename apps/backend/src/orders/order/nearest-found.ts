import { type RawBuilder, sql } from 'kysely';
import { foundByIndex, textCondition } from './filter-orders.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';

/**
 * Rows of text scanned first, per row of a page: enough to fill the page if one order in forty matches. Scanning them
 * costs less than fetching a few hundred orders by the index.
 */
const TEXTS_PER_ROW = 40;
/** Scan at least as far as for the usual page size: a shorter page would use the index even for close matches. */
const MIN_ROWS = 50;
/**
 * If these contain some matches, twenty times as many texts are scanned before the index is used: it reads every match of the
 * office, which are thousands if one order in a few hundred matches.
 */
const FURTHER = 20;
/** Matches that make it likely that the further texts fill the page. */
const SOME = 4;

/** A page of orders sorted by id. */
interface Stretch {
  count: number;
  descending: boolean;
  /** Exclusive start id. */
  after?: number | undefined;
}

/**
 * The planner cannot estimate how many orders contain several words together; when wrong, it scans all texts, or reads
 * and sorts all matches of a frequent word. So this scans the texts nearest to the page's start, then more of them, and
 * uses the index for the whole result only if these contain too few matches. In separate statements: planning all three
 * costs the embedded database as much as twice the first.
 * @returns the ids of the first orders that match all words of a search, in the order of the page.
 */
export async function nearestFound(
  db: Database,
  where: OfficeKey,
  search: string,
  { count, descending, after }: Stretch,
): Promise<number[]> {
  const first = (rows: number) => sql`order by order_id ${sql.raw(descending ? 'desc' : 'asc')} limit ${rows}`;
  const beyond = after === undefined ? sql<boolean>`true` : sql<boolean>`order_id ${sql.raw(descending ? '<' : '>')} ${after}`;
  const text = textCondition(search) ?? sql<boolean>`true`;
  const near = TEXTS_PER_ROW * Math.max(count, MIN_ROWS);
  const find = async (found: RawBuilder<unknown>, condition = text): Promise<number[]> => {
    const query = sql<{ order_id: number }>`
      select order_id from (${found}) as order_search where ${condition} ${first(count)}`;
    return (await query.execute(db)).rows.map(({ order_id }) => order_id);
  };
  const scan = (rows: number) =>
    find(sql`select * from order_search where ${inOffice(where)} and ${beyond} ${first(rows)}`);
  const nearest = await scan(near);
  if (nearest.length === count) return nearest;
  const further = nearest.length >= SOME ? await scan(FURTHER * near) : [];
  return further.length === count ? further : find(foundByIndex(where, text), beyond);
}
