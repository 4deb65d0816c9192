interface Pace {
  /** Milliseconds to wait for more after the first. */
  settle: number;
  /** Milliseconds at least between two rounds. */
  gap: number;
}

interface Coalescer {
  /** Asks for a round; however often, one follows. */
  ask: () => void;
  stop: () => void;
}

/**
 * Makes one round of work out of many requests for it: a storm of five hundred events must not read five hundred times.
 */
export function coalesce(work: () => void, { settle, gap }: Pace, now: () => number = Date.now): Coalescer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  return {
    ask: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = now();
          work();
        },
        Math.max(settle, last + gap - now()),
      );
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
