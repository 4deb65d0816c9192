import { PROBLEMS, problemType, type ProblemKind } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { waitAfter, waitText } from './wait-text.ts';

const refused = (kind: ProblemKind, retryAfterSeconds?: number) => {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r', retryAfterSeconds };
  return new HttpFailure({ url: 'https://despacho.test/api/auth/login', reason: 'refused', status, problem });
};

describe('waitText', () => {
  it.each([
    [250, '4 min 10 s'],
    [120, '2 min'],
    [45, '45 s'],
    [1, '1 s'],
  ])('S6 G19: formats %i seconds as «%s»', (seconds, text) => {
    expect(waitText(seconds)).toBe(`Demasiados intentos. Espere ${text} y vuelva a intentar.`);
  });
});

describe('waitAfter', () => {
  it.each(['too-many-attempts', 'too-many-requests'] as const)('G19: waits as long as %s states', (kind) => {
    expect(waitAfter(refused(kind, 36))).toBe(36);
    expect(waitAfter(refused(kind, 0.2))).toBe(1);
  });

  it('is 0 without a stated wait, for other failures and without a response', () => {
    expect(waitAfter(refused('too-many-attempts'))).toBe(0);
    expect(waitAfter(refused('unavailable', 5))).toBe(0);
    expect(waitAfter(new Error('429'))).toBe(0);
  });
});
