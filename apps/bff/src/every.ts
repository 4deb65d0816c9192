/** Repeats work at an interval until the returned function is called. */
export type Every = (milliseconds: number, work: () => Promise<void>) => () => void;

/** With a real timer, which does not keep the process alive. */
export const every: Every = (milliseconds, work) => {
  const timer = setInterval(() => void work(), milliseconds).unref();
  return () => clearInterval(timer);
};
