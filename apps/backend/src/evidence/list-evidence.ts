import {
  addDays,
  type Evidence,
  EVIDENCE_PAGE,
  type EvidenceFilter,
  type EvidencePage,
} from '@despacho/contracts/dispatch';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { notFound } from '../refusal.ts';
import { type Services } from '../services.ts';
import { evidenceOf, toEvidence, toEvidenceOfOrder } from './evidence-row.ts';
import { inOffice } from '../database/in-office.ts';
import { sql } from 'kysely';
import { instantOf } from '../dispatch/zoned-time.ts';

/** @returns the photos of an order, oldest first. @throws Refusal not-found for another office's order. */
export async function listEvidence({ db }: Services, dispatcher: Dispatcher, orderId: number): Promise<Evidence[]> {
  await db
    .selectFrom('order_details')
    .select('id')
    .where(inOffice(dispatcher))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(notFound);
  const rows = await evidenceOf(db, dispatcher)
    .where('evidence.order_id', '=', orderId)
    .orderBy('evidence.at')
    .orderBy('evidence.id')
    .execute();
  return rows.map(toEvidence);
}

/** @returns a page of the office's photos that match a filter, newest first. */
export async function pageEvidence(
  { db }: Services,
  dispatcher: Dispatcher,
  { cliente, repartidor, distrito, tipo, desde, hasta, observacion }: EvidenceFilter,
  cursor: string | undefined,
): Promise<EvidencePage> {
  let query = evidenceOf(db, dispatcher)
    .innerJoin('order_details as details', (join) =>
      join.onRef('details.office_id', '=', 'evidence.office_id').onRef('details.id', '=', 'evidence.order_id'),
    )
    .innerJoin('order_progress as progress', (join) =>
      join.onRef('progress.office_id', '=', 'evidence.office_id').onRef('progress.order_id', '=', 'evidence.order_id'),
    )
    .select([
      'details.code as order_code',
      'details.client_id',
      'details.client_name',
      'details.recipient',
      'details.address',
      'details.ubigeo',
      'progress.state as order_state',
    ]);
  if (cliente !== undefined) query = query.where('evidence.client_id', '=', cliente);
  if (repartidor !== undefined) query = query.where('evidence.courier_id', '=', Number(repartidor));
  if (distrito !== undefined) query = query.where('evidence.ubigeo', '=', distrito);
  if (tipo !== undefined) query = query.where('evidence.kind', '=', tipo);
  // As in the partial index.
  if (observacion !== undefined)
    query = query.where(sql<boolean>`evidence.faults <> '{}' and evidence.settled_at is null`);
  if (observacion !== undefined && observacion !== 'alguna')
    query = query.where(sql<boolean>`${observacion} = any(evidence.faults)`);
  const { timeZone, dayTurnsAt } = dispatcher;
  if (desde !== undefined) query = query.where('evidence.at', '>=', instantOf(desde, dayTurnsAt, timeZone));
  if (hasta !== undefined) query = query.where('evidence.at', '<', instantOf(addDays(hasta, 1), dayTurnsAt, timeZone));
  if (cursor !== undefined) {
    const [milliseconds, id] = cursor.split('-').map(Number);
    query = query.where(
      sql<boolean>`(evidence.at, evidence.id) < (${new Date(milliseconds ?? 0)}::timestamptz, ${id ?? 0}::bigint)`,
    );
  }
  const rows = await query
    .orderBy('evidence.at', 'desc')
    .orderBy('evidence.id', 'desc')
    .limit(EVIDENCE_PAGE + 1)
    .execute();
  const page = rows.slice(0, EVIDENCE_PAGE);
  const last = page.at(-1);
  return {
    photos: page.map(toEvidenceOfOrder),
    next: rows.length > EVIDENCE_PAGE && last ? `${last.at.getTime()}-${last.id}` : null,
  };
}
