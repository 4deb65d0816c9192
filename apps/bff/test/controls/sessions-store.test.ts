import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSealer } from '@despacho/server/sealing';
import { newSessionId, sessionKey } from '#session/session-id.ts';
import { inRedis } from '../support/in-store.ts';
import { Browser, kindOf } from '../support/browser.ts';
import { openStream, within } from '../support/event-stream.ts';
import { type Gateway, SECRETS, startGateway } from '../support/gateway.ts';

/** Time limit for a busy machine; the wait ends as soon as the event happens. */
const WAIT = { timeout: 15_000, interval: 20 };

const PATHS = ['/api/storage', '/api/clients', '/api/auth/session', '/api/auth/sessions'];

inRedis('G8: a store that cannot be reached', {}, (context) => {
  const { gateway } = context;
  const redis = () => {
    if (!context.redis) throw new Error('no Redis');
    return context.redis;
  };
  async function signedIn(where: Gateway = gateway()): Promise<Browser> {
    const browser = new Browser(where);
    expect((await browser.signIn(where.legacy.users.ana)).status).toBe(200);
    return browser;
  }

  /**
   * Sends requests continuously until stopped; records the last response of each browser and the number of responses.
   */
  function load(browsers: Browser[]) {
    let going = true;
    const seen = new Map<string, number>();
    const last = browsers.map(() => '');
    const workers = browsers.map(async (browser, worker) => {
      for (let turn = worker; going; turn += 1) {
        const response = await browser.copy().get(PATHS[turn % PATHS.length] ?? '');
        const outcome = response.status === 200 ? '200' : `${response.status} ${kindOf(response)}`;
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
        last[worker] = outcome;
      }
    });
    return {
      seen,
      last,
      async stop() {
        going = false;
        await Promise.all(workers);
        return [...seen.keys()].sort();
      },
    };
  }

  it('G8: killed under load: 503 for everyone, no calls to a host, then recovery', async () => {
    const first = await signedIn();
    const people = [first, await signedIn(), await signedIn(), await signedIn()];
    const insiders = load(people);
    const outsiders = load([new Browser(gateway()), new Browser(gateway())]);
    try {
      await vi.waitFor(() => {
        expect(insiders.seen.get('200')).toBeGreaterThan(20);
      }, WAIT);
      await redis().stop();
      await vi.waitFor(() => {
        expect(insiders.last).toEqual(people.map(() => '503 unavailable'));
      }, WAIT);
      const served = insiders.seen.get('200');
      const refused = insiders.seen.get('503 unavailable') ?? 0;
      const hits = gateway().legacy.hits.length;
      await vi.waitFor(() => {
        expect(insiders.seen.get('503 unavailable')).toBeGreaterThan(refused + 20);
      }, WAIT);
      expect(insiders.seen.get('200')).toBe(served);
      expect(gateway().legacy.hits).toHaveLength(hits);
      expect((await first.copy().get('/api/config')).status).toBe(200);
      expect(kindOf(await first.copy().post('/api/auth/logout'))).toBe('unavailable');
    } finally {
      expect(await insiders.stop()).toEqual(['200', '503 unavailable']);
      expect(await outsiders.stop()).toEqual(['401 no-session', '503 unavailable']);
      await redis().resume();
    }
    await vi.waitFor(async () => {
      expect((await new Browser(gateway()).get('/api/auth/session')).status).toBe(401);
    }, WAIT);
    // Redis came back empty: old sessions are gone, and new sign-ins work.
    for (const person of people) expect((await person.copy().get('/api/storage')).status).toBe(401);
    expect((await (await signedIn()).get('/api/storage')).status).toBe(200);
    const events = gateway().logLines();
    expect(events.filter(({ event }) => event === 'store.lost')).toHaveLength(1);
    expect(events.filter(({ event }) => event === 'store.back')).toHaveLength(1);
  });

  it('G8: a hanging store is a 503, except for phones; the same session continues afterwards', async () => {
    const browser = await signedIn();
    const phone = new Browser(gateway());
    phone.cookies.set('despacho-reparto', newSessionId());
    redis().pause();
    try {
      const answers = await Promise.all(PATHS.map((path) => browser.copy().get(path)));
      expect(answers.map((answer) => kindOf(answer))).toEqual(PATHS.map(() => 'unavailable'));
      const asked = gateway().dispatch.hits.length;
      expect(kindOf(await phone.get('/api/field/session'))).not.toBe('unavailable');
      expect(gateway().dispatch.hits).toHaveLength(asked + 1);
    } finally {
      redis().unpause();
    }
    await vi.waitFor(async () => {
      expect((await browser.get('/api/storage')).status).toBe(200);
    }, WAIT);
  });

  it('G8: a Redis restored from an older copy does not restore ended sessions', async () => {
    const [left, stayed] = [await signedIn(), await signedIn()];
    const client = createClient({ url: redis().url });
    await client.connect();
    const key = `despacho:3:session:${sessionKey(left.cookies.get('despacho') ?? '')}`;
    const copy = await client.hGetAll(key);
    await left.copy().post('/api/auth/logout');
    expect(await client.exists(key)).toBe(0);
    await client.hSet(key, copy);
    await client.close();
    expect((await left.get('/api/storage')).status).toBe(401);
    expect((await stayed.get('/api/storage')).status).toBe(200);
  });
});

/** Waits until this many gateways are subscribed; their connections return at different times. */
async function untilSubscribed(url: string, gateways: number): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  await vi.waitFor(async () => {
    expect(Object.values(await client.pubSubNumSub(['despacho:3:ended']))).toEqual([gateways]);
  }, WAIT);
  await client.close();
}

