import {
  type Actor,
  EVIDENCE_KINDS,
  type EvidenceKind,
  type FieldRoute,
  type NoteChange,
  PHOTO_FAULTS,
  type PhotoRequest,
  REQUIRABLE_KINDS,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { nextRevision } from '#work/next-revision.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { countChanges } from '#platform/dispatch/count-changes.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { noteEvent } from '#orders/order/courier-notes.ts';
import { requireOrder } from '#orders/order/orders-repository.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { conflict, invalid } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { reportReview } from '../visits/review-events.ts';
import { isOpenRequest } from '#fleet/phones/open-request.ts';

const DAY_MS = 86_400_000;
/** Maximum number of open photo requests of a courier: enough for a bad day. */
const MAX_OPEN = 30;
/** Later no courier returns to the address. */
const VISIT_DAYS = 7;
/** Two measurements of a phone's clock differ by the time their requests took. */
const MEASURED_MS = 2 * 60_000;

/** The requests of an office, each with the name of its courier. */
const requestsOf = (db: Database, office: OfficeKey) =>
  db
    .selectFrom('photo_requests as asked')
    .innerJoin('couriers', (join) =>
      join.onRef('couriers.office_id', '=', 'asked.office_id').onRef('couriers.id', '=', 'asked.courier_id'),
    )
    .selectAll('asked')
    .select('couriers.name as courier')
    .where(inOffice(office, 'asked'));

/** @returns the last request for a photo of an order, if it is open or answered. */
export async function findRequest(
  db: Database,
  office: OfficeKey,
  orderId: number,
  now: Date,
): Promise<PhotoRequest | undefined> {
  const row = await requestsOf(db, office)
    .where('asked.order_id', '=', orderId)
    .where(sql<boolean>`(asked.answered_at is not null or ${isOpenRequest(now)})`)
    .executeTakeFirst();
  return (
    row && {
      kind: row.kind,
      at: row.asked_at.toISOString(),
      by: { username: row.by_username, user: row.by_user },
      courier: { id: String(row.courier_id), name: row.courier },
      answeredAt: row.answered_at?.toISOString() ?? null,
    }
  );
}

/** @returns the photos that a courier's phone is asked for, the first request first. */
export async function openRequests(
  db: Database,
  { officeId, courierId }: Pick<Phone, 'officeId' | 'courierId'>,
  now: Date,
): Promise<NonNullable<FieldRoute['photos']>> {
  const rows = await db
    .selectFrom('photo_requests as asked')
    .innerJoin('order_details as details', (join) =>
      join.onRef('details.office_id', '=', 'asked.office_id').onRef('details.id', '=', 'asked.order_id'),
    )
    .select(['details.id', 'details.code', 'details.address', 'asked.visit', 'asked.kind', 'asked.asked_at'])
    .where('asked.office_id', '=', officeId)
    .where('asked.courier_id', '=', courierId)
    .where(isOpenRequest(now))
    .orderBy('asked.asked_at')
    .orderBy('asked.order_id')
    .limit(MAX_OPEN)
    .execute();
  return rows.map(({ id, code, address, visit, kind, asked_at }) => ({
    order: { id: String(id), code },
    address,
    visit,
    kind,
    at: asked_at.toISOString(),
  }));
}

/** @returns the visit that a photo of a closed order belongs to. @throws Refusal conflict if there is none. */
async function requireVisit(trx: Database, dispatcher: Dispatcher, order: { id: number; attempt: number }, now: Date) {
  const visit = await trx
    .selectFrom('field_visits')
    .select(['visit', 'courier_id', 'to_state', 'arrived_at'])
    .where(inOffice(dispatcher))
    .where('order_id', '=', order.id)
    .where('attempt', '=', order.attempt)
    .where('state', 'in', ['aplicada', 'aceptada'])
    .where('erased_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!visit) throw conflict('Ningún teléfono registró la visita de esta orden: agregue la foto desde aquí');
  if (now.getTime() - visit.arrived_at.getTime() > VISIT_DAYS * DAY_MS)
    throw conflict(`La visita tiene más de ${VISIT_DAYS} días: consiga la foto por otro medio y agréguela desde aquí`);
  return visit;
}

/** @throws Refusal conflict if a courier is already asked for as many photos of other orders as possible. */
async function requireRoom(
  trx: Database,
  office: OfficeKey,
  { courierId, orderId, now }: { courierId: number; orderId: number; now: Date },
): Promise<void> {
  const { open } = await trx
    .selectFrom('photo_requests as asked')
    .select(sql<number>`count(*)::integer`.as('open'))
    .where(inOffice(office, 'asked'))
    .where('asked.courier_id', '=', courierId)
    .where('asked.order_id', '<>', orderId)
    .where(isOpenRequest(now))
    .executeTakeFirstOrThrow();
  if (open >= MAX_OPEN)
    throw conflict(`El repartidor ya tiene ${MAX_OPEN} fotos pedidas: espere a que envíe alguna o retire un pedido`);
}

/** Adds what happened to the order's history. */
function record(
  trx: Database,
  dispatcher: Dispatcher,
  { order, what, text, now }: { order: { id: number; code: string }; what: NoteChange; text: string; now: Date },
): Promise<unknown> {
  const note = { id: order.id, orderId: order.id, text };
  return appendEvent(trx, dispatcher.companyId, noteEvent(dispatcher, { note, code: order.code, what, now }));
}

/**
 * Asks the courier who closed an order for a photo, in place of an earlier request, or withdraws the open request.
 * The same open request again changes nothing.
 * @throws Refusal not-found for another office's order; conflict for one that no phone closed, or long ago, and for a
 * courier who has many open requests, and above the person's changes of a day; invalid for a kind that does not fit the
 * visit.
 */
export async function askForPhoto(
  { db, clock, feed, attention }: FieldServices & { attention: { nudge: () => void } },
  dispatcher: Dispatcher,
  orderId: number,
  kind: PhotoRequest['kind'] | null,
): Promise<{ request: PhotoRequest | null }> {
  const { companyId, officeId, username, user } = dispatcher;
  const now = clock();
  const answer = await transact(
    db,
    async (trx) => {
      // Locks the board before the office, like searches.
      await nextRevision(trx, dispatcher);
      await lockOffice(trx, dispatcher);
      const order = await requireOrder(trx, dispatcher, orderId);
      const before = await findRequest(trx, dispatcher, orderId, now);
      const open = before?.answeredAt === null ? before : undefined;
      if ((open?.kind ?? null) === kind) return { request: open ?? null, isNew: false };
      if (kind === null) {
        await trx.deleteFrom('photo_requests').where(inOffice(dispatcher)).where('order_id', '=', orderId).execute();
        await record(trx, dispatcher, {
          order,
          what: 'foto_retirada',
          text: open ? EVIDENCE_KINDS[open.kind] : '',
          now,
        });
        return { request: null, isNew: true };
      }
      // A withdrawal is not counted: it needs a request.
      await countChanges(trx, dispatcher, 1, now);
      const { visit, courier_id: courierId, to_state: to } = await requireVisit(trx, dispatcher, order, now);
      const kinds: readonly EvidenceKind[] = REQUIRABLE_KINDS[to === 'entregada' ? 'delivered' : 'failed'];
      if (!kinds.includes(kind)) throw invalid('Esa foto no corresponde al resultado de la visita', 'kind');
      await requireRoom(trx, dispatcher, { courierId, orderId, now });
      const asked = {
        courier_id: courierId,
        visit,
        kind,
        asked_at: now,
        by_username: username,
        by_user: user,
        answered_at: null,
      };
      await trx
        .insertInto('photo_requests')
        .values({ company_id: companyId, office_id: officeId, order_id: orderId, ...asked })
        .onConflict((conflict) => conflict.columns(['office_id', 'order_id']).doUpdateSet(asked))
        .execute();
      await record(trx, dispatcher, { order, what: 'foto_pedida', text: EVIDENCE_KINDS[kind], now });
      return { request: (await findRequest(trx, dispatcher, orderId, now)) ?? null, isNew: true };
    },
    { repeatable: true },
  );
  if (answer.isNew) {
    feed.nudge(officeId);
    attention.nudge();
  }
  return { request: answer.request };
}

/** A condition for rows of an order with faults that nobody has accepted, as in the partial indexes. */
const UNSETTLED = sql<boolean>`faults <> '{}' and settled_at is null`;

/** Accepts the faults of an order's photos up to one, of all kinds or of one. @returns the photos' faults. */
const settlePhotos = (
  trx: Database,
  office: OfficeKey,
  { orderId, upTo, kind, now }: { orderId: number; upTo: number; kind?: EvidenceKind; now: Date },
) =>
  trx
    .updateTable('evidence')
    .set({ settled_at: now })
    .where(inOffice(office))
    .where('order_id', '=', orderId)
    .where('id', '<=', upTo)
    .where(UNSETTLED)
    .$if(kind !== undefined, (photos) => photos.where('kind', '=', kind ?? 'entrega'))
    .returning('faults')
    .execute();

/** Accepts the faults of an order's visits up to one. @returns the visits' faults. */
const settleVisits = (
  trx: Database,
  office: OfficeKey,
  { orderId, upTo, now }: { orderId: number; upTo: number; now: Date },
) =>
  trx
    .updateTable('field_visits')
    .set({ settled_at: now })
    .where(inOffice(office))
    .where('order_id', '=', orderId)
    .where('id', '<=', upTo)
    .where(UNSETTLED)
    .returning('faults')
    .execute();

/**
 * Accepts the photos and visits of an order as they are. Those that arrived since are not accepted.
 * @param upTo the last photo and the last visit that the person saw; null without one.
 * @throws Refusal not-found for another office's order.
 */
export async function settleChecks(
  { db, clock, feed }: FieldServices,
  dispatcher: Dispatcher,
  orderId: number,
  upTo: { photo: string | null; visit: string | null },
): Promise<Record<string, never>> {
  const now = clock();
  const isNew = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, dispatcher);
      const order = await requireOrder(trx, dispatcher, orderId);
      // Null becomes 0, which is before every id.
      const photos = await settlePhotos(trx, dispatcher, { orderId, upTo: Number(upTo.photo), now });
      const visits = await settleVisits(trx, dispatcher, { orderId, upTo: Number(upTo.visit), now });
      const faults = new Set([...photos, ...visits].flatMap((each) => each.faults));
      if (faults.size === 0) return false;
      const text = [...faults].map((fault) => PHOTO_FAULTS[fault]).join(', ');
      await record(trx, dispatcher, { order, what: 'prueba_aceptada', text, now });
      return true;
    },
    { repeatable: true },
  );
  if (isNew) feed.nudge(dispatcher.officeId);
  return {};
}

