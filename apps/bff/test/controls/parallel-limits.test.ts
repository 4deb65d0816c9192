import { type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PARALLEL_LIMITS } from '#policy/limit-parallel.ts';
import { WIRE_LIMITS } from '#http/public-server.ts';
import { HELD_LIMITS } from '#upstream/held-answers.ts';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, type GatewayParts, startGateway } from '../support/gateway.ts';
import { send, headersOf } from '../support/send.ts';
import { UNHURRIED } from '../support/visitors.ts';
import { dial, requestBy, type Wire } from '../support/wire.ts';

const WAIT = { timeout: 20_000, interval: 50 };
const LONG = { timeout: 60_000 };
const MEGABYTE = 1024 * 1024;
/** More than the socket buffers on the way can hold. */
const LARGE_LIST = Array.from({ length: 55 }, (_, id) => ({ id, name: 'x'.repeat(100_000) }));

let gateway: Gateway;
const wires: Wire[] = [];
afterEach(async () => {
  for (const { socket } of wires.splice(0)) socket.destroy();
  await gateway.close();
}, 120_000);

async function start(parts: GatewayParts = {}) {
  gateway = await startGateway(UNHURRIED, parts);
  const [ana, rosa] = [new Browser(gateway), new Browser(gateway)];
  await ana.signIn(gateway.legacy.users.ana);
  await rosa.signIn(gateway.legacy.users.rosa);
  return { ana, rosa };
}

const get = (browser: Browser, target: string) =>
  send(gateway, { method: 'GET', target, headers: headersOf(browser, 'GET') });

const { running, waiting } = PARALLEL_LIMITS.calls;

describe('the requests of a session', () => {
  it('G40: sixteen run, sixty-four wait, more are refused, and other users are served', LONG, async () => {
    const { ana, rosa } = await start();
    const held: ServerResponse[] = [];
    gateway.legacy.on('GET /base/clients/', (_hit, res) => held.push(res));
    const asked = () => gateway.legacy.hitsOf('/base/clients/').length;
    const first = Array.from({ length: running + waiting }, () => get(ana, '/api/clients'));
    await vi.waitFor(() => {
      expect(asked()).toBe(running);
    }, WAIT);
    const refused = await Promise.all(Array.from({ length: 3 }, () => get(ana, '/api/clients')));
    expect(refused.map(({ kind, headers }) => [kind, headers['retry-after']])).toEqual(
      refused.map(() => ['too-many-requests', '1']),
    );
    expect(asked()).toBe(running);
    // Other users, and operations of the same session with their own budget.
    expect((await get(rosa, '/api/storage')).status).toBe(200);
    expect((await get(ana, '/tiles/5/9/16')).status).toBe(200);
    expect((await get(ana, '/api/events')).status).toBe(200);
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, []);
    });
    for (const res of held) sendJson(res, 200, []);
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 200));
    expect((await get(ana, '/api/clients')).status).toBe(200);
  });

  it('G40: a disconnected client’s request frees its place', LONG, async () => {
    const { ana } = await start();
    gateway.legacy.on('GET /base/clients/', () => undefined);
    for (let turn = 0; turn < running; turn += 1) {
      const wire = dial(gateway.port);
      wires.push(wire);
      wire.write(requestBy(ana, 'GET /api/clients HTTP/1.1'));
    }
    await vi.waitFor(() => {
      expect(gateway.legacy.hitsOf('/base/clients/')).toHaveLength(running);
    }, WAIT);
    const storage = get(ana, '/api/storage');
    wires[0]?.socket.destroy();
    expect((await storage).status).toBe(200);
  });
});