inRedis('G7 G9: several gateways over one Redis', {}, (context) => {
  // Turns off the check that every stream makes each fifteen seconds, so that only another gateway's message ends one.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const { gateway } = context;
  async function signedIn(where: Gateway): Promise<Browser> {
    const browser = new Browser(where);
    expect((await browser.signIn(gateway().legacy.users.ana)).status).toBe(200);
    return browser;
  }
  function at(where: Gateway, browser: Browser): Browser {
    const there = new Browser(where);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    return there;
  }
  const works = async (browser: Browser) => (await browser.get('/api/storage')).status === 200;

  it('G6 G7: a session ended at one gateway ends at the others immediately, with its streams', async () => {
    const second = await context.another();
    const [here, lost, kept] = [await signedIn(gateway()), await signedIn(gateway()), await signedIn(gateway())];
    const stream = await openStream(at(second, lost));
    const going = await openStream(at(second, kept));
    const { sessions } = (await lost.get('/api/auth/sessions')).body as {
      sessions: { id: string; current: boolean }[];
    };
    const id = sessions.find(({ current }) => current)?.id ?? '';
    expect((await here.delete(`/api/auth/sessions/${id}`)).status).toBe(204);
    expect(await within(stream.ended, WAIT.timeout)).toBe(true);
    expect(await within(going.ended, 100)).toBe(false);
    expect([await works(at(second, lost)), await works(at(second, kept))]).toEqual([false, true]);
    going.response.destroy();
  });

  it('G6 G8: gateways notify each other of ended sessions again after an outage of Redis', async () => {
    if (!context.redis) throw new Error('no Redis');
    const second = await context.another();
    await context.redis.stop();
    const hosts = { ...gateway().legacy.environment, OPERATIONS_URL: `${gateway().dispatch.url}/operations` };
    const early = await startGateway({ ...hosts, REDIS_URL: context.redis.url });
    try {
      await expect(early.services.sessions.ping()).rejects.toThrow();
      await context.redis.resume();
      for (const one of [gateway(), second, early]) await vi.waitFor(() => one.services.sessions.ping(), WAIT);
      const browser = await signedIn(gateway());
      const streams = [await openStream(at(second, browser)), await openStream(at(early, browser))];
      await untilSubscribed(context.redis.url, 3);
      expect((await browser.copy().post('/api/auth/logout')).status).toBe(204);
      for (const { ended } of streams) expect(await within(ended, WAIT.timeout)).toBe(true);
    } finally {
      await early.close();
    }
  });

  it('G7: gateways count a person’s sessions together, and one of them reports each end', async () => {
    const second = await context.another();
    const rosa = new Browser(second);
    await rosa.signIn(second.legacy.users.rosa);
    const all: Browser[] = [];
    // Two at each gateway, because the login throttle counts pending logins as guesses.
    while (all.length < 16) all.push(...(await Promise.all([gateway(), second, gateway(), second].map(signedIn))));
    const alive = await Promise.all(all.map((browser) => works(browser)));
    expect(alive.filter(Boolean)).toHaveLength(10);
    expect(await works(rosa)).toBe(true);
    const reported = [gateway(), second].flatMap((one) =>
      one.logLines().filter(({ event, reason }) => event === 'session.ended' && reason === 'too-many'),
    );
    expect(new Set(reported.map(({ session }) => session)).size).toBe(6);
    expect(reported).toHaveLength(6);
  });

  it('G9: replacing a secret signs nobody out, and old and new gateways share sessions', async () => {
    const NEXT = 'canary-session-secret-next-0123456789abcdef';
    const old = await signedIn(gateway());
    const both = await context.another({ SESSION_SECRET: `${NEXT},${SECRETS.SESSION_SECRET}` });
    expect(await works(at(both, old))).toBe(true);
    const made = await signedIn(both);
    const listed = (await at(both, old).get('/api/auth/sessions')).body as { sessions: unknown[] };
    expect(listed.sessions).toHaveLength(2);
    expect((await made.post('/api/auth/sessions/end-others')).body).toEqual({ ended: 1 });
    expect(await works(at(both, old))).toBe(false);

    const again = await signedIn(gateway());
    const onlyNew = await context.another({ SESSION_SECRET: NEXT });
    expect([await works(at(onlyNew, made)), await works(at(onlyNew, again))]).toEqual([true, false]);
    expect(await works(again)).toBe(true);
  });

  it('G9: a value sealed for one session does not open for another', async () => {
    const sealer = createSealer([SECRETS.SESSION_SECRET]);
    const [ana, rosa] = [await signedIn(gateway()), new Browser(gateway())];
    await rosa.signIn(gateway().legacy.users.rosa);
    const keyOf = (browser: Browser) => sessionKey(browser.cookies.get('despacho') ?? '');
    const client = createClient({ url: context.redis?.url ?? '' });
    await client.connect();
    const record = (key: string) => client.hGet(`despacho:3:session:${key}`, 'record');
    const anas = (await record(keyOf(ana))) ?? '';
    expect(sealer.open(anas, keyOf(ana))).toContain('Nombre de ana');
    expect(sealer.open(anas, keyOf(rosa))).toBeUndefined();
    await client.hSet(`despacho:3:session:${keyOf(rosa)}`, 'record', anas);
    await client.close();
    expect([await works(ana), await works(rosa)]).toEqual([true, false]);
  });
});

describe('sealed records', () => {
  it('G9: seal the whole record, so that no personal data is readable in the store', () => {
    const sealer = createSealer([SECRETS.SESSION_SECRET]);
    const sealed = sealer.seal(JSON.stringify({ username: 'ana', address: '192.168.7.21' }), 'key');
    expect(sealed).toMatch(/^[\w-]{8}\.[\w-]+$/);
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toMatch(/username|192\.168/);
    expect(sealer.open(sealed, 'key')).toContain('ana');
  });
});
