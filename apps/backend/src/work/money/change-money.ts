import { randomUUID } from 'node:crypto';
import {
  type AgreeMoney,
  type MoneyAct,
  type MoneyChanged,
  type MoneyReceipt,
  type Receive,
  UNDO_SECONDS,
  type UndoMoney,
  type VerifyPayments,
} from '@despacho/contracts/dispatch';
import { requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { countRows } from '#platform/database/count-rows.ts';
import { type Database } from '#platform/database/open-database.ts';
import { confirmationOf, confirmedText, dayEvent, type DayKey, findDay, saveDay } from '../days/days-repository.ts';
import { MAX_MOVEMENTS } from '#platform/database/table-bounds.ts';
import { countChanges } from '#platform/dispatch/count-changes.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { formatSoles } from '#platform/format-number.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { conflict, invalid, notFound, Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { NO_TOTALS, readTotals } from '../days/day-totals.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { agreement, requireAgreedSurplus } from './agreements.ts';
import { requireNewNumbers } from './operation-numbers.ts';
import { type Act, type Entry, Ledger, moneyOfOrders, versionOf } from './ledger.ts';
import { readInReview, readMoneyOf } from './read-money.ts';
import { type Selectable } from 'kysely';

/** A change of a courier's money, as it is decided under the office's lock. */
interface Step {
  trx: Database;
  key: DayKey;
  courier: string;
  act: Act;
  ledger: Ledger;
}

/** Refuses a request whose author has not seen the newest entry, such as another cashier's. */
export async function requireSeen(
  trx: Database,
  dispatcher: Dispatcher,
  key: DayKey,
  { version, courier }: { version: number; courier: string },
): Promise<void> {
  if ((await versionOf(trx, dispatcher, key)) !== version)
    throw conflict(`El dinero de ${courier} acaba de cambiar; revise los montos y vuelva a intentarlo`);
}

/** Refuses above the maximum, because everyone who opens the day reads all its movements. */
async function requireMovements(
  trx: Database,
  { officeId }: Dispatcher,
  { courierId, day }: DayKey,
  courier: string,
): Promise<void> {
  const count = await countRows(
    trx
      .selectFrom('money_entries')
      .where('office_id', '=', officeId)
      .where('day', '=', day)
      .where('courier_id', '=', courierId)
      .where('what', '<>', 'cobro'),
  );
  if (count >= MAX_MOVEMENTS)
    throw conflict(`El día de ${courier} llegó al máximo de movimientos de dinero; confírmelo como está`);
}

/**
 * @throws Refusal invalid for a day on which the courier did nothing. Today exists as soon as there is an order to visit.
 */
async function requireDay(
  trx: Database,
  dispatcher: Dispatcher,
  key: DayKey,
  { courier, now }: { courier: string; now: Date },
): Promise<void> {
  const row = await findDay(trx, dispatcher, key);
  // Confirming and reopening an empty day leaves a row and entries without amounts.
  if (row?.started_at || row?.set_out_at || row?.ended_at) return;
  if (await entriesOf(trx, dispatcher, key).where('means', 'is not', null).limit(1).executeTakeFirst()) return;
  const { delivered, failed, open } =
    (await readTotals(trx, dispatcher, key.day, key.courierId)).get(key.courierId) ?? NO_TOTALS;
  if (delivered + failed > 0 || (open > 0 && key.day === officeDay(now, dispatcher))) return;
  throw invalid(`${courier} no tiene visitas ni dinero de ese día`, 'day');
}

interface Request {
  key: string;
  operation: string;
  what: MoneyAct;
  event: MoneyChanged['what'];
  body: { courierId: string; day: string; version?: number };
}

/** Carries out a request about a day that is not confirmed, once. */
function changeMoney(
  services: WorkServices,
  dispatcher: Dispatcher,
  { key, operation, what, event, body }: Request,
  write: (step: Step) => Promise<void>,
): Promise<MoneyReceipt> {
  return transactOnce(services, dispatcher, { key, operation, content: body }, async (trx, now) => {
    // Every change of an order and of money waits for the same lock.
    await lockOffice(trx, dispatcher);
    const courier = await requireCourier(trx, dispatcher, Number(body.courierId));
    const day = { courierId: courier.id, day: body.day };
    await requireDay(trx, dispatcher, day, { courier: courier.name, now });
    if (body.version !== undefined)
      await requireSeen(trx, dispatcher, day, { version: body.version, courier: courier.name });
    await requireMovements(trx, dispatcher, day, courier.name);
    const act: Act = { id: randomUUID(), what, now };
    const ledger = await Ledger.open(trx, dispatcher, [day]);
    await write({ trx, key: day, courier: courier.name, act, ledger });
    await countChanges(trx, dispatcher, ledger.size, now);
    await ledger.write();
    const { officeId, companyId, username, user } = dispatcher;
    await appendEvent(trx, companyId, {
      type: 'money.changed',
      at: now.toISOString(),
      officeId,
      actor: { username, user },
      what: event,
      courier: { id: String(courier.id), name: courier.name },
      day: body.day,
    });
    return {
      act: act.id,
      at: now.toISOString(),
      undoUntil:
        what === 'anulacion' || what === 'acuerdo' ? null : new Date(now.getTime() + UNDO_SECONDS * 1000).toISOString(),
      money: await readMoneyOf(trx, dispatcher, day, now),
    };
  });
}

/** @throws Refusal conflict for a confirmed day. */
async function requireOpen({ trx, key, courier }: Step, dispatcher: Dispatcher): Promise<void> {
  const confirmed = confirmationOf(await findDay(trx, dispatcher, key));
  if (!confirmed) return;
  throw conflict(
    `El día de ${courier} ya fue confirmado por ${confirmedText(confirmed, dispatcher.timeZone)}; para corregirlo, alguien con cargo S lo reabre`,
    { at: confirmed.at, by: confirmed.by, what: 'confirmada' },
  );
}

/**
 * Receives cash of a courier, and records a difference with its reason. What is neither received nor explained stays
 * with the courier.
 * @throws Refusal conflict if the money changed since the person saw it, the day is confirmed, or the surplus exceeds
 * what one person may receive; invalid for a difference that does not match the amounts.
 */
export const receiveMoney = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: Receive,
): Promise<MoneyReceipt> =>
  changeMoney(
    services,
    dispatcher,
    { key, operation: 'money receive', what: 'entrega', event: 'recibida', body },
    async (step) => {
      await requireOpen(step, dispatcher);
      const { ledger, act, key: day, courier } = step;
      const { amount, difference, counted } = body;
      const held = ledger.at(day, 'efectivo', 'repartidor');
      const stated = difference?.amount ?? 0;
      const surplus = Math.max(0, amount - held);
      if (surplus > 0 ? stated !== -surplus : stated < 0)
        throw invalid(
          surplus > 0
            ? `Recibe ${formatSoles(surplus)} más de lo que tiene ${courier}; indique el motivo`
            : `No sobra dinero: ${courier} tiene ${formatSoles(held)}`,
          'difference',
        );
      if (stated > held - amount)
        throw invalid(`Solo faltan ${formatSoles(held - amount)} de ${courier}`, 'difference');
      if (surplus > 0)
        await requireAgreedSurplus(step.trx, dispatcher, day, {
          // Cash of a visit in review is expected, although the ledger does not have it yet.
          surplus:
            ledger.surplus(day) +
            surplus -
            ((await readInReview(step.trx, dispatcher, day.day, day.courierId)).get(day.courierId) ?? 0),
          courier,
        });
      const cash = { key: day, means: 'efectivo', reason: difference?.reason } as const;
      ledger.head(act, day, { note: difference?.note ?? null, counted: counted ?? null });
      ledger.move(act, { ...cash, reason: undefined, from: 'repartidor', to: 'caja', amount: amount - surplus });
      ledger.move(act, { ...cash, from: 'diferencias', to: 'caja', amount: surplus });
      ledger.move(act, { ...cash, from: 'repartidor', to: 'diferencias', amount: Math.max(0, stated) });
    },
  );

