import { sql } from 'kysely';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { instantOf, localOf } from '../dispatch/zoned-time.ts';
import { invalid, Refusal } from '../refusal.ts';
import { type PlatformServices } from '../services.ts';

/**
 * @param moment a past minute of the office's calendar, `2026-11-25T14:05`.
 * @returns its instant.
 * @throws Refusal invalid for the future; expired for a time that the office's log does not reach, whose orders are
 * unknown, which is not the same as zero.
 */
export async function requireMoment(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  { officeId, timeZone }: Dispatcher,
  moment: string,
): Promise<Date> {
  const [date = '', time = ''] = moment.split('T');
  const at = instantOf(date, time, timeZone);
  if (at > clock()) throw invalid('Ese momento todavía no llega', 'query.aLas');
  const { rows } = await sql<{ begin: Date }>`
    select at as begin from events where office_id = ${officeId} order by at limit 1`.execute(db);
  const begin = rows[0]?.begin;
  if (begin !== undefined && begin <= at) return at;
  if (begin === undefined) throw new Refusal('expired', 'Sin datos: esta oficina todavía no tiene historial');
  const since = localOf(begin, timeZone);
  throw new Refusal(
    'expired',
    `Sin datos de ese momento: el historial de esta oficina empieza el ${since.date.split('-').toReversed().join('/')} a las ${since.time.slice(0, 5)}`,
  );
}
