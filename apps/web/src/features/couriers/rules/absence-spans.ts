import { addDays } from '@despacho/contracts/dispatch';

export interface Span {
  from: string;
  to: string;
}

/** @param days sorted. @returns consecutive days as spans. */
export function spansOf(days: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && addDays(last.to, 1) === day) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}