/**
 * Records that payments arrived in the account.
 * @throws Refusal conflict as `receiveMoney`; not-found for a payment that this courier's day does not have or that is
 * in the account; conflict as `requireNewNumbers`.
 */
export const verifyPayments = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: VerifyPayments,
): Promise<MoneyReceipt> =>
  changeMoney(
    services,
    dispatcher,
    { key, operation: 'money verify', what: 'cuenta', event: 'verificada', body },
    async (step) => {
      await requireOpen(step, dispatcher);
      const { ledger, act, key: day } = step;
      const orders = body.payments.map(({ orderId }) => Number(orderId));
      const money = await moneyOfOrders(step.trx, dispatcher, day, orders);
      const heldOf = new Map(money.map(({ orderId, means, held }) => [`${orderId} ${means}`, held]));
      ledger.head(act, day);
      const payments = body.payments.map(({ orderId, means, operation }) => {
        const amount = heldOf.get(`${orderId} ${means}`) ?? 0;
        if (amount === 0) throw new Refusal('not-found', 'Ese pago ya está en la cuenta, o cambió');
        return { orderId: Number(orderId), means, operation, amount };
      });
      const numbered = payments.flatMap((each) =>
        each.operation === undefined ? [] : [{ ...each, operation: each.operation }],
      );
      await requireNewNumbers(step.trx, dispatcher, numbered, { ...body, now: act.now });
      for (const payment of payments) ledger.move(act, { key: day, from: 'repartidor', to: 'cuenta', ...payment });
    },
  );

