import { type FieldEnd, type FieldRoute, type FieldStart, PHONE_ABSOLUTE_DAYS } from '@despacho/contracts/dispatch';
import { changeOrdersIn } from '#work/assignments/change-orders.ts';
import { decideClosing } from '#work/assignments/closing.ts';
import { endRoute, startRoute } from '#work/assignments/start-route.ts';
import { countActs, type DayKey, type DayRow, findAct, findDay, recordAct } from '#work/days/days-repository.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_ACTS_A_DAY } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { startingDay, workingDayOf } from '#work/days/working-days.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { findLoad } from '#orders/order/orders-repository.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { actingCourier } from './field-caller.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Acts of a courier and day that are neither starts nor ends: these never use up what those need. */
export const MAX_OTHER_ACTS = MAX_ACTS_A_DAY / 2;

/** @returns a device time by the server's clock: not in the future, and not from before the phone can have been used. */
export function serverTime({ at, clockOffsetMs }: Pick<FieldStart, 'at' | 'clockOffsetMs'>, now: Date): Date {
  const corrected = Date.parse(at) + (clockOffsetMs ?? 0);
  return new Date(Math.min(Math.max(corrected, now.getTime() - PHONE_ABSOLUTE_DAYS * DAY_MS), now.getTime()));
}

/** @returns the end of a day as its courier sees it; a day confirmed without a phone ends when it was confirmed. */
export const endOf = (row: DayRow | undefined): FieldRoute['end'] => {
  const at = row?.ended_at ?? row?.confirmed_at;
  if (!row || !at) return null;
  const { confirmed_at: confirmedAt, confirmed_user: by, totals } = row;
  const confirmed = confirmedAt && totals ? { by: by ?? '', ...totals } : null;
  return {
    at: at.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    confirmed,
    ...(row.ended_by_office && { byOffice: true }),
  };
};

/**
 * Carries out a phone's request, unless it is a repetition.
 * @param most acts of the courier and day up to which it is accepted.
 * @returns the day afterwards. @throws Refusal busy above the limit of the courier; unprocessable for an id of another
 * courier's request.
 */
export async function act(
  { db, clock, feed, acts }: FieldServices,
  phone: Phone,
  { id, dayOf, most = MAX_ACTS_A_DAY }: { id: string; dayOf: (trx: Database) => Promise<string>; most?: number },
  write: (trx: Database, key: DayKey) => Promise<void>,
): Promise<DayRow | undefined> {
  const { officeId, courierId } = phone;
  const done = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, phone);
      const key = { courierId, day: await dayOf(trx) };
      if (!(await recordAct(trx, phone, key, id))) {
        const day = await findAct(trx, phone, courierId, id);
        // Final, unlike a conflict: the phone shows it to its courier, who can repeat the act, and continues its queue.
        if (day === undefined)
          throw new Refusal('unprocessable', 'Otro repartidor ya usó ese identificador; vuelva a registrarlo');
        return { isNew: false, row: await findDay(trx, phone, { courierId, day }) };
      }
      if (!acts.take(`${officeId} ${courierId}`, clock()))
        throw new Refusal('busy', 'Este teléfono envió demasiados avisos; espere un minuto');
      if ((await countActs(trx, phone, key)) > most)
        throw new Refusal(
          'unprocessable',
          `Ese día ya tiene ${most} salidas, cierres, cambios de orden y puertas marcadas; avise a su oficina`,
        );
      await write(trx, key);
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
            ? decideClosing(row, { to: 'en_ruta' }, 'en_ruta', { ...phone, now, routeDay: day })
            : 'as_wanted',
      }),
    },
    now,
  );
}

/**
 * «Salí a ruta»: the courier's assigned orders up to the day of the start are on the way. A start that arrives after that
 * day, or that was made before the office confirmed it, only records its time.
 */
export async function startDay(
  services: FieldServices,
  phone: Phone,
  { id, missing = [], day: answer, ...time }: FieldStart,
): Promise<{ startedAt: string }> {
  const now = services.clock();
  const { courierId, courier } = phone;
  const at = serverTime(time, now);
  const dayOf = (trx: Database) => startingDay(trx, phone, { courierId, at }, answer);
  const row = await act(services, phone, { id, dayOf }, async (trx, key) => {
    await startRoute(trx, actingCourier(phone), { key, courier, at, now }, 'courier');
    const isCurrent = (await workingDayOf(trx, phone, { courierId, at: now })) === key.day;
    if (isCurrent && !(await findDay(trx, phone, key))?.confirmed_at)
      await setOut(trx, phone, { day: key.day, missing, now });
  });
  return { startedAt: (row?.started_at ?? at).toISOString() };
}

/** «Cierre del día»: hands the day to the office, with how much the phone still has to send. */
export async function endDay(
  services: FieldServices,
  phone: Phone,
  { id, unsent, ...time }: FieldEnd,
): Promise<NonNullable<FieldRoute['end']>> {
  const now = services.clock();
  const { courierId, courier } = phone;
  const at = serverTime(time, now);
  const dayOf = (trx: Database) => workingDayOf(trx, phone, { courierId, at });
  const row = await act(services, phone, { id, dayOf }, (trx, key) =>
    endRoute(trx, actingCourier(phone), { key, courier, at, now }, unsent),
  );
  return endOf(row) ?? { at: at.toISOString(), confirmedAt: null };
}
