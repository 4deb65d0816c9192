import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH, LIST_ANSWER } from '../../policy.ts';
import { line } from '../../text.ts';
import { exactness } from './exactness.ts';
import { inOffice, latitude, longitude, rowId, ubigeo } from '../platform/fields.ts';

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

/** Seconds for which an address of «Por ubicar» belongs to the person who is locating it. */
export const CLAIM_SECONDS = 60;

/** What a page does with a claim that it has made. */
const CLAIM_MODES = ['renew', 'release'] as const;

export type ClaimMode = (typeof CLAIM_MODES)[number];

/** Addresses of «Por ubicar» that are listed, and places that may be chosen for one of them. */
export const MAX_WAITING = 200;
export const MAX_CANDIDATES = 9;

const candidate = z.object({ lat: latitude, lng: longitude, exactness });

export type PlaceCandidate = z.infer<typeof candidate>;

const waitingAddress = z.object({
  /** One of its orders, by which it is claimed and answered. */
  order: z.string(),
  address: z.string(),
  ubigeo: z.string(),
  /** How many open orders it has. */
  orders: z.int(),
  /** Where they are shown now. */
  place: candidate,
  /** The places that are known, the most trusted one first; empty if only the district is. */
  candidates: z.array(candidate),
  /** Who is locating it. */
  claim: z.nullable(z.object({ user: z.string(), isOwn: z.boolean() })),
});

export type WaitingAddress = z.infer<typeof waitingAddress>;

/** Addresses of one street, the worst known one first, like the streets. */
const waitingPlaces = z.object({
  /** `street` is as written in the first of its addresses. */
  streets: z.array(z.object({ street: z.string(), ubigeo: z.string(), addresses: z.array(waitingAddress) })),
  /** All of the office, also those that are not listed. */
  total: z.int(),
});

export type WaitingPlaces = z.infer<typeof waitingPlaces>;

export const placeOperations = {
  // By POST, because addresses in a URL would be logged.
  'places.find': operation('POST', '/api/places/find', {
    summary: 'Dónde queda una dirección: lugar conocido, lo que da el geocodificador, o el centro del distrito',
    policy: DISPATCH,
    query: inOffice,
    body: placeQuestion,
    response: placeFound,
  }),
  // By POST, because it claims an address.
  'places.waiting': operation('POST', '/api/places/waiting', {
    summary: 'Direcciones de órdenes abiertas por ubicar, por calle, la peor conocida primero; toma una por 60 s',
    policy: { ...DISPATCH, answerBytes: LIST_ANSWER },
    query: inOffice,
    /**
     * The order whose address the person claims in the place of the one before; null for none. A page that has claimed it
     * renews or releases only that claim, and not one that another page of the person has made since.
     */
    body: z.strictObject({ claim: z.nullable(rowId), mode: z.optional(z.enum(CLAIM_MODES)) }),
    response: waitingPlaces,
  }),
  'places.answer': operation('POST', '/api/places/answer', {
    summary: 'Dice dónde queda la dirección de una orden, para todas las que la tienen; sin punto deshace lo dicho',
    policy: { ...DISPATCH, repeatable: true },
    query: inOffice,
    body: z.strictObject({ order: rowId, point: z.nullable(z.strictObject({ lat: latitude, lng: longitude })) }),
    response: z.object({ orders: z.int(), undoUntil: z.nullable(z.iso.datetime()) }),
  }),
};
