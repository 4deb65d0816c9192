import { expect, it, vi } from 'vitest';
import { inMemory, inRedis } from '../support/in-store.ts';
import { Browser, kindOf } from '../support/browser.ts';
import { openStream, within } from '../support/event-stream.ts';
import { sendJson } from '../support/fake-upstream.ts';
import { type Gateway } from '../support/gateway.ts';
import { type LegacyUser } from '../support/legacy.ts';
import { createTicks } from '../support/ticks.ts';

const SECOND = 1000;
const WAIT = { timeout: 15_000, interval: 20 };
const ticks = createTicks();

async function signIn(gateway: Gateway, user: LegacyUser = gateway.legacy.users.ana): Promise<Browser> {
  const browser = new Browser(gateway);
  expect((await browser.signIn(user)).status).toBe(200);
  return browser;
}

const parts = { every: ticks.every };
const briefly = { SESSION_IDLE_MINUTES: '1' };

inMemory(
  'G5: the check of an open stream',
  briefly,
  ({ gateway }) => {
    it('G5: keeps the latest use of a session that is used beyond the idle limit', async () => {
      gateway().stopClock();
      const browser = await signIn(gateway());
      const stream = await openStream(browser);
      for (let turn = 1; turn <= 20; turn += 1) {
        gateway().advance(11 * SECOND);
        expect((await browser.post('/api/auth/touch')).status).toBe(200);
        await ticks.tick();
        expect((await browser.get('/api/storage', { 'x-despacho-background': '1' })).status).toBe(200);
      }
      // Several checks ran, so that they had something to write.
      expect(gateway().legacy.hitsOf('/base/auth/credentials').length).toBeGreaterThan(3);
      expect(await within(stream.ended, 100)).toBe(false);
      const listed = await browser.get('/api/auth/sessions', { 'x-despacho-background': '1' });
      // Every second touch is written, including the twentieth.
      expect(listed.body).toMatchObject({ sessions: [{ usedAt: new Date(gateway().services.now()).toISOString() }] });
      stream.response.destroy();
    });

    it('G5: does not keep an unused session alive', async () => {
      gateway().stopClock();
      const browser = await signIn(gateway());
      const stream = await openStream(browser);
      for (let turn = 1; turn <= 5; turn += 1) {
        gateway().advance(11 * SECOND);
        await ticks.tick();
      }
      expect(await within(stream.ended, 100)).toBe(false);
      gateway().advance(5 * SECOND);
      await ticks.tick();
      expect(await within(stream.ended, WAIT.timeout)).toBe(true);
      expect((await browser.get('/api/storage')).status).toBe(401);
    });

    it('G5: ends a stream if another request has already read changed permissions', async () => {
      gateway().stopClock();
      const [changed, kept] = [await signIn(gateway(), gateway().legacy.users.rosa), await signIn(gateway())];
      const streams = [await openStream(changed), await openStream(kept)] as const;
      gateway().legacy.users.rosa.modules = ['000'];
      gateway().advance(5 * SECOND);
      for (const browser of [changed, kept]) expect((await browser.get('/api/auth/session')).status).toBe(200);
      await ticks.tick();
      expect(await within(streams[0].ended, WAIT.timeout)).toBe(true);
      expect(await within(streams[1].ended, 100)).toBe(false);
      streams[1].response.destroy();
    });
  },
  parts,
);

