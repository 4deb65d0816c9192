import type { Liveness } from '../../../shared/live/live-state.ts';
import { formatRelative } from '../../../shared/format/format-relative.ts';

/** Shorter interruptions show the age of the data; longer ones show a lost connection. */
const BREAK_MS = 60_000;

/** @returns a short text on how current the page is; undefined where there is no event stream. */
export function livenessText({ state, since }: Liveness, now: Date): string | undefined {
  if (state === 'off') return undefined;
  if (state === 'live') return 'En vivo';
  if (state === 'connecting') return 'Conectando…';
  const ago = formatRelative(since, now);
  return now.getTime() - since.getTime() < BREAK_MS ? ago : `sin conexión ${ago}`;
}
