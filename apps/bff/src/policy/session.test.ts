import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { type Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { loadSession } from './session.ts';

const ID = 'i'.repeat(43);
const ANONYMOUS = { key: 'k', record: { csrfSecret: 'secret' } };
const SIGNED_IN = { key: 'k', record: { csrfSecret: 'secret', person: {}, sealed: 'x' } };

/** Looks up the cookie of a request for a row with this access. */
async function load(access: unknown, live?: object, cookies: Record<string, unknown> = { despacho: ID }) {
  const asked: unknown[] = [];
  const found: unknown[] = [];
  const services = {
    config: { secure: false },
    sessions: {
      open: (cookie: unknown, known: unknown) => {
        asked.push(cookie, known);
        return Promise.resolve(live);
      },
    },
  } as unknown as Services;
  const req = {
    matched: { policy: { access } },
    cookies,
    cookieKey: 'key',
    foundSession: (one: unknown) => found.push(one),
  } as unknown as Request;
  let outcome = 'stuck';
  try {
    await loadSession(services)(req, {} as unknown as Response, () => {
      outcome = 'passed';
    });
  } catch (error) {
    outcome = (error as Failure).kind;
  }
  return { asked, found, outcome, session: req.session };
}

const NONE = { csrfSecret: undefined, live: undefined };

describe('loadSession', () => {
  it('looks up nothing for rows that are the same for everyone', async () => {
    expect(await load('everyone', SIGNED_IN)).toEqual({ asked: [], found: [], outcome: 'passed', session: NONE });
  });

  it.each([undefined, ANONYMOUS, SIGNED_IN])(
    'lets everyone reach public rows, with the session if there is one',
    async (live) => {
      const session = live ? { csrfSecret: 'secret', live } : NONE;
      expect(await load('public', live)).toEqual({ asked: [ID, 'key'], found: [live], outcome: 'passed', session });
    },
  );

  it('G20: lets only signed-in users reach other rows, and reports the result of the lookup', async () => {
    expect((await load(['G01'], SIGNED_IN)).outcome).toBe('passed');
    expect(await load(['G01'], ANONYMOUS)).toMatchObject({ found: [ANONYMOUS], outcome: 'no-session' });
    expect(await load('session', undefined, {})).toMatchObject({ asked: [undefined, 'key'], outcome: 'no-session' });
  });

  it('distinguishes an ended session from a missing one', async () => {
    expect((await load('session')).outcome).toBe('session-ended');
    expect((await load('session', undefined, { despacho: 'not one of ours' })).outcome).toBe('no-session');
    expect((await load('session', undefined, { '__Host-despacho': ID })).outcome).toBe('no-session');
  });
});
