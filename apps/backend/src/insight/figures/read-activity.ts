import {
  type Activity,
  type ActivityLine,
  type Actor,
  MAX_ACTIVITY,
  MAX_NAMED_ORDERS,
  SYSTEM_ACTOR,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

/** The newest events that are read: a bulk change of a thousand orders, and what happened around it. */
const MAX_EVENTS = 1500;

/** How long the same thing by the same person is one line. */
const SPAN_MS = 15 * 60_000;

interface Row {
  at: Date;
  actor: Actor;
  what: ActivityLine['what'];
  orderId: string | null;
  code: string | null;
  zone: { id: string; name: string } | null;
  /** Who received the order, or whose day it is. */
  courier: string | null;
}

type Line = Omit<ActivityLine, 'orders' | 'count' | 'zone'> & {
  orders: Map<string, string>;
  zones: Map<string, string>;
  since: number;
};

const isSystem = ({ username, user }: Actor): boolean =>
  username === SYSTEM_ACTOR.username && user === SYSTEM_ACTOR.user;

/** Changes that are read one by one, because each has its own result. */
const isApart = ({ what, orderId, zone }: Row): boolean => (orderId === null && zone === null) || what === 'corregida';

/** @param rows newest first. @returns one line for what a person did with some orders or zones within a quarter of an hour. */
export function linesOf(rows: readonly Row[]): ActivityLine[] {
  const lines: Line[] = [];
  const open = new Map<string, Line>();
  for (const row of rows) {
    const key = JSON.stringify([row.actor, row.what, row.courier]);
    const known = isApart(row) ? undefined : open.get(key);
    const line: Line =
      known && known.since - row.at.getTime() <= SPAN_MS
        ? known
        : {
            at: row.at.toISOString(),
            since: row.at.getTime(),
            actor: row.actor,
            bySystem: isSystem(row.actor),
            what: row.what,
            courier: row.courier,
            orders: new Map(),
            zones: new Map(),
          };
    if (line !== known) {
      lines.push(line);
      if (!isApart(row)) open.set(key, line);
    }
    if (row.zone !== null) line.zones.set(row.zone.id, row.zone.name);
    if (row.orderId !== null) line.orders.set(row.orderId, row.code ?? '');
  }
  return lines.map(({ at, actor, bySystem, what, courier, orders, zones }) => ({
    at,
    actor,
    bySystem,
    what,
    courier,
    orders: [...orders].slice(0, MAX_NAMED_ORDERS).map(([id, code]) => ({ id, code })),
    count: orders.size + zones.size,
    ...(zones.size === 1 && { zone: [...zones.values()].join('') }),
  }));
}

/**
 * D06: what happened last in an office, up to an instant. Each line has codes of orders and names of staff and couriers,
 * and nothing about the recipients.
 * @param options `hasZones`: for people who may see drawn zones; `byTime`: whether the instant may be long ago, which is found by another index than the end of the log.
 */
export async function readActivity(
  db: Database,
  { officeId }: Dispatcher,
  upTo: Date,
  { hasZones, byTime = false }: { hasZones: boolean; byTime?: boolean },
): Promise<Activity> {
  const types = ['order.changed', 'day.changed', ...(hasZones ? ['zone.changed'] : [])];
  const newestFirst = byTime ? sql`at desc, position desc` : sql`position desc`;
  const { rows } = await sql<Row>`
    select events.at, data -> 'actor' as actor, order_id::text as "orderId", data -> 'zone' as zone,
      case type when 'zone.changed' then 'zona_' else '' end || (data ->> 'what') as what,
      data -> 'order' ->> 'code' as code, coalesce(couriers.name, data -> 'courier' ->> 'name') as courier
    from (
      select at, type, data, order_id, position from events
      where office_id = ${officeId} and type = any(${types}::text[]) and at <= ${upTo}
      order by ${newestFirst} limit ${MAX_EVENTS}
    ) as events left join couriers on couriers.office_id = ${officeId}
      and data ->> 'what' in ('asignada', 'reasignada') and couriers.id = (data -> 'after' ->> 'courierId')::bigint
    order by ${newestFirst}`.execute(db);
  const lines = linesOf(rows);
  const byPeople = lines.filter(({ bySystem }) => !bySystem);
  const bySystem = lines.filter((line) => line.bySystem);
  return { lines: [...byPeople, ...bySystem].slice(0, MAX_ACTIVITY) };
}
