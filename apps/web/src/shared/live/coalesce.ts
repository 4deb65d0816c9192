interface Pace {
  /** Milliseconds to wait for more requests after the first; a function is called for each round. */
  settle: number | (() => number);
  /** Minimum milliseconds between the end of a round and the next; a function is called at each end. */
  gap: number | (() => number);
}

interface Coalescer {
  /** Requests a round; several requests share one. */
  ask: () => void;
  stop: () => void;
}

const valueOf = (time: number | (() => number)): number => (typeof time === 'number' ? time : time());

/**
 * Merges many requests for work into one round: five hundred events must not cause five hundred reads. A request during
 * a round starts another one afterwards.
 */
export function coalesce(work: () => unknown, { settle, gap }: Pace): Coalescer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: 'idle' | 'running' | 'again' | 'stopped' = 'idle';
  let restUntil = -Infinity;

  const isStopped = (): boolean => state === 'stopped';
  const plan = (): void => {
    timer ??= setTimeout(() => void round(), Math.max(valueOf(settle), restUntil - Date.now()));
  };
  const round = async (): Promise<void> => {
    timer = undefined;
    state = 'running';
    try {
      await work();
    } finally {
      restUntil = Date.now() + valueOf(gap);
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
