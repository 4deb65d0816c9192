import { type Courier } from '@despacho/contracts/dispatch';
import { compareNames } from '#shared/fields/compare-names.ts';
import { rankedSearch, type SearchedTexts } from '#shared/fields/ranked-search.ts';
import { fullness } from './load.ts';
import { zoneNames } from './zone-names.ts';

export const COURIER_SORTS = { nombre: 'Nombre', carga: 'Menos carga', zona: 'Zona' } as const;

export type CourierSort = keyof typeof COURIER_SORTS;

const byName = (one: Courier, other: Courier): number => compareNames(one.name, other.name);

/** Couriers without zones are sorted last. */
const zoneKey = (courier: Courier): string => zoneNames(courier)[0] ?? '\u{10ffff}';

const ORDERS: Record<CourierSort, (one: Courier, other: Courier) => number> = {
  carga: (one, other) => fullness(one) - fullness(other) || byName(one, other),
  zona: (one, other) => compareNames(zoneKey(one), zoneKey(other)) || byName(one, other),
  nombre: byName,
};

/** Absent couriers last, since they cannot take orders; by name they keep their place. */
const absentLast = (one: Courier, other: Courier): number =>
  Number(one.state !== 'activo') - Number(other.state !== 'activo');

/** @returns the couriers in the order of `ids`, and those not in it at the end. */
export function inOrder(couriers: readonly Courier[], ids: readonly string[]): Courier[] {
  const place = new Map(ids.map((id, at) => [id, at]));
  const placeOf = ({ id }: Courier): number => place.get(id) ?? ids.length;
  return couriers.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What couriers are searched by, wherever one is chosen. */
export const searchedCourier = (courier: Pick<Courier, 'name' | 'plate' | 'zones' | 'zoneIds'>): SearchedTexts => ({
  name: courier.name,
  codes: [courier.plate],
  other: zoneNames(courier),
});

/** @returns the couriers that match a name, plate or zone, best match first, then sorted; without retired ones. */
export function findCouriers(couriers: readonly Courier[], search: string, sort: CourierSort): readonly Courier[] {
  const sorted = couriers
    .filter(({ state }) => state !== 'retirado')
    .toSorted((one, other) => (sort === 'nombre' ? 0 : absentLast(one, other)) || ORDERS[sort](one, other));
  return rankedSearch(sorted, searchedCourier)(search).items;
}
