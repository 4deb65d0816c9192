/** The map's tiles on this phone. Not one of the caches of the page's files, which the service worker replaces. */
const TILE_CACHE = 'despacho-mapa';

/** Most tiles and bytes kept: one level of a district, and a small part of a cheap phone's storage. */
export const TILE_LIMITS = { tiles: 300, bytes: 24 * 1024 * 1024 } as const;

/** Header of a stored tile with its size. */
const BYTES = 'x-despacho-bytes';

/** Undefined if the browser has none, such as over plain http. */
const stores = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;

/** Erases all tiles, which show where the courier's stops are: with the day, the connection, or without room. */
export async function eraseTiles(): Promise<void> {
  await stores()
    ?.delete(TILE_CACHE)
    .catch(() => undefined);
}

/** One change at a time. */
let storing: Promise<unknown> = Promise.resolve();

/** Removes the tiles stored first until a new one fits. */
async function makeRoom(cache: Cache, bytes: number): Promise<void> {
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const size = (await cache.match(request))?.headers.get(BYTES);
      return { request, bytes: Number(size ?? 0) };
    }),
  );
  let total = kept.reduce((sum, each) => sum + each.bytes, bytes);
  for (const [index, oldest] of kept.entries()) {
    if (total <= TILE_LIMITS.bytes && kept.length - index < TILE_LIMITS.tiles) return;
    total -= oldest.bytes;
    await cache.delete(oldest.request);
  }
}

async function store(url: string, tile: Response, owner: string, ownerNow: OwnerNow): Promise<void> {
  const cache = await caches.open(TILE_CACHE);
  await makeRoom(cache, Number(tile.headers.get(BYTES)));
  await cache.put(url, tile);
  // After the write: a phone that is disconnected loses the session first and then the tiles.
  if ((await ownerNow().catch(() => undefined)) !== owner) await eraseTiles();
}

/** @returns the courier of this phone; undefined if it is not connected. */
type OwnerNow = () => Promise<string | undefined>;

/**
 * Answers a request of a tile from this phone, otherwise from the network, and then keeps it.
 * @param keep for the work that continues after the answer.
 * @returns 204 without a signal: the page draws nothing there, and tries again later.
 */
export async function answerTile(
  request: Request,
  ownerNow: OwnerNow,
  keep: (work: Promise<unknown>) => void,
): Promise<Response> {
  const known = await stores()?.match(request.url, { cacheName: TILE_CACHE });
  if (known) return known;
  const owner = await ownerNow();
  const answer = await fetch(request).catch(() => undefined);
  if (!answer) return new Response(null, { status: 204 });
  if (answer.status !== 200 || owner === undefined) return answer;
  const bytes = await answer.arrayBuffer();
  const headers = { 'content-type': answer.headers.get('content-type') ?? '', [BYTES]: String(bytes.byteLength) };
  storing = storing
    .then(() => store(request.url, new Response(bytes, { headers }), owner, ownerNow))
    // Without room the tile is read again next time.
    .catch(() => undefined);
  keep(storing);
  return new Response(bytes, { headers });
}