/** An open request that a photo answers. */
interface Answered {
  visit: string;
  kind: EvidenceKind;
  /** The photo was taken since, because it was asked for. */
  isAsked: boolean;
}

/** @returns the request that a new photo answers: one taken since, or the first of its kind. */
export async function answeredBy(
  trx: Database,
  office: Pick<OfficeKey, 'companyId' | 'officeId'>,
  { orderId, kind, at, now }: { orderId: number; kind: EvidenceKind; at: Date; now: Date },
): Promise<Answered | undefined> {
  const request = await trx
    .selectFrom('photo_requests as asked')
    .select(['asked.visit', 'asked.kind', 'asked.asked_at'])
    .where(inOffice(office, 'asked'))
    .where('asked.order_id', '=', orderId)
    .where(isOpenRequest(now))
    .executeTakeFirst();
  if (request?.kind !== kind) return undefined;
  const { visit } = request;
  if (at.getTime() + MEASURED_MS >= request.asked_at.getTime()) return { visit, kind, isAsked: true };
  const earlier = await trx
    .selectFrom('evidence')
    .select('id')
    .where(inOffice(office))
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return earlier ? undefined : { visit, kind, isAsked: false };
}

/**
 * Ends a request whose photo has arrived: earlier ones of its kind need no decision any more. Call it with the office's
 * lock.
 */
