import type { Liveness } from '../../../shared/live/live-state.ts';
import { formatRelative } from '../../../shared/format/format-relative.ts';

/** Up to here a break is told as the age of what is on screen; beyond it, as a lost connection. */
const BREAK_MS = 60_000;

/** @returns how fresh the page is, in a few words; nothing where there is no stream to follow. */
export function livenessText({ state, since }: Liveness, now: Date): string | undefined {
  if (state === 'off') return undefined;
  if (state === 'live') return 'En vivo';
  if (state === 'connecting') return 'Conectando…';
  const ago = formatRelative(since, now);
  return now.getTime() - since.getTime() < BREAK_MS ? ago : `sin conexión ${ago}`;
}
