/** Does a work again and again until the function it returns is called. */
export type Every = (milliseconds: number, work: () => Promise<void>) => () => void;

/** With a real timer, which keeps no process alive. */
export const every: Every = (milliseconds, work) => {
  const timer = setInterval(() => void work(), milliseconds).unref();
  return () => {
    clearInterval(timer);
  };
};
