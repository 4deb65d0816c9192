import { clientOperations, type Operation, type ProblemKind, sessionOperations } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { type Background } from '#shared/http/background.ts';
import { failureReaction } from './failure-reaction.ts';

interface Report {
  operation?: Operation;
  background?: Background;
  logged?: boolean;
  statusText?: string;
  kind?: ProblemKind;
}

const react = (status: number, { statusText = 'Texto', kind, ...report }: Report = {}) =>
  failureReaction({
    failure: { status, statusText, kind },
    operation: clientOperations['clients.list'],
    background: undefined,
    logged: false,
    ...report,
  });

describe('the error catalogue', () => {
  it('S34: a 404 opens the pop-up «No encontrado»', () => {
    expect(react(404)).toEqual({ do: 'pop-up', text: 'No encontrado' });
  });

  it('S34: opens no pop-up for an office that the dispatch service does not have', () => {
    expect(react(404, { kind: 'office-unknown' })).toEqual({ do: 'log' });
    expect(react(404, { kind: 'not-found' })).toMatchObject({ do: 'pop-up' });
  });

  it('S37: a 504 opens the pop-up with its status text', () => {
    expect(react(504, { statusText: 'Gateway Timeout' })).toEqual({ do: 'pop-up', text: 'Gateway Timeout' });
  });

  it('S10: a 401 leads to the login, also in the background', () => {
    expect(react(401)).toEqual({ do: 'sign-in' });
    expect(react(401, { background: 'refresh' })).toEqual({ do: 'sign-in' });
    expect(react(401, { logged: true })).toEqual({ do: 'sign-in' });
  });

  it.each(['session.read', 'session.login', 'session.logout'] as const)(
    'S5: a 401 of %s is an expected response',
    (id) => {
      expect(react(401, { operation: sessionOperations[id] })).toEqual({ do: 'nothing' });
    },
  );

  it.each([400, 500])('S35, S36: only the caller handles a %i', (status) => {
    expect(react(status)).toEqual({ do: 'nothing' });
  });

  it('S38: any other status is only logged', () => {
    const others = [0, ...Array.from({ length: 500 }, (_, i) => i + 100)].filter(
      (status) => ![400, 401, 404, 500, 504].includes(status),
    );
    for (const status of others) expect(react(status)).toEqual({ do: 'log' });
  });

  it.each([404, 504])('S34 S37: a %i of a background refresh is logged and opens no pop-up', (status) => {
    expect(react(status, { background: 'refresh' })).toEqual({ do: 'log' });
  });

  it('S40: any failure of a `logged` call is only logged', () => {
    for (const status of [0, 400, 403, 404, 500, 502, 503, 504])
      expect(react(status, { logged: true })).toEqual({ do: 'log' });
  });
});
