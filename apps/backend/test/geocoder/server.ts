import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import process from 'node:process';

/*
 * A process that answers as Photon (/api) and Nominatim (/search) do. The street of the query decides what it finds.
 * GET /calls lists the calls so far.
 */

/** A feature as Photon sends it, with the members that are not read. */
const feature = (name: string, lat: number, lng: number, type: string, countrycode = 'PE') => ({
  type: 'Feature',
  properties: {
    osm_type: 'W',
    osm_id: 24_585_473,
    osm_key: type === 'district' ? 'place' : 'highway',
    osm_value: type === 'district' ? 'suburb' : 'residential',
    type,
    countrycode,
    name,
    postcode: '15074',
    district: 'Miraflores',
    city: 'Lima',
    state: 'Lima Metropolitana',
    country: 'Perú',
    extent: [lng - 0.001, lat + 0.001, lng + 0.001, lat - 0.001],
  },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

/** A place as Nominatim sends it with format=jsonv2. */
const place = (name: string, lat: number, lng: number, rank: number) => ({
  place_id: 7_643_210,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'way',
  osm_id: 24_585_473,
  lat: String(lat),
  lon: String(lng),
  category: rank >= 26 ? 'highway' : 'boundary',
  type: rank >= 26 ? 'residential' : 'administrative',
  place_rank: rank,
  importance: 0.053_385_413_925_196_64,
  addresstype: rank >= 26 ? 'road' : 'city_district',
  name,
  display_name: `${name}, Miraflores, Lima, Lima Metropolitana, Lima, 15074, Perú`,
  boundingbox: [String(lat - 0.001), String(lat + 0.001), String(lng - 0.001), String(lng + 0.001)],
});

const LARCO = [-12.125_812_3, -77.029_654_1] as const;
const MIRAFLORES = [-12.121_5, -77.029_8] as const;
/** A street of the same name in Trujillo. */
const FAR = [-8.112, -79.028] as const;
const ABROAD = [-12.12, -77.03] as const;

const ANSWERS: { street: RegExp; photon: unknown[]; nominatim: unknown[] }[] = [
  {
    street: /larco/i,
    // The district comes first, the way both do for a street that is poorly mapped.
    photon: [feature('Miraflores', ...MIRAFLORES, 'district'), feature('Avenida José Larco', ...LARCO, 'street')],
    nominatim: [place('Miraflores', ...MIRAFLORES, 19), place('Avenida José Larco', ...LARCO, 26)],
  },
  { street: /lejana/i, photon: [feature('Lejana', ...FAR, 'house')], nominatim: [place('Lejana', ...FAR, 30)] },
  {
    street: /extranjera/i,
    photon: [feature('Extranjera', ...ABROAD, 'house', 'CL')],
    nominatim: [place('Extranjera', 40.4, -3.7, 30)],
  },
];

const calls: { path: string; query: Record<string, string>; headers: unknown }[] = [];

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://geocoder');
  const json = (value: unknown): void => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(value));
  };
  if (url.pathname === '/calls') {
    json(calls);
    return;
  }
  calls.push({ path: url.pathname, query: Object.fromEntries(url.searchParams), headers: request.headers });
  const street = url.searchParams.get('q') ?? '';
  if (/muda/i.test(street)) return;
  if (/caída/i.test(street)) {
    response.statusCode = 503;
    response.end();
    return;
  }
  if (/redirigida/i.test(street)) {
    response.writeHead(302, { Location: '/otro' });
    response.end();
    return;
  }
  if (/rota/i.test(street)) {
    response.end('<html>');
    return;
  }
  if (/ajena/i.test(street)) {
    json({ results: [] });
    return;
  }
  if (/enorme/i.test(street)) {
    json([{ ...place('Larco', ...LARCO, 30), filler: 'x'.repeat(300 * 1024) }]);
    return;
  }
  const found = ANSWERS.find((each) => each.street.test(street));
  if (url.pathname === '/api') json({ type: 'FeatureCollection', features: found?.photon ?? [] });
  else json(found?.nominatim ?? []);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port);
});
// Ends with the tests, even if they are killed.
process.on('disconnect', () => process.exit(0));
