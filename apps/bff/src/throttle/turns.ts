import { ClientGone, Failure } from '../problems/failure.ts';

/** How much work of one key runs concurrently, and how much more may wait. */
export interface TurnLimits {
  running: number;
  waiting: number;
}

/** Queues by key, such as a session: first come, first served; work that exceeds the queue is refused. */
export interface Turns {
  /**
   * @param signal of the request; when it fires, the request stops waiting.
   * @returns a function to call once, when the work is over.
   * @throws Failure too-many-requests, or ClientGone.
   */
  take(key: string, signal: AbortSignal): Promise<() => void>;
}

/** @returns the refusal of a request whose session has too many pending. */
export const tooManyAtOnce = (): Failure =>
  new Failure('too-many-requests', { retryAfterSeconds: 1, log: { limit: 'parallel' } });

export function createTurns({ running, waiting }: TurnLimits): Turns {
  const lanes = new Map<string, { running: number; queue: (() => void)[] }>();
  return {
    async take(key, signal) {
      const lane = lanes.get(key) ?? { running: 0, queue: [] };
      const leave = () => {
        const next = lane.queue.shift();
        // The next waiting request gets the place.
        if (next) next();
        else {
          lane.running -= 1;
          if (lane.running === 0) lanes.delete(key);
        }
      };
      if (lane.running < running) {
        lane.running += 1;
        lanes.set(key, lane);
        return leave;
      }
      if (lane.queue.length >= waiting) throw tooManyAtOnce();
      return new Promise((resolve, reject) => {
        const begin = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        };
        const giveUp = () => {
          lane.queue.splice(lane.queue.indexOf(begin), 1);
          reject(signal.reason instanceof ClientGone ? signal.reason : tooManyAtOnce());
        };
        signal.addEventListener('abort', giveUp, { once: true });
        lane.queue.push(begin);
      });
    },
  };
}
