import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { ClientGone, Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { login } from './login.ts';
import { type Call } from '../policy.ts';

const PERSON = {
  id: '1',
  username: 'ana',
  user: 'Ana',
  charge: 'S',
  sucursal: 'LIMA',
  officeId: 'LIMA',
  modules: ['G01'],
  takenAt: 0,
};
const BODY = { sucursal: 'LIMA', username: 'ana', password: 'clave de ana' };
const OLD = { key: 'old', record: { csrfSecret: 'old secret' } };
const WRONG = new Failure('wrong-credentials', { detail: 'Frase', note: 'refused' });

interface Given {
  /** The host's behaviour, driven by the clock. */
  host?: (clock: { now: number }, limit: AbortController) => Promise<unknown>;
  /** Milliseconds before the host is called. */
  before?: number;
  live?: object | undefined;
  takeBack?: () => Promise<void>;
}

/** A login driven by the clock: the order of its steps, and the result. */
async function attempt({ host, before = 0, live, takeBack }: Given) {
  const recorded: unknown[] = [];
  // Not a whole second, so that a time and a duration cannot be confused.
  const clock = { now: 10_250 };
  const limit = new AbortController();
  const session = { key: 'new-key-0123456789', record: { sealed: 'x', person: PERSON, usedAt: 0 } };
  const bags: unknown[] = [];
  const services = {
    now: () => clock.now,
    config: { secure: false, UPSTREAM_TIMEOUT_MS: 1000 },
    wait: (milliseconds: number, signal: AbortSignal) => {
      recorded.push(['waited', milliseconds, signal === limit.signal]);
      return Promise.resolve();
    },
    logins: {
      begin: (credentials: unknown, address: string) => {
        recorded.push(['counted', credentials === BODY, address]);
        clock.now += before;
        return Promise.resolve({
          account: 'account-digest',
          succeeded: () => {
            recorded.push('succeeded');
            return Promise.resolve();
          },
          takeBack: () => {
            recorded.push('taken back');
            return takeBack?.() ?? Promise.resolve();
          },
        });
      },
    },
    identity: {
      signIn: (credentials: unknown, signal: AbortSignal) => {
        recorded.push(['asked', credentials === BODY, signal === limit.signal]);
        return host?.(clock, limit) ?? Promise.resolve({ person: PERSON, secrets: 'secrets' });
      },
    },
    sessions: {
      destroy: (ended: unknown, reason: string) => {
        recorded.push(['ended', ended === OLD, reason]);
        return Promise.resolve(true);
      },
      createSignedIn: (made: unknown) => {
        recorded.push(['made', made]);
        return Promise.resolve({ id: 'new-id', session });
      },
      endsOf: () => ({ idleEndsAt: 60_000, endsAt: 120_000 }),
    },
    security: {
      log: (name: string, fields: unknown) => recorded.push([name, fields]),
      whoIn: () => ({ session: 'new-key-01', account: 'account-digest' }),
    },
  };
  const cookies: Record<string, string> = {};
  const req = {
    requestId: 'id-1',
    ip: '203.0.113.7',
    socket: {},
    deadline: { signal: limit.signal },
    get: () => undefined,
    session: { csrfSecret: live ? 'old secret' : undefined, live },
    csrfToken: () => {
      bags.push({ ...req.session });
      req.session.csrfSecret = 'new secret';
      return 'new token';
    },
  };
  const res = {
    cookie: (name: string, value: string) => {
      cookies[name] = value;
    },
    req: { madeSession: (id: string) => recorded.push(['cookie', id]) },
  };
  const call = {
    req: req as unknown as Request,
    res: res as unknown as Response,
    body: BODY,
    params: null,
    query: null,
    services: services as unknown as Services,
  } as Call<'session.login'>;
  const outcome = await login(call).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { recorded, outcome, cookies, bags, session: req.session, created: session };
}

const COUNTED = ['counted', true, '203.0.113.7'];
const ASKED = ['asked', true, true];
const fails = (error: Error, takes = 0) => ({
  host: (clock: { now: number }) => {
    clock.now += takes;
    return Promise.reject(error);
  },
});

describe('a successful login', () => {
  it('G4: replaces id and csrf secret, ends the earlier session, and is logged', async () => {
    const { recorded, outcome, cookies, bags, session, created } = await attempt({ live: OLD });
    expect(recorded).toEqual([
      COUNTED,
      ASKED,
      'succeeded',
      ['ended', true, 'replaced'],
      [
        'made',
        {
          person: PERSON,
          secrets: 'secrets',
          csrfSecret: 'new secret',
          seenFrom: { address: '203.0.113.7', device: expect.any(String) as string },
          by: 'password',
        },
      ],
      ['cookie', 'new-id'],
      [
        'login.ok',
        { requestId: 'id-1', ip: '203.0.113.7', session: 'new-key-01', account: 'account-digest', by: 'password' },
      ],
    ]);
    // The earlier secret is gone when the new one is created.
    expect(bags).toEqual([{ csrfSecret: undefined, live: undefined }]);
    expect(session).toEqual({ csrfSecret: 'new secret', live: created });
    expect(cookies).toEqual({ 'XSRF-TOKEN': 'new token', despacho: 'new-id' });
    expect(outcome).toMatchObject({ value: { username: 'ana', officeId: { id: 'LIMA' } } });
  });

  it('G4: ends nothing without an earlier session', async () => {
    const { recorded } = await attempt({});
    expect(recorded.map((one) => (Array.isArray(one) ? (one as unknown[])[0] : one))).not.toContain('ended');
  });
});

describe('G19: is refused a whole number of seconds after it arrived, without echoing the input', () => {
  it('G19: is refused at a whole second after it arrived, without echoing the input', async () => {
    const { recorded, outcome } = await attempt({ ...fails(WRONG, 300), before: 100 });
    expect(recorded).toEqual([COUNTED, ASKED, ['waited', 600, true]]);
    const { error } = outcome as { error: Failure };
    expect([error.kind, error.details]).toEqual([
      'wrong-credentials',
      { detail: 'Frase', note: 'refused', log: { account: 'account-digest' } },
    ]);
  });

  it('G19: sends nothing to a disconnected browser, but still counts the attempt', async () => {
    const gone = new ClientGone();
    const { recorded, outcome } = await attempt({
      host: (_clock, limit) => {
        limit.abort(gone);
        return Promise.reject(WRONG);
      },
    });
    expect(outcome).toEqual({ error: gone });
    expect(recorded).not.toContain('taken back');
  });

  it('G19: waits no longer than the request’s own limit', async () => {
    const { outcome } = await attempt({
      host: (_clock, limit) => {
        limit.abort(new Failure('upstream-timeout'));
        return Promise.reject(WRONG);
      },
    });
    expect(outcome).toMatchObject({ error: { kind: 'wrong-credentials' } });
  });

  it('G19: does not count an outage of the host', async () => {
    const { recorded, outcome } = await attempt(fails(new Failure('upstream-failed')));
    expect(outcome).toMatchObject({ error: { kind: 'upstream-failed' } });
    expect(recorded).toEqual([COUNTED, ASKED, 'taken back']);
  });

  it('G19: reports the outage even if the counters are unavailable too', async () => {
    const takeBack = () => Promise.reject(new Error('store away'));
    const { outcome } = await attempt({ ...fails(new Failure('upstream-failed')), takeBack });
    expect(outcome).toMatchObject({ error: { kind: 'upstream-failed' } });
  });

  it('G19: counts a disconnect as a possible guess', async () => {
    for (const takes of [0, 900]) {
      const { recorded } = await attempt(fails(new ClientGone(), takes));
      expect(recorded).toEqual([COUNTED, ASKED]);
    }
  });

  it.each([
    [499, false],
    [500, true],
    [501, true],
  ])('G19: a time limit reached %i ms after calling the host counts as its outage: %s', async (takes, outage) => {
    const { recorded } = await attempt({
      before: 5000,
      host: (clock, limit) => {
        clock.now += takes;
        const error = new Failure('upstream-timeout');
        limit.abort(error);
        return Promise.reject(error);
      },
    });
    expect(recorded.includes('taken back')).toBe(outage);
  });
});
