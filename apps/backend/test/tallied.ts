import { OPEN_STATES } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '../src/database/open-database.ts';

/** The number of orders of a kind. */
interface Tally {
  office_id: string;
  date: string;
  state: string;
  due: string;
  with_collection: boolean;
  with_note: boolean;
  without_evidence: boolean;
  orders: number;
}

const KIND = sql`office_id, date, state, due, with_collection, with_note, without_evidence`;

/** @returns the stored tallies. */
export async function tallied(db: Database): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select ${KIND}, orders from (select *, due_at::text as due from order_tallies) as kept order by ${KIND}`.execute(
    db,
  );
  return rows;
}

/** @returns the expected tallies, by counting all orders. */
export async function recount(db: Database): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select ${KIND}, count(*)::integer as orders
    from (
      select office_id, date, state,
        case when state in (${sql.join(OPEN_STATES)}) then due_at::text else 'infinity' end as due,
        collect_due is not null as with_collection, note is not null as with_note,
        state = 'entregada' and evidence = 0 as without_evidence
      from orders
    ) as each
    group by ${KIND} order by ${KIND}`.execute(db);
  return rows;
}
