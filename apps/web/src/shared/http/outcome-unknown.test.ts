import { PROBLEMS, problemType, type ProblemKind } from '@despacho/contracts';
import { expect, it } from 'vitest';
import { HttpFailure } from './failure.ts';
import { isOutcomeUnknown } from './outcome-unknown.ts';

const url = '/api/permission/7';
const refused = (kind: ProblemKind, forwarded?: true): HttpFailure => {
  const { status, title } = PROBLEMS[kind];
  const problem = { type: problemType(kind), title, status, requestId: 'r-1', ...(forwarded && { forwarded }) };
  return new HttpFailure({ url, reason: 'refused', status, problem });
};

it('S38: is true for a write without a readable response', () => {
  for (const reason of ['network', 'timeout', 'broken'] as const)
    expect(isOutcomeUnknown(new HttpFailure({ url, reason, status: 0 }))).toBe(true);
  expect(isOutcomeUnknown(new HttpFailure({ url, reason: 'refused', status: 504 }))).toBe(true);
});

it('S38: is true if the service was called before the failure, and only then', () => {
  for (const kind of ['upstream-timeout', 'upstream-unreachable', 'upstream-failed', 'session-ended'] as const) {
    expect(isOutcomeUnknown(refused(kind, true))).toBe(true);
    expect(isOutcomeUnknown(refused(kind))).toBe(false);
  }
  expect(isOutcomeUnknown(refused('internal'))).toBe(true);
  expect(isOutcomeUnknown(refused('upstream-rejected'))).toBe(false);
  expect(isOutcomeUnknown(new HttpFailure({ url, reason: 'refused', status: 403 }))).toBe(false);
  expect(isOutcomeUnknown(new TypeError('of the page itself'))).toBe(false);
});
