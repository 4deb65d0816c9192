import { type RawBuilder, sql } from 'kysely';
import { textCondition } from './filter-orders.ts';
import { inOffice, type OfficeKey } from '../database/in-office.ts';

/**
 * Rows of text scanned per row of a page before the index is used: enough to fill the page if one order in forty
 * matches. Scanning them costs less than fetching a few hundred orders by the index.
 */
const TEXTS_PER_ROW = 40;
/** Scan at least as far as for the usual page size: a shorter page would use the index even for close matches. */
const MIN_ROWS = 50;

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
 * This query scans the texts nearest to the page's start, and uses the index for the whole result only if these contain
 * too few matches.
 */
export function nearestFound(
  where: OfficeKey,
  search: string,
  { count, descending, after }: Stretch,
): RawBuilder<unknown> {
  const first = (rows: number) => sql`order by order_id ${sql.raw(descending ? 'desc' : 'asc')} limit ${rows}`;
  const beyond = after === undefined ? sql`true` : sql`order_id ${sql.raw(descending ? '<' : '>')} ${after}`;
  const texts = textCondition(where, search);
  return sql`
    with near as materialized (
      select order_id from (
        select * from order_search
        where ${inOffice(where)} and ${beyond}
        ${first(TEXTS_PER_ROW * Math.max(count, MIN_ROWS))}
      ) as order_search
      where ${texts} ${first(count)}
    ), far as materialized (
      select order_id from order_search
      where (select count(*) from near) < ${count} and ${texts} and ${beyond}
    )
    select order_id from near union select order_id from far ${first(count)}`;
}
