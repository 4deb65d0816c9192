import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH } from '../../policy.ts';
import { line } from '../../text.ts';
import { exactness } from './exactness.ts';
import { inOffice, latitude, longitude, ubigeo } from '../platform/fields.ts';

/** Where the coordinates of an order without a pin come from, best first. */
const PLACE_SOURCES = ['used', 'address', 'district'] as const;

export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** The fields of an order entered so far. */
export const placeQuestion = z.strictObject({
  client: z.nullable(line(160)),
  recipient: z.nullable(line(160)),
  address: line(240),
  ubigeo,
});

export type PlaceQuestion = z.infer<typeof placeQuestion>;

const placeFound = z.object({
  lat: latitude,
  lng: longitude,
  /** `used`: known to the block or better; `address`: known less exactly; `district`: only its centre. */
  source: z.enum(PLACE_SOURCES),
  exactness: z.optional(exactness),
});

export type PlaceFound = z.infer<typeof placeFound>;

export const placeOperations = {
  // By POST, because addresses in a URL would be logged.
  'places.find': operation('POST', '/api/places/find', {
    summary: 'Dónde queda una dirección: lugar conocido, lo que da el geocodificador, o el centro del distrito',
    policy: DISPATCH,
    query: inOffice,
    body: placeQuestion,
    response: placeFound,
  }),
};
