import { randomUUID } from 'node:crypto';
import { createServer, request as send, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type CourierPhone, type TrackerLink } from '@despacho/contracts/dispatch';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ingestListener } from '#fleet/ingest/ingest-listener.ts';
import { secretHash } from '#platform/secrets.ts';
import { createLogger } from '#platform/logger.ts';
import { INGEST, NOW } from './test-services.ts';
import { usePhones } from './use-phones.ts';

const MINUTE = 60_000;

interface Given {
  method?: string;
  body?: string;
  type?: string;
  /** The value that a proxy in front reports. */
  from?: string;
}

describe('the listener for Traccar Client', () => {
  const desk = usePhones();
  const { dispatch } = desk;
  let server: Server;
  let log: string;

  beforeEach(async () => {
    log = '';
    const logger = createLogger('trace', { write: (line) => void (log += line) });
    server = createServer(ingestListener({ ...desk.services, logger }, INGEST.trustProxy));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const call = (query: string, { method = 'GET', body, type, from = '203.0.113.9' }: Given = {}) =>
    new Promise<{ status: number; text: string; retryAfter: string | undefined }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const headers = { 'x-forwarded-for': from, ...(type !== undefined && { 'content-type': type }) };
      const sent = send({ port, host: '127.0.0.1', path: `/gps?${query}`, method, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const statusOf = async (...given: Parameters<typeof call>) => (await call(...given)).status;

  const track = async (id: string): Promise<{ link: TrackerLink; token: string }> => {
    const link = await dispatch.ok('couriers.track', { id });
    return { link, token: new URL(link.address).searchParams.get('id') ?? '' };
  };
  const phoneOf = (id: string): Promise<CourierPhone> => dispatch.ok('couriers.device', { id });
  /** «Salí a ruta», an hour ago. */
  async function goOut(courierId: string): Promise<void> {
    const at = new Date(NOW.getTime() - 60 * MINUTE).toISOString();
    expect((await (await desk.phoneOf(courierId)).call('field.start', { id: randomUUID(), at })).status).toBe(200);
  }
  const stored = async () =>
    (await desk.db.selectFrom('positions').select(['courier_id', 'at', 'source']).orderBy('at').execute()).map(
      ({ courier_id, at, source }) => [String(courier_id), (at.getTime() - NOW.getTime()) / 1000, source],
    );
  const queryOf = (token: string, secondsAgo = 0, place = 'lat=-12.06&lon=-77.05') =>
    `id=${token}&${place}&timestamp=${NOW.getTime() / 1000 - secondsAgo}`;

  it('stores the positions of a courier on the way, by GET, form and JSON, and answers without a body', async () => {
    await goOut(desk.pedro);
    const { link, token } = await track(desk.pedro);
    expect(link.address).toMatch(
      /^https:\/\/rastreo\.example\.pe\/gps\?id=[A-Za-z0-9_-]{27}&accuracy=high&interval=20&/,
    );
    expect(await call(queryOf(token, 60))).toMatchObject({ status: 200, text: '' });
    const form = 'application/x-www-form-urlencoded';
    expect(await statusOf('', { method: 'POST', type: form, body: queryOf(token, 40) })).toBe(200);
    expect(await statusOf(queryOf(token, 20), { method: 'POST' })).toBe(200);
    const coords = { latitude: -12.06, longitude: -77.05, accuracy: 5 };
    const body = JSON.stringify({ location: { timestamp: NOW.toISOString(), coords }, device_id: token });
    expect(await statusOf('', { method: 'POST', type: 'application/json; charset=utf-8', body })).toBe(200);
    expect(await stored()).toEqual([-60, -40, -20, 0].map((at) => [desk.pedro, at, 'tracker']));
  });

  it('accepts repeated, late and unordered positions, and stores each once', async () => {
    await goOut(desk.pedro);
    const { token } = await track(desk.pedro);
    const ages = [0, 600, 300, 600, 0, 14 * 3600];
    for (const age of ages) expect(await statusOf(queryOf(token, age))).toBe(200);
    expect((await stored()).map(([, at]) => at)).toEqual([-600, -300, 0]);
    expect((await phoneOf(desk.pedro)).tracker?.refused).toBe('before_start');
  });

  it('answers 200 to refused positions, so that the app does not repeat them, and shows the office why', async () => {
    const { token } = await track(desk.pedro);
    expect(await statusOf(queryOf(token))).toBe(200);
    expect(await stored()).toEqual([]);
    expect((await phoneOf(desk.pedro)).tracker).toEqual({
      connectedAt: NOW.toISOString(),
      usedAt: NOW.toISOString(),
      refused: 'before_start',
      doubted: null,
      unreadable: null,
      notice: null,
    });
    await goOut(desk.pedro);
    desk.clock.move(2 * MINUTE);
    expect(await statusOf(queryOf(token))).toBe(200);
    expect((await phoneOf(desk.pedro)).tracker).toMatchObject({
      usedAt: new Date(NOW.getTime() + 2 * MINUTE).toISOString(),
      refused: null,
    });
  });

  it('answers 200 to unreadable messages, and shows the office how many and why', async () => {
    const { token } = await track(desk.pedro);
    expect(await statusOf(`id=${token}&lat=x&lon=1`)).toBe(200);
    desk.clock.move(2 * MINUTE);
    const post = { method: 'POST', type: 'application/json' };
    expect(await statusOf('', { ...post, body: `{"device_id": "${token}", "location": ` })).toBe(200);
    const newest = { count: 2, newest: 'format', at: new Date(NOW.getTime() + 2 * MINUTE).toISOString() };
    expect((await phoneOf(desk.pedro)).tracker).toMatchObject({ usedAt: newest.at, unreadable: newest });
    expect(await statusOf(`id=${token.slice(1)}A&lat=x&lon=1`)).toBe(404);
    // Another code begins again.
    await track(desk.pedro);
    expect((await phoneOf(desk.pedro)).tracker?.unreadable).toBeNull();
  });

  it('keeps doubtful positions, shows the office why they are on no map, and accepts the next good one', async () => {
    await goOut(desk.pedro);
    const { token } = await track(desk.pedro);
    const newest = () => desk.db.selectFrom('courier_positions').select(['lat', 'at']).executeTakeFirst();
    for (const [seconds, place, doubted] of [
      [90, 'lat=-33.4&lon=-70.6', 'abroad'],
      [80, 'lat=-33.4&lon=-70.6', 'abroad'],
      [70, 'lat=-3.75&lon=-73.25', 'far'],
      // Knots.
      [60, 'lat=-12.06&lon=-77.05&speed=1942', 'speed'],
    ] as const) {
      expect(await statusOf(queryOf(token, seconds, place))).toBe(200);
      expect((await phoneOf(desk.pedro)).tracker).toMatchObject({ refused: null, doubted });
    }
    expect(await newest()).toBeUndefined();
    await statusOf(queryOf(token, 30));
    expect((await phoneOf(desk.pedro)).tracker).toMatchObject({ refused: null, doubted: null });
    expect((await newest())?.lat).toBe(-12.06);
    const doubts = await desk.db.selectFrom('positions').select('doubt').orderBy('at').execute();
    expect(doubts.map(({ doubt }) => doubt)).toEqual(['abroad', 'abroad', 'far', 'speed', null]);
    const trail = await dispatch.ok('trails.courier', { as: 'clerk', id: desk.pedro });
    expect([trail.leftOut, trail.points.at.length]).toEqual([4, 1]);
  });

  it('accepts positions near what the courier carries, far from the office', async () => {
    await goOut(desk.pedro);
    const { token } = await track(desk.pedro);
    const order = await dispatch.createOrder({
      place: { address: 'Jr. Próspero 100', reference: null, ubigeo: '160101', point: null },
    });
    await desk.assign([order], desk.pedro);
    await statusOf(queryOf(token, 30, 'lat=-3.76&lon=-73.26'));
    expect((await phoneOf(desk.pedro)).tracker?.doubted).toBeNull();
  });

  it('replaces a position whose clock was ahead by a later, correct one', async () => {
    await goOut(desk.pedro);
    const { token } = await track(desk.pedro);
    await statusOf(queryOf(token, -60));
    desk.clock.move(10_000);
    await statusOf(queryOf(token, -5, 'lat=-12.0605&lon=-77.05'));
    const [head] = await desk.db.selectFrom('courier_positions').select(['lat', 'at']).execute();
    expect(head).toEqual({ lat: -12.0605, at: new Date(NOW.getTime() + 5000) });
  });

  it('G41: refuses a token once it is revoked, replaced, or its courier is retired', async () => {
    const first = await track(desk.sara);
    const second = await track(desk.sara);
    expect([await statusOf(queryOf(first.token)), await statusOf(queryOf(second.token))]).toEqual([404, 200]);
    expect((await dispatch.ok('couriers.untrack', { id: desk.sara })).tracker).toBeNull();
    expect(await statusOf(queryOf(second.token))).toBe(404);
    const third = await track(desk.sara);
    expect(await statusOf(queryOf(third.token))).toBe(200);
    await dispatch.ok('couriers.retire', { as: 'chief', id: desk.sara, body: { version: 1 } });
    expect(await statusOf(queryOf(third.token))).toBe(404);
    expect((await dispatch.call('couriers.track', { id: desk.sara })).status).toBe(409);
    await dispatch.ok('couriers.edit', { id: desk.sara, body: { version: 2, changes: { state: 'activo' } } });
    expect(await statusOf(queryOf(third.token))).toBe(404);
  });

  it('stores only a digest of the token', async () => {
    const { token } = await track(desk.pedro);
    expect(JSON.stringify(await desk.db.selectFrom('courier_trackers').selectAll().execute())).not.toContain(token);
  });

  it.each<[number, string, Given]>([
    [200, '', { method: 'POST', type: 'application/json', body: '{' }],
    [404, 'id=AAAAAAAAAAAAAAAAAAAAAAAAAAA&lat=1&lon=1', {}],
    [404, 'lat=1&lon=1', {}],
    [405, 'id=TOKEN&lat=1&lon=1', { method: 'PUT' }],
    [405, 'id=TOKEN&lat=1&lon=1', { method: 'DELETE' }],
    [413, '', { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) }],
  ])('answers %d to %s %j', async (status, query, given) => {
    const { token } = await track(desk.pedro);
    expect(await statusOf(query.replace('TOKEN', token), given)).toBe(status);
    expect(await statusOf(queryOf(token))).toBe(200);
  });

  it('G40: throttles unknown tokens by network, but no valid token', async () => {
    const { token } = await track(desk.pedro);
    expect(await statusOf(queryOf(token))).toBe(200);
    const guess = (index: number) => queryOf(`guess${String(index).padStart(22, '0')}`);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => statusOf(guess(index), { from: '2001:db8::1' })),
    );
    expect(new Set(guesses)).toEqual(new Set([404]));
    expect(await call(guess(30), { from: '2001:db8::ffff' })).toMatchObject({ status: 429, retryAfter: '60' });
    expect(await statusOf(guess(31))).toBe(404);
    expect(await statusOf(queryOf(token, 1), { from: '2001:db8::1' })).toBe(200);
    desk.clock.move(MINUTE);
    expect(await statusOf(guess(32), { from: '2001:db8::1' })).toBe(404);
  });

  it('G40: looks up no more unknown tokens of a network than it may send, even concurrently', async () => {
    const lookups = vi.spyOn(desk.services.positionWriter, 'add');
    const { token } = await track(desk.pedro);
    const guesses = Array.from({ length: 90 }, (_, index) =>
      statusOf(queryOf(`burst${String(index).padStart(22, '0')}`)),
    );
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 404)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
    expect(lookups).toHaveBeenCalledTimes(30);
    // A device behind the same address that this process has not seen yet.
    expect(await statusOf(queryOf(token))).toBe(200);
    expect(lookups).toHaveBeenCalledTimes(31);
  });

  it('G40: does not count valid tokens that arrive together', async () => {
    const { token } = await track(desk.pedro);
    const statuses = await Promise.all(Array.from({ length: 40 }, () => statusOf(queryOf(token))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await statusOf(queryOf('A'.repeat(27)))).toBe(404);
  });

  it('G40: bounds the requests of a token without positions', async () => {
    const { token } = await track(desk.pedro);
    const sender = { tokenHash: secretHash(token) };
    const sent = await Promise.allSettled(
      Array.from({ length: 1201 }, () => desk.services.positionWriter.add(sender, [])),
    );
    expect(sent.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await call(`id=${token}&batt=50`)).toMatchObject({ status: 429, retryAfter: '60' });
    desk.clock.move(MINUTE);
    expect(await statusOf(`id=${token}&batt=50`)).toBe(200);
  });

  it('G40: bounds the positions of a token per minute', async () => {
    const [pedro, sara] = [await track(desk.pedro), await track(desk.sara)];
    const coords = { latitude: -12.06, longitude: -77.05 };
    const batch = (token: string) => ({
      method: 'POST',
      type: 'application/json',
      body: JSON.stringify({ location: Array(200).fill({ coords }), device_id: token }),
    });
    const statuses: number[] = [];
    for (let sent = 0; sent < 7; sent += 1) statuses.push(await statusOf('', batch(pedro.token)));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await statusOf('', batch(sara.token))).toBe(200);
    desk.clock.move(MINUTE);
    expect(await statusOf('', batch(pedro.token))).toBe(200);
  });

  it('G18: logs nothing of a request, also when the database fails', async () => {
    const { token } = await track(desk.pedro);
    await statusOf(queryOf(token));
    await statusOf(`id=${token}&lat=x&lon=1`);
    await dispatch.ok('couriers.untrack', { id: desk.pedro });
    await statusOf(queryOf(token));
    expect(log).toBe('');
    const add = desk.services.positionWriter.add.bind(desk.services.positionWriter);
    desk.services.positionWriter.add = () => Promise.reject(new Error('the database is away'));
    expect(await call(queryOf(token))).toMatchObject({ status: 503, retryAfter: '60' });
    desk.services.positionWriter.add = add;
    // The control: this failure is logged, without the request.
    expect(log).toContain('the database is away');
    expect(log).not.toContain(token);
    expect(log).not.toContain('lat');
  });

  it('must be configured to connect the app', async () => {
    desk.services.config = { ...desk.services.config, ingest: undefined };
    const answer = await dispatch.call('couriers.track', { id: desk.pedro });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ message: 'El seguimiento con Traccar no está activado en este servidor' });
    expect(await phoneOf(desk.pedro)).toMatchObject({ mayTrack: false, tracker: null });
    desk.services.config = { ...desk.services.config, ingest: INGEST };
    expect(await phoneOf(desk.pedro)).toMatchObject({ mayTrack: true, tracker: null });
  });
});
