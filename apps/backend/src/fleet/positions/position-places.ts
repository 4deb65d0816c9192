import {
  type District,
  type FixDoubt,
  homeDistricts,
  LOADED_STATES,
  placeDoubt,
  type Point,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { type CourierKey, keyRows, keyText } from './work-spans.ts';

/** How long an office's province is not read again. */
const TTL_MS = 10 * 60_000;

const LOADED = sql.join(LOADED_STATES.map((state) => sql.lit(state)));

type DoubtIn = (key: CourierKey) => (place: Point) => FixDoubt | null;

/** Decides whether couriers can be where their devices say: near their office's province, or near what they carry. */
export class PositionPlaces {
  readonly #db: Database;
  readonly #maxKm: number;
  readonly #homes = new Map<string, { readAt: number; districts: readonly District[] }>();

  /** @param maxKm PLACE_MAX_KM. */
  constructor(db: Database, maxKm: number) {
    this.#db = db;
    this.#maxKm = maxKm;
  }

  /** @param couriers with the places that will be judged. @returns why a courier can hardly be at a place. */
  async of(couriers: readonly { key: CourierKey; places: readonly Point[] }[], now: Date): Promise<DoubtIn> {
    await this.#readHomes([...new Set(couriers.map(({ key }) => key.officeId))], now.getTime());
    const homeOf = ({ officeId }: CourierKey): readonly District[] => this.#homes.get(officeId)?.districts ?? [];
    const away = couriers.filter(({ key, places }) =>
      places.some((place) => placeDoubt(place, homeOf(key), this.#maxKm) === 'far'),
    );
    const carried = await this.#carried(away.map(({ key }) => key));
    return (key) => {
      const districts = [...homeOf(key), ...(carried.get(keyText(key)) ?? [])];
      return (place) => placeDoubt(place, districts, this.#maxKm);
    };
  }

  async #readHomes(officeIds: readonly string[], now: number): Promise<void> {
    const due = officeIds.filter((id) => now - (this.#homes.get(id)?.readAt ?? -Infinity) >= TTL_MS);
    if (due.length === 0) return;
    const offices = await this.#db.selectFrom('offices').select(['id', 'company_id']).where('id', 'in', due).execute();
    for (const { id, company_id: companyId } of offices) {
      const province = await officeProvince(this.#db, { companyId, officeId: id });
      this.#homes.set(id, { readAt: now, districts: homeDistricts(DISTRICTS.all, province) });
    }
  }

  /** @returns the districts of what couriers carry, by `keyText`. */
  async #carried(keys: readonly CourierKey[]): Promise<Map<string, District[]>> {
    const carried = new Map<string, District[]>();
    if (keys.length === 0) return carried;
    const { rows } = await sql<CourierKey & { ubigeo: string }>`
      with keys as (${keyRows(keys)})
      select distinct progress.office_id as "officeId", progress.courier_id as "courierId", place.ubigeo
      from keys
      join order_progress as progress using (office_id, courier_id)
      cross join lateral (
        select ubigeo from order_details
        where office_id = progress.office_id and id = progress.order_id offset 0
      ) as place
      where progress.state in (${LOADED})`.execute(this.#db);
    for (const { ubigeo, ...key } of rows) {
      const district = DISTRICTS.of(ubigeo);
      if (district) carried.set(keyText(key), [...(carried.get(keyText(key)) ?? []), district]);
    }
    return carried;
  }
}
