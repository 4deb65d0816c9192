import { Failure } from '../../problems/failure.ts';
import { discard } from '../../upstream/discard.ts';
import { getFromUpstream, type UpstreamAnswer } from '../../upstream/get.ts';
import { readBody } from '../../upstream/read-body.ts';
import { statusFailure } from '../../upstream/status-failure.ts';
import { tileAddress } from '../../upstream/tile-pattern.ts';
import { type Call } from '../policy.ts';

/** Image types without scripts: no SVG. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

const DAY_SECONDS = 86_400;

/** All headers that an external tile server receives. */
export const TILE_HEADERS = { accept: IMAGE_TYPES.join(', '), 'user-agent': 'despacho-gateway' };

const typeOf = ({ headers }: UpstreamAnswer): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @returns why a response is not a tile. */
function faultOf(answer: UpstreamAnswer): Failure | undefined {
  const { statusCode = 0, headers } = answer;
  // Some servers answer 204 for tiles of the sea.
  if (statusCode === 204) return new Failure('not-found', { note: 'no tile there' });
  if (statusCode !== 200) return statusFailure(statusCode, undefined);
  const plain = IMAGE_TYPES.includes(typeOf(answer)) && headers['content-encoding'] === undefined;
  return plain ? undefined : new Failure('upstream-broken', { note: 'tile is no plain image' });
}

/**
 * Sends a tile of the base map once it is complete, so that a truncated one is a problem and not half an image that the
 * browser caches for a day.
 */
export async function sendTile(
  { params, req, res, services }: Call<'tiles.read', 'config' | 'agents'>,
  maxBytes: number,
): Promise<void> {
  const { config, agents } = services;
  const { signal } = req.deadline;
  if (!config.TILES_URL) throw new Failure('not-found', { note: 'TILES_URL is not set' });
  const address = tileAddress(config.TILES_URL, params);
  const answer = await getFromUpstream(address, address.search, TILE_HEADERS, agents, signal);
  const fault = faultOf(answer);
  if (fault) {
    discard(answer);
    throw fault;
  }
  const image = await readBody(answer, maxBytes, signal, req.held);
  res.set({ 'Content-Type': typeOf(answer), 'Cache-Control': `private, max-age=${DAY_SECONDS}` });
  res.send(image);
}
