import { parentPort } from 'node:worker_threads';

/** What a thread sends when it has finished a task. */
export interface ThreadReply<Answer> {
  answer: Answer;
  /** CPU time of the thread since its start. */
  cpuMs: number;
}

/** Answers the tasks that `TaskThread` sends to this thread. An error ends the thread. */
export function answerTasks(carryOut: (task: never) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('This file is a thread; it is not started by hand.');
  port.on('message', (task: unknown) => {
    const answer = carryOut(task as never);
    const { user, system } = process.threadCpuUsage();
    port.postMessage({ answer, cpuMs: (user + system) / 1000 } satisfies ThreadReply<unknown>);
  });
}
