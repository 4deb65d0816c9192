import { type District } from '@despacho/contracts/dispatch';
import { type GeocoderHost } from '#platform/config.ts';
import { fetchJson } from '#platform/outgoing/fetch-json.ts';
import { type GeocodedPlace, judgeAnswer } from './judge-answer.ts';
import { readAnswer } from './read-answer.ts';
import { requestOf } from './request-of.ts';

const TIMEOUT_MS = 3000;
/** Five results have a few KB. */
const MAX_BYTES = 256 * 1024;

/**
 * Calls the operator's geocoder once.
 * @returns the place of an address, with how exactly the answer states it; undefined if none was found.
 * @throws OutgoingFailure if there is no usable answer within three seconds.
 */
export async function callGeocoder(
  { url, kind }: Pick<GeocoderHost, 'url' | 'kind'>,
  query: string,
  district: District,
  timeoutMs = TIMEOUT_MS,
): Promise<GeocodedPlace | undefined> {
  const limits = { maxBytes: MAX_BYTES, signal: AbortSignal.timeout(timeoutMs) };
  const read = (answer: unknown) => judgeAnswer(readAnswer(kind, answer), query, district);
  return fetchJson(requestOf(url, kind, query, district), read, limits);
}
