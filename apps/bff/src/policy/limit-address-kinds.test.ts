import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { sessionKey } from '#session/session-id.ts';
import { limitAddress } from './limit-address.ts';

const MINUTE = 60_000;
const ANONYMOUS = (key: string) => ({ key, record: {} });
const SIGNED_IN = (key: string) => ({ key, record: { person: {}, sealed: 'x' } });
const id = (name: string): string => name.padEnd(43, '_');

interface AddressCase {
  cookie?: string;
  access?: string;
  ip?: string;
  /** The store's response for the cookie. */
  found?: (key: string) => object;
  /** Ids of sessions that this request creates. */
  makes?: readonly string[];
}

/** A gateway that allows an address three requests a minute, and six in a burst. */
function begin(perMinute = 3) {
  const clock = { now: 1_000_000 };
  const config = { ADDRESS_REQUESTS_PER_MINUTE: perMinute, SESSION_SECRET: ['s'.repeat(32)], secure: false };
  const limit = limitAddress({ config: config as unknown as Services['config'], now: () => clock.now });
  /** Whether the store was called, and how the request was refused. */
  const ask = ({ cookie, access = 'session', ip = '203.0.113.7', found, makes = [] }: AddressCase) => {
    let reached = false;
    const req = {
      ip,
      socket: {},
      cookies: cookie === undefined ? {} : { despacho: id(cookie), '__Host-despacho': id('other') },
      matched: { policy: { access } },
    } as unknown as Request;
    try {
      void limit(req, {} as unknown as Response, () => {
        reached = true;
      });
      if (access !== 'everyone')
        req.foundSession(cookie === undefined ? undefined : (found?.(sessionKey(id(cookie))) as never));
      for (const made of makes) req.madeSession(id(made));
      return { reached, refused: undefined };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { reached, refused: error };
    }
  };
  const passed = (times: number, asked: AddressCase): number =>
    Array.from({ length: times }, () => ask(asked)).filter(({ refused }) => !refused).length;
  return { clock, ask, passed };
}

describe('the limits of an address', () => {
  it('G19: refuses more than two minutes’ worth with Retry-After, and refills steadily', () => {
    const { clock, ask, passed } = begin();
    expect(passed(9, {})).toBe(6);
    const { reached, refused } = ask({});
    expect(reached).toBe(false);
    expect([refused?.kind, refused?.details]).toEqual([
      'too-many-requests',
      { retryAfterSeconds: 20, log: { ip: '203.0.113.7', limit: 'address' } },
    ]);
    clock.now += MINUTE / 2 + 15_000;
    expect(passed(9, {})).toBe(2);
    expect(ask({}).refused?.details.retryAfterSeconds).toBe(15);
  });

  it('G19: counts each kind separately, so that one flood does not block the others', () => {
    const { passed } = begin();
    expect(passed(9, {})).toBe(6);
    expect(passed(9, { access: 'everyone' })).toBe(6);
    expect(passed(9, { cookie: 'known', found: ANONYMOUS })).toBe(6);
    expect(passed(50, { cookie: 'person', found: SIGNED_IN })).toBe(50);
  });

  it('G19: counts each address separately, and an IPv6 network together', () => {
    const { passed } = begin();
    expect(passed(9, {})).toBe(6);
    expect(passed(9, { ip: '203.0.113.8' })).toBe(6);
    expect(passed(4, { ip: '2001:db8:1:1::7' })).toBe(4);
    expect(passed(9, { ip: '2001:db8:1:1::8' })).toBe(2);
  });

  it('G19: counts an unknown session cookie both as invented and as no session', () => {
    const { passed } = begin();
    expect(passed(3, { cookie: 'gone' })).toBe(3);
    expect(passed(9, {})).toBe(3);
  });

  it('G19: stops calling the store for an address that invents cookies', () => {
    const { ask, passed } = begin();
    for (let turn = 0; turn < 6; turn += 1) expect(ask({ cookie: `turn-${turn}` }).reached).toBe(true);
    const { reached, refused } = ask({ cookie: 'next' });
    expect([reached, refused?.kind]).toEqual([false, 'too-many-requests']);
    expect(passed(1, { cookie: 'next', ip: '203.0.113.8' })).toBe(1);
  });

  it('G19: still calls the store for a session that was seen or created here', () => {
    const { ask } = begin();
    ask({ cookie: 'person', found: SIGNED_IN });
    ask({ access: 'public', makes: ['new'] });
    for (let turn = 0; turn < 6; turn += 1) ask({ cookie: `turn-${turn}` });
    expect(ask({ cookie: 'other', found: SIGNED_IN }).reached).toBe(false);
    for (const cookie of ['person', 'new']) expect(ask({ cookie, found: SIGNED_IN }).reached).toBe(true);
  });

  it('G19: forgets a session that ended', () => {
    const { ask } = begin();
    ask({ cookie: 'person', found: SIGNED_IN });
    for (let turn = 0; turn < 5; turn += 1) ask({ cookie: `turn-${turn}` });
    expect(ask({ cookie: 'person' }).reached).toBe(true);
    expect(ask({ cookie: 'person', found: SIGNED_IN }).reached).toBe(false);
  });

  it('G19: remembers fifty thousand sessions and forgets the oldest', () => {
    const { ask } = begin();
    const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `met-${from + at}`);
    ask({ access: 'public', makes: names(0, 50_000) });
    // The first one is seen again, so that the second becomes the oldest.
    ask({ access: 'public', makes: ['met-0', 'one-more'] });
    for (let turn = 0; turn < 6; turn += 1) ask({ cookie: `turn-${turn}` });
    const reached = (cookie: string) => ask({ cookie, found: SIGNED_IN }).reached;
    expect([reached('met-0'), reached('met-2'), reached('one-more'), reached('met-1')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('counts nothing if it is turned off', () => {
    const { passed } = begin(0);
    expect(passed(99, {})).toBe(99);
    expect(passed(99, { access: 'everyone' })).toBe(99);
    expect(passed(99, { cookie: 'gone' })).toBe(99);
  });
});
