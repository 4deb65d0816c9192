import { randomUUID } from 'node:crypto';
import {
  collectedOf,
  type ConfirmDay,
  type CourierDay,
  type DayConfirmation,
  type ReopenDay,
} from '@despacho/contracts/dispatch';
import { requireCourier } from '#fleet/couriers/couriers-repository.ts';
import { type CourierRow } from '#fleet/couriers/courier-row.ts';
import { type Database } from '#platform/database/open-database.ts';
import { countChanges } from '#platform/dispatch/count-changes.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { formatSoles } from '#platform/format-number.ts';
import { doubtOf, hasOthers } from './agreements.ts';
import { requireSeen, takeBackConfirmation } from './change-money.ts';
import { type Act, Ledger, moneyOfOrders } from './ledger.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { conflict, invalid } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import {
  dayEvent,
  confirmationOf,
  type DayKey,
  findDay,
  saveDay,
  toDay,
  confirmedText,
} from '../days/days-repository.ts';
import { workingDayOf } from '../days/working-days.ts';
import { NO_TOTALS, readTotals } from '../days/day-totals.ts';

/** A change of a day's confirmation, as it is decided under the office's lock. */
interface Step {
  trx: Database;
  courier: CourierRow;
  key: DayKey;
  confirmed: DayConfirmation | null;
  now: Date;
  act: Act;
  ledger: Ledger;
}

function changeDay(
  services: WorkServices,
  dispatcher: Dispatcher,
  { key, what, body }: { key: string; what: 'confirmada' | 'reabierta'; body: ConfirmDay | ReopenDay },
  write: (step: Step) => Promise<void>,
): Promise<CourierDay> {
  const request = { key, operation: `day ${what}`, content: body };
  return transactOnce(services, dispatcher, request, async (trx, now) => {
    // Every change of an order waits for the same lock, so that none happens in between.
    await lockOffice(trx, dispatcher);
    const courier = await requireCourier(trx, dispatcher, Number(body.courierId));
    const day = { courierId: courier.id, day: body.day };
    const confirmed = confirmationOf(await findDay(trx, dispatcher, day));
    const act: Act = { id: randomUUID(), what: what === 'confirmada' ? 'confirmacion' : 'reapertura', now };
    const ledger = await Ledger.open(trx, dispatcher, [day]);
    await write({ trx, courier, key: day, confirmed, now, act, ledger });
    await countChanges(trx, dispatcher, ledger.size, now);
    await ledger.write();
    const why = 'why' in body ? body.why : undefined;
    await appendEvent(trx, dispatcher.companyId, dayEvent(dispatcher, day, courier.name, { what, now, why }));
    return toDay(
      { id: String(courier.id), name: courier.name },
      await findDay(trx, dispatcher, day),
      (await readTotals(trx, dispatcher, body.day, courier.id)).get(courier.id) ?? NO_TOTALS,
    );
  });
}

/**
 * Moves what the courier still has to the differences, with the reason.
 * @throws Refusal invalid for money without a reason.
 */
async function explainRest({ trx, ledger, act, key, courier }: Step, dispatcher: Dispatcher, rest: ConfirmDay['rest']) {
  const held = (await moneyOfOrders(trx, dispatcher, key)).filter((each) => each.held > 0);
  const cash = ledger.at(key, 'efectivo', 'repartidor');
  const left = held.reduce((sum, each) => sum + each.held, cash);
  if (left > 0 && rest === undefined)
    throw invalid(`${courier.name} todavía tiene ${formatSoles(left)}: recíbalos, o indique el motivo`, 'rest');
  const to = { key, from: 'repartidor', to: 'diferencias', reason: rest?.reason } as const;
  ledger.move(act, { ...to, means: 'efectivo', amount: cash });
  for (const { means, orderId, held: amount } of held) ledger.move(act, { ...to, means, orderId, amount });
}

/**
 * Confirms a courier's day: its deliveries and payments cannot be changed until it is reopened.
 * @throws Refusal conflict if somebody has confirmed it, or if the totals or the money are not those the person saw;
 * invalid for a day that has not begun, or for money that was neither handed over nor explained.
 */
export const confirmDay = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: ConfirmDay,
): Promise<CourierDay> =>
  changeDay(services, dispatcher, { key, what: 'confirmada', body }, async (step) => {
    const { trx, confirmed, courier, now, ledger, act } = step;
    if (confirmed)
      throw conflict(`El cierre del día ya fue confirmado por ${confirmedText(confirmed, dispatcher.timeZone)}`, {
        at: confirmed.at,
        by: confirmed.by,
        what: 'confirmada',
      });
    // A later day begins when its courier sets out for it.
    const begun = await workingDayOf(trx, dispatcher, { courierId: courier.id, at: now });
    if (body.day > begun) throw invalid('Ese día todavía no empieza', 'day');
    const totals = (await readTotals(trx, dispatcher, body.day, courier.id)).get(courier.id) ?? NO_TOTALS;
    const isSeen =
      totals.delivered === body.delivered &&
      totals.failed === body.failed &&
      collectedOf(totals.payments) === body.collected;
    if (!isSeen) throw conflict(`Las entregas o los cobros de ${courier.name} acaban de cambiar; revíselos otra vez`);
    await requireSeen(trx, dispatcher, step.key, { version: body.version, courier: courier.name });
    await explainRest(step, dispatcher, body.rest);
    await ledger.write();
    const doubt = await doubtOf(trx, dispatcher, step.key);
    const isAlone = doubt !== undefined && !(await hasOthers(trx, dispatcher, doubt.people));
    ledger.head(act, step.key, { note: body.rest?.note ?? null, matter: isAlone ? 'nadie_mas' : null });
    const limits = await trx
      .selectFrom('offices')
      .select('expense_limit')
      .where('id', '=', dispatcher.officeId)
      .executeTakeFirstOrThrow();
    await saveDay(trx, dispatcher, step.key, {
      confirmed_at: now,
      confirmed_username: dispatcher.username,
      confirmed_user: dispatcher.user,
      expense_limit: limits.expense_limit,
      totals: JSON.stringify(totals),
    });
  });

/**
 * Reopens a confirmed day, so that its payments can be corrected: all its money is again where it was before.
 * @throws Refusal conflict if it is not confirmed.
 */
export const reopenDay = (
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  body: ReopenDay,
): Promise<CourierDay> =>
  changeDay(services, dispatcher, { key, what: 'reabierta', body }, async (step) => {
    if (!step.confirmed) throw conflict('Ese cierre del día no está confirmado');
    await takeBackConfirmation(step, dispatcher, { at: new Date(step.confirmed.at), why: body.why });
  });
