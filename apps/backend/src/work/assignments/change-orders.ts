import { randomUUID } from 'node:crypto';
import {
  type OrderChange,
  type OrderRef,
  type Outcome,
  type Receipt,
  type RefusedWhy,
  UNDO_SECONDS,
  type Warning,
} from '@despacho/contracts/dispatch';
import { addingToConfirmed, alteringConfirmed } from '../days/confirmed-payments.ts';
import { workingDaysOf } from '../days/working-days.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type Repeatable, transactOnce } from '#platform/dispatch/idempotency.ts';
import { paidOf, recordPayments } from '../money/record-payments.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import {
  isCurrent,
  changedOf,
  courierOf,
  type DispatchFields,
  dispatchFieldsOf,
  type DispatchRow,
} from '#orders/order/order-row.ts';
import { findDispatched } from '#orders/order/orders-repository.ts';
import { type Change, differing, writeChanges } from '#orders/order/write-changes.ts';
import { rememberDelivered } from '#orders/places/places-repository.ts';
import { type WorkServices } from '../services.ts';

/**
 * What an operation decides for one order: a change, nothing because the order already is as requested, or a refusal. A
 * `recorded` change is an event even if no field differs.
 */
export type Decision = { what: OrderChange; patch: Patch; recorded?: true } | 'as_wanted' | RefusedWhy;

export type Patch = Partial<DispatchFields>;

/** A change that an operation makes to one order. */
export type Dispatching = Change<DispatchFields> & { row: DispatchRow };

/** The decision of an operation. Created after the office's row is locked, so that what it reads stays valid. */
interface Plan {
  /** The orders, if the operation looks them up itself instead of receiving them. */
  refs?: OrderRef[];
  decide: (row: DispatchRow, place: number) => Decision;
  /** Runs after the write. @param batch its id. @returns the warnings about the couriers of the changed orders. */
  after?: (changes: readonly Dispatching[], batch: string) => Promise<Warning[]>;
}

/** A request that changes orders. */
export interface BulkRequest {
  key: string;
  operation: string;
  /** The request's content, to detect another request with the same key. */
  content: unknown;
  refs: readonly OrderRef[];
  why?: string | undefined;
  undoes?: string;
  /** False for changes that nobody may undo. */
  undoable?: boolean;
  plan: (trx: Database, now: Date) => Plan | Promise<Plan>;
}

/** An operation that changes orders. A repeated key gets the receipt of the first request, and changes nothing. */
export type BulkOperation<Body> = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: Body,
) => Promise<Receipt>;

const refused = (id: string, why: RefusedWhy, row?: DispatchRow): Extract<Outcome, { ok: false }> => ({
  ok: false,
  id,
  code: row?.code ?? null,
  why,
  now: row
    ? {
        version: row.version,
        state: row.state,
        courier: courierOf(row),
        changed: changedOf(row),
      }
    : null,
});

function judge(refs: readonly OrderRef[], rows: ReadonlyMap<number, DispatchRow>, decide: Plan['decide']) {
  const changes: Dispatching[] = [];
  const outcomes = refs.map(({ id, version }, place): Outcome => {
    const row = rows.get(Number(id));
    if (!row) return refused(id, 'not_found');
    if (!isCurrent(row, version)) return refused(id, 'changed', row);
    const decision = decide(row, place);
    if (typeof decision === 'string' && decision !== 'as_wanted') return refused(id, decision, row);
    const fields = dispatchFieldsOf(row);
    const patch = decision === 'as_wanted' ? {} : differing(fields, decision.patch);
    if (decision === 'as_wanted' || (Object.keys(patch).length === 0 && !decision.recorded))
      return { ok: true, id, code: row.code, version: row.version, changed: false };
    changes.push({ row, fields, patch, what: decision.what });
    return { ok: true, id, code: row.code, version: row.version + 1, changed: true };
  });
  return { changes, outcomes };
}

