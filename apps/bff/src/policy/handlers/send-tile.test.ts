import { type OutgoingHttpHeaders } from 'node:http';
import { type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeUpstream, startFakeUpstream } from '#test/support/fake-upstream.ts';
import { Failure } from '#problems/failure.ts';
import { type Agents, createAgents } from '#upstream/agents.ts';
import { tilePattern } from '#upstream/tile-pattern.ts';
import { type Call } from '../policy.ts';
import { sendTile } from './send-tile.ts';

let upstream: FakeUpstream;
let agents: Agents;
let status = 200;
let headers: OutgoingHttpHeaders = {};
beforeEach(async () => {
  agents = createAgents();
  upstream = await startFakeUpstream((_hit, res) => res.writeHead(status, headers).end(status === 204 ? '' : 'tile'));
});
afterEach(async () => {
  agents.close();
  await upstream.close();
});

/** The browser's response when the tile server answers like this, or the failure. */
async function tile(answer: number, given: OutgoingHttpHeaders = {}, { configured = true, most = 100 } = {}) {
  status = answer;
  headers = given;
  const sent: unknown[] = [];
  const TILES_URL = configured ? tilePattern(new URL(`${upstream.url}/mapa/{z}/{x}/{y}?key=k`)) : undefined;
  const res = {
    set: (fields: unknown) => sent.push(fields),
    send: (image: Buffer) => sent.push(image.toString()),
  } as unknown as Response;
  const call = {
    params: { z: 3, x: 1, y: 2 },
    req: { deadline: { signal: new AbortController().signal } },
    res,
    services: { config: { TILES_URL }, agents },
  } as unknown as Call<'tiles.read'>;
  return sendTile(call, most).then(
    () => sent,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      expect(sent).toEqual([]);
      return [error.kind, error.details.note];
    },
  );
}

const kept = (type: string) => [{ 'Content-Type': type, 'Cache-Control': 'private, max-age=86400' }, 'tile'];

describe('sendTile', () => {
  it('G39: requests the tile without data about the user', async () => {
    await tile(200, { 'content-type': 'image/png' });
    expect(upstream.hits).toMatchObject([{ method: 'GET', path: '/mapa/3/1/2', rawQuery: '?key=k' }]);
    expect(Object.keys(upstream.hits[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(upstream.hits[0]?.headers).toMatchObject({
      accept: 'image/png, image/jpeg, image/webp',
      'user-agent': 'despacho-gateway',
    });
  });

  it.each([
    ['image/png', 'image/png'],
    ['IMAGE/JPEG', 'image/jpeg'],
    ['image/webp ; q=1', 'image/webp'],
  ])('is an image of type %s, cached by the browser for a day', async (type, plain) => {
    expect(await tile(200, { 'content-type': type })).toEqual(kept(plain));
  });

  it.each<[what: string, given: OutgoingHttpHeaders]>([
    ['no type', {}],
    ['a page', { 'content-type': 'text/html' }],
    ['a picture with scripts', { 'content-type': 'image/svg+xml' }],
    ['a type that only begins so', { 'content-type': 'image/pngx' }],
    ['a compressed picture', { 'content-type': 'image/png', 'content-encoding': 'gzip' }],
  ])('G27: is not %s', async (_what, given) => {
    expect(await tile(200, given)).toEqual(['upstream-broken', 'tile is no plain image']);
  });

  it.each([
    [204, 'not-found', 'no tile there'],
    [404, 'not-found', 'upstream answered 404'],
    [201, 'upstream-broken', 'upstream answered 201'],
    [302, 'upstream-broken', 'upstream answered 302'],
    [500, 'upstream-failed', 'upstream answered 500'],
  ])('G25: rejects the status %i and passes nothing on', async (answer, kind, note) => {
    expect(await tile(answer, { 'content-type': 'image/png', location: '/x' })).toEqual([kind, note]);
  });

  it('G27: rejects more bytes than its row allows', async () => {
    const png = { 'content-type': 'image/png' };
    expect(await tile(200, png, { most: 4 })).toEqual(kept('image/png'));
    expect((await tile(200, png, { most: 3 }))[0]).toBe('upstream-broken');
  });

  it('is a 404 without a configured server', async () => {
    expect(await tile(200, {}, { configured: false })).toEqual([
      'not-found',
      'neither TILES_URL nor TILES_FILE is set',
    ]);
    expect(upstream.hits).toEqual([]);
  });
});
