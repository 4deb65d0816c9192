import { zoneFinder } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { toZone, zonesOf } from '../zones/zones-repository.ts';
import { type CourierRow } from './courier-row.ts';
import { type ZonesAt } from './courier-warnings.ts';

/** @returns a function that finds the drawn zones of an order, among those that the couriers serve. */
export async function zonesServed(
  db: Database,
  office: OfficeKey,
  couriers: readonly Pick<CourierRow, 'zone_ids'>[],
): Promise<ZonesAt> {
  const ids = [...new Set(couriers.flatMap(({ zone_ids }) => zone_ids))].map(Number);
  if (ids.length === 0) return () => [];
  const rows = await zonesOf(db, office).where('removed_at', 'is', null).where('id', 'in', ids).execute();
  return zoneFinder(rows.map(toZone));
}
