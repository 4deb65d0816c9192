import {
  addDays,
  carryDay,
  compareStops,
  DEFAULT_MESSAGE,
  type FieldReview,
  type FieldRoute,
  type FieldStop,
  type PhotoRequirements,
  LOADED_STATES,
  REVIEW_REASONS,
} from '@despacho/contracts/dispatch';
import { workingDayOf } from '#work/days/working-days.ts';
import { findDay } from '#work/days/days-repository.ts';
import { revisitedOf } from '#work/days/revisited.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { openRequests } from '../proof/photo-requests.ts';
import { newestPositions } from '#platform/events/events-repository.ts';
import { formatSoles } from '#platform/format-number.ts';
import { heldCash } from '#work/money/cash-limit.ts';
import { type NoteRow, notesOf } from '#orders/order/courier-notes.ts';
import { numberOf, type OrderRow } from '#orders/order/order-row.ts';
import { readSettings } from '#people/offices/courier-settings.ts';
import { findOrders, ordersOf } from '#orders/order/orders-repository.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { type FieldServices } from '../services.ts';
import { areaOf } from './area-of.ts';
import { endOf } from './run-day.ts';

/** @returns the photos that clients of these orders require, by client. */
async function proofOf(
  db: Database,
  { companyId }: Phone,
  rows: readonly Pick<OrderRow, 'client_id'>[],
): Promise<ReadonlyMap<string | null, PhotoRequirements>> {
  const ids = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))];
  if (ids.length === 0) return new Map();
  const known = await db
    .selectFrom('client_notes')
    .select(['client_id', 'delivered', 'failed'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`client_id = any(${ids}::text[])`)
    .where(sql<boolean>`cardinality(delivered) + cardinality(failed) > 0`)
    .execute();
  return new Map(known.map(({ client_id, ...proof }) => [client_id, proof]));
}

const toStop = (row: OrderRow, note: NoteRow | undefined, proof: PhotoRequirements | undefined): FieldStop => ({
  id: String(row.id),
  code: row.code,
  version: row.version,
  state: row.state,
  attempt: row.attempt,
  sequence: row.sequence,
  ...(row.client_reference !== null && { clientReference: row.client_reference }),
  ...(row.guide !== null && { guide: row.guide }),
  client: row.client_name,
  recipient: { name: row.recipient, phone: row.phone },
  place: {
    address: row.address,
    reference: row.reference,
    district: DISTRICTS.of(row.ubigeo)?.name ?? '',
    lat: row.lat,
    lng: row.lng,
    approximate: row.approximate,
  },
  window: row.window_from !== null && row.window_to !== null ? { from: row.window_from, to: row.window_to } : null,
  dueAt: row.due_at.toISOString(),
  packages: row.packages,
  date: row.date,
  collectDue: row.collect_due,
  note: row.note,
  courierNote: note
    ? {
        id: String(note.id),
        text: note.text,
        at: note.at.toISOString(),
        readAt: note.readBy === row.courier_id ? (note.readAt?.toISOString() ?? null) : null,
      }
    : null,
  priority: row.priority,
  ...(proof && { requires: proof }),
  reason: row.reason,
  payments: row.payments,
  closedAt: row.closed_at?.toISOString() ?? null,
});

/** Reviews of a route: more than a courier causes in a day. */
const MAX_REVIEWS = 100;

