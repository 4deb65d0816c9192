import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { expireCookies, sessionCookieName, setCsrfCookie, setSessionCookie } from './session-cookie.ts';

/** @returns the Set-Cookie lines, and the ids reported as created here. */
async function lines(secure: boolean) {
  const made: string[] = [];
  const app = express().use((req, res) => {
    req.madeSession = (id) => made.push(id);
    setSessionCookie(res, { secure }, 'the-id');
    setCsrfCookie(res, { secure }, 'the-token');
    expireCookies(res, { secure });
    res.end();
  });
  const { headers } = await request(app).get('/');
  return { made, cookies: headers['set-cookie'] };
}

const GONE = 'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';

describe('the two cookies', () => {
  it('G1 G2: over TLS the session cookie is for this host only and not readable by scripts', async () => {
    expect(sessionCookieName({ secure: true })).toBe('__Host-despacho');
    expect((await lines(true)).cookies).toEqual([
      '__Host-despacho=the-id; Path=/; HttpOnly; Secure; SameSite=Strict',
      'XSRF-TOKEN=the-token; Path=/; Secure; SameSite=Strict',
      `__Host-despacho=; ${GONE}; HttpOnly; Secure; SameSite=Strict`,
      `XSRF-TOKEN=; ${GONE}; Secure; SameSite=Strict`,
    ]);
  });

  it('G1 G2: without TLS they omit attributes that browsers would reject', async () => {
    expect(sessionCookieName({ secure: false })).toBe('despacho');
    expect((await lines(false)).cookies).toEqual([
      'despacho=the-id; Path=/; HttpOnly; SameSite=Strict',
      'XSRF-TOKEN=the-token; Path=/; SameSite=Strict',
      `despacho=; ${GONE}; HttpOnly; SameSite=Strict`,
      `XSRF-TOKEN=; ${GONE}; SameSite=Strict`,
    ]);
  });

  it('G19: reports a created session, so that its next request counts as having one', async () => {
    expect((await lines(true)).made).toEqual(['the-id']);
  });
});
