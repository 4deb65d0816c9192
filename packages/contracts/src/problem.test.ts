import { describe, expect, it } from 'vitest';
import { problem, problemKind, PROBLEMS, problemType, type ProblemKind } from './problem.ts';

const kinds = Object.keys(PROBLEMS) as ProblemKind[];

describe('problems', () => {
  it.each(kinds)('%s: has a type that maps back to it', (kind) => {
    expect(problemType(kind)).toBe(`urn:despacho:problem:${kind}`);
    expect(problemKind(problemType(kind))).toBe(kind);
  });

  it.each(kinds)('%s: has an error status and a Spanish title', (kind) => {
    expect(PROBLEMS[kind].status).toBeGreaterThanOrEqual(400);
    expect(PROBLEMS[kind].status).toBeLessThan(600);
    expect(PROBLEMS[kind].title).not.toMatch(/[.!]$/);
  });

  it('S34 S35 S36 S37: cover every status of the error catalogue', () => {
    const statuses = new Set(kinds.map((kind) => PROBLEMS[kind].status));
    expect([400, 401, 404, 500, 504].filter((status) => !statuses.has(status as 400))).toEqual([]);
  });

  it('S6: wrong credentials do not say which part was wrong', () => {
    expect(PROBLEMS['wrong-credentials']).toEqual({ status: 401, title: 'Usuario o contraseña incorrectos' });
  });

  it('returns no kind for a type without the prefix', () => {
    for (const type of [
      'about:blank',
      '',
      'not-found',
      'urn:other:problem:not-found',
      ' urn:despacho:problem:internal',
    ])
      expect(problemKind(type)).toBeUndefined();
  });

  it('require a request id', () => {
    const whole = { type: problemType('internal'), title: 'x', status: 500, requestId: 'r' };
    expect(problem.safeParse(whole).success).toBe(true);
    expect(problem.safeParse({ ...whole, requestId: undefined }).success).toBe(false);
    expect(problem.safeParse({ ...whole, status: '500' }).success).toBe(false);
  });
});