inRedis(
  'G8: open streams while the store is away',
  {},
  (context) => {
    const { gateway } = context;
    async function away(): Promise<void> {
      await context.redis?.stop();
      await vi.waitFor(() => expect(gateway().services.sessions.ping()).rejects.toThrow(), WAIT);
    }
    const back = async () => {
      await context.redis?.resume();
      await vi.waitFor(() => gateway().services.sessions.ping(), WAIT);
    };
    const credentialsCalls = () => gateway().legacy.hitsOf('/base/auth/credentials').length;

    it('G8: streams end if the host meanwhile refuses the user or returns changed permissions', async () => {
      gateway().stopClock();
      const { ana, rosa } = gateway().legacy.users;
      const other = Object.values(gateway().legacy.users).find((user) => user !== ana && user !== rosa);
      if (!other) throw new Error('no third person');
      const people = [ana, rosa, other];
      const streams = [];
      for (const user of people) streams.push(await openStream(await signIn(gateway(), user)));
      const asked = credentialsCalls();
      await away();
      try {
        await ticks.tick();
        expect(credentialsCalls()).toBe(asked);
        ana.token = 'gone';
        rosa.modules = ['000'];
        gateway().advance(46 * SECOND);
        await ticks.tick();
        const [refused, changed, kept] = streams.map(({ ended }) => ended);
        expect(await within(Promise.all([refused, changed]), WAIT.timeout)).toBe(true);
        expect(await within(Promise.race([kept]), 100)).toBe(false);
        expect(credentialsCalls()).toBe(asked + 3);
      } finally {
        await back();
        for (const { response } of streams) response.destroy();
      }
    });

    it('G8: streams end after a minute; the browser gets a 503 and keeps its session', async () => {
      gateway().stopClock();
      const browser = await signIn(gateway());
      const stream = await openStream(browser);
      context.redis?.pause();
      try {
        await ticks.tick();
        gateway().advance(60 * SECOND - 1);
        await ticks.tick();
        expect(await within(stream.ended, 100)).toBe(false);
        gateway().advance(1);
        await ticks.tick();
        expect(await within(stream.ended, WAIT.timeout)).toBe(true);
        expect(stream.response.complete).toBe(true);
        expect(kindOf(await browser.copy().get('/api/events'))).toBe('unavailable');
      } finally {
        context.redis?.unpause();
      }
      await vi.waitFor(async () => {
        expect((await browser.get('/api/storage')).status).toBe(200);
      }, WAIT);
    });

    it('G8: two outages of half a minute do not add up to a minute', async () => {
      gateway().stopClock();
      const browser = await signIn(gateway());
      const stream = await openStream(browser);
      for (let outage = 1; outage <= 2; outage += 1) {
        context.redis?.pause();
        try {
          await ticks.tick();
          gateway().advance(31 * SECOND);
          await ticks.tick();
        } finally {
          context.redis?.unpause();
        }
        await vi.waitFor(() => gateway().services.sessions.ping(), WAIT);
        await ticks.tick();
      }
      expect(await within(stream.ended, 100)).toBe(false);
      stream.response.destroy();
    });

    it('G8: an outage of only the credentials host ends no stream', async () => {
      gateway().stopClock();
      const stream = await openStream(await signIn(gateway()));
      gateway().legacy.on('GET /base/auth/credentials', (_hit, res) => {
        sendJson(res, 503, {});
      });
      const asked = credentialsCalls();
      for (let minute = 1; minute <= 3; minute += 1) {
        gateway().advance(60 * SECOND);
        await ticks.tick();
      }
      expect(credentialsCalls()).toBe(asked + 3);
      expect(await within(stream.ended, 100)).toBe(false);
      stream.response.destroy();
    });
  },
  parts,
);

inRedis(
  'G5 G8: the idle limit of an open stream while the store is away',
  briefly,
  (context) => {
    it('G5 G8: ends a stream at its session’s limit, and keeps one that was used later', async () => {
      const gateway = context.gateway();
      gateway.stopClock();
      const left = await openStream(await signIn(gateway));
      gateway.advance(30 * SECOND);
      const used = await openStream(await signIn(gateway, gateway.legacy.users.rosa));
      await ticks.tick();
      gateway.advance(10 * SECOND);
      context.redis?.pause();
      try {
        await ticks.tick();
        gateway.advance(20 * SECOND - 1);
        await ticks.tick();
        expect(await within(left.ended, 100)).toBe(false);
        gateway.advance(1);
        await ticks.tick();
        expect(await within(left.ended, WAIT.timeout)).toBe(true);
        expect(await within(used.ended, 100)).toBe(false);
      } finally {
        context.redis?.unpause();
        used.response.destroy();
      }
      await vi.waitFor(() => gateway.services.sessions.ping(), WAIT);
    });
  },
  parts,
);
