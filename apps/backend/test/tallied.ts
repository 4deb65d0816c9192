import { OPEN_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';

/** The number of orders of a kind. */
interface Tally {
  office_id: string;
  /** What its orders have in common besides their kind; empty for all of the office. */
  grouped_by: string;
  value: string;
  date: string;
  state: string;
  due: string;
  with_collection: boolean;
  with_note: boolean;
  without_evidence: boolean;
  orders: number;
}

const KIND = sql`office_id, grouped_by, value, date, state, due, with_collection, with_note, without_evidence`;

/** @returns the stored tallies, of whole offices and grouped. */
export async function tallied(db: Database): Promise<Tally[]> {
  const columns = sql`date, state, due_at::text as due, with_collection, with_note, without_evidence, orders`;
  const { rows } = await sql<Tally>`
    select ${KIND}, orders from (
      select office_id, '' as grouped_by, '' as value, ${columns} from order_tallies
      union all select office_id, grouped_by, value, ${columns} from grouped_tallies
    ) as kept order by ${KIND}`.execute(db);
  return rows;
}

/** The tallies of closings and of promises, as text. */
export async function figureTallies(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tally: string }>`
    select concat_ws(' ', 'closed', office_id, date, slot::text, state, orders) as tally from closing_tallies
    union all
    select concat_ws(' ', 'promised', office_id, ubigeo, date, hour, promised_to::text, met, orders) from promise_tallies
    order by 1`.execute(db);
  return rows.map(({ tally }) => tally);
}

/** The same, by counting all orders. */
export async function recountFigures(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tally: string }>`
    select concat_ws(' ', 'closed', office_id, date, slot::text, state, count(*)) as tally
    from orders, lateral (select to_timestamp(floor(extract(epoch from closed_at) / 900) * 900) as slot) as slots
    where closed_at is not null group by office_id, date, slot, state
    union all
    select concat_ws(' ', 'promised', office_id, district, date, promised_hour, promised_to::text, met, count(*))
    from orders cross join lateral (values (''), (ubigeo)) as districts (district) cross join lateral (
      select coalesce(state = 'entregada' and closed_at >= promised_from and closed_at <= promised_to, false) as met
    ) as mets
    where promised_to is not null and state <> 'anulada'
    group by office_id, district, date, promised_hour, promised_to, met
    order by 1`.execute(db);
  return rows.map(({ tally }) => tally);
}

/** @returns the expected tallies, by counting all orders. */
export async function recount(db: Database): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select ${KIND}, count(*)::integer as orders
    from (
      select office_id, grouped_by, value, date, state,
        case when state in (${sql.join(OPEN_STATES)}) then due_at::text else 'infinity' end as due,
        collect_due is not null as with_collection, note is not null as with_note,
        state = 'entregada' and evidence = 0 as without_evidence
      from orders cross join lateral (values
        ('', ''), ('district', ubigeo), ('client', client_id), ('courier', courier_id::text)) as groups (grouped_by, value)
      where value is not null
    ) as each
    group by ${KIND} order by ${KIND}`.execute(db);
  return rows;
}
