/** Held by the tab that reads the event stream for all. */
export const LIVE_LOCK = 'despacho.live';

/** The last work of each name in this page, for browsers without locks. */
const last = new Map<string, Promise<unknown>>();

function inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const turn = (last.get(name) ?? Promise.resolve()).then(work);
  last.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}

/**
 * Runs work while no other tab or worker of this browser runs any of the same name. Where the browser has no locks or
 * refuses them, only work of this page is excluded.
 * @param signal ends the wait, not the work.
 * @returns the result of the work.
 * @throws the signal's reason if it fires while waiting, and what the work throws.
 */
export async function exclusively<Value>(
  name: string,
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  let isStarted = false as boolean;
  const start = (): Promise<Value> => {
    signal?.throwIfAborted();
    isStarted = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, signal ? { signal } : {}, start);
  } catch (error) {
    if (isStarted) throw error;
    signal?.throwIfAborted();
    return inTurn(name, start);
  }
}

/** @returns whether another tab or worker holds the lock; false if the browser cannot tell. */
export async function isHeld(name: string): Promise<boolean> {
  try {
    const { held } = await navigator.locks.query();
    return held?.some((lock) => lock.name === name) ?? false;
  } catch {
    return false;
  }
}
