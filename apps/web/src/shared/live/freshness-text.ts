import { formatRelative } from '../format/format-relative.ts';
import { type Liveness } from './live-state.ts';

/**
 * @param readAt when the displayed data was last read.
 * @returns its freshness in words: «En vivo», «hace 12 s», «Sin conexión desde hace 2 min».
 */
export function freshnessText({ state, since }: Liveness, readAt: Date | undefined, now: Date): string {
  if (state === 'live') return 'En vivo';
  if (state === 'offline') return `Sin conexión desde ${formatRelative(since, now)}`;
  return readAt ? formatRelative(readAt, now) : '';
}
