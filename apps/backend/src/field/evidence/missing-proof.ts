import {
  addDays,
  EVIDENCE_PAGE,
  type EvidenceFilter,
  type EvidenceKind,
  MISSING_DAYS,
  type MissingPage,
  type PhotoOrder,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { courierOf } from '#orders/order/order-row.ts';
import { invalid } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { missingKinds, readRequirements } from './missing-kinds.ts';

interface Row {
  order_id: number;
  code: string;
  state: PhotoOrder['state'];
  client_id: string | null;
  client_name: string;
  recipient: string;
  address: string;
  ubigeo: string;
  courier_id: number | null;
  courier_name: string | null;
  visit_day: string;
  closed_at: Date;
  missing: EvidenceKind[];
  evidence: number;
}

/** @throws Refusal invalid for more days than may be searched together. */
function daysOf({ desde, hasta }: EvidenceFilter, today: string): { from: string; to: string } {
  const to = hasta ?? (desde === undefined ? today : addDays(desde, MISSING_DAYS.usual - 1));
  const from = desde ?? addDays(to, 1 - MISSING_DAYS.usual);
  if (from < addDays(to, 1 - MISSING_DAYS.most))
    throw invalid(`Seleccione como máximo ${MISSING_DAYS.most} días`, 'query.desde');
  return { from, to };
}

/**
 * Lists the closed orders that lack a required photo, by the present requirements.
 * @returns a page, by working day, newest first.
 */
export async function listMissing(
  { db, clock }: FieldServices,
  dispatcher: Dispatcher,
  filter: EvidenceFilter,
  cursor: string | undefined,
): Promise<MissingPage> {
  const { cliente, repartidor, distrito, tipo } = filter;
  const { from, to } = daysOf(filter, officeDay(clock(), dispatcher));
  const missing = missingKinds(await readRequirements(db, dispatcher), tipo);
  const [day, id] = cursor?.split('_') ?? [];
  const { rows } = await sql<Row>`
    select progress.order_id, details.code, progress.state, details.client_id, details.client_name, details.recipient,
      details.address, details.ubigeo, progress.courier_id, couriers.name as courier_name, progress.visit_day,
      progress.closed_at, missing.kinds as missing, details.evidence
    from order_progress as progress
    join order_details as details on details.office_id = progress.office_id and details.id = progress.order_id
    left join couriers on couriers.id = progress.courier_id
    cross join lateral (select ${missing} as kinds) as missing
    where progress.office_id = ${dispatcher.officeId} and ${inOffice(dispatcher, 'details')}
      and progress.visit_day between ${from} and ${to} and progress.state in ('entregada', 'no_entregada')
      and progress.closed_at is not null and cardinality(missing.kinds) > 0
      ${cliente === undefined ? sql`` : sql`and details.client_id = ${cliente}`}
      ${repartidor === undefined ? sql`` : sql`and progress.courier_id = ${Number(repartidor)}`}
      ${distrito === undefined ? sql`` : sql`and details.ubigeo = ${distrito}`}
      ${day === undefined ? sql`` : sql`and (progress.visit_day, progress.order_id) < (${day}, ${Number(id)}::bigint)`}
    order by progress.visit_day desc, progress.order_id desc
    limit ${EVIDENCE_PAGE + 1}`.execute(db);
  const page = rows.slice(0, EVIDENCE_PAGE);
  const last = page.at(-1);
  return {
    from,
    to,
    orders: page.map((row) => ({
      order: {
        id: String(row.order_id),
        code: row.code,
        state: row.state,
        client: { id: row.client_id, name: row.client_name },
        recipient: row.recipient,
        address: row.address,
        district: { ubigeo: row.ubigeo, name: DISTRICTS.of(row.ubigeo)?.name ?? row.ubigeo },
      },
      courier: courierOf(row),
      day: row.visit_day,
      closedAt: row.closed_at.toISOString(),
      missing: row.missing,
      evidence: row.evidence,
    })),
    next: rows.length > EVIDENCE_PAGE && last ? `${last.visit_day}_${last.order_id}` : null,
  };
}
