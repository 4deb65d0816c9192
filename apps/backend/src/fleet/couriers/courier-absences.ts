import { type AbsenceEdit, type Absences, addDays, MAX_ABSENCE_AHEAD } from '@despacho/contracts/dispatch';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { invalid } from '#platform/refusal.ts';
import { type Changing } from '../services.ts';
import { absencesOf, addAbsences, deleteAbsences } from './absences-repository.ts';
import { courierEvent } from './courier-row.ts';
import { requireActiveCourier, requireCourier } from './couriers-repository.ts';

/** @throws Refusal invalid for a day in the past, or too far ahead. */
export function requireAbsenceDay(day: string, today: string): void {
  if (day < today) throw invalid('No se pueden cambiar ausencias de días pasados');
  if (day > addDays(today, MAX_ABSENCE_AHEAD))
    throw invalid(`Marque ausencias hasta ${MAX_ABSENCE_AHEAD} días después de hoy`);
}

/** @returns the days from today on on which a courier is absent. @throws Refusal not-found. */
export async function readAbsences(
  { db, clock }: Pick<Changing, 'db' | 'clock'>,
  dispatcher: Dispatcher,
  courierId: number,
): Promise<Absences> {
  await requireCourier(db, dispatcher, courierId);
  return { days: await absencesOf(db, dispatcher, courierId, officeDay(clock(), dispatcher)) };
}

/**
 * Marks days on which a courier is absent, or removes the marks. Repeatable: it sets the days.
 * @throws Refusal not-found, conflict for a retired courier, invalid for days in the past or too far ahead.
 */
export async function markAbsences(
  { db, clock, feed }: Changing,
  dispatcher: Dispatcher,
  courierId: number,
  { from, to, absent }: AbsenceEdit,
): Promise<Absences> {
  const now = clock();
  const today = officeDay(now, dispatcher);
  requireAbsenceDay(from, today);
  requireAbsenceDay(to, today);
  const days = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const courier = await requireActiveCourier(trx, dispatcher, courierId, '; reactívelo para marcar su ausencia');
    const all: string[] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) all.push(day);
    const changed = absent
      ? await addAbsences(trx, dispatcher, [courierId], all)
      : await deleteAbsences(trx, dispatcher, courierId, { from, to });
    if (changed > 0) {
      const event = courierEvent(courier, absent ? 'ausente' : 'presente', dispatcher, now, { from, to });
      await appendEvent(trx, dispatcher.companyId, event);
    }
    return absencesOf(trx, dispatcher, courierId, today);
  });
  feed.nudge(dispatcher.officeId);
  return { days };
}
