import { type Period } from '@despacho/contracts/dispatch';
import { countText } from '#shared/format/count-text.ts';
import { type Track } from './track.ts';

/** Bars that a day is divided into. */
const BARS = 96;

/** A part of the day with the visits that ended in it. */
export interface Bar {
  delivered: number;
  failed: number;
}

/** @returns the visits of all couriers, for equal parts of the span. */
export function activityOf(tracks: readonly Track[], { from, to }: Period): Bar[] {
  const bars = Array.from({ length: BARS }, () => ({ delivered: 0, failed: 0 }));
  for (const { visits } of tracks)
    for (const kind of ['delivered', 'failed'] as const)
      for (const at of visits?.[kind] ?? []) {
        const bar = bars[Math.min(BARS - 1, Math.floor(((at - from) / (to - from)) * BARS))];
        if (bar) bar[kind] += 1;
      }
  return bars;
}

/** Where a courier was at a time, in words. */
export interface StatusText {
  text: string;
  isSilent: boolean;
}

const until = (times: readonly number[], at: number): number => times.filter((time) => time <= at).length;

/** @param timeText writes seconds since 1970 as `HH:MM`. */
export function statusAt(
  { work, points, gaps, visits }: Track,
  at: number,
  timeText: (seconds: number) => string,
): StatusText {
  const calm = (text: string): StatusText => ({ text, isSilent: false });
  if (at < work.from) return calm(`sale a las ${timeText(work.from)}`);
  if (work.to !== null && at > work.to) return calm(`cerró a las ${timeText(work.to)}`);
  const gap = gaps.find(({ from, to }) => from < at && at < to);
  if (gap) return { text: `sin señal desde las ${timeText(gap.from)}`, isSilent: true };
  if (points.length === 0) return calm('sin posiciones');
  if (!visits) return calm('en ruta');
  const failed = until(visits.failed, at);
  return calm(
    [
      countText(until(visits.delivered, at), 'entregada', 'entregadas'),
      ...(failed > 0 ? [countText(failed, 'no entregada', 'no entregadas')] : []),
    ].join(' · '),
  );
}
