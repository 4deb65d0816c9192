import {
  type DayChanged,
  type FieldEnd,
  type FieldRoute,
  type FieldStart,
  PHONE_ABSOLUTE_DAYS,
} from '@despacho/contracts/dispatch';
import { changeOrdersIn } from '#work/assignments/change-orders.ts';
import { decideClosing } from '#work/assignments/closing.ts';
import {
  countActs,
  dayEvent,
  type DayKey,
  type DayRow,
  findAct,
  findDay,
  recordAct,
  saveDay,
} from '#work/days/days-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_ACTS_A_DAY } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { workingDayOf } from '#work/days/working-days.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { moveVisitsAfter } from '#work/money/move-visits.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { findLoad } from '#orders/order/orders-repository.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { actingCourier } from './field-caller.ts';

const DAY_MS = 24 * 60 * 60_000;

/** @returns a device time by the server's clock: not in the future, and not from before the phone can have been used. */
function serverTime({ at, clockOffsetMs }: Pick<FieldStart, 'at' | 'clockOffsetMs'>, now: Date): Date {
  const corrected = Date.parse(at) + (clockOffsetMs ?? 0);
  return new Date(Math.min(Math.max(corrected, now.getTime() - PHONE_ABSOLUTE_DAYS * DAY_MS), now.getTime()));
}

/** @returns the end of a day as its courier sees it; a day confirmed without a phone ends when it was confirmed. */
export const endOf = (row: DayRow | undefined): FieldRoute['end'] => {
  const at = row?.ended_at ?? row?.confirmed_at;
  if (!row || !at) return null;
  const { confirmed_at: confirmedAt, confirmed_user: by, totals } = row;
  const confirmed = confirmedAt && totals ? { by: by ?? '', ...totals } : null;
  return { at: at.toISOString(), confirmedAt: confirmedAt?.toISOString() ?? null, confirmed };
};

/**
 * Carries out a phone's request and appends its event, unless it is a repetition.
 * @param write returns what the event states besides.
 * @returns the day afterwards. @throws Refusal busy above the limit of the courier; unprocessable for an id of another
 * courier's request.
 */
async function act(
  { db, clock, feed, acts }: FieldServices,
  phone: Phone,
  request: { id: string; what: 'salida' | 'cierre'; at: Date },
  write: (trx: Database, key: DayKey, row: DayRow | undefined) => Promise<Pick<DayChanged, 'movedVisits'>>,
): Promise<DayRow | undefined> {
  const { companyId, officeId, courierId, courier, timeZone } = phone;
  const done = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, phone);
      // A start begins the day of its date, also after midnight; an end is of the day that goes on.
      const day =
        request.what === 'salida'
          ? localOf(request.at, timeZone).date
          : await workingDayOf(trx, phone, { courierId, at: request.at });
      const key = { courierId, day };
      if (!(await recordAct(trx, phone, key, request.id))) {
        const day = await findAct(trx, phone, courierId, request.id);
        // Final, unlike a conflict: the phone shows it to its courier, who can repeat the act, and continues its queue.
        if (day === undefined)
          throw new Refusal('unprocessable', 'Otro repartidor ya usó ese identificador; vuelva a registrarlo');
        return { isNew: false, row: await findDay(trx, phone, { courierId, day }) };
      }
      if (!acts.take(`${officeId} ${courierId}`, clock()))
        throw new Refusal('busy', 'Este teléfono envió demasiadas salidas y cierres; espere un minuto');
      if ((await countActs(trx, phone, key)) > MAX_ACTS_A_DAY)
        throw new Refusal('unprocessable', `Ese día ya tiene ${MAX_ACTS_A_DAY} salidas y cierres; avise a su oficina`);
      const more = await write(trx, key, await findDay(trx, phone, key));
      const { what } = request;
      await appendEvent(trx, companyId, dayEvent(actingCourier(phone), key, courier, { what, now: clock(), ...more }));
      return { isNew: true, row: await findDay(trx, phone, key) };
    },
    { repeatable: true },
  );
  if (done.isNew) feed.nudge(officeId);
  return done.row;
}

/** Puts the courier's assigned orders up to a day on the way, by the rules of the desk, but those not loaded. */
async function setOut(
  trx: Database,
  phone: Phone,
  { day, missing, now }: { day: string; missing: readonly string[]; now: Date },
): Promise<void> {
  const courier = actingCourier(phone);
  await changeOrdersIn(
    trx,
    courier,
    {
      refs: await findLoad(trx, phone, phone.courierId, { day, today: day }),
      undoable: false,
      plan: () => ({
        decide: (row) =>
          row.state === 'asignada' && !missing.includes(String(row.id))
            ? decideClosing(row, { to: 'en_ruta' }, 'en_ruta', { ...phone, now })
            : 'as_wanted',
      }),
    },
    now,
  );
}

/**
 * «Salí a ruta»: the courier's assigned orders up to the day it begins are on the way. A start that arrives after that
 * day only records its time. A start after the end of the day withdraws that end, unless the office has confirmed it.
 */
export async function startDay(
  services: FieldServices,
  phone: Phone,
  { id, missing = [], ...time }: FieldStart,
): Promise<{ startedAt: string }> {
  const now = services.clock();
  const at = serverTime(time, now);
  const row = await act(services, phone, { id, what: 'salida', at }, async (trx, key, before) => {
    const { started_at: known, ended_at: end } = before ?? {};
    const isFirst = !known || at < known;
    const withdraws = !before?.confirmed_at && end && at >= end;
    await saveDay(trx, phone, key, {
      started_at: isFirst ? at : known,
      ...(withdraws && { ended_at: null, unsent: null }),
    });
    const movedVisits = isFirst ? await moveVisitsAfter(trx, actingCourier(phone), key, { at, now }) : 0;
    if ((await workingDayOf(trx, phone, { courierId: phone.courierId, at: now })) === key.day)
      await setOut(trx, phone, { day: key.day, missing, now });
    return { movedVisits };
  });
  return { startedAt: (row?.started_at ?? at).toISOString() };
}

/** «Cierre del día»: hands the day to the office, with how much the phone still has to send. */
export async function endDay(
  services: FieldServices,
  phone: Phone,
  { id, unsent, ...time }: FieldEnd,
): Promise<NonNullable<FieldRoute['end']>> {
  const at = serverTime(time, services.clock());
  const row = await act(services, phone, { id, what: 'cierre', at }, async (trx, key, before) => {
    // A confirmed day stays as the office saw it.
    if (!before?.confirmed_at) await saveDay(trx, phone, key, { ended_at: at, unsent });
    return {};
  });
  return endOf(row) ?? { at: at.toISOString(), confirmedAt: null };
}
