import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_AGE_MS, type Span } from './judge-fixes.ts';

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

/** A day that nobody closes ends by itself, so that a forgotten phone is not followed at home. */
const MAX_DAY_MS = 16 * 60 * 60_000;

/** @param to when the day was closed; null while it is not. */
function spanOf(from: Date, to: Date | null): Span {
  const latest = from.getTime() + MAX_DAY_MS;
  return { from: from.getTime(), to: Math.min(to?.getTime() ?? latest, latest) };
}

/** @returns when couriers worked in the last days, by `keyText`: from «Salí a ruta» to «Cierre», or to the office's confirmation. */
export async function workSpans(db: Database, keys: readonly CourierKey[], now: Date): Promise<Map<string, Span[]>> {
  const since = new Date(now.getTime() - MAX_AGE_MS - MAX_DAY_MS);
  const { rows } = await sql<CourierKey & { from: Date; to: Date | null }>`
    with keys as (${keyRows(keys)})
    select office_id as "officeId", courier_id as "courierId", started_at as from, coalesce(ended_at, confirmed_at) as to
    from keys join courier_days using (office_id, courier_id)
    where started_at > ${since}::timestamptz`.execute(db);
  const spans = new Map<string, Span[]>();
  for (const { from, to, ...key } of rows) {
    spans.set(keyText(key), [...(spans.get(keyText(key)) ?? []), spanOf(from, to)]);
  }
  return spans;
}

/** A courier's working day that has begun. */
export interface WorkDay extends CourierKey {
  name: string;
  span: Span;
  isClosed: boolean;
}

/** @returns who worked in an office on a working day, by name: all, or one courier. */
export async function workDays(db: Database, office: OfficeKey, day: string, courierId?: number): Promise<WorkDay[]> {
  let query = db
    .selectFrom('courier_days')
    .innerJoin('couriers', (join) =>
      join
        .onRef('couriers.office_id', '=', 'courier_days.office_id')
        .onRef('couriers.id', '=', 'courier_days.courier_id'),
    )
    .select(['couriers.name', 'courier_id', 'started_at', 'ended_at', 'confirmed_at'])
    .where(inOffice(office, 'courier_days'))
    .where('day', '=', day)
    .where('started_at', 'is not', null)
    .orderBy('couriers.name')
    .orderBy('courier_id');
  if (courierId !== undefined) query = query.where('courier_id', '=', courierId);
  return (await query.execute()).flatMap(({ name, courier_id, started_at, ended_at, confirmed_at }) => {
    const end = ended_at ?? confirmed_at;
    const key = { officeId: office.officeId, courierId: courier_id };
    return started_at ? [{ ...key, name, span: spanOf(started_at, end), isClosed: end !== null }] : [];
  });
}
