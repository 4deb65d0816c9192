import { Turns } from '@despacho/server/turns';
import { ClientGone, Failure } from '#problems/failure.ts';

/** How much work of one key runs concurrently, and how much more may wait. */
export interface TurnLimits {
  running: number;
  waiting: number;
}

/** @returns the refusal of a request whose session has too many pending. */
export const tooManyAtOnce = (): Failure =>
  new Failure('too-many-requests', { retryAfterSeconds: 1, log: { limit: 'parallel' } });

/** @returns queues by key, such as a session. They refuse with Failure too-many-requests, or ClientGone. */
export const createTurns = ({ running, waiting }: TurnLimits): Turns =>
  new Turns({
    count: running,
    waiting,
    busy: (reason) => (reason instanceof ClientGone ? reason : tooManyAtOnce()),
  });
