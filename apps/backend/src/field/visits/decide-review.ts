import { type Payment, type Review, REVIEW_REASONS, type reviewOperations } from '@despacho/contracts/dispatch';
import { collect, UNCOLLECTED } from '#work/assignments/closing.ts';
import { changeOrdersIn, type Decision, type Patch } from '#work/assignments/change-orders.ts';
import { confirmedText } from '#work/days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { type PlaceRules } from '#orders/places/judge-places.ts';
import { type DispatchRow } from '#orders/order/order-row.ts';
import { findOrders } from '#orders/order/orders-repository.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { reportReview } from './review-events.ts';
import { toReviews } from './review-row.ts';
import { type NamedVisitRow } from './visit-row.ts';
import { namedVisitsOf } from './visits-repository.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';

/** A person's decision about a pending visit. */
interface Request {
  key: string;
  /** Number of the visit. */
  id: number;
  decision: 'aceptada' | 'rechazada';
  /** The order's version that the person saw. */
  version: number;
  why?: string | undefined;
}

/** Nothing paid is an amount of zero. */
const NOTHING: Payment[] = [{ means: 'efectivo', amount: 0 }];

/** What the courier collected. The amount due may have changed since. */
const collectionOf = (row: DispatchRow, { to_state: to, payments, difference }: NamedVisitRow): Patch =>
  to === 'entregada'
    ? collect(row, { payments: payments ?? NOTHING, difference: difference ?? 'Aceptado en revisión' })
    : UNCOLLECTED;

/** The order as the courier left it, from whatever state it is in: the office has seen both sides. */
const acceptedAs = (row: DispatchRow, visit: NamedVisitRow): Decision => ({
  what: 'visita_aceptada',
  recorded: true,
  patch: {
    state: visit.to_state,
    reason: visit.reason,
    wanted: visit.wanted,
    courierId: String(visit.courier_id),
    closedAt: visit.at.toISOString(),
    ...collectionOf(row, visit),
  },
});

const REJECTED: Decision = { what: 'visita_rechazada', recorded: true, patch: {} };

function requirePending({ state, decided_at: at, ...visit }: NamedVisitRow): void {
  if (state === 'pendiente') return;
  const by = { username: visit.decided_username ?? '', user: visit.decided_user ?? '' };
  if (at === null) throw conflict('El repartidor la reemplazó por otra visita');
  const verb = state === 'aceptada' ? 'aceptó' : 'rechazó';
  throw conflict(`${by.user} ya la ${verb}`);
}

/** Removes a visit with a doubtful picture from «Por revisar». Neither the visit nor its order changes. */
async function seePhoto(
  rules: PlaceRules,
  dispatcher: Dispatcher,
  visit: NamedVisitRow,
  { decision, now }: { decision: Request['decision']; now: Date },
): Promise<Review> {
  const { db: trx } = rules;
  if (decision === 'rechazada') throw conflict('La visita ya cerró la orden: marque como vista su foto');
  await trx.updateTable('field_visits').set({ unreadable_photo: false }).where('id', '=', visit.id).execute();
  const [review] = await toReviews(rules, dispatcher, [{ ...visit, unreadable_photo: false }]);
  if (!review) throw new Error(`Visit ${visit.id} has no order`);
  await reportReview(trx, { ...visit, code: review.order.code, why: 'foto' }, { actor: dispatcher, now, decision });
  return review;
}

