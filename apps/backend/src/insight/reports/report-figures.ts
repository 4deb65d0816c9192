import { mayUse } from '@despacho/contracts';
import {
  daysOf,
  type DaySpan,
  MAX_BREAKDOWN,
  REPORT_COUNT_CODES,
  REPORT_PARTS,
  type Report,
  type ReportFigures,
  type ReportGroup,
} from '@despacho/contracts/dispatch';
import { type Sums, type Tally } from './read-tallies.ts';

/** Which parts of a report a person may see. */
export type ReportParts = Record<keyof typeof REPORT_PARTS, boolean>;

/** @param modules of a person who may see the report's rows: those of clients and couriers show their orders. */
export const partsFor = (group: ReportGroup, modules: readonly string[]): ReportParts => ({
  volume: group !== 'distrito' || mayUse(REPORT_PARTS.volume, modules),
  reasons: mayUse(REPORT_PARTS.reasons, modules),
  punctuality: mayUse(REPORT_PARTS.punctuality, modules),
  money: mayUse(REPORT_PARTS.money, modules),
});

const FIELDS = [...REPORT_COUNT_CODES, 'due', 'collected'] as const satisfies (keyof Sums)[];

export const sumOf = (tallies: readonly Sums[]): Sums =>
  Object.fromEntries(
    FIELDS.map((field) => [field, tallies.reduce((sum, tally) => sum + tally[field], 0)]),
  ) as unknown as Sums;

/** @returns the figures of some orders, null where the person may not see them. */
export function shownFigures(sums: Sums, { volume, punctuality, money }: ReportParts): ReportFigures {
  const { orders, delivered, failed, open, met, promised, due, collected } = sums;
  const shown = <T extends object>(fields: T, isShown: boolean) =>
    (isShown ? fields : Object.fromEntries(Object.keys(fields).map((field) => [field, null]))) as {
      [K in keyof T]: number | null;
    };
  return {
    ...shown({ orders, delivered, failed, open }, volume),
    ...shown({ met, promised }, punctuality),
    ...shown({ due, collected }, money),
  };
}

/** @returns why the visits of some orders failed, the most frequent reason first; null if the person may not see it. */
export function reasonsOf(
  tallies: readonly Tally[],
  { reasons }: Pick<ReportParts, 'reasons'>,
  nameOf: (reason: string) => string,
): Report['reasons'] {
  if (!reasons) return null;
  const counts = new Map<string, number>();
  for (const { reason, failed } of tallies) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + failed);
  return [...counts]
    .map(([value, orders]) => ({ value, name: nameOf(value), orders }))
    .toSorted((one, other) => other.orders - one.orders || one.name.localeCompare(other.name, 'es'))
    .slice(0, MAX_BREAKDOWN);
}

/** @returns each day of a span with its figures; null for days without data. */
export function dayFigures(
  span: DaySpan,
  since: string | null,
  tallies: readonly Tally[],
  parts: ReportParts,
): Report['days'] {
  const byDay = Map.groupBy(tallies, ({ day }) => day);
  return daysOf(span).map((day) => ({
    day,
    figures: since === null || day < since ? null : shownFigures(sumOf(byDay.get(day) ?? []), parts),
  }));
}
