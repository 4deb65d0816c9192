import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { publicHandle } from '#session/session-id.ts';
import { endOtherSessions, endSession, listSessions, touchSession } from './own-sessions.ts';
import { type Call } from '../policy.ts';
import { readSession } from './read-session.ts';

/* Reading and ending one's own sessions, including the current one. */

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
const RECORD = { csrfSecret: 'secret', createdAt: 0, usedAt: 0, person: PERSON, sealed: 'x' };
const CURRENT = { key: 'current', record: RECORD };
const ANONYMOUS = { key: 'anonymous', record: { csrfSecret: 'secret', createdAt: 0, usedAt: 0 } };

interface Given {
  live?: object;
  id?: string;
  ensure?: () => Promise<void>;
}

function begin({ live = CURRENT, id = '', ensure = () => Promise.resolve() }: Given) {
  const recorded: unknown[] = [];
  const services = {
    config: { secure: false },
    placeOf: (address: string) => `near ${address}`,
    freshness: {
      ensure: (session: unknown, maxAge: number) => {
        recorded.push(['made sure', session === live, maxAge]);
        return ensure();
      },
    },
    security: { log: (name: string) => recorded.push(name), whoIn: () => ({}) },
    sessions: {
      owners: { of: (person: unknown) => [person === PERSON ? 'owner of ana' : 'somebody'] },
      unseal: () => undefined,
      endsOf: () => ({ idleEndsAt: 60_000, endsAt: 120_000 }),
      listOf: (owners: unknown) => {
        recorded.push(['listed', owners]);
        return Promise.resolve(['one', 'current', 'two'].map((key) => ({ key, record: RECORD })));
      },
      destroy: ({ key }: { key: string }, reason: string) => {
        recorded.push(['ended', key, reason]);
        return Promise.resolve(true);
      },
      createAnonymous: (secret: unknown) => {
        recorded.push(['anonymous', secret]);
        return Promise.resolve({ id: 'new-id' });
      },
    },
  } as unknown as Services;
  const session: { csrfSecret: string | undefined; live: object } = { csrfSecret: 'secret', live };
  const req = {
    requestId: 'id-1',
    ip: '192.0.2.1',
    session,
    deadline: { signal: new AbortController().signal },
    csrfToken: () => {
      recorded.push(['token of', req.session.csrfSecret]);
      req.session.csrfSecret ??= 'new secret';
      return 'token';
    },
  };
  const res = {
    cookie: (name: string) => recorded.push(['cookie', name]),
    clearCookie: (name: string) => recorded.push(['expired', name]),
    setHeader: () => undefined,
    req: { madeSession: () => undefined },
  } as unknown as Response;
  const call = { req: req as unknown as Request, res, services, params: { id }, query: null, body: null };
  return { recorded, call: call as unknown as Call<'sessions.end'>, req };
}

const VIEW = {
  username: 'ana',
  officeId: { id: 'LIMA' },
  permissionsList: [{ module: 'G01' }],
  idleEndsAt: '1970-01-01T00:01:00.000Z',
  endsAt: '1970-01-01T00:02:00.000Z',
};
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => [(error as Failure).kind, (error as Failure).details],
  );

describe('own sessions', () => {
  it('G10: returns their end times, in named fields', async () => {
    const { call } = begin({});
    expect(await touchSession(call as never)).toEqual({
      id: '1',
      user: 'Ana',
      isNamed: false,
      charge: 'S',
      sucursal: 'LIMA',
      ...VIEW,
    });
  });

  it('G7: lists those of the user, with the current one marked', async () => {
    const { recorded, call } = begin({});
    expect(await listSessions(call as never)).toMatchObject({
      sessions: [{ current: false }, { current: true, id: publicHandle('current') }, { current: false }],
    });
    expect(recorded).toEqual([['listed', ['owner of ana']]]);
  });

  it('G7: ends one of them', async () => {
    const { recorded, call } = begin({ id: publicHandle('two') });
    expect(await endSession(call)).toBeNull();
    expect(recorded).toEqual([['listed', ['owner of ana']], ['ended', 'two', 'owner'], 'sessions.ended']);
  });

  it('G6: ending the current one is a logout', async () => {
    const { recorded, call } = begin({ id: publicHandle('current') });
    expect(await endSession(call)).toBeNull();
    expect(recorded).toEqual([
      ['ended', 'current', 'logout'],
      'logout',
      ['expired', 'despacho'],
      ['expired', 'XSRF-TOKEN'],
    ]);
  });

  it('G7: returns 404 for one of another user', async () => {
    const { recorded, call } = begin({ id: publicHandle('of somebody else') });
    expect(await kindOf(endSession(call))).toEqual(['not-found', { note: 'no such session of this person' }]);
    expect(recorded).toEqual([['listed', ['owner of ana']]]);
  });

  it('G7: ends all others together', async () => {
    const { recorded, call } = begin({});
    expect(await endOtherSessions(call as never)).toEqual({ ended: 2 });
    expect(recorded.slice(1)).toEqual([['ended', 'one', 'owner'], ['ended', 'two', 'owner'], 'sessions.ended']);
  });

  it('G20: refuses anonymous sessions, whatever the chain did before', async () => {
    for (const live of [ANONYMOUS, undefined]) {
      const { call, req } = begin({});
      Object.assign(req.session, { live });
      expect(await kindOf(Promise.resolve().then(() => listSessions(call as never)))).toEqual(['no-session', {}]);
    }
  });
});

describe('reading the session', () => {
  const read = (given: Given, bag: object = {}) => {
    const { recorded, call, req } = begin(given);
    Object.assign(req.session, bag);
    return { recorded, req, done: readSession(call as never) };
  };

  it('refreshes the user, and sets the csrf token', async () => {
    const { recorded, done } = read({});
    expect(await done).toMatchObject(VIEW);
    expect(recorded).toEqual([
      ['made sure', true, 3000],
      ['token of', 'secret'],
      ['cookie', 'XSRF-TOKEN'],
    ]);
  });

  it('G14: starts an anonymous session if there is none, so that the login form has a token', async () => {
    const { recorded, done } = read({}, { live: undefined, csrfSecret: undefined });
    expect(await kindOf(done)).toEqual(['no-session', {}]);
    expect(recorded).toEqual([
      ['token of', undefined],
      ['cookie', 'XSRF-TOKEN'],
      ['anonymous', 'new secret'],
      ['cookie', 'despacho'],
    ]);
  });

  it('G14: keeps an existing anonymous session', async () => {
    const { recorded, done } = read({ live: ANONYMOUS });
    expect(await kindOf(done)).toEqual(['no-session', {}]);
    expect(recorded).toEqual([
      ['token of', 'secret'],
      ['cookie', 'XSRF-TOKEN'],
    ]);
  });

  it('G4: sets a new token after the host ended the session', async () => {
    const { recorded, done } = read({ ensure: () => Promise.reject(new Failure('session-ended')) });
    expect(await kindOf(done)).toEqual(['session-ended', {}]);
    expect(recorded).toEqual([
      ['made sure', true, 3000],
      ['token of', undefined],
      ['cookie', 'XSRF-TOKEN'],
      ['anonymous', 'new secret'],
      ['cookie', 'despacho'],
    ]);
  });

  it('keeps the session during an outage of the host, and starts no new one', async () => {
    for (const error of [new Failure('upstream-failed'), new Error('odd')]) {
      const { recorded, done } = read({ ensure: () => Promise.reject(error) });
      await expect(done).rejects.toBe(error);
      expect(recorded).toEqual([['made sure', true, 3000]]);
    }
  });
});
