import { type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PARALLEL_LIMITS } from '../../src/middleware/limit-parallel.ts';
import { WIRE_LIMITS } from '../../src/public-server.ts';
import { UNREAD_LIMITS } from '../../src/wire/unread-answers.ts';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway, type GatewayParts, startGateway } from '../support/gateway.ts';
import { send, headersOf } from '../support/send.ts';
import { UNHURRIED } from '../support/visitors.ts';
import { dial, requestBy, type Wire } from '../support/wire.ts';

const WAIT = { timeout: 20_000, interval: 50 };
const LONG = { timeout: 60_000 };
const MEGABYTE = 1024 * 1024;
/** More than the systems on the way take off the gateway's hands. */
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

describe('what a session has under way', () => {
  const { running, waiting } = PARALLEL_LIMITS.calls;

  it('G40: sixteen requests run, sixty-four wait, more are refused, and others are served', LONG, async () => {
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
    // Others, and what of the same session has a budget of its own.
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

  it('G40: a request whose client has gone makes room for another', LONG, async () => {
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

describe('answers that nobody reads', () => {
  /** Bytes of all answers that wait in the gateway. */
  function watchUnread(): () => number {
    const answers: ServerResponse[] = [];
    gateway.server.prependListener('request', (_req, res: ServerResponse) => answers.push(res));
    return () => answers.reduce((sum, res) => sum + (res.closed ? 0 : res.writableLength), 0);
  }

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
  const sendLarge = () => {
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(res, 200, LARGE_LIST);
    });
  };

  it('G40: of one session hold a bounded number of bytes', LONG, async () => {
    const session = 12 * MEGABYTE;
    const { ana, rosa } = await start({ unreadLimits: { ...UNREAD_LIMITS, session } });
    sendLarge();
    const unread = watchUnread();
    const unreadByRosa = await askUnread(rosa);
    await vi.waitFor(() => {
      expect(unread()).toBeGreaterThan(MEGABYTE);
    }, WAIT);
    const byRosa = unread();
    const held: ServerResponse[] = [];
    gateway.legacy.on('GET /base/clients/', (_hit, res) => held.push(res));
    for (let turn = 0; turn < 5; turn += 1) await askUnread(ana);
    sendLarge();
    for (const res of held) sendJson(res, 200, LARGE_LIST);
    await vi.waitFor(() => {
      expect(cuts()).toHaveLength(3);
    }, WAIT);
    // As long as that is so, no upstream is asked for more.
    const asked = gateway.legacy.hits.length;
    expect((await get(ana, '/api/storage')).kind).toBe('too-many-requests');
    expect(gateway.legacy.hits).toHaveLength(asked);
    expect(unread() - byRosa).toBeLessThanOrEqual(session);
    // Whoever reads in the end gets all of it.
    unreadByRosa.socket.resume();
    const [answer] = await unreadByRosa.answered(1);
    expect([answer?.status, answer?.complete]).toEqual([200, true]);
  });

  it('G40: of all sessions together hold a bounded number of bytes, and who waited longest is cut', LONG, async () => {
    const total = 8 * MEGABYTE;
    const { ana, rosa } = await start({ unreadLimits: { ...UNREAD_LIMITS, total } });
    sendLarge();
    const unread = watchUnread();
    const byAna = await askUnread(ana);
    await vi.waitFor(() => {
      expect(unread()).toBeGreaterThan(MEGABYTE);
    }, WAIT);
    await askUnread(rosa);
    await vi.waitFor(() => {
      expect(cuts()).toHaveLength(1);
    }, WAIT);
    expect(unread()).toBeLessThanOrEqual(total);
    byAna.socket.resume();
    const [cut] = await byAna.closed;
    expect(cut?.complete).toBe(false);
    expect((await get(ana, '/api/clients')).status).toBe(200);
  });
});

describe('requests sent ahead on one connection', () => {
  it('G40: are served up to a number, beyond which the connection is cut', LONG, async () => {
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
