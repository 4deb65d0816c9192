import {
  type ClientSheet,
  FIGURE_FILTERS,
  figureFilter,
  MAX_SHEET_ORDERS,
  byClient,
  type OrderState,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { readOfficeNames } from '#people/offices/offices-repository.ts';
import { filterCondition } from '#orders/order/filter-orders.ts';
import { type InsightServices } from '../services.ts';
import { readSpans } from './read-span.ts';
import { partsFor } from './report-figures.ts';

/** The columns of a failed order on the sheet. */
interface FailedOrder {
  id: string;
  code: string;
  day: string;
  ubigeo: string;
  reason: string | null;
  state: OrderState;
}

/**
 * @param asked any day of the month.
 * @returns the month of one client, with the failed orders but without their recipients.
 */
export async function readClientSheet(
  services: InsightServices,
  dispatcher: Dispatcher,
  { client, day, modules, signal }: { client: string; day: string; modules: readonly string[]; signal: AbortSignal },
): Promise<ClientSheet> {
  const { db } = services;
  const newest = await sql<{ name: string }>`
    select client_name as name from order_details
    where company_id = ${dispatcher.companyId} and office_id = ${dispatcher.officeId} and client_id = ${client}
    order by id desc limit 1`.execute(db);
  const { span, nameOfReason } = await readSpans(services, dispatcher, {
    group: 'cliente',
    period: 'mes',
    day,
    filter: byClient(client),
    parts: partsFor('cliente', modules),
    signal,
  });
  const failed = figureFilter(span.from, { to: span.to }, FIGURE_FILTERS.failed, byClient(client));
  const { rows } = await sql<FailedOrder>`
    select orders.id::text as id, orders.code, orders.date as day, orders.ubigeo, orders.reason, orders.state from orders
    where ${filterCondition(dispatcher, failed, new Date(span.at))}
    order by orders.date, orders.id limit ${MAX_SHEET_ORDERS}`.execute(db);
  return {
    ...span,
    client: { id: client, name: newest.rows[0]?.name ?? null },
    ...(await readOfficeNames(db, dispatcher.officeId)),
    failures: rows.map(({ ubigeo, reason, ...order }) => ({
      ...order,
      district: DISTRICTS.of(ubigeo)?.name ?? ubigeo,
      reason: nameOfReason(reason ?? ''),
    })),
  };
}
