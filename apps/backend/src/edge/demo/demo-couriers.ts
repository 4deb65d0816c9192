import { type District, VEHICLE_CODES } from '@despacho/contracts/dispatch';
import { type Insertable } from 'kysely';
import { type CouriersTable } from '#platform/database/schema.ts';
import { nextName } from './people.ts';
import { AREQUIPA, LIMA, TRUJILLO } from './places.ts';
import { type Random } from './random.ts';

/** The offices of the demonstration's company, with their share of couriers and orders. */
export const DISPATCHING = [
  { officeId: 'LIMA', districts: LIMA, couriers: 90, share: 0.6 },
  { officeId: 'AREQUIPA', districts: AREQUIPA, couriers: 35, share: 0.25 },
  { officeId: 'TRUJILLO', districts: TRUJILLO, couriers: 25, share: 0.15 },
] as const satisfies readonly { officeId: string; districts: readonly District[]; couriers: number; share: number }[];

/** Capacity per vehicle, in orders and grams. */
const CAPACITY = {
  moto: [35, 60_000],
  auto: [60, 250_000],
  furgoneta: [90, 900_000],
  camion: [120, 3_000_000],
  bicicleta: [20, 20_000],
  a_pie: [12, 10_000],
} as const;

const SHIFTS = [
  ['07:00', '15:00'],
  ['08:00', '18:00'],
  ['08:00', '18:00'],
  ['12:00', '20:00'],
] as const;

const VEHICLES = [...VEHICLE_CODES, 'moto', 'moto', 'moto', 'auto', 'furgoneta'] as const;

const letter = (random: Random): string => String.fromCharCode(65 + random.between(0, 25));

/** A courier row with its id set, because orders refer to it. */
export type DemoCourier = Insertable<CouriersTable> & { id: number };

/** @returns 150 couriers in the three offices, each with a few neighbouring districts. */
export function demoCouriers(random: Random, companyId: string, since: Date): DemoCourier[] {
  const taken = new Set<string>();
  return DISPATCHING.flatMap(({ officeId, districts, couriers }) =>
    Array.from({ length: couriers }, (_, index): Omit<DemoCourier, 'id'> => {
      const vehicle = random.pick(VEHICLES);
      const [capacity_orders, capacity_grams] = CAPACITY[vehicle];
      const [shift_from, shift_to] = random.pick(SHIFTS);
      const first = index % districts.length;
      // Every district has a courier; most couriers serve two or three.
      const zones = Array.from(
        { length: random.between(1, 3) },
        (__, more) => districts[(first + more) % districts.length]?.ubigeo ?? '',
      );
      return {
        company_id: companyId,
        office_id: officeId,
        name: nextName(random, taken).full,
        phone: random.happens(0.97) ? `+51 9${random.between(10_000_000, 99_999_999)}` : null,
        vehicle,
        plate:
          vehicle === 'a_pie' || vehicle === 'bicicleta'
            ? null
            : `${letter(random)}${letter(random)}${letter(random)}-${random.between(100, 999)}`,
        zones: [...new Set(zones)],
        shift_from,
        shift_to,
        capacity_orders,
        capacity_grams,
        state: random.happens(0.95) ? 'activo' : 'ausente',
        created_at: since,
      };
    }),
  ).map((courier, index) => ({ ...courier, id: index + 1 }));
}
