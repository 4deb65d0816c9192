import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts';

/** One transparent pixel. */
export const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** An external tile server: the same image everywhere, with headers it should not send. */
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
