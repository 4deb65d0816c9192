import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { type Services } from '#services.ts';
import { logout } from './logout.ts';

/** A logout with this session: its steps, and the response's headers. */
async function leave(live: object | undefined) {
  const recorded: unknown[] = [];
  const services = {
    config: { secure: true },
    sessions: {
      destroy: (ended: unknown, reason: string) => {
        recorded.push(['ended', ended === live, reason]);
        return Promise.resolve(true);
      },
    },
    security: {
      log: (name: string, fields: unknown) => recorded.push([name, fields]),
      whoIn: (one: unknown) => ({ session: one === live ? 'short' : 'another' }),
    },
  } as unknown as Services;
  const res = {
    clearCookie: (name: string) => recorded.push(['expired', name]),
    setHeader: (name: string, value: string) => recorded.push([name, value]),
  } as unknown as Response;
  const req = { requestId: 'id-1', session: { live } } as unknown as Request;
  expect(await logout({ req, res, services, params: null, query: null, body: null })).toBeNull();
  return recorded;
}

const CLEARED = [
  ['expired', '__Host-despacho'],
  ['expired', 'XSRF-TOKEN'],
  ['Clear-Site-Data', '"cache"'],
];

describe('logout', () => {
  it('G6: ends the session, logs it once, expires cookies and clears only the cache', async () => {
    expect(await leave({ record: { person: {} } })).toEqual([
      ['ended', true, 'logout'],
      ['logout', { requestId: 'id-1', session: 'short' }],
      ...CLEARED,
    ]);
  });

  it('G33: the end of an anonymous session is not a security event', async () => {
    expect(await leave({ record: {} })).toEqual([['ended', true, 'logout'], ...CLEARED]);
  });

  it('G6: succeeds again when nothing is left to end', async () => {
    expect(await leave(undefined)).toEqual(CLEARED);
  });
});
