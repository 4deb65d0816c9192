import { type RawBuilder, sql } from 'kysely';
import { foundByIndex, textCondition } from './filter-orders.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';

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
 * Reads the first orders that match all words of a search. The planner cannot estimate how many orders contain several
 * words together; when wrong, it scans all texts, or reads and sorts all matches of a frequent word. So this scans the
 * texts nearest to the page's start, then more of them, and uses the index for the whole result only if these contain too
 * few matches. In separate statements, because planning all three takes the embedded database longer than most searches.
 * @param read reads the page of the orders that satisfy a condition.
 * @returns what `read` returned last.
 */
export async function readNearest<Row>(
  where: OfficeKey,
  search: string,
  { count, descending, after }: Stretch,
  read: (found: RawBuilder<boolean>) => Promise<Row[]>,
): Promise<Row[]> {
  const first = (rows: number) => sql`order by order_id ${sql.raw(descending ? 'desc' : 'asc')} limit ${rows}`;
  const beyond =
    after === undefined ? sql<boolean>`true` : sql<boolean>`order_id ${sql.raw(descending ? '<' : '>')} ${after}`;
  const text = textCondition(search) ?? sql<boolean>`true`;
  const near = TEXTS_PER_ROW * Math.max(count, MIN_ROWS);
  const among = (source: RawBuilder<unknown>, condition: RawBuilder<boolean>) =>
    read(sql`orders.id in (
      select order_id from (${source}) as order_search where ${condition} ${first(count)})`);
  const scan = (rows: number) =>
    among(sql`select * from order_search where ${inOffice(where)} and ${beyond} ${first(rows)}`, text);
  const nearest = await scan(near);
  if (nearest.length === count) return nearest;
  const further = nearest.length >= SOME ? await scan(FURTHER * near) : [];
  return further.length === count ? further : among(foundByIndex(where, text), beyond);
}
