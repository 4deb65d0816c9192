import { PROBLEMS, problemType, type ProblemKind } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { HttpFailure } from '#shared/http/failure.ts';
import { outcomeOfFailure } from './outcome-of-failure.ts';

const refused = (kind: ProblemKind, forwarded?: true): HttpFailure => {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r-1', ...(forwarded && { forwarded }) };
  return new HttpFailure({ url: '/api/assignments', reason: 'refused', status, problem });
};
const without = (reason: 'network' | 'timeout' | 'broken'): HttpFailure =>
  new HttpFailure({ url: '/api/assignments', reason, status: reason === 'broken' ? 200 : 0 });

it.each([
  ['conflict', 'refused'],
  ['no-module', 'refused'],
  ['invalid-request', 'refused'],
  ['session-ended', 'refused'],
  ['request-timeout', 'unknown'],
  ['internal', 'unknown'],
  ['upstream-broken', 'unknown'],
  ['unavailable', 'unknown'],
  ['upstream-timeout', 'unknown'],
] as const)('a %s results in %s', (kind, outcome) => {
  expect(outcomeOfFailure(refused(kind))).toBe(outcome);
});

it('is unknown without a readable response, or if the session expired on the way', () => {
  const failures = [without('network'), without('timeout'), without('broken'), refused('session-ended', true)];
  expect([...failures, new Error('odd')].map(outcomeOfFailure)).toEqual(Array(5).fill('unknown'));
});
