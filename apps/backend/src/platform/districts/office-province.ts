import { provinceOf, districtKey } from '@despacho/contracts/dispatch';
import { inOffice, isOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { readRows } from '../database/packed-rows.ts';
import { DISTRICTS, PROVINCES } from './districts.ts';

/** @returns the districts of an office's newest orders. */
async function newestDistricts(db: Database, office: OfficeKey): Promise<string[]> {
  const orders = db.selectFrom('order_details').select('ubigeo').where(inOffice(office));
  return (await readRows(db, orders.orderBy('id', 'desc').limit(100), {})).map(({ ubigeo }) => ubigeo);
}

/**
 * @returns the code of the province given by the operator; otherwise that in which most of an office's couriers work,
 * that of most of its newest orders, or that which its name says.
 */
export async function officeProvince(db: Database, office: OfficeKey): Promise<string | undefined> {
  const found = await db.selectFrom('offices').select(['name', 'province']).where(isOffice(office)).executeTakeFirst();
  if (found?.province) return found.province;
  const couriers = await readRows(db, db.selectFrom('couriers').select('zones').where(inOffice(office)), {});
  const zones = couriers.flatMap((courier) => courier.zones);
  const counts = new Map<string, number>();
  for (const ubigeo of zones.length > 0 ? zones : await newestDistricts(db, office)) {
    const province = provinceOf(ubigeo);
    counts.set(province, (counts.get(province) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? provinceNamed(found?.name ?? '');
}

/** @returns the code of the only province, or of the province of the only district, with this name. */
export function provinceNamed(name: string): string | undefined {
  const key = districtKey(name);
  const provinces = PROVINCES.filter((each) => districtKey(each.name) === key);
  if (provinces.length === 1) return provinces[0]?.code;
  const match = DISTRICTS.find(name);
  return match.kind === 'found' ? provinceOf(match.district.ubigeo) : undefined;
}
