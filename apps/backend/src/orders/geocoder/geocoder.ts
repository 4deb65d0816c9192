import { type District } from '@despacho/contracts/dispatch';
import { type GeocoderHost } from '#platform/config.ts';
import { type GeocodedPlace, judgeAnswer } from './judge-answer.ts';
import { readAnswer } from './read-answer.ts';
import { requestOf } from './request-of.ts';

const TIMEOUT_MS = 3000;
/** Five results have a few KB. */
const MAX_BYTES = 256 * 1024;

/** A call that brought no answer. The message contains neither the address nor the operator's URL. */
class GeocoderFailure extends Error {
  override readonly name = 'GeocoderFailure';
}

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new GeocoderFailure('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown');
}

/**
 * Calls the operator's geocoder once, without following redirects: only the configured host is reached.
 * @returns the place of an address, with how exactly the answer states it; undefined if none was found.
 * @throws GeocoderFailure if there is no usable answer within three seconds.
 */
export async function callGeocoder(
  { url, kind }: Pick<GeocoderHost, 'url' | 'kind'>,
  query: string,
  district: District,
  timeoutMs = TIMEOUT_MS,
): Promise<GeocodedPlace | undefined> {
  try {
    const response = await fetch(requestOf(url, kind, query, district), {
      redirect: 'manual',
      headers: { Accept: 'application/json', 'User-Agent': 'Despacho' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new GeocoderFailure(`status ${response.status}`);
    }
    return judgeAnswer(readAnswer(kind, JSON.parse(await readBody(response))), query, district);
  } catch (error) {
    throw error instanceof GeocoderFailure ? error : new GeocoderFailure(reasonOf(error));
  }
}