/** @returns the courier's visits that the office decides about, or has decided about since a time. */
async function readReviews(db: Database, phone: Phone, since: Date): Promise<FieldReview[]> {
  const visits = await db
    .selectFrom('field_visits')
    .selectAll()
    .where('office_id', '=', phone.officeId)
    .where('courier_id', '=', phone.courierId)
    // As a literal, to match the partial index.
    .where('result', '=', sql.lit('review'))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'pendiente'),
        eb.and([eb('state', 'in', ['aceptada', 'rechazada']), eb('decided_at', '>=', since)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(MAX_REVIEWS)
    .execute();
  const orders = await findOrders(db, phone, [...new Set(visits.map(({ order_id }) => order_id))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return visits.toReversed().flatMap((visit): FieldReview[] => {
    const order = byId.get(visit.order_id);
    if (!order || visit.state === 'aplicada' || visit.state === 'reemplazada') return [];
    return [
      {
        visit: visit.visit,
        order: { id: String(order.id), code: order.code },
        address: order.address,
        to: visit.to_state,
        payments: visit.payments ?? [],
        at: visit.at.toISOString(),
        state: visit.state,
        why: visit.why === null ? '' : REVIEW_REASONS[visit.why],
        decidedWhy: visit.decided_why,
      },
    ];
  });
}

async function read(db: Database, phone: Phone, now: Date): Promise<Omit<FieldRoute, 'now'>> {
  const { courierId } = phone;
  const day = await workingDayOf(db, phone, { courierId, at: now });
  const working = await findDay(db, phone, { courierId, day });
  const end = endOf(working);
  const next = addDays(day, 1);
  const found = await ordersOf(db, phone)
    .where('orders.courier_id', '=', courierId)
    .where((eb) =>
      eb.or([
        eb.and([eb('orders.state', 'in', LOADED_STATES), eb('orders.date', '<=', next)]),
        eb('orders.visit_day', '=', day),
      ]),
    )
    .orderBy('orders.id')
    .execute();
  // The stops of the next start: those of tomorrow only if there are no others.
  const isOver = end !== null || (!working?.started_at && !found.some(({ visit_day: of }) => of === day));
  const isConfirmed = Boolean(end?.confirmedAt);
  const hasOpen = found.some(({ visit_day: of, date }) => of === null && date <= day);
  const until = isConfirmed || (isOver && !hasOpen) ? next : day;
  const rows = found
    .filter(({ visit_day: of, date }) => of !== null || date <= until)
    .toSorted(
      (one, other) =>
        carryDay(one.date, day).localeCompare(carryDay(other.date, day)) ||
        compareStops(numberOf(one), numberOf(other)),
    );
  const revisited = (await revisitedOf(db, phone, day)).filter((each) => each.courierId === courierId).length;
  const notes = await notesOf(db, phone)
    .where(sql<boolean>`notes.order_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
  const noteOf = new Map(notes.map((note) => [note.orderId, note]));
  const proofs = await proofOf(db, phone, rows);
  const settings = await readSettings(db, phone);
  const photos = await openRequests(db, phone, now);
  const area = areaOf(rows);
  return {
    day,
    turnsAt: phone.dayTurnsAt,
    startedAt: working?.started_at?.toISOString() ?? null,
    end,
    ...(revisited > 0 && { revisited }),
    stops: rows.map((row) => toStop(row, noteOf.get(row.id), proofs.get(row.client_id))),
    reviews: await readReviews(db, phone, instantOf(day, '00:00', phone.timeZone)),
    reasons: await listReasonsOf(db, phone),
    office: {
      phone: settings.phone,
      // Filled in here, so that pages loaded before this word existed send it too.
      whatsapp: (settings.message ?? DEFAULT_MESSAGE).replaceAll('{empresa}', () => settings.company),
    },
    requires: { delivered: settings.delivered, failed: settings.failed },
    ...(photos.length > 0 && { photos }),
    ...(area && { area }),
    ...(settings.cashLimit !== null && (await readCashWarning(db, phone, day, settings.cashLimit))),
  };
}

/** @returns the warning for a courier with more cash than the limit, in céntimos. */
async function readCashWarning(
  db: Database,
  phone: Phone,
  day: string,
  limit: number,
): Promise<Pick<FieldRoute, 'cash'>> {
  const held = (await heldCash(db, phone, day, phone.courierId)).get(phone.courierId) ?? 0;
  return held <= limit
    ? {}
    : { cash: `Lleva ${formatSoles(held)} en efectivo; el tope es ${formatSoles(limit)}. Páselo a su oficina.` };
}

/**
 * Every phone polls this. While nothing has changed it is answered from memory, without another query.
 * @param phone looked up with the state of its route.
 * @returns the courier's stops of the working day in their order: those to visit up to it, and those closed on it.
 */
export async function readRoute({ db, clock, routes }: FieldServices, phone: Phone): Promise<FieldRoute> {
  const { officeId, courierId, position, routeState } = phone;
  if (position === undefined || routeState === undefined) throw new Error('The phone was read without its route');
  const now = clock();
  const courier = `${officeId} ${courierId}`;
  // The day changes when it turns; a start is part of the state.
  const state = `${officeDay(now, phone)} ${routeState}`;
  const known = routes.recall(courier, state);
  if (known) return { now: now.toISOString(), ...known };
  const route = await read(db, phone, now);
  // A note that was written and removed in between would be in the route, but leaves the state as it was.
  if ((await newestPositions(db, [officeId])).get(officeId) === position) routes.remember(courier, state, route);
  return { now: now.toISOString(), ...route };
}
