import { type OperationId } from '@despacho/contracts/operations';
import { expect } from 'vitest';
import { type HeaderList, type Received, send, type Sent } from './send.ts';
import { faultOfControl, type Sweep, type Swept } from './sweep.ts';

export const withHeaders = (request: Sent, headers: HeaderList): Sent => {
  const names = headers.map(([name]) => name.toLowerCase());
  const kept = request.headers.filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...request, headers: [...kept, ...headers.filter(([, value]) => value !== '')] };
};

/** Adds `name=value` to a URL that may already have a query. */
export const withQuery = (request: Sent, query: string): Sent => ({
  ...request,
  target: `${request.target}${request.target.includes('?') ? '&' : '?'}${query}`,
});

/** Turns a valid request into one that must be refused. */
export type Spoil = (swept: Swept) => Sent | Promise<Sent>;

/** The tests in which the unchanged request of an operation has passed. */
const controlled = new WeakMap<Sweep, Set<string>>();

/**
 * Expects that a request made invalid by `spoil` is refused and reaches no upstream, and that the change is the reason:
 * the unchanged request passes and reaches its upstream once. The latter is checked once in each test, not for each of
 * its changes, which would take nearly half of the time of the sweeps.
 */
export async function refused(
  sweep: Sweep,
  id: OperationId,
  spoil: Spoil,
  expected: readonly (string | number)[],
): Promise<Received> {
  const swept = await sweep.prepare(id);
  const request = await spoil(swept);
  sweep.calls();
  const answer = await send(sweep.gateway, request);
  expect(expected, `${request.method} ${request.target} → ${answer.status} ${answer.text}`).toContain(
    typeof expected[0] === 'number' ? answer.status : answer.kind,
  );
  expect(sweep.calls()).toEqual([]);
  expect(answer.headers.location).toBeUndefined();
  const tests = controlled.get(sweep) ?? new Set();
  const test = `${id} ${expect.getState().currentTestName}`;
  if (!tests.has(test)) expect(await faultOfControl(sweep, id, swept)).toBeNull();
  controlled.set(sweep, tests.add(test));
  return answer;
}