export async function settleByAnswer(
  trx: Database,
  author: OfficeKey & Actor,
  {
    request,
    orderId,
    code,
    photo,
    now,
  }: { request: Answered; orderId: number; code: string; photo: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('photo_requests')
    .set({ answered_at: now })
    .where(inOffice(author))
    .where('order_id', '=', orderId)
    .execute();
  await settlePhotos(trx, author, { orderId, upTo: photo - 1, kind: request.kind, now });
  const seen = await trx
    .updateTable('field_visits')
    .set({ unreadable_photo: false })
    .where(inOffice(author))
    .where('order_id', '=', orderId)
    .where('visit', '=', request.visit)
    .where('unreadable_photo', '=', true)
    .where('state', '<>', 'pendiente')
    .returning(['id', 'company_id', 'office_id', 'order_id'])
    .execute();
  for (const row of seen)
    await reportReview(trx, { ...row, code, why: 'foto' }, { actor: author, now, decision: 'aceptada' });
}

/**
 * Withdraws an answer because its photo is removed: the request reopens, and so do the faults that the photo resolved.
 * Call it with the office's lock.
 */
export async function reopenAnswered(
  trx: Database,
  office: OfficeKey,
  { orderId, kind, arrivedAt }: { orderId: number; kind: EvidenceKind; arrivedAt: Date },
): Promise<void> {
  const [reopened] = await trx
    .updateTable('photo_requests')
    .set({ answered_at: null })
    .where(inOffice(office))
    .where('order_id', '=', orderId)
    .where(sql<boolean>`kind = ${kind}`)
    .where('answered_at', '=', arrivedAt)
    .returning('order_id')
    .execute();
  if (!reopened) return;
  await trx
    .updateTable('evidence')
    .set({ settled_at: null })
    .where(inOffice(office))
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('settled_at', '=', arrivedAt)
    .execute();
}
