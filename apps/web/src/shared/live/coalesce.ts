interface Pace {
  /** Milliseconds to wait for more after the first. */
  settle: number;
  /** Milliseconds at least between the end of one round and the next; a function is asked at the end of each. */
  gap: number | (() => number);
}

interface Coalescer {
  /** Asks for a round; however often, one follows. */
  ask: () => void;
  stop: () => void;
}

/**
 * Makes one round of work out of many requests for it: a storm of five hundred events must not read five hundred times.
 * A request that comes while a round is under way gets a round of its own.
 */
export function coalesce(work: () => unknown, { settle, gap }: Pace): Coalescer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: 'idle' | 'running' | 'again' | 'stopped' = 'idle';
  let restUntil = -Infinity;

  const isStopped = (): boolean => state === 'stopped';
  const plan = (): void => {
    timer ??= setTimeout(() => void round(), Math.max(settle, restUntil - Date.now()));
  };
  const round = async (): Promise<void> => {
    timer = undefined;
    state = 'running';
    try {
      await work();
    } finally {
      restUntil = Date.now() + (typeof gap === 'number' ? gap : gap());
      const isWanted = (state as string) === 'again';
      if (!isStopped()) state = 'idle';
      if (isWanted) plan();
    }
  };
  return {
    ask: () => {
      if (state === 'running') state = 'again';
      else if (state === 'idle') plan();
    },
    stop: () => {
      state = 'stopped';
      clearTimeout(timer);
    },
  };
}
