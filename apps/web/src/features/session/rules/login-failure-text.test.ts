import { PROBLEMS, problemType, type ProblemKind } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { loginFailureText } from './login-failure-text.ts';

const url = 'https://despacho.test/api/auth/login';
const refused = (kind: ProblemKind) => {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r' };
  return new HttpFailure({ url, reason: 'refused', status, problem });
};

describe('loginFailureText', () => {
  it('S6: reports wrong credentials without saying which field', () => {
    expect(loginFailureText(refused('wrong-credentials'))).toBe('Usuario o contraseña incorrectos');
  });

  it.each(['unavailable', 'upstream-timeout', 'upstream-unreachable', 'internal'] as const)(
    'S6: reports %s as an outage and keeps the input',
    (kind) => {
      const text = loginFailureText(refused(kind));
      expect(text).toContain(PROBLEMS[kind].title);
      expect(text).toContain('Lo que escribió sigue aquí');
      expect(text).not.toContain('contraseña incorrect');
    },
  );

  it('S6: reports a missing response the same way', () => {
    const text = loginFailureText(new HttpFailure({ url, reason: 'network', status: 0 }));
    expect(text).toContain('conexión');
    expect(text).toContain('Lo que escribió sigue aquí');
  });
});
