import { hash } from 'node:crypto';
import { type VisitAnswer, type VisitBody } from '@despacho/contracts/dispatch';
import { changeOrdersIn } from '#work/assignments/change-orders.ts';
import { closingPlan } from '#work/assignments/close-orders.ts';
import { correctionPlan } from '#work/assignments/correct-closing.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { confirmationOf, findDay } from '#work/days/days-repository.ts';
import { workingDayOf } from '#work/days/working-days.ts';
import { distanceFrom, farFrom, readFarLimits } from '../evidence/check-photo.ts';
import { farFault } from '../evidence/photo-faults.ts';
import { actingCourier } from '../route/field-caller.ts';
import { requireOwn } from '../route/own-order.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type OrderRow } from '#orders/order/order-row.ts';
import { type PlaceRules } from '#orders/places/judge-places.ts';
import { learnDoor } from '#orders/locating/learn-doors.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { ERASED } from '#platform/erased.ts';
import { listReasonsOf } from '#orders/reasons/reasons-repository.ts';
import { conflict, Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { judgeVisit, type Verdict, visitTime } from './judge-visit.ts';
import { reportReview } from './review-events.ts';
import { answerOf, sideOf, type VisitRow } from './visit-row.ts';
import { chainOf, countPending, countVisits, findVisit, isCorrected } from './visits-repository.ts';

/** Far more than an honest phone sends of one order; a stolen one cannot fill the office's reviews. */
const MAX_ORDER_VISITS = 40;

/** Visits of a courier that may wait for review: more than an honest phone causes in weeks, and few enough to decide. */
const MAX_PENDING = 200;

/**
 * The values that a repetition must not change. A newer page may add the rest to a visit that an older one recorded;
 * the receiver is not in it, because hashes are kept when personal data is erased.
 */
const hashOf = ({ order, attempt, to, reason, payments, difference, at, corrects }: VisitBody): string =>
  hash('sha256', JSON.stringify([order, attempt, to, reason, payments, difference, at, corrects]));

async function hasReason(db: Database, phone: Phone, { reason }: VisitBody): Promise<boolean> {
  return reason === undefined || (await listReasonsOf(db, phone)).some(({ code }) => code === reason);
}

/** Whether the office has confirmed the day of a visit: nothing of it changes any more without the office. */
async function isConfirmed(trx: Database, phone: Phone, day: string | null): Promise<boolean> {
  if (day === null) return false;
  return confirmationOf(await findDay(trx, phone, { courierId: phone.courierId, day })) !== null;
}

/** @returns «Pidió otra fecha: 30/11/2026», for the order's history. */
const wantedText = (day: string): string => `Pidió otra fecha: ${day.split('-').toReversed().join('/')}`;

/** Closes the order, or corrects its closing, with the rules and the events of the desk. @returns the order after it. */
async function apply(
  trx: Database,
  phone: Phone,
  { body, order, verdict, at, now }: { body: VisitBody; order: OrderRow; verdict: Verdict; at: Date; now: Date },
): Promise<OrderRow> {
  if (verdict.do !== 'close' && verdict.do !== 'correct') return order;
  const courier = actingCourier(phone);
  const { to, reason, payments, difference, wanted } = body;
  const closing = { id: body.order, version: order.version, to, reason, wanted, payments, difference };
  const { outcomes } = await changeOrdersIn(
    trx,
    courier,
    {
      refs: [closing],
      undoable: false,
      ...(verdict.do === 'correct'
        ? { why: 'Corrección del repartidor', plan: correctionPlan(courier, [closing]) }
        : {
            ...(wanted !== undefined && { why: wantedText(wanted) }),
            plan: closingPlan(courier, [{ ...closing, at: at.toISOString(), timeChecked: true }]),
          }),
    },
    now,
  );
  const [outcome] = outcomes;
  // The visit was judged under the same lock, so a refusal here means that the two rules differ.
  if (!outcome?.ok) throw new Error(`Visit ${body.id} was refused: ${outcome?.why ?? 'no outcome'}`);
  return { ...order, state: to, version: outcome.version };
}

/** Marks the pending visit of a chain as replaced by a later one, so that the office decides once. */
async function replacePending(
  trx: Database,
  phone: Phone,
  chain: readonly VisitRow[],
  { order, isApplied, now }: { order: OrderRow; isApplied: boolean; now: Date },
): Promise<void> {
  for (const each of chain) {
    if (each.state !== 'pendiente' && !(isApplied && each.state === 'aplicada')) continue;
    await trx.updateTable('field_visits').set({ state: 'reemplazada' }).where('id', '=', each.id).execute();
    if (each.state === 'pendiente')
      await reportReview(
        trx,
        { ...each, code: order.code },
        { actor: actingCourier(phone), now, decision: 'reemplazada' },
      );
  }
}

async function write(
  trx: Database,
  phone: Phone,
  { body, isReport, now, config }: { body: VisitBody; isReport: boolean; now: Date; config: PlaceRules['config'] },
): Promise<{ row: VisitRow; isNew: boolean }> {
  const { companyId, officeId, courierId } = phone;
  // Must precede every read: everyone who writes orders of the office waits for this lock.
  await lockOffice(trx, phone);
  const requestHash = hashOf(body);
  const known = await findVisit(trx, body.id);
  if (known) {
    if (known.office_id !== officeId || known.courier_id !== courierId || known.request_hash !== requestHash)
      throw conflict('Ese identificador ya se usó para otra visita');
    return { row: known, isNew: false };
  }
  const order = await requireOwn(trx, phone, Number(body.order));
  if ((await countVisits(trx, phone, courierId, order.id)) >= MAX_ORDER_VISITS)
    throw new Refusal('unprocessable', `Esa orden ya tiene ${MAX_ORDER_VISITS} visitas registradas, el máximo`);
  const corrected = body.corrects === undefined ? undefined : await findVisit(trx, body.corrects);
  const isOwn = corrected?.office_id === officeId && corrected.courier_id === courierId;
  if (isOwn && corrected.order_id !== order.id)
    throw new Refusal('unprocessable', 'La visita que corrige es de otra orden', undefined, 'corrects');
  const root = (isOwn ? corrected.root : body.corrects) ?? body.id;
  const chain = body.corrects === undefined ? [] : await chainOf(trx, courierId, { orderId: order.id, root });

  const { at, doubtful } = visitTime(body, order, now);
  // A reported visit is not judged or applied: what fails there may be the reason why the phone could not record it.
  const judged: Verdict = isReport
    ? { do: 'review', why: 'no_registrada' }
    : judgeVisit({
        body,
        courierId,
        order,
        hasReason: await hasReason(trx, phone, body),
        chain,
        isCorrected: await isCorrected(trx, courierId, body.id),
      });
  const isLate =
    (judged.do === 'close' || judged.do === 'correct') &&
    (await isConfirmed(
      trx,
      phone,
      judged.do === 'close' ? await workingDayOf(trx, phone, { courierId, at }) : order.visit_day,
    ));
  const verdict: Verdict = isLate ? { do: 'review', why: 'dia_confirmado' } : judged;
  if (
    verdict.do === 'review' &&
    !chain.some(({ state }) => state === 'pendiente') &&
    (await countPending(trx, phone, courierId)) >= MAX_PENDING
  )
    throw new Refusal('busy', 'Su oficina debe revisar antes otras visitas de este teléfono; esta se enviará después');
  const after = await apply(trx, phone, { body, order, verdict, at, now });
  if (verdict.do !== 'replaced')
    await replacePending(trx, phone, chain, { order, isApplied: verdict.do === 'correct', now });
  // A visit that arrives after its recipient was erased must not bring the personal data back.
  const isErased = order.recipient === ERASED;
  const { receiver, place } = isErased ? { receiver: null, place: null } : body;
  const far = await readFarLimits(trx, phone);
  const row = await trx
    .insertInto('field_visits')
    .values({
      visit: body.id,
      company_id: companyId,
      office_id: officeId,
      courier_id: courierId,
      device_id: phone.id,
      order_id: order.id,
      attempt: body.attempt,
      seen_version: body.version,
      request_hash: requestHash,
      corrects: body.corrects ?? null,
      root,
      to_state: body.to,
      reason: body.reason ?? null,
      payments: body.payments ? JSON.stringify(body.payments) : null,
      difference: body.difference ?? null,
      device_at: new Date(body.at),
      clock_offset_ms: body.clockOffsetMs ?? null,
      at,
      doubtful_time: doubtful,
      arrived_at: now,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      accuracy: place?.accuracy ?? null,
      receiver: receiver
        ? JSON.stringify({
            name: receiver.name,
            document: receiver.document ?? null,
            relation: receiver.relation ?? null,
          })
        : null,
      photos: JSON.stringify(body.photos ?? []),
      found: JSON.stringify(sideOf(order)),
      door: body.door ?? null,
      wanted: body.wanted ?? null,
      state: verdict.do === 'review' ? 'pendiente' : verdict.do === 'replaced' ? 'reemplazada' : 'aplicada',
      why: verdict.do === 'review' ? verdict.why : null,
      result: verdict.do === 'review' ? 'review' : 'applied',
      order_state: after.state,
      order_version: after.version,
      erased_at: isErased ? now : null,
      faults: verdict.do === 'replaced' ? [] : farFault(farFrom(order, distanceFrom(order, place ?? null, far)), far),
    })
    // The same id from another office: each office has its own lock.
    .onConflict((conflict) => conflict.column('visit').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw conflict('Ese identificador ya se usó para otra visita');
  if (row.state === 'aplicada') await learnDoor({ db: trx, config }, phone, order, now);
  if (verdict.do === 'review')
    await reportReview(trx, { ...row, code: order.code }, { actor: actingCourier(phone), now });
  return { row, isNew: true };
}

/**
 * Stores a visit of a phone and applies it to its order. If it no longer fits a change that the office has made, it
 * waits for review.
 * @returns the first result, also for a repetition weeks later.
 * @throws Refusal unprocessable for an order that was never the courier's; conflict for an id of another visit; busy
 * while too many visits of the courier wait for review.
 */
export const recordVisit = (services: FieldServices, phone: Phone, given: VisitBody): Promise<VisitAnswer> =>
  record(services, phone, given, false);

/**
 * Stores the facts of a visit that a phone could not send as a visit, for review. Its photos may follow, and the visit
 * itself is answered as known, so that it counts once.
 * @returns and throws as `recordVisit` does.
 */
export const reportVisit = (services: FieldServices, phone: Phone, given: VisitBody): Promise<VisitAnswer> =>
  record(services, phone, given, true);

async function record(
  { db, clock, feed, config }: FieldServices,
  phone: Phone,
  given: VisitBody,
  isReport: boolean,
): Promise<VisitAnswer> {
  const now = clock();
  const body = {
    ...given,
    id: given.id.toLowerCase(),
    ...(given.corrects !== undefined && { corrects: given.corrects.toLowerCase() }),
  };
  const { row, isNew } = await transact(db, (trx) => write(trx, phone, { body, isReport, now, config }), {
    repeatable: true,
  });
  if (isNew) feed.nudge(phone.officeId);
  return { ...answerOf(row), id: given.id };
}
