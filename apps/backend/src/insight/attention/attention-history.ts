import { ATTENTION_PAGE, type AttentionHistory, type ClosedAttention } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type InsightServices } from '../services.ts';
import { readLines, sightOf, toLine, visibleTo } from './line-row.ts';

/**
 * @param modules of the person.
 * @param cursor of the previous page: when its last line was closed, and its id.
 * @returns a page of the closed lines, the last closed first, with what people did with them.
 */
export async function attentionHistory(
  { db, clock }: InsightServices,
  dispatcher: Dispatcher,
  modules: readonly string[],
  cursor: string | undefined,
): Promise<AttentionHistory> {
  const sight = sightOf(modules);
  const [milliseconds, id] = (cursor ?? '').split('-').map(Number);
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(line.closed_at, line.id) < (${new Date(milliseconds ?? 0)}::timestamptz, ${id}::bigint)`;
  const rows = await readLines(
    db,
    dispatcher,
    clock(),
    sql`
      line.closed_at is not null and ${visibleTo(sight)} and ${after}
      order by line.closed_at desc, line.id desc limit ${ATTENTION_PAGE + 1}`,
  );
  const page = rows.slice(0, ATTENTION_PAGE);
  const ids = page.map((row) => row.id);
  const acts = await db
    .selectFrom('attention_acts')
    .selectAll()
    .where('office_id', '=', dispatcher.officeId)
    .where(sql<boolean>`line_id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  const ofLine = Map.groupBy(acts, ({ line_id }) => line_id);
  const last = page.at(-1);
  return {
    lines: page.map((row): ClosedAttention => ({
      ...toLine(row, sight),
      acts: (ofLine.get(row.id) ?? []).map(
        ({ act, at, username, user_name, until, to_username: to, to_user: toUser }) => ({
          act,
          at: at.toISOString(),
          by: { username, user: user_name },
          until: until?.toISOString() ?? null,
          ...(to !== null && { to: { username: to, user: toUser ?? '' } }),
        }),
      ),
    })),
    next: rows.length > ATTENTION_PAGE && last ? `${last.closed_at?.getTime() ?? 0}-${last.id}` : null,
  };
}
