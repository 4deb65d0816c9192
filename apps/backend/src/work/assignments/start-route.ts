import { type DayChanged } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { moveVisitsAfter } from '../money/move-visits.ts';
import { dayEvent, type DayKey, findDay, saveDay } from '../days/days-repository.ts';

/** The columns of a day that has not ended. */
export const NOT_ENDED = { ended_at: null, unsent: null, ended_by_office: false } as const;

interface RouteAct {
  key: DayKey;
  /** Name of the courier. */
  courier: string;
  /** When it took place. */
  at: Date;
  now: Date;
  /** The request of the office that this is a part of. */
  batch?: string;
}

const record = (
  trx: Database,
  author: Dispatcher,
  { key, courier, now, batch }: RouteAct,
  changed: Pick<DayChanged, 'isAhead' | 'what'>,
) => appendEvent(trx, author.companyId, dayEvent(author, key, courier, { now, ...changed }), { batch });

/**
 * A courier sets out: «Salí a ruta» of the phone, or «En ruta» of the office. Withdraws an earlier end of the day, and lets
 * visits count in it that were recorded before this start arrived. A confirmed day only keeps the time.
 * @param by only the courier's own start lets a connected page take positions.
 */
export async function startRoute(
  trx: Database,
  author: Dispatcher,
  act: RouteAct,
  by: 'courier' | 'office',
): Promise<void> {
  const { key, at, now } = act;
  const before = await findDay(trx, author, key);
  const [column, known] =
    by === 'courier'
      ? (['started_at', before?.started_at] as const)
      : (['set_out_at', before?.started_at ?? before?.set_out_at] as const);
  // The courier's own end is withdrawn by the courier alone.
  const mayWithdraw = !before?.confirmed_at && (by === 'courier' || before?.ended_by_office);
  const end = mayWithdraw ? before?.ended_at : null;
  // The office puts further orders on the way during a route.
  if (by === 'office' && known && !end) return;
  const isFirst = !known || at < known;
  await saveDay(trx, author, key, {
    [column]: isFirst ? at : (before?.[column] ?? null),
    ...(end && at >= end && NOT_ENDED),
  });
  if (isFirst) await moveVisitsAfter(trx, author, key, { at, now });
  const isAhead = key.day > officeDay(at, author);
  await record(trx, author, act, {
    what: by === 'courier' ? 'salida' : 'despachada',
    ...(isAhead && { isAhead }),
  });
}

/**
 * The route is over: «Cierre del día» of the phone, or «Cerrar ruta» of the office. A confirmed day stays as the office saw it.
 * @param unsent what the phone still has to send; null for the office, whose closing leaves an earlier end as it is.
 */
export async function endRoute(trx: Database, author: Dispatcher, act: RouteAct, unsent: number | null): Promise<void> {
  const before = await findDay(trx, author, act.key);
  if (unsent === null && (before?.ended_at || before?.confirmed_at)) return;
  if (!before?.confirmed_at)
    await saveDay(trx, author, act.key, { ended_at: act.at, unsent: unsent ?? 0, ended_by_office: unsent === null });
  await record(trx, author, act, { what: unsent === null ? 'cerrada' : 'cierre' });
}
