import { type Attendance } from '@despacho/contracts/dispatch';
import { inOffice } from '#platform/database/in-office.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { type Changing } from '../services.ts';
import { addAbsences, deleteAbsences } from './absences-repository.ts';
import { requireAbsenceDay } from './courier-absences.ts';
import { courierEvent } from './courier-row.ts';
import { absentOn } from './couriers-repository.ts';

/**
 * Marks who is present and who is absent on a day, all or none. A present courier who was absent until further notice
 * is active again, if the day is today. Couriers who already have the mark do not change.
 * @returns how many changed.
 * @throws Refusal not-found for a courier of another office, conflict for a retired one, invalid for the day.
 */
export async function markAttendance(
  { db, clock, feed }: Changing,
  dispatcher: Dispatcher,
  { day, absent, present }: Attendance,
): Promise<{ changed: number }> {
  const now = clock();
  const today = officeDay(now, dispatcher);
  requireAbsenceDay(day, today);
  const changed = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const ids = [...absent, ...present].map(Number);
    if (ids.length === 0) return 0;
    const rows = await trx
      .selectFrom('couriers')
      .selectAll()
      .where(inOffice(dispatcher))
      .where('id', 'in', ids)
      .execute();
    if (rows.length < ids.length) throw notFound();
    const retired = rows.find(({ state }) => state === 'retirado');
    if (retired) throw conflict(`${retired.name} está retirado; vuelva a abrir la asistencia`);
    const before = await absentOn(trx, dispatcher, day);
    const isAbsent = new Set(absent.map(Number));
    let count = 0;
    for (const row of rows) {
      const wasAbsent = row.state === 'ausente' || before.has(row.id);
      if (wasAbsent === isAbsent.has(row.id)) continue;
      if (isAbsent.has(row.id)) await addAbsences(trx, dispatcher, [row.id], [day]);
      else await deleteAbsences(trx, dispatcher, row.id, { from: day, to: day });
      let after = row;
      if (row.state === 'ausente' && !isAbsent.has(row.id)) {
        if (day !== today) throw conflict(`${row.name} está ausente hasta nuevo aviso; actívelo antes`);
        after = await trx
          .updateTable('couriers')
          .set({ state: 'activo', version: row.version + 1 })
          .where(inOffice(dispatcher))
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirstOrThrow();
      }
      const what = isAbsent.has(row.id) ? 'ausente' : 'presente';
      await appendEvent(trx, dispatcher.companyId, courierEvent(after, what, dispatcher, now, { from: day, to: day }));
      count += 1;
    }
    return count;
  });
  feed.nudge(dispatcher.officeId);
  return { changed };
}
