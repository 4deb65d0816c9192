import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser } from '../support/browser.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { HELLO } from '../support/dispatch-service.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { dial, problemOf, requestBy, type Wire } from '../support/wire.ts';
import { WIRE_LIMITS } from '#http/public-server.ts';

/** Short for the test, which shows that the limits work; WIRE_LIMITS sets the real ones. */
const LIMITS = { head: 300, leftover: 1000, silence: 1300 };

let gateway: Gateway;
let ana: Browser;
const wires: Wire[] = [];
beforeEach(async () => {
  gateway = await startGateway({ UPSTREAM_TIMEOUT_MS: '1000' }, { limits: LIMITS });
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
  gateway.legacy.hits.length = 0;
});
afterEach(async () => {
  for (const { socket } of wires.splice(0)) socket.destroy();
  await gateway.close();
});

function open(methods?: string[]): Wire {
  const wire = dial(gateway.port, methods);
  wires.push(wire);
  return wire;
}

const READ = 'GET /api/clients HTTP/1.1';

/** Writes a string byte by byte until the connection closes. */
async function dribble(wire: Wire, text: string): Promise<void> {
  for (const byte of text) {
    if (wire.socket.destroyed || !wire.socket.writable) return;
    wire.write(byte);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('slow heads', () => {
  it('G36: are cut off with a 408, however steadily they arrive', async () => {
    const wire = open();
    const dribbling = dribble(wire, requestBy(ana, READ, [`X: ${'x'.repeat(2000)}`]));
    expect((await ana.get('/api/clients')).status).toBe(200);
    expect((await wire.closed).map(problemOf)).toEqual(['request-timeout']);
    await dribbling;
    expect(gateway.legacy.hits).toHaveLength(1);
  });

  it('G36: a connection that sends nothing is cut off too', async () => {
    expect((await open().closed).map(problemOf)).toEqual(['request-timeout']);
  });

  it('G36: a slow second head on a served connection is cut off too', async () => {
    const wire = open();
    wire.write(requestBy(ana, READ));
    await wire.answered(1);
    const dribbling = dribble(wire, requestBy(ana, READ, [`X: ${'x'.repeat(2000)}`]));
    expect((await wire.closed).map(problemOf)).toEqual([200, 'request-timeout']);
    await dribbling;
    expect(gateway.legacy.hits).toHaveLength(1);
  });

  it('G36: a connection that was idle for longer than the head limit is reused', async () => {
    const wire = open();
    for (const turn of [1, 2, 3]) {
      wire.write(requestBy(ana, READ));
      expect((await wire.answered(turn)).map(problemOf)).toEqual(Array.from({ length: turn }, () => 200));
      // waits: Node closes connections on its own timer
      await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.head));
    }
    expect(gateway.legacy.hits).toHaveLength(3);
  });

  it('G36: a connection whose response takes longer than the head limit is kept', async () => {
    gateway.legacy.on('GET /base/clients/', async (_hit, res) => {
      // waits: Node closes connections on its own timer
      await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.head));
      sendJson(res, 200, []);
    });
    const wire = open();
    wire.write(requestBy(ana, READ));
    expect((await wire.answered(1)).map(problemOf)).toEqual([200]);
    wire.write(requestBy(ana, READ));
    expect((await wire.answered(2)).map(problemOf)).toEqual([200, 200]);
  });
});

