import { sql } from 'kysely';
import { type Database } from '../database/open-database.ts';
import { instantOf, localOf } from '../dispatch/zoned-time.ts';
import { type Span } from './judge-fixes.ts';

/** A courier, as positions name it. */
export interface CourierKey {
  officeId: string;
  courierId: number;
}

export const keyText = ({ officeId, courierId }: CourierKey): string => `${officeId} ${courierId}`;

/** The couriers as a relation of `office_id` and `courier_id`. */
export const keyRows = (keys: readonly CourierKey[]) => sql`
  select * from unnest(${keys.map(({ officeId }) => officeId)}::text[], ${keys.map(({ courierId }) => courierId)}::bigint[])
  as key (office_id, courier_id)`;

/**
 * @returns when couriers work, by `keyText`. Until the days of couriers are stored: the current day of those with an
 * order on the way.
 */
export async function workSpans(db: Database, keys: readonly CourierKey[], now: Date): Promise<Map<string, Span[]>> {
  const { rows } = await sql<{ officeId: string; courierId: number; timeZone: string }>`
    with keys as (${keyRows(keys)})
    select keys.office_id as "officeId", keys.courier_id as "courierId", offices.time_zone as "timeZone"
    from keys join offices on offices.id = keys.office_id
    where exists (
      select from order_progress as progress
      where progress.office_id = keys.office_id and progress.courier_id = keys.courier_id and state = 'en_ruta')`.execute(
    db,
  );
  return new Map(
    rows.map(({ timeZone, ...key }) => {
      const from = instantOf(localOf(now, timeZone).date, '00:00', timeZone).getTime();
      return [keyText(key), [{ from, to: Infinity }]];
    }),
  );
}
