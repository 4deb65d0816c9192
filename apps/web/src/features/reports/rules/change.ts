import { signedNumber } from '#shared/format/format-number.ts';

/** @returns by how much a number changed: «+12 %», «igual», «antes 0»; null if there is nothing to compare. */
export function changeText(now: number | null, before: number | null | undefined): string | null {
  if (now === null || before === null || before === undefined) return null;
  if (now === before) return now === 0 ? null : 'igual';
  if (before === 0) return 'antes 0';
  const change = Math.round((100 * (now - before)) / before);
  // A small change is not none.
  return change === 0 ? `${now > before ? '+' : '−'}0 %` : `${signedNumber(change)} %`;
}

interface Kept {
  met: number | null;
  promised: number | null;
}

/** @returns by how many points punctuality changed: «−1.2 puntos»; null if there is nothing to compare. */
export function pointsText(now: Kept, before: Kept | null | undefined): string | null {
  if (!now.promised || !before?.promised || now.met === null || before.met === null) return null;
  const points = Math.round(1000 * (now.met / now.promised - before.met / before.promised)) / 10;
  return points === 0 ? 'igual' : `${signedNumber(points)} ${Math.abs(points) === 1 ? 'punto' : 'puntos'}`;
}
