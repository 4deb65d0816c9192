import {
  type Attention,
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionLine,
  MAX_SINGLE_LINES,
} from '@despacho/contracts/dispatch';
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

/** Kinds whose lines are joined. */
const JOINED = ATTENTION_KIND_CODES.filter((kind) => ATTENTION_KINDS[kind].many !== undefined);

/** A line that represents others of its first kind. */
interface Joined {
  kind: AttentionKind;
  /** The line that is shown: the oldest of today, or of earlier days. */
  id: number;
  lines: number;
}

interface ListOptions {
  /** Lines in the answer; 0 for only the numbers. */
  limit: number;
  /** Lists each line with this cause, and counts only those. */
  kind?: AttentionKind | undefined;
}

/**
 * @param modules of the person.
 * @returns what needs a person in the office now. Many unassigned lines of a kind are joined into one.
 */
export async function listAttention(
  { db, clock, attention }: InsightServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  { limit, kind: wanted }: ListOptions,
): Promise<Attention> {
  const revision = await attention.refresh(dispatcher.officeId);
  const now = clock();
  const sight = sightOf(modules);
  // Lines of earlier days must not hide current ones.
  const today = instantOf(officeDay(now, dispatcher), dispatcher.dayTurnsAt, dispatcher.timeZone);
  const open = sql`line.closed_at is null and ${visibleTo(sight)}`;
  const ofKind = wanted && (isVisible(wanted, sight) ? sql`${open} and ${wanted} = any(line.kinds)` : sql`false`);
  const chosen = ofKind ?? open;
  const isSnoozed = sql<boolean>`coalesce(line.snoozed_until > ${now}::timestamptz, false)`;
  const { rows: numbers } = await sql<Numbers>`
    select (count(*) filter (where not snoozed))::integer as open, (count(*) filter (where snoozed))::integer as snoozed,
      (count(*) filter (where not snoozed and taken_person = ${dispatcher.sub}))::integer as mine
    from (
      select taken_person, ${isSnoozed} as snoozed from attention_lines as line
      where ${inOffice(dispatcher, 'line')} and ${chosen}
    ) as lines`.execute(db);
  const { rows: kinds } = await sql<{ kind: AttentionKind; count: number; shown: number }>`
    select kind, count(*)::integer as count, (count(*) filter (where not ${isSnoozed}))::integer as shown
    from attention_lines as line cross join unnest(kinds) as kind
    where ${inOffice(dispatcher, 'line')} and ${open} group by kind`.execute(db);
  // Kinds are sorted by rank. A line that is taken or postponed is listed alone.
  const isFree = sql`line.taken_at is null and not ${isSnoozed}`;
  const { rows: joined } = await sql<Joined>`
    select kinds[1] as kind, count(*)::integer as lines,
      (array_agg(id order by since < ${today}::timestamptz, since, id))[1] as id
    from attention_lines as line
    where ${inOffice(dispatcher, 'line')} and ${ofKind ? sql`false` : open} and ${isFree}
      and kinds[1] in (${sql.join(JOINED)})
    group by kinds[1] having count(*) > ${MAX_SINGLE_LINES}`.execute(db);
  const [all = { open: 0, mine: 0, snoozed: 0 }] = numbers;
  const visible = kinds.filter(({ kind }) => isVisible(kind, sight));
  const answer = {
    revision,
    ...all,
    open: joined.reduce((left, { lines }) => left - lines + 1, all.open),
    ...(kinds.some(({ count }) => count >= MAX_FOUND) && { more: true as const }),
    kinds: Object.fromEntries(visible.map(({ kind, count }) => [kind, count])),
  };
  if (limit === 0) return { ...answer, lines: [], closed: [] };
  const lines = await readLines(
    db,
    dispatcher,
    now,
    sql`
      ${chosen} and not coalesce(
        ${isFree} and line.kinds[1] = any(${joined.map(({ kind }) => kind)}::text[])
          and line.id <> all(${joined.map(({ id }) => id)}::bigint[]),
        false
      )
      order by ${isSnoozed}, line.since < ${today}::timestamptz, line.rank, line.since, line.id limit ${limit}`,
  );
  const closed = await readLines(
    db,
    dispatcher,
    now,
    sql`
      ${visibleTo(sight)} and line.closed_at > ${new Date(now.getTime() - CLOSED_MS)}::timestamptz
      order by line.closed_at desc, line.id desc limit ${MAX_CLOSED}`,
  );
  const manyFrom = ({ id }: (typeof lines)[number]): Pick<AttentionLine, 'many'> => {
    const kind = joined.find((each) => each.id === id)?.kind;
    const numbersOfKind = kinds.find((each) => each.kind === kind);
    if (!numbersOfKind) return {};
    const { shown, count } = numbersOfKind;
    return { many: { count: shown, ...(count >= MAX_FOUND && { more: true as const }) } };
  };
  return {
    ...answer,
    lines: lines.map((row) => ({ ...toLine(row, sight), ...manyFrom(row) })),
    closed: closed.map((row) => toLine(row, sight)),
  };
}
