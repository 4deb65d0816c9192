import { formatRelative } from '../format/format-relative.ts';
import { type Liveness } from './live-state.ts';

/** @returns a short text on how current the page is; undefined where there is no event stream. */
export function livenessText({ state, since }: Liveness, now: Date): string | undefined {
  if (state === 'off') return undefined;
  if (state === 'live') return 'En vivo';
  return state === 'connecting' ? 'Conectando…' : `Sin conexión desde ${formatRelative(since, now)}`;
}
