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
 * A query for the ids of the first orders that match all words of a search. The planner cannot estimate how many orders
 * contain several words together; when wrong, it scans all texts, or reads and sorts all matches of a frequent word.
 * This query scans the texts nearest to the page's start, then more of them, and uses the index for the whole result only
 * if these contain too few matches.
 */
export function nearestFound(
  where: OfficeKey,
  search: string,
  { count, descending, after }: Stretch,
): RawBuilder<unknown> {
  const first = (rows: number) => sql`order by order_id ${sql.raw(descending ? 'desc' : 'asc')} limit ${rows}`;
  const beyond = after === undefined ? sql`true` : sql`order_id ${sql.raw(descending ? '<' : '>')} ${after}`;
  const text = textCondition(search) ?? sql<boolean>`true`;
  const near = TEXTS_PER_ROW * Math.max(count, MIN_ROWS);
  const scan = (rows: number) => sql`
    select order_id from (
      select * from order_search where ${inOffice(where)} and ${beyond} ${first(rows)}
    ) as order_search
    where ${text}`;
  return sql`
    with near as materialized (${scan(near)} ${first(count)}),
    further as materialized (
      select order_id from (${scan(FURTHER * near)}) as order_search
      where (select count(*) from near) between ${SOME} and ${count - 1} ${first(count)}
    ), far as materialized (
      select order_id from (${foundByIndex(where, text)}) as found
      where (select count(*) from near) < ${count} and (select count(*) from further) < ${count} and ${beyond}
    )
    select order_id from near union select order_id from further union select order_id from far ${first(count)}`;
}
