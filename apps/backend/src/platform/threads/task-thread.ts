import { once } from 'node:events';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { type ThreadReply } from './answer-tasks.ts';

/** Interval (ms) at which the CPU time of a thread is read. */
const CPU_CHECK_MS = 250;

/** A thread was stopped before it answered: by the caller, or because it needed too much CPU time or memory. */
export class ThreadStopped extends Error {
  readonly why: 'signal' | 'cpu' | 'memory';

  constructor(why: ThreadStopped['why']) {
    super(`A thread was stopped: ${why}`);
    this.why = why;
  }
}

interface TaskLimits {
  /** Stops the thread. */
  signal: AbortSignal;
  /** CPU milliseconds of the thread after which it is stopped. Elapsed time is no measure of work on a busy host. */
  maxCpuMs?: number;
  /** Buffers that are handed over instead of copied. */
  transfer?: readonly Transferable[];
  /** Receives the CPU milliseconds of the thread when the task has ended, also of one that was stopped. */
  spend?: (cpuMs: number) => void;
}

/** A thread that `answerTasks` serves, for one task at a time. It starts with a task. */
export class TaskThread<Task, Answer> {
  readonly #url: URL;
  readonly #memory: ResourceLimits;
  readonly #keepMs: number;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param keepMs how long the thread waits for another task; by default it ends with the first. */
  constructor(url: URL, memory: ResourceLimits, keepMs = 0) {
    this.#url = url;
    this.#memory = memory;
    this.#keepMs = keepMs;
  }

  #start(): Worker {
    const worker = new Worker(this.#url, { resourceLimits: this.#memory });
    // Stays until the thread has ended: without a listener, an error would end the process.
    worker.on('error', () => undefined);
    return worker;
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  /**
   * @returns the answer to a task.
   * @throws ThreadStopped for a task beyond a limit, and the error of a thread that failed. The next task starts another.
   */
  async run(task: Task, { signal, maxCpuMs = Infinity, transfer = [], spend }: TaskLimits): Promise<Answer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    // Keeps a command running until the answer.
    worker.ref();
    const tooLong = new AbortController();
    let used = 0;
    // A thread that is starting or has ended reports no time. Its end is the answer or an error.
    const check = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          used = (user + system) / 1000;
          if (used >= maxCpuMs) tooLong.abort();
        },
        () => undefined,
      );
    }, CPU_CHECK_MS);
    let isKept = false;
    try {
      const reply = once(worker, 'message', { signal: AbortSignal.any([signal, tooLong.signal]) });
      worker.postMessage(task, transfer);
      const [{ answer, cpuMs }] = (await reply) as [ThreadReply<Answer>];
      used = cpuMs;
      isKept = this.#keepMs > 0;
      return answer;
    } catch (error) {
      if (signal.aborted) throw new ThreadStopped('signal');
      if (tooLong.signal.aborted) throw new ThreadStopped('cpu');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadStopped('memory');
      throw error;
    } finally {
      clearInterval(check);
      spend?.(used);
      if (isKept) {
        worker.unref();
        this.#idle = setTimeout(() => void this.#stop(), this.#keepMs).unref();
      } else await this.#stop();
    }
  }
}
