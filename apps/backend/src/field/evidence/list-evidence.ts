import {
  addDays,
  type Evidence,
  EVIDENCE_PAGE,
  type EvidenceFilter,
  type EvidencePage,
} from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { notFound } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { evidenceOf, toEvidence, toEvidenceOfOrder } from './evidence-row.ts';

/** @returns the photos of an order, oldest first. @throws Refusal not-found for another office's order. */
export async function listEvidence(
  { db }: FieldServices,
  dispatcher: Dispatcher,
  orderId: number,
): Promise<Evidence[]> {
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

/** The photos of an office with the facts of their orders. */
export const photosWithOrders = (db: Database, office: OfficeKey) =>
  evidenceOf(db, office)
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

/** @param photo name of the table of photos in the query. @returns the condition of a filter on its rows. */
function matches(
  { timeZone, dayTurnsAt }: Dispatcher,
  { cliente, repartidor, distrito, tipo, desde, hasta, observacion }: EvidenceFilter,
  photo: 'evidence' | 'newer',
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${photo}.${name}`);
  const conditions = [
    sql<boolean>`true`,
    ...(cliente === undefined ? [] : [sql<boolean>`${column('client_id')} = ${cliente}`]),
    ...(repartidor === undefined ? [] : [sql<boolean>`${column('courier_id')} = ${Number(repartidor)}`]),
    ...(distrito === undefined ? [] : [sql<boolean>`${column('ubigeo')} = ${distrito}`]),
    ...(tipo === undefined ? [] : [sql<boolean>`${column('kind')} = ${tipo}`]),
    // The condition of the partial index.
    ...(observacion === undefined
      ? []
      : [sql<boolean>`${column('faults')} <> '{}' and ${column('settled_at')} is null`]),
    ...(observacion === undefined || observacion === 'alguna'
      ? []
      : [sql<boolean>`${observacion} = any(${column('faults')})`]),
    ...(desde === undefined ? [] : [sql<boolean>`${column('at')} >= ${instantOf(desde, dayTurnsAt, timeZone)}`]),
    ...(hasta === undefined
      ? []
      : [sql<boolean>`${column('at')} < ${instantOf(addDays(hasta, 1), dayTurnsAt, timeZone)}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** The condition that a photo comes after the one of a cursor, newest first. */
function after(cursor: string | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`;
  const [milliseconds, id] = cursor.split('-').map(Number);
  return sql`(evidence.at, evidence.id) < (${new Date(milliseconds ?? 0)}::timestamptz, ${id ?? 0}::bigint)`;
}

const cursorOf = ({ at, id }: { at: Date; id: number }): string => `${at.getTime()}-${id}`;

/** @returns a page of the office's photos that match a filter, newest first. */
export async function pageEvidence(
  { db }: FieldServices,
  dispatcher: Dispatcher,
  filter: EvidenceFilter,
  cursor: string | undefined,
): Promise<EvidencePage> {
  const rows = await photosWithOrders(db, dispatcher)
    .where(matches(dispatcher, filter, 'evidence'))
    .where(after(cursor))
    .orderBy('evidence.at', 'desc')
    .orderBy('evidence.id', 'desc')
    .limit(EVIDENCE_PAGE + 1)
    .execute();
  const page = rows.slice(0, EVIDENCE_PAGE);
  const last = page.at(-1);
  return {
    photos: page.map(toEvidenceOfOrder),
    next: rows.length > EVIDENCE_PAGE && last ? cursorOf(last) : null,
  };
}

/** Orders of which photos are read for one page; most have two or three. */
const PAGE_ORDERS = 30;

/**
 * @returns a page of the same photos by order: the order with the newest photo first, and all its photos that match the
 * filter, oldest first. A page ends with the order that fills it.
 */
export async function pageEvidenceByOrder(
  { db }: FieldServices,
  dispatcher: Dispatcher,
  filter: EvidenceFilter,
  cursor: string | undefined,
): Promise<EvidencePage> {
  const newest = await db
    .selectFrom('evidence')
    .select(['evidence.id', 'evidence.at', 'evidence.order_id'])
    .where(inOffice(dispatcher, 'evidence'))
    .where(matches(dispatcher, filter, 'evidence'))
    .where(after(cursor))
    .where(
      sql<boolean>`not exists (
        select from evidence as newer
        where newer.office_id = evidence.office_id and newer.order_id = evidence.order_id
          and (newer.at, newer.id) > (evidence.at, evidence.id) and ${matches(dispatcher, filter, 'newer')})`,
    )
    .orderBy('evidence.at', 'desc')
    .orderBy('evidence.id', 'desc')
    .limit(PAGE_ORDERS + 1)
    .execute();
  const heads = newest.slice(0, PAGE_ORDERS);
  if (heads.length === 0) return { photos: [], next: null };
  const rows = await photosWithOrders(db, dispatcher)
    .where(sql<boolean>`evidence.order_id = any(${heads.map(({ order_id }) => order_id)}::bigint[])`)
    .where(matches(dispatcher, filter, 'evidence'))
    .orderBy('evidence.at')
    .orderBy('evidence.id')
    .execute();
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  const photos: EvidencePage['photos'] = [];
  let shown = 0;
  for (const { order_id } of heads) {
    if (photos.length >= EVIDENCE_PAGE) break;
    photos.push(...(byOrder.get(order_id) ?? []).map(toEvidenceOfOrder));
    shown += 1;
  }
  const last = heads[shown - 1];
  return { photos, next: shown < newest.length && last ? cursorOf(last) : null };
}