/** Adds the working day of each visit that takes place or gets another time or courier. An undo states the day. */
async function withVisitDays(
  trx: Database,
  dispatcher: Dispatcher,
  { changes, outcomes }: ReturnType<typeof judge>,
): Promise<ReturnType<typeof judge>> {
  const visits = changes.flatMap((change) => {
    const { fields, patch } = change;
    const { closedAt, courierId } = { ...fields, ...patch };
    const isStated = 'visitDay' in patch || !('closedAt' in patch || 'courierId' in patch);
    return isStated || closedAt === null || courierId === null
      ? []
      : [{ change, courierId: Number(courierId), at: new Date(closedAt) }];
  });
  const days = await workingDaysOf(trx, dispatcher, visits);
  const dayOf = new Map(visits.map(({ change }, index) => [change, days[index] ?? null]));
  return {
    outcomes,
    changes: changes.map((change) => {
      const { fields, patch } = change;
      const isOpened = patch.closedAt === null && !('visitDay' in patch);
      if (!isOpened && !dayOf.has(change)) return change;
      return { ...change, patch: { ...patch, ...differing(fields, { visitDay: dayOf.get(change) ?? null }) } };
    }),
  };
}

/** Refuses the changes that would alter the results of a confirmed day, or add an order to it. */
async function exceptConfirmed(
  trx: Database,
  dispatcher: Dispatcher,
  { changes, outcomes }: ReturnType<typeof judge>,
  now: Date,
) {
  const confirmed = new Map([
    ...(await alteringConfirmed(trx, dispatcher, changes)),
    ...(await addingToConfirmed(trx, dispatcher, changes, now)),
  ]);
  if (confirmed.size === 0) return { changes, outcomes };
  const rows = new Map(changes.map(({ row }) => [String(row.id), row]));
  return {
    changes: changes.filter(({ row }) => !confirmed.has(row.id)),
    outcomes: outcomes.map((outcome): Outcome => {
      const by = confirmed.get(Number(outcome.id));
      return by ? { ...refused(outcome.id, 'day_confirmed', rows.get(outcome.id)), confirmed: by } : outcome;
    }),
  };
}

/** Like `changeOrders`, in the caller's transaction and without an idempotency key. Wake the feed after the commit. */
export async function changeOrdersIn(
  trx: Database,
  dispatcher: Dispatcher,
  { refs: named, plan, why, undoes, undoable = undoes === undefined }: Omit<BulkRequest, keyof Repeatable>,
  now: Date,
): Promise<Receipt> {
  const { companyId, officeId, sub } = dispatcher;
  // Must precede every read: everyone who writes orders of the office waits for this lock.
  await lockOffice(trx, dispatcher);
  const { refs = named, decide, after } = await plan(trx, now);
  const rows = await findDispatched(
    trx,
    dispatcher,
    refs.map(({ id }) => Number(id)),
  );
  const { changes, outcomes } = await exceptConfirmed(
    trx,
    dispatcher,
    await withVisitDays(trx, dispatcher, judge(refs, rows, decide)),
    now,
  );
  if (changes.length === 0) return { batch: null, at: now.toISOString(), undoUntil: null, outcomes, warnings: [] };

  const batch = { id: randomUUID(), now, ...(why !== undefined && { why }), ...(undoes !== undefined && { undoes }) };
  await writeChanges(trx, dispatcher, batch, changes);
  const payments = changes.map(({ row, fields, patch }) => ({
    orderId: row.id,
    before: paidOf(fields),
    after: paidOf({ ...fields, ...patch }),
  }));
  await recordPayments(trx, dispatcher, payments, now);
  const delivered = changes.filter(({ patch }) => patch.state === 'entregada').map(({ row }) => row.id);
  await rememberDelivered(trx, dispatcher, delivered, now);
  await trx
    .insertInto('batches')
    .values({ id: batch.id, company_id: companyId, office_id: officeId, person: sub, at: now, undoable })
    .execute();
  return {
    batch: batch.id,
    at: now.toISOString(),
    undoUntil: undoable ? new Date(now.getTime() + UNDO_SECONDS * 1000).toISOString() : null,
    outcomes,
    warnings: after ? await after(changes, batch.id) : [],
  };
}

/**
 * Changes orders of an office: all that can be changed, in one transaction with their events and the receipt.
 * @returns the result per order. A repeated request gets the first one's receipt and changes nothing.
 */
export const changeOrders = (services: WorkServices, dispatcher: Dispatcher, request: BulkRequest): Promise<Receipt> =>
  transactOnce(
    services,
    dispatcher,
    request,
    (trx, now) => changeOrdersIn(trx, dispatcher, request, now),
    ({ batch }) => batch !== null,
  );
