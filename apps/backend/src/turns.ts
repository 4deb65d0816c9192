import { Refusal } from './refusal.ts';

/** Resolves a waiting request; true if it may begin. */
type Waiting = (mayBegin: boolean) => void;

interface Queue {
  running: number;
  waiting: Waiting[];
}

/** Limits the concurrency of expensive work, separately for each key. Counted per process. */
export class Turns {
  readonly #queues = new Map<string, Queue>();
  readonly #atOnce: number;
  readonly #waitMs: number;
  readonly #busy: string;

  /**
   * @param limits how many run concurrently per key, how long (ms) the next one waits, and the message of the refusal
   * after that.
   */
  constructor({ atOnce, waitMs, busy }: { atOnce: number; waitMs: number; busy: string }) {
    this.#atOnce = atOnce;
    this.#waitMs = waitMs;
    this.#busy = busy;
  }

  /**
   * Runs `work` when it is the key's turn.
   * @param signal stops waiting when the client disconnects.
   * @throws Refusal busy on timeout, or when `signal` fires first; `work` has not begun then.
   */
  async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.running < this.#atOnce) queue.running++;
    else if (!(await this.#wait(queue, signal))) throw new Refusal('busy', this.#busy);
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // Handed over directly: a newcomer cannot overtake the queue.
      if (next) next(true);
      else if (--queue.running === 0) this.#queues.delete(key);
    }
  }

  async #wait(queue: Queue, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    queue.waiting.push(resolve);
    const giveUp = (): void => {
      queue.waiting = queue.waiting.filter((each) => each !== resolve);
      resolve(false);
    };
    const timer = setTimeout(giveUp, this.#waitMs);
    signal.addEventListener('abort', giveUp, { once: true });
    const mayBegin = await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    return mayBegin;
  }
}
