import { type PlaceVerdict } from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { judgePlaces, type PlaceRules } from '#orders/places/judge-places.ts';
import { type VisitRow } from './visit-row.ts';

/**
 * @param visits with the district of their orders.
 * @returns the verdict on the place of each visit; plausible without a place.
 */
export async function judgeVisits(
  rules: PlaceRules,
  office: OfficeKey,
  visits: readonly (Pick<VisitRow, 'id' | 'lat' | 'lng'> & { ubigeo: string })[],
): Promise<PlaceVerdict['kind'][]> {
  const placed = visits.flatMap(({ id, lat, lng, ubigeo }) =>
    lat === null || lng === null ? [] : [{ id, lat, lng, ubigeo }],
  );
  const verdicts = await judgePlaces(rules, office, placed);
  const kinds = new Map(placed.map(({ id }, index) => [id, verdicts[index]?.kind]));
  return visits.map(({ id }) => kinds.get(id) ?? 'plausible');
}
