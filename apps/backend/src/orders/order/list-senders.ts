import { MAX_SENDERS, type Sender } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type OrderServices } from '../services.ts';
import { inOffice } from '#platform/database/in-office.ts';

/**
 * A recursive query that skips from one client to the next in the index: its cost grows with the number of clients, not
 * of orders.
 * @returns the clients with orders in the office, by name, up to the maximum.
 */
export async function listSenders({ db }: OrderServices, dispatcher: Dispatcher): Promise<Sender[]> {
  const next = (after: ReturnType<typeof sql>) => sql`(
    select client_id from orders
    where ${inOffice(dispatcher)} and client_id is not null and ${after}
    order by client_id limit 1)`;
  const { rows } = await sql<Omit<Sender, 'former'> & { former: string[] | null }>`
    with recursive senders (id) as (
      ${next(sql`true`)}
      union all
      select ${next(sql`client_id > senders.id`)} from senders where id is not null
    )
    select id, (
      select client_name from orders
      where ${inOffice(dispatcher)} and client_id = senders.id
      order by orders.id desc limit 1
    ) as name, (
      select array_agg(clients.id order by clients.id) from clients
      where clients.company_id = ${dispatcher.companyId} and clients.merged_into = senders.id
    ) as former
    from senders where id is not null limit ${MAX_SENDERS}`.execute(db);
  const senders = rows.map(({ former, ...sender }): Sender => ({ ...sender, ...(former && { former }) }));
  return senders.toSorted((one, other) => one.name.localeCompare(other.name, 'es'));
}
