import { DEGREE_METERS, type District, metersBetween, nearKm, type Point } from '@despacho/contracts/dispatch';
import * as z from 'zod';
import { type GeocoderHost } from '#platform/config.ts';

const MAX_RESULTS = 20;

/** A result of a geocoder: a point, and what the server states about it. */
export interface GeocoderResult extends Point {
  /** With its type, as OpenStreetMap has it: «Avenida José Larco». */
  street?: string | undefined;
  number?: string | undefined;
  /** The name of the result itself, if it is a neighbourhood. */
  neighbourhood?: string | undefined;
  /** Names of the areas that contain it, the smallest first. */
  areas: readonly string[];
  /** Meters across the box around it; 0 if unknown. */
  across: number;
}

/** Names of another type or length are ignored, because one of them does not make the rest unusable. */
const name = z.string().max(200).optional().catch(undefined);

const number = z.union([z.string().max(20), z.number().transform(String)]).optional().catch(undefined); // prettier-ignore

/** As of Photon 1.0 (`docs/api-v1.md` of its repository). */
const photonAnswer = z.object({
  type: z.literal('FeatureCollection'),
  features: z
    .array(
      z.object({
        geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
        properties: z.object({
          countrycode: z.string().optional(),
          osm_key: name,
          type: name,
          name,
          street: name,
          housenumber: number,
          locality: name,
          district: name,
          city: name,
          county: name,
          extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional().catch(undefined),
        }),
      }),
    )
    .max(MAX_RESULTS),
});

const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
  .transform(Number);

/** As of Nominatim 5 (`jsonv2` with `addressdetails`, chapter «Place Output» of its documentation). */
const nominatimAnswer = z
  .array(
    z.object({
      lat: degrees,
      lon: degrees,
      category: name,
      name,
      boundingbox: z.tuple([degrees, degrees, degrees, degrees]).optional().catch(undefined),
      address: z.record(z.string(), z.unknown()).optional().catch(undefined),
    }),
  )
  .max(MAX_RESULTS);

/** Members of Nominatim's `address` that name areas, the smallest first. */
const NEIGHBOURHOODS = ['neighbourhood', 'quarter', 'residential', 'allotments', 'hamlet'];
const AREAS = ['suburb', 'borough', 'city_district', 'district', 'village', 'town', 'municipality', 'city', 'county'];

const texts = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string' && value !== '') as string[];

const meters = (south: number, west: number, north: number, east: number): number =>
  metersBetween({ lat: south, lng: west }, { lat: north, lng: east });

/** Each reads the results of an answer. @throws ZodError for another shape. */
const READERS: Readonly<Record<GeocoderHost['kind'], (answer: unknown) => GeocoderResult[]>> = {
  photon: (answer) =>
    photonAnswer.parse(answer).features.flatMap(({ properties: found, geometry: { coordinates } }) => {
      const { countrycode = 'PE', osm_key: key, type, extent } = found;
      if (countrycode.toUpperCase() !== 'PE') return [];
      const isStreet = type === undefined ? key === 'highway' : type === 'street';
      const [west, north, east, south] = extent ?? [0, 0, 0, 0];
      return {
        lng: coordinates[0],
        lat: coordinates[1],
        street: isStreet ? found.name : found.street,
        number: found.housenumber,
        neighbourhood: key === 'place' && !isStreet ? found.name : undefined,
        areas: texts([found.locality, found.district, found.city, found.county]),
        across: extent ? meters(south, west, north, east) : 0,
      };
    }),
  nominatim: (answer) =>
    nominatimAnswer.parse(answer).map(({ lat, lon, category, address = {}, boundingbox: box, ...found }) => ({
      lat,
      lng: lon,
      street: texts([address['road']])[0] ?? (category === 'highway' ? found.name : undefined),
      number: texts([address['house_number']])[0],
      neighbourhood: category === 'place' || category === 'landuse' ? found.name : undefined,
      areas: texts([...NEIGHBOURHOODS, ...AREAS].map((each) => address[each])),
      across: box ? meters(box[0], box[2], box[1], box[3]) : 0,
    })),
};

const rounded = (degree: number): number => Math.round(degree * 1e6) / 1e6;

/** @returns the results of a geocoder's answer in its order. @throws ZodError for an answer of another shape. */
export const readAnswer = (kind: GeocoderHost['kind'], answer: unknown): GeocoderResult[] =>
  READERS[kind](answer).map((result) => ({ ...result, lat: rounded(result.lat), lng: rounded(result.lng) }));

/** @returns west, south, east and north of the box around a district in which to search, in degrees. */
export function boxAround(district: District): [number, number, number, number] {
  const { lat, lng } = district;
  const up = (nearKm(district) * 1000) / DEGREE_METERS;
  const across = up / Math.cos((lat * Math.PI) / 180);
  return [rounded(lng - across), rounded(lat - up), rounded(lng + across), rounded(lat + up)];
}
