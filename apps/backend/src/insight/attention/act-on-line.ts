import { type ActOnAttention, type AttentionLine, MAX_SNOOZE_HOURS } from '@despacho/contracts/dispatch';
import { type Selectable, sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type AttentionLinesTable } from '#platform/database/schema.ts';
import { MAX_ATTENTION_ACTS } from '#platform/database/table-bounds.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { transactOnce } from '#platform/dispatch/idempotency.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { type InsightServices } from '../services.ts';
import { readLines, sightOf, toLine, visibleTo } from './line-row.ts';
import { nextRevision } from '#work/next-revision.ts';

interface Request extends ActOnAttention {
  key: string;
  /** Modules of the person. */
  modules: readonly string[];
  id: number;
}

type Row = Selectable<AttentionLinesTable>;

const HOUR_MS = 60 * 60_000;

const NOT_SNOOZED = { snoozed_until: null, snoozed_username: null, snoozed_user: null };
const NOT_TAKEN = { taken_at: null, taken_person: null, taken_username: null, taken_user: null };

/** @throws Refusal conflict if the line is not as the person saw it, with who took or postponed it. */
function requireSeen(row: Row, version: number, { timeZone }: Dispatcher): void {
  const time = (at: Date): string => localOf(at, timeZone).time.slice(0, 5);
  if (row.closed_at) throw new Refusal('conflict', `Ya no hace falta: se resolvió a las ${time(row.closed_at)}`);
  if (row.version === version) return;
  const { taken_at: at, snoozed_until: until } = row;
  if (until) throw new Refusal('conflict', `${row.snoozed_user ?? ''} la pospuso hasta las ${time(until)}`);
  if (at)
    throw new Refusal('conflict', `${row.taken_user ?? ''} se encargó a las ${time(at)}`, {
      at: at.toISOString(),
      by: { username: row.taken_username ?? '', user: row.taken_user ?? '' },
      what: 'tomar',
    });
  throw new Refusal('conflict', 'Otra persona acaba de cambiarla; vuelva a mirarla');
}

/** @throws Refusal invalid for a time that is not within the next day. */
function requireSnooze(until: string | undefined, now: Date): Date {
  const at = new Date(until ?? Number.NaN);
  if (at > now && at.getTime() <= now.getTime() + MAX_SNOOZE_HOURS * HOUR_MS) return at;
  throw new Refusal('invalid', `Elija una hora de las próximas ${MAX_SNOOZE_HOURS} horas`, undefined, 'until');
}

/** @returns the columns that an act changes; null if it changes nothing. */
function changeOf(row: Row, { sub, username, user }: Dispatcher, { act, until }: Request, now: Date) {
  switch (act) {
    case 'tomar': {
      const isMine = row.taken_person === sub && !row.snoozed_until;
      return isMine
        ? null
        : { taken_at: now, taken_person: sub, taken_username: username, taken_user: user, ...NOT_SNOOZED };
    }
    case 'soltar':
      if (row.taken_at && row.taken_person !== sub)
        throw new Refusal('conflict', `La tiene ${row.taken_user ?? ''}: encárguese usted para recibirla`);
      return row.taken_at ? NOT_TAKEN : null;
    case 'posponer':
      return { snoozed_until: requireSnooze(until, now), snoozed_username: username, snoozed_user: user };
    case 'retomar':
      return row.snoozed_until ? NOT_SNOOZED : null;
  }
}

async function change(trx: Database, dispatcher: Dispatcher, request: Request, now: Date): Promise<void> {
  const { officeId, username, user } = dispatcher;
  const { id, act, version } = request;
  const row = await trx
    .selectFrom('attention_lines')
    .selectAll()
    .where(inOffice(dispatcher))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  requireSeen(row, version, dispatcher);
  const fields = changeOf(row, dispatcher, request, now);
  if (!fields) return;
  // Each act adds one to the version.
  if (row.version > MAX_ATTENTION_ACTS)
    throw new Refusal('conflict', `Ya pasó por ${MAX_ATTENTION_ACTS} cambios, el máximo: resuelva su causa`);
  await trx
    .updateTable('attention_lines')
    .set({ ...fields, version: version + 1 })
    .where(inOffice(dispatcher))
    .where('id', '=', id)
    .execute();
  const until = 'snoozed_until' in fields ? fields.snoozed_until : null;
  await trx
    .insertInto('attention_acts')
    .values({ office_id: officeId, line_id: id, act, at: now, username, user_name: user, until })
    .execute();
}

/**
 * Takes a line, leaves it, postpones it or shows it again.
 * @returns the line afterwards, as far as the person may see it.
 * @throws Refusal conflict if somebody changed it since the person saw it, or its causes have ended.
 */
export async function actOnLine(
  services: InsightServices,
  dispatcher: Dispatcher,
  request: Request,
): Promise<AttentionLine> {
  const { key, id, version, act, until, modules } = request;
  const repeatable = { key, operation: 'attention.act', content: [id, version, act, until] };
  const line = await transactOnce(
    services,
    dispatcher,
    repeatable,
    async (trx, now) => {
      // Searches wait for the same lock.
      await nextRevision(trx, dispatcher);
      const seen = sql`line.id = ${id} and ${visibleTo(sightOf(modules))}`;
      if ((await readLines(trx, dispatcher, now, seen)).length === 0) throw notFound();
      await change(trx, dispatcher, request, now);
      const [row] = await readLines(trx, dispatcher, now, seen);
      if (!row) throw notFound();
      return toLine(row, sightOf(modules));
    },
    () => false,
  );
  services.attention.nudge();
  return line;
}