/**
 * Records that another person agrees with a day's expenses, also of a confirmed day, or how much more than expected a
 * courier hands over before somebody else receives it.
 * @throws Refusal conflict as `receiveMoney`, and as `agreement` states.
 */
export const agreeMoney = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: AgreeMoney,
): Promise<MoneyReceipt> =>
  changeMoney(
    services,
    dispatcher,
    { key, operation: 'money agree', what: 'acuerdo', event: 'acordada', body },
    async (step) => {
      const { trx, ledger, act, key: day } = step;
      const { matter, amount } = body;
      if (matter === 'sobrante') await requireOpen(step, dispatcher);
      const note = await agreement(trx, dispatcher, day, { matter, amount, ledger });
      ledger.head(act, day, { note, matter, agreed: amount });
    },
  );

type EntryRow = Selectable<Entry>;

/** Refuses what may not be undone. */
function checkUndo(entries: readonly EntryRow[], dispatcher: Dispatcher, { why }: UndoMoney, now: Date): EntryRow {
  const head = entries.find(({ amount }) => amount === null);
  if (!head || head.what === 'acuerdo' || head.what === 'anulacion' || head.what === 'reapertura') throw notFound();
  const isRecent = now.getTime() - head.at.getTime() <= UNDO_SECONDS * 1000;
  const isOwn = head.person === dispatcher.sub;
  if (head.what === 'confirmacion' && !(isOwn && isRecent))
    throw conflict(`Ya pasaron los ${UNDO_SECONDS} segundos para deshacerlo; alguien con cargo S lo reabre`);
  if (!(isOwn && isRecent) && why === undefined) throw invalid('Escriba por qué lo anula', 'why');
  return head;
}

/**
 * Moves back what an act moved, by entries of another act.
 * @throws Refusal conflict if the payments changed, so that nothing could be negative.
 */
