import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type TilePlace, VECTOR_TILE } from '@despacho/contracts';
import { isInArea } from '@despacho/contracts/dispatch';
import { Failure } from '#problems/failure.ts';
import { discard } from '#upstream/discard.ts';
import { getFromUpstream, type UpstreamAnswer } from '#upstream/get.ts';
import { readBody } from '#upstream/read-body.ts';
import { statusFailure } from '#upstream/status-failure.ts';
import { type TileArchive } from '#upstream/tile-archive.ts';
import { tileAddress } from '#upstream/tile-pattern.ts';
import { type Call } from '../policy.ts';

/** Image types without scripts: no SVG. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

const DAY_SECONDS = 86_400;
const CACHE = `private, max-age=${DAY_SECONDS}`;

type TileNeeds = 'config' | 'agents' | 'archive';

type TileCall<Needs extends TileNeeds = TileNeeds> = Call<'tiles.read' | 'tiles.field', Needs>;

const ETAG_LENGTH = 22;

/** A tile for a client without gzip may be this many times its stored size. */
const MAX_UNPACKED = 8;

const unzip = promisify(gunzip);

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

/** Sends an image of the tile server once it is complete, so that the browser never caches half of one. */
async function sendImage(
  { params, req, res, services }: TileCall<'config' | 'agents'>,
  maxBytes: number,
  caching: string,
): Promise<void> {
  const { config, agents } = services;
  const { signal } = req.deadline;
  if (!config.TILES_URL) throw new Failure('not-found', { note: 'neither TILES_URL nor TILES_FILE is set' });
  const address = tileAddress(config.TILES_URL, params);
  const answer = await getFromUpstream(address, address.search, TILE_HEADERS, agents, signal);
  const fault = faultOf(answer);
  if (fault) {
    discard(answer);
    throw fault;
  }
  const image = await readBody(answer, maxBytes, signal, req.held);
  res.set({ 'Content-Type': typeOf(answer), 'Cache-Control': caching });
  res.send(image);
}

async function readStored(archive: TileArchive, params: TilePlace, maxBytes: number): Promise<Buffer | undefined> {
  const tile = await archive.read(params).catch(() => {
    throw new Failure('upstream-broken', { note: 'TILES_FILE is damaged' });
  });
  if (tile && tile.length > maxBytes) throw new Failure('upstream-broken', { note: 'stored tile is too large' });
  return tile;
}

/** Sends a stored vector tile as it is compressed in the file; 304 if the browser has it, 204 where there is none. */
async function sendStored(
  archive: TileArchive,
  { params, req, res }: TileCall<never>,
  maxBytes: number,
  caching: string,
): Promise<void> {
  const tile = await readStored(archive, params, maxBytes);
  res.set('Cache-Control', caching);
  if (!tile) {
    res.status(204).end();
    return;
  }
  const asStored = !archive.gzip || req.acceptsEncodings('gzip') !== false;
  const body = asStored ? tile : await unzip(tile, { maxOutputLength: MAX_UNPACKED * maxBytes });
  req.held?.add(body.length);
  res.set({
    'Content-Type': VECTOR_TILE,
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_LENGTH)}"`,
    ...(archive.gzip && { Vary: 'Accept-Encoding', ...(asStored && { 'Content-Encoding': 'gzip' }) }),
  });
  res.send(body);
}

/** Sends a tile of the base map: from the file TILES_FILE, or from the server TILES_URL. */
export async function sendTile(call: TileCall, maxBytes: number, caching = CACHE): Promise<void> {
  const { archive } = call.services;
  if (archive) await sendStored(archive, call, maxBytes, caching);
  else await sendImage(call, maxBytes, caching);
}

/**
 * Sends a phone a tile around the stops of its courier's day, as the dispatch service has them now. The browser must not
 * keep it: the page's service worker does, until the end of the day.
 */
export async function sendFieldTile(
  call: Call<'tiles.field', TileNeeds | 'linkedSessions'>,
  maxBytes: number,
): Promise<void> {
  const { linked } = call.req.session;
  const area = linked && (await call.services.linkedSessions.areaOf(linked, call.req.deadline.signal));
  if (area === undefined) throw new Failure('session-ended', { note: 'the phone was disconnected' });
  if (area === null || !isInArea(call.params, area))
    throw new Failure('not-found', { note: 'tile is not in the area' });
  await sendTile(call, maxBytes, 'no-store');
}