describe('slow bodies', () => {
  const save = (...headers: string[]) =>
    requestBy(ana, 'POST /api/permission/3 HTTP/1.1', ['Content-Type: application/json', ...headers]);
  const BODY = '{"permissionsList":[]}';

  it.each([
    ['with a length', ['Content-Length: 22'], '{"permi'],
    ['in chunks', ['Transfer-Encoding: chunked'], '7\r\n{"permi\r\n'],
    ['with a length and nothing of it', ['Content-Length: 22'], ''],
  ])('G36: a stalled body %s is a 408, and its connection is closed', async (_what, headers, beginning) => {
    const wire = open();
    wire.write(save(...headers) + beginning);
    expect((await wire.closed).map(problemOf)).toEqual(['request-timeout']);
    expect(gateway.legacy.hits).toEqual([]);

    const control = open();
    control.write(save('Content-Length: 22') + BODY);
    expect((await control.answered(1)).map(problemOf)).toEqual([200]);
    expect(gateway.legacy.hitsOf('/api/permission/3')).toHaveLength(1);
  });

  it.each([
    ['nobody reads', 'POST /api/auth/nothing HTTP/1.1', 'not-found'],
    ['of a read', READ, 'invalid-request'],
  ])('G36: a body %s does not hold the connection after its response', async (_what, line, kind) => {
    const wire = open();
    wire.write(requestBy(ana, line, ['Content-Length: 1000']));
    expect((await wire.answered(1)).map(problemOf)).toEqual([kind]);
    const dribbling = dribble(wire, 'x'.repeat(999));
    expect((await wire.closed).map(problemOf)).toEqual([kind]);
    await dribbling;
    expect(gateway.legacy.hits).toEqual([]);
  });

  it('G36: a body that arrives after its refusal leaves the connection usable', async () => {
    const wire = open();
    wire.write(requestBy(ana, 'POST /api/nothing HTTP/1.1', ['Content-Length: 10']));
    await wire.answered(1);
    wire.write(`0123456789${requestBy(ana, READ)}`);
    expect((await wire.answered(2)).map(problemOf)).toEqual(['not-found', 200]);
  });

  it.each([
    ['over HTTP/1.0', 'HTTP/1.0', []],
    ['on a closing connection', 'HTTP/1.1', ['Connection: close']],
  ])('G36: the rest of a body is read after its refusal %s, without a reset', async (_what, version, headers) => {
    const body = 'x'.repeat(200_000);
    const length = `Content-Length: ${2 * body.length}`;
    const request = requestBy(ana, `POST /api/permission/3 ${version}`, [length, ...headers]);
    const sent = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    sent.write(request + body);
    const [answer] = (await once(sent, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    await once(sent.resume(), 'end');
    // A reset fails this with ECONNRESET or EPIPE.
    sent.write(body.slice(1));
    sent.end('x');
    expect(await once(sent, 'close')).toEqual([false]);

    // Only for a while.
    const wire = open();
    wire.write(request);
    await wire.answered(1);
    const dribbling = dribble(wire, body);
    expect((await wire.closed).map(problemOf)).toEqual(['too-large']);
    await dribbling;
    expect(gateway.legacy.hits).toEqual([]);
    expect(gateway.logLines().filter(({ event }) => event === 'bytes.refused')).toEqual([]);
  });

  it('G16 G36: a body that is too large is refused early, while it is still being sent', async () => {
    const wire = open();
    wire.write(save('Content-Length: 1000000') + 'x'.repeat(100_000));
    expect((await wire.answered(1)).map(problemOf)).toEqual(['too-large']);
    await wire.closed;
  });
});

describe('clients that do not read their responses', () => {
  it('G36: lose the connection, and the gateway frees its memory', async () => {
    gateway.legacy.on('GET /base/clients/', (_hit, res) => {
      sendJson(
        res,
        200,
        Array.from({ length: 75 }, (_, id) => ({ id, name: 'x'.repeat(100_000) })),
      );
    });
    const wire = open();
    wire.socket.pause();
    wire.write(requestBy(ana, READ));
    const connections = () =>
      new Promise<number>((resolve) => {
        gateway.server.getConnections((_error, count) => {
          resolve(count);
        });
      });
    await vi.waitFor(async () => {
      expect(await connections()).toBe(1);
    });
    await vi.waitFor(
      async () => {
        expect(await connections()).toBe(0);
      },
      { timeout: 10_000, interval: 100 },
    );
    // Logged after the connection has closed.
    await vi.waitFor(() => {
      expect(gateway.logLines().filter(({ cut, path }) => cut === true && path === '/api/clients')).toHaveLength(1);
    });
  });

  it('G36: an event stream may be silent for longer', async () => {
    const wire = open();
    wire.write(requestBy(ana, 'GET /api/events HTTP/1.1'));
    await vi.waitFor(() => {
      expect(wire.text()).toContain('hola');
    });
    // waits: sockets are closed on their own timer
    await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.silence));
    for (const stream of gateway.dispatch.streams)
      stream.write(`data: ${JSON.stringify({ ...HELLO, note: 'luego' })}\n\n`);
    await vi.waitFor(() => {
      expect(wire.text()).toContain('luego');
    });
  });
});

describe('connection limits', () => {
  it('G36: keep-alive is above 90 seconds, and Node’s head timeout is above keep-alive', () => {
    const { server } = gateway;
    expect(server.keepAliveTimeout).toBeGreaterThan(90_000);
    expect(server.headersTimeout).toBeGreaterThan(server.keepAliveTimeout);
    expect(server.requestTimeout).toBeGreaterThanOrEqual(server.headersTimeout);
    expect(WIRE_LIMITS.head).toBeLessThanOrEqual(20_000);
  });

  it('G36: refuses connections above the maximum, logs it once, and serves the others', async () => {
    gateway.server.maxConnections = 3;
    const wires = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const wire = open();
        wire.write(requestBy(ana, READ));
        await wire.answered(1);
        return wire;
      }),
    );
    expect(await open().closed).toEqual([]);
    expect(await open().closed).toEqual([]);
    expect(gateway.logLines().filter(({ event }) => event === 'connections.full')).toHaveLength(1);
    wires[0]?.write(requestBy(ana, READ));
    expect((await wires[0]?.answered(2))?.map(problemOf)).toEqual([200, 200]);
  });
});
