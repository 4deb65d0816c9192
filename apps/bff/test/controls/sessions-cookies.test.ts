import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#config.ts';
import { Browser, kindOf, setCookies } from '../support/browser.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { send } from '../support/send.ts';
import { isOfDispatch, madeFrom, operationOf, requestOf } from '../support/sweep.ts';

const SECURE = { PUBLIC_ORIGIN: 'https://despacho.example.pe' };

/** Each cookie's name and attributes, in order, without values. */
const shapes = (lines: string[]): string[] => lines.map((line) => line.replace(/=[^;]*/, '')).sort();

describe('G1: the session cookie', () => {
  it.each([
    ['over https', SECURE, '__Host-despacho; Path=/; HttpOnly; Secure; SameSite=Strict'],
    ['on a loopback name', {}, 'despacho; Path=/; HttpOnly; SameSite=Strict'],
  ])(
    'G1: is httpOnly, SameSite=Strict, Path=/, without a Domain or a lifetime, %s',
    async (_where, settings, shape) => {
      const gateway = await startGateway(settings);
      try {
        const browser = new Browser(gateway);
        const anonymous = shapes(setCookies(await browser.get('/api/auth/session')));
        const { office: sucursal, username, password } = gateway.legacy.users.ana;
        const login = await browser.post('/api/auth/login', { sucursal, username, password });
        expect(login.status).toBe(200);
        expect(
          [anonymous, shapes(setCookies(login))].map((cookies) => cookies.filter((one) => one.includes('despacho'))),
        ).toEqual([[shape], [shape]]);
      } finally {
        await gateway.close();
      }
    },
  );

  it('G1: a plain name is not accepted over https, nor the prefixed one over http', async () => {
    const gateway = await startGateway(SECURE);
    try {
      const browser = new Browser(gateway);
      await browser.get('/api/auth/session');
      const { office: sucursal, username, password } = gateway.legacy.users.ana;
      await browser.post('/api/auth/login', { sucursal, username, password });
      const id = browser.cookies.get('__Host-despacho') ?? '';
      expect((await browser.get('/api/storage')).status).toBe(200);
      for (const name of ['despacho', '__host-despacho', '__Secure-despacho'])
        expect([name, kindOf(await browser.get('/api/storage', { cookie: `${name}=${id}` }))]).toEqual([
          name,
          'no-session',
        ]);
    } finally {
      await gateway.close();
    }
  });

  const settings = {
    SESSION_SECRET: 'b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa',
    API_URL: 'https://legacy.example.pe/api',
    BASE_URL: 'https://legacy.example.pe/base',
    STORAGE_URL: 'https://legacy.example.pe/storage',
    STORAGE_USER: 'u',
    STORAGE_PASSWORD: 'p',
  };
  it.each([
    ['people come over plain http beyond loopback', { PUBLIC_ORIGIN: 'http://despacho.example.pe' }],
    ['one cookie would have to be Secure and not', { PUBLIC_ORIGIN: 'https://a.example.pe,http://localhost:3000' }],
    ['a session would be idle for longer than it lasts', { SESSION_IDLE_MINUTES: '61', SESSION_ABSOLUTE_HOURS: '1' }],
    ['the secret can be guessed', { SESSION_SECRET: 'short' }],
    ['sessions would cross a foreign network in the clear', { REDIS_URL: 'redis://cache.example.pe:6379' }],
  ])('G1: settings with which %s prevent the start', (_what, contradictory) => {
    expect(() => readConfig({ ...settings, ...contradictory })).toThrow(ConfigError);
    expect(readConfig({ ...settings, ...SECURE }).secure).toBe(true);
  });
});

describe('G2: cookies that a script can read', () => {
  // Sessions of staff count for nothing here.
  const PHONE_PROBE = ['XSRF-REPARTO; Path=/r; SameSite=Strict', 'despacho-reparto; Path=/; HttpOnly; SameSite=Strict'];
  const GUEST_PROBE = [
    'XSRF-CONSTANCIA; Path=/c; SameSite=Strict',
    'despacho-constancia; Path=/; HttpOnly; SameSite=Strict',
  ];
  const PHONE_LEFT = [
    'XSRF-REPARTO; Path=/r; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict',
    'despacho-reparto; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict',
  ];
  /** Written by hand: operations that set cookies, for whom, and which. No other response sets any. */
  const SETS: Partial<Record<OperationId, { stranger?: string[]; ana?: string[] }>> = {
    'session.read': {
      stranger: ['XSRF-TOKEN; Path=/; SameSite=Strict', 'despacho; Path=/; HttpOnly; SameSite=Strict'],
      ana: ['XSRF-TOKEN; Path=/; SameSite=Strict'],
    },
    'field.session': { stranger: PHONE_PROBE, ana: PHONE_PROBE },
    'guest.session': { stranger: GUEST_PROBE, ana: GUEST_PROBE },
    'field.signOut': { stranger: PHONE_LEFT, ana: PHONE_LEFT },
    'session.logout': {
      stranger: [
        'XSRF-TOKEN; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict',
        'despacho; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict',
      ],
      ana: [
        'XSRF-TOKEN; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Strict',
        'despacho; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict',
      ],
    },
  };

  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  async function ask(browser: Browser, id: OperationId) {
    const { method, path } = OPERATIONS[id];
    const target = path.replace(/:\w+/g, '4');
    if (isOfDispatch(id)) return send(gateway, requestOf(browser, id, madeFrom(operationOf(id))));
    if (method === 'GET') return browser.get(target, id === 'events.stream' ? { 'sec-fetch-site': 'cross-site' } : {});
    return method === 'DELETE' ? browser.delete(target) : browser.post(target);
  }

  it.each(Object.keys(OPERATIONS) as OperationId[])('G2: %s sets no cookie except those listed', async (id) => {
    const stranger = new Browser(gateway);
    const ana = new Browser(gateway);
    expect((await ana.signIn(gateway.legacy.users.ana)).status).toBe(200);
    const seen = { stranger: shapes(setCookies(await ask(stranger, id))), ana: shapes(setCookies(await ask(ana, id))) };
    expect(seen).toEqual({ stranger: SETS[id]?.stranger ?? [], ana: SETS[id]?.ana ?? [] });
  });

  it('G2: login sets both, and only XSRF-TOKEN is readable', async () => {
    const login = await new Browser(gateway).signIn(gateway.legacy.users.ana);
    expect(shapes(setCookies(login))).toEqual([
      'XSRF-TOKEN; Path=/; SameSite=Strict',
      'despacho; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it.each(['/', '/auth/login', '/assets/main-abc123.js', '/nothing.js', '/api/nothing'])(
    'G2: %s sets no cookie',
    async (path) => {
      expect(setCookies(await new Browser(gateway).get(path))).toEqual([]);
    },
  );
});
