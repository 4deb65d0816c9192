import { DEFAULT_MESSAGE, type FieldRoute, type FieldStop, LOADED_STATES } from '@despacho/contracts/dispatch';
import { findDay } from '../days/days-repository.ts';
import { instantOf, localOf } from '../dispatch/zoned-time.ts';
import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { DISTRICTS } from '../districts/districts.ts';
import { newestPositions } from '../events/events-repository.ts';
import { type NoteRow, notesOf } from '../orders/courier-notes.ts';
import { type OrderRow } from '../orders/order-row.ts';
import { readSettings } from '../offices/courier-settings.ts';
import { ordersOf } from '../orders/orders-repository.ts';
import { type Phone } from '../phones/phones-repository.ts';
import { listReasonsOf } from '../reasons/reasons-repository.ts';
import { type Services } from '../services.ts';
import { endOf } from './run-day.ts';

const toStop = (row: OrderRow, note: NoteRow | undefined): FieldStop => ({
  id: String(row.id),
  code: row.code,
  version: row.version,
  state: row.state,
  attempt: row.attempt,
  sequence: row.sequence,
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
  reason: row.reason,
  closedAt: row.closed_at?.toISOString() ?? null,
});

async function read(
  db: Database,
  phone: Phone,
  { day, since }: { day: string; since: Date },
): Promise<Omit<FieldRoute, 'now'>> {
  const rows = await ordersOf(db, phone)
    .where('orders.courier_id', '=', phone.courierId)
    .where((eb) =>
      eb.or([
        eb.and([eb('orders.state', 'in', LOADED_STATES), eb('orders.date', '<=', day)]),
        eb('orders.closed_at', '>=', since),
      ]),
    )
    .orderBy('orders.sequence')
    .orderBy('orders.id')
    .execute();
  const notes = await notesOf(db, phone)
    .where(sql<boolean>`notes.order_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
  const noteOf = new Map(notes.map((note) => [note.orderId, note]));
  const settings = await readSettings(db, phone);
  const working = await findDay(db, phone, { courierId: phone.courierId, day });
  return {
    day,
    startedAt: working?.started_at?.toISOString() ?? null,
    end: endOf(working),
    stops: rows.map((row) => toStop(row, noteOf.get(row.id))),
    reasons: await listReasonsOf(db, phone),
    office: {
      phone: settings.phone,
      // Filled in here, so that pages loaded before this word existed send it too.
      whatsapp: (settings.message ?? DEFAULT_MESSAGE).replaceAll('{empresa}', () => settings.company),
    },
    requires: { delivered: settings.delivered, failed: settings.failed },
  };
}

/**
 * Every phone polls this. While nothing has changed it is answered from memory, without another query.
 * @param phone looked up with the state of its route.
 * @returns the courier's stops of the working day in their order: those to visit up to today, and those closed today.
 */
export async function readRoute({ db, clock, routes }: Services, phone: Phone): Promise<FieldRoute> {
  const { officeId, courierId, timeZone, position, routeState } = phone;
  if (position === undefined || routeState === undefined) throw new Error('The phone was read without its route');
  const now = clock();
  const { date: day } = localOf(now, timeZone);
  const since = instantOf(day, '00:00', timeZone);
  const courier = `${officeId} ${courierId}`;
  const state = `${day} ${since.getTime()} ${routeState}`;
  const known = routes.recall(courier, state);
  if (known) return { now: now.toISOString(), ...known };
  const route = await read(db, phone, { day, since });
  // A note that was written and removed in between would be in the route, but leaves the state as it was.
  if ((await newestPositions(db, [officeId])).get(officeId) === position) routes.remember(courier, state, route);
  return { now: now.toISOString(), ...route };
}