async function decide(rules: PlaceRules, dispatcher: Dispatcher, request: Request, now: Date): Promise<Review> {
  const { db: trx } = rules;
  const { id, decision, version } = request;
  await lockOffice(trx, dispatcher);
  const find = () => namedVisitsOf(trx, dispatcher).where('field_visits.id', '=', id).executeTakeFirst();
  const visit = await find();
  if (!visit) throw notFound();
  if (visit.unreadable_photo && visit.state !== 'pendiente')
    return seePhoto(rules, dispatcher, visit, { decision, now });
  // Other applied visits are not reviewed by the office.
  if (!visit.why) throw notFound();
  requirePending(visit);
  const why = [`${visit.courier_name}: ${REVIEW_REASONS[visit.why]}`, request.why].filter(Boolean).join('. ');
  const { outcomes } = await changeOrdersIn(
    trx,
    dispatcher,
    {
      refs: [{ id: String(visit.order_id), version }],
      why,
      // Undone, the visit would count nowhere.
      undoable: false,
      plan: () => ({ decide: (row) => (decision === 'aceptada' ? acceptedAs(row, visit) : REJECTED) }),
    },
    now,
  );
  const [outcome] = outcomes;
  if (outcome?.ok === false && outcome.confirmed)
    throw conflict(
      `El cierre del día ya fue confirmado por ${confirmedText(outcome.confirmed, dispatcher.timeZone)}; reábralo antes de aceptar esta visita`,
    );
  if (!outcome?.ok) throw conflict('La orden cambió mientras la revisaba; vuelva a mirarla');
  await trx
    .updateTable('field_visits')
    .set({ ...decidedBy(dispatcher, now, request.why ?? null), state: decision })
    .where('id', '=', id)
    .execute();
  await reportReview(trx, { ...visit, code: outcome.code }, { actor: dispatcher, now, decision });
  const decided = await find();
  const [review] = decided ? await toReviews(rules, dispatcher, [decided]) : [];
  if (!review) throw new Error(`Visit ${id} has no order`);
  return review;
}

/**
 * Accepts a pending visit, which applies it to its order as a change by this person, or rejects it. Both are in the
 * order's history with the reason, and final.
 * @throws Refusal conflict if it was decided already, or the order is no longer as the person saw it.
 */
export function decideReview(services: FieldServices, dispatcher: Dispatcher, request: Request): Promise<Review> {
  const { key, id, decision, version, why } = request;
  const repeatable = { key, operation: `review.${decision}`, content: [id, version, why] };
  return transactOnce(services, dispatcher, repeatable, (trx, now) =>
    decide({ db: trx, config: services.config }, dispatcher, request, now),
  );
}

type RejectAll = z.infer<(typeof reviewOperations)['reviews.rejectAll']['body']>;

/**
 * Rejects the pending visits of a courier up to the last one that the person saw, for example of a stolen phone.
 * @returns how many; 0 if colleagues decided all of them.
 */
export function rejectAll(
  services: FieldServices,
  dispatcher: Dispatcher,
  key: string,
  body: RejectAll,
): Promise<{ rejected: number }> {
  return transactOnce(services, dispatcher, { key, operation: 'review.todas', content: body }, async (trx, now) => {
    await lockOffice(trx, dispatcher);
    const courier = await requireCourier(trx, dispatcher, Number(body.courierId));
    const visits = await namedVisitsOf(trx, dispatcher)
      .where(sql<boolean>`field_visits.state = 'pendiente'`)
      .where('field_visits.courier_id', '=', courier.id)
      .where('field_visits.id', '<=', Number(body.upTo))
      .orderBy('field_visits.id')
      .execute();
    const orders = await findOrders(trx, dispatcher, [...new Set(visits.map(({ order_id }) => order_id))]);
    const { outcomes } = await changeOrdersIn(
      trx,
      dispatcher,
      {
        refs: orders.map(({ id, version }) => ({ id: String(id), version })),
        why: `${courier.name}: todas sus visitas por revisar. ${body.why}`,
        undoable: false,
        plan: () => ({ decide: () => REJECTED }),
      },
      now,
    );
    if (outcomes.some(({ ok }) => !ok)) throw new Error('An order changed under the lock of its office');
    const codes = new Map(orders.map(({ id, code }) => [id, code]));
    for (const visit of visits) {
      await trx
        .updateTable('field_visits')
        .set({ ...decidedBy(dispatcher, now, body.why), state: 'rechazada' })
        .where('id', '=', visit.id)
        .execute();
      const code = codes.get(visit.order_id) ?? '';
      await reportReview(trx, { ...visit, code }, { actor: dispatcher, now, decision: 'rechazada' });
    }
    return { rejected: visits.length };
  });
}

const decidedBy = ({ username, user }: Dispatcher, now: Date, why: string | null) => ({
  decided_at: now,
  decided_username: username,
  decided_user: user,
  decided_why: why,
  unreadable_photo: false,
});
