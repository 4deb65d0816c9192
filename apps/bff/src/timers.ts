import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats work at an interval until the returned function is called. */
export type Every = (milliseconds: number, work: () => Promise<void>) => () => void;

/** With a real timer, which does not keep the process alive. */
export const every: Every = (milliseconds, work) => {
  const timer = setInterval(() => void work(), milliseconds).unref();
  return () => clearInterval(timer);
};

/** Resolves after the given milliseconds, or as soon as the signal fires. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const wait: Wait = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal: signal }).catch(() => undefined);
