import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The browser's cache, in the order of storing, as far as tiles need it. */
class MemoryCache {
  readonly kept = new Map<string, Response>();
  match = (request: Request | string) =>
    Promise.resolve(this.kept.get(typeof request === 'string' ? request : request.url)?.clone());
  keys = () => Promise.resolve([...this.kept.keys()].map((url) => new Request(url)));
  put = (url: string, answer: Response) => Promise.resolve(void this.kept.set(url, answer));
  delete = ({ url }: Request) => Promise.resolve(this.kept.delete(url));
}

let cache: MemoryCache | undefined;
let owner: string | undefined;
let size: number;
const network = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  cache = undefined;
  owner = '7';
  size = 100;
  network.mockReset();
  network.mockImplementation(() =>
    Promise.resolve(new Response(new Uint8Array(size), { headers: { 'content-type': 'x/y' } })),
  );
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('caches', {
    open: () => Promise.resolve((cache ??= new MemoryCache())),
    match: async (url: string) => cache?.match(url),
    delete: () => {
      cache = undefined;
      return Promise.resolve(true);
    },
  });
});

const { answerTile, eraseTiles, TILE_LIMITS } = await import('./tile-cache.ts');

/** Requests a tile as the page does, and waits until it is stored. */
async function read(name: string): Promise<Response> {
  const work: Promise<unknown>[] = [];
  const request = new Request(`http://localhost/api/field/tiles/${name}`);
  const answer = await answerTile(
    request,
    () => Promise.resolve(owner),
    (each) => work.push(each),
  );
  await Promise.all(work);
  return answer;
}

const kept = () => [...(cache?.kept.keys() ?? [])].map((url) => url.split('/tiles/')[1]);

describe('answerTile', () => {
  it('reads a tile once, and then answers it from the phone', async () => {
    expect((await (await read('12/1/1')).arrayBuffer()).byteLength).toBe(100);
    network.mockRejectedValueOnce(new TypeError('no signal'));
    const again = await read('12/1/1');
    expect([again.status, again.headers.get('content-type')]).toEqual([200, 'x/y']);
    expect(network).toHaveBeenCalledTimes(1);
  });

  it('is empty without a signal, and is read again later', async () => {
    network.mockRejectedValueOnce(new TypeError('no signal'));
    expect((await read('12/1/1')).status).toBe(204);
    expect((await read('12/1/1')).status).toBe(200);
  });

  it('keeps no failure and no empty tile', async () => {
    for (const status of [404, 429, 204]) {
      network.mockResolvedValueOnce(new Response(null, { status }));
      expect((await read('12/1/1')).status).toBe(status);
    }
    expect(kept()).toEqual([]);
  });

  it('G41: keeps a limited number of tiles, the latest ones', async () => {
    for (let x = 0; x < TILE_LIMITS.tiles + 2; x += 1) await read(`12/${x}/1`);
    expect(kept()).toHaveLength(TILE_LIMITS.tiles);
    expect(kept()[0]).toBe('12/2/1');
  });

  it('G41: keeps a limited number of bytes', async () => {
    size = TILE_LIMITS.bytes / 2;
    for (const name of ['12/1/1', '12/2/1', '12/3/1']) await read(name);
    expect(kept()).toEqual(['12/2/1', '12/3/1']);
  });

  it('G41: keeps nothing for a phone that is not connected, or was connected to another courier meanwhile', async () => {
    owner = undefined;
    await read('12/1/1');
    expect(kept()).toEqual([]);
    owner = '7';
    await read('12/2/1');
    network.mockImplementationOnce(() => {
      owner = '8';
      return Promise.resolve(new Response('tile'));
    });
    await read('12/3/1');
    expect(kept()).toEqual([]);
  });
});

describe('eraseTiles', () => {
  it('erases all, and does nothing where the browser has no caches', async () => {
    await read('12/1/1');
    await eraseTiles();
    expect(kept()).toEqual([]);
    vi.stubGlobal('caches', undefined);
    await expect(eraseTiles()).resolves.toBeUndefined();
  });
});
