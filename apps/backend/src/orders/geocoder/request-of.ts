import { type District } from '@despacho/contracts/dispatch';
import { type GeocoderHost } from '#platform/config.ts';
import { urlOf } from '#platform/outgoing/fetch-json.ts';
import { boxAround } from './read-answer.ts';

const RESULTS = '5';

/** Each kind's path and the parameters of a search. */
const SEARCHES: Readonly<
  Record<
    GeocoderHost['kind'],
    { path: string; parameters: (query: string, district: District) => Record<string, string> }
  >
> = {
  photon: {
    path: '/api',
    // Only parameters of all versions: Photon rejects unknown ones.
    parameters: (q, district) => ({
      q,
      limit: RESULTS,
      lat: String(district.lat),
      lon: String(district.lng),
      bbox: boxAround(district).join(','),
    }),
  },
  nominatim: {
    path: '/search',
    parameters: (q, district) => ({
      q,
      format: 'jsonv2',
      addressdetails: '1',
      limit: RESULTS,
      countrycodes: 'pe',
      viewbox: boxAround(district).join(','),
      bounded: '1',
      'accept-language': 'es',
    }),
  },
};

/**
 * @param base the operator's URL, with or without the path of the search. Its own parameters, such as a key, are kept.
 * @returns the URL of a search.
 */
export function requestOf(base: string, kind: GeocoderHost['kind'], query: string, district: District): URL {
  const { path, parameters } = SEARCHES[kind];
  return urlOf(base, path, parameters(query, district));
}
