import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { type Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { checkAccess } from './access.ts';

interface AccessCase {
  policy: object;
  modules?: string[];
  charge?: string;
  background?: string;
  signedIn?: boolean;
  /** Whether our own service keeps people and clients. */
  own?: boolean;
}

/** Requests a row as a user. @returns what happened, in order. */
async function ask({
  policy,
  modules = [],
  charge = 'O',
  background,
  signedIn = true,
  own = true,
}: AccessCase): Promise<unknown[]> {
  const recorded: unknown[] = [];
  const live = { key: 'k', record: signedIn ? { person: { modules, charge }, sealed: 'x' } : { csrfSecret: 'c' } };
  const { signal } = new AbortController();
  const services = {
    config: {
      OPERATIONS_URL: new URL('http://servicio'),
      API_URL: new URL(own ? 'http://servicio/api' : 'https://legado'),
      BASE_URL: new URL('http://servicio/base'),
    },
    sessions: {
      touch: (session: unknown, from: () => unknown) => {
        recorded.push(['touched', session === live, from()]);
        return Promise.resolve();
      },
    },
    freshness: {
      ensure: (session: unknown, maxAge: number, given: unknown) => {
        recorded.push(['made sure', session === live, maxAge, given === signal]);
        return Promise.resolve();
      },
    },
  } as unknown as Services;
  const headers: Record<string, string | undefined> = {
    'x-despacho-background': background,
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
  };
  const req = {
    session: { live },
    matched: { policy },
    deadline: { signal },
    ip: '203.0.113.7',
    socket: {},
    headers,
    get: (name: string) => headers[name.toLowerCase()],
  } as unknown as Request;
  try {
    await checkAccess(services)(req, {} as unknown as Response, () => {
      recorded.push('passed');
    });
  } catch (error) {
    recorded.push((error as Failure).kind);
  }
  return recorded;
}

const SURE = ['made sure', true, 60_000, true];
const TOUCHED = ['touched', true, { address: '203.0.113.7', device: 'Chrome en Windows' }];

describe('checkAccess', () => {
  it('G5: records a use and its origin, except for background requests', async () => {
    const policy = { access: 'public', keepsAlive: true };
    expect(await ask({ policy })).toEqual([TOUCHED, 'passed']);
    expect(await ask({ policy, background: '1' })).toEqual(['passed']);
    expect(await ask({ policy, background: '' })).toEqual(['passed']);
  });

  it('G5: a row for automatic calls keeps no session alive', async () => {
    expect(await ask({ policy: { access: 'public', keepsAlive: false } })).toEqual(['passed']);
  });

  it('G20: refreshes the user if permissions decide anything', async () => {
    for (const open of ['public', 'everyone'])
      expect(await ask({ policy: { access: open, keepsAlive: false } })).toEqual(['passed']);
    expect(await ask({ policy: { access: 'session', keepsAlive: false } })).toEqual([SURE, 'passed']);
    expect(await ask({ policy: { access: 'session', keepsAlive: true } })).toEqual([TOUCHED, SURE, 'passed']);
  });

  it('G20: refuses a user without any of the modules', async () => {
    const policy = { access: ['G01', 'U01'], keepsAlive: false };
    expect(await ask({ policy, modules: ['U01'] })).toEqual([SURE, 'passed']);
    expect(await ask({ policy, modules: ['G02'] })).toEqual([SURE, 'no-module']);
    expect(await ask({ policy, modules: [], charge: 'S' })).toEqual([SURE, 'no-module']);
  });

  it('G20: refuses a user without the required charge, whatever their modules', async () => {
    const policy = { access: ['U01'], charge: 'S', keepsAlive: false };
    expect(await ask({ policy, modules: ['U01'], charge: 'S' })).toEqual([SURE, 'passed']);
    expect(await ask({ policy, modules: ['U01'], charge: 'A' })).toEqual([SURE, 'no-charge']);
  });

  it('G20: requires the second module of those without the charge that replaces it', async () => {
    const policy = { access: ['000'], also: ['U01'], alsoUnless: 'S', keepsAlive: false };
    expect(await ask({ policy, modules: ['000', 'U01'] })).toEqual([SURE, 'passed']);
    expect(await ask({ policy, modules: ['000'], charge: 'S' })).toEqual([SURE, 'passed']);
    expect(await ask({ policy, modules: ['000'] })).toEqual([SURE, 'no-module']);
    expect(await ask({ policy, modules: ['U01'], charge: 'S' })).toEqual([SURE, 'no-module']);
  });

  it('refuses an operation on people or clients of a foreign host', async () => {
    const policy = { access: ['G01'], directory: true, keepsAlive: false };
    expect(await ask({ policy, modules: ['G01'] })).toEqual([SURE, 'passed']);
    expect(await ask({ policy, modules: ['G01'], own: false })).toEqual([SURE, 'directory-elsewhere']);
    expect(await ask({ policy: { ...policy, directory: undefined }, modules: ['G01'], own: false })).toEqual([
      SURE,
      'passed',
    ]);
  });

  it('G20: checks nothing without a signed-in user', async () => {
    expect(await ask({ policy: { access: 'public', keepsAlive: true }, signedIn: false })).toEqual(['passed']);
  });
});
