import { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { type Failure } from '#problems/failure.ts';
import { checkCsrf, issueCsrfToken } from './csrf.ts';

/** A new session, and the token in its cookie. */
function issued() {
  const bag = { csrfSecret: undefined as string | undefined, live: undefined };
  let token = '';
  const req = { method: 'GET', session: bag, get: () => undefined, matched: { policy: {} } };
  const res = {
    cookie: (_name: string, value: string) => {
      token = value;
    },
  };
  void checkCsrf(req as unknown as Request, res as unknown as Response, () => undefined);
  const secret = issueCsrfToken(req as unknown as Request, res as unknown as Response, { secure: false });
  return { secret, token };
}

interface Asked {
  method?: string;
  secret?: string | undefined;
  headers?: Record<string, string>;
  live?: object;
  csrf?: string;
  more?: object;
}

/** @returns the kind of the refusal, or `passed`. */
function check({ method = 'POST', secret, headers = {}, live, csrf, more = {} }: Asked): unknown {
  const recorded: unknown[] = [];
  const req = {
    method,
    session: { csrfSecret: secret, live },
    matched: { policy: { csrf } },
    get: (name: string) => headers[name],
    ...more,
  };
  void checkCsrf(req as unknown as Request, {} as unknown as Response, (error?: unknown) => {
    recorded.push(error === undefined ? 'passed' : (error as Failure).kind);
  });
  expect(recorded).toHaveLength(1);
  return recorded[0];
}

describe('checkCsrf', () => {
  it('G12: issues a token whose secret stays in the session', () => {
    const { secret, token } = issued();
    expect(secret).toMatch(/^.{10,}$/);
    expect(token).not.toContain(secret);
    expect(check({ secret, headers: { 'x-xsrf-token': token } })).toBe('passed');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'get'])('G13: %s requires the token', (method) => {
    const { secret, token } = issued();
    expect(check({ method, secret })).toBe('wrong-csrf-token');
    expect(check({ method, secret, headers: { 'x-xsrf-token': '' } })).toBe('wrong-csrf-token');
    expect(check({ method, secret, headers: { 'x-xsrf-token': issued().token } })).toBe('wrong-csrf-token');
    expect(check({ method, secret, headers: { 'x-xsrf-token': token } })).toBe('passed');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('G13: %s does not require the token', (method) => {
    expect(check({ method, secret: issued().secret })).toBe('passed');
    expect(check({ method })).toBe('passed');
  });

  it('G12: reads the token from no other header, nor from body or query', () => {
    const { secret, token } = issued();
    for (const name of ['csrf-token', 'xsrf-token', 'x-csrf-token'])
      expect(check({ secret, headers: { [name]: token } })).toBe('wrong-csrf-token');
    expect(check({ secret, more: { body: { _csrf: token }, query: { _csrf: token } } })).toBe('wrong-csrf-token');
  });

  it('G14: refuses without a session, which has no token', () => {
    expect(check({ headers: { 'x-xsrf-token': issued().token } })).toBe('wrong-csrf-token');
  });

  it('G6: logout requires the token only with a session', () => {
    const csrf = 'only-with-session';
    const { secret, token } = issued();
    const live = { key: 'k' };
    expect(check({ csrf })).toBe('passed');
    expect(check({ csrf, secret, live })).toBe('wrong-csrf-token');
    expect(check({ csrf, secret, live, headers: { 'x-xsrf-token': token } })).toBe('passed');
  });
});
