import { DEGREE_METERS, type District, judgePlace, nearKm, type Point } from '@despacho/contracts/dispatch';
import * as z from 'zod';
import { type GeocoderConfig } from '#platform/config.ts';

const MAX_RESULTS = 20;

const photonAnswer = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
        properties: z.object({
          countrycode: z.string().optional(),
          osm_key: z.string().optional(),
          type: z.string().optional(),
        }),
      }),
    )
    .max(MAX_RESULTS),
});

const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
  .transform(Number);

const nominatimAnswer = z
  .array(z.object({ lat: degrees, lon: degrees, place_rank: z.number().optional(), category: z.string().optional() }))
  .max(MAX_RESULTS);

/** Results that are as coarse as the district itself. */
const AREAS: ReadonlySet<string | undefined> = new Set(['place', 'boundary']);
const PHOTON_FINE: ReadonlySet<string> = new Set(['house', 'street']);
/** Streets of Nominatim have 26 or 27, houses 30. */
const STREET_RANK = 26;

/** Each reads the places of an answer that are as fine as a street. @throws ZodError for another shape. */
const READERS: Readonly<Record<GeocoderConfig['kind'], (answer: unknown) => Point[]>> = {
  photon: (answer) =>
    photonAnswer
      .parse(answer)
      .features.filter(({ properties: { countrycode = 'PE', type, osm_key } }) => {
        if (countrycode.toUpperCase() !== 'PE') return false;
        // Older servers send no type.
        return type === undefined ? !AREAS.has(osm_key) : PHOTON_FINE.has(type);
      })
      .map(({ geometry: { coordinates } }) => ({ lng: coordinates[0], lat: coordinates[1] })),
  nominatim: (answer) =>
    nominatimAnswer
      .parse(answer)
      .filter(({ place_rank, category }) =>
        place_rank === undefined ? !AREAS.has(category) : place_rank >= STREET_RANK,
      )
      .map(({ lat, lon }) => ({ lat, lng: lon })),
};

const rounded = (degree: number): number => Math.round(degree * 1e6) / 1e6;

/**
 * @returns the first place of a geocoder's answer that is plausible and not doubtful for the district; undefined if
 * there is none.
 * @throws ZodError for an answer of another shape.
 */
export function readAnswer(kind: GeocoderConfig['kind'], answer: unknown, district: District): Point | undefined {
  const scope = { district, home: [], maxKm: nearKm(district) };
  const found = READERS[kind](answer).find((place) => judgePlace(place, scope).kind === 'plausible');
  return found && { lat: rounded(found.lat), lng: rounded(found.lng) };
}

/** @returns west, south, east and north of the box around a district in which to search, in degrees. */
export function boxAround(district: District): [number, number, number, number] {
  const { lat, lng } = district;
  const up = (nearKm(district) * 1000) / DEGREE_METERS;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return [rounded(lng - across), rounded(lat - up), rounded(lng + across), rounded(lat + up)];
}
