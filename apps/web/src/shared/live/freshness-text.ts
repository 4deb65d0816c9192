import { formatRelative } from '../format/format-relative.ts';
import { type Liveness } from './live-state.ts';

/**
 * @param readAt when the displayed data was last read.
 * @returns its freshness in words: «En vivo», «hace 12 s», «sin conexión, hace 2 min».
 */
export function freshnessText({ state }: Liveness, readAt: Date | undefined, now: Date): string {
  if (state === 'live') return 'En vivo';
  const age = readAt && formatRelative(readAt, now);
  if (state === 'offline') return age === undefined ? 'sin conexión' : `sin conexión, ${age}`;
  return age ?? '';
}
