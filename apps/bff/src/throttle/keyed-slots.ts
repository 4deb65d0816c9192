import { KeyedSlots } from '@despacho/server/keyed-slots';
import { ClientGone, Failure } from '#problems/failure.ts';

/** How much work of one key runs concurrently, and how much more may wait. */
export interface SlotLimits {
  running: number;
  waiting: number;
}

/** @returns the refusal of a request whose session has too many pending. */
export const tooManyAtOnce = (): Failure =>
  new Failure('too-many-requests', { retryAfterSeconds: 1, log: { limit: 'parallel' } });

/** @returns queues by key, such as a session. They refuse with Failure too-many-requests, or ClientGone. */
export const createKeyedSlots = ({ running, waiting }: SlotLimits): KeyedSlots =>
  new KeyedSlots({
    count: running,
    waiting,
    busy: (reason) => (reason instanceof ClientGone ? reason : tooManyAtOnce()),
  });
