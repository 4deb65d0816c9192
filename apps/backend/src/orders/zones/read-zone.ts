import { mayUse } from '@despacho/contracts';
import { DISPATCH_EVENT_ACCESS, readOrderFilter, type ZoneUses, type ZoneVersion } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { listVersions, zonesOf } from '#fleet/zones/zones-repository.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { notFound } from '#platform/refusal.ts';
import { type OrderServices } from '../services.ts';
import { viewsOf } from '../views/views-repository.ts';

const requireZone = (db: Database, dispatcher: Dispatcher, id: number) =>
  zonesOf(db, dispatcher).where('id', '=', id).executeTakeFirstOrThrow(notFound);

/** @returns the last versions of a zone, also of a removed one. @throws Refusal not-found for one of another office. */
export async function readZoneHistory(
  { db }: OrderServices,
  dispatcher: Dispatcher,
  id: number,
): Promise<ZoneVersion[]> {
  await requireZone(db, dispatcher, id);
  return listVersions(db, dispatcher, id);
}

/** @param modules of the reader: views are named to people with U01 only. @returns what refers to a zone. @throws Refusal not-found for one of another office. */
export async function readZoneUses(
  { db }: OrderServices,
  dispatcher: Dispatcher,
  id: number,
  modules: readonly string[],
): Promise<ZoneUses> {
  await requireZone(db, dispatcher, id);
  const couriers = await db
    .selectFrom('couriers')
    .select(['id', 'name', 'zones', 'zone_ids'])
    .where(inOffice(dispatcher))
    .where('state', '<>', 'retirado')
    .where(sql<boolean>`${String(id)} = any(zone_ids)`)
    .orderBy('name')
    .execute();
  const maySeeViews = mayUse(DISPATCH_EVENT_ACCESS['view.changed'], modules);
  const views = maySeeViews ? await viewsOf(db, dispatcher).orderBy('folded_name').execute() : [];
  const isUsed = ({ zones: { is, not } }: ReturnType<typeof readOrderFilter>): boolean =>
    [...is, ...not].includes(String(id));
  const named = ({ id: of, name }: { id: number; name: string }) => ({ id: String(of), name });
  return {
    couriers: couriers.map(named),
    onlyHere: couriers.filter(({ zones, zone_ids }) => zones.length === 0 && zone_ids.length === 1).length,
    views: views.filter(({ filter }) => isUsed(readOrderFilter(filter))).map(named),
  };
}
