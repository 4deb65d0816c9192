import { type Attention, type AttentionKind } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';
import { type InsightServices } from '../services.ts';
import { MAX_FOUND } from './kinds.ts';
import { isVisible, readLines, sightOf, toLine, visibleTo } from './line-row.ts';

/** How long a closed line stays in the list, in milliseconds, and how many do. */
const CLOSED_MS = 30 * 60_000;
const MAX_CLOSED = 20;

interface Numbers {
  open: number;
  mine: number;
  snoozed: number;
}

/**
 * @param modules of the person.
 * @param limit lines in the answer; 0 for the numbers alone.
 * @returns what needs a person in the office now.
 */
export async function listAttention(
  { db, clock, attention }: InsightServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  limit: number,
): Promise<Attention> {
  const revision = await attention.refresh(dispatcher.officeId);
  const now = clock();
  const sight = sightOf(modules);
  // What was left from earlier days must not hide what happens now.
  const today = instantOf(officeDay(now, dispatcher), dispatcher.dayTurnsAt, dispatcher.timeZone);
  const open = sql`line.closed_at is null and ${visibleTo(sight)}`;
  const isSnoozed = sql<boolean>`coalesce(line.snoozed_until > ${now}::timestamptz, false)`;
  const { rows: numbers } = await sql<Numbers>`
    select (count(*) filter (where not snoozed))::integer as open, (count(*) filter (where snoozed))::integer as snoozed,
      (count(*) filter (where not snoozed and taken_person = ${dispatcher.sub}))::integer as mine
    from (
      select taken_person, ${isSnoozed} as snoozed from attention_lines as line
      where ${inOffice(dispatcher, 'line')} and ${open}
    ) as lines`.execute(db);
  const { rows: kinds } = await sql<{ kind: AttentionKind; count: number }>`
    select kind, count(*)::integer as count from attention_lines as line cross join unnest(kinds) as kind
    where ${inOffice(dispatcher, 'line')} and ${open} group by kind`.execute(db);
  const visible = kinds.filter(({ kind }) => isVisible(kind, sight));
  const answer = {
    revision,
    ...(numbers[0] ?? { open: 0, mine: 0, snoozed: 0 }),
    ...(kinds.some(({ count }) => count >= MAX_FOUND) && { more: true as const }),
    kinds: Object.fromEntries(visible.map(({ kind, count }) => [kind, count])),
  };
  if (limit === 0) return { ...answer, lines: [], closed: [] };
  const lines = await readLines(
    db,
    dispatcher,
    now,
    sql`${open} order by ${isSnoozed}, line.since < ${today}::timestamptz, line.rank, line.since, line.id limit ${limit}`,
  );
  const closed = await readLines(
    db,
    dispatcher,
    now,
    sql`
      ${visibleTo(sight)} and line.closed_at > ${new Date(now.getTime() - CLOSED_MS)}::timestamptz
      order by line.closed_at desc, line.id desc limit ${MAX_CLOSED}`,
  );
  const toShown = (row: (typeof lines)[number]) => toLine(row, sight);
  return { ...answer, lines: lines.map(toShown), closed: closed.map(toShown) };
}
