import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts';

/** One transparent point. */
export const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** A tile server outside: it has the same picture everywhere, and more to say than it should. */
export async function startTileServer(): Promise<FakeUpstream> {
  return startFakeUpstream((_hit, res) => {
    res.writeHead(200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000',
      'set-cookie': 'tracker=1',
      server: 'Tiles/1',
      'access-control-allow-origin': '*',
    });
    res.end(TILE);
  });
}
