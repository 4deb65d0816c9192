import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import process from 'node:process';

/*
 * A process that answers in the shapes of Photon 1.0 (/api) and Nominatim 5 (/search, jsonv2 with addressdetails). The
 * street of the query decides what it finds, and how it lies. Behind /segundo it has other streets. GET /calls lists the
 * calls so far.
 */

/** What a result states, with the members that both servers send and that are not read. */
interface Found {
  street: string;
  number?: string;
  at: readonly [lat: number, lng: number];
  district?: string;
  country?: string;
  kind?: 'district' | 'neighbourhood';
  /** Degrees from the middle to the edge of its box. */
  half?: number;
}

const feature = ({
  street,
  number,
  at: [lat, lng],
  district = 'Miraflores',
  country = 'PE',
  kind,
  half = number === undefined ? 0.001 : 0.0001,
}: Found) => ({
  type: 'Feature',
  properties: {
    osm_type: 'W',
    osm_id: 24_585_473,
    osm_key: kind ? 'place' : number === undefined ? 'highway' : 'building',
    osm_value: kind ? 'suburb' : 'residential',
    type: kind === 'district' ? 'district' : kind ? 'locality' : number === undefined ? 'street' : 'house',
    countrycode: country,
    ...(number === undefined ? { name: street } : { street, housenumber: number }),
    postcode: '15074',
    district,
    city: 'Lima',
    state: 'Lima Metropolitana',
    country: 'Perú',
    extent: [lng - half, lat + half, lng + half, lat - half],
  },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

const place = ({
  street,
  number,
  at: [lat, lng],
  district = 'Miraflores',
  kind,
  half = number === undefined ? 0.001 : 0.0001,
}: Found) => ({
  place_id: 7_643_210,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'way',
  osm_id: 24_585_473,
  lat: String(lat),
  lon: String(lng),
  category: kind ? 'place' : number === undefined ? 'highway' : 'building',
  type: kind ? 'suburb' : 'residential',
  place_rank: kind ? 19 : number === undefined ? 26 : 30,
  importance: 0.053_385_413_925_196_64,
  addresstype: kind ?? 'road',
  name: number === undefined ? street : '',
  display_name: `${street}, ${district}, Lima, Lima Metropolitana, Lima, 15074, Perú`,
  address: {
    ...(!kind && { road: street }),
    ...(number !== undefined && { house_number: number }),
    suburb: district,
    city: 'Lima',
    region: 'Lima Metropolitana',
    state: 'Lima',
    'ISO3166-2-lvl4': 'PE-LMA',
    postcode: '15074',
    country: 'Perú',
    country_code: 'pe',
  },
  boundingbox: [lat - half, lat + half, lng - half, lng + half].map(String),
});

const LARCO = [-12.125_812_3, -77.029_654_1] as const;
const NEAR = [-12.124_1, -77.028_3] as const;
const MIRAFLORES = [-12.121_5, -77.029_8] as const;
/** Of the list of districts. */
const CENTRE = [-12.119, -77.028] as const;
/** A street of the same name in Trujillo. */
const FAR = [-8.112, -79.028] as const;

const ANSWERS: { street: RegExp; found: (number: string) => Found[] }[] = [
  {
    street: /larco/i,
    // The district comes first, the way both do for a street that is poorly mapped.
    found: () => [
      { street: 'Miraflores', at: MIRAFLORES, kind: 'district' },
      { street: 'Avenida José Larco', at: LARCO },
    ],
  },
  { street: /lejana/i, found: (number) => [{ street: 'Calle Lejana', number, at: FAR }] },
  {
    street: /extranjera/i,
    found: (number) => [{ street: 'Calle Extranjera', number, at: [40.4, -3.7], country: 'CL' }],
  },
  // Truths.
  {
    street: /schell/i,
    found: (number) => [
      { street: 'Calle Schell', at: LARCO },
      { street: 'Calle Schell', number, at: LARCO },
    ],
  },
  {
    street: /urb\. aurora/i,
    found: () => [{ street: 'Urbanización Aurora', at: NEAR, kind: 'neighbourhood', half: 0.004 }],
  },
  { street: /larga/i, found: () => [{ street: 'Avenida Larga', at: NEAR, half: 0.006 }] },
  // Lies.
  {
    street: /otro distrito/i,
    found: (number) => [{ street: 'Calle Otro Distrito', number, at: NEAR, district: 'San Isidro' }],
  },
  { street: /otra calle/i, found: (number) => [{ street: 'Calle Verdadera', number, at: NEAR }] },
  { street: /otro tipo/i, found: (number) => [{ street: 'Avenida Otro Tipo', number, at: NEAR }] },
  { street: /otro número/i, found: (number) => [{ street: 'Calle Otro Número', number: `${number}1`, at: NEAR }] },
  { street: /girada/i, found: (number) => [{ street: 'Calle Girada', number, at: [-77.028_3, -12.124_1] }] },
  { street: /enredada/i, found: (number) => [{ street: 'Calle Enredada', number, at: NEAR, half: 0.02 }] },
  { street: /central/i, found: (number) => [{ street: 'Calle Central', number, at: CENTRE }] },
  { street: /repetida/i, found: (number) => [{ street: 'Calle Repetida', number, at: NEAR }] },
];
const SECOND: typeof ANSWERS = [
  { street: /trasera/i, found: (number) => [{ street: 'Calle Trasera', number, at: NEAR }] },
];

const calls: { path: string; query: Record<string, string>; headers: unknown }[] = [];

const json = (response: ServerResponse, value: unknown): void => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(value));
};

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end();
  };

/** Answers of a server that does not work, by the street. */
const FAILURES: { street: RegExp; answer: (response: ServerResponse) => void }[] = [
  { street: /muda/i, answer: () => undefined },
  { street: /caída/i, answer: status(503) },
  { street: /apurada/i, answer: status(429, { 'Retry-After': '3600' }) },
  { street: /redirigida/i, answer: status(302, { Location: '/otro' }) },
  { street: /rota/i, answer: (response) => response.setHeader('Content-Type', 'text/html').end('<html>') },
  { street: /ajena/i, answer: (response) => json(response, { results: [] }) },
  {
    street: /enorme/i,
    answer: (response) =>
      json(response, [{ ...place({ street: 'x', at: LARCO }), filler: 'x'.repeat(8 * 1024 * 1024) }]),
  },
];

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://geocoder');
  if (url.pathname === '/calls') {
    json(response, calls);
    return;
  }
  calls.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers });
  const query = url.searchParams.get('q') ?? '';
  const isSecond = url.pathname.startsWith('/segundo');
  const failure = isSecond ? undefined : FAILURES.find(({ street }) => street.test(query));
  if (failure) {
    failure.answer(response);
    return;
  }
  const number = /\d+/.exec(query)?.[0] ?? '1';
  const found = (isSecond ? SECOND : ANSWERS).find(({ street }) => street.test(query))?.found(number) ?? [];
  if (url.pathname.endsWith('/api')) json(response, { type: 'FeatureCollection', features: found.map(feature) });
  else json(response, found.map(place));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
// Ends with the tests, even if they are killed.
process.on('disconnect', () => process.exit(0));
