import { getPriority, setPriority } from 'node:os';

/** The scheduler gives such a thread about a third of the weight of the thread that answers requests. */
const NICENESS = 5;

/**
 * Lowers the priority of the calling thread. Not elsewhere than on Linux, where it would affect the whole service. Only root
 * may raise a priority, so a service that was started with a lower one keeps it.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS);
}
