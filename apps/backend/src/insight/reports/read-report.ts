import {
  MAX_REPORT_ROWS,
  type Report,
  REPORT_GROUPS,
  type ReportGroup,
  type ReportPeriod,
} from '@despacho/contracts/dispatch';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type InsightServices } from '../services.ts';
import { readSpans } from './read-span.ts';
import { type Tally } from './read-tallies.ts';
import { partsFor, reasonsOf, shownFigures, sumOf } from './report-figures.ts';

/** @returns the name of each value of some tallies. Couriers who left keep theirs. */
async function readNames(
  db: Database,
  dispatcher: Dispatcher,
  group: ReportGroup,
  tallies: readonly Tally[],
): Promise<Map<string | null, string>> {
  const names = new Map<string | null, string>();
  for (const { id, name } of tallies)
    names.set(id, group === 'distrito' ? (DISTRICTS.of(id ?? '')?.name ?? id ?? '') : name);
  if (group === 'repartidor') {
    const rows = await db.selectFrom('couriers').select(['id', 'name']).where(inOffice(dispatcher)).execute();
    const known = new Map(rows.map(({ id, name }) => [String(id), name]));
    for (const id of names.keys()) names.set(id, known.get(id ?? '') ?? '');
  }
  return names.set(null, REPORT_GROUPS[group].none);
}

/** The query of a report. */
export interface AskedReport {
  group: ReportGroup;
  period: ReportPeriod;
  /** Any day of the period. */
  day: string;
  modules: readonly string[];
  signal: AbortSignal;
  /** Rows that are listed. */
  most?: number;
}

/** @returns a day, week or month by client, courier or district, up to today, with the period before. */
export async function readReport(
  services: InsightServices,
  dispatcher: Dispatcher,
  asked: AskedReport,
): Promise<Report> {
  const { group, modules, most = MAX_REPORT_ROWS } = asked;
  const parts = partsFor(group, modules);
  const { span, now, before, nameOfReason } = await readSpans(services, dispatcher, { ...asked, parts });
  const names = await readNames(services.db, dispatcher, group, now);
  const earlier = before && Map.groupBy(before, ({ id }) => id);
  const groups = [...Map.groupBy(now, ({ id }) => id)]
    .map(([id, tallies]) => ({ id, name: names.get(id) ?? '', tallies, sums: sumOf(tallies) }))
    .toSorted((one, other) => other.sums.orders - one.sums.orders || one.name.localeCompare(other.name, 'es'));
  const others = groups.slice(most);
  return {
    ...span,
    rows: groups.slice(0, most).map(({ id, name, tallies, sums }) => ({
      id,
      name,
      figures: shownFigures(sums, parts),
      reasons: reasonsOf(tallies, parts, nameOfReason),
      before: earlier && shownFigures(sumOf(earlier.get(id) ?? []), parts),
    })),
    others:
      others.length === 0
        ? null
        : { rows: others.length, figures: shownFigures(sumOf(others.map(({ sums }) => sums)), parts) },
  };
}