async function moveBack(
  { trx, ledger, act, key }: Omit<Step, 'courier'>,
  dispatcher: Dispatcher,
  entries: readonly EntryRow[],
): Promise<void> {
  const orders = entries.flatMap(({ order_id: id }) => id ?? []);
  const money = orders.length > 0 ? await moneyOfOrders(trx, dispatcher, key, orders) : [];
  const accountOf = new Map(money.map(({ orderId, means, account }) => [`${orderId} ${means}`, account]));
  for (const { means, amount, source, target, reason, order_id: orderId } of entries) {
    if (means === null || amount === null) continue;
    const isGone = target === 'cuenta' && orderId !== null && (accountOf.get(`${orderId} ${means}`) ?? 0) < amount;
    if (isGone) throw conflict('Un cobro de estos pagos se corrigió después; ya no se puede anular');
    ledger.move(act, {
      key,
      means,
      from: target,
      to: source,
      amount,
      reason: reason ?? undefined,
      orderId,
    });
  }
  ledger.settle(act, key, 'efectivo');
}

const entriesOf = (trx: Database, { officeId }: Dispatcher, { courierId, day }: DayKey) =>
  trx
    .selectFrom('money_entries')
    .selectAll()
    .where('office_id', '=', officeId)
    .where('day', '=', day)
    .where('courier_id', '=', courierId)
    .orderBy('id');

const UNCONFIRMED = {
  confirmed_at: null,
  confirmed_username: null,
  confirmed_user: null,
  expense_limit: null,
  totals: null,
};

/**
 * Reopens a day that was confirmed at a moment, and moves back what its confirmation moved.
 * @param step its act takes the confirmation back.
 * @param why null within seconds, by the person who confirmed it.
 */
export async function takeBackConfirmation(
  step: Omit<Step, 'courier'>,
  dispatcher: Dispatcher,
  { at, why }: { at: Date; why: string | null },
): Promise<void> {
  const { trx, ledger, act, key } = step;
  const entries = await entriesOf(trx, dispatcher, key)
    .where('what', '=', 'confirmacion')
    .where('at', '=', at)
    .execute();
  // Days that were confirmed before there was a ledger have no such act.
  const last = entries.at(-1)?.act ?? null;
  ledger.head(act, key, { undoes: last, note: why });
  await moveBack(
    step,
    dispatcher,
    entries.filter((each) => each.act === last),
  );
  await saveDay(trx, dispatcher, key, UNCONFIRMED);
}

/**
 * Cancels a hand-over, payments passed to the account, or, within 30 seconds, one's own confirmation of a day, by entries
 * that move the money back.
 * @throws Refusal not-found for an act of another day; conflict if it was cancelled before, the day was confirmed
 * after it, or payments changed; invalid without a reason, later than 30 seconds or for another person's.
 */
export const undoMoney = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: UndoMoney,
): Promise<MoneyReceipt> =>
  changeMoney(
    services,
    dispatcher,
    { key, operation: 'money undo', what: 'anulacion', event: 'anulada', body },
    async (step) => {
      const { trx, act, ledger, key: day } = step;
      const entries = await entriesOf(trx, dispatcher, day)
        .where((eb) => eb.or([eb('act', '=', body.act), eb('undoes', '=', body.act)]))
        .execute();
      const undoing = entries.find(({ undoes }) => undoes === body.act);
      if (undoing)
        throw conflict(
          undoing.what === 'reapertura'
            ? 'El día se reabrió después; esa confirmación ya no se puede deshacer'
            : 'Ya se anuló',
        );
      const { what, at } = checkUndo(entries, dispatcher, body, act.now);
      if (what !== 'confirmacion') {
        await requireOpen(step, dispatcher);
        ledger.head(act, day, { undoes: body.act, note: body.why ?? null });
        await moveBack(step, dispatcher, entries);
        return;
      }
      await takeBackConfirmation(step, dispatcher, { at, why: body.why ?? null });
      await appendEvent(
        trx,
        dispatcher.companyId,
        dayEvent(dispatcher, day, step.courier, { what: 'reabierta', why: body.why, now: act.now }),
      );
    },
  );
