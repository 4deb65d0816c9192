import { type RawBuilder, sql } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { textCondition } from './filter-orders.ts';

/**
 * Texts that are looked through for each row of a page before the index is asked: what one order of forty has fills the page on
 * the way. Looking costs them all less than the index takes to bring some hundred orders.
 */
const LOOKS_PER_ROW = 40;
/** Rows of the usual page: a shorter one looks no less far, or it would ask the index for what is near. */
const LEAST_ROWS = 50;

/** A page of orders sorted by their ids. */
export interface Stretch {
  count: number;
  descending: boolean;
  /** The id before its first. */
  after?: number | undefined;
}

/**
 * The ids of the first orders in which a search finds all its words, as a query. The database cannot know how many orders have
 * several words together, and where it guesses wrong it looks at every text for them, or reads and sorts all that has a
 * frequent one. Here the texts nearest to the page's beginning are looked through, and the index is asked for the
 * whole result only where these hold too few.
 */
export function nearestFound(
  where: Pick<Dispatcher, 'companyId' | 'officeId'>,
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
        where company_id = ${where.companyId} and office_id = ${where.officeId} and ${beyond}
        ${first(LOOKS_PER_ROW * Math.max(count, LEAST_ROWS))}
      ) as order_search
      where ${texts} ${first(count)}
    ), far as materialized (
      select order_id from order_search
      where (select count(*) from near) < ${count} and ${texts} and ${beyond}
    )
    select order_id from near union select order_id from far ${first(count)}`;
}
