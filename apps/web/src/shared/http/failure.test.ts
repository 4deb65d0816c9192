import { PROBLEMS, problemType, type ProblemKind } from '@despacho/contracts';
import { describe, expect, it } from 'vitest';
import { HttpFailure } from './failure.ts';

const url = 'https://despacho.test/api/clients';
const problemOf = (kind: ProblemKind) => ({
  type: problemType(kind),
  title: PROBLEMS[kind].title,
  status: PROBLEMS[kind].status,
  requestId: 'r-1',
});

describe('HttpFailure', () => {
  it.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [409, 'Conflict'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
  ])('S39: formats %i as the failure text', (status, phrase) => {
    expect(new HttpFailure({ url, reason: 'refused', status }).message).toBe(
      `Http failure response for ${url}: ${status} ${phrase}`,
    );
  });

  it.each(['network', 'timeout'] as const)('S39: no response (%s) has status 0, Unknown Error', (reason) => {
    expect(new HttpFailure({ url, reason, status: 0 }).message).toBe(
      `Http failure response for ${url}: 0 Unknown Error`,
    );
  });

  it('S36: contains the gateway’s whole problem document and its type', () => {
    const problem = { ...problemOf('upstream-failed'), detail: 'algo', errors: [{ field: 'a', message: 'b' }] };
    const failure = new HttpFailure({ url, reason: 'refused', status: 500, problem });
    expect(failure.problem).toEqual(problem);
    expect(failure.kind).toBe('upstream-failed');
  });

  it('has no kind for a problem from elsewhere', () => {
    const problem = { ...problemOf('internal'), type: 'about:blank' };
    expect(new HttpFailure({ url, reason: 'refused', status: 500, problem }).kind).toBeUndefined();
  });
});
