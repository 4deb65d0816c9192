import fc from 'fast-check';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Wait, wait } from '#timers.ts';
import { Browser, kindOf, type Response } from '../support/browser.ts';
import { type Respond, sendJson } from '../support/fake-upstream.ts';
import { type Gateway, ORIGIN, startGateway } from '../support/gateway.ts';
import { CROWDED, SOON, tryToSignIn, UNHURRIED } from '../support/visitors.ts';

/** Replaces the gateway's timers: records each wait, which the test ends. */
class Waits {
  readonly asked: { milliseconds: number; signal: Parameters<Wait>[1]; over: () => void }[] = [];
  held = false;

  readonly wait: Wait = (milliseconds, signal) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const over = () => {
      resolve(undefined);
    };
    this.asked.push({ milliseconds, signal, over });
    signal.addEventListener('abort', over);
    if (!this.held) over();
    return promise;
  };
}

let gateway: Gateway;
let waits: Waits;
beforeEach(async () => {
  waits = new Waits();
  gateway = await startGateway(UNHURRIED, { wait: waits.wait });
  gateway.stopClock();
});
afterEach(() => gateway.close());

const visitor = async () => {
  const browser = new Browser(gateway);
  await browser.get('/api/auth/session');
  return browser;
};
const ana = () => ({ username: 'ana', password: gateway.legacy.users.ana.password });

/** The parts of a response that do not vary by design. */
function visible({ status, headers, text }: Response): object {
  const { date, 'x-request-id': requestId, ...others } = headers as Record<string, string>;
  expect([date, requestId].every((value) => value !== undefined)).toBe(true);
  return { status, headers: others, text: text.replace(requestId ?? '', '…') };
}

const token = (_hit: unknown, res: Parameters<Respond>[1]) => {
  sendJson(res, 200, { token: 'token-of-nobody' });
};
const FAILURES: [what: string, typed: object, path: string, respond: Respond | undefined][] = [
  ['a wrong password', { password: 'otra' }, '', undefined],
  ['an unknown user', { username: 'nobody' }, '', undefined],
  ['an unknown sucursal', { sucursal: 'NOWHERE' }, '', undefined],
  ['the sucursal of somebody else', { sucursal: 'CUSCO' }, '', undefined],
  ['a 400', {}, '', (_hit, res) => res.writeHead(400).end('x'.repeat(5000))],
  ['a 403 with a cookie', {}, '', (_hit, res) => res.writeHead(403, { 'set-cookie': 'a=b', 'x-why': 'locked' }).end()],
  ['a 404', {}, '', (_hit, res) => res.writeHead(404).end('{"message":"no existe"}')],
  ['a success without a token', {}, '', (_hit, res) => res.writeHead(200).end('{"ok":true}')],
  ['a success without a body', {}, '', (_hit, res) => res.writeHead(200).end()],
  ['a token that no header can hold', {}, '', (_hit, res) => res.writeHead(200).end('{"token":"a b"}')],
  ['a credentials call that refuses the new token', {}, '/credentials', (_hit, res) => res.writeHead(401).end()],
  ['a credentials call that forbids it', {}, '/credentials', (_hit, res) => res.writeHead(403).end()],
  ['invalid Unicode', { password: 'a\ud800b' }, '', undefined],
];

