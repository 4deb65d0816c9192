import { type Courier } from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { compareNames } from '#shared/fields/compare-names.ts';
import { drawnZoneName } from '#shared/zones/drawn-zones.ts';

type Zoned = Pick<Courier, 'zones' | 'zoneIds'>;

/** @returns the names of a courier's drawn zones and districts; empty for an unrestricted courier. */
export function zoneNames({ zones, zoneIds }: Zoned): string[] {
  return [
    ...zoneIds.map(drawnZoneName).toSorted(compareNames),
    ...zones.map((ubigeo) => districtOf(ubigeo)?.name ?? ubigeo).toSorted(compareNames),
  ];
}

/** Number of names that fit on a line. */
const SHOWN = 2;

/** @returns a short text of the zones: «Lince, Surco y 3 más», «Todos los distritos». */
export function zoneSummary(courier: Zoned): string {
  const names = zoneNames(courier);
  if (names.length === 0) return 'Todos los distritos';
  const rest = names.length - SHOWN;
  return rest > 0 ? `${names.slice(0, SHOWN).join(', ')} y ${rest} más` : names.join(', ');
}
