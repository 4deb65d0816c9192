import {
  createPlaceJudge,
  type LocatedPoint,
  type PlaceJudge,
  placeReason,
  type PlaceVerdict,
} from '@despacho/contracts/dispatch';
import { type Config } from '#platform/config.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { officeProvince } from '#platform/districts/office-province.ts';
import { Refusal } from '#platform/refusal.ts';

/** @returns the judge of places for an office's province (code, if known) and the setting PLACE_MAX_KM. */
export const placeJudge = (province: string | undefined, maxKm: number): PlaceJudge =>
  createPlaceJudge(DISTRICTS, province, maxKm);

/** What `judgePlaces` requires. */
export interface PlaceRules {
  db: Database;
  config: Pick<Config, 'placeMaxKm'>;
}

/** @returns the verdicts on places of an office, in the given order. Reads its province only if that matters. */
export async function judgePlaces(
  { db, config }: PlaceRules,
  office: OfficeKey,
  places: readonly LocatedPoint[],
): Promise<PlaceVerdict[]> {
  const verdicts = places.map(placeJudge(undefined, config.placeMaxKm));
  if (!verdicts.some(({ kind }) => kind === 'implausible')) return verdicts;
  return places.map(placeJudge(await officeProvince(db, office), config.placeMaxKm));
}

/**
 * Validates the place that a person set for an order.
 * @throws Refusal invalid for an implausible place, with a remedy.
 */
export async function requirePlausible(rules: PlaceRules, office: OfficeKey, place: LocatedPoint): Promise<void> {
  const [verdict] = await judgePlaces(rules, office, [place]);
  const district = DISTRICTS.of(place.ubigeo);
  if (verdict?.kind !== 'implausible' || !district) return;
  const { suggestion } = verdict;
  const remedy = suggestion ? `¿Es ${suggestion.lat}, ${suggestion.lng}? Corríjala` : 'Márquela otra vez';
  throw new Refusal(
    'invalid',
    `${placeReason(verdict, district)}. ${remedy}, o quítela para usar el centro de ${district.name}`,
    undefined,
    'place.point',
  );
}