describe('failed logins', () => {
  it('G19: have the same status, headers and body, whatever was wrong', async () => {
    const answers = new Map<string, unknown>();
    for (const [what, typed, path, respond] of FAILURES) {
      if (path !== '') gateway.legacy.on('GET /base/auth', token);
      gateway.legacy.on(`GET /base/auth${path}`, respond);
      answers.set(what, visible(await tryToSignIn(await visitor(), { ...ana(), ...typed })));
      gateway.legacy.on(`GET /base/auth${path}`, undefined);
      gateway.legacy.on('GET /base/auth', undefined);
      gateway.advance(3_600_000);
    }
    const [first] = answers.values();
    expect(first).toMatchObject({ status: 401 });
    for (const [what, answer] of answers) expect([what, answer]).toEqual([what, first]);
    expect((await tryToSignIn(await visitor(), ana())).status).toBe(200);
  });

  it.each([
    ['at once', 0, 1000],
    ['after 180 ms', 180, 820],
    ['after 999 ms', 999, 1],
    ['after 1.3 s', 1300, 700],
  ])('G19: passes on a refusal of the host %s at the next whole second', async (_when, took, expected) => {
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      gateway.advance(took);
      res.writeHead(401).end();
    });
    await tryToSignIn(await visitor(), ana());
    expect(waits.asked.map(({ milliseconds }) => milliseconds)).toEqual([expected]);
  });

  it('G19: sends nothing of the response early, and does not delay a success', async () => {
    waits.held = true;
    const browser = await visitor();
    let answered = false;
    const failed = tryToSignIn(browser.copy(), { username: 'ana' }).then((response) => {
      answered = true;
      return response;
    });
    await vi.waitFor(() => {
      expect(waits.asked).toHaveLength(1);
    }, SOON);
    // A later request overtakes it.
    expect((await tryToSignIn(browser.copy(), ana())).status).toBe(200);
    expect(answered).toBe(false);
    expect(waits.asked).toHaveLength(1);
    waits.asked[0]?.over();
    expect(kindOf(await failed)).toBe('wrong-credentials');
  });

  it('G19: does not wait for a browser that disconnects', async () => {
    waits.held = true;
    const browser = await visitor();
    const call = request({
      port: gateway.port,
      method: 'POST',
      path: '/api/auth/login',
      headers: {
        cookie: browser.cookieHeader,
        origin: ORIGIN,
        'x-xsrf-token': browser.csrfToken,
        'content-type': 'application/json',
      },
    });
    call.on('error', () => undefined);
    call.end(JSON.stringify({ sucursal: 'LIMA', username: 'ana', password: 'x' }));
    await vi.waitFor(() => {
      expect(waits.asked).toHaveLength(1);
    }, SOON);
    expect(waits.asked[0]?.signal.aborted).toBe(false);
    call.destroy();
    await vi.waitFor(() => {
      expect(gateway.logLines().filter(({ event }) => event === 'client.gone')).toHaveLength(1);
    }, SOON);
    expect(waits.asked[0]?.signal.aborted).toBe(true);
  });

  it('G19: cuts the wait at the limit of the request, with the same response', async () => {
    const short = await startGateway({ UPSTREAM_TIMEOUT_MS: '300' }, { wait });
    try {
      const browser = new Browser(short);
      await browser.get('/api/auth/session');
      expect(kindOf(await tryToSignIn(browser, { username: 'ana' }))).toBe('wrong-credentials');
    } finally {
      await short.close();
    }
  });

  it('G14: reaches the throttle and the host only with the csrf token', async () => {
    const browser = await visitor();
    const stranger = new Browser(gateway);
    for (let turn = 0; turn < 12; turn += 1) {
      const body = { sucursal: 'LIMA', username: 'ana', password: 'otra' };
      expect(kindOf(await browser.post('/api/auth/login', body, { 'x-xsrf-token': '' }))).toBe('wrong-csrf-token');
      expect(kindOf(await stranger.post('/api/auth/login', body))).toBe('wrong-csrf-token');
    }
    expect(gateway.legacy.hits).toHaveLength(0);
    expect((await tryToSignIn(browser, ana())).status).toBe(200);
    expect(gateway.legacy.hitsOf('/base/auth')).toHaveLength(1);
  });
});

describe('the password', () => {
  beforeEach(() => {
    const { token: bearer } = gateway.legacy.users.ana;
    gateway.legacy.on('GET /base/auth', (_hit, res) => {
      sendJson(res, 200, { token: bearer });
    });
  });

  it('G19: reaches the host byte for byte, whatever its characters', CROWDED, async () => {
    const browser = await visitor();
    const anything = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('%', '+', '&', '=', '#', '?', ' ', '\0', '\r', '\n', '"', '\\'),
        minLength: 1,
      }),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (password) => {
        fc.pre(password.length <= 256 && password.isWellFormed());
        gateway.legacy.hits.length = 0;
        const response = await tryToSignIn(browser, { username: 'ana', password });
        expect(response.status).toBe(200);
        const [hit, ...more] = gateway.legacy.hitsOf('/base/auth');
        expect(more).toHaveLength(0);
        const [, raw = ''] = /(?:^\?|&)password=([^&]*)/.exec(hit?.rawQuery ?? '') ?? [];
        // No plus sign, which some parsers decode as a space.
        expect(raw).not.toContain('+');
        expect(Buffer.from(decodeURIComponent(raw))).toEqual(Buffer.from(password));
        expect(hit?.query['password']).toBe(password);
      }),
      { numRuns: 150 },
    );
  });

  it('G19: is refused like a wrong one if it is invalid Unicode, without a call to the host', async () => {
    const browser = await visitor();
    const raw = (password: string) => browser.post('/api/auth/login', { sucursal: 'LIMA', username: 'ana', password });
    expect(kindOf(await raw('a\ud800'))).toBe('wrong-credentials');
    expect(gateway.legacy.hits).toHaveLength(0);
    expect((await raw('a😀')).status).toBe(200);
    expect(gateway.legacy.hitsOf('/base/auth')).toHaveLength(1);
  });
});