describe('buffered responses', () => {
  async function askUnread(browser: Browser): Promise<Wire> {
    const before = gateway.legacy.hitsOf('/base/clients/').length;
    const wire = dial(gateway.port);
    wires.push(wire);
    wire.socket.pause();
    wire.write(requestBy(browser, 'GET /api/clients HTTP/1.1'));
    await vi.waitFor(() => {
      expect(gateway.legacy.hitsOf('/base/clients/').length).toBeGreaterThan(before);
    }, WAIT);
    return wire;
  }

  const cuts = () => gateway.logLines().filter(({ event }) => event === 'answer.cut');

  it('G40: hold a bounded number of bytes per person when unread', LONG, async () => {
    const person = 12 * MEGABYTE;
    const { ana, rosa } = await start({ heldLimits: { ...HELD_LIMITS, person } });
    const answers: ServerResponse[] = [];
    gateway.server.prependListener('request', (_req, res: ServerResponse) => answers.push(res));
    const unread = () => answers.reduce((sum, res) => sum + (res.closed ? 0 : res.writableLength), 0);
    const sendLarge = () => {
      gateway.legacy.on('GET /base/clients/', (_hit, res) => {
        sendJson(res, 200, LARGE_LIST);
      });
    };
    sendLarge();
    const unreadByRosa = await askUnread(rosa);
    await vi.waitFor(() => {
      expect(unread()).toBeGreaterThan(MEGABYTE);
    }, WAIT);
    const byRosa = unread();
    const waiting: ServerResponse[] = [];
    gateway.legacy.on('GET /base/clients/', (_hit, res) => waiting.push(res));
    for (let turn = 0; turn < 5; turn += 1) await askUnread(ana);
    sendLarge();
    for (const res of waiting) sendJson(res, 200, LARGE_LIST);
    await vi.waitFor(() => {
      expect(cuts()).toHaveLength(3);
    }, WAIT);
    // Until they are read, no upstream receives another of her requests.
    const asked = gateway.legacy.hits.length;
    expect((await get(ana, '/api/storage')).kind).toBe('too-many-requests');
    expect(gateway.legacy.hits).toHaveLength(asked);
    expect(unread() - byRosa).toBeLessThanOrEqual(person);
    // A slow reader still gets the whole response.
    unreadByRosa.socket.resume();
    const [answer] = await unreadByRosa.answered(1);
    expect([answer?.status, answer?.complete]).toEqual([200, true]);
  });

  /**
   * Requests lists that the upstream sends only in part.
   * @returns the upstream's pending responses.
   */
  async function readPartly(browsers: readonly Browser[], each: number, bytes: number): Promise<ServerResponse[]> {
    const open: ServerResponse[] = [];
    gateway.legacy.on('GET /base/clients/', (_hit, res) => open.push(res));
    const calls = browsers.flatMap((browser) => Array<Browser>(each).fill(browser));
    for (const browser of calls) {
      const wire = dial(gateway.port);
      wires.push(wire);
      wire.write(requestBy(browser, 'GET /api/clients HTTP/1.1'));
    }
    await vi.waitFor(() => {
      expect(open).toHaveLength(calls.length);
    }, WAIT);
    for (const res of open) res.writeHead(200, { 'content-type': 'application/json' }).write(`[${' '.repeat(bytes)}`);
    return open;
  }

  it('G40: hold a bounded number of bytes while read for several sessions of a person', LONG, async () => {
    const { ana, rosa } = await start({ heldLimits: { ...HELD_LIMITS, person: 8 * MEGABYTE } });
    const again = new Browser(gateway);
    await again.signIn(gateway.legacy.users.ana);
    const reading = await readPartly([ana, again], running, MEGABYTE);
    const open = () => reading.filter((res) => !res.closed);
    await vi.waitFor(() => {
      expect(cuts()).toHaveLength(reading.length - 7);
      expect(open()).toHaveLength(7);
    }, WAIT);
    expect((await get(again, '/api/storage')).kind).toBe('too-many-requests');
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, LARGE_LIST);
    });
    expect((await get(rosa, '/api/clients')).status).toBe(200);
    for (const res of open()) res.end(']');
    await vi.waitFor(async () => {
      expect((await get(ana, '/api/storage')).status).toBe(200);
    }, WAIT);
    expect(cuts()).toHaveLength(reading.length - 7);
  });

  it('G40: hold a bounded number of bytes in total; the largest holder is cut', LONG, async () => {
    const limit = 7 * MEGABYTE;
    const { ana, rosa } = await start({ heldLimits: { person: limit, total: limit } });
    const [byRosa] = await readPartly([rosa], 1, 2.5 * MEGABYTE);
    const byAna = await readPartly([ana], 3, 2 * MEGABYTE);
    await vi.waitFor(() => {
      expect(byAna.filter((res) => res.closed)).toHaveLength(1);
    }, WAIT);
    expect(cuts()).toHaveLength(1);
    expect(byRosa?.closed).toBe(false);
  });
});

describe('pipelined requests', () => {
  it('G40: are served up to a limit, beyond which the connection is closed', LONG, async () => {
    await start();
    const pipelined = async (count: number) => {
      const wire = dial(gateway.port);
      wires.push(wire);
      wire.write('GET /assets/main-abc123.js HTTP/1.1\r\nHost: localhost:3000\r\n\r\n'.repeat(count));
      return wire.answered(count);
    };
    const most = WIRE_LIMITS.pipelined;
    expect((await pipelined(most)).map(({ status }) => status)).toEqual(Array.from({ length: most }, () => 200));
    expect((await pipelined(500)).length).toBeLessThanOrEqual(most);
    const notes = gateway.logLines().filter(({ event }) => event === 'bytes.refused');
    expect(notes.map(({ note }) => note)).toEqual(['pipelined requests']);
  });
});
